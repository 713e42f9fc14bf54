//! What the pages beside the program are written with: text as HTML, and links to moments of chapters' runs.

use std::fmt::Write as _;

use kitchen_core::units::Time;
use kitchen_story::chapter::Chapter;
use kitchen_story::chapters;
use kitchen_story::scenario::link::{Address, Look, Parts};
use kitchen_story::scenario::{Scenario, raw};
use kitchen_story::show::{self, Show};
use kitchen_story::story::Layer;
use kitchen_text::{Key, Lang, Line, Words, tr};

/// A page in one language, as it grows.
pub(crate) struct Paper {
    pub(crate) lang: Lang,
    pub(crate) out: String,
}

impl Paper {
    pub(crate) fn new(lang: Lang) -> Paper {
        Paper { lang, out: String::new() }
    }

    pub(crate) fn raw(&mut self, html: &str) {
        self.out.push_str(html);
        self.out.push('\n');
    }

    /// A text in a tag with attributes of its own (`p class="lead"`).
    pub(crate) fn said(&mut self, tag: &str, text: &str) {
        let name = tag.split(' ').next().unwrap_or(tag);
        let _ = writeln!(self.out, "<{tag}>{}</{name}>", escaped(text));
    }

    pub(crate) fn key(&mut self, tag: &str, key: Key) {
        self.said(tag, tr(self.lang, key));
    }

    pub(crate) fn line(&mut self, tag: &str, line: &Line) {
        self.said(tag, &line.say(self.lang));
    }

    /// The text with that name in the Fluent files.
    pub(crate) fn named(&self, id: &str) -> &'static str {
        tr(self.lang, named(id))
    }
}

/// The key of a text that a table names.
///
/// # Panics
/// There is no such text: a bug of the table, which the tests of its page find.
pub(crate) fn named(id: &str) -> Key {
    Key::named(id).unwrap_or_else(|| panic!("there is no text {id}"))
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The open chapter with that id, and the part of its name that the kitchen gives it.
pub(crate) fn chapter(id: &str) -> Result<&'static Chapter, String> {
    chapters::chapter(id).ok_or_else(|| format!("there is no open chapter {id}"))
}

/// A chapter's name up to the dash.
pub(crate) fn short_name(lang: Lang, chapter: &Chapter) -> &'static str {
    tr(lang, chapter.page.name).split(" — ").next().unwrap_or_default()
}

/// A moment of a chapter: at the beat that says the text of that name, in a scenario that differs from the usual one in these
/// choices. Without a beat, the beginning.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    pub(crate) chapter: &'static str,
    pub(crate) choices: &'static [(&'static str, &'static str)],
    pub(crate) beat: &'static str,
    pub(crate) layer: Layer,
}

impl Moment {
    pub(crate) const fn of(chapter: &'static str, beat: &'static str) -> Moment {
        Moment { chapter, choices: &[], beat, layer: Layer::Kitchen }
    }

    pub(crate) fn scenario(&self) -> Result<Scenario, String> {
        let (scenario, problems) = raw::parse(chapter(self.chapter)?.kind, self.choices.iter().copied());
        problems.first().map_or(Ok(scenario), |line| Err(line.say(Lang::En)))
    }

    pub(crate) fn show(&self) -> Result<Show, String> {
        show::run(&self.scenario()?).map_err(|line| line.say(Lang::En))
    }

    /// When it is.
    pub(crate) fn at(&self) -> Result<Time, String> {
        if self.beat.is_empty() {
            return Ok(Time::ZERO);
        }
        let script = chapter(self.chapter)?.script(&self.show()?);
        let says = |line: &Line| format!("{:?}", line.key) == self.beat;
        let beat = script.beats.iter().find(|beat| says(&beat.line(Layer::Kitchen)) || says(&beat.line(Layer::XRay)));
        beat.map(|beat| beat.at).ok_or_else(|| {
            let told: Vec<String> =
                script.beats.iter().map(|beat| format!("{:?}", beat.line(self.layer).key)).collect();
            format!("{} never says {}; it says {}", self.chapter, self.beat, told.join(", "))
        })
    }

    /// Its address; inside another page with so much around the stage.
    pub(crate) fn address(&self, lang: Lang, parts: Option<Parts>) -> Result<String, String> {
        let look =
            Look { scene: Some(self.chapter.to_owned()), lang: Some(lang), layer: self.layer, ..Look::default() };
        let look = parts.map_or(look.clone(), |parts| look.embedded(parts));
        let scenario = self.scenario()?;
        let address = Address { t: self.at()?, ..Address::open(look, scenario.kind) };
        let (query, hash) = Address { scenario, ..address }.encode();
        Ok(format!("./?{query}#{hash}"))
    }
}

/// A number of a chapter's readout in a scenario, by the name of its text.
pub(crate) fn figure(moment: Moment, name: &str) -> Result<Words, String> {
    let readout = (chapter(moment.chapter)?.readout)(&moment.show()?);
    let found = readout.figures.into_iter().find(|one| format!("{:?}", one.name.key) == name);
    found.map(|one| one.value.into()).ok_or_else(|| format!("{} has no figure {name}", moment.chapter))
}
