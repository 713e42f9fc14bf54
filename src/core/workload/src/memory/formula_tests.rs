use super::*;
use crate::model::model;

fn check(recompute: Recompute, sequence_parallel: bool, per_sbh: f64) {
    let model = model("gpt3-175b").unwrap();
    let layout = Layout { tensor: 8, pipeline: 8, global_batch: 64, recompute, sequence_parallel, ..Layout::ONE };
    let bytes = layer_activation_bytes(model, &layout) / (2048.0 * 12288.0);
    assert!((bytes - per_sbh).abs() < 1e-9, "{recompute:?} {bytes}");
}

#[test]
fn activations_follow_the_published_formulas() {
    // 5as/h is 80 for this shape.
    check(Recompute::None, false, 10.0 + 3.0 + 10.0);
    check(Recompute::None, true, 34.0 / 8.0 + 10.0);
    check(Recompute::Selective, true, 34.0 / 8.0);
    check(Recompute::Full, false, 2.0);
}

#[test]
fn layers_are_spread_evenly() {
    assert_eq!(stage_layers(32, 4), [8, 8, 8, 8]);
    assert_eq!(stage_layers(32, 5), [7, 7, 6, 6, 6]);
    assert_eq!(stage_layers(105, 35).iter().sum::<u32>(), 105);
}
