use proptest::prelude::*;

use super::*;
use crate::brought::{Cell, Left, Order, Typed};
use crate::chapters::lab::KIND;
use crate::chapters::lab::params::{At, Buy};
use crate::chapters::lab::race::Row as Raced;
use crate::scenario::Scenario;
use kitchen_text::Lang;

fn check(text: &str, expected: Option<&str>) {
    let own = Own::read(text);
    assert_eq!(own.map(|own| own.write()).as_deref(), expected, "{text}");
}

#[test]
fn what_a_link_says_is_read_or_refused() {
    let usual = Own::usual().expect("the usual").write();
    assert_eq!(usual, "dgx-a100_16_8x200_llama3-70b_1024x4096");
    check(&usual, Some(&usual));
    let shape = "dgx-h100_4_8x400_m-80-8192-64-8-0-28672-128256-1-0-0-0-0-0-0_128x4096";
    check(shape, Some(shape));
    let experts = "dgx-h100_4_8x400_m-32-4096-32-8-0-14336-32000-1-0-8-2-14336-0-0_128x4096";
    check(experts, Some(experts));
    for wrong in [
        "",
        "dgx-a100",
        "dgx-a100_0_8x200_llama3-70b_1024x4096",
        "dgx-a100_016_8x200_llama3-70b_1024x4096",
        "dgx-a100_99999_8x200_llama3-70b_1024x4096",
        "dgx-a100_16_8x201_llama3-70b_1024x4096",
        "dgx-a100_16_0x200_llama3-70b_1024x4096",
        "dgx-z_16_8x200_llama3-70b_1024x4096",
        "dgx-a100_16_8x200_llama9_1024x4096",
        "dgx-a100_16_8x200_llama3-70b_1024x4096_more",
        "dgx-h100_4_8x400_m-80-8191-64-8-0-28672-128256-1-0-0-0-0-0-0_128x4096",
        "dgx-h100_4_8x400_m-80-8192-64-0-0-28672-128256-1-0-0-0-0-0-0_128x4096",
        "dgx-h100_4_8x400_m-80-8192-64-8-0-28672-128256-1-0-8-9-1-0-0_128x4096",
        "dgx-h100_4_8x400_m-80-8192_128x4096",
    ] {
        check(wrong, None);
    }
}

/// One purchase changes one thing, and twice the same way there and back gives the same letters.
#[test]
fn each_purchase_is_one_change() {
    let own = Own::usual().expect("the usual");
    let of = |buy| own.bought(buy).map(|own| own.write());
    let check = |buy, expected: Option<&str>| assert_eq!(of(buy).as_deref(), expected, "{buy:?}");
    check(Buy::Street, Some("dgx-a100_16_8x400_llama3-70b_1024x4096"));
    check(Buy::Tunnel, None);
    check(Buy::Chef, Some("dgx-h100_16_8x200_llama3-70b_1024x4096"));
    check(Buy::Shelf, None);
    check(Buy::Kitchens, Some("dgx-a100_32_8x200_llama3-70b_1024x4096"));
}

proptest! {
    #[test]
    fn any_letters_are_read_or_refused(text in "[a-z0-9._x-]{0,80}") {
        if let Some(own) = Own::read(&text) {
            prop_assert_eq!(own.write(), text);
        }
    }
}

/// What a file makes of the usual restaurant, and how many sentences are said of it, in every language.
fn brought(bytes: &[u8], expected: &str, sentences: usize) {
    let start = (DOOR.brought.start)(&Scenario::default_for(KIND));
    for lang in Lang::ALL {
        let (scenario, said) = (DOOR.brought.read)(&start, bytes, lang);
        assert_eq!((scenario.made.as_str(), said.len()), (expected, sentences), "{said:?}");
        assert!(said.iter().all(|line| !line.is_empty() && !line.contains("? ")), "{said:?}");
    }
}

const USUAL: &str = "dgx-a100_16_8x200_llama3-70b_1024x4096";

const TOPO: &str = "\tGPU0\tGPU1\tGPU2\tGPU3\tGPU4\tGPU5\tGPU6\tGPU7\tNIC0\tNIC1\tCPU Affinity\tNUMA Affinity\n\
GPU0\t X \tNV18\tNV18\tNV18\tNV18\tNV18\tNV18\tNV18\tPXB\tSYS\t0-51\t0\n\
GPU1\tNV18\t X \tNV18\tNV18\tNV18\tNV18\tNV18\tNV18\tPXB\tSYS\t0-51\t0\n\
GPU2\tNV18\tNV18\t X \tNV18\tNV18\tNV18\tNV18\tNV18\tPXB\tSYS\t0-51\t0\n\
GPU3\tNV18\tNV18\tNV18\t X \tNV18\tNV18\tNV18\tNV18\tPXB\tSYS\t0-51\t0\n\
GPU4\tNV18\tNV18\tNV18\tNV18\t X \tNV18\tNV18\tNV18\tSYS\tPXB\t52-103\t1\n\
GPU5\tNV18\tNV18\tNV18\tNV18\tNV18\t X \tNV18\tNV18\tSYS\tPXB\t52-103\t1\n\
GPU6\tNV18\tNV18\tNV18\tNV18\tNV18\tNV18\t X \tNV18\tSYS\tPXB\t52-103\t1\n\
GPU7\tNV18\tNV18\tNV18\tNV18\tNV18\tNV18\tNV18\t X \tSYS\tPXB\t52-103\t1\n\
NIC0\tPXB\tPXB\tPXB\tPXB\tSYS\tSYS\tSYS\tSYS\t X \tSYS\n\
NIC1\tSYS\tSYS\tSYS\tSYS\tPXB\tPXB\tPXB\tPXB\tSYS\t X \n";

#[test]
fn a_file_gives_what_it_says() {
    let llama = br#"{"model_type":"llama","hidden_size":8192,"num_hidden_layers":80,"num_attention_heads":64,
        "num_key_value_heads":8,"intermediate_size":28672,"vocab_size":128256,"tie_word_embeddings":false}"#;
    brought(llama, USUAL, 2);
    let own = br#"{"model_type":"llama","hidden_size":2048,"num_hidden_layers":20,"num_attention_heads":16,
        "num_key_value_heads":4,"intermediate_size":5632,"vocab_size":64000,"tie_word_embeddings":true}"#;
    brought(own, "dgx-a100_16_8x200_m-20-2048-16-4-0-5632-64000-1-1-0-0-0-0-0_1024x4096", 1);
    brought(TOPO.as_bytes(), "dgx-h100_16_2x400_llama3-70b_1024x4096", 2);
    let launch = b"torchrun --nproc_per_node 8 --nnodes 32 pretrain_gpt.py --tensor-model-parallel-size 8 --pipeline-model-parallel-size 4 \
        --global-batch-size 512 --seq-length 8192 --num-layers 80 --hidden-size 8192 --num-attention-heads 64";
    brought(launch, "dgx-a100_32_8x200_llama3-70b_512x8192", 3);
}

#[test]
fn a_broken_file_is_one_sentence_and_changes_nothing() {
    let long = vec![b' '; 300 << 10];
    for broken in [&b""[..], b"hello", b"{", b"\xff\xfe", br#"{"model_type":"llama"}"#, &long] {
        brought(broken, USUAL, 1);
    }
    brought(
        br#"{"model_type":"llama","hidden_size":1e999,"num_hidden_layers":1,"num_attention_heads":1,"vocab_size":1}"#,
        USUAL,
        1,
    );
}

/// What a launch file says of its cuts is today's plan, until a restaurant comes with which it does not go.
#[test]
fn a_launch_file_s_cuts_are_today_s() {
    let launch = b"torchrun --nproc_per_node 8 --nnodes 32 pretrain_gpt.py --tensor-model-parallel-size 8 --pipeline-model-parallel-size 4 \
        --global-batch-size 512 --seq-length 8192 --num-layers 80 --hidden-size 8192 --num-attention-heads 64";
    let start = (DOOR.brought.start)(&Scenario::default_for(KIND));
    let (read, _) = (DOOR.brought.read)(&start, launch, Lang::En);
    let cuts = |scenario: &Scenario| [At::tensor, At::stages].map(|at| scenario.at(at as usize, 0));
    assert_eq!(cuts(&read), [8, 4]);
    let one = (DOOR.brought.set)(&read, 2, "3");
    assert_eq!(cuts(&one), [0, 0], "24 chefs are not 8 x 4");
    assert_eq!(cuts(&(DOOR.brought.set)(&read, 9, "2")), [8, 2]);
    assert_eq!(cuts(&(DOOR.brought.set)(&read, 8, "3")), [0, 0]);
}

/// A field takes any text, and what comes of it can be read again.
#[test]
fn any_text_in_any_field_leaves_a_restaurant() {
    let start = (DOOR.brought.start)(&Scenario::default_for(KIND));
    for field in 0..11 {
        for text in [
            "",
            "0",
            "1",
            "4",
            "99999999",
            "-1",
            "nothing",
            "dgx-h100",
            "gpt3-175b",
            "800",
            "\u{30b7}",
            "bloom-176b",
            "none",
        ] {
            let next = (DOOR.brought.set)(&start, field, text);
            let own = Own::read(&next.made).unwrap_or_else(|| panic!("{field} {text}: {}", next.made));
            assert!(own.chefs() <= MOST_CHEFS && own.texts >= 1, "{field} {text}");
        }
    }
    let own = Own::read(&(DOOR.brought.set)(&start, 1, "dgx-h100").made).expect("a restaurant");
    assert!(own.system.id == "dgx-h100" && own.cards == usual_cards(own.system) && own.nodes == 16);
}

/// All that is said before and after the answers, in every language: each row with both its batch and its plan.
#[test]
fn the_sheet_and_its_answers_are_said() {
    let start = (DOOR.brought.start)(&Scenario::default_for(KIND));
    let mut answers = Vec::new();
    (DOOR.brought.race)(&start, &mut |bytes| answers.push(bytes));
    assert_eq!(answers.len(), (DOOR.brought.count)(&start));
    for lang in Lang::ALL {
        let sheet = (DOOR.brought.sheet)(&start, lang);
        assert!(sheet.sums.iter().all(|line| !line.is_empty()) && sheet.fields.len() == 10, "{sheet:?}");
        let told = (DOOR.brought.told)(&start, &answers, &Typed::default(), lang);
        assert_eq!((told.rows.len(), told.rows.iter().filter(|row| row.is_best).count()), (answers.len(), 1));
        assert!(told.rows.iter().all(|row| row.cells.len() == told.head.len() && row.share <= 1.0), "{told:?}");
        // Each gain has its range, from the runs nearest to both sides: all GPUs here have some.
        assert!(told.rows.iter().skip(1).all(|row| row.cells[3].lines.len() == 2), "{told:?}");
        assert!(told.notes.iter().any(|note| note.contains("A100")), "whose errors they are: {told:?}");
        assert!(
            told.rows.iter().skip(1).all(|row| row
                .cells
                .iter()
                .all(|cell| cell.input.is_some() || cell.lines.iter().all(|line| !line.is_empty()))),
            "{told:?}"
        );
    }
}

/// A price that was typed counts as it was, what cannot be read is said and the published one stays; so does the size of a training.
#[test]
fn prices_and_the_training_are_the_reader_s_to_change() {
    let start = (DOOR.brought.set)(&(DOOR.brought.start)(&Scenario::default_for(KIND)), 2, "4");
    let mut answers = Vec::new();
    (DOOR.brought.race)(&start, &mut |bytes| answers.push(bytes));
    let check = |typed: &Typed, place: u32, (value, line, days, is_wrong): (&str, &str, &str, bool)| {
        let told = (DOOR.brought.told)(&start, &answers, typed, Lang::En);
        let of = |cell: &Cell| cell.input.as_ref().is_some_and(|input| input.place == place);
        let row = told.rows.iter().find(|row| row.cells.iter().any(of)).expect("a row");
        let cell = row.cells.iter().find(|cell| of(cell)).expect("a price");
        let input = cell.input.as_ref().expect("a field");
        assert_eq!(
            (input.value.as_str(), cell.lines.join(" ").as_str(), input.wrong.is_some()),
            (value, line, is_wrong)
        );
        let training = row.cells.iter().flat_map(|cell| &cell.lines).find(|line| line.ends_with("days")).expect("days");
        assert_eq!(training, days);
    };
    let kitchens = 1 + Buy::ALL.iter().position(|buy| *buy == Buy::Kitchens).expect("kitchens") as u32;
    let typed = |text: &str, training: Option<&str>| {
        let mut typed = Typed { training: training.map(str::to_owned), ..Typed::default() };
        typed.set_price(kitchens, text.to_owned());
        typed
    };
    // Four servers of the announced price; twice as many are 1.994 times as fast. 15 T tokens are 3,576,279 steps of 149.7 s.
    let known = "8,005 for each 1 % of speed";
    check(&Typed::default(), kitchens, ("796,000", known, "6,194.6 days", false));
    check(
        &typed("100,000-200000", None),
        kitchens,
        ("100,000-200000", "1,006–2,011 for each 1 % of speed", "6,194.6 days", false),
    );
    check(&typed("cheap", Some("30")), kitchens, ("cheap", known, "12,389.2 days", true));
    // What only begins as a number is none.
    check(&typed("", Some("30.0000000000000and more")), kitchens, ("796,000", known, "6,194.6 days", false));
    check(&typed("", Some("1e999")), kitchens, ("796,000", known, "6,194.6 days", false));
}

/// A published run is what was published until something is changed, and a broken file changes nothing.
#[test]
fn a_published_run_stays_one_until_it_is_changed() {
    let start = (DOOR.brought.start)(&Scenario::default_for(KIND));
    let bloom = (DOOR.brought.set)(&start, 0, "bloom-176b");
    let check = |scenario: &Scenario, expected: &str| assert_eq!(scenario.made, expected);
    check(&bloom, "run-bloom-176b");
    check(&(DOOR.brought.read)(&bloom, b"{", Lang::En).0, "run-bloom-176b");
    check(&(DOOR.brought.set)(&bloom, 0, "none"), "dgx-a100_48_4x100_bloom-176b_2048x2048");
    check(&(DOOR.brought.set)(&bloom, 2, "24"), "dgx-a100_24_4x100_bloom-176b_2048x2048");
    check(&(DOOR.brought.set)(&bloom, 0, "gpt-1t"), "run-gpt-1t");
    assert_eq!(Own::read("run-nobody"), None);
    for run in &crate::famous::FAMOUS {
        let own = Own::of_run(run).expect("a restaurant");
        assert_eq!(
            (Own::read(&own.write()), own.ground(), run.nodes <= most_nodes(run.system)),
            (Some(own), run.spec(), true)
        );
        let edited = Own { run: None, ..own };
        assert_eq!(Own::read(&edited.write()), Some(edited), "{}", run.id);
    }
}

/// What was published stands beside what is simulated, and a better plan is raced against the published one.
#[test]
fn a_published_run_is_raced_against_a_better_plan() {
    let start = (DOOR.brought.start)(&Scenario::default_for(KIND));
    let run = (DOOR.brought.set)(&start, 0, "llama3-70b");
    let mut answers = Vec::new();
    (DOOR.brought.race)(&run, &mut |bytes| answers.push(bytes));
    for lang in Lang::ALL {
        let told = (DOOR.brought.told)(&run, &answers, &Typed::default(), lang);
        assert_eq!((told.notes.len(), told.rows.len()), (4, (DOOR.brought.count)(&run)), "{told:?}");
        assert!(told.notes[0].contains("10.8\u{a0}s") && told.notes[0].contains("−4.3"), "{told:?}");
        let plan = told
            .rows
            .iter()
            .find(|row| row.staged.as_ref().is_some_and(|staged| staged.at(0, 0) == 5))
            .expect("a plan");
        assert_eq!(plan.staged.as_ref().map(|staged| staged.made.as_str()), Some("run-llama3-70b"));
    }
}

/// Of the answers to sixteen DGX A100 the doubling has the most speed for its price as published; what is bought next is asked of the
/// restaurant that has it, and nothing costs more than is left.
#[test]
fn a_budget_is_spent_one_purchase_after_another() {
    let start = Scenario::default_for(KIND).making("dgx-a100_16_8x200_llama3-70b_1024x4096".to_owned());
    let mut answers = Vec::new();
    (DOOR.brought.race)(&start, &mut |bytes| answers.push(bytes));
    let ordered = |typed: &Typed, dollars: f64, order: Order| {
        (DOOR.brought.budget.next)(&start, &answers, &Left { dollars, order, typed, lang: Lang::En })
    };
    let next = |typed: &Typed, dollars: f64| ordered(typed, dollars, Order::ForPrice);
    assert_eq!(next(&Typed::default(), 3_183_999.0), None, "nothing is that cheap");
    let bought = next(&Typed::default(), 4e6).expect("a purchase");
    assert_eq!(bought.price, 3_184_000.0);
    assert!(bought.step[1] < bought.step[0], "{bought:?}");
    assert_eq!(bought.cells.len(), sheet::sheet(&start, Lang::En).budget_head.len());
    assert_eq!(sheet::own(&bought.next).map(|own| own.nodes), Some(32));
    // The fastest is another.
    assert_eq!(ordered(&Typed::default(), 2e7, Order::Fastest).map(|one| one.price), Some(4_960_000.0));
    assert_eq!(next(&Typed::default(), 2e7).map(|one| one.price), Some(3_184_000.0));
    // What the reader wrote counts: chefs for a song come first.
    let chefs = sheet::raced(&answers).iter().find(|row| row.buy() == Some(Buy::Chef)).map(Raced::place);
    let mut typed = Typed::default();
    typed.set_price(chefs.expect("chefs are sold"), "1000".to_owned());
    let cheap = next(&typed, 4e6).expect("a purchase");
    assert_eq!(cheap.price, 1_000.0);
    let all = [bought, cheap];
    for lang in Lang::ALL {
        let says = (DOOR.brought.budget.sum)(&all, 4e6, true, lang);
        assert!(says.contains("3,185,000") && says.contains("4,000,000"), "{says}");
    }
    let read = DOOR.brought.budget.read;
    for (text, dollars) in [
        ("1", Some(1.0)),
        (" 4,000,000 ", Some(4e6)),
        ("1e9", None),
        ("-1", None),
        ("", None),
        ("0", None),
        ("9999999999999", None),
    ] {
        assert_eq!(read(text), dollars, "{text}");
    }
}
