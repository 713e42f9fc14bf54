//! Links, written and read.

use proptest::prelude::*;

use super::{DATA, PIPELINE, RACE};
use crate::chapters::{chapter, kinds, parse};
use crate::scenario::Scenario;
use crate::scenario::link::*;
use crate::scenario::raw;
use kitchen_core::units::Time;
use kitchen_text::Lang;

fn check(query: &str, hash: &str, expected: &Address, problems: usize) {
    let (address, lines) = parse(query, hash);
    let said: Vec<String> = lines.iter().map(|line| line.say(Lang::En)).collect();
    assert_eq!((&address, said.len()), (expected, problems), "{query} {hash} {said:?}");
    assert_eq!(parse(&address.encode().0, &address.encode().1), (address, Vec::new()));
}

fn scene(name: &str) -> Look {
    Look { scene: Some(name.to_owned()), ..Look::default() }
}

#[test]
fn an_empty_link_is_the_home_page() {
    check("", "", &Address::open(Look::default(), PIPELINE), 0);
    check("?", "#", &Address::open(Look::default(), PIPELINE), 0);
}

#[test]
fn a_scene_opens_its_kind() {
    check("?scene=links", "", &Address::open(scene("links"), RACE), 0);
    check("scene=glossary", "", &Address::open(scene("glossary"), PIPELINE), 0);
}

#[test]
fn state_is_read_from_the_hash() {
    let mut expected = Address::open(scene("data"), DATA);
    expected.scenario = expected.scenario.with("chefs", 6).with_choice("algorithm", "in-network");
    (expected.t, expected.speed, expected.guide) = (Time(123), 25, false);
    check("?scene=data", "#v=1&kind=data&chefs=6&algorithm=in-network&t=123&speed=25&guide=0", &expected, 0);
}

#[test]
fn what_is_wrong_is_said_and_replaced() {
    let usual = Address::open(scene("data"), DATA);
    check("?scene=data", "#v=1&kind=pipeline&stages=4", &usual, 1);
    check("?scene=data", "#v=1&kind=banquet", &usual, 1);
    check("?scene=data", "#v=2&kind=data", &usual, 1);
    check("?scene=data&layer=bones&q", "#v=1&t=-1&speed=0&guide=yes", &usual, 4);
    check("?scene=data", &format!("#v=1&chefs={}", "9".repeat(MAX_LENGTH)), &usual, 1);
    check("?scene=data", "#v=1&chefs=99", &Address { scenario: usual.scenario.with("chefs", 8), ..usual.clone() }, 1);
    check("?scene=<script>", "", &Address::open(Look::default(), PIPELINE), 1);
}

#[test]
fn keys_of_others_are_none_of_ours() {
    let usual = Address::open(scene("data"), DATA);
    let tail = "utm_source=news&utm_medium=e-mail&fbclid=IwAR0&gclid=1&ref=x&%E3%81%82=1&__cf_chl_tk=a.b-c";
    check(&format!("?scene=data&{tail}"), "", &usual, 0);
    check(&format!("?{tail}&scene=data"), "#v=1&kind=data", &usual, 0);
    check("?scene=data", &format!("#v=1&kind=data&{}", "utm_source=news"), &usual, 1);
}

#[test]
fn an_embedded_page_shows_what_its_link_asks_for() {
    let address = |look: Look| Address::open(look, DATA);
    let parts = |switch, controls, gantt| address(scene("data").embedded(Parts { switch, controls, gantt }));
    check("?scene=data&embed=1", "", &address(scene("data").embedded(Parts::default())), 0);
    check("?embed=1&controls=1&scene=data", "", &parts(true, true, false), 0);
    check("?controls=0&scene=data&embed=1&switch=0&gantt=1", "", &parts(false, false, true), 0);
    check("?scene=data&controls=0", "", &address(Look { controls: false, ..scene("data") }), 0);
    assert_eq!(parts(false, true, true).look.alone(), scene("data"));
}

#[test]
fn a_link_says_what_stands_open_beside_the_stage() {
    let open = |drawers: &[Drawer]| {
        let drawers = drawers.iter().fold(Drawers::default(), |open, &drawer| open.with(drawer, true));
        Address::open(Look { drawers, ..scene("data") }, DATA)
    };
    check("?scene=data&open=numbers,read", "", &open(&[Drawer::Read, Drawer::Numbers]), 0);
    check("?scene=data&open=timeline,timeline", "", &open(&[Drawer::Timeline]), 0);
    check("?scene=data&open=try,cellar", "", &open(&[Drawer::Try]), 1);
    check("?scene=data&open=", "", &open(&[]), 1);
    assert_eq!(open(&[Drawer::Try, Drawer::Read]).encode().0, "scene=data&open=read,try");
}

#[test]
fn links_of_former_versions_still_open() {
    let mut expected = Address::open(scene("pipeline"), PIPELINE);
    expected.scenario = expected.scenario.with("batches", 12);
    check("?scene=pipeline", "#v=1&kind=pipeline&stages=4&micro-batches=12", &expected, 0);
}

/// Links as readers have them: each opens as it was, without a word, and is written the same again.
#[test]
fn saved_links_of_all_chapters_still_open() {
    let check = |scene: &str, hash: &str| {
        let query = format!("scene={scene}&lang=en&layer=xray");
        let (address, problems) = parse(&format!("?{query}"), &format!("#{hash}"));
        assert_eq!((problems.len(), address.encode()), (0, (query, hash.to_owned())));
    };
    check(
        "pipeline",
        "v=1&kind=pipeline&model=gpt3-13b&stages=8&batches=17&link=pcie&schedule=1f1b&pot=each&t=1200000",
    );
    check("tensor", "v=1&kind=tensor&ways=8&link=exchange&hidden=12288&speed=50");
    check(
        "data",
        "v=1&kind=data&chefs=6&algorithm=in-network&buckets=3&system=dgx-b200&model=gpt3-350m&bell=0&kitchens=1&guide=0",
    );
    check("links", "v=1&kind=race&op=all-to-all&bytes=1048576&chefs=72&field=all&cut=nothing&home=0&left=0");
    check("collectives", "v=1&kind=collectives&op=broadcast&algorithm=tree&chefs=5&bytes=65536&follow=0");
    check(
        "generations",
        "v=1&kind=generations&op=reduce-scatter&bytes=1073741824&missing=chip&until=2026&home=0&left=0&t=1",
    );
    // What was added since has its default.
    for (old, new) in [
        ("v=1&kind=pipeline&model=gpt3-13b&stages=8&batches=17&link=pcie&schedule=1f1b", "&pot=each"),
        ("v=1&kind=race&op=all-to-all&bytes=1048576&chefs=72", "&field=all&cut=nothing&home=0&left=0"),
        ("v=1&kind=generations&op=reduce-scatter&bytes=1073741824&missing=chip", "&until=2026&home=0&left=0"),
    ] {
        let (address, problems) = parse("?lang=en&layer=xray", &format!("#{old}"));
        assert_eq!((problems.len(), address.encode().1), (0, format!("{old}{new}")));
    }
}

/// What HTML reads as a character after `&` even without a semicolon: the named character references of its standard that
/// end without one.
const ENTITIES: &str = "AElig AMP Aacute Acirc Agrave Aring Atilde Auml COPY Ccedil ETH Eacute Ecirc Egrave Euml GT \
    Iacute Icirc Igrave Iuml LT Ntilde Oacute Ocirc Ograve Oslash Otilde Ouml QUOT REG THORN Uacute Ucirc Ugrave Uuml \
    Yacute aacute acirc acute aelig agrave amp aring atilde auml brvbar ccedil cedil cent copy curren deg divide eacute \
    ecirc egrave eth euml frac12 frac14 frac34 gt iacute icirc iexcl igrave iquest iuml laquo lt macr micro middot nbsp \
    not ntilde oacute ocirc ograve ordf ordm oslash otilde ouml para plusmn pound quot raquo reg sect shy sup1 sup2 sup3 \
    szlig thorn times uacute ucirc ugrave uml uuml yacute yen yuml";

fn check_html(text: &str) {
    for (at, _) in text.match_indices('&') {
        let rest = &text[at + 1..];
        let read = ENTITIES.split_whitespace().find(|entity| rest.starts_with(entity));
        assert_eq!(read, None, "HTML reads a character in {text}");
    }
    assert!(!text.contains([';', '"', '\'', '<', '>', ' ']), "{text}");
}

#[test]
fn no_link_holds_what_html_reads_as_a_character() {
    let looks = [("scene", "x"), ("lang", "ja"), ("theme", "dark"), ("layer", "xray"), ("lanes", "links")];
    let flags = ["controls", "embed", "switch", "gantt", "v", "kind", "t", "speed", "guide"].map(|name| (name, "1"));
    for (name, value) in looks.into_iter().chain(flags) {
        check_html(&format!("&{name}={value}"));
    }
    for kind in kinds() {
        for param in kind.params {
            check_html(&format!("&{}=1", param.id));
            if let crate::scenario::Range::Choice(list) = param.range {
                for (id, _) in list {
                    check_html(&format!("={id}"));
                }
            }
        }
    }
    assert!(
        ENTITIES.split_whitespace().count() == 106
            && std::panic::catch_unwind(|| check_html("&micro-batches=1")).is_err()
    );
}

fn any_address() -> impl Strategy<Value = Address> {
    let look = (
        prop::option::of(prop::sample::select(vec![
            "pipeline",
            "tensor",
            "data",
            "links",
            "collectives",
            "cast",
            "home-2",
        ])),
        prop::option::of(prop::sample::select(Lang::ALL.to_vec())),
        0..THEMES.len(),
        0..LAYERS.len(),
        any::<[bool; 9]>(),
    );
    let state = (
        0..kinds().count(),
        prop::array::uniform5(prop_oneof![any::<i64>(), 0..40i64, (10..35u32).prop_map(|n| 1 << n)]),
        any::<u64>(),
        SPEED,
        any::<bool>(),
    );
    (look, state).prop_map(|((scene, lang, theme, layer, flags), (kind, values, t, speed, guide))| {
        let kind = scene.and_then(chapter).map_or_else(|| kinds().nth(kind).unwrap(), |chapter| chapter.kind);
        let mut scenario = Scenario::default_for(kind);
        for (param, value) in kind.params.iter().zip(values) {
            scenario = scenario.with(param.id, value);
        }
        let look = Look {
            scene: scene.map(str::to_owned),
            lang,
            theme: THEMES[theme].1,
            layer: LAYERS[layer].1,
            lanes: if flags[2] { Lanes::Links } else { Lanes::Chefs },
            drawers: DRAWERS
                .iter()
                .zip(&flags[5..])
                .fold(Drawers::default(), |open, ((_, drawer), &flag)| open.with(*drawer, flag)),
            controls: flags[0],
            embed: flags[1],
            present: flags[4],
            switch: flags[3],
            gantt: flags[4],
        };
        let (scenario, _) = raw::reconcile(scenario);
        let act = flags[3].then(|| "cut".to_owned());
        Address { look, scenario, act, t: Time(t), speed, guide }
    })
}

proptest! {
    #[test]
    fn any_address_survives_the_link(address in any_address()) {
        let (query, hash) = address.encode();
        prop_assert!(query.len() <= MAX_LENGTH && hash.len() <= MAX_LENGTH);
        check_html(&format!("?{query}#{hash}"));
        prop_assert_eq!(parse(&query, &hash), (address, Vec::new()));
    }

    #[test]
    fn no_string_is_fatal(query in ".*", hash in ".*") {
        let (address, problems) = parse(&query, &hash);
        prop_assert!(problems.len() <= raw::MAX_PROBLEMS);
        let (query, hash) = address.encode();
        prop_assert_eq!(parse(&query, &hash), (address, Vec::new()));
    }

    #[test]
    fn no_near_miss_is_fatal(
        pairs in prop::collection::vec(
            ("v|kind|t|speed|guide|stages|chefs|bytes|link|scene|lang|ways|é", "[0-9]{0,25}|-?[0-9a-z.]{0,9}|\\PC{0,5}"),
            0..12,
        )
    ) {
        let text: Vec<String> = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let text = text.join("&");
        let (address, problems) = parse(&text, &text);
        let _ = problems.iter().map(|line| line.say(Lang::Ja)).collect::<String>();
        for (param, value) in address.scenario.entries() {
            prop_assert_eq!(param.nearest(value), value);
        }
    }
}
