//! Real files beside the checkout, where they are, against facts that other programs computed.

#![allow(clippy::disallowed_methods)]

use std::fs;
use std::path::PathBuf;

use kitchen_import::{Found, read};

/// The folder of the samples, or nothing with a line that says so.
fn samples() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference/samples");
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: there is no {}", folder.display());
    None
}

/// The rows of a file of facts, each as a function from a column's name to what stands there.
fn facts(name: &str) -> Vec<csv::StringRecord> {
    let Some(folder) = samples() else { return Vec::new() };
    let mut reader = csv::Reader::from_path(folder.join(name)).expect("facts");
    let header = reader.headers().expect("a header").clone();
    let mut rows = vec![header];
    rows.extend(reader.records().map(|row| row.expect("a row")));
    rows
}

fn cell<'a>(header: &csv::StringRecord, row: &'a csv::StringRecord, name: &str) -> &'a str {
    let at = header.iter().position(|column| column == name).unwrap_or_else(|| panic!("no column {name}"));
    row.get(at).unwrap_or_default()
}

fn bytes(folder: &str, name: &str) -> Vec<u8> {
    fs::read(samples().expect("samples").join(folder).join(name)).expect("a sample")
}

#[test]
fn models_are_as_counted_apart() {
    let all = facts("facts_models.csv");
    let Some((header, rows)) = all.split_first() else { return };
    for row in rows {
        let name = cell(header, row, "file");
        let Ok(Found::Model(model)) = read(&bytes("hf_config", name)) else {
            panic!("{name}: {:?}", read(&bytes("hf_config", name)))
        };
        let check = |column: &str, found: u64| {
            let expected = cell(header, row, column);
            let expected = if expected.is_empty() { "0" } else { expected };
            assert_eq!(found.to_string(), expected, "{name}: {column}");
        };
        check("layers", model.layers);
        check("hidden", model.hidden);
        check("heads", model.heads);
        check("kv_heads", model.kv_heads);
        check("experts", model.experts);
        check("topk", model.experts_per_token);
        check("vocab", model.vocabulary);
        check("params", model.parameters);
        let embedding = model.vocabulary * model.hidden;
        let active = match name {
            // The card counts what a token meets without the embedding.
            "gpt_oss_20b.json" => model.active_parameters - embedding,
            _ => model.active_parameters,
        };
        check("active", active);
    }
}

#[test]
fn traces_are_as_counted_apart() {
    let all = facts("facts_traces.csv");
    let Some((header, rows)) = all.split_first() else { return };
    for row in rows {
        let name = cell(header, row, "file");
        let Ok(Found::Trace(trace)) = read(&bytes("traces", name)) else {
            panic!("{name}: {:?}", read(&bytes("traces", name)))
        };
        let check = |column: &str, found: String| {
            let expected = cell(header, row, column);
            assert!(expected == found, "{name}: {column} is {found}, not {expected}");
        };
        let or = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
        check("rank", or(trace.rank));
        check("world_size", or(trace.world_size));
        check("gpu", trace.gpu.clone().unwrap_or_default());
        check("events", trace.events.to_string());
        check("steps", trace.steps.to_string());
        check("kernels", trace.kernels.to_string());
        check("comm_kernels", trace.comm_kernels.to_string());
        // The facts were added up in floating point, where a time of today has a nanosecond's step: 425 kernels come to 10 ns.
        let near = |column: &str, found: f64| {
            let expected: f64 = cell(header, row, column).parse().expect("a number");
            assert!((expected - found).abs() < 0.0105, "{name}: {column} is {found}, not {expected}");
        };
        near("span_us", trace.span_us);
        near("kernel_us", trace.kernel_us);
        near("memop_us", trace.memory_us);
        near("comm_union_us", trace.comm_us);
        near("compute_union_us", trace.compute_us);
        near("overlap_us", trace.overlap_us);
        near("exposed_comm_us", trace.exposed_comm_us);
        let told = trace.collectives.iter().map(|call| {
            let group = call.group_size.map_or("?".to_owned(), |size| size.to_string());
            let (count, bytes, us) = (call.count, call.bytes.unwrap_or(0), call.time_us);
            format!("{}@{group}:n={count},bytes={bytes},us={us:.3}", call.name)
        });
        check("collectives", told.collect::<Vec<_>>().join(";"));
    }
}

#[test]
fn logs_are_as_counted_apart() {
    let all = facts("facts_nccl_logs.csv");
    let Some((header, rows)) = all.split_first() else { return };
    for row in rows {
        let name = cell(header, row, "file");
        let Ok(Found::NcclLog(log)) = read(&bytes("nccl_log", name)) else {
            panic!("{name}: {:?}", read(&bytes("nccl_log", name)))
        };
        let check = |column: &str, found: String| assert_eq!(found, cell(header, row, column), "{name}: {column}");
        check("nccl_version", log.version.clone().unwrap_or_default());
        check("nranks_max", log.ranks.to_string());
        check("nnodes", log.nodes.unwrap_or(0).to_string());
        check("rings_listed", log.rings.to_string());
        check("distinct_rings", log.distinct_rings.to_string());
        let complete = log.communicators.iter().map(|all| format!("{}x{}", all.ranks, all.complete));
        check("init_complete", complete.collect::<Vec<_>>().join(" "));
        let network = log.network.clone().unwrap_or_default();
        assert!(cell(header, row, "network").starts_with(&network) && !network.is_empty(), "{name}: {network}");
        // Channels by the length of a ring: those of the largest communicator.
        let rings = format!("{}:", log.ranks.min(20));
        let channels = cell(header, row, "channels_by_ring_len").split(' ').find_map(|one| one.strip_prefix(&rings));
        assert_eq!(log.channels.map(|many| many.to_string()).as_deref(), channels, "{name}");
    }
}

/// GPUs, network cards, and NVLinks or links, counted by hand in the files.
#[test]
fn topologies_are_as_counted_by_hand() {
    if samples().is_none() {
        return;
    }
    let check = |folder: &str, name: &str, expected: [Option<u64>; 3]| {
        let Ok(Found::Topology(found)) = read(&bytes(folder, name)) else {
            panic!("{name}: {:?}", read(&bytes(folder, name)))
        };
        assert_eq!([found.gpus, found.nics, found.links], expected, "{name}");
    };
    check("topo_m", "dgx1_p100.txt", [Some(8), Some(4), Some(16)]);
    check("topo_m", "dgx1_v100.txt", [Some(8), Some(4), Some(24)]);
    check("topo_m", "v100_8gpu_other_oem.txt", [Some(8), Some(0), Some(24)]);
    check("topo_m", "h100_12nic.txt", [Some(8), Some(12), Some(144)]);
    check("topo_m", "h100_4nic.txt", [Some(8), Some(6), Some(144)]);
    check("topo_m", "stas_perf.txt", [Some(8), Some(0), Some(144)]);
    check("topo_m", "rtx6kpro_asus_8gpu.txt", [Some(8), Some(0), Some(0)]);
    check("topo_m", "rtx6kpro_pcie.txt", [Some(4), Some(0), Some(0)]);
    check("topo_xml", "azure_ndv2-topo.xml", [Some(8), Some(1), None]);
    check("topo_xml", "aws_g5.48xl-topo.xml", [None, None, None]);
    check("topology", "nccl_topo_a100pcie_dump.xml", [Some(2), Some(2), Some(12)]);
    check("topology", "hwloc_dgx2.xml", [Some(16), Some(0), None]);
    check("topology", "slurm_min_topology.conf", [None, None, Some(4)]);
    assert!(read(&bytes("topology", "ibnetdiscover_bad.txt")).is_err());
}

/// Every output of nccl-tests with rows in it is read; one is a README's text without a table.
#[test]
fn outputs_of_nccl_tests_are_read() {
    let Some(folder) = samples() else { return };
    let mut without = Vec::new();
    for entry in fs::read_dir(folder.join("nccl_tests")).expect("a folder") {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        match read(&bytes("nccl_tests", &name)) {
            Ok(Found::NcclTests(found)) => {
                let mut sizes: Vec<u64> = found.rows.iter().map(|row| row.bytes).collect();
                sizes.dedup();
                assert!(found.rows.iter().all(|row| row.time_us > 0.0), "{name}");
                assert!(!sizes.is_empty(), "{name}");
            }
            other => without.push(format!("{name}: {other:?}")),
        }
    }
    without.sort();
    assert_eq!(without, Vec::<String>::new());
}

/// What the facts have from elsewhere than the file, and the file does not say or says otherwise.
const ELSEWHERE: [(&str, &str); 11] = [
    // Ten models in one script: the facts list all, the script as it stands picks the first; GPUs and sequence are in another file.
    ("megatron_sc21_table1.sh", "layers hidden heads tp pp vpp dp mbs gbs seq gpus"),
    // Words to be replaced.
    ("megatron_fsdp_dsv3.sh", "gpus"),
    // The number of GPUs comes from the paper, or from the launcher, and with it the ways of data and the whole batch.
    ("neox20b.yml", "dp gbs gpus"),
    ("foundry_mpt70b.yaml", "dp mbs gpus"),
    // The published run overrides the file; the model's widths are in Python.
    ("torchtitan_llama3_405b.toml", "layers hidden heads pp dp mbs gbs gpus"),
    ("torchtitan_llama3_8b.toml", "layers hidden heads dp mbs gbs gpus"),
    ("nemo_gpt3_175b_a3mega.yaml", "dp gpus"),
    ("nemo_llama31_405b_a3ultra.yaml", "dp gpus"),
    // 128 experts over 64 GPUs: the script itself lowers the ways of experts to 64.
    ("mds_gpt1p3b_moe128.sh", "ep"),
    // Words to be replaced.
    ("mds_ds_config_template.json", "mbs gbs"),
    // In another file.
    ("primus_mixtral8x22b_mi300x.yaml", "layers"),
];

#[test]
fn launch_files_say_what_was_read_apart() {
    let all = facts("facts_launch.csv");
    let Some((header, rows)) = all.split_first() else { return };
    let mut differing = Vec::new();
    for row in rows {
        let name = cell(header, row, "file");
        let Ok(Found::Launch(found)) = read(&bytes("launch", name)) else {
            panic!("{name}: {:?}", read(&bytes("launch", name)))
        };
        let fields = [
            ("layers", found.layers),
            ("hidden", found.hidden),
            ("heads", found.heads),
            ("tp", found.tp),
            ("pp", found.pp),
            ("vpp", found.vpp),
            ("ep", found.ep),
            ("cp", found.cp),
            ("dp", found.dp),
            ("mbs", found.micro_batch),
            ("gbs", found.global_batch),
            ("seq", found.sequence),
            ("gpus", found.gpus),
        ];
        for (column, found) in fields {
            let expected = cell(header, row, column);
            let found = found.map(|found| found.to_string()).unwrap_or_default();
            if found != expected {
                println!("{name}: {column} is {found:?} in the file, {expected:?} in the facts");
                differing.push(format!("{name}: {column}"));
            }
        }
    }
    let expected = ELSEWHERE.map(|(name, columns)| columns.split(' ').map(move |column| format!("{name}: {column}")));
    assert_eq!(differing, expected.into_iter().flatten().collect::<Vec<_>>());
}
