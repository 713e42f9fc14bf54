use kitchen_topology::{ClusterSpec, all_systems, build, find_system};
use kitchen_units::Time;
use proptest::prelude::*;

use super::*;

/// A document in which the value at a path of fields is another, or is there no more.
fn with(document: &Value, path: &[&str], value: Option<Value>) -> Value {
    let (Value::Table(fields), [first, rest @ ..]) = (document, path) else { return document.clone() };
    let mut fields = fields.clone();
    let at = fields.iter().position(|(name, _)| name == first);
    match (at, rest, value) {
        (Some(at), [], Some(value)) => fields[at].1 = value,
        (Some(at), [], None) => drop(fields.remove(at)),
        (None, [], Some(value)) => fields.push(((*first).to_owned(), value)),
        (Some(at), rest, value) => fields[at].1 = with(&fields[at].1, rest, value),
        _ => {}
    }
    Value::Table(fields)
}

fn preset(id: &str) -> Value {
    write(find_system(id).unwrap())
}

/// What a changed preset is refused for.
fn check(id: &str, path: &[&str], value: Option<Value>, expected: Result<(), (&str, Problem)>) {
    let read = read(&with(&preset(id), path, value)).map(drop);
    let expected = expected.map_err(|(at, problem)| Wrong { at: at.to_owned(), problem });
    assert_eq!(read, expected, "{id} {path:?}");
}

#[test]
fn every_preset_is_itself_again_when_it_is_read_back() {
    for system in all_systems() {
        // Through the text of it, as a file would go.
        let text = serde_json::to_string(&write(system)).unwrap();
        let document = read(&serde_json::from_str(&text).unwrap()).unwrap();
        let Machine::Nodes(again) = document.machine else { panic!("{}", system.id) };
        assert!(std::ptr::eq(again, system) || (again == system && document.name == system.id), "{}", system.id);
    }
}

fn range(value: &str, least: &str, most: &str) -> Problem {
    Problem::Range { value: value.to_owned(), least: least.to_owned(), most: most.to_owned() }
}

#[test]
fn a_field_that_does_not_exist_has_a_nearest() {
    let Err(Wrong { at, problem: Problem::Unknown { nearest, known } }) =
        read(&with(&preset("dgx-h100"), &["network", "nic_per_node"], Some(Value::Whole(8))))
    else {
        panic!()
    };
    assert_eq!((at.as_str(), nearest), ("network.nic_per_node", Some("nics_per_node")));
    assert!(known.contains(&"gbit_per_nic"));
}

#[test]
fn a_field_out_of_its_range_or_kind_is_named() {
    let h100 = |path: &[&str], value: Value, at: &str, problem: Problem| {
        check("dgx-h100", path, Some(value), Err((at, problem)));
    };
    let nics = "network.nics_per_node";
    h100(&["network", "nics_per_node"], Value::Whole(-1), nics, range("-1", "1", "4096"));
    h100(&["network", "nics_per_node"], Value::Whole(33), nics, range("33", "1", "32"));
    h100(&["network", "nics_per_node"], Value::Real(1e30), nics, range("1000000000000000000000000000000", "1", "4096"));
    h100(&["network", "nics_per_node"], Value::Real(2.5), nics, Problem::Type { expected: Expected::Whole });
    h100(&["network", "nics_per_node"], Value::Nothing, nics, Problem::Type { expected: Expected::Whole });
    h100(&["gpu", "memory_gb"], Value::Real(f64::NAN), "gpu.memory_gb", range("NaN", "0.001", "1000000"));
    h100(&["gpu", "memory_gb"], Value::Real(f64::INFINITY), "gpu.memory_gb", range("inf", "0.001", "1000000"));
    h100(&["gpu", "memory_gb"], Value::text("80"), "gpu.memory_gb", Problem::Type { expected: Expected::Number });
    h100(&["gpu", "gemm_tflops"], Value::Real(1000.0), "gpu.gemm_tflops", Problem::Above { other: "gpu.peak_tflops" });
    h100(
        &["links", "payload_gb_per_s"],
        Value::Real(26.0),
        "links.payload_gb_per_s",
        Problem::Above { other: "links.gb_per_s" },
    );
    h100(
        &["links", "mesh"],
        Value::List(vec![Value::List(vec![Value::Whole(0)])]),
        "links.mesh",
        Problem::NotWith { other: "links.kind" },
    );
    h100(&["links", "boards"], Value::Whole(3), "links.boards", Problem::Divides { other: "gpus_per_node" });
    h100(&["links", "boards"], Value::Whole(2), "links.trunk", Problem::Missing);
    h100(&["max_nodes"], Value::Whole(16_390), "max_nodes", Problem::Product { other: "gpus_per_node", most: 131_112 });
    h100(&["nodes"], Value::Whole(16_390), "nodes", range("16390", "1", "16389"));
    h100(&["chunks"], Value::Whole(2), "chunks", Problem::Needs { other: "dimensions" });
    h100(&["name"], Value::text(""), "name", Problem::Length { least: 1, most: 64 });
    h100(&["gpu"], Value::text("h100-sxm"), "gpu", Problem::Type { expected: Expected::Table });
    let none = Problem::NoSuchGpu { value: "h100-smx".to_owned(), nearest: Some("h100-sxm") };
    h100(&["gpu", "base"], Value::text("h100-smx"), "gpu.base", none);
    check("dgx-h100", &["gpu", "base"], None, Ok(()));
    check("dgx-h100", &["host", "pcie"], None, Err(("host.pcie", Problem::Missing)));
    check(
        "oci-h100",
        &["network", "adds"],
        Some(Value::Flag(true)),
        Err(("network.adds", Problem::NotWith { other: "network.technology" })),
    );
    let uneven = Value::List(vec![
        Value::List(vec![Value::Whole(0), Value::Whole(12)]),
        Value::List(vec![Value::Whole(11), Value::Whole(0)]),
    ]);
    check(
        "h100-pcie-2",
        &["links", "mesh"],
        Some(uneven),
        Err(("links.mesh[1][0]", Problem::Uneven { row: 1, column: 0 })),
    );
    check(
        "h100-pcie-2",
        &["gpus_per_node"],
        Some(Value::Whole(4)),
        Err(("max_nodes", Problem::Product { other: "gpus_per_node", most: 131_112 })),
    );
}

#[test]
fn own_figures_are_those_of_the_links() {
    let own = |path: &[&str], value: f64| {
        let Machine::Nodes(system) = read(&with(&preset("dgx-h100"), path, Some(Value::Real(value)))).unwrap().machine
        else {
            panic!()
        };
        build(&ClusterSpec::new(system, 2)).unwrap()
    };
    let usual = build(&ClusterSpec::new(find_system("dgx-h100").unwrap(), 2)).unwrap();
    let twice = own(&["links", "gb_per_s"], 50.0);
    // A link's payload, which the document gives as well, stays.
    assert_eq!(twice.nvlink_rate(0).0.as_gb_per_s(), 2.0 * usual.nvlink_rate(0).0.as_gb_per_s());
    assert_eq!(twice.nvlink_rate(0).1, usual.nvlink_rate(0).1);
    assert_eq!(own(&["network", "payload_gb_per_s"], 40.0).nic_rate().1.as_gb_per_s(), 40.0);
    let latest = |topology: &kitchen_topology::Topology| topology.graph.edge_weights().map(|link| link.latency).max();
    assert_eq!(latest(&own(&["network", "switch_latency_ns"], 5_000.0)), Some(Time::from_ns(5_500)));
}

#[test]
fn a_fabric_of_dimensions_is_read() {
    let text = r#"{"name": "torus", "memory_gb_per_s": 3350, "dimensions": [
        {"kind": "torus", "sizes": [4, 2], "gb_per_s": 100, "latency_ns": 500},
        {"kind": "switch", "size": 8, "gb_per_s": 50, "latency_ns": 700.5}]}"#;
    let value: Value = serde_json::from_str(text).unwrap();
    let Machine::Dimensions(fabric) = read(&value).unwrap().machine else { panic!() };
    let sizes: Vec<(Joined, u32)> = fabric.dimensions.iter().map(|one| (one.joined, one.size)).collect();
    assert_eq!(sizes, [(Joined::Ring, 4), (Joined::Ring, 2), (Joined::Switch, 8)]);
    assert_eq!(fabric.dimensions[2].latency, Time(700_500));
    let refused = |path: &[&str], value_there: Option<Value>| read(&with(&value, path, value_there)).unwrap_err();
    assert_eq!(refused(&["memory_gb_per_s"], None).problem, Problem::Missing);
    assert_eq!(refused(&["nodes"], Some(Value::Whole(2))).problem, Problem::NotWith { other: "dimensions" });
}

#[test]
fn a_field_written_twice_is_refused() {
    assert!(serde_json::from_str::<Value>(r#"{"name": "a", "name": "b"}"#).unwrap_err().to_string().contains("name"));
}

/// Whether a value keeps to a schema, by the words of the standard that ours uses.
fn keeps(value: &Value, schema: &Value) -> bool {
    let number = |name: &str| schema.get(name).and_then(Value::number);
    let within =
        |x: f64, least: &str, most: &str| number(least).is_none_or(|l| x >= l) && number(most).is_none_or(|m| x <= m);
    if let Some(Value::List(known)) = schema.get("enum") {
        return known.contains(value);
    }
    let Some(Value::Text(kind)) = schema.get("type") else { return false };
    match (kind.as_str(), value) {
        ("string", Value::Text(text)) => within(text.chars().count() as f64, "minLength", "maxLength"),
        ("boolean", Value::Flag(_)) => true,
        ("integer", Value::Whole(whole)) => within(*whole as f64, "minimum", "maximum"),
        ("number", _) => value.number().is_some_and(|x| within(x, "minimum", "maximum")),
        ("array", Value::List(items)) => {
            within(items.len() as f64, "minItems", "maxItems")
                && items.iter().all(|item| keeps(item, schema.get("items").unwrap()))
        }
        ("object", Value::Table(fields)) => {
            let of = |name: &str| schema.get("properties").and_then(|all| all.get(name));
            let Some(Value::List(needed)) = schema.get("required") else { return false };
            let has = |name: &Value| matches!(name, Value::Text(name) if value.get(name).is_some());
            needed.iter().all(has) && fields.iter().all(|(name, value)| of(name).is_some_and(|form| keeps(value, form)))
        }
        _ => false,
    }
}

#[test]
fn every_preset_keeps_to_the_schema() {
    let schema = schema();
    for system in all_systems() {
        assert!(keeps(&write(system), &schema), "{}", system.id);
    }
    assert!(!keeps(&with(&preset("dgx-h100"), &["links", "chips"], Some(Value::Whole(4))), &schema));
}

#[test]
fn the_published_schema_is_this_one() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../examples/systems/schema.json");
    let text = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    assert!(std::fs::read_to_string(path).is_ok_and(|file| file == text), "write it anew: kitchen systems --schema");
}

/// Any value, mostly of the form's own names.
fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Nothing),
        any::<bool>().prop_map(Value::Flag),
        (-2i64..20).prop_map(Value::Whole),
        any::<i64>().prop_map(Value::Whole),
        any::<f64>().prop_map(Value::Real),
        "[a-z0-9-]{0,12}".prop_map(Value::Text),
        Just(Value::text("switched")),
        Just(Value::text("mesh")),
        Just(Value::text("torus")),
        Just(Value::text("ring")),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::List),
            proptest::collection::vec(("[a-z_]{1,8}", inner), 0..4).prop_map(Value::Table),
        ]
    })
}

proptest! {
    /// Nothing that stands in a field makes it panic, and what is accepted can be built.
    #[test]
    fn whatever_stands_in_a_field_is_a_machine_or_a_fault(
        system in 0..65usize, field in 0..60usize, value in any_value(),
    ) {
        let system = all_systems().nth(system).unwrap();
        let document = write(system);
        let Value::Table(fields) = &document else { panic!() };
        let mut paths: Vec<Vec<String>> = Vec::new();
        for (name, inside) in fields {
            match inside {
                Value::Table(inside) => paths.extend(inside.iter().map(|(field, _)| vec![name.clone(), field.clone()])),
                _ => paths.push(vec![name.clone()]),
            }
        }
        let path: Vec<&str> = paths[field % paths.len()].iter().map(String::as_str).collect();
        if let Ok(Document { machine: Machine::Nodes(system), .. }) = read(&with(&document, &path, Some(value))) {
            prop_assert!(build(&ClusterSpec::new(system, 1)).is_ok(), "{:?}", system);
            // Written and read, it is the same again.
            let again = read(&write(system)).map(|document| document.machine);
            prop_assert_eq!(again, Ok(Machine::Nodes(system)));
        }
    }
}
