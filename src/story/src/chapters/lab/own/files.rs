//! From a file that the reader brings to a restaurant: each kind gives what it gives, and what is taken for the rest is said.

use kitchen_core::topology::{System, Wiring, all_systems};
use kitchen_core::workload::Model;
use kitchen_core::workload::model::{Experts, published};
use kitchen_import::{Found, Launch, Problem, Topology};
use kitchen_text::{Line, Number, Words, key, msg};

use super::{CONFIG, Own, TEXTS, WORDS, is_possible, most_cards, most_nodes};

/// The largest file that is read here: reading it takes a page less than a frame or two.
const MOST_BYTES: usize = 256 << 10;

/// What a file changes of a restaurant, how it cuts today's plan where it says so (chefs to a pot, stages of the relay), and what is said
/// of it.
pub(super) fn take(own: Own, bytes: &[u8]) -> (Own, Option<[u32; 2]>, Vec<Line>) {
    if bytes.len() > MOST_BYTES {
        let large = Line::from(msg::OwnLarge { bytes: kitchen_core::units::Bytes(MOST_BYTES as u64) });
        return (own, None, vec![large]);
    }
    let mut cuts = None;
    let (next, lines) = match kitchen_import::read(bytes) {
        Ok(Found::Model(model)) => of_model(own, &model),
        Ok(Found::Topology(topology)) => of_topology(own, &topology),
        Ok(Found::Launch(launch)) => {
            let ways = |value: Option<u64>| value.and_then(|value| u32::try_from(value).ok());
            cuts = ways(launch.tp).zip(ways(launch.pp)).map(|(tensor, stages)| [tensor, stages]);
            of_launch(own, &launch)
        }
        // What was measured says nothing of a restaurant; see `night`.
        Ok(Found::Trace(_) | Found::NcclLog(_) | Found::NcclTests(_)) => (own, vec![Line::new(key::OWN_UNKNOWN)]),
        Err(problem) => (own, vec![wrong(&problem)]),
    };
    // A published run stays one as long as nothing is changed.
    let is_same = Own { run: own.run, ..next } == own && cuts.is_none();
    (Own { run: own.run.filter(|_| is_same), ..next }, cuts, lines)
}

pub(super) fn wrong(problem: &Problem) -> Line {
    match problem {
        Problem::Empty => Line::new(key::OWN_EMPTY),
        Problem::Large { most } => Line::from(msg::OwnLarge { bytes: kitchen_core::units::Bytes(*most) }),
        Problem::Form { form, .. } => Line::from(msg::OwnForm { form: Words::from(*form) }),
        Problem::Missing { at } => Line::from(msg::OwnMissing { field: Words::from(*at) }),
        Problem::Type { at, .. } | Problem::Range { at, .. } => {
            Line::from(msg::OwnField { field: crate::scenario::raw::quote(at).into() })
        }
        _ => Line::new(key::OWN_UNKNOWN),
    }
}

/// A published model of that shape, or the shape itself.
fn of_model(own: Own, found: &kitchen_import::Model) -> (Own, Vec<Line>) {
    let small = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
    let (experts, shape) = (small(found.experts), found.shape);
    let experts = (experts > 0).then_some(Experts {
        count: experts,
        top: small(found.experts_per_token),
        width: small(shape.expert_feed),
        shared: small(shape.shared_feed),
        dense_layers: small(shape.dense_layers),
    });
    let head = small(shape.head);
    let (hidden, heads) = (small(found.hidden), small(found.heads));
    let is_usual = heads.checked_mul(head) == Some(hidden);
    let model = Model {
        id: CONFIG,
        name: CONFIG,
        layers: small(found.layers),
        hidden,
        heads,
        kv_heads: small(found.kv_heads),
        head: if is_usual { Model::OF_HIDDEN } else { head },
        ffn: small(shape.feed.max(shape.expert_feed)),
        gated: shape.is_gated,
        tied: found.is_tied,
        vocab: small(found.vocabulary),
        experts,
        seq: own.model.seq,
        ..Model::PLAIN
    };
    let told = Line::from(msg::OwnModel {
        name: crate::scenario::raw::quote(&found.architecture).into(),
        billions: Number(found.parameters as f64 / 1e9, 3),
        layers: found.layers as i64,
        hidden: found.hidden as i64,
        heads: found.heads as i64,
        kv: found.kv_heads as i64,
    });
    let alike = |known: &&Model| {
        let numbers = |one: &Model| [one.layers, one.hidden, one.heads, one.kv_heads, one.vocab];
        let sparse = |one: &Model| one.experts.map(|experts| (experts.count, experts.top, experts.width));
        numbers(known) == numbers(&model)
            && sparse(known) == sparse(&model)
            && (known.experts.is_some() || known.ffn == model.ffn)
    };
    if let Some(known) = published::models().find(alike) {
        let is = Line::from(msg::OwnPublished { name: known.name.into() });
        return (Own { model: Model { seq: own.model.seq, ..*known }, ..own }, vec![told, is]);
    }
    if !is_possible(&model) {
        return (own, vec![told, Line::new(key::OWN_SHAPE)]);
    }
    let mut lines = vec![told];
    let counted = model.parameters() as f64 / found.parameters.max(1) as f64;
    if (counted - 1.0).abs() > 0.01 {
        lines.push(Line::from(msg::OwnOther { billions: Number(model.parameters() as f64 / 1e9, 3) }));
    }
    (Own { model, ..own }, lines)
}

/// Whether a system's GPUs are as many as is said, and joined in that way.
fn is_joined_so(system: &System, found: &Topology) -> bool {
    let gpus = u64::from(system.gpus_per_node);
    // Each link to an exchange once, each link from GPU to GPU once.
    let lanes = u64::from(system.nvlink_lanes_per_gpu()) * gpus;
    let lanes = if matches!(system.wiring, Wiring::Mesh(_)) { lanes / 2 } else { lanes };
    found.gpus == Some(gpus) && found.links.unwrap_or(0) == lanes
}

fn of_topology(own: Own, found: &Topology) -> (Own, Vec<Line>) {
    if let (Some(nodes), None) = (found.nodes, found.gpus) {
        let nodes = (nodes.min(u64::from(u32::MAX)) as u32).clamp(1, most_nodes(own.system));
        return (Own { nodes, ..own }, vec![Line::from(msg::OwnNodes { count: nodes.into() })]);
    }
    let counts = |value: Option<u64>| value.unwrap_or(0) as i64;
    let mut lines = vec![Line::from(msg::OwnTopology {
        gpus: counts(found.gpus),
        links: counts(found.links),
        nics: counts(found.nics),
    })];
    // What is chosen already stays, where it goes with the file; else the first of the catalogue that does.
    let suits = |system: &&'static System| is_joined_so(system, found);
    let Some(system) = std::iter::once(own.system).chain(all_systems()).find(suits) else {
        lines.push(Line::from(msg::OwnNoSystem { name: own.system.id.into() }));
        return (own, lines);
    };
    let mut next = own.in_system(system);
    if let Some(nics) =
        found.nics.and_then(|nics| u32::try_from(nics).ok()).filter(|&nics| nics >= 1 && nics <= most_cards(system))
    {
        next.cards.0 = nics;
    }
    lines.push(Line::from(msg::OwnSystem {
        name: system.id.into(),
        gpu: system.gpu.name.into(),
        gbit: next.cards.1.into(),
        count: next.nodes.into(),
    }));
    (next, lines)
}

fn of_launch(own: Own, found: &Launch) -> (Own, Vec<Line>) {
    let mut next = own;
    let within = |value: Option<u64>, [least, most]: [u32; 2]| {
        value.and_then(|value| u32::try_from(value).ok()).filter(|value| (least..=most).contains(value))
    };
    if let Some(texts) = within(found.global_batch, TEXTS) {
        next.texts = texts;
    }
    if let Some(words) = within(found.sequence, WORDS) {
        next.model.seq = words;
    }
    let each = own.system.gpus_per_node;
    if let Some(gpus) = within(found.gpus, [1, super::MOST_CHEFS]) {
        next.nodes = gpus.div_ceil(each).clamp(1, most_nodes(own.system));
    }
    let alike = |known: &&Model| {
        let says = |said: Option<u64>, is: u32| said.is_none_or(|said| said == u64::from(is));
        let is_told = found.layers.is_some() && found.hidden.is_some();
        is_told
            && says(found.layers, known.layers)
            && says(found.hidden, known.hidden)
            && says(found.heads, known.heads)
    };
    // The vocabulary is seldom said: of models alike, what is chosen already stays.
    if !alike(&&own.model)
        && let Some(known) = published::models().find(alike)
    {
        next.model = Model { seq: next.model.seq, ..*known };
    }
    let said = |value: Option<u64>| value.map_or_else(|| Words::from("?"), |value| Words::from(value.to_string()));
    let plan = Line::from(msg::OwnLaunch {
        name: found.framework.into(),
        tp: said(found.tp),
        pp: said(found.pp),
        dp: said(found.dp),
    });
    let step = Line::from(msg::OwnLaunchStep {
        texts: next.texts.into(),
        words: next.model.seq.into(),
        count: next.nodes.into(),
        model: next.model.name.into(),
    });
    (next, vec![plan, step])
}
