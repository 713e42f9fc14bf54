//! The link: a query that says how things are shown, and a versioned hash that says what is shown and when.
//!
//! `?scene=pipeline&lang=ja&layer=xray#v=1&kind=pipeline&stages=4&…&t=1200000`. Hand-written, bounded, and safe for any
//! string: what cannot be read is replaced by the usual value, with a sentence.

use kitchen_core::units::Time;
use kitchen_core::wire::wire_choice;
use kitchen_text::{Lang, Line, Words, key, msg};

use super::kind::{Kind, Scenario};
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

wire_choice!(Lanes { Chefs, Links });

/// What opens beside the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Drawer {
    /// The chapter's text.
    Read,
    /// Its figures, with formulas and sources.
    Numbers,
    /// The play bar and the timeline.
    Timeline,
    /// Its parameters, and what the reader does by hand.
    Try,
}

/// Which drawers stand open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Drawers(u8);

impl Drawers {
    pub const fn holds(self, drawer: Drawer) -> bool {
        self.0 >> drawer as u8 & 1 == 1
    }

    /// The same with one opened or closed.
    #[must_use]
    pub const fn with(self, drawer: Drawer, open: bool) -> Drawers {
        let bit = 1 << drawer as u8;
        Drawers(if open { self.0 | bit } else { self.0 & !bit })
    }
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

/// Every layer by its name in links.
pub const LAYERS: [(&str, Layer); 2] = [("kitchen", Layer::Kitchen), ("xray", Layer::XRay)];
/// Whether they are of links.
const LANES: [(&str, bool); 2] = [("chefs", false), ("links", true)];
/// Every palette by its name in links.
pub const THEMES: [(&str, Theme); 4] =
    [("auto", Theme::Auto), ("light", Theme::Light), ("dark", Theme::Dark), ("projector", Theme::Projector)];
/// Every drawer, in the order in which they stand.
pub const DRAWERS: [(&str, Drawer); 4] =
    [("read", Drawer::Read), ("numbers", Drawer::Numbers), ("timeline", Drawer::Timeline), ("try", Drawer::Try)];
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
    /// On a page of its own: what stands open beside the stage.
    pub drawers: Drawers,
    /// Whether the controls are shown, and the numbers with them. Usual on a page of its own, a wish in another page.
    pub controls: bool,
    /// Whether the page sits in another page.
    pub embed: bool,
    /// Whether someone presents: a page that is loaded anew goes on with that.
    pub present: bool,
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
        Look { embed: true, present: false, switch, controls, gantt, drawers: Drawers::default(), ..self.clone() }
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
            drawers: Drawers::default(),
            controls: true,
            embed: false,
            present: false,
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
    /// The chapter's act, by its id: lower-case letters, digits, hyphens; none where no act is shown, but what the controls say.
    pub act: Option<String>,
    /// The playhead.
    pub t: Time,
    /// Percent of the chapter's normal speed, in [`SPEED`].
    pub speed: u32,
    /// Whether play pauses at each beat. Usual outside the acts.
    pub guide: bool,
}

impl Address {
    /// A chapter's first frame.
    pub fn open(look: Look, kind: Kind) -> Address {
        Address { look, scenario: Scenario::default_for(kind), act: None, t: Time::ZERO, speed: 100, guide: true }
    }

    /// The query and the hash, without `?` and `#`.
    pub fn encode(&self) -> (String, String) {
        (encode_query(&self.look), self.encode_hash())
    }

    fn encode_hash(&self) -> String {
        let mut out = format!("v={VERSION}&kind={}", self.scenario.kind.id);
        if let Some(act) = &self.act {
            push(&mut out, "act", act);
        }
        for (param, value) in self.scenario.entries() {
            push(&mut out, param.id, &param.write(value));
        }
        if let Some((name, _)) = self.scenario.kind.made.filter(|_| !self.scenario.made.is_empty()) {
            push(&mut out, name, &self.scenario.made);
        }
        if self.t != Time::ZERO {
            push(&mut out, "t", &self.t.0.to_string());
        }
        if self.speed != 100 {
            push(&mut out, "speed", &self.speed.to_string());
        }
        if self.guide == self.act.is_some() {
            push(&mut out, "guide", name_of(&FLAGS, self.guide));
        }
        out
    }
}

/// Whether a hash is a moment of a kind of scenario as this code writes it. Asks the kind's table alone, so that it may be asked
/// before anything of the chapter is here.
pub fn is_moment(kind: Kind, hash: &str) -> bool {
    let is_number = |text: &str| text.bytes().all(|b| b.is_ascii_digit()) && text.parse::<u64>().is_ok();
    let is_value = |name: &str, value: &str| {
        let param = kind.params.iter().find(|param| param.id == name);
        param.is_some_and(|param| raw::read(param, value).1.is_none())
            || kind.made.is_some_and(|(made, _)| made == name && raw::is_made(value))
    };
    let is_ours = |(name, value): (&str, &str)| match name {
        "v" => value.parse() == Ok(VERSION),
        "kind" => value == kind.id,
        "t" => is_number(value),
        "speed" => value.parse().is_ok_and(|speed| SPEED.contains(&speed)),
        "guide" => FLAGS.iter().any(|(known, _)| *known == value),
        "act" => is_scene(value),
        _ => is_value(name, value),
    };
    hash.len() <= MAX_LENGTH && pairs(hash).all(is_ours)
}

/// Whether a hash sets anything of its scenario: a link to an act alone leaves that to the act.
pub fn sets(hash: &str) -> bool {
    pairs(hash.strip_prefix('#').unwrap_or(hash)).any(|(name, _)| !OURS.contains(&name))
}

/// The names in a hash that are no parameter's.
const OURS: [&str; 6] = ["v", "kind", "act", "t", "speed", "guide"];

/// Reads a link, which may be of one of `kinds`, and is of the `usual` one where neither scene nor hash says of which. Never
/// panics; at most [`raw::MAX_PROBLEMS`] sentences.
pub fn parse(kinds: &[Kind], usual: Kind, query: &str, hash: &str) -> (Address, Vec<Line>) {
    let mut problems = Vec::new();
    let look = parse_query(query, &mut problems);
    let address = parse_hash((kinds, usual), look, hash, &mut problems);
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
    if look.drawers != usual.drawers {
        let open = DRAWERS.iter().filter(|(_, drawer)| look.drawers.holds(*drawer)).map(|(name, _)| *name);
        push(&mut out, "open", &open.collect::<Vec<_>>().join(","));
    }
    // An embedded page has its controls where the link says so, any other unless it says otherwise.
    if look.controls == look.embed {
        push(&mut out, "controls", name_of(&FLAGS, look.controls));
    }
    let flags = [
        ("embed", look.embed, usual.embed),
        ("present", look.present, usual.present),
        ("switch", look.switch, usual.switch),
        ("gantt", look.gantt, usual.gantt),
    ];
    for (name, value, _) in flags.into_iter().filter(|(_, value, usual)| value != usual) {
        push(&mut out, name, name_of(&FLAGS, value));
    }
    out
}

/// How things are shown by a query alone, known without the chapter to which it leads.
pub fn look(query: &str) -> Look {
    parse_query(query, &mut Vec::new())
}

/// Writes a query, without its `?`.
pub fn query(look: &Look) -> String {
    encode_query(look)
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
            "lang" => choose(&Lang::ALL.map(|lang| (lang.tag(), Some(lang))), name, value, &mut look.lang, problems),
            "theme" => choose(&THEMES, name, value, &mut look.theme, problems),
            "layer" => choose(&LAYERS, name, value, &mut look.layer, problems),
            "lanes" => {
                let mut links = look.lanes == Lanes::Links;
                choose(&LANES, name, value, &mut links, problems);
                look.lanes = if links { Lanes::Links } else { Lanes::Chefs };
            }
            "open" => {
                for name in value.split(',').take(DRAWERS.len()) {
                    let mut drawer = None;
                    choose(&DRAWERS.map(|(name, drawer)| (name, Some(drawer))), "open", name, &mut drawer, problems);
                    look.drawers = drawer.map_or(look.drawers, |drawer| look.drawers.with(drawer, true));
                }
            }
            "controls" => {
                let mut shown = true;
                choose(&FLAGS, name, value, &mut shown, problems);
                controls = Some(shown);
            }
            "embed" => choose(&FLAGS, name, value, &mut look.embed, problems),
            "present" => choose(&FLAGS, name, value, &mut look.present, problems),
            "switch" => choose(&FLAGS, name, value, &mut look.switch, problems),
            "gantt" => choose(&FLAGS, name, value, &mut look.gantt, problems),
            // Others hang their own keys on links that are passed around (`utm_source`, `fbclid`); they are none of ours.
            _ => {}
        }
    }
    look.controls = controls.unwrap_or(!look.embed);
    look
}

fn parse_hash((kinds, usual): (&[Kind], Kind), look: Look, hash: &str, problems: &mut Vec<Line>) -> Address {
    let scene_kind = look.scene.as_deref().and_then(|scene| kinds.iter().copied().find(|kind| kind.scene == scene));
    let mut address = Address::open(look, scene_kind.unwrap_or(usual));
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
        report(problems, || Line::from(msg::ErrLinkVersion { version: quote(version).into() }));
    }
    let mut kind = scene_kind.unwrap_or(usual);
    if let Some(id) = find("kind") {
        match kinds.iter().copied().find(|kind| kind.id == id) {
            None => {
                report(problems, || Line::from(msg::ErrLinkKind { kind: quote(id).into() }));
                return address;
            }
            Some(named) if scene_kind.is_some_and(|scene_kind| scene_kind != named) => {
                report(problems, || Line::new(key::ERR_LINK_MISMATCH));
                return address;
            }
            Some(named) => kind = named,
        }
    }
    let (scenario, more) = raw::parse(kind, pairs(hash).filter(|(name, _)| !OURS.contains(name)));
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
                let range = Line::from(msg::ErrRangeInt { min: 0, max: i64::MAX });
                report(problems, || bad_look("t", text, range));
            }
        }
    }
    if let Some(text) = find("speed") {
        match text.parse::<u32>() {
            Ok(speed) if SPEED.contains(&speed) => address.speed = speed,
            _ => {
                let [min, max] = [*SPEED.start(), *SPEED.end()].map(i64::from);
                report(problems, || bad_look("speed", text, msg::ErrRangeInt { min, max }.into()));
            }
        }
    }
    if let Some(text) = find("act") {
        if is_scene(text) {
            address.act = Some(text.to_owned());
        } else {
            report(problems, || bad_look("act", text, Line::new(key::ERR_RANGE_NAME)));
        }
    }
    address.guide = address.act.is_none();
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

/// What a thing of such a list is called in links.
pub fn name_of<T: Copy + PartialEq>(list: &[(&'static str, T)], value: T) -> &'static str {
    list.iter().find(|(_, known)| *known == value).map_or("", |(name, _)| name)
}

fn choose<T: Copy>(list: &[(&'static str, T)], name: &str, text: &str, into: &mut T, problems: &mut Vec<Line>) {
    if let Some((_, value)) = list.iter().find(|(known, _)| *known == text) {
        *into = *value;
        return;
    }
    let names: Vec<&str> = list.iter().map(|(name, _)| *name).collect();
    report(problems, || bad_look(name, text, Line::from(msg::ErrRangeChoice { list: Words::from(names.join(", ")) })));
}

fn bad_look(name: &str, value: &str, range: Line) -> Line {
    Line::from(msg::ErrLinkLook { key: quote(name).into(), value: quote(value).into(), range: range.into() })
}
