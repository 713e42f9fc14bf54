//! What is kept for reading without a network: nothing, until the reader asks for it here.

use kitchen_core::units::Bytes;
use kitchen_story::chapters;
use kitchen_text::{BytesDecimal, Lang, Line, key, msg, tr};
use yew::prelude::*;

use crate::web::offline::{self, Kept};

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    pub lang: Lang,
    /// The one that is open; nothing on the home page.
    pub chapter: Option<String>,
}

pub enum Message {
    Keep,
    Remove,
    Told(Kept),
    Failed,
}

pub struct Offline {
    /// Nothing where the browser keeps nothing.
    way: Option<offline::Offline>,
    kept: Kept,
    /// Whether something is on its way.
    is_busy: bool,
    /// Whether all was removed just now.
    is_removed: bool,
}

impl Component for Offline {
    type Message = Message;
    type Properties = Props;

    fn create(ctx: &Context<Offline>) -> Offline {
        let link = ctx.link().clone();
        let way = offline::Offline::new(move |kept| link.send_message(Message::Told(kept)));
        if let Some(way) = &way {
            way.ask();
        }
        Offline { way, kept: Kept::default(), is_busy: false, is_removed: false }
    }

    fn update(&mut self, ctx: &Context<Offline>, message: Message) -> bool {
        match (message, &self.way) {
            (Message::Keep, Some(way)) => {
                let link = ctx.link().clone();
                let chapter = ctx.props().chapter.clone().unwrap_or_default();
                way.keep((chapter, ctx.props().lang), move || link.send_message(Message::Failed));
                (self.is_busy, self.is_removed) = (true, false);
            }
            (Message::Remove, Some(way)) => {
                way.remove();
                (self.is_busy, self.is_removed) = (true, true);
            }
            (Message::Told(kept), _) => (self.kept, self.is_busy) = (kept, false),
            (Message::Failed, _) => (self.kept.failed, self.is_busy) = (true, false),
            (_, None) => return false,
        }
        true
    }

    fn view(&self, ctx: &Context<Offline>) -> Html {
        let &Props { lang, ref chapter } = ctx.props();
        let Kept { chapters, failed, .. } = &self.kept;
        let is_kept = !self.kept.chapters.is_empty() || self.kept.bytes > 0;
        let holds = chapter.as_ref().map_or(is_kept, |chapter| chapters.contains(chapter));
        let keep = || {
            let onclick = ctx.link().callback(|_: MouseEvent| Message::Keep);
            let name = if chapter.is_some() { key::SHARE_KEEP } else { key::SHARE_KEEP_HOME };
            html! { <button type="button" class="button" data-testid="offline-keep" {onclick}>{tr(lang, name)}</button> }
        };
        let remove = || {
            let onclick = ctx.link().callback(|_: MouseEvent| Message::Remove);
            html! { <button type="button" class="button" data-testid="offline-remove" {onclick}>{tr(lang, key::SHARE_REMOVE)}</button> }
        };
        html! {
            <section class="take" aria-labelledby="offline-title" data-testid="offline" data-kept={chapters.join(",")}>
                <h3 id="offline-title">{tr(lang, key::SHARE_OFFLINE)}</h3>
                <p role="status" data-testid="offline-said">
                    {self.said(lang)}
                    if *failed { {" "}{tr(lang, key::SHARE_KEEP_FAILED)} }
                </p>
                if self.way.is_some() && !self.is_busy {
                    <div class="take-files">
                        if !holds { {keep()} }
                        if is_kept { {remove()} }
                    </div>
                }
            </section>
        }
    }
}

impl Offline {
    /// What is kept.
    fn said(&self, lang: Lang) -> String {
        let Kept { chapters, bytes, .. } = &self.kept;
        if self.way.is_none() {
            return tr(lang, key::SHARE_KEEP_NOT).to_owned();
        }
        if self.is_busy {
            return tr(lang, key::SHARE_KEEPING).to_owned();
        }
        if *bytes == 0 {
            let key = if self.is_removed { key::SHARE_REMOVED } else { key::SHARE_KEEP_WHAT };
            return tr(lang, key).to_owned();
        }
        let size = BytesDecimal(Bytes(*bytes));
        if chapters.is_empty() {
            return Line::from(msg::ShareKeptHome { size }).say(lang);
        }
        let names = chapters.iter().filter_map(|id| chapters::chapter(id)).map(|chapter| tr(lang, chapter.page.name));
        // A name has its field's after a dash.
        let names: Vec<&str> = names.map(|name| name.split(['—', '（']).next().unwrap_or(name).trim()).collect();
        Line::from(msg::ShareKept { chapters: names.join(lang.comma()).into(), size }).say(lang)
    }
}
