//! The page "how we compute": its figures (`cargo xtask figures`) and its files.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::pictures::{READING, framed, put_style};
use crate::sh::{self, Result, say};
use crate::site::{read, write};

/// What is validated: the subcommand and the file with the measured rows.
const VALIDATED: [(&str, &str); 3] =
    [("collectives", "nccl_measured.csv"), ("training", "throughput.csv"), ("astra", "astra_reference.csv")];
const FIGURES: &str = "assets/figures.json";

/// Runs the validations and writes their figures where the page takes them from; with `--check` only compares.
pub(crate) fn figures(words: &[&str]) -> Result {
    let is_check = match words {
        [] => false,
        ["--check"] => true,
        _ => return Err("figures takes --check or nothing".to_owned()),
    };
    let figures = computed()?;
    let path = sh::root().join(FIGURES);
    let undated = |text: &str| text.lines().filter(|line| !line.contains("\"date\"")).collect::<Vec<_>>().join("\n");
    let known = fs::read_to_string(&path).unwrap_or_default();
    if undated(&known) == undated(&figures) {
        return Ok(());
    }
    if is_check {
        Err(format!("{FIGURES} is not what the program computes now: run cargo xtask figures"))
    } else {
        write(&path, &figures)
    }
}

fn computed() -> Result<String> {
    let folder = sh::target_dir().join("figures");
    fs::create_dir_all(&folder).map_err(|fault| format!("{}: {fault}", folder.display()))?;
    let mut files = Vec::new();
    sh::run(&mut sh::cargo(&["build", "--locked", "--quiet", "--release", "--bin", "kitchen"]))?;
    let kitchen = sh::target_dir().join("release/kitchen");
    for (what, file) in VALIDATED {
        say(&format!("kitchen validate {what} {file} --json"));
        let rows = format!("assets/reference/{file}");
        // Its exit code says whether limits hold; here the figures count, whatever they are.
        let said = sh::command(&kitchen, &["validate", what, &rows, "--json"]).current_dir(sh::root()).output();
        let said = said.map_err(|fault| format!("kitchen: {fault}"))?;
        let path = folder.join(format!("{what}.json"));
        fs::write(&path, said.stdout).map_err(|fault| format!("{}: {fault}", path.display()))?;
        files.push(path);
    }
    let mut condense = sh::cargo(&["run", "--quiet", "--locked", "--example", "figures", "--"]);
    let text = sh::capture(condense.args(&files))?;
    Ok(text.replacen('{', &format!("{{\n  \"date\": \"{}\",", today()), 1))
}

/// The date of today in UTC, as ISO 8601 writes it. Days to a civil date as in Howard Hinnant's `chrono`-compatible
/// algorithms (public domain).
fn today() -> String {
    let days = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_secs() / 86_400);
    date(days)
}

fn date(days: u64) -> String {
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year + u64::from(month <= 2))
}

/// The page in both languages, without its frame.
#[derive(Debug)]
pub(crate) struct Bodies([String; 2]);

const PAGES: [(&str, &str, &str, &str); 2] =
    [("ja", "en", "English", "計算のしかた"), ("en", "ja", "日本語", "How we compute")];

/// Writes what stands in the page; `cargo` runs the program that knows it.
pub(crate) fn bodies(cargo: impl Fn(&[&str]) -> Command) -> Result<Bodies> {
    let body =
        |lang| sh::capture(&mut cargo(&["run", "--quiet", "--locked", "--example", "how_we_compute", "--", lang]));
    Ok(Bodies([body("ja")?, body("en")?]))
}

/// Writes the page in both languages in the frame of the first page.
pub(crate) fn put(dist: &Path, bodies: &Bodies) -> Result {
    let page = read(&dist.join("index.html"))?;
    put_style(dist)?;
    for ((lang, other, name, title), body) in PAGES.into_iter().zip(&bodies.0) {
        let turn = format!(
            "<nav class=\"turn\" aria-label=\"Languages\"><a href=\"how-{other}.html\" lang=\"{other}\" hreflang=\"{other}\">{name}</a></nav>"
        );
        let body = format!("{turn}\n<main class=\"how-page\" id=\"main\">\n{body}</main>");
        let text = framed(&page, lang, title, &body)?;
        write(&dist.join(format!("how-{lang}.html")), &text)?;
    }
    Ok(())
}

/// Stands in for the page while `cargo xtask serve` has it written: it asks again by itself.
pub(crate) fn put_waiting(dist: &Path) -> Result {
    let page = read(&dist.join("index.html"))?;
    let said = "<p lang=\"ja\">このページを書いています。できあがると、ここに出ます。</p>\n\
        <p lang=\"en\">This page is being written. It will appear here.</p>";
    let waiting = framed(&page, "ja", "", &format!("<main class=\"first-pictures\">\n{said}\n</main>"))?.replacen(
        "</head>",
        "<meta http-equiv=\"refresh\" content=\"2\">\n</head>",
        1,
    );
    put_style(dist)?;
    for name in ["how-ja.html", "how-en.html"].into_iter().chain(READING.map(|(_, file, _)| file)) {
        write(&dist.join(name), &waiting)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        let check = |days: u64, expected: &str| assert_eq!(date(days), expected);
        check(0, "1970-01-01");
        check(11_016, "2000-02-29");
        check(20_778, "2026-11-21");
    }
}
