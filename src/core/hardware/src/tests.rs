use std::path::Path;

use kitchen_units::Time;
use serde_json::Value;

use super::*;

/// The collected facts.
fn reference() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets/reference/hardware.json");
    serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap()
}

/// The numbers of a figure: 5, "5", "5/6", "5-6", "~5 (blog)".
fn numbers(value: &Value) -> Vec<f64> {
    let text = match value {
        Value::Number(number) => return vec![number.as_f64().unwrap()],
        Value::String(text) => text,
        _ => return Vec::new(),
    };
    text.split(|c: char| !c.is_ascii_digit() && c != '.').filter_map(|part| part.parse().ok()).collect()
}

/// The figure `name` of a row is `expected`, or its first and last number are.
fn check(row: &Value, name: &str, expected: &[f64]) {
    let found = numbers(&row[name]);
    let near = |a: f64, b: f64| (a - b).abs() <= 0.006 * b.abs();
    for &figure in expected {
        assert!(found.iter().any(|&number| near(figure, number)), "{name} of {row}: {figure} is not in {found:?}");
    }
}

fn rows<'a>(reference: &'a Value, name: &str) -> &'a [Value] {
    reference[name].as_array().unwrap()
}

#[test]
fn gpus_agree_with_the_collected_facts() {
    let reference = reference();
    let ids = [
        ("P100", "p100-sxm2"),
        ("V100", "v100-sxm2"),
        ("A100-80GB SXM", "a100-sxm"),
        ("H100 SXM", "h100-sxm"),
        ("H200", "h200-sxm"),
        ("GH200", "gh200"),
        ("B200", "b200-sxm"),
        ("GB200", "gb200"),
        ("B300", "b300-sxm"),
        ("GB300", "gb300"),
        ("Rubin (announced)", "rubin"),
        ("MI300X", "mi300x"),
        ("MI355X", "mi355x"),
    ];
    assert_eq!(rows(&reference, "gpus").len(), ids.len());
    for row in rows(&reference, "gpus") {
        let (_, id) = ids.iter().find(|(name, _)| row["gpu"] == *name).unwrap();
        let gpu = gpu(id).unwrap();
        check(row, "hbm_GB", &[gpu.hbm.0 as f64 / 1e9]);
        check(row, "hbm_TBps", &[gpu.hbm_rate.as_gb_per_s() / 1e3]);
        let peak = ["tflops_bf16", "tflops_fp16_tensor", "tflops_fp16"].into_iter().find(|name| !row[*name].is_null());
        check(row, peak.unwrap(), &[gpu.peak_flops / 1e12]);
        let optional = [
            ("mamf_bf16", Some(gpu.gemm_flops), gpu.sources.gemm_flops.verified == Verified::Source),
            ("tflops_fp8", gpu.fp8_flops, true),
            ("mamf_fp8", gpu.fp8_gemm_flops, true),
        ];
        for (name, figure, read) in optional {
            if row[name].is_null() {
                assert!(figure.is_none() || !read, "{id} has a {name} that nobody measured");
            } else {
                check(row, name, &[figure.unwrap() / 1e12]);
            }
        }
        if let Some((low, high)) = gpu.hbm_stream_tb_per_s {
            check(row, "hbm_stream_TBps", &[low, high]);
        }
    }
}

#[test]
fn links_and_switches_agree_with_the_collected_facts() {
    let reference = reference();
    for (row, link) in rows(&reference, "nvlink").iter().zip(NVLINKS) {
        check(row, "gen", &[f64::from(link.generation)]);
        check(row, "links", &[f64::from(link.links)]);
        check(row, "GBps_per_link_uni", &[link.link_gb_per_s]);
        check(row, "GBps_uni_total", &[link.link_gb_per_s * f64::from(link.links)]);
    }
    assert_eq!(rows(&reference, "nvlink").len(), NVLINKS.len());
    for row in rows(&reference, "nvswitch").iter().filter(|row| row["chips_per_system"].is_u64()) {
        let gpus = row["gpus"].as_u64().unwrap() as u32;
        let generation = numbers(&row["gen"])[0] as u8;
        let of = |chip: &&NvSwitch| chip.gpus == gpus && chip.generation == generation;
        let chip = NVSWITCHES.iter().find(of).unwrap();
        check(row, "ports", &[f64::from(chip.ports)]);
        check(row, "chips_per_system", &[f64::from(chip.chips)]);
        assert_eq!(row["in_network_reduction"], chip.in_network);
    }
    for (row, pcie) in rows(&reference, "pcie").iter().zip(PCIES) {
        check(row, "x16_GBps_uni", &[pcie.x16_gb_per_s]);
    }
    check(&rows(&reference, "pcie")[0], "nccl_model_GBps", &[PCIES[0].measured_gb_per_s.unwrap()]);
    check(&rows(&reference, "pcie")[1], "measured_H2D_D2H_GBps", &[PCIES[1].measured_gb_per_s.unwrap()]);
    check(&rows(&reference, "pcie")[2], "measured_H2D_D2H_GBps", &[PCIES[2].measured_gb_per_s.unwrap()]);
    check(&rows(&reference, "c2c")[0], "GBps_uni", &[C2C[0].gb_per_s]);
    check(&rows(&reference, "c2c")[1], "GBps_H2D", &[C2C[0].measured_gb_per_s.unwrap()]);
    check(&rows(&reference, "c2c")[3], "GBps_uni", &[C2C[1].gb_per_s]);
}

#[test]
fn networks_agree_with_the_collected_facts() {
    let reference = reference();
    for rate in INFINIBANDS {
        let row = rows(&reference, "infiniband").iter().find(|row| row["name"] == rate.name).unwrap();
        check(row, "Gbps_4x", &[f64::from(rate.gbit_per_s)]);
        if let Some(latency) = rate.switch_latency {
            check(row, "switch_latency_us", &[latency.as_us()]);
        }
    }
    for rate in ETHERNETS {
        let row = rows(&reference, "ethernet").iter().find(|row| row["name"] == rate.name).unwrap();
        check(row, "GBps", &[f64::from(rate.gbit_per_s) / 8.0]);
    }
    for row in rows(&reference, "ethernet").iter().filter(|row| row["nic"].is_string()) {
        let name = row["nic"].as_str().unwrap();
        let nic = NICS.iter().find(|nic| name.contains(nic.name)).or_else(|| NICS.last()).unwrap();
        let field = if row["Gbps"].is_null() { "Gbps_per_gpu" } else { "Gbps" };
        check(row, field, &[f64::from(nic.gbit_per_s)]);
        if let Some(measured) = nic.measured_gb_per_s {
            let field = if row["nccl_GBps"].is_null() { "measured_GBps_per_nic" } else { "nccl_GBps" };
            check(row, field, &[measured]);
        }
    }
    for row in rows(&reference, "ethernet_switch_asics") {
        let asic = ASICS.iter().find(|asic| row["asic"].as_str().unwrap().starts_with(asic.name)).unwrap();
        check(row, "Tbps", &[asic.tbit_per_s]);
        // What was only remembered there has been derived here.
        assert!(row["verified"] == "memory" || row["verified"] == word(asic.source.verified));
        if let Some(latency) = asic.latency {
            check(row, "latency_ns", &[latency.as_us() * 1e3]);
        }
    }
}

fn word(verified: Verified) -> &'static str {
    match verified {
        Verified::Source => "source",
        Verified::Secondary => "secondary",
        Verified::Derived => "derived",
    }
}

#[test]
fn latencies_agree_with_the_collected_facts() {
    let reference = reference();
    let rows = rows(&reference, "latencies");
    let known = |low: Time, high: Time| {
        rows.iter().any(|row| {
            let (scale, field) = [(1.0, "value_ns"), (1e3, "value_us")]
                .into_iter()
                .find(|(_, field)| !row[*field].is_null())
                .unwrap_or((1.0, "value"));
            let mut text = numbers(&row[field]);
            text.extend(numbers(&row["range_ns"]));
            // "25 ns / 0.5 us" and "NVLink ~0.2-0.35 us" name their units in the text.
            let near = |time: Time| {
                text.iter().any(|figure| {
                    [figure * scale, figure * 1e3].iter().any(|ns| (ns - time.as_us() * 1e3).abs() <= 0.006 * ns)
                })
            };
            near(low) && near(high)
        })
    };
    for latency in LATENCIES.iter().filter(|latency| latency.id != "cxl-load-added") {
        assert!(known(latency.low, latency.high), "{latency:?}");
        assert!(latency.low <= latency.high);
    }
}

#[test]
fn measured_rates_agree_with_the_collected_facts() {
    let reference = reference();
    let text = reference.to_string();
    for measured in MEASURED {
        assert!(measured.low_gb_per_s <= measured.high_gb_per_s);
        for figure in [measured.low_gb_per_s, measured.high_gb_per_s] {
            // 196.6 Gbit/s of the HDR card are kept as GB/s.
            let figure = if measured.id == "hdr-card-write" { figure * 8.0 } else { figure };
            assert!(text.contains(&format!("{figure}")), "{}: {figure}", measured.id);
        }
    }
}

#[test]
fn every_figure_can_be_right() {
    for gpu in GPUS {
        assert!(gpu.gemm_flops > 0.3 * gpu.peak_flops && gpu.gemm_flops < gpu.peak_flops, "{}", gpu.id);
        assert!(gpu.hbm.0 > 10_000_000_000 && gpu.hbm_rate.as_gb_per_s() > 500.0, "{}", gpu.id);
        assert_eq!(GPUS.iter().filter(|other| other.id == gpu.id).count(), 1);
        assert!(gpu.nvlink == 0 || nvlink(gpu.nvlink).is_some());
    }
    for link in NVLINKS {
        assert!(link.payload_gb_per_s < link.link_gb_per_s);
    }
    for pcie in PCIES {
        assert!(pcie.measured_gb_per_s.is_none_or(|measured| measured < pcie.x16_gb_per_s));
    }
    assert_eq!(pcie(PcieGeneration::Gen5).generation, PcieGeneration::Gen5);
}

#[test]
fn further_gpus_stand_where_presets_name_them() {
    let check = |place: usize, id: &str| assert_eq!(FURTHER_GPUS[place].id, id);
    check(further::place::V100_PCIE, "v100-pcie");
    check(further::place::A100_BRIDGED, "a100-pcie-bridged");
    check(further::place::A800, "a800-sxm");
    check(further::place::L40S, "l40s");
    check(further::place::H100_PCIE, "h100-pcie");
    check(further::place::H100_BRIDGED, "h100-pcie-bridged");
    check(further::place::H100_NVL, "h100-nvl");
    check(further::place::H20, "h20-sxm");
    check(further::place::H800, "h800-sxm");
    check(further::place::RTX_5090, "rtx-5090");
    check(further::place::RTX_6000D, "rtx-6000d");
    check(further::place::MI300A, "mi300a");
    check(further::place::MI325X, "mi325x");
    for gpu in FURTHER_GPUS {
        assert!(gpu.gemm_flops > 0.3 * gpu.peak_flops && gpu.gemm_flops < gpu.peak_flops, "{}", gpu.id);
        assert!(GPUS.iter().chain(FURTHER_GPUS).filter(|other| other.id == gpu.id).count() == 1, "{}", gpu.id);
    }
}

#[test]
fn links_between_gpus_carry_less_than_they_are_sold_for() {
    let check = |id: &str, expected: Option<(f64, f64)>| {
        let gpu = GPUS.iter().chain(FURTHER_GPUS).find(|gpu| gpu.id == id).unwrap();
        assert_eq!(gpu.peer_link(), expected, "{id}");
    };
    check("a100-pcie", None);
    check("rtx-5090", None);
    check("a100-sxm", Some((25.0, 20.0)));
    check("mi300x", Some((64.0, 48.0)));
    check("mi325x", Some((64.0, 48.0)));
    check("mi355x", Some((76.8, 57.6)));
    check("h100-pcie-bridged", Some((25.0, 20.6 * efficiency::BRIDGE)));
    for gpu in GPUS.iter().chain(FURTHER_GPUS) {
        assert!(gpu.peer_link().is_none_or(|(sold, payload)| payload > 0.0 && payload < sold), "{}", gpu.id);
    }
}
