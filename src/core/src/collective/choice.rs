//! How a collective is carried out, once that is settled: what a plan, its routes and its closed form are made for.

use crate::collective::Algorithm;
use crate::collective::protocol::Protocol;
use crate::units::Time;

/// How a call is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Never [`Algorithm::Auto`].
    pub algorithm: Algorithm,
    /// NCCL's way of moving the bytes.
    pub protocol: Protocol,
    /// Parts in the pipeline.
    pub slices: u32,
    /// The closed form's time, launch included.
    pub estimate: Time,
}
