//! The instructions of a function's body, as far as telling what it calls: each has to be read, since none says its length.

use std::ops::Range;

use super::wasm::{BROKEN, Reader, push_number};
use crate::sh::Result;

/// A number in a body that names something of the module.
#[derive(Debug, PartialEq)]
pub(super) struct Name {
    pub(super) of: Of,
    pub(super) index: usize,
    at: Range<usize>,
}

/// What a number names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    Function,
    Global,
    /// A table other than the first.
    OtherTable,
}

/// What a body names of its module's functions, globals and further tables.
pub(super) fn names(body: &[u8]) -> Result<Vec<Name>> {
    let mut reader = Reader { rest: body };
    let mut found = Vec::new();
    for _ in 0..reader.number()? {
        reader.number()?;
        reader.byte()?;
    }
    while !reader.rest.is_empty() {
        let op = reader.byte()?;
        let from = body.len() - reader.rest.len();
        let mut name = |of: Of, reader: &mut Reader<'_>| -> Result {
            let index = reader.number()?;
            found.push(Name { of, index, at: from..body.len() - reader.rest.len() });
            Ok(())
        };
        match op {
            // call, return_call, ref.func
            0x10 | 0x12 | 0xd2 => name(Of::Function, &mut reader)?,
            // global.get, global.set
            0x23 | 0x24 => name(Of::Global, &mut reader)?,
            // table.get, table.set
            0x25 | 0x26 => name(Of::OtherTable, &mut reader)?,
            // table.grow, table.size, table.fill
            0xfc if (15..=17).contains(reader.rest.first().unwrap_or(&0)) => {
                let from = from + 1;
                reader.byte()?;
                let index = reader.number()?;
                found.push(Name { of: Of::OtherTable, index, at: from..body.len() - reader.rest.len() });
            }
            _ => skip(op, &mut reader)?,
        }
    }
    Ok(found)
}

/// Reads past what follows any other instruction (core specification 2.0, section 5.4, without vectors).
fn skip(op: u8, reader: &mut Reader<'_>) -> Result {
    let numbers = match op {
        // block, loop, if; br, br_if; locals; memory.size, memory.grow; constants; ref.null
        0x02..=0x04 | 0x0c | 0x0d | 0x20..=0x22 | 0x3f..=0x42 | 0xd0 => 1,
        // call_indirect; loads and stores
        0x11 | 0x13 | 0x28..=0x3e => 2,
        // br_table; select of a type
        0x0e => reader.number()? + 1,
        0x1c => reader.number()?,
        0x43 => return reader.take(4).map(drop),
        0x44 => return reader.take(8).map(drop),
        0xfc => match reader.number()? {
            0..=7 => 0,
            9 | 11 | 13 => 1,
            8 | 10 => 2,
            _ => return Err(BROKEN.to_owned()),
        },
        0x00 | 0x01 | 0x05 | 0x0b | 0x0f | 0x1a | 0x1b | 0x45..=0xc4 | 0xd1 => 0,
        _ => return Err(BROKEN.to_owned()),
    };
    (0..numbers).try_for_each(|_| reader.skip_number())
}

/// The body with other numbers for what it names.
pub(super) fn renamed(body: &[u8], names: &[Name], index: impl Fn(&Name) -> usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(body.len());
    let mut done = 0;
    for name in names {
        out.extend_from_slice(&body[done..name.at.start]);
        push_number(&mut out, index(name));
        done = name.at.end;
    }
    out.extend_from_slice(&body[done..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(body: &[u8], expected: &[(Of, usize)]) {
        let found = names(body).expect("a body");
        assert_eq!(found.iter().map(|name| (name.of, name.index)).collect::<Vec<_>>(), expected, "{body:x?}");
        let same = renamed(body, &found, |name| name.index);
        assert_eq!(same, body);
    }

    #[test]
    fn what_is_named_is_found_among_numbers_that_look_alike() {
        check(&[0, 0x0b], &[]);
        // i32.const 16; call 3
        check(&[0, 0x41, 0x10, 0x10, 3, 0x0b], &[(Of::Function, 3)]);
        // one local; global.get 0; i64.const -1; f64.const; call 200
        check(
            &[1, 1, 0x7f, 0x23, 0, 0x42, 0x7f, 0x44, 0x10, 0x10, 0x10, 0x10, 0, 0, 0, 0, 0x10, 0xc8, 1, 0x0b],
            &[(Of::Global, 0), (Of::Function, 200)],
        );
        // br_table 0 1 2; i32.load; memory.copy; call_indirect
        check(&[0, 0x0e, 2, 0, 1, 2, 0x28, 2, 0x10, 0xfc, 10, 0, 0, 0x11, 0x10, 0, 0x0b], &[]);
    }

    #[test]
    fn a_longer_number_takes_more_room() {
        let body = [0, 0x10, 3, 0x0b];
        let found = names(&body).expect("a body");
        assert_eq!(renamed(&body, &found, |_| 300), [0, 0x10, 0xac, 2, 0x0b]);
    }

    #[test]
    fn what_is_not_known_is_refused() {
        for body in [&[0, 0xfd, 0][..], &[0, 0xfc, 14, 0], &[0, 0x44, 0], &[0, 0x10]] {
            assert!(names(body).is_err(), "{body:x?}");
        }
    }
}
