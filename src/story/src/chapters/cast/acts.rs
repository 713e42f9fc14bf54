//! The acts: names first, then one step as far as the report, then the meeting, then names again.

use kitchen_text::key;

use crate::story::act::Act;

pub(super) static ACTS: &[Act] = &[
    Act {
        id: "who",
        settings: &[],
        sentence: [key::CAST_ACT_WHO, key::CAST_ACT_WHO_XRAY],
        button: key::CAST_ACT_WHO_BUTTON,
        waits: Some(key::CAST_ACT_WHO_GO),
        does: &[("shown", "chef")],
        hands: &["chef", "recipe", "shelf", "ingredients", "sensor", "exchange", "street"],
        to: Some("bowl"),
        ..Act::USUAL
    },
    Act {
        id: "step",
        settings: &[],
        sentence: [key::CAST_ACT_STEP, key::CAST_ACT_STEP_XRAY],
        button: key::CAST_ACT_STEP_BUTTON,
        from: Some("bowl"),
        to: Some("report"),
        ..Act::USUAL
    },
    Act {
        id: "meet",
        settings: &[],
        sentence: [key::CAST_ACT_MEET, key::CAST_ACT_MEET_XRAY],
        button: key::CAST_ACT_MEET_BUTTON,
        from: Some("report"),
        asks: true,
        ..Act::USUAL
    },
    Act {
        id: "turn",
        settings: &[],
        sentence: [key::CAST_ACT_TURN, key::CAST_ACT_TURN_XRAY],
        button: key::CAST_ACT_TURN_BUTTON,
        waits: Some(key::CAST_ACT_TURN_GO),
        hands: &["chef", "recipe", "shelf", "ingredients", "sensor", "exchange", "street"],
        ..Act::USUAL
    },
];
