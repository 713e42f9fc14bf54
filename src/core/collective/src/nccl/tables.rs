//! The tuner's tables, as NCCL 2.30.7 src/graph/tuning.cc, search.cc and topo.h have them.

/// Base latencies by protocol, us: Tree, Ring, PAT. The others have none.
pub(crate) const BASE: [[f64; 3]; 3] = [[6.8, 14.0, 8.4], [6.6, 14.0, 8.4], [8.0, 8.0, 8.0]];
/// Latency of a step by medium (NVLink, PCIe, network), for Tree and Ring by protocol, us.
pub(crate) const STEP: [[[f64; 3]; 2]; 3] =
    [[[0.6, 1.25, 4.0], [0.6, 1.9, 3.4]], [[1.0, 1.9, 4.0], [1.0, 2.5, 5.7]], [[5.0, 8.5, 14.0], [2.7, 4.0, 14.0]]];
/// Latency of a step by medium, for CollnetDirect, CollnetChain, NVLS, NVLSTree and PAT, which know Simple alone, us.
pub(crate) const STEP_SIMPLE: [[f64; 5]; 3] =
    [[3.7, 2.8, 25.0, 25.0, 4.0], [3.7, 2.8, 0.0, 0.0, 4.0], [31.0, 30.0, 18.0, 20.9, 14.0]];
/// The most with LL, all channels together, by generation (or CPU), and on one, two, more nodes, GB/s (`llMaxBw`).
pub(crate) const LL_MOST: [[f64; 3]; 4] =
    [[39.0, 39.0, 20.4], [87.7, 22.5, 19.0], [141.0, 45.0, 35.0], [282.0, 90.0, 70.0]];
/// A channel's most in rings with LL128, by generation, GB/s (`perChMaxRingLL128Bw`).
pub(crate) const RING_LL128_MOST: [f64; 4] = [20.0, 20.0, 36.7, 40.0];
/// A channel's most in trees with LL128, by generation and nodes, GB/s (`perChMaxTreeLL128Bw`).
pub(crate) const TREE_LL128_MOST: [[f64; 3]; 4] = [[20.0; 3], [20.0; 3], [36.7, 36.7, 29.0], [55.6, 31.67, 20.0]];
/// A channel's most in trees with Simple, by generation and nodes, GB/s (`perChMaxTreeBw`).
pub(crate) const TREE_MOST: [[f64; 3]; 4] =
    [[26.5, 18.5, 10.0], [24.0, 23.6, 17.8], [38.7, 41.4, 36.0], [70.0, 42.8, 24.0]];
/// A channel's most in NVLS trees, by generation and nodes, GB/s (`perChMaxNVLSTreeBw`).
pub(crate) const NVLS_TREE_MOST: [[f64; 3]; 4] =
    [[26.5, 18.5, 10.0], [24.0, 23.6, 17.8], [0.0, 57.7, 45.5], [0.0, 96.0, 80.0]];
/// The share of its pull rate that an NVLS head reaches.
pub(crate) const NVLS: [f64; 4] = [0.0, 0.0, 0.85, 0.74];
/// Trees do not keep to the model at middle sizes: tenths of the rate for LL, LL128, Simple, from 64 bytes on by doubling.
pub(crate) const TREE_TENTHS: [&[u8; 24]; 3] = [
    &[10, 10, 10, 10, 9, 8, 7, 7, 7, 7, 6, 5, 4, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 10],
    &[10, 10, 10, 10, 10, 9, 8, 8, 8, 7, 6, 6, 6, 6, 6, 6, 8, 9, 9, 9, 9, 10, 10, 10],
    &[9, 9, 9, 9, 9, 9, 9, 8, 7, 6, 6, 5, 5, 5, 5, 6, 7, 8, 7, 7, 8, 9, 9, 9],
];
/// Speeds of a channel that the search tries, GB/s: before Hopper, Hopper, Blackwell.
pub(crate) const SPEEDS: [&[f64]; 3] = [
    &[40.0, 30.0, 20.0, 18.0, 15.0, 12.0, 10.0, 9.0, 7.0, 6.0, 5.0, 4.0, 3.0],
    &[60.0, 50.0, 40.0, 30.0, 24.0, 20.0, 15.0, 12.0, 11.0, 6.0, 3.0],
    &[90.0, 80.0, 70.0, 60.0, 50.0, 45.0, 40.0, 30.0, 24.0, 20.0, 19.0, 18.0],
];
/// The fastest of the speeds that it tries between nodes, up to Hopper and from Blackwell on.
pub(crate) const FASTEST_ACROSS: [f64; 2] = [48.0, 96.0];
/// GPUs of a node that sums in the network are tuned for without NVLS (NCCL_MAX_DIRECT_ARITY and the head).
pub(crate) const COLLNET_MEMBERS: u32 = 8;
