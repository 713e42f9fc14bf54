//! Published failure rates and causes of interruptions.

/// A cause of interruptions with its count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cause {
    /// Its name in the source.
    pub name: &'static str,
    /// How many interruptions.
    pub count: u32,
}

/// Days, GPUs and unexpected interruptions of Llama 3 405B's training on 16,384 H100, 8 in a server (arXiv:2407.21783 section
/// 3.3.4; 47 planned ones beside).
pub const LLAMA3: (u32, u32, u32) = (54, 16_384, 419);

/// Those by cause: arXiv:2407.21783 table 5.
pub const LLAMA3_CAUSES: [Cause; 18] = [
    Cause { name: "Faulty GPU", count: 148 },
    Cause { name: "GPU HBM3 memory", count: 72 },
    Cause { name: "Software bug", count: 54 },
    Cause { name: "Network switch/cable", count: 35 },
    Cause { name: "Host maintenance", count: 32 },
    Cause { name: "GPU SRAM memory", count: 19 },
    Cause { name: "GPU system processor", count: 17 },
    Cause { name: "NIC", count: 7 },
    Cause { name: "NCCL watchdog timeouts", count: 7 },
    Cause { name: "Silent data corruption", count: 6 },
    Cause { name: "GPU thermal interface and sensor", count: 6 },
    Cause { name: "SSD", count: 3 },
    Cause { name: "Power supply", count: 3 },
    Cause { name: "Server chassis", count: 2 },
    Cause { name: "IO expansion board", count: 2 },
    Cause { name: "Dependency", count: 2 },
    Cause { name: "CPU", count: 2 },
    Cause { name: "System memory", count: 2 },
];

/// A server's mean time between failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fleet {
    /// Stable: used on the command line.
    pub id: &'static str,
    /// Of one server with 8 GPUs, in seconds.
    pub mtbf_s: u64,
    /// The source.
    pub source: &'static str,
}

const HOUR: u64 = 3_600;

/// Fleets of servers whose failures were counted: 6.5 and 2.34 failures in 1,000 server-days (Kokolis et al., "Revisiting
/// reliability in large-scale machine learning research clusters", HPCA'25, arXiv:2410.21680), and Llama 3's 419 in 54 days on 2,048.
pub const FLEETS: [Fleet; 3] = [
    Fleet { id: "rsc-1", mtbf_s: 3_692 * HOUR, source: "arXiv:2410.21680, RSC-1: 6.5 / 1,000 server-days" },
    Fleet { id: "llama3", mtbf_s: 6_334 * HOUR, source: "arXiv:2407.21783: 419 in 54 days on 2,048 servers" },
    Fleet { id: "rsc-2", mtbf_s: 10_256 * HOUR, source: "arXiv:2410.21680, RSC-2: 2.34 / 1,000 server-days" },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_add_up_and_give_the_fleets_rate() {
        let (days, gpus, all) = LLAMA3;
        assert_eq!(LLAMA3_CAUSES.iter().map(|cause| cause.count).sum::<u32>(), all);
        let hours = u64::from(days) * 24 * u64::from(gpus / 8) / u64::from(all);
        assert_eq!(FLEETS[1].mtbf_s / HOUR, hours);
        for (fleet, per_thousand_days) in [(FLEETS[0], 6.5), (FLEETS[2], 2.34)] {
            let hours = 24_000.0 / per_thousand_days;
            assert!((fleet.mtbf_s as f64 / HOUR as f64 - hours).abs() < 1.0, "{}", fleet.id);
        }
    }
}
