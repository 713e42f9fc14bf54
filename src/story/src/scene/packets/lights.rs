//! The lights at the gates: red for the share of the time in which a port was told to stand still. Pauses are too short to be shown
//! one by one.

use kitchen_core::packet::Report;
use kitchen_core::packet::fabric::PortId;
use kitchen_core::units::Time;

use crate::scene::display::{DisplayList, Style};
use crate::scene::geom::{Point, Within as _};
use crate::scene::palette::Token;

/// Instants at which a light's share of red is kept.
const STEPS: usize = 96;

/// All lights of a run.
#[derive(Clone, Debug)]
pub(crate) struct Lights {
    /// By port, from equal steps of the whole time: how much of each step it was told to stand still.
    red: Vec<[f32; STEPS]>,
    /// The length of a step, in picoseconds.
    step: u64,
}

impl Lights {
    pub(crate) fn new(report: &Report, makespan: Time) -> Lights {
        let mut red = vec![[0.0_f32; STEPS]; report.ports.len()];
        let step = (makespan.0 / STEPS as u64).max(1);
        for pause in &report.pauses {
            let steps = &mut red[pause.port as usize];
            let (mut from, end) = (pause.start.0, pause.end.0.min(makespan.0));
            while from < end {
                let at = ((from / step) as usize).min(STEPS - 1);
                let to = if at + 1 == STEPS { end } else { end.min((at as u64 + 1) * step) };
                steps[at] += (to - from) as f32 / step as f32;
                from = to;
            }
        }
        Lights { red, step }
    }

    /// How red a port's light is: the share of the time around `t` in which it was told to stand still. Between steps it changes
    /// evenly, so that no light jumps.
    pub(crate) fn red(&self, port: PortId, t: Time) -> f32 {
        let Some(steps) = self.red.get(port as usize) else { return 0.0 };
        let at = (t.0 as f32 / self.step as f32 - 0.5).within(0.0, STEPS as f32 - 1.0);
        let (a, part) = (at as usize, at - (at as usize) as f32);
        let b = (a + 1).min(STEPS - 1);
        (steps[a] * (1.0 - part) + steps[b] * part).within(0.0, 1.0)
    }
}

/// A light, its middle at `at`: red for a share of the time.
pub(crate) fn light(list: &mut DisplayList, at: Point, r: f32, red: f32) {
    list.rect(at[0] - r * 1.35, at[1] - r * 2.6, r * 2.7, r * 5.2, r, Style::fill(Token::Ink));
    list.ellipse(at[0], at[1] - r * 1.15, r, r, Style::fill(Token::SteelDark));
    list.ellipse(at[0], at[1] + r * 1.15, r, r, Style::fill(Token::SteelDark));
    if red > 0.01 {
        list.ellipse(at[0], at[1] - r * 1.15, r, r, Style::fill(Token::Hue1).alpha(red));
    }
    if red < 0.99 {
        list.ellipse(at[0], at[1] + r * 1.15, r, r, Style::fill(Token::Hue7).alpha(1.0 - red));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kitchen_core::packet::report::{Pause, PortStats};

    fn check(t: u64, expected: f32) {
        // Of 96 steps of ten picoseconds the second is all red.
        let report = Report {
            ports: vec![PortStats::default()],
            pauses: vec![Pause { port: 0, start: Time(10), end: Time(20) }],
            ..Report::default()
        };
        let red = Lights::new(&report, Time(960)).red(0, Time(t));
        assert!((red - expected).abs() < 1e-4, "{red} at {t}, not {expected}");
    }

    #[test]
    fn a_light_fades_from_step_to_step() {
        check(0, 0.0);
        check(5, 0.0);
        check(10, 0.5);
        check(15, 1.0);
        check(18, 0.7);
        check(20, 0.5);
        check(25, 0.0);
        check(960, 0.0);
    }
}
