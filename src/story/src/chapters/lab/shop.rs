//! What may be bought, and beside it how much is cooked in a step, or where a better plan is what is bought, how today's is cut.

use kitchen_text::{Number, msg, tr};

use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use crate::scene::geom::Area;
use crate::scene::palette::Token;
use crate::scene::stage::View;

use super::course::Course;
use super::cuts::Rail;
use super::goods;
use super::hands;
use super::params::{BATCHES, Buy};
use super::scene::Parts;

/// What takes a card in hand is so high.
const HAND: f32 = 40.0;

/// What may be bought, a card each, the chosen one framed; and the rail of batches with today's.
pub(super) fn shop(
    view: &View<'_>,
    list: &mut DisplayList,
    parts: &Parts,
    (course, rails): (&Course, Option<&[Rail; 2]>),
) {
    let size = (parts.unit * 0.82).max(LEAST_TEXT);
    for (at, buy) in Buy::ALL.into_iter().enumerate() {
        let card = parts.card(at);
        let is_chosen = course.today.params.buy == buy;
        let (edge, width) = if is_chosen { (Token::Accent, 2.4) } else { (Token::CardLine, 1.2) };
        let alpha = if course.today.is_offered(buy) { 1.0 } else { 0.45 };
        list.rect(card.x, card.y, card.w, card.h, 4.0, Style::fill(Token::Card).outline(edge, width).alpha(alpha));
        let lines = card_name(list, card, (tr(view.lang, course.today.called(view, Some(buy))), size, is_chosen));
        let top = size * (0.35 + 1.15 * lines as f32) + 4.0;
        let room = Area::new(card.x + 6.0, card.y + top, card.w - 12.0, card.h - top - 6.0);
        list.save();
        list.alpha(alpha);
        goods::draw(view, list, buy, room);
        list.restore();
    }
    if let Some(rails) = rails {
        return cut_rails(view, list, parts, rails);
    }
    if let Some(own) = course.today.own {
        return own_batch(view, list, parts, (own.texts, own.model.seq));
    }
    let ([from, _], [to, _]) = (parts.batch(0), parts.batch(BATCHES.len() - 1));
    rail(view, list, &[0, 1, 2].map(|at| parts.batch(at)));
    for (at, &texts) in BATCHES.iter().enumerate() {
        let [x, y] = parts.batch(at);
        if parts.shop.h > 44.0 && (to - from) / 2.2 > size * 6.5 {
            let style = TextStyle::new(size, Token::Text).middle().within((to - from) / 2.2);
            let foot = if parts.is_tall { y + size * 1.7 } else { parts.shop.bottom() - 3.0 };
            list.write_with(style, x, foot, |out| {
                msg::LabBatch { texts: Number(texts.into(), 0) }.say_into(view.lang, out);
            });
        }
    }
}

/// What a card sells: in one line or, where it is too long for that, what stands in its brackets below it. Under a hand there is room
/// for one line alone. Gives the lines that it took.
fn card_name(list: &mut DisplayList, card: Area, (name, size, is_held): (&str, f32, bool)) -> usize {
    let wide = card.w - 4.0;
    let style = TextStyle::new(size, Token::Text).bold().middle().within(wide);
    let fits = |text: &str| text_width(text, LEAST_TEXT, true) <= wide;
    // It is set smaller where that is enough.
    if fits(name) {
        list.write_with(style, card.cx(), card.y + size * 1.05, |out| out.push_str(name));
        return 1;
    }
    let Some(place) = name.find(['（', '(']) else { return 1 };
    let (first, second) = name.split_at(place);
    let needs = size * 2.5 + if is_held { HAND } else { 0.0 };
    let lines = if card.h < needs { 1 } else { 2 };
    for (at, line) in [first, second].into_iter().enumerate().take(lines).filter(|(_, line)| fits(line.trim())) {
        let y = card.y + size * (1.05 + 1.15 * at as f32);
        list.write_with(style, card.cx(), y, |out| out.push_str(line.trim()));
    }
    lines
}

/// A rail with its places.
fn rail(view: &View<'_>, list: &mut DisplayList, places: &[[f32; 2]]) {
    let (Some(&[from, y]), Some(&[to, _])) = (places.first(), places.last()) else { return };
    let (fill, edge) = if view.is_xray() { (Token::Chip, Token::ChipEdge) } else { (Token::Wood, Token::Ink) };
    list.rect(from - 8.0, y - 4.0, to - from + 16.0, 8.0, 4.0, Style::fill(fill).outline(edge, 1.2));
    for &[x, y] in places {
        list.ellipse(x, y, 3.5, 3.5, Style::fill(Token::Cloth).outline(Token::Ink, 1.0));
    }
}

/// How today's plan is cut: where it is written, beside the rail's hand.
fn cut_rails(view: &View<'_>, list: &mut DisplayList, parts: &Parts, rails: &[Rail; 2]) {
    let size = (parts.unit * 0.82).max(LEAST_TEXT);
    for (hand, one) in rails.iter().enumerate() {
        let count = one.ways.len();
        let places: Vec<[f32; 2]> = (0..count).map(|at| parts.cut(hand, (at, count))).collect();
        rail(view, list, &places);
        let (Some([from, y]), Some([to, _])) = (places.first(), places.last()) else { continue };
        let wide = parts.shop.w * if parts.is_tall { 0.48 } else { 0.155 };
        if parts.shop.h > 44.0 {
            let style = TextStyle::new(size, Token::Text).middle().within(wide);
            // Below the hand.
            let foot = if parts.is_tall { y + size * 2.25 } else { parts.shop.bottom() - 3.0 };
            let ways = one.ways.get(one.here).copied().unwrap_or(1);
            list.write_with(style, (from + to) / 2.0, foot, |out| {
                out.push_str(&hands::cut_text(hand, ways).say(view.lang));
            });
        }
    }
}

/// What is cooked in a step of the reader's own, where the rail stands otherwise.
fn own_batch(view: &View<'_>, list: &mut DisplayList, parts: &Parts, (texts, words): (u32, u32)) {
    let size = (parts.unit * 0.92).max(LEAST_TEXT);
    let room = parts.card(0).x - parts.shop.x - 8.0;
    let wide = if parts.is_tall { parts.shop.w } else { room };
    let y = parts.shop.y + size * 1.2;
    let style = TextStyle::new(size, Token::Text).bold().within(wide);
    list.write_with(style, parts.shop.x + 2.0, y, |out| {
        msg::LabOwnTexts { texts: texts.into(), words: words.into() }.say_into(view.lang, out);
    });
    if parts.is_tall || parts.shop.h > size * 2.7 {
        let style = TextStyle::new(size, Token::Text).within(wide);
        let millions = Number(f64::from(texts) * f64::from(words) / 1e6, 2);
        list.write_with(style, parts.shop.x + 2.0, y + size * 1.35, |out| {
            msg::LabOwnTokens { millions }.say_into(view.lang, out);
        });
    }
}
