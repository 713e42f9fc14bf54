//! What makes a chapter: what `chapters/` declares of each, and everything that the page, the pictures and the command line ask
//! of one.

use kitchen_text::{Line, Page};

use crate::brought::Door;
use crate::scenario::{Kind, Scenario};
use crate::scene::index::RunIndex;
use crate::scene::stage::{Index, Prepare};
use crate::show::Show;
use crate::story::act::Act;
use crate::story::playhead::Timeline;
use crate::story::{Beside, Gate, Readout, Script, Verdict};

/// One chapter. Everything that depends on the run is a function of the show.
#[derive(Clone, Copy, Debug)]
pub struct Chapter {
    /// Stable: it is used in links.
    pub id: &'static str,
    /// The words around the picture.
    pub page: Page,
    pub kind: Kind,
    /// The parameters that the reader may change, by their places in the table.
    pub controls: &'static [usize],
    /// Its acts, in order; a chapter without any is one run.
    pub acts: &'static [Act],
    /// How long the whole run takes on the screen at the normal speed, in seconds.
    pub screen_s: u8,
    /// Sentences for the first frame that teach without a click; print and no-script pages show them.
    pub opening: fn(&Show) -> Vec<Line>,
    /// Its beats; with the pace of the run it is [`Chapter::script`].
    pub tell: fn(&Show) -> Script,
    pub readout: fn(&Show) -> Readout,
    pub gate: fn(&Scenario) -> Gate,
    /// Runs the simulator for the gate's alternatives; an error is a sentence for the reader.
    pub verdict: fn(&Scenario) -> Result<Verdict, Line>,
    /// What others measured of what it simulates, where its kind has a meeting.
    pub beside: fn(&Show) -> Vec<Beside>,
    /// The way to what readers bring of their own, where it takes any.
    pub brings: Option<&'static Door>,
    /// Whether the picture needs the whole width; the story goes below it then.
    pub is_wide: bool,
    /// Prepares the picture of a show.
    pub picture: Prepare,
    /// Whether a sentence of this chapter's own is true; `None` where it is not one of them.
    #[cfg(test)]
    pub(crate) judge: fn(crate::tests::instant::Claim<'_>) -> Option<bool>,
    /// Settings beside the default at which the pictures are tried, those where there is most to show first.
    #[cfg(test)]
    pub(crate) tried: &'static [&'static [(&'static str, &'static str)]],
}

/// A chapter whose parts stand where they usually do in its folder: what is simulated in `KIND`, what is told in `telling`, the picture
/// in `scene`, the judge of its sentences in `judge`. What differs is written before `..chapter!`; the texts follow from the name
/// of the chapter (see [`kitchen_text::chapter`]).
macro_rules! chapter {
    ($name:ident, controls: [$($control:ident),*], screen_s: $screen_s:literal, tried: [$($tried:expr),* $(,)?] $(,)?) => {
        $crate::chapter::Chapter {
            id: KIND.scene,
            page: kitchen_text::chapter::$name,
            kind: KIND,
            controls: &[$(At::$control as usize),*],
            acts: &[],
            screen_s: $screen_s,
            opening: telling::opening,
            tell: telling::script,
            readout: telling::readout,
            gate: telling::gate,
            verdict: telling::verdict,
            beside: |_| Vec::new(),
            brings: None,
            is_wide: false,
            picture: scene::PICTURE,
            #[cfg(test)]
            judge: judge::judge,
            #[cfg(test)]
            tried: &[$(&$tried),*],
        }
    };
}

pub(crate) use chapter;

impl Chapter {
    /// What is said, each sentence for as long as it is about now.
    pub fn script(&self, show: &Show) -> Script {
        let mut script = (self.tell)(show);
        Timeline::untold(show, self.screen_s).settle(&mut script);
        script
    }

    /// The index of a show of this chapter.
    pub fn index(&self, show: &Show) -> Index {
        self.index_of(show, show.runs.iter().map(RunIndex::new).collect())
    }

    /// The index of a show whose runs have theirs.
    pub fn index_of(&self, show: &Show, runs: Vec<RunIndex>) -> Index {
        Index::new(show, runs, self.picture)
    }
}
