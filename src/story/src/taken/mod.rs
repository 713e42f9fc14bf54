//! What people take away of a show: a moment as a picture or a slide, tables, the trace for other tools. The page and the command line
//! write the same.
//!
//! * `csv`: tables; `slide`: a picture with its sentence and the way back to it.

pub mod csv;
pub mod slide;

use kitchen_core::export::chrome_traces;

use crate::scenario::link::Address;
use crate::scene::display::DisplayList;
use crate::scene::palette::Palette;
use crate::scene::stage::View;
use crate::scene::svg;
use crate::show::Show;

/// The part of the program and the texts with which a page shares a moment, and makes what is taken away.
pub const PART: &str = "share";

/// A moment of the stage as an SVG document; `title` is what a screen reader says.
pub fn picture(view: &View<'_>, palette: &Palette, title: &str) -> String {
    let (mut back, mut front) = (DisplayList::new(), DisplayList::new());
    view.draw_backdrop(&mut back);
    view.draw_frame(&mut front);
    let [width, height] = view.size;
    svg::write(&[&back, &front], palette, width, height, title)
}

/// All runs of a show as one document of Chrome's trace events, which Perfetto opens.
pub fn trace(show: &Show) -> String {
    chrome_traces(&show.runs)
}

/// A file's name, by the chapter, its act and the moment in picoseconds: `pipeline-cut-1200ps.svg`. `ending`: what is after the moment.
pub fn file_name(address: &Address, ending: &str) -> String {
    let chapter = address.look.scene.as_deref().unwrap_or("prologue");
    let act = address.act.as_deref().unwrap_or("whole");
    format!("{chapter}-{act}-{}ps{ending}", address.t.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chapters;

    #[test]
    fn a_file_is_named_by_its_moment() {
        let check = |query: &str, hash: &str, expected: &str| {
            let (address, problems) = chapters::parse(query, hash);
            assert_eq!((file_name(&address, ".svg"), problems.len()), (expected.to_owned(), 0), "{query} {hash}");
        };
        check("scene=pipeline", "v=1&act=cut&t=1200", "pipeline-cut-1200ps.svg");
        check("scene=data", "v=1", "data-whole-0ps.svg");
    }
}
