//! The page as one file, to open from the disk where there is no host and no network: everything that the site has as files, packed in
//! the page itself (`assets/alone.js` unpacks it).

use std::fs;
use std::io::Write as _;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::languages::WHOLE;
use crate::sh::{self, Result, say};
use crate::site::read;
use crate::{site, sizes};

/// Its name beside the site.
const FILE: &str = "collective-kitchen.html";
/// The most that it may weigh: what still goes by mail and opens at once.
const MOST: usize = 2_500_000;

/// The site, and the file beside it.
pub(crate) fn build() -> Result {
    site::build()?;
    put(&site::dist())
}

/// Writes the file beside a site that was built.
fn put(dist: &Path) -> Result {
    say("the page as one file");
    let mut files = Vec::new();
    for path in sizes::files(dist)? {
        let name = path.strip_prefix(dist).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        if is_packed(&name) {
            let bytes = fs::read(&path).map_err(|fault| format!("{name}: {fault}"))?;
            files.push((name, bytes));
        }
    }
    files.sort();
    let of = |name: &str| files.iter().find(|(file, _)| file == name).map(|(_, bytes)| bytes.as_slice());
    let helper = read(&sh::root().join("assets/alone.js"))?;
    let page = whole(&read(&dist.join("index.html"))?, &of, &format!("{}{helper}", packed(&files)?))?;
    if page.len() > MOST {
        return Err(format!("{FILE} has {} bytes; the limit is {MOST}", page.len()));
    }
    println!("{FILE}: {} kB (limit {} kB), {} files inside", page.len() / 1000, MOST / 1000, files.len());
    fs::write(dist.join(FILE), page).map_err(|fault| format!("{FILE}: {fault}"))
}

/// What reads files of the reader's own would not go in with the rest: its button is left out.
const OWN: &str = "parts/own-";
const WITHOUT: &str = "[data-testid=own]{display:none}";

/// What the page and the pages beside it fetch. Not the programs as scripts, which are the programs again; nor the first pictures of
/// chapters, which stand in for a program that is on its way; nor what is for readers without scripts, and for articles.
fn is_packed(name: &str) -> bool {
    let (start, end) = (|with: &str| name.starts_with(with), |with: &str| name.ends_with(with));
    match name.rsplit_once('.').map_or("", |(_, kind)| kind) {
        "wasm" => !start(OWN),
        "css" => true,
        "js" => !end(".wasm.js") && !["embed.js", "sign.js", "offline.js"].contains(&name),
        "svg" => start("pictures/map-") || WHOLE.iter().any(|tag| end(&format!("-small-{tag}.svg"))),
        "html" => {
            ["how-", "glossary-", "teachers-", "worksheets-", "faq-", "writers-", "programmers-"].into_iter().any(start)
        }
        _ => false,
    }
}

/// The files as a script has them.
fn packed(files: &[(String, Vec<u8>)]) -> Result<String> {
    let mut script = String::from("globalThis.kitchenPacked={");
    for (name, bytes) in files {
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        let packed =
            packer.write_all(bytes).and_then(|()| packer.finish()).map_err(|fault| format!("{name}: {fault}"))?;
        script += &["\"", name, "\":\"", &base85(&packed), "\",\n"].concat();
    }
    Ok(script + "};\n")
}

/// Five characters for four bytes: a sixteenth less of the file than with base64. Digits are those from `#` on, without what would end a
/// string or a script; a last group of n bytes takes n + 1 characters, as in Ascii85.
fn base85(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() / 4 * 5 + 5);
    for chunk in bytes.chunks(4) {
        let word = chunk.iter().fold(0_u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (4 - chunk.len()));
        for place in 0..=chunk.len() {
            let digit = word / 85_u32.pow(4 - place as u32) % 85;
            out.push(match b'#' + digit as u8 {
                b'\\' => 'x',
                b'<' => 'y',
                plain => plain as char,
            });
        }
    }
    out
}

/// The page with its style and its starting script in it, the helper before them, and no way to what it does not hold.
fn whole<'f>(page: &str, of: &dyn Fn(&str) -> Option<&'f [u8]>, helper: &str) -> Result<String> {
    let text = |name: &str| {
        let bytes = of(name).ok_or_else(|| format!("the site has no {name}"))?;
        Ok::<String, String>(String::from_utf8_lossy(bytes).into_owned())
    };
    let (sheet, style) = tag(page, "<link rel=\"stylesheet\" href=\"./", ">")?;
    let page = page.replace(&sheet, &format!("<style>{}{WITHOUT}</style>", text(&style)?));
    let (opening, start) = tag(&page, "<script src=\"./", "></script>")?;
    let named = opening.replace(&format!(" src=\"./{start}\""), "").replace("</script>", "");
    let scripts = format!(
        "<script>{}</script>\n{named}if (!globalThis.kitchenIsPage) {{\n{}}}</script>",
        in_script(helper),
        in_script(&text(&start)?)
    );
    let mut page = page.replace(&opening, &scripts);
    while let Ok((way, _)) = tag(&page, "<a href=\"reading", "</a>") {
        page = page.replace(&way, "");
    }
    let (refresh, _) = tag(&page, "<noscript><meta", "</noscript>")?;
    Ok(page.replace(&refresh, ""))
}

/// The first piece of the page from `start` to `end`, and the name of a file that stands behind the start.
fn tag(page: &str, start: &str, end: &str) -> Result<(String, String)> {
    let missing = || format!("the page has no {start}");
    let at = page.find(start).ok_or_else(missing)?;
    let length = page[at..].find(end).ok_or_else(missing)? + end.len();
    let piece = &page[at..at + length];
    let name = piece[start.len()..].split('"').next().unwrap_or_default();
    Ok((piece.to_owned(), name.to_owned()))
}

/// A script that stands in a page must not seem to end there.
fn in_script(script: &str) -> String {
    script.replace("</script", "<\\/script")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_fetched_is_in_it() {
        let check = |name: &str, expected: bool| assert_eq!(is_packed(name), expected, "{name}");
        check("kitchen-1.wasm", true);
        check("kitchen-1.wasm.js", false);
        check("parts/a-1.wasm", true);
        check("parts/own-1.wasm", false);
        check("text/ja-lab-1.js", true);
        check("pictures/map-0.svg", true);
        check("pictures/lab-small-en.svg", true);
        check("pictures/lab-small-es.svg", false);
        check("pictures/act-lab-ja.svg", false);
        check("glossary-ja.html", true);
        check("reading.html", false);
        check("index.html", false);
    }

    /// As `assets/alone.js` reads it.
    fn read85(text: &str) -> Vec<u8> {
        let digit = |code: u8| match code {
            b'x' => b'\\' - b'#',
            b'y' => b'<' - b'#',
            plain => plain - b'#',
        };
        let mut out = Vec::new();
        for chunk in text.as_bytes().chunks(5) {
            let at = |place: usize| chunk.get(place).map_or(84, |code| digit(*code));
            let word = (0..5).fold(0_u64, |word, place| word * 85 + u64::from(at(place)));
            out.extend(&(word as u32).to_be_bytes()[..chunk.len() - 1]);
        }
        out
    }

    #[test]
    fn base85_gives_back_what_went_in() {
        let check = |bytes: &[u8]| {
            let text = base85(bytes);
            assert!(text.bytes().all(|code| (b'#'..=b'y').contains(&code) && code != b'<' && code != b'\\'), "{text}");
            assert_eq!(read85(&text), bytes);
        };
        check(b"");
        check(&[255; 9]);
        check(&[0; 6]);
        check(b"what a string may not hold: \" \\ </script>");
        check(&(0..=255).collect::<Vec<u8>>());
        assert_eq!(base85(b"kitchen"), "EOBo%DQw(");
    }

    #[test]
    fn the_page_needs_nothing_beside_it() {
        let page = "<head><script src=\"./start-1.js\" data-wasm=\"./k.wasm\"></script>\n<link rel=\"stylesheet\" href=\"./main-1.css\"/>\n\
                    <noscript><meta http-equiv=\"refresh\"></noscript></head><p>No.<a href=\"reading.html\">Read</a></p>";
        let of = |name: &str| -> Option<&'static [u8]> {
            match name {
                "start-1.js" => Some(b"begin('</script>')\n"),
                "main-1.css" => Some(b"p{}"),
                _ => None,
            }
        };
        let expected = "<head><script>help()</script>\n<script data-wasm=\"./k.wasm\">if (!globalThis.kitchenIsPage) {\n\
                        begin('<\\/script>')\n}</script>\n<style>p{}[data-testid=own]{display:none}</style>\n</head><p>No.</p>";
        assert_eq!(whole(page, &of, "help()").unwrap(), expected);
        assert!(whole("<p>", &of, "").is_err());
    }
}
