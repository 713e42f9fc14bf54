//! What is shown beside a link to a chapter: messengers read no drawing of lines, so each becomes one of points. A visit fetches none of them.

use std::path::Path;

use crate::sh::{self, Result, say};
use crate::{sizes, tools};

/// How many points wide and high, as the drawings are.
pub(crate) const SIZE: [u32; 2] = [1200, 630];
/// What their names have in them.
const MARK: &str = "-preview-";
/// Takes the fonts in a line, then drawings; each becomes points under its own name.
const SCRIPT: &str = "const { Resvg } = require('@resvg/resvg-js');\
    const fs = require('fs');\
    const [fonts, ...drawings] = process.argv.slice(1);\
    const font = { loadSystemFonts: false, fontFiles: fonts.split('\\n'), defaultFontFamily: 'Noto Sans CJK JP' };\
    for (const drawing of drawings) {\
      const points = new Resvg(fs.readFileSync(drawing, 'utf8'), { font }).render().asPng();\
      fs.writeFileSync(drawing.replace(/svg$/, 'png'), points);\
      fs.unlinkSync(drawing);\
    }";

/// The picture of a chapter in a language, as its page names it.
pub(crate) fn name(chapter: &str, lang: &str) -> String {
    format!("pictures/{chapter}{MARK}{lang}.png")
}

/// Draws all that lie in `pictures` as points; answers whether they are there: without Japanese letters on this machine none is.
pub(crate) fn put(pictures: &Path) -> Result<bool> {
    let drawings: Vec<_> = sizes::files(pictures)?
        .into_iter()
        .filter(|path| {
            path.extension().is_some_and(|ext| ext == "svg")
                && path.file_name().is_some_and(|name| name.to_string_lossy().contains(MARK))
        })
        .collect();
    let fonts = match tools::japanese_fonts() {
        Ok(fonts) => fonts,
        Err(message) => {
            say(&format!("links go without pictures of their own: {message}"));
            return Ok(false);
        }
    };
    let resvg = tools::resvg()?;
    let mut command = sh::command(tools::node()?, &["-e", SCRIPT, &fonts.join("\n")]);
    sh::run(command.args(&drawings).current_dir(resvg))?;
    Ok(true)
}
