//! What the raced purchases cost and draw: as published, or as the reader wrote; and what that comes to in a whole training.

use kitchen_core::topology::ClusterSpec;
use kitchen_text::{Lang, Line, Number, format, key, msg};

use crate::bills::{self, Bill, Range};
use crate::brought::{Cell, Input, Typed};
use crate::chapters::lab::race::Row;
use crate::scenario::Scenario;

/// Tokens of a training where the reader says nothing: those of Llama 3, in trillions.
const TRAINING: f64 = 15.0;
const TRAININGS: std::ops::RangeInclusive<f64> = 0.001..=1_000.0;

/// From so many times as fast on, the price of a percent is told.
const WORTH: f64 = 1.01;

/// What all rows have in common.
pub(super) struct Bills<'a> {
    scenario: &'a Scenario,
    today: &'a Row,
    typed: &'a Typed,
    lang: Lang,
}

impl<'a> Bills<'a> {
    pub(super) fn of(scenario: &'a Scenario, today: &'a Row, typed: &'a Typed, lang: Lang) -> Bills<'a> {
        Bills { scenario, today, typed, lang }
    }

    /// Today's cluster and that of a row.
    fn grounds(&self, row: &Row) -> Option<[ClusterSpec; 2]> {
        Some([self.today.own()?.ground(), row.own()?.ground()])
    }

    /// Trillions of tokens, and whether what was typed is one.
    fn trillions(&self) -> (f64, bool) {
        let Some(text) = self.typed.training.as_deref().filter(|text| !text.trim().is_empty()) else {
            return (TRAINING, true);
        };
        let plain: String = text.trim().chars().filter(|c| *c != ',').collect();
        let number = plain.parse::<f64>().ok().filter(|tokens| TRAININGS.contains(tokens));
        number.map_or((TRAINING, false), |tokens| (tokens, true))
    }

    /// The field of the whole training.
    pub(super) fn training(&self) -> Input {
        let (trillions, is_right) = self.trillions();
        let mut value = self.typed.training.clone().unwrap_or_default();
        if value.is_empty() {
            format::push_number(&mut value, trillions, 0);
        }
        Input {
            place: 0,
            name: Line::new(key::OWN_TRAINING).say(self.lang),
            value,
            wrong: (!is_right).then(|| Line::new(key::OWN_TRAINING_WRONG).say(self.lang)),
        }
    }

    /// What was published of a purchase's price.
    fn published(&self, row: &Row) -> Option<Range> {
        let [now, then] = self.grounds(row)?;
        bills::price(&now, &then)
    }

    /// What was written of its price, where anything was.
    fn written(&self, row: &Row) -> Option<&str> {
        self.typed.price(row.place()).filter(|text| !text.trim().is_empty())
    }

    /// A purchase's price: as it was written, or else as it was published.
    pub(super) fn price(&self, row: &Row) -> Option<Range> {
        let written = self.written(row).and_then(bills::parsed).map(|range| range.map(f64::from));
        written.or_else(|| self.published(row))
    }

    /// The cell of its price, and that of the whole training.
    pub(super) fn cells(&self, row: &Row) -> [Cell; 2] {
        let (typed, price) = (self.written(row), self.price(row));
        let (trillions, _) = self.trillions();
        let tokens = [trillions * 1e12, self.today.own().map_or(1.0, |own| own.tokens() as f64)];
        let power = self.grounds(row).and_then(|[_, then]| bills::power(&then));
        let bill = Bill::of([price, power], tokens, [row.before.as_secs(), row.step.as_secs()]);
        let say = |line: Line| line.say(self.lang);
        let mut cost = Cell::default();
        if !row.is_today() {
            let wrong =
                typed.is_some_and(|text| bills::parsed(text).is_none()).then(|| say(Line::new(key::OWN_PRICE_WRONG)));
            let buy = row.name(self.scenario).into();
            let value = typed.map_or_else(|| price.map(|range| written(range, 0)).unwrap_or_default(), str::to_owned);
            cost.input = Some(Input { place: row.place(), name: say(msg::OwnPriceOf { buy }.into()), value, wrong });
            // Where next to nothing is gained, what a percent of it costs says nothing.
            let is_gain = row.before.0 as f64 >= row.step.0 as f64 * WORTH;
            let each = bill.per_percent.filter(|range| is_gain && range[1] > 0.0);
            cost.lines = each
                .map(|range| say(msg::OwnPerPercent { range: written(range, 0).into() }.into()))
                .into_iter()
                .collect();
        }
        let mut lines = vec![say(msg::OwnDays { all: Number(bill.days[1], 1) }.into())];
        lines.extend(
            bill.power.map(|watts| say(msg::OwnPower { range: written(watts.map(|end| end / 1e3), 1).into() }.into())),
        );
        lines.extend(bill.energy_mwh.map(|energy| say(msg::OwnEnergy { range: written(energy, 0).into() }.into())));
        [cost, Cell { input: None, lines }]
    }

    /// Where prices come from, and what power is.
    pub(super) fn note(&self, rows: &[&Row]) -> Line {
        let mut sources: Vec<&str> = Vec::new();
        for row in rows.iter().filter(|row| !row.is_today()) {
            let Some([now, then]) = self.grounds(row) else { continue };
            let is_free = |range: Range| range[1] == 0.0;
            if self.typed.price(row.place()).is_some() || self.published(row).is_none_or(is_free) {
                continue;
            }
            let of_server = bills::server(then.system.id).map_or("", |server| server.price_source);
            let is_network = now.system.id == then.system.id && now.nodes == then.nodes;
            let source = if is_network { bills::NETWORK_SOURCE } else { of_server };
            if !source.is_empty() && !sources.contains(&source) {
                sources.push(source);
            }
        }
        if sources.is_empty() {
            Line::new(key::OWN_BILL_NONE)
        } else {
            msg::OwnBillNote { sources: sources.join("; ").into() }.into()
        }
    }
}

/// A range, or one number where its ends are alike.
pub(super) fn written([low, high]: Range, digits: u8) -> String {
    let mut out = String::new();
    format::push_number(&mut out, low, digits);
    if high > low {
        out.push('–');
        format::push_number(&mut out, high, digits);
    }
    out
}
