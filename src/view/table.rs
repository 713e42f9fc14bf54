//! The trace as a table: who did what, when. A page of rows at a time, so that a long run stays light.

use std::rc::Rc;

use kitchen_core::show::Show;
use kitchen_core::sim::task::TaskId;
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
    page: usize,
    dialog: NodeRef,
}

impl Component for Table {
    type Message = Message;
    type Properties = Props;

    fn create(ctx: &Context<Table>) -> Table {
        Table { rows: rows(&ctx.props().show.0), page: 0, dialog: NodeRef::default() }
    }

    fn changed(&mut self, ctx: &Context<Table>, old: &Props) -> bool {
        if ctx.props().show != old.show {
            self.rows = rows(&ctx.props().show.0);
            self.page = 0;
        }
        true
    }

    fn update(&mut self, _ctx: &Context<Table>, message: Message) -> bool {
        match message {
            Message::Page(page) => self.page = page.min(self.rows.len().saturating_sub(1) / ROWS),
            Message::Close => {
                if let Some(dialog) = self.dialog.cast::<HtmlDialogElement>() {
                    dialog.close();
                }
            }
        }
        true
    }

    fn view(&self, ctx: &Context<Table>) -> Html {
        let Props { lang, show, on_close } = ctx.props();
        let lang = *lang;
        let first = self.page * ROWS;
        let shown = &self.rows[first.min(self.rows.len())..(first + ROWS).min(self.rows.len())];
        let range = Line::new(key::SHELL_TABLE_ROWS)
            .int("first", (first + 1).min(self.rows.len()) as i64)
            .int("last", (first + shown.len()) as i64)
            .int("total", self.rows.len() as i64);
        let turn = |name: Key, page: Option<usize>| {
            let onclick = ctx.link().callback(move |_: MouseEvent| Message::Page(page.unwrap_or(0)));
            html! { <button type="button" class="button" disabled={page.is_none()} {onclick}>{tr(lang, name)}</button> }
        };
        let next = (first + ROWS < self.rows.len()).then_some(self.page + 1);
        let columns = [
            key::SHELL_TABLE_START,
            key::SHELL_TABLE_END,
            key::SHELL_TABLE_DURATION,
            key::SHELL_TABLE_WHO,
            key::SHELL_TABLE_TASK,
            key::SHELL_TABLE_MICRO_BATCH,
        ];
        let several = show.0.runs.len() > 1;
        html! {
            <dialog class="dialog wide" ref={self.dialog.clone()} aria-labelledby="table-title" onclose={on_close.reform(|_: Event| ())}>
                <h2 id="table-title">{tr(lang, key::SHELL_TABLE_TITLE)}</h2>
                <div class="table-scroll" tabindex="0" role="group" aria-labelledby="table-title">
                    <table class="trace" data-testid="trace-table">
                        <thead><tr>
                            if several { <th scope="col">{tr(lang, key::SHELL_TABLE_RUN)}</th> }
                            {for columns.iter().map(|&column| html! { <th scope="col">{tr(lang, column)}</th> })}
                        </tr></thead>
                        <tbody>{for shown.iter().map(|&(run, task)| row(lang, &show.0, run, task, several))}</tbody>
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

fn row(lang: Lang, show: &Show, index: usize, task: TaskId, several: bool) -> Html {
    let run = &show.runs[index];
    let (start, end) = words::span(run, task).unwrap_or_default();
    let time = |time: Time| {
        let mut text = String::new();
        format::push_time(&mut text, time);
        text
    };
    let system = || topology::system(run.topology.system).map_or(run.topology.system, |system| tr(lang, system.name));
    html! {
        <tr>
            if several { <td>{system()}</td> }
            <td>{time(start)}</td>
            <td>{time(end)}</td>
            <td>{time(end.saturating_sub(start))}</td>
            <td>{words::who(run, task).map(|who| who.say(lang))}</td>
            <td>{tr(lang, words::what(run.graph.labels[task as usize].kind))}</td>
            <td>{words::bowl(run, task).map_or_else(|| tr(lang, key::SHELL_TABLE_EMPTY).to_owned(), |n| n.to_string())}</td>
        </tr>
    }
}
