//! Judges of what answering and learning say: times from the raw spans, sizes and work from the model's own arithmetic.

use super::params::Params;
use super::run::{Both, PROMPT, WORDS};
use crate::tests::instant::Claim;
use crate::tests::instant::world::Span;
use kitchen_core::units::Time;
use kitchen_text::{Arg, key};

/// The passes of one GPU in order.
fn of(claim: Claim<'_>, gpu: usize) -> Vec<&Span> {
    let mut spans: Vec<&Span> = claim.world.all().iter().filter(|span| span.gpu == gpu).collect();
    spans.sort_by_key(|span| span.start);
    spans
}

fn length(span: &Span) -> Time {
    Time(span.end.0 - span.start.0)
}

/// Whether a number is told as it is, to so many decimals.
fn said(claim: Claim<'_>, name: &str, real: f64, digits: i32) -> bool {
    (claim.number(name) - real).abs() <= 0.5 * 10_f64.powi(-digits)
}

/// Whether so many words and phases are over.
fn is_so_far(claim: Claim<'_>, answers: &[&Span], learns: &[&Span]) -> bool {
    let over = |spans: &[&Span]| spans.iter().filter(|span| span.end <= claim.t).count();
    claim.count("all") == answers.len()
        && claim.count("n") == over(answers)
        && claim.count("done") == over(learns)
        && learns.len() == 3
}

pub(super) fn judge(claim: Claim<'_>) -> Option<bool> {
    let t = claim.t;
    let params = Params::of(&claim.world.show.scenario);
    let both = Both::plan(params).expect("a plan");
    let (answers, learns) = (of(claim, 0), of(claim, 1));
    let [forward, backward, update] = learns[..] else { return Some(false) };
    let word = |n: usize| answers[n + 1];
    let said = |name: &str, real: f64, digits: i32| said(claim, name, real, digits);
    let prompt = || claim.count("prompt") == PROMPT as usize;
    let guests = || claim.count("guests") == params.guests as usize;
    let update_took = || claim.time("update") == length(update);
    Some(match claim.line.key {
        key::TWO_FACES_BEAT_START => guests() && prompt() && params.text == PROMPT,
        key::TWO_FACES_BEAT_START_TEXT => guests() && claim.count("words") == params.text as usize,
        key::TWO_FACES_XRAY_START => guests() && prompt() && named(claim, params),
        key::TWO_FACES_BEAT_FIRST => answers[0].end <= t && claim.time("time") == answers[0].end && prompt(),
        key::TWO_FACES_XRAY_FIRST => {
            let flops = both.server.prefill().flops;
            let (Arg::Flops(said), Arg::FlopRate(rate)) = (claim.arg("flops"), claim.arg("rate")) else {
                return Some(false);
            };
            let seconds = length(answers[0]).as_secs();
            answers[0].end <= t
                && claim.time("time") == length(answers[0])
                && (said / flops - 1.0).abs() < 1e-9
                && (rate * seconds / flops - 1.0).abs() < 1e-6
        }
        key::TWO_FACES_BEAT_WORD | key::TWO_FACES_BEAT_WORD_MANY | key::TWO_FACES_XRAY_WORD => {
            let pass = both.server.decode(0);
            let many = claim.line.key != key::TWO_FACES_BEAT_WORD_MANY || guests() && params.guests > 1;
            let alone = claim.line.key != key::TWO_FACES_BEAT_WORD || params.guests == 1;
            let deep = claim.line.key != key::TWO_FACES_XRAY_WORD || said("intensity", pass.flops / pass.bytes, 1);
            word(0).end <= t
                && claim.time("time") == length(word(0))
                && said("gb", pass.bytes / 1e9, 1)
                && many
                && alone
                && deep
        }
        key::TWO_FACES_BEAT_WAIT | key::TWO_FACES_XRAY_WAIT => {
            let pass = both.server.decode(2);
            let seconds = length(word(2)).as_secs();
            let parts = ["memory", "arithmetic", "starts"].map(|name| claim.percent(name));
            let near = |share: f64, part: f64| (share - part / seconds).abs() < 1e-6;
            word(2).end <= t
                && claim.count("n") == answers.iter().position(|span| span.end == word(2).end)? + 1
                && (parts.iter().sum::<f64>() - 1.0).abs() < 1e-9
                && near(parts[0], pass.memory)
                && near(parts[1], pass.arithmetic)
        }
        key::TWO_FACES_BEAT_NOW | key::TWO_FACES_XRAY_NOW => is_so_far(claim, &answers, &learns),
        key::TWO_FACES_BEAT_BACK | key::TWO_FACES_XRAY_BACK => {
            backward.holds(t) && claim.time("forward") == length(forward)
        }
        key::TWO_FACES_BEAT_BACK_DONE | key::TWO_FACES_XRAY_BACK_DONE => {
            let times = [claim.time("forward"), claim.time("backward")];
            backward.end <= t && times == [length(forward), length(backward)]
        }
        key::TWO_FACES_BEAT_UPDATE | key::TWO_FACES_XRAY_UPDATE => update.holds(t) && moved(claim, &both),
        key::TWO_FACES_BEAT_UPDATE_DONE | key::TWO_FACES_XRAY_UPDATE_DONE => {
            update.end <= t && moved(claim, &both) && update_took()
        }
        key::TWO_FACES_BEAT_SERVED | key::TWO_FACES_XRAY_SERVED => {
            let last = answers[answers.len() - 1].end;
            let decodes = (0..WORDS - 1).map(|n| both.server.decode(n).bytes);
            let bytes = both.server.prefill().bytes + decodes.sum::<f64>();
            last <= t
                && claim.time("time") == last
                && claim.count("words") == answers.len()
                && said("gb", bytes / 1e9, 0)
        }
        key::TWO_FACES_BEAT_READ | key::TWO_FACES_XRAY_READ => {
            let (first, last) = (answers[0], answers[answers.len() - 1]);
            let rest = Time(last.end.0 - first.end.0);
            last.end <= t
                && guests()
                && claim.count("words") == answers.len() - 1
                && (claim.time("read"), claim.time("rest")) == (length(first), rest)
                && length(first) > rest
        }
        key::TWO_FACES_BEAT_LEARNED | key::TWO_FACES_XRAY_LEARNED => {
            update.end <= t && claim.time("time") == update.end && update_took()
        }
        key::TWO_FACES_BEAT_END | key::TWO_FACES_XRAY_END => {
            let one = both.server.prefill().flops / f64::from(params.guests);
            let share = f64::from(PROMPT) / f64::from(params.text);
            update.end <= t && update_took() && said("ratio", both.learned.step().flops * share / one, 1)
        }
        _ => return capacity(claim, &both, &answers),
    })
}

/// What is said of shelves, of keys and values, and of the roof.
fn capacity(claim: Claim<'_>, both: &Both, answers: &[&Span]) -> Option<bool> {
    let (t, params) = (claim.t, both.params);
    let said = |name: &str, real: f64, digits: i32| said(claim, name, real, digits);
    // Adam's 16 bytes of every parameter, and what is kept of the text, whose length is that of the table of positions.
    let model = kitchen_core::workload::Model { seq: params.text, ..both.server.ask().shape.model };
    let parameters = model.parameters() as f64;
    let kept = both.learned.contents.activations.0 as f64;
    let learnt = (16.0 * parameters + kept) / 1e9;
    Some(match claim.line.key {
        key::TWO_FACES_BEAT_FLOOR | key::TWO_FACES_XRAY_FLOOR => {
            let hbm = both.gpu.hbm.0 as f64 / 1e9;
            let adds_up = claim.number("hbm") + claim.number("over") == claim.number("learns");
            learnt > hbm && said("learns", learnt, 0) && said("hbm", hbm, 0) && adds_up
        }
        key::TWO_FACES_BEAT_SHELF | key::TWO_FACES_XRAY_SHELF => {
            let answering = both.server.answer().contents.total().0 as f64 / 1e9;
            said("learns", learnt, 1) && said("answers", answering, 1)
        }
        key::TWO_FACES_BEAT_KEYS | key::TWO_FACES_XRAY_KEYS => {
            // A key and a value of 2 bytes for each head of them, in every layer, for each word of each guest.
            let shape = &both.server.ask().shape;
            let model = &shape.model;
            let one = 4.0 * f64::from(model.kv_heads * shape.head) * f64::from(model.layers);
            let mb = one * f64::from(params.guests) / 1e6;
            let words = PROMPT as usize + answers[1..].iter().filter(|span| span.end <= t).count();
            claim.count("tokens") == words && said("mb", mb * words as f64, 1) && said("step", mb, 2)
        }
        key::TWO_FACES_BEAT_ROOF | key::TWO_FACES_XRAY_ROOF => {
            let (pass, ridge) = (both.server.decode(10), both.gpu.peak_flops / both.gpu.hbm_rate.as_bytes_per_s());
            let part = &both.learned.forward;
            said("word", pass.flops / pass.bytes, 1)
                && said("forward", part.flops / part.bytes, 0)
                && said("ridge", ridge, 0)
        }
        _ => return None,
    })
}

fn moved(claim: Claim<'_>, both: &Both) -> bool {
    (claim.number("gb") - both.learned.update.bytes / 1e9).abs() <= 0.5
}

fn named(claim: Claim<'_>, params: Params) -> bool {
    [claim.text("model"), claim.text("gpu")] == [params.model.name, params.gpu.gpu.name]
}
