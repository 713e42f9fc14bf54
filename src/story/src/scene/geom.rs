//! Where things are: boxes, and ways along which things travel.

use super::display::DisplayList;

/// A place in CSS pixels.
pub type Point = [f32; 2];

/// A box in CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Area {
    pub x: f32,
    pub y: f32,
    pub w: f32,
    pub h: f32,
}

impl Area {
    pub const fn new(x: f32, y: f32, w: f32, h: f32) -> Area {
        Area { x, y, w, h }
    }

    pub fn right(&self) -> f32 {
        self.x + self.w
    }

    pub fn bottom(&self) -> f32 {
        self.y + self.h
    }

    pub fn cx(&self) -> f32 {
        self.x + self.w / 2.0
    }

    pub fn cy(&self) -> f32 {
        self.y + self.h / 2.0
    }

    #[must_use]
    pub fn inset(&self, dx: f32, dy: f32) -> Area {
        Area::new(self.x + dx, self.y + dy, (self.w - 2.0 * dx).max(0.0), (self.h - 2.0 * dy).max(0.0))
    }
}

const POINTS: usize = 40;

/// A way: a polyline short enough to live on the stack.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    points: [Point; POINTS],
    len: usize,
}

impl Default for Way {
    fn default() -> Way {
        Way { points: [[0.0; 2]; POINTS], len: 0 }
    }
}

impl Way {
    pub fn new() -> Way {
        Way::default()
    }

    /// The straight way between two points.
    pub fn straight([from, to]: [Point; 2]) -> Way {
        let mut way = Way::new();
        way.push(from);
        way.push(to);
        way
    }

    /// Points beyond the capacity are left out.
    pub fn push(&mut self, point: Point) {
        if self.len < POINTS && (self.len == 0 || self.points[self.len - 1] != point) {
            self.points[self.len] = point;
            self.len += 1;
        }
    }

    /// Appends a cubic curve as ten straight pieces.
    pub fn curve(&mut self, from: Point, c1: Point, c2: Point, to: Point) {
        for step in 0..=10 {
            let t = step as f32 / 10.0;
            let u = 1.0 - t;
            let mix =
                |i: usize| u * u * u * from[i] + 3.0 * u * u * t * c1[i] + 3.0 * u * t * t * c2[i] + t * t * t * to[i];
            self.push([mix(0), mix(1)]);
        }
    }

    pub fn points(&self) -> &[Point] {
        &self.points[..self.len]
    }

    pub fn reverse(&mut self) {
        self.points[..self.len].reverse();
    }

    pub fn length(&self) -> f32 {
        self.points().windows(2).map(|pair| distance(pair[0], pair[1])).sum()
    }

    /// The place at `part` (0 to 1) of the way, moved `side` pixels to the right of the direction of travel.
    pub fn at(&self, part: f32, side: f32) -> Point {
        let mut left = self.length() * part.within(0.0, 1.0);
        for pair in self.points().windows(2) {
            let length = distance(pair[0], pair[1]);
            if left <= length && length > 0.0 {
                let t = left / length;
                let (dx, dy) = ((pair[1][0] - pair[0][0]) / length, (pair[1][1] - pair[0][1]) / length);
                return [pair[0][0] + dx * length * t - dy * side, pair[0][1] + dy * length * t + dx * side];
            }
            left -= length;
        }
        self.points().last().copied().unwrap_or([0.0; 2])
    }

    /// Adds the way to the list's open path, moved `side` pixels to the right.
    pub fn trace(&self, list: &mut DisplayList, side: f32) {
        let points = self.points();
        for (i, &point) in points.iter().enumerate() {
            let before = points[i.saturating_sub(1)];
            let after = points[(i + 1).min(points.len() - 1)];
            let length = distance(before, after).max(1e-3);
            let (dx, dy) = ((after[0] - before[0]) / length, (after[1] - before[1]) / length);
            let (x, y) = (point[0] - dy * side, point[1] + dx * side);
            if i == 0 { list.move_to(x, y) } else { list.line_to(x, y) }
        }
    }
}

/// Bounds for floats.
pub trait Within {
    /// `low` below it, `high` above it. Unlike `clamp` it cannot panic, and so does not bring the standard formatter of
    /// floats, which would cost a first visit 5 kB.
    #[must_use]
    fn within(self, low: Self, high: Self) -> Self;
}

impl Within for f32 {
    fn within(self, low: f32, high: f32) -> f32 {
        if self < low {
            low
        } else if self > high {
            high
        } else {
            self
        }
    }
}

pub fn distance(a: Point, b: Point) -> f32 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    (dx * dx + dy * dy).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(part: f32, side: f32, expected: Point) {
        let mut way = Way::new();
        for point in [[0.0, 0.0], [10.0, 0.0], [10.0, 30.0]] {
            way.push(point);
        }
        let got = way.at(part, side);
        assert!(distance(got, expected) < 1e-4, "{got:?} != {expected:?}");
    }

    #[test]
    fn a_way_is_measured_by_its_length() {
        check(0.0, 0.0, [0.0, 0.0]);
        check(0.25, 0.0, [10.0, 0.0]);
        check(0.5, 0.0, [10.0, 10.0]);
        check(1.0, 0.0, [10.0, 30.0]);
        check(0.125, 2.0, [5.0, 2.0]);
        check(7.0, 0.0, [10.0, 30.0]);
    }
}
