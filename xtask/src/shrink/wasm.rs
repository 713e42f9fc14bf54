//! As much of WebAssembly's binary format as shrinking needs: sections, names, and where functions begin.

use crate::sh::Result;

/// Ids of sections, from the specification.
pub(super) const CUSTOM: u8 = 0;
pub(super) const TYPE: u8 = 1;
pub(super) const IMPORT: u8 = 2;
pub(super) const FUNCTION: u8 = 3;
pub(super) const TABLE: u8 = 4;
pub(super) const MEMORY: u8 = 5;
pub(super) const GLOBAL: u8 = 6;
pub(super) const EXPORT: u8 = 7;
pub(super) const ELEMENT: u8 = 9;
pub(super) const CODE: u8 = 10;

const HEAD: &[u8] = b"\0asm\x01\0\0\0";
pub(super) const BROKEN: &str = "the program is no WebAssembly of the kind that is known here";

/// A program: its sections, by id, in their order.
pub(super) struct Module {
    pub(super) sections: Vec<(u8, Vec<u8>)>,
}

impl Module {
    pub(super) fn read(bytes: &[u8]) -> Result<Module> {
        let mut reader = Reader { rest: bytes.strip_prefix(HEAD).ok_or(BROKEN)? };
        let mut sections = Vec::new();
        while !reader.rest.is_empty() {
            sections.push((reader.byte()?, reader.bytes()?.to_vec()));
        }
        Ok(Module { sections })
    }

    pub(super) fn write(&self) -> Vec<u8> {
        let mut out = HEAD.to_vec();
        for (id, content) in &self.sections {
            out.push(*id);
            push_bytes(&mut out, content);
        }
        out
    }

    pub(super) fn section(&self, id: u8) -> &[u8] {
        self.sections.iter().find(|section| section.0 == id).map_or(&[], |section| &section.1)
    }

    /// Writes a section anew, where there is one.
    pub(super) fn replace(&mut self, id: u8, content: Vec<u8>) {
        if let Some(section) = self.sections.iter_mut().find(|section| section.0 == id) {
            section.1 = content;
        }
    }

    /// The bodies of the functions that are not imported.
    pub(super) fn bodies(&self) -> Result<Vec<&[u8]>> {
        let mut reader = Reader { rest: self.section(CODE) };
        (0..reader.number()?).map(|_| reader.bytes()).collect()
    }

    /// Module and name of each imported function.
    pub(super) fn imports(&self) -> Result<Vec<(String, String)>> {
        let mut reader = Reader { rest: self.section(IMPORT) };
        let mut found = Vec::new();
        for _ in 0..reader.number_or_none()? {
            let name = (reader.name()?, reader.name()?);
            match reader.byte()? {
                0 => {
                    reader.number()?;
                    found.push(name);
                }
                // A table's or a global's type is one byte more than what a memory has, its limits.
                1 => {
                    reader.byte()?;
                    reader.limits()?;
                }
                2 => reader.limits()?,
                3 => drop(reader.take(2)?),
                _ => return Err(BROKEN.to_owned()),
            }
        }
        Ok(found)
    }

    /// The index of each function's type, imported ones first.
    pub(super) fn types(&self) -> Result<Vec<usize>> {
        let mut reader = Reader { rest: self.section(IMPORT) };
        let mut found = Vec::new();
        for _ in 0..reader.number_or_none()? {
            reader.name()?;
            reader.name()?;
            if reader.byte()? != 0 {
                return Err(BROKEN.to_owned());
            }
            found.push(reader.number()?);
        }
        let mut reader = Reader { rest: self.section(FUNCTION) };
        for _ in 0..reader.number()? {
            found.push(reader.number()?);
        }
        Ok(found)
    }

    /// What functions are called by the section that names them, by index.
    pub(super) fn function_names(&self) -> Result<Vec<(usize, String)>> {
        for (_, content) in self.sections.iter().filter(|section| section.0 == CUSTOM) {
            let mut reader = Reader { rest: content };
            if reader.name()? != "name" {
                continue;
            }
            while !reader.rest.is_empty() {
                let (kind, map) = (reader.byte()?, reader.bytes()?);
                if kind == 1 {
                    let mut map = Reader { rest: map };
                    return (0..map.number()?).map(|_| Ok((map.number()?, map.name()?))).collect();
                }
            }
        }
        Ok(Vec::new())
    }

    /// The name of each export.
    pub(super) fn exports(&self) -> Result<Vec<String>> {
        let mut reader = Reader { rest: self.section(EXPORT) };
        let mut found = Vec::new();
        for _ in 0..reader.number()? {
            found.push(reader.name()?);
            reader.byte()?;
            reader.number()?;
        }
        Ok(found)
    }

    /// Gives imports and exports the names that `rename` says.
    pub(super) fn rename(&mut self, rename: impl Fn(&str) -> String) -> Result {
        for (id, names) in [(IMPORT, 2), (EXPORT, 1)] {
            let mut reader = Reader { rest: self.section(id) };
            let mut out = Vec::new();
            let count = reader.number()?;
            push_number(&mut out, count);
            for _ in 0..count {
                for _ in 0..names {
                    push_bytes(&mut out, rename(&reader.name()?).as_bytes());
                }
                out.push(reader.byte()?);
                push_number(&mut out, reader.number()?);
            }
            self.replace(id, out);
        }
        Ok(())
    }

    /// Adds the section that names functions, imported ones first.
    pub(super) fn name_functions(&mut self, names: &[String]) {
        let mut map = Vec::new();
        push_number(&mut map, names.len());
        for (index, name) in names.iter().enumerate() {
            push_number(&mut map, index);
            push_bytes(&mut map, name.as_bytes());
        }
        let mut content = Vec::new();
        push_bytes(&mut content, b"name");
        content.push(1);
        push_bytes(&mut content, &map);
        self.sections.push((CUSTOM, content));
    }
}

pub(super) struct Reader<'a> {
    pub(super) rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) fn byte(&mut self) -> Result<u8> {
        let (byte, rest) = self.rest.split_first().ok_or(BROKEN)?;
        self.rest = rest;
        Ok(*byte)
    }

    /// A number in LEB128, without sign.
    pub(super) fn number(&mut self) -> Result<usize> {
        let mut number = 0;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(BROKEN.to_owned())
    }

    /// How many a section holds; none where there is no section.
    pub(super) fn number_or_none(&mut self) -> Result<usize> {
        if self.rest.is_empty() { Ok(0) } else { self.number() }
    }

    /// Reads past a number of up to 64 bits, with sign or without.
    pub(super) fn skip_number(&mut self) -> Result {
        for _ in 0..10 {
            if self.byte()? < 0x80 {
                return Ok(());
            }
        }
        Err(BROKEN.to_owned())
    }

    /// Reads past the least and the most that a table or a memory holds.
    pub(super) fn limits(&mut self) -> Result {
        let flags = self.byte()?;
        (0..=flags & 1).try_for_each(|_| self.skip_number())
    }

    pub(super) fn take(&mut self, length: usize) -> Result<&'a [u8]> {
        let (bytes, rest) = self.rest.split_at_checked(length).ok_or(BROKEN)?;
        self.rest = rest;
        Ok(bytes)
    }

    /// As many bytes as the number before them says.
    pub(super) fn bytes(&mut self) -> Result<&'a [u8]> {
        let length = self.number()?;
        self.take(length)
    }

    pub(super) fn name(&mut self) -> Result<String> {
        String::from_utf8(self.bytes()?.to_vec()).map_err(|_| BROKEN.to_owned())
    }
}

pub(super) fn push_number(out: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        out.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

pub(super) fn push_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    push_number(out, bytes.len());
    out.extend_from_slice(bytes);
}

/// A program of two imports, one export and two functions, for tests.
#[cfg(test)]
pub(super) fn sample() -> Vec<u8> {
    let mut out = HEAD.to_vec();
    let mut section = |id: u8, content: &[u8]| {
        out.push(id);
        push_bytes(&mut out, content);
    };
    section(IMPORT, b"\x02\x07./a.js_\x06__wbg_\0\x00\x07./a.js_\x0b__wbg_now_1\0\x01");
    section(EXPORT, b"\x01\x04main\0\x02");
    section(CODE, &[2, 2, 0, 0x0b, 3, 0, 0x01, 0x0b]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_written() {
        let module = Module::read(&sample()).expect("a module");
        assert_eq!(module.write(), sample());
        assert_eq!(module.bodies().expect("bodies"), [&[0, 0x0b][..], &[0, 1, 0x0b]]);
        let imports = module.imports().expect("imports");
        assert_eq!(imports[1], ("./a.js_".to_owned(), "__wbg_now_1".to_owned()));
        assert_eq!(module.exports().expect("exports"), ["main"]);
    }

    #[test]
    fn names_change_and_nothing_else() {
        let mut module = Module::read(&sample()).expect("a module");
        module.rename(|name| name.replace("__wbg_now_1", &"n".repeat(200))).expect("names");
        let again = Module::read(&module.write()).expect("a module");
        assert_eq!(again.imports().expect("imports")[1].1.len(), 200);
        assert_eq!(again.bodies().expect("bodies").len(), 2);
    }

    #[test]
    fn numbers_take_as_many_bytes_as_they_need() {
        let check = |number: usize, expected: &[u8]| {
            let mut out = Vec::new();
            push_number(&mut out, number);
            assert_eq!(out, expected);
            assert_eq!(Reader { rest: &out }.number(), Ok(number));
        };
        check(0, &[0]);
        check(127, &[127]);
        check(128, &[0x80, 1]);
        check(624_485, &[0xe5, 0x8e, 0x26]);
    }

    #[test]
    fn what_is_cut_short_is_refused() {
        for end in 1..sample().len() - 1 {
            let read = Module::read(&sample()[..end]).and_then(|module| module.bodies().map(|bodies| bodies.len()));
            assert_ne!(read, Ok(2), "{end}");
        }
    }
}
