//! The sending end of a flow: what goes out next, what is thought lost, what is sent again.
//!
//! A flow is chunks of packets. Each time a chunk is sent is an attempt, and attempts are numbered as they go out, so that an answer
//! says which of them arrived (as QUIC does, RFC 9000, section 12.3).

use std::collections::VecDeque;

use super::config::{Recovery, Transport};
use super::congestion_window::CongestionWindow;
use super::entropy::EntropySelector;
use super::feedback::Feedback;
use super::receiver::ChunkPacket;

/// A packet that goes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutPacket {
    pub packet: ChunkPacket,
    pub payload: u32,
    /// The name it goes out under.
    pub entropy: u16,
    /// Whether its chunk was sent before.
    pub is_retransmission: bool,
}

/// A chunk on its way.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    chunk: u32,
    entropy: u16,
    /// Neither answered nor given up.
    is_open: bool,
    /// Whether the chunk was sent before.
    is_retransmission: bool,
    /// When its first packet went out, ps.
    at: u64,
}

/// The state of a flow at its sender. Times are picoseconds.
#[derive(Clone, Debug)]
pub struct Sender {
    config: Transport,
    bytes: u64,
    mtu: u32,
    chunks: u32,
    window: u64,
    attempts: Vec<Attempt>,
    /// Attempts before this one are closed.
    oldest: u32,
    /// One past the latest attempt that was answered.
    acked_end: u32,
    /// The chunk that has never been sent, or with go-back-N the one that is next; one past the last ever sent.
    next: u32,
    sent: u32,
    /// Go-back-N: all chunks before it were answered for.
    base: u32,
    /// Selective: chunks to send again, and whether each waits for credit; which are there; how many.
    resend: VecDeque<(u32, bool)>,
    delivered: Vec<bool>,
    acked_chunks: u32,
    /// Bytes of open attempts.
    in_flight: u64,
    /// Bytes let out that have not gone out.
    credit: u64,
    /// The attempt that is going out, and its next packet.
    current: Option<(u32, u16)>,
    /// When the next chunk has been decided on.
    ready: u64,
    /// When something last went forward.
    last_progress: u64,
    entropy: EntropySelector,
    /// A window that grows; attempts before `recovery_until` went out before its last cut.
    congestion: Option<CongestionWindow>,
    recovery_until: u32,
    is_ecn_marked: bool,
}

/// Never, or not before something is heard.
pub const NEVER: u64 = u64::MAX;

impl Sender {
    /// Of a flow of `bytes` in packets of `mtu`, begun at `now`; `window` in bytes where the rules have none.
    pub fn new(config: &Transport, bytes: u64, mtu: u32, window: u64, now: u64) -> Sender {
        let each = u64::from(mtu) * u64::from(config.chunk);
        let chunks = bytes.div_ceil(each) as u32;
        let is_selective = config.recovery == Recovery::Selective;
        let limit = config.window.unwrap_or(window).max(each);
        Sender {
            config: *config,
            bytes,
            mtu,
            chunks,
            window: limit,
            attempts: Vec::new(),
            oldest: 0,
            acked_end: 0,
            next: 0,
            sent: 0,
            base: 0,
            resend: VecDeque::new(),
            delivered: if is_selective { vec![false; chunks as usize] } else { Vec::new() },
            acked_chunks: 0,
            in_flight: 0,
            credit: config.credit.map_or(NEVER, |credit| u64::from(credit.first).min(limit)),
            current: None,
            ready: now + config.cores.map_or(0, |cores| cores.each.0),
            last_progress: now,
            entropy: EntropySelector::new(config.entropy_values),
            congestion: config.congestion_control.map(|congestion_control| {
                CongestionWindow::new(congestion_control, each, limit, config.wants_trimming())
            }),
            recovery_until: 0,
            is_ecn_marked: false,
        }
    }

    /// How many chunks there are.
    pub const fn chunks(&self) -> u32 {
        self.chunks
    }

    /// Payload of a chunk.
    pub(super) fn payload(&self, chunk: u32) -> u64 {
        let each = u64::from(self.mtu) * u64::from(self.config.chunk);
        each.min(self.bytes - u64::from(chunk) * each)
    }

    /// Packets of a chunk.
    fn packets(&self, chunk: u32) -> u16 {
        self.payload(chunk).div_ceil(u64::from(self.mtu)) as u16
    }

    /// The chunk of an attempt, and how many packets it has.
    pub fn chunk_of(&self, attempt: u32) -> (u32, u16) {
        let chunk = self.attempts[attempt as usize].chunk;
        (chunk, self.packets(chunk))
    }

    /// Whether everything was answered for.
    pub const fn is_done(&self) -> bool {
        match self.config.recovery {
            Recovery::GoBackN => self.base >= self.chunks,
            Recovery::Selective => self.acked_chunks >= self.chunks,
        }
    }

    /// Bytes that have gone out and are neither answered for nor given up.
    pub fn bytes_in_flight(&self) -> u64 {
        match self.config.recovery {
            Recovery::Selective => self.in_flight,
            Recovery::GoBackN => {
                let each = u64::from(self.mtu) * u64::from(self.config.chunk);
                u64::from(self.next - self.base) * each
            }
        }
    }

    /// What would go out next, and whether it was sent before.
    fn next_chunk(&self) -> Option<(u32, bool)> {
        if self.config.recovery == Recovery::Selective
            && let Some(&(chunk, _)) = self.resend.front()
        {
            return Some((chunk, true));
        }
        (self.next < self.chunks).then_some((self.next, self.next < self.sent))
    }

    /// From when on the next packet may go out; [`NEVER`] where something must be heard first.
    pub fn next_send_time(&self) -> u64 {
        if self.current.is_some() {
            return 0;
        }
        let Some((chunk, is_retransmission)) = self.next_chunk() else { return NEVER };
        let payload = self.payload(chunk);
        // What is sent again was let out before, and did not come in; what came as a header is let in anew.
        let has_credit = is_retransmission && !self.needs_new_credit() || self.credit > 0;
        let window = self.window().max(payload);
        if !has_credit || self.bytes_in_flight() + payload > window { NEVER } else { self.ready }
    }

    /// Bytes that its rules let be under way.
    pub(super) fn window(&self) -> u64 {
        self.congestion.as_ref().map_or(self.window, CongestionWindow::bytes)
    }

    /// Whether what is to be sent again first came as a header, and was counted anew by its receiver.
    fn needs_new_credit(&self) -> bool {
        self.resend.front().is_some_and(|&(_, waits)| waits)
    }

    /// Bytes that it may send before it has heard anything.
    pub(super) fn initial_credit(&self) -> u64 {
        self.config.credit.map_or(NEVER, |credit| u64::from(credit.first).min(self.window))
    }

    /// How many chunks one acknowledgement may answer for.
    pub(super) fn chunks_per_ack(&self) -> usize {
        let each = u64::from(self.mtu) * u64::from(self.config.chunk);
        let most = if self.congestion.is_some() { 1 } else { (self.window / each / 2).max(1) };
        u64::from(self.config.ack_coalescing).min(most) as usize
    }

    /// The next answer is about a packet that was marked.
    pub(super) const fn note_ecn_mark(&mut self) {
        self.is_ecn_marked = true;
    }

    /// The next packet, at or after [`Sender::next_send_time`]. `core` is until when the flow's core is busy, `bits` are random.
    pub fn next_packet(&mut self, now: u64, core: &mut u64, bits: u64) -> Option<OutPacket> {
        let (attempt, index) = match self.current {
            Some(current) => current,
            None => (self.start_attempt(now, core, bits)?, 0),
        };
        let Attempt { chunk, entropy, is_retransmission, .. } = self.attempts[attempt as usize];
        let of = self.packets(chunk);
        self.current = (index + 1 < of).then_some((attempt, index + 1));
        let left = self.payload(chunk) - u64::from(index) * u64::from(self.mtu);
        let packet = ChunkPacket { attempt, chunk, index, of };
        Some(OutPacket { packet, payload: left.min(self.mtu.into()) as u32, entropy, is_retransmission })
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
            self.credit = self.credit.saturating_sub(payload);
        }
        if self.config.recovery == Recovery::Selective {
            self.in_flight += payload;
        }
        if let Some(cores) = self.config.cores {
            // A core decides on one chunk while the one before goes out.
            *core = (*core).max(now) + cores.each.0;
            self.ready = *core;
        }
        if self.bytes_in_flight() <= payload {
            self.last_progress = now;
        }
        let entropy = self.entropy.choose(bits);
        self.attempts.push(Attempt { chunk, entropy, is_open: true, is_retransmission, at: now });
        Some(self.attempts.len() as u32 - 1)
    }

    /// A word from the receiver.
    pub fn on_feedback(&mut self, now: u64, feedback: Feedback) {
        match feedback {
            Feedback::Credit { bytes } => {
                self.credit = self.credit.saturating_add(bytes.into());
                if self.bytes_in_flight() == 0 {
                    self.last_progress = now;
                }
            }
            Feedback::Ack { attempt } => {
                let Attempt { chunk, entropy, at, .. } = self.attempts[attempt as usize];
                let rtt = now.saturating_sub(at).max(1);
                self.entropy.on_ack(entropy, rtt);
                let (payload, is_ecn_marked) = (self.payload(chunk), std::mem::take(&mut self.is_ecn_marked));
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
                if self.attempts[attempt as usize].is_open {
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

    /// Go-back-N: all chunks before `expected` are there.
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

    /// Selective: an attempt is there, and those that so many have overtaken are lost.
    fn on_selective_ack(&mut self, now: u64, attempt: u32) {
        self.last_progress = now;
        let chunk = self.attempts[attempt as usize].chunk;
        self.close(attempt);
        if !std::mem::replace(&mut self.delivered[chunk as usize], true) {
            self.acked_chunks += 1;
            self.resend.retain(|&(other, _)| other != chunk);
        }
        self.acked_end = self.acked_end.max(attempt + 1);
        while self.oldest < self.acked_end {
            let is_open = self.attempts[self.oldest as usize].is_open;
            if is_open && self.acked_end - 1 - self.oldest < self.config.reorder_threshold {
                break;
            }
            if is_open {
                self.mark_lost(self.oldest);
            }
            self.oldest += 1;
        }
    }

    fn close(&mut self, attempt: u32) {
        let payload = self.payload(self.attempts[attempt as usize].chunk);
        let this = &mut self.attempts[attempt as usize];
        if std::mem::replace(&mut this.is_open, false) {
            self.in_flight -= payload;
        }
    }

    fn mark_lost(&mut self, attempt: u32) {
        self.close(attempt);
        let chunk = self.attempts[attempt as usize].chunk;
        let payload = self.payload(chunk);
        if let Some(window) = &mut self.congestion {
            let is_first = attempt >= self.recovery_until;
            window.on_loss(payload, is_first);
            if is_first {
                self.recovery_until = self.attempts.len() as u32;
            }
        }
        if !self.delivered[chunk as usize] {
            self.resend.push_back((chunk, false));
        }
    }

    /// The header of an attempt came alone: its payload is known to be lost.
    fn on_trimmed(&mut self, now: u64, attempt: u32) {
        self.close(attempt);
        let chunk = self.attempts[attempt as usize].chunk;
        let payload = self.payload(chunk);
        if let Some(window) = &mut self.congestion {
            let is_first = attempt >= self.recovery_until;
            window.on_trim(now, payload, is_first, self.in_flight);
            if is_first {
                self.recovery_until = self.attempts.len() as u32;
            }
        }
        if !self.delivered[chunk as usize] {
            self.resend.push_back((chunk, self.config.credit.is_some()));
        }
    }

    /// Whether it has nothing under way and may send nothing, though there is something.
    fn is_starved(&self) -> bool {
        let has_more =
            self.next_chunk().is_some_and(|(_, is_retransmission)| !is_retransmission || self.needs_new_credit());
        has_more && self.credit == 0 && self.current.is_none() && self.bytes_in_flight() == 0
    }

    /// When something is to be given up unless an answer comes; [`NEVER`] where nothing is under way.
    pub fn deadline(&self) -> u64 {
        if self.is_starved() {
            return self.last_progress + self.config.timeout.0;
        }
        let since = match self.config.recovery {
            Recovery::GoBackN => (self.next > self.base).then_some(self.last_progress),
            Recovery::Selective => {
                let open = self.attempts[self.oldest as usize..].iter().find(|attempt| attempt.is_open);
                open.map(|attempt| attempt.at)
            }
        };
        since.map_or(NEVER, |since| since + self.config.timeout.0)
    }

    /// No answer came until [`Sender::deadline`].
    pub fn on_timeout(&mut self, now: u64) {
        if let Some(credit) = self.config.credit.filter(|_| self.is_starved()) {
            // The word was lost: it asks again, with a first chunk as at the start.
            self.credit = credit.quantum.into();
            self.last_progress = now;
            return;
        }
        match self.config.recovery {
            Recovery::GoBackN => {
                self.current = None;
                self.next = self.base;
                self.last_progress = now;
            }
            Recovery::Selective => {
                for attempt in self.oldest..self.attempts.len() as u32 {
                    let Attempt { is_open, at, entropy, .. } = self.attempts[attempt as usize];
                    if at + self.config.timeout.0 > now {
                        break;
                    }
                    if is_open {
                        self.entropy.on_timeout(entropy, self.config.timeout.0);
                        if let Some(window) = self.congestion.as_mut().filter(|_| attempt >= self.recovery_until) {
                            window.on_timeout();
                            self.recovery_until = self.attempts.len() as u32;
                        }
                        self.mark_lost(attempt);
                    }
                    self.oldest = attempt + 1;
                }
            }
        }
    }

    /// What is known of a name's round trip, ps; 0 where nothing is.
    pub fn rtt(&self, entropy: u16) -> u64 {
        self.entropy.rtt(entropy)
    }
}
