//! The link: a query that says how things are shown, and a versioned hash that says what is shown and when.
//!
//! `?scene=pipeline&lang=ja&layer=xray#v=1&kind=pipeline&stages=4&…&t=1200000`. Hand-written, bounded, and safe for any
//! string: what cannot be read is replaced by the usual value, with a sentence.

use kitchen_core::text::{Lang, Line, key};
use kitchen_core::units::Time;

use super::params::{Kind, Scenario};
use super::raw::{self, quote, report};

/// The version this code writes.
pub const VERSION: u32 = 1;
/// Longer queries and hashes are not ours.
pub const MAX_LENGTH: usize = 2048;
/// The slowest and the fastest playing speed, in percent of a chapter's normal one.
pub const SPEED: std::ops::RangeInclusive<u32> = 1..=10_000;

const SCENE_LENGTH: usize = 32;

/// Which skin the stage wears; the objects stay where they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Layer {
    #[default]
    Kitchen,
    XRay,
}

/// What the timeline has a lane for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lanes {
    #[default]
    Chefs,
    Links,
}

/// The palette.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// What the reader's system prefers.
    #[default]
    Auto,
    Light,
    Dark,
    Projector,
}

const LAYERS: [(&str, Layer); 2] = [("kitchen", Layer::Kitchen), ("xray", Layer::XRay)];
/// Whether they are of links.
const LANES: [(&str, bool); 2] = [("chefs", false), ("links", true)];
const THEMES: [(&str, Theme); 4] =
    [("auto", Theme::Auto), ("light", Theme::Light), ("dark", Theme::Dark), ("projector", Theme::Projector)];
const LANGS: [(&str, Option<Lang>); 2] = [("ja", Some(Lang::Ja)), ("en", Some(Lang::En))];
const FLAGS: [(&str, bool); 2] = [("0", false), ("1", true)];

/// How a thing is shown: the query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// A chapter's id or a page's name: lower-case letters, digits, hyphens; `None` is the home page.
    pub scene: Option<String>,
    /// `None`: what the reader's browser prefers.
    pub lang: Option<Lang>,
    pub theme: Theme,
    pub layer: Layer,
    pub lanes: Lanes,
    /// Whether the controls are shown, and the numbers with them. Usual on a page of its own, a wish in another page.
    pub controls: bool,
    /// Whether the page sits in another page.
    pub embed: bool,
    /// In another page: whether the reader may switch between kitchen and x-ray there.
    pub switch: bool,
    /// In another page: whether the timeline is shown.
    pub gantt: bool,
}

impl Look {
    /// The same inside another page, with so much around the stage.
    #[must_use]
    pub fn embedded(&self, parts: Parts) -> Look {
        let Parts { switch, controls, gantt } = parts;
        Look { embed: true, switch, controls, gantt, ..self.clone() }
    }

    /// The same on a page of its own.
    #[must_use]
    pub fn alone(&self) -> Look {
        let usual = Look::default();
        Look { embed: false, switch: usual.switch, controls: usual.controls, gantt: usual.gantt, ..self.clone() }
    }
}

/// What an embedded page may have around its stage; the play bar is always there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    pub switch: bool,
    pub controls: bool,
    pub gantt: bool,
}

impl Default for Parts {
    fn default() -> Parts {
        Parts { switch: true, controls: false, gantt: false }
    }
}

impl Default for Look {
    fn default() -> Look {
        Look {
            scene: None,
            lang: None,
            theme: Theme::default(),
            layer: Layer::default(),
            lanes: Lanes::default(),
            controls: true,
            embed: false,
            switch: true,
            gantt: false,
        }
    }
}

/// Everything a link holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    pub look: Look,
    pub scenario: Scenario,
    /// The playhead.
    pub t: Time,
    /// Percent of the chapter's normal speed, in [`SPEED`].
    pub speed: u32,
    /// Whether play pauses at each beat.
    pub guide: bool,
}

impl Address {
    /// A chapter's first frame.
    pub fn open(look: Look, kind: Kind) -> Address {
        Address { look, scenario: Scenario::default_for(kind), t: Time::ZERO, speed: 100, guide: true }
    }

    /// The query and the hash, without `?` and `#`.
    pub fn encode(&self) -> (String, String) {
        (encode_query(&self.look), self.encode_hash())
    }

    fn encode_hash(&self) -> String {
        let mut out = format!("v={VERSION}&kind={}", self.scenario.kind.id());
        for (param, value) in self.scenario.entries() {
            push(&mut out, param.id, &param.write(value));
        }
        if self.t != Time::ZERO {
            push(&mut out, "t", &self.t.0.to_string());
        }
        if self.speed != 100 {
            push(&mut out, "speed", &self.speed.to_string());
        }
        if !self.guide {
            push(&mut out, "guide", "0");
        }
        out
    }
}

/// The kind of scenario behind a scene, where the name of the scene says it.
pub fn kind_of_scene(scene: &str) -> Option<Kind> {
    if scene == "links" { Some(Kind::Race) } else { Kind::from_id(scene) }
}

/// Reads a link. Never panics; at most [`raw::MAX_PROBLEMS`] sentences.
pub fn parse(query: &str, hash: &str) -> (Address, Vec<Line>) {
    let mut problems = Vec::new();
    let look = parse_query(query, &mut problems);
    let address = parse_hash(look, hash, &mut problems);
    (address, problems)
}

fn encode_query(look: &Look) -> String {
    let usual = Look::default();
    let mut out = String::new();
    if let Some(scene) = &look.scene {
        push(&mut out, "scene", scene);
    }
    if let Some(lang) = look.lang {
        push(&mut out, "lang", lang.tag());
    }
    if look.theme != usual.theme {
        push(&mut out, "theme", name_of(&THEMES, look.theme));
    }
    if look.layer != usual.layer {
        push(&mut out, "layer", name_of(&LAYERS, look.layer));
    }
    if look.lanes != usual.lanes {
        push(&mut out, "lanes", name_of(&LANES, look.lanes == Lanes::Links));
    }
    // An embedded page has its controls where the link says so, any other unless it says otherwise.
    if look.controls == look.embed {
        push(&mut out, "controls", name_of(&FLAGS, look.controls));
    }
    let flags =
        [("embed", look.embed, usual.embed), ("switch", look.switch, usual.switch), ("gantt", look.gantt, usual.gantt)];
    for (name, value, _) in flags.into_iter().filter(|(_, value, usual)| value != usual) {
        push(&mut out, name, name_of(&FLAGS, value));
    }
    out
}

fn parse_query(query: &str, problems: &mut Vec<Line>) -> Look {
    let mut look = Look::default();
    let query = query.strip_prefix('?').unwrap_or(query);
    if query.len() > MAX_LENGTH {
        report(problems, || Line::new(key::ERR_LINK_LONG));
        return look;
    }
    let mut controls = None;
    for (name, value) in pairs(query) {
        match name {
            "scene" if is_scene(value) => look.scene = Some(value.to_owned()),
            "scene" => report(problems, || bad_look(name, value, Line::new(key::ERR_RANGE_NAME))),
            "lang" => choose(&LANGS, name, value, &mut look.lang, problems),
            "theme" => choose(&THEMES, name, value, &mut look.theme, problems),
            "layer" => choose(&LAYERS, name, value, &mut look.layer, problems),
            "lanes" => {
                let mut links = look.lanes == Lanes::Links;
                choose(&LANES, name, value, &mut links, problems);
                look.lanes = if links { Lanes::Links } else { Lanes::Chefs };
            }
            "controls" => {
                let mut shown = true;
                choose(&FLAGS, name, value, &mut shown, problems);
                controls = Some(shown);
            }
            "embed" => choose(&FLAGS, name, value, &mut look.embed, problems),
            "switch" => choose(&FLAGS, name, value, &mut look.switch, problems),
            "gantt" => choose(&FLAGS, name, value, &mut look.gantt, problems),
            // Others hang their own keys on links that are passed around (`utm_source`, `fbclid`); they are none of ours.
            _ => {}
        }
    }
    look.controls = controls.unwrap_or(!look.embed);
    look
}

fn parse_hash(look: Look, hash: &str, problems: &mut Vec<Line>) -> Address {
    let scene_kind = look.scene.as_deref().and_then(kind_of_scene);
    let mut address = Address::open(look, scene_kind.unwrap_or(Kind::Pipeline));
    let hash = hash.strip_prefix('#').unwrap_or(hash);
    if hash.is_empty() {
        return address;
    }
    if hash.len() > MAX_LENGTH {
        report(problems, || Line::new(key::ERR_LINK_LONG));
        return address;
    }
    let find = |wanted: &str| pairs(hash).find(|(name, _)| *name == wanted).map(|(_, value)| value);
    let version = find("v").unwrap_or("");
    if version.parse() != Ok(VERSION) {
        report(problems, || Line::new(key::ERR_LINK_VERSION).text("version", quote(version)));
    }
    let mut kind = scene_kind.unwrap_or(Kind::Pipeline);
    if let Some(id) = find("kind") {
        match Kind::from_id(id) {
            None => {
                report(problems, || Line::new(key::ERR_LINK_KIND).text("kind", quote(id)));
                return address;
            }
            Some(named) if scene_kind.is_some_and(|scene_kind| scene_kind != named) => {
                report(problems, || Line::new(key::ERR_LINK_MISMATCH));
                return address;
            }
            Some(named) => kind = named,
        }
    }
    let ours = ["v", "kind", "t", "speed", "guide"];
    let (scenario, more) = raw::parse(kind, pairs(hash).filter(|(name, _)| !ours.contains(name)));
    address.scenario = scenario;
    for line in more {
        report(problems, || line);
    }
    parse_playing(&mut address, find, problems);
    address
}

fn parse_playing<'a>(address: &mut Address, find: impl Fn(&str) -> Option<&'a str>, problems: &mut Vec<Line>) {
    if let Some(text) = find("t") {
        match text.parse::<u64>() {
            Ok(ps) if text.bytes().all(|b| b.is_ascii_digit()) => address.t = Time(ps),
            _ => {
                let range = Line::new(key::ERR_RANGE_INT).int("min", 0).int("max", i64::MAX);
                report(problems, || bad_look("t", text, range));
            }
        }
    }
    if let Some(text) = find("speed") {
        match text.parse::<u32>() {
            Ok(speed) if SPEED.contains(&speed) => address.speed = speed,
            _ => {
                let range = Line::new(key::ERR_RANGE_INT);
                let range = range.int("min", i64::from(*SPEED.start())).int("max", i64::from(*SPEED.end()));
                report(problems, || bad_look("speed", text, range));
            }
        }
    }
    if let Some(text) = find("guide") {
        choose(&FLAGS, "guide", text, &mut address.guide, problems);
    }
}

/// The pairs of `a=1&b=2`; a pair without `=` has an empty value, an empty pair is none.
fn pairs(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split('&').filter(|pair| !pair.is_empty()).map(|pair| pair.split_once('=').unwrap_or((pair, "")))
}

fn push(out: &mut String, name: &str, value: &str) {
    if !out.is_empty() {
        out.push('&');
    }
    out.push_str(name);
    out.push('=');
    out.push_str(value);
}

fn is_scene(text: &str) -> bool {
    (1..=SCENE_LENGTH).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

fn name_of<T: Copy + PartialEq>(list: &[(&'static str, T)], value: T) -> &'static str {
    list.iter().find(|(_, known)| *known == value).map_or("", |(name, _)| name)
}

fn choose<T: Copy>(list: &[(&'static str, T)], name: &str, text: &str, into: &mut T, problems: &mut Vec<Line>) {
    if let Some((_, value)) = list.iter().find(|(known, _)| *known == text) {
        *into = *value;
        return;
    }
    let names: Vec<&str> = list.iter().map(|(name, _)| *name).collect();
    report(problems, || bad_look(name, text, Line::new(key::ERR_RANGE_CHOICE).text("list", names.join(", "))));
}

fn bad_look(name: &str, value: &str, range: Line) -> Line {
    Line::new(key::ERR_LINK_LOOK).text("key", quote(name)).text("value", quote(value)).line("range", range)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

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
        check("", "", &Address::open(Look::default(), Kind::Pipeline), 0);
        check("?", "#", &Address::open(Look::default(), Kind::Pipeline), 0);
    }

    #[test]
    fn a_scene_opens_its_kind() {
        check("?scene=links", "", &Address::open(scene("links"), Kind::Race), 0);
        check("scene=glossary", "", &Address::open(scene("glossary"), Kind::Pipeline), 0);
    }

    #[test]
    fn state_is_read_from_the_hash() {
        let mut expected = Address::open(scene("data"), Kind::Data);
        expected.scenario = expected.scenario.with("chefs", 6).with_choice("algorithm", "in-network");
        (expected.t, expected.speed, expected.guide) = (Time(123), 25, false);
        check("?scene=data", "#v=1&kind=data&chefs=6&algorithm=in-network&t=123&speed=25&guide=0", &expected, 0);
    }

    #[test]
    fn what_is_wrong_is_said_and_replaced() {
        let usual = Address::open(scene("data"), Kind::Data);
        check("?scene=data", "#v=1&kind=pipeline&stages=4", &usual, 1);
        check("?scene=data", "#v=1&kind=banquet", &usual, 1);
        check("?scene=data", "#v=2&kind=data", &usual, 1);
        check("?scene=data&layer=bones&q", "#v=1&t=-1&speed=0&guide=yes", &usual, 4);
        check("?scene=data", &format!("#v=1&chefs={}", "9".repeat(MAX_LENGTH)), &usual, 1);
        check(
            "?scene=data",
            "#v=1&chefs=99",
            &Address { scenario: usual.scenario.with("chefs", 8), ..usual.clone() },
            1,
        );
        check("?scene=<script>", "", &Address::open(Look::default(), Kind::Pipeline), 1);
    }

    #[test]
    fn keys_of_others_are_none_of_ours() {
        let usual = Address::open(scene("data"), Kind::Data);
        let tail = "utm_source=news&utm_medium=e-mail&fbclid=IwAR0&gclid=1&ref=x&%E3%81%82=1&__cf_chl_tk=a.b-c";
        check(&format!("?scene=data&{tail}"), "", &usual, 0);
        check(&format!("?{tail}&scene=data"), "#v=1&kind=data", &usual, 0);
        check("?scene=data", &format!("#v=1&kind=data&{}", "utm_source=news"), &usual, 1);
    }

    #[test]
    fn an_embedded_page_shows_what_its_link_asks_for() {
        let address = |look: Look| Address::open(look, Kind::Data);
        let parts = |switch, controls, gantt| address(scene("data").embedded(Parts { switch, controls, gantt }));
        check("?scene=data&embed=1", "", &address(scene("data").embedded(Parts::default())), 0);
        check("?embed=1&controls=1&scene=data", "", &parts(true, true, false), 0);
        check("?controls=0&scene=data&embed=1&switch=0&gantt=1", "", &parts(false, false, true), 0);
        check("?scene=data&controls=0", "", &address(Look { controls: false, ..scene("data") }), 0);
        assert_eq!(parts(false, true, true).look.alone(), scene("data"));
    }

    #[test]
    fn links_of_former_versions_still_open() {
        let mut expected = Address::open(scene("pipeline"), Kind::Pipeline);
        expected.scenario = expected.scenario.with("batches", 12);
        check("?scene=pipeline", "#v=1&kind=pipeline&stages=4&micro-batches=12", &expected, 0);
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
        let flags =
            ["controls", "embed", "switch", "gantt", "v", "kind", "t", "speed", "guide"].map(|name| (name, "1"));
        for (name, value) in looks.into_iter().chain(flags) {
            check_html(&format!("&{name}={value}"));
        }
        for kind in Kind::ALL {
            for param in kind.params() {
                check_html(&format!("&{}=1", param.id));
                if let super::super::params::Range::Choice(list) = param.range {
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
            any::<[bool; 5]>(),
        );
        let state = (
            0..Kind::ALL.len(),
            prop::array::uniform5(prop_oneof![any::<i64>(), 0..40i64, (10..35u32).prop_map(|n| 1 << n)]),
            any::<u64>(),
            SPEED,
            any::<bool>(),
        );
        (look, state).prop_map(|((scene, lang, theme, layer, flags), (kind, values, t, speed, guide))| {
            let kind = scene.and_then(kind_of_scene).unwrap_or(Kind::ALL[kind]);
            let mut scenario = Scenario::default_for(kind);
            for (param, value) in kind.params().iter().zip(values) {
                scenario = scenario.with(param.id, value);
            }
            let look = Look {
                scene: scene.map(str::to_owned),
                lang,
                theme: THEMES[theme].1,
                layer: LAYERS[layer].1,
                lanes: if flags[2] { Lanes::Links } else { Lanes::Chefs },
                controls: flags[0],
                embed: flags[1],
                switch: flags[3],
                gantt: flags[4],
            };
            let (scenario, _) = raw::reconcile(scenario);
            Address { look, scenario, t: Time(t), speed, guide }
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
}
