//! The numbers that the lessons tell: each from a run made here, by the name that the texts call it by.

use kitchen_core::descent::recipe::{Panel, Recipe};
use kitchen_core::descent::{Descent, Plan};
use kitchen_text::{Arg, Key, Lang, Line};

use crate::paper::{Moment, figure};
use kitchen_story::sentences::Sentence as _;

pub(crate) struct Figures(Vec<(&'static str, Arg)>);

/// How long a scenario runs.
fn time(moment: Moment) -> Result<Arg, String> {
    Ok(Arg::Time(moment.show()?.makespan()))
}

fn relay(choices: &'static [(&'static str, &'static str)]) -> Moment {
    Moment { choices, ..Moment::of("pipeline", "") }
}

fn descent(rate: f64, steps: u32) -> Result<Descent, String> {
    let plan = Plan { rate, steps, ..Plan::of(Recipe::OneLayer, Panel::Different) };
    plan.run().map_err(|fault| fault.line().say(Lang::En))
}

impl Figures {
    pub(crate) fn new() -> Result<Figures, String> {
        let usual = Moment::of("pipeline", "").scenario()?;
        let value = |name: &str| usual.entries().find(|(param, _)| param.id == name).map_or(0, |(_, value)| value);
        let (naive, gpipe, alternating) =
            (relay(&[("schedule", "naive")]), relay(&[("schedule", "gpipe")]), relay(&[("schedule", "1f1b")]));
        let bubble = |moment| figure(moment, "pipeline-figure-bubble");
        let (slow, fast, faster) = (descent(0.05, 60)?, descent(0.1, 60)?, descent(0.2, 20)?);
        let settled = |descent: &Descent| {
            let step = descent.settled(0.01).ok_or("the usual descent settles")?;
            Ok::<Arg, String>(Arg::Int(step as i64))
        };
        let loss = |descent: &Descent, step: usize| Arg::Number(descent.steps[step].loss, 1);
        let guests = |choices| Moment { choices, ..Moment::of("two-faces", "") };
        Ok(Figures(vec![
            ("chefs", Arg::Int(value("stages"))),
            ("bowls", Arg::Int(value("batches"))),
            ("naive_time", time(naive)?),
            ("naive_idle", bubble(naive)?),
            ("gpipe_time", time(gpipe)?),
            ("gpipe_idle", bubble(gpipe)?),
            ("one_time", time(alternating)?),
            ("one_idle", bubble(alternating)?),
            ("gpipe_shelf", figure(gpipe, "pipeline-figure-shelf")?),
            ("one_shelf", figure(alternating, "pipeline-figure-shelf")?),
            ("cast_time", time(Moment::of("cast", ""))?),
            ("cast_share", figure(Moment::of("cast", ""), "cast-figure-share")?),
            ("slow_steps", settled(&slow)?),
            ("fast_steps", settled(&fast)?),
            ("loss_first", loss(&fast, 0)),
            ("loss_next", loss(&fast, 1)),
            ("loss_over", loss(&faster, 4)),
            ("data_wait", figure(Moment::of("data", ""), "data-figure-wait")?),
            ("word_one", figure(guests(&[("guests", "1")]), "two-faces-figure-word")?),
            ("word_many", figure(guests(&[("guests", "100")]), "two-faces-figure-word")?),
            ("links_ratio", figure(Moment::of("links", ""), "links-figure-ratio")?),
        ]))
    }

    /// A text with the numbers that it names.
    pub(crate) fn say(&self, lang: Lang, key: Key) -> String {
        Line { key, args: self.0.clone() }.say(lang)
    }
}
