//! How hosts' cards answer for what they send, and slow down: flags that commands about packets share.

use kitchen_core::packet::dcqcn::Dcqcn;
use kitchen_core::packet::ecn::Ecn;
use kitchen_core::packet::transport::{Cores, Credit, Preset, Transport};
use kitchen_core::units::{Bytes, Time};
use kitchen_story::scenario::raw::quote;
use kitchen_story::scenario::size;
use kitchen_text::{Line, key, msg};

use crate::say::{self, Failure};

/// What may be said in place of a transport or of a rate control.
pub(crate) const NONE: &str = "none";

pub(crate) const CONTROLS: [&str; 3] = [NONE, "vendor", "paper"];

pub(crate) fn transports() -> impl Iterator<Item = &'static str> {
    std::iter::once(NONE).chain(Preset::ALL.into_iter().map(Preset::id))
}

/// A transport by its name.
pub(crate) fn named(name: &str) -> Result<Option<Preset>, Failure> {
    if name == NONE {
        return Ok(None);
    }
    Preset::from_id(name).map(Some).ok_or_else(|| say::unknown("--transport", name, transports()))
}

/// The constants of rate control by their name, for cards of that rate.
pub(crate) fn control(name: &str, gbit: u32) -> Result<Option<Dcqcn>, Failure> {
    match name {
        NONE => Ok(None),
        "vendor" => Ok(Some(Dcqcn::vendor(gbit))),
        "paper" => Ok(Some(Dcqcn::paper())),
        other => Err(say::unknown("--dcqcn", other, CONTROLS.into_iter())),
    }
}

/// A transport that has its own control takes no other.
pub(crate) fn agree(transport: Option<&Transport>, dcqcn: Option<&Dcqcn>) -> Result<(), Failure> {
    let has_own = transport.is_some_and(|transport| transport.congestion_control.is_some());
    if has_own && dcqcn.is_some() {
        return Err(Failure::new("--dcqcn", Line::new(key::FABRIC_TWO_CONTROLS)));
    }
    Ok(())
}

/// Numbers that replace those of a transport.
#[derive(Default)]
pub(crate) struct Own<'a> {
    pub paths: Option<u32>,
    pub chunk: Option<&'a str>,
    pub credit: Option<&'a str>,
    pub coalesce: Option<u32>,
    pub cores: Option<u32>,
    pub window: Option<&'a str>,
    pub timeout_us: Option<u32>,
    pub trim: bool,
}

/// The transport of that name, with one's own numbers.
pub(crate) fn transport(name: &str, own: &Own<'_>, mtu: u32) -> Result<Option<Transport>, Failure> {
    let flags = [
        ("--paths", own.paths.is_some()),
        ("--chunk", own.chunk.is_some()),
        ("--credit", own.credit.is_some()),
        ("--coalesce", own.coalesce.is_some()),
        ("--cpu-cores", own.cores.is_some()),
        ("--window", own.window.is_some()),
        ("--timeout-us", own.timeout_us.is_some()),
        ("--trim", own.trim),
    ];
    let Some(named) = named(name)? else {
        return match flags.into_iter().find(|(_, is_given)| *is_given) {
            None => Ok(None),
            Some((flag, _)) => Err(needs(flag, "--transport")),
        };
    };
    let mut rules = named.config(mtu);
    if let Some(paths) = own.paths {
        rules = rules.with_paths(within("--paths", paths, 256)? as u16);
    }
    if let Some(text) = own.chunk {
        let bytes = bytes("--chunk", text, 1 << 22)?;
        let packets = bytes.div_ceil(u64::from(mtu.max(1)));
        rules.chunk = within("--chunk", u32::try_from(packets).unwrap_or(u32::MAX), 1024)? as u16;
    }
    match own.credit {
        None => {}
        Some(NONE) => rules.credit = None,
        Some(text) => {
            let quantum = bytes("--credit", text, 1 << 24)? as u32;
            let first = rules.credit.map_or(quantum, |credit| credit.first.max(quantum));
            rules.credit = Some(Credit { quantum, first });
        }
    }
    if let Some(most) = own.coalesce {
        rules.ack_coalescing = within("--coalesce", most, 1024)? as u16;
    }
    if let Some(count) = own.cores {
        let each =
            rules.cores.map(|cores| cores.each).ok_or_else(|| needs("--cpu-cores", "--transport software, tcp"))?;
        rules.cores = Some(Cores { count: within("--cpu-cores", count, 255)? as u8, each });
    }
    if let Some(text) = own.window {
        rules.window = Some(bytes("--window", text, 1 << 30)?);
    }
    rules.trim = own.trim;
    if own.trim && !rules.wants_trimming() {
        // A receiver that keeps order has no use for a header alone.
        return Err(needs("--trim", "--transport selective, software, tcp, uet, uet-nscc"));
    }
    if let Some(us) = own.timeout_us {
        rules = rules.with_timeout(Time::from_us(within("--timeout-us", us, 1_000_000)?.into()));
    }
    Ok(Some(rules))
}

/// Constants of DCQCN that replace those of a set: `timer=300,ai=5` and so on. Times in µs, rates in Mbit/s.
pub(crate) fn constants(set: &mut Dcqcn, text: &str) -> Result<(), Failure> {
    const NAMES: [&str; 9] = ["cnp", "cut", "alpha", "timer", "g", "fast", "ai", "hai", "least"];
    for part in text.split(',') {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        if !NAMES.contains(&name) {
            return Err(say::unknown("--dcqcn-set", part, NAMES.into_iter()));
        }
        let number = value.parse::<f64>().ok().filter(|number| (1e-6..=1e6).contains(number));
        let number =
            number.ok_or_else(|| say::out_of_range(format!("--dcqcn-set {name}"), quote(value), "0.000001-1000000"))?;
        let time = Time((number * 1e6) as u64);
        match name {
            "cnp" => set.cnp_interval = time,
            "cut" => set.decrease_interval = time,
            "alpha" => set.alpha_timer = time.max(Time(1_000)),
            "timer" => set.increase_timer = time.max(Time(1_000)),
            "g" => set.g = number.min(1.0),
            "fast" => set.fast_recoveries = number as u32,
            "ai" => set.additive_increase = number * 1e6,
            "hai" => set.hyper_increase = number * 1e6,
            _ => set.min_rate = number * 1e6,
        }
    }
    Ok(())
}

/// A ramp of marks: from so many bytes on, all from so many on, percent just below.
pub(crate) fn ramp(text: &str) -> Result<Ecn, Failure> {
    let wrong = || Failure::new("--ecn", Line::from(msg::FabricRamp { value: quote(text).into() }));
    let [min, max, most] = text.split(',').collect::<Vec<_>>()[..] else { return Err(wrong()) };
    let [min, max] = [min, max].map(|text| size::parse(text).map(|bytes| bytes.0));
    let most = most.parse::<f64>().ok().filter(|most| (0.0..=100.0).contains(most));
    match (min, max, most) {
        (Some(min), Some(max), Some(most)) if min < max && max <= 1 << 40 => {
            Ok(Ecn { kmin: min, kmax: max, pmax: most / 100.0 })
        }
        _ => Err(wrong()),
    }
}

/// A flag that says nothing without another.
pub(crate) fn needs(flag: &str, other: &str) -> Failure {
    Failure::new(flag.to_owned(), Line::from(msg::FabricNeeds { other: other.into() }))
}

fn within(flag: &'static str, value: u32, most: u32) -> Result<u32, Failure> {
    if (1..=most).contains(&value) {
        return Ok(value);
    }
    Err(say::out_of_range(flag, value.to_string(), format!("1-{most}")))
}

pub(crate) fn bytes(flag: &'static str, text: &str, most: u64) -> Result<u64, Failure> {
    let bytes = size::parse(text).map(|bytes| bytes.0).filter(|bytes| (1..=most).contains(bytes));
    bytes.ok_or_else(|| say::no_size(flag, text, Bytes(most)))
}
