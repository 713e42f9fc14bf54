//! The figures of the glossary: from the chapters' runs as they open, and from the catalogue.

use kitchen_core::collective::Op;
use kitchen_core::hardware::{gpu, nvlink};
use kitchen_core::topology::find_system;
use kitchen_core::units::{Bytes, Rate};
use kitchen_core::workload::infer::{Precision, contents, shape};
use kitchen_core::workload::model;
use kitchen_story::story::Figure;
use kitchen_text::{Arg, BytesDecimal, FlopRate, Lang, Line, Number, msg};

use crate::paper::{self, Moment, short_name};
use kitchen_story::sentences::Named as _;

/// The entry, the chapter, and the name of the figure in the chapter's numbers.
const OF_CHAPTERS: &[(&str, &str, &str)] = &[
    ("bowl", "pipeline", "pipeline-figure-handover"),
    ("kernel", "secret-sauce", "secret-sauce-figure-time"),
    ("sensor", "secret-sauce", "secret-sauce-figure-loss"),
    ("slope", "secret-sauce", "secret-sauce-figure-slope"),
    ("edit", "secret-sauce", "secret-sauce-figure-step"),
    ("learning-rate", "secret-sauce", "secret-sauce-figure-limit"),
    ("descent", "secret-sauce", "secret-sauce-figure-settled"),
    ("backward", "two-faces", "two-faces-figure-work"),
    ("notebooks", "two-faces", "two-faces-figure-learns"),
    ("decode", "two-faces", "two-faces-figure-word"),
    ("roofline", "two-faces", "two-faces-figure-ridge"),
    ("tensor", "tensor", "tensor-figure-speedup"),
    ("partial-sum", "tensor", "tensor-figure-bytes"),
    ("overlap", "data", "data-figure-wait"),
    ("busbw", "data", "data-figure-busbw"),
    ("activation", "cast", "cast-figure-shelf"),
    ("bandwidth", "cast", "cast-figure-ways"),
    ("exchange", "links", "links-figure-ratio"),
    ("async", "async", "async-figure-dishes"),
    ("cut", "graph", "graph-figure-ratio"),
    ("send-recv", "graph", "graph-figure-sent"),
    ("step", "too-big", "too-big-figure-time"),
    ("router", "experts", "experts-figure-popularity"),
    ("balance", "experts", "experts-figure-load"),
    ("dispatch", "experts", "experts-figure-way"),
    ("pool", "pantry", "pantry-figure-street"),
    ("mtbf", "mishaps", "mishaps-figure-between"),
    ("checkpoint", "mishaps", "mishaps-figure-best"),
    ("spare", "mishaps", "mishaps-figure-repair"),
];

/// The model of the examples from the catalogue.
const MODEL: &str = "llama3-8b";

pub(crate) struct Figures(Vec<(&'static str, &'static str, Figure)>);

impl Figures {
    /// Runs the chapters whose numbers are told, once each.
    pub(crate) fn new() -> Result<Figures, String> {
        let mut shows = Vec::new();
        let mut found = Vec::new();
        for &(entry, id, name) in OF_CHAPTERS {
            let chapter = paper::chapter(id)?;
            if shows.iter().all(|(known, _)| *known != id) {
                shows.push((id, (chapter.readout)(&Moment::of(id, "").show()?)));
            }
            let figures = shows.iter().find(|(known, _)| *known == id).map(|(_, readout)| &readout.figures);
            let figure = figures.into_iter().flatten().find(|figure| format!("{:?}", figure.name.key) == name);
            let figure = figure.ok_or_else(|| format!("{id} has no figure {name}"))?;
            found.push((entry, id, figure.clone()));
        }
        Ok(Figures(found))
    }

    /// What is told with an entry, and the numbers filled into its formula.
    pub(crate) fn of(&self, lang: Lang, entry: &str) -> Option<(Line, Option<Line>)> {
        if let Some((_, id, figure)) = self.0.iter().find(|(name, ..)| *name == entry) {
            let chapter = paper::chapter(id).ok()?;
            let line = Line::from(msg::GlossaryFigure {
                chapter: short_name(lang, chapter).into(),
                name: figure.name.clone().into(),
                value: figure.value.clone().into(),
            });
            return Some((line, Some(figure.filled.clone())));
        }
        catalogued(entry).map(|line| (line, None))
    }
}

/// Figures of the catalogue alone.
fn catalogued(entry: &str) -> Option<Line> {
    let (h100, shape) = (gpu("h100-sxm")?, shape(MODEL)?);
    let model = model(MODEL)?;
    let whole = |value: u64| Line::from(msg::Value { value: Arg::Number(value as f64, 0) });
    Some(match entry {
        "chef" => Line::from(msg::GlossaryChefFigure { rate: FlopRate(h100.peak_flops) }),
        "kitchen" => {
            let (small, large) = (find_system("dgx-h100")?, find_system("gb200-nvl72")?);
            Line::from(msg::GlossaryKitchenFigure {
                small: small.name().into(),
                few: small.gpus_per_node.into(),
                large: large.name().into(),
                many: large.gpus_per_node.into(),
            })
        }
        "recipe" => Line::from(msg::GlossaryRecipeFigure {
            model: model.name.into(),
            n: whole(model.parameters()).into(),
            bytes: BytesDecimal(Bytes(2 * model.parameters())),
        }),
        "page" => Line::from(msg::GlossaryPageFigure {
            model: model.name.into(),
            n: model.layers.into(),
            each: whole(model.layer_parameters()).into(),
        }),
        "token" => {
            Line::from(msg::GlossaryTokenFigure { model: model.name.into(), n: whole(model.vocab.into()).into() })
        }
        "shelf" => Line::from(msg::GlossaryShelfFigure { bytes: BytesDecimal(h100.hbm), rate: h100.hbm_rate }),
        "ring" => {
            let factor = |ranks: u32| Op::AllReduce.bus_factor(ranks);
            Line::from(msg::GlossaryRingFigure { four: Number(factor(4), 1), many: 64, more: Number(factor(64), 2) })
        }
        "tunnel" => {
            let link = nvlink(h100.nvlink)?;
            let all = Rate::gb_per_s(link.link_gb_per_s * f64::from(link.links));
            Line::from(msg::GlossaryTunnelFigure { n: link.links.into(), rate: all })
        }
        "kv-cache" => Line::from(msg::GlossaryKvCacheFigure {
            model: model.name.into(),
            bytes: contents::kv_bytes(&shape, &Precision::BITS_16, 1),
        }),
        _ => return None,
    })
}
