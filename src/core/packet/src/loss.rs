//! Packets lost on a link: at random, in bursts, or all of them while a link is dead.

use kitchen_units::Time;

use super::fabric::PortId;
use super::random::RandomStream;

/// The losses of a link. There is no signal of a loss: the receiver has to detect the gap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// One direction of a cable; `None` for all of them.
    pub link: Option<PortId>,
    /// The share of packets lost in the long run, from 0 to 1.
    pub share: f64,
    /// The mean number of consecutive losses, from 1 (Gilbert's model: all are lost in the bad state, none in the good one).
    pub burst: f64,
    /// Only from then and until then.
    pub from: Time,
    pub until: Time,
}

impl Loss {
    /// Independent losses on every link, all the time.
    pub const fn random(share: f64) -> Loss {
        Loss { link: None, share, burst: 1.0, from: Time::ZERO, until: Time(u64::MAX) }
    }

    /// A link that is dead for a while.
    pub const fn dead(link: PortId, from: Time, until: Time) -> Loss {
        Loss { link: Some(link), share: 1.0, burst: 1.0, from, until }
    }

    pub(super) fn is_sound(&self) -> bool {
        (0.0..=1.0).contains(&self.share) && self.burst >= 1.0 && self.burst < 1e9 && self.from <= self.until
    }
}

/// The loss process of a link during a run.
#[derive(Clone, Debug)]
pub(super) struct LossProcess {
    loss: Loss,
    is_bad: bool,
    random: RandomStream,
}

impl LossProcess {
    pub(super) fn new(loss: Loss, seed: u64, port: PortId) -> LossProcess {
        // A stream of its own for each link, so that the losses of one do not depend on what others carry.
        LossProcess { loss, is_bad: false, random: RandomStream::new(seed ^ (u64::from(port) + 1) << 32) }
    }

    /// Whether the next packet is lost.
    pub(super) fn loses(&mut self, now: u64) -> bool {
        let Loss { share, burst, from, until, .. } = self.loss;
        if now < from.0 || now >= until.0 || share <= 0.0 {
            return false;
        }
        if share >= 1.0 {
            return true;
        }
        let draw = self.random.share();
        if burst <= 1.0 {
            return draw < share;
        }
        // The bad state ends with 1/burst and begins as often as makes its share what is asked.
        self.is_bad = draw < if self.is_bad { 1.0 - 1.0 / burst } else { share / (burst * (1.0 - share)) };
        self.is_bad
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_bursts_are_as_asked() {
        for (share, burst) in [(0.01, 1.0), (0.1, 1.0), (0.01, 8.0), (0.2, 3.0)] {
            let mut loss_process = LossProcess::new(Loss { burst, ..Loss::random(share) }, 7, 3);
            let lost: Vec<bool> = (0..1_000_000).map(|_| loss_process.loses(5)).collect();
            let count = lost.iter().filter(|&&lost| lost).count() as f64;
            let runs = lost.windows(2).filter(|pair| pair[1] && !pair[0]).count() as f64;
            assert!((count / 1e6 / share - 1.0).abs() < 0.05, "{share} {burst}: {count}");
            // Runs of single losses are 1/(1-share) long.
            let expected = if burst > 1.0 { burst } else { 1.0 / (1.0 - share) };
            assert!((count / runs / expected - 1.0).abs() < 0.05, "{share} {burst}: {}", count / runs);
        }
        let mut dead = LossProcess::new(Loss::dead(0, Time(10), Time(20)), 1, 0);
        assert_eq!([9, 10, 19, 20].map(|now| dead.loses(now)), [false, true, true, false]);
    }
}
