//! The pictures of the book's map, from one chef to the city. They show no run: the figures stand as they do before anything
//! begins, and nothing moves. They are files beside the page; the program that a visit fetches does not hold them.

use super::art::chef::Posture;
use super::art::props;
use super::cast::{self, Doing};
use super::display::{Color, DisplayList, Style};
use super::geom::Way;
use super::palette::Token;
use super::ways::{self, Surface};

/// Width and height of each.
pub const SIZE: [f32; 2] = [300.0, 200.0];
/// How many there are.
pub const COUNT: usize = 5;

const PLAIN: [Color; 4] = [Color::None; 4];

/// Draws one, counted from the smallest place to the largest; nothing where there is no such place.
pub fn draw(place: usize, list: &mut DisplayList) {
    match place {
        0 => chef(list),
        1 => kitchen(list),
        2 => kitchens(list),
        3 => between(list),
        4 => city(list),
        _ => {}
    }
}

fn room(list: &mut DisplayList, [x, y, w, h]: [f32; 4], wall: f32) {
    list.rect(x, y, w, h, 0.0, Style::fill(Token::Floor));
    list.rect(x, y, w, wall, 0.0, Style::fill(Token::Wall));
    list.rect(x, y + wall - 3.0, w, 5.0, 0.0, Style::fill(Token::WallEdge));
}

fn ready(batch: Option<usize>) -> Doing {
    Doing { batch, ..Doing::new(Posture::Ready) }
}

fn bust(list: &mut DisplayList, x: f32, y: f32, scale: f32, rank: usize) {
    cast::chef_bust(list, x, y, scale, rank, ready(None));
}

fn line(from: [f32; 2], to: [f32; 2]) -> Way {
    let mut way = Way::new();
    way.push(from);
    way.push(to);
    way
}

/// One chef with its shelf, its pot and the book.
fn chef(list: &mut DisplayList) {
    room(list, [0.0, 0.0, SIZE[0], SIZE[1]], 96.0);
    let (x, y, s) = (150.0, 184.0, 0.82);
    cast::station_back(list, x, y, s);
    for (at, n) in [(-67.0, 0), (-52.0, 1)] {
        cast::jar(list, x + at * s, y - 94.0 * s, s, n);
    }
    cast::chef_at_station(list, x, y, s, 0, ready(None));
    cast::report(list, [232.0, 128.0], 1.25, 0);
}

/// Four chefs in a line, with tunnels between them.
fn kitchen(list: &mut DisplayList) {
    room(list, [0.0, 0.0, SIZE[0], SIZE[1]], 84.0);
    let (y, s) = (152.0, 0.62);
    let x = |rank: usize| 45.0 + rank as f32 * 70.0;
    for rank in 0..3 {
        let (a, b) = (x(rank) + 14.0, x(rank + 1) - 14.0);
        let mut way = Way::new();
        way.curve([a, y - 4.0], [a + 4.0, y + 34.0], [b - 4.0, y + 34.0], [b, y - 4.0]);
        ways::way(list, &way, Surface::Tunnel, 3, 10.0);
    }
    for rank in 0..4 {
        bust(list, x(rank), y, s, rank);
    }
    cast::bowl(list, [150.0, 176.0], 0.8, 0);
}

/// Kitchens with a slip of paper between them.
fn kitchens(list: &mut DisplayList) {
    list.rect(0.0, 0.0, SIZE[0], SIZE[1], 0.0, Style::fill(Token::WallEdge));
    for (place, [x, y]) in [[10.0, 10.0], [158.0, 10.0], [10.0, 108.0], [158.0, 108.0]].into_iter().enumerate() {
        list.save();
        list.clip(x, y, 132.0, 82.0, 6.0);
        room(list, [x, y, 132.0, 82.0], 42.0);
        for chef in 0..2 {
            bust(list, x + 36.0 + chef as f32 * 60.0, y + 80.0, 0.4, place * 2 + chef);
        }
        list.restore();
        list.rect(x, y, 132.0, 82.0, 6.0, Style::line(Token::Ink, 2.0));
    }
    for (n, at) in [[150.0, 52.0], [76.0, 100.0], [224.0, 100.0], [150.0, 150.0]].into_iter().enumerate() {
        cast::chit(list, at, 1.1, n);
    }
}

/// Eight chefs around an exchange.
fn between(list: &mut DisplayList) {
    room(list, [0.0, 0.0, SIZE[0], SIZE[1]], 30.0);
    let place = |chef: usize| {
        let column = (chef % 4) as f32;
        if chef < 4 { [42.0 + column * 72.0, 50.0] } else { [42.0 + column * 72.0, 166.0] }
    };
    for chef in 0..8 {
        let [x, y] = place(chef);
        let to = [150.0 + (x - 150.0) * 0.3, if chef < 4 { 90.0 } else { 118.0 }];
        ways::way(list, &line([x, y], to), Surface::Tunnel, 2, 8.0);
    }
    list.rect(98.0, 84.0, 104.0, 40.0, 6.0, Style::fill(Token::Board).outline(Token::Ink, 2.4));
    list.rect(106.0, 91.0, 88.0, 26.0, 4.0, Style::fill(Token::BoardPanel));
    for socket in 0..8 {
        let [x, y] = [116.0 + (socket % 4) as f32 * 22.7, 98.0 + (socket / 4) as f32 * 12.0];
        let token = if socket % 3 == 0 { Token::SocketLit } else { Token::Socket };
        list.ellipse(x, y, 3.6, 3.6, Style::fill(token).outline(Token::Ink, 1.2));
    }
    for chef in 0..8 {
        let [x, y] = place(chef);
        cast::hat(list, x, y, 0.95, chef, Posture::Phone);
    }
}

/// Blocks of restaurants with streets, crossings and a railway.
fn city(list: &mut DisplayList) {
    list.rect(0.0, 0.0, SIZE[0], SIZE[1], 0.0, Style::fill(Token::Floor));
    let streets = [
        line([-10.0, 68.0], [310.0, 68.0]),
        line([-10.0, 134.0], [310.0, 134.0]),
        line([100.0, -10.0], [100.0, 210.0]),
        line([200.0, -10.0], [200.0, 210.0]),
    ];
    for street in &streets {
        ways::bed(list, street, 15.0);
    }
    for street in &streets {
        ways::pave(list, street, Surface::Street, 15.0);
    }
    ways::way(list, &line([-10.0, 190.0], [310.0, 190.0]), Surface::Rails, 1, 9.0);
    for (row, y) in [8.0, 80.0, 145.0].into_iter().enumerate() {
        for (column, x) in [8.0, 111.0, 211.0].into_iter().enumerate() {
            block(list, [x, y], [80.0, if row == 2 { 34.0 } else { 46.0 }], row * 3 + column);
        }
    }
    for [x, y] in [[100.0, 68.0], [200.0, 68.0], [100.0, 134.0], [200.0, 134.0]] {
        list.art(&props::CROSSING, x, y, 0.62, PLAIN);
    }
    for (n, [x, y]) in [[48.0, 66.0], [152.0, 132.0], [262.0, 66.0]].into_iter().enumerate() {
        list.art(&props::SCOOTER, x, y, 0.62, cast::pair(n));
    }
}

/// A block seen from above: roofs, each over a kitchen.
fn block(list: &mut DisplayList, [x, y]: [f32; 2], [w, h]: [f32; 2], n: usize) {
    let roofs = [Token::Wood, Token::WoodLight, Token::Sand];
    for roof in 0..4 {
        let (column, row) = ((roof % 2) as f32, (roof / 2) as f32);
        let (rw, rh) = (w / 2.0 - 2.0, h / 2.0 - 2.0);
        let (rx, ry) = (x + column * w / 2.0, y + row * h / 2.0);
        list.rect(rx, ry, rw, rh, 2.0, Style::fill(roofs[(n + roof) % 3]).outline(Token::Ink, 1.4));
        list.rect(
            rx + rw * 0.62,
            ry + rh * 0.2,
            rw * 0.16,
            rh * 0.36,
            1.0,
            Style::fill(Token::Steel).outline(Token::Ink, 1.0),
        );
    }
}
