//! The door from Python to `kitchen_command::request`. What stands on the other side of it is in `collective_kitchen/`.

use kitchen_command::request::{self, Asked};
use kitchen_text::Lang;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::{Map, Value};

/// The most bytes of a request: every flag at its longest.
const LIMIT_BYTES: usize = 1 << 20;

fn command(id: &str) -> PyResult<Asked> {
    Asked::from_id(id).ok_or_else(|| PyValueError::new_err(format!("no such command: {id}")))
}

/// The answer's text and notes; where it is refused, no text, and what it is about with the sentence.
///
/// `flags` is a JSON object: flags by name. Other threads of Python go on meanwhile.
#[pyfunction]
fn ask(py: Python<'_>, id: &str, flags: &str, lang: &str) -> PyResult<(Option<String>, Vec<String>)> {
    let asked = command(id)?;
    let lang =
        Lang::from_tag(lang).ok_or_else(|| PyValueError::new_err(format!("lang: {}", languages().join(", "))))?;
    if flags.len() > LIMIT_BYTES {
        return Err(PyValueError::new_err(format!("a request has at most {LIMIT_BYTES} bytes")));
    }
    let flags: Map<String, Value> =
        serde_json::from_str(flags).map_err(|why| PyValueError::new_err(why.to_string()))?;
    let flags: Vec<(String, Value)> = flags.into_iter().collect();
    Ok(match py.detach(|| request::answer(asked, &flags, lang)) {
        Ok(answer) => (Some(answer.text), answer.notes),
        Err(refused) => (None, vec![refused.about, refused.sentence]),
    })
}

/// The flags by which a command can be asked.
#[pyfunction]
fn flags(id: &str) -> PyResult<Vec<String>> {
    Ok(request::flags(command(id)?))
}

/// The languages of sentences. In one that is not whole, what it does not say is said in English.
#[pyfunction]
fn languages() -> Vec<&'static str> {
    Lang::ALL.map(Lang::tag).to_vec()
}

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(ask, module)?)?;
    module.add_function(wrap_pyfunction!(flags, module)?)?;
    module.add_function(wrap_pyfunction!(languages, module)?)
}
