//! The acts of a chapter: each is a run, or a part of one, with settings of its own. One thing is shown, one thing may be done, and
//! what comes of it is kept in a tally, so that the last act compares them all.

use kitchen_text::{Key, Line};

use super::judged::{Judged, Left};
use super::playhead::Timeline;
use super::{Layer, Script};
use crate::scenario::{Kind, Scenario, raw};
use crate::show::Show;

/// Parameters by their ids, with values as links write them.
pub type Settings = &'static [(&'static str, &'static str)];

/// A run told in few words: what there is to be seen is seen soon. A later act of the same chapter says the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brief {
    /// The beats that are told, by their ids. Behind the last of them, where the act is over, all are.
    pub beats: &'static [&'static str],
    /// How long the whole run takes on the screen, in seconds, in place of the chapter's time.
    pub screen_s: u8,
}

impl Brief {
    /// The run's script and timeline (untold) as they are told in brief.
    pub fn of(&self, script: &Script, timeline: &Timeline) -> (Script, Timeline) {
        let (mut script, timeline) = (script.only(self.beats), timeline.within(self.screen_s));
        timeline.settle(&mut script);
        (script, timeline)
    }
}

/// One act.
#[derive(Clone, Copy, Debug)]
pub struct Act {
    /// Stable: it is used in links.
    pub id: &'static str,
    /// Over the chapter's defaults.
    pub settings: Settings,
    /// What stands under the stage until the run starts: in the kitchen's words, and in the field's.
    pub sentence: [Key; 2],
    /// What the button says that leads here.
    pub button: Key,
    /// Set where the reader may do something before the run starts: what the button says then. Else the act plays at once.
    pub waits: Option<Key>,
    /// What the button does by hand before the run starts, where the reader has done nothing: over the act's settings.
    pub does: Settings,
    /// The handles on the stage, by their ids.
    pub hands: &'static [&'static str],
    /// Whether the chapter asks its question here.
    pub asks: bool,
    /// From the beat of that id; from the start where there is none.
    pub from: Option<&'static str>,
    /// To the beat of that id; to the end where there is none.
    pub to: Option<&'static str>,
    /// Told in few words; in all of the run's where there is none.
    pub brief: Option<Brief>,
    /// Whether the run is lived, not timed: what it leaves is told once it was seen to its end, and not while it is in hand.
    pub is_lived: bool,
    /// What the run leaves in the tally.
    pub keep: Option<fn(&Show) -> Option<Kept>>,
    /// Where the act sets a task: how the run did.
    pub judge: Option<fn(&Show) -> Option<Judged>>,
}

impl Act {
    /// What is the same in most acts.
    pub const USUAL: Act = Act {
        id: "",
        settings: &[],
        sentence: [kitchen_text::key::SHELL_NEXT_BEGIN; 2],
        button: kitchen_text::key::SHELL_NEXT_BEGIN,
        waits: None,
        does: &[],
        hands: &[],
        asks: false,
        from: None,
        to: None,
        brief: None,
        is_lived: false,
        keep: None,
        judge: None,
    };

    /// What the act shows first.
    pub fn scenario(&self, kind: Kind) -> Scenario {
        raw::parse(kind, self.settings.iter().copied()).0
    }

    /// What the button makes of it where the reader has done nothing.
    pub fn done(&self, kind: Kind) -> Scenario {
        let over = |&&(name, _): &&(&str, &str)| !self.does.iter().any(|(done, _)| *done == name);
        let settings = self.settings.iter().filter(over).chain(self.does);
        raw::parse(kind, settings.copied()).0
    }

    /// What a run leaves in it.
    pub fn left(&self, show: &Show) -> Option<Left> {
        let kept = self.keep?(show)?;
        Some(Left { kept, judged: self.judge.and_then(|judge| judge(show)) })
    }

    /// What stands under the stage until the run starts.
    pub fn sentence(&self, layer: Layer) -> Key {
        self.sentence[usize::from(layer == Layer::XRay)]
    }
}

/// What is kept of a run, as a row of the tally.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// What it was, in a word or two.
    pub name: Line,
    /// What came of it.
    pub value: Line,
    /// As a length, on one scale in the whole chapter; none where a word stands for it.
    pub size: Option<f64>,
    /// The share of it that was lost: waiting, idle.
    pub lost: f64,
}
