//! The catalogue between servers, and the systems that are made of both.

use kitchen_core::hardware::{ASICS, ETHERNETS, INFINIBANDS, NICS};
use kitchen_core::topology::{self, Fabric, System, Wiring};
use kitchen_core::units::{Rate, Time};
use kitchen_story::sentences::Named as _;
use kitchen_text::{Line, Words, format, key, msg};

use super::{Page, code, ends, escaped};

pub(super) fn write(page: &mut Page) {
    page.section("networks", key::HOW_NETWORKS);
    page.paragraph("p", key::HOW_NETWORKS_TEXT);
    cards(page);
    fabrics(page);
    chips(page);
    page.section("systems", key::HOW_SYSTEMS);
    page.paragraph("p", key::HOW_SYSTEMS_TEXT);
    systems(page);
}

fn gbit(rate: f64) -> String {
    if rate < 1e3 { format!("{rate} Gbit/s") } else { format!("{} Tbit/s", rate / 1e3) }
}

fn latency(time: Option<Time>) -> String {
    time.map_or_else(|| "–".to_owned(), format::time)
}

fn cards(page: &mut Page) {
    let rows: Vec<Vec<String>> = NICS
        .iter()
        .map(|card| {
            let sold = Rate::gbit_per_s(f64::from(card.gbit_per_s));
            vec![
                escaped(card.name),
                format!("{} Gbit/s ({})", card.gbit_per_s, format::rate(sold)),
                card.measured_gb_per_s.map_or_else(|| "–".to_owned(), |value| format::rate(Rate::gb_per_s(value))),
                page.source(&card.source),
            ]
        })
        .collect();
    let heads = [key::HOW_NAME, key::HOW_SOLD, key::HOW_PAYLOAD, key::SHELL_SOURCE];
    let rates = ends(NICS.iter().map(|card| f64::from(card.gbit_per_s)), gbit);
    page.catalogue(page.say(key::HOW_CARDS), &heads, &rows, key::HOW_SOLD, rates);
}

/// Each kind of network that a preset has, once, with what arrives of a card's rate there.
fn fabrics(page: &mut Page) {
    let mut seen: Vec<(Fabric, Vec<&str>)> = Vec::new();
    for system in topology::all_systems() {
        let fabric = system.default_fabric;
        let is_same = |one: &Fabric| {
            (one.technology, one.transport, one.gbit_per_nic)
                == (fabric.technology, fabric.transport, fabric.gbit_per_nic)
        };
        match seen.iter_mut().find(|(one, _)| is_same(one)) {
            Some((_, systems)) => systems.push(system.id),
            None => seen.push((fabric, vec![system.id])),
        }
    }
    seen.sort_by_key(|(one, _)| (one.technology, one.transport, one.gbit_per_nic));
    let rows: Vec<Vec<String>> = seen
        .iter()
        .map(|(fabric, systems)| {
            vec![
                [page.say(fabric.technology.name()), driven(page, fabric)].join(page.say(key::HOW_COMMA)),
                format!("{} Gbit/s ({})", fabric.gbit_per_nic, format::rate(fabric.nominal())),
                format::rate(fabric.effective()),
                format::time(fabric.switch_latency()),
                systems.iter().map(|id| code(id)).collect::<Vec<_>>().join(page.say(key::HOW_COMMA)),
            ]
        })
        .collect();
    let heads = [key::HOW_NAME, key::HOW_SOLD, key::HOW_ARRIVES, key::HOW_SWITCH_LATENCY, key::HOW_USED_BY];
    let rates = seen.iter().map(|(fabric, _)| fabric.effective().as_gb_per_s());
    let rates = ends(rates, |rate| format::rate(Rate::gb_per_s(rate)));
    page.catalogue(page.say(key::HOW_FABRICS), &heads, &rows, key::HOW_ARRIVES, rates);
}

/// How cards are driven, by its usual name.
fn driven(page: &Page, fabric: &Fabric) -> &'static str {
    use kitchen_core::topology::Transport;
    match fabric.transport {
        Transport::Rdma | Transport::Packets => "RDMA",
        Transport::Efa => "EFA",
        Transport::EfaHost => page.say(key::HOW_EFA_HOST),
        Transport::Tcp => "TCPXO",
        Transport::Tcpx => "TCPX",
        Transport::Sockets => page.say(key::HOW_SOCKETS),
        Transport::Slingshot => "Slingshot",
    }
}

fn chips(page: &mut Page) {
    let mut rows = Vec::new();
    for rate in INFINIBANDS.iter().chain(ETHERNETS) {
        rows.push(vec![
            escaped(rate.name),
            format!("{} Gbit/s", rate.gbit_per_s),
            latency(rate.switch_latency),
            page.source(&rate.source),
        ]);
    }
    for chip in ASICS {
        rows.push(vec![
            escaped(chip.name),
            format!("{} Tbit/s", chip.tbit_per_s),
            latency(chip.latency),
            page.source(&chip.source),
        ]);
    }
    let heads = [key::HOW_NAME, key::HOW_ONE_WAY, key::HOW_SWITCH_LATENCY, key::SHELL_SOURCE];
    let ports = INFINIBANDS.iter().chain(ETHERNETS).map(|rate| f64::from(rate.gbit_per_s));
    let rates = ends(ports.chain(ASICS.iter().map(|chip| chip.tbit_per_s * 1e3)), gbit);
    page.catalogue(page.say(key::HOW_PORTS_AND_CHIPS), &heads, &rows, key::HOW_ONE_WAY, rates);
}

fn systems(page: &mut Page) {
    let rows: Vec<Vec<String>> = topology::all_systems()
        .map(|system| {
            let fabric = system.default_fabric;
            let network = Line::from(msg::HowSystemNetwork {
                cards: i64::from(fabric.nics_per_node),
                rate: i64::from(fabric.gbit_per_nic),
                technology: fabric.technology.name().into(),
                driven: Words::from(driven(page, &fabric)),
                layout: fabric.layout.name().into(),
            });
            vec![
                format!("{} <small>{}</small>", code(system.id), escaped(page.say(system.name()))),
                format!("{} × {}", system.gpus_per_node, page.named(system.gpu.name)),
                escaped(&wiring(system).say(page.lang)) + &page.source(&topology::wiring_source(system)),
                escaped(&network.say(page.lang)),
                system.max_nodes.to_string(),
            ]
        })
        .collect();
    let heads = [key::HOW_NAME, key::HOW_GPUS, key::HOW_WIRING, key::HOW_NETWORK, key::HOW_MOST_NODES];
    let gpus = ends(topology::all_systems().map(|system| f64::from(system.gpus_per_node)), |gpus| gpus.to_string());
    page.catalogue(page.say(key::HOW_SYSTEMS), &heads, &rows, key::HOW_GPUS_OF_ONE, gpus);
}

fn wiring(system: &System) -> Line {
    match system.wiring {
        Wiring::Pcie => Line::new(key::HOW_WIRING_PCIE),
        Wiring::Mesh(_) => Line::from(msg::HowWiringMesh { links: i64::from(system.nvlink_lanes_per_gpu()) }),
        Wiring::Switched { in_network, .. } => {
            let sums = if in_network { key::HOW_WIRING_SUMS } else { key::HOW_WIRING_NO_SUMS };
            Line::from(msg::HowWiringSwitched {
                links: i64::from(system.nvlink_lanes_per_gpu()),
                chips: i64::from(system.switch_chips()),
                sums: sums.into(),
            })
        }
    }
}
