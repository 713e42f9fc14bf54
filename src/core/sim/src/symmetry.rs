//! Equal things in equal positions, found in the graph: a smaller graph that takes exactly as long.
//!
//! Many collectives do the same in many places at once: each rail of a cluster carries the same trees at the same time.
//! Tasks, routes and links are parted into classes; one of each class is simulated for all.
//!
//! # When it is exact
//! The classes must be *equitable*:
//!
//! * links of a class have equal capacity, and are crossed by equally many routes of each class with equal shares;
//! * routes of a class have equal latency and ceiling, cross equally many links of each class with equal shares, and
//!   carry equally many tasks of each class;
//! * tasks of a class are the same work, on routes of one class, after predecessors of the same classes, and in a queue
//!   behind tasks of one class or all in none.
//!
//! Then tasks of a class start and end together. While they have so far, equal routes hold equal flows. One rate for each
//! class that is max-min fair among one link of each class is feasible and has a bottleneck for each flow in the whole
//! network too, since every link sees what its class sees; and max-min fair rates are unique. So equal flows drain
//! together, and what waits for them goes on together. A GPU's compute stream orders equal tasks by their ids, which no
//! class knows: a graph that computes is left as it is.
//!
//! # Method
//! Colour refinement: colours of tasks follow from work, route and predecessors in one pass in topological order, those of
//! routes and links from all that meet there; again until no class is parted any more. Colours are 64-bit sums, so the
//! classes found are checked item by item against the definition above; if a colour lied, nothing is folded.
//!
//! # Complexity
//! O(tasks + dependencies + hops) a round, and rounds are few: information crosses the task graph in one pass.
//!
//! # Literature
//! C. Berkholz, P. Bonsma, M. Grohe: Tight lower and upper bounds for the complexity of canonical colour refinement.
//! Theory Comput. Syst. 60 (2017), for equitable partitions by refinement.

use kitchen_task::{Hop, LinkCapacity, Route, RouteId, TaskGraph, TaskId, Work};

use crate::net::fold::mix;

/// Rounds after which the search gives up: a graph that needs more has little to gain.
const MAX_ROUNDS: u32 = 16;

/// Fewer tasks are simulated before their classes are found.
const MIN_TASKS: usize = 1_000;

/// Larger graphs are simulated as they are: to find their classes takes longer than their events, which come in crowds.
const MAX_TASKS: usize = 1_000_000;

/// [`MAX_TASKS`] for routes, which take the most memory.
const MAX_ROUTES: usize = 100_000;

/// One of each class.
#[derive(Clone, Debug, PartialEq)]
pub struct Quotient {
    /// A transfer here stands for the equal ones of its class, and crosses one link of each class with all their shares.
    pub graph: TaskGraph,
    /// The first link of each class.
    pub links: Vec<LinkCapacity>,
}

/// Finds the classes of `graph`, which has passed [`check`](crate::check()), and leaves one of each.
///
/// # Returns
/// A graph whose run ends when the run of `graph` does, or `None` where it would not be much smaller or the graph holds
/// compute tasks.
///
/// # Example
/// ```
/// use kitchen_sim::{self as sim, Options, symmetry, task::*};
/// use kitchen_units::{Bytes, Rate};
///
/// // A thousand pairs do the same, two transfers each.
/// let mut graph = TaskGraph::new();
/// for link in 0..1_000 {
///     let route = graph.add_route(Route { hops: vec![Hop { link, share: 1.0 }], ..Route::default() });
///     let work = Work::Transfer { src: 0, dst: 0, route, bytes: Bytes(1_000) };
///     let first = graph.add(work, Label::new(Kind::SendCopy), &[]);
///     graph.add(work, Label::new(Kind::SendCopy), &[first]);
/// }
/// let links = vec![LinkCapacity { rate: Rate::gb_per_s(1.0) }; 1_000];
/// let small = symmetry::quotient(&graph, &links).unwrap();
/// assert_eq!((small.graph.len(), small.links.len()), (2, 1));
/// let time = |graph, links| sim::run(graph, links, 1, &Options::default()).unwrap().makespan;
/// assert_eq!(time(&small.graph, &small.links), time(&graph, &links));
/// ```
pub fn quotient(graph: &TaskGraph, links: &[LinkCapacity]) -> Option<Quotient> {
    let is_worthwhile = (MIN_TASKS..=MAX_TASKS).contains(&graph.len()) && graph.routes.len() <= MAX_ROUTES;
    if is_worthwhile { search(graph, links) } else { None }
}

/// [`quotient`] of a graph of any size.
fn search(graph: &TaskGraph, links: &[LinkCapacity]) -> Option<Quotient> {
    if graph.work.iter().any(|work| matches!(work, Work::Compute { .. })) {
        return None;
    }
    let meetings = Meetings::of(graph, links.len());
    let mut colours = Colours::first(graph, links);
    colours.refine(graph, &meetings)?;
    let classes = Classes::of(&colours);
    check(graph, links, &meetings, &colours, &classes).then(|| fold(graph, links, &meetings, &colours, &classes))
}

/// Rows of one table, side by side.
struct Rows<T> {
    start: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy + Default> Rows<T> {
    /// From (row, item) pairs, which `each` visits twice in the same order.
    fn of(rows: usize, each: impl Fn(&mut dyn FnMut(u32, T))) -> Rows<T> {
        let mut start = vec![0_u32; rows + 2];
        each(&mut |row, _| start[row as usize + 2] += 1);
        for row in 2..start.len() {
            start[row] += start[row - 1];
        }
        let mut items = vec![T::default(); start[rows + 1] as usize];
        each(&mut |row, item| {
            let place = &mut start[row as usize + 1];
            items[*place as usize] = item;
            *place += 1;
        });
        start.pop();
        Rows { start, items }
    }

    fn get(&self, row: u32) -> &[T] {
        &self.items[self.start[row as usize] as usize..self.start[row as usize + 1] as usize]
    }
}

/// Who waits for whom, and who meets where: the tasks on each route, and the routes (that carry a task) on each link
/// with their shares.
struct Meetings {
    deps: Rows<TaskId>,
    tasks: Rows<TaskId>,
    crossings: Rows<(RouteId, f64)>,
}

impl Meetings {
    fn of(graph: &TaskGraph, links: usize) -> Meetings {
        let tasks: Rows<TaskId> = Rows::of(graph.routes.len(), |add| {
            for (task, work) in (0..).zip(&graph.work) {
                if let Work::Transfer { route, .. } = *work {
                    add(route, task);
                }
            }
        });
        let crossings = Rows::of(links, |add| {
            for (id, route) in (0..).zip(&graph.routes) {
                for hop in route.hops.iter().filter(|_| !tasks.get(id).is_empty()) {
                    add(hop.link, (id, route.load(hop)));
                }
            }
        });
        Meetings { deps: essential(graph), tasks, crossings }
    }
}

/// Who each task must wait for. Where all that wait for nothing are alike (the launches of a collective), they end together
/// and before all others, and nobody who waits for others needs to wait for them.
fn essential(graph: &TaskGraph) -> Rows<TaskId> {
    let is_source = |task: TaskId| graph.deps(task).is_empty();
    let mut sources = (0..).zip(&graph.work).filter(|&(task, _)| is_source(task)).map(|(_, work)| match *work {
        Work::Delay { duration, .. } => Some(duration),
        _ => None,
    });
    let first = sources.next().flatten();
    let alike = first.is_some() && sources.all(|duration| duration == first);
    Rows::of(graph.len(), |add| {
        for task in 0..graph.len() as TaskId {
            let deps = graph.deps(task);
            if alike && deps.iter().all(|&dep| is_source(dep)) {
                deps.iter().take(1).for_each(|&dep| add(task, dep));
            } else {
                deps.iter().filter(|&&dep| !alike || !is_source(dep)).for_each(|&dep| add(task, dep));
            }
        }
    })
}

/// A colour for each task, route and link: equal colours, one class.
struct Colours {
    tasks: Vec<u64>,
    routes: Vec<u64>,
    links: Vec<u64>,
    /// What a task does, wherever it does it.
    work: Vec<u64>,
}

impl Colours {
    fn first(graph: &TaskGraph, links: &[LinkCapacity]) -> Colours {
        let of_work = |work: &Work| match *work {
            Work::Transfer { bytes, .. } => mix(bytes.0),
            Work::Delay { duration, .. } | Work::Compute { duration, .. } => !mix(duration.0),
            Work::Join => 1,
        };
        let of_route = |route: &Route| mix(mix(route.latency.0) ^ ceiling(route));
        Colours {
            tasks: vec![0; graph.len()],
            routes: graph.routes.iter().map(of_route).collect(),
            links: links.iter().map(|link| mix(link.rate.as_bytes_per_s().to_bits())).collect(),
            work: graph.work.iter().map(of_work).collect(),
        }
    }

    /// Parts classes until they are equitable. `None` when there are too many to be of use.
    fn refine(&mut self, graph: &TaskGraph, meetings: &Meetings) -> Option<()> {
        let mut before = 0;
        for _ in 0..MAX_ROUNDS {
            self.colour_tasks(graph, meetings);
            self.colour_places(graph, meetings);
            let routes = distinct(&self.routes);
            // Half as many again, or the small graph saves less than it costs.
            if routes * 3 > self.routes.len() * 2 {
                return None;
            }
            let all = routes + distinct(&self.links);
            if all == before {
                return Some(());
            }
            before = all;
        }
        None
    }

    fn colour_tasks(&mut self, graph: &TaskGraph, meetings: &Meetings) {
        for task in 0..graph.len() {
            let deps = meetings.deps.get(task as TaskId);
            // Colours are mixed, so their sum tells multisets apart.
            let before = deps.iter().fold(deps.len() as u64, |sum, &dep| sum.wrapping_add(self.tasks[dep as usize]));
            let before = before.wrapping_add(graph.ahead(task as TaskId).map_or(0, |ahead| self.behind(ahead)));
            let place = match graph.work[task] {
                Work::Transfer { route, .. } => self.routes[route as usize],
                _ => 0,
            };
            self.tasks[task] = mix(self.work[task] ^ mix(before).wrapping_add(place.rotate_left(32)));
        }
    }

    /// What who is next behind `ahead` in a queue waits for: another thing than its end.
    fn behind(&self, ahead: TaskId) -> u64 {
        mix(!self.tasks[ahead as usize])
    }

    fn colour_places(&mut self, graph: &TaskGraph, meetings: &Meetings) {
        let use_of = |colour: u64, share: f64| mix(colour ^ share.to_bits().rotate_left(24));
        for (id, route) in (0..).zip(&graph.routes) {
            let tasks = meetings.tasks.get(id).iter();
            let carried = tasks.fold(0_u64, |sum, &task| sum.wrapping_add(self.tasks[task as usize]));
            let hops = route.hops.iter();
            let over =
                hops.fold(0_u64, |sum, hop| sum.wrapping_add(use_of(self.links[hop.link as usize], route.load(hop))));
            let colour = &mut self.routes[id as usize];
            *colour = mix(*colour ^ mix(carried).wrapping_add(over));
        }
        for (link, colour) in (0..).zip(&mut self.links) {
            let crossings = meetings.crossings.get(link).iter();
            let met = crossings
                .fold(0_u64, |sum, &(route, share)| sum.wrapping_add(use_of(self.routes[route as usize], share)));
            *colour = mix(*colour ^ met);
        }
    }
}

fn ceiling(route: &Route) -> u64 {
    route.ceiling.map_or(0, |rate| rate.as_bytes_per_s().to_bits())
}

fn distinct(colours: &[u64]) -> usize {
    let mut sorted = colours.to_vec();
    kitchen_units::order::sort_by_number(&mut sorted, |&colour| colour);
    sorted.dedup();
    sorted.len()
}

/// The first of each class.
struct Classes {
    tasks: Firsts,
    routes: Firsts,
    links: Firsts,
}

impl Classes {
    fn of(colours: &Colours) -> Classes {
        Classes {
            tasks: Firsts::of(&colours.tasks),
            routes: Firsts::of(&colours.routes),
            links: Firsts::of(&colours.links),
        }
    }
}

/// By item: the first item of its colour.
struct Firsts(Vec<u32>);

impl Firsts {
    fn of(colours: &[u64]) -> Firsts {
        let mut table = Table::new(colours.len());
        Firsts((0..).zip(colours).map(|(id, &colour)| table.find_or_insert(colour, colours, id)).collect())
    }

    fn get(&self, item: u32) -> u32 {
        self.0[item as usize]
    }

    fn is_first(&self, item: u32) -> bool {
        self.get(item) == item
    }
}

/// Items by colour: open addressing, at most half full.
struct Table(Vec<u32>);

const NONE: u32 = u32::MAX;

impl Table {
    fn new(items: usize) -> Table {
        Table(vec![NONE; (items * 2 + 1).next_power_of_two()])
    }

    /// The item of that colour in the table; if there is none, `item` is put there.
    fn find_or_insert(&mut self, colour: u64, colours: &[u64], item: u32) -> u32 {
        let mask = self.0.len() - 1;
        let mut at = colour as usize & mask;
        loop {
            match self.0[at] {
                NONE => {
                    self.0[at] = item;
                    return item;
                }
                known if colours[known as usize] == colour => return known,
                _ => at = (at + 1) & mask,
            }
        }
    }
}

/// Whether the classes are what the module's documentation asks for, each item held against the first of its class.
fn check(graph: &TaskGraph, links: &[LinkCapacity], meetings: &Meetings, colours: &Colours, classes: &Classes) -> bool {
    let mut sides = (Vec::new(), Vec::new());
    let is_route_equal = |&(id, first): &(u32, u32), sides: &mut _| {
        let (route, other) = (&graph.routes[id as usize], &graph.routes[first as usize]);
        let hops = |id: u32| {
            let route = &graph.routes[id as usize];
            route.hops.iter().map(|hop| (colours.links[hop.link as usize], route.load(hop).to_bits()))
        };
        let tasks = |id: u32| meetings.tasks.get(id).iter().map(|&task| (colours.tasks[task as usize], 0));
        (route.latency, ceiling(route)) == (other.latency, ceiling(other))
            && same(hops(id), hops(first), sides)
            && same(tasks(id), tasks(first), sides)
    };
    let is_link_equal = |&(id, first): &(u32, u32), sides: &mut _| {
        let crossings = |link: u32| {
            let crossings = meetings.crossings.get(link).iter();
            crossings.map(|&(route, share)| (colours.routes[route as usize], share.to_bits()))
        };
        links[id as usize] == links[first as usize] && same(crossings(id), crossings(first), sides)
    };
    let is_task_equal = |&(id, first): &(u32, u32), sides: &mut _| {
        let deps = |task: u32| {
            let ahead = graph.ahead(task).map(|ahead| (colours.tasks[ahead as usize], 1));
            meetings.deps.get(task).iter().map(|&dep| (colours.tasks[dep as usize], 0)).chain(ahead)
        };
        let works = match (graph.work[id as usize], graph.work[first as usize]) {
            (Work::Transfer { route: a, bytes, .. }, Work::Transfer { route: b, bytes: other, .. }) => {
                bytes == other && colours.routes[a as usize] == colours.routes[b as usize]
            }
            (Work::Delay { duration: a, .. }, Work::Delay { duration: b, .. }) => a == b,
            (a, b) => a == Work::Join && b == Work::Join,
        };
        works && same(deps(id), deps(first), sides)
    };
    pairs(&classes.links).all(|pair| is_link_equal(&pair, &mut sides))
        && pairs(&classes.routes).all(|pair| is_route_equal(&pair, &mut sides))
        && pairs(&classes.tasks).all(|pair| is_task_equal(&pair, &mut sides))
}

/// Each item that is not the first of its class, with the first.
fn pairs(classes: &Firsts) -> impl Iterator<Item = (u32, u32)> {
    (0..).zip(&classes.0).map(|(id, &first)| (id, first)).filter(|(id, first)| id != first)
}

type Sides = (Vec<(u64, u64)>, Vec<(u64, u64)>);

/// Whether both are the same multiset.
#[expect(clippy::disallowed_methods, reason = "for every task, route and link: in place, without asking for memory")]
fn same(left: impl Iterator<Item = (u64, u64)>, right: impl Iterator<Item = (u64, u64)>, (a, b): &mut Sides) -> bool {
    a.clear();
    b.clear();
    a.extend(left);
    b.extend(right);
    if a == b {
        return true;
    }
    a.sort_unstable();
    b.sort_unstable();
    a == b
}

/// One of each class: the first link, the first route with all its tasks, the first of the other tasks.
fn fold(
    graph: &TaskGraph,
    links: &[LinkCapacity],
    meetings: &Meetings,
    colours: &Colours,
    classes: &Classes,
) -> Quotient {
    let mut small = Quotient { graph: TaskGraph::new(), links: Vec::new() };
    let route_of = fold_places(graph, links, meetings, classes, &mut small);
    let is_kept = |task: TaskId| match graph.work[task as usize] {
        Work::Transfer { route, .. } => classes.routes.is_first(route),
        _ => classes.tasks.is_first(task),
    };
    // By depth: the predecessor kept for a class may come later in the whole graph than who waits for it.
    let mut order: Vec<(u32, TaskId)> =
        depths(graph, &meetings.deps).into_iter().zip(0..).filter(|&(_, task)| is_kept(task)).collect();
    kitchen_units::order::sort(&mut order);
    let mut table = Table::new(graph.len());
    let mut place = vec![0; graph.len()];
    let mut deps: Vec<TaskId> = Vec::new();
    for (_, task) in order {
        deps.clear();
        for &dep in meetings.deps.get(task) {
            let kept = table.find_or_insert(colours.tasks[dep as usize], &colours.tasks, dep);
            deps.push(place[kept as usize]);
        }
        kitchen_units::order::sort(&mut deps);
        deps.dedup();
        let work = match graph.work[task as usize] {
            Work::Transfer { src, dst, route, bytes } => {
                Work::Transfer { src, dst, route: route_of[route as usize], bytes }
            }
            other => other,
        };
        let ahead = graph.ahead(task);
        let ahead = ahead
            .map(|ahead| place[table.find_or_insert(colours.tasks[ahead as usize], &colours.tasks, ahead) as usize]);
        place[task as usize] = small.graph.add_behind(work, graph.labels[task as usize], &deps, ahead);
        table.find_or_insert(colours.tasks[task as usize], &colours.tasks, task);
    }
    small
}

/// Adds the first links and routes to `small`; returns the id there of each first route.
fn fold_places(
    graph: &TaskGraph,
    links: &[LinkCapacity],
    meetings: &Meetings,
    classes: &Classes,
    small: &mut Quotient,
) -> Vec<RouteId> {
    let mut hops: Vec<Vec<Hop>> = vec![Vec::new(); graph.routes.len()];
    for link in (0..links.len() as u32).filter(|&link| classes.links.is_first(link)) {
        let crossings = meetings.crossings.get(link);
        if crossings.is_empty() {
            continue;
        }
        let id = small.links.len() as u32;
        small.links.push(links[link as usize]);
        for &(route, share) in crossings {
            let hops = &mut hops[classes.routes.get(route) as usize];
            match hops.last_mut().filter(|hop| hop.link == id) {
                Some(hop) => hop.share += share,
                None => hops.push(Hop { link: id, share }),
            }
        }
    }
    let mut route_of = vec![0; graph.routes.len()];
    for (id, hops) in hops.into_iter().enumerate().filter(|&(id, _)| classes.routes.is_first(id as u32)) {
        let route = &graph.routes[id];
        route_of[id] =
            small.graph.add_route(Route { hops, latency: route.latency, ceiling: route.ceiling, efficiency: 1.0 });
    }
    route_of
}

/// How many tasks each must wait for, one after the other.
fn depths(graph: &TaskGraph, deps: &Rows<TaskId>) -> Vec<u32> {
    let mut depths: Vec<u32> = Vec::with_capacity(graph.len());
    for task in 0..graph.len() as TaskId {
        let ahead = graph.ahead(task);
        let before = deps.get(task).iter().chain(&ahead).map(|&dep| depths[dep as usize] + 1).max();
        depths.push(before.unwrap_or(0));
    }
    depths
}

#[cfg(test)]
#[path = "symmetry_tests.rs"]
mod tests;
