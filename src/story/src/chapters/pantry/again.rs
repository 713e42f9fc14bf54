//! The rival who sends nothing away: it keeps of a bowl only what each piece begins with, and cooks the piece again before its way back. The
//! step is simulated with those longer passes and shorter stays; nothing is scaled afterwards.

use kitchen_core::sim::task::{GpuId, Work};
use kitchen_core::topology::Topology;

use kitchen_core::units::{Bytes, Time};
use kitchen_core::workload::TrainError;
use kitchen_core::workload::memory::MemoryKind;
use kitchen_core::workload::memory_pool::{Ask, Doing, Step, WHOLE};

use super::params::{Params, Rival};

/// Bytes of a value that goes from one layer to the next.
const VALUE_BYTES: u64 = 2;

/// The step of both chefs before it is run.
///
/// # Errors
/// As [`Step::plan`].
pub(super) fn plan(params: Params, ask: &Ask) -> Result<(Topology, Step), TrainError> {
    let (topology, mut step) = Step::plan(ask)?;
    if params.rival == Rival::Again {
        cook_again(&mut step, WHOLE);
    }
    Ok((topology, step))
}

/// What a piece of a bowl begins with.
fn beginning(ask: &Ask) -> u64 {
    VALUE_BYTES * u64::from(ask.sequences) * u64::from(ask.model.seq) * u64::from(ask.model.hidden)
}

fn cook_again(step: &mut Step, gpu: GpuId) {
    let pieces = step.ask.pieces();
    for (task, work) in step.graph.work.iter_mut().enumerate() {
        let Some(&(Doing::Backward, _, piece)) = step.doing.get(task) else { continue };
        if let Work::Compute { gpu: of, duration } = work
            && *of == gpu
        {
            *duration += Time::from_secs_f64(pieces[usize::from(piece)].forward);
        }
    }
    let short = Bytes(beginning(&step.ask));
    let mut whole = Vec::new();
    for jar in step.allocations.iter_mut().filter(|jar| jar.gpu == gpu && jar.what == MemoryKind::Activations) {
        // The whole of it is there from the second cooking on.
        let kitchen_core::workload::memory::Edge::End(back) = jar.to else { continue };
        let again = kitchen_core::workload::memory::Edge::Start(back);
        whole.push(kitchen_core::workload::memory::Allocation { from: again, ..*jar });
        jar.bytes = short.min(jar.bytes);
        jar.to = again;
    }
    step.allocations.extend(whole);
}
