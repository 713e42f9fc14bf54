//! Writes the page "how we compute" in one language as HTML: `how_we_compute ja|en`. Formulas are those of the chapters'
//! readouts, constants are read from the source with what their comments say, hardware is the catalogue, and the errors come
//! from `assets/figures.json`. Nothing on it is typed by hand but its headings (`how_we_compute.ftl`). `cargo xtask build`
//! puts it into the page's frame.

use std::env;
use std::error::Error;
use std::fmt::Write as _;

use kitchen_core::hardware::{self, GPUS, NVLINKS, Source, Verified};
use kitchen_core::scenario::{self, Scenario};
use kitchen_core::story;
use kitchen_core::text::{Key, Lang, Line, format, key, tr};
use kitchen_core::units::Rate;
use serde_json::Value;

const FIGURES: &str = include_str!("../assets/figures.json");
const CONSTANTS: [(&str, &str); 2] = [
    ("collective/calibration.rs", include_str!("../src/core/src/collective/calibration.rs")),
    ("hardware/efficiency.rs", include_str!("../src/core/src/hardware/efficiency.rs")),
];

fn main() -> Result<(), Box<dyn Error>> {
    let lang = env::args().nth(1).and_then(|tag| Lang::from_tag(&tag)).ok_or("how_we_compute ja|en")?;
    let figures: Value = serde_json::from_str(FIGURES)?;
    let mut page = Page { lang, out: String::new() };
    page.paragraph("h1", key::HOW_TITLE);
    page.paragraph("p", key::HOW_LEAD);
    page.errors(&figures);
    page.formulas()?;
    page.constants();
    page.hardware();
    println!("{}", page.out);
    Ok(())
}

struct Page {
    lang: Lang,
    out: String,
}

impl Page {
    fn paragraph(&mut self, tag: &str, key: Key) {
        let _ = writeln!(self.out, "<{tag}>{}</{tag}>", escaped(tr(self.lang, key)));
    }

    fn say(&mut self, tag: &str, line: &Line) {
        let _ = writeln!(self.out, "<{tag}>{}</{tag}>", escaped(&line.say(self.lang)));
    }

    /// A table; the first cell of each row is its head. Cells are HTML.
    fn table(&mut self, caption: &str, heads: &[Key], rows: &[Vec<String>]) {
        let heads: String =
            heads.iter().map(|head| format!("<th scope=\"col\">{}</th>", escaped(tr(self.lang, *head)))).collect();
        let caption = escaped(caption);
        let _ = writeln!(
            self.out,
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{caption}\"><table><caption>{caption}</caption>\
            <thead><tr>{heads}</tr></thead><tbody>"
        );
        for row in rows {
            let cells: String = row.iter().skip(1).map(|cell| format!("<td>{cell}</td>")).collect();
            let _ =
                writeln!(self.out, "<tr><th scope=\"row\">{}</th>{cells}</tr>", row.first().map_or("", String::as_str));
        }
        self.out.push_str("</tbody></table></div>\n");
    }

    fn errors(&mut self, figures: &Value) {
        self.paragraph("h2", key::HOW_ERRORS);
        let dated = Line::new(key::HOW_ERRORS_TEXT).text("date", figures["date"].as_str().unwrap_or("–"));
        self.say("p", &dated);
        let collectives = &figures["collectives"];
        let mut rows = Vec::new();
        let groups =
            [("validation", key::HOW_NOT_FITTED), ("fitted_on", key::HOW_FITTED), ("assumed_cards", key::HOW_ASSUMED)];
        for (group, fitted) in groups {
            for (size, words) in [
                ("at_least_64MiB", key::HOW_LARGEST),
                ("at_least_1MiB", key::HOW_LARGE),
                ("below_1MiB", key::HOW_SMALL),
            ] {
                let name =
                    format!("{}{}{}", tr(self.lang, fitted), tr(self.lang, key::HOW_COMMA), tr(self.lang, words));
                let of = &collectives["summary"][group][size];
                if of.is_null() {
                    continue;
                }
                rows.push(vec![
                    escaped(&name),
                    of["rows"].to_string(),
                    percent(&of["median_pct"]),
                    percent(&of["p90_pct"]),
                ]);
            }
        }
        let heads = [key::HOW_ROWS_OF, key::HOW_ROWS, key::HOW_MEDIAN, key::HOW_P90];
        self.table(tr(self.lang, key::HOW_COLLECTIVES), &heads, &rows);

        let mut rows = Vec::new();
        for sweep in collectives["sweeps"].as_array().into_iter().flatten() {
            let cell = |size: &str| {
                let of = &sweep[size];
                if of.is_null() {
                    "–".to_owned()
                } else {
                    format!("{} / {}", percent(&of["median_pct"]), percent(&of["p90_pct"]))
                }
            };
            let text = |name: &str| escaped(sweep[name].as_str().unwrap_or("–"));
            let kind = match sweep["group"].as_str() {
                Some("fitted_on") => format!(" <small>{}</small>", escaped(tr(self.lang, key::HOW_FITTED))),
                Some("assumed_cards") => format!(" <small>{}</small>", escaped(tr(self.lang, key::HOW_ASSUMED))),
                _ => String::new(),
            };
            rows.push(vec![text("id") + &kind, text("preset"), cell("at_least_1MiB"), cell("below_1MiB")]);
        }
        let heads = [key::HOW_SWEEP, key::HOW_SYSTEM, key::HOW_LARGE_ERROR, key::HOW_SMALL_ERROR];
        self.folded(key::HOW_EACH_SWEEP, &heads, &rows);

        let rows: Vec<Vec<String>> = figures["training"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|set| {
                vec![
                    escaped(set["set"].as_str().unwrap_or("–")),
                    set["rows"].to_string(),
                    percent(&set["median_percent"]),
                    percent(&set["p90_percent"]),
                    percent(&set["mean_percent"]),
                    percent(&set["constant_rate_mean_percent"]),
                ]
            })
            .collect();
        let heads = [key::HOW_SET, key::HOW_ROWS, key::HOW_MEDIAN, key::HOW_P90, key::HOW_MEAN, key::HOW_CONSTANT_RATE];
        self.table(tr(self.lang, key::HOW_TRAINING), &heads, &rows);

        let row = |name: Key, of: &Value| {
            let count = |field: &str| of[field].to_string();
            vec![
                escaped(tr(self.lang, name)),
                count("rows"),
                count("within"),
                count("exact"),
                percent(&of["worst_percent"]),
            ]
        };
        let astra = &figures["astra"];
        let rows = [row(key::HOW_ONE_CHUNK, &astra["one_chunk"]), row(key::HOW_MORE_CHUNKS, &astra["more_chunks"])];
        let heads = [key::HOW_ROWS_OF, key::HOW_ROWS, key::HOW_WITHIN, key::HOW_EXACT, key::HOW_WORST];
        self.table(tr(self.lang, key::HOW_ASTRA), &heads, &rows);
    }

    /// A table that opens on demand, and on paper.
    fn folded(&mut self, name: Key, heads: &[Key], rows: &[Vec<String>]) {
        let name = tr(self.lang, name);
        let _ = writeln!(self.out, "<details><summary>{}</summary>", escaped(name));
        self.table(name, heads, rows);
        self.out.push_str("</details>\n");
    }

    /// The numbers of each chapter, with its usual run filled in.
    fn formulas(&mut self) -> Result<(), Box<dyn Error>> {
        self.paragraph("h2", key::HOW_FORMULAS);
        self.paragraph("p", key::HOW_FORMULAS_TEXT);
        for chapter in story::chapters() {
            let show = scenario::run(&Scenario::default_for(chapter.kind)).map_err(|line: Line| line.say(Lang::En))?;
            let say = |line: &Line| escaped(&line.say(self.lang));
            let rows: Vec<Vec<String>> = (chapter.readout)(&show)
                .figures
                .iter()
                .map(|figure| {
                    vec![
                        say(&figure.name),
                        say(&figure.formula),
                        say(&figure.filled),
                        say(&figure.value),
                        say(&figure.source),
                    ]
                })
                .collect();
            let heads = [key::HOW_FIGURE, key::SHELL_FORMULA, key::SHELL_FILLED, key::HOW_SIMULATED, key::SHELL_SOURCE];
            self.table(tr(self.lang, chapter.name), &heads, &rows);
        }
        Ok(())
    }

    fn constants(&mut self) {
        self.paragraph("h2", key::HOW_CONSTANTS);
        self.paragraph("p", key::HOW_CONSTANTS_TEXT);
        for (name, source) in CONSTANTS {
            let rows: Vec<Vec<String>> = constants(source)
                .into_iter()
                .map(|(name, value, said)| {
                    vec![
                        format!("<code>{}</code>", escaped(&name)),
                        escaped(&value),
                        format!("<span lang=\"en\">{}</span>", escaped(&said)),
                    ]
                })
                .collect();
            self.table(name, &[key::HOW_NAME, key::HOW_VALUE, key::HOW_SAID], &rows);
        }
    }

    fn hardware(&mut self) {
        self.paragraph("h2", key::HOW_HARDWARE);
        self.paragraph("p", key::HOW_HARDWARE_TEXT);
        let rows: Vec<Vec<String>> = GPUS
            .iter()
            .map(|gpu| {
                let (mut memory, mut peak, mut best) = (String::new(), String::new(), String::new());
                format::push_bytes_decimal(&mut memory, gpu.hbm);
                format::push_flop_rate(&mut peak, gpu.peak_flops);
                format::push_flop_rate(&mut best, gpu.gemm_flops);
                let sources = gpu.sources;
                let with = |value: String, source: &Source| format!("{value}{}", self.source(source));
                vec![
                    gpu.name.to_owned(),
                    with(memory, &sources.hbm),
                    with(format::rate(gpu.hbm_rate), &sources.hbm_rate),
                    with(peak, &sources.peak_flops),
                    with(best, &sources.gemm_flops),
                ]
            })
            .collect();
        let heads = [key::HOW_NAME, key::HOW_MEMORY, key::HOW_MEMORY_RATE, key::HOW_PEAK, key::HOW_BEST];
        self.table("GPU", &heads, &rows);
        let rate = |gb_per_s: f64| format::rate(Rate::gb_per_s(gb_per_s));
        let rows: Vec<Vec<String>> = NVLINKS
            .iter()
            .map(|link| {
                vec![
                    format!("NVLink {}", link.generation),
                    link.links.to_string(),
                    rate(link.link_gb_per_s) + &self.source(&link.source),
                    rate(link.payload_gb_per_s) + &self.source(&link.payload_source),
                ]
            })
            .collect();
        self.table("NVLink", &[key::HOW_NAME, key::HOW_LINKS, key::HOW_LINK_RATE, key::HOW_PAYLOAD], &rows);
        let rows: Vec<Vec<String>> = hardware::LATENCIES
            .iter()
            .map(|each| {
                let (low, high) = (format::time(each.low), format::time(each.high));
                let value = if each.low == each.high { low } else { format!("{low} – {high}") };
                vec![format!("<code>{}</code>", escaped(each.id)), value, self.source(&each.source)]
            })
            .collect();
        self.table(tr(self.lang, key::HOW_LATENCIES), &[key::HOW_NAME, key::HOW_VALUE, key::SHELL_SOURCE], &rows);
    }

    /// A source in small letters; what was only remembered or computed says so.
    fn source(&self, source: &Source) -> String {
        let how = match source.verified {
            Verified::Source => None,
            Verified::Secondary => Some(key::HOW_SECONDARY),
            Verified::Derived => Some(key::HOW_DERIVED),
            Verified::Memory => Some(key::HOW_MEMORY_ONLY),
        };
        let how = how.map_or(String::new(), |how| format!("{} ", escaped(tr(self.lang, how))));
        let cite = if source.verified == Verified::Memory { String::new() } else { escaped(source.cite) };
        format!(" <small>{how}<span lang=\"en\">{cite}</span></small>")
    }
}

/// Name, value and comment of each public constant of a source file.
fn constants(source: &str) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    let mut said: Vec<&str> = Vec::new();
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        if let Some(comment) = line.strip_prefix("///") {
            said.push(comment.trim());
            continue;
        }
        if let Some((name, rest)) = line.strip_prefix("pub const ").and_then(|rest| rest.split_once(": ")) {
            let mut whole = rest.to_owned();
            while !whole.trim_end().ends_with(';') {
                let Some(more) = lines.next() else { break };
                whole.push_str(more.trim());
                whole.push(' ');
            }
            let is_function = name.starts_with("fn ") || name.contains('(');
            if let (false, Some((_, value))) = (is_function, whole.split_once(" = ")) {
                found.push((
                    name.to_owned(),
                    valued(value.trim_end().trim_end_matches(';')),
                    said.join(" ").replace('`', ""),
                ));
            }
        }
        said.clear();
    }
    found
}

/// An expression of the source as a reader writes it: `us(120)` is tenths of a microsecond.
fn valued(expression: &str) -> String {
    let mut out = String::new();
    let mut rest = expression;
    while let Some((before, after)) = rest.split_once("us(") {
        let (number, tail) = after.split_once(')').unwrap_or((after, ""));
        let tenths: f64 = number.parse().unwrap_or(0.0);
        let _ = write!(out, "{before}{} µs", tenths / 10.0);
        rest = tail;
    }
    out.push_str(rest);
    let out = out.replace("Time::from_ns(", "ns(").replace("Rate::gb_per_s(", "GB/s(").replace("<< 10", "KiB");
    for unit in ["ns", "GB/s"] {
        if let Some(value) = out.strip_prefix(&format!("{unit}(")).and_then(|rest| rest.strip_suffix(')')) {
            return format!("{value} {unit}");
        }
    }
    out.trim_start_matches("&[")
        .trim_end_matches(']')
        .trim_start_matches('[')
        .replace(['"', '&'], "")
        .trim_matches([' ', ','])
        .to_owned()
}

fn percent(value: &Value) -> String {
    value.as_f64().map_or_else(|| "–".to_owned(), |value| format!("{value:.1}\u{a0}%"))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
