//! DCQCN, the rate control of RoCEv2 NICs (Zhu et al., SIGCOMM 2015; in the form that NICs implement, after
//! alibaba-edu/High-Precision-Congestion-Control): ECN marks come back as CNPs, which cut the rate, and timers raise it again.
//!
//! On a CNP: `target = rate` (NICs keep the target while no timer has raised the rate since the last cut), `rate *= 1 - alpha/2`, `alpha = (1-g) alpha + g`. After each alpha timer without one:
//! `alpha *= 1-g`. After each increase timer: `fast_recoveries` times halfway to the target, then the target itself rises, once by
//! `additive_increase`, after that by `hyper_increase`.

use kitchen_units::Time;

/// The constants. Rates are bits per second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dcqcn {
    /// The receiver sends at most one congestion notification packet (CNP) of a flow in this time.
    pub cnp_interval: Time,
    /// The sender cuts a flow's rate at most once in this time.
    pub decrease_interval: Time,
    pub alpha_timer: Time,
    pub increase_timer: Time,
    pub g: f64,
    /// Fast recovery: increases towards the last target before additive increase.
    pub fast_recoveries: u32,
    pub additive_increase: f64,
    pub hyper_increase: f64,
    pub min_rate: f64,
    /// Whether each cut lowers the target. Dumps of NICs say no (`clamp_tgt_rate` 0): a burst of cuts is then followed by a jump to half
    /// of what there was before the first.
    pub clamps_target: bool,
}

impl Dcqcn {
    /// Vendors' usual constants: timers of 1, 4 and 300 µs, g 1/256, one fast recovery, increases of 5 and 50 Mbit/s for each 25
    /// Gbit/s of the NIC (HPCC's run.py; dumps of NICs have 5 and 50 absolute), a CNP each 4 µs (Barre, ATC 2025, table 2).
    pub fn vendor(gbit_per_s: u32) -> Dcqcn {
        let scale = f64::from(gbit_per_s) / 25.0;
        Dcqcn {
            cnp_interval: Time::from_us(4),
            decrease_interval: Time::from_us(4),
            alpha_timer: Time::from_us(1),
            increase_timer: Time::from_us(300),
            g: 1.0 / 256.0,
            fast_recoveries: 1,
            additive_increase: 5e6 * scale,
            hyper_increase: 50e6 * scale,
            min_rate: 100e6,
            clamps_target: false,
        }
    }

    /// The paper's: 50, 50 and 55 µs, five fast recoveries, 40 and 200 Mbit/s (microsoft ns3-rdma).
    pub const fn paper() -> Dcqcn {
        Dcqcn {
            cnp_interval: Time::from_us(50),
            decrease_interval: Time::from_us(50),
            alpha_timer: Time::from_us(55),
            increase_timer: Time::from_us(55),
            g: 1.0 / 256.0,
            fast_recoveries: 5,
            additive_increase: 40e6,
            hyper_increase: 200e6,
            min_rate: 100e6,
            clamps_target: true,
        }
    }
}

/// The rate control of one flow's sender. Times are picoseconds; timers are advanced when the rate is read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateControl {
    /// Bits per second.
    pub rate: f64,
    pub target: f64,
    pub alpha: f64,
    /// Increases since the last cut.
    stage: u32,
    next_alpha: u64,
    next_increase: u64,
    next_decrease: u64,
}

impl RateControl {
    /// At line rate, with the alpha of a sender that has received no CNP.
    pub const fn new(line_rate: f64) -> RateControl {
        RateControl {
            rate: line_rate,
            target: line_rate,
            alpha: 1.0,
            stage: 0,
            next_alpha: u64::MAX,
            next_increase: u64::MAX,
            next_decrease: 0,
        }
    }

    /// A CNP at `now`.
    pub fn on_cnp(&mut self, set: &Dcqcn, line_rate: f64, now: u64) {
        self.advance(set, line_rate, now);
        if now < self.next_decrease {
            return;
        }
        self.next_decrease = now.saturating_add(set.decrease_interval.0);
        if set.clamps_target || self.stage > 0 {
            self.target = self.rate;
        }
        let cut = self.rate * (1.0 - self.alpha / 2.0);
        self.rate = if cut < set.min_rate { set.min_rate } else { cut };
        self.alpha = (1.0 - set.g) * self.alpha + set.g;
        self.stage = 0;
        self.next_alpha = now.saturating_add(set.alpha_timer.0);
        self.next_increase = now.saturating_add(set.increase_timer.0);
    }

    /// All timers up to `now`.
    pub fn advance(&mut self, set: &Dcqcn, line_rate: f64, now: u64) {
        while self.next_alpha <= now {
            self.alpha *= 1.0 - set.g;
            // So small an alpha cuts nothing; the timer stops until the next CNP.
            let rests = self.alpha < 1e-9;
            self.next_alpha = if rests { u64::MAX } else { self.next_alpha.saturating_add(set.alpha_timer.0.max(1)) };
        }
        while self.next_increase <= now {
            self.increase(set, line_rate);
            let is_back = self.rate >= line_rate;
            self.next_increase =
                if is_back { u64::MAX } else { self.next_increase.saturating_add(set.increase_timer.0.max(1)) };
        }
    }

    fn increase(&mut self, set: &Dcqcn, line_rate: f64) {
        if self.stage >= set.fast_recoveries {
            let step = if self.stage == set.fast_recoveries { set.additive_increase } else { set.hyper_increase };
            let target = self.target + step;
            self.target = if target > line_rate { line_rate } else { target };
        }
        self.stage += 1;
        self.rate = f64::midpoint(self.rate, self.target);
        // Halving the distance alone would never reach the line rate.
        if line_rate - self.rate < line_rate * 1e-6 {
            self.rate = line_rate;
        }
    }
}
