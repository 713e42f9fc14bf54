//! The wire format: values as bytes, which cross from one thread to another in one copy. Both ends are the same program, so the
//! bytes carry neither types nor names; bytes that are cut short or that no value has decode to nothing.

use crate::units::{Bytes, Rate, Time};

/// A value with a wire format: [`Wire::put`] appends its bytes, [`Wire::take`] reads them from the front.
pub trait Wire: Sized {
    fn put(&self, out: &mut Vec<u8>);

    fn take(from: &mut &[u8]) -> Option<Self>;

    /// `len` values, one after another.
    fn take_many(from: &mut &[u8], len: usize) -> Option<Vec<Self>> {
        // A wrong length must not reserve memory for what is not there.
        let mut all = Vec::with_capacity(len.min(from.len()));
        for _ in 0..len {
            all.push(Self::take(from)?);
        }
        Some(all)
    }
}

/// The bytes of a value.
pub fn pack(value: &impl Wire) -> Vec<u8> {
    let mut out = Vec::new();
    value.put(&mut out);
    out
}

/// The value whose bytes are all of `from`.
pub fn unpack<T: Wire>(mut from: &[u8]) -> Option<T> {
    let value = T::take(&mut from)?;
    from.is_empty().then_some(value)
}

/// Implements [`Wire`] for a struct, field by field. A field that is not named does not compile.
#[macro_export]
macro_rules! wire {
    ($type:ident { $($field:ident),* $(,)? }) => {
        impl $crate::wire::Wire for $type {
            fn put(&self, out: &mut Vec<u8>) {
                let $type { $($field),* } = self;
                $($crate::wire::Wire::put($field, out);)*
            }

            fn take(from: &mut &[u8]) -> Option<Self> {
                $(let $field = $crate::wire::Wire::take(from)?;)*
                Some($type { $($field),* })
            }
        }
    };
}

/// Implements [`Wire`] for an enum without fields, as its number. A variant that is not named does not compile.
#[macro_export]
macro_rules! wire_choice {
    ($type:ident { $($variant:ident),* $(,)? }) => {
        impl $crate::wire::Wire for $type {
            fn put(&self, out: &mut Vec<u8>) {
                out.push(match self { $($type::$variant => $type::$variant as u8),* });
            }

            fn take(from: &mut &[u8]) -> Option<Self> {
                let number = <u8 as $crate::wire::Wire>::take(from)?;
                $(if number == $type::$variant as u8 {
                    return Some($type::$variant);
                })*
                None
            }
        }
    };
}

pub use {wire, wire_choice};

/// A number in its little-endian bytes.
macro_rules! number {
    ($($type:ty),*) => {
        $(impl Wire for $type {
            fn put(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }

            fn take(from: &mut &[u8]) -> Option<Self> {
                let (bytes, rest) = from.split_first_chunk()?;
                *from = rest;
                Some(Self::from_le_bytes(*bytes))
            }

            fn take_many(from: &mut &[u8], len: usize) -> Option<Vec<Self>> {
                let (bytes, rest) = from.split_at_checked(len.checked_mul(size_of::<Self>())?)?;
                *from = rest;
                let numbers = bytes.as_chunks().0.iter();
                Some(numbers.map(|bytes| Self::from_le_bytes(*bytes)).collect())
            }
        })*
    };
}

number!(u8, u16, u32, u64, i64, f32, f64);

impl<T: Wire, const N: usize> Wire for [T; N] {
    fn put(&self, out: &mut Vec<u8>) {
        for value in self {
            value.put(out);
        }
    }

    fn take(from: &mut &[u8]) -> Option<[T; N]> {
        T::take_many(from, N)?.try_into().ok()
    }
}

impl Wire for bool {
    fn put(&self, out: &mut Vec<u8>) {
        out.push(u8::from(*self));
    }

    fn take(from: &mut &[u8]) -> Option<bool> {
        u8::take(from).map(|byte| byte != 0)
    }
}

/// As 64 bits, whatever the machine.
impl Wire for usize {
    fn put(&self, out: &mut Vec<u8>) {
        (*self as u64).put(out);
    }

    fn take(from: &mut &[u8]) -> Option<usize> {
        u64::take(from).and_then(|number| number.try_into().ok())
    }
}

impl Wire for Time {
    fn put(&self, out: &mut Vec<u8>) {
        self.0.put(out);
    }

    fn take(from: &mut &[u8]) -> Option<Time> {
        u64::take(from).map(Time)
    }

    fn take_many(from: &mut &[u8], len: usize) -> Option<Vec<Time>> {
        u64::take_many(from, len).map(|times| times.into_iter().map(Time).collect())
    }
}

impl Wire for Bytes {
    fn put(&self, out: &mut Vec<u8>) {
        self.0.put(out);
    }

    fn take(from: &mut &[u8]) -> Option<Bytes> {
        u64::take(from).map(Bytes)
    }
}

impl Wire for Rate {
    fn put(&self, out: &mut Vec<u8>) {
        self.as_bytes_per_s().put(out);
    }

    fn take(from: &mut &[u8]) -> Option<Rate> {
        f64::take(from).map(Rate::bytes_per_s)
    }
}

impl Wire for String {
    fn put(&self, out: &mut Vec<u8>) {
        self.len().put(out);
        out.extend_from_slice(self.as_bytes());
    }

    fn take(from: &mut &[u8]) -> Option<String> {
        String::from_utf8(Vec::take(from)?).ok()
    }
}

impl<T: Wire> Wire for Box<T> {
    fn put(&self, out: &mut Vec<u8>) {
        T::put(self, out);
    }

    fn take(from: &mut &[u8]) -> Option<Box<T>> {
        T::take(from).map(Box::new)
    }
}

impl<T: Wire> Wire for Option<T> {
    fn put(&self, out: &mut Vec<u8>) {
        self.is_some().put(out);
        if let Some(value) = self {
            value.put(out);
        }
    }

    fn take(from: &mut &[u8]) -> Option<Option<T>> {
        if bool::take(from)? { T::take(from).map(Some) } else { Some(None) }
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn put(&self, out: &mut Vec<u8>) {
        self.len().put(out);
        for value in self {
            value.put(out);
        }
    }

    fn take(from: &mut &[u8]) -> Option<Vec<T>> {
        let len = usize::take(from)?;
        T::take_many(from, len)
    }
}

impl<A: Wire, B: Wire> Wire for (A, B) {
    fn put(&self, out: &mut Vec<u8>) {
        self.0.put(out);
        self.1.put(out);
    }

    fn take(from: &mut &[u8]) -> Option<(A, B)> {
        Some((A::take(from)?, B::take(from)?))
    }
}

impl<A: Wire, B: Wire, C: Wire> Wire for (A, B, C) {
    fn put(&self, out: &mut Vec<u8>) {
        self.0.put(out);
        self.1.put(out);
        self.2.put(out);
    }

    fn take(from: &mut &[u8]) -> Option<(A, B, C)> {
        Some((A::take(from)?, B::take(from)?, C::take(from)?))
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use proptest::prelude::*;

    use super::*;

    /// A value comes back equal, and no part of its bytes gives one.
    fn check<T: Wire + PartialEq + Debug>(value: &T) {
        let bytes = pack(value);
        assert_eq!(unpack::<T>(&bytes).as_ref(), Some(value));
        for end in 0..bytes.len() {
            assert_eq!(unpack::<T>(&bytes[..end]), None, "{value:?} cut at {end}");
        }
    }

    #[test]
    fn a_value_arrives_as_it_was_sent() {
        check(&(u64::MAX, -1_i64));
        check(&vec![Some(Time(7)), None]);
        check(&(String::from("出汁"), vec![0.1_f64, f64::INFINITY]));
        check(&vec![vec![1_u16], Vec::new(), vec![2, 3]]);
        check(&(Box::new(Rate::gb_per_s(450.0)), Bytes(3)));
        check(&vec![(true, 9_usize)]);
    }

    #[test]
    fn a_wrong_length_reserves_nothing() {
        assert_eq!(unpack::<Vec<u64>>(&pack(&u64::MAX)), None);
        assert_eq!(unpack::<Vec<Vec<u8>>>(&pack(&(u64::MAX, 0_u64))), None);
        assert_eq!(unpack::<String>(&pack(&vec![0xff_u8])), None, "not UTF-8");
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            let _ = unpack::<Vec<(String, Option<Time>)>>(&bytes);
            let _ = unpack::<Vec<Vec<u32>>>(&bytes);
        }
    }
}
