//! Measured runs written by hand.

use kitchen_core::units::Time;
use kitchen_text::Lang;
use proptest::prelude::*;

use super::*;
use crate::chapters::lab::KIND;
use crate::chapters::lab::own::sheet;
use crate::scene::art::chef::Posture;
use crate::scene::display::Item;
use crate::story::Layer;

/// The trace of a rank on V100s: it cooks until it comes to each meeting, µs; all leave at the second of the pair.
fn trace(rank: u64, meetings: &[[u64; 2]], elements: u64) -> String {
    let mut events = Vec::new();
    let mut at = 0;
    for [start, end] in meetings {
        events.push(format!(
            r#"{{"ph":"X","cat":"kernel","name":"gemm","pid":0,"ts":{at},"dur":{}}}"#,
            start.saturating_sub(at)
        ));
        events.push(format!(
            r#"{{"ph":"X","cat":"kernel","name":"ncclKernel_AllReduce_RING_LL_Sum_float","ts":{start},"dur":{},"args":{{"Collective name":"allreduce","In msg nelems":{elements},"Out msg nelems":{elements},"Group size":8,"dtype":"Float"}}}}"#,
            end - start
        ));
        at = *end;
    }
    let events = events.join(",");
    format!(
        r#"{{"schemaVersion":1,"deviceProperties":[{{"id":0,"name":"Tesla V100-SXM2-32GB"}}],"distributedInfo":{{"backend":"nccl","rank":{rank},"world_size":8}},"traceEvents":[{events}]}}"#
    )
}

fn scenario() -> Scenario {
    sheet::start(&Scenario::default_for(KIND))
}

/// Brings files one after another, each in pieces.
fn bring(night: &mut Brought, of: &Scenario, files: &[String]) -> (Scenario, Vec<String>) {
    let (mut scenario, mut lines) = (of.clone(), Vec::new());

    for file in files {
        night.begin();
        let _ = file.as_bytes().chunks(4096).all(|piece| night.feed(piece));
        match night.end(&scenario, Lang::En) {
            Ended::Measured(next, said) => {
                (scenario, lines) = (next, said);
            }
            Ended::Other(bytes) => lines.push(format!("{} bytes of something else", bytes.len())),
        }
    }
    (scenario, lines)
}

/// Eight ranks of whom one comes late to the first of two meetings.
fn eight(late: u64) -> Vec<String> {
    (0..8)
        .map(|rank| {
            trace(rank, &[[if rank == 6 { late } else { 1_000 }, late + 400], [late + 900, late + 1_000]], 1 << 20)
        })
        .collect()
}

fn look(night: &Brought, us: u64) -> Look {
    let whole = night.whole();
    Look {
        at: Time::from_us(us),
        window: [Time::ZERO, whole],
        per_second: Time(whole.0 / 12),
        size: [800.0, night.height(800.0)],
        lang: Lang::En,
        layer: Layer::Kitchen,
    }
}

#[test]
fn who_was_waited_for_is_told_and_seen() {
    let mut night = Brought::default();
    let (of, lines) = bring(&mut night, &scenario(), &eight(3_000));
    assert!(lines.len() == 2 && lines[0].contains('8'), "all ranks, and the restaurant: {lines:?}");
    assert!(sheet::own(&of).is_some_and(|own| own.system.gpu.name.contains("V100") && own.nodes == 1), "{}", of.made);
    let told = night.told(&of, Lang::En).expect("a run");
    let part = &told.parts[0];
    // Seven wait for two milliseconds of the run's four: 14 of 32.
    assert_eq!(night.whole(), Time::from_us(4_000));
    let went = night.ranks.went();
    let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{found} {expected}");
    close(went.waiting, 7.0 * 2.0 / 32.0);
    close(went.cooking, (7.0 * 1.0 + 3.0 + 8.0 * 0.5) / 32.0);
    close(went.cooking + went.waiting + went.meeting + went.idle, 1.0);
    assert!(part.lines.iter().any(|line| line.contains("chef 7") || line.contains("Chef 7")), "{:?}", part.lines);
    assert!(part.rows[0].cells[0].contains("no. 1"), "what was lost most comes first: {:?}", part.rows[0]);
    assert_eq!(part.rows[0].span, Some([Time::from_us(1_000), Time::from_us(3_400)]));
    assert!(part.rows[0].cells[5].contains("ring") || part.rows[0].cells[5].contains("tree"), "{:?}", part.rows[0]);
    let says = |us: u64| night.says(&look(&night, us));
    assert!(says(500).contains("Cooking 8"), "{}", says(500));
    assert!(says(2_000).contains("Chef 7") && says(2_000).contains('7'), "{}", says(2_000));
    assert!(says(3_200).contains("All 8"), "{}", says(3_200));
    let ranks = [0, 6].map(|rank| picture::tests::posture(&night.ranks.all[rank], &look(&night, 2_000)));
    assert_eq!(ranks, [Posture::Waiting, Posture::Stirring]);
}

#[test]
fn one_rank_is_not_told_who_waited_and_without_bytes_nothing_is_expected() {
    let mut night = Brought::default();
    let (of, _) = bring(&mut night, &scenario(), &eight(3_000)[..1]);
    let part = night.told(&of, Lang::Ja).expect("a run").parts.remove(0);
    // Neither who came last nor what was waited.
    assert_eq!((part.head.len(), part.rows[0].cells.len()), (5, 5), "nobody knows: {:?}", part.rows[0]);
    let mut night = Brought::default();
    let nameless: Vec<String> = eight(3_000).iter().map(|one| one.replace("nelems", "something")).collect();
    let (of, _) = bring(&mut night, &scenario(), &nameless);
    let part = night.told(&of, Lang::En).expect("a run").parts.remove(0);
    assert!(part.notes.iter().any(|note| note.contains("does not say how much")), "{:?}", part.notes);
    assert_eq!((part.head.len(), part.rows[0].cells.len()), (4, 4), "{:?}", part.head);
    // Another file of a rank that is here begins another run.
    bring(&mut night, &of, &nameless[2..3]);
    assert_eq!(night.ranks.all.len(), 1);
    night.clear();
    assert_eq!((night.told(&of, Lang::En), night.whole()), (None, Time::ZERO));
}

#[test]
fn tables_and_logs_stand_beside_the_simulation() {
    let table = "# all_reduce_perf\n#  Rank  0 Group  0 Pid 1 on  a device  0 [0x07] NVIDIA A100-SXM4-80GB\n"
        .to_owned()
        + &(1..8)
            .map(|rank| {
                format!("#  Rank  {rank} Group  0 Pid 1 on  a device  {rank} [0x0{rank}] NVIDIA A100-SXM4-80GB\n")
            })
            .collect::<String>()
        + " 1048576 262144 float sum -1 60.0 17.5 30.6 0\n 1073741824 268435456 float sum -1 9000.0 119.3 208.8 0\n";
    let mut night = Brought::default();
    let (of, lines) = bring(&mut night, &scenario(), std::slice::from_ref(&table));
    assert!(lines[0].contains("all-reduce"), "{lines:?}");
    assert_eq!(sheet::own(&of).map(|own| (own.system.id, own.nodes)), Some(("dgx-a100", 1)));
    let part = night.told(&of, Lang::En).expect("a table").parts.remove(0);
    assert_eq!(part.rows.len(), 2);
    // What is furthest behind comes first.
    assert!(part.rows[0].cells[0].contains("MiB") && part.rows[0].share > part.rows[1].share, "{:?}", part.rows);
    let mut list = DisplayList::default();
    let wide = Look { size: [600.0, 240.0], ..look(&night, 0) };
    assert!(night.curve(&of, &wide, &mut list));
    assert!(list.items.iter().filter(|item| matches!(item, Item::Ellipse { .. })).count() >= 2, "the measured points");
    let log = "a:1:1 [0] NCCL INFO Channel 00/02 : 0 1 2 3 4 5 6 7\na:1:1 [0] NCCL INFO comm 0x1 rank 0 nranks 8 cudaDev 0 - Init COMPLETE\n";
    let (of, _) = bring(&mut night, &of, &[log.to_owned()]);
    assert_eq!(sheet::own(&of).map(|own| (own.system.id, own.nodes)), Some(("dgx-a100", 1)), "it may be of that");
    let part = night.told(&of, Lang::Ja).expect("both").parts.remove(1);
    assert!(part.rows.len() == 6 && part.lines[0].contains('8'), "{part:?}");
    // Four nodes of four are not what is chosen: another that has four.
    let four = log.replace("nranks 8", "nranks 16 nNodes 4");
    let (of, _) = bring(&mut night, &of, &[four]);
    assert_eq!(sheet::own(&of).map(|own| (own.system.gpus_per_node, own.nodes)), Some((4, 4)));
}

#[test]
fn what_is_wrong_is_one_sentence_and_the_rest_stays() {
    let mut night = Brought::default();
    let (of, _) = bring(&mut night, &scenario(), &eight(3_000));
    let before = night.told(&of, Lang::En);
    let whole = &eight(3_000)[0];
    for wrong in [&whole[..whole.len() / 2], "", "{\"traceEvents\": []}", "{\"traceEvents\": [1]}"] {
        let (next, said) = bring(&mut night, &of, &[wrong.to_owned()]);
        assert_eq!((said.len(), &next), (3, &of), "one sentence more: {wrong}: {said:?}");
        assert_eq!(night.told(&of, Lang::En), before, "{wrong}");
    }
    let (_, said) = bring(&mut night, &of, &["{\"model_type\": \"llama\"}".to_owned()]);
    assert!(said[0].ends_with("something else"), "{said:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever times a trace has, the shares add up, and every picture can be drawn.
    #[test]
    fn any_times_can_be_told(starts in proptest::collection::vec((0_u64..4_000_000_000_000_000, 0_u64..1_000_000_000_000), 1..6), at in 0.0..1.0_f64) {
        let files: Vec<String> = (0..3)
            .map(|rank| {
                let events: Vec<String> = starts.iter().enumerate().map(|(n, (start, long))| {
                    let name = if (n + rank) % 2 == 0 { "gemm" } else { "ncclKernel_AllReduce_RING_LL_Sum_float" };
                    format!(r#"{{"ph":"X","cat":"kernel","name":"{name}","ts":{},"dur":{long}}}"#, start / (rank as u64 + 1))
                }).collect();
                format!(r#"{{"schemaVersion":1,"distributedInfo":{{"rank":{rank}}},"traceEvents":[{}]}}"#, events.join(","))
            })
            .collect();
        let mut night = Brought::default();
        let (of, _) = bring(&mut night, &scenario(), &files);
        let went = night.ranks.went();
        prop_assert!((went.cooking + went.waiting + went.meeting + went.idle - 1.0).abs() < 1e-6);
        let whole = night.whole();
        let view = Look { at: Time((whole.0 as f64 * at) as u64), ..look(&night, 0) };
        let mut list = DisplayList::default();
        for layer in [Layer::Kitchen, Layer::XRay] {
            for moves in [false, true] {
                night.compose(&Look { layer, ..view }, moves, &mut list);
                prop_assert!(!list.items.is_empty());
            }
        }
        prop_assert!(!night.says(&view).is_empty());
        let _ = night.told(&of, Lang::Ja);
    }
}
