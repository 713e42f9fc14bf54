//! The pages beside the program while `cargo xtask serve` runs: those of `pages` and the one for readers without scripts.
//! They are written natively, after the page itself is there and without holding up its builds: by Cargo in a folder of its
//! own, so that neither waits for the other's lock.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, SystemTime};

use crate::sh::{self, Result, say};
use crate::{pages, pictures, signs, sizes};

/// What the pages are written from.
const SOURCES: [&str; 6] = ["src/core", "src/story", "src/text", "assets", "examples", "styles"];
/// How often the folder and the sources are looked at.
const LOOK: Duration = Duration::from_millis(250);
/// How long a change waits for the page's own build, which may fail or not concern it.
const PATIENCE: Duration = Duration::from_secs(20);

struct Beside {
    /// Where trunk puts the page. It empties the folder with each build.
    dist: PathBuf,
    /// Where the pages' own build and pictures are kept.
    home: PathBuf,
    /// What was written last.
    made: Option<(pages::Bodies, String)>,
    /// The newest source when it was.
    made_from: Option<SystemTime>,
    /// When the first page was written that it was put beside.
    put_at: Option<SystemTime>,
}

/// Keeps the pages in `dist` up to date for as long as the process lives.
pub(crate) fn keep(dist: &Path) {
    let mut beside = Beside {
        dist: dist.to_path_buf(),
        home: sh::target_dir().join("beside"),
        made: None,
        made_from: None,
        put_at: None,
    };
    thread::spawn(move || {
        let mut fault = String::new();
        loop {
            // The same fault is said once.
            if let Err(said) = beside.look()
                && said != fault
            {
                say(&format!("the pages beside the program stay as they are: {said}"));
                fault = said;
            }
            thread::sleep(LOOK);
        }
    });
}

impl Beside {
    fn look(&mut self) -> Result {
        let Some(page) = modified(&self.dist.join("index.html")) else { return Ok(()) };
        if self.put_at != Some(page) {
            self.put()?;
        }
        let Some(newest) = newest(&sh::root()) else { return Ok(()) };
        let waited = SystemTime::now().duration_since(newest).unwrap_or_default();
        if self.made_from == Some(newest) || (page < newest && waited < PATIENCE) {
            return Ok(());
        }
        self.made_from = Some(newest);
        let cargo = |args: &[&str]| self.cargo(args);
        let drawn = pictures::draw(&self.home.join("pictures"), cargo)?;
        self.made = Some((pages::bodies(cargo)?, drawn));
        self.put()?;
        say("the pages beside the program are written");
        Ok(())
    }

    fn put(&mut self) -> Result {
        let index = self.dist.join("index.html");
        match &self.made {
            None => pages::put_waiting(&self.dist)?,
            Some((bodies, drawn)) => {
                let (from, to) = (self.home.join("pictures"), self.dist.join("pictures"));
                fs::create_dir_all(&to).map_err(|fault| format!("{}: {fault}", to.display()))?;
                for path in sizes::files(&from)? {
                    let name = path.file_name().unwrap_or_default();
                    fs::copy(&path, to.join(name)).map_err(|fault| format!("{}: {fault}", path.display()))?;
                }
                pages::put(&self.dist, bodies)?;
                pictures::put(&self.dist, drawn)?;
                signs::put(&self.dist, drawn, false)?;
            }
        }
        self.put_at = modified(&index);
        Ok(())
    }

    fn cargo(&self, args: &[&str]) -> Command {
        let mut command = sh::cargo(args);
        command.env("CARGO_TARGET_DIR", &self.home).env("CARGO_PROFILE_DEV_DEBUG", "0").env("CARGO_BUILD_JOBS", "1");
        command
    }
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}

/// When a source of the pages was written last.
fn newest(root: &Path) -> Option<SystemTime> {
    let files = SOURCES.iter().filter_map(|folder| sizes::files(&root.join(folder)).ok()).flatten();
    files.filter_map(|path| modified(&path)).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_a_source_is_seen() {
        let root = sh::target_dir().join(format!("beside-test-{}", std::process::id()));
        let file = root.join("examples/how_we_compute.rs");
        let check = |touch: &dyn Fn(), is_newer: bool| {
            let before = newest(&root);
            touch();
            assert_eq!(newest(&root) > before, is_newer);
        };
        let write = |path: &Path, age: u64| {
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            let file = fs::File::create(path).expect("written");
            file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(age)).expect("dated");
        };
        check(&|| write(&file, 1_000), true);
        check(&|| write(&file, 1_000), false);
        check(&|| write(&file, 2_000), true);
        check(&|| write(&root.join("target/built.rs"), 3_000), false);
        check(&|| write(&root.join("src/core/src/new.rs"), 4_000), true);
        fs::remove_dir_all(&root).expect("removed");
    }
}
