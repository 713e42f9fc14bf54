//! The constants that turn a plan into microseconds. Each is physical, named, and says where it comes from or which sweeps
//! of `nccl_measured.csv` it was fitted on; rows of [`FITTED_ON`] are reported apart from validation.

use kitchen_units::Time;

/// The sweeps (ids) whose figures constants below, or those of `hardware/efficiency.rs`, were fitted on. Fitted by hand,
/// with the summary of all sweeps of that file in view; no other measurement was used.
pub const FITTED_ON: &[&str] = &[
    "dgxc_H100_ar",
    "sb_A100_ar",
    "sb_A100_a2a",
    "sb_A100_ag",
    "cw_GB200_1rack_ar",
    "cw_GB200_20rack_ar",
    "deepops_2xDGXA100_HDR_ar",
    "oci_GB300_4gpu_a2a",
    "oci_GB300_4gpu_ar",
    "oci_GB300_128gpu_a2a",
    "oci_GB200_128gpu_a2a",
    "oci_GB200_192gpu_a2a",
    "oci_MI355X_32_a2a",
    "oci_H100_2n",
    "stas_B200_8gpu_ar",
    "stas_B200_32gpu_ar",
    "aws_p3dn_2n_ar",
    "oke_GB200_2n",
    "oke_GB200_32n",
    "aks_NDv4_TCP",
    "gcp_A3high",
    "cscs_GH200_2n_cxi",
    "cscs_GH200_2n_tcp",
    "nccl1161_H100PCIe_2gpu_ar",
    "liplus_A100_sr",
    "aion_AMD_8gpu_a2a",
    "rtx5090_8gpu_ar",
    "rtx6000d_2n_ar",
    "hexo_V100_8gpu_ar",
];

const fn us(tenths: u64) -> Time {
    Time(tenths * 100_000)
}

/// A kernel launch and the group's handshake, one process a GPU (tuning.cc: base latencies 6.6-6.8 us). Fitted between
/// `dgxc_H100_ar` and `oke_GB200_2n` at 8 bytes.
pub const LAUNCH: Time = us(100);
/// A launch on Ampere. Fitted on `deepops_2xDGXA100_HDR_ar` from 8 to 512 bytes, in the mean.
pub const LAUNCH_AMPERE: Time = us(144);
/// A launch on Volta and before, with the drivers and libraries of their time, which also pass through a stream of their own
/// (NCCL 2.4 to 2.8 enqueue.cc). Fitted on `hexo_V100_8gpu_ar` from 512 KiB to 8 MiB, where the host does not hold it up.
pub const LAUNCH_VOLTA: Time = us(300);
/// A launch of AMD's library. Fitted on `aion_AMD_8gpu_a2a` below 128 KiB.
pub const LAUNCH_RCCL: Time = us(320);
/// One process that drives all GPUs launches one kernel after the other, and prepares the next call while this one runs: a
/// call takes at least so long for each GPU. On Volta and before, on Ampere, later. Fitted on `hexo_V100_8gpu_ar`,
/// `sb_A100_ar` and `rtx5090_8gpu_ar`, whose times do not depend on the size below 2 KiB.
pub const LAUNCH_BY_ONE_PROCESS: [Time; 3] = [us(60), us(44), us(31)];
/// What that host adds for each channel of each GPU: one work item each. Fitted on `sb_A100_ar` from 64 KiB to 1 MiB, and
/// its all-gather `sb_A100_ag` takes as long there.
pub const LAUNCH_PER_CHANNEL: Time = Time(210_000);
/// What a framework's call adds (Python, dispatch, its stream's events). Fitted on `stas_B200_8gpu_ar`.
pub const LAUNCH_BY_FRAMEWORK: Time = us(200);
/// What each peer of an all-to-all adds to the launch: one send and one receive to set up. Fitted on `sb_A100_a2a`.
pub const PEER: Time = us(11);

/// LL: half of the words are flags, and its loads and stores do not reach the link's rate (tuning.cc: llMaxBw against the
/// rings' rate, 87.7/240, 141/371, 282/722).
pub const LL_EFFICIENCY: f64 = 0.38;
/// LL over PCIe, where the link is slower than the loads and stores: flags alone.
pub const LL_EFFICIENCY_PCIE: f64 = 0.5;
/// LL between servers goes through host memory, where a thread polls its flags: the most of a server's cards together,
/// bytes a second (tuning.cc: llMaxBw 22.5 GB/s on two nodes).
pub const LL_ACROSS: f64 = 22.5e9;
/// LL128: 120 of 128 bytes are payload, and a little is lost (tuning.cc).
pub const LL128_EFFICIENCY: f64 = 0.92;
/// Simple: what kernels of 16 to 24 blocks get of the payload that NVLink carries. Fitted on `sb_A100_ar` (0.98) and
/// `oci_GB300_4gpu_ar` (0.95) above 1 GiB.
pub const SIMPLE_EFFICIENCY: f64 = 0.965;

/// A step's software latency over NVLink for LL, LL128, Simple (tuning.cc: 0.6, 1.9, 3.4 us, wire included). Fitted on
/// `dgxc_H100_ar`, `oci_GB300_4gpu_ar`.
pub const STEP_NVLINK: [Time; 3] = [us(3), us(12), us(67)];
/// A step over NVLink on Blackwell. LL fitted on `oke_GB200_2n`.
pub const STEP_NVLINK_BLACKWELL: [Time; 3] = [us(8), us(13), us(67)];
/// A step over NVLink on GPUs before Hopper. Fitted on `sb_A100_ar` and `deepops_2xDGXA100_HDR_ar`.
pub const STEP_NVLINK_BEFORE_HOPPER: [Time; 3] = [us(8), us(33), us(67)];
/// A step over PCIe, the wire's 0.9 us apart (tuning.cc: 1.0, 2.5, 5.7 us). Fitted on `rtx5090_8gpu_ar`.
pub const STEP_PCIE: [Time; 3] = [us(2), us(10), us(15)];
/// A step over xGMI (RCCL's tuning.cc for MI300X, rings: 0.8 us for LL, 2.1 us for Simple, wire included; LL128 between
/// them, derived).
pub const STEP_XGMI: [Time; 3] = [us(5), us(10), us(18)];
/// A step through network cards, the wire's 2.5 us apart (tuning.cc: tree 5.0, 8.5, 14 us, wire included).
pub const STEP_RDMA: [Time; 3] = [us(25), us(120), us(140)];
/// A step where a host thread drives the card. LL fitted on `aws_p3dn_2n_ar`, Simple on `stas_B200_32gpu_ar`.
pub const STEP_HOST_DRIVEN: [Time; 3] = [us(165), us(600), us(750)];
/// A step through libfabric over Slingshot. Fitted on `cscs_GH200_2n_cxi`.
pub const STEP_SLINGSHOT: [Time; 3] = [us(25), us(200), us(400)];
/// A step through sockets. Fitted on `aks_NDv4_TCP`.
pub const STEP_TCP: [Time; 3] = [us(250), us(300), us(400)];
/// A step where the card parts headers from payload and the kernel does the rest. Fitted on `gcp_A3high`.
pub const STEP_TCPX: [Time; 3] = [us(4000), us(4000), us(4000)];

/// Entering and leaving the multicast buffers of the switch. Fitted on `dgxc_H100_ar` at 2 and 4 MiB.
pub const IN_NETWORK_SYNC: Time = us(70);
/// In each round of chunks a block waits for each head's buffer and hands it its chunk: what one head adds in one domain, and
/// where trees between domains go on with the sums. A head itself asks the switch for the least of all members' counters at
/// once (device/prims_simple.h: multimem.ld_reduce), so members that are no heads add nothing. Fitted on `dgxc_H100_ar`, and on
/// `oci_H100_2n` and `oke_GB200_32n` below 1 MiB.
pub const IN_NETWORK_STEP_PER_HEAD: [Time; 2] = [us(6), us(4)];
/// In one domain the warps that copy to the switch's buffers and back are a round ahead of those that add, and a round behind:
/// what a block copies of the first round before anything is added, and of the last one after that, bytes a second, on Hopper
/// and on Blackwell. Fitted on `dgxc_H100_ar` and `oke_GB200_2n` from 4 to 256 MiB.
pub const IN_NETWORK_FILL: [f64; 2] = [95e9, 17e9];
/// The most members of a domain that own parts of a sum in its switches, and pass them on (NCCL_MAX_NVLS_ARITY).
pub const NVLS_HEADS: u32 = 32;
/// Channels that feed the switch at once, on Hopper, on Blackwell in one domain, on Blackwell over several (NCCL 2.30.7
/// transport/nvls.cc).
pub const IN_NETWORK_CHANNELS: [u64; 3] = [16, 24, 32];
/// The largest chunk of a channel and a head through the switch, bytes (transport/nvls.cc).
pub const IN_NETWORK_CHUNK: u64 = 128 << 10;
/// The payload that switches add and multicast, as a share of what a ring moves on the same links, on Hopper and on
/// Blackwell, between rounds (tuning.cc: 0.85 and 0.74, rounds included). Fitted on `dgxc_H100_ar` and `oke_GB200_2n`.
pub const IN_NETWORK: [f64; 2] = [0.90, 0.83];
/// Over several domains the warps of a block share the work: 5 or 6 of 20 copy a round's chunks of all heads to where the
/// switch adds them, as many copy the sums back, and each hands a round on when it is whole (device/all_reduce.h,
/// device/prims_simple.h). What a block's warps so copy, bytes a second, on Hopper and on Blackwell. Fitted on
/// `oci_H100_2n` and `oke_GB200_32n` above 1 GiB.
pub const IN_NETWORK_COPY: [f64; 2] = [17.5e9, 12.5e9];
/// Two trees between domains: even channels feed one, odd channels the other (graph/connect.cc).
pub const IN_NETWORK_TREES: u64 = 2;
/// A channel is opened for as many bytes of an all-reduce (enqueue.cc: 32 KiB of traffic, there and back).
pub const IN_NETWORK_LEAST: u64 = 16 << 10;
/// Where GPUs hang on their CPUs by NVLink-C2C, a message's flags and its payload go different ways, and the thread that
/// drives the card must see the payload through before it raises the flag (graph/paths.cc: a flush is forced, or before
/// 2.27 the buffers stand in the CPU's memory): what a message waits for that ...
pub const IN_NETWORK_HOP_C2C: Time = us(550);
/// ... and for how long it keeps its head from the next. Fitted on `oke_GB200_32n` below 32 MiB and `cw_GB200_20rack_ar`.
/// Where the cards hang on the GPUs themselves it is [`MESSAGE`].
pub const IN_NETWORK_MESSAGE_C2C: Time = us(36);

/// The chunk in which long messages between GPUs of different domains go, bytes (NCCL init.cc: P2P_NET_CHUNKSIZE).
pub const MESSAGE_CHUNK: u64 = 128 << 10;
/// Where the card hangs on the GPU's own PCIe and the GPU on its CPU by NVLink-C2C (ConnectX-8 beside GB300's GPUs, derived from
/// its three times 16 lanes), what the thread that drives the card spends on a chunk of any size that it sends and one that it
/// receives. Fitted on `oci_GB300_128gpu_a2a`, whose chunks of 4 to 128 KiB all take as long; not on the all-reduce there.
pub const MESSAGE: Time = us(55);

/// What the network's switches add while it streams through them, as a share of what a card sends to another (R. Graham et
/// al., SHARP streaming-aggregation hardware design and evaluation, ISC 2020: 95 to 96 %).
pub const IN_FABRIC: f64 = 0.95;
/// The largest chunk of a channel and a head that CollNet passes on, and the smallest at which its rounds are still made
/// more by halving it: a slot of the 4 MiB buffer (enqueue.cc).
pub const IN_FABRIC_CHUNKS: [u64; 2] = [512 << 10, 32 << 10];
/// Channels of CollNet where servers have a switch: half as many again as rings have (graph/connect.cc).
pub const IN_FABRIC_CHANNELS: u64 = 24;

/// Messages between two GPUs (all-to-all) against rings on the same links: they get fewer channels.
/// Fitted on `sb_A100_a2a` and `oci_GB300_4gpu_a2a`.
pub const POINT_TO_POINT: f64 = 0.95;
/// Everyone to everyone over network cards, of what a card carries under collectives: several senders meet at one receiver's
/// card while another's is idle. The middle of the 62 to 91 % of the cards' nominal rate that such runs reached, as the
/// notes beside the measured sweeps say; rounded in sight of `oci_GB200_128gpu_a2a`, `oci_GB200_192gpu_a2a` and
/// `oci_MI355X_32_a2a`.
pub const ALL_TO_ALL_ACROSS: f64 = 0.8;
/// A single message to one peer: fewer still. Fitted on `liplus_A100_sr`.
pub const ONE_PEER: f64 = 0.85;
/// Trees against rings on the same links (tuning.cc: 0.85).
pub const TREE: f64 = 0.85;
/// An all-gather's ring against an all-reduce's: beside it each GPU copies its own shard to its place. Fitted on
/// `sb_A100_ag`.
pub const ALL_GATHER: f64 = 0.95;

/// The share of a GPU's rate to the switch that sums reach, with what its own head fetches and puts beside what all send:
/// counted here in one domain; over several these are moves of their own.
pub fn in_network(nvlink: u8, members: u32, domains: usize) -> f64 {
    let share = IN_NETWORK[usize::from(nvlink > 4)];
    if domains > 1 { share } else { share / (1.0 + 1.0 / f64::from(members.clamp(1, NVLS_HEADS))) }
}

/// Channels that feed the switch at once.
pub const fn in_network_channels(domains: usize, nvlink: u8) -> u64 {
    IN_NETWORK_CHANNELS[match (nvlink, domains) {
        (..=4, _) => 0,
        (_, 1) => 1,
        _ => 2,
    }]
}

/// The bytes of a round through the switch, of which a buffer of `bytes` takes several: in a round each head owns a chunk in each channel, and
/// chunks are smaller where rounds would be few (NCCL 2.30.7 enqueue.cc, its thresholds in rounds of the largest chunk) and
/// for trees on four domains and more (enqueue.cc up to 2.29; 2.30 takes half of the largest on Blackwell racks).
pub const fn in_network_round(bytes: u64, members: u32, domains: usize, nvlink: u8) -> u64 {
    let channels = in_network_channels(domains, nvlink);
    let heads = if members > NVLS_HEADS { NVLS_HEADS } else { members };
    let round = channels * IN_NETWORK_CHUNK * if heads == 0 { 1 } else { heads as u64 };
    let halves = bytes.saturating_mul(2) / round;
    let smaller = match (domains, halves) {
        (1, 0) => 8,
        (1, 1..8) | (_, 0) => 4,
        (1, 8..128) | (2..4, 1..8) | (4.., _) => 2,
        _ => 1,
    };
    round / smaller
}

/// The bytes of a round through the network's switches where everyone in a server sends to each head: chunks are
/// halved where rounds would be few (NCCL 2.30.7 enqueue.cc, its thresholds for a depth of two).
pub const fn in_fabric_round(bytes: u64, heads: u32) -> u64 {
    let [mut chunk, least] = IN_FABRIC_CHUNKS;
    let all = IN_FABRIC_CHANNELS * if heads == 0 { 1 } else { heads as u64 };
    while chunk > least && bytes / (all * chunk) < if chunk > 128 << 10 { 128 } else { 16 } {
        chunk /= 2;
    }
    all * chunk
}
