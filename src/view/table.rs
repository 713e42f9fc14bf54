//! The trace as a table: who did what, when, or what each link carried. A page of rows at a time, so that a long run
//! stays light.

use std::rc::Rc;

use kitchen_core::scenario::link::Lanes;
use kitchen_core::scene::gantt::{self, Chart, Tell};
use kitchen_core::show::Show;
use kitchen_core::sim::task::TaskId;
use kitchen_core::story::Layer;
use kitchen_core::text::{Key, Lang, Line, format, key, tr};
use kitchen_core::topology;
use kitchen_core::units::Time;
use web_sys::HtmlDialogElement;
use yew::prelude::*;

use super::words;

const ROWS: usize = 100;

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    pub lang: Lang,
    pub layer: Layer,
    /// What the rows are of, as the timeline's lanes.
    pub lanes: Lanes,
    /// Compared by address: a run never changes.
    pub show: Shared,
    pub on_close: Callback<()>,
}

/// A show that equals only itself.
#[derive(Clone)]
pub struct Shared(pub Rc<Show>);

impl PartialEq for Shared {
    fn eq(&self, other: &Shared) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

pub enum Message {
    Page(usize),
    Close,
}

pub struct Table {
    /// Run and task, in order of start.
    rows: Vec<(usize, TaskId)>,
    /// What the links carry: a row for each span, link after link.
    links: Option<Chart>,
    page: usize,
    dialog: NodeRef,
}

impl Component for Table {
    type Message = Message;
    type Properties = Props;

    fn create(ctx: &Context<Table>) -> Table {
        let mut table = Table { rows: Vec::new(), links: None, page: 0, dialog: NodeRef::default() };
        table.fill(ctx);
        table
    }

    fn changed(&mut self, ctx: &Context<Table>, old: &Props) -> bool {
        if ctx.props().show != old.show {
            self.fill(ctx);
        }
        true
    }

    fn update(&mut self, _ctx: &Context<Table>, message: Message) -> bool {
        match message {
            Message::Page(page) => self.page = page.min(self.len().saturating_sub(1) / ROWS),
            Message::Close => {
                if let Some(dialog) = self.dialog.cast::<HtmlDialogElement>() {
                    dialog.close();
                }
            }
        }
        true
    }

    fn view(&self, ctx: &Context<Table>) -> Html {
        let Props { lang, layer, show, on_close, .. } = ctx.props();
        let lang = *lang;
        let all = self.len();
        let first = (self.page * ROWS).min(all);
        let last = (first + ROWS).min(all);
        let range = Line::new(key::SHELL_TABLE_ROWS)
            .int("first", (first + 1).min(all) as i64)
            .int("last", last as i64)
            .int("total", all as i64);
        let turn = |name: Key, page: Option<usize>| {
            let onclick = ctx.link().callback(move |_: MouseEvent| Message::Page(page.unwrap_or(0)));
            html! { <button type="button" class="button" disabled={page.is_none()} {onclick}>{tr(lang, name)}</button> }
        };
        let next = (last < all).then_some(self.page + 1);
        let columns: &[Key] = if self.links.is_some() { &gantt::COLUMNS } else { &COLUMNS };
        let title = if self.links.is_some() { key::SHELL_TABLE_LINKS } else { key::SHELL_TABLE_TITLE };
        let several = show.0.runs.len() > 1 && self.links.is_none();
        let cells = (first..last).map(|at| match &self.links {
            Some(chart) => {
                let told = chart.tell(&show.0, Tell::Row(at), *layer);
                told.iter().map(|line| line.say(lang)).collect()
            }
            None => task_cells(lang, &show.0, self.rows[at], several),
        });
        let body = cells.map(|cells| html! { <tr>{for cells.into_iter().map(|cell| html! { <td>{cell}</td> })}</tr> });
        html! {
            <dialog class="dialog wide" ref={self.dialog.clone()} aria-labelledby="table-title" onclose={on_close.reform(|_: Event| ())}>
                <h2 id="table-title">{tr(lang, title)}</h2>
                <div class="table-scroll" tabindex="0" role="group" aria-labelledby="table-title">
                    <table class="trace" data-testid="trace-table">
                        <thead><tr>
                            if several { <th scope="col">{tr(lang, key::SHELL_TABLE_RUN)}</th> }
                            {for columns.iter().map(|&column| html! { <th scope="col">{tr(lang, column)}</th> })}
                        </tr></thead>
                        <tbody>{for body}</tbody>
                    </table>
                </div>
                <div class="row">
                    {turn(key::SHELL_PREVIOUS_ROWS, self.page.checked_sub(1))}
                    {turn(key::SHELL_NEXT_ROWS, next)}
                    <p role="status">{range.say(lang)}</p>
                    <button type="button" class="button" data-testid="table-close" onclick={ctx.link().callback(|_: MouseEvent| Message::Close)}>
                        {tr(lang, key::SHELL_CLOSE)}
                    </button>
                </div>
            </dialog>
        }
    }

    fn rendered(&mut self, _ctx: &Context<Table>, first: bool) {
        if let Some(dialog) = self.dialog.cast::<HtmlDialogElement>().filter(|_| first)
            && dialog.show_modal().is_err()
        {
            dialog.set_open(true);
        }
    }
}

impl Table {
    /// Makes the rows of a run.
    fn fill(&mut self, ctx: &Context<Table>) {
        let Props { show, lanes, .. } = ctx.props();
        (self.rows, self.links, self.page) = (Vec::new(), None, 0);
        match lanes {
            Lanes::Chefs => self.rows = rows(&show.0),
            Lanes::Links => self.links = Some(Chart::new(&show.0, Lanes::Links)),
        }
    }

    fn len(&self) -> usize {
        self.links.as_ref().map_or(self.rows.len(), |chart| chart.spans.len())
    }
}

const COLUMNS: [Key; 6] = [
    key::SHELL_TABLE_START,
    key::SHELL_TABLE_END,
    key::SHELL_TABLE_DURATION,
    key::SHELL_TABLE_WHO,
    key::SHELL_TABLE_TASK,
    key::SHELL_TABLE_MICRO_BATCH,
];
/// Every task that somebody does, in order of start; of equal starts the earlier run and task first.
fn rows(show: &Show) -> Vec<(usize, TaskId)> {
    let mut rows: Vec<(Time, usize, TaskId)> = Vec::new();
    for (at, run) in show.runs.iter().enumerate() {
        let tasks = 0..run.graph.len() as TaskId;
        rows.extend(
            tasks
                .filter(|&task| words::who(run, task).is_some())
                .filter_map(|task| Some((words::span(run, task)?.0, at, task))),
        );
    }
    kitchen_core::order::sort(&mut rows);
    rows.into_iter().map(|(_, run, task)| (run, task)).collect()
}

fn task_cells(lang: Lang, show: &Show, (index, task): (usize, TaskId), several: bool) -> Vec<String> {
    let run = &show.runs[index];
    let (start, end) = words::span(run, task).unwrap_or_default();
    let system = || topology::system(run.topology.system).map_or(run.topology.system, |system| tr(lang, system.name));
    let mut cells = if several { vec![system().to_owned()] } else { Vec::new() };
    cells.extend([
        format::time(start),
        format::time(end),
        format::time(end.saturating_sub(start)),
        words::who(run, task).map(|who| who.say(lang)).unwrap_or_default(),
        tr(lang, words::what(run.graph.labels[task as usize].kind)).to_owned(),
        words::bowl(run, task).map_or_else(|| tr(lang, key::SHELL_TABLE_EMPTY).to_owned(), |n| n.to_string()),
    ]);
    cells
}
