//! When a pause has lasted too long: what a watchdog is told.

use crate::units::Time;

/// When a paused queue is taken for stuck, and when it is trusted again. In between all that waits in it and all that comes to it is dropped, as
/// SONiC's action "drop" does (sonic-net/sonic-mgmt, docs/pfcwd). Some chips also drop what comes in over the same port in that class;
/// sonic-net/sonic-swss, pull request 2304, took that back for NVIDIA's, and this model does not do it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watchdog {
    /// Paused for so long without a break, a queue's packets are dropped.
    pub detect: Time,
    /// Not paused for so long, it queues again.
    pub restore: Time,
    pub poll: Time,
}

impl Watchdog {
    /// 200 ms each: `pfcwd start_default` up to 32 ports (sonic-net/sonic-utilities, pfcwd/main.py). Juniper polls each 100 ms, detects
    /// after two polls, recovers after 200 ms.
    pub const SONIC: Watchdog =
        Watchdog { detect: Time::from_us(200_000), restore: Time::from_us(200_000), poll: Time::from_us(200_000) };
}
