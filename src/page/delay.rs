//! What is said of something that a page needs and that is on its way: nothing at first, then a sign, then words with a way out.

/// How long it has been waited for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Delay {
    /// Not so long that anybody would ask.
    #[default]
    None,
    /// A sign: within a second.
    Sign,
    /// Words, and what may be done: within eight.
    Words,
}

impl Delay {
    /// What there is to say, with the milliseconds after which it is said. The starting script has the same for what comes before the
    /// program.
    pub const STAGES: [(Delay, u32); 2] = [(Delay::Sign, 700), (Delay::Words, 7_000)];
}
