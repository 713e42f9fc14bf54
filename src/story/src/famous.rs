//! Training runs that people know, as they were published: what was run on what, how it was cut, and how long a step took. Each is a
//! row of `assets/reference/throughput.csv`, and a test of the command line holds it to that row.

use kitchen_core::topology::{ClusterSpec, DGX_A100, DGX_B200, DGX_H100, System};
use kitchen_core::units::Time;
use kitchen_core::workload::model::published;
use kitchen_core::workload::planner::{Cuts, Reach, Wish};
use kitchen_core::workload::{Arithmetic, Kernel, Layout, Model, Recipe, Recompute, Schedule, Sharding, Zero};

/// A published run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Famous {
    /// Stable id, as in links and flags.
    pub id: &'static str,
    /// A proper name, the same in every language.
    pub name: &'static str,
    /// The row of `throughput.csv`.
    pub row: &'static str,
    /// Where it was published.
    pub source: &'static str,
    pub system: &'static System,
    pub nodes: u32,
    /// Cards of a node and Gbit/s of each, where they are not the system's own.
    pub cards: Option<(u32, u32)>,
    /// A published shape, by its id.
    pub model: &'static str,
    pub layout: Layout,
    /// Of a step.
    pub measured: Time,
    /// The least and the most that the simulation is off, tenths of a percent, for the published runs nearest to it
    /// (`kitchen plan --famous` names them) and for itself.
    pub off: [i32; 2],
}

/// Megatron-LM before 2023: nothing overlaps.
const EARLY: Recipe = Recipe { attention: Kernel::ByGpu, is_eager: true, ..Recipe::PLAIN };
/// Megatron Core.
const CORE: Recipe = Recipe { attention: Kernel::Fused, overlap_data: true, overlap_tensor: true, ..Recipe::PLAIN };

/// All.
pub static FAMOUS: [Famous; 7] = [
    Famous {
        id: "gpt3-175b",
        name: "GPT-3 175B (Megatron-LM, 1,536 A100)",
        row: "sc21-t2-PTD-174B-1536",
        source: "arXiv:2104.04473 Table 2",
        system: &DGX_A100,
        nodes: 192,
        cards: None,
        model: "gpt3-175b",
        layout: Layout {
            tensor: 8,
            data: 16,
            pipeline: 12,
            global_batch: 1536,
            recompute: Recompute::Full,
            recipe: EARLY,
            ..Layout::ONE
        },
        measured: millis(20_830),
        off: [-27, 32],
    },
    Famous {
        id: "mt-nlg-530b",
        name: "MT-NLG 530B (2,240 A100)",
        row: "mtnlg-280n",
        source: "arXiv:2201.11990 section 2.4",
        system: &DGX_A100,
        nodes: 280,
        cards: None,
        model: "megatron-530b",
        layout: Layout {
            tensor: 8,
            data: 8,
            pipeline: 35,
            global_batch: 1920,
            recompute: Recompute::Full,
            recipe: EARLY,
            ..Layout::ONE
        },
        measured: millis(60_100),
        off: [-195, 23],
    },
    Famous {
        id: "bloom-176b",
        name: "BLOOM 176B (384 A100)",
        row: "bloom-176B-prod",
        source: "bigscience-workshop/bigscience train/tr11-176B-ml/chronicles.md",
        system: &DGX_A100,
        nodes: 48,
        cards: Some((4, 100)),
        model: "bloom-176b",
        layout: Layout {
            tensor: 4,
            data: 8,
            sharding: Sharding::over_all(Zero::Optimizer),
            pipeline: 12,
            micro_batch: 2,
            global_batch: 2048,
            recompute: Recompute::Full,
            recipe: EARLY,
            ..Layout::ONE
        },
        measured: millis(105_220),
        off: [-522, -113],
    },
    Famous {
        id: "gpt-1t",
        name: "GPT 1T (Megatron-LM, 512 A100)",
        row: "seqsel-1T-selsp",
        source: "arXiv:2205.05198 Tables 3 and 5",
        system: &DGX_A100,
        nodes: 64,
        cards: None,
        model: "megatron-1t",
        layout: Layout {
            tensor: 8,
            pipeline: 64,
            global_batch: 512,
            recompute: Recompute::Selective,
            sequence_parallel: true,
            recipe: EARLY,
            ..Layout::ONE
        },
        measured: millis(71_490),
        off: [-36, 95],
    },
    Famous {
        id: "llama3-70b",
        name: "Llama 3 70B (NeMo, 64 H100, FP8)",
        row: "nemo2407-LLAMA3-70B-64",
        source: "NVIDIA/NeMo docs/source/performance/performance_summary.md (24.07)",
        system: &DGX_H100,
        nodes: 8,
        cards: None,
        model: "llama3-70b",
        layout: Layout {
            tensor: 4,
            context: 2,
            data: 2,
            sharding: Sharding::over_all(Zero::Optimizer),
            pipeline: 4,
            global_batch: 128,
            schedule: Schedule::Interleaved(5),
            sequence_parallel: true,
            recipe: Recipe { arithmetic: Arithmetic::Fp8, ..CORE },
            ..Layout::ONE
        },
        measured: millis(10_751),
        off: [-43, 85],
    },
    Famous {
        id: "llama3.1-405b",
        name: "Llama 3.1 405B (Megatron Bridge, 1,024 H100, FP8)",
        row: "mbridge-26.02-DGX-H100-LLAMA3.1_405B-186",
        source: "NVIDIA-NeMo/Megatron-Bridge docs/performance-summary-archive.md (26.02)",
        system: &DGX_H100,
        nodes: 128,
        cards: None,
        model: "llama3.1-405b",
        layout: Layout {
            tensor: 8,
            context: 2,
            data: 8,
            sharding: Sharding::over_all(Zero::Optimizer),
            pipeline: 8,
            global_batch: 1536,
            schedule: Schedule::Interleaved(8),
            sequence_parallel: true,
            recipe: Recipe { arithmetic: Arithmetic::Fp8, ..CORE },
            ..Layout::ONE
        },
        measured: millis(39_511),
        off: [-112, 154],
    },
    Famous {
        id: "deepseek-v3",
        name: "DeepSeek-V3 (Megatron Bridge, 256 B200, MXFP8)",
        row: "mbridge-26.04-DGX-B200-DeepSeekV3-109",
        source: "NVIDIA-NeMo/Megatron-Bridge docs/performance-summary-archive.md (26.04)",
        system: &DGX_B200,
        nodes: 32,
        cards: None,
        model: "deepseek-v3",
        layout: Layout {
            expert: 8,
            data: 16,
            sharding: Sharding::over_all(Zero::Optimizer),
            pipeline: 16,
            global_batch: 4096,
            recipe: Recipe { arithmetic: Arithmetic::MxFp8, overlap_tensor: false, ..CORE },
            ..Layout::ONE
        },
        measured: millis(23_281),
        off: [-487, 29],
    },
];

const fn millis(ms: u64) -> Time {
    Time::from_us(ms * 1000)
}

/// What frameworks run a pipeline by: Megatron-LM's schedules.
const SCHEDULES: [Schedule; 4] =
    [Schedule::OneFOneB, Schedule::Interleaved(2), Schedule::Interleaved(4), Schedule::Interleaved(8)];

/// The run with that id.
pub fn find(id: &str) -> Option<&'static Famous> {
    FAMOUS.iter().find(|run| run.id == id)
}

impl Famous {
    /// The model, with the sequence that it was trained on.
    pub fn model(&self) -> Option<Model> {
        published::model(self.model).copied()
    }

    /// The cluster.
    pub fn spec(&self) -> ClusterSpec {
        let own = self.system.default_fabric;
        let fabric = self.cards.map_or(own, |(nics, gbit)| own.with_nics(nics, gbit));
        ClusterSpec { fabric, ..ClusterSpec::new(self.system, self.nodes) }
    }

    /// What a better plan is looked for among: the same cluster, batch, precision, kernels and overlap, cut, sharded, scheduled and
    /// recomputed in any way that the search knows.
    pub fn wish<'a>(&self, model: &'a Model) -> Wish<'a> {
        Wish {
            recipe: self.layout.recipe,
            schedules: &SCHEDULES,
            reach: Reach::Whole,
            cuts: Cuts::default(),
            ..Wish::new(model, self.spec(), self.layout.global_batch)
        }
    }

    /// How many times as fast a step simulated to take `best` is as the published plan's simulated to take `published`, at the least and at
    /// the most: the simulation may be off for either as it is for the runs nearest to them, for one the least and for the other the most.
    pub fn gains(&self, published: Time, best: Time) -> [f64; 2] {
        let gain = published.as_secs() / best.as_secs();
        let [least, most] = self.off.map(|off| 1.0 + f64::from(off) / 1000.0);
        [gain * least / most, gain * most / least]
    }
}

/// What can be said of a plan beside a published one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Faster, however the simulation is off.
    Better,
    /// Faster by simulation, by less than the simulation may be off.
    Alike,
    /// The search finds none that is faster.
    None,
}

impl Verdict {
    /// Of a plan simulated to take `best`, where the published one is simulated to take `published`.
    pub fn of(run: &Famous, published: Time, best: Time) -> Verdict {
        match () {
            () if best >= published => Verdict::None,
            () if run.gains(published, best)[0] > 1.0 => Verdict::Better,
            () => Verdict::Alike,
        }
    }

    /// Stable id, as in JSON.
    pub const fn id(self) -> &'static str {
        match self {
            Verdict::Better => "better",
            Verdict::Alike => "cannot-be-told-apart",
            Verdict::None => "none-faster",
        }
    }
}
