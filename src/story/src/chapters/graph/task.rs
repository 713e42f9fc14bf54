//! The task: two knives for three chefs, with a bowl as often as any pair of places gives one. All pairs are weighed, so the best is known.

use kitchen_text::{Line, Number, Percent, count, msg, pair};

use super::three::Knives;
use crate::show::Show;
use crate::story::act::Kept;
use crate::story::judged::Judged;

pub(super) fn judge(show: &Show) -> Option<Judged> {
    let knives = Knives::of(show)?;
    let (pace, best) = (knives.here.trio.pace(), knives.best.trio.pace());
    let n = Number(f64::from(knives.pairs), 0);
    let times = Number(pace.as_secs() / best.as_secs().max(1e-12), 2);
    let work = knives.here.trio.work;
    let busiest = (0..work.len()).max_by_key(|&chef| work[chef])?;
    let said = if pace <= best {
        pair::GraphTaskMet { pace, n }.into()
    } else if work[busiest] > best {
        let share = Percent(Knives::shares(&knives.here)[busiest]);
        pair::GraphTaskWork { chef: count(busiest + 1), share, times }.into()
    } else {
        // Nobody cooks for longer than the best pair takes with all its sending: what is handed over makes the rest.
        pair::GraphTaskRoad { times }.into()
    };
    let bound = Kept {
        name: Line::from(msg::GraphTaskBound { n }),
        value: Line::from(msg::Value { value: best.into() }),
        size: None,
        lost: 0.0,
    };
    Some(Judged { cost: pace.as_secs(), is_met: pace <= best, said, bound: Some(bound) })
}
