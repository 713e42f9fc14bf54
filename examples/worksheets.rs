//! Writes the worksheets in one language as HTML: `worksheets ja|en`. Five sheets of one A4 page, then the five with their answers.
//! Every number that is given or asked for comes from the core; the texts are `worksheets.ftl`. `cargo xtask build` puts them into
//! the page's frame.

#[allow(dead_code, reason = "each page uses its own part of it")]
#[path = "paper/mod.rs"]
mod paper;
#[path = "worksheets/relay.rs"]
mod relay;
#[path = "worksheets/ring.rs"]
mod ring;
#[path = "worksheets/roof.rs"]
mod roof;
#[path = "worksheets/sheet.rs"]
mod sheet;
#[path = "worksheets/shelves.rs"]
mod shelves;
#[path = "worksheets/step.rs"]
mod step;
#[cfg(test)]
#[path = "worksheets/tests.rs"]
mod tests;

use std::env;
use std::error::Error;
use std::fmt::Write as _;

use kitchen_text::{Lang, key};

use paper::{Paper, escaped, named};
use sheet::Sheet;

/// A sheet's name, and what writes it, with answers where the sheet asks for them.
type Row = (&'static str, fn(&mut Sheet) -> Result<(), String>);

const SHEETS: [Row; 5] = [
    ("relay", relay::write),
    ("step", step::write),
    ("ring", ring::write),
    ("shelves", shelves::write),
    ("roof", roof::write),
];

fn main() -> Result<(), Box<dyn Error>> {
    let lang = env::args().nth(1).and_then(|tag| Lang::from_tag(&tag)).ok_or("worksheets ja|en")?;
    println!("{}", write(lang)?);
    Ok(())
}

fn write(lang: Lang) -> Result<String, String> {
    let mut page = Paper::new(lang);
    page.raw("<div class=\"screen-only\">");
    page.key("h1", key::WORKSHEETS_TITLE);
    page.key("p", key::WORKSHEETS_LEAD);
    let name = escaped(page.named("worksheets-title"));
    let _ = writeln!(page.out, "<nav aria-label=\"{name}\"><ol class=\"sections\">");
    for (id, _) in SHEETS {
        let title = escaped(page.named(&format!("worksheets-{id}")));
        let answers = escaped(page.named("worksheets-answers"));
        let _ = writeln!(
            page.out,
            "<li><a href=\"#{id}\">{title}</a> <a class=\"to-answers\" href=\"#{id}-answers\">{answers}</a></li>"
        );
    }
    page.raw("</ol></nav>");
    let _ = writeln!(
        page.out,
        "<p><a href=\"teachers-{}.html\">{}</a></p>\n</div>",
        lang.tag(),
        escaped(page.named("worksheets-teachers"))
    );
    for answers in [false, true] {
        for (number, (id, body)) in SHEETS.into_iter().enumerate() {
            let mut sheet = Sheet::new(lang, answers);
            body(&mut sheet)?;
            framed(&mut page, number + 1, id, &sheet);
        }
    }
    Ok(page.out)
}

/// A sheet with its head and foot.
fn framed(page: &mut Paper, number: usize, id: &str, sheet: &Sheet) {
    let say = |id: &str| escaped(kitchen_text::tr(sheet.lang, named(id)));
    let (suffix, class) = if sheet.answers { ("-answers", "sheet answers") } else { ("", "sheet") };
    let right = if sheet.answers {
        format!("<p class=\"sheet-key\">{}</p>", say("worksheets-answers"))
    } else {
        format!("<p class=\"sheet-name\">{}</p>", say("worksheets-name"))
    };
    let _ = writeln!(
        page.out,
        "<article class=\"{class}\" id=\"{id}{suffix}\" aria-labelledby=\"{id}{suffix}-head\"><header><div><p class=\"sheet-mark\">Collective Kitchen · {} {number}</p><h2 id=\"{id}{suffix}-head\">{}</h2></div>{right}</header>\n{}<footer>{}</footer></article>",
        say("worksheets-sheet"),
        say(&format!("worksheets-{id}")),
        sheet.out,
        say(&format!("worksheets-{id}-foot"))
    );
}
