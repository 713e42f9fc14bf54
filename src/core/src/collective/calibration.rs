//! The constants that turn a plan into microseconds. Each is physical, named, and says where it comes from or which sweeps
//! of `nccl_measured.csv` it was fitted on; rows of [`FITTED_ON`] are reported apart from validation.

use crate::units::Time;

/// The sweeps (ids) whose figures constants below were fitted on. Fitted by hand, with the summary of all sweeps in view;
/// the held-back sweeps are the only ones never looked at.
pub const FITTED_ON: &[&str] = &[
    "dgxc_H100_ar",
    "sb_A100_ar",
    "sb_A100_a2a",
    "cw_GB200_1rack_ar",
    "deepops_2xDGXA100_HDR_ar",
    "oci_GB300_4gpu_a2a",
    "stas_B200_32gpu_ar",
    "aws_p3dn_2n_ar",
    "oke_GB200_2n",
    "oci_GB300_4gpu_ar",
    "aks_NDv4_TCP",
];

const fn us(tenths: u64) -> Time {
    Time(tenths * 100_000)
}

/// A kernel launch and the group's handshake, one process a GPU. NCCL 2.30.7 tuning.cc: base latency 6.6-6.8 us; fitted
/// between `dgxc_H100_ar` and `oke_GB200_2n` at 8 bytes.
pub const LAUNCH: Time = us(120);
/// What one process that drives all GPUs adds for each of them: it launches one kernel after the other.
/// Fitted on `sb_A100_ar`.
pub const LAUNCH_PER_GPU_IN_ONE_PROCESS: Time = us(20);
/// Entering and leaving the multicast buffers of the switch (tuning.cc: NVLS 25 us).
pub const IN_NETWORK_SYNC: Time = us(250);
/// Each slice through the switch waits until all members are there: what one member adds. Fitted on
/// `dgxc_H100_ar` and `cw_GB200_1rack_ar`.
pub const IN_NETWORK_STEP_PER_RANK: Time = us(3);
/// Channels that feed the switch at once, on Hopper, on Blackwell in one domain, on Blackwell over several (NCCL 2.30.7
/// transport/nvls.cc).
pub const IN_NETWORK_CHANNELS: [u64; 3] = [16, 24, 32];
/// The largest chunk of a channel and a member through the switch, bytes (transport/nvls.cc).
pub const IN_NETWORK_CHUNK: u64 = 128 << 10;

/// LL: half of the words are flags, and its loads and stores do not reach the link's rate (tuning.cc: llMaxBw against the
/// rings' rate, 87.7/240, 141/371, 282/722).
pub const LL_EFFICIENCY: f64 = 0.38;
/// LL128: 120 of 128 bytes are payload (tuning.cc takes 0.92). Fitted on `dgxc_H100_ar` and
/// `oci_GB300_4gpu_ar` from 1 to 8 MiB, where real runs ramp.
pub const LL128_EFFICIENCY: f64 = 0.65;

/// A step's software latency over NVLink for LL, LL128, Simple (tuning.cc: 0.6, 1.9, 3.4 us, wire included). LL128 and
/// Simple fitted on `dgxc_H100_ar`, `oci_GB300_4gpu_ar`.
pub const STEP_NVLINK: [Time; 3] = [us(3), us(6), us(67)];
/// The same on GPUs before Hopper. Fitted on `sb_A100_ar`.
pub const STEP_NVLINK_BEFORE_HOPPER: [Time; 3] = [us(3), us(16), us(67)];
/// The same over xGMI: as NVLink's until fitted.
pub const STEP_XGMI: [Time; 3] = STEP_NVLINK;
/// The same over PCIe (tuning.cc: 1.0, 2.5, 5.7 us).
pub const STEP_PCIE: [Time; 3] = [us(5), us(20), us(52)];
/// The same through network cards (tuning.cc: ring 2.7, 4.0, 14.0 us, tree 5.0, 8.5, 14 us). LL fitted on
/// `deepops_2xDGXA100_HDR_ar`.
pub const STEP_RDMA: [Time; 3] = [us(55), us(70), us(140)];
/// The same where a host thread drives the card. Fitted on `aws_p3dn_2n_ar` and `stas_B200_32gpu_ar`.
pub const STEP_HOST_DRIVEN: [Time; 3] = [us(350), us(400), us(500)];
/// The same through sockets. Fitted on `aks_NDv4_TCP`.
pub const STEP_TCP: [Time; 3] = [us(250), us(300), us(400)];

/// The payload that switches add and multicast, as a share of what a ring moves on the same links, by NVSwitch
/// generation 3 and 4 (tuning.cc: NVLS efficiency 0.85 and 0.74, and one channel lost in eight or sixteen).
/// Fitted on `dgxc_H100_ar` and `oke_GB200_2n` above 1 GiB.
pub const IN_NETWORK: [f64; 2] = [0.76, 0.68];
/// Messages between two GPUs (all-to-all, send/recv) against rings on the same links: they get fewer channels.
/// Fitted on `sb_A100_a2a` and `oci_GB300_4gpu_a2a`.
pub const POINT_TO_POINT: f64 = 0.9;
/// Trees against rings on the same links (tuning.cc: 0.85).
pub const TREE: f64 = 0.85;

/// [`IN_NETWORK`] for the switches that stand with that generation of NVLink.
pub const fn in_network(nvlink: u8) -> f64 {
    if nvlink <= 4 { IN_NETWORK[0] } else { IN_NETWORK[1] }
}

/// What each peer of an all-to-all adds to the launch: one send and one receive to set up. Fitted on
/// `sb_A100_a2a`.
pub const PEER: Time = us(5);

/// The slices that a switch's pipeline has for a buffer of `bytes`: in a round each member owns a chunk in each channel, and
/// chunks are smaller where rounds would be few (NCCL 2.30.7 enqueue.cc, its thresholds in rounds of the largest chunk).
pub const fn in_network_slices(bytes: u64, members: u32, domains: usize, nvlink: u8) -> u64 {
    let channels = IN_NETWORK_CHANNELS[if nvlink <= 4 {
        0
    } else if domains == 1 {
        1
    } else {
        2
    }];
    let round = channels * IN_NETWORK_CHUNK * if members == 0 { 1 } else { members as u64 };
    let halves = 2 * bytes / round;
    let smaller = match (domains, halves) {
        (1, 0) => 8,
        (1, 1..8) | (_, 0) => 4,
        (1, 8..128) | (2..4, 1..8) | (4.., _) => 2,
        _ => 1,
    };
    bytes.div_ceil(round / smaller)
}
