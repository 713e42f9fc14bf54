//! NCCL's debug log (`NCCL_DEBUG=INFO`), of all ranks in one file or of one.
//!
//! Of several communicators the largest is told of, and all are counted. Before a line there may be what `mpirun` or a scheduler writes,
//! and two processes may have written into one line.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::problem::Problem;

/// NCCL prints so many ranks of a ring and no more.
const RANKS_OF_A_LINE: u64 = 20;
/// The most ranks of a communicator, and the most processes.
const MOST_RANKS: u64 = 1 << 24;
const MOST_PROCESSES: usize = 1 << 20;
const INFO: &str = "NCCL INFO ";

/// What a log says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NcclLog {
    pub version: Option<String>,
    /// Of the largest communicator.
    pub ranks: u64,
    pub nodes: Option<u64>,
    /// For collectives.
    pub channels: Option<u64>,
    /// Rings that the log lists, and how many different ones: NCCL repeats a ring on several channels.
    pub rings: u64,
    pub distinct_rings: u64,
    /// As NCCL names it: `IB` means RoCE as well.
    pub network: Option<String>,
    /// The communicators by their number of ranks: how many ranks said that one was complete.
    pub communicators: Vec<Communicators>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Communicators {
    pub ranks: u64,
    pub complete: u64,
}

/// Whether a communicator is told of; a run of nccl-tests may have a few other lines.
pub(crate) fn is(text: &str) -> bool {
    text.contains(INFO) && (text.contains("Init COMPLETE") || text.contains("NCCL INFO Channel 00/"))
}

#[derive(Default)]
struct Gathered {
    version: Option<String>,
    network: Option<String>,
    /// Complete ranks, hosts, and nodes as said, by the number of ranks.
    complete: BTreeMap<u64, u64>,
    hosts: BTreeMap<u64, BTreeSet<String>>,
    said_nodes: BTreeMap<u64, u64>,
    begun: BTreeSet<u64>,
    /// Channels that a process counted last, and those of a communicator that was complete then.
    counted: BTreeMap<String, u64>,
    channels: BTreeMap<u64, u64>,
    /// Rings by the channels that their line says and their length.
    rings: BTreeMap<(u64, u64), Vec<String>>,
}

/// What the log says.
pub(crate) fn read(text: &str) -> Result<NcclLog, Problem> {
    let mut gathered = Gathered::default();
    for line in text.lines() {
        gathered.version(line);
        let mut parts = line.split(INFO);
        let mut before = parts.next().unwrap_or_default();
        for message in parts {
            gathered.message(process(before), message)?;
            before = message;
        }
    }
    gathered.log()
}

/// The host and process that come before a message: `host:pid:thread [device]`.
fn process(before: &str) -> &str {
    let before = before.trim_end();
    let before = before.strip_suffix(']').and_then(|rest| rest.rsplit_once('[')).map_or(before, |(rest, _)| rest);
    let word = before.trim_end().rsplit(|c: char| c.is_whitespace() || c == '>').next().unwrap_or_default();
    // Another message may end right before it.
    word
}

/// The number behind a word.
fn number(message: &str, word: &str) -> Option<u64> {
    let at = message.find(word)? + word.len();
    let digits = message[at..].trim_start();
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().ok()
}

impl Gathered {
    fn version(&mut self, line: &str) {
        if self.version.is_none()
            && let Some((_, behind)) = line.split_once("CCL version ")
        {
            let version = behind.split_whitespace().next().unwrap_or_default();
            if version.starts_with(|c: char| c.is_ascii_digit()) {
                self.version = Some(version.chars().take(64).collect());
            }
        }
    }

    fn message(&mut self, process: &str, message: &str) -> Result<(), Problem> {
        if let Some(behind) = message.strip_prefix("Using network ") {
            self.network.get_or_insert_with(|| behind.split_whitespace().next().unwrap_or_default().to_owned());
        }
        if let Some(ring) = message.strip_prefix("Channel ") {
            self.ring(ring);
        }
        if let Some((channels, _)) = message.split_once(" coll channels") {
            if self.counted.len() >= MOST_PROCESSES {
                return Err(Problem::Many { what: "processes", most: MOST_PROCESSES as u64 });
            }
            if let Ok(channels) = channels.trim().parse() {
                self.counted.insert(process.to_owned(), channels);
            }
        }
        let Some(ranks) = number(message, " nranks ").or_else(|| number(message, " nRanks ")) else { return Ok(()) };
        if ranks == 0 || ranks > MOST_RANKS {
            let value = ranks.to_string();
            return Err(Problem::Range { at: "nranks".to_owned(), value, least: 1, most: MOST_RANKS });
        }
        self.begun.insert(ranks);
        if let Some(nodes) = number(message, " nNodes ") {
            let known = self.said_nodes.entry(ranks).or_default();
            *known = nodes.max(*known);
        }
        if message.contains("Init COMPLETE") {
            *self.complete.entry(ranks).or_default() += 1;
            if let Some(channels) = self.counted.get(process) {
                let known = self.channels.entry(ranks).or_default();
                *known = (*channels).max(*known);
            }
        }
        if let Some((host, _)) = process.split_once(':') {
            self.hosts.entry(ranks).or_default().insert(host.to_owned());
        }
        Ok(())
    }

    /// `00/04 :    0   1   2   3`
    fn ring(&mut self, text: &str) {
        let Some((channel, ranks)) = text.split_once(':') else { return };
        let Some((_, of)) = channel.trim().split_once('/') else { return };
        let Ok(of) = of.trim().parse::<u64>() else { return };
        let ranks: Vec<&str> = ranks.split_whitespace().take_while(|rank| rank.parse::<u32>().is_ok()).collect();
        if !ranks.is_empty() {
            self.rings.entry((ranks.len() as u64, of)).or_default().push(ranks.join(" "));
        }
    }

    fn log(mut self) -> Result<NcclLog, Problem> {
        let largest = self.complete.keys().max().or_else(|| self.begun.iter().max()).copied();
        let ringed = self.rings.keys().map(|(length, _)| *length).max();
        let ranks = largest.or(ringed).ok_or(Problem::Nothing { what: "nranks" })?;
        let length = ranks.min(RANKS_OF_A_LINE);
        let own: Vec<((u64, u64), Vec<String>)> =
            self.rings.into_iter().filter(|((long, _), _)| *long == length).collect();
        let rings: Vec<&String> = own.iter().flat_map(|(_, rings)| rings).collect();
        let nodes = self.said_nodes.get(&ranks).copied().filter(|nodes| *nodes > 0);
        let hosts = self.hosts.remove(&ranks).map(|hosts| hosts.len() as u64);
        Ok(NcclLog {
            version: self.version,
            ranks,
            nodes: nodes.or(hosts),
            channels: self.channels.get(&ranks).copied().or_else(|| own.iter().map(|((_, of), _)| *of).max()),
            rings: rings.len() as u64,
            distinct_rings: rings.iter().collect::<BTreeSet<_>>().len() as u64,
            network: self.network,
            communicators: self
                .complete
                .into_iter()
                .map(|(ranks, complete)| Communicators { ranks, complete })
                .collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "NCCL version 2.19.3+cuda12.2\n\
        a:1:11 [0] NCCL INFO Using network IB\n\
        [1,0]<stdout>:a:1:11 [0] NCCL INFO Channel 00/02 :    0   1   2   3\n\
        a:1:11 [0] NCCL INFO Channel 01/02 :    0   2   1   3\n\
        a:1:11 [0] NCCL INFO Channel 00 : 0[1a000] -> 1[1c000] via P2P/IPC\n\
        a:1:11 [0] NCCL INFO 2 coll channels, 4 p2p channels, 1 p2p channels per peer\n\
        a:1:11 [0] NCCL INFO comm 0x1 rank 0 nranks 4 cudaDev 0 busId 1a000 - Init COMPLETE\n\
        b:2:22 [1] NCCL INFO comm 0x1 rank 1 nranks 4 cudaDev 1 busId 1c000 - Init COMPLETEa:3:33 [2] NCCL INFO comm 0x2 rank 0 nranks 1 - Init COMPLETE\n";

    #[test]
    fn logs_are_read() {
        let check = |text: &str, change: &dyn Fn(&mut NcclLog)| {
            let mut expected = NcclLog {
                version: Some("2.19.3+cuda12.2".to_owned()),
                ranks: 4,
                nodes: Some(2),
                channels: Some(2),
                rings: 2,
                distinct_rings: 2,
                network: Some("IB".to_owned()),
                communicators: vec![Communicators { ranks: 1, complete: 1 }, Communicators { ranks: 4, complete: 2 }],
            };
            change(&mut expected);
            assert_eq!(read(text), Ok(expected), "{text}");
        };
        check(LOG, &|_| {});
        check(&LOG.replace("0   2   1   3", "0   1   2   3"), &|log| log.distinct_rings = 1);
        check(&LOG.replace("nranks 4 cudaDev 0", "nranks 4 nNodes 9 cudaDev 0"), &|log| log.nodes = Some(9));
        assert!(is(LOG));
        assert_eq!(read("NCCL INFO nothing\n"), Err(Problem::Nothing { what: "nranks" }));
    }
}
