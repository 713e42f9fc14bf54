//! Judges of what the towns say: times, bytes and pauses read off the raw report, port by port.

use kitchen_core::packet::Report;
use kitchen_core::packet::fabric::{Fabric, Node};
use kitchen_core::units::{Bytes, Time};
use kitchen_text::{Key, key};

use super::params::{Choice, Load, Params};
use super::run::{CARD_GBIT, STREET_GBIT, chip, city_flows, parcel, plan, town};
use crate::tests::instant::Claim;

/// A run, counted anew.
struct Town<'a> {
    report: &'a Report,
    fabric: Fabric,
}

/// What a link joins: a kitchen and its crossing, a crossing and a street, a street and a crossing, a crossing and a door.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Joins {
    Kitchen(u32),
    Into(u32),
    OutOf(u32),
    Door,
    Other,
}

impl Town<'_> {
    fn joins(&self, port: usize) -> Joins {
        match (self.fabric.links[port].from, self.fabric.links[port].to) {
            (Node::Host(host), Node::Switch(0)) => Joins::Kitchen(host),
            (Node::Switch(0), Node::Switch(street)) if street >= 2 => Joins::Into(street - 2),
            (Node::Switch(street), Node::Switch(1)) if street >= 2 => Joins::OutOf(street - 2),
            (Node::Switch(1), Node::Host(_)) => Joins::Door,
            _ => Joins::Other,
        }
    }

    fn ports(&self, is: impl Fn(Joins) -> bool) -> Vec<usize> {
        (0..self.fabric.links.len()).filter(|&port| is(self.joins(port))).collect()
    }

    fn street_ports(&self) -> Vec<usize> {
        self.ports(|joins| matches!(joins, Joins::Into(_)))
    }

    fn bytes(&self) -> Vec<u64> {
        self.street_ports().iter().map(|&port| self.report.ports[port].bytes).collect()
    }

    fn used(&self) -> usize {
        self.bytes().iter().filter(|&&bytes| bytes > 0).count()
    }

    /// The most bytes of a street over the mean.
    fn crowding(&self) -> f64 {
        let bytes = self.bytes();
        *bytes.iter().max().expect("streets") as f64 * bytes.len() as f64 / bytes.iter().sum::<u64>() as f64
    }

    fn longest(&self, t: Time) -> u64 {
        let waits = |&port: &usize| self.report.series[port].queued[(t.0 / self.report.step.0) as usize];
        self.street_ports().iter().map(waits).max().unwrap_or(0)
    }

    /// The first pause of ports of that place: when, and of which.
    fn first_pause(&self, is: impl Fn(Joins) -> bool) -> Option<(Time, Joins)> {
        let own = self.report.pauses.iter().filter(|pause| is(self.joins(pause.port as usize)));
        own.min_by_key(|pause| (pause.start, pause.port)).map(|pause| (pause.start, self.joins(pause.port as usize)))
    }
}

struct Bench<'a> {
    claim: Claim<'a>,
    params: Params,
    towns: [Town<'a>; 2],
}

impl<'a> Bench<'a> {
    fn new(claim: Claim<'a>) -> Bench<'a> {
        let params = Params::of(&claim.world.show.scenario);
        let of = |run: usize| {
            let report = claim.world.show.runs[run].packets.as_deref().expect("a report");
            Town { report, fabric: town(super::run::choice(params, run)).expect("a town") }
        };
        Bench { claim, params, towns: [of(0), of(1)] }
    }

    /// When each kitchen's parcel was there in a run.
    fn came(&self, run: usize) -> Vec<Time> {
        let flows = plan(self.params, run).expect("a plan").flows;
        let of = |host: u32| {
            let own = flows.iter().zip(&self.towns[run].report.flows).filter(|(flow, _)| flow.src == host);
            own.map(|(_, carried)| carried.finish).max().expect("a parcel")
        };
        (0..8).map(of).collect()
    }

    fn end(&self, run: usize) -> Time {
        self.came(run).into_iter().max().expect("parcels")
    }

    fn alike(&self, name: &str, value: f64) -> bool {
        (self.claim.number(name) - value).abs() <= 1e-9 * (1.0 + value.abs())
    }

    fn ends(&self) -> bool {
        let ends = [self.claim.time("a"), self.claim.time("b")];
        ends == [self.end(0), self.end(1)] && ends.into_iter().all(|end| end <= self.claim.t)
    }

    /// What is said of the whole city, by its flows alone.
    fn city(&self) -> Option<bool> {
        let end = |run: usize| {
            let report = self.claim.world.show.runs.get(run)?.packets.as_deref()?;
            let last = report.flows.iter().map(|flow| flow.finish).max()?;
            let flows = city_flows(self.params);
            let from = flows.iter().zip(&report.flows).find(|(_, carried)| carried.finish == last)?.0.src / 16;
            Some((last, from, flows.len() / self.params.flows() as usize))
        };
        let ((a, district, n), (b, ..)) = (end(2)?, end(3)?);
        let times = [self.claim.time("a"), self.claim.time("b")] == [a, b] && a.max(b) <= self.claim.t;
        let counts = [self.claim.count("n"), self.claim.count("districts")] == [n, 16];
        Some(times && counts && self.claim.index("k") == district as usize)
    }

    fn ratio(&self) -> f64 {
        self.end(0).0 as f64 / self.end(1).0 as f64
    }

    fn size(&self) -> bool {
        self.claim.bytes("bytes") == parcel(self.params)
    }

    /// The one that goes elsewhere or is in a hurry, and its door.
    fn names(&self) -> bool {
        let door = if self.params.load == Load::Classes { 9 } else { 16 };
        self.claim.int("one") == 8 && self.claim.int("other") == door
    }

    fn happened(&self, at: Time) -> bool {
        self.claim.time("time") == at && at <= self.claim.t
    }

    /// When each flow of a run was there; with one flow a parcel these are the parcels.
    fn finishes(&self, run: usize) -> Vec<Time> {
        let report = self.claim.world.show.runs[run].packets.as_deref().expect("a report");
        let pairs = self.params.flows() as usize;
        (0..8).map(|at| (0..pairs).map(|of| report.flows[of * 8 + at].finish).max().expect("a flow")).collect()
    }

    /// How many parcels of a run are there by now.
    fn arrived(&self, run: usize) -> usize {
        self.finishes(run).iter().filter(|&&at| at <= self.claim.t).count()
    }

    fn parcels(&self) -> Option<bool> {
        let (claim, [first, _]) = (self.claim, &self.towns);
        let spread = || {
            let flows = self.params.flows() as usize * 8;
            let counted = claim.line.key == key::ETHERNET_BEAT_HASH
                || claim.line.key == key::ETHERNET_BEAT_FLOWLET
                || claim.line.key == key::ETHERNET_BEAT_EVEN
                || claim.count("flows") == flows;
            claim.count("used") == first.used() && self.alike("times", first.crowding()) && counted
        };
        Some(match claim.line.key {
            key::ETHERNET_BEAT_START | key::ETHERNET_BEAT_ALONE_START => {
                claim.int("n") == 8 && claim.int("streets") == 4 && self.size()
            }
            key::ETHERNET_XRAY_START | key::ETHERNET_XRAY_START_RAILWAY => {
                let is_railway = claim.line.key == key::ETHERNET_XRAY_START_RAILWAY;
                let has_room = !is_railway || claim.bytes("room") == Bytes::kib(128) && first.report.pauses.is_empty();
                let rates = [claim.int("card"), claim.int("street")];
                has_room
                    && is_railway == (self.params.choice == Choice::Railway)
                    && claim.text("chip") == chip(self.params.choice).name
                    && rates == [CARD_GBIT, STREET_GBIT].map(i64::from)
                    && claim.int("streets") == 4
                    && claim.int("mtu") == 4096
            }
            key::ETHERNET_BEAT_ALONE | key::ETHERNET_XRAY_ALONE => {
                claim.count("n") == self.arrived(0) && claim.int("all") == 8 && self.alike("times", first.crowding())
            }
            key::ETHERNET_BEAT_ALONE_END | key::ETHERNET_XRAY_ALONE_END => {
                self.happened(self.end(0)) && claim.int("all") == 8 && claim.count("used") == first.used()
            }
            key::ETHERNET_BEAT_TOWNS_START => claim.int("n") == 8 && claim.world.show.runs.len() == 3,
            key::ETHERNET_BEAT_TOWNS | key::ETHERNET_XRAY_TOWNS => {
                [claim.count("a"), claim.count("b"), claim.count("c")] == [0, 1, 2].map(|run| self.arrived(run))
            }
            key::ETHERNET_BEAT_TOWNS_END | key::ETHERNET_XRAY_TOWNS_END => {
                let ends = [0, 1, 2].map(|run| self.finishes(run).into_iter().max().expect("parcels"));
                [claim.time("a"), claim.time("b"), claim.time("c")] == ends && ends.iter().all(|&end| end <= claim.t)
            }
            key::ETHERNET_BEAT_HASH | key::ETHERNET_XRAY_HASH => {
                matches!(self.params.choice, Choice::Hash | Choice::Parts) && spread()
            }
            key::ETHERNET_BEAT_FLOWLET | key::ETHERNET_XRAY_FLOWLET => {
                self.params.choice == Choice::Flowlet && spread()
            }
            key::ETHERNET_BEAT_EVEN | key::ETHERNET_XRAY_EVEN => !self.params.choice.is_drawn() && spread(),
            key::ETHERNET_BEAT_QUEUE | key::ETHERNET_BEAT_QUEUE_EMPTY | key::ETHERNET_XRAY_QUEUE => {
                let at = claim.time("time");
                let is_empty =
                    claim.line.key != key::ETHERNET_BEAT_QUEUE_EMPTY || claim.count("empty") == 4 - first.used();
                claim.bytes("bytes") == Bytes(first.longest(at)) && at <= claim.t && is_empty
            }
            key::ETHERNET_BEAT_STOP | key::ETHERNET_XRAY_STOP => {
                let (at, joins) = first.first_pause(|joins| matches!(joins, Joins::Kitchen(_)))?;
                self.happened(at) && joins == Joins::Kitchen(claim.index("k") as u32)
            }
            key::ETHERNET_BEAT_BELOW | key::ETHERNET_XRAY_BELOW => {
                let n = self.came(0).iter().filter(|&&at| at <= claim.t).count();
                self.happened(self.end(1)) && claim.int("all") == 8 && claim.count("n") == n
            }
            key::ETHERNET_BEAT_BEHIND | key::ETHERNET_XRAY_BEHIND => {
                let times = claim.t.0 as f64 / self.end(1).0 as f64;
                let ratio = claim.number("ratio");
                ratio <= times + 1e-9
                    && times < ratio + 0.1
                    && (claim.percent("share") * first.crowding() - 1.0).abs() < 1e-9
            }
            key::ETHERNET_BEAT_END => self.ends() && self.alike("ratio", self.ratio()) && self.ratio() >= 1.1,
            key::ETHERNET_BEAT_END_ALIKE => self.ends() && self.alike("ratio", self.ratio()) && self.ratio() < 1.1,
            key::ETHERNET_BEAT_CITY | key::ETHERNET_XRAY_CITY => self.city()?,
            key::ETHERNET_XRAY_END => self.ends() && self.alike("ratio", self.ratio()),
            _ => return None,
        })
    }

    fn classes(&self) -> Option<bool> {
        let claim = self.claim;
        let [above, below] = [0, 1].map(|run| self.came(run)[7]);
        let hurry = || claim.int("n") == 7 && claim.int("one") == 8;
        let weights = || claim.int("w") == 1;
        // What half the door takes for the parcel, and a little for its way.
        let half = parcel(self.params).0 as f64 * (4096.0 + 82.0) / 4096.0 / (f64::from(CARD_GBIT) / 16.0 * 1e9);
        let is_half = || (0.97..1.03).contains(&(below.as_secs() / half));
        Some(match claim.line.key {
            key::ETHERNET_BEAT_CLASSES => hurry() && claim.int("door") == 9 && self.size(),
            key::ETHERNET_XRAY_CLASSES => claim.int("n") == 7 && claim.int("door") == 9 && weights(),
            // True as long as both queues have something to send.
            key::ETHERNET_BEAT_CLASSES_SHARE => hurry() && is_half() && claim.t < below,
            key::ETHERNET_XRAY_CLASSES_SHARE => hurry() && weights() && is_half() && claim.t < below,
            key::ETHERNET_BEAT_CLASSES_PASSED | key::ETHERNET_XRAY_CLASSES_PASSED => {
                claim.int("one") == 8 && self.happened(below) && claim.t < above
            }
            key::ETHERNET_BEAT_CLASSES_PASSED_BOTH => {
                claim.int("one") == 8 && self.happened(below) && claim.time("later") == above && above <= claim.t
            }
            key::ETHERNET_BEAT_CLASSES_END => self.ends() && (self.ratio() - 1.0).abs() < 0.02,
            key::ETHERNET_BEAT_CLASSES_ENDS => self.ends() && (self.ratio() - 1.0).abs() >= 0.02,
            key::ETHERNET_XRAY_CLASSES_END => self.ends(),
            _ => return None,
        })
    }

    /// Whether so many parcels are there in each run.
    fn is_there(&self) -> bool {
        let there = |run: usize| self.came(run).iter().filter(|&&at| at <= self.claim.t).count();
        (self.claim.count("a"), self.claim.count("b"), self.claim.count("all")) == (there(0), there(1), 8)
    }

    fn crowd(&self) -> Option<bool> {
        let (claim, [first, _]) = (self.claim, &self.towns);
        let pause = |is: fn(Joins) -> bool| first.first_pause(is).is_some_and(|(at, _)| self.happened(at));
        let [above, below] = [0, 1].map(|run| self.came(run)[7]);
        Some(match claim.line.key {
            key::ETHERNET_BEAT_CROWD | key::ETHERNET_BEAT_CROWD_RAILWAY => {
                (claim.line.key == key::ETHERNET_BEAT_CROWD_RAILWAY) == (self.params.choice == Choice::Railway)
                    && claim.int("n") == 7
                    && claim.int("door") == 9
                    && self.names()
                    && self.size()
            }
            key::ETHERNET_BEAT_BACK_1 | key::ETHERNET_XRAY_BACK_1 => pause(|joins| matches!(joins, Joins::OutOf(_))),
            key::ETHERNET_BEAT_BACK_2 | key::ETHERNET_XRAY_BACK_2 => pause(|joins| matches!(joins, Joins::Into(_))),
            key::ETHERNET_BEAT_BACK_3 | key::ETHERNET_XRAY_BACK_3 => pause(|joins| matches!(joins, Joins::Kitchen(_))),
            key::ETHERNET_BEAT_PASSED | key::ETHERNET_XRAY_PASSED => {
                self.names() && self.happened(below) && claim.t < above
            }
            key::ETHERNET_BEAT_PASSED_BOTH | key::ETHERNET_XRAY_PASSED_BOTH => {
                self.names() && self.happened(below) && claim.time("later") == above && above <= claim.t
            }
            key::ETHERNET_BEAT_LATE | key::ETHERNET_XRAY_LATE => {
                // Alone it takes its bytes at the card's rate, and the way of a packet.
                let wire = parcel(self.params).0 as f64 * (4096.0 + 82.0) / 4096.0 / (f64::from(CARD_GBIT) / 8.0 * 1e9);
                let alone = claim.time("alone").as_secs();
                let is_alone = alone > wire && alone < wire + 5e-6;
                let names = claim.int("one") == 8 && (claim.line.key == key::ETHERNET_BEAT_LATE || self.names());
                names && self.happened(above) && is_alone && self.alike("times", above.as_secs() / alone)
            }
            key::ETHERNET_BEAT_CROWD_END | key::ETHERNET_BEAT_CROWD_END_SLOW | key::ETHERNET_XRAY_CROWD_END => {
                let slow = 1.0 / self.ratio() >= 1.1;
                let is_so = match claim.line.key {
                    key::ETHERNET_BEAT_CROWD_END => !slow,
                    key::ETHERNET_BEAT_CROWD_END_SLOW => slow,
                    _ => true,
                };
                self.ends() && claim.int("door") == 9 && is_so
            }
            _ => return None,
        })
    }
}

/// How streets are chosen that go by that name.
fn named(key: Key) -> Option<Choice> {
    Some(match key {
        key::CHOICE_HASH => Choice::Hash,
        key::CHOICE_FLOWLET => Choice::Flowlet,
        key::CHOICE_SPRAY => Choice::Spray,
        key::CHOICE_ADAPTIVE => Choice::Adaptive,
        key::CHOICE_RAILWAY => Choice::Railway,
        key::CHOICE_PARTS => Choice::Parts,
        _ => return None,
    })
}

pub(super) fn judge(claim: Claim<'_>) -> Option<bool> {
    if let Some(choice) = named(claim.line.key) {
        return Some(choice == Params::of(&claim.world.show.scenario).choice);
    }
    let bench = Bench::new(claim);
    if let key::ETHERNET_BEAT_NOW | key::ETHERNET_XRAY_NOW = claim.line.key {
        return Some(bench.is_there());
    }
    match bench.params.load {
        Load::Parcels => bench.parcels(),
        Load::Crowd => bench.crowd().or_else(|| bench.parcels()),
        Load::Classes => bench.classes().or_else(|| bench.crowd()),
    }
}
