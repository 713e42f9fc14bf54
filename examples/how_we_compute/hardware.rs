//! The catalogue inside a server: GPUs, links, switch chips, latencies.

use kitchen_core::hardware::{
    self, C2C, FURTHER_GPUS, GPUS, Gpu, NVLINKS, NVSWITCHES, PCIES, PcieGeneration, Source, XGMIS,
};
use kitchen_core::units::{Rate, Time};
use kitchen_text::{format, key};

use super::{Page, code, ends, escaped};

pub(super) fn write(page: &mut Page) {
    page.section("hardware", key::HOW_HARDWARE);
    page.paragraph("p", key::HOW_HARDWARE_TEXT);
    gpus(page);
    links(page);
    switches(page);
    latencies(page);
}

fn rate(gb_per_s: f64) -> String {
    format::rate(Rate::gb_per_s(gb_per_s))
}

fn gpus(page: &mut Page) {
    let row = |gpu: &Gpu| {
        let (mut memory, mut peak, mut best) = (String::new(), String::new(), String::new());
        format::push_bytes_decimal(&mut memory, gpu.hbm);
        format::push_flop_rate(&mut peak, gpu.peak_flops);
        format::push_flop_rate(&mut best, gpu.gemm_flops);
        let sources = gpu.sources;
        let mut sheets = vec![sources.hbm, sources.hbm_rate, sources.peak_flops];
        sheets.dedup();
        vec![
            page.named(gpu.name),
            memory,
            format::rate(gpu.hbm_rate),
            peak,
            best + &page.source(&sources.gemm_flops),
            sheets.iter().map(|sheet| page.source(sheet)).collect(),
        ]
    };
    let rows: Vec<Vec<String>> = GPUS.iter().chain(FURTHER_GPUS).map(row).collect();
    let heads = [key::HOW_NAME, key::HOW_MEMORY, key::HOW_MEMORY_RATE, key::HOW_PEAK, key::HOW_BEST, key::HOW_SHEET];
    let best = ends(GPUS.iter().chain(FURTHER_GPUS).map(|gpu| gpu.gemm_flops), |flops| {
        let mut said = String::new();
        format::push_flop_rate(&mut said, flops);
        said
    });
    page.catalogue("GPU", &heads, &rows, key::HOW_BEST, best);
}

fn links(page: &mut Page) {
    let measured = |value: Option<f64>, source: &Source| {
        value.map_or_else(|| "–".to_owned(), |value| rate(value) + &page.source(source))
    };
    let mut rows = Vec::new();
    for link in NVLINKS {
        rows.push(vec![
            format!("NVLink {}", link.generation),
            link.links.to_string(),
            rate(link.link_gb_per_s) + &page.source(&link.source),
            rate(link.payload_gb_per_s) + &page.source(&link.payload_source),
        ]);
    }
    for link in XGMIS {
        rows.push(vec![
            format!("xGMI ({:?})", link.generation).to_uppercase().replace("XGMI", "xGMI").replace("CDNA", "CDNA "),
            "–".to_owned(),
            rate(link.link_gb_per_s) + &page.source(&link.source),
            rate(link.payload_gb_per_s) + &page.source(&link.payload_source),
        ]);
    }
    for link in PCIES {
        let generation = match link.generation {
            PcieGeneration::Gen3 => 3,
            PcieGeneration::Gen4 => 4,
            PcieGeneration::Gen5 => 5,
            PcieGeneration::Gen6 => 6,
            PcieGeneration::Gen7 => 7,
        };
        rows.push(vec![
            format!("PCIe {generation}, x16"),
            "1".to_owned(),
            rate(link.x16_gb_per_s) + &page.source(&link.source),
            measured(link.measured_gb_per_s, &link.measured_source),
        ]);
    }
    for link in C2C {
        rows.push(vec![
            format!("NVLink-C2C ({})", link.name),
            "1".to_owned(),
            rate(link.gb_per_s) + &page.source(&link.source),
            measured(link.measured_gb_per_s, &Source::read(hardware::cite::OCI)),
        ]);
    }
    let heads = [key::HOW_NAME, key::HOW_LINKS, key::HOW_LINK_RATE, key::HOW_PAYLOAD];
    let nvlinks = NVLINKS.iter().map(|link| link.link_gb_per_s).chain(XGMIS.iter().map(|link| link.link_gb_per_s));
    let others = PCIES.iter().map(|link| link.x16_gb_per_s).chain(C2C.iter().map(|link| link.gb_per_s));
    let rates = ends(nvlinks.chain(others), rate);
    page.catalogue(page.say(key::HOW_LINK_TABLE), &heads, &rows, key::HOW_LINK_RATE, rates);
}

fn switches(page: &mut Page) {
    let rows: Vec<Vec<String>> = NVSWITCHES
        .iter()
        .map(|chip| {
            vec![
                format!("NVSwitch {} <small>{}</small>", chip.generation, code(chip.system)),
                chip.gpus.to_string(),
                chip.chips.to_string() + &page.source(&chip.chips_source),
                chip.ports.to_string() + &page.source(&chip.ports_source),
                escaped(page.say(if chip.in_network { key::HOW_YES } else { key::HOW_NO })),
            ]
        })
        .collect();
    let heads = [key::HOW_NAME, key::HOW_GPUS, key::HOW_CHIPS, key::HOW_PORTS, key::HOW_SUMS];
    let ports = ends(NVSWITCHES.iter().map(|chip| f64::from(chip.ports)), |ports| ports.to_string());
    page.catalogue(page.say(key::HOW_SWITCHES), &heads, &rows, key::HOW_PORTS, ports);
}

fn latencies(page: &mut Page) {
    let rows: Vec<Vec<String>> = hardware::LATENCIES
        .iter()
        .map(|each| {
            let (low, high) = (format::time(each.low), format::time(each.high));
            let value = if each.low == each.high { low } else { format!("{low} – {high}") };
            vec![code(each.id), value, page.source(&each.source)]
        })
        .collect();
    let times = hardware::LATENCIES.iter().flat_map(|each| [each.low, each.high]).map(|time| time.0 as f64);
    let times = ends(times, |ps| format::time(Time(ps as u64)));
    let heads = [key::HOW_NAME, key::HOW_VALUE, key::SHELL_SOURCE];
    page.catalogue(page.say(key::HOW_LATENCIES), &heads, &rows, key::HOW_VALUE, times);
}
