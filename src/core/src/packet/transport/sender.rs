//! The sending end of a flow: what goes out next, what is thought lost, what is sent again.
//!
//! A flow is chunks of packets. Each time a chunk is sent is an attempt, and attempts are numbered as they go out, so that an answer
//! says which of them arrived (as QUIC does, RFC 9000, section 12.3).

use std::collections::VecDeque;

use super::paths::Paths;
use super::receiver::Piece;
use super::rules::{Recovery, Transport};
use super::window::Window;
use super::word::Word;

/// A packet that goes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Out {
    pub piece: Piece,
    pub payload: u32,
    /// The name it goes out under.
    pub path: u16,
    /// Whether its chunk was sent before.
    pub is_again: bool,
}

/// A chunk on its way.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    chunk: u32,
    path: u16,
    /// Neither answered nor given up.
    is_open: bool,
    /// Whether the chunk was sent before.
    is_again: bool,
    /// When its first packet went out, ps.
    at: u64,
}

/// The state of a flow at its sender. Times are picoseconds.
#[derive(Clone, Debug)]
pub struct Sender {
    rules: Transport,
    bytes: u64,
    mtu: u32,
    chunks: u32,
    window: u64,
    attempts: Vec<Attempt>,
    /// Attempts before this one are closed.
    oldest: u32,
    /// One past the latest attempt that was answered.
    answered: u32,
    /// The chunk that has never been sent, or with go-back-N the one that is next; one past the last ever sent.
    next: u32,
    most: u32,
    /// Go-back-N: all chunks before it were answered for.
    base: u32,
    /// Selective: chunks to send again, and whether each waits for credit; which are there; how many.
    again: VecDeque<(u32, bool)>,
    here: Vec<bool>,
    arrived: u32,
    /// Bytes of open attempts.
    flying: u64,
    /// Bytes let out that have not gone out.
    credit: u64,
    /// The attempt that is going out, and its next packet.
    current: Option<(u32, u16)>,
    /// When the next chunk has been decided on.
    ready: u64,
    /// When something last went forward.
    heard: u64,
    paths: Paths,
    /// A window that grows; attempts before `cut_until` went out before its last cut.
    grows: Option<Window>,
    cut_until: u32,
    is_marked: bool,
}

/// Never, or not before something is heard.
pub const NEVER: u64 = u64::MAX;

impl Sender {
    /// Of a flow of `bytes` in packets of `mtu`, begun at `now`; `window` in bytes where the rules have none.
    pub fn new(rules: &Transport, bytes: u64, mtu: u32, window: u64, now: u64) -> Sender {
        let each = u64::from(mtu) * u64::from(rules.chunk);
        let chunks = bytes.div_ceil(each) as u32;
        let is_selective = rules.recovery == Recovery::Selective;
        let limit = rules.window.unwrap_or(window).max(each);
        Sender {
            rules: *rules,
            bytes,
            mtu,
            chunks,
            window: limit,
            attempts: Vec::new(),
            oldest: 0,
            answered: 0,
            next: 0,
            most: 0,
            base: 0,
            again: VecDeque::new(),
            here: if is_selective { vec![false; chunks as usize] } else { Vec::new() },
            arrived: 0,
            flying: 0,
            credit: rules.credit.map_or(NEVER, |credit| u64::from(credit.first).min(limit)),
            current: None,
            ready: now + rules.cores.map_or(0, |cores| cores.each.0),
            heard: now,
            paths: Paths::new(rules.paths),
            grows: rules.growth.map(|growth| Window::new(growth, each, limit, rules.trims())),
            cut_until: 0,
            is_marked: false,
        }
    }

    /// How many chunks there are.
    pub const fn chunks(&self) -> u32 {
        self.chunks
    }

    /// Payload of a chunk.
    pub(super) fn payload(&self, chunk: u32) -> u64 {
        let each = u64::from(self.mtu) * u64::from(self.rules.chunk);
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
        match self.rules.recovery {
            Recovery::GoBackN => self.base >= self.chunks,
            Recovery::Selective => self.arrived >= self.chunks,
        }
    }

    /// Bytes that have gone out and are neither answered for nor given up.
    pub fn under_way(&self) -> u64 {
        match self.rules.recovery {
            Recovery::Selective => self.flying,
            Recovery::GoBackN => {
                let each = u64::from(self.mtu) * u64::from(self.rules.chunk);
                u64::from(self.next - self.base) * each
            }
        }
    }

    /// What would go out next, and whether it was sent before.
    fn due(&self) -> Option<(u32, bool)> {
        if self.rules.recovery == Recovery::Selective
            && let Some(&(chunk, _)) = self.again.front()
        {
            return Some((chunk, true));
        }
        (self.next < self.chunks).then_some((self.next, self.next < self.most))
    }

    /// From when on the next packet may go out; [`NEVER`] where something must be heard first.
    pub fn may(&self) -> u64 {
        if self.current.is_some() {
            return 0;
        }
        let Some((chunk, is_again)) = self.due() else { return NEVER };
        let payload = self.payload(chunk);
        // What is sent again was let out before, and did not come in; what came as a header is let in anew.
        let is_let = is_again && !self.waits_for_credit() || self.credit > 0;
        let window = self.window().max(payload);
        if !is_let || self.under_way() + payload > window { NEVER } else { self.ready }
    }

    /// Bytes that its rules let be under way.
    pub(super) fn window(&self) -> u64 {
        self.grows.as_ref().map_or(self.window, Window::bytes)
    }

    /// Whether what is to be sent again first came as a header, and was counted anew by its receiver.
    fn waits_for_credit(&self) -> bool {
        self.again.front().is_some_and(|&(_, waits)| waits)
    }

    /// Bytes that it may send before it has heard anything.
    pub(super) fn unasked(&self) -> u64 {
        self.rules.credit.map_or(NEVER, |credit| u64::from(credit.first).min(self.window))
    }

    /// How many chunks one acknowledgement may answer for.
    pub(super) fn coalesced(&self) -> usize {
        let each = u64::from(self.mtu) * u64::from(self.rules.chunk);
        let most = if self.grows.is_some() { 1 } else { (self.window / each / 2).max(1) };
        u64::from(self.rules.coalesce).min(most) as usize
    }

    /// The next answer is about a packet that was marked.
    pub(super) const fn mark(&mut self) {
        self.is_marked = true;
    }

    /// The next packet, at or after [`Sender::may`]. `core` is until when the flow's core is busy, `bits` are random.
    pub fn take(&mut self, now: u64, core: &mut u64, bits: u64) -> Option<Out> {
        let (attempt, index) = match self.current {
            Some(current) => current,
            None => (self.begin(now, core, bits)?, 0),
        };
        let Attempt { chunk, path, is_again, .. } = self.attempts[attempt as usize];
        let of = self.packets(chunk);
        self.current = (index + 1 < of).then_some((attempt, index + 1));
        let left = self.payload(chunk) - u64::from(index) * u64::from(self.mtu);
        let piece = Piece { attempt, chunk, index, of };
        Some(Out { piece, payload: left.min(self.mtu.into()) as u32, path, is_again })
    }

    fn begin(&mut self, now: u64, core: &mut u64, bits: u64) -> Option<u32> {
        let (chunk, is_again) = self.due()?;
        let is_counted = !is_again || self.waits_for_credit();
        if self.rules.recovery == Recovery::Selective && is_again {
            self.again.pop_front();
        } else {
            self.next = chunk + 1;
            self.most = self.most.max(self.next);
        }
        let payload = self.payload(chunk);
        if is_counted && self.rules.credit.is_some() {
            self.credit = self.credit.saturating_sub(payload);
        }
        if self.rules.recovery == Recovery::Selective {
            self.flying += payload;
        }
        if let Some(cores) = self.rules.cores {
            // A core decides on one chunk while the one before goes out.
            *core = (*core).max(now) + cores.each.0;
            self.ready = *core;
        }
        if self.under_way() <= payload {
            self.heard = now;
        }
        let path = self.paths.choose(bits);
        self.attempts.push(Attempt { chunk, path, is_open: true, is_again, at: now });
        Some(self.attempts.len() as u32 - 1)
    }

    /// A word from the receiver.
    pub fn hear(&mut self, now: u64, word: Word) {
        match word {
            Word::Credit { bytes } => {
                self.credit = self.credit.saturating_add(bytes.into());
                if self.under_way() == 0 {
                    self.heard = now;
                }
            }
            Word::Ack { attempt } => {
                let Attempt { chunk, path, at, .. } = self.attempts[attempt as usize];
                let rtt = now.saturating_sub(at).max(1);
                self.paths.hear(path, rtt);
                let (payload, is_marked) = (self.payload(chunk), std::mem::take(&mut self.is_marked));
                if let Some(window) = &mut self.grows {
                    window.answered(now, payload, rtt, is_marked, self.flying);
                }
                match self.rules.recovery {
                    Recovery::GoBackN => self.answered_to(now, chunk + 1),
                    Recovery::Selective => self.answered(now, attempt),
                }
            }
            Word::Trimmed { attempt } => {
                self.heard = now;
                if self.attempts[attempt as usize].is_open {
                    self.trimmed(now, attempt);
                }
            }
            Word::Nak { whole } => {
                self.answered_to(now, whole);
                if let Some(window) = &mut self.grows {
                    window.lost(0, true);
                }
                self.heard = now;
                self.next = self.base;
                self.current = None;
            }
        }
    }

    /// Go-back-N: all chunks before `whole` are there.
    fn answered_to(&mut self, now: u64, whole: u32) {
        if whole > self.base {
            self.base = whole;
            self.heard = now;
            if self.next < whole {
                self.next = whole;
                self.current = None;
            }
        }
    }

    /// Selective: an attempt is there, and those that so many have overtaken are lost.
    fn answered(&mut self, now: u64, attempt: u32) {
        self.heard = now;
        let chunk = self.attempts[attempt as usize].chunk;
        self.close(attempt);
        if !std::mem::replace(&mut self.here[chunk as usize], true) {
            self.arrived += 1;
            self.again.retain(|&(again, _)| again != chunk);
        }
        self.answered = self.answered.max(attempt + 1);
        while self.oldest < self.answered {
            let is_open = self.attempts[self.oldest as usize].is_open;
            if is_open && self.answered - 1 - self.oldest < self.rules.overtakes {
                break;
            }
            if is_open {
                self.lose(self.oldest);
            }
            self.oldest += 1;
        }
    }

    fn close(&mut self, attempt: u32) {
        let payload = self.payload(self.attempts[attempt as usize].chunk);
        let this = &mut self.attempts[attempt as usize];
        if std::mem::replace(&mut this.is_open, false) {
            self.flying -= payload;
        }
    }

    fn lose(&mut self, attempt: u32) {
        self.close(attempt);
        let chunk = self.attempts[attempt as usize].chunk;
        let payload = self.payload(chunk);
        if let Some(window) = &mut self.grows {
            let is_first = attempt >= self.cut_until;
            window.lost(payload, is_first);
            if is_first {
                self.cut_until = self.attempts.len() as u32;
            }
        }
        if !self.here[chunk as usize] {
            self.again.push_back((chunk, false));
        }
    }

    /// The header of an attempt came alone: its payload is known to be lost.
    fn trimmed(&mut self, now: u64, attempt: u32) {
        self.close(attempt);
        let chunk = self.attempts[attempt as usize].chunk;
        let payload = self.payload(chunk);
        if let Some(window) = &mut self.grows {
            let is_first = attempt >= self.cut_until;
            window.trimmed(now, payload, is_first, self.flying);
            if is_first {
                self.cut_until = self.attempts.len() as u32;
            }
        }
        if !self.here[chunk as usize] {
            self.again.push_back((chunk, self.rules.credit.is_some()));
        }
    }

    /// Whether it has nothing under way and may send nothing, though there is something.
    fn is_starved(&self) -> bool {
        let has_more = self.due().is_some_and(|(_, is_again)| !is_again || self.waits_for_credit());
        has_more && self.credit == 0 && self.current.is_none() && self.under_way() == 0
    }

    /// When something is to be given up unless an answer comes; [`NEVER`] where nothing is under way.
    pub fn deadline(&self) -> u64 {
        if self.is_starved() {
            return self.heard + self.rules.timeout.0;
        }
        let since = match self.rules.recovery {
            Recovery::GoBackN => (self.next > self.base).then_some(self.heard),
            Recovery::Selective => {
                let open = self.attempts[self.oldest as usize..].iter().find(|attempt| attempt.is_open);
                open.map(|attempt| attempt.at)
            }
        };
        since.map_or(NEVER, |since| since + self.rules.timeout.0)
    }

    /// No answer came until [`Sender::deadline`].
    pub fn expire(&mut self, now: u64) {
        if let Some(credit) = self.rules.credit.filter(|_| self.is_starved()) {
            // The word was lost: it asks again, with a first chunk as at the start.
            self.credit = credit.quantum.into();
            self.heard = now;
            return;
        }
        match self.rules.recovery {
            Recovery::GoBackN => {
                self.current = None;
                self.next = self.base;
                self.heard = now;
            }
            Recovery::Selective => {
                for attempt in self.oldest..self.attempts.len() as u32 {
                    let Attempt { is_open, at, path, .. } = self.attempts[attempt as usize];
                    if at + self.rules.timeout.0 > now {
                        break;
                    }
                    if is_open {
                        self.paths.miss(path, self.rules.timeout.0);
                        if let Some(window) = self.grows.as_mut().filter(|_| attempt >= self.cut_until) {
                            window.expired();
                            self.cut_until = self.attempts.len() as u32;
                        }
                        self.lose(attempt);
                    }
                    self.oldest = attempt + 1;
                }
            }
        }
    }

    /// What is known of a name's round trip, ps; 0 where nothing is.
    pub fn rtt(&self, path: u16) -> u64 {
        self.paths.rtt(path)
    }
}
