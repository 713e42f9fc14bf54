//! A chef's own work in a line: its vessel, its tool, and how hand and tool move while it is done.

use super::art::{props, work};
use super::cast::{self, CHEF_X, Doing, POT_X, TOP_Y, pair, wave};
use super::display::{Color, DisplayList, Style, Tints};
use super::geom::{Point, Within as _};
use super::palette::{Token, hue};
use kitchen_text::{Key, Lang, key};

/// In the order in which food goes through them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    Wash,
    Peel,
    Cut,
    Fry,
    Simmer,
    Strain,
    Season,
    Serve,
}

/// Each with its name, and the shortest line that has it.
const WORKS: [(Work, Key, usize); 8] = [
    (Work::Wash, key::SCENE_WORK_WASH, 3),
    (Work::Peel, key::SCENE_WORK_PEEL, 6),
    (Work::Cut, key::SCENE_WORK_CUT, 0),
    (Work::Fry, key::SCENE_WORK_FRY, 5),
    (Work::Simmer, key::SCENE_WORK_SIMMER, 0),
    (Work::Strain, key::SCENE_WORK_STRAIN, 7),
    (Work::Season, key::SCENE_WORK_SEASON, 4),
    (Work::Serve, key::SCENE_WORK_SERVE, 8),
];

/// How often a hand comes and goes while one bowl is worked on.
const STROKES: f32 = 7.0;
/// Where food lies on a board, from the station's middle, and how wide it is.
const FOOD: [f32; 2] = [POT_X - 24.0, 46.0];

impl Work {
    /// The work of the chef at `place` in a line of `count`.
    pub(crate) fn of(place: usize, count: usize) -> Work {
        let count = count.min(WORKS.len());
        let line = WORKS.iter().filter(|(.., from)| *from <= count);
        line.map(|&(work, ..)| work).nth(place % count.max(2)).unwrap_or(Work::Simmer)
    }

    pub(crate) fn name(self) -> Key {
        WORKS[self as usize].1
    }

    /// The vessel on the counter with what is in it, and over it what falls or rises.
    pub(super) fn vessel(self, list: &mut DisplayList, n: Option<usize>, progress: f32) {
        let bare = [Color::None; 4];
        let food = Style::fill(hue(n.unwrap_or(0))).outline(Token::Ink, 1.5);
        match self {
            Work::Wash => {
                list.art(&work::BASIN, POT_X, TOP_Y, 1.0, bare);
                if n.is_some() {
                    for (i, x) in [-15.0, 13.0].into_iter().enumerate() {
                        let bob = wave(f64::from(progress * STROKES / 2.0) + 0.4 * i as f64) as f32;
                        list.ellipse(POT_X + x, TOP_Y - 22.0 - bob, 6.5, 5.5, food);
                    }
                }
            }
            Work::Peel | Work::Cut => {
                list.art(&work::BOARD, POT_X, TOP_Y, 1.0, bare);
                match n {
                    Some(_) if self == Work::Cut => slices(list, progress, food),
                    Some(n) => peels(list, progress, n),
                    None => {}
                }
            }
            Work::Fry => {
                // Tossed: the pan goes up, and what is in it flies on.
                let [up, flies] = toss(progress).map(|high| if n.is_some() { high } else { 0.0 });
                if n.is_some() {
                    list.art(&work::FLAME, POT_X, TOP_Y, 1.0, bare);
                }
                let y = TOP_Y - if n.is_some() { 8.0 } else { 0.0 } - up;
                list.art(&work::PAN, POT_X, y, 1.0, bare);
                if n.is_some() {
                    for (x, high) in [(-11.0, 0.6), (0.0, 1.0), (11.0, 0.7)] {
                        list.ellipse(POT_X + x, y - 13.0 - flies * high, 5.0, 4.2, food);
                    }
                }
            }
            Work::Simmer => {
                pot(list, n, if n.is_some() { 8.0 } else { 0.0 });
                if let Some(n) = n {
                    list.art(&work::FLAME, POT_X, TOP_Y, 1.0, bare);
                    cast::steam(list, n, progress, 8.0);
                }
            }
            Work::Strain | Work::Season => {
                pot(list, n, 0.0);
                if n.is_some() {
                    falls(list, self, progress, food);
                }
            }
            Work::Serve => {
                list.art(&work::PLATE, POT_X, TOP_Y, 1.0, bare);
                if n.is_some() {
                    let heap = 0.3 + 0.7 * progress;
                    list.ellipse(POT_X, TOP_Y - 6.0 - 5.0 * heap, 19.0 * heap, 7.0 * heap, food);
                }
            }
        }
    }

    /// Both arms, with the tool in the right hand.
    pub(super) fn arms(self, list: &mut DisplayList, tints: Tints, n: usize, progress: f32) {
        list.art(&work::ARM, CHEF_X, 0.0, 1.0, [tints[0], Color::None, Color::None, Color::None]);
        let swing = wave(f64::from(progress * STROKES)) as f32;
        let (tool, hand) = match self {
            // The hand goes under water and comes up with what it washes.
            Work::Wash => (None, [POT_X - 2.0 + 9.0 * swing, TOP_Y - 27.0 + 3.0 * swing.abs()]),
            Work::Peel => (Some(&work::PEELER), [POT_X - 16.0 + 8.0 * swing, TOP_Y - 29.0 + 2.0 * swing]),
            Work::Cut => (Some(&work::KNIFE), [cut_at(progress) - 30.0, TOP_Y - 26.0 - 9.0 * swing.abs()]),
            Work::Fry => (None, [POT_X - 46.0, TOP_Y - 25.0 - toss(progress)[0]]),
            Work::Simmer => (Some(&work::SPOON), [POT_X - 3.0 + 7.0 * swing, TOP_Y - 46.0]),
            Work::Strain => (Some(&work::SIEVE), [POT_X - 25.0 + 3.0 * swing, TOP_Y - 44.0]),
            Work::Season => (Some(&work::SHAKER), [POT_X - 15.0, TOP_Y - 58.0 + 5.0 * swing]),
            Work::Serve => (Some(&work::LADLE), [POT_X - 14.0 + 3.0 * swing, TOP_Y - 46.0 + 6.0 * swing]),
        };
        if let Some(tool) = tool {
            list.art(tool, hand[0], hand[1], 1.0, pair(n));
        }
        arm(list, hand, tints);
        if self == Work::Wash {
            let food = Style::fill(hue(n)).outline(Token::Ink, 1.5);
            list.ellipse(hand[0] + 7.0, hand[1] + 4.0, 6.5, 5.8, food);
        }
    }
}

/// A bowl is cooked in the pot, which stands as high over the counter as its flame.
fn pot(list: &mut DisplayList, n: Option<usize>, high: f32) {
    match n {
        Some(n) => list.art(&props::POT, POT_X, TOP_Y - high, 1.0, pair(n)),
        None => list.art(&props::POT_EMPTY, POT_X, TOP_Y, 1.0, [Color::None; 4]),
    }
}

/// The right arm from its shoulder to the hand.
fn arm(list: &mut DisplayList, hand: Point, tints: Tints) {
    let shoulder = [CHEF_X + 20.0, -94.0];
    let wrist = [hand[0] - 5.0, hand[1] + 1.0];
    let elbow = [(shoulder[0] + wrist[0]) / 2.0 + 3.0, shoulder[1].max(wrist[1]) + 7.0];
    list.move_to(shoulder[0], shoulder[1]);
    list.curve_to(shoulder, elbow, wrist);
    list.paint(Style::line(Token::Ink, 17.4));
    list.repaint_last(Style::line(Token::Cloth, 13.0));
    let skin = Style { fill: tints[0], ..Style::fill(Token::Cloth) };
    list.ellipse(hand[0], hand[1], 6.6, 6.0, skin.outline(Token::Ink, 2.2));
}

/// How high the pan is, and how much higher what is in it.
fn toss(progress: f32) -> [f32; 2] {
    let throw = (wave(f64::from(progress * STROKES / 2.0)) as f32).max(0.0);
    [throw * 4.0, throw * 15.0]
}

/// Where the knife meets the food: from the right end to the left.
fn cut_at(progress: f32) -> f32 {
    FOOD[0] + FOOD[1] * (1.0 - progress * 0.86)
}

/// What is left of the food, and the slices that the knife has cut: one for each time it came down.
fn slices(list: &mut DisplayList, progress: f32, style: Style) {
    let (strokes, y, h) = (STROKES * 2.0, TOP_Y - 19.0, 12.0);
    let cut = (progress * strokes).floor();
    let left = cut_at(cut / strokes) - FOOD[0];
    list.rect(FOOD[0], y, left, h, 5.0, style);
    let w = FOOD[1] * 0.86 / strokes;
    for slice in 0..cut as usize {
        let x = FOOD[0] + FOOD[1] - (slice as f32 + 1.0) * w + 4.0;
        list.ellipse(x, y + h / 2.0 + 1.0, 2.6, h / 2.0 - 1.0, style);
    }
}

/// What is peeled, light where its peel is off, and the peel on the board.
fn peels(list: &mut DisplayList, progress: f32, n: usize) {
    let [x, y] = [POT_X + 3.0, TOP_Y - 18.0];
    let food = Style::fill(hue(n)).outline(Token::Ink, 1.8);
    list.ellipse(x, y, 15.0, 11.0, food);
    let bare = progress.within(0.0, 1.0);
    list.ellipse(x - 12.0 * (1.0 - bare), y, 12.0 * bare, 8.6 * (0.5 + bare / 2.0), Style::fill(Token::WoodLight));
    for curl in 0..(progress * 4.0) as usize {
        let x = POT_X + 16.0 + curl as f32 * 5.0;
        list.move_to(x, TOP_Y - 7.0);
        list.curve_to([x - 4.0, TOP_Y - 14.0], [x + 5.0, TOP_Y - 14.0], [x + 2.0, TOP_Y - 8.0]);
        list.paint(Style::line(hue(n), 2.6));
    }
}

/// Drops out of a sieve, grains out of a shaker: each falls again and again.
fn falls(list: &mut DisplayList, work: Work, progress: f32, style: Style) {
    let (from, size) = if work == Work::Strain { (TOP_Y - 28.0, 2.6) } else { (TOP_Y - 44.0, 1.9) };
    let fill = if work == Work::Strain { style } else { Style::fill(Token::OnCloth) };
    for drop in 0..5 {
        let turn = progress * STROKES * 2.0 + drop as f32 * 0.37;
        let part = turn - turn.floor();
        let x = POT_X - 6.0 + drop as f32 * 3.4;
        list.ellipse(x, from + (TOP_Y - 22.0 - from) * part, size, size, fill);
    }
}

/// A chef of a line at its own work, whose name stands on the counter; else as [`cast::chef_at_station`].
pub(crate) fn chef_at_work(
    list: &mut DisplayList,
    foot: Point,
    scale: f32,
    (rank, doing): (usize, Doing),
    (work, lang): (Work, Lang),
) {
    cast::station(list, foot, scale, (rank, doing), Some((work, lang)));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The works of a line.
    fn check(count: usize, expected: &[Work]) {
        let line: Vec<Work> = (0..count).map(|place| Work::of(place, count)).collect();
        assert_eq!(line, expected, "{count}");
    }

    #[test]
    fn each_chef_of_a_line_has_a_work_of_its_own() {
        use Work::{Cut, Fry, Peel, Season, Serve, Simmer, Strain, Wash};
        check(2, &[Cut, Simmer]);
        check(3, &[Wash, Cut, Simmer]);
        check(4, &[Wash, Cut, Simmer, Season]);
        check(5, &[Wash, Cut, Fry, Simmer, Season]);
        check(6, &[Wash, Peel, Cut, Fry, Simmer, Season]);
        check(7, &[Wash, Peel, Cut, Fry, Simmer, Strain, Season]);
        check(8, &[Wash, Peel, Cut, Fry, Simmer, Strain, Season, Serve]);
    }

    #[test]
    fn a_work_s_row_is_its_own() {
        for (place, &(work, ..)) in WORKS.iter().enumerate() {
            assert_eq!(work as usize, place);
        }
    }

    /// The same moment is the same picture, and the hand has moved between two moments of a stroke.
    #[test]
    fn a_hand_moves_with_its_work_and_with_nothing_else() {
        let drawn = |work: Work, progress: f32| {
            let mut list = DisplayList::new();
            work.vessel(&mut list, Some(0), progress);
            work.arms(&mut list, [Color::None; 4], 0, progress);
            format!("{:?} {:?}", list.items, list.path)
        };
        for (work, ..) in WORKS {
            assert_eq!(drawn(work, 0.3), drawn(work, 0.3), "{work:?}");
            assert_ne!(drawn(work, 0.30), drawn(work, 0.34), "{work:?}");
        }
    }
}
