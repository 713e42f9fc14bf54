//! A worksheet as it grows: blanks to fill, or the answers in their place.

use std::fmt::Write as _;

use kitchen_text::{Lang, Line, format};

use crate::paper::{escaped, named};

pub(crate) struct Sheet {
    pub(crate) lang: Lang,
    /// Whether the answers stand where the blanks are.
    pub(crate) answers: bool,
    pub(crate) out: String,
}

impl Sheet {
    pub(crate) fn new(lang: Lang, answers: bool) -> Sheet {
        Sheet { lang, answers, out: String::new() }
    }

    /// The text with that name of the worksheets.
    pub(crate) fn text(&self, id: &str) -> String {
        escaped(kitchen_text::tr(self.lang, named(&format!("worksheets-{id}"))))
    }

    /// The sentence with that name, whose arguments are given.
    pub(crate) fn say(&self, line: &Line) -> String {
        escaped(&line.say(self.lang))
    }

    pub(crate) fn raw(&mut self, html: &str) {
        self.out.push_str(html);
        self.out.push('\n');
    }

    pub(crate) fn paragraph(&mut self, id: &str) {
        let text = self.text(id);
        let _ = writeln!(self.out, "<p>{text}</p>");
    }

    pub(crate) fn told(&mut self, line: &Line) {
        let text = self.say(line);
        let _ = writeln!(self.out, "<p>{text}</p>");
    }

    pub(crate) fn head(&mut self, id: &str) {
        let text = self.text(id);
        let _ = writeln!(self.out, "<h3>{text}</h3>");
    }

    pub(crate) fn rules(&mut self, ids: &[&str]) {
        let items: String = ids.iter().map(|id| format!("<li>{}</li>", self.text(id))).collect();
        let _ = writeln!(self.out, "<ul class=\"rules\">{items}</ul>");
    }

    /// What is asked for, or room to write it.
    pub(crate) fn blank(&self, value: &str) -> String {
        if self.answers {
            format!("<b class=\"answer\">{}</b>", escaped(value))
        } else {
            "<i class=\"blank\"></i>".to_owned()
        }
    }

    /// Questions with so many lines to write on; with their answers instead.
    pub(crate) fn questions(&mut self, questions: &[(Line, Line, u8)]) {
        self.raw("<ol class=\"questions\">");
        for (question, answer, lines) in questions {
            let below = if self.answers {
                format!("<p class=\"answer\">{}</p>", self.say(answer))
            } else {
                "<span class=\"write\"></span>".repeat(usize::from(*lines))
            };
            let question = self.say(question);
            let _ = writeln!(self.out, "<li><p>{question}</p>{below}</li>");
        }
        self.raw("</ol>");
    }

    /// A table; cells are HTML.
    pub(crate) fn table(&mut self, class: &str, heads: &[String], rows: &[Vec<String>]) {
        let head: String = heads.iter().map(|head| format!("<th scope=\"col\">{head}</th>")).collect();
        let _ = writeln!(self.out, "<table class=\"fill {class}\"><thead><tr>{head}</tr></thead><tbody>");
        for row in rows {
            self.out.push_str("<tr>");
            for (place, cell) in row.iter().enumerate() {
                let (tag, scope) = if place == 0 { ("th", " scope=\"row\"") } else { ("td", "") };
                let _ = write!(self.out, "<{tag}{scope}>{cell}</{tag}>");
            }
            self.out.push_str("</tr>\n");
        }
        self.raw("</tbody></table>");
    }
}

/// A number with at most so many decimals, without the zeros at its end.
pub(crate) fn number(value: f64, digits: u8) -> String {
    let mut out = String::new();
    format::push_number(&mut out, value, digits);
    if out.contains('.') {
        let end = out.trim_end_matches('0').trim_end_matches('.').len();
        out.truncate(end);
    }
    out
}
