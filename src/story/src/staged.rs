//! A show with everything that is made of it once, so that a frame asks for nothing that takes long. It is made a step at a time, so
//! that whoever makes it can do other things in between; or a thread of its own makes it, and hands it over run by run.

use crate::chapter::Chapter;
use crate::scenario::link::Lanes;
use crate::scenario::{Draft, Scenario};
use crate::scene::gantt::Chart;
use crate::scene::index::RunIndex;
use crate::scene::stage::Index;
use crate::show::Show;
use crate::story::playhead::Timeline;
use crate::story::{Beside, Readout, Script};
use kitchen_core::progress::Progress;
use kitchen_core::run::Run;
use kitchen_core::topology;
use kitchen_core::wire::{self, Wire as _};
use kitchen_text::Line;

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

wire::wire!(Told { script, timeline, readout, opening, beside });

impl Told {
    fn new(chapter: &Chapter, show: &Show) -> Told {
        Told::of(chapter, show, (chapter.tell)(show))
    }

    fn of(chapter: &Chapter, show: &Show, mut script: Script) -> Told {
        let timeline = Timeline::untold(show, chapter.screen_s);
        timeline.settle(&mut script);
        let (readout, opening) = ((chapter.readout)(show), (chapter.opening)(show));
        Told { script, timeline, readout, opening, beside: (chapter.beside)(show) }
    }
}

impl Staged {
    pub fn new(chapter: &Chapter, show: Show) -> Staged {
        Staged { index: chapter.index(&show), told: Told::new(chapter, &show), show }
    }
}

/// A [`Staged`] that is being made, a step at a time: planned, run by run simulated and read, told.
#[derive(Debug)]
pub struct Making {
    show: Show,
    /// Those not simulated yet, the next one last.
    drafts: Vec<Draft>,
    index: Vec<RunIndex>,
    script: Option<Script>,
}

impl Making {
    /// Plans a scenario.
    ///
    /// # Errors
    /// A sentence for the reader, where the scenario asks for something that its system cannot do.
    pub fn new(scenario: &Scenario) -> Result<Making, Line> {
        let mut drafts = (scenario.kind.prepare)(scenario)?;
        drafts.reverse();
        let show = Show { scenario: scenario.clone(), runs: Vec::new() };
        Ok(Making { show, drafts, index: Vec::new(), script: None })
    }

    /// Tasks that are still to be simulated.
    pub fn tasks(&self) -> usize {
        self.drafts.iter().map(|draft| draft.graph.len()).sum()
    }

    /// The next step; gives the whole after the last one, and only then.
    ///
    /// # Errors
    /// A sentence for the reader, where a limit is reached.
    pub fn step(&mut self, chapter: &Chapter) -> Result<Option<Staged>, Line> {
        if let Some(run) = self.show.runs.get(self.index.len()) {
            self.index.push(RunIndex::new(run));
        } else if let Some(draft) = self.drafts.pop() {
            self.show.runs.push(draft.simulate()?);
        } else if let Some(script) = self.script.take() {
            let told = Told::of(chapter, &self.show, script);
            let empty = Show { scenario: self.show.scenario.clone(), runs: Vec::new() };
            let show = std::mem::replace(&mut self.show, empty);
            let index = chapter.index_of(&show, std::mem::take(&mut self.index));
            return Ok(Some(Staged { show, index, told }));
        } else {
            self.script = Some((chapter.tell)(&self.show));
        }
        Ok(None)
    }
}

/// A part of a [`Staged`] on its way.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// How much of all runs is simulated: it never goes back, and is the whole before the show is told.
    Progress(Progress),
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
    let weights = drafts.iter().map(Draft::weight).fold(0, u64::saturating_add);
    let mut runs = Vec::new();
    let mut before = 0_u64;
    for (draft, done) in drafts.into_iter().zip(1..) {
        let weight = draft.weight();
        let of_all = |progress: Progress| Progress::new(before.saturating_add(progress.of(weight)), weights);
        let run = draft.watched(&mut |progress| send(Part::Progress(of_all(progress))))?;
        before = before.saturating_add(weight);
        let mut bytes = Vec::new();
        run.graph.put(&mut bytes);
        run.trace.put(&mut bytes);
        run.packets.put(&mut bytes);
        RunIndex::new(&run).put(&mut bytes);
        send(Part::Run { bytes, done, all });
        runs.push(run);
    }
    let show = Show { scenario: scenario.clone(), runs };
    send(Part::Told(wire::pack(&Told::new(chapter, &show))));
    send(Part::Network(wire::pack(&Chart::new(&show, Lanes::Links))));
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
        let ((graph, trace), packets, index) = wire::Wire::take(from)?;
        let mut topology = topology::build(&cluster).ok()?;
        (self.show.scenario.kind.extend)(&self.show.scenario, &mut topology);
        self.show.runs.push(Run { topology, graph, trace, packets });
        self.runs.push(index);
        bytes.is_empty().then_some(())
    }

    /// Takes what is told, of the same chapter; nothing where it is not one, or where a run is missing.
    pub fn finish(self, chapter: &Chapter, bytes: &[u8]) -> Option<Staged> {
        let told = wire::unpack(bytes)?;
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
    use kitchen_core::units::Time;
    use kitchen_text::Lang;

    fn arrived(scenario: &Scenario) -> Staged {
        let chapter = chapters::of(scenario);
        let mut arriving = Arriving::new(scenario);
        let (mut told, mut network) = (None, None);
        let mut shares = Vec::new();
        send(chapter, scenario, |part| match part {
            Part::Progress(progress) => shares.push(progress.of(1_000)),
            Part::Run { bytes, .. } => arriving.run(&bytes).unwrap(),
            Part::Told(bytes) => told = Some(bytes),
            Part::Network(bytes) => network = wire::unpack::<Chart>(&bytes),
        })
        .unwrap();
        assert!(shares.is_sorted() && shares.last() == Some(&1_000), "{scenario:?}: {shares:?}");
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
        view.draw_backdrop(&mut lists[0]);
        view.draw_frame(&mut lists[1]);
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

    /// What is made step by step is what is made at once.
    #[test]
    fn a_show_is_made_step_by_step() {
        for kind in kinds() {
            let scenario = Scenario::default_for(kind);
            let chapter = chapters::of(&scenario);
            let mut making = Making::new(&scenario).unwrap();
            let all = making.tasks();
            let mut steps = 0;
            let made = loop {
                steps += 1;
                if let Some(made) = making.step(chapter).unwrap() {
                    break made;
                }
            };
            assert_eq!((making.tasks(), steps), (0, 2 * made.show.runs.len() + 2), "{scenario:?}");
            assert_eq!(all, made.show.runs.iter().map(|run| run.graph.len()).sum::<usize>(), "{scenario:?}");
            let at_once = Staged::new(chapter, show::run(&scenario).unwrap());
            assert_eq!(made.told, at_once.told, "{scenario:?}");
            for (a, b) in made.show.runs.iter().zip(&at_once.show.runs) {
                assert!(a.graph == b.graph && a.trace == b.trace, "{scenario:?}");
            }
            assert_eq!(pictures(&made, Layer::Kitchen, 3), pictures(&at_once, Layer::Kitchen, 3), "{scenario:?}");
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
        let keep = |part| {
            if !matches!(part, Part::Progress(_)) {
                parts.push(part);
            }
        };
        send(chapter, &scenario, keep).unwrap();
        let mut arriving = Arriving::new(&scenario);
        let Part::Run { bytes, done: 1, all: 6 } = &parts[0] else { panic!("{:?}", parts.len()) };
        assert_eq!(arriving.run(&bytes[1..]), None);
        assert_eq!(arriving.run(bytes), Some(()));
        let [.., Part::Told(bytes), Part::Network(_)] = parts.as_slice() else { panic!() };
        assert!(arriving.finish(chapter, bytes).is_none(), "five runs are missing");
    }
}
