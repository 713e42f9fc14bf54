//! From a machine to its document.

use kitchen_topology::{Layout, LinkFigures, System, Technology, Wiring};
use kitchen_units::Time;

use crate::fields::{LAYOUTS, TECHNOLOGIES, TRANSPORTS, WIRINGS};
use crate::gpu;
use crate::read::DRIVEN;
use crate::value::Value;

/// The document that describes it: every figure written out, those of the catalogue too, so that they can be changed.
pub fn write(system: &System) -> Value {
    let mut fields = vec![("name".to_owned(), Value::text(system.id))];
    if system.machine != system.id {
        fields.push(("machine".to_owned(), Value::text(system.machine)));
    }
    for (name, value) in [
        ("gpus_per_node", whole(system.gpus_per_node)),
        ("max_nodes", whole(system.max_nodes)),
        ("gpu", gpu::write(system.gpu)),
        ("links", links(system)),
        ("host", host(system)),
        ("network", network(system)),
    ] {
        fields.push((name.to_owned(), value));
    }
    Value::Table(fields)
}

fn whole(number: u32) -> Value {
    Value::Whole(i64::from(number))
}

fn nanoseconds(time: Time) -> Value {
    Value::Real(time.0 as f64 / 1e3)
}

fn list(numbers: &[u8]) -> Value {
    Value::List(numbers.iter().map(|number| whole(u32::from(*number))).collect())
}

fn links(system: &System) -> Value {
    let mut fields = Vec::new();
    let mut put = |name: &str, value: Value| fields.push((name.to_owned(), value));
    match system.wiring {
        Wiring::Pcie => put("kind", Value::text(WIRINGS[0])),
        Wiring::Mesh(lanes) => {
            put("kind", Value::text(WIRINGS[1]));
            let rows = lanes.chunks(system.gpus_per_node.max(1) as usize);
            put("mesh", Value::List(rows.map(list).collect()));
        }
        Wiring::Switched { chips, boards, trunk, in_network, .. } => {
            put("kind", Value::text(WIRINGS[2]));
            put("chips", list(chips));
            put("boards", whole(boards));
            put("trunk", whole(trunk));
            put("in_network", Value::Flag(in_network));
        }
    }
    if let Some(link) = system.peer_link() {
        for (name, value) in figures(link) {
            put(name, value);
        }
    }
    if let Wiring::Switched { above: Some(above), .. } = system.wiring {
        put("above", Value::table([("chips", list(above.chips)), ("lanes", whole(above.lanes))]));
    }
    Value::Table(fields)
}

fn figures(link: LinkFigures) -> [(&'static str, Value); 3] {
    [
        ("gb_per_s", Value::Real(link.gb_per_s)),
        ("payload_gb_per_s", Value::Real(link.payload_gb_per_s)),
        ("latency_ns", nanoseconds(link.latency)),
    ]
}

fn host(system: &System) -> Value {
    let host = system.host;
    let [rate, payload, latency] = figures(system.slot());
    let memory = host.memory_gb.map(|gb| ("memory_gb".to_owned(), Value::Real(gb)));
    let table = Value::table([
        ("pcie", whole(host.pcie as u32 + 3)),
        rate,
        payload,
        latency,
        ("gpus_per_socket", whole(host.gpus_per_socket)),
        ("gpus_per_switch", whole(host.gpus_per_switch)),
        ("cards_at_gpus", Value::Flag(host.cards_at_gpus)),
        ("sockets_together", whole(host.sockets_together)),
        ("socket_gb_per_s", Value::Real(host.socket_gb_per_s)),
    ]);
    match table {
        Value::Table(fields) => Value::Table(fields.into_iter().chain(memory).collect()),
        other => other,
    }
}

fn network(system: &System) -> Value {
    let fabric = system.default_fabric;
    let figures = system.network(&fabric);
    let layout = if fabric.layout == Layout::Rail { LAYOUTS[1] } else { LAYOUTS[0] };
    let technology = if fabric.technology == Technology::InfiniBand { TECHNOLOGIES[0] } else { TECHNOLOGIES[1] };
    let driven = DRIVEN.iter().position(|transport| *transport == fabric.transport);
    Value::table([
        ("nics_per_node", whole(fabric.nics_per_node)),
        ("gbit_per_nic", whole(fabric.gbit_per_nic)),
        ("payload_gb_per_s", Value::Real(figures.payload_gb_per_s)),
        ("nic_latency_ns", nanoseconds(figures.card_latency)),
        ("switch_latency_ns", nanoseconds(figures.switch_latency)),
        ("layout", Value::text(layout)),
        ("technology", Value::text(technology)),
        ("transport", Value::text(driven.map_or("", |at| TRANSPORTS[at]))),
        ("adds", Value::Flag(fabric.adds)),
    ])
}
