//! Writes the page "how we compute" in one language as HTML: `how_we_compute ja|en`. Formulas are those of the chapters'
//! readouts, constants are read from the source with what their comments say, hardware is the catalogue, and the errors come
//! from `assets/figures.json`. Nothing on it is typed by hand but its headings, a sentence for each constant
//! (`how_we_compute.ftl`), and the Japanese of the small print (`origins.txt`). Long tables are folded under a line that says
//! what is inside. `cargo xtask build` puts it into the page's frame.

#[path = "how_we_compute/blind.rs"]
mod blind;
#[path = "how_we_compute/constants.rs"]
mod constants;
#[path = "how_we_compute/errors.rs"]
mod errors;
#[path = "how_we_compute/hardware.rs"]
mod hardware;
#[path = "how_we_compute/japanese.rs"]
mod japanese;
#[path = "how_we_compute/laws.rs"]
mod laws;
#[path = "how_we_compute/networks.rs"]
mod networks;
#[path = "how_we_compute/plot.rs"]
mod plot;
#[path = "how_we_compute/ranges.rs"]
mod ranges;
#[path = "how_we_compute/steps.rs"]
mod steps;

use std::env;
use std::error::Error;
use std::fmt::Write as _;

use kitchen_core::hardware::{Source, Verified};
use kitchen_story::chapters;
use kitchen_story::scenario::Scenario;
use kitchen_story::show;
use kitchen_story::story;
use kitchen_text::{Key, Lang, Line, count, key, msg, tr};
use serde_json::Value;

const FIGURES: &str = include_str!("../assets/figures.json");

fn main() -> Result<(), Box<dyn Error>> {
    let lang = env::args().nth(1).and_then(|tag| Lang::from_tag(&tag)).ok_or("how_we_compute ja|en")?;
    let figures: Value = serde_json::from_str(FIGURES)?;
    let mut page = Page { lang, out: String::new() };
    page.paragraph("h1", key::HOW_TITLE);
    page.paragraph("p", key::HOW_LEAD);
    plot::collectives(&mut page, &figures["collectives"]);
    page.contents();
    errors::write(&mut page, &figures);
    formulas(&mut page)?;
    constants::write(&mut page)?;
    hardware::write(&mut page);
    networks::write(&mut page);
    println!("{}", page.out);
    Ok(())
}

/// The numbers of each chapter, with its usual run filled in.
fn formulas(page: &mut Page) -> Result<(), Box<dyn Error>> {
    page.section("formulas", key::HOW_FORMULAS);
    page.paragraph("p", key::HOW_FORMULAS_TEXT);
    for chapter in chapters::chapters() {
        let show = show::run(&Scenario::default_for(chapter.kind)).map_err(|line: Line| line.say(Lang::En))?;
        let say = |line: &Line| escaped(&line.say(page.lang));
        let row = |figure: &story::Figure| {
            [&figure.name, &figure.formula, &figure.filled, &figure.value, &figure.source].map(say).to_vec()
        };
        let figures = (chapter.readout)(&show).figures;
        let rows: Vec<Vec<String>> = figures.iter().map(row).collect();
        let heads = [key::HOW_FIGURE, key::SHELL_FORMULA, key::SHELL_FILLED, key::HOW_SIMULATED, key::SHELL_SOURCE];
        let name = page.say(chapter.page.name);
        let first = figures.first().map(|one| {
            let (name, value) = (one.name.clone().into(), one.value.clone().into());
            Line::from(msg::HowFoldFigures { n: count(rows.len()), name, value })
        });
        page.folded(name, first, |page| page.table_like("cards said", name, &heads, &rows));
    }
    Ok(())
}

struct Page {
    lang: Lang,
    out: String,
}

impl Page {
    fn say(&self, key: Key) -> &'static str {
        tr(self.lang, key)
    }

    fn paragraph(&mut self, tag: &str, key: Key) {
        let _ = writeln!(self.out, "<{tag}>{}</{tag}>", escaped(self.say(key)));
    }

    fn line(&mut self, tag: &str, line: &Line) {
        let _ = writeln!(self.out, "<{tag}>{}</{tag}>", escaped(&line.say(self.lang)));
    }

    /// A heading that links lead to.
    fn section(&mut self, id: &str, name: Key) {
        let _ = writeln!(self.out, "<h2 id=\"{id}\">{}</h2>", escaped(self.say(name)));
    }

    fn contents(&mut self) {
        let sections = [
            ("errors", key::HOW_ERRORS),
            ("formulas", key::HOW_FORMULAS),
            ("constants", key::HOW_CONSTANTS),
            ("hardware", key::HOW_HARDWARE),
            ("networks", key::HOW_NETWORKS),
            ("systems", key::HOW_SYSTEMS),
        ];
        let links = sections.map(|(id, name)| format!("<li><a href=\"#{id}\">{}</a></li>", escaped(self.say(name))));
        let (name, links) = (escaped(self.say(key::HOW_CONTENTS)), links.concat());
        let _ = writeln!(self.out, "<nav aria-label=\"{name}\"><ol class=\"sections\">{links}</ol></nav>");
    }

    /// A table. The first cell of each row is its head. Cells are HTML. Each carries its column's name, for narrow screens where rows become cards.
    fn table(&mut self, caption: &str, heads: &[Key], rows: &[Vec<String>]) {
        self.table_like("cards", caption, heads, rows);
    }

    /// A table in another look: `cards` become cards on narrow screens, `said` gives its last column
    /// the room, `slim` stays a table everywhere.
    fn table_like(&mut self, look: &str, caption: &str, heads: &[Key], rows: &[Vec<String>]) {
        let heads: Vec<String> = heads.iter().map(|head| escaped(self.say(*head))).collect();
        let head: String = heads.iter().map(|head| format!("<th scope=\"col\">{head}</th>")).collect();
        let caption = escaped(caption);
        let _ = writeln!(
            self.out,
            "<table class=\"{look}\"><caption>{caption}</caption><thead><tr>{head}</tr></thead><tbody>"
        );
        for row in rows {
            self.out.push_str("<tr>");
            for (place, (cell, head)) in row.iter().zip(&heads).enumerate() {
                let (tag, scope) = if place == 0 { ("th", " scope=\"row\"") } else { ("td", "") };
                let _ = write!(self.out, "<{tag}{scope} data-head=\"{head}\"><div>{cell}</div></{tag}>");
            }
            self.out.push_str("</tr>\n");
        }
        self.out.push_str("</tbody></table>\n");
    }

    /// A table that opens on demand, and on paper, under a line that says what is inside and its key figure.
    fn folded(&mut self, name: &str, figure: Option<Line>, inside: impl FnOnce(&mut Page)) {
        let figure = figure.map_or(String::new(), |line| format!(" <small>{}</small>", escaped(&line.say(self.lang))));
        let _ = writeln!(self.out, "<details><summary><b>{}</b>{figure}</summary>", escaped(name));
        inside(self);
        self.out.push_str("</details>\n");
    }

    /// A table of a catalogue, folded: how many rows, and from where to where the values in the column `what` go.
    fn catalogue(&mut self, caption: &str, heads: &[Key], rows: &[Vec<String>], what: Key, ends: [String; 2]) {
        let range = range(ends).into();
        let line = Line::from(msg::HowFoldRange { n: count(rows.len()), what: what.into(), range });
        self.folded(caption, Some(line), |page| page.table(caption, heads, rows));
    }

    /// A source in small letters; what was read in a summary or computed says so.
    fn source(&self, source: &Source) -> String {
        let how = match source.verified {
            Verified::Source => None,
            Verified::Secondary => Some(key::HOW_SECONDARY),
            Verified::Derived => Some(key::HOW_DERIVED),
        };
        let how = how.map_or(String::new(), |how| escaped(self.say(how)) + self.lang.gap());
        format!(" <small>{how}{}</small>", self.cited(source.cite))
    }

    /// A name of the catalogue, which may say something beside.
    fn named(&self, name: &str) -> String {
        let said = japanese::source(name).filter(|_| self.lang == Lang::Ja);
        escaped(said.as_deref().unwrap_or(name))
    }

    /// The same without marks, for pictures.
    fn plain(&self, name: &str) -> String {
        japanese::source(name).filter(|_| self.lang == Lang::Ja).unwrap_or_else(|| name.to_owned())
    }

    /// A citation: its prose in the reader's language, names as they are.
    fn cited(&self, cite: &str) -> String {
        match japanese::source(cite).filter(|_| self.lang == Lang::Ja) {
            Some(said) => escaped(&said),
            None => format!("<span lang=\"en\">{}</span>", escaped(cite)),
        }
    }
}

/// The least and the greatest of some values, as they are written; dashes where there are none.
fn ends(values: impl Iterator<Item = f64>, write: impl Fn(f64) -> String) -> [String; 2] {
    let least_and_greatest = |[low, high]: [f64; 2], value: f64| [low.min(value), high.max(value)];
    let ends = values.map(|value| [value, value]).reduce(|ends, [value, _]| least_and_greatest(ends, value));
    ends.map_or_else(|| ["–", "–"].map(str::to_owned), |ends| ends.map(write))
}

/// From one value to another, or the one that both are.
fn range([low, high]: [String; 2]) -> Line {
    if low == high {
        msg::HowOneValue { low: low.into() }.into()
    } else {
        msg::HowRange { low: low.into(), high: high.into() }.into()
    }
}

/// A name as programs write it, which may be broken between its words.
fn code(text: &str) -> String {
    format!("<code>{}</code>", escaped(text).replace('_', "_<wbr>"))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
