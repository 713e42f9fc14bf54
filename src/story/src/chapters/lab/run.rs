//! The run: for both restaurants the fastest plan that a search finds, and what each kitchen's first chef does in its step. The search
//! is simulated in full; what is shown of it is laid out as one stream of tasks for each kitchen, as long as the simulation found them.

use kitchen_core::hardware::{self, place};
use kitchen_core::sim::task::{Kind, Label, TaskGraph, TaskId, Work};
use kitchen_core::topology::{self, ClusterSpec, DGX_H100, Fabric, Layout as Wired, System, Technology, Wiring};
use kitchen_core::units::Time;
use kitchen_core::workload::planner::{self, Account, Cuts, Doing, Limits, PlanError, Reach, Wish};
use kitchen_core::workload::purchases;
use kitchen_core::workload::train::{Part, Site, Trials};
use kitchen_core::workload::{Kernel, Layout, LayoutError, Model, Recipe, Schedule, Trained};
use kitchen_text::{BytesDecimal, Line, key, msg};

use crate::scenario::presets::part_of_dgx_h100;
use crate::scenario::{Draft, Scenario};
use crate::sentences::Sentence as _;

use super::own::Own;
use super::params::{Buy, Chef, STREETS};
use super::today::{CHEFS, Today};

/// Plans that are simulated at most for one restaurant.
const TRIED: usize = 160;

/// Eight GPUs under two sockets, two to each PCIe switch, with that GPU and those ways. Everything else is DGX H100's, so that one
/// purchase is one change; nobody sells all six.
const fn server(gpu: usize, wiring: Wiring) -> System {
    let whole = part_of_dgx_h100(CHEFS);
    System { gpu: &hardware::GPUS[gpu], wiring, host: topology::Host { gpus_per_switch: 2, ..whole.host }, ..whole }
}

const EXCHANGE: Wiring = part_of_dgx_h100(CHEFS).wiring;

/// By GPU, over the corridor and with an exchange.
static SERVERS: [[System; 2]; 3] = [
    [server(place::H100_SXM, Wiring::Pcie), server(place::H100_SXM, EXCHANGE)],
    [server(place::B200_SXM, Wiring::Pcie), server(place::B200_SXM, EXCHANGE)],
    [server(place::H200_SXM, Wiring::Pcie), server(place::H200_SXM, EXCHANGE)],
];

/// The two restaurants: today's, and after a purchase.
pub(super) const SIDES: usize = 2;

/// Cards of each kitchen, and Gbit/s of each.
pub(super) fn street(today: &Today, buy: Option<Buy>) -> (u32, u32) {
    match today.own_after(buy) {
        Some(own) => own.cards,
        None => STREETS[(today.params.lot.street + usize::from(buy == Some(Buy::Street))).min(STREETS.len() - 1)],
    }
}

/// Whether its chefs have tunnels.
pub(super) fn has_tunnels(today: &Today, buy: Option<Buy>) -> bool {
    match today.own_after(buy) {
        Some(own) => own.has_tunnels(),
        None => today.params.lot.tunnels || buy == Some(Buy::Tunnel),
    }
}

/// The restaurant.
pub(super) fn ground(today: &Today, buy: Option<Buy>) -> ClusterSpec {
    if let Some(own) = today.own_after(buy) {
        return own.ground();
    }
    let gpu = match (buy, today.params.chef) {
        (Some(Buy::Chef), _) | (_, Chef::B200) => 1,
        (Some(Buy::Shelf), _) | (_, Chef::H200) => 2,
        _ => 0,
    };
    let system = &SERVERS[gpu][usize::from(has_tunnels(today, buy))];
    let (cards, gbit) = street(today, buy);
    let layout = if cards == CHEFS { Wired::Rail } else { Wired::LeafSpine };
    let fabric = Fabric { layout, technology: Technology::Ethernet, ..system.default_fabric.with_nics(cards, gbit) };
    ClusterSpec { fabric, ..ClusterSpec::new(system, today.kitchens(buy)) }
}

/// The restaurant as it is built. On a lot no group is long; one of the reader's own comes with what measures those.
pub(super) fn site(today: &Today, buy: Option<Buy>) -> Result<Site, Line> {
    let spec = ground(today, buy);
    let site = if today.own.is_some() { Own::site(&spec) } else { Site::small(&spec) };
    site.map_err(|error| error.line())
}

/// The best plan of a search, and how far it went.
#[derive(Clone, Copy, Debug)]
pub(super) struct Planned {
    pub(super) step: Trained,
    /// None where it was not searched for, but is as published.
    pub(super) fit: usize,
    pub(super) simulated: usize,
    pub(super) is_proven: bool,
}

/// The schedules that the command looks at where it is not told others.
const EVERY: [Schedule; 4] =
    [Schedule::OneFOneB, Schedule::Interleaved(2), Schedule::Interleaved(4), Schedule::Interleaved(8)];

/// What is searched for; the recipe is [`Today::recipe`].
fn wish<'a>(today: &Today, recipe: &'a Model, buy: Option<Buy>) -> Wish<'a> {
    let usual = Wish { cuts: today.cuts(buy), ..Wish::new(recipe, ground(today, buy), today.texts()) };
    // The reader's own is answered as `kitchen plan` answers.
    match today.own {
        Some(own) => Wish {
            // A published run keeps its precision, its kernels and what they overlap, whatever is bought.
            recipe: match own.run {
                Some(run) => run.layout.recipe,
                None => Recipe { attention: Kernel::Fused, ..usual.recipe },
            },
            schedules: &EVERY,
            reach: Reach::Whole,
            ..usual
        },
        None => usual,
    }
}

/// Searches.
pub(super) fn plan(today: &Today, buy: Option<Buy>) -> Result<Planned, Line> {
    let recipe = today.recipe();
    if let Some(run) = today.published().filter(|_| buy.is_none()) {
        let site = site(today, buy)?;
        let step = Trials::on(&site, &recipe).train(&run.layout).map_err(|error| error.line())?;
        return Ok(Planned { step, fit: 0, simulated: 1, is_proven: true });
    }
    let limits = Limits { wanted: 1, simulated: TRIED };
    let mut wish = wish(today, &recipe, buy);
    // Where it cannot be cut so, that is left to the search.
    if buy.is_none() && uncuttable(today).is_some() {
        wish.cuts = Cuts::default();
    }
    let found = planner::search_on(&site(today, buy)?, &wish, limits, &mut |_, _| ()).map_err(|error| error.line())?;
    let step = *found.best.first().ok_or_else(|| Line::new(key::LAB_TOO_LARGE))?;
    Ok(Planned { step, fit: found.fit, simulated: found.simulated, is_proven: found.is_proven() })
}

/// The step of the plan that one would begin with, by Megatron-LM's rule.
pub(super) fn by_rule(today: &Today) -> Option<Time> {
    let recipe = today.recipe();
    purchases::plain(&wish(today, &recipe, None)).map(|step| step.iteration)
}

/// Why today's plan cannot be cut as it is: what does not divide, or what is held.
pub(super) fn uncuttable(today: &Today) -> Option<Line> {
    let (cuts, recipe) = (today.cuts(None), today.recipe());
    if !today.is_cut() {
        return None;
    }
    let chefs = today.kitchens(None) * today.chefs_each();
    let [tensor, pipeline] = [cuts.tensor, cuts.pipeline].map(|ways| ways.unwrap_or(1));
    if !chefs.is_multiple_of(tensor * pipeline) {
        return Some(LayoutError::Gpus { gpus: chefs, tensor, pipeline }.line());
    }
    let data = chefs / tensor / pipeline;
    let error = planner::fits(&wish(today, &recipe, None), chefs).err()?;
    // What does not divide is named, where nothing else decides it.
    let layout = Layout { tensor, pipeline, data, global_batch: today.texts(), ..Layout::ONE };
    Some(match (error, layout.check(&recipe)) {
        (PlanError::NothingFits { least, have }, _) => {
            msg::LabCutLarge { least: BytesDecimal(least), have: BytesDecimal(have) }.into()
        }
        (_, Err(error)) => error.line(),
        (error, Ok(())) => error.line(),
    })
}

/// What stands in a label's `step` of a task that occupies nobody.
pub(super) mod mark {
    /// Waits for who shares a pot.
    pub(crate) const INSIDE: u16 = 0;
    /// Waits for a meeting.
    pub(crate) const MEETING: u16 = 1;
    /// Waits for another kitchen's bowl.
    pub(crate) const RELAY: u16 = 2;
    /// Not told of.
    pub(crate) const QUIET: u16 = 3;
    /// The meeting's slips are on their way.
    pub(crate) const USED: u16 = 4;
    /// A bowl or a report is on the street, to the kitchen in `channel`; on its way back where `chunk` is 1.
    pub(crate) const RIDE: u16 = 5;
}

/// What is told of a plan, by the `step` of a join's label, whose `chunk` is the number and whose `channel` the side.
pub(super) mod fact {
    pub(crate) const TENSOR: usize = 0;
    pub(crate) const PIPELINE: usize = 1;
    pub(crate) const DATA: usize = 2;
    pub(crate) const ZERO: usize = 3;
    pub(crate) const BOWL: usize = 4;
    pub(crate) const RECOMPUTE: usize = 5;
    pub(crate) const FIT: usize = 6;
    pub(crate) const SIMULATED: usize = 7;
    pub(crate) const PROVEN: usize = 8;
    /// Of what the fullest GPU holds, megabytes.
    pub(crate) const STATE: usize = 9;
    pub(crate) const ACTIVATIONS: usize = 10;
    pub(crate) const COUNT: usize = 11;
}

/// Joins for each drawn kitchen after those of the facts: what its first chef's time went into, as [`Part::ALL`] and then the bubble,
/// picoseconds in two halves.
pub(super) const ACCOUNT: usize = Part::ALL.len() + 1;

/// One lane a kitchen that is drawn, of both restaurants.
pub(super) fn clusters(scenario: &Scenario) -> Vec<ClusterSpec> {
    let today = Today::of(scenario);
    let lanes = today.drawn(None) + today.drawn(Some(today.params.buy));
    vec![ClusterSpec { gpus: Some(lanes), ..ClusterSpec::new(&DGX_H100, lanes.div_ceil(CHEFS)) }]
}

pub(super) fn prepare(scenario: &Scenario) -> Result<Vec<Draft>, Line> {
    let today = Today::of(scenario);
    let [cluster] = clusters(scenario)[..] else { return Ok(Vec::new()) };
    let topology = topology::build(&cluster).map_err(|error| error.line())?;
    let mut graph = TaskGraph::new();
    let mut first = 0;
    for (side, buy) in (0..).zip([None, Some(today.params.buy)]) {
        let planned = plan(&today, buy)?;
        note(&mut graph, side, &planned);
        lay(&mut graph, &today, buy, (first, &planned.step))?;
        first += today.drawn(buy);
    }
    Ok(vec![Draft::new(topology, graph)])
}

/// Writes down the plan.
fn note(graph: &mut TaskGraph, side: u16, planned: &Planned) {
    let (layout, memory) = (&planned.step.layout, planned.step.memory);
    let mut facts = [0_u32; fact::COUNT];
    facts[fact::TENSOR] = layout.tensor;
    facts[fact::PIPELINE] = layout.pipeline;
    facts[fact::DATA] = layout.data;
    facts[fact::ZERO] = layout.sharding.zero.stage();
    facts[fact::BOWL] = layout.micro_batch;
    facts[fact::RECOMPUTE] = layout.recompute as u32;
    facts[fact::FIT] = planned.fit as u32;
    facts[fact::SIMULATED] = planned.simulated as u32;
    facts[fact::PROVEN] = u32::from(planned.is_proven);
    facts[fact::STATE] = (memory.state.0 / 1_000_000) as u32;
    facts[fact::ACTIVATIONS] = (memory.activations.0 / 1_000_000) as u32;
    for (at, value) in (0..).zip(facts) {
        graph.add(Work::Join, Label::new(Kind::Join).step(at).chunks(value, 1).channel(side), &[]);
    }
}

/// Writes down where a kitchen's time went.
fn book(graph: &mut TaskGraph, (side, kitchen): (u16, u32), account: &Account) {
    let first = fact::COUNT + kitchen as usize * ACCOUNT;
    for (at, time) in account.parts.iter().chain([&account.bubble]).enumerate() {
        let halves = [time.0 >> 32, time.0 & u64::from(u32::MAX)].map(|half| half as u32);
        let label = Label::new(Kind::Join).step((first + at) as u16).chunks(halves[0], halves[1]).channel(side);
        graph.add(Work::Join, label, &[]);
    }
}

/// A stream for each kitchen of a restaurant: what its first chef does.
fn lay(graph: &mut TaskGraph, today: &Today, buy: Option<Buy>, (first, step): (u32, &Trained)) -> Result<(), Line> {
    let traced = site(today, buy)?.traced(&today.recipe(), &step.layout).map_err(|error| error.line())?;
    let stage_chefs = (step.gpus / step.layout.pipeline).max(1);
    let each = today.chefs_each();
    let accounts = planner::accounts(&traced);
    for kitchen in 0..today.drawn(buy) {
        let (gpu, stage) = (first + kitchen, today.behind(buy, kitchen) * each / stage_chefs);
        if let Some(account) = accounts.get(stage as usize) {
            book(graph, (u16::from(buy.is_some()), kitchen), account);
        }
        let mut last: Vec<TaskId> = Vec::new();
        for one in planner::stretches(&traced, stage) {
            let duration = one.end - one.start;
            let works = |kind| (Work::Compute { gpu, duration }, Label::new(kind).micro_batch(one.micro_batch));
            let waits = |mark| (Work::Delay { gpu, duration }, Label::new(Kind::Launch).step(mark));
            let (work, label) = match one.doing {
                Doing::Forward => works(Kind::Forward),
                Doing::Backward => works(Kind::Backward),
                Doing::Update => works(Kind::Update),
                Doing::Inside => waits(mark::INSIDE),
                Doing::Meeting => waits(mark::MEETING),
                Doing::Relay => waits(mark::RELAY),
            };
            let label = if matches!(work, Work::Compute { .. }) {
                label.chunks(whole_ns(one.inside), whole_ns(one.meeting))
            } else {
                label
            };
            last = vec![graph.add(work, label, &last)];
        }
        let (mut last, mut now): (Vec<TaskId>, Time) = (Vec::new(), Time::ZERO);
        for (start, end) in planner::meetings(&traced, stage) {
            for (until, mark) in [(start, mark::QUIET), (end, mark::USED)] {
                let work = Work::Delay { gpu, duration: until.saturating_sub(now) };
                last = vec![graph.add(work, Label::new(Kind::Launch).step(mark), &last)];
                now = until;
            }
        }
    }
    for one in planner::handed(&traced) {
        let [from, to] = one.stages.map(|stage| today.stands_for(buy, stage * stage_chefs / each));
        let ([start, end], gpu) = (one.span, first + from);
        if from == to || start >= end {
            continue;
        }
        let quiet = Work::Delay { gpu, duration: start };
        let before = graph.add(quiet, Label::new(Kind::Launch).step(mark::QUIET), &[]);
        let label = Label::new(Kind::Launch).step(mark::RIDE).micro_batch(one.micro_batch);
        let label = label.chunks(u32::from(one.is_back), 1).channel(to as u16);
        graph.add(Work::Delay { gpu, duration: end - start }, label, &[before]);
    }
    Ok(())
}

/// Nanoseconds: what a pass waits inside, in a label's number.
fn whole_ns(time: Time) -> u32 {
    u32::try_from(time.0 / 1_000).unwrap_or(u32::MAX)
}
