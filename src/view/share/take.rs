//! What is taken away: the moment as a picture and as a slide, the numbers and the timeline as tables, the trace for Perfetto. Files of
//! the whole run are made in a worker, for a large one has hundreds of thousands of lines.

use std::rc::Rc;

use kitchen_core::order;
use kitchen_core::sim::task::TaskId;
use kitchen_core::units::Time;
use kitchen_story::chapters;
use kitchen_story::scenario::link::{Address, Look};
use kitchen_story::scene::palette::Palette;
use kitchen_story::scene::stage::View;
use kitchen_story::show::Show;
use kitchen_story::staged::Part;
use kitchen_story::story::playhead::Speed;
use kitchen_story::story::{Figure, Layer};
use kitchen_story::taken::csv::Table;
use kitchen_story::taken::slide::{self, Slide};
use kitchen_story::taken::{self, file_name};
use kitchen_text::{Key, Lang, Line, key, msg, tr};
use web_sys::Blob;
use yew::prelude::*;

use super::dialog::passed_on;
use super::{Props, qr};
use crate::view::words;
use crate::web::save;
use crate::web::worker::What;
use crate::web::worker_client::{Came, WorkerClient};

/// The size of the picture in CSS pixels: the same that `kitchen picture` writes of itself.
const PICTURE: [f32; 2] = [1280.0, 800.0];
/// As pixels there are twice as many, for screens and projectors that have them.
const PIXELS: [u32; 2] = [2560, 1600];

/// A file that can be taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    Svg,
    Png,
    Slide,
    Figures,
    Spans,
    Trace,
}

impl File {
    /// What its button is called, by tests and by readers, and what its name ends with.
    const ALL: [(File, &'static str, Key, &'static str); 6] = [
        (File::Svg, "take-svg", key::SHARE_SVG, ".svg"),
        (File::Png, "take-png", key::SHARE_PNG, ".png"),
        (File::Slide, "take-slide", key::SHARE_SLIDE, "-slide.png"),
        (File::Figures, "take-figures", key::SHARE_FIGURES, "-numbers.csv"),
        (File::Spans, "take-spans", key::SHARE_SPANS, "-timeline.csv"),
        (File::Trace, "take-trace", key::SHARE_TRACE, "-perfetto.json"),
    ];

    fn ending(self) -> &'static str {
        File::ALL.iter().find(|(file, ..)| *file == self).map_or("", |(.., ending)| ending)
    }

    const fn kind(self) -> &'static str {
        match self {
            File::Svg => "image/svg+xml",
            File::Png | File::Slide => "image/png",
            File::Figures | File::Spans => "text/csv;charset=utf-8",
            File::Trace => "application/json",
        }
    }
}

pub enum Message {
    Make(File),
    /// A picture was drawn, or could not be.
    Drawn(File, Option<Blob>),
    /// An answer of the worker.
    Came(File, What, Came),
}

/// How far it is with the file that was asked for last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    Making,
    Saved,
    Failed,
}

/// The buttons, and what came of the last press.
#[derive(Default)]
pub struct Take {
    last: Option<(File, How)>,
    worker: WorkerClient,
}

impl Component for Take {
    type Message = Message;
    type Properties = Props;

    fn create(_ctx: &Context<Take>) -> Take {
        Take::default()
    }

    fn update(&mut self, ctx: &Context<Take>, message: Message) -> bool {
        match message {
            Message::Make(file) => {
                self.last = Some((file, How::Making));
                if self.make(ctx, file).is_none() {
                    self.last = Some((file, How::Failed));
                }
            }
            Message::Drawn(file, Some(blob)) => {
                save::blob(&name(ctx, file), &blob);
                self.last = Some((file, How::Saved));
            }
            Message::Came(file, _, Came::Part(Part::Run { bytes, .. })) => self.save(ctx, file, &bytes),
            // That was all, or there is no worker: it is made here.
            Message::Came(file, what, Came::Nothing) if self.last == Some((file, How::Making)) => {
                let Props { player, lang, address, .. } = ctx.props();
                if let Some(playing) = player.playing() {
                    self.save(ctx, file, &super::take::file(what, &playing.show, (*lang, address.look.layer)));
                }
            }
            Message::Came(_, _, Came::Again | Came::Nothing | Came::Part(_)) => return false,
            Message::Drawn(file, None) | Message::Came(file, ..) => self.last = Some((file, How::Failed)),
        }
        true
    }

    fn view(&self, ctx: &Context<Take>) -> Html {
        let Props { lang, address, .. } = ctx.props();
        let lang = *lang;
        if !save::is_allowed() {
            let link = passed_on(address, lang);
            return html! {
                <section class="take" aria-labelledby="take-title">
                    <h3 id="take-title">{tr(lang, key::SHARE_TAKE)}</h3>
                    <p data-testid="take-not">{tr(lang, key::SHARE_TAKE_NOT)}{" "}<a href={link} target="_blank" rel="noopener">{tr(lang, key::SHARE_TAKE_APART)}</a></p>
                </section>
            };
        }
        let button = |&(file, id, name, _): &(File, &'static str, Key, &'static str)| {
            let onclick = ctx.link().callback(move |_: MouseEvent| Message::Make(file));
            html! { <button type="button" class="button" data-testid={id} {onclick}>{tr(lang, name)}</button> }
        };
        let said = self.last.map(|(file, how)| {
            let name = name(ctx, file);
            match how {
                How::Making => Line::from(msg::ShareMaking { name: name.into() }),
                How::Saved => Line::from(msg::ShareSaved { name: name.into() }),
                How::Failed => Line::from(msg::ShareFailed { name: name.into() }),
            }
        });
        html! {
            <section class="take" aria-labelledby="take-title">
                <h3 id="take-title">{tr(lang, key::SHARE_TAKE)}</h3>
                <div class="take-files">{for File::ALL.iter().map(button)}</div>
                <p role="status" data-testid="take-said">{said.map(|line| line.say(lang)).unwrap_or_default()}</p>
            </section>
        }
    }
}

/// A file's name.
fn name(ctx: &Context<Take>, file: File) -> String {
    file_name(&ctx.props().address, file.ending())
}

impl Take {
    fn save(&mut self, ctx: &Context<Take>, file: File, bytes: &[u8]) {
        save::bytes(&name(ctx, file), file.kind(), bytes);
        self.last = Some((file, How::Saved));
    }

    /// Makes a file, or has it made.
    fn make(&mut self, ctx: &Context<Take>, file: File) -> Option<()> {
        let Props { lang, address, .. } = ctx.props();
        let draw = |svg: &str, size: [u32; 2]| {
            let link = ctx.link().clone();
            save::png(svg, size, Rc::new(move |blob| link.send_message(Message::Drawn(file, blob))));
        };
        match file {
            File::Svg => self.save(ctx, file, picture(ctx.props(), PICTURE)?.as_bytes()),
            File::Png => draw(&picture(ctx.props(), PICTURE)?, PIXELS),
            File::Slide => draw(&slide_of(ctx.props())?, slide::SIZE),
            File::Figures => self.save(ctx, file, figures(ctx.props())?.as_bytes()),
            File::Spans | File::Trace => {
                let what = if file == File::Spans { What::Spans } else { What::Trace };
                let look = Look { lang: Some(*lang), ..address.look.clone() };
                let link = ctx.link().clone();
                let reply = move |came| link.send_message(Message::Came(file, what, came));
                self.worker.stage(what, &Address { look, ..address.clone() }, reply);
            }
        }
        Some(())
    }
}

/// The moment as an SVG document of that size.
fn picture(props: &Props, size: [f32; 2]) -> Option<String> {
    let Props { lang, player, address, .. } = props;
    let playing = player.playing()?;
    let state = player.state();
    let (run, chapter) = (state.run.as_ref()?, chapters::chapter(address.look.scene.as_deref()?)?);
    let at = address.t;
    let view = View {
        show: &playing.show,
        script: &run.script,
        index: &playing.index,
        playhead: at,
        per_second: run.timeline.scale(Speed::NORMAL, at),
        mark: run.timeline.mark(at),
        layer: state.layer(),
        lang: *lang,
        size,
    };
    Some(taken::picture(&view, &Palette::named(state.theme())?, tr(*lang, chapter.page.title)))
}

/// The moment as a slide, with what is said of it over it.
fn slide_of(props: &Props) -> Option<String> {
    let Props { lang, player, address, title, .. } = props;
    let stage = picture(props, slide::STAGE)?;
    let (caption, link) = (player.caption(), passed_on(address, *lang));
    let code = qr::path(&link);
    let slide = Slide {
        title: if caption.is_empty() { title } else { &caption },
        stage: &stage,
        code: code.as_ref().map(|(path, side)| (path.as_str(), *side)),
        scan: tr(*lang, key::SHARE_SLIDE_SCAN),
        by: title,
        link: &link,
    };
    let palette = Palette::named(player.state().theme())?;
    Some(slide.write(&palette))
}

/// The numbers as they stand in their drawer: what answers an open question is covered.
fn figures(props: &Props) -> Option<String> {
    let Props { lang, player, .. } = props;
    let playing = player.playing()?;
    let is_open = player.state().is_open();
    let head =
        [key::SHARE_COLUMN_NAME, key::SHARE_COLUMN_VALUE, key::SHELL_FORMULA, key::SHELL_FILLED, key::SHELL_SOURCE];
    let mut table = Table::new(head.map(|name| tr(*lang, name)));
    for Figure { name, value, formula, filled, source, is_answer } in &playing.readout.figures {
        let cells = [name, value, formula, filled, source].map(|line| line.say(*lang));
        if is_open && *is_answer {
            table.row([&*cells[0], "?", "", "", ""]);
        } else {
            table.row(cells.iter().map(String::as_str));
        }
    }
    if let Some(account) = playing.readout.account.as_ref().filter(|_| !is_open) {
        let title = account.title.say(*lang);
        for row in &account.sheets[player.state().layer() as usize].rows {
            table.row([&*row.name.say(*lang), &row.cells.join(" / "), "", "", &title]);
        }
    }
    Some(table.finish())
}

/// A file of a whole show.
pub fn file(what: What, show: &Show, voice: (Lang, Layer)) -> Vec<u8> {
    if what == What::Trace { taken::trace(show) } else { spans(show, voice) }.into_bytes()
}

/// Every task that somebody does, with its instants in picoseconds: run by run, in the order in which they start.
fn spans(show: &Show, (lang, layer): (Lang, Layer)) -> String {
    let ps = |name: Key| format!("{} (ps)", tr(lang, name));
    let head = [
        tr(lang, key::SHELL_TABLE_RUN).to_owned(),
        ps(key::SHELL_TABLE_START),
        ps(key::SHELL_TABLE_END),
        ps(key::SHELL_TABLE_DURATION),
        tr(lang, key::SHELL_TABLE_WHO).to_owned(),
        tr(lang, key::SHELL_TABLE_TASK).to_owned(),
        tr(lang, key::SHELL_TABLE_MICRO_BATCH).to_owned(),
        tr(lang, key::SHELL_TABLE_CHUNK).to_owned(),
        format!("{} (B)", tr(lang, key::SHELL_TABLE_BYTES)),
    ];
    let mut table = Table::new(head.iter().map(String::as_str));
    for (run, number) in show.runs.iter().zip(1..) {
        let tasks = (0..run.graph.len() as TaskId).filter(|&task| words::is_somebodys(run, task));
        let mut rows: Vec<(Time, TaskId, Time)> =
            tasks.filter_map(|task| words::span(run, task).map(|(start, end)| (start, task, end))).collect();
        order::sort(&mut rows);
        for (start, task, end) in rows {
            let say = |line: Option<Line>| line.map(|line| line.say(lang)).unwrap_or_default();
            let chunks = words::chunks(run, task)
                .map(|(first, last)| if first == last { first.to_string() } else { format!("{first}–{last}") });
            let cells = [
                i32::to_string(&number),
                start.0.to_string(),
                end.0.to_string(),
                end.saturating_sub(start).0.to_string(),
                say(words::who(&show.scenario, run, task, layer)),
                tr(lang, words::what(&show.scenario, run.graph.labels[task as usize].kind)).to_owned(),
                words::bowl(run, task).map(|bowl| bowl.to_string()).unwrap_or_default(),
                chunks.unwrap_or_default(),
                words::bytes(run, task).map(|bytes| bytes.0.to_string()).unwrap_or_default(),
            ];
            table.row(cells.iter().map(String::as_str));
        }
    }
    table.finish()
}
