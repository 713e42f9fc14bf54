//! What the free text of a measured sweep says: GPU models, cards and their rates. Sources write as they like, so nothing
//! here fails: what is not found is not stated.

use kitchen_core::collective::Op;

/// A text made comparable: upper case, `×` as `X`, one space between words.
pub(crate) fn plain(text: &str) -> String {
    let upper = text.replace('×', "x").to_uppercase();
    upper.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a [`plain`] text holds one of the words, anywhere.
pub(crate) fn has(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

/// Whether a [`plain`] text says that one of these was not used: "no SHARP", "SHARP off", "NCCL_COLLNET_ENABLE=0".
pub(crate) fn off(text: &str, features: &[&str]) -> bool {
    let before = ["NO ", "NON-", "WITHOUT "];
    let after = [" OFF", " DISABLED", " NOT USED", " NOT ENABLED", "=0", "_ENABLE=0", ": OFF", " UNUSED"];
    features.iter().any(|feature| {
        text.match_indices(feature).any(|(at, _)| {
            let rest = &text[at + feature.len()..];
            before.iter().any(|word| text[..at].ends_with(word)) || after.iter().any(|word| rest.starts_with(word))
        })
    })
}

/// Where a model is named in a [`plain`] text: `H200` in `8XH200-141GB`, not in `GH200`, and `H20` not in `H200`.
pub(crate) fn model(text: &str, name: &str) -> Option<usize> {
    begun(text, name).find(|&at| !text[at + name.len()..].starts_with(|c: char| c.is_ascii_digit()))
}

/// Where a word stands by itself in a [`plain`] text: `IB` in `8XIB`, not in `LIBFABRIC`; numbers may follow: `HDR200`.
pub(crate) fn whole(text: &str, word: &str) -> Option<usize> {
    begun(text, word).find(|&at| !text[at + word.len()..].starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Whether one of the words stands by itself.
pub(crate) fn named(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| whole(text, word).is_some())
}

/// Where a word begins that is no part of another; it may be counted: `8XH100`.
fn begun(text: &str, word: &str) -> impl Iterator<Item = usize> {
    text.match_indices(word).map(|(at, _)| at).filter(|&at| {
        let mut before = text[..at].chars().rev();
        match before.next() {
            Some('X') => before.next().is_some_and(|c| c.is_ascii_digit()),
            Some(c) => !c.is_ascii_alphabetic(),
            None => true,
        }
    })
}

/// The cards of a node (or a tray) as far as a text says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cards {
    pub(crate) count: Option<u32>,
    pub(crate) gbit: Option<u32>,
    /// All cards together, Gbit/s.
    pub(crate) total_gbit: Option<u32>,
    /// The count (or the rate without a count) is of one GPU.
    pub(crate) each_gpu: bool,
}

/// Rates by name, the longer names first; Gbit/s.
const NAMED: [(&str, u32); 35] = [
    ("HDR100", 100),
    ("HDR200", 200),
    ("NDR200", 200),
    ("NDR400", 400),
    ("XDR800", 800),
    ("FDR10", 40),
    ("QDR", 40),
    ("FDR", 50),
    ("EDR", 100),
    ("HDR", 200),
    ("NDR", 400),
    ("XDR", 800),
    ("SLINGSHOT-10", 100),
    ("SLINGSHOT 10", 100),
    ("SLINGSHOT", 200),
    ("OMNI-PATH", 100),
    ("OMNIPATH", 100),
    ("OPA", 100),
    ("EFA V4", 400),
    ("EFAV4", 400),
    ("EFA V3", 200),
    ("EFAV3", 200),
    ("EFA V2", 100),
    ("EFAV2", 100),
    ("EFA V1", 100),
    ("POLLARA", 400),
    ("THOR2", 400),
    ("THOR 2", 400),
    ("BLUEFIELD-3", 400),
    ("BF3", 400),
    ("CX-8", 800),
    ("CX-7", 400),
    ("CX-6", 200),
    ("CX-5", 100),
    ("CX-4", 100),
];

/// Reads the cards off a text such as `8x400G NDR IB`, `8 x HDR`, `RoCE 3.2 Tb/s per node (16x200G)`, `4x EFA`,
/// `400G per GPU`. Of several variants the first counts.
pub(crate) fn cards(text: &str) -> Cards {
    let text = as_written(text);
    let each_gpu = has(&text, &["PER GPU", "/GPU", "EACH GPU", "A GPU"]) && !text.contains("/DIR/GPU");
    let first = NAMED.iter().filter_map(|&(name, gbit)| Some((whole(&text, name)?, gbit))).min_by_key(|&(at, _)| at);
    let mut found = Cards { each_gpu, ..Cards::default() };
    for (at, _) in text.match_indices('X') {
        let Some(count) = ending_number(text[..at].trim_end()).filter(|&count| count > 0) else { continue };
        let (count, rest) = times(count, text[at + 1..].trim_start());
        let gbit = leading_rate(rest).map(|(gbit, _)| gbit);
        if gbit.is_some() || is_card(rest) {
            (found.count, found.gbit) = (Some(count), gbit);
            break;
        }
    }
    let counts = [counted_cards, spelt_cards, listed_cards, trailing_count];
    found.count = found.count.or_else(|| counts.iter().find_map(|count| count(&text)));
    for (at, _) in text.char_indices().filter(|&(at, c)| starts_number(&text, at, c)) {
        let Some((gbit, tera)) = leading_rate(&text[at..]) else { continue };
        let near: String = text[at..].chars().take(24).collect();
        let together = ["PER NODE", "/NODE", "PER SERVER", "PER HOST", "PER TRAY", "/TRAY", "TOTAL", "AGGREGATE"];
        // "8x400G per tray" says a card's rate.
        let counted = text[..at].trim_end().ends_with('X');
        if tera || (!counted && has(&near, &together)) {
            found.total_gbit = found.total_gbit.or(Some(gbit));
        } else {
            found.gbit = found.gbit.or(Some(gbit));
        }
    }
    // A total with a count says each card's rate; a total alone leaves a name's rate out: "NDR, 3.2 Tb/s".
    if found.gbit.is_none() && (found.total_gbit.is_none() || found.count.is_none()) {
        found.gbit = first.map(|(_, gbit)| gbit);
    }
    found
}

/// A text in [`plain`] spelling, its cards' names in one form and bytes a second as bits: sources that tell the two apart
/// write `50 GB/s` of a card of 400 Gb/s. (No card moves more than 100 GB/s: `400 GB/s` of one was meant as bits.)
fn as_written(text: &str) -> String {
    let mut bits = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("GB/s") {
        let (before, after) = (rest[..at].trim_end(), &rest[at + 4..]);
        let number = before.len() - before.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').len();
        let (head, number) = before.split_at(before.len() - number);
        let bytes = number.parse::<f64>().ok().filter(|&rate| rate > 0.0 && rate <= 100.0);
        match bytes {
            Some(rate) => bits.extend([head, &(rate * 8.0).round().to_string(), "Gb/s"]),
            None => bits.push_str(&rest[..at + 4]),
        }
        rest = after;
    }
    bits.push_str(rest);
    let mut text = plain(&bits).replace('*', "X").replace("CONNECTX", "CX").replace("BLUEFIELD-", "BF");
    for digit in ["4", "5", "6", "7", "8", "9"] {
        text = text
            .replace(&format!("CX{digit}"), &format!("CX-{digit}"))
            .replace(&format!("CX {digit}"), &format!("CX-{digit}"));
    }
    text
}

/// "4X" before "2X200G": cards of two ports each.
fn times(count: u32, rest: &str) -> (u32, &str) {
    let rest = rest.trim_start_matches("DUAL-PORT ").trim_start_matches("DUAL PORT ");
    let ports =
        rest.split_once('X').and_then(|(ports, rest)| Some((ports.trim().parse::<u32>().ok()?, rest.trim_start())));
    match ports {
        Some((ports @ 1..=8, rest)) => (count.saturating_mul(ports), rest),
        _ => (count, rest),
    }
}

/// Whether a text begins with a card's name or kind.
fn is_card(rest: &str) -> bool {
    NAMED.iter().any(|(name, _)| rest.starts_with(name)) || has_card_word(rest)
}

/// "8 HDR", "8 CX-7", "8 400G": a number before a card's name.
fn listed_cards(text: &str) -> Option<u32> {
    text.char_indices().filter(|&(at, c)| starts_number(text, at, c)).find_map(|(at, _)| {
        let (number, rest) = text[at..].split_once(' ')?;
        let count = number.parse().ok().filter(|count| (1..=64).contains(count))?;
        (is_card(rest) || leading_rate(rest).is_some()).then_some(count)
    })
}

/// "400G x8", "NDR200 x4": a count behind a rate or a name.
fn trailing_count(text: &str) -> Option<u32> {
    text.match_indices('X').find_map(|(at, _)| {
        let word = text[..at].trim_end().rsplit([' ', '(', ',']).next()?;
        let digits: String = text[at + 1..].chars().take_while(char::is_ascii_digit).collect();
        let rate = leading_rate(word).is_some() || NAMED.iter().any(|(name, _)| word.ends_with(name)) || word == "GB/S";
        digits.parse().ok().filter(|&count| rate && count > 0)
    })
}

/// "single HDR", "dual-rail EDR", "four NICs"; a card of two ports ("dual-port") is one.
fn spelt_cards(text: &str) -> Option<u32> {
    let spelt = [("SINGLE", 1), ("ONE", 1), ("DUAL", 2), ("TWO", 2), ("FOUR", 4), ("QUAD", 4), ("EIGHT", 8)];
    spelt.into_iter().find_map(|(word, count)| {
        let rest = text[text.find(word)? + word.len()..].trim_start_matches([' ', '-']);
        let card = is_card(rest) || leading_rate(rest).is_some();
        ((card || rest.starts_with("RAIL")) && !rest.starts_with("PORT")).then_some(count)
    })
}

/// "8 NICs", "4 HCAs", "2 ports", "1 card".
fn counted_cards(text: &str) -> Option<u32> {
    ["NIC", "HCA", "CARD", "ADAPTER", "RAIL", "PORT", "INTERFACE"].iter().find_map(|word| {
        let number = |at: usize| ending_number(text[..at].trim_end_matches([' ', '-']));
        text.match_indices(word).find_map(|(at, _)| number(at)).filter(|&count| count > 0)
    })
}

fn has_card_word(rest: &str) -> bool {
    let words = [
        "EFA",
        "IB",
        "INFINIBAND",
        "ROCE",
        "NIC",
        "HCA",
        "CX-",
        "ETH",
        "TCPX",
        "MLX5",
        "CARD",
        "PORT",
        "BNXT",
        "THOR",
        "AMD",
        "NVIDIA",
        "MELLANOX",
    ];
    words.iter().any(|word| rest.starts_with(word))
}

/// Whether a number begins at `at` that is not a part of a word (`CX-7`, `H100`) or of a longer number.
fn starts_number(text: &str, at: usize, c: char) -> bool {
    let before = text[..at].chars().next_back();
    c.is_ascii_digit() && before.is_none_or(|b| !(b.is_ascii_alphanumeric() || b == '.' || b == '-') || b == 'X')
}

/// The whole number that a text ends with.
fn ending_number(text: &str) -> Option<u32> {
    let digits = text.len() - text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (word, number) = text.split_at(text.len() - digits);
    // "CX-8 X ..." and "P5X..." count nothing.
    if word.ends_with(|c: char| c.is_ascii_alphabetic() || c == '-' || c == '.') {
        return None;
    }
    number.parse().ok()
}

/// The rate that a text begins with, Gbit/s, and whether it was in terabits: `400G`, `400 GBPS`, `3.2 TB/S`, `200GBE`. Bytes
/// are written as "GB/s" by careful sources, but so are bits: a rate of a card is taken as bits.
fn leading_rate(text: &str) -> Option<(u32, bool)> {
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let number: f64 = text[..end].parse().ok()?;
    let unit = text[end..].trim_start();
    let (scale, tera) = match () {
        () if unit.starts_with('T') && starts_rate(&unit[1..]) => (1000.0, true),
        () if unit.starts_with('G') && starts_rate(&unit[1..]) => (1.0, false),
        () => return None,
    };
    let gbit = (number * scale).round();
    (1.0..=1e6).contains(&gbit).then_some((gbit as u32, tera))
}

/// What may stand behind the G of a rate: nothing, `b`, `bE`, `bps`, `bit`.
fn starts_rate(rest: &str) -> bool {
    let bits = rest.strip_prefix('B').unwrap_or(rest);
    let bits = bits.strip_prefix("IT").unwrap_or(bits);
    let bits = ["PS", "/S", "E"].iter().find_map(|end| bits.strip_prefix(end)).unwrap_or(bits);
    bits.chars().next().is_none_or(|c| !c.is_ascii_alphanumeric())
}

/// Racks that a text counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Racks {
    pub(crate) count: u32,
    /// Whether the last one is not full: "1.5 racks".
    pub(crate) partial: bool,
}

/// How many racks a text counts: "2 racks", "x20 racks", "two racks", "1.5 racks", "one NVLink domain".
pub(crate) fn racks(text: &str) -> Option<Racks> {
    let text = plain(text);
    ["RACK", "DOMAIN"].iter().find_map(|word| text.match_indices(word).find_map(|(at, _)| racks_before(&text[..at])))
}

fn racks_before(text: &str) -> Option<Racks> {
    let mut text = text.trim_end_matches([' ', '-']);
    for kind in ["NVLINK", "MNNVL", "NVL72", "NVL"] {
        text = text.strip_suffix(kind).map_or(text, |rest| rest.trim_end_matches([' ', '-']));
    }
    let spelt = [("ONE", 1), ("TWO", 2), ("THREE", 3), ("FOUR", 4)];
    if let Some((_, count)) = spelt.into_iter().find(|(word, _)| text.ends_with(word)) {
        return Some(Racks { count, partial: false });
    }
    let number = text.len() - text.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').len();
    let racks: f64 = text[text.len() - number..].parse().ok()?;
    // A number that ends a word counts nothing: "GB200-RACK".
    let (whole, word) = (racks.ceil(), text[..text.len() - number].chars().next_back());
    let counts = word.is_none_or(|c| !c.is_ascii_alphabetic() || c == 'X') && (1.0..=10_000.0).contains(&whole);
    counts.then_some(Racks { count: whole as u32, partial: whole > racks })
}

/// The operation that a column names as its author likes, and whether by nccl-tests' `hypercube`: `all_reduce_perf`,
/// `AllGather`, `bcast`, `alltoall (in-place)`.
pub(crate) fn operation(text: &str) -> Option<(Op, bool)> {
    let text = text.to_ascii_lowercase();
    let bare: String = text.split(['(', ',']).next()?.chars().filter(char::is_ascii_alphanumeric).collect();
    let bare = ["nccl", "rccl", "mpi"].iter().fold(bare.as_str(), |text, word| text.strip_prefix(word).unwrap_or(text));
    let bare = ["perf", "mpi", "test", "intotensor", "tensor", "single"]
        .iter()
        .fold(bare, |text, word| text.strip_suffix(word).unwrap_or(text));
    let op = match bare {
        "hypercube" => return Some((Op::AllGather, true)),
        "bcast" => Op::Broadcast,
        "alltoalls" | "all2all" | "a2a" => Op::AllToAll,
        "all2allv" | "a2av" => Op::AllToAllV,
        "sendreceive" | "p2p" => Op::SendRecv,
        _ => Op::from_id(bare)?,
    };
    Some((op, false))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, count: Option<u32>, gbit: Option<u32>, total: Option<u32>) {
        let found = cards(text);
        assert_eq!((found.count, found.gbit, found.total_gbit), (count, gbit, total), "{text}");
    }

    #[test]
    fn cards_are_read_as_sources_write_them() {
        check("8x400G NDR IB", Some(8), Some(400), None);
        check("8 x 400 Gb/s NDR", Some(8), Some(400), None);
        check("8×400Gbps RoCE (CX-7)", Some(8), Some(400), None);
        check("8x HDR", Some(8), Some(200), None);
        check("4x HDR100 IB", Some(4), Some(100), None);
        check("4xNDR200", Some(4), Some(200), None);
        check("2x100GbE RoCE (CX-5, SN2700)", Some(2), Some(100), None);
        check("RoCE, 1.6 Tb/s per node (16x100G)", Some(16), Some(100), Some(1600));
        check("RoCE 3.2 Tb/s per node", None, None, Some(3200));
        check("EFA, 3200 Gbps per node", None, None, Some(3200));
        check("8x CX-8 Spectrum-X RoCE", Some(8), Some(800), None);
        check("8x ConnectX-7 400G", Some(8), Some(400), None);
        check("8x ConnectX-6", Some(8), Some(200), None);
        check("4x EFA (100G each)", Some(4), Some(100), None);
        check("32x100G EFA v2", Some(32), Some(100), None);
        check("1x100G EFA v1", Some(1), Some(100), None);
        check("EFA v4", None, Some(400), None);
        check("4x200G Slingshot-11 (libfabric cxi)", Some(4), Some(200), None);
        check("Slingshot-11", None, Some(200), None);
        check("IB 4x400G or RoCE 8x400G per tray (3 racks; variant not stated)", Some(4), Some(400), None);
        check("8x400G AMD Pollara RoCE", Some(8), Some(400), None);
        check("IB EDR (8x100G per DGX-2 assumed)", Some(8), Some(100), None);
        check("HDR IB", None, Some(200), None);
        check("200 Gb/s HDR InfiniBand", None, Some(200), None);
        check("8 NICs, 400G RoCE", Some(8), Some(400), None);
        check("dual 8 ports", Some(8), None, None);
        check("single HDR", Some(1), Some(200), None);
        check("dual-rail EDR", Some(2), Some(100), None);
        check("dual-port 100G", None, Some(100), None);
        check("2x400G RoCE per GPU (CX-8)", Some(2), Some(400), None);
        check("200Gb/s x8", Some(8), Some(200), None);
        check("4x NVIDIA ConnectX-7", Some(4), Some(400), None);
        check("100GbE", None, Some(100), None);
        check("TCP fallback", None, None, None);
        check("none (one NVLink domain)", None, None, None);
        check("", None, None, None);
        check("8 HDR HCAs", Some(8), Some(200), None);
        check("8 ConnectX-7 NICs, IB", Some(8), Some(400), None);
        check("8-rail NDR", Some(8), Some(400), None);
        check("400G NDR x8", Some(8), Some(400), None);
        check("8*400G RoCE", Some(8), Some(400), None);
        check("8x 50 GB/s IB", Some(8), Some(400), None);
        check("4x2x200G bonded RoCE", Some(8), Some(200), None);
        check("2x dual-port HDR100", Some(2), Some(100), None);
        check("2x200G bonded", Some(2), Some(200), None);
        check("EFA v2 (libfabric), 3200 Gbps per node", None, Some(100), Some(3200));
        check("2x CX-6 Dx 100GbE", Some(2), Some(100), None);
        check("one 400G NIC", Some(1), Some(400), None);
        check("400G per node", None, None, Some(400));
        check("PCIe Gen4 x16, europa network", None, None, None);
        check("99999999999x400G xG x 0x100G", None, Some(400), None);
    }

    #[test]
    fn a_rate_may_be_of_each_gpu() {
        assert!(cards("400G per GPU").each_gpu);
        assert!(cards("NDR, one HCA per GPU").each_gpu);
        assert!(!cards("8x400G per node").each_gpu);
    }

    #[test]
    fn models_are_whole_words() {
        let check =
            |text: &str, name: &str, expected: bool| assert_eq!(model(text, name).is_some(), expected, "{text}");
        check("H200", "H200", true);
        check("GH200-120GB", "H200", false);
        check("H200", "H20", false);
        check("H20-3E", "H20", true);
        check("8XH100-80GB", "H100", true);
        check("HGX B200", "B200", true);
        check("GB200", "B200", false);
        check("TESLA V100-SXM2", "V100", true);
        check("H100/H200", "H200", true);
    }

    #[test]
    fn racks_are_counted() {
        let check = |text: &str, expected: Option<u32>| {
            assert_eq!(racks(text).map(|racks| racks.count), expected, "{text}");
        };
        check("8x400G RoCE per tray (2 racks)", Some(2));
        check("CoreWeave GB200 NVL72 x20 racks", Some(20));
        check("OCI GB200 two racks", Some(2));
        check("one rack", Some(1));
        check("rack", None);
        check("0 racks", None);
        check("1.5 racks", Some(2));
        check("one rack of GB200, 20-rack cluster", Some(1));
        check("4 NVL72 domains", Some(4));
        check("none (one NVLink domain)", Some(1));
        check("GB200-racks", None);
        check("99999999999 racks", None);
        assert!(racks("1.5 racks").unwrap().partial && !racks("2 racks").unwrap().partial);
    }
}
