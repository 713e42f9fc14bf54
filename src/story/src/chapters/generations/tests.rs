use super::kind::KIND;
use crate::scenario::Scenario;
use crate::tests::telling::tell;

#[test]
fn every_year_can_be_told() {
    let usual = Scenario::default_for(KIND);
    for (size, op, missing) in [
        (10, "all-reduce", "nothing"),
        (34, "all-gather", "chip"),
        (30, "reduce-scatter", "link"),
        (20, "broadcast", "chip"),
    ] {
        let scenario = usual.with("bytes", 1 << size).with_choice("op", op).with_choice("missing", missing);
        tell("generations", &scenario);
    }
}
