//! What the packets' reports say of both runs: who came when, what waited where, which lights were red.

use kitchen_core::packet::fabric::PortId;
use kitchen_core::packet::plan::{MTU, OVERHEAD};
use kitchen_core::units::{Bytes, Time};

use crate::scene::packets::Town;
use crate::show::Show;

use super::params::{Load, Params, Zoom};
use super::run::{DISTRICTS, DOOR, HOUSES, ROW, RUNS, STREETS, VICTIM, city_flows, planned, runs};

/// Both runs.
#[derive(Clone, Debug)]
pub(super) struct Course {
    pub(super) params: Params,
    pub(super) towns: [Town; RUNS],
    /// Where three towns are looked at: the last of them.
    pub(super) railway: Option<Town>,
    /// Where the city is looked at: it, above and below.
    pub(super) city: Option<[City; RUNS]>,
}

/// The city's parcels in one run.
#[derive(Clone, Debug)]
pub(super) struct City {
    /// By parcel: who sends it, to which door, and when the last of it arrived.
    pub(super) came: Vec<(u32, u32, Time)>,
}

impl City {
    fn new(show: &Show, params: Params, run: usize) -> Option<City> {
        let report = show.runs.get(run)?.packets.as_deref()?;
        let mut came: Vec<(u32, u32, Time)> = Vec::new();
        let mut at = vec![usize::MAX; (DISTRICTS * HOUSES) as usize];
        for (flow, carried) in city_flows(params).iter().zip(&report.flows) {
            let row = &mut at[flow.src as usize];
            if *row == usize::MAX {
                *row = came.len();
                came.push((flow.src, flow.dst, Time::ZERO));
            }
            came[*row].2 = came[*row].2.max(carried.finish);
        }
        Some(City { came })
    }

    /// When the last parcel was there, and the district that it came from, from 0.
    pub(super) fn last(&self) -> (Time, u32) {
        let mut last = (Time::ZERO, 0);
        for &(src, _, at) in &self.came {
            if at > last.0 {
                last = (at, src / HOUSES);
            }
        }
        last
    }
}

impl Course {
    pub(super) fn of(show: &Show) -> Option<Course> {
        let params = Params::of(&show.scenario);
        let town = |run: usize| {
            let report = show.runs.get(run)?.packets.as_deref()?.clone();
            Some(Town::new(planned(&show.scenario, run).ok()?, report))
        };
        let city = |run: usize| City::new(show, params, RUNS + run).filter(|_| params.zoom == Zoom::City);
        let city = city(0).zip(city(1)).map(|(above, below)| [above, below]);
        let railway = if params.zoom == Zoom::Towns && runs(params) > RUNS { town(RUNS) } else { None };
        Some(Course { params, towns: [town(0)?, town(1)?], railway, city })
    }

    /// How many times as long the first run took as the second.
    pub(super) fn ratio(&self) -> f64 {
        let [first, second] = [0, 1].map(|run: usize| self.towns[run].end().as_secs());
        first / second.max(1e-12)
    }

    /// The most streets' worth of bytes that one of them carried: 1 where all carried as much.
    pub(super) fn crowding(&self, run: usize) -> f64 {
        let bytes = self.towns[run].street_bytes();
        let all: u64 = bytes.iter().sum();
        let most = bytes.iter().copied().max().unwrap_or(0);
        most as f64 * f64::from(STREETS) / (all as f64).max(1.0)
    }
}

/// The parts of a run's time. What it lasted beyond them is time in which its narrowest place had nothing to send.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    /// Bytes over the narrowest place, headers included, and its rate in GB/s.
    pub(super) bytes: u64,
    pub(super) gb_per_s: f64,
    pub(super) sending: Time,
    /// A packet's way, without that place's own sending.
    pub(super) way: Time,
}

impl Town {
    /// What each street carried, headers included.
    pub(super) fn street_bytes(&self) -> Vec<u64> {
        self.streets.iter().map(|[into, _]| self.report.ports[*into as usize].bytes).collect()
    }

    /// How many streets carried anything.
    pub(super) fn used(&self) -> usize {
        self.street_bytes().iter().filter(|&&bytes| bytes > 0).count()
    }

    /// The port over which the most time is needed to send what it has to.
    fn narrowest(&self) -> PortId {
        let time = |port: &PortId| {
            let link = &self.plan.fabric.links[*port as usize];
            self.report.ports[*port as usize].bytes * 1000 / u64::from(link.gbit_per_s.max(1))
        };
        // Streets first: where cards and streets carry as much in all, the street is what is told of.
        let streets = self.streets.iter().map(|ports| ports[0]);
        let doors = self.houses[ROW as usize..].iter().map(|ports| ports[1]);
        let mut best = self.streets[0][0];
        for port in streets.chain(doors) {
            if time(&port) > time(&best) {
                best = port;
            }
        }
        best
    }

    /// Where its time went: what the narrowest place sends, a packet's way there and on, and the rest.
    pub(super) fn parts(&self) -> Parts {
        let port = self.narrowest();
        let link = self.plan.fabric.links[port as usize];
        let bytes = self.report.ports[port as usize].bytes;
        let sending = Time((u128::from(bytes) * 8_000 / u128::from(link.gbit_per_s)) as u64);
        let way = self.plan.fabric.paths(0, ROW).start;
        let [up, down] = [self.houses[0][0], self.houses[ROW as usize][1]];
        let hops = [up, self.streets[0][0], self.streets[0][1], down];
        // A switch that cuts through has sent the head on before the packet is here.
        let last = hops.len() - 1;
        let kind =
            if port == self.streets[0][0] || self.streets.iter().any(|ports| ports[0] == port) { 1 } else { last };
        let each = |(at, hop): (usize, &PortId)| {
            let is_cut = self.plan.queueing.is_cut_through && at < last;
            let bytes = if is_cut { OVERHEAD } else { MTU + OVERHEAD };
            self.plan.fabric.links[*hop as usize].sending(bytes)
        };
        let all: u64 = hops.iter().enumerate().map(each).sum();
        // The place's own sending counts the whole of its last packet.
        let own = self.plan.fabric.links[hops[kind] as usize].sending(MTU + OVERHEAD);
        let way = Time((self.plan.fabric.latency(0, ROW, way).0 + all).saturating_sub(own));
        Parts { bytes, gb_per_s: f64::from(link.gbit_per_s) / 8.0, sending, way }
    }

    /// The longest queue before a street at about `t`.
    pub(super) fn waiting(&self, t: Time) -> Bytes {
        Bytes(self.streets.iter().map(|ports| self.report.queued_at(ports[0], t)).max().unwrap_or(0))
    }

    /// When one of these ports was first told to pause.
    pub(super) fn first_pause(&self, ports: impl Fn(PortId) -> bool) -> Option<(PortId, Time)> {
        let pauses = self.report.pauses.iter().filter(|pause| ports(pause.port));
        pauses.map(|pause| (pause.start, pause.port)).min().map(|(start, port)| (port, start))
    }

    /// Whether a port leads into a street (0), out of one (1), or from a kitchen (2).
    pub(super) fn place(&self, port: PortId) -> Option<usize> {
        let at = |end: usize| self.streets.iter().any(|ports| ports[end] == port);
        let is_house = self.houses[..ROW as usize].iter().any(|ports| ports[0] == port);
        [at(0), at(1), is_house].iter().position(|&is| is)
    }

    /// How long a kitchen was told to stand still.
    pub(super) fn stood(&self, house: u32) -> Time {
        self.report.ports[self.houses[house as usize][0] as usize].paused
    }
}

/// Whose parcel is told of, and at which door: the one that goes elsewhere than the crowd, or has a class of its own.
pub(super) fn victim(params: Params) -> Option<(u32, u32)> {
    match params.load {
        Load::Parcels => None,
        Load::Crowd => Some((VICTIM, VICTIM + ROW)),
        Load::Classes => Some((VICTIM, DOOR)),
    }
}

/// The kitchens that send to the crowd's door.
pub(super) fn crowd() -> (std::ops::Range<u32>, u32) {
    (0..VICTIM, DOOR)
}
