//! What became of the parcels, read off the packet report.

use kitchen_core::packet::Plan;
use kitchen_core::packet::plan::OVERHEAD;
use kitchen_core::packet::report::Report;
use kitchen_core::packet::transport;
use kitchen_core::packet::transport::report::{Gap, PacketDrop, TransportStats, WindowSample};
use kitchen_core::units::Time;

use crate::scene::packets::Tour;
use crate::show::Show;

use super::params::Params;
use super::run::{CROWD, GUEST_BYTES, OURS, PARCEL, planned};

/// A followed packet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ride {
    pub(super) flow: u32,
    /// Data: its bundle, or the parcel where each is on its own.
    pub(super) about: u32,
    /// Data, or what word.
    pub(super) kind: u8,
    pub(super) is_again: bool,
    pub(super) tour: Tour,
}

impl Ride {
    pub(super) fn is_data(&self) -> bool {
        self.kind == 0
    }
}

/// A run, read.
#[derive(Clone, Debug)]
pub(super) struct Course {
    pub(super) params: Params,
    pub(super) plan: Plan,
    pub(super) rides: Vec<Ride>,
    /// Of the reader's flow.
    pub(super) falls: Vec<PacketDrop>,
    pub(super) gaps: Vec<Gap>,
    pub(super) answered: TransportStats,
    /// The window over time, where it changes.
    pub(super) windows: Vec<WindowSample>,
    /// Parcels that were to be carried, packets that were sent for them.
    pub(super) parcels: u32,
    pub(super) packets: u32,
    /// Of them, those that fell.
    pub(super) lost: u32,
    pub(super) finish: Time,
    /// When the last flow was done.
    pub(super) makespan: Time,
    /// How long each small order of someone else's took, the quickest first.
    pub(super) guests: Vec<Time>,
}

impl Course {
    pub(super) fn of(show: &Show) -> Option<Course> {
        let params = Params::of(&show.scenario);
        Course::of_plan(params, planned(&show.scenario).ok()?, show.runs.first()?.packets.as_deref()?)
    }

    fn of_plan(params: Params, plan: Plan, report: &Report) -> Option<Course> {
        let notes = &report.transport;
        let rides = report.traced_packets.iter().zip(&notes.traced).map(|(courier, followed)| Ride {
            flow: courier.flow,
            about: followed.content,
            kind: followed.kind,
            is_again: followed.is_retransmission,
            tour: Tour::new(&plan, report, courier).unwrap_or_default(),
        });
        let flow = report.flows.get(OURS as usize)?;
        let guests = report.flows.iter().skip(CROWD as usize).map(|flow| flow.finish.saturating_sub(flow.start));
        let mut guests: Vec<Time> = guests.collect();
        kitchen_core::order::sort(&mut guests);
        let lost = notes.drops.iter().filter(|fall| fall.flow == OURS && !fall.is_reverse).count();
        Some(Course {
            params,
            guests,
            lost: lost as u32,
            rides: rides.collect(),
            falls: notes.drops.iter().filter(|fall| fall.flow == OURS && !fall.is_reverse).copied().collect(),
            gaps: notes.gaps.iter().filter(|gap| gap.flow == OURS).copied().collect(),
            answered: notes.flows.get(OURS as usize).copied()?,
            windows: notes.windows.iter().filter(|window| window.flow == OURS).copied().collect(),
            parcels: (plan.flows[OURS as usize].bytes.0 / u64::from(PARCEL)) as u32,
            packets: flow.packets,
            finish: flow.finish,
            makespan: report.makespan,
            plan,
        })
    }

    /// The time that a parcel takes to be sent.
    pub(super) fn each(&self) -> Time {
        let link = self.plan.fabric.links[self.plan.fabric.hosts[OURS as usize].uplink as usize];
        Time(link.sending(PARCEL + OVERHEAD))
    }

    /// From a parcel's first bit to the answer, on an empty road.
    pub(super) fn round_trip(&self) -> Time {
        transport::round_trip(&self.plan, OURS)
    }

    /// How many parcels go out meanwhile.
    pub(super) fn in_flight(&self) -> u32 {
        (self.round_trip().0 / self.each().0) as u32
    }

    /// From the sender's last bit to the receiver, nobody waiting.
    pub(super) fn one_way(&self) -> Time {
        let (fabric, flow) = (&self.plan.fabric, &self.plan.flows[OURS as usize]);
        let way = fabric.paths(flow.src, flow.dst).start;
        let hops = fabric.path(way).links().len() as u64 + 1;
        fabric.latency(flow.src, flow.dst, way) + Time(self.each().0 * hops)
    }

    /// How long a small order of someone else's takes where nobody is in the way.
    pub(super) fn guest_at_best(&self) -> Time {
        self.one_way() + Time(self.each().0 * (GUEST_BYTES / u64::from(PARCEL) - 1))
    }

    /// What a core takes for a parcel or a bundle, where one decides.
    pub(super) fn decision(&self) -> Option<Time> {
        self.plan.transport.and_then(|rules| rules.cores).map(|cores| cores.each)
    }

    /// How many cores a card needs so that they never hold it up.
    pub(super) fn cores(&self) -> f64 {
        let send = Time(self.each().0 * u64::from(self.bundle()));
        self.decision().map_or(0.0, |each| each.as_secs() / send.as_secs())
    }

    /// The last cut of the window from when a parcel fell until `by`: what it was, and what it became.
    pub(super) fn cut(&self, fall: Time, by: Time) -> Option<[u64; 2]> {
        let pairs = self.windows.iter().zip(self.windows.iter().skip(1));
        let mut cuts = pairs.filter(|(before, after)| after.bytes < before.bytes && fall <= after.at && after.at <= by);
        cuts.next_back().map(|(before, after)| [before.bytes, after.bytes])
    }

    /// The window at `t`.
    pub(super) fn window(&self, t: Time) -> Option<u64> {
        self.windows.iter().take_while(|window| window.at <= t).last().map(|window| window.bytes)
    }

    /// The smallest window, the first time that it was.
    pub(super) fn smallest(&self) -> Option<WindowSample> {
        self.windows.iter().copied().reduce(|least, next| if next.bytes < least.bytes { next } else { least })
    }

    /// About when the card sends the parcel that the reader may take of an eighth, as a part of the run, as if it sent evenly.
    pub(super) fn leaves(&self, taken: u32) -> f32 {
        let lost = Params { taken, ..self.params }.lost().unwrap_or(0);
        let sent = f64::from(lost) / f64::from(self.packets.max(1));
        (sent * self.finish.as_secs() / self.makespan.as_secs().max(1e-15)) as f32
    }

    /// What goes out in a round trip, payload.
    pub(super) fn round(&self) -> u64 {
        u64::from(self.in_flight()) * u64::from(PARCEL)
    }

    /// Parcels that are decided on together.
    pub(super) fn bundle(&self) -> u32 {
        self.plan.transport.map_or(1, |rules| rules.chunk.into())
    }

    /// When the bundle of a fallen parcel was seen on its way once more, and when that parcel of it was there.
    pub(super) fn bundle_again(&self, fall: &PacketDrop) -> Option<(Time, Time)> {
        let is_it = |ride: &&Ride| ride.flow == OURS && ride.is_data() && ride.is_again && ride.about == fall.chunk;
        self.rides
            .iter()
            .filter(is_it)
            .map(|ride| (ride.tour.sent(), ride.tour.done()))
            .find(|(sent, _)| *sent > fall.at)
    }

    /// How long it takes where nothing is lost and nobody is in the way: all bytes for the door, one parcel after the other.
    pub(super) fn at_best(&self) -> Time {
        let flows = self.plan.flows.iter().filter(|flow| flow.dst == self.plan.flows[OURS as usize].dst);
        let parcels: u64 = flows.map(|flow| flow.bytes.0 / u64::from(PARCEL)).sum();
        Time(self.each().0 * parcels) + self.one_way()
    }

    /// The share of the road that was left for what had to be carried.
    pub(super) fn share(&self) -> f64 {
        self.at_best().as_secs() / self.makespan.as_secs().max(1e-15)
    }

    /// Until when a fallen parcel lies on the road: until another is there, or the run ends.
    pub(super) fn mended(&self, fall: &PacketDrop) -> Time {
        if self.bundle() > 1 {
            return self.bundle_again(fall).map_or(self.finish, |(_, done)| done);
        }
        let is_its = |gap: &&Gap| gap.chunk == fall.chunk && gap.detected >= fall.at;
        self.gaps.iter().find(is_its).map_or(self.finish, |gap| gap.filled.min(self.finish))
    }

    /// The first parcel that fell and was missed, with its gap.
    pub(super) fn first(&self) -> Option<(PacketDrop, Gap)> {
        self.falls.iter().find_map(|fall| {
            let of = |gap: &&Gap| gap.chunk == fall.chunk && gap.detected >= fall.at && gap.filled < Time::MAX;
            let gap = self.gaps.iter().find(of)?;
            (gap.resent < Time::MAX).then_some((*fall, *gap))
        })
    }

    /// Refused until `t` in gaps that were mended.
    pub(super) fn refused(&self, t: Time) -> u32 {
        self.gaps.iter().filter(|gap| gap.filled <= t).map(|gap| gap.rejected).sum()
    }

    /// Whether the receiver waits for a parcel at `t`, and which.
    pub(super) fn waits_for(&self, t: Time) -> Option<u32> {
        self.gaps.iter().find(|gap| gap.detected <= t && t < gap.filled).map(|gap| gap.chunk)
    }
}
