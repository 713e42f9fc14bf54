//! What purchases cost and draw, as they are told: by flags, in a file, else as far as it was published.

use std::path::Path;

use kitchen_core::topology::ClusterSpec;
use kitchen_core::workload::purchases::Purchase;
use kitchen_story::bills::{self, Bill, Range};
use kitchen_story::scenario::raw::quote;
use kitchen_text::{Line, key, msg};

use super::batch;
use crate::say::{self, Failure};

/// The largest file of prices.
const MOST_BYTES: u64 = 1 << 20;
/// The most tokens of a training.
const MOST_TOKENS: u64 = 1 << 50;
/// What the cluster draws that there is, among the names of purchases.
const NOW: &str = "now";
/// The columns of a file of prices; the source is for people.
const COLUMNS: [&str; 6] = ["purchase", "price_low", "price_high", "power_low_w", "power_high_w", "source"];

/// What is told of a purchase; the source of either.
#[derive(Clone, Debug, Default)]
struct Told {
    price: Option<Range>,
    power: Option<Range>,
    source: String,
}

/// All that is told, by purchase, and the tokens of a training.
#[derive(Debug, Default)]
pub(super) struct Bills {
    told: Vec<(&'static str, Told)>,
    tokens: Option<f64>,
}

/// What one purchase comes to.
pub(super) struct Billed {
    pub(super) bill: Bill,
    pub(super) sources: Vec<String>,
}

fn names() -> impl Iterator<Item = &'static str> {
    Purchase::ALL.into_iter().map(Purchase::id).chain([NOW])
}

fn range(low: &str, high: &str) -> Option<Range> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|value| (0.0..=1e15).contains(value));
    number(low).zip(number(high)).filter(|(low, high)| low <= high).map(|(low, high)| [low, high])
}

impl Bills {
    /// `asked`: prices and powers as `NAME=LOW-HIGH`; what is typed goes before what is in the file.
    ///
    /// # Errors
    /// One of them cannot be read.
    pub(super) fn of(asked: [&[String]; 2], file: Option<&Path>, tokens: Option<&str>) -> Result<Bills, Failure> {
        let mut all = Bills::default();
        if let Some(path) = file {
            all.read(path)?;
        }
        for (place, texts) in asked.into_iter().enumerate() {
            for text in texts {
                let (name, asked) = typed(["--price", "--power"][place], text)?;
                let told = all.place(name);
                *[&mut told.price, &mut told.power][place] = Some(asked);
            }
        }
        if let Some(text) = tokens {
            let wrong = || Failure::new("--train-tokens", msg::PlanTokensWrong { value: quote(text).into() }.into());
            all.tokens = Some(batch::tokens(text, MOST_TOKENS).ok_or_else(wrong)? as f64);
        }
        Ok(all)
    }

    fn place(&mut self, name: &'static str) -> &mut Told {
        let place = self.told.iter().position(|one| one.0 == name).unwrap_or_else(|| {
            self.told.push((name, Told::default()));
            self.told.len() - 1
        });
        &mut self.told[place].1
    }

    fn read(&mut self, path: &Path) -> Result<(), Failure> {
        let about = |line: Line| Failure::new(path.display().to_string(), line);
        let bytes = say::file(path, MOST_BYTES, Line::new(key::PLAN_PRICES_LONG))?;
        let columns = || about(msg::PlanPricesColumns { list: COLUMNS.join(",").into() }.into());
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(bytes.as_slice());
        let head = reader.headers().map_err(|_| columns())?.clone();
        if !head.iter().eq(COLUMNS) {
            return Err(columns());
        }
        for (at, record) in reader.records().enumerate() {
            let wrong = || about(msg::PlanPricesLine { line: (at as i64) + 2 }.into());
            let record = record.map_err(|_| wrong())?;
            let cell = |place: usize| record.get(place).unwrap_or_default();
            let name = names().find(|name| *name == cell(0)).ok_or_else(wrong)?;
            let both = |place: usize| match [cell(place), cell(place + 1)] {
                ["", ""] => Ok(None),
                [low, high] => range(low, high).map(Some).ok_or_else(wrong),
            };
            let (price, power) = (both(1)?, both(3)?);
            *self.place(name) = Told { price, power, source: cell(5).to_owned() };
        }
        Ok(())
    }

    fn told(&self, name: &str) -> Told {
        self.told.iter().find(|one| one.0 == name).map(|one| one.1.clone()).unwrap_or_default()
    }

    /// Tokens of a training, where they are asked for.
    pub(super) fn tokens(&self) -> Option<f64> {
        self.tokens
    }

    /// What a purchase comes to; `steps` in seconds, before and after.
    pub(super) fn billed(&self, what: &str, specs: [&ClusterSpec; 2], step_tokens: f64, steps: [f64; 2]) -> Billed {
        let (told, now) = (self.told(what), self.told(NOW));
        let [before, after] = specs;
        let mut sources = vec![told.source.clone()];
        let is_told = told.price.is_some();
        let price = told.price.or_else(|| bills::price(before, after));
        let server = bills::server(after.system.id);
        if price.is_some() && !is_told && what != Purchase::Plan.id() {
            let own = server.map_or("", |server| server.price_source);
            sources.push(if what == Purchase::Network.id() { bills::NETWORK_SOURCE } else { own }.to_owned());
        }
        // What is told of a purchase's power is what it draws more than what there is.
        let base = now.power.or_else(|| bills::power(before));
        let power = match (told.power, base) {
            (Some([low, high]), Some(base)) => Some([base[0] + low, base[1] + high]),
            (Some(_), None) => None,
            (None, Some(base)) if before.system == after.system && before.nodes == after.nodes => Some(base),
            (None, _) if now.power.is_some() => None,
            (None, _) => bills::power(after),
        };
        if power.is_some() && told.power.is_none() && now.power.is_none() {
            sources.extend(server.map(|server| server.power_source.to_owned()));
        }
        sources.retain(|source| !source.is_empty());
        let tokens = [self.tokens.unwrap_or(step_tokens), step_tokens];
        Billed { bill: Bill::of([price, power], tokens, steps), sources }
    }
}

/// `NAME=LOW-HIGH`, or one number.
fn typed(flag: &'static str, text: &str) -> Result<(&'static str, Range), Failure> {
    let wrong = || {
        let list = names().collect::<Vec<_>>().join(", ");
        Failure::new(flag, msg::PlanPriceWrong { value: quote(text).into(), list: list.into() }.into())
    };
    let (name, asked) = text.split_once('=').ok_or_else(wrong)?;
    let (low, high) = asked.split_once('-').unwrap_or((asked, asked));
    let name = names().find(|known| *known == name).filter(|name| flag != "--price" || *name != NOW);
    Ok((name.ok_or_else(wrong)?, range(low, high).ok_or_else(wrong)?))
}
