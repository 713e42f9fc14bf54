//! Functions that are alike stand side by side. What is sent is packed by gzip, which finds again what it saw in the last 32 KiB and
//! no more; the linker's order puts two copies of one generic function megabytes apart. Nothing else of a module changes.

use std::collections::VecDeque;

use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, ElementSection, ExportSection, FunctionSection, Module, RawSection, StartSection};
use wasmparser::{FunctionBody, Parser, Payload, TypeRef};

use super::fault;
use crate::sh::Result;

/// Bytes of code that count as seen before.
const RUN: usize = 6;
/// What more functions than these have in common says nothing of which are alike.
const COMMON: usize = 400;
/// How far gzip looks back, in bytes, less what its own coding takes of it.
const WINDOW: usize = 30_000;
/// A run that two functions share weighs this over the root of how many share it.
const WEIGHT: f64 = 1_000_000.0;

/// The same module with its functions in another order.
pub(super) fn side_by_side(module: &[u8]) -> Result<Vec<u8>> {
    let mut brought = 0;
    let (mut types, mut bodies) = (Vec::new(), Vec::new());
    for payload in Parser::new(0).parse_all(module) {
        match payload.map_err(fault)? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    brought += u32::from(matches!(import.map_err(fault)?.ty, TypeRef::Func(_)));
                }
            }
            Payload::FunctionSection(functions) => {
                types = functions.into_iter().collect::<std::result::Result<Vec<u32>, _>>().map_err(fault)?;
            }
            Payload::CodeSectionEntry(body) => bodies.push(body),
            _ => {}
        }
    }
    let code: Vec<&[u8]> = bodies.iter().map(|body| &module[body.range()]).collect();
    let order = order(&code);
    let mut places: Vec<u32> = (0..brought + bodies.len() as u32).collect();
    for (to, &from) in (brought..).zip(&order) {
        places[brought as usize + from] = to;
    }
    written(module, (&types, &bodies), &order, &mut Places(places))
}

fn written(
    module: &[u8],
    (types, bodies): (&[u32], &[FunctionBody<'_>]),
    order: &[usize],
    places: &mut Places,
) -> Result<Vec<u8>> {
    let mut new = Module::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload.map_err(fault)? {
            Payload::FunctionSection(_) => {
                let mut section = FunctionSection::new();
                for &from in order {
                    section.function(types[from]);
                }
                new.section(&section);
            }
            Payload::ExportSection(exports) => {
                let mut section = ExportSection::new();
                places.parse_export_section(&mut section, exports).map_err(fault)?;
                new.section(&section);
            }
            Payload::ElementSection(elements) => {
                let mut section = ElementSection::new();
                places.parse_element_section(&mut section, elements).map_err(fault)?;
                new.section(&section);
            }
            Payload::StartSection { func, .. } => {
                new.section(&StartSection { function_index: places.0[func as usize] });
            }
            Payload::CodeSectionStart { .. } => {
                let mut section = CodeSection::new();
                for &from in order {
                    places.parse_function_body(&mut section, bodies[from].clone()).map_err(fault)?;
                }
                new.section(&section);
            }
            Payload::CodeSectionEntry(_) => {}
            other => {
                if let Some((id, range)) = other.as_section() {
                    new.section(&RawSection { id, data: &module[range] });
                }
            }
        }
    }
    Ok(new.finish())
}

/// Where each function is now.
struct Places(Vec<u32>);

impl Reencode for Places {
    type Error = String;

    fn function_index(&mut self, function: u32) -> std::result::Result<u32, Error<String>> {
        let place = self.0.get(function as usize).copied();
        place.ok_or_else(|| Error::UserError(format!("there is no function {function}")))
    }
}

/// Each function once: after the first always the one of which, byte for byte, most was in the window before it.
fn order(code: &[&[u8]]) -> Vec<usize> {
    let (runs, sharing) = runs(code);
    let weight: Vec<u64> = sharing.iter().map(|who| (WEIGHT / (who.len() as f64).sqrt()) as u64).collect();
    let (mut seen, mut known) = (vec![0_u32; sharing.len()], vec![0_u64; code.len()]);
    let (mut window, mut length) = (VecDeque::new(), 0);
    let (mut left, mut order): (Vec<usize>, Vec<usize>) = ((0..code.len()).collect(), Vec::new());
    while !left.is_empty() {
        let share = |function: usize| known[function] as f64 / code[function].len().max(1) as f64;
        let best = (0..left.len()).reduce(|best, at| if share(left[at]) > share(left[best]) { at } else { best });
        let function = left.remove(best.unwrap_or_default());
        order.push(function);
        window.push_back(function);
        length += code[function].len();
        for &run in &runs[function] {
            seen[run] += 1;
            if seen[run] == 1 {
                sharing[run].iter().for_each(|&who| known[who] += weight[run]);
            }
        }
        while length > WINDOW
            && let Some(gone) = window.pop_front()
        {
            length -= code[gone].len();
            for &run in &runs[gone] {
                seen[run] -= 1;
                if seen[run] == 0 {
                    sharing[run].iter().for_each(|&who| known[who] -= weight[run]);
                }
            }
        }
    }
    order
}

/// For each function the runs of bytes that others have too, and for each of these runs who has it.
fn runs(code: &[&[u8]]) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let mut all: Vec<(&[u8], usize)> = Vec::new();
    for (function, body) in code.iter().enumerate() {
        all.extend(body.windows(RUN).map(|run| (run, function)));
    }
    all.sort_unstable();
    all.dedup();
    let (mut runs, mut sharing) = (vec![Vec::new(); code.len()], Vec::new());
    for same in all.chunk_by(|a, b| a.0 == b.0).filter(|same| (2..=COMMON).contains(&same.len())) {
        for &(_, function) in same {
            runs[function].push(sharing.len());
        }
        sharing.push(same.iter().map(|&(_, function)| function).collect());
    }
    (runs, sharing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{ConstExpr, Elements, ExportKind, Function, RefType, TableSection, TableType, TypeSection};

    #[test]
    fn the_like_follows_the_like() {
        let check = |code: &[&[u8]], expected: &[usize]| assert_eq!(order(code), expected);
        check(&[], &[]);
        check(&[b"abcdefgh", b"zyxwvuts", b"abcdefgi", b"zyxwvutr"], &[0, 2, 1, 3]);
        let far = vec![7; WINDOW];
        check(&[b"abcdefgh", &far, b"12345678", b"abcdefgi"], &[0, 3, 1, 2]);
    }

    /// Constants in an order that puts the like apart; each is exported by its value and stands in the table.
    fn module(values: &[i64]) -> Vec<u8> {
        let (mut types, mut kinds, mut code) = (TypeSection::new(), FunctionSection::new(), CodeSection::new());
        let (mut exports, mut tables, mut elements) =
            (ExportSection::new(), TableSection::new(), ElementSection::new());
        types.ty().function([], [wasm_encoder::ValType::I64]);
        for (place, &value) in (0..).zip(values) {
            kinds.function(0);
            let mut function = Function::new([]);
            function.instructions().i64_const(value).end();
            code.function(&function);
            exports.export(&value.to_string(), ExportKind::Func, place);
        }
        let size = values.len() as u64;
        let element_type = RefType::FUNCREF;
        tables.table(TableType { element_type, table64: false, minimum: size, maximum: None, shared: false });
        let all: Vec<u32> = (0..values.len() as u32).collect();
        elements.active(None, &ConstExpr::i32_const(0), Elements::Functions(all.into()));
        let mut module = Module::new();
        module.section(&types).section(&kinds).section(&tables).section(&exports).section(&elements).section(&code);
        module.finish()
    }

    /// What each exported function gives, by its name, and what each slot of the table gives.
    fn given(module: &[u8]) -> (Vec<(String, i64)>, Vec<i64>) {
        let (mut names, mut slots, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for payload in Parser::new(0).parse_all(module) {
            match payload.unwrap() {
                Payload::ExportSection(exports) => names = exports.into_iter().map(|export| export.unwrap()).collect(),
                Payload::ElementSection(elements) => {
                    for element in elements {
                        let wasmparser::ElementItems::Functions(functions) = element.unwrap().items else { panic!() };
                        slots = functions.into_iter().map(|function| function.unwrap()).collect();
                    }
                }
                Payload::CodeSectionEntry(body) => {
                    let first = body.get_operators_reader().unwrap().read().unwrap();
                    let wasmparser::Operator::I64Const { value } = first else { panic!() };
                    values.push(value);
                }
                _ => {}
            }
        }
        let value = |function: u32| values[function as usize];
        let names = names.iter().map(|export| (export.name.to_owned(), value(export.index))).collect();
        (names, slots.into_iter().map(value).collect::<Vec<i64>>())
    }

    #[test]
    fn every_name_and_every_slot_leads_to_what_it_led_to() {
        let check = |values: &[i64]| {
            let (old, new) = (module(values), side_by_side(&module(values)).unwrap());
            assert_eq!(given(&new), given(&old));
            assert_eq!(side_by_side(&old).unwrap(), new, "the same twice");
        };
        let [a, b, c] = [0x0102_0304_0506_0708, -0x0102_0304_0506_0709, 0x1112_1314_1516_1718];
        check(&[a, b, c, a + 1, b - 1, c + 1]);
        check(&[]);
        let moved = side_by_side(&module(&[a, c, a ^ (1 << 60)])).unwrap();
        assert_ne!(moved, module(&[a, c, a ^ (1 << 60)]), "the third follows the first");
    }
}
