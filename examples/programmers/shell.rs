//! A terminal: lines are typed in a folder of their own and answered by the command line's own code. What they print names files as they were typed.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

use kitchen_command::Done;
use kitchen_text::Lang;

/// Flags after which the name of a file or a folder stands that is written.
const WRITTEN: &[&str] = &["--trace", "--out", "--save"];

static OPENED: AtomicU32 = AtomicU32::new(0);

#[derive(Debug)]
pub(crate) struct Shell {
    lang: Lang,
    folder: PathBuf,
}

impl Shell {
    /// With these files in its folder.
    pub(crate) fn with(lang: Lang, files: &[(&str, &[u8])]) -> Result<Shell, String> {
        let name = format!("kitchen-programmers-{}-{}", process::id(), OPENED.fetch_add(1, Ordering::Relaxed));
        let shell = Shell { lang, folder: env::temp_dir().join(name) };
        fs::create_dir_all(&shell.folder).map_err(|fault| format!("{}: {fault}", shell.folder.display()))?;
        files.iter().try_for_each(|(name, bytes)| shell.write(name, bytes))?;
        Ok(shell)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        fs::write(self.folder.join(name), bytes).map_err(|fault| format!("{name}: {fault}"))
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Answers a line: `kitchen …`, or `kitchen … > FILE`.
    pub(crate) fn run(&self, line: &str) -> Result<Done, String> {
        let (line, into) = line.split_once(" > ").map_or((line, None), |(line, file)| (line, Some(file)));
        let words: Vec<&str> = line.split(' ').collect();
        let [first, typed @ ..] = &*words else { return Err("nothing is typed".to_owned()) };
        if *first != "kitchen" {
            return Err(format!("{first} is another program"));
        }
        let placed: Vec<String> = words.iter().zip(typed).map(|(before, word)| self.placed(before, word)).collect();
        let placed: Vec<&str> = placed.iter().map(String::as_str).collect();
        let mut done = kitchen_command::typed(&placed, self.lang);
        let folder = format!("{}/", self.folder.display());
        let named = |text: &str| text.replace(&folder, "");
        (done.text, done.notes) = (named(&done.text), done.notes.iter().map(|note| named(note)).collect());
        if let Some(file) = into {
            self.write(file, std::mem::take(&mut done.text).as_bytes())?;
        }
        Ok(done)
    }

    /// A word; where it is the name of a file, that of the file in the folder.
    fn placed(&self, before: &str, word: &str) -> String {
        let is_file = WRITTEN.contains(&before) || Path::new(word).extension().is_some();
        if is_file && (WRITTEN.contains(&before) || self.file(word).exists()) {
            self.file(word).display().to_string()
        } else {
            word.to_owned()
        }
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        // What is left over is the system's to clear away.
        let _ = fs::remove_dir_all(&self.folder);
    }
}
