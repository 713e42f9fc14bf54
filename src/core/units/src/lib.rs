//! The ground that the crates of the engine share.
//!
//! How long do 48 MiB take at 450 GB/s?
//!
//! ```
//! use kitchen_units::{Bytes, Rate, Time};
//!
//! let (bytes, rate) = (Bytes::mib(48), Rate::gb_per_s(450.0));
//! let time = rate.time_for(bytes);
//! assert_eq!(time, Time(111_848_107));
//! assert!((time.as_us() - 111.8).abs() < 0.1);
//! // What is to reach another thread crosses as bytes.
//! let sent = kitchen_units::wire::pack(&time);
//! assert_eq!(kitchen_units::wire::unpack::<Time>(&sent), Some(time));
//! ```
//!
//! * [`mod@units`]: time in whole picoseconds, bytes, rates;
//! * [`mod@wire`]: values as bytes;
//! * [`order`]: sorting in little code;
//! * [`progress`]: which part of a run is done.

#![cfg_attr(test, allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::disallowed_macros))]

pub mod order;
pub mod progress;
pub mod units;
pub mod wire;

pub use units::{Bytes, Rate, Time};
