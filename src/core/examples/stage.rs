//! Writes a chapter's stage as SVG: `cargo run -p kitchen-core --example stage -- pipeline 0.4 kitchen ja 680x410 light`.
//! The second argument is the moment, 0 to 1; further arguments `name=value` set parameters.
use kitchen_core::scenario::{Kind as Chapter, Scenario};
use kitchen_core::scene::display::DisplayList;
use kitchen_core::scene::index::Index;
use kitchen_core::scene::palette::Palette;
use kitchen_core::scene::stage::{self, View};
use kitchen_core::scene::svg;
use kitchen_core::show::{Run, Show};
use kitchen_core::sim::task::{Kind, Label, Route, TaskGraph, TaskId, Work};
use kitchen_core::story::{Layer, Script};
use kitchen_core::text::Lang;
use kitchen_core::topology::{self, ClusterSpec, Router, Topology};
use kitchen_core::units::{Bytes, Time};

fn route(router: &Router<'_>, graph: &mut TaskGraph, a: u32, b: u32) -> u32 {
    let route: Route = router.route(a, b).unwrap();
    graph.add_route(route)
}

fn finish(topology: Topology, graph: TaskGraph) -> Run {
    let trace =
        kitchen_core::sim::run(&graph, &topology.capacities(), topology.gpus.len(), &Default::default()).unwrap();
    Run { topology, graph, trace }
}

fn pipeline(system: &str, nodes: u32, p: usize, m: usize) -> Run {
    let system = topology::system(system).unwrap();
    let topology = topology::build(&ClusterSpec::new(system, nodes)).unwrap();
    let stride = if nodes > 1 { system.gpus_per_node } else { 1 };
    let router = Router::new(&topology);
    let mut graph = TaskGraph::new();
    let gpu = |s: usize| s as u32 * stride;
    let mut forward = vec![vec![0; m]; p];
    let mut last: Vec<Vec<TaskId>> = vec![vec![]; p];
    // 1F1B as a fixpoint: emit an operation once what it needs is there.
    let mut arrive_f: Vec<Vec<Option<TaskId>>> = vec![vec![None; m]; p];
    let mut arrive_b: Vec<Vec<Option<TaskId>>> = vec![vec![None; m]; p];
    let mut orders: Vec<Vec<(bool, usize)>> = (0..p)
        .map(|s| {
            let warm = (p - s).min(m);
            let mut o: Vec<(bool, usize)> = (0..warm).map(|i| (true, i)).collect();
            for i in 0..m {
                o.push((false, i));
                if warm + i < m {
                    o.push((true, warm + i));
                }
            }
            o.reverse();
            o
        })
        .collect();
    while orders.iter().any(|o| !o.is_empty()) {
        for s in 0..p {
            let Some(&(is_forward, i)) = orders[s].last() else { continue };
            let mut deps = last[s].clone();
            if is_forward {
                if s > 0 {
                    let Some(d) = arrive_f[s][i] else { continue };
                    deps.push(d);
                }
                let t = graph.add(
                    Work::Compute { gpu: gpu(s), duration: Time::from_us(3000) },
                    Label::new(Kind::Forward).micro_batch(i as u16).step(s as u16),
                    &deps,
                );
                forward[s][i] = t;
                last[s] = vec![t];
                if s + 1 < p {
                    let r = route(&router, &mut graph, gpu(s), gpu(s + 1));
                    let w = Work::Transfer { src: gpu(s), dst: gpu(s + 1), route: r, bytes: Bytes::mib(96) };
                    arrive_f[s + 1][i] =
                        Some(graph.add(w, Label::new(Kind::Activation).micro_batch(i as u16).step(s as u16), &[t]));
                }
            } else {
                if s + 1 < p {
                    let Some(d) = arrive_b[s][i] else { continue };
                    deps.push(d);
                }
                let t = graph.add(
                    Work::Compute { gpu: gpu(s), duration: Time::from_us(6000) },
                    Label::new(Kind::Backward).micro_batch(i as u16).step(s as u16),
                    &deps,
                );
                last[s] = vec![t];
                if s > 0 {
                    let r = route(&router, &mut graph, gpu(s), gpu(s - 1));
                    let w = Work::Transfer { src: gpu(s), dst: gpu(s - 1), route: r, bytes: Bytes::mib(96) };
                    arrive_b[s - 1][i] = Some(graph.add(
                        w,
                        Label::new(Kind::ActivationGradient).micro_batch(i as u16).step(s as u16),
                        &[t],
                    ));
                }
            }
            orders[s].pop();
        }
    }
    for s in 0..p {
        graph.add(
            Work::Compute { gpu: gpu(s), duration: Time::from_us(1500) },
            Label::new(Kind::Update).step(s as u16),
            &last[s],
        );
    }
    finish(topology, graph)
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |i: usize, or: &str| args.get(i).cloned().unwrap_or_else(|| or.to_owned());
    let kind = Chapter::from_id(&arg(0, "pipeline")).expect("pipeline, tensor, data or race");
    let part: f64 = arg(1, "0.5").parse().expect("a moment from 0 to 1");
    let layer = if arg(2, "kitchen") == "xray" { Layer::XRay } else { Layer::Kitchen };
    let lang = Lang::from_tag(&arg(3, "ja")).expect("ja or en");
    let size: Vec<f32> = arg(4, "680x410").split('x').map(|n| n.parse().expect("WxH")).collect();
    let palette = Palette::named(&arg(5, "light")).expect("light, dark or projector");
    let (system, nodes, p) = (arg(6, "dgx-h100"), arg(7, "1").parse().unwrap(), arg(8, "4").parse().unwrap());
    let runs = vec![pipeline(&system, nodes, p, 6)];
    let show = Show { scenario: Scenario::default_for(kind), runs };
    let script = Script::default();
    let index = Index::new(&show);
    let view = View {
        show: &show,
        script: &script,
        index: &index,
        playhead: Time((show.makespan().0 as f64 * part) as u64),
        per_second: Time::from_us(2100),
        layer,
        lang,
        size: [size[0], size[1]],
    };
    let (mut back, mut front) = (DisplayList::new(), DisplayList::new());
    stage::backdrop(&view, &mut back);
    stage::frame(&view, &mut front);
    print!("{}", svg::write(&[&back, &front], &palette, size[0], size[1], kind.id()));
}
