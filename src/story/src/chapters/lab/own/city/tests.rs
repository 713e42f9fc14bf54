use kitchen_text::Lang;

use super::*;
use crate::brought::CitySight;
use crate::chapters::lab::kind::KIND;

const SIZE: [f32; 2] = [1000.0, 560.0];

fn built(made: &str, (tensor, stages): (i64, i64)) -> Town {
    use crate::chapters::lab::params::At;
    let scenario = Scenario::default_for(KIND).making(made.to_owned());
    let scenario = scenario.set(At::tensor as usize, tensor).set(At::stages as usize, stages);
    let (town, line): (Option<Town>, Option<Line>) = wire::unpack(&super::made(&scenario, false)).expect("bytes");
    assert_eq!(line, None, "{made}");
    town.expect("a city")
}

/// A chef's place is on the stage, near and far, and whoever presses it finds that chef.
fn stands(town: &Town, map: &Map, chef: u32) {
    let cell = map.cell(chef);
    assert!(
        cell.x >= -0.5 && cell.y >= -0.5 && cell.right() <= SIZE[0] + 0.5 && cell.bottom() <= SIZE[1] + 0.5,
        "{chef} {cell:?}"
    );
    for zoom in [1.0, 7.0, map.most_zoom()] {
        let near = Map::of(town, SIZE, CitySight { zoom, center: map.share_of(chef) });
        let cell = near.cell(chef);
        assert!(near.is_seen(&cell), "chef {chef} at {zoom}");
        // A place of a fraction of a pixel is found as near as numbers of the screen tell it.
        if cell.w > 0.05 {
            assert_eq!(near.chef_at([cell.cx(), cell.cy()]), Some(chef), "at {zoom}");
        }
        let district = chef / town.each / (town.kitchens().div_ceil(near.districts));
        assert!(near.seen_kitchens(district).any(|kitchen| kitchen == chef / town.each), "{chef} at {zoom}");
    }
}

/// Every chef has a place of its own on the stage, is found where it stands, near and far, and belongs to the groups of those with whom
/// it talks; each stage's time is whole.
fn check(made: &str, cuts: (i64, i64), chefs: u32, districts: u32) -> Town {
    let town = built(made, cuts);
    let map = Map::of(&town, SIZE, CitySight::WHOLE);
    assert_eq!((town.chefs, map.districts), (chefs, districts), "{made}");
    assert!(town.is_whole());
    for chef in (0..chefs).step_by((chefs as usize / 997).max(1)).chain([chefs - 1]) {
        stands(&town, &map, chef);
        for circle in &town.stages[town.stage_of(chef)].circles {
            for other in circle.members(chef).into_iter().take(3) {
                assert!(other < chefs);
                assert!(circle.members(other).contains(&chef) || circle.kind == Talk::Relay && other != chef);
            }
        }
    }
    for stage in &town.stages {
        assert_eq!(stage.pieces.iter().map(|piece| piece.end - piece.start).sum::<u64>(), town.step.0);
    }
    town
}

#[test]
fn every_chef_has_its_place() {
    check("dgx-a100_16_8x200_llama3-70b_1024x4096", (8, 4), 128, 4);
    check("dgx-h100_512_8x400_gpt3-175b_2048x2048", (8, 16), 4096, 16);
    // Two stages to a kitchen: all kitchens are one district.
    check("dgx-h100_4_8x400_llama3-8b_256x4096", (1, 8), 32, 1);
}

/// Reports that go by tunnels alone leave the streets as they are.
#[test]
fn streets_are_in_use_only_where_kitchens_meet() {
    let meets = |made: &str, cuts: (i64, i64)| built(made, cuts).stages.iter().any(|stage| !stage.meets.is_empty());
    assert!(!meets("dgx-h100_1_8x400_llama3-8b_256x4096", (1, 1)));
    assert!(meets("dgx-h100_2_8x400_llama3-8b_256x4096", (1, 1)));
}

#[test]
fn an_instant_and_a_chef_are_told_in_both_languages() {
    let town = check("dgx-a100_16_8x200_llama3-70b_1024x4096", (8, 4), 128, 4);
    let seen = |lang, layer, at| Seen { at, sight: CitySight::WHOLE, chef: Some(40), size: SIZE, lang, layer };
    for lang in Lang::ALL {
        for layer in [Layer::Kitchen, Layer::XRay] {
            let told = town.told(40, lang, layer);
            assert_eq!(told.rows.len(), town.stages[1].circles.len());
            assert!(told.rows.iter().all(|row| row.cells.len() == told.head.len()), "{told:?}");
            for part in 0..20 {
                let says = town.says(&seen(lang, layer, Time(town.step.0 / 20 * part)));
                // Everyone does something, and nobody two things.
                let counted: u32 =
                    says.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse::<u32>().ok()).sum();
                assert_eq!(counted, town.chefs, "{says}");
            }
        }
    }
    let told = town.told(40, Lang::En, Layer::XRay);
    assert_eq!(told.title, "GPU 41 (rank 40): node 6 of 16, PP stage 2 of 4");
    let who: Vec<&str> = told.rows.iter().map(|row| row.cells[1].as_str()).collect();
    assert_eq!(who[0], "8 GPUs: 41 to 48");
    assert_eq!(*who.last().expect("rows"), "GPUs 9 and 73");
    assert_eq!(told.rows[0].cells[2], "within the node, NVLink");
}

#[test]
fn a_hostile_city_is_none() {
    let says = |bytes: &[u8]| read(bytes, Lang::En).map(|_| ()).unwrap_err();
    let none = Line::new(key::OWN_CITY_NONE).say(Lang::En);
    assert_eq!(says(&[]), none);
    assert_eq!(says(&[1, 2, 3]), none);
    let empty = Town {
        own: String::new(),
        each: 0,
        of_stage: 0,
        chefs: 0,
        step: Time(0),
        stages: Vec::new(),
        used: 0,
        rides: Vec::new(),
        longest: 0,
    };
    assert_eq!(says(&wire::pack(&(Some(empty), None::<Line>))), none);
    let refused = made(&Scenario::default_for(KIND), false);
    assert_eq!(says(&refused), none);
}

/// Near and far, nothing that is drawn is more than a stage can draw in a frame.
#[test]
fn a_frame_is_small_at_every_distance() {
    let town = check("dgx-h100_512_8x400_gpt3-175b_2048x2048", (8, 16), 4096, 16);
    let mut list = DisplayList::new();
    for step in 0..40 {
        let zoom = 1.25_f32.powi(step);
        for chef in [0, 1300, 4095] {
            let sight = CitySight { zoom, center: Map::of(&town, SIZE, CitySight::WHOLE).share_of(chef) };
            let seen = Seen {
                at: Time(town.step.0 / 3),
                sight,
                chef: Some(chef),
                size: SIZE,
                lang: Lang::Ja,
                layer: Layer::Kitchen,
            };
            for sheet in [CitySheet::Ground, CitySheet::Moving, CitySheet::Marks] {
                list.clear();
                town.compose(&seen, sheet, &mut list);
                assert!(list.items.len() < 6_000, "{zoom} {sheet:?}: {}", list.items.len());
            }
        }
    }
}
