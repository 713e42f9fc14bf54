//! The page's own icons: one path each, drawn in the current text colour.

use yew::prelude::*;

/// An icon's drawing inside a square of 24 units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    Restart,
    BeatBack,
    StepBack,
    Play,
    Pause,
    StepForward,
    BeatForward,
    Menu,
    Close,
    Plus,
    Minus,
    Left,
    Right,
}

impl Icon {
    const fn path(self) -> &'static str {
        match self {
            Icon::Restart => "M5 4h3v16H5zM20 4v16L9 12z",
            Icon::BeatBack => "M12 4v16L2 12zM22 4v16L12 12z",
            Icon::StepBack => "M17 4v16L6 12z",
            Icon::Play => "M7 3v18l14-9z",
            Icon::Pause => "M5 3h5v18H5zM14 3h5v18h-5z",
            Icon::StepForward => "M7 4v16l11-8z",
            Icon::BeatForward => "M12 4v16l10-8zM2 4v16l10-8z",
            Icon::Menu => "M3 5h18v2.5H3zM3 10.75h18v2.5H3zM3 16.5h18V19H3z",
            Icon::Close => "M5.6 4 12 10.4 18.4 4 20 5.6 13.6 12 20 18.4 18.4 20 12 13.6 5.6 20 4 18.4 10.4 12 4 5.6z",
            Icon::Plus => "M10.75 4h2.5v6.75H20v2.5h-6.75V20h-2.5v-6.75H4v-2.5h6.75z",
            Icon::Minus => "M4 10.75h16v2.5H4z",
            Icon::Left => "M15.5 4 17 5.5 10.5 12l6.5 6.5-1.5 1.5-8-8z",
            Icon::Right => "M8.5 4 7 5.5l6.5 6.5L7 18.5 8.5 20l8-8z",
        }
    }
}

/// The icon as an image that screen readers pass over: the button around it has the name.
pub fn icon(icon: Icon) -> Html {
    html! { <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d={icon.path()} /></svg> }
}

/// The toque beside the product's name.
pub fn toque() -> Html {
    html! {
        <svg class="toque" viewBox="0 0 48 40" aria-hidden="true" focusable="false">
            <path d="M11 38V26C4 25 1 20 3 14 5 9 10 7 14 9 17 3 31 3 34 9c5-2 9 0 11 5 2 6-1 11-8 12v12z" />
        </svg>
    }
}
