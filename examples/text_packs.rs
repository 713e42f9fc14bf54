//! Writes the texts as the released page fetches them: `text_packs FOLDER`. Each pack becomes a script, because a page in a
//! sandboxed frame may fetch nothing else. Prints `PACK=FILE` for each. `cargo xtask build` names them in the page.

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use kitchen_story::brought::OPENED;
use kitchen_story::chapters;
use kitchen_story::taken::PART;
use kitchen_text::Lang;
use kitchen_text::pack::Pack;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::args().nth(1).ok_or("text_packs FOLDER")?);
    fs::create_dir_all(&folder)?;
    let place = folder.file_name().ok_or("the folder has no name")?.to_string_lossy().into_owned();
    for lang in Lang::ALL {
        let is_opened = |name: &str| name == PART || name == OPENED && chapters::all().any(|one| one.brings.is_some());
        let is_fetched =
            |pack: &Pack| *pack == Pack::PAGE || chapters::chapter(pack.name()).is_some() || is_opened(pack.name());
        // What a language says nothing of comes in English: `assets/start.js` sees to it.
        for pack in Pack::all().filter(|pack| is_fetched(pack) && pack.is_own(lang)) {
            let text = pack.text(lang).ok_or("a pack is not compiled in")?;
            let name = format!("{}/{}", lang.tag(), pack.name());
            let script = format!("kitchenTexts[\"{name}\"]=\"{}\";\n", escaped(text));
            let file = format!("{}-{}-{:08x}.js", lang.tag(), pack.name(), digest(&script));
            fs::write(folder.join(&file), script)?;
            println!("{name}={place}/{file}");
        }
    }
    Ok(())
}

/// As a string of JavaScript, in which the marks between the pieces may stand as they are.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

/// FNV-1a: a changed pack gets another name, so that no cache mixes two versions.
fn digest(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
