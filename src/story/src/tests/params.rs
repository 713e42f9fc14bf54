//! The values that parameters take.

use super::{DATA, PIPELINE, RACE, TENSOR, number};
use crate::chapters::{kinds, links, tensor};
use crate::scenario::{Kind, Scenario};
use kitchen_core::units::Bytes;

fn check(kind: Kind, id: &str, asked: i64, expected: i64) {
    assert_eq!(
        Scenario::default_for(kind).with(id, asked).at(kind.position(id).unwrap(), 0),
        expected,
        "{} {id} {asked}",
        kind.id
    );
}

#[test]
fn with_takes_the_nearest_valid_value() {
    check(PIPELINE, "stages", 99, 8);
    check(PIPELINE, "stages", i64::MIN, 2);
    check(PIPELINE, "schedule", 12, 10);
    check(RACE, "bytes", 3 << 20, 2 << 20);
    check(RACE, "bytes", -1, 1 << 10);
    check(RACE, "bytes", i64::MAX, 16 << 30);
}

#[test]
fn a_former_id_is_as_good_as_todays() {
    for id in ["batches", "micro-batches"] {
        check(PIPELINE, id, 17, 17);
    }
    assert_eq!(number(&Scenario::default_for(DATA), "micro-batches"), None);
}

#[test]
fn defaults_are_valid_and_ids_are_unique() {
    for kind in kinds() {
        for (index, param) in kind.params.iter().enumerate() {
            assert_eq!(param.nearest(param.default), param.default, "{} {}", kind.id, param.id);
            assert!(kind.params[..index].iter().all(|other| other.id != param.id));
        }
    }
}

#[test]
fn a_scenario_is_read_as_typed_fields_and_written_back() {
    let params = tensor::params::Params::of(&Scenario::default_for(TENSOR).with_choice("hidden", "8192"));
    assert_eq!((params.hidden, params.link, params.ways), (8192, tensor::params::Link::Corridor, 2));
    assert_eq!(params.scenario(TENSOR), Scenario::default_for(TENSOR).with_choice("hidden", "8192"));
    assert_eq!(links::params::Params::default().chefs, 8);
    let most = links::params::Params { bytes: Bytes(u64::MAX), ..Default::default() };
    assert_eq!(number(&most.scenario(RACE), "bytes"), Some(16 << 30), "the nearest valid value");
}

#[test]
fn every_kind_goes_there_and_back() {
    for kind in kinds() {
        for (place, param) in kind.params.iter().enumerate() {
            let scenario = Scenario::default_for(kind).set(place, i64::MAX);
            assert_eq!(param.nearest(i64::MAX), scenario.at(place, 0), "{} {}", kind.id, param.id);
        }
    }
}
