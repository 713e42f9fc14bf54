//! What is said where one town alone is seen, or three.

use kitchen_core::units::Time;
use kitchen_text::{Line, Number, count, msg, pair};

use crate::scene::packets::Town;
use crate::show::Show;
use crate::story::facts::Teller;
use crate::story::{Layered, Meter};

use super::course::Course;
use super::run::{ROW, STREETS, parcel};
use super::telling::{choice, start_xray};

pub(super) fn alone(show: &Show, course: &Course, teller: &mut Teller) {
    let (params, town) = (course.params, &course.towns[0]);
    let start = msg::EthernetBeatAloneStart { n: ROW.into(), streets: STREETS.into(), bytes: parcel(params) };
    teller.must_say("start", Time::ZERO, Layered::of(Line::from(start), start_xray(params)), Some((0, 0)));
    let times = Number(course.crowding(0), 2);
    let said = pair::EthernetAlone { n: Meter::come(town.came.clone()), all: ROW.into(), times };
    teller.must_say("chosen", Time(town.end().0 / 8), said, None);
    let ends = pair::EthernetAloneEnd { time: town.end(), all: ROW.into(), used: count(town.used()) };
    // The other town, which is not seen, may end a little later.
    teller.must_say("end", show.makespan(), ends, None);
}

pub(super) fn towns(show: &Show, course: &Course, railway: &Town, teller: &mut Teller) {
    let towns = [&course.towns[0], &course.towns[1], railway];
    let start = msg::EthernetBeatTownsStart { n: ROW.into(), choice: choice(&show.scenario).into() };
    teller.must_say("start", Time::ZERO, Layered::of(Line::from(start), start_xray(course.params)), Some((0, 0)));
    let [a, b, c] = towns.map(|town| Meter::come(town.came.clone()));
    let first = towns.iter().map(|town| town.end()).min().unwrap_or_default();
    teller.must_say("come", Time(first.0 / 3), pair::EthernetTowns { a, b, c }, None);
    let [a, b, c] = towns.map(Town::end);
    teller.must_say("end", show.makespan(), pair::EthernetTownsEnd { a, b, c }, None);
}
