//! The numbers that the lessons tell: each from a run made here, by the name that the texts call it by.

use kitchen_core::descent::model::{Dataset, Model};
use kitchen_core::descent::{Descent, Plan};
use kitchen_core::units::Time;
use kitchen_text::{Key, Lang, Line, Number, Words, key, msg};

use crate::paper::{Moment, figure};
use kitchen_story::sentences::Sentence as _;

#[derive(Clone)]
pub(crate) struct Figures {
    chefs: i64,
    bowls: i64,
    naive_time: Time,
    naive_idle: Words,
    gpipe_time: Time,
    gpipe_idle: Words,
    one_time: Time,
    one_idle: Words,
    gpipe_shelf: Words,
    one_shelf: Words,
    cast_time: Time,
    cast_share: Words,
    slow_steps: i64,
    fast_steps: i64,
    loss_first: Number,
    loss_next: Number,
    loss_over: Number,
    data_wait: Words,
    word_one: Words,
    word_many: Words,
    links_ratio: Words,
}

/// How long a scenario runs.
fn time(moment: Moment) -> Result<Time, String> {
    Ok(moment.show()?.makespan())
}

fn relay(choices: &'static [(&'static str, &'static str)]) -> Moment {
    Moment { choices, ..Moment::of("pipeline", "") }
}

fn descent(rate: f64, steps: u32) -> Result<Descent, String> {
    let plan = Plan { rate, steps, ..Plan::of(Model::OneLayer, Dataset::Different) };
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
            Ok::<i64, String>(step as i64)
        };
        let loss = |descent: &Descent, step: usize| Number(descent.steps[step].loss, 1);
        let guests = |choices| Moment { choices, ..Moment::of("two-faces", "") };
        Ok(Figures {
            chefs: value("stages"),
            bowls: value("batches"),
            naive_time: time(naive)?,
            naive_idle: bubble(naive)?,
            gpipe_time: time(gpipe)?,
            gpipe_idle: bubble(gpipe)?,
            one_time: time(alternating)?,
            one_idle: bubble(alternating)?,
            gpipe_shelf: figure(gpipe, "pipeline-figure-shelf")?,
            one_shelf: figure(alternating, "pipeline-figure-shelf")?,
            cast_time: time(Moment::of("cast", ""))?,
            cast_share: figure(Moment::of("cast", ""), "cast-figure-share")?,
            slow_steps: settled(&slow)?,
            fast_steps: settled(&fast)?,
            loss_first: loss(&fast, 0),
            loss_next: loss(&fast, 1),
            loss_over: loss(&faster, 4),
            data_wait: figure(Moment::of("data", ""), "data-figure-wait")?,
            word_one: figure(guests(&[("guests", "1")]), "two-faces-figure-word")?,
            word_many: figure(guests(&[("guests", "100")]), "two-faces-figure-word")?,
            links_ratio: figure(Moment::of("links", ""), "links-figure-ratio")?,
        })
    }

    /// A text with the numbers that it takes.
    pub(crate) fn say(&self, lang: Lang, key: Key) -> String {
        self.line(key).say(lang)
    }

    fn line(&self, key: Key) -> Line {
        let Figures {
            chefs,
            bowls,
            naive_time,
            naive_idle,
            gpipe_time,
            gpipe_idle,
            one_time,
            one_idle,
            gpipe_shelf,
            one_shelf,
            cast_time,
            cast_share,
            slow_steps,
            fast_steps,
            loss_first,
            loss_next,
            loss_over,
            data_wait,
            word_one,
            word_many,
            links_ratio,
        } = self.clone();
        match key {
            key::TEACHERS_TEN_ROW_1 => msg::TeachersTenRow1 { chefs }.into(),
            key::TEACHERS_TEN_ROW_1_ASK => msg::TeachersTenRow1Ask { chefs }.into(),
            key::TEACHERS_TEN_ROW_1_WRONG => msg::TeachersTenRow1Wrong { chefs }.into(),
            key::TEACHERS_TEN_ROW_2_WRONG => msg::TeachersTenRow2Wrong { chefs, naive_idle, naive_time }.into(),
            key::TEACHERS_TEN_ROW_3 => msg::TeachersTenRow3 { bowls }.into(),
            key::TEACHERS_TEN_ROW_3_WRONG => msg::TeachersTenRow3Wrong { gpipe_idle, gpipe_time }.into(),
            key::TEACHERS_TEN_ROW_4_WRONG => msg::TeachersTenRow4Wrong { gpipe_shelf, one_idle, one_shelf }.into(),
            key::TEACHERS_THIRTY_ROW_2_WRONG => msg::TeachersThirtyRow2Wrong { cast_share, cast_time }.into(),
            key::TEACHERS_THIRTY_ROW_5 => msg::TeachersThirtyRow5 { loss_first, loss_next }.into(),
            key::TEACHERS_THIRTY_ROW_5_ASK => msg::TeachersThirtyRow5Ask { fast_steps, slow_steps }.into(),
            key::TEACHERS_THIRTY_ROW_5_WRONG => msg::TeachersThirtyRow5Wrong { loss_over }.into(),
            key::TEACHERS_NINETY_ROW_3_WRONG => msg::TeachersNinetyRow3Wrong { fast_steps, loss_over }.into(),
            key::TEACHERS_NINETY_ROW_4_ASK => msg::TeachersNinetyRow4Ask { chefs }.into(),
            key::TEACHERS_NINETY_ROW_4_WRONG => msg::TeachersNinetyRow4Wrong { chefs, gpipe_idle, naive_idle }.into(),
            key::TEACHERS_NINETY_ROW_5_WRONG => {
                msg::TeachersNinetyRow5Wrong { gpipe_shelf, gpipe_time, one_shelf, one_time }.into()
            }
            key::TEACHERS_NINETY_ROW_8_WRONG => msg::TeachersNinetyRow8Wrong { data_wait, links_ratio }.into(),
            key::TEACHERS_NINETY_ROW_9_WRONG => msg::TeachersNinetyRow9Wrong { word_many, word_one }.into(),
            key => Line::new(key),
        }
    }
}
