//! The configuration of the PFC watchdog.

use kitchen_units::Time;

/// When a paused queue counts as stuck, and when it is restored. In between all its packets and all that arrive for it are dropped, as
/// SONiC's action "drop" does (sonic-net/sonic-mgmt, docs/pfcwd). Some chips also drop what comes in over the same port in that class;
/// sonic-net/sonic-swss, pull request 2304, took that back for NVIDIA's, and this model does not do it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watchdog {
    /// A queue that has been paused for so long is stuck, and its packets are dropped.
    pub detect: Time,
    /// A stuck queue that has not been paused for so long is restored.
    pub restore: Time,
    pub poll: Time,
}

impl Watchdog {
    /// 200 ms each: `pfcwd start_default` up to 32 ports (sonic-net/sonic-utilities, pfcwd/main.py). Juniper polls each 100 ms, detects
    /// after two polls, recovers after 200 ms.
    pub const SONIC: Watchdog =
        Watchdog { detect: Time::from_us(200_000), restore: Time::from_us(200_000), poll: Time::from_us(200_000) };
}
