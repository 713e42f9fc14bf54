//! What a search looked at, in JSON and in a sentence.

use std::collections::BTreeMap;

use kitchen_core::units::Bytes;
use kitchen_core::workload::Schedule;
use kitchen_core::workload::planner::Wish;
use kitchen_text::{BytesDecimal, Lang, Line, key, msg};
use serde::{Serialize, Serializer};

/// The space of the search: powers of two up to these, but any pipeline.
#[derive(Serialize)]
pub(super) struct Looked {
    tp_at_most: u32,
    cp_at_most: u32,
    ep_at_most: u32,
    pp_at_most: u32,
    micro_batch_at_most: u32,
    zero: Vec<u32>,
    schedules: Vec<String>,
    recompute: &'static str,
    offload: Vec<&'static str>,
    memory_bytes: u64,
    /// What was given of the plan, by flag: nothing else was looked at there. In JSON by names like the others'.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", serialize_with = "by_name")]
    kept: BTreeMap<&'static str, u32>,
    /// Where the memory of a node's host is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    host_memory_bytes: Option<u64>,
}

impl Looked {
    /// The space in a sentence or two.
    pub(super) fn say(&self, lang: Lang) -> String {
        let host = match self.host_memory_bytes {
            Some(host) => Line::from(msg::PlanSpaceHost { host: BytesDecimal(Bytes(host)) }),
            None => Line::new(key::PLAN_SPACE_NO_HOST),
        };
        let gap = lang.gap();
        let mut said = format!("{}{gap}{}", self.line().say(lang), host.say(lang));
        if !self.kept.is_empty() {
            let flags: Vec<String> = self.kept.iter().map(|(flag, ways)| format!("--{flag} {ways}")).collect();
            said += gap;
            said += &Line::from(msg::PlanSpaceKept { flags: flags.join(" ").into() }).say(lang);
        }
        said
    }

    fn line(&self) -> Line {
        let zero: Vec<String> = self.zero.iter().map(u32::to_string).collect();
        Line::from(msg::PlanSpace {
            tp: self.tp_at_most.into(),
            cp: self.cp_at_most.into(),
            ep: self.ep_at_most.into(),
            pp: self.pp_at_most.into(),
            micro: self.micro_batch_at_most.into(),
            zero: zero.join(", ").into(),
            schedules: self.schedules.join(", ").into(),
            held: BytesDecimal(Bytes(self.memory_bytes)),
        })
    }

    pub(super) fn of(wish: &Wish<'_>, kept: &[(&'static str, u32)]) -> Looked {
        let space = wish.space();
        let name = |schedule: &Schedule| match schedule {
            one if one.is_interleaved() => format!("{} {}", one.id(), one.chunks()),
            _ => schedule.id().to_owned(),
        };
        Looked {
            tp_at_most: space.tensor,
            cp_at_most: space.context,
            ep_at_most: space.expert,
            pp_at_most: space.pipeline,
            micro_batch_at_most: space.micro_batch,
            zero: space.shardings(2, 2).iter().map(|zero| zero.stage()).collect(),
            schedules: wish.schedules.iter().map(name).collect(),
            recompute: "the least that fits",
            offload: space.offloads().iter().map(|one| one.id()).collect(),
            memory_bytes: space.memory.0,
            kept: kept.iter().copied().collect(),
            host_memory_bytes: space.host.map(|host| host.0),
        }
    }
}

fn by_name<S: Serializer>(kept: &BTreeMap<&'static str, u32>, out: S) -> Result<S::Ok, S::Error> {
    out.collect_map(kept.iter().map(|(flag, ways)| (flag.replace('-', "_"), ways)))
}
