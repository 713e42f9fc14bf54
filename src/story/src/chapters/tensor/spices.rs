//! The rack of spices from A to Z, cut among the chefs as the recipe's columns are, and under it the table with the one pot.

use std::ops::Range;

use super::params::Params;
use crate::scene::art::props;
use crate::scene::cast;
use crate::scene::display::{DisplayList, LEAST_TEXT, Style, TextStyle, text_width};
use crate::scene::geom::{Area, Point, Within as _};
use crate::scene::palette::{Token, hue, on_hue};
use crate::scene::stage::View;
use kitchen_text::{Number, key, msg, pair};

/// Jars on the rack, a letter each.
const JARS: usize = 26;

/// Where the rack and the table stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rack {
    area: Area,
    chefs: usize,
    /// Boards, each with as many jars as any other, or one less.
    boards: usize,
    /// Names of the parts stand under their jars; on a narrow stage right of them.
    wide: bool,
    /// How high the rack's title is, where it has one.
    title_h: f32,
}

/// The jars of the `part`th of `parts`, as even as jars can be cut.
fn jars(part: usize, parts: usize) -> Range<usize> {
    let first = |part: usize| (JARS * part + parts / 2) / parts.max(1);
    first(part)..first(part + 1)
}

/// The letters of a chef's part: "A–M".
pub(super) fn letters(chef: usize, chefs: usize) -> String {
    let [first, last] = ends(chef, chefs);
    format!("{first}–{last}")
}

/// The first and the last of them.
fn ends(chef: usize, chefs: usize) -> [char; 2] {
    let own = jars(chef, chefs);
    [own.start, own.end.saturating_sub(1)].map(|at| char::from(b'A' + at.min(JARS - 1) as u8))
}

impl Rack {
    pub(super) fn new(area: Area, chefs: usize, title_h: f32) -> Rack {
        let wide = title_h > 0.0;
        let boards = if wide { 2 } else { chefs.max(4) };
        Rack { area, chefs: chefs.max(1), boards, wide, title_h }
    }

    /// The table under the rack.
    fn table(&self) -> Area {
        let h = if self.wide { (self.area.h * 0.42).min(self.area.w * 0.55) } else { self.area.h * 0.3 };
        Area::new(self.area.x, self.area.bottom() - h, self.area.w, h)
    }

    fn shelf(&self) -> Area {
        let table = self.table();
        let tall = table.y - self.area.y - 6.0 - self.title_h;
        let h = if self.wide { tall.min(self.area.w * 0.52) } else { tall.min(self.boards as f32 * 30.0) };
        Area::new(self.area.x, table.y - 6.0 - h, self.area.w, h.max(1.0))
    }

    /// A board: what stands on it ends at its lower edge, less the name's height.
    fn board(&self, board: usize) -> Area {
        let shelf = self.shelf();
        let h = shelf.h / self.boards as f32;
        Area::new(shelf.x, shelf.y + h * board as f32, shelf.w, h)
    }

    /// A place between the jars' feet and the board's lower edge, for names.
    fn name_h(&self, board: Area) -> f32 {
        if self.wide { (board.h * 0.34).within(LEAST_TEXT * 1.25, 20.0) } else { 2.0 }
    }

    /// The board on which a jar stands.
    fn board_of(&self, at: usize) -> usize {
        (0..self.boards).find(|&board| jars(board, self.boards).contains(&at)).unwrap_or(0)
    }

    /// How far one jar is from the next.
    fn step(&self) -> f32 {
        let most = JARS.div_ceil(self.boards) as f32;
        let w = if self.wide { self.area.w - 10.0 } else { self.area.w * 0.44 };
        w / most
    }

    /// The middle of a jar's foot, and its scale.
    fn jar(&self, at: usize) -> (Point, f32) {
        let board = self.board_of(at);
        let area = self.board(board);
        let step = self.step();
        let x = area.x + 5.0 + (at.saturating_sub(jars(board, self.boards).start) as f32 + 0.5) * step;
        let y = area.bottom() - self.name_h(area) - 1.0;
        let scale = (step / 14.0).min((y - area.y) / 21.0).max(0.1);
        ([x, y], scale)
    }

    /// The jar from which a chef seasons, so far into its work.
    fn in_use(&self, chef: usize, progress: f32) -> usize {
        let own = jars(chef, self.chefs);
        let place = (progress * own.len() as f32) as usize;
        (own.start + place).min(own.end.saturating_sub(1))
    }

    /// What stands still: the rack with all its jars and whose they are; the table.
    pub(super) fn backdrop(&self, view: &View<'_>, list: &mut DisplayList) {
        let shelf = self.shelf();
        let (back, plank, edge) = if view.is_xray() {
            (Token::Chip, Token::ChipEdge, Token::ChipEdge)
        } else {
            (Token::WoodLight, Token::WoodDark, Token::Ink)
        };
        self.title(view, list);
        list.rect(shelf.x, shelf.y - 3.0, shelf.w, shelf.h + 6.0, 4.0, Style::fill(back).outline(edge, 1.8));
        for board in 0..self.boards {
            let area = self.board(board);
            let y = area.bottom() - self.name_h(area);
            list.rect(area.x + 2.0, y, area.w - 4.0, 2.4, 1.0, Style::fill(plank));
        }
        for chef in 0..self.chefs {
            for at in jars(chef, self.chefs) {
                self.one(view, list, at, chef);
            }
            self.name(view, list, chef);
        }
        self.walls(list);
        if !view.is_xray() {
            let table = self.table();
            for x in [table.x + table.w * 0.1, table.right() - table.w * 0.1 - 8.0] {
                list.rect(
                    x,
                    table.cy(),
                    8.0,
                    table.h / 2.0,
                    1.0,
                    Style::fill(Token::WoodDark).outline(Token::Ink, 1.6),
                );
            }
            let top = Style::fill(Token::WoodLight).outline(Token::Ink, 2.0);
            list.rect(table.x, table.cy() - 4.0, table.w, 10.0, 4.0, top);
        }
    }

    /// What the rack is, where that can be read.
    fn title(&self, view: &View<'_>, list: &mut DisplayList) {
        let (shelf, size) = (self.shelf(), self.title_h * 0.6);
        let columns = 4.0 * Params::of(&view.show.scenario).hidden as f64;
        let said = |out: &mut String| {
            if view.is_xray() {
                msg::TensorRackXray { n: Number(columns, 0) }.say_into(view.lang, out);
            } else {
                out.push_str(kitchen_text::tr(view.lang, key::TENSOR_RACK));
            }
        };
        if !self.wide || list.width_of(LEAST_TEXT, said) > shelf.w {
            return;
        }
        let style = TextStyle::new(size, Token::Text).bold().within(shelf.w);
        list.write_on_card(style, shelf.x + 3.0, shelf.y - 3.0 - size * 0.42, said);
    }

    /// A jar; in the x-ray a column of the weights.
    fn one(&self, view: &View<'_>, list: &mut DisplayList, at: usize, chef: usize) {
        let ([x, y], scale) = self.jar(at);
        if view.is_xray() || scale < 0.5 {
            let column = self.column(at);
            list.rect(column.x, column.y, column.w, column.h, 1.0, Style::fill(hue(chef)));
            return;
        }
        list.art(&props::JAR, x, y, scale, cast::pair(chef));
        // The whole jar in its chef's colour: it has no label.
        list.rect(x - 5.2 * scale, y - 14.6 * scale, 10.4 * scale, 12.2 * scale, 0.0, Style::fill(hue(chef)));
    }

    /// A jar too small for its shape; a column of the weights.
    fn column(&self, at: usize) -> Area {
        let ([x, y], _) = self.jar(at);
        let area = self.board(self.board_of(at));
        let (w, h) = (self.step() * 0.72, (y - area.y) * 0.78);
        Area::new(x - w / 2.0, y - h, w, h)
    }

    /// Which letters a chef has; in the x-ray which GPU.
    fn name(&self, view: &View<'_>, list: &mut DisplayList, chef: usize) {
        let own = jars(chef, self.chefs);
        let ([first, _], _) = self.jar(own.start);
        let ([last, y], _) = self.jar(own.end.saturating_sub(1));
        let board = self.board(self.board_of(own.end.saturating_sub(1)));
        let named = letters(chef, self.chefs);
        let room = if self.chefs == 1 { board.w - 8.0 } else { last - first + self.step() };
        let is_called = self.wide && text_width("GPU 8", LEAST_TEXT, true) <= room - 2.0;
        let said = |out: &mut String| {
            if view.is_xray() {
                // Where there is little room, the number alone.
                out.push_str(if is_called { "GPU " } else { "" });
                kitchen_text::format::push_int(out, chef as i64 + 1);
            } else {
                out.push_str(&named);
            }
        };
        let text = if view.is_xray() { Token::OnChip } else { Token::OnCloth };
        if self.wide {
            let size = (self.name_h(board) * 0.8).max(LEAST_TEXT);
            let style = TextStyle::new(size, text).bold().middle().within(room);
            let x = if self.chefs == 1 { board.cx() } else { f32::midpoint(first, last) };
            list.write_with(style, x, board.bottom() - self.name_h(board) + 2.0 + size, said);
        } else {
            let left = board.x + 5.0 + self.step() * JARS.div_ceil(self.boards) as f32 + 2.0;
            let style = TextStyle::new(LEAST_TEXT, text).bold().within(board.right() - left + 2.0);
            list.write_with(style, left, y.min(board.cy() + 4.0), said);
        }
    }

    /// Where one chef's part ends and another's begins on the same board.
    fn walls(&self, list: &mut DisplayList) {
        for chef in 1..self.chefs {
            let own = jars(chef, self.chefs);
            if own.start == 0 || (0..self.boards).any(|board| jars(board, self.boards).start == own.start) {
                continue;
            }
            let board = self.board(self.board_of(own.start));
            let x = self.jar(own.start).0[0] - self.step() / 2.0;
            list.move_to(x, board.y + 2.0);
            list.line_to(x, board.bottom() - 1.0);
        }
        list.paint(Style::line(Token::Ink, 2.0));
    }

    /// The jar that a chef has taken from the rack: its place is empty.
    pub(super) fn taken(&self, view: &View<'_>, list: &mut DisplayList, chef: usize, progress: f32) {
        let at = self.in_use(chef, progress);
        let ([x, y], scale) = self.jar(at);
        if view.is_xray() {
            let column = self.column(at).inset(-1.5, -1.5);
            return list.rect(column.x, column.y, column.w, column.h, 1.0, Style::line(Token::SocketLit, 2.0));
        }
        let (w, h) = if scale < 0.5 { (self.step() * 0.8, self.column(at).h) } else { (13.2 * scale, 19.6 * scale) };
        list.rect(x - w / 2.0, y - h, w, h, 0.0, Style::fill(Token::WoodLight));
    }

    /// The pot on the table: empty until every chef has the whole dish; before it, a mark for each chef who has.
    pub(super) fn pot(&self, view: &View<'_>, list: &mut DisplayList, whole: usize, is_done: bool) {
        let table = self.table();
        let scale = (table.w / 84.0).min(table.h / 66.0).within(0.3, 2.0);
        let (x, foot) = (table.cx(), table.cy() - 4.0);
        if view.is_xray() {
            let (w, h) = (44.0 * scale, 26.0 * scale);
            let edge = if is_done { Token::SocketLit } else { Token::ChipEdge };
            list.rect(x - w / 2.0, foot - h, w, h, 3.0, Style::fill(Token::Chip).outline(edge, 1.8));
            let style = TextStyle::new((14.0 * scale).max(LEAST_TEXT), Token::OnChip).bold().middle();
            list.write(style, x, foot - h / 2.0 + style.size * 0.36, format_args!("Z"));
        } else {
            let art = if is_done { &props::POT } else { &props::POT_EMPTY };
            list.art(art, x, foot, scale, cast::pair(1));
        }
        self.marks(list, [x, foot + 8.0], whole);
        let (size, room) = (self.title_h * 0.6, table.w * 0.76);
        let (n, all) = (i64::from(whole.count_ones()), self.chefs as i64);
        let said = |out: &mut String| pair::TensorWhole { n, all }.say_into(view.is_xray(), view.lang, out);
        // Between the table's legs, where that can be read.
        if self.wide && table.bottom() - foot > size * 3.2 && list.width_of(LEAST_TEXT, said) <= room {
            let style = TextStyle::new(size.max(LEAST_TEXT), Token::Text).middle().within(room);
            list.write_on_card(style, x, table.bottom() - size * 0.5, said);
        }
    }

    /// A mark for each chef on the table's front, full in the chef's colour once it has the whole dish.
    fn marks(&self, list: &mut DisplayList, [x, y]: Point, whole: usize) {
        let table = self.table();
        let side = (table.w * 0.7 / self.chefs as f32).min((table.bottom() - y) * 0.7).within(4.0, 18.0);
        let left = x - side * self.chefs as f32 / 2.0;
        for chef in 0..self.chefs {
            let has = whole >> chef & 1 == 1;
            let fill = if has { hue(chef) } else { Token::Card };
            let at = Area::new(left + side * chef as f32 + 1.0, y + 2.0, side - 2.0, side - 2.0);
            list.rect(at.x, at.y, at.w, at.h, 2.0, Style::fill(fill).outline(Token::Ink, 1.2));
            if side >= 15.0 {
                let color = if has { on_hue(chef) } else { Token::Text };
                let style = TextStyle::new(11.5, color).bold().middle();
                list.write(style, at.cx(), at.cy() + 4.0, format_args!("{}", chef + 1));
            }
        }
    }
}

/// How much of the dish is in a chef's own pot: a window in its front, its own part first, then what the others' slips brought.
pub(super) fn level(list: &mut DisplayList, ([x, y], scale): (Point, f32), (chef, chefs): (usize, usize), share: f32) {
    let (w, h) = (15.0 * scale, 13.0 * scale);
    let (left, foot) = (x - w / 2.0, y - 3.0 * scale);
    list.rect(left, foot - h, w, h, 2.0 * scale, Style::fill(Token::Cloth).outline(Token::Ink, 1.2));
    let own = h * (1.0 / chefs.max(1) as f32).min(share);
    list.rect(left, foot - own, w, own, 0.0, Style::fill(hue(chef)));
    let more = h * share.within(0.0, 1.0) - own;
    if more > 0.0 {
        list.rect(
            left,
            foot - own - more,
            w,
            more,
            0.0,
            Style::fill(if share >= 0.999 { Token::Good } else { Token::Hue2 }),
        );
    }
}

/// On a chef's counter its number and its letters, where both can be read.
pub(super) fn counter(list: &mut DisplayList, [x, y]: Point, scale: f32, (chef, chefs): (usize, usize)) {
    let [first, last] = ends(chef, chefs);
    let size = (17.0 * scale).max(LEAST_TEXT);
    // In a frame nothing is allocated: the letters are written where they are measured.
    let w = list.width_of(size, |out| out.extend([first, '–', last])) + size * 2.0;
    if w > 84.0 * scale {
        return;
    }
    let (h, cy) = (24.0 * scale.max(0.62), y - 18.0 * scale);
    list.rect(x - w / 2.0, cy - h / 2.0, w, h, 4.0, Style::fill(Token::Card).outline(Token::Ink, 1.4));
    let style = TextStyle::new(size, Token::Text).bold().middle().within(w - 4.0);
    list.write(style, x, cy + size * 0.36, format_args!("{} · {first}–{last}", chef + 1));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the chefs of a pot have of the rack.
    fn check(chefs: usize, expected: &[&str]) {
        let parts: Vec<String> = (0..chefs).map(|chef| letters(chef, chefs)).collect();
        assert_eq!(parts, expected, "{chefs}");
        let all: Vec<usize> = (0..chefs).flat_map(|chef| jars(chef, chefs)).collect();
        assert_eq!(all, (0..JARS).collect::<Vec<_>>(), "{chefs}");
    }

    #[test]
    fn the_rack_is_cut_among_all_chefs() {
        check(1, &["A–Z"]);
        check(2, &["A–M", "N–Z"]);
        check(4, &["A–G", "H–M", "N–T", "U–Z"]);
        check(8, &["A–C", "D–G", "H–J", "K–M", "N–P", "Q–T", "U–W", "X–Z"]);
    }

    /// A part lies on one board or on whole ones, so that nobody else's jars stand over its name.
    #[test]
    fn a_chef_s_part_is_on_one_board_or_on_whole_ones() {
        for chefs in [1, 2, 4, 8] {
            for title_h in [20.0, 0.0] {
                let rack = Rack::new(Area::new(0.0, 0.0, 240.0, 260.0), chefs, title_h);
                for chef in 0..chefs {
                    let own = jars(chef, chefs);
                    let [first, last] = [own.start, own.end - 1].map(|at| rack.board_of(at));
                    let whole = (first..=last).all(|board| {
                        let on = jars(board, rack.boards);
                        on.start >= own.start && on.end <= own.end
                    });
                    assert!(first == last || whole, "{chefs} {title_h} {chef}");
                    assert!(own.contains(&rack.in_use(chef, 1.0)) && own.contains(&rack.in_use(chef, 0.0)));
                }
            }
        }
    }
}
