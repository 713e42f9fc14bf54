use kitchen_core::packet::load_balancing::ecmp;
use proptest::prelude::*;

use super::course::Course;
use super::kind::KIND;
use super::params::{Choice, Load, Params, Zoom};
use super::run::{COURIERS, ROW, STREETS, WORST};
use super::{run, telling};
use crate::scene::handle::{Handle, Stop};
use crate::scene::packets::Tour;
use crate::show;
use crate::story::Right;
use crate::tests::telling::{scenario, tell};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn streets_can_be_told_for_any_parameters(scenario in scenario("ethernet")) {
        tell("ethernet", &scenario);
    }
}

fn course(params: Params) -> Course {
    Course::of(&show::run(&params.scenario(KIND)).expect("a run")).expect("a course")
}

/// Draw 0 is the first seed with which all eight go one way, and such draws are as rare as is said.
#[test]
fn the_worst_draw_is_one_in_sixteen_thousand() {
    let is_worst = |seed: u64| (1..ROW).all(|flow| ecmp(seed, flow, STREETS) == ecmp(seed, 0, STREETS));
    assert_eq!((0..100_000).find(|&seed| is_worst(seed)), Some(WORST));
    let found = (0..1_000_000).filter(|&seed| is_worst(seed)).count() as f64;
    let expected = 1e6 * kitchen_core::oracle::bins::all_in_one(ROW, STREETS);
    // Three standard deviations of a count of rare things.
    assert!((found - expected).abs() < 3.0 * expected.sqrt(), "{found} {expected}");
}

/// The lesson at its strongest: one street of four, nearly four times as long.
#[test]
fn eight_parcels_in_one_street_take_four_times_as_long() {
    let course = course(Params::default());
    assert_eq!((course.towns[0].used(), course.towns[1].used()), (1, 4));
    assert!((3.8..4.0).contains(&course.ratio()), "{}", course.ratio());
    let verdict = telling::verdict(&Params::default().scenario(KIND)).expect("a verdict");
    assert_eq!(verdict.right, Right::Number(course.ratio()));
    for town in &course.towns {
        assert_eq!(town.report.traced_packets.len() as u64, COURIERS * u64::from(ROW));
        assert_eq!(town.report.dropped, 0);
    }
}

/// What is told of a run's time adds up to it, with nothing left idle but by queues that come late: at most 2 % where nobody slows
/// down.
#[test]
fn a_towns_time_is_its_fullest_streets() {
    for choice in [Choice::Hash, Choice::Spray, Choice::Adaptive, Choice::Railway, Choice::Parts] {
        for (draw, pairs) in [(0, 1), (1, 1), (2, 1), (7, 4), (3, 64)] {
            for load in [Load::Parcels, Load::Crowd] {
                let course = course(Params { load, choice, draw, pairs, ..Params::default() });
                let parts = course.towns[0].parts();
                let end = course.towns[0].end();
                let idle = end.0.checked_sub((parts.sending + parts.way).0).expect("no less than its parts");
                assert!(idle * 50 < end.0, "{:?}: {parts:?}", course.params);
            }
        }
    }
}

/// The teachers' answers: the mean over draws is about twice the fair time, and it takes many queue pairs to come near it.
#[test]
fn teachers_answers_hold() {
    let runs: Vec<f64> = (1..=40).map(|draw| course(Params { draw, ..Params::default() }).ratio()).collect();
    let mean = runs.iter().sum::<f64>() / runs.len() as f64;
    let expected = kitchen_core::oracle::bins::fullest(ROW, STREETS) / 2.0;
    assert!((expected - 1.77).abs() < 0.005, "{expected}");
    // Three standard errors of forty draws of a spread of 0.37.
    assert!((mean - expected).abs() < 0.18, "{mean} {expected}");
    let near =
        |pairs: u32| (1..=12).filter(|&draw| course(Params { draw, pairs, ..Params::default() }).ratio() < 1.1).count();
    let (few, many) = (near(16), near(64));
    assert!(few < 6 && many > few, "{few} {many} of 12");
}

/// A crowd at one door holds up who goes elsewhere, sprayed most of all; slow-down marks let it pass, and cost the crowd.
#[test]
fn a_jam_spreads_backwards_to_bystanders() {
    let course = course(Params { load: Load::Crowd, choice: Choice::Spray, ..Params::default() });
    let [above, below] = [0, 1].map(|run: usize| course.towns[run].came[7].as_us());
    let alone = telling::alone(course.params).expect("a time").as_us();
    assert!(above > 5.0 * alone && below < 1.1 * alone, "{above} {below} {alone}");
    assert!(course.towns[1].end() > course.towns[0].end());
    // Door, street, kitchen: each was told to stop, one after the other.
    let town = &course.towns[0];
    let first = |place| town.first_pause(|port| town.place(port) == Some(place)).expect("a pause").1;
    assert!(first(1) < first(0) && first(0) < first(2));
}

/// On credits nobody is told to stop, nothing is lost, and no crossing holds more of a way in than its room.
#[test]
fn the_railway_sends_what_there_is_room_for() {
    for load in [Load::Parcels, Load::Crowd] {
        let course = course(Params { load, choice: Choice::Railway, ..Params::default() });
        let town = &course.towns[0];
        let room = kitchen_core::packet::Queueing::CREDITS.credits.expect("credits");
        assert!(town.report.pauses.is_empty() && town.report.dropped == 0 && town.report.unfinished == 0);
        for (at, port) in town.report.ports.iter().enumerate() {
            assert!(port.max_queue_bytes <= u64::from(ROW) * room, "{at}: {}", port.max_queue_bytes);
        }
    }
}

/// A queue of its own gives the parcel that is in a hurry half the door, whoever crowds there, and nobody else is any later.
#[test]
fn a_class_of_its_own_gets_its_share() {
    for choice in [Choice::Hash, Choice::Spray, Choice::Adaptive, Choice::Railway] {
        let course = course(Params { load: Load::Classes, choice, ..Params::default() });
        let alone = telling::alone(course.params).expect("a time").as_us();
        let [above, below] = [0, 1].map(|run: usize| course.towns[run].came[7].as_us());
        assert!((0.49..0.51).contains(&(alone / below)), "{choice:?}: {alone} {below}");
        assert!(above > 3.5 * below, "{choice:?}: {above} {below}");
        assert!((course.ratio() - 1.0).abs() < 0.02, "{choice:?}: {}", course.ratio());
        assert!(course.towns.iter().all(|town| town.report.dropped == 0));
    }
}

/// The x-ray at an instant.
fn view<'a>(
    show: &'a show::Show,
    script: &'a crate::story::Script,
    index: &'a crate::scene::stage::Index,
    playhead: kitchen_core::units::Time,
    size: [f32; 2],
) -> crate::scene::stage::View<'a> {
    crate::scene::stage::View {
        show,
        script,
        index,
        playhead,
        per_second: kitchen_core::units::Time::from_us(20),
        mark: crate::story::pace::Mark::Slow,
        layer: crate::story::Layer::XRay,
        lang: kitchen_text::Lang::En,
        size,
    }
}

/// No parcel lies or drives over a chip with a number, wherever there is room for both.
#[test]
fn no_parcel_covers_a_number() {
    use crate::scene::display::{Color, DisplayList, Item};
    use crate::scene::palette::{Token, hue};
    for load in [Load::Parcels, Load::Crowd] {
        let show = show::run(&Params { load, ..Params::default() }.scenario(KIND)).expect("a run");
        let (index, script) = (super::CHAPTER.index(&show), crate::story::Script::default());
        for size in [[336.0, 330.0], [342.0, 240.0], [680.0, 410.0], [800.0, 460.0], [1120.0, 640.0], [1864.0, 840.0]] {
            for part in 0..24 {
                let playhead = kitchen_core::units::Time(show.makespan().0 / 24 * part);
                let mut list = DisplayList::new();
                view(&show, &script, &index, playhead, size).draw_frame(&mut list);
                let (mut plates, mut parcels) = (Vec::new(), Vec::new());
                for item in &list.items {
                    let Item::Rect { x, y, w, h, style, .. } = *item else { continue };
                    if style.fill == Color::Token(Token::Chip) {
                        plates.push([x, y, x + w, y + h]);
                    } else if (0..8).any(|of| style.fill == Color::Token(hue(of))) && w == h {
                        parcels.push([x, y, x + w, y + h]);
                    }
                }
                assert_eq!(plates.len(), 32, "{size:?}");
                for p in &plates {
                    let over = |q: &&[f32; 4]| p[0] < q[2] && q[0] < p[2] && p[1] < q[3] && q[1] < p[3];
                    assert_eq!(parcels.iter().find(over), None, "{load:?} {size:?} at {part}: {p:?}");
                }
            }
        }
    }
}

/// Couriers of a parcel that is sprayed go over all streets.
#[test]
fn sprayed_couriers_take_all_streets() {
    let course = course(Params::default());
    let town = &course.towns[1];
    let mut seen = [[false; STREETS as usize]; ROW as usize];
    for courier in &town.report.traced_packets {
        let tour = Tour::new(&town.plan, &town.report, courier).expect("a tour");
        let street = town.streets.iter().position(|ports| ports[0] == tour.ports[1]).expect("a street");
        seen[tour.from][street] = true;
    }
    assert!(seen.iter().flatten().all(|&is| is), "{seen:?}");
}

/// The city's streets are where they are said to be, and what happens in the first district is the district's run.
#[test]
fn the_district_is_the_citys_first() {
    use kitchen_core::packet::fabric::Node;
    let params = Params { zoom: Zoom::City, ..Params::default() };
    let course = course(params);
    let plan = run::plan(params, 2).expect("a plan");
    let link = |port: u32| (plan.fabric.links[port as usize].from, plan.fabric.links[port as usize].to);
    for district in 0..run::DISTRICTS {
        for street in 0..STREETS {
            let above = Node::Switch(2 * run::DISTRICTS + district * STREETS + street);
            let [into, out] = run::city_street(district, street);
            assert_eq!(link(into), (Node::Switch(2 * district), above));
            assert_eq!(link(out), (above, Node::Switch(2 * district + 1)));
            for main in 0..run::MAINS {
                let core = Node::Switch((2 + STREETS) * run::DISTRICTS + street * run::MAINS + main);
                let [up, down] = run::city_main(district, street, main);
                assert_eq!((link(up), link(down)), ((above, core), (core, above)));
            }
        }
    }
    let city = course.city.expect("a city");
    for (town, city) in course.towns.iter().zip(&city) {
        assert_eq!(city.came.len() as u32, (run::DISTRICTS - 1) * ROW + ROW);
        for (house, &at) in town.came.iter().enumerate() {
            assert_eq!(city.came[house], (house as u32, house as u32 + ROW, at));
        }
    }
    // Draw 0 was picked for the first district, and so it is the last.
    assert_eq!(city[0].last().1, 0);
}

/// The edge of the room as a thing that is pulled: on a crowd's crossing, and nowhere where nobody is told to stop.
fn edge(load: Load, choice: Choice) -> Option<Handle> {
    let params = Params { load, choice, zoom: Zoom::Crossing, ..Params::default() };
    let show = show::run(&params.scenario(KIND)).expect("a run");
    let (index, script) = (super::CHAPTER.index(&show), crate::story::Script::default());
    let hands = view(&show, &script, &index, kitchen_core::units::Time::ZERO, [1256.0, 638.0]).hands(&[]);
    hands.into_iter().find(|hand| hand.id == "edge")
}

/// Higher up, more is let in of each way before it is told to stop: the run is another at each of its places.
#[test]
fn the_rooms_edge_is_pulled_and_the_run_follows() {
    assert_eq!(edge(Load::Parcels, Choice::Spray), None);
    assert_eq!(edge(Load::Crowd, Choice::Railway), None);
    let edge = edge(Load::Crowd, Choice::Spray).expect("an edge");
    let stopped = |stop: &Stop| {
        let show = show::run(stop.leads.as_ref().expect("can run")).expect("a run");
        let course = Course::of(&show).expect("a course");
        course.towns[0].report.pauses.iter().map(|pause| pause.start).min().expect("a pause")
    };
    let first: Vec<_> = edge.stops.iter().map(stopped).collect();
    assert!(first.windows(2).all(|pair| pair[0] < pair[1]), "{first:?}");
    assert!(edge.stops.windows(2).all(|pair| pair[0].at[1] > pair[1].at[1] + 4.0), "higher on the stage");
}
