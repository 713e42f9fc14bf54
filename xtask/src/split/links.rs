//! Who refers to whom in the program as the linker wrote it, by the relocations that it kept (`--emit-relocs`):
//! <https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md>.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use wasmparser::{DataKind, KnownCustom, Linking, LinkingSectionReader, Name, Operator, Parser, Payload, SymbolInfo};

use super::fault;
use crate::sh::Result;

/// What the linker calls the segment of data that nobody writes.
const CONSTANTS: &str = ".rodata";

/// A function, or a piece of data with a symbol of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Thing {
    /// As the linker knows it; of functions this is how they are found again in what other tools make of the program.
    pub(super) name: String,
    /// Where data lies in memory; nothing for a function.
    pub(super) memory: Option<Range<u32>>,
    /// In the file, in bytes.
    pub(super) size: usize,
    /// Data that nobody writes.
    pub(super) is_constant: bool,
}

/// A program's things, and for each, in order, those to which it refers.
#[derive(Debug, Default)]
pub(super) struct Links {
    pub(super) things: Vec<Thing>,
    pub(super) to: Vec<BTreeSet<usize>>,
    /// What the program's host may reach by itself, and what is referred to from outside every thing.
    pub(super) roots: BTreeSet<usize>,
}

#[derive(Default)]
struct Reading {
    /// The functions that are imported come first in the numbering.
    imported: usize,
    names: BTreeMap<usize, String>,
    segment_names: BTreeMap<usize, String>,
    bodies: Vec<Range<usize>>,
    /// Each segment's place in memory and in the file.
    segments: Vec<(u32, Range<usize>)>,
    /// Where each section's content begins.
    sections: Vec<usize>,
    symbols: Vec<Option<Symbol>>,
    exported: Vec<usize>,
    /// Where in the file, and to which symbol.
    relocations: Vec<(usize, usize)>,
}

#[derive(Clone)]
enum Symbol {
    Function(usize),
    Data { segment: usize, offset: u32, size: u32, name: String },
}

/// Reads a program that was linked with `--emit-relocs`.
///
/// # Errors
/// A sentence, where it is none.
pub(super) fn read(wasm: &[u8]) -> Result<Links> {
    let mut reading = Reading::default();
    for payload in Parser::new(0).parse_all(wasm) {
        reading.take(payload.map_err(fault)?)?;
    }
    if reading.relocations.is_empty() {
        return Err("the program was linked without --emit-relocs".to_owned());
    }
    reading.finish()
}

impl Reading {
    fn take(&mut self, payload: Payload<'_>) -> Result {
        if let Some((_, range)) = payload.as_section() {
            self.sections.push(range.start);
        }
        match payload {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    self.imported += usize::from(matches!(import.map_err(fault)?.ty, wasmparser::TypeRef::Func(_)));
                }
            }
            Payload::ExportSection(section) => {
                for export in section {
                    let export = export.map_err(fault)?;
                    if export.kind == wasmparser::ExternalKind::Func {
                        self.exported.push(export.index as usize);
                    }
                }
            }
            Payload::StartSection { func, .. } => self.exported.push(func as usize),
            Payload::CodeSectionEntry(body) => self.bodies.push(body.range()),
            Payload::DataSection(section) => {
                for data in section {
                    let data = data.map_err(fault)?;
                    self.segments.push((place(&data)?, data.range.end - data.data.len()..data.range.end));
                }
            }
            Payload::CustomSection(section) => match section.as_known() {
                KnownCustom::Linking(linking) => self.linking(&linking)?,
                KnownCustom::Name(names) => {
                    for name in names {
                        let (names, into) = match name.map_err(fault)? {
                            Name::Function(names) => (names, &mut self.names),
                            Name::Data(names) => (names, &mut self.segment_names),
                            _ => continue,
                        };
                        for naming in names {
                            let naming = naming.map_err(fault)?;
                            into.insert(naming.index as usize, naming.name.to_owned());
                        }
                    }
                }
                KnownCustom::Reloc(entries) => {
                    let section = entries.section_index() as usize;
                    let start = *self.sections.get(section).ok_or("relocations of a section that is not there")?;
                    for entry in entries.entries() {
                        let entry = entry.map_err(fault)?;
                        self.relocations.push((start + entry.offset as usize, entry.index as usize));
                    }
                }
                _ => {}
            },
            _ => {}
        }
        Ok(())
    }

    fn linking(&mut self, linking: &LinkingSectionReader<'_>) -> Result {
        for section in linking.subsections() {
            let Linking::SymbolTable(symbols) = section.map_err(fault)? else { continue };
            for symbol in symbols {
                self.symbols.push(match symbol.map_err(fault)? {
                    SymbolInfo::Func { index, .. } => Some(Symbol::Function(index as usize)),
                    SymbolInfo::Data { symbol: Some(symbol), name, .. } => Some(Symbol::Data {
                        segment: symbol.index as usize,
                        offset: symbol.offset,
                        size: symbol.size,
                        name: name.to_owned(),
                    }),
                    _ => None,
                });
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<Links> {
        let mut links = Links::default();
        for index in 0..self.imported + self.bodies.len() {
            let body = index.checked_sub(self.imported).map(|at| self.bodies[at].clone());
            let name = self.names.get(&index).cloned().unwrap_or_default();
            let size = body.map_or(0, |body| body.len());
            links.things.push(Thing { name, memory: None, size, is_constant: false });
        }
        // Where in the file each thing is.
        let mut places: BTreeMap<usize, (usize, usize)> =
            self.bodies.iter().zip(self.imported..).map(|(body, thing)| (body.start, (body.end, thing))).collect();
        let mut things = Vec::new();
        let mut known = BTreeMap::new();
        for symbol in &self.symbols {
            things.push(match symbol {
                None => None,
                Some(Symbol::Function(index)) => Some(*index),
                Some(Symbol::Data { segment, offset, size, name }) => {
                    let (memory, file) =
                        self.segments.get(*segment).ok_or("a symbol in a segment that is not there")?;
                    let thing = *known.entry((*segment, *offset, *size)).or_insert_with(|| {
                        let range = memory + offset..memory + offset + size;
                        let name = name.clone();
                        let is_constant = self.segment_names.get(segment).is_some_and(|name| name == CONSTANTS);
                        links.things.push(Thing { name, memory: Some(range), size: *size as usize, is_constant });
                        links.things.len() - 1
                    });
                    let start = file.start + *offset as usize;
                    if *size > 0 {
                        places.insert(start, (start + *size as usize, thing));
                    }
                    Some(thing)
                }
            });
        }
        links.to = vec![BTreeSet::new(); links.things.len()];
        links.roots.extend(self.exported);
        // What has no name of its own cannot be found again: it stays.
        let mut named = BTreeMap::new();
        for (function, thing) in links.things.iter().enumerate().filter(|(_, thing)| thing.memory.is_none()) {
            if let Some(other) = named.insert(thing.name.as_str(), function) {
                links.roots.extend([function, other]);
            }
        }
        for (at, symbol) in self.relocations {
            let Some(to) = things.get(symbol).copied().flatten() else { continue };
            match places.range(..=at).next_back() {
                Some((_, &(end, from))) if at < end => {
                    links.to[from].insert(to);
                }
                _ => {
                    links.roots.insert(to);
                }
            }
        }
        Ok(links)
    }
}

/// Where in memory a segment lies.
pub(super) fn place(data: &wasmparser::Data<'_>) -> Result<u32> {
    let DataKind::Active { offset_expr, .. } = &data.kind else {
        return Err("there is data without a place".to_owned());
    };
    match offset_expr.get_operators_reader().read() {
        Ok(Operator::I32Const { value }) => Ok(value as u32),
        _ => Err("there is data at a place that is computed".to_owned()),
    }
}
