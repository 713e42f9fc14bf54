//! `kitchen export`: other simulators' input files.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use kitchen_astra::input_set;
use kitchen_core::collective::Op;
use kitchen_core::units::Bytes;
use kitchen_story::scenario::size;
use kitchen_text::{Lang, Line, count, key, msg};

use crate::dimensions;
use crate::machine::{Asked, Machine};
use crate::say::{self, Failure};
use crate::validate::astra_refused;

#[derive(Args, Debug)]
#[command(arg_required_else_help = true)]
pub(crate) struct Export {
    #[command(subcommand)]
    to: To,
}

#[derive(Subcommand, Debug)]
enum To {
    Astra(Astra),
}

#[derive(Args, Debug)]
struct Astra {
    #[command(flatten)]
    machine: Machine,
    #[arg(long, default_value = "all-reduce")]
    op: String,
    #[arg(long)]
    bytes: String,
    #[arg(long)]
    chunks: Option<u32>,
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

/// The largest buffer that ASTRA-sim's results are compared with.
const MAX_BYTES: Bytes = Bytes::gib(1024);

pub(crate) fn run(args: &Export, lang: Lang) -> Result<String, Failure> {
    let To::Astra(args) = &args.to;
    let known = [Op::AllReduce, Op::AllGather, Op::ReduceScatter, Op::AllToAll];
    let op = known.into_iter().find(|op| op.id() == args.op);
    let op = op.ok_or_else(|| say::unknown("--op", &args.op, known.iter().map(|op| op.id())))?;
    let bytes = size::parse(&args.bytes).filter(|bytes| (1..=MAX_BYTES.0).contains(&bytes.0));
    let bytes = bytes.ok_or_else(|| say::no_size("--bytes", &args.bytes, MAX_BYTES))?;
    let mut fabric = match args.machine.asked()? {
        Asked::Nodes(spec) => dimensions::of_nodes(&spec)?,
        Asked::Dimensions(_, fabric) => dimensions::of_file(&fabric),
    };
    fabric.chunks = args.chunks.unwrap_or(fabric.chunks);
    let set = input_set(&fabric.machine, &fabric.call(op, bytes))
        .map_err(|error| Failure::new("astra", astra_refused(&error)))?;
    let trace = format!("{}.", op.id().replace('-', "_"));
    let mut files: Vec<(String, &[u8])> = vec![
        ("network.yml".to_owned(), set.network.as_bytes()),
        ("system.json".to_owned(), set.system.as_bytes()),
        ("memory.json".to_owned(), set.memory.as_bytes()),
    ];
    files.extend((0..set.npus).map(|rank| (format!("{trace}{rank}.et"), &set.trace[..])));
    write(&args.out, &files)?;
    let name = args.out.display().to_string();
    let said = Line::from(msg::MachineWritten { count: count(files.len()), name: name.into() }).say(lang);
    Ok(format!("{said}\n{}", set.network))
}

/// Writes them into a folder that holds nothing else.
fn write(folder: &Path, files: &[(String, &[u8])]) -> Result<(), Failure> {
    let name = folder.display().to_string();
    let fail = |error: std::io::Error| {
        Failure::new(name.as_str(), Line::from(msg::ErrFileWrite { why: error.to_string().into() }))
    };
    fs::create_dir_all(folder).map_err(fail)?;
    if fs::read_dir(folder).map_err(fail)?.next().is_some() {
        return Err(Failure::new(name.as_str(), Line::new(key::MACHINE_FOLDER)));
    }
    files.iter().try_for_each(|(file, bytes)| fs::write(folder.join(file), bytes).map_err(fail))
}
