//! `kitchen fabric`: flows on a network of switch chips, packet by packet.

mod asked;

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use kitchen_core::packet::ecn::Ecn;
use kitchen_core::packet::fabric::{Fabric as Network, Node, chip, chips};
use kitchen_core::packet::fabrics::{Dragonfly, FatTree, Planes, Rails, Ring, Spec};
use kitchen_core::packet::loss::Loss;
use kitchen_core::packet::plan::{MAX_FLOWS, MTU, OVERHEAD};
use kitchen_core::packet::traffic::{MESSAGE, TrafficPattern, incast_with_messages, random_permutation};
use kitchen_core::packet::{self, Flow, LeafSpine, LoadBalancing, Log, PacketError, Plan, Queueing, Report};
use kitchen_core::progress::Progress as Arrived;
use kitchen_core::units::{Bytes, Time};
use kitchen_story::scenario::size;
use kitchen_text::{Lang, Line, key, msg};
use serde::Serialize;

use crate::cards;
use crate::flow_file::{self, Read};
use crate::out::Done;
use crate::progress::Progress;
use crate::say::{self, Failure, round};
use kitchen_story::sentences::Sentence as _;

pub(crate) use asked::DEFAULTS;
use asked::{BYTES, FLOWS, has_effect, part};

#[derive(Args, Debug)]
pub(crate) struct Fabric {
    #[arg(long = "fabric", default_value = "leaf-spine")]
    wiring: String,
    #[arg(long)]
    flows: Option<String>,
    #[arg(long)]
    bytes: Option<String>,
    #[arg(long, value_name = "FILE.csv")]
    flow_file: Option<PathBuf>,
    #[arg(long, default_value_t = 2)]
    leaves: u32,
    #[arg(long)]
    spines: Option<u32>,
    #[arg(long, default_value_t = 8)]
    hosts: u32,
    #[arg(long)]
    pods: Option<u32>,
    #[arg(long)]
    cores: Option<u32>,
    #[arg(long)]
    rails: Option<u32>,
    #[arg(long)]
    planes: Option<u32>,
    #[arg(long, default_value_t = 400)]
    gbit: u32,
    #[arg(long)]
    host_gbit: Option<u32>,
    #[arg(long, default_value = "Tomahawk 5")]
    chip: String,
    #[arg(long, default_value = "ecmp")]
    rule: String,
    #[arg(long, alias = "draw", default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value_t = MTU)]
    mtu: u32,
    #[arg(long)]
    lossy: bool,
    #[arg(long, default_value = "none")]
    dcqcn: String,
    #[arg(long, value_name = "NAME=N,...")]
    dcqcn_set: Option<String>,
    #[arg(long, value_name = "MIN,MAX,PERCENT")]
    ecn: Option<String>,
    #[arg(long, default_value = "none")]
    transport: String,
    #[arg(long, value_name = "N")]
    paths: Option<u32>,
    #[arg(long, value_name = "BYTES")]
    chunk: Option<String>,
    #[arg(long, value_name = "BYTES")]
    credit: Option<String>,
    #[arg(long, value_name = "N")]
    coalesce: Option<u32>,
    #[arg(long, value_name = "N")]
    cpu_cores: Option<u32>,
    #[arg(long, value_name = "BYTES")]
    window: Option<String>,
    #[arg(long, value_name = "N")]
    timeout_us: Option<u32>,
    #[arg(long)]
    trim: bool,
    #[arg(long, value_name = "BYTES")]
    buffer: Option<String>,
    #[arg(long)]
    credits: bool,
    #[arg(long, value_name = "PERCENT")]
    loss: Option<f64>,
    #[arg(long, value_name = "N,N", value_delimiter = ',')]
    down: Vec<u32>,
    #[arg(long)]
    cut_through: bool,
    #[arg(long)]
    rows: bool,
    #[arg(long, value_name = "N")]
    port: Option<u32>,
    #[arg(long)]
    json: bool,
}

/// A permutation that is drawn, beside the core's sets of flows.
const DRAWN: &str = "drawn";

/// What a ring carries in an all-reduce, each host to the next as one stream: twice the bytes but what each keeps.
const ALL_REDUCE: &str = "all-reduce";

/// All to the first host, with messages of each sender to others beside.
const MESSAGES: &str = "incast-messages";

pub(crate) fn loads() -> impl Iterator<Item = &'static str> {
    TrafficPattern::ALL.into_iter().map(TrafficPattern::id).chain([ALL_REDUCE, DRAWN, MESSAGES])
}

#[derive(Serialize)]
struct Row {
    src: u32,
    dst: u32,
    bytes: u64,
    start_us: f64,
    finish_us: f64,
    gbit_per_s: f64,
    way: u32,
    packets: u32,
    again: u32,
    late: u32,
    marked: u32,
    notified: u32,
}

#[derive(Serialize)]
struct Link {
    port: u32,
    from: String,
    to: String,
    gbit: f64,
    use_percent: f64,
    /// Flows hashed to it; other rules use all ways.
    flows: Option<usize>,
    longest_queue_kb: f64,
    marks: u64,
    pauses: u32,
    paused_us: f64,
    drops: u64,
}

#[derive(Serialize)]
struct Step {
    from_us: f64,
    gbit_per_s: f64,
    waiting_kb: f64,
}

#[derive(Serialize)]
pub(crate) struct Answer {
    fabric: &'static str,
    rule: &'static str,
    transport: String,
    seed: u64,
    hosts: u32,
    flow_count: usize,
    oversubscription: f64,
    time_us: f64,
    median_us: f64,
    p99_us: f64,
    p999_us: f64,
    /// Of the messages beside an incast alone: half, 99 % and 99.9 % of them took no longer.
    #[serde(skip_serializing_if = "Option::is_none")]
    messages_us: Option<[f64; 3]>,
    slowest_gbit_per_s: f64,
    fastest_gbit_per_s: f64,
    longest_queue_kb: f64,
    packets: u64,
    late: u64,
    marks: u64,
    pauses: u64,
    drops: u64,
    /// Packets of which switches sent the header alone on.
    trims: u64,
    /// With a transport: packets that came in vain, and times that nothing was heard.
    again: u64,
    in_vain: u64,
    timeouts: u64,
    /// Flows that did not end because ports waited for each other, and those ports.
    unfinished: usize,
    circle: Vec<u32>,
    watchdog_drops: u64,
    hops: u64,
    events: u64,
    digest: String,
    flows: Vec<Row>,
    links: Vec<Link>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    port: Vec<Step>,
}

pub(crate) fn run(args: &Fabric, lang: Lang) -> Result<Done, Failure> {
    let mut progress = Progress::of_whole(lang);
    let told = told(args, lang, &mut |done| progress.at(done.of(100) as usize))?;
    drop(progress);
    Ok(match told {
        Told::Wrong(done) => done,
        Told::Run(answer, notes) => {
            let text = if args.json { say::json(&answer) } else { print(args, &answer, lang) };
            Done { text, notes, status: 0 }
        }
    })
}

/// What came out.
pub(crate) enum Told {
    /// A run, and sentences about it.
    Run(Box<Answer>, Vec<String>),
    /// The file of flows makes no sense.
    Wrong(Done),
}

/// Runs what is asked; `heard` is told how far it is.
///
/// # Errors
/// It cannot be run.
pub(crate) fn told(args: &Fabric, lang: Lang, heard: &mut dyn FnMut(Arrived)) -> Result<Told, Failure> {
    let spec = spec(args)?;
    has_effect(args)?;
    let fabric = spec.build().map_err(failure)?;
    let flows = match &args.flow_file {
        None => flows(args, &spec)?,
        Some(path) => match flow_file::read(path, spec.hosts(), MAX_BYTES, lang)? {
            Read::Flows(flows) => flows,
            Read::Wrong(done) => return Ok(Told::Wrong(done)),
        },
    };
    let plan = plan(args, fabric, flows)?;
    let links = plan.fabric.links.len() as u32;
    if let Some(port) = args.port.filter(|port| *port >= links) {
        return Err(say::out_of_range("--port", port.to_string(), format!("0-{}", links - 1)));
    }
    let report = packet::watched(&plan, heard).map_err(failure)?;
    let answer = Box::new(answer(args, &spec, &plan, &report));
    // A run that got nowhere is told, beside what it has come to.
    let notes = if report.is_stalled {
        let line = PacketError::Unfinished { flows: report.unfinished as u32 }.line();
        vec![Failure::new("--flows", line).say(lang)]
    } else {
        Vec::new()
    };
    Ok(Told::Run(answer, notes))
}

fn spec(args: &Fabric) -> Result<Spec, Failure> {
    let names = || chips().map(|chip| chip.name);
    let chip = chip(&args.chip).ok_or_else(|| say::unknown("--chip", &args.chip, names()))?;
    let Fabric { leaves, hosts, gbit, .. } = *args;
    let [pods, spines, cores, rails, planes] = [
        ("pods", args.pods),
        ("spines", args.spines),
        ("cores", args.cores),
        ("rails", args.rails),
        ("planes", args.planes),
    ]
    .map(|(name, given)| part(name, given));
    let host_gbit = args.host_gbit.unwrap_or(gbit);
    let plain = LeafSpine { chip, leaves, spines, hosts_per_leaf: hosts, host_gbit, spine_gbit: gbit };
    Ok(match args.wiring.as_str() {
        "leaf-spine" => Spec::LeafSpine(plain),
        "rails" => Spec::Rails(Rails { groups: pods, servers: hosts, rails, switches: plain }),
        "fat-tree" => {
            Spec::FatTree(FatTree { chip, pods, edges: leaves, aggregations: spines, cores, hosts, host_gbit, gbit })
        }
        "dragonfly" => Spec::Dragonfly(Dragonfly { chip, groups: pods, routers: leaves, hosts, global: spines, gbit }),
        "planes" => Spec::Planes(Planes { planes, plane: plain }),
        "ring" => Spec::Ring(Ring { chip, switches: leaves, hosts, gbit }),
        other => return Err(say::unknown("--fabric", other, Spec::IDS.into_iter())),
    })
}

fn plan(args: &Fabric, mut fabric: Network, flows: Vec<Flow>) -> Result<Plan, Failure> {
    let rule = LoadBalancing::from_id(&args.rule)
        .ok_or_else(|| say::unknown("--rule", &args.rule, LoadBalancing::ALL.iter().map(|rule| rule.id())))?;
    let mut dcqcn = cards::control(&args.dcqcn, args.host_gbit.unwrap_or(args.gbit))?;
    match (&args.dcqcn_set, &mut dcqcn) {
        (None, _) => {}
        (Some(_), None) => return Err(cards::needs("--dcqcn-set", "--dcqcn")),
        (Some(text), Some(set)) => cards::constants(set, text)?,
    }
    let own = cards::Own {
        paths: args.paths,
        chunk: args.chunk.as_deref(),
        credit: args.credit.as_deref(),
        coalesce: args.coalesce,
        cores: args.cpu_cores,
        window: args.window.as_deref(),
        timeout_us: args.timeout_us,
        trim: args.trim,
    };
    let transport = cards::transport(&args.transport, &own, args.mtu)?;
    if args.trim && (!args.lossy || args.credits) {
        return Err(cards::needs("--trim", "--lossy"));
    }
    cards::agree(transport.as_ref(), dcqcn.as_ref())?;
    let mut queueing = match (args.credits, args.lossy) {
        (true, _) => Queueing::CREDITS,
        (false, true) => Queueing::LOSSY,
        (false, false) => Queueing::LOSSLESS,
    };
    queueing.is_cut_through |= args.cut_through;
    queueing.ecn = match &args.ecn {
        Some(text) => Some(cards::ramp(text)?),
        None => dcqcn.map(|_| Ecn::simai(args.gbit)),
    };
    let log = Log { series: args.port.is_some(), trace_every: 0 };
    if let Some(text) = &args.buffer {
        fabric.buffers.fill(cards::bytes("--buffer", text, 1 << 32)?);
    }
    let links = fabric.links.len() as u32;
    if args.down.iter().any(|link| *link >= links) {
        let asked = args.down.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        return Err(say::out_of_range("--down", asked, format!("0-{}", links - 1)));
    }
    let losses = match args.loss {
        None => Vec::new(),
        Some(percent) if (0.0..=50.0).contains(&percent) => vec![Loss::random(percent / 100.0)],
        Some(percent) => return Err(say::out_of_range("--loss", percent.to_string(), "0-50")),
    };
    let fabric = fabric.without(&args.down);
    let (seed, mtu) = (args.seed, args.mtu);
    let plan =
        Plan { load_balancing: rule, dcqcn, queueing, log, losses, seed, mtu, transport, ..Plan::new(fabric, flows) };
    plan.check().map_err(failure)?;
    Ok(plan)
}

fn flows(args: &Fabric, spec: &Spec) -> Result<Vec<Flow>, Failure> {
    let (asked, name) = (args.bytes.as_deref().unwrap_or(BYTES), args.flows.as_deref().unwrap_or(FLOWS));
    let bytes = size::parse(asked).filter(|bytes| (1..=MAX_BYTES.0).contains(&bytes.0));
    let bytes = bytes.ok_or_else(|| say::no_size("--bytes", asked, MAX_BYTES))?;
    let hosts = spec.hosts();
    if hosts < 2 || matches!(spec, Spec::Planes(planes) if planes.plane.hosts() < 2) {
        let error = PacketError::Itself { host: 0 };
        return Err(failure(error));
    }
    // Each plane carries the same among its own ports.
    let planes = if let Spec::Planes(planes) = spec { planes.planes } else { 1 };
    let hosts = hosts / planes;
    let of_all = |one: Vec<Flow>| {
        let shifted = |by: u32| one.iter().map(move |flow| Flow { src: flow.src + by, dst: flow.dst + by, ..*flow });
        (0..planes).flat_map(|plane| shifted(plane * hosts)).collect()
    };
    if name == DRAWN {
        return Ok(of_all(random_permutation(hosts, bytes, args.seed)));
    }
    if name == MESSAGES {
        return Ok(of_all(incast_with_messages(hosts, bytes, args.host_gbit.unwrap_or(args.gbit), args.seed)));
    }
    if name == ALL_REDUCE {
        let sent = Bytes((u128::from(bytes.0) * 2 * u128::from(hosts - 1) / u128::from(hosts)).max(1) as u64);
        return Ok(of_all(TrafficPattern::Ring.flows(hosts, sent)));
    }
    let load = TrafficPattern::from_id(name).ok_or_else(|| say::unknown("--flows", name, loads()))?;
    if load.count(hosts) * u64::from(planes) > MAX_FLOWS as u64 {
        let error = PacketError::Range { what: "flows", value: load.count(hosts), most: MAX_FLOWS as u32 };
        return Err(failure(error));
    }
    Ok(of_all(load.flows(hosts, bytes)))
}

const MAX_BYTES: Bytes = Bytes::gib(64);

/// The flag that an error is about.
fn failure(error: PacketError) -> Failure {
    let flag = match error {
        PacketError::Range { what: "spines" | "global", .. } => "--spines",
        PacketError::Range { what: "leaves" | "routers" | "switches", .. } => "--leaves",
        PacketError::Range { what: "pods" | "groups", .. } => "--pods",
        PacketError::Range { what: "cores", .. } => "--cores",
        PacketError::Range { what: "rails", .. } => "--rails",
        PacketError::Range { what: "planes", .. } => "--planes",
        PacketError::Range { what: "flows", .. } | PacketError::Unfinished { .. } | PacketError::Adds => "--flows",
        PacketError::Range { what: "bytes", .. } | PacketError::Events { .. } | PacketError::Work { .. } => "--bytes",
        PacketError::Range { what: "chunk", .. } => "--chunk",
        PacketError::Apart { .. } | PacketError::Fault { .. } => "--down",
        PacketError::Range { .. } | PacketError::Itself { .. } => "--hosts",
        PacketError::TrimsNothing => "--trim",
        PacketError::Buffer { .. } => "--buffer",
        PacketError::Rate { .. } => "--gbit",
        PacketError::Chip { .. } => "--chip",
        PacketError::Mtu { .. } => "--mtu",
    };
    Failure::new(flag, error.line())
}

fn us(time: Time) -> f64 {
    round(time.as_us(), 3)
}

fn answer(args: &Fabric, spec: &Spec, plan: &Plan, report: &Report) -> Answer {
    let gbit = |flow: &packet::report::FlowStats| round(flow.rate().as_bytes_per_s() * 8e-9, 1);
    let rates = || report.flows.iter().map(gbit);
    let row = |(told, flow): (&packet::report::FlowStats, &Flow)| Row {
        src: flow.src,
        dst: flow.dst,
        bytes: told.bytes.0,
        start_us: us(told.start),
        finish_us: us(told.finish),
        gbit_per_s: gbit(told),
        way: told.path.wrapping_sub(plan.fabric.paths(flow.src, flow.dst).start),
        packets: told.packets,
        again: told.retransmitted,
        late: told.out_of_order,
        marked: told.marked,
        notified: told.cnps,
    };
    Answer {
        fabric: spec.id(),
        rule: plan.load_balancing.id(),
        transport: args.transport.clone(),
        seed: plan.seed,
        hosts: spec.hosts(),
        flow_count: plan.flows.len(),
        oversubscription: round(spec.oversubscription(), 3),
        time_us: us(report.makespan),
        median_us: us(report.completion_time(500)),
        p99_us: us(report.completion_time(990)),
        p999_us: us(report.completion_time(999)),
        messages_us: (args.flows.as_deref() == Some(MESSAGES)).then(|| messages(plan, report).map(us)),
        slowest_gbit_per_s: rates().fold(f64::MAX, f64::min),
        fastest_gbit_per_s: rates().fold(0.0, f64::max),
        longest_queue_kb: report.ports.iter().map(|port| kb(port.max_queue_bytes)).fold(0.0, f64::max),
        packets: report.sent,
        late: report.flows.iter().map(|flow| u64::from(flow.out_of_order)).sum(),
        marks: report.ports.iter().map(|port| port.marks).sum(),
        pauses: report.ports.iter().map(|port| u64::from(port.pauses)).sum(),
        drops: report.dropped,
        trims: report.ports.iter().map(|port| port.trims).sum(),
        again: report.flows.iter().map(|flow| u64::from(flow.retransmitted)).sum(),
        in_vain: report.transport.flows.iter().map(|flow| u64::from(flow.rejected + flow.duplicates)).sum(),
        timeouts: report.transport.flows.iter().map(|flow| u64::from(flow.timeouts)).sum(),
        unfinished: report.unfinished,
        circle: report.deadlock.clone(),
        watchdog_drops: report.watchdog_drops,
        hops: report.hops,
        events: report.events,
        digest: format!("{:016x}", report.digest()),
        flows: report.flows.iter().zip(&plan.flows).map(row).collect(),
        links: links(plan, report),
        port: args.port.map(|port| steps(report, port)).unwrap_or_default(),
    }
}

/// The times within which half, 99 % and 99.9 % of the messages beside an incast were there.
fn messages(plan: &Plan, report: &Report) -> [Time; 3] {
    let of = |at: usize| {
        !plan.flows[at].dst.is_multiple_of(plan.fabric.hosts.len() as u32) && plan.flows[at].bytes == MESSAGE
    };
    report.completion_times(of, [500, 990, 999])
}

fn kb(bytes: u64) -> f64 {
    round(bytes as f64 / 1e3, 1)
}

/// Links between switches; use is of the whole run.
fn links(plan: &Plan, report: &Report) -> Vec<Link> {
    let is_between = |port: usize| {
        let link = plan.fabric.links[port];
        matches!((link.from, link.to), (Node::Switch(_), Node::Switch(_)))
    };
    let hashed = |port: usize| {
        let over = |flow: &packet::report::FlowStats| {
            flow.path != u32::MAX && plan.fabric.path(flow.path).links().contains(&(port as u32))
        };
        report.flows.iter().filter(|flow| over(flow)).count()
    };
    let link = |(port, total): (usize, &packet::report::PortStats)| {
        let seconds = report.makespan.as_secs();
        let gbit = total.bytes as f64 * 8e-9 / seconds;
        Link {
            port: port as u32,
            from: name(&plan.fabric, plan.fabric.links[port].from),
            to: name(&plan.fabric, plan.fabric.links[port].to),
            gbit: round(gbit, 1),
            use_percent: round(100.0 * gbit / f64::from(plan.fabric.links[port].gbit_per_s), 1),
            flows: (plan.load_balancing == LoadBalancing::Ecmp).then(|| hashed(port)),
            longest_queue_kb: kb(total.max_queue_bytes),
            marks: total.marks,
            pauses: total.pauses,
            paused_us: us(total.paused),
            drops: total.drops,
        }
    };
    report.ports.iter().enumerate().filter(|(port, total)| is_between(*port) && total.packets > 0).map(link).collect()
}

fn name(fabric: &Network, end: Node) -> String {
    let leaves = fabric.hosts.iter().map(|host| host.switch + 1).max().unwrap_or(0);
    match end {
        Node::Host(host) => format!("host{host}"),
        Node::Switch(switch) if switch < leaves => format!("leaf{switch}"),
        Node::Switch(switch) => format!("spine{}", switch - leaves),
    }
}

fn steps(report: &Report, port: u32) -> Vec<Step> {
    let Some(series) = report.series.get(port as usize) else { return Vec::new() };
    let used = (report.makespan.0 / report.step.0) as usize + 1;
    let step = |at: usize| Step {
        from_us: us(Time(report.step.0 * at as u64)),
        gbit_per_s: round(series.sent[at] as f64 * 8e-9 / report.step.as_secs(), 1),
        waiting_kb: kb(series.queued[at]),
    };
    (0..used.min(series.sent.len())).map(step).collect()
}

fn print(args: &Fabric, answer: &Answer, lang: Lang) -> String {
    let mut out = say::table(&[
        ("fabric", answer.fabric.to_owned()),
        ("rule", answer.rule.to_owned()),
        ("transport", answer.transport.clone()),
        ("flows", answer.flow_count.to_string()),
        ("oversubscription", answer.oversubscription.to_string()),
        ("time_us", answer.time_us.to_string()),
        ("median_us", answer.median_us.to_string()),
        ("p99_us", answer.p99_us.to_string()),
        ("p999_us", answer.p999_us.to_string()),
        ("slowest_gbit_per_s", answer.slowest_gbit_per_s.to_string()),
        ("fastest_gbit_per_s", answer.fastest_gbit_per_s.to_string()),
        ("longest_queue_kb", answer.longest_queue_kb.to_string()),
        ("packets", answer.packets.to_string()),
        ("late", answer.late.to_string()),
        ("marks", answer.marks.to_string()),
        ("pauses", answer.pauses.to_string()),
        ("drops", answer.drops.to_string()),
        ("trims", answer.trims.to_string()),
        ("in_vain", answer.in_vain.to_string()),
        ("timeouts", answer.timeouts.to_string()),
        ("unfinished", answer.unfinished.to_string()),
    ]);
    if let Some([half, most, nearly]) = answer.messages_us {
        out += &say::table(&[
            ("messages_p50_us", half.to_string()),
            ("messages_p99_us", most.to_string()),
            ("messages_p999_us", nearly.to_string()),
        ]);
    }
    let line = Line::from(msg::FabricPackets { mtu: args.mtu.into(), over: OVERHEAD.into() });
    let _ = writeln!(out, "{}", line.say(lang));
    let _ = writeln!(out, "{}", Line::new(key::FABRIC_COUNTS).say(lang));
    let cells = |cells: &[String]| cells.iter().map(|cell| say::right(cell, 12)).collect::<String>();
    let heads = |names: &[&str]| cells(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
    if args.rows {
        let _ =
            writeln!(out, "\n{}", heads(&["src", "dst", "finish_us", "gbit_per_s", "way", "late", "marked", "again"]));
        for row in &answer.flows {
            let counts = [row.way, row.late, row.marked, row.again].map(|count| count.to_string());
            let start =
                [row.src.to_string(), row.dst.to_string(), row.finish_us.to_string(), row.gbit_per_s.to_string()];
            let _ = writeln!(out, "{}{}", cells(&start), cells(&counts));
        }
    }
    let names = ["port", "from", "to", "flows", "use_percent", "queue_kb", "marks", "pauses", "drops"];
    let _ = writeln!(out, "\n{}", heads(&names));
    for link in answer.links.iter().filter(|_| answer.links.len() <= MOST_LINKS || args.rows) {
        let counts = [link.marks, link.pauses.into(), link.drops].map(|count| count.to_string());
        let shares = [
            link.flows.map_or_else(|| "-".to_owned(), |flows| flows.to_string()),
            link.use_percent.to_string(),
            link.longest_queue_kb.to_string(),
        ];
        let ends = [link.port.to_string(), link.from.clone(), link.to.clone()];
        let _ = writeln!(out, "{}{}{}", cells(&ends), cells(&shares), cells(&counts));
    }
    if !answer.port.is_empty() {
        let _ = writeln!(out, "\n{}", heads(&["from_us", "gbit_per_s", "waiting_kb"]));
        for step in &answer.port {
            let step = [step.from_us, step.gbit_per_s, step.waiting_kb].map(|value| value.to_string());
            let _ = writeln!(out, "{}", cells(&step));
        }
    }
    out
}

/// More links are listed only where rows are asked for.
const MOST_LINKS: usize = 32;
