//! Slurm's `topology.conf`: switches with the switches and nodes below them, or blocks of nodes.

use super::Topology;
use crate::problem::Problem;

/// The most nodes.
const MOST_NODES: u64 = 10_000_000;
/// The most lists in brackets of a name, and the longest number in one.
const MOST_LISTS: usize = 8;

pub(crate) fn is(text: &str) -> bool {
    let named = |line: &str, name: &str| line.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    text.lines().map(str::trim_start).any(|line| named(line, "SwitchName=") || named(line, "BlockName="))
}

/// What the file says.
pub(crate) fn read(text: &str) -> Result<Topology, Problem> {
    let (mut switches, mut blocks, mut links) = (0, 0, 0);
    let (mut below_switches, mut in_blocks) = (0, 0);
    for line in text.replace("\\\n", " ").lines() {
        let line = line.split('#').next().unwrap_or_default();
        let fields: Vec<(String, &str)> = line
            .split_whitespace()
            .filter_map(|word| word.split_once('='))
            .map(|(name, value)| (name.to_ascii_lowercase(), value))
            .collect();
        let field = |name: &str| fields.iter().find(|(known, _)| known == name).map(|(_, value)| *value);
        let nodes = field("nodes").map_or(Ok(0), count)?;
        if field("switchname").is_some() {
            switches += 1;
            below_switches += nodes;
            links += nodes + field("switches").map_or(Ok(0), count)?;
        } else if field("blockname").is_some() {
            blocks += 1;
            in_blocks += nodes;
        }
    }
    if switches + blocks == 0 {
        return Err(Problem::Nothing { what: "SwitchName" });
    }
    // The same nodes may lie below switches and in blocks.
    let nodes = below_switches.max(in_blocks);
    if nodes > MOST_NODES {
        return Err(Problem::Many { what: "nodes", most: MOST_NODES });
    }
    Ok(Topology {
        format: "slurm",
        links: Some(links),
        nodes: Some(nodes),
        switches: Some(switches),
        ..Topology::default()
    })
}

/// How many names a list such as `n[001-016,018],m1` stands for.
fn count(list: &str) -> Result<u64, Problem> {
    let wrong = || Problem::Type { at: "Nodes".to_owned(), expected: "hosts" };
    let (mut all, mut one, mut inside, mut lists) = (0_u64, 1_u64, None::<String>, 0);
    let mut is_name = false;
    for c in list.chars() {
        match (c, &mut inside) {
            ('[', None) => {
                lists += 1;
                (inside, is_name) = (Some(String::new()), true);
            }
            (']', Some(ranges)) => {
                one = one.saturating_mul(ranges_of(ranges).ok_or_else(wrong)?);
                inside = None;
            }
            (c, Some(ranges)) => ranges.push(c),
            (',', None) => {
                all = all.saturating_add(if is_name { one } else { 0 });
                (one, is_name, lists) = (1, false, 0);
            }
            _ => is_name = true,
        }
        if lists > MOST_LISTS || all > MOST_NODES {
            return Err(Problem::Many { what: "nodes", most: MOST_NODES });
        }
    }
    if inside.is_some() {
        return Err(wrong());
    }
    Ok(all.saturating_add(if is_name { one } else { 0 }))
}

/// How many numbers `001-016,018` stands for.
fn ranges_of(text: &str) -> Option<u64> {
    let mut all = 0_u64;
    for range in text.split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let [first, last] = [first, last].map(|number| number.trim().parse::<u32>().ok());
        all = all.saturating_add(u64::from(last?.checked_sub(first?)?) + 1);
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read() {
        let check = |text: &str, switches: u64, nodes: u64, links: u64| {
            let found = read(text).unwrap_or_else(|problem| panic!("{text}: {problem:?}"));
            assert_eq!(
                (found.switches, found.nodes, found.links),
                (Some(switches), Some(nodes), Some(links)),
                "{text}"
            );
            assert!(is(text), "{text}");
        };
        check("SwitchName=a Nodes=n[001-016,018],m1 # leaf\n", 1, 18, 18);
        check(
            "SwitchName=a Nodes=n[1-4]\nSwitchName=b Nodes=n[5-8]\nSwitchName=top Switches=a,b LinkSpeed=9\n",
            3,
            8,
            10,
        );
        check("BlockName=x Nodes=r[0-1]n[0-8]\nBlockSizes=18\n", 0, 18, 0);
        check("SwitchName=s \\\n  Nodes=a,b\n", 1, 2, 2);
    }

    #[test]
    fn lists_that_make_no_sense_are_refused() {
        let check = |list: &str| assert!(read(&format!("SwitchName=a Nodes={list}\n")).is_err(), "{list}");
        check("n[1-");
        check("n[4-1]");
        check("n[a-b]");
        check("n[0-4294967295][0-4294967295]");
    }
}
