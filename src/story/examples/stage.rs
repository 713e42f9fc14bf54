//! Writes a chapter's stage as SVG: `cargo run -p kitchen-core --example stage -- pipeline 0.4 kitchen ja 680x410 light stages=8`.
//!
//! Arguments: kind, moment (0 to 1, or `transfer:3` for the middle of the first run's transfer 3), layer, language, size, palette; further `name=value` set parameters.
use kitchen_core::sim::task::Work;
use kitchen_core::text::Lang;
use kitchen_core::units::Time;
use kitchen_story::scenario::{self, Kind, Scenario};
use kitchen_story::scene::display::DisplayList;
use kitchen_story::scene::index::Index;
use kitchen_story::scene::palette::Palette;
use kitchen_story::scene::stage::{self, View};
use kitchen_story::scene::svg;
use kitchen_story::show::Show;
use kitchen_story::story::pace::Mark;
use kitchen_story::story::{Layer, Script};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |i: usize, or: &str| args.get(i).cloned().unwrap_or_else(|| or.to_owned());
    let kind = Kind::from_id(&arg(0, "pipeline")).expect("pipeline, tensor, data or race");
    let moment = arg(1, "0.5");
    let layer = if arg(2, "kitchen") == "xray" { Layer::XRay } else { Layer::Kitchen };
    let lang = Lang::from_tag(&arg(3, "ja")).expect("ja or en");
    let size: Vec<f32> = arg(4, "680x410").split('x').map(|n| n.parse().expect("WxH")).collect();
    let palette = Palette::named(&arg(5, "light")).expect("light, dark or projector");
    let mut scenario = Scenario::default_for(kind);
    for change in args.iter().skip(6) {
        let (name, value) = change.split_once('=').expect("name=value");
        scenario = match value.parse() {
            Ok(number) if scenario.get_choice(name).is_empty() => scenario.with(name, number),
            _ => scenario.with_choice(name, value),
        };
    }
    let show = scenario::run(&scenario).unwrap_or_else(|line| panic!("{}", line.say(Lang::En)));
    let (script, index) = (Script::default(), Index::new(&show));
    let view = View {
        show: &show,
        script: &script,
        index: &index,
        playhead: instant(&show, &moment),
        per_second: Time(show.makespan().0 / 20),
        mark: Mark::Usual,
        layer,
        lang,
        size: [size[0], size[1]],
    };
    let (mut back, mut front) = (DisplayList::new(), DisplayList::new());
    stage::backdrop(&view, &mut back);
    stage::frame(&view, &mut front);
    if std::env::var_os("TIME").is_some() {
        let begin = std::time::Instant::now();
        for _ in 0..100 {
            stage::frame(&view, &mut front);
        }
        eprintln!("{:?} a frame, {} items", begin.elapsed() / 100, front.items.len());
    }
    print!("{}", svg::write(&[&back, &front], &palette, size[0], size[1], kind.id()));
}

fn instant(show: &Show, moment: &str) -> Time {
    let Some(n) = moment.strip_prefix("transfer:") else {
        let part: f64 = moment.parse().expect("a moment from 0 to 1");
        return Time((show.makespan().0 as f64 * part) as u64);
    };
    let run = &show.runs[0];
    let transfers = (0..run.graph.len()).filter(|&task| matches!(run.graph.work[task], Work::Transfer { .. }));
    let task = transfers.clone().nth(n.parse().expect("a number")).expect("no such transfer");
    Time(run.trace.start[task].0.midpoint(run.trace.end[task].0))
}
