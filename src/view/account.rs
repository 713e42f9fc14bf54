//! Where the time of runs went: bars on one scale, and a table of the same that can be added up.

use kitchen_core::units::Time;
use kitchen_story::story::Layer;
use kitchen_story::story::account::{Account, Entry, Sheet, Unit, Use};
use kitchen_text::{Lang, Line, format};
use yew::prelude::*;

use crate::web::dom::css_number;

/// Of a use: what the style sheet calls it.
const fn of(entry: &Entry) -> &'static str {
    match entry.of {
        Use::Work => "work",
        Use::Again => "again",
        Use::Update => "update",
        Use::Inside => "inside",
        Use::Meeting => "meeting",
        Use::Relay => "relay",
        Use::Host => "host",
    }
}

pub fn account(lang: Lang, layer: Layer, account: &Account) -> Html {
    let Sheet { heads, rows, all } = &account.sheets[layer as usize];
    let longest = all.times.iter().max().map_or(1, |time| time.0.max(1)) as f64;
    let part = |run: usize, at: usize, row: &Entry| {
        let share = row.times[run].0 as f64 / longest * 100.0;
        // What is too narrow for its number is found by its place.
        let number = (share >= 4.0).then(|| html! { <b>{at + 1}</b> });
        html! { <i data-of={of(row)} ~style={["width:", &css_number(share), "%"].concat()}>{number}</i> }
    };
    let bar = |(run, (time, (name, _))): (usize, (&Time, &(Line, Unit)))| {
        html! {
            <div class="account-run">
                {name.say(lang)}{" "}<b>{format::time(*time)}</b>
                <div class="account-bar" aria-hidden="true">{for rows.iter().enumerate().map(|(at, row)| part(run, at, row))}</div>
            </div>
        }
    };
    let columns = heads.len().to_string();
    // A row's name has a line of its own: beside the stage there is little room.
    let named = |swatch: Html, row: &Entry| {
        html! {
            <tbody>
                <tr><th scope="rowgroup" colspan={columns.clone()}>{swatch}{row.name.say(lang)}</th></tr>
                <tr>{for row.cells.iter().map(|cell| html! { <td>{cell}</td> })}</tr>
            </tbody>
        }
    };
    let row =
        |(at, row): (usize, &Entry)| named(html! { <i data-of={of(row)} aria-hidden="true"><b>{at + 1}</b></i> }, row);
    html! {
        <figure class="account" data-testid="account">
            <figcaption><b>{account.title.say(lang)}</b>{account.note.say(lang)}</figcaption>
            {for all.times.iter().zip(heads).enumerate().map(bar)}
            <table>
                <thead><tr>{for heads.iter().map(|(name, unit)| html! { <th scope="col">{name.say(lang)}{" ("}{unit.name()}{")"}</th> })}</tr></thead>
                {for rows.iter().enumerate().map(row)}
                {named(html! {}, all)}
            </table>
        </figure>
    }
}
