//! The few constants that turn a data sheet's rate into what arrives, and a path into its latency. Each says where it
//! was read, or names the sweeps that it was fitted on: `kitchen validate` reports those apart
//! (`collective::nccl::calibration::FITTED_ON`).

use kitchen_units::{Rate, Time};

/// Network cards: 48.5 of 50 GB/s through a ConnectX-7 (github:aliyun/SimAI calbusbw.h; nccl-tests #267).
pub const NIC: f64 = 48.5 / 50.0;

/// Amazon's adapter from 200 Gbit/s a card: 382 GB/s of bus bandwidth over eight cards of 50 (p6-b200,
/// stas00/ml-engineering network/README.md @744d01e). Fitted on `stas_B200_32gpu_ar`.
pub const NIC_EFA: f64 = 0.95;

/// Amazon's adapter at 100 Gbit/s a card, reading GPU memory itself (p4d, p5): no sweep was found; between the two others. Derived.
pub const NIC_EFA_100: f64 = 0.85;

/// Amazon's adapter through host memory (p3dn): a ring's 8.8 of 12.5 GB/s. Fitted on `aws_p3dn_2n_ar`, its largest sizes.
pub const NIC_EFA_HOST: f64 = 0.71;

/// Sockets with GPU memory registered in the card (TCPX, FasTrak): no public figure of a card on its own was found; the
/// card's own ratio with the 1,460 of 1,538 bytes of a TCP frame on the wire. Derived.
pub const NIC_TCP: f64 = NIC * 1460.0 / 1538.0;

/// TCPX: headers and payload parted by the card, the rest by the kernel. Fitted on `gcp_A3high`: what its largest sizes add
/// in bytes over what they add in time.
pub const NIC_TCPX: f64 = 0.74;

/// Slingshot-11 through libfabric. Fitted on `cscs_GH200_2n_cxi`, its largest sizes.
pub const NIC_SLINGSHOT: f64 = 0.85;

/// Sockets of the kernel: one core handles one card's packets, large ones on Ethernet. Fitted on `cscs_GH200_2n_tcp`.
pub const SOCKET: Rate = Rate::gb_per_s(3.7);
/// [`SOCKET`] over InfiniBand (`IPoIB`), whose packets are smaller. Fitted on `aks_NDv4_TCP`, its sizes from
/// 64 MiB on.
pub const SOCKET_IPOIB: Rate = Rate::gb_per_s(3.2);

/// PCIe peers through a host bridge cost 6/5 (NCCL 2.30.7 src/graph/topo.cc).
pub const HOST_BRIDGE: f64 = 5.0 / 6.0;

/// What kernels move over an NVLink bridge between two PCIe cards, of what they move over as many links of an SXM module.
/// Why it is so little is not known. Fitted on `nccl1161_H100PCIe_2gpu_ar`.
pub const BRIDGE: f64 = 0.48;

/// PCIe payload where no measurement was found, as Gen5's measured 55.3 of 63. Derived.
pub const PCIE: f64 = 55.3 / 63.0;

/// NVLink-C2C payload where one GPU uses it: NCCL and data sheets give none; as PCIe. Derived.
pub const C2C: f64 = PCIE;

/// From one GPU to another over a direct NVLink: inside 200-350 ns (derived from an H100's round trip of 826 ns).
pub const NVLINK_LATENCY: Time = Time::from_ns(250);
/// From a GPU to a switch chip, and from the chip to a GPU: the two together inside the same 200-350 ns.
pub const NVSWITCH_LATENCY: Time = Time::from_ns(150);
/// One PCIe link with the switch behind it: a peer's write through one switch takes 350-450 ns (rtx6kpro).
pub const PCIE_LATENCY: Time = Time::from_ns(200);
/// From a host bridge outwards: host to device and back is 613-773 ns (superbenchmark's log), a third of it each way.
pub const HOST_LATENCY: Time = Time::from_ns(250);
/// Between two sockets: assumed, no figure for a write that passes through was found.
pub const SOCKET_LATENCY: Time = Time::from_ns(150);
/// NVLink-C2C: half of the 578-586 ns round trip (oci-gpu-quickstarts @6a0abdc).
pub const C2C_LATENCY: Time = Time::from_ns(290);
/// A network card and its cable (`SimAI`'s default for the card's link).
pub const NIC_LATENCY: Time = Time::from_ns(500);
/// An InfiniBand switch: HDR's figure, also where a newer one is not published (stas00/ml-engineering @744d01e).
pub const INFINIBAND_SWITCH_LATENCY: Time = Time::from_ns(600);
/// An Ethernet switch: Tomahawk 5's 600-800 ns (secondary).
pub const ETHERNET_SWITCH_LATENCY: Time = Time::from_ns(700);
