//! The same recipe answering and learning: what each word costs, what the shelf holds, and what the hand waits for.

use crate::scenario::Scenario;
use crate::show::Show;
use crate::story::facts::Teller;
use crate::story::gate::{Form, Stretch, Tone};
use crate::story::sums::adding_up;
use crate::story::{Ask, Case, Dial, Figure, Gate, Layered, Meter, Readout, Right, Script, Unit, Verdict, rehearse};
use kitchen_core::topology::{DGX_A100, DGX_H100, System};
use kitchen_core::units::{Bytes, Rate, Time};
use kitchen_core::workload::infer::{Part, Pass, Phase};
use kitchen_core::workload::model::{LLAMA3_8B, Model};
use kitchen_text::{Arg, FlopRate, Flops, Line, Number, Percent, figure, key, msg, pair};

use super::kind::KIND;
use super::params::Params;
use super::run::{Both, PROMPT, WORDS, ask};

/// Guests of the question where one is served now.
const MANY: u32 = 100;

/// One pass of a run with its times.
#[derive(Clone, Copy, Debug)]
struct Stay {
    task: u32,
    part: Part,
    start: Time,
    end: Time,
}

impl Stay {
    fn time(&self) -> Time {
        self.end.saturating_sub(self.start)
    }

    /// After so many of `of` equal parts.
    fn after(&self, parts: u64, of: u64) -> Time {
        Time(self.start.0 + self.time().0 * parts / of)
    }
}

impl Both {
    fn stay(&self, phase: Phase) -> Option<Stay> {
        let task = self.clock.spans.iter().position(|span| span.phase == phase)?;
        let (start, end) = (*self.clock.trace.start.get(task)?, *self.clock.trace.end.get(task)?);
        Some(Stay { task: task as u32, part: self.clock.spans[task].part, start, end })
    }

    fn word(&self, n: u32) -> Option<Stay> {
        self.stay(Phase::Decode(n))
    }

    /// The mean time of a word after the first.
    pub(super) fn per_word(&self) -> Option<Time> {
        let (first, last) = (self.word(0)?, self.word(WORDS - 2)?);
        Some(Time((last.end.0 - first.start.0) / u64::from(WORDS - 1)))
    }

    /// Operations of one learning step over those of reading one guest's order.
    fn times_the_work(&self) -> f64 {
        let share = f64::from(PROMPT) / f64::from(self.params.text);
        self.learned.step().flops * share * f64::from(self.params.guests) / self.server.prefill().flops
    }

    fn model(&self) -> &'static str {
        self.server.ask().shape.model.name
    }

    fn guests(&self) -> i64 {
        i64::from(self.params.guests)
    }
}

fn gb(bytes: Bytes) -> f64 {
    bytes.0 as f64 / 1e9
}

/// What a pass's time goes to: memory, arithmetic, and the rest.
fn shares(pass: &Pass) -> [f64; 3] {
    [pass.memory, pass.arithmetic, pass.starts + pass.meetings].map(|part| part / pass.seconds())
}

pub(super) fn opening(show: &Show) -> Vec<Line> {
    let Some(both) = Both::of(show) else { return Vec::new() };
    let (Some(word), Some(per_word)) = (both.word(0), both.per_word()) else { return Vec::new() };
    let contents = both.server.answer().contents;
    vec![
        Line::from(msg::TwoFacesOpening1 { model: both.model().into(), gpu: both.gpu.name.into() }),
        Line::from(msg::TwoFacesOpening2 { gb: Number(word.part.bytes / 1e9, 1), time: per_word }),
        Line::from(msg::TwoFacesOpening3 {
            answers: Number(gb(contents.total()), 1),
            learns: Number(gb(both.learned.contents.total()), 1),
        }),
    ]
}

pub(super) fn script(show: &Show) -> Script {
    let Some(both) = Both::of(show) else { return Script::default() };
    let mut teller = Teller::default();
    let prompt = i64::from(PROMPT);
    let start =
        pair::TwoFacesStart { guests: both.guests(), prompt, model: both.model().into(), gpu: both.gpu.name.into() };
    let start = if both.params.text == PROMPT { start.into() } else { start_text(&both, start) };
    teller.must_say("start", Time::ZERO, start, None);
    answer(&both, &mut teller);
    study(&both, &mut teller);
    compare(&both, &mut teller);
    let makespan = show.makespan();
    let ratio = Number(both.times_the_work(), 1);
    teller.must_say("end", makespan, pair::TwoFacesEnd { ratio, update: both.learned.update.time }, None);
    let ended = |phase: Phase| both.stay(phase).map(|stay| stay.end);
    let words = std::iter::once(Phase::Prefill).chain((0..WORDS - 1).map(Phase::Decode)).filter_map(ended).collect();
    let done = [Phase::Forward, Phase::Backward, Phase::Update].into_iter().filter_map(ended).collect();
    teller.meanwhile(pair::TwoFacesNow { all: WORDS.into(), n: Meter::come(words), done: Meter::come(done) });
    teller.finish(makespan)
}

/// The same where the text is longer than an order.
fn start_text(both: &Both, usual: impl Into<Layered>) -> Layered {
    let words = i64::from(both.params.text);
    let caption = Line::from(msg::TwoFacesBeatStartText { guests: both.guests(), words });
    Layered { caption: caption.into(), ..usual.into() }
}

/// The first word, the next one, and what its time goes to.
fn answer(both: &Both, teller: &mut Teller) -> Option<()> {
    let prefill = both.stay(Phase::Prefill)?;
    let xray = Line::from(msg::TwoFacesXrayFirst {
        time: prefill.time(),
        flops: Flops(prefill.part.flops),
        rate: FlopRate(prefill.part.point().attained),
    });
    let caption = Line::from(msg::TwoFacesBeatFirst { time: prefill.end, prompt: i64::from(PROMPT) });
    teller.must_say("first", prefill.end, Layered::of(caption, xray), Some((0, prefill.task)));

    let word = both.word(0)?;
    let (time, gb) = (word.time(), Number(word.part.bytes / 1e9, 1));
    let caption = if both.params.guests > 1 {
        Line::from(msg::TwoFacesBeatWordMany { time, gb, guests: both.guests() })
    } else {
        Line::from(msg::TwoFacesBeatWord { time, gb })
    };
    let (flops, intensity) = (Flops(word.part.flops), Number(word.part.point().intensity, 1));
    let xray = Line::from(msg::TwoFacesXrayWord { time, gb, flops, intensity });
    teller.must_say("word", word.end, Layered::of(caption, xray), Some((0, word.task)));

    // The fourth word: the first came out of the prefill.
    let fourth = both.word(2)?;
    let [memory, arithmetic, starts] = shares(&both.server.decode(2)).map(Percent);
    teller.may_say("wait", fourth.end, pair::TwoFacesWait { n: 4, memory, arithmetic, starts }, None);

    let last = both.word(WORDS - 2)?;
    let answered = both.server.answer();
    let gb = Number((answered.prefill.bytes + answered.decode.bytes) / 1e9, 0);
    teller.may_say("served", last.end, pair::TwoFacesServed { time: last.end, words: i64::from(WORDS), gb }, None);
    // Many orders take longer to read than to answer.
    let rest = last.end.saturating_sub(prefill.end);
    if prefill.time() > rest {
        let (guests, words) = (both.guests(), i64::from(WORDS - 1));
        teller.must_say("read", last.end, pair::TwoFacesRead { guests, words, read: prefill.time(), rest }, None);
    }
    Some(())
}

/// The way back, and the pencil.
fn study(both: &Both, teller: &mut Teller) -> Option<()> {
    let (forward, backward) = (both.stay(Phase::Forward)?, both.stay(Phase::Backward)?);
    let update = both.stay(Phase::Update)?;
    let done = pair::TwoFacesBackDone { forward: forward.time(), backward: backward.time() };
    let back = Layered::from(pair::TwoFacesBack { forward: forward.time() }).until(backward.end, done);
    teller.may_say("back", backward.after(1, 2), back, Some((0, backward.task)));
    let gb = Number(update.part.bytes / 1e9, 0);
    let done = pair::TwoFacesUpdateDone { gb, update: update.time() };
    let told = Layered::from(pair::TwoFacesUpdate { gb }).until(update.end, done);
    teller.must_say("update", update.after(1, 10), told, Some((0, update.task)));
    teller.may_say("learned", update.end, pair::TwoFacesLearned { time: update.end, update: update.time() }, None);
    Some(())
}

/// Both shelves, the keys and values, both points under the roof.
fn compare(both: &Both, teller: &mut Teller) -> Option<()> {
    let (update, forward) = (both.stay(Phase::Update)?, both.stay(Phase::Forward)?);
    let (answers, learns) = (both.server.answer().contents.total(), both.learned.contents.total());
    if both.over() > 0 {
        let [learns, hbm] = [learns, both.gpu.hbm].map(|bytes| gb(bytes).round());
        let [learns, hbm, over] = [learns, hbm, learns - hbm].map(|gb| Number(gb, 0));
        teller.must_say("floor", forward.after(1, 2), pair::TwoFacesFloor { learns, hbm, over }, None);
    }
    let [answers, learns] = [answers, learns].map(|bytes| Number(gb(bytes), 1));
    teller.may_say("shelf", update.after(3, 10), pair::TwoFacesShelf { answers, learns }, None);

    let words: Vec<Time> = (0..WORDS - 1).filter_map(|n| both.word(n)).map(|word| word.end).collect();
    let mb = |tokens: u32| both.server.contents(tokens, 1).kv_cache.0 as f64 / 1e6;
    let held = |done: usize| PROMPT + done as u32;
    let steps = |arg: &dyn Fn(u32) -> Arg| -> Vec<(Time, Arg)> {
        words.iter().enumerate().map(|(n, &end)| (end, arg(held(n + 1)))).collect()
    };
    teller.may_say(
        "keys",
        words[7],
        pair::TwoFacesKeys {
            tokens: Meter::Steps(steps(&|tokens| Arg::Int(i64::from(tokens)))),
            mb: Meter::Steps(steps(&|tokens| Arg::Number(mb(tokens), 1))),
            step: Number(mb(1), 2),
        },
        None,
    );

    let roof = both.server.roofline();
    let word = both.word(10)?;
    let told = pair::TwoFacesRoof {
        word: Number(word.part.point().intensity, 1),
        forward: Number(forward.part.point().intensity, 0),
        ridge: Number(roof.ridge(), 0),
        peak: FlopRate(roof.peak),
        rate: Rate::bytes_per_s(roof.bandwidth),
    };
    teller.may_say("roof", word.end, told, None);
    Some(())
}

pub(super) fn readout(show: &Show) -> Readout {
    let figures = Both::of(show).and_then(|both| figures(&both)).unwrap_or_default();
    Readout::from(figures)
}

fn figures(both: &Both) -> Option<Vec<Figure>> {
    let word = both.word(0)?;
    let pass = both.server.decode(0);
    let ms = 1e3;
    let ([memory, arithmetic, starts], time) =
        adding_up([pass.memory * ms, pass.arithmetic * ms, (pass.starts + pass.meetings) * ms], 2);
    let mut figures = vec![Figure::of(
        word.time(),
        figure::TwoFacesWord { memory, arithmetic, starts, time, guests: both.guests().into() },
    )];
    figures.extend(measured(both));
    let rate = |bytes: f64, time: Time| Rate::bytes_per_s(bytes / time.as_secs());
    figures.push(Figure::of(
        rate(word.part.bytes, word.time()),
        figure::TwoFacesRate {
            gb: Number(word.part.bytes / 1e9, 2),
            time: word.time(),
            rate: rate(word.part.bytes, word.time()),
            nominal: both.gpu.hbm_rate,
        },
    ));
    let learned = &both.learned;
    let one = both.server.prefill().flops / f64::from(both.params.guests);
    // As many words as an order has.
    let share = f64::from(PROMPT) / f64::from(both.params.text) / 1e12;
    let ([forward, backward, update], _) =
        adding_up([learned.forward.flops, learned.backward.flops, learned.update.flops].map(|flops| flops * share), 2);
    figures.push(Figure::saying(
        msg::TwoFacesFigureTimes { ratio: Number(both.times_the_work(), 1) },
        figure::TwoFacesWork {
            forward,
            backward,
            update,
            one: Number(one / 1e12, 2),
            ratio: Number(both.times_the_work(), 1),
            prompt: i64::from(PROMPT).into(),
        },
    ));
    figures.push(step(both));
    figures.extend(shelves(both));
    figures.push(ridge(both, &word));
    Some(figures)
}

fn step(both: &Both) -> Figure {
    let learned = &both.learned;
    let ([forward, backward, update], time) =
        adding_up([learned.forward, learned.backward, learned.update].map(|part| part.time.as_secs() * 1e3), 2);
    Figure::of(learned.step().time, figure::TwoFacesStep { forward, backward, update, time })
}

/// What each shelf holds at its fullest.
fn shelves(both: &Both) -> [Figure; 2] {
    let answers = both.server.answer().contents;
    let ([recipe, keys, bowls], all) = adding_up([answers.weights, answers.kv_cache, answers.activations].map(gb), 2);
    let value = |all: Number| msg::TwoFacesFigureGb { gb: Number(all.0, 1) };
    let answering = Figure::saying(
        value(all),
        figure::TwoFacesAnswers {
            recipe,
            keys,
            bowls,
            all,
            guests: both.guests().into(),
            step: Number(both.server.contents(1, 1).kv_cache.0 as f64 / 1e6, 2),
        },
    );
    let learns = both.learned.contents;
    let parts = [learns.weights, learns.gradients, learns.optimizer, learns.activations].map(gb);
    let ([recipe, report, notebooks, bowls], all) = adding_up(parts, 2);
    let learning = Figure::saying(
        value(all),
        figure::TwoFacesLearns { recipe, report, notebooks, bowls, all, hbm: Number(gb(both.gpu.hbm), 0) },
    );
    [answering, learning]
}

fn ridge(both: &Both, word: &Stay) -> Figure {
    let roof = both.server.roofline();
    Figure::saying(
        msg::TwoFacesFigureIntensity { value: Number(roof.ridge(), 0) },
        figure::TwoFacesRidge {
            peak: FlopRate(roof.peak),
            rate: Rate::bytes_per_s(roof.bandwidth),
            ridge: Number(roof.ridge(), 0),
            word: Number(word.part.point().intensity, 1),
            forward: Number(both.learned.forward.point().intensity, 0),
            update: Number(both.learned.update.point().intensity, 1),
        },
    )
}

/// Tokens a second of a single guest in 16 bits as others measured them: the model, the system, the lengths of prompt and
/// answer (the chapter's own where the document has none), and where (assets/reference/inference.csv: gf-004, and vl-007's
/// 6.48 ms a token).
const MEASURED: [(&Model, &System, [u32; 2], f64, &str); 2] = [
    (&LLAMA3_8B, &DGX_A100, [5, 200], 93.89, "github:pytorch-labs/gpt-fast"),
    (&LLAMA3_8B, &DGX_H100, [PROMPT, WORDS], 1e3 / 6.48, "yobitelcomm.github.io/bench/recipes/concurrency-sweep/"),
];

/// What somebody measured of the same model and GPU, beside the same simulated.
fn measured(both: &Both) -> Option<Figure> {
    let Params { model, gpu, .. } = both.params;
    let row = MEASURED.iter().find(|row| (row.0, row.1) == (model, gpu))?;
    let &(_, _, [prompt, output], tokens, source) = row;
    let server = ask(Params { guests: 1, ..both.params }, prompt, output).serve_alone().ok()?;
    let simulated = server.answer().per_token()?;
    let measured = Time::from_secs_f64(1.0 / tokens);
    Some(Figure::told(figure::TwoFacesMeasured {
        tokens: Number(tokens, 2),
        measured,
        source: source.into(),
        prompt: i64::from(prompt),
        output: i64::from(output),
        simulated,
    }))
}

/// The guests that the question compares with one.
fn many(params: Params) -> u32 {
    if params.guests > 1 { params.guests } else { MANY }
}

pub(super) fn gate(scenario: &Scenario) -> Gate {
    let question = Line::from(msg::TwoFacesGate { many: i64::from(many(Params::of(scenario))) });
    Gate { question, at: "first", ask: Ask::Number(Dial { unit: Unit::Times, min: 0.5, max: 200.0 }) }
}

pub(super) fn verdict(scenario: &Scenario) -> Result<Verdict, Line> {
    let params = Params::of(scenario);
    let serve = |guests: u32| -> Result<(Time, Case), Line> {
        let show = rehearse(&Params { guests, ..params }.scenario(KIND))?;
        let nothing = || Line::new(key::TWO_FACES_NOBODY);
        let both = Both::of(&show).ok_or_else(nothing)?;
        let time = both.per_word().ok_or_else(nothing)?;
        Ok((time, words(&both)))
    };
    let many = many(params);
    let ((one, first), (all, second)) = (serve(1)?, serve(many)?);
    let ratio = all.as_secs() / one.as_secs();
    let reveal = Line::from(msg::TwoFacesVerdict { one, many: i64::from(many), all, ratio: Number(ratio, 2) });
    Ok(Verdict { right: Right::Number(ratio), reveal, cases: vec![first, second] })
}

/// The words after the first, on a clock that starts with it.
fn words(both: &Both) -> Case {
    let spans: Vec<Stay> = (0..WORDS - 1).filter_map(|n| both.word(n)).collect();
    let from = spans.first().map_or(Time::ZERO, |word| word.start);
    let lane = |word: &Stay| Stretch { start: word.start - from, end: word.end - from, tone: Tone::Forward };
    let lane: Vec<Stretch> = spans.iter().map(lane).collect();
    let end = lane.last().map_or(Time::ZERO, |last| last.end);
    Case { name: Line::from(msg::TwoFacesCase { guests: both.guests() }), end, lanes: vec![lane], form: Form::Race }
}
