//! What lost packets cost, by textbooks: the share of a link that is left, with a sender that always has something to send (Bertsekas
//! and Gallager, Data Networks, 2nd edition, section 2.4; Stallings, Data and Computer Communications, appendix on ARQ).

/// Go-back-N: `(1 − p) ÷ (1 − p + N p)`, with `p` the share of packets lost and `N` those sent, from the lost one on, until the sender
/// hears of it. Each loss costs `N` sendings, whatever became of those behind it.
pub fn go_back_n(p: f64, n: u32) -> f64 {
    (1.0 - p) / (1.0 - p + f64::from(n) * p)
}

/// Selective repeat: `1 − p`. Each loss costs one sending.
pub fn selective(p: f64) -> f64 {
    1.0 - p
}

/// Go-back-N where the receiver asks once alone: if what is sent again is lost too, nothing is heard until a timeout. `waited` is the time
/// spent so for each packet carried, in packets: `p²` times the timeout, on average.
pub fn go_back_n_asking_once(p: f64, n: u32, waited: f64) -> f64 {
    1.0 / (1.0 / go_back_n(p, n) + waited)
}
