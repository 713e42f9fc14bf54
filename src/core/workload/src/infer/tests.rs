use kitchen_hardware::{FURTHER_GPUS, GPUS};
use kitchen_task::Kind;

use super::*;
use crate::layout::{Layout, Recompute};
use crate::{Model, train};

fn ask(id: &str, gpu: &str) -> Ask {
    let gpu = GPUS.iter().chain(FURTHER_GPUS).find(|one| one.id == gpu).unwrap();
    let system = topology::all_systems().find(|system| system.gpu.id == gpu.id);
    let (shape, precision) = (shape(id).unwrap(), Precision::BITS_16);
    Ask { shape, gpu, system, precision, batch: 1, prompt: 512, output: 64, tensor: 1 }
}

#[test]
fn parameters_are_the_published_ones() {
    let check = |id: &str, billions: f64| {
        let found = shape(id).unwrap().parameters() as f64 / 1e9;
        assert!((found / billions - 1.0).abs() < 0.005, "{id}: {found} against {billions}");
    };
    check("gpt-j-6b", 6.05);
    check("gpt-89b", 87.6);
    check("llama-7b", 6.74);
    check("codellama-34b", 33.7);
    check("llama3-8b", 8.03);
    check("llama3-70b", 70.55);
    check("qwen-72b", 72.29);
    check("qwen2-72b", 72.71);
    check("qwen2.5-0.5b", 0.494);
    check("qwen2.5-1.5b", 1.54);
    check("qwen2.5-3b", 3.09);
    check("qwen2.5-14b", 14.77);
    check("qwen2.5-32b", 32.76);
    check("qwen2.5-72b", 72.71);
    check("qwen3-0.6b", 0.596);
    check("qwen3-1.7b", 1.72);
    check("qwen3-4b", 4.02);
    check("qwen3-8b", 8.19);
    check("qwen3-14b", 14.77);
    let ids: Vec<&str> = shapes().map(|shape| shape.model.id).collect();
    assert!(ids.iter().enumerate().all(|(at, id)| !ids[..at].contains(id)), "ids are unique");
    for shape in published() {
        assert_eq!(shape.parameters(), shape.model.parameters(), "{}", shape.model.id);
    }
}

fn published() -> impl Iterator<Item = Shape> {
    crate::MODELS.iter().map(Shape::of)
}

#[test]
fn a_token_leaves_the_published_keys_and_values() {
    let check = |id: &str, tensor: u32, kib: u64| {
        let bytes = contents::kv_bytes(&shape(id).unwrap(), &Precision::BITS_16, tensor);
        assert_eq!(bytes, Bytes::kib(kib), "{id} over {tensor}");
    };
    // 2 x layers x heads of keys x 128 x 2 bytes.
    check("llama3-8b", 1, 128);
    check("llama3-8b", 8, 16);
    // A head is never cut.
    check("llama3-8b", 16, 16);
    check("llama2-7b", 1, 512);
    check("llama3-70b", 1, 320);
}

#[test]
fn decode_reads_every_weight_and_all_keys_and_values_once() {
    let server = ask("llama3-8b", "h100-sxm").serve().unwrap();
    let Ask { shape, precision, .. } = *server.ask();
    let check = |step: u32| {
        let weights = contents::weight_bytes(&shape, &precision, 1).0 - 2 * shape.model.embedding_parameters();
        let read = weights + u64::from(512 + step + 1) * contents::kv_bytes(&shape, &precision, 1).0;
        let moved = server.decode(step).bytes;
        assert!(moved > read as f64 * 0.9999 && moved < read as f64 * 1.005, "{moved} against {read}");
    };
    check(0);
    check(60_000);
}

#[test]
fn prefill_computes_what_forward_does_but_for_the_logits() {
    for shape in published() {
        let ask = Ask { shape, batch: 3, ..ask("llama3-8b", "h100-sxm") };
        let model = Model { seq: ask.prompt, ..shape.model };
        let (tokens, requests) = (u64::from(ask.prompt) * 3, 3);
        let expected = f64::from(model.layers) * model.layer_forward_flops(tokens) + model.head_forward_flops(requests);
        let found = ask.serve().unwrap().prefill().flops;
        assert!((found / expected - 1.0).abs() < 1e-9, "{}: {found} against {expected}", model.id);
    }
}

#[test]
fn nothing_rises_above_the_roof() {
    for gpu in GPUS.iter().chain(FURTHER_GPUS) {
        for (id, bits) in [("qwen3-0.6b", 16.0), ("llama3-8b", 16.0), ("llama3-8b", 8.0), ("llama2-70b", 4.5)] {
            for batch in [1, 16, 256] {
                let precision = Precision { weight_bits: bits, kv_bits: 16.0 };
                let server = Ask { gpu, precision, batch, ..ask(id, "h100-sxm") }.serve().unwrap();
                for pass in [server.prefill(), server.decode(0)] {
                    let point = pass.point();
                    let roof = server.roofline().roof(point.intensity);
                    assert!(point.attained < roof, "{} {id} {bits} bits, {batch} requests: {point:?}", gpu.id);
                }
            }
        }
    }
}

#[test]
fn more_guests_share_the_weights() {
    let mut last = (Time::ZERO, 0.0);
    for batch in [1, 2, 4, 8, 16, 32, 64, 128] {
        let server = Ask { batch, ..ask("llama3-8b", "h100-sxm") }.serve().unwrap();
        let step = server.answer().per_token().unwrap();
        let rate = f64::from(batch) / step.as_secs();
        assert!(step > last.0 && rate > last.1, "{batch} requests: {step:?}, {rate} tokens a second");
        last = (step, rate);
    }
}

#[test]
fn one_guest_waits_for_memory_and_a_prompt_for_arithmetic() {
    let server = Ask { prompt: 2048, ..ask("llama3-8b", "h100-sxm") }.serve().unwrap();
    let (prefill, decode, ridge) = (server.prefill(), server.decode(0), server.roofline().ridge());
    assert!(prefill.point().intensity > ridge && decode.point().intensity < ridge / 100.0);
    assert!(prefill.arithmetic > prefill.memory && decode.arithmetic == 0.0);
    let turning = |prompt: u32| Ask { prompt, ..ask("llama3-8b", "h100-sxm") }.serve().unwrap().turning_point();
    // Short answers share the weights alone; long ones bring their own keys and values.
    assert!(turning(16).is_some_and(|batch| (64..=512).contains(&batch)), "{:?}", turning(16));
    assert_eq!(turning(4096), None);
}

#[test]
fn fewer_bits_take_less_memory_and_time() {
    let at = |weight_bits: f64, gpu: &str| {
        let precision = Precision { weight_bits, kv_bits: 16.0 };
        Ask { precision, ..ask("llama3-8b", gpu) }.serve().unwrap().answer()
    };
    for gpu in ["a100-sxm", "h100-sxm"] {
        let [whole, half, quarter] = [16.0, 8.0, 4.5].map(|bits| at(bits, gpu));
        assert!(whole.contents.weights > half.contents.weights && half.contents.weights > quarter.contents.weights);
        assert!(whole.total > half.total && half.total > quarter.total, "{gpu}");
    }
    // An A100 turns stored bytes into 16 bits first.
    assert!(at(8.0, "a100-sxm").decode.arithmetic > 0.0 && at(8.0, "h100-sxm").decode.arithmetic == 0.0);
}

fn lesson(id: &str, tensor: u32, recompute: Recompute) -> Lesson {
    let Ask { shape, gpu, system, .. } = ask(id, "h100-sxm");
    let shape = Shape { model: Model { seq: 2048, ..shape.model }, ..shape };
    Lesson { shape, gpu, system, sequences: 2, tensor, recompute }
}

#[test]
fn learning_takes_what_the_training_step_takes() {
    let check = |id: &str, tensor: u32, recompute: Recompute| {
        let lesson = lesson(id, tensor, recompute);
        let learned = learn(&lesson).unwrap();
        let spec = ClusterSpec { gpus: Some(tensor), ..ClusterSpec::new(lesson.system.unwrap(), 1) };
        let layout = Layout { tensor, micro_batch: 2, global_batch: 2, recompute, ..Layout::ONE };
        let step = train(&lesson.shape.model, &spec, &layout).unwrap();
        let took = learned.step().time;
        let apart = took.0.abs_diff(step.iteration.0) as f64 / took.0 as f64;
        // Their sums are simulated apart: once as a call of NCCL's, once inside the step.
        assert!(apart < if tensor == 1 { 1e-9 } else { 0.02 }, "{id}: {took:?} against {:?}", step.iteration);
        assert_eq!(learned.contents.total(), step.memory.total());
        assert!(learned.backward.flops > learned.forward.flops && learned.backward.bytes > learned.forward.bytes);
    };
    check("llama3-8b", 1, Recompute::None);
    check("llama3-8b", 1, Recompute::Selective);
    check("gpt3-1.3b", 1, Recompute::Full);
    check("gpt3-6.7b", 4, Recompute::None);
}

#[test]
fn both_stand_on_one_clock() {
    let server = Ask { output: 20, batch: 2, ..ask("llama3-8b", "h100-sxm") }.serve().unwrap();
    let learned = learn(&lesson("llama3-8b", 1, Recompute::None)).unwrap();
    let clock = Clock::run(&server, &learned, 2).unwrap();
    assert_eq!(clock.spans.len(), clock.graph.len());
    assert_eq!(clock.graph.labels[0].kind, Kind::Forward);
    let answered = server.answer();
    let last = |gpu| clock.spans.iter().rposition(|span| span.gpu == gpu).unwrap();
    let end = |gpu| clock.trace.end[last(gpu)];
    assert_eq!((end(clock::ANSWERS), end(clock::LEARNS)), (answered.total, learned.step().time + learned.step().time));
    // Keys and values: none, a prompt's, and with each step one token's more.
    let kv = |t| clock.contents(clock::ANSWERS, t).kv_cache;
    let of = |tokens: u32| server.contents(tokens, 1).kv_cache;
    assert_eq!((kv(Time::ZERO), kv(answered.prefill.time()), kv(end(0))), (Bytes::ZERO, of(512), of(531)));
    assert_eq!(kv(end(0) + Time::from_us(9)), of(531), "what is there stays");
    let halfway = kv(Time(answered.prefill.time().0 / 2));
    assert!(halfway.0.abs_diff(of(256).0) <= of(1).0);
    // Learning is fullest when forward ends, and gradients are gone when the update is.
    let shelf = |t| clock.contents(clock::LEARNS, t);
    let forward = learned.forward.time;
    assert_eq!(shelf(forward).total().0, learned.contents.total().0 - learned.contents.gradients.0);
    assert_eq!(shelf(forward + learned.backward.time).gradients, learned.contents.gradients);
    assert_eq!(shelf(end(1)).gradients, Bytes::ZERO);
}

#[test]
fn one_gpu_alone_answers_as_one_of_a_server() {
    let usual = ask("llama3-8b", "h100-sxm");
    assert_eq!(usual.serve_alone().unwrap().answer(), usual.serve().unwrap().answer());
    assert!(Ask { tensor: 2, ..usual }.serve_alone().is_err());
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let check = |ask: Ask, expected: &str| {
        let error = ask.serve().map(|_| ()).unwrap_err();
        assert!(format!("{error:?}").contains(expected), "{error:?}");
    };
    let usual = ask("llama3-8b", "h100-sxm");
    check(Ask { batch: 0, ..usual }, "batch");
    check(Ask { prompt: MAX_PROMPT + 1, ..usual }, "prompt");
    check(Ask { output: 0, ..usual }, "output");
    check(Ask { tensor: 3, ..usual }, "heads");
    check(Ask { tensor: 16, ..usual }, "gpus: 8");
    check(Ask { tensor: 2, system: None, ..usual }, "gpus: 1");
    let wide = Lesson { shape: shape("qwen3-0.6b").unwrap(), ..lesson("llama3-8b", 1, Recompute::None) };
    assert!(learn(&wide).is_err());
}

#[test]
fn half_of_the_rows_are_held_back_by_a_published_hash() {
    // FNV-1a of "" is cbf29ce484222325, of "a" af63dc4c8601ec8c, of "foobar" 85944171f73967e8.
    assert!(is_held_back("") && !is_held_back("a") && !is_held_back("foobar"));
}
