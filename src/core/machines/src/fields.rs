//! The form: which fields a document has, of what kind, in what range. The reader and the schema go by it.

use crate::value::Value;
use crate::wrong::{Expected, Problem, Wrong, nearest};

/// A field of a table.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    /// Whether a table without it is refused.
    pub(crate) is_needed: bool,
    /// What it says, for the schema.
    pub(crate) about: &'static str,
}

/// What a field takes; ranges hold their ends.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Text,
    Flag,
    Choice(&'static [&'static str]),
    Whole {
        least: i64,
        most: i64,
    },
    Real {
        least: f64,
        most: f64,
    },
    /// So many of one kind.
    List {
        of: &'static Kind,
        least: usize,
        most: usize,
    },
    Table(&'static [Field]),
}

/// The most characters of a name.
pub(crate) const MAX_NAME: usize = 64;
/// The most GPUs of a mesh: a search for its rings grows with them.
pub(crate) const MAX_MESH: usize = 16;
/// The most GPUs of one node.
const MAX_GPUS_PER_NODE: i64 = 1024;
/// The most switch chips of a board or a plane.
const MAX_CHIPS: usize = 64;
/// The most dimensions of a fabric that is one.
pub const MAX_DIMENSIONS: usize = 4;
/// The most members of one dimension, and of all together.
pub(crate) const MAX_MEMBERS: i64 = 4096;

/// A link's rate, GB/s: from a modem's to far beyond any that is announced.
const RATE: Kind = Kind::Real { least: 1e-3, most: 1e6 };
/// A link's latency: to a millisecond.
const LATENCY: Kind = Kind::Real { least: 0.0, most: 1e6 };
const TFLOPS: Kind = Kind::Real { least: 1e-3, most: 1e6 };
const LINKS: Kind = Kind::Whole { least: 0, most: 255 };
const CHIPS: Kind = Kind::List { of: &Kind::Whole { least: 1, most: 255 }, least: 1, most: MAX_CHIPS };

const PLANES: Kind = Kind::List { of: &Kind::Whole { least: 1, most: 16 }, least: 1, most: MAX_CHIPS };

pub(crate) const GENERATIONS: &[&str] =
    &["pascal", "volta", "ampere", "hopper", "blackwell", "rubin", "cdna2", "cdna3", "cdna4"];
pub(crate) const WIRINGS: &[&str] = &["pcie", "mesh", "switched"];
pub(crate) const LAYOUTS: &[&str] = &["leaf-spine", "rail"];
pub(crate) const TECHNOLOGIES: &[&str] = &["infiniband", "ethernet"];
pub(crate) const TRANSPORTS: &[&str] = &["rdma", "efa", "efa-host", "tcp", "tcpx", "sockets", "slingshot"];
pub(crate) const SHAPES: &[&str] = &["ring", "fully-connected", "switch", "torus"];

const fn may(name: &'static str, kind: Kind, about: &'static str) -> Field {
    Field { name, kind, is_needed: false, about }
}

const fn must(name: &'static str, kind: Kind, about: &'static str) -> Field {
    Field { name, kind, is_needed: true, about }
}

/// The whole document. Either `gpu`, `links`, `host` and `network`, or `dimensions`.
#[rustfmt::skip]
pub(crate) const DOCUMENT: &[Field] = &[
    must("name", Kind::Text, "What the machine is called in the answers."),
    may("machine", Kind::Text, "The preset whose name it is shown under, where it is one with another network."),
    may("gpus_per_node", Kind::Whole { least: 1, most: MAX_GPUS_PER_NODE }, "GPUs of one node; a rack that is one NVLink domain is one node."),
    may("max_nodes", Kind::Whole { least: 1, most: 131_112 }, "The most nodes that there are; all together at most 131,112 GPUs."),
    may("nodes", Kind::Whole { least: 1, most: 131_112 }, "How many nodes there are where --nodes does not say; 1 where this is not given."),
    may("gpu", Kind::Table(GPU), "The GPU: one of the catalogue (base), with any of its figures replaced, or all figures."),
    may("links", Kind::Table(LINKS_IN_NODE), "How the GPUs of a node are joined."),
    may("host", Kind::Table(HOST), "How GPUs and cards hang on the CPUs."),
    may("network", Kind::Table(NETWORK), "What joins the nodes."),
    may("dimensions", Kind::List { of: &Kind::Table(DIMENSION), least: 1, most: MAX_DIMENSIONS }, "A fabric as the product of dimensions of equal links, the innermost first; instead of gpu, links, host and network."),
    may("chunks", Kind::Whole { least: 1, most: 65_536 }, "With dimensions: the chunks that a collective is cut into."),
    may("active_chunks", Kind::Whole { least: 1, most: 65_536 }, "With dimensions: chunks under way in a dimension at once."),
    may("endpoint_ns", Kind::Real { least: 0.0, most: 1e6 }, "With dimensions: what an endpoint takes before it sends and for each message that it receives."),
    may("memory_gb_per_s", RATE, "With dimensions: what the memory carries that a sum reads from and writes to, GB/s."),
];

#[rustfmt::skip]
const GPU: &[Field] = &[
    may("base", Kind::Text, "A GPU of the catalogue, such as h100-sxm; the fields below replace its figures."),
    may("name", Kind::Text, "Its name as sold."),
    may("generation", Kind::Choice(GENERATIONS), "Whose tuning tables hold for it."),
    may("memory_gb", Kind::Real { least: 1e-3, most: 1e6 }, "Memory, decimal gigabytes as sold."),
    may("memory_gb_per_s", RATE, "Memory bandwidth of the data sheet, GB/s."),
    may("peak_tflops", TFLOPS, "Peak dense rate, TFLOP/s: bf16, or fp16 where it has none."),
    may("gemm_tflops", TFLOPS, "The best matrix product measured, TFLOP/s."),
    may("fp8_tflops", Kind::Real { least: 0.0, most: 1e6 }, "Peak dense fp8 rate, TFLOP/s; 0 without."),
    may("fp8_gemm_tflops", Kind::Real { least: 0.0, most: 1e6 }, "The best fp8 matrix product measured, TFLOP/s; 0 where nobody has."),
    may("stream_tb_per_s", Kind::List { of: &Kind::Real { least: 1e-3, most: 1e3 }, least: 2, most: 2 }, "Memory bandwidth measured by streaming kernels, the lowest and the highest, TB/s."),
    may("nvlink", Kind::Whole { least: 0, most: 6 }, "Generation of its NVLink; 0 without."),
    may("bridged", Kind::Flag, "Whether its NVLink is a bridge between two cards."),
];

#[rustfmt::skip]
const LINKS_IN_NODE: &[Field] = &[
    must("kind", Kind::Choice(WIRINGS), "pcie: PCIe alone; mesh: from GPU to GPU; switched: to switch chips."),
    may("mesh", Kind::List { of: &Kind::List { of: &LINKS, least: 1, most: MAX_MESH }, least: 1, most: MAX_MESH }, "mesh: how many links each pair of GPUs has, row by row of a square."),
    may("chips", CHIPS, "switched: links of each GPU to each chip of its board."),
    may("boards", Kind::Whole { least: 1, most: 64 }, "switched: boards, each with its own chips."),
    may("trunk", LINKS, "switched, two boards: links from a chip of one to its counterpart of the other."),
    may("above", Kind::Table(ABOVE), "switched, several boards: a second level of chips that joins them, in planes."),
    may("in_network", Kind::Flag, "switched: whether the chips add and multicast (NVLS)."),
    may("gb_per_s", RATE, "One link one way, as sold, GB/s; that of the GPU's NVLink or xGMI where it is not given."),
    may("payload_gb_per_s", RATE, "What kernels move over one link one way, GB/s."),
    may("latency_ns", LATENCY, "From GPU to GPU, or between a GPU and a switch chip, ns."),
];

#[rustfmt::skip]
const ABOVE: &[Field] = &[
    must("chips", PLANES, "Chips of each plane, as many planes as a board has chips."),
    must("lanes", Kind::Whole { least: 1, most: 255 }, "Links from a board's chip to each chip of its plane."),
];

#[rustfmt::skip]
const HOST: &[Field] = &[
    must("pcie", Kind::Whole { least: 3, most: 7 }, "Generation of every slot's PCIe."),
    may("gb_per_s", RATE, "Sixteen lanes one way, as sold, GB/s; the generation's where it is not given."),
    may("payload_gb_per_s", RATE, "What arrives of them, GB/s."),
    may("latency_ns", LATENCY, "One PCIe link with the switch behind it, ns."),
    must("gpus_per_socket", Kind::Whole { least: 1, most: MAX_GPUS_PER_NODE }, "GPUs under one CPU socket."),
    must("gpus_per_switch", Kind::Whole { least: 0, most: MAX_GPUS_PER_NODE }, "GPUs under one PCIe switch; 0 where they hang on their CPU by NVLink-C2C."),
    may("cards_at_gpus", Kind::Flag, "With gpus_per_switch 0: whether the cards hang on the GPUs' own PCIe all the same."),
    may("sockets_together", Kind::Whole { least: 1, most: MAX_GPUS_PER_NODE }, "Sockets joined with each other; 2 where it is not given."),
    must("socket_gb_per_s", RATE, "Between two sockets one way, GB/s."),
    may("memory_gb", Kind::Real { least: 1e-3, most: 1e7 }, "Memory of all CPUs of a node, decimal gigabytes; without it nothing is moved there."),
];

#[rustfmt::skip]
const NETWORK: &[Field] = &[
    must("nics_per_node", Kind::Whole { least: 1, most: 4 * MAX_GPUS_PER_NODE }, "Network cards for training traffic of one node, at most four a GPU."),
    must("gbit_per_nic", Kind::Whole { least: 1, most: 100_000 }, "A card's port, Gbit/s."),
    may("payload_gb_per_s", RATE, "What arrives of a card's rate one way, GB/s; by the transport where it is not given."),
    may("nic_latency_ns", LATENCY, "A card and its cable, ns."),
    may("switch_latency_ns", LATENCY, "One switch from port to port, ns."),
    may("layout", Kind::Choice(LAYOUTS), "rail: card i of every node at rail i's switch; leaf-spine: all cards of a node at one."),
    must("technology", Kind::Choice(TECHNOLOGIES), "The kind of network."),
    may("transport", Kind::Choice(TRANSPORTS), "How a card is driven; rdma where it is not given."),
    may("adds", Kind::Flag, "infiniband: whether the switches add what passes through them (SHARP)."),
];

#[rustfmt::skip]
const DIMENSION: &[Field] = &[
    must("kind", Kind::Choice(SHAPES), "How its members are joined; a torus is a ring for each of its sizes."),
    may("size", Kind::Whole { least: 2, most: MAX_MEMBERS }, "Members; of a torus see sizes."),
    may("sizes", Kind::List { of: &Kind::Whole { least: 2, most: MAX_MEMBERS }, least: 1, most: MAX_DIMENSIONS }, "torus: members of each ring."),
    must("gb_per_s", RATE, "One link one way, GB/s."),
    must("latency_ns", LATENCY, "One hop, ns."),
];

/// Whether a table keeps to the form. What one field says of another is not looked at.
///
/// # Errors
/// The first fault, with its place.
pub(crate) fn check(value: &Value, form: &'static [Field], at: &str) -> Result<(), Wrong> {
    let Value::Table(fields) = value else { return Err(wrong(at, Problem::Type { expected: Expected::Table })) };
    for (name, value) in fields {
        let Some(field) = form.iter().find(|field| field.name == name) else {
            let known: Vec<&str> = form.iter().map(|field| field.name).collect();
            let nearest = nearest(name, known.iter().copied());
            return Err(wrong(&under(at, &shortened(name)), Problem::Unknown { nearest, known }));
        };
        one(value, &field.kind, &under(at, name))?;
    }
    match form.iter().find(|field| field.is_needed && value.get(field.name).is_none()) {
        Some(field) => Err(wrong(&under(at, field.name), Problem::Missing)),
        None => Ok(()),
    }
}

fn one(value: &Value, kind: &'static Kind, at: &str) -> Result<(), Wrong> {
    let expected = |expected| Err(wrong(at, Problem::Type { expected }));
    match (kind, value) {
        (Kind::Table(form), _) => check(value, form, at),
        (Kind::Text, Value::Text(text)) => {
            let is_plain = !text.chars().any(char::is_control);
            let fits = (1..=MAX_NAME).contains(&text.chars().count()) && is_plain;
            if fits { Ok(()) } else { Err(wrong(at, Problem::Length { least: 1, most: MAX_NAME })) }
        }
        (Kind::Text | Kind::Choice(_), _) if !matches!(value, Value::Text(_)) => expected(Expected::Text),
        (Kind::Choice(known), Value::Text(text)) if !known.contains(&text.as_str()) => {
            Err(wrong(at, Problem::Choice { value: shortened(text), known: known.to_vec() }))
        }
        (Kind::Text | Kind::Choice(_), _) | (Kind::Flag, Value::Flag(_)) => Ok(()),
        (Kind::Flag, _) => expected(Expected::Flag),
        (&Kind::Whole { least, most }, &Value::Whole(whole)) => {
            let range =
                || Problem::Range { value: whole.to_string(), least: least.to_string(), most: most.to_string() };
            if (least..=most).contains(&whole) { Ok(()) } else { Err(wrong(at, range())) }
        }
        // Too large for a whole number of 64 bits.
        (&Kind::Whole { least, most }, &Value::Real(real)) if real >= i64::MAX as f64 => {
            Err(wrong(at, Problem::Range { value: real.to_string(), least: least.to_string(), most: most.to_string() }))
        }
        (Kind::Whole { .. }, _) => expected(Expected::Whole),
        (&Kind::Real { least, most }, _) => {
            let Some(real) = value.number() else { return expected(Expected::Number) };
            let range = || Problem::Range { value: real.to_string(), least: least.to_string(), most: most.to_string() };
            if (least..=most).contains(&real) { Ok(()) } else { Err(wrong(at, range())) }
        }
        (&Kind::List { of, least, most }, Value::List(items)) => {
            if !(least..=most).contains(&items.len()) {
                return Err(wrong(at, Problem::Length { least, most }));
            }
            items.iter().enumerate().try_for_each(|(place, item)| one(item, of, &format!("{at}[{place}]")))
        }
        (Kind::List { .. }, _) => expected(Expected::List),
    }
}

pub(crate) fn wrong(at: &str, problem: Problem) -> Wrong {
    Wrong { at: at.to_owned(), problem }
}

fn under(at: &str, name: &str) -> String {
    if at.is_empty() { name.to_owned() } else { format!("{at}.{name}") }
}

/// So much of a text as a sentence holds.
pub(crate) fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(MAX_NAME).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// The fields of a table that has been checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table<'a>(pub(crate) &'a Value);

impl<'a> Table<'a> {
    pub(crate) fn has(self, name: &str) -> bool {
        self.0.get(name).is_some()
    }

    pub(crate) fn table(self, name: &str) -> Option<Table<'a>> {
        self.0.get(name).map(Table)
    }

    pub(crate) fn text(self, name: &str) -> Option<&'a str> {
        match self.0.get(name)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn flag(self, name: &str) -> Option<bool> {
        match self.0.get(name)? {
            Value::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    pub(crate) fn whole(self, name: &str) -> Option<u32> {
        match self.0.get(name)? {
            Value::Whole(whole) => u32::try_from(*whole).ok(),
            _ => None,
        }
    }

    pub(crate) fn real(self, name: &str) -> Option<f64> {
        self.0.get(name)?.number()
    }

    pub(crate) fn list(self, name: &str) -> Option<&'a [Value]> {
        match self.0.get(name)? {
            Value::List(items) => Some(items),
            _ => None,
        }
    }

    pub(crate) fn wholes(self, name: &str) -> Option<Vec<u32>> {
        self.list(name).map(wholes)
    }
}

pub(crate) fn wholes(items: &[Value]) -> Vec<u32> {
    items.iter().filter_map(|item| if let Value::Whole(n) = item { u32::try_from(*n).ok() } else { None }).collect()
}
