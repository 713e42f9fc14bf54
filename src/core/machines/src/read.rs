//! From a document to a machine.

use kitchen_hardware::{Gpu, PcieGeneration};
use kitchen_topology::{
    Above, Fabric, Host, LinkFigures, MAX_GPUS, MAX_NICS_PER_GPU, NetworkFigures, OwnFigures, System, Wiring,
    all_systems,
};
use kitchen_topology::{Layout, Technology, Transport};

use crate::fabric::{self, Dimensions, nanoseconds};
use crate::fields::{self, DOCUMENT, LAYOUTS, MAX_MESH, TECHNOLOGIES, TRANSPORTS, Table, wrong};
use crate::gpu;
use crate::value::Value;
use crate::wrong::{Problem, Wrong};

/// What a document says.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// What the machine is called.
    pub name: String,
    /// How many nodes there are, where it says so.
    pub nodes: Option<u32>,
    pub machine: Machine,
}

/// The machine.
#[derive(Clone, Debug, PartialEq)]
pub enum Machine {
    /// Nodes of GPUs: it can do whatever a preset can.
    Nodes(&'static System),
    /// A fabric alone, over which collectives run.
    Dimensions(Dimensions),
}

/// The machine that a document describes. It is kept for as long as the program runs, as presets are; a preset that is read
/// back is the preset.
///
/// # Errors
/// The first fault found.
pub fn read(value: &Value) -> Result<Document, Wrong> {
    fields::check(value, DOCUMENT, "")?;
    let document = Table(value);
    let name = document.text("name").unwrap_or_default().to_owned();
    if document.has("dimensions") {
        return Ok(Document { name, nodes: None, machine: Machine::Dimensions(fabric::read(document)?) });
    }
    let of_dimensions = ["chunks", "active_chunks", "endpoint_ns", "memory_gb_per_s"];
    if let Some(field) = of_dimensions.into_iter().find(|field| document.has(field)) {
        return Err(wrong(field, Problem::Needs { other: "dimensions" }));
    }
    let system = system(document, &name)?;
    let nodes = document.whole("nodes");
    if let Some(nodes) = nodes.filter(|nodes| *nodes > system.max_nodes) {
        let (least, most) = ("1".to_owned(), system.max_nodes.to_string());
        return Err(wrong("nodes", Problem::Range { value: nodes.to_string(), least, most }));
    }
    let preset = all_systems().find(|preset| **preset == system);
    let system = preset.unwrap_or_else(|| Box::leak(Box::new(system)));
    Ok(Document { name, nodes, machine: Machine::Nodes(system) })
}

/// A text that stays.
pub(crate) fn kept(text: &str) -> &'static str {
    let names = all_systems().flat_map(|system| [system.id, system.machine, system.gpu.name]);
    names.into_iter().find(|known| *known == text).unwrap_or_else(|| Box::leak(text.to_owned().into_boxed_str()))
}

fn needed<'a>(document: Table<'a>, name: &str) -> Result<Table<'a>, Wrong> {
    document.table(name).ok_or_else(|| wrong(name, Problem::Missing))
}

fn system(document: Table<'_>, name: &str) -> Result<System, Wrong> {
    let gpus = document.whole("gpus_per_node").ok_or_else(|| wrong("gpus_per_node", Problem::Missing))?;
    let gpu = gpu::read(needed(document, "gpu")?)?;
    let max_nodes = document.whole("max_nodes").unwrap_or(MAX_GPUS / gpus);
    if max_nodes.saturating_mul(gpus) > MAX_GPUS {
        return Err(wrong("max_nodes", Problem::Product { other: "gpus_per_node", most: MAX_GPUS }));
    }
    let id = kept(name);
    let links = needed(document, "links")?;
    let host_table = needed(document, "host")?;
    let network = needed(document, "network")?;
    // As the catalogue has it; what differs is put in below.
    let mut system = System {
        id,
        machine: document.text("machine").map_or(id, kept),
        gpu,
        gpus_per_node: gpus,
        max_nodes,
        wiring: wiring(links, gpus)?,
        host: host(host_table, gpus)?,
        default_fabric: network_of(network, gpus)?,
        own: OwnFigures::NONE,
    };
    let own = OwnFigures {
        peer: peer(links, &system, gpu)?,
        slot: slot(host_table, &system)?,
        network: network_figures(network, &system)?,
    };
    system.own = own;
    Ok(system)
}

/// The fields that a kind of wiring has.
const OF_MESH: [&str; 4] = ["mesh", "gb_per_s", "payload_gb_per_s", "latency_ns"];
const OF_SWITCHED: [&str; 8] =
    ["chips", "boards", "trunk", "above", "in_network", "gb_per_s", "payload_gb_per_s", "latency_ns"];

fn wiring(links: Table<'_>, gpus: u32) -> Result<Wiring, Wrong> {
    let (own, wiring): (&[&str], Wiring) = match links.text("kind") {
        Some("mesh") => (&OF_MESH, mesh(links, gpus)?),
        Some("switched") => (&OF_SWITCHED, switched(links, gpus)?),
        _ => (&[], Wiring::Pcie),
    };
    let foreign = OF_MESH.iter().chain(&OF_SWITCHED).find(|field| links.has(field) && !own.contains(field));
    match foreign {
        Some(field) => Err(wrong(&format!("links.{field}"), Problem::NotWith { other: "links.kind" })),
        None => Ok(wiring),
    }
}

fn mesh(links: Table<'_>, gpus: u32) -> Result<Wiring, Wrong> {
    let rows = links.list("mesh").ok_or_else(|| wrong("links.mesh", Problem::Missing))?;
    let side = (gpus as usize).min(MAX_MESH + 1);
    if side > MAX_MESH {
        let (least, most) = ("1".to_owned(), MAX_MESH.to_string());
        return Err(wrong("gpus_per_node", Problem::Range { value: gpus.to_string(), least, most }));
    }
    let rows: Vec<Vec<u32>> =
        rows.iter().map(|row| if let Value::List(row) = row { fields::wholes(row) } else { Vec::new() }).collect();
    if rows.len() != side || rows.iter().any(|row| row.len() != side) {
        return Err(wrong("links.mesh", Problem::Square { side }));
    }
    for (row, lanes) in rows.iter().enumerate() {
        for (column, lane) in lanes.iter().enumerate().take(row + 1) {
            if *lane != rows[column][row] || (row == column && *lane > 0) {
                return Err(wrong(&format!("links.mesh[{row}][{column}]"), Problem::Uneven { row, column }));
            }
        }
    }
    let flat: Vec<u8> = rows.iter().flatten().map(|lane| *lane as u8).collect();
    Ok(Wiring::Mesh(Box::leak(flat.into_boxed_slice())))
}

fn switched(links: Table<'_>, gpus: u32) -> Result<Wiring, Wrong> {
    let chips = links.wholes("chips").ok_or_else(|| wrong("links.chips", Problem::Missing))?;
    let boards = links.whole("boards").unwrap_or(1);
    let trunk = links.whole("trunk").unwrap_or(0);
    let above = links.table("above");
    if !gpus.is_multiple_of(boards) {
        return Err(wrong("links.boards", Problem::Divides { other: "gpus_per_node" }));
    }
    match (boards, trunk, above.is_some()) {
        // A trunk joins two boards; more of them need a second level.
        (1 | 3.., 1.., _) => return Err(wrong("links.trunk", Problem::NotWith { other: "links.boards" })),
        (1, 0, true) => return Err(wrong("links.above", Problem::NotWith { other: "links.boards" })),
        (2, 1.., true) => return Err(wrong("links.trunk", Problem::NotWith { other: "links.above" })),
        (2, 0, false) => return Err(wrong("links.trunk", Problem::Missing)),
        (3.., 0, false) => return Err(wrong("links.above", Problem::Missing)),
        _ => {}
    }
    let planes = chips.len();
    let above = above.map(|above| {
        let chips = above.wholes("chips").unwrap_or_default();
        if chips.len() != planes {
            return Err(wrong("links.above.chips", Problem::Length { least: planes, most: planes }));
        }
        Ok(Above { chips: bytes(&chips), lanes: above.whole("lanes").unwrap_or(1) })
    });
    let (above, in_network) = (above.transpose()?, links.flag("in_network").unwrap_or(false));
    Ok(Wiring::Switched { chips: bytes(&chips), boards, trunk, above, in_network })
}

/// Small numbers that stay.
fn bytes(numbers: &[u32]) -> &'static [u8] {
    Box::leak(numbers.iter().map(|number| *number as u8).collect::<Vec<u8>>().into_boxed_slice())
}

fn host(table: Table<'_>, gpus: u32) -> Result<Host, Wrong> {
    use PcieGeneration::{Gen3, Gen4, Gen5, Gen6, Gen7};
    let whole = |name: &str| table.whole(name).unwrap_or(0);
    let host = Host {
        pcie: match whole("pcie") {
            3 => Gen3,
            4 => Gen4,
            5 => Gen5,
            6 => Gen6,
            _ => Gen7,
        },
        gpus_per_socket: whole("gpus_per_socket"),
        gpus_per_switch: whole("gpus_per_switch"),
        cards_at_gpus: table.flag("cards_at_gpus").unwrap_or(false),
        sockets_together: table.whole("sockets_together").unwrap_or(2),
        socket_gb_per_s: table.real("socket_gb_per_s").unwrap_or(0.0),
        memory_gb: table.real("memory_gb"),
    };
    if host.gpus_per_socket > gpus {
        return Err(wrong("host.gpus_per_socket", Problem::Above { other: "gpus_per_node" }));
    }
    if host.gpus_per_switch > host.gpus_per_socket {
        return Err(wrong("host.gpus_per_switch", Problem::Above { other: "host.gpus_per_socket" }));
    }
    if host.cards_at_gpus && host.gpus_per_switch > 0 {
        return Err(wrong("host.cards_at_gpus", Problem::NotWith { other: "host.gpus_per_switch" }));
    }
    Ok(host)
}

/// In the order of [`TRANSPORTS`].
pub(crate) const DRIVEN: [Transport; 7] = [
    Transport::Rdma,
    Transport::Efa,
    Transport::EfaHost,
    Transport::Tcp,
    Transport::Tcpx,
    Transport::Sockets,
    Transport::Slingshot,
];

fn network_of(table: Table<'_>, gpus: u32) -> Result<Fabric, Wrong> {
    let place = |name: &str, known: &[&str]| known.iter().position(|one| table.text(name) == Some(one));
    let is_rail = table.text("layout") != Some(LAYOUTS[0]);
    let is_infiniband = place("technology", TECHNOLOGIES) == Some(0);
    let fabric = Fabric {
        layout: if is_rail { Layout::Rail } else { Layout::LeafSpine },
        technology: if is_infiniband { Technology::InfiniBand } else { Technology::Ethernet },
        transport: place("transport", TRANSPORTS).map_or(Transport::Rdma, |at| DRIVEN[at]),
        nics_per_node: table.whole("nics_per_node").unwrap_or(1),
        gbit_per_nic: table.whole("gbit_per_nic").unwrap_or(1),
        adds: table.flag("adds").unwrap_or(false),
    };
    let most = gpus.saturating_mul(MAX_NICS_PER_GPU);
    if fabric.nics_per_node > most {
        let (least, most) = ("1".to_owned(), most.to_string());
        return Err(wrong(
            "network.nics_per_node",
            Problem::Range { value: fabric.nics_per_node.to_string(), least, most },
        ));
    }
    if fabric.adds && !is_infiniband {
        return Err(wrong("network.adds", Problem::NotWith { other: "network.technology" }));
    }
    Ok(fabric)
}

/// A link's figures as the table changes them; `usual` are the catalogue's. What is not said of the payload keeps its share
/// of the rate.
fn link(table: Table<'_>, at: &'static str, usual: Option<LinkFigures>) -> Result<Option<LinkFigures>, Wrong> {
    let missing = |field: &str| wrong(&format!("{at}.{field}"), Problem::Missing);
    let given = |field: &str| table.real(field);
    let gb_per_s = given("gb_per_s").or(usual.map(|usual| usual.gb_per_s)).ok_or_else(|| missing("gb_per_s"))?;
    let share = |usual: LinkFigures| {
        if gb_per_s == usual.gb_per_s {
            usual.payload_gb_per_s
        } else {
            gb_per_s * usual.payload_gb_per_s / usual.gb_per_s
        }
    };
    let payload = given("payload_gb_per_s").or(usual.map(share)).ok_or_else(|| missing("payload_gb_per_s"))?;
    let latency = given("latency_ns").map(nanoseconds).or(usual.map(|usual| usual.latency));
    let latency = latency.ok_or_else(|| missing("latency_ns"))?;
    if payload > gb_per_s {
        let other = if at == "host" { "host.gb_per_s" } else { "links.gb_per_s" };
        return Err(wrong(&format!("{at}.payload_gb_per_s"), Problem::Above { other }));
    }
    let figures = LinkFigures { gb_per_s, payload_gb_per_s: payload, latency };
    Ok((usual != Some(figures)).then_some(figures))
}

fn peer(links: Table<'_>, system: &System, gpu: &Gpu) -> Result<Option<LinkFigures>, Wrong> {
    if system.wiring == Wiring::Pcie {
        return Ok(None);
    }
    let usual = gpu.peer_link().and_then(|_| system.peer_link());
    link(links, "links", usual)
}

fn slot(host: Table<'_>, system: &System) -> Result<Option<LinkFigures>, Wrong> {
    link(host, "host", Some(system.slot()))
}

fn network_figures(table: Table<'_>, system: &System) -> Result<Option<NetworkFigures>, Wrong> {
    let usual = system.network(&system.default_fabric);
    let time = |field: &str, usual| table.real(field).map_or(usual, nanoseconds);
    let figures = NetworkFigures {
        payload_gb_per_s: table.real("payload_gb_per_s").unwrap_or(usual.payload_gb_per_s),
        card_latency: time("nic_latency_ns", usual.card_latency),
        switch_latency: time("switch_latency_ns", usual.switch_latency),
    };
    if figures.payload_gb_per_s > system.default_fabric.nominal().as_gb_per_s() {
        return Err(wrong("network.payload_gb_per_s", Problem::Above { other: "network.gbit_per_nic" }));
    }
    Ok((figures != usual).then_some(figures))
}
