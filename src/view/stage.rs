//! The stage: a canvas for what stands still, one over it for what moves, the caption and the clock as text.

use kitchen_story::story::Layer;
use kitchen_text::{Lang, key, tr};
use web_sys::{Element, HtmlCanvasElement, HtmlInputElement};
use yew::prelude::*;

use super::pictures::Pictures;
use super::player::{Handle, Nodes};
use crate::page::room::Room;
use crate::web::media;
use crate::web::watch::{InView, Resize};

/// The references to the nodes that the frame loop writes to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Refs {
    pub stage: NodeRef,
    pub backdrop: NodeRef,
    pub front: NodeRef,
    pub caption: NodeRef,
    pub spoken: NodeRef,
    pub time: NodeRef,
    pub scale: NodeRef,
    pub slow: NodeRef,
    pub scrubber: NodeRef,
    pub gantt: NodeRef,
    pub gantt_line: NodeRef,
}

impl Refs {
    /// What the frame loop writes to, once it is there.
    pub fn nodes(&self) -> Option<Nodes> {
        Some(Nodes {
            stage: self.stage.cast::<Element>()?,
            caption: self.caption.cast::<Element>()?,
            spoken: self.spoken.cast::<Element>()?,
            time: self.time.cast::<Element>(),
            scale: self.scale.cast::<Element>()?,
            slow: self.slow.cast::<Element>()?,
            scrubber: self.scrubber.cast::<HtmlInputElement>(),
        })
    }

    /// The stage's two canvases, ready to be painted.
    pub fn pictures(&self) -> Option<Pictures> {
        let canvas = |node: &NodeRef| node.cast::<HtmlCanvasElement>();
        Pictures::new(canvas(&self.backdrop)?, canvas(&self.front)?)
    }
}

#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    pub lang: Lang,
    pub layer: Layer,
    pub refs: Refs,
    pub player: Handle,
    /// What stands on the stage, for those who do not see it.
    pub summary: AttrValue,
    /// Its name for tests, which tell the home page's stage from a chapter's.
    #[prop_or("stage")]
    pub test: &'static str,
    /// Whether the sentence stands on the stage; else whoever shows it holds its place.
    #[prop_or(true)]
    pub caption: bool,
    /// What can be taken in hand, over the picture.
    #[prop_or_default]
    pub hands: Html,
    /// What stands over the picture: the question or its answer.
    #[prop_or_default]
    pub children: Html,
}

/// The sentence of the moment: the frame loop writes it.
pub fn caption(refs: &Refs) -> Html {
    html! { <p class="caption" data-testid="caption" ref={refs.caption.clone()}></p> }
}

/// A struct component: it renders anew on a change of language or layer alone, never on a frame.
pub struct Stage {
    watching: Option<(Resize, InView)>,
    /// Where the sentence stands until the picture knows its size.
    caption: &'static str,
}

impl Component for Stage {
    type Message = ();
    type Properties = Props;

    fn create(_ctx: &Context<Stage>) -> Stage {
        let is_small = matches!(media::room(), Room::Column | Room::Slot | Room::Low);
        Stage { watching: None, caption: if is_small { "above" } else { "over" } }
    }

    fn changed(&mut self, ctx: &Context<Stage>, old: &Props) -> bool {
        ctx.props() != old
    }

    fn view(&self, ctx: &Context<Stage>) -> Html {
        let Props { lang, layer, refs, summary, .. } = ctx.props();
        let layer = match layer {
            Layer::Kitchen => "kitchen",
            Layer::XRay => "xray",
        };
        html! {
            <section class="stage-frame" data-caption={self.caption} data-layer={layer} aria-label={tr(*lang, key::SHELL_STAGE)}>
                if ctx.props().caption { {caption(refs)} }
                <p class="hidden-visually" role="status" aria-live="polite" data-testid="spoken" ref={refs.spoken.clone()}></p>
                <div id="stage" class="stage" data-stage="" tabindex="0" role="group" data-testid={ctx.props().test} ref={refs.stage.clone()}
                    aria-label={tr(*lang, key::SHELL_STAGE)} aria-describedby="stage-summary stage-help">
                    <canvas class="backdrop" aria-hidden="true" ref={refs.backdrop.clone()}></canvas>
                    <canvas class="front" role="img" aria-labelledby="stage-summary" ref={refs.front.clone()}></canvas>
                    {ctx.props().hands.clone()}
                </div>
                {ctx.props().children.clone()}
                <p class="clock-text">
                    <span class="hidden-visually">{tr(*lang, key::SHELL_CLOCK)}</span>
                    <span class="clock-scale" ref={refs.scale.clone()}></span>{" "}
                    <span data-testid="pace" ref={refs.slow.clone()}></span>
                </p>
                <p id="stage-summary" class="hidden-visually">{summary.clone()}</p>
                <p id="stage-help" class="hidden-visually">{tr(*lang, key::SHELL_STAGE_HELP)}</p>
            </section>
        }
    }

    fn rendered(&mut self, ctx: &Context<Stage>, first: bool) {
        let Some(stage) = ctx.props().refs.stage.cast::<Element>().filter(|_| first) else { return };
        let (on_size, on_view) = (ctx.props().player.clone(), ctx.props().player.clone());
        let resize = Resize::new(&stage, move || on_size.resize());
        self.watching = Some((resize, InView::new(&stage, move |seen| on_view.set_in_view(seen))));
    }
}
