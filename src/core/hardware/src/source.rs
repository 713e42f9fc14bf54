//! Where a figure comes from.

/// How far a figure has been checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verified {
    /// Read in the named document.
    Source,
    /// Read in a summary, a slide or a blog, not at the vendor's.
    Secondary,
    /// Computed from a sourced figure.
    Derived,
}

/// A figure's origin: how far it was checked, and the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// How far it was checked.
    pub verified: Verified,
    /// The document, or what it was computed from.
    pub cite: &'static str,
}

impl Source {
    /// Read in `cite`.
    pub const fn read(cite: &'static str) -> Source {
        Source { verified: Verified::Source, cite }
    }

    /// Read in a summary of `cite`.
    pub const fn secondary(cite: &'static str) -> Source {
        Source { verified: Verified::Secondary, cite }
    }

    /// Computed; `cite` says from what.
    pub const fn derived(cite: &'static str) -> Source {
        Source { verified: Verified::Derived, cite }
    }
}

/// The documents, named once each.
pub mod cite {
    pub const STAS_NETWORK: &str = "github:stas00/ml-engineering network/README.md @744d01e";
    pub const STAS_COMPUTE: &str = "github:stas00/ml-engineering compute/accelerator/README.md @744d01e";
    pub const AZURE: &str = "Azure AI-benchmarking-guide";
    pub const AZURE_RDMA: &str = "Azure/aks-rdma-infiniband expected-output.md";
    pub const NCCL: &str = "github:NVIDIA/nccl v2.30.7 (5067397) src/graph/topo.h";
    pub const NCCL_1505: &str = "github NVIDIA/nccl issue #1505";
    pub const DGX2: &str = "developer.nvidia.com, NVSwitch Accelerates NVIDIA DGX-2 (Hot Chips 2018); kontronn.com";
    pub const HGX_B200: &str = "kontronn.com, HGX B200 shown at Computex 2024";
    pub const NCCL_TESTS_267: &str = "github NVIDIA/nccl-tests issues #267, #290";
    pub const OCI_XML: &str = "github oracle-quickstart/oci-hpc samples/gpu/H100-topology.xml";
    pub const OCI: &str = "github:oracle-quickstart/oci-gpu-quickstarts @6a0abdc";
    pub const GLENN: &str = "glennklockwood.com";
    pub const NVLINK_SWITCH: &str =
        "developer.nvidia.com, third-generation NVSwitch; fibermall.com, SuperPod of 256 H100";
    pub const VERA_RUBIN: &str =
        "github:stas00/ml-engineering network/README.md @744d01e; summaries of the announcement";
    pub const H100_REPORT: &str = "public H100 benchmark report, nvbandwidth v0.10.0";
    pub const SIMAI: &str = "github:aliyun/SimAI";
    pub const HTSIM: &str = "github:Broadcom/csg-htsim";
    pub const SHEFFIELD: &str = "RSE Sheffield lab05, nvidia-smi topo -m";
    pub const MSCCL: &str = "msccl tests; github NVIDIA/nccl issue #671";
    pub const ROCM_XGMI: &str = "rocm.blogs.amd.com, RCCL bandwidth and xGMI performance on MI300X (2025-03-02)";
    pub const BROADCOM: &str = "Broadcom press copies, resellers' blogs";
    pub const ARITHMETIC: &str = "arithmetic";
    pub const SUPERBENCH: &str = "superbenchmark tests/data/nvbandwidth_results.log";
    pub const RTX6K: &str = "voipmonitor/rtx6kpro";
}
