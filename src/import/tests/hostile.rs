//! Whatever comes, the answer is a value or a problem.

use std::io::Write as _;

use kitchen_import::{Found, Problem, Reader, read};
use proptest::prelude::*;

/// One small file of each kind, by hand.
const FILES: [&str; 11] = [
    r#"{"model_type": "deepseek_v3", "num_hidden_layers": 4, "hidden_size": 64, "num_attention_heads": 4, "vocab_size": 100,
        "intermediate_size": 128, "moe_intermediate_size": 32, "n_routed_experts": 8, "n_shared_experts": 1, "num_experts_per_tok": 2,
        "first_k_dense_replace": 1, "kv_lora_rank": 16, "q_lora_rank": null, "qk_rope_head_dim": 8, "qk_nope_head_dim": 16,
        "v_head_dim": 16, "num_key_value_heads": null, "time_step_limit": [0.0, Infinity]}"#,
    r#"{"model_type": "nemotron-nas", "num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 8, "vocab_size": 100,
        "num_key_value_heads": null, "block_configs": [{"attention": {"n_heads_in_group": 4, "no_op": false}, "ffn": {"ffn_mult": 2.5}},
        {"attention": {"n_heads_in_group": null, "no_op": true}, "ffn": {"ffn_mult": 1, "replace_with_linear": true}}]}"#,
    r#"{"schemaVersion": 1, "distributedInfo": {"rank": 0, "world_size": 2}, "traceEvents": [
        {"ph": "X", "cat": "kernel", "name": "gemm", "ts": 10.5, "dur": 20, "pid": "0"},
        {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllGather_RING_LL", "ts": 20, "dur": 20,
         "args": {"Collective name": "_allgather_base", "In msg nelems": 8, "Out msg nelems": 16, "Group size": 2, "dtype": "BFloat16"}},
        {"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#1", "ts": 0, "dur": 50}]}"#,
    "\tGPU0\tGPU1\tNIC0\tCPU Affinity\nGPU0\t X \tNV12\tPIX\t0-9\nGPU1\tNV12\t X \tSYS\t0-9\nNIC0\tPIX\tSYS\t X\n",
    "<system version=\"1\"><cpu numaid=\"0\"><pci busid=\"a\" class=\"0x030200\"><gpu dev=\"0\"><nvlink target=\"b\" count=\"4\"/></gpu></pci>\
        <pci busid=\"c\" class=\"0x020000\"><nic><net name=\"x\"/></nic></pci></cpu></system>",
    "SwitchName=a Nodes=n[001-016,018],m1\nSwitchName=top Switches=a\nBlockName=b Nodes=n[1-2]r[3-4]\n",
    "NCCL version 2.19.3+cuda12.2\na:1:11 [0] NCCL INFO Channel 00/02 :  0  1\na:1:11 [0] NCCL INFO 2 coll channels, 4 p2p\n\
        a:1:11 [0] NCCL INFO comm 0x1 rank 0 nranks 2 nNodes 1 cudaDev 0 - Init COMPLETE\n",
    "# Rank  0 Group  0 Pid 1 on  a device  0 [0x27] NVIDIA A100\n# size count type redop root time algbw busbw\n\
        1024 256 float sum -1 58.20 0.02 0.03 0 57.6 0.02 0.03 0\n",
    "#!/bin/bash\n#SBATCH --nodes=4\n#SBATCH --gres=gpu:8\nTP=${TP:-2}\nif [[ $TP -gt 1 ]]; then\n  A=(--num-layers $((6 * 4)) # more\n  )\nfi\n\
        cat <<EOF > x\n{ ' }\nEOF\nrun --tensor-model-parallel-size $TP ${A[@]} --micro-batch-size \"1\" `date` $(date)\n",
    "model: {name: a, flavor: b}\ntraining: &t\n  seq_len: 8\n  batch_size: 2\nagain: *t\nx: ${training.seq_len}\n",
    "[model]\nname = \"llama3\"\n[training]\nseq_len = 8192\nbatch_size = 2\n[parallelism]\ntensor_parallel_degree = 8\n",
];

#[test]
fn the_files_are_read() {
    let check = |at: usize, is_kind: &dyn Fn(&Found) -> bool| {
        let found = read(FILES[at].as_bytes()).unwrap_or_else(|problem| panic!("{}: {problem:?}", FILES[at]));
        assert!(is_kind(&found), "{}: {found:?}", FILES[at]);
    };
    check(0, &|found| matches!(found, Found::Model(model) if model.experts == 8 && model.is_known));
    check(1, &|found| matches!(found, Found::Model(model) if model.kv_heads == 2));
    check(2, &|found| matches!(found, Found::Trace(trace) if trace.overlap_us == 10.5));
    check(3, &|found| matches!(found, Found::Topology(topology) if topology.links == Some(12)));
    check(4, &|found| matches!(found, Found::Topology(topology) if topology.nics == Some(1)));
    check(5, &|found| matches!(found, Found::Topology(topology) if topology.switches == Some(2)));
    check(6, &|found| matches!(found, Found::NcclLog(log) if log.channels == Some(2)));
    check(7, &|found| matches!(found, Found::NcclTests(tests) if tests.rows.len() == 1));
    check(8, &|found| matches!(found, Found::Launch(job) if job.layers == Some(24) && job.dp == Some(16)));
    check(9, &|found| matches!(found, Found::Launch(job) if job.sequence == Some(8)));
    check(10, &|found| matches!(found, Found::Launch(job) if job.tp == Some(8)));
}

/// Packed as gzip does.
fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory")
}

#[test]
fn what_is_broken_is_refused() {
    let check =
        |bytes: &[u8], expected: Problem| assert_eq!(read(bytes), Err(expected), "{:?}", &bytes[..bytes.len().min(60)]);
    check(b"", Problem::Empty);
    check(b"\xff\xfe\x00", Problem::NotText);
    check(b"Dear all, here is the file.\n", Problem::Unknown);
    check(b"Dear all: here\n is the: file: now\n", Problem::Unknown);
    check("long words\n".repeat(1_000_000).as_bytes(), Problem::Large { most: 8 << 20 });
    assert!(matches!(read(b"seq_len: 8: 9\n  a: [\n"), Err(Problem::Form { form: "YAML", .. })));
    let trace = packed(FILES[2].as_bytes());
    assert!(read(&trace).is_ok());
    check(&trace[..trace.len() - 20], Problem::Packed);
    let of_model = |from: &str, to: &str| FILES[0].replacen(from, to, 1).into_bytes();
    check(&of_model("\"hidden_size\": 64, ", ""), Problem::Missing { at: "hidden_size" });
    let text = Problem::Type { at: "hidden_size".to_owned(), expected: "whole" };
    check(&of_model("\"hidden_size\": 64", "\"hidden_size\": \"64\""), text);
    let least = Problem::Range { at: "num_hidden_layers".to_owned(), value: "0".to_owned(), least: 1, most: 65536 };
    check(&of_model("\"num_hidden_layers\": 4", "\"num_hidden_layers\": 0"), least);
    let many = Problem::Range { at: "vocab_size".to_owned(), value: "-1".to_owned(), least: 0, most: 1 << 24 };
    check(&of_model("\"vocab_size\": 100", "\"vocab_size\": -1"), many);
    // Blanks without end: what comes out is bounded by what went in.
    let blanks = packed(&[b"{\"traceEvents\": [".to_vec(), vec![b' '; 80 << 20]].concat());
    assert!(matches!(read(&blanks), Err(Problem::Large { .. })));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Cut anywhere, with bytes changed: no panic, and in pieces it is the same as at once.
    #[test]
    fn cuts_and_changes_are_survived(
        file in 0..FILES.len(),
        cut in 0.0..1.3_f64,
        changes in proptest::collection::vec((0.0..1.0_f64, any::<u8>()), 0..6),
        is_packed in any::<bool>(),
        piece in 1_usize..300,
    ) {
        let mut bytes = FILES[file].as_bytes().to_vec();
        if is_packed {
            bytes = packed(&bytes);
        }
        for (at, byte) in changes {
            let at = (at * bytes.len() as f64) as usize;
            bytes[at] = byte;
        }
        bytes.truncate((cut * bytes.len() as f64) as usize);
        let found = read(&bytes);
        if kitchen_import::is_trace(&bytes) {
            let mut reader = Reader::default();
            let fed = bytes.chunks(piece).try_for_each(|piece| reader.feed(piece));
            let again = fed.and_then(|()| reader.finish()).map(Found::Trace);
            prop_assert_eq!(found.is_ok(), again.is_ok());
            if let (Ok(found), Ok(again)) = (found, again) {
                prop_assert_eq!(found, again);
            }
        }
    }

    /// Parts of files in any order.
    #[test]
    fn mixtures_are_survived(parts in proptest::collection::vec((0..FILES.len(), 0.0..1.0_f64, 0.0..0.5_f64), 1..8)) {
        let mut bytes = Vec::new();
        for (file, start, long) in parts {
            let file = FILES[file].as_bytes();
            let start = (start * file.len() as f64) as usize;
            let end = (start + (long * file.len() as f64) as usize).min(file.len());
            bytes.extend_from_slice(&file[start..end]);
        }
        let _ = read(&bytes);
    }
}
