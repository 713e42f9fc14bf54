//! The trace as a table: who did what, when, or what each link carried. A page of rows at a time, so that a long run
//! stays light.

use std::rc::Rc;

use kitchen_core::run::Run;
use kitchen_core::sim::task::TaskId;
use kitchen_core::topology;
use kitchen_core::units::Time;
use kitchen_story::scene::gantt::{self, Chart, Tell};
use kitchen_story::sentences::Named as _;
use kitchen_story::show::Show;
use kitchen_story::story::Layer;
use kitchen_text::{Key, Lang, Line, format, key, msg, tr};
use web_sys::HtmlDialogElement;
use yew::prelude::*;

use super::player::Handle;
use super::playing::SteppedDrop;
use super::words;

const ROWS: usize = 100;

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    pub lang: Lang,
    pub layer: Layer,
    /// Its timeline says what the rows are of.
    pub player: Handle,
    /// Compared by address: a run never changes.
    pub show: Shared,
    pub on_close: Callback<()>,
}

/// A show that equals only itself.
#[derive(Clone)]
pub struct Shared(pub Rc<SteppedDrop>);

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
    /// Start, run and task; those of the page are in order.
    rows: Vec<(Time, usize, TaskId)>,
    /// Those that say something of the rows.
    columns: Vec<Column>,
    /// What the links carry: a row for each span, link after link.
    links: Option<Rc<Chart>>,
    page: usize,
    dialog: NodeRef,
}

impl Component for Table {
    type Message = Message;
    type Properties = Props;

    fn create(ctx: &Context<Table>) -> Table {
        let mut table =
            Table { rows: Vec::new(), columns: Vec::new(), links: None, page: 0, dialog: NodeRef::default() };
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
            Message::Page(page) => {
                self.page = page.min(self.len().saturating_sub(1) / ROWS);
                self.arrange();
            }
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
        let range = Line::from(msg::ShellTableRows {
            first: (first + 1).min(all) as i64,
            last: last as i64,
            total: all as i64,
        });
        let turn = |name: Key, page: Option<usize>| {
            let onclick = ctx.link().batch_callback(move |_: MouseEvent| page.map(Message::Page));
            html! { <button type="button" class="button" aria-disabled={page.is_none().then_some("true")} {onclick}>{tr(lang, name)}</button> }
        };
        let next = (last < all).then_some(self.page + 1);
        let title = if self.links.is_some() { key::SHELL_TABLE_LINKS } else { key::SHELL_TABLE_TITLE };
        let heads: Vec<Key> = match self.links {
            Some(_) => gantt::COLUMNS.to_vec(),
            None => self.columns.iter().map(|column| column.name(&show.0)).collect(),
        };
        let empty = tr(lang, key::SHELL_TABLE_EMPTY);
        let cells = (first..last).map(|at| -> Vec<String> {
            match &self.links {
                Some(chart) => {
                    let told = chart.tell(&show.0, Tell::Row(at), *layer);
                    told.iter().map(|line| line.say(lang)).collect()
                }
                None => {
                    let (_, run, task) = self.rows[at];
                    let cell = |column: &Column| column.cell((lang, *layer), &show.0, (run, task));
                    self.columns.iter().map(|column| cell(column).unwrap_or_else(|| empty.to_owned())).collect()
                }
            }
        });
        let body = cells.map(|cells| html! { <tr>{for cells.into_iter().map(|cell| html! { <td>{cell}</td> })}</tr> });
        html! {
            <dialog class="dialog wide" ref={self.dialog.clone()} aria-labelledby="table-title" onclose={on_close.reform(|_: Event| ())}>
                <h2 id="table-title">{tr(lang, title)}</h2>
                <div class="table-scroll" tabindex="0" role="group" aria-labelledby="table-title">
                    <table class="trace" data-testid="trace-table">
                        <thead><tr>
                            {for heads.iter().map(|&column| html! { <th scope="col">{tr(lang, column)}</th> })}
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
        let Props { show, player, .. } = ctx.props();
        (self.rows, self.page) = (Vec::new(), 0);
        self.links = player.with_timeline(|timeline, _| timeline.links()).flatten();
        if self.links.is_none() {
            self.rows = rows(&show.0);
            self.arrange();
            self.columns = Column::ALL.into_iter().filter(|column| column.is_used(&show.0, &self.rows)).collect();
        }
    }

    /// Puts the page's rows into their places, by start; of equal starts the earlier run and task first. All rows of a large
    /// run, of which there are hundreds of thousands, would take too long to sort.
    fn arrange(&mut self) {
        let first = self.page * ROWS;
        if first >= self.rows.len() {
            return;
        }
        kitchen_core::order::select(&mut self.rows, first);
        let page = &mut self.rows[first..];
        if page.len() > ROWS {
            kitchen_core::order::select(page, ROWS);
        }
        let len = page.len().min(ROWS);
        kitchen_core::order::sort(&mut page[..len]);
    }

    fn len(&self) -> usize {
        self.links.as_ref().map_or(self.rows.len(), |chart| chart.spans.len())
    }
}

/// A column of the table of tasks. One in which no task has anything is left out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    Run,
    Start,
    End,
    Duration,
    Who,
    Task,
    Bowl,
    Chunk,
    Bytes,
}

impl Column {
    const ALL: [Column; 9] = [
        Column::Run,
        Column::Start,
        Column::End,
        Column::Duration,
        Column::Who,
        Column::Task,
        Column::Bowl,
        Column::Chunk,
        Column::Bytes,
    ];

    fn name(self, show: &Show) -> Key {
        match self {
            Column::Run => key::SHELL_TABLE_RUN,
            Column::Start => key::SHELL_TABLE_START,
            Column::End => key::SHELL_TABLE_END,
            Column::Duration => key::SHELL_TABLE_DURATION,
            Column::Who => key::SHELL_TABLE_WHO,
            Column::Task => key::SHELL_TABLE_TASK,
            Column::Bowl if show.runs.first().is_some_and(words::in_bundles) => key::SHELL_TABLE_BUNDLE,
            Column::Bowl => key::SHELL_TABLE_MICRO_BATCH,
            Column::Chunk => key::SHELL_TABLE_CHUNK,
            Column::Bytes => key::SHELL_TABLE_BYTES,
        }
    }

    /// Whether it says anything of some of the rows.
    fn is_used(self, show: &Show, rows: &[(Time, usize, TaskId)]) -> bool {
        let any = |has: fn(&Run, TaskId) -> bool| rows.iter().any(|&(_, run, task)| has(&show.runs[run], task));
        match self {
            Column::Run => show.runs.len() > 1,
            Column::Bowl => any(|run, task| words::bowl(run, task).is_some()),
            Column::Chunk => any(|run, task| words::chunks(run, task).is_some()),
            Column::Bytes => any(|run, task| words::bytes(run, task).is_some_and(|bytes| bytes.0 > 0)),
            Column::Start | Column::End | Column::Duration | Column::Who | Column::Task => true,
        }
    }

    fn cell(self, (lang, layer): (Lang, Layer), show: &Show, (run, task): (usize, TaskId)) -> Option<String> {
        let run = show.runs.get(run)?;
        let (start, end) = words::span(run, task).unwrap_or_default();
        Some(match self {
            Column::Run => topology::system(run.topology.system)
                .map_or(run.topology.system, |system| tr(lang, system.name()))
                .to_owned(),
            Column::Start => format::time(start),
            Column::End => format::time(end),
            Column::Duration => format::time(end.saturating_sub(start)),
            Column::Who => words::who(&show.scenario, run, task, layer)?.say(lang),
            Column::Task => tr(lang, words::what(&show.scenario, run.graph.labels[task as usize].kind)).to_owned(),
            Column::Bowl => words::bowl(run, task)?.to_string(),
            Column::Chunk => match words::chunks(run, task)? {
                (first, last) if first == last => first.to_string(),
                (first, last) => format!("{first}–{last}"),
            },
            Column::Bytes => {
                let mut text = String::new();
                format::push_bytes(&mut text, words::bytes(run, task)?);
                text
            }
        })
    }
}

/// Every task that somebody does, with its start and its run.
fn rows(show: &Show) -> Vec<(Time, usize, TaskId)> {
    let mut rows = Vec::new();
    for (at, run) in show.runs.iter().enumerate() {
        let tasks = (0..run.graph.len() as TaskId).filter(|&task| words::is_somebodys(run, task));
        rows.extend(tasks.filter_map(|task| Some((words::span(run, task)?.0, at, task))));
    }
    rows
}
