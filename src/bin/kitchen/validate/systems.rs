//! From a row's preset and counts to a machine and the ranks on it.

use kitchen_core::sim::task::GpuId;
use kitchen_core::topology::ClusterSpec;
use kitchen_text::{Line, msg};

use super::rows::Row;

/// The machine that stands for a row.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mapped {
    pub(crate) spec: ClusterSpec,
    /// The ranks that take part, server by server or rack by rack.
    pub(crate) group: Vec<GpuId>,
}

/// A preset with more GPUs than a server holds is a rack, one NVLink domain: `nodes` counts its trays, `racks` the racks.
const MOST_IN_A_SERVER: u32 = 16;

/// The machine and the group of a row.
///
/// # Errors
/// The GPUs do not spread over so many servers.
pub(crate) fn map(row: &Row) -> Result<Mapped, Line> {
    let system = row.preset;
    let per_node = system.gpus_per_node;
    let least = row.gpus.div_ceil(per_node);
    let stated = if per_node > MOST_IN_A_SERVER { row.racks } else { row.nodes };
    let nodes = stated.unwrap_or(least);
    let counts = if nodes < least { vec![] } else { spread(row.gpus, nodes) };
    if counts.is_empty() {
        let (gpus, nodes) = (row.gpus.into(), nodes.into());
        return Err(Line::from(msg::ValidateNoSpread { gpus, nodes, id: system.id.into() }));
    }
    // Where the last server is not full, no GPU after the last rank is built.
    let gpus = (nodes == 1).then_some(row.gpus);
    let fabric = row.fabric.filter(|_| nodes > 1).unwrap_or(system.default_fabric);
    let spec = ClusterSpec { gpus, fabric, ..ClusterSpec::new(system, nodes) };
    let group = counts
        .iter()
        .zip(0..)
        .flat_map(|(&count, node)| (0..count).map(move |index| node * per_node + index))
        .collect();
    Ok(Mapped { spec, group })
}

/// How many of `count` each of `nodes` has: equally many, or one more in the first ones; none where some would have none.
fn spread(count: u32, nodes: u32) -> Vec<u32> {
    let (Some(each), Some(rest)) = (count.checked_div(nodes), count.checked_rem(nodes)) else { return vec![] };
    if each == 0 { vec![] } else { (0..nodes).map(|node| each + u32::from(node < rest)).collect() }
}

#[cfg(test)]
mod tests {
    use kitchen_text::Lang;

    use super::super::rows;
    use super::*;

    /// The servers or racks of a row and the GPUs of the first and the last.
    fn check(preset: &str, [nodes, racks]: [&str; 2], gpus: u32, expected: Result<(u32, u32, u32), &str>) {
        let text = format!(
            "id,preset,nodes,racks,gpus,collective,bytes,time_us\na,{preset},{nodes},{racks},{gpus},all_reduce,8,1\n"
        );
        let row = rows::read(text.as_bytes()).unwrap().rows.remove(0);
        let found = map(&row).map(|mapped| {
            assert_eq!(mapped.group.len() as u32, gpus);
            let per_node = mapped.spec.system.gpus_per_node;
            let on = |node: u32| mapped.group.iter().filter(|&&gpu| gpu / per_node == node).count() as u32;
            (mapped.spec.nodes, on(0), on(mapped.spec.nodes - 1))
        });
        assert_eq!(found.map_err(|why| why.say(Lang::En)), expected.map_err(str::to_owned), "{text}");
    }

    #[test]
    fn ranks_are_spread_over_servers_or_racks() {
        check("dgx-h100", ["1", ""], 8, Ok((1, 8, 8)));
        check("dgx-h100", ["4", ""], 4, Ok((4, 1, 1)));
        check("dgx-h100", ["3", ""], 16, Ok((3, 6, 5)));
        check("dgx-h100", ["", ""], 20, Ok((3, 7, 6)));
        check("gb200-nvl72", ["18", ""], 72, Ok((1, 72, 72)));
        check("gb200-nvl72", ["32", "2"], 128, Ok((2, 64, 64)));
        check("gb200-nvl72", ["", ""], 144, Ok((2, 72, 72)));
        check("dgx-h100", ["32", ""], 16, Err("16 GPUs do not spread over 32 x dgx-h100"));
        check("dgx-h100", ["1", ""], 16, Err("16 GPUs do not spread over 1 x dgx-h100"));
    }
}
