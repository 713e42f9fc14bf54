//! A flag that a file says, as a word of a command line. Hostile until read.

use std::any::TypeId;

use clap::{Arg, ArgAction};
use kitchen_story::scenario::raw::quote;
use kitchen_text::{Line, count, msg};
use serde_json::Value;

/// The most bytes of a text.
pub(crate) const LIMIT_TEXT: usize = 1024;

/// The flag of that name, or of that former name.
pub(crate) fn named<'a>(flags: &'a [Arg], name: &str) -> Option<&'a Arg> {
    let is_named = |flag: &&Arg| {
        flag.get_long() == Some(name) || flag.get_all_aliases().is_some_and(|names| names.contains(&name))
    };
    flags.iter().find(is_named)
}

/// The flag as it would be typed; none where it is off.
///
/// # Errors
/// The value is none that the flag takes.
pub(crate) fn word(flag: &Arg, name: &str, value: &Value) -> Result<Option<String>, Line> {
    if is_switch(flag) {
        let is_on = value.as_bool().ok_or_else(|| Line::from(msg::CliTrainSwitch { key: quote(name).into() }))?;
        return Ok(is_on.then(|| format!("--{name}")));
    }
    if is_number(flag) {
        let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
        let number =
            number.ok_or_else(|| Line::from(msg::CliTrainNumber { key: quote(name).into(), max: u32::MAX.into() }))?;
        return Ok(Some(format!("--{name}={number}")));
    }
    let text = value.as_str().filter(|text| text.len() <= LIMIT_TEXT && !text.contains('\0'));
    let text = text.ok_or_else(|| Line::from(msg::CliTrainText { key: quote(name).into(), max: count(LIMIT_TEXT) }))?;
    Ok(Some(format!("--{name}={text}")))
}

/// What a table's cell says of a flag: a table knows texts alone.
pub(crate) fn cell(flag: &Arg, text: &str) -> Value {
    let number = || text.parse::<u64>().ok().map(Value::from);
    let switch = || text.parse::<bool>().ok().map(Value::from);
    let typed = match () {
        () if is_switch(flag) => switch(),
        () if is_number(flag) => number(),
        () => None,
    };
    typed.unwrap_or_else(|| Value::from(text))
}

pub(crate) fn is_switch(flag: &Arg) -> bool {
    matches!(flag.get_action(), ArgAction::SetTrue)
}

pub(crate) fn is_number(flag: &Arg) -> bool {
    flag.get_value_parser().type_id() == TypeId::of::<u32>()
}
