//! How a part crosses one connection: three protocols that trade rate for latency.

use kitchen_units::Time;

use crate::nccl::calibration as cal;

/// NCCL's protocols. LL sends a flag with every four bytes, so the receiver need not wait for a fence; LL128 a flag with
/// every 120; Simple whole slices with a fence behind each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Protocol {
    /// Low latency: a flag with every four bytes.
    Ll,
    /// A flag with every 120 bytes.
    Ll128,
    /// Whole slices, with a fence behind each.
    Simple,
}

/// What a connection runs over, as far as the protocols' latencies go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Medium {
    /// NVLink of Hopper.
    NvLink,
    /// NVLink of GPUs before Hopper.
    NvLinkBeforeHopper,
    /// NVLink of Blackwell.
    NvLinkBlackwell,
    /// PCIe inside a server.
    Pcie,
    /// Network cards that read and write GPU memory themselves (InfiniBand, RoCE).
    Rdma,
    /// Cards whose queues a host thread drives (EFA).
    HostDriven,
    /// Sockets.
    Tcp,
    /// Sockets of its own over GPU memory that the card reads and writes (FasTrak).
    FasTrak,
    /// Sockets of the kernel whose payload the card puts into GPU memory.
    Tcpx,
    /// Slingshot's adapter through libfabric.
    Slingshot,
    /// AMD's links.
    Xgmi,
}

impl Medium {
    /// Whether the 128 bytes that a GPU stores arrive as they were stored, as LL128 asks: not through host memory.
    pub const fn keeps_lines(self) -> bool {
        !matches!(self, Medium::Pcie | Medium::HostDriven | Medium::Tcp | Medium::Tcpx | Medium::Slingshot)
    }

    /// Whether LL runs over it, whose flags lie in host memory: over all but what moves GPU memory alone (Google's settings
    /// for `FasTrak` name LL128 and Simple).
    pub const fn has_host_buffers(self) -> bool {
        !matches!(self, Medium::FasTrak)
    }
}

impl Protocol {
    /// All, in NCCL's order.
    pub const ALL: [Protocol; 3] = [Protocol::Ll, Protocol::Ll128, Protocol::Simple];

    /// NCCL's own name, as in `NCCL_PROTO`.
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::Ll => "LL",
            Protocol::Ll128 => "LL128",
            Protocol::Simple => "Simple",
        }
    }

    /// The share of a link's rate that is payload. What PCIe and network cards carry was measured under collectives.
    pub const fn efficiency(self, medium: Medium) -> f64 {
        let links =
            matches!(medium, Medium::NvLink | Medium::NvLinkBeforeHopper | Medium::NvLinkBlackwell | Medium::Xgmi);
        match self {
            Protocol::Ll if links => cal::LL_EFFICIENCY,
            Protocol::Ll => cal::LL_EFFICIENCY_PCIE,
            Protocol::Ll128 => cal::LL128_EFFICIENCY,
            Protocol::Simple if links => cal::SIMPLE_EFFICIENCY,
            Protocol::Simple => 1.0,
        }
    }

    /// What a step costs beyond the wire's own latency: flags, fences, the kernel's reaction.
    pub const fn step(self, medium: Medium) -> Time {
        let row = match medium {
            Medium::NvLink => cal::STEP_NVLINK,
            Medium::NvLinkBeforeHopper => cal::STEP_NVLINK_BEFORE_HOPPER,
            Medium::NvLinkBlackwell => cal::STEP_NVLINK_BLACKWELL,
            Medium::Pcie => cal::STEP_PCIE,
            Medium::Rdma => cal::STEP_RDMA,
            Medium::HostDriven => cal::STEP_HOST_DRIVEN,
            Medium::Slingshot => cal::STEP_SLINGSHOT,
            Medium::Tcp | Medium::FasTrak => cal::STEP_TCP,
            Medium::Tcpx => cal::STEP_TCPX,
            Medium::Xgmi => cal::STEP_XGMI,
        };
        row[self as usize]
    }
}
