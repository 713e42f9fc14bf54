//! Cuts a program: functions go to the parts that they belong to, and each module brings in from the others what it calls there.
//! A slot of the table is filled by the module that holds its function, so that a part's are empty until it comes.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{
    CodeSection, ConstExpr, CustomSection, DataSection, ElementSection, Elements, EntityType, ExportKind,
    ExportSection, FunctionSection, GlobalSection, ImportSection, MemorySection, Module, StartSection, TableSection,
    TypeSection,
};
use wasmparser::{Export, FunctionBody, Operator};

use super::fault;
use super::program::Program;
use super::short::Short;
use crate::sh::Result;

/// The page's own part, as the others call it.
const PAGE: &str = "page";
/// Its table of functions, as the others call it.
const TABLE: &str = "table";

/// What is cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// As the other parts call it.
    pub(super) name: String,
    /// The chapters that need it.
    pub(super) chapters: BTreeSet<usize>,
    /// By their places in the program.
    pub(super) functions: BTreeSet<u32>,
    /// In memory, in order, apart from each other.
    pub(super) data: Vec<Range<u32>>,
}

/// The page's own module, and one for each piece.
pub(super) fn cut(program: &Program<'_>, pieces: &[Piece], short: &Short) -> Result<(Vec<u8>, Vec<Vec<u8>>)> {
    let mut cutting = Cutting { program, pieces, short, needed: BTreeMap::new(), globals: BTreeSet::new() };
    let mut needs = Vec::new();
    for piece in 0..pieces.len() {
        needs.push(cutting.needs(piece)?);
    }
    let parts =
        (0..pieces.len()).zip(&needs).map(|(piece, needs)| cutting.part(piece, needs)).collect::<Result<_>>()?;
    Ok((cutting.page()?, parts))
}

struct Cutting<'a> {
    program: &'a Program<'a>,
    pieces: &'a [Piece],
    short: &'a Short,
    /// The functions that other modules call, each with the number that is its name there.
    needed: BTreeMap<u32, usize>,
    /// The globals that parts use.
    globals: BTreeSet<u32>,
}

/// What a part brings in.
#[derive(Default)]
struct Needs {
    /// Each with the module that has it.
    functions: BTreeMap<u32, String>,
    globals: BTreeSet<u32>,
}

impl Cutting<'_> {
    /// What a piece's functions use that is not in it.
    fn needs(&mut self, at: usize) -> Result<Needs> {
        let piece = &self.pieces[at];
        let mut needs = Needs::default();
        for &function in &piece.functions {
            let body = self.program.body(function).ok_or("an imported function cannot go to a part")?;
            for operator in body.get_operators_reader().map_err(fault)? {
                match operator.map_err(fault)? {
                    Operator::Call { function_index: to }
                    | Operator::ReturnCall { function_index: to }
                    | Operator::RefFunc { function_index: to }
                        if !piece.functions.contains(&to) && !needs.functions.contains_key(&to) =>
                    {
                        let from = self.home(piece, to).ok_or_else(|| self.lost(&piece.name, function, to))?;
                        needs.functions.insert(to, from);
                        let next = self.needed.len();
                        self.needed.entry(to).or_insert(next);
                    }
                    Operator::GlobalGet { global_index } | Operator::GlobalSet { global_index } => {
                        needs.globals.insert(global_index);
                    }
                    _ => {}
                }
            }
        }
        self.globals.extend(&needs.globals);
        Ok(needs)
    }

    /// The module from which a piece gets a function: it is there wherever the piece is.
    fn home(&self, piece: &Piece, function: u32) -> Option<String> {
        let mut homes = self.pieces.iter().filter(|home| home.functions.contains(&function)).peekable();
        if homes.peek().is_none() {
            return Some(PAGE.to_owned());
        }
        homes.find(|home| home.chapters.is_superset(&piece.chapters)).map(|home| home.name.clone())
    }

    fn lost(&self, module: &str, from: u32, to: u32) -> String {
        let (from, to) = (self.program.name(from), self.program.name(to));
        format!("in the part {module}, {from} calls {to}, which is in a part that may not be there")
    }

    fn page(&self) -> Result<Vec<u8>> {
        let program = self.program;
        let moved: BTreeSet<u32> = self.pieces.iter().flat_map(|piece| piece.functions.iter().copied()).collect();
        let kept: Vec<u32> = (0..program.functions.len() as u32).filter(|function| !moved.contains(function)).collect();
        let mut map = Map::new(kept.iter().copied(), 0..program.global_types.len() as u32);
        let mut imports = ImportSection::new();
        for import in &program.imports {
            let (module, name) = (self.short.module(import.module), self.short.name(import.name));
            imports.import(module, name, EntityType::try_from(import.ty).map_err(fault)?);
        }
        let mut tables = TableSection::new();
        map.parse_table_section(&mut tables, program.tables.clone()).map_err(told)?;
        let mut memories = MemorySection::new();
        memories.memory(map.memory_type(program.memory).map_err(told)?);
        let mut globals = GlobalSection::new();
        map.parse_global_section(&mut globals, program.globals.clone()).map_err(told)?;
        let mut exports = ExportSection::new();
        for export in &program.exports {
            let export = Export { name: self.short.name(export.name), ..*export };
            map.parse_export(&mut exports, export).map_err(told)?;
        }
        exports.export(TABLE, ExportKind::Table, 0);
        for &global in &self.globals {
            exports.export(&global_name(global), ExportKind::Global, global);
        }
        self.lend(&mut exports, &map);
        let mut module = Module::new();
        module.section(&self.types()?).section(&imports).section(&self.kinds(&kept[program.imports.len()..]));
        module.section(&tables).section(&memories).section(&globals).section(&exports);
        if let Some(start) = program.start {
            module.section(&StartSection { function_index: map.function_index(start).map_err(told)? });
        }
        module.section(&self.slots(&map)).section(&self.code(PAGE, &mut map, &kept[program.imports.len()..])?);
        let mut data = DataSection::new();
        for (place, bytes) in &program.data {
            let mut bytes = bytes.to_vec();
            for range in self.pieces.iter().flat_map(|piece| &piece.data) {
                for at in range.clone() {
                    if let Some(byte) = at.checked_sub(*place).and_then(|at| bytes.get_mut(at as usize)) {
                        *byte = 0;
                    }
                }
            }
            data.active(0, &ConstExpr::i32_const(*place as i32), bytes);
        }
        Ok(self.finish(module, &data))
    }

    fn part(&self, at: usize, needs: &Needs) -> Result<Vec<u8>> {
        let (program, piece) = (self.program, &self.pieces[at]);
        let own: Vec<u32> = piece.functions.iter().copied().collect();
        let mut map = Map::new(needs.functions.keys().chain(&own).copied(), needs.globals.iter().copied());
        let mut imports = ImportSection::new();
        imports.import(
            PAGE,
            program.memory_name()?,
            EntityType::Memory(map.memory_type(program.memory).map_err(told)?),
        );
        imports.import(PAGE, TABLE, EntityType::Table(map.table_type(program.table).map_err(told)?));
        for &global in &needs.globals {
            let kind = program.global_types[global as usize];
            imports.import(PAGE, &global_name(global), EntityType::Global(map.global_type(kind).map_err(told)?));
        }
        for (function, home) in &needs.functions {
            let kind = EntityType::Function(program.functions[*function as usize]);
            imports.import(home, &self.needed[function].to_string(), kind);
        }
        let mut exports = ExportSection::new();
        self.lend_own(&mut exports, &map, &piece.functions);
        let mut module = Module::new();
        module.section(&self.types()?).section(&imports).section(&self.kinds(&own)).section(&exports);
        module.section(&self.slots_of(&map, &piece.functions)).section(&self.code(&piece.name, &mut map, &own)?);
        let mut data = DataSection::new();
        for range in &piece.data {
            let (place, bytes) = program
                .data
                .iter()
                .find(|(place, bytes)| (*place..*place + bytes.len() as u32).contains(&range.start))
                .ok_or("data that is not there")?;
            let bytes = &bytes[(range.start - place) as usize..][..range.len()];
            data.active(0, &ConstExpr::i32_const(range.start as i32), bytes.iter().copied());
        }
        Ok(self.finish(module, &data))
    }

    fn finish(&self, mut module: Module, data: &DataSection) -> Vec<u8> {
        module.section(data);
        if let Some(features) = self.program.features {
            module.section(&CustomSection { name: "target_features".into(), data: features.into() });
        }
        module.finish()
    }

    fn types(&self) -> Result<TypeSection> {
        let mut types = TypeSection::new();
        Map::default().parse_type_section(&mut types, self.program.types.clone()).map_err(told)?;
        Ok(types)
    }

    fn kinds(&self, functions: &[u32]) -> FunctionSection {
        let mut kinds = FunctionSection::new();
        for &function in functions {
            kinds.function(self.program.functions[function as usize]);
        }
        kinds
    }

    /// Exports for other modules what they call here.
    fn lend(&self, exports: &mut ExportSection, map: &Map) {
        for (function, name) in &self.needed {
            if let Some(&index) = map.functions.get(function) {
                exports.export(&name.to_string(), ExportKind::Func, index);
            }
        }
    }

    fn lend_own(&self, exports: &mut ExportSection, map: &Map, own: &BTreeSet<u32>) {
        for (function, name) in self.needed.iter().filter(|(function, _)| own.contains(function)) {
            exports.export(&name.to_string(), ExportKind::Func, map.functions[function]);
        }
    }

    fn slots(&self, map: &Map) -> ElementSection {
        self.slots_of(map, &map.functions.keys().copied().collect())
    }

    /// Fills the slots of these functions.
    fn slots_of(&self, map: &Map, functions: &BTreeSet<u32>) -> ElementSection {
        let mut runs: Vec<(u32, Vec<u32>)> = Vec::new();
        for (&slot, function) in self.program.slots.iter().filter(|(_, function)| functions.contains(function)) {
            match runs.last_mut() {
                Some((start, run)) if *start + run.len() as u32 == slot => run.push(map.functions[function]),
                _ => runs.push((slot, vec![map.functions[function]])),
            }
        }
        let mut elements = ElementSection::new();
        for (start, run) in runs {
            elements.active(None, &ConstExpr::i32_const(start as i32), Elements::Functions(run.into()));
        }
        elements
    }

    fn code(&self, name: &str, map: &mut Map, functions: &[u32]) -> Result<CodeSection> {
        let mut code = CodeSection::new();
        for &function in functions {
            let body: &FunctionBody<'_> = self.program.body(function).ok_or("an imported function has no body")?;
            map.missing = None;
            let written = map.parse_function_body(&mut code, body.clone());
            if let Some(to) = map.missing {
                return Err(self.lost(name, function, to));
            }
            written.map_err(told)?;
        }
        Ok(code)
    }
}

fn global_name(global: u32) -> String {
    format!("g{global}")
}

fn told(error: Error<String>) -> String {
    match error {
        Error::UserError(sentence) => sentence,
        other => other.to_string(),
    }
}

/// Where functions and globals of the program are in a module.
#[derive(Default)]
struct Map {
    functions: BTreeMap<u32, u32>,
    globals: BTreeMap<u32, u32>,
    /// A function that was asked for and is not there.
    missing: Option<u32>,
}

impl Map {
    fn new(functions: impl Iterator<Item = u32>, globals: impl Iterator<Item = u32>) -> Map {
        Map { functions: functions.zip(0..).collect(), globals: globals.zip(0..).collect(), missing: None }
    }
}

impl Reencode for Map {
    type Error = String;

    fn function_index(&mut self, function: u32) -> std::result::Result<u32, Error<String>> {
        self.functions.get(&function).copied().ok_or_else(|| {
            self.missing = Some(function);
            Error::UserError(format!("function {function} is in another part"))
        })
    }

    fn global_index(&mut self, global: u32) -> std::result::Result<u32, Error<String>> {
        let found = self.globals.get(&global).copied();
        found.ok_or_else(|| Error::UserError(format!("global {global} is in another part")))
    }
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init)] // a piece of data is a range
mod tests {
    use super::super::program;
    use super::*;
    use wasm_encoder::{Function, GlobalType, MemoryType, RefType, TableType, ValType};

    /// A program of functions `f0`, `f1`, … each of which calls those named; all stand in the table, from slot 1 on, and the memory
    /// holds eight bytes from 100 on. The first is exported.
    fn whole(calls: &[&[u32]]) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], []);
        let (mut kinds, mut code, mut names) =
            (FunctionSection::new(), CodeSection::new(), wasm_encoder::NameMap::new());
        for (place, calls) in (0..).zip(calls) {
            kinds.function(0);
            let mut function = Function::new([]);
            let mut body = function.instructions();
            for &call in *calls {
                body.call(call);
            }
            body.global_get(0).drop().end();
            code.function(&function);
            names.append(place, &format!("f{place}"));
        }
        let size = calls.len() as u64 + 1;
        let table = TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: size,
            maximum: Some(size),
            shared: false,
        };
        let memory = MemoryType { minimum: 1, maximum: None, memory64: false, shared: false, page_size_log2: None };
        let global = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
        let (mut tables, mut memories, mut globals) = (TableSection::new(), MemorySection::new(), GlobalSection::new());
        tables.table(table);
        memories.memory(memory);
        globals.global(global, &ConstExpr::i32_const(0));
        let (mut exports, mut elements, mut data) = (ExportSection::new(), ElementSection::new(), DataSection::new());
        exports.export("memory", ExportKind::Memory, 0).export("start", ExportKind::Func, 0);
        let all: Vec<u32> = (0..calls.len() as u32).collect();
        elements.active(None, &ConstExpr::i32_const(1), Elements::Functions(all.into()));
        data.active(0, &ConstExpr::i32_const(100), [1, 2, 3, 4, 5, 6, 7, 8]);
        let mut section = wasm_encoder::NameSection::new();
        section.functions(&names);
        let mut module = Module::new();
        module.section(&types).section(&kinds).section(&tables).section(&memories).section(&globals).section(&exports);
        module.section(&elements).section(&code).section(&data).section(&section);
        module.finish()
    }

    fn piece(name: &str, chapters: &[usize], functions: &[u32]) -> Piece {
        let (chapters, functions) = (chapters.iter().copied().collect(), functions.iter().copied().collect());
        Piece { name: name.to_owned(), chapters, functions, data: Vec::new() }
    }

    /// What a module brings in, gives, fills of the table, and how many functions it has.
    fn outline(module: &[u8]) -> String {
        let mut said = Vec::new();
        for payload in wasmparser::Parser::new(0).parse_all(module) {
            match payload.unwrap() {
                wasmparser::Payload::ImportSection(imports) if imports.count() > 0 => {
                    let name = |import: wasmparser::Import<'_>| format!("{}.{}", import.module, import.name);
                    said.push(format!(
                        "from {}",
                        imports.into_imports().map(|i| name(i.unwrap())).collect::<Vec<_>>().join(" ")
                    ));
                }
                wasmparser::Payload::ExportSection(exports) if exports.count() > 0 => {
                    said.push(format!(
                        "gives {}",
                        exports.into_iter().map(|e| e.unwrap().name).collect::<Vec<_>>().join(" ")
                    ));
                }
                wasmparser::Payload::CodeSectionStart { count, .. } => said.push(format!("{count} own")),
                wasmparser::Payload::ElementSection(elements) => {
                    let slots = elements.into_iter().map(|element| {
                        let element = element.unwrap();
                        let wasmparser::ElementKind::Active { offset_expr, .. } = element.kind else { panic!() };
                        let wasmparser::ElementItems::Functions(functions) = element.items else { panic!() };
                        let Ok(Operator::I32Const { value }) = offset_expr.get_operators_reader().read() else {
                            panic!()
                        };
                        format!("{value}+{}", functions.count())
                    });
                    said.push(format!("fills {}", slots.collect::<Vec<_>>().join(" ")));
                }
                _ => {}
            }
        }
        said.join(", ")
    }

    fn check(calls: &[&[u32]], pieces: &[Piece], expected: std::result::Result<&[&str], &str>) {
        let whole = whole(calls);
        let cut = cut(&program::read(&whole).unwrap(), pieces, &Short::default());
        let got = cut.map(|(page, parts)| std::iter::once(&page).chain(&parts).map(|m| outline(m)).collect::<Vec<_>>());
        assert_eq!(got, expected.map(|all| all.iter().map(|&m| m.to_owned()).collect()).map_err(str::to_owned));
    }

    #[test]
    fn a_part_brings_in_what_it_calls_and_fills_its_slots() {
        check(
            &[&[1], &[], &[3, 1], &[]],
            &[piece("a", &[0], &[2, 3])],
            Ok(&[
                "gives memory start table g0 0, fills 1+2, 2 own",
                "from page.memory page.table page.g0 page.0, fills 3+2, 2 own",
            ]),
        );
    }

    #[test]
    fn parts_call_what_is_there_wherever_they_are() {
        let both = piece("both", &[0, 1], &[2]);
        check(
            &[&[], &[2], &[], &[2]],
            &[both.clone(), piece("a", &[0], &[1]), piece("b", &[1], &[3])],
            Ok(&[
                "gives memory start table g0, fills 1+1, 1 own",
                "from page.memory page.table page.g0, gives 0, fills 3+1, 1 own",
                "from page.memory page.table page.g0 both.0, fills 2+1, 1 own",
                "from page.memory page.table page.g0 both.0, fills 4+1, 1 own",
            ]),
        );
        let lost = "in the part both, f2 calls f1, which is in a part that may not be there";
        check(&[&[], &[], &[1]], &[both, piece("a", &[0], &[1])], Err(lost));
    }

    #[test]
    fn a_page_that_would_call_a_part_is_refused() {
        let lost = "in the part page, f0 calls f2, which is in a part that may not be there";
        check(&[&[1, 2], &[], &[]], &[piece("a", &[0], &[2])], Err(lost));
        check(&[&[], &[]], &[piece("a", &[0], &[0])], Err("function 0 is in another part"));
    }

    #[test]
    fn data_goes_with_its_part_to_the_same_place() {
        let whole = whole(&[&[], &[]]);
        let mut piece = piece("a", &[0], &[1]);
        piece.data = vec![102..104];
        let (page, parts) = cut(&program::read(&whole).unwrap(), &[piece], &Short::default()).unwrap();
        let check = |module: &[u8], expected: &[(u32, &[u8])]| {
            let mut found = Vec::new();
            for payload in wasmparser::Parser::new(0).parse_all(module) {
                let wasmparser::Payload::DataSection(data) = payload.unwrap() else { continue };
                for data in data {
                    let data = data.unwrap();
                    found.push((super::super::links::place(&data).unwrap(), data.data.to_vec()));
                }
            }
            assert_eq!(found, expected.iter().map(|(at, bytes)| (*at, bytes.to_vec())).collect::<Vec<_>>());
        };
        check(&page, &[(100, &[1, 2, 0, 0, 5, 6, 7, 8])]);
        check(&parts[0], &[(102, &[3, 4])]);
    }
}
