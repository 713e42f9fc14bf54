//! What lost parcels cost, by the textbook: a curve for each rule, and this run's own point.

use kitchen_core::oracle::recovery;
use kitchen_text::key;

use crate::scene::display::{DisplayList, Style, TextStyle};
use crate::scene::geom::{Area, Within as _};
use crate::scene::palette::{Token, hue_line};
use crate::scene::stage::View;

use super::course::Course;
use super::params::{Rule, rule};

/// From one in a million to one in a hundred: four times ten.
const DECADES: u32 = 4;
const FEWEST: f64 = 1e-6;
/// Steps of a tenfold, and the step: the eighth root of ten.
const STEPS: u32 = 8;
const STEP: f64 = 1.333_521_432_163_324;

/// The share of the road that is left under a rule.
pub(super) fn left(rule: Rule, loss: f64, in_flight: u32) -> f64 {
    if rule == Rule::GoBackN { recovery::go_back_n(loss, in_flight + 1) } else { recovery::selective(loss) }
}

/// How far right a loss stands, 0 to 1.
fn across(loss: f64) -> f32 {
    let (mut at, mut step) = (FEWEST, 0);
    while at * STEP <= loss * 1.000_001 && step < DECADES * STEPS {
        at *= STEP;
        step += 1;
    }
    step as f32 / (DECADES * STEPS) as f32
}

/// The card: its scales where it has room of its own, and the curves and this run's point once all is there.
pub(super) fn draw(view: &View<'_>, list: &mut DisplayList, course: &Course, area: Area) {
    let size = view.text_size().max(11.0);
    list.rect(area.x, area.y, area.w, area.h, 8.0, Style::fill(Token::Card).outline(Token::Ink, 1.6));
    let words = TextStyle::new(size, Token::Text);
    let title = words.bold().within(area.w - size);
    list.say(title, area.x + size * 0.6, area.y + size * 1.3, view.lang, key::TRANSPORT_CURVE);
    let (start, end) = (area.x + size * 3.2, area.right() - size * 0.9);
    let (top, foot) = (area.y + size * 3.4, area.bottom() - size * 1.9);
    let plot = Area::new(start, top, (end - start).max(4.0), (foot - top).max(4.0));
    for half in 0..3_u8 {
        let y = plot.bottom() - plot.h * f32::from(half) / 2.0;
        let scale = TextStyle::new(size * 0.9, Token::TextSoft).end();
        list.write(scale, plot.x - size * 0.4, y + size * 0.3, format_args!("{}%", 50 * half));
        list.move_to(plot.x, y);
        list.line_to(plot.right(), y);
        list.paint(Style::line(Token::ClothLine, 1.0));
    }
    let y = area.bottom() - size * 0.6;
    let half = words.within(plot.w * 0.5);
    list.say(half, plot.x, y, view.lang, key::TRANSPORT_CURVE_FEW);
    list.say(half.end(), plot.right(), y, view.lang, key::TRANSPORT_CURVE_MANY);
    if view.playhead < course.makespan {
        return;
    }
    let place = |loss_at: f32, share: f64| [plot.x + plot.w * loss_at, plot.bottom() - plot.h * share as f32];
    for of in [Rule::GoBackN, Rule::Selective] {
        let mut loss = FEWEST;
        for step in 0..=DECADES * STEPS {
            let [x, y] = place(step as f32 / (DECADES * STEPS) as f32, left(of, loss, course.in_flight()));
            if step == 0 {
                list.move_to(x, y);
            } else {
                list.line_to(x, y);
            }
            loss *= STEP;
        }
        let is_own = of == course.params.recovery;
        list.paint(Style::line(colour(of), if is_own { 3.0 } else { 1.8 }));
    }
    let name = |of: Rule| TextStyle::new(size, colour(of)).bold().within(plot.w);
    let low = plot.bottom() - size * 0.5;
    list.say(name(Rule::GoBackN), plot.x + size * 0.3, low, view.lang, rule(Rule::GoBackN));
    list.say(name(Rule::Selective).end(), plot.right(), plot.y - size * 0.4, view.lang, rule(Rule::Selective));
    if course.params.falling() >= FEWEST {
        let [x, y] = place(across(course.params.falling()), course.share());
        let r = (size * 0.42).within(4.0, 12.0);
        list.ellipse(x, y, r, r, Style::fill(colour(course.params.recovery)).outline(Token::Ink, 1.6));
    }
}

const fn colour(of: Rule) -> Token {
    hue_line(if matches!(of, Rule::GoBackN) { 0 } else { 3 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_stand_where_their_powers_of_ten_are() {
        for (loss, expected) in [(1e-6, 0.0), (1e-4, 0.5), (1e-3, 0.75), (1e-2, 1.0), (1.0, 1.0)] {
            assert!((across(loss) - expected).abs() < 0.001, "{loss}: {}", across(loss));
        }
    }
}
