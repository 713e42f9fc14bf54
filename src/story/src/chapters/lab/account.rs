//! Where the step's time went in both restaurants: what was cooked, and what was waited for over which way.

use kitchen_core::order;
use kitchen_core::units::Time;
use kitchen_core::workload::train::Part;
use kitchen_text::{Key, Line, key, msg};

use crate::story::account::{Account, Entry, Sheet, Unit, Use};

use super::course::{Course, Side};
use super::run::{self, fact};

/// A way on which something is waited for: in the kitchen, then in the x-ray.
type Way = [Key; 2];

const CORRIDOR: Way = [key::LAB_WAY_CORRIDOR, key::LAB_WAY_CORRIDOR_XRAY];
const TUNNEL: Way = [key::LAB_WAY_TUNNEL, key::LAB_WAY_TUNNEL_XRAY];
const STREET: Way = [key::LAB_WAY_STREET, key::LAB_WAY_STREET_XRAY];

/// The way that ranks take who are so far apart, the ranks between them counted.
fn way(course: &Course, side: &Side, chefs: u32) -> Way {
    if chefs > side.each {
        STREET
    } else if run::has_tunnels(&course.today, side.buy) {
        TUNNEL
    } else {
        CORRIDOR
    }
}

/// A row's use, its names by layer, and its way.
fn row(course: &Course, side: &Side, part: Option<Part>) -> (Use, [Key; 2], Option<Way>) {
    let fact = |at: usize| side.facts[at].max(1);
    let all = side.kitchens * side.each;
    let stage = (all / fact(fact::PIPELINE)).max(1);
    let within = (stage / fact(fact::DATA)).max(1);
    let on = |chefs: u32| Some(way(course, side, chefs));
    // Where several stages share a kitchen, one neighbour of a stage is in it and another in the next.
    let relay = on(all).filter(|_| stage >= side.each || all <= side.each);
    let cook = |xray: Key| (Use::Work, [key::LAB_ACCOUNT_COOK, xray], None);
    match part {
        Some(Part::Attention) => cook(key::LAB_ACCOUNT_ATTENTION_XRAY),
        Some(Part::Mlp) => cook(key::LAB_ACCOUNT_MLP_XRAY),
        Some(Part::Experts) => cook(key::LAB_ACCOUNT_EXPERTS_XRAY),
        Some(Part::Head) => cook(key::LAB_ACCOUNT_HEAD_XRAY),
        Some(Part::Again) => (Use::Again, [key::LAB_ACCOUNT_AGAIN, key::LAB_ACCOUNT_AGAIN_XRAY], None),
        Some(Part::Update) => (Use::Update, [key::LAB_DOES_UPDATE, key::LAB_ACCOUNT_UPDATE_XRAY], None),
        Some(Part::Tensor) => (Use::Inside, [key::LAB_DOES_INSIDE, key::LAB_DOES_INSIDE_XRAY], on(fact(fact::TENSOR))),
        Some(Part::Context) => (Use::Inside, [key::LAB_DOES_INSIDE, key::LAB_ACCOUNT_CONTEXT_XRAY], on(within)),
        // How far the experts of a stage stand apart is not told of a plan: only where all of it is in one kitchen is the way known.
        Some(Part::Expert) => {
            let way = on(stage).filter(|_| stage <= side.each);
            (Use::Inside, [key::LAB_DOES_INSIDE, key::LAB_ACCOUNT_EXPERT_XRAY], way)
        }
        Some(Part::Weights) => (Use::Meeting, [key::LAB_DOES_MEETING, key::LAB_ACCOUNT_WEIGHTS_XRAY], on(stage)),
        Some(Part::Gradients) => (Use::Meeting, [key::LAB_DOES_MEETING, key::LAB_ACCOUNT_GRADIENTS_XRAY], on(stage)),
        Some(Part::HandOver) => (Use::Relay, [key::LAB_ACCOUNT_BOWL, key::LAB_ACCOUNT_BOWL_XRAY], relay),
        Some(Part::Host) => (Use::Host, [key::LAB_ACCOUNT_HOST, key::LAB_ACCOUNT_HOST_XRAY], None),
        Some(Part::Offload) => (Use::Host, [key::LAB_ACCOUNT_PANTRY, key::LAB_ACCOUNT_PANTRY_XRAY], None),
        None => (Use::Relay, [key::LAB_DOES_RELAY, key::LAB_ACCOUNT_BUBBLE_XRAY], None),
    }
}

/// The rows of a layer. What has the same name is one row; what took no time is none.
fn rows(course: &Course, layer: usize) -> Vec<Entry> {
    let parts = || Part::ALL.into_iter().map(Some).chain([None]);
    let mut rows: Vec<(usize, Entry)> = Vec::new();
    for (at, side) in course.sides.iter().enumerate() {
        let account = side.account();
        for (place, part) in parts().enumerate() {
            let time = part.map_or(account.bubble, |part| account.of(part));
            let (of, names, way) = row(course, side, part);
            let what = names[layer];
            let name = match way {
                Some(way) => Line::from(msg::LabAccountOn { what: what.into(), way: way[layer].into() }),
                None => Line::new(what),
            };
            if time == Time::ZERO {
                continue;
            }
            let known = rows.iter().position(|(_, row)| row.name == name).unwrap_or_else(|| {
                rows.push((place, Entry::new(name, of, course.sides.len())));
                rows.len() - 1
            });
            rows[known].1.times[at] += time;
        }
    }
    order::sort_by_key(&mut rows, |row: &(usize, Entry)| row.0);
    rows.into_iter().map(|(_, row)| row).collect()
}

pub(super) fn of(course: &Course) -> Account {
    let sheet = |layer: usize| {
        let name = |side: &Side| match side.buy {
            None => [key::LAB_NOW, key::LAB_NOW_XRAY][layer],
            Some(buy) => course.today.names(buy)[layer],
        };
        let runs = course.sides.iter().map(|side| Line::new(name(side))).collect();
        Sheet::new(runs, rows(course, layer), [Unit::Milliseconds, Unit::Picoseconds][layer])
    };
    Account {
        title: Line::new(key::LAB_ACCOUNT_TITLE),
        note: Line::new(key::LAB_ACCOUNT_NOTE),
        sheets: [0, 1].map(sheet),
    }
}

#[cfg(test)]
mod tests {
    use kitchen_text::Lang;

    use super::*;
    use crate::chapters::lab::kind::KIND;
    use crate::scenario::Scenario;
    use crate::show;

    /// In both layers the rows of each restaurant are its step, to the picosecond; and these are the rows of the x-ray.
    fn check(chosen: &[(&str, &str)], expected: &[&str]) {
        let scenario = chosen.iter().fold(Scenario::default_for(KIND), |all, (id, value)| all.with_choice(id, value));
        let course = Course::of(&show::run(&scenario).expect("a run")).expect("a course");
        let account = of(&course);
        for sheet in &account.sheets {
            assert_eq!(sheet.all.times, course.sides.each_ref().map(|side| side.end), "{chosen:?}");
        }
        let told: Vec<String> = account.sheets[1].rows.iter().map(|row| row.name.say(Lang::En)).collect();
        assert_eq!(told, expected, "{chosen:?}");
    }

    #[test]
    fn the_rows_are_the_step() {
        let [tensor, weights, gradients] =
            ["waits: TP, PCIe", "waits: weights gathered, PCIe", "waits: gradients reduced, PCIe"];
        let [way, bubble] = ["waits: PP, on its way", "waits: PP, bubble"];
        // Two stages share a kitchen: what is handed over goes by the corridor as well as by the streets.
        check(&[], &["attention", "MLP", "optimizer", tensor, weights, gradients, way, bubble]);
        check(&[("buy", "kitchens")], &["attention", "MLP", "optimizer", tensor, weights, gradients, way, bubble]);
        let [tensor, weights, gradients] =
            ["waits: TP, NVLink", "waits: weights gathered, NVLink", "waits: gradients reduced, NVLink"];
        let way = "waits: PP, on its way, network";
        let head = "vocabulary and loss";
        check(
            &[("lot", "both"), ("model", "llama3-70b"), ("kitchens", "4")],
            &["attention", "MLP", head, "optimizer", tensor, weights, gradients, way, bubble],
        );
    }
}
