//! The sender of a flow: what is sent next, what counts as lost, what is retransmitted.
//!
//! A flow consists of chunks of packets. Each transmission of a chunk is an attempt with its own number, so that an acknowledgement
//! says which of them arrived (as QUIC does, RFC 9000, section 12.3).

use std::collections::VecDeque;

use kitchen_units::Time;

use super::config::{Recovery, Reordering, Timer, Transport};
use super::congestion_window::CongestionWindow;
use super::entropy::EntropySelector;
use super::feedback::Feedback;
use super::receiver::ChunkPacket;
use super::recent::{Happened, Recent};

/// A packet to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutPacket {
    pub packet: ChunkPacket,
    pub payload: u32,
    /// Its entropy value.
    pub entropy: u16,
    /// Whether its chunk was sent before.
    pub is_retransmission: bool,
}

/// One transmission of a chunk.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    chunk: u32,
    entropy: u16,
    /// Neither acknowledged nor declared lost.
    is_open: bool,
    is_acked: bool,
    /// Whether the chunk was sent before.
    is_retransmission: bool,
    /// When its first packet was sent, ps.
    at: u64,
    /// Its packets and answers to them that are under way: while there are any it may be asked for.
    under_way: u32,
}

/// The state of a flow at its sender. Times are picoseconds.
#[derive(Clone, Debug)]
pub struct Sender {
    config: Transport,
    bytes: u64,
    mtu: u32,
    chunks: u32,
    window: u64,
    attempts: Recent<Attempt>,
    /// Attempts before this one are closed.
    oldest: u32,
    /// One past the latest acknowledged attempt.
    acked_end: u32,
    /// The next chunk, a retransmission only under go-back-N; one past the last chunk ever sent.
    next: u32,
    sent: u32,
    /// Go-back-N: all chunks before it are acknowledged.
    base: u32,
    /// Selective repeat: chunks to retransmit, and whether each needs credit; which are acknowledged; how many.
    resend: VecDeque<(u32, bool)>,
    delivered: Happened,
    acked_chunks: u32,
    /// Bytes of open attempts.
    in_flight: u64,
    /// Bytes of credit left; negative where a chunk was larger than what was left.
    credit: i64,
    /// Credit that it has heard of so far, modulo 2^32.
    granted: u32,
    /// The attempt in transmission, and its next packet.
    current: Option<(u32, u16)>,
    /// When the CPU core has decided on the next chunk.
    ready: u64,
    /// As long as an answer may take: until one has come there is no round trip to go by.
    patience: u64,
    /// Smoothed round-trip time and its variation, and expiries of the timer since the last answer ([`Timer::Measured`]).
    srtt: u64,
    rttvar: u64,
    expiries: u32,
    /// No attempt before this one is open.
    first_open: u32,
    /// Acknowledged attempts after `oldest` ([`Reordering::Window`]).
    overtaking: u32,
    /// The time of the last progress, from which the retransmission timeout counts.
    last_progress: u64,
    entropy: EntropySelector,
    /// Congestion control, if any; attempts before `recovery_until` were sent before its last reduction.
    congestion: Option<CongestionWindow>,
    recovery_until: u32,
    is_ecn_marked: bool,
}

/// An expired timer is doubled so often at most: 64 times as long.
const MOST_DOUBLINGS: u32 = 6;

/// Never, or not before feedback arrives.
pub const NEVER: u64 = u64::MAX;

impl Sender {
    /// The sender of a flow of `bytes` in packets of `mtu`, started at `now`; `window` in bytes where none is configured; `round_trip` is that
    /// of the idle network, `queue` what the longest queue takes.
    pub fn new(
        config: &Transport,
        bytes: u64,
        mtu: u32,
        window: u64,
        round_trip: Time,
        queue: Time,
        now: u64,
    ) -> Sender {
        let each = u64::from(mtu) * u64::from(config.chunk);
        let chunks = bytes.div_ceil(each) as u32;
        let limit = config.window.unwrap_or(window).max(each);
        Sender {
            config: *config,
            bytes,
            mtu,
            chunks,
            window: limit,
            attempts: Recent::new(),
            oldest: 0,
            first_open: 0,
            acked_end: 0,
            next: 0,
            sent: 0,
            base: 0,
            resend: VecDeque::new(),
            delivered: Happened::nothing(),
            acked_chunks: 0,
            in_flight: 0,
            credit: config.credit.map_or(i64::MAX, |credit| u64::from(credit.first).min(limit) as i64),
            granted: 0,
            current: None,
            ready: now + config.cores.map_or(0, |cores| cores.each.0),
            patience: round_trip.0.saturating_add(queue.0),
            srtt: 0,
            rttvar: 0,
            expiries: 0,
            overtaking: 0,
            last_progress: now,
            entropy: EntropySelector::new(config.entropy_values, config.spreading),
            congestion: config.congestion_control.map(|congestion_control| {
                CongestionWindow::new(congestion_control, each, limit, round_trip.0, config.wants_trimming())
            }),
            recovery_until: 0,
            is_ecn_marked: false,
        }
    }

    /// The number of chunks.
    pub const fn chunks(&self) -> u32 {
        self.chunks
    }

    /// The payload of a chunk in bytes.
    pub(super) fn payload(&self, chunk: u32) -> u64 {
        let each = u64::from(self.mtu) * u64::from(self.config.chunk);
        each.min(self.bytes - u64::from(chunk) * each)
    }

    /// The number of packets of a chunk.
    fn packets(&self, chunk: u32) -> u16 {
        self.payload(chunk).div_ceil(u64::from(self.mtu)) as u16
    }

    /// The chunk of an attempt, and how many packets it has.
    pub fn chunk_of(&self, attempt: u32) -> (u32, u16) {
        let chunk = self.attempts[attempt].chunk;
        (chunk, self.packets(chunk))
    }

    /// Whether every chunk is acknowledged.
    pub const fn is_done(&self) -> bool {
        match self.config.recovery {
            Recovery::GoBackN => self.base >= self.chunks,
            Recovery::Selective => self.acked_chunks >= self.chunks,
        }
    }

    /// Bytes sent and neither acknowledged nor declared lost.
    pub fn bytes_in_flight(&self) -> u64 {
        match self.config.recovery {
            Recovery::Selective => self.in_flight,
            Recovery::GoBackN => {
                let each = u64::from(self.mtu) * u64::from(self.config.chunk);
                u64::from(self.next - self.base) * each
            }
        }
    }

    /// The next chunk to send, and whether it is a retransmission.
    fn next_chunk(&self) -> Option<(u32, bool)> {
        if self.config.recovery == Recovery::Selective
            && let Some(&(chunk, _)) = self.resend.front()
        {
            return Some((chunk, true));
        }
        (self.next < self.chunks).then_some((self.next, self.next < self.sent))
    }

    /// The earliest time to send the next packet; [`NEVER`] where feedback must come first.
    pub fn next_send_time(&self) -> u64 {
        if self.current.is_some() {
            return 0;
        }
        let Some((chunk, is_retransmission)) = self.next_chunk() else { return NEVER };
        let payload = self.payload(chunk);
        // A retransmission has spent its credit already, unless it was trimmed: then the receiver grants new credit.
        let has_credit = is_retransmission && !self.needs_new_credit() || self.credit > 0;
        let window = self.window().max(payload);
        if !has_credit || self.bytes_in_flight() + payload > window { NEVER } else { self.ready }
    }

    /// The window: bytes that may be in flight.
    pub(super) fn window(&self) -> u64 {
        self.congestion.as_ref().map_or(self.window, CongestionWindow::bytes)
    }

    /// Whether the next retransmission was trimmed and needs new credit from its receiver.
    fn needs_new_credit(&self) -> bool {
        self.resend.front().is_some_and(|&(_, needs_credit)| needs_credit)
    }

    /// Bytes that it may send before any credit arrives.
    pub(super) fn initial_credit(&self) -> u64 {
        self.config.credit.map_or(NEVER, |credit| u64::from(credit.first).min(self.window))
    }

    /// How many chunks one acknowledgement may cover.
    pub(super) fn chunks_per_ack(&self) -> usize {
        let each = u64::from(self.mtu) * u64::from(self.config.chunk);
        let most = if self.congestion.is_some() { 1 } else { (self.window / each / 2).max(1) };
        u64::from(self.config.ack_coalescing).min(most) as usize
    }

    /// The next acknowledgement is for an ECN-marked packet.
    pub(super) const fn note_ecn_mark(&mut self) {
        self.is_ecn_marked = true;
    }

    /// The next packet, at or after [`Sender::next_send_time`]. The flow's core is busy until `core`; `bits` are random.
    pub fn next_packet(&mut self, now: u64, core: &mut u64, bits: u64) -> Option<OutPacket> {
        let (attempt, index) = match self.current {
            Some(current) => current,
            None => (self.start_attempt(now, core, bits)?, 0),
        };
        let Attempt { chunk, entropy, is_retransmission, .. } = self.attempts[attempt];
        let of = self.packets(chunk);
        self.current = (index + 1 < of).then_some((attempt, index + 1));
        let left = self.payload(chunk) - u64::from(index) * u64::from(self.mtu);
        let packet = ChunkPacket { attempt, chunk, index, of };
        self.hold(attempt);
        Some(OutPacket { packet, payload: left.min(self.mtu.into()) as u32, entropy, is_retransmission })
    }

    /// A packet of an attempt, or an answer to one, is on its way.
    pub(super) fn hold(&mut self, attempt: u32) {
        self.attempts[attempt].under_way += 1;
    }

    /// It has come, or was lost. The first attempt that may still be asked for.
    pub(super) fn release(&mut self, attempt: u32) -> u32 {
        let this = &mut self.attempts[attempt];
        this.under_way = this.under_way.saturating_sub(1);
        let sending = self.current.map(|(attempt, _)| attempt);
        let looked_at = match self.config.recovery {
            Recovery::GoBackN => u32::MAX,
            Recovery::Selective => self.oldest,
        };
        self.attempts.forget_while(|number, one| number < looked_at && one.under_way == 0 && sending != Some(number));
        self.first_open = self.first_open.max(self.attempts.first());
        self.attempts.first()
    }

    /// How many attempts are kept.
    #[cfg(test)]
    pub(super) fn kept(&self) -> u32 {
        self.attempts.end() - self.attempts.first()
    }

    fn start_attempt(&mut self, now: u64, core: &mut u64, bits: u64) -> Option<u32> {
        let (chunk, is_retransmission) = self.next_chunk()?;
        let uses_credit = !is_retransmission || self.needs_new_credit();
        if self.config.recovery == Recovery::Selective && is_retransmission {
            self.resend.pop_front();
        } else {
            self.next = chunk + 1;
            self.sent = self.sent.max(self.next);
        }
        let payload = self.payload(chunk);
        if uses_credit && self.config.credit.is_some() {
            self.credit = self.credit.saturating_sub(payload as i64);
        }
        if self.config.recovery == Recovery::Selective {
            self.in_flight += payload;
        }
        if let Some(cores) = self.config.cores {
            // A core decides on one chunk during the transmission of the previous one.
            *core = (*core).max(now) + cores.each.0;
            self.ready = *core;
        }
        if self.bytes_in_flight() <= payload {
            self.last_progress = now;
        }
        let entropy = self.entropy.choose(bits);
        let attempt =
            Attempt { chunk, entropy, is_open: true, is_acked: false, is_retransmission, at: now, under_way: 0 };
        Some(self.attempts.push(attempt))
    }

    /// Feedback from the receiver.
    pub fn on_feedback(&mut self, now: u64, feedback: Feedback) {
        match feedback {
            Feedback::Credit { granted } => {
                // One that was overtaken says nothing new.
                let more = (granted.wrapping_sub(self.granted) as i32).max(0);
                self.granted = self.granted.wrapping_add(more as u32);
                self.credit = self.credit.saturating_add(more.into());
                if self.bytes_in_flight() == 0 {
                    self.last_progress = now;
                }
            }
            Feedback::Ack { attempt } => {
                let Attempt { chunk, entropy, at, .. } = self.attempts[attempt];
                let rtt = now.saturating_sub(at).max(1);
                let (payload, is_ecn_marked) = (self.payload(chunk), std::mem::take(&mut self.is_ecn_marked));
                self.entropy.on_ack(entropy, rtt, is_ecn_marked);
                self.measure(rtt);
                if let Some(window) = &mut self.congestion {
                    window.on_ack(now, payload, rtt, is_ecn_marked, self.in_flight);
                }
                match self.config.recovery {
                    Recovery::GoBackN => self.on_cumulative_ack(now, chunk + 1),
                    Recovery::Selective => self.on_selective_ack(now, attempt),
                }
            }
            Feedback::Trimmed { attempt } => {
                self.last_progress = now;
                if self.attempts[attempt].is_open {
                    self.on_trimmed(now, attempt);
                }
            }
            Feedback::Nak { expected } => {
                self.on_cumulative_ack(now, expected);
                if let Some(window) = &mut self.congestion {
                    window.on_loss(0, true);
                }
                self.last_progress = now;
                self.next = self.base;
                self.current = None;
            }
        }
    }

    /// Go-back-N: a cumulative acknowledgement of all chunks before `expected`.
    fn on_cumulative_ack(&mut self, now: u64, expected: u32) {
        if expected > self.base {
            self.base = expected;
            self.last_progress = now;
            if self.next < expected {
                self.next = expected;
                self.current = None;
            }
        }
    }

    /// Selective repeat: an attempt is acknowledged; attempts overtaken by the reordering threshold are lost.
    fn on_selective_ack(&mut self, now: u64, attempt: u32) {
        self.last_progress = now;
        let chunk = self.attempts[attempt].chunk;
        self.close(attempt);
        if attempt > self.oldest && !std::mem::replace(&mut self.attempts[attempt].is_acked, true) {
            self.overtaking += 1;
        }
        if !self.delivered.set(chunk) {
            self.acked_chunks += 1;
            self.resend.retain(|&(other, _)| other != chunk);
        }
        self.acked_end = self.acked_end.max(attempt + 1);
        while self.oldest < self.acked_end {
            if self.attempts[self.oldest].is_open {
                if !self.is_overtaken() {
                    break;
                }
                self.mark_lost(self.oldest);
            }
            self.pass_oldest();
        }
    }

    /// The oldest attempt is closed; the next one is looked at.
    fn pass_oldest(&mut self) {
        self.oldest += 1;
        if self.attempts.get(self.oldest).is_some_and(|attempt| attempt.is_acked) {
            self.overtaking -= 1;
        }
    }

    /// Whether the oldest attempt counts as lost by what was sent after it and has arrived.
    fn is_overtaken(&self) -> bool {
        match self.config.reordering {
            Reordering::Chunks(chunks) => self.acked_end - 1 - self.oldest >= chunks,
            Reordering::Window => {
                let each = u64::from(self.mtu) * u64::from(self.config.chunk);
                let bytes = (self.window() / 2 * 3).min(self.window.max(each)).max(5 * u64::from(self.mtu));
                u64::from(self.overtaking) * each >= bytes
            }
        }
    }

    /// A round trip was measured (RFC 6298, section 2).
    fn measure(&mut self, rtt: u64) {
        if self.srtt == 0 {
            (self.srtt, self.rttvar) = (rtt, rtt / 2);
        } else {
            self.rttvar = self.rttvar - self.rttvar / 4 + self.srtt.abs_diff(rtt) / 4;
            self.srtt = self.srtt - self.srtt / 8 + rtt / 8;
        }
        self.expiries = 0;
    }

    /// The retransmission timeout now, ps.
    fn timeout(&self) -> u64 {
        let set = self.config.timeout.0;
        if self.config.timer != Timer::Measured {
            return set;
        }
        let measured = if self.srtt == 0 { self.patience } else { self.srtt + 4 * self.rttvar };
        set.max(measured).saturating_mul(1 << self.expiries.min(MOST_DOUBLINGS))
    }

    fn close(&mut self, attempt: u32) {
        let payload = self.payload(self.attempts[attempt].chunk);
        let this = &mut self.attempts[attempt];
        if std::mem::replace(&mut this.is_open, false) {
            self.in_flight -= payload;
        }
    }

    fn mark_lost(&mut self, attempt: u32) {
        self.close(attempt);
        let chunk = self.attempts[attempt].chunk;
        let payload = self.payload(chunk);
        if let Some(window) = &mut self.congestion {
            let is_first = attempt >= self.recovery_until;
            window.on_loss(payload, is_first);
            if is_first {
                self.recovery_until = self.attempts.end();
            }
        }
        if !self.delivered.has(chunk) {
            self.resend.push_back((chunk, false));
        }
    }

    /// An attempt was trimmed: its payload is known to be lost.
    fn on_trimmed(&mut self, now: u64, attempt: u32) {
        self.close(attempt);
        let Attempt { chunk, entropy, .. } = self.attempts[attempt];
        self.entropy.on_trimmed(entropy);
        let payload = self.payload(chunk);
        if let Some(window) = &mut self.congestion {
            let is_first = attempt >= self.recovery_until;
            window.on_trim(now, payload, is_first, self.in_flight);
            if is_first {
                self.recovery_until = self.attempts.end();
            }
        }
        if !self.delivered.has(chunk) {
            self.resend.push_back((chunk, self.config.credit.is_some()));
        }
    }

    /// Whether it has data to send, but nothing in flight and no credit.
    fn is_starved(&self) -> bool {
        let has_more =
            self.next_chunk().is_some_and(|(_, is_retransmission)| !is_retransmission || self.needs_new_credit());
        has_more && self.credit <= 0 && self.current.is_none() && self.bytes_in_flight() == 0
    }

    /// The retransmission timeout; [`NEVER`] where nothing is in flight.
    pub fn deadline(&mut self) -> u64 {
        if self.is_starved() {
            return self.last_progress.saturating_add(self.timeout());
        }
        let since = match self.config.recovery {
            Recovery::GoBackN => (self.next > self.base).then_some(self.last_progress),
            Recovery::Selective => {
                // An attempt that is closed stays so: each is looked at once, however many are lost.
                while self.attempts.get(self.first_open).is_some_and(|attempt| !attempt.is_open) {
                    self.first_open += 1;
                }
                self.attempts.get(self.first_open).map(|attempt| attempt.at)
            }
        };
        since.map_or(NEVER, |since| since.saturating_add(self.timeout()))
    }

    /// The retransmission timeout at [`Sender::deadline`] expired.
    pub fn on_timeout(&mut self, now: u64) {
        if let Some(credit) = self.config.credit.filter(|_| self.is_starved()) {
            // The credit was lost: it asks again with a first chunk, as at the start.
            self.credit = credit.quantum.into();
            self.last_progress = now;
            return;
        }
        let timeout = self.timeout();
        self.expiries += 1;
        match self.config.recovery {
            Recovery::GoBackN => {
                self.current = None;
                self.next = self.base;
                self.last_progress = now;
            }
            Recovery::Selective => {
                for attempt in self.oldest..self.attempts.end() {
                    let Attempt { is_open, at, entropy, .. } = self.attempts[attempt];
                    if at.saturating_add(timeout) > now {
                        break;
                    }
                    if is_open {
                        self.entropy.on_timeout(entropy, timeout);
                        if let Some(window) = self.congestion.as_mut().filter(|_| attempt >= self.recovery_until) {
                            window.on_timeout();
                            self.recovery_until = self.attempts.end();
                        }
                        self.mark_lost(attempt);
                    }
                    if attempt >= self.oldest {
                        self.pass_oldest();
                    }
                }
            }
        }
    }

    /// The smoothed round-trip time of an entropy value, ps; 0 where it is unknown.
    pub fn rtt(&self, entropy: u16) -> u64 {
        self.entropy.rtt(entropy)
    }
}
