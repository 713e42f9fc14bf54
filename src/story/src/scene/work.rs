//! A chef's own work in a line: its vessel, its tool, and how hand and tool move while it is done.

use super::art::{props, work};
use super::cast::{self, Doing, pair, wave};
use super::display::{Art, Color, DisplayList, Style, Tints};
use super::geom::{Point, Within as _};
use super::palette::{Token, hue};
use kitchen_text::{Key, Lang, key};

/// In the order in which food goes through them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Craft {
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
const WORKS: [(Craft, Key, usize); 8] = [
    (Craft::Wash, key::SCENE_WORK_WASH, 3),
    (Craft::Peel, key::SCENE_WORK_PEEL, 6),
    (Craft::Cut, key::SCENE_WORK_CUT, 0),
    (Craft::Fry, key::SCENE_WORK_FRY, 5),
    (Craft::Simmer, key::SCENE_WORK_SIMMER, 0),
    (Craft::Strain, key::SCENE_WORK_STRAIN, 7),
    (Craft::Season, key::SCENE_WORK_SEASON, 4),
    (Craft::Serve, key::SCENE_WORK_SERVE, 8),
];

/// How often a hand comes and goes while one bowl is worked on.
const STROKES: f32 = 7.0;
/// Food on a board: its left end, and how wide it is.
const FOOD: [f32; 2] = [-24.0, 46.0];

/// Where a chef works: its own middle, the foot of its vessel, and how large that is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bench {
    pub chef: f32,
    pub foot: Point,
    pub scale: f32,
}

impl Bench {
    /// A place of the vessel's own.
    fn at(&self, x: f32, y: f32) -> Point {
        [self.foot[0] + x * self.scale, self.foot[1] + y * self.scale]
    }
}

impl Craft {
    /// The work of the chef at `place` in a line of `count`.
    pub(crate) fn of(place: usize, count: usize) -> Craft {
        let count = count.min(WORKS.len());
        let line = WORKS.iter().filter(|(.., from)| *from <= count);
        line.map(|&(work, ..)| work).nth(place % count.max(2)).unwrap_or(Craft::Simmer)
    }

    pub(crate) fn name(self) -> Key {
        WORKS[self as usize].1
    }

    /// The vessel on the counter with what is in it, and over it what falls or rises.
    pub(super) fn vessel(self, list: &mut DisplayList, bench: &Bench, n: Option<usize>, progress: f32) {
        list.save();
        list.translate(bench.foot[0], bench.foot[1]);
        list.scale(bench.scale);
        match n {
            None => list.art(self.at_rest(), 0.0, 0.0, 1.0, [Color::None; 4]),
            Some(n) => self.in_use(list, n, progress),
        }
        list.restore();
    }

    fn at_rest(self) -> &'static Art {
        match self {
            Craft::Wash => &work::BASIN,
            Craft::Peel | Craft::Cut => &work::BOARD,
            Craft::Fry => &work::PAN,
            Craft::Simmer | Craft::Strain | Craft::Season => &props::POT_EMPTY,
            Craft::Serve => &work::PLATE,
        }
    }

    fn in_use(self, list: &mut DisplayList, n: usize, progress: f32) {
        let bare = [Color::None; 4];
        let food = Style::fill(hue(n)).outline(Token::Ink, 1.5);
        match self {
            Craft::Wash => {
                list.art(&work::BASIN, 0.0, 0.0, 1.0, bare);
                for (i, x) in [-15.0, 13.0].into_iter().enumerate() {
                    let bob = wave(f64::from(progress * STROKES / 2.0) + 0.4 * i as f64) as f32;
                    list.ellipse(x, -22.0 - bob, 6.5, 5.5, food);
                }
            }
            Craft::Peel | Craft::Cut => {
                list.art(&work::BOARD, 0.0, 0.0, 1.0, bare);
                if self == Craft::Cut { slices(list, progress, food) } else { peels(list, progress, n) }
            }
            Craft::Fry => {
                // Tossed: the pan goes up, and what is in it flies on.
                let [up, flies] = toss(progress);
                list.art(&work::FLAME, 0.0, 0.0, 1.0, bare);
                let y = -8.0 - up;
                list.art(&work::PAN, 0.0, y, 1.0, bare);
                for (x, high) in [(-11.0, 0.6), (0.0, 1.0), (11.0, 0.7)] {
                    list.ellipse(x, y - 13.0 - flies * high, 5.0, 4.2, food);
                }
            }
            Craft::Simmer => {
                list.art(&props::POT, 0.0, -8.0, 1.0, pair(n));
                list.art(&work::FLAME, 0.0, 0.0, 1.0, bare);
                cast::steam(list, [6.0, -8.0], n, progress);
            }
            Craft::Strain | Craft::Season => {
                list.art(&props::POT, 0.0, 0.0, 1.0, pair(n));
                falls(list, self, progress, food);
            }
            Craft::Serve => {
                list.art(&work::PLATE, 0.0, 0.0, 1.0, bare);
                let heap = 0.3 + 0.7 * progress;
                list.ellipse(0.0, -6.0 - 5.0 * heap, 19.0 * heap, 7.0 * heap, food);
            }
        }
    }

    /// Both arms, with the tool in the right hand.
    pub(super) fn arms(self, list: &mut DisplayList, bench: &Bench, tints: Tints, (n, progress): (usize, f32)) {
        list.art(&work::ARM, bench.chef, 0.0, 1.0, [tints[0], Color::None, Color::None, Color::None]);
        let swing = wave(f64::from(progress * STROKES)) as f32;
        let (tool, hand) = match self {
            // The hand goes under water and comes up with what it washes.
            Craft::Wash => (None, bench.at(-2.0 + 9.0 * swing, -27.0 + 3.0 * swing.abs())),
            Craft::Peel => (Some(&work::PEELER), bench.at(-16.0 + 8.0 * swing, -29.0 + 2.0 * swing)),
            Craft::Cut => (Some(&work::KNIFE), bench.at(cut_at(progress) - 30.0, -26.0 - 9.0 * swing.abs())),
            Craft::Fry => (None, bench.at(-46.0, -25.0 - toss(progress)[0])),
            Craft::Simmer => (Some(&work::SPOON), bench.at(-3.0 + 7.0 * swing, -46.0)),
            Craft::Strain => (Some(&work::SIEVE), bench.at(-25.0 + 3.0 * swing, -44.0)),
            Craft::Season => (Some(&work::SHAKER), bench.at(-15.0, -58.0 + 5.0 * swing)),
            Craft::Serve => (Some(&work::LADLE), bench.at(-14.0 + 3.0 * swing, -46.0 + 6.0 * swing)),
        };
        if let Some(tool) = tool {
            list.art(tool, hand[0], hand[1], bench.scale, pair(n));
        }
        arm(list, [bench.chef + 20.0, -94.0], hand, tints);
        if self == Craft::Wash {
            let food = Style::fill(hue(n)).outline(Token::Ink, 1.5);
            list.ellipse(hand[0] + 7.0, hand[1] + 4.0, 6.5, 5.8, food);
        }
    }
}

/// The right arm from its shoulder to the hand.
fn arm(list: &mut DisplayList, shoulder: Point, hand: Point, tints: Tints) {
    let wrist = [hand[0] - 5.0, hand[1] + 1.0];
    let elbow = [f32::midpoint(shoulder[0], wrist[0]) + 3.0, shoulder[1].max(wrist[1]) + 7.0];
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
    let (strokes, y, h) = (STROKES * 2.0, -19.0, 12.0);
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
    let [x, y] = [3.0, -18.0];
    let food = Style::fill(hue(n)).outline(Token::Ink, 1.8);
    list.ellipse(x, y, 15.0, 11.0, food);
    let bare = progress.within(0.0, 1.0);
    list.ellipse(x - 12.0 * (1.0 - bare), y, 12.0 * bare, 8.6 * (0.5 + bare / 2.0), Style::fill(Token::WoodLight));
    for curl in 0..(progress * 4.0) as usize {
        let x = 16.0 + curl as f32 * 5.0;
        list.move_to(x, -7.0);
        list.curve_to([x - 4.0, -14.0], [x + 5.0, -14.0], [x + 2.0, -8.0]);
        list.paint(Style::line(hue(n), 2.6));
    }
}

/// Drops out of a sieve, grains out of a shaker: each falls again and again.
fn falls(list: &mut DisplayList, work: Craft, progress: f32, style: Style) {
    let (from, size) = if work == Craft::Strain { (-28.0, 2.6) } else { (-44.0, 1.9) };
    let fill = if work == Craft::Strain { style } else { Style::fill(Token::OnCloth) };
    for drop in 0..5 {
        let turn = progress * STROKES * 2.0 + drop as f32 * 0.37;
        let part = turn - turn.floor();
        let x = -6.0 + drop as f32 * 3.4;
        list.ellipse(x, from + (-22.0 - from) * part, size, size, fill);
    }
}

/// A chef of a line at its own work, whose name stands on the counter; else as [`cast::chef_at_station`].
pub(crate) fn chef_at_work(
    list: &mut DisplayList,
    foot: Point,
    scale: f32,
    (rank, doing): (usize, Doing),
    (work, lang): (Craft, Lang),
) {
    cast::station(list, foot, scale, (rank, doing), Some((work, lang)));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The works of a line.
    fn check(count: usize, expected: &[Craft]) {
        let line: Vec<Craft> = (0..count).map(|place| Craft::of(place, count)).collect();
        assert_eq!(line, expected, "{count}");
    }

    #[test]
    fn each_chef_of_a_line_has_a_work_of_its_own() {
        use Craft::{Cut, Fry, Peel, Season, Serve, Simmer, Strain, Wash};
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
        let drawn = |work: Craft, progress: f32| {
            let mut list = DisplayList::new();
            let bench = Bench { chef: 0.0, foot: [50.0, 0.0], scale: 1.0 };
            work.vessel(&mut list, &bench, Some(0), progress);
            work.arms(&mut list, &bench, [Color::None; 4], (0, progress));
            format!("{:?} {:?}", list.items, list.path)
        };
        for (work, ..) in WORKS {
            assert_eq!(drawn(work, 0.3), drawn(work, 0.3), "{work:?}");
            assert_ne!(drawn(work, 0.30), drawn(work, 0.34), "{work:?}");
        }
    }
}
