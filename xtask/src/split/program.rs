//! A program as it is before it is cut: its functions with their names, and what lies around them.

use std::collections::BTreeMap;

use wasmparser::{
    ElementItems, ElementKind, Export, ExternalKind, FunctionBody, GlobalSectionReader, GlobalType, Import,
    KnownCustom, MemoryType, Name, Operator, Parser, Payload, TableSectionReader, TableType, TypeRef,
    TypeSectionReader,
};

use super::{fault, links};
use crate::sh::Result;

/// A module with one memory, all of it its own, and one table of functions.
pub(super) struct Program<'a> {
    pub(super) types: TypeSectionReader<'a>,
    pub(super) imports: Vec<Import<'a>>,
    pub(super) tables: TableSectionReader<'a>,
    /// The first is that of functions.
    pub(super) table: TableType,
    pub(super) memory: MemoryType,
    pub(super) globals: GlobalSectionReader<'a>,
    pub(super) global_types: Vec<GlobalType>,
    pub(super) exports: Vec<Export<'a>>,
    pub(super) start: Option<u32>,
    /// The table's slots that are filled, each with a function.
    pub(super) slots: BTreeMap<u32, u32>,
    /// The type of each function, the imported ones first.
    pub(super) functions: Vec<u32>,
    /// The functions that are not imported.
    pub(super) bodies: Vec<FunctionBody<'a>>,
    /// By the functions' places.
    pub(super) names: BTreeMap<u32, String>,
    /// Where in memory it begins, and the bytes.
    pub(super) data: Vec<(u32, &'a [u8])>,
    /// What tools want to know of it, as it is.
    pub(super) features: Option<&'a [u8]>,
}

/// Reads a module.
///
/// # Errors
/// A sentence, where it holds what is not cut here.
pub(super) fn read(wasm: &[u8]) -> Result<Program<'_>> {
    let mut found = Found::default();
    for payload in Parser::new(0).parse_all(wasm) {
        found.take(payload.map_err(fault)?)?;
    }
    let missing = |what: &str| format!("the program has no {what}");
    let mut functions = Vec::new();
    for import in &found.imports {
        let TypeRef::Func(kind) = import.ty else {
            return Err(format!("{} is imported, and no function", import.name));
        };
        functions.push(kind);
    }
    functions.append(&mut found.functions);
    let tables = found.tables.ok_or_else(|| missing("table"))?;
    let globals = found.globals.ok_or_else(|| missing("global"))?;
    let table = tables.clone().into_iter().next().ok_or_else(|| missing("table"))?.map_err(fault)?.ty;
    let mut global_types = Vec::new();
    for global in globals.clone() {
        global_types.push(global.map_err(fault)?.ty);
    }
    Ok(Program {
        types: found.types.ok_or_else(|| missing("type"))?,
        imports: found.imports,
        tables,
        table,
        memory: found.memory.ok_or_else(|| missing("memory"))?,
        globals,
        global_types,
        exports: found.exports,
        start: found.start,
        slots: found.slots,
        functions,
        bodies: found.bodies,
        names: found.names,
        data: found.data,
        features: found.features,
    })
}

#[derive(Default)]
struct Found<'a> {
    types: Option<TypeSectionReader<'a>>,
    imports: Vec<Import<'a>>,
    functions: Vec<u32>,
    tables: Option<TableSectionReader<'a>>,
    memory: Option<MemoryType>,
    globals: Option<GlobalSectionReader<'a>>,
    exports: Vec<Export<'a>>,
    start: Option<u32>,
    slots: BTreeMap<u32, u32>,
    bodies: Vec<FunctionBody<'a>>,
    names: BTreeMap<u32, String>,
    data: Vec<(u32, &'a [u8])>,
    features: Option<&'a [u8]>,
}

impl<'a> Found<'a> {
    fn take(&mut self, payload: Payload<'a>) -> Result {
        match payload {
            Payload::TypeSection(section) => self.types = Some(section),
            Payload::ImportSection(section) => {
                self.imports = section.into_imports().collect::<std::result::Result<_, _>>().map_err(fault)?;
            }
            Payload::FunctionSection(section) => {
                self.functions = section.into_iter().collect::<std::result::Result<_, _>>().map_err(fault)?;
            }
            Payload::TableSection(section) => self.tables = Some(section),
            Payload::MemorySection(section) => {
                self.memory = section.into_iter().next().transpose().map_err(fault)?;
            }
            Payload::GlobalSection(section) => self.globals = Some(section),
            Payload::ExportSection(section) => {
                self.exports = section.into_iter().collect::<std::result::Result<_, _>>().map_err(fault)?;
            }
            Payload::StartSection { func, .. } => self.start = Some(func),
            Payload::ElementSection(section) => {
                for element in section {
                    self.element(element.map_err(fault)?)?;
                }
            }
            Payload::CodeSectionEntry(body) => self.bodies.push(body),
            Payload::DataSection(section) => {
                for data in section {
                    let data = data.map_err(fault)?;
                    self.data.push((links::place(&data)?, data.data));
                }
            }
            Payload::CustomSection(section) if section.name() == "target_features" => {
                self.features = Some(section.data());
            }
            Payload::CustomSection(section) => {
                let KnownCustom::Name(names) = section.as_known() else { return Ok(()) };
                for name in names {
                    let Name::Function(names) = name.map_err(fault)? else { continue };
                    for naming in names {
                        let naming = naming.map_err(fault)?;
                        self.names.insert(naming.index, naming.name.to_owned());
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn element(&mut self, element: wasmparser::Element<'_>) -> Result {
        let odd = || "the table of functions is filled in a way that is not cut here".to_owned();
        let ElementKind::Active { table_index: None | Some(0), offset_expr } = element.kind else { return Err(odd()) };
        let Ok(Operator::I32Const { value }) = offset_expr.get_operators_reader().read() else { return Err(odd()) };
        let ElementItems::Functions(functions) = element.items else { return Err(odd()) };
        for (slot, function) in (value as u32..).zip(functions) {
            self.slots.insert(slot, function.map_err(fault)?);
        }
        Ok(())
    }
}

impl Program<'_> {
    /// How a function is called in a sentence.
    pub(super) fn name(&self, function: u32) -> &str {
        self.names.get(&function).map_or("a function without a name", String::as_str)
    }

    /// Under which name the memory is exported.
    ///
    /// # Errors
    /// A sentence, where it is not.
    pub(super) fn memory_name(&self) -> Result<&str> {
        let memory = self.exports.iter().find(|export| export.kind == ExternalKind::Memory);
        memory.map(|export| export.name).ok_or_else(|| "the program does not export its memory".to_owned())
    }

    /// The body of a function that is not imported.
    pub(super) fn body(&self, function: u32) -> Option<&FunctionBody<'_>> {
        self.bodies.get((function as usize).checked_sub(self.imports.len())?)
    }
}
