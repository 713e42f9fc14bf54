//! Spans as a table.

use std::fmt::Write as _;

use crate::export::names::kind_name;
use crate::run::Run;
use crate::task::{NONE, Work};

const HEADER: &str = "task,kind,src,dst,bytes,micro_batch,step,channel,chunk,chunks,ready_ps,start_ps,end_ps\n";

/// One row for each task, times in picoseconds. `src` is the GPU of a task that is not a transfer; what does not apply is
/// empty. Without spans in the trace there is only the header.
pub fn spans_csv(run: &Run) -> String {
    let mut out = String::from(HEADER);
    let trace = &run.trace;
    let spans = trace.ready.iter().zip(&trace.start).zip(&trace.end);
    for (task, ((work, label), ((ready, start), end))) in
        run.graph.work.iter().zip(&run.graph.labels).zip(spans).enumerate()
    {
        let _ = write!(out, "{task},{},", kind_name(label.kind));
        let _ = match *work {
            Work::Compute { gpu, .. } | Work::Delay { gpu, .. } => write!(out, "{gpu},,,"),
            Work::Transfer { src, dst, bytes, .. } => write!(out, "{src},{dst},{},", bytes.0),
            Work::Join => write!(out, ",,,"),
        };
        for value in [label.micro_batch, label.step] {
            if value != NONE {
                let _ = write!(out, "{value}");
            }
            out.push(',');
        }
        let _ = writeln!(out, "{},{},{},{},{},{}", label.channel, label.chunk, label.chunks, ready.0, start.0, end.0);
    }
    out
}
