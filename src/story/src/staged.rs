//! A show with everything that is made of it once, so that a frame asks for nothing that takes long. A thread of its own can
//! make it, and hand it over run by run: whoever receives it works a little at a time.

use crate::chapter::Chapter;
use crate::scenario::Scenario;
use crate::scenario::link::Lanes;
use crate::scene::gantt::Chart;
use crate::scene::index::{Index, RunIndex};
use crate::show::Show;
use crate::story::playhead::Timeline;
use crate::story::{self, Beside, Readout, Script};
use kitchen_core::parcel::{self, Parcel as _};
use kitchen_core::run::Run;
use kitchen_core::text::Line;
use kitchen_core::topology;

/// A show, ready to be played.
#[derive(Clone, Debug)]
pub struct Staged {
    pub show: Show,
    pub index: Index,
    pub told: Told,
}

/// What a chapter makes of a show.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    pub script: Script,
    /// Not told in a language yet.
    pub timeline: Timeline,
    pub readout: Readout,
    /// What is said of the first frame to those who do not see it.
    pub opening: Vec<Line>,
    /// What others measured of it.
    pub beside: Vec<Beside>,
}

parcel::parcel!(Told { script, timeline, readout, opening, beside });

impl Told {
    fn new(chapter: &Chapter, show: &Show) -> Told {
        let script = (chapter.script)(show);
        let timeline = Timeline::untold(show, chapter.screen_s);
        let (readout, opening) = ((chapter.readout)(show), (chapter.opening)(show));
        Told { script, timeline, readout, opening, beside: story::beside(show) }
    }
}

impl Staged {
    pub fn new(chapter: &Chapter, show: Show) -> Staged {
        Staged { index: chapter.index(&show), told: Told::new(chapter, &show), show }
    }
}

/// A part of a [`Staged`] on its way.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A run, and how many are done of how many.
    Run { bytes: Vec<u8>, done: u32, all: u32 },
    /// Everything else that is played.
    Told(Vec<u8>),
    /// The timeline of its links, which is asked for by few: the last part.
    Network(Vec<u8>),
}

/// Runs a scenario for a chapter and sends it part by part.
///
/// # Errors
/// A sentence for the reader, where the scenario cannot run.
pub fn send(chapter: &Chapter, scenario: &Scenario, mut send: impl FnMut(Part)) -> Result<(), Line> {
    let drafts = (scenario.kind.prepare)(scenario)?;
    let all = drafts.len() as u32;
    let mut runs = Vec::new();
    for (draft, done) in drafts.into_iter().zip(1..) {
        let run = draft.simulate()?;
        let mut bytes = Vec::new();
        run.graph.put(&mut bytes);
        run.trace.put(&mut bytes);
        run.packets.put(&mut bytes);
        RunIndex::new(&run).put(&mut bytes);
        send(Part::Run { bytes, done, all });
        runs.push(run);
    }
    let show = Show { scenario: scenario.clone(), runs };
    send(Part::Told(parcel::pack(&Told::new(chapter, &show))));
    send(Part::Network(parcel::pack(&Chart::new(&show, Lanes::Links))));
    Ok(())
}

/// A [`Staged`] that is arriving.
#[derive(Debug)]
pub struct Arriving {
    show: Show,
    runs: Vec<RunIndex>,
}

impl Arriving {
    /// Of this scenario, and nothing of it yet.
    pub fn new(scenario: &Scenario) -> Arriving {
        Arriving { show: Show { scenario: scenario.clone(), runs: Vec::new() }, runs: Vec::new() }
    }

    /// Takes the next run; nothing where it is not one of this scenario's.
    #[must_use]
    pub fn run(&mut self, mut bytes: &[u8]) -> Option<()> {
        let cluster = (self.show.scenario.kind.clusters)(&self.show.scenario).into_iter().nth(self.runs.len())?;
        let from = &mut bytes;
        let ((graph, trace), packets, index) = parcel::Parcel::take(from)?;
        self.show.runs.push(Run { topology: topology::build(&cluster).ok()?, graph, trace, packets });
        self.runs.push(index);
        bytes.is_empty().then_some(())
    }

    /// Takes what is told, of the same chapter; nothing where it is not one, or where a run is missing.
    pub fn finish(self, chapter: &Chapter, bytes: &[u8]) -> Option<Staged> {
        let told = parcel::unpack(bytes)?;
        let is_whole = self.runs.len() == (self.show.scenario.kind.clusters)(&self.show.scenario).len();
        let Arriving { show, runs } = self;
        is_whole.then(|| Staged { index: chapter.index_of(&show, runs), told, show })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chapters::{self, kinds, links};
    use crate::scene::display::DisplayList;
    use crate::scene::stage::View;
    use crate::show;
    use crate::story::Layer;
    use crate::story::pace::Mark;
    use kitchen_core::text::Lang;
    use kitchen_core::units::Time;

    fn arrived(scenario: &Scenario) -> Staged {
        let chapter = chapters::of(scenario);
        let mut arriving = Arriving::new(scenario);
        let (mut told, mut network) = (None, None);
        send(chapter, scenario, |part| match part {
            Part::Run { bytes, .. } => arriving.run(&bytes).unwrap(),
            Part::Told(bytes) => told = Some(bytes),
            Part::Network(bytes) => network = parcel::unpack::<Chart>(&bytes),
        })
        .unwrap();
        let staged = arriving.finish(chapter, &told.unwrap()).unwrap();
        assert_eq!(network, Some(Chart::new(&staged.show, Lanes::Links)), "{scenario:?}");
        staged
    }

    /// The picture of a moment, with the backdrop, written out.
    fn pictures(staged: &Staged, layer: Layer, part: u64) -> String {
        let playhead = Time(staged.show.makespan().0 / 7 * part);
        let Staged { show, index, told } = staged;
        let view = View {
            show,
            script: &told.script,
            index,
            playhead,
            per_second: Time(1),
            mark: Mark::Usual,
            layer,
            lang: Lang::En,
            size: [900.0, 520.0],
        };
        let mut lists = [DisplayList::new(), DisplayList::new()];
        let chapter = chapters::of(&show.scenario);
        chapter.draw_backdrop(&view, &mut lists[0]);
        chapter.draw_frame(&view, &mut lists[1]);
        format!("{lists:?}")
    }

    /// What crossed is what would have been made here, to the bit, and looks alike.
    fn check(scenario: &Scenario) {
        let chapter = chapters::of(scenario);
        let here = Staged::new(chapter, show::run(scenario).unwrap());
        let there = arrived(scenario);
        assert_eq!(here.told, there.told, "{scenario:?}");
        for (a, b) in here.show.runs.iter().zip(&there.show.runs) {
            assert!(a.graph == b.graph && a.trace == b.trace, "{scenario:?}");
            assert_eq!(a.topology.capacities(), b.topology.capacities(), "{scenario:?}");
        }
        for (layer, part) in [Layer::Kitchen, Layer::XRay].into_iter().flat_map(|layer| (0..7).map(move |p| (layer, p)))
        {
            assert_eq!(pictures(&here, layer, part), pictures(&there, layer, part), "{scenario:?} at {part}/7");
        }
    }

    #[test]
    fn a_show_arrives_as_it_would_have_been_made_here() {
        for kind in kinds() {
            check(&Scenario::default_for(kind));
        }
        check(&Scenario::default_for(links::KIND).with_choice("op", "all-to-all"));
    }

    #[test]
    fn a_part_that_is_damaged_or_missing_gives_nothing() {
        let scenario = Scenario::default_for(links::KIND);
        let chapter = &links::CHAPTER;
        let mut parts = Vec::new();
        send(chapter, &scenario, |part| parts.push(part)).unwrap();
        let mut arriving = Arriving::new(&scenario);
        let Part::Run { bytes, done: 1, all: 6 } = &parts[0] else { panic!("{:?}", parts.len()) };
        assert_eq!(arriving.run(&bytes[1..]), None);
        assert_eq!(arriving.run(bytes), Some(()));
        let [.., Part::Told(bytes), Part::Network(_)] = parts.as_slice() else { panic!() };
        assert!(arriving.finish(chapter, bytes).is_none(), "five runs are missing");
    }
}
