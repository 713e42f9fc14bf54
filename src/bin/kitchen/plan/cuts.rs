//! Flags that give a part of the plan: the search looks at no other, and where nothing suits them it is told which does not.

use clap::Args;
use kitchen_core::workload::planner::{Cuts, PlanError, Wish, candidates};
use kitchen_core::workload::{Layout, Sharding, Zero};
use kitchen_story::sentences::Sentence as _;
use kitchen_text::{BytesDecimal, Line, Words, msg};

use crate::say::{self, Failure};

#[derive(Args, Debug, Default)]
pub(super) struct Given {
    #[arg(long)]
    tp: Option<u32>,
    #[arg(long)]
    pp: Option<u32>,
    #[arg(long)]
    dp: Option<u32>,
    #[arg(long)]
    cp: Option<u32>,
    #[arg(long)]
    ep: Option<u32>,
    #[arg(long)]
    zero: Option<u32>,
    #[arg(long)]
    micro_batch: Option<u32>,
}

/// What a flag may say at most; [`Layout::check`] knows what the model allows of it.
const MOST: u32 = 1 << 16;

impl Given {
    /// By flag.
    fn all(&self) -> [(&'static str, Option<u32>); 7] {
        let Given { tp, pp, dp, cp, ep, zero, micro_batch } = *self;
        [("tp", tp), ("pp", pp), ("dp", dp), ("cp", cp), ("ep", ep), ("zero", zero), ("micro-batch", micro_batch)]
    }

    /// Those that are given.
    pub(super) fn kept(&self) -> Vec<(&'static str, u32)> {
        self.all().into_iter().filter_map(|(flag, given)| Some((flag, given?))).collect()
    }

    /// The flags as they were typed.
    fn typed(&self) -> String {
        self.kept().iter().map(|(flag, ways)| format!("--{flag} {ways}")).collect::<Vec<_>>().join(" ")
    }

    /// As the search takes them.
    ///
    /// # Errors
    /// One is out of its range.
    pub(super) fn cuts(&self) -> Result<Cuts, Failure> {
        let last = Zero::ALL.len() as u32 - 1;
        for (flag, ways) in self.kept() {
            let [least, most] = if flag == "zero" { [0, last] } else { [1, MOST] };
            if !(least..=most).contains(&ways) {
                return Err(say::out_of_range(format!("--{flag}"), ways.to_string(), format!("{least}-{most}")));
            }
        }
        Ok(Cuts {
            tensor: self.tp,
            pipeline: self.pp,
            context: self.cp,
            expert: self.ep,
            data: self.dp,
            zero: self.zero.and_then(|stage| Zero::ALL.into_iter().find(|zero| zero.stage() == stage)),
            micro_batch: self.micro_batch,
        })
    }

    /// Why nothing suits what is given: the first flag that nothing suits by itself, or all of them together. None where that is not
    /// the reason.
    pub(super) fn failure(&self, error: &PlanError, wish: &Wish<'_>, gpus: u32) -> Option<Failure> {
        let kept = self.kept();
        match error {
            _ if kept.is_empty() => None,
            PlanError::NoLayout { .. } => Some(self.unsuited(wish, gpus)),
            &PlanError::NothingFits { least, have } => {
                let (least, have) = (BytesDecimal(least), BytesDecimal(have));
                Some(Failure::new(self.typed(), msg::PlanCutsLarge { least, have }.into()))
            }
            _ => None,
        }
    }

    fn unsuited(&self, wish: &Wish<'_>, gpus: u32) -> Failure {
        let alone = [
            Cuts { tensor: wish.cuts.tensor, ..Cuts::FREE },
            Cuts { pipeline: wish.cuts.pipeline, ..Cuts::FREE },
            Cuts { data: wish.cuts.data, ..Cuts::FREE },
            Cuts { context: wish.cuts.context, ..Cuts::FREE },
            Cuts { expert: wish.cuts.expert, ..Cuts::FREE },
            Cuts { zero: wish.cuts.zero, ..Cuts::FREE },
            Cuts { micro_batch: wish.cuts.micro_batch, ..Cuts::FREE },
        ];
        for (cuts, (flag, ways)) in alone.into_iter().zip(self.all()) {
            let Some(ways) = ways else { continue };
            if candidates(&Wish { cuts, ..*wish }, gpus).is_empty() {
                return Failure::new(format!("--{flag} {ways}"), reason(wish, cuts, (flag, ways), gpus));
            }
        }
        let flags = Words::from(self.typed());
        Failure::new(self.typed(), msg::PlanCutsTogether { flags, gpus: gpus.into() }.into())
    }
}

/// Why nothing suits one flag: it does not divide the GPUs, or the model and the batch do not allow it.
fn reason(wish: &Wish<'_>, cuts: Cuts, (flag, ways): (&'static str, u32), gpus: u32) -> Line {
    let splits_gpus = !["zero", "micro-batch", "ep"].contains(&flag);
    if splits_gpus && !gpus.is_multiple_of(ways) {
        return msg::PlanCutGpus { ways: ways.into(), gpus: gpus.into() }.into();
    }
    let layout = Layout {
        tensor: cuts.tensor.unwrap_or(1),
        pipeline: cuts.pipeline.unwrap_or(1),
        context: cuts.context.unwrap_or(1),
        // What is not split otherwise holds copies, of which there are no more than the batch has sequences.
        data: cuts.data.unwrap_or(1),
        expert: cuts.expert.unwrap_or(1),
        sharding: Sharding::over_all(cuts.zero.unwrap_or(Zero::None)),
        micro_batch: cuts.micro_batch.unwrap_or(1),
        global_batch: wish.global_batch,
        sequence_parallel: cuts.tensor.is_some_and(|ways| ways > 1),
        recipe: wish.recipe,
        ..Layout::ONE
    };
    match layout.check(wish.model) {
        Err(error) => error.line(),
        Ok(()) => msg::PlanCutsTogether { flags: Words::from(format!("--{flag} {ways}")), gpus: gpus.into() }.into(),
    }
}
