//! How often to write a checkpoint, and how much of the time is then work that is kept: closed forms, for enough
//! spare servers.
//!
//! A period of work of length τ with its checkpoint δ has to pass without a failure at rate λ = 1 ÷ M. Failures are memoryless, so
//! the expected time until it has is E = (e^(λ(τ + δ)) − 1)(1 ÷ λ + D), where D is what follows a failure: detection d, then a
//! restart r that has to pass without a failure itself, D = e^(λr)(1 ÷ λ + d) − 1 ÷ λ. So E = (e^(λ(τ + δ)) − 1) e^(λr)(1 ÷ λ + d), and the
//! goodput is τ ÷ E. With d = 0 it is equation 15 of J. T. Daly, "A higher order estimate of the optimum checkpoint interval for
//! restart dumps", Future Generation Computer Systems 22 (2006).

use kitchen_units::Time;

use super::cluster::Cluster;
use super::exp::{exp, exp_minus_one};

/// Expected share of the time whose work is kept.
pub fn goodput(cluster: &Cluster) -> f64 {
    let rate = 1.0 / cluster.mtbf_ps();
    let [period, write, detect, restart] =
        [cluster.period, cluster.write, cluster.detect, cluster.restart].map(|time| time.0 as f64);
    let whole = exp_minus_one(rate * (period + write)) * exp(rate * restart) * (1.0 / rate + detect);
    if whole > 0.0 { period / whole } else { 0.0 }
}

/// Where a job's time goes in the long run: expected shares that add up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shares {
    /// Work that is kept: [`goodput`].
    pub work: f64,
    pub write: f64,
    /// Work, and beginnings of checkpoints, that failures undo.
    pub lost: f64,
    pub detect: f64,
    /// Restarts, those that a failure cuts short among them.
    pub restart: f64,
}

impl Shares {
    /// The share in which training is stopped.
    pub fn stopped(&self) -> f64 {
        self.detect + self.restart
    }
}

/// The parts of E, each for one period that is kept: τ and δ themselves; (e^(λ(τ + δ)) − 1) ÷ λ is spent at work until one passes, and
/// what of that is not τ + δ is lost; each of e^(λ(τ + δ)) − 1 failures begins a restart, which takes (e^(λr) − 1) ÷ λ with its own
/// failures, and each of all e^(λr) failures is detected, d.
pub fn shares(cluster: &Cluster) -> Shares {
    let rate = 1.0 / cluster.mtbf_ps();
    let [period, write, detect, restart] =
        [cluster.period, cluster.write, cluster.detect, cluster.restart].map(|time| time.0 as f64);
    let failures = exp_minus_one(rate * (period + write));
    let lost = (failures / rate - period - write).max(0.0);
    let detect = failures * exp(rate * restart) * detect;
    let restart = failures * exp_minus_one(rate * restart) / rate;
    let whole = period + write + lost + detect + restart;
    let share = |part: f64| if whole > 0.0 && whole.is_finite() { part / whole } else { 0.0 };
    let [work, write, lost, detect, restart] = [period, write, lost, detect, restart].map(share);
    Shares { work, write, lost, detect, restart }
}

/// √(2δM): the period at which writing and losing cost the same (J. W. Young, "A first order approximation to the optimum
/// checkpoint interval", Communications of the ACM 17 (1974)).
pub fn young(cluster: &Cluster) -> Time {
    Time((2.0 * cluster.write.0 as f64 * cluster.mtbf_ps()).sqrt() as u64)
}

/// Daly's: √(2δM) (1 + √(δ ÷ 2M) ÷ 3 + δ ÷ 2M ÷ 9) − δ where δ < 2M, else M (equation 37 of the paper above).
pub fn daly(cluster: &Cluster) -> Time {
    let (write, between) = (cluster.write.0 as f64, cluster.mtbf_ps());
    if write >= 2.0 * between {
        return Time(between as u64);
    }
    let part = write / (2.0 * between);
    let period = (2.0 * write * between).sqrt() * (1.0 + part.sqrt() / 3.0 + part / 9.0) - write;
    Time(period.max(1.0) as u64)
}

/// The period of the largest expected goodput: where e^(λ(τ + δ)) (λτ − 1) + 1 = 0, found by halving. It depends on neither detection
/// nor restart.
pub fn best(cluster: &Cluster) -> Time {
    let between = cluster.mtbf_ps();
    let write = cluster.write.0 as f64 / between;
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if exp(middle + write) * (middle - 1.0) + 1.0 < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    Time((low * between).max(1.0) as u64)
}
