//! A chapter inside another page: whose it is and what it is called above the stage, the way to the whole chapter below.

use kitchen_story::chapter::Chapter;
use kitchen_story::scenario::link::Address;
use kitchen_story::story::Layer;
use kitchen_text::{Key, Lang, key, tr};
use web_sys::Element;
use yew::prelude::*;

use super::header::layers;
use super::icons::toque;
use super::player::Handle;
use crate::page::action::Wish;
use crate::web::{dom, location};

/// The title, and the switch between kitchen and x-ray where it is asked for.
pub fn head(lang: Lang, chapter: &Chapter, switch: Option<Layer>, on_wish: &Callback<Wish>) -> Html {
    html! {
        <header class="embed-head">
            <h1 id="title">{tr(lang, chapter.page.title)}</h1>
            {switch.map_or_else(Html::default, |layer| layers(lang, layer, on_wish))}
        </header>
    }
}

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    pub lang: Lang,
    pub player: Handle,
}

/// The credit and the link to the same moment on a page of its own.
pub struct Credit {
    link: NodeRef,
    /// The address, where the frame may not open a tab.
    refused: Option<String>,
}

pub enum Message {
    /// The link is about to be followed, copied or read out.
    Near,
    Follow(MouseEvent),
}

impl Component for Credit {
    type Message = Message;
    type Properties = Props;

    fn create(_ctx: &Context<Credit>) -> Credit {
        Credit { link: NodeRef::default(), refused: None }
    }

    fn update(&mut self, ctx: &Context<Credit>, message: Message) -> bool {
        let now = whole(&ctx.props().player.state().address());
        if let Some(link) = self.link.cast::<Element>() {
            dom::set_attribute(&link, "href", &now);
        }
        // Only a frame without an origin of its own may be forbidden to open tabs; elsewhere the link is a link.
        if let Message::Follow(event) = message
            && location::has_no_origin()
        {
            event.prevent_default();
            self.refused = (!location::open_apart(&now)).then_some(now);
            return true;
        }
        false
    }

    fn view(&self, ctx: &Context<Credit>) -> Html {
        let Props { lang, player } = ctx.props();
        let say = |key: Key| tr(*lang, key);
        let near = || Message::Near;
        html! {
            <footer class="embed-credit">
                <span class="embed-name">{toque()}{say(key::SHELL_NAME)}<small>{say(key::SHELL_EMBED_CREDIT)}</small></span>
                <a href={whole(&player.state().address())} target="_blank" rel="noopener" data-testid="open-here" ref={self.link.clone()}
                    onpointerdown={ctx.link().callback(move |_: PointerEvent| near())} onfocus={ctx.link().callback(move |_: FocusEvent| near())}
                    onclick={ctx.link().callback(Message::Follow)}>
                    {say(key::SHELL_OPEN_HERE)}<span aria-hidden="true">{" ↗"}</span><span class="hidden-visually">{say(key::SHELL_NEW_TAB)}</span>
                </a>
                <span class="embed-refused" role="status">
                    if let Some(link) = self.refused.clone() {
                        <label>{say(key::SHELL_OPEN_REFUSED)}<input readonly=true data-testid="open-link" value={link} /></label>
                    }
                </span>
            </footer>
        }
    }
}

/// The link to a moment on a page of its own.
fn whole(address: &Address) -> String {
    location::moment(&Address { look: address.look.alone(), ..address.clone() })
}
