//! The GPU: one of the catalogue with figures changed, or all figures.

use kitchen_hardware::{FURTHER_GPUS, GPUS, Generation, Gpu, GpuSources, Source};
use kitchen_units::{Bytes, Rate};

use crate::fields::{GENERATIONS, Table, shortened, wrong};
use crate::read::kept;
use crate::value::Value;
use crate::wrong::{Problem, Wrong, nearest};

const OWN: Source = Source::derived("the machine's own file");

/// In the order of [`GENERATIONS`].
const IN_ORDER: [Generation; 9] = [
    Generation::Pascal,
    Generation::Volta,
    Generation::Ampere,
    Generation::Hopper,
    Generation::Blackwell,
    Generation::Rubin,
    Generation::Cdna2,
    Generation::Cdna3,
    Generation::Cdna4,
];

fn catalogue() -> impl Iterator<Item = &'static Gpu> {
    GPUS.iter().chain(FURTHER_GPUS)
}

/// A figure of a GPU: its field, and how it is read and written in the document's unit.
type Figure = (&'static str, fn(&Gpu) -> f64, fn(&mut Gpu, f64));

const FIGURES: [Figure; 6] = [
    (
        "memory_gb",
        |gpu| gpu.hbm.0 as f64 / 1e9,
        |gpu, value| {
            gpu.hbm = Bytes((value * 1e9) as u64);
            gpu.sources.hbm = OWN;
        },
    ),
    (
        "memory_gb_per_s",
        |gpu| gpu.hbm_rate.as_gb_per_s(),
        |gpu, value| {
            gpu.hbm_rate = Rate::gb_per_s(value);
            gpu.sources.hbm_rate = OWN;
        },
    ),
    (
        "peak_tflops",
        |gpu| gpu.peak_flops / 1e12,
        |gpu, value| {
            gpu.peak_flops = value * 1e12;
            gpu.sources.peak_flops = OWN;
        },
    ),
    (
        "gemm_tflops",
        |gpu| gpu.gemm_flops / 1e12,
        |gpu, value| {
            gpu.gemm_flops = value * 1e12;
            gpu.sources.gemm_flops = OWN;
        },
    ),
    (
        "fp8_tflops",
        |gpu| gpu.fp8_flops.unwrap_or(0.0) / 1e12,
        |gpu, value| {
            gpu.fp8_flops = (value > 0.0).then_some(value * 1e12);
            gpu.sources.peak_flops = OWN;
        },
    ),
    (
        "fp8_gemm_tflops",
        |gpu| gpu.fp8_gemm_flops.unwrap_or(0.0) / 1e12,
        |gpu, value| {
            gpu.fp8_gemm_flops = (value > 0.0).then_some(value * 1e12);
            gpu.sources.gemm_flops = OWN;
        },
    ),
];

/// Of the figures above, those that a GPU of no catalogue cannot do without.
const NEEDED: usize = 4;

/// The GPU that the table describes; the catalogue's own where nothing differs from it.
pub(crate) fn read(table: Table<'_>) -> Result<&'static Gpu, Wrong> {
    let base = table.text("base").map(of_catalogue).transpose()?;
    let mut gpu = match base {
        Some(base) => *base,
        None => bare(table)?,
    };
    if let Some(name) = table.text("name").filter(|name| *name != gpu.name) {
        gpu.name = kept(name);
    }
    if let Some(id) = table.text("generation")
        && let Some(at) = GENERATIONS.iter().position(|known| *known == id)
    {
        gpu.generation = IN_ORDER[at];
    }
    for (field, of, set) in FIGURES {
        // What is as in the catalogue keeps its last bit, and its source.
        if let Some(value) = table.real(field).filter(|value| *value != of(&gpu)) {
            set(&mut gpu, value);
        }
    }
    if let Some([low, high]) = table.list("stream_tb_per_s") {
        let range = (low.number().unwrap_or(0.0), high.number().unwrap_or(0.0));
        if range.0 > range.1 {
            return Err(wrong("gpu.stream_tb_per_s[0]", Problem::Above { other: "gpu.stream_tb_per_s[1]" }));
        }
        gpu.hbm_stream_tb_per_s = Some(range);
    }
    if let Some(generation) = table.whole("nvlink") {
        gpu.nvlink = generation as u8;
    }
    gpu.bridged = table.flag("bridged").unwrap_or(gpu.bridged);
    if gpu.gemm_flops > gpu.peak_flops {
        return Err(wrong("gpu.gemm_tflops", Problem::Above { other: "gpu.peak_tflops" }));
    }
    if gpu.fp8_gemm_flops.unwrap_or(0.0) > gpu.fp8_flops.unwrap_or(0.0) {
        return Err(wrong("gpu.fp8_gemm_tflops", Problem::Above { other: "gpu.fp8_tflops" }));
    }
    Ok(base.filter(|base| **base == gpu).unwrap_or_else(|| Box::leak(Box::new(gpu))))
}

fn of_catalogue(id: &str) -> Result<&'static Gpu, Wrong> {
    catalogue().find(|gpu| gpu.id == id).ok_or_else(|| {
        let nearest = nearest(id, catalogue().map(|gpu| gpu.id)).and_then(|id| catalogue().find(|gpu| gpu.id == id));
        wrong("gpu.base", Problem::NoSuchGpu { value: shortened(id), nearest: nearest.map(|gpu| gpu.id) })
    })
}

/// A GPU of which nothing is known yet but that all needed fields are there.
fn bare(table: Table<'_>) -> Result<Gpu, Wrong> {
    let figures = FIGURES.iter().take(NEEDED).map(|(field, ..)| *field);
    if let Some(field) = ["name", "generation"].into_iter().chain(figures).find(|field| !table.has(field)) {
        return Err(wrong(&format!("gpu.{field}"), Problem::Missing));
    }
    let name = kept(table.text("name").unwrap_or_default());
    Ok(Gpu {
        id: name,
        name,
        generation: Generation::Hopper,
        hbm: Bytes::ZERO,
        hbm_rate: Rate::ZERO,
        peak_flops: 0.0,
        gemm_flops: 0.0,
        fp8_flops: None,
        fp8_gemm_flops: None,
        hbm_stream_tb_per_s: None,
        nvlink: 0,
        bridged: false,
        sources: GpuSources { hbm: OWN, hbm_rate: OWN, peak_flops: OWN, gemm_flops: OWN },
    })
}

/// The table that describes it.
pub(crate) fn write(gpu: &Gpu) -> Value {
    let mut fields = Vec::new();
    let mut put = |name: &str, value: Value| fields.push((name.to_owned(), value));
    if catalogue().any(|known| known.id == gpu.id) {
        put("base", Value::text(gpu.id));
    }
    put("name", Value::text(gpu.name));
    let at = IN_ORDER.iter().position(|generation| *generation == gpu.generation);
    put("generation", Value::text(at.map_or("", |at| GENERATIONS[at])));
    for (field, of, _) in FIGURES {
        put(field, Value::Real(of(gpu)));
    }
    if let Some((low, high)) = gpu.hbm_stream_tb_per_s {
        put("stream_tb_per_s", Value::List(vec![Value::Real(low), Value::Real(high)]));
    }
    put("nvlink", Value::Whole(i64::from(gpu.nvlink)));
    put("bridged", Value::Flag(gpu.bridged));
    Value::Table(fields)
}
