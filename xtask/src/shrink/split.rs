//! The program in parts: one that every visit fetches, and what single chapters alone reach in parts of their own, which come
//! with the chapter's texts. So a first visit does not grow with the number of chapters.
//!
//! It is cut after linking, from one program that was optimised as a whole. A chapter hands functions to tables in the core
//! ([`roots`]); what these reach by calls, and nothing else does, moves. A part has no memory, no data and no table of its
//! own: it imports the program's, calls the program's functions, and when it is instantiated puts the chapter's into the
//! places of the function table that the core's tables have always named. `assets/start.js` does that before a chapter opens.

use std::collections::{BTreeMap, BTreeSet};

use super::code::{self, Name, Of};
use super::names::base36;
use super::roots::{self, Chapter};
use super::wasm::{
    BROKEN, CODE, CUSTOM, ELEMENT, EXPORT, FUNCTION, GLOBAL, IMPORT, MEMORY, Module, Reader, TABLE, TYPE, push_bytes,
    push_number,
};
use crate::sh::Result;

/// What several chapters share becomes a part from this size on, in bytes; less joins a part of more chapters.
const LEAST: usize = 8_000;

/// The namespace from which a part imports.
const PROGRAM: &str = "k";

/// A part of the program.
pub(super) struct Part {
    /// Whose it is. What it calls is in the program or in parts of all of these and more.
    pub(super) chapters: Vec<String>,
    pub(super) module: Module,
}

/// Takes the chapters' parts out of the program, those of most chapters first. Functions that moved stay in the program, but
/// nothing there refers to them: wasm-opt drops them.
/// `declared` names what the chapters must bring.
pub(super) fn split(program: &mut Module, declared: &[String]) -> Result<Vec<Part>> {
    let whole = Whole::read(program)?;
    let in_tables: BTreeSet<usize> = whole.slots.iter().map(|(_, function)| *function).collect();
    let named = in_tables.iter().filter_map(|function| Some((*function, whole.called.get(function)?.as_str())));
    let chapters = roots::chapters(named, declared)?;
    if chapters.len() >= Mask::BITS as usize {
        return Err(format!("there are more than {} chapters: widen Mask", Mask::BITS - 1));
    }
    let places = whole.places(&chapters);
    let mut masks: Vec<Mask> = places.iter().copied().filter(|place| *place != Mask::MAX).collect();
    masks.sort_unstable_by_key(|mask| (std::cmp::Reverse(mask.count_ones()), *mask));
    masks.dedup();
    let shared = whole.called_across(&places);
    let mut parts = Vec::new();
    let mut globals = BTreeSet::new();
    for mask in masks {
        let module = whole.part(program, &places, mask, &shared, &mut globals)?;
        let ids = (0..).zip(&chapters).filter(|(bit, _)| mask >> bit & 1 == 1);
        parts.push(Part { chapters: ids.map(|(_, chapter)| chapter.id.clone()).collect(), module });
    }
    let exports = exports(&places, Mask::MAX, &shared);
    let others: Vec<(String, u8, usize)> = [("t".to_owned(), 1, 0)]
        .into_iter()
        .chain(globals.into_iter().map(|index| (global(index), 3, index)))
        .collect();
    program.replace(EXPORT, with_exports(program.section(EXPORT), &exports, &others)?);
    program.replace(ELEMENT, whole.elements(&places, Mask::MAX, |function| function));
    Ok(parts)
}

/// A set of chapters, a bit each.
type Mask = u32;

/// The program taken apart. Functions count from the imported ones.
struct Whole {
    imported: usize,
    bodies: Vec<Vec<u8>>,
    names: Vec<Vec<Name>>,
    /// Each function's type.
    types: Vec<usize>,
    /// What functions are called.
    called: BTreeMap<usize, String>,
    /// Places in the function table, with their functions.
    slots: Vec<(usize, usize)>,
    exported: Vec<usize>,
}

impl Whole {
    fn read(program: &Module) -> Result<Whole> {
        let types = program.types()?;
        let bodies: Vec<Vec<u8>> = program.bodies()?.into_iter().map(<[u8]>::to_vec).collect();
        Ok(Whole {
            imported: types.len() - bodies.len(),
            names: bodies.iter().map(|body| code::names(body)).collect::<Result<_>>()?,
            bodies,
            types,
            called: program.function_names()?.into_iter().collect(),
            slots: slots(program.section(ELEMENT))?,
            exported: exported(program.section(EXPORT))?,
        })
    }

    /// What a function calls; nothing for an imported one.
    fn calls(&self, function: usize) -> impl Iterator<Item = usize> {
        let names = function.checked_sub(self.imported).map_or(&[][..], |own| &self.names[own]);
        names.iter().filter(|name| name.of == Of::Function).map(|name| name.index)
    }

    /// The part that each function goes to: that of a set of chapters which holds all that reach it, or the program
    /// (`Mask::MAX`). What a part calls is in a part of the same chapters or more.
    fn places(&self, chapters: &[Chapter]) -> Vec<Mask> {
        // What all chapters reach is the program's.
        let ones = (0..).zip(chapters).filter(|(_, chapter)| !chapter.on_request);
        let all = ones.fold(0, |all, (bit, _)| all | 1 << bit);
        let reached: Vec<Mask> =
            self.reached(chapters).into_iter().map(|mask| if mask & all == all { Mask::MAX } else { mask }).collect();
        let mut sizes: BTreeMap<Mask, usize> = (0..chapters.len()).map(|bit| (1 << bit, LEAST)).collect();
        for (body, mask) in self.bodies.iter().zip(&reached[self.imported..]) {
            *sizes.entry(*mask).or_default() += body.len();
        }
        let parts: Vec<Mask> = sizes.into_iter().filter(|part| part.1 >= LEAST).map(|part| part.0).collect();
        // The part of the fewest chapters that serves all of these.
        let part_of = |mask: Mask| {
            let serving = parts.iter().copied().filter(|part| part & mask == mask);
            serving.min_by_key(|part| (part.count_ones(), *part)).unwrap_or(Mask::MAX)
        };
        let mut places: Vec<Mask> = reached.into_iter().map(part_of).collect();
        loop {
            let mut moved = false;
            for function in self.imported..places.len() {
                for callee in self.calls(function) {
                    let place = part_of(places[callee] | places[function]);
                    moved |= std::mem::replace(&mut places[callee], place) != place;
                }
            }
            if !moved {
                return places;
            }
        }
    }

    /// The chapters that reach each function; all of `Mask`'s bits for what the page itself reaches, or nobody.
    fn reached(&self, chapters: &[Chapter]) -> Vec<Mask> {
        let mut reached: Vec<Mask> = vec![0; self.types.len()];
        let roots =
            || (0..).zip(chapters).flat_map(|(bit, chapter)| chapter.roots.iter().map(move |root| (bit, *root)));
        let is_root: BTreeSet<usize> = roots().map(|root| root.1).collect();
        let in_tables = self.slots.iter().map(|slot| slot.1).filter(|function| !is_root.contains(function));
        let bound = (self.imported..).zip(&self.names);
        let bound = bound.filter(|(_, names)| names.iter().any(|name| name.of == Of::OtherTable));
        let pages =
            (0..self.imported).chain(self.exported.iter().copied()).chain(in_tables).chain(bound.map(|own| own.0));
        let mut open: Vec<(usize, Mask)> = pages.map(|function| (function, Mask::MAX)).collect();
        open.extend(roots().map(|(bit, root): (u32, usize)| (root, 1 << bit)));
        while let Some((function, mask)) = open.pop() {
            if reached[function] | mask != reached[function] {
                reached[function] |= mask;
                open.extend(self.calls(function).map(|callee| (callee, mask)));
            }
        }
        for mask in reached.iter_mut().filter(|mask| **mask == 0) {
            *mask = Mask::MAX;
        }
        reached
    }

    /// What is called from another part.
    fn called_across(&self, places: &[Mask]) -> BTreeSet<usize> {
        let own = self.imported..places.len();
        let calls = own.flat_map(|function| self.calls(function).map(move |callee| (function, callee)));
        calls.filter(|&(function, callee)| places[function] != places[callee]).map(|(_, callee)| callee).collect()
    }

    /// The section that puts a place's functions into the table; `index` says their numbers there.
    fn elements(&self, places: &[Mask], place: Mask, index: impl Fn(usize) -> usize) -> Vec<u8> {
        let mut runs: Vec<(usize, Vec<usize>)> = Vec::new();
        for &(slot, function) in self.slots.iter().filter(|slot| places[slot.1] == place) {
            match runs.last_mut() {
                Some((from, run)) if *from + run.len() == slot => run.push(index(function)),
                _ => runs.push((slot, vec![index(function)])),
            }
        }
        let mut out = Vec::new();
        push_number(&mut out, runs.len());
        for (from, run) in runs {
            out.extend([0, I32_CONST]);
            push_signed(&mut out, from);
            out.push(END);
            push_number(&mut out, run.len());
            for index in run {
                push_number(&mut out, index);
            }
        }
        out
    }

    /// The module of one place. `globals` takes those of the program's that it uses.
    fn part(
        &self,
        program: &Module,
        places: &[Mask],
        place: Mask,
        shared: &BTreeSet<usize>,
        globals: &mut BTreeSet<usize>,
    ) -> Result<Module> {
        let own: Vec<usize> = (self.imported..places.len()).filter(|&function| places[function] == place).collect();
        let names = || own.iter().flat_map(|function| &self.names[function - self.imported]);
        let used =
            |of: Of| -> BTreeSet<usize> { names().filter(|name| name.of == of).map(|name| name.index).collect() };
        let callees: Vec<usize> = used(Of::Function).into_iter().filter(|callee| places[*callee] != place).collect();
        let its_globals: Vec<usize> = used(Of::Global).into_iter().collect();
        let functions: BTreeMap<usize, usize> = callees.iter().chain(&own).copied().zip(0..).collect();
        let index = |function: usize| functions.get(&function).copied().unwrap_or_default();

        let mut imports = Vec::new();
        push_number(&mut imports, callees.len() + its_globals.len() + 2);
        let mut import = |name: &str, kind: u8, shape: &[u8]| {
            push_bytes(&mut imports, PROGRAM.as_bytes());
            push_bytes(&mut imports, name.as_bytes());
            imports.push(kind);
            imports.extend(shape);
        };
        for &callee in &callees {
            let mut shape = Vec::new();
            push_number(&mut shape, self.types[callee]);
            import(&function(callee), 0, &shape);
        }
        import("t", 1, first_table(program.section(TABLE))?);
        import("memory", 2, program.section(MEMORY).get(1..).ok_or(BROKEN)?);
        let shapes = global_types(program.section(GLOBAL))?;
        for &index in &its_globals {
            import(&global(index), 3, shapes.get(index).ok_or(BROKEN)?);
        }
        globals.extend(its_globals.iter().copied());

        let (mut types, mut code) = (Vec::new(), Vec::new());
        push_number(&mut types, own.len());
        push_number(&mut code, own.len());
        for function in &own {
            push_number(&mut types, self.types[*function]);
            let at = function - self.imported;
            let body = code::renamed(&self.bodies[at], &self.names[at], |name| match name.of {
                Of::Global => its_globals.iter().position(|known| *known == name.index).unwrap_or_default(),
                _ => index(name.index),
            });
            push_bytes(&mut code, &body);
        }
        let exports = exports(places, place, shared).into_iter().map(|(name, kind, at)| (name, kind, index(at)));
        let exports = with_exports(&[0], &exports.collect::<Vec<_>>(), &[])?;
        let mut sections = vec![
            (TYPE, program.section(TYPE).to_vec()),
            (IMPORT, imports),
            (FUNCTION, types),
            (EXPORT, exports),
            (ELEMENT, self.elements(places, place, index)),
            (CODE, code),
        ];
        // What the program needs of the engine that runs it, the part does too.
        let features = |content: &[u8]| Reader { rest: content }.name().is_ok_and(|name| name == "target_features");
        sections.extend(program.sections.iter().filter(|(id, content)| *id == CUSTOM && features(content)).cloned());
        Ok(Module { sections })
    }
}

/// A number in LEB128 with sign, not below zero.
fn push_signed(out: &mut Vec<u8>, number: usize) {
    push_number(out, number);
    // The last byte's second bit is the sign.
    if let Some(last) = out.last_mut().filter(|last| **last & 0x40 != 0) {
        *last |= 0x80;
        out.push(0);
    }
}

const I32_CONST: u8 = 0x41;
const END: u8 = 0x0b;

/// What the program exports a function as, to its parts.
fn function(index: usize) -> String {
    format!("_{}", base36(index))
}

fn global(index: usize) -> String {
    format!("g{index}")
}

/// The functions of a place that others call, under their names.
fn exports(places: &[Mask], place: Mask, shared: &BTreeSet<usize>) -> Vec<(String, u8, usize)> {
    shared.iter().filter(|&&function| places[function] == place).map(|&index| (function(index), 0, index)).collect()
}

/// The function table's places with their functions.
fn slots(section: &[u8]) -> Result<Vec<(usize, usize)>> {
    let mut reader = Reader { rest: section };
    let mut found = Vec::new();
    for _ in 0..reader.number_or_none()? {
        if reader.take(2)? != [0, I32_CONST] {
            return Err(BROKEN.to_owned());
        }
        let from = reader.number()?;
        if reader.byte()? != END {
            return Err(BROKEN.to_owned());
        }
        for slot in from..from + reader.number()? {
            found.push((slot, reader.number()?));
        }
    }
    Ok(found)
}

/// The functions that the program exports.
fn exported(section: &[u8]) -> Result<Vec<usize>> {
    let mut reader = Reader { rest: section };
    let mut found = Vec::new();
    for _ in 0..reader.number_or_none()? {
        reader.name()?;
        let (kind, index) = (reader.byte()?, reader.number()?);
        if kind == 0 {
            found.push(index);
        }
    }
    Ok(found)
}

fn with_exports(section: &[u8], more: &[(String, u8, usize)], others: &[(String, u8, usize)]) -> Result<Vec<u8>> {
    let mut reader = Reader { rest: section };
    let mut out = Vec::new();
    let count = reader.number()?;
    push_number(&mut out, count + more.len() + others.len());
    out.extend(reader.rest);
    for (name, kind, index) in more.iter().chain(others) {
        push_bytes(&mut out, name.as_bytes());
        out.push(*kind);
        push_number(&mut out, *index);
    }
    Ok(out)
}

/// The type of the function table.
fn first_table(section: &[u8]) -> Result<&[u8]> {
    let content = section.get(1..).ok_or(BROKEN)?;
    let mut reader = Reader { rest: content };
    reader.byte()?;
    reader.limits()?;
    Ok(&content[..content.len() - reader.rest.len()])
}

/// The type of each global.
fn global_types(section: &[u8]) -> Result<Vec<&[u8]>> {
    let mut reader = Reader { rest: section };
    let mut found = Vec::new();
    for _ in 0..reader.number_or_none()? {
        found.push(reader.take(2)?);
        if reader.byte()? != I32_CONST {
            return Err(BROKEN.to_owned());
        }
        reader.skip_number()?;
        if reader.byte()? != END {
            return Err(BROKEN.to_owned());
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::super::roots::{ON_REQUEST, ROOTS};
    use super::*;

    /// A function of a test's program: its name, what it calls, and how many bytes it fills.
    type Told<'a> = (&'a str, &'a [usize], usize);

    /// A program of these functions and no imported ones; the first is exported, and those `in_table` fill the table from place 1.
    fn program(functions: &[Told<'_>], in_table: &[usize]) -> Module {
        let list = |items: Vec<Vec<u8>>| {
            let mut out = Vec::new();
            push_number(&mut out, items.len());
            out.extend(items.concat());
            out
        };
        let numbers = |numbers: &[usize]| {
            let mut out = Vec::new();
            for number in numbers {
                push_number(&mut out, *number);
            }
            out
        };
        let body = |(_, calls, size): &Told<'_>| {
            // No local variables; global.get 0; nops.
            let mut code = vec![0, 0x23, 0];
            code.extend(calls.iter().flat_map(|callee| [vec![0x10], numbers(&[*callee])].concat()));
            code.extend(vec![1; *size]);
            code.push(END);
            [numbers(&[code.len()]), code].concat()
        };
        let mut module = Module {
            sections: vec![
                (TYPE, vec![1, 0x60, 0, 0]),
                (FUNCTION, list(vec![vec![0]; functions.len()])),
                (TABLE, vec![1, 0x70, 1, 100, 100]),
                (MEMORY, vec![1, 0, 17]),
                (GLOBAL, vec![1, 0x7f, 1, I32_CONST, 0, END]),
                (EXPORT, list(vec![[&[4][..], b"main", &[0, 0]].concat()])),
                (
                    ELEMENT,
                    [&[1, 0, I32_CONST, 1, END][..], &list(in_table.iter().map(|f| numbers(&[*f])).collect())].concat(),
                ),
                (CODE, list(functions.iter().map(body).collect())),
            ],
        };
        module.name_functions(&functions.iter().map(|told| told.0.to_owned()).collect::<Vec<_>>());
        module
    }

    /// Chapters whose roots each call what is given, after a page's two functions and what follows.
    fn kitchen(chapters: &[(&str, &[usize])], more: &[Told<'_>]) -> Result<(Module, Vec<Part>)> {
        let name =
            |chapter: &str, root: &(&str, &str, bool)| format!("{}::{chapter}::{}::h0123456789abcdef", root.0, root.1);
        let roots: Vec<(String, &[usize])> = chapters
            .iter()
            .flat_map(|(chapter, calls)| {
                ROOTS.iter().filter(|root| root.2).map(move |root| (name(chapter, root), *calls))
            })
            .collect();
        let mut functions: Vec<Told<'_>> = vec![("main", &[1], 0), ("page", &[], 0)];
        functions.extend(more);
        let first = functions.len();
        functions.extend(roots.iter().map(|(name, calls)| (name.as_str(), *calls, 0)));
        let asked = (2..first).filter(|&at| functions[at].0.starts_with(ON_REQUEST[0].0));
        let in_table: Vec<usize> = asked.chain(first..functions.len()).collect();
        let mut module = program(&functions, &in_table);
        let parts = split(&mut module, &[])?;
        Ok((module, parts))
    }

    /// The chapters of each part and how many functions it has, and the places of the table that it fills.
    fn check(chapters: &[(&str, &[usize])], more: &[Told<'_>], expected: &[(&[&str], usize, usize)]) {
        let (program, parts) = kitchen(chapters, more).expect("parts");
        let told: Vec<(Vec<&str>, usize, usize)> = parts
            .iter()
            .map(|part| {
                let chapters = part.chapters.iter().map(String::as_str).collect();
                let filled = slots(part.module.section(ELEMENT)).expect("elements").len();
                (chapters, part.module.bodies().expect("bodies").len(), filled)
            })
            .collect();
        let expected: Vec<(Vec<&str>, usize, usize)> =
            expected.iter().map(|part| (part.0.to_vec(), part.1, part.2)).collect();
        assert_eq!(told, expected);
        // Whatever a part imports, the program or a part before it exports.
        let mut known = names(program.section(EXPORT));
        for part in &parts {
            let wanted = part.module.section(IMPORT);
            assert!(imported(wanted).iter().all(|name| known.contains(name)), "{:?} of {known:?}", imported(wanted));
            known.extend(names(part.module.section(EXPORT)));
        }
    }

    fn names(exports: &[u8]) -> Vec<String> {
        let module = Module { sections: vec![(EXPORT, exports.to_vec())] };
        [module.exports().expect("exports"), vec!["memory".to_owned()]].concat()
    }

    fn imported(section: &[u8]) -> Vec<String> {
        let module = Module { sections: vec![(IMPORT, section.to_vec())] };
        module.imports().expect("imports").into_iter().map(|(_, name)| name).collect()
    }

    #[test]
    fn what_one_chapter_reaches_moves_with_it() {
        // Function 2 is a's alone, and calls what the page calls too.
        check(&[("a", &[2]), ("too_big", &[])], &[("own", &[1], 0)], &[(&["a"], 9, 8), (&["too-big"], 8, 8)]);
    }

    #[test]
    fn what_some_chapters_share_is_a_part_if_it_is_large() {
        let three: &[(&str, &[usize])] = &[("a", &[2]), ("b", &[2]), ("c", &[])];
        check(
            three,
            &[("shared", &[3], 9_000), ("with it", &[], 0)],
            &[(&["a", "b"], 2, 0), (&["a"], 8, 8), (&["b"], 8, 8), (&["c"], 8, 8)],
        );
        let stays: &[(&[&str], usize, usize)] = &[(&["a"], 8, 8), (&["b"], 8, 8), (&["c"], 8, 8)];
        check(three, &[("shared", &[], 100)], stays);
        // What all reach is the program's, whatever its size.
        check(&[("a", &[2]), ("b", &[2]), ("c", &[2])], &[("shared", &[], 9_000)], stays);
    }

    #[test]
    fn what_comes_on_request_is_nobody_else_s() {
        let asked = format!("{}::{}::chart::h0123456789abcdef", ON_REQUEST[0].0, ON_REQUEST[0].1);
        // Function 3 is its own, 4 the program's, as it would be without a request.
        check(
            &[("a", &[4]), ("b", &[4])],
            &[(&asked, &[3, 4], 0), ("own", &[], 0), ("of all", &[], 9_000)],
            &[(&["a"], 8, 8), (&["b"], 8, 8), (&[ON_REQUEST[0].1], 2, 1)],
        );
    }

    #[test]
    fn what_the_page_calls_stays() {
        check(&[("a", &[1, 0]), ("b", &[1])], &[], &[(&["a"], 8, 8), (&["b"], 8, 8)]);
    }

    #[test]
    fn numbers_with_sign_keep_their_sign() {
        let check = |number: usize, expected: &[u8]| {
            let mut out = Vec::new();
            push_signed(&mut out, number);
            assert_eq!(out, expected);
            assert_eq!(Reader { rest: &out }.number(), Ok(number));
        };
        check(63, &[63]);
        check(64, &[0xc0, 0]);
        check(8191, &[0xff, 0x3f]);
        check(8192, &[0x80, 0xc0, 0]);
    }
}
