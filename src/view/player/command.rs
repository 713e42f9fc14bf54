//! What the reader asks of the player, and what it does then.

use std::rc::Rc;

use kitchen_core::units::Time;
use kitchen_story::story::playhead::{Speed, Way};

use super::{Player, SCRUBBER_STEPS};
use crate::web::{dom, media};

/// What the reader asks of the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Command {
    Toggle,
    Pause,
    Restart,
    End,
    Step(Way),
    Beat(Way),
    Seek(Time),
    /// To a position of the scrubber.
    Scrub(u32),
    Speed(Speed),
    Faster,
    Slower,
    Guide(bool),
}

impl Player {
    pub(super) fn act(&mut self, command: Command) {
        let Some(playing) = &self.playing else { return };
        let timeline = Rc::clone(&playing.timeline);
        let head = &mut self.head;
        match command {
            // With less motion and the guide on, play is a step to the next still.
            Command::Toggle if media::prefers_reduced_motion() && head.guided && head.at() < timeline.end => {
                head.step_beat(&timeline, Way::Forward);
            }
            Command::Toggle => {
                head.toggle(&timeline);
                self.still_since_s = dom::seconds();
            }
            Command::Pause => head.pause(),
            Command::Restart => head.restart(&timeline),
            Command::End => {
                head.pause();
                head.seek(&timeline, timeline.end);
            }
            Command::Step(way) => head.step_event(&timeline, way),
            Command::Beat(way) => head.step_beat(&timeline, way),
            Command::Seek(at) => head.seek(&timeline, at),
            Command::Scrub(position) => {
                let share = f64::from(position.min(SCRUBBER_STEPS)) / f64::from(SCRUBBER_STEPS);
                head.seek(&timeline, Time((timeline.end.0 as f64 * share) as u64));
            }
            Command::Speed(speed) => head.speed = speed,
            Command::Faster => head.speed = head.speed.faster(),
            Command::Slower => head.speed = head.speed.slower(),
            Command::Guide(guided) => head.guided = guided,
        }
        self.unsaved = true;
    }
}
