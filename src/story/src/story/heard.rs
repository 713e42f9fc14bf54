//! What a show sounds like, for readers who turn sound on: a bell where a meeting begins, a knock where one chef has handed something
//! to the next. Read from the trace like everything that is seen; nothing is said by sound alone.

use kitchen_core::order;
use kitchen_core::task::Kind;
use kitchen_core::units::Time;

use crate::show::Show;

/// What is heard at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sound {
    /// Chefs begin to meet.
    Bell,
    /// Something is handed over, and arrives.
    Knock,
}

/// Tasks from which on a show is quiet: going through them would take a frame's time, and nobody hears so many knocks apart.
const MOST_TASKS: usize = 50_000;
/// Meetings with less than this part of the show between them are one meeting.
const PAUSE: u64 = 100;

/// All that is heard of a show, in order of time.
pub fn of(show: &Show) -> Vec<(Time, Sound)> {
    let mut heard = Vec::new();
    if show.runs.iter().map(|run| run.graph.len()).sum::<usize>() > MOST_TASKS {
        return heard;
    }
    let pause = show.makespan().0 / PAUSE;
    let mut meetings = Vec::new();
    for run in &show.runs {
        for (label, (start, end)) in run.graph.labels.iter().zip(run.trace.start.iter().zip(&run.trace.end)) {
            match label.kind {
                Kind::SendReduce | Kind::SendCopy | Kind::SwitchReduce | Kind::SwitchMulticast => {
                    meetings.push((*start, *end));
                }
                Kind::Activation | Kind::ActivationGradient => heard.push((*end, Sound::Knock)),
                _ => {}
            }
        }
    }
    order::sort(&mut meetings);
    let mut until = None;
    for (start, end) in meetings {
        if until.is_none_or(|until: Time| start.0 > until.0 + pause) {
            heard.push((start, Sound::Bell));
        }
        until = until.max(Some(end));
    }
    order::sort(&mut heard);
    heard
}

/// What is heard of them after one instant and up to another: each kind at most once, however many there are.
pub fn between(heard: &[(Time, Sound)], after: Time, until: Time) -> impl Iterator<Item = Sound> + use<'_> {
    let from = heard.partition_point(|(at, _)| *at <= after);
    let to = heard.partition_point(|(at, _)| *at <= until).max(from);
    let now = &heard[from..to];
    [Sound::Bell, Sound::Knock].into_iter().filter(|sound| now.iter().any(|(_, each)| each == sound))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chapters;
    use crate::scenario::Scenario;
    use crate::show;

    /// Bells and knocks in a chapter's usual show.
    fn check(chapter: &str, expected: (usize, usize)) {
        let chapter = chapters::chapter(chapter).expect("a chapter");
        let show = show::run(&Scenario::default_for(chapter.kind)).expect("a run");
        let heard = of(&show);
        let count = |sound| heard.iter().filter(|(_, each)| *each == sound).count();
        assert_eq!((count(Sound::Bell), count(Sound::Knock)), expected, "{}", chapter.id);
        assert!(heard.is_sorted(), "{}", chapter.id);
    }

    #[test]
    fn a_relay_knocks_and_a_meeting_rings() {
        // Four stages hand 24 bowls on three times each way; nobody meets.
        check("pipeline", (0, 144));
        check("collectives", (1, 0));
        check("mishaps", (0, 0));
    }

    #[test]
    fn what_lies_between_two_frames_is_heard_once() {
        let at = |us, sound| (Time::from_us(us), sound);
        let heard = [at(0, Sound::Bell), at(1, Sound::Knock), at(1, Sound::Knock), at(2, Sound::Bell)];
        let sounds = |after, until| between(&heard, Time::from_us(after), Time::from_us(until)).collect::<Vec<_>>();
        assert_eq!(sounds(0, 1), [Sound::Knock]);
        assert_eq!(sounds(1, 2), [Sound::Bell]);
        assert_eq!(sounds(0, 9), [Sound::Bell, Sound::Knock]);
        assert_eq!(sounds(2, 9), []);
        assert_eq!(sounds(9, 0), []);
    }
}
