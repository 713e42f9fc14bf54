//! Traces written by hand.

use super::*;

/// Two kernels of computation, 10 to 30 and 20 to 50, and an all-reduce of two ranks from 40 to 80 µs.
const SMALL: &str = r#"{"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "Test GPU"}],
"distributedInfo": {"backend": "nccl", "rank": 1, "world_size": 2},
"traceEvents": [
 {"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#3", "pid": "CPU", "ts": 0, "dur": 100.5},
 {"ph": "X", "cat": "kernel", "name": "gemm \"]}\\", "pid": 0, "ts": 10, "dur": 20, "args": {"stream": 7}},
 {"ph": "X", "cat": "kernel", "name": "add", "pid": 0, "ts": 20.0, "dur": 30.0},
 {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)", "ts": 40, "dur": 40,
  "args": {"Collective name": "allreduce", "In msg nelems": 1000, "Out msg nelems": 1000, "Group size": 2, "dtype": "Float",
           "Comms Id": 10159970886766084423}},
 {"ph": "f", "id": 1, "cat": "ac2g", "name": "ac2g", "ts": 10},
 {"ph": "X", "cat": "Trace", "name": "PyTorch Profiler (0)", "ts": -50, "dur": 500},
 {"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy", "ts": 90, "dur": 5, "args": {"bandwidth": Infinity}}
], "traceName": "x.json"}"#;

fn read_in(text: &[u8], piece: usize) -> Result<Trace, Problem> {
    let mut reader = Reader::default();
    for piece in text.chunks(piece) {
        reader.feed(piece)?;
    }
    reader.finish()
}

fn check(text: &str, change: &dyn Fn(&mut Trace)) {
    let mut expected = Trace {
        ranks: 1,
        rank: Some(1),
        world_size: Some(2),
        backend: Some("nccl".to_owned()),
        gpu: Some("Test GPU".to_owned()),
        steps: 1,
        events: 7,
        left_out: 0,
        span_us: 100.5,
        kernels: 3,
        comm_kernels: 1,
        kernel_us: 90.0,
        memory_us: 5.0,
        compute_us: 40.0,
        comm_us: 40.0,
        overlap_us: 10.0,
        exposed_comm_us: 30.0,
        collectives: vec![Collective {
            name: "all_reduce".to_owned(),
            group_size: Some(2),
            count: 1,
            bytes: Some(4000),
            time_us: 40.0,
        }],
    };
    change(&mut expected);
    for piece in [1, 7, 64, 1 << 20] {
        assert_eq!(read_in(text.as_bytes(), piece).as_ref(), Ok(&expected), "in pieces of {piece}: {text}");
    }
}

#[test]
fn spans_and_collectives_are_told() {
    check(SMALL, &|_| {});
    check(&SMALL.replace("\"rank\": 1, ", ""), &|trace| trace.rank = None);
    check(&SMALL.replace("\"ts\": 20.0", "\"ts\": \"20\""), &|trace| {
        (trace.left_out, trace.kernels, trace.kernel_us) = (1, 2, 60.0);
        (trace.compute_us, trace.overlap_us, trace.exposed_comm_us) = (20.0, 0.0, 40.0);
    });
    check(&SMALL.replace("\"Group size\": 2", "\"Group size\": \"two\""), &|trace| {
        trace.collectives[0].group_size = None;
        trace.collectives[0].bytes = None;
    });
}

#[test]
fn what_is_no_trace_is_refused() {
    let check = |text: &str, expected: &dyn Fn(&Problem) -> bool| {
        let found = read_in(text.as_bytes(), 5).expect_err(text);
        assert!(expected(&found), "{text}: {found:?}");
    };
    let is_form = |problem: &Problem| matches!(problem, Problem::Form { form: "JSON", .. });
    check(&SMALL[..SMALL.len() - 40], &is_form);
    check(&SMALL[..300], &is_form);
    check(&SMALL.replace("\"dur\": 20,", "\"dur\": 20"), &is_form);
    check("{\"traceEvents\": [1, 2]}", &is_form);
    check("{\"traceEvents\": []}", &|problem| *problem == Problem::Nothing { what: "events" });
    check("{\"schemaVersion\": 1}", &|problem| *problem == Problem::Nothing { what: "events" });
    check(&format!("{{\"a\": {}", "[".repeat(100)), &|problem| *problem == Problem::Deep { most: 64 });
}

#[test]
fn ranks_are_joined() {
    let one = read_in(SMALL.as_bytes(), 99).expect("a trace");
    let two = join(&[one.clone(), one.clone()]).expect("two traces");
    assert_eq!((two.ranks, two.rank, two.steps, two.kernels), (2, None, 1, 6));
    assert_eq!((two.span_us, two.comm_us, two.exposed_comm_us), (100.5, 80.0, 60.0));
    assert_eq!(two.collectives.len(), 1);
    assert_eq!((two.collectives[0].count, two.collectives[0].bytes), (2, Some(8000)));
    assert_eq!(join(&[]), None);
}
