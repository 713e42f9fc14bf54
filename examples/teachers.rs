//! Writes the teacher's page in one language as HTML: `teachers ja|en`. Three lessons, minute by minute, each row with the moment to
//! show, what to ask, and the wrong answers to expect; the texts are `teachers.ftl`, and every number in them comes from a run.
//! `cargo xtask build` puts it into the page's frame.

#[path = "teachers/figures.rs"]
mod figures;
#[path = "teachers/lessons.rs"]
mod lessons;
#[allow(dead_code, reason = "each page uses its own part of it")]
#[path = "paper/mod.rs"]
mod paper;
#[cfg(test)]
#[path = "teachers/tests.rs"]
mod tests;

use std::env;
use std::error::Error;
use std::fmt::Write as _;

use kitchen_core::units::Time;
use kitchen_text::{Key, Lang, format, key, tr};

use figures::Figures;
use lessons::{LESSONS, Lesson, Row};
use paper::{Paper, escaped, named, short_name};

fn main() -> Result<(), Box<dyn Error>> {
    let lang = env::args().nth(1).and_then(|tag| Lang::from_tag(&tag)).ok_or("teachers ja|en")?;
    println!("{}", write(lang)?);
    Ok(())
}

fn write(lang: Lang) -> Result<String, String> {
    let figures = Figures::new()?;
    let mut page = Paper::new(lang);
    page.key("h1", key::TEACHERS_TITLE);
    page.key("p", key::TEACHERS_LEAD);
    contents(&mut page);
    page.key("h2 id=\"before\"", key::TEACHERS_BEFORE);
    items(&mut page, &figures, "teachers-before");
    for lesson in LESSONS {
        write_lesson(&mut page, &figures, lesson)?;
    }
    page.key("h2 id=\"sheets\"", key::TEACHERS_SHEETS);
    page.key("p", key::TEACHERS_SHEETS_TEXT);
    let link =
        format!("<p><a href=\"worksheets-{}.html\">{}</a></p>", lang.tag(), say(lang, key::TEACHERS_SHEETS_LINK));
    page.raw(&link);
    Ok(page.out)
}

fn say(lang: Lang, key: Key) -> String {
    escaped(tr(lang, key))
}

fn contents(page: &mut Paper) {
    let lang = page.lang;
    let _ = writeln!(page.out, "<nav aria-label=\"{}\"><ol class=\"sections\">", say(lang, key::TEACHERS_CONTENTS));
    let lessons = LESSONS.iter().map(|lesson| (lesson.id, named(&format!("teachers-{}", lesson.id))));
    let all = [("before", key::TEACHERS_BEFORE)].into_iter().chain(lessons).chain([("sheets", key::TEACHERS_SHEETS)]);
    for (id, name) in all {
        let _ = writeln!(page.out, "<li><a href=\"#{id}\">{}</a></li>", say(lang, name));
    }
    page.raw("</ol></nav>");
}

/// Every text with that name and a number, from 1 on.
fn items(page: &mut Paper, figures: &Figures, id: &str) {
    let lang = page.lang;
    let texts = (1..).map_while(|number| Key::named(&format!("{id}-{number}")));
    let items: String = texts.map(|key| format!("<li>{}</li>", escaped(&figures.say(lang, key)))).collect();
    let _ = writeln!(page.out, "<ul>{items}</ul>");
}

fn write_lesson(page: &mut Paper, figures: &Figures, lesson: &Lesson) -> Result<(), String> {
    let (lang, id) = (page.lang, lesson.id);
    page.raw("<section class=\"lesson\">");
    let title = page.named(&format!("teachers-{id}")).to_owned();
    page.said(&format!("h2 id=\"{id}\""), &title);
    page.key("h3", key::TEACHERS_GOALS);
    items(page, figures, &format!("teachers-{id}-goal"));
    let needs = figures.say(lang, named(&format!("teachers-{id}-needs")));
    let _ = writeln!(page.out, "<p class=\"needs\"><b>{}</b> {}</p>", say(lang, key::TEACHERS_NEEDS), escaped(&needs));
    let heads = [key::TEACHERS_MINUTES, key::TEACHERS_DO, key::TEACHERS_ASK, key::TEACHERS_WRONG];
    let heads: Vec<String> = heads.into_iter().map(|head| say(lang, head)).collect();
    let head: String = heads.iter().map(|head| format!("<th scope=\"col\">{head}</th>")).collect();
    let _ = writeln!(
        page.out,
        "<table class=\"cards plan\"><caption>{}</caption><thead><tr>{head}</tr></thead><tbody>",
        escaped(&title)
    );
    for (at, row) in lesson.rows.iter().enumerate() {
        write_row(page, figures, &format!("teachers-{id}-row-{}", at + 1), row, &heads)?;
    }
    page.raw("</tbody></table></section>");
    Ok(())
}

fn write_row(page: &mut Paper, figures: &Figures, id: &str, row: &Row, heads: &[String]) -> Result<(), String> {
    let lang = page.lang;
    let text = |suffix: &str| {
        Key::named(&format!("{id}{suffix}")).map_or_else(String::new, |key| escaped(&figures.say(lang, key)))
    };
    let mut links = Vec::new();
    for moment in row.moments {
        let chapter = short_name(lang, paper::chapter(moment.chapter)?);
        let address = escaped(&moment.address(lang, None)?);
        let at = match moment.at()? {
            Time::ZERO => String::new(),
            at => format!(" <small>{}</small>", format::time(at)),
        };
        links.push(format!("<a class=\"show\" href=\"{address}\" target=\"moment\">▶ {}{at}</a>", escaped(chapter)));
    }
    if let Some(sheet) = row.sheet {
        let name = say(lang, key::TEACHERS_SHEET);
        links.push(format!(
            "<a class=\"show\" href=\"worksheets-{}.html#{}\">✎ {name} {}</a>",
            lang.tag(),
            sheet.0,
            sheet.1
        ));
    }
    let links = if links.is_empty() { String::new() } else { format!("<p class=\"shows\">{}</p>", links.join(" ")) };
    let minutes = format!("{}–{}", row.from, row.to);
    let wrong = text("-wrong");
    let cells = [minutes, format!("{}{links}", text("")), text("-ask"), wrong];
    page.out.push_str("<tr>");
    for (place, (cell, head)) in cells.iter().zip(heads).enumerate() {
        let (tag, scope) = if place == 0 { ("th", " scope=\"row\"") } else { ("td", "") };
        let _ = write!(page.out, "<{tag}{scope} data-head=\"{head}\"><div>{cell}</div></{tag}>");
    }
    page.raw("</tr>");
    Ok(())
}
