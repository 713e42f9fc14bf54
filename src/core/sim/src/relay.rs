//! Tasks by a rule: a ring's transfers are as many as ranks squared, and need not be in memory to be simulated.
//!
//! A relay is what an all-reduce on rings does: items go round, each handed from runner to runner. A runner hands an item
//! on once it has arrived and the one before it has left, and at any time no more items are under way than there are runners. So the engine holds a
//! task for each runner where the whole graph would hold one for each runner and round: 33 million for 4,096 ranks.
//!
//! Every transfer is still an event of its own, on the same network as in a task graph that lists them all; the tests
//! hold both against each other.

use kitchen_task::{GpuId, Kind, Label, LinkCapacity, Route, RouteId, TaskGraph, TaskId, Work};
use kitchen_trace::Trace;
use kitchen_units::progress;
use kitchen_units::{Bytes, Time};

use crate::engine::{self, Tasks};
use crate::net::fluid::Fluid;
use crate::{Limits, Options, Record, SimError, check};

mod walk;

/// One place of a relay: where items go on from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Runner {
    /// Who sends.
    pub src: GpuId,
    /// Who receives.
    pub dst: GpuId,
    /// Its index in [`Relay::routes`].
    pub route: RouteId,
    /// The runner that gets what this one hands on. Each runner gets from exactly one.
    pub next: u32,
}

/// Items that runners hand on, in `rounds` rounds. In round 0 every runner hands on an item of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Relay {
    /// Each route once.
    pub routes: Vec<Route>,
    /// The senders, each with the next on its ring.
    pub runners: Vec<Runner>,
    /// By runner: the bytes of the item that it has at first.
    pub bytes: Vec<Bytes>,
    /// How often each sends.
    pub rounds: u32,
    /// What each GPU waits before anything leaves or reaches it.
    pub launch: Time,
}

/// The most transfers of a relay whose runners feel each other on links: ten seconds or so. The all-reduce of 8,192 ranks on one ring
/// has as many.
pub const MOST_TRANSFERS: u64 = 1 << 27;

impl Relay {
    /// How many transfers it has.
    pub fn transfers(&self) -> u64 {
        self.runners.len() as u64 * u64::from(self.rounds)
    }

    /// How long it takes on `links` with nothing else on them.
    ///
    /// # Errors
    /// [`SimError`], as for [`crate::run`]; [`SimError::TooManyTasks`] beyond [`MOST_TRANSFERS`] where runners feel each other on links.
    ///
    /// # Complexity
    /// O(transfers x log(distinct event times)) and memory O(runners + routes). Where items are equal and no runner feels another,
    /// O(rounds x runners that are not alike) without events.
    ///
    /// # Example
    /// ```
    /// use kitchen_sim::{Limits, relay::{Relay, Runner}, task::*};
    /// use kitchen_units::{Bytes, Rate, Time};
    ///
    /// // Two GPUs exchange a kilobyte three times, 1 µs each.
    /// let way = |link| Route { hops: vec![Hop { link, share: 1.0 }], ..Route::default() };
    /// let relay = Relay {
    ///     routes: vec![way(0), way(1)],
    ///     runners: vec![
    ///         Runner { src: 0, dst: 1, route: 0, next: 1 },
    ///         Runner { src: 1, dst: 0, route: 1, next: 0 },
    ///     ],
    ///     bytes: vec![Bytes(1_000); 2],
    ///     rounds: 3,
    ///     ..Relay::default()
    /// };
    /// let links = [LinkCapacity { rate: Rate::gb_per_s(1.0) }; 2];
    /// assert_eq!(relay.makespan(&links, Limits::default()), Ok(Time::from_us(3)));
    /// ```
    pub fn makespan(&self, links: &[LinkCapacity], limits: Limits) -> Result<Time, SimError> {
        self.check()?;
        match walk::walk(self, links, limits) {
            Some(time) => Ok(time),
            None => self.simulated(links, limits),
        }
    }

    /// [`Relay::makespan`] by events, whoever feels whom.
    fn simulated(&self, links: &[LinkCapacity], limits: Limits) -> Result<Time, SimError> {
        let transfers = self.transfers();
        if transfers > MOST_TRANSFERS {
            let limit = MOST_TRANSFERS as usize;
            return Err(SimError::TooManyTasks { tasks: usize::try_from(transfers).unwrap_or(usize::MAX), limit });
        }
        // The first round as a graph: it names all GPUs, routes and links.
        let gpus = self.runners.iter().map(|runner| runner.src.max(runner.dst) as usize + 1).max().unwrap_or(0);
        let options = Options { record: Record::Makespan, limits };
        let first = self.graph(1);
        check::size(&first, gpus, &options)?;
        crate::check(&first, links, gpus)?;
        let network = Fluid::new(&self.routes, links, &options);
        let run = Run::new(self, gpus);
        let watcher = &mut progress::ignored;
        engine::run_tasks(run, Trace::default(), gpus, &options, network, watcher).map(|trace| trace.makespan)
    }

    /// Each runner hands its items to one, and each gets them from one.
    fn check(&self) -> Result<(), SimError> {
        let mut is_next = vec![false; self.runners.len()];
        for (dep, runner) in (0..).zip(&self.runners) {
            match is_next.get_mut(runner.next as usize) {
                Some(taken) if !*taken && self.bytes.len() == self.runners.len() => *taken = true,
                _ => return Err(SimError::DependencyOrder { task: runner.next, dep }),
            }
        }
        Ok(())
    }

    /// By runner: who hands it its items.
    fn before(&self) -> Vec<u32> {
        let mut before = vec![0; self.runners.len()];
        for (id, runner) in (0..).zip(&self.runners) {
            before[runner.next as usize] = id;
        }
        before
    }

    /// The first `rounds` rounds as a task graph: launches, then transfers round by round, each runner's in a queue.
    pub fn graph(&self, rounds: u32) -> TaskGraph {
        let mut graph = TaskGraph::new();
        graph.routes.clone_from(&self.routes);
        let gpus = self.runners.iter().map(|runner| runner.src.max(runner.dst) + 1).max().unwrap_or(0);
        for gpu in 0..gpus {
            graph.add(Work::Delay { gpu, duration: self.launch }, Label::new(Kind::Launch), &[]);
        }
        let count = self.runners.len();
        let before = self.before();
        // By runner: the first runner of the item that it hands on.
        let mut items: Vec<u32> = (0..count as u32).collect();
        for round in 0..rounds {
            let last = gpus + (round.max(1) - 1) * count as u32;
            for (id, runner) in self.runners.iter().enumerate() {
                let (from, own) = (last + before[id], last + id as u32);
                let (launched, arrived) = ([runner.src, runner.dst], [from]);
                let deps: &[TaskId] = if round == 0 { &launched } else { &arrived };
                let bytes = self.bytes[items[id] as usize];
                let work = Work::Transfer { src: runner.src, dst: runner.dst, route: runner.route, bytes };
                graph.add_behind(work, Label::new(Kind::SendReduce), deps, (round > 0).then_some(own));
            }
            items = before.iter().map(|&from| items[from as usize]).collect();
        }
        graph
    }
}

/// A relay under way. Task ids: the GPUs' launches, then `round << shift | runner`.
struct Run<'a> {
    relay: &'a Relay,
    launches: u32,
    shift: u32,
    /// By GPU: the runners that wait for its launch; by runner: for how many launches it waits.
    at: Vec<Vec<u32>>,
    missing: Vec<u8>,
    /// By runner: how many items it has been handed, and how many have left it.
    places: Vec<(u32, u32)>,
    circles: Circles,
}

impl<'a> Run<'a> {
    fn new(relay: &'a Relay, gpus: usize) -> Run<'a> {
        let count = relay.runners.len();
        let mut at = vec![Vec::new(); gpus];
        for (id, runner) in (0..).zip(&relay.runners) {
            at[runner.src as usize].push(id);
            at[runner.dst as usize].push(id);
        }
        Run {
            relay,
            launches: gpus as u32,
            shift: count.next_power_of_two().trailing_zeros(),
            at,
            missing: vec![2; count],
            places: vec![(0, 0); count],
            circles: Circles::of(relay),
        }
    }

    fn id(&self, round: u32, runner: u32) -> TaskId {
        self.launches + (round << self.shift | runner)
    }

    /// Round and runner of a transfer.
    fn place(&self, task: TaskId) -> (u32, u32) {
        let place = task - self.launches;
        (place >> self.shift, place & ((1 << self.shift) - 1))
    }
}

impl Tasks for Run<'_> {
    fn count(&self) -> u64 {
        u64::from(self.launches) + self.relay.transfers()
    }

    fn begin(&self, ready: &mut Vec<TaskId>) {
        ready.extend(0..self.launches);
    }

    fn work(&self, task: TaskId) -> Work {
        if task < self.launches {
            return Work::Delay { gpu: task, duration: self.relay.launch };
        }
        let (round, id) = self.place(task);
        let Runner { src, dst, route, .. } = self.relay.runners[id as usize];
        Work::Transfer { src, dst, route, bytes: self.circles.bytes(round, id) }
    }

    fn route(&self, route: RouteId) -> &Route {
        &self.relay.routes[route as usize]
    }

    fn is_reduction(&self, _: TaskId) -> bool {
        false
    }

    fn left(&mut self, task: TaskId, ready: &mut Vec<TaskId>) {
        let (round, id) = self.place(task);
        let (arrived, left) = &mut self.places[id as usize];
        *left = round + 1;
        if *arrived > round {
            ready.push(self.id(round + 1, id));
        }
    }

    fn end(&mut self, task: TaskId, ready: &mut Vec<TaskId>) {
        if task < self.launches {
            for &runner in self.at[task as usize].iter().filter(|_| self.relay.rounds > 0) {
                let missing = &mut self.missing[runner as usize];
                *missing -= 1;
                if *missing == 0 {
                    ready.push(self.launches + runner);
                }
            }
            return;
        }
        let (round, id) = self.place(task);
        let round = round + 1;
        if round == self.relay.rounds {
            return;
        }
        let next = self.relay.runners[id as usize].next;
        let (arrived, left) = &mut self.places[next as usize];
        *arrived = round;
        if *left >= round {
            ready.push(self.id(round, next));
        }
    }
}

/// Which item a runner hands on in a round.
enum Circles {
    /// All items are of one size.
    Even(Bytes),
    /// The runners' items in the order in which runners hand on, circle by circle, and by runner: where its circle begins,
    /// how long it is, and the runner's place in it.
    Odd { bytes: Vec<Bytes>, places: Vec<(u32, u32, u32)> },
}

impl Circles {
    fn of(relay: &Relay) -> Circles {
        let first = relay.bytes.first().copied().unwrap_or_default();
        if relay.bytes.iter().all(|&bytes| bytes == first) {
            return Circles::Even(first);
        }
        let mut bytes = Vec::with_capacity(relay.runners.len());
        let mut places = vec![(0, 0, 0); relay.runners.len()];
        let mut seen = vec![false; relay.runners.len()];
        for start in 0..relay.runners.len() {
            let begin = bytes.len();
            let mut at = start;
            while !std::mem::replace(&mut seen[at], true) {
                places[at] = (begin as u32, 0, (bytes.len() - begin) as u32);
                bytes.push(relay.bytes[at]);
                at = relay.runners[at].next as usize;
            }
            let len = (bytes.len() - begin) as u32;
            let mut at = start;
            while places[at].1 == 0 {
                places[at].1 = len;
                at = relay.runners[at].next as usize;
            }
        }
        Circles::Odd { bytes, places }
    }

    fn bytes(&self, round: u32, runner: u32) -> Bytes {
        match self {
            Circles::Even(bytes) => *bytes,
            Circles::Odd { bytes, places } => {
                let (begin, len, place) = places[runner as usize];
                bytes[(begin + (place + len - round % len) % len) as usize]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use kitchen_units::Rate;
    use proptest::prelude::*;

    use super::*;
    use crate::{self as sim, task::Hop};

    /// Rings of these many runners on links of these rates (GB/s, in turn), some of them shared, with items of these sizes (in
    /// turn): the relay takes what its graph takes.
    fn check(rings: &[u32], rates: &[f64], sizes: &[u64], rounds: u32) {
        let count: u32 = rings.iter().sum();
        let links: Vec<_> = rates.iter().map(|&gb| LinkCapacity { rate: Rate::gb_per_s(gb) }).collect();
        let mut relay = Relay { rounds, launch: Time::from_us(1), ..Relay::default() };
        let mut first = 0;
        for &len in rings {
            for place in 0..len {
                let id = first + place;
                let hops = vec![Hop { link: id * 7 % links.len() as u32, share: 1.0 }];
                relay.routes.push(Route {
                    hops,
                    latency: Time::from_ns(u64::from(id % 3) * 100),
                    ceiling: None,
                    efficiency: 1.0,
                });
                let next = first + (place + 1) % len;
                relay.runners.push(Runner { src: id, dst: (id + 1) % count, route: id, next });
                relay.bytes.push(Bytes(sizes[id as usize % sizes.len()]));
            }
            first += len;
        }
        let options = Options { record: Record::Makespan, ..Options::default() };
        let whole = sim::run(&relay.graph(rounds), &links, count as usize, &options).unwrap();
        assert_eq!(relay.simulated(&links, Limits::default()), Ok(whole.makespan));
        assert_eq!(relay.makespan(&links, Limits::default()), Ok(whole.makespan));
    }

    /// Rings in which runners of these rates, latencies and items take turns, each with a link of its own: walked, they take what
    /// their events take.
    fn check_walked(turn: &[(f64, u64)], turns: u32, bytes: u64, rounds: u32) {
        let count = turn.len() as u32 * turns;
        let of = |id: u32| turn[id as usize % turn.len()];
        let rate = |id| LinkCapacity { rate: Rate::gb_per_s(of(id).0) };
        let links: Vec<_> = (0..count).map(rate).collect();
        let mut relay = Relay { rounds, launch: Time::from_us(1), ..Relay::default() };
        for id in 0..count {
            let hops = vec![Hop { link: id, share: 1.0 }];
            relay.routes.push(Route { hops, latency: Time::from_ns(of(id).1), ..Route::default() });
            relay.runners.push(Runner { src: id, dst: (id + 1) % count, route: id, next: (id + 1) % count });
        }
        relay.bytes = vec![Bytes(bytes); count as usize];
        let walked = walk::walk(&relay, &links, Limits::default()).unwrap();
        assert_eq!(Ok(walked), relay.simulated(&links, Limits::default()));
    }

    proptest! {
        #[test]
        fn a_walk_takes_what_the_events_take(
            turn in prop::collection::vec((1.0..50.0_f64, 0_u64..3_000), 1..9),
            turns in 1_u32..5,
            bytes in 0_u64..5_000,
            rounds in 1_u32..90,
        ) {
            check_walked(&turn, turns, bytes, rounds);
        }

        #[test]
        fn a_relay_takes_what_its_graph_takes(
            rings in prop::collection::vec(1_u32..9, 1..4),
            rates in prop::collection::vec(1.0..50.0_f64, 1..30),
            sizes in prop::collection::vec(0_u64..5_000, 1..7),
            rounds in 1_u32..20,
        ) {
            check(&rings, &rates, &sizes, rounds);
        }
    }

    #[test]
    fn more_transfers_than_anyone_would_wait_for_are_refused() {
        let runner = Runner { src: 0, dst: 0, route: 0, next: 0 };
        let relay =
            Relay { routes: vec![Route::default()], runners: vec![runner], rounds: u32::MAX, ..Relay::default() };
        let limit = MOST_TRANSFERS as usize;
        let error = SimError::TooManyTasks { tasks: u32::MAX as usize, limit };
        assert_eq!(relay.simulated(&[], Limits::default()), Err(error));
    }

    /// Two rings over one link: every transfer is an event, and a walk would be wrong.
    #[test]
    fn runners_that_feel_each_other_are_not_walked() {
        let route = Route { hops: vec![Hop { link: 0, share: 1.0 }], ..Route::default() };
        let runner = |id| Runner { src: id, dst: id, route: 0, next: id };
        let (runners, bytes) = (vec![runner(0), runner(1)], vec![Bytes(1_000); 2]);
        let relay = Relay { routes: vec![route], runners, bytes, rounds: 3, ..Relay::default() };
        let links = [LinkCapacity { rate: Rate::gb_per_s(1.0) }];
        assert_eq!(walk::walk(&relay, &links, Limits::default()), None);
        assert_eq!(relay.makespan(&links, Limits::default()), Ok(Time::from_us(6)));
    }

    #[test]
    fn runners_that_do_not_stand_in_rings_are_refused() {
        let runner = |next| Runner { src: 0, dst: 0, route: 0, next };
        let mut relay = Relay { routes: vec![Route::default()], rounds: 2, ..Relay::default() };
        (relay.runners, relay.bytes) = (vec![runner(1), runner(1)], vec![Bytes(1); 2]);
        let error = SimError::DependencyOrder { task: 1, dep: 1 };
        assert_eq!(relay.makespan(&[], Limits::default()), Err(error));
    }

    #[test]
    fn nothing_to_hand_on_takes_no_time() {
        assert_eq!(Relay::default().makespan(&[], Limits::default()), Ok(Time::ZERO));
    }
}
