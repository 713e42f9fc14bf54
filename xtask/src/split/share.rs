//! Which part of the program each function and each piece of data belongs to: what a page can reach without a chapter is the
//! page's, and the rest belongs to the chapters that reach it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::links::Links;

/// What several chapters share is a part of its own from so many bytes on (as the linker wrote them); less is in the part of each.
const WORTH_A_PART: usize = 6_000;

/// How the program gets into a chapter: links that are followed only once the chapter's part is here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Door {
    pub(super) chapter: String,
    /// From, to.
    pub(super) links: BTreeSet<(usize, usize)>,
    /// The chapter that opens it beside itself, and whose part is there then.
    pub(super) within: Option<String>,
}

/// A part of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The chapters that need it, by their places among the doors.
    pub(super) chapters: BTreeSet<usize>,
    pub(super) things: BTreeSet<usize>,
}

/// The doors, by the chapters' static `CHAPTER`: the functions to which it refers, and those to which its kind of scenario does (the
/// one table of functions to which it refers). `home` has none: the page plays it.
pub(super) fn doors(links: &Links, home: &str) -> Vec<Door> {
    let is_function = |thing: &usize| links.things[*thing].memory.is_none();
    let mut doors = Vec::new();
    for (thing, chapter) in links.things.iter().enumerate().filter_map(|(at, thing)| Some((at, chapter(&thing.name)?)))
    {
        if chapter == home || is_function(&thing) {
            continue;
        }
        let tables =
            links.to[thing].iter().copied().filter(|to| !is_function(to) && links.to[*to].iter().any(is_function));
        // What it opens beside itself has a door of its own.
        let tables = tables.filter(|to| brought(&links.things[*to].name).is_none());
        let from = std::iter::once(thing).chain(tables);
        let links = from.flat_map(|from| links.to[from].iter().copied().filter(is_function).map(move |to| (from, to)));
        doors.push(Door { chapter, links: links.collect(), within: None });
    }
    for (thing, of) in links.things.iter().enumerate() {
        if let Some((chapter, name)) = brought(&of.name).filter(|_| !is_function(&thing)) {
            let mut to: BTreeSet<_> =
                links.to[thing].iter().copied().filter(is_function).map(|to| (thing, to)).collect();
            // It is opened in its chapter, whose part is there then.
            let around = doors.iter().find(|door| Some(&door.chapter) == chapter.as_ref());
            to.extend(around.into_iter().flat_map(|door| &door.links));
            // The story's and the page's lead to one part.
            match doors.iter_mut().find(|door| door.chapter == name) {
                Some(door) => {
                    door.links.extend(to);
                    door.within = door.within.take().or(chapter);
                }
                None => doors.push(Door { chapter: name, links: to, within: chapter }),
            }
        }
    }
    doors.sort_by(|a, b| a.chapter.cmp(&b.chapter));
    doors
}

/// The chapter whose static `CHAPTER` has this name in the program: `_ZN13kitchen_story8chapters9two_faces7CHAPTER17h0123456789abcdefE`.
fn chapter(symbol: &str) -> Option<String> {
    let rest = symbol.split_once("13kitchen_story8chapters")?.1;
    let digits = rest.find(|c: char| !c.is_ascii_digit())?;
    let (name, rest) = rest[digits..].split_at_checked(rest[..digits].parse().ok()?)?;
    rest.starts_with("7CHAPTER").then(|| name.replace('_', "-"))
}

/// What a chapter opens beside itself, by its static `DOOR` in a folder of the chapter's, and by that which draws it; the chapter before it:
/// `_ZN13kitchen_story8chapters3lab3own4DOOR17h0123456789abcdefE`, `_ZN18collective_kitchen4view3own4DOOR17h0123456789abcdefE`.
fn brought(symbol: &str) -> Option<(Option<String>, String)> {
    let of_chapter = symbol.split_once("13kitchen_story8chapters").map(|(_, rest)| (2, rest));
    let drawn = || symbol.split_once("18collective_kitchen4view").map(|(_, rest)| (1, rest));
    let (depth, mut rest) = of_chapter.or_else(drawn)?;
    let (mut chapter, mut name) = (None, None);
    for _ in 0..depth {
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        let (one, after) = rest[digits..].split_at_checked(rest[..digits].parse().ok()?)?;
        (chapter, name, rest) = (name, Some(one.replace('_', "-")), after);
    }
    name.filter(|_| rest.starts_with("4DOOR17h")).map(|name| (chapter, name))
}

/// For each part its pieces of data, in order, joined where they touch: those that no other part holds and that nothing else overlaps.
pub(super) fn data(links: &Links, parts: &[Part]) -> Vec<Vec<Range<u32>>> {
    // Where each thing lies, and in which part, if in one alone.
    let mut owner: BTreeMap<usize, Option<usize>> = BTreeMap::new();
    for (at, part) in parts.iter().enumerate() {
        for &thing in &part.things {
            owner.entry(thing).and_modify(|owner| *owner = None).or_insert(Some(at));
        }
    }
    let mut places: Vec<(Range<u32>, Option<usize>)> = Vec::new();
    for (thing, of) in links.things.iter().enumerate() {
        if let Some(range) = of.memory.clone().filter(|range| !range.is_empty()) {
            let owner = owner.get(&thing).copied().flatten().filter(|_| of.is_constant);
            places.push((range, owner));
        }
    }
    places.sort_by_key(|(range, _)| (range.start, range.end));
    let mut joined: Vec<(Range<u32>, Option<usize>)> = Vec::new();
    for (range, owner) in places {
        match joined.last_mut() {
            Some((last, of)) if range.start < last.end => {
                last.end = last.end.max(range.end);
                *of = of.filter(|_| *of == owner);
            }
            Some((last, of)) if range.start == last.end && *of == owner => last.end = range.end,
            _ => joined.push((range, owner)),
        }
    }
    let mut data = vec![Vec::new(); parts.len()];
    for (range, owner) in joined {
        if let Some(part) = owner {
            data[part].push(range);
        }
    }
    data
}

/// The parts beside the page's own, those that more chapters need first. A thing may be in several, but a chapter never needs two
/// that hold the same.
pub(super) fn share(links: &Links, doors: &[Door]) -> Vec<Part> {
    let shut: BTreeSet<(usize, usize)> = doors.iter().flat_map(|door| door.links.iter().copied()).collect();
    let pages = reach(links, links.roots.iter().copied(), &shut);
    let mut users: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (chapter, door) in doors.iter().enumerate() {
        for thing in reach(links, door.links.iter().map(|(_, to)| *to), &shut) {
            if !pages.contains(&thing) {
                users.entry(thing).or_default().insert(chapter);
            }
        }
    }
    let mut groups: BTreeMap<BTreeSet<usize>, BTreeSet<usize>> = BTreeMap::new();
    for (thing, chapters) in users {
        groups.entry(chapters).or_default().insert(thing);
    }
    let size = |things: &BTreeSet<usize>| things.iter().map(|&thing| links.things[thing].size).sum::<usize>();
    // What a chapter opens has its own part beside the chapter's, not one with it.
    let count = |chapters: &BTreeSet<usize>| chapters.iter().filter(|&&at| doors[at].within.is_none()).count();
    groups.retain(|chapters, things| count(chapters) > 1 && size(things) >= WORTH_A_PART);
    let mut parts: Vec<Part> = Vec::new();
    let mut starts: Vec<(BTreeSet<usize>, BTreeSet<usize>)> = groups.into_iter().collect();
    starts.sort_by_key(|(chapters, _)| std::cmp::Reverse(chapters.len()));
    let mut alone: Vec<(usize, &Door)> = doors.iter().enumerate().collect();
    alone.sort_by_key(|(_, door)| door.within.is_some());
    for (chapter, door) in alone {
        let opened = doors.iter().enumerate().filter(|(_, one)| one.within.as_ref() == Some(&door.chapter));
        let needs = opened.map(|(at, _)| at).chain([chapter]).collect();
        starts.push((needs, door.links.iter().map(|(_, to)| *to).collect()));
    }
    for (chapters, start) in starts {
        let mut things = reach(links, start, &shut);
        things.retain(|thing| !pages.contains(thing));
        for part in parts.iter().filter(|part| part.chapters.is_superset(&chapters)) {
            things.retain(|thing| !part.things.contains(thing));
        }
        parts.push(Part { chapters, things });
    }
    parts.retain(|part| !part.things.is_empty());
    parts
}

/// All that can be reached through links that are not shut.
fn reach(links: &Links, from: impl IntoIterator<Item = usize>, shut: &BTreeSet<(usize, usize)>) -> BTreeSet<usize> {
    let mut seen: BTreeSet<usize> = from.into_iter().collect();
    let mut open: Vec<usize> = seen.iter().copied().collect();
    while let Some(thing) = open.pop() {
        for &to in links.to[thing].iter().filter(|&&to| !shut.contains(&(thing, to))) {
            if seen.insert(to) {
                open.push(to);
            }
        }
    }
    seen
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init)] // a piece of data is a range
mod tests {
    use super::super::links::Thing;
    use super::*;

    const CHAPTER_A: &str = "_ZN13kitchen_story8chapters8long_one7CHAPTER17h0123456789abcdefE";
    const CHAPTER_B: &str = "_ZN13kitchen_story8chapters1b7CHAPTER17h0123456789abcdefE";
    const DOOR_STORY: &str = "_ZN13kitchen_story8chapters8long_one3own4DOOR17h0123456789abcdefE";
    const DOOR_PAGE: &str = "_ZN18collective_kitchen4view3own4DOOR17h0123456789abcdefE";
    const CHAPTER_HOME: &str = "_ZN13kitchen_story8chapters4home7CHAPTER17h0123456789abcdefE";

    /// A program: functions with their sizes, data (names in capitals) with their places, and who refers to whom. The first is what
    /// the host calls.
    fn program(things: &[(&str, usize)], to: &[(&str, &[&str])]) -> Links {
        let at = |name: &str| things.iter().position(|(known, _)| known.ends_with(name)).unwrap();
        let is_data =
            |name: &str| name.contains("CHAPTER") || name.contains("DOOR") || name.chars().all(char::is_uppercase);
        let mut links =
            Links { to: vec![BTreeSet::new(); things.len()], roots: BTreeSet::from([0]), ..Links::default() };
        for (place, (name, size)) in (0..).zip(things) {
            let memory = is_data(name).then(|| place * 1000..place * 1000 + *size as u32);
            let is_constant = memory.is_some();
            links.things.push(Thing { name: (*name).to_owned(), memory, size: *size, is_constant });
        }
        for (from, all) in to {
            links.to[at(from)].extend(all.iter().map(|to| at(to)));
        }
        links
    }

    /// Each part as the chapters that need it and what is in it.
    fn check(links: &Links, expected: &[(&[&str], &[&str])]) {
        let doors = doors(links, "home");
        let parts = share(links, &doors);
        let named = |part: &Part| -> (Vec<String>, BTreeSet<String>) {
            let chapters = part.chapters.iter().map(|&chapter| doors[chapter].chapter.clone()).collect();
            (chapters, part.things.iter().map(|&thing| links.things[thing].name.clone()).collect())
        };
        let got: Vec<_> = parts.iter().map(named).collect();
        let own = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let expected: Vec<_> =
            expected.iter().map(|(chapters, things)| (own(chapters), own(things).into_iter().collect())).collect();
        assert_eq!(got, expected);
    }

    #[test]
    fn a_chapter_is_named_by_its_folder() {
        let check = |symbol: &str, expected: Option<&str>| assert_eq!(chapter(symbol).as_deref(), expected, "{symbol}");
        let opened = |symbol: &str, expected: Option<(Option<&str>, &str)>| {
            let found = brought(symbol);
            let found = found.as_ref().map(|(chapter, name)| (chapter.as_deref(), name.as_str()));
            assert_eq!(found, expected, "{symbol}");
        };
        opened(DOOR_STORY, Some((Some("long-one"), "own")));
        opened(DOOR_PAGE, Some((None, "own")));
        opened("_ZN18collective_kitchen4view4DOOR17h0123456789abcdefE", None);
        opened("_ZN13kitchen_story8chapters3lab4DOOR17h0123456789abcdefE", None);
        opened(CHAPTER_A, None);
        check(CHAPTER_A, Some("long-one"));
        check(CHAPTER_B, Some("b"));
        check("_RNvNtNtCsfoo_13kitchen_story8chapters5async7CHAPTER", Some("async"));
        check("_ZN13kitchen_story8chapters8long_one5frame17h0E", None);
        check("_ZN13kitchen_story8chapters99999999999999999999x7CHAPTERE", None);
        check("_ZN13kitchen_story8chapters9x7CHAPTERE", None);
    }

    #[test]
    fn what_only_a_chapter_reaches_goes_with_it() {
        let things = [
            ("main", 10),
            (CHAPTER_A, 96),
            (CHAPTER_B, 96),
            (CHAPTER_HOME, 96),
            ("SCHEMA", 48),
            ("draw_a", 10),
            ("prepare_a", 10),
            ("draw_b", 10),
            ("helper", 10),
            ("everyone", 10),
            ("welcome", 10),
            ("WORDS", 8),
        ];
        let links = program(
            &things,
            &[
                ("main", &[CHAPTER_A, CHAPTER_B, CHAPTER_HOME, "everyone"]),
                (CHAPTER_A, &["draw_a", "SCHEMA"]),
                ("SCHEMA", &["prepare_a"]),
                (CHAPTER_B, &["draw_b"]),
                (CHAPTER_HOME, &["welcome"]),
                ("draw_a", &["helper", "everyone", "WORDS"]),
                ("draw_b", &["helper"]),
            ],
        );
        // The small helper of both is in both; what the page calls, and the first minute, stay with the page.
        check(&links, &[(&["b"], &["draw_b", "helper"]), (&["long-one"], &["draw_a", "prepare_a", "helper", "WORDS"])]);
        let parts = share(&links, &doors(&links, "home"));
        assert_eq!(data(&links, &parts), [vec![], vec![11_000..11_008]]);
    }

    /// What is opened in a chapter comes when it is opened, without what the chapter has; the chapter's own table does not lead into it.
    #[test]
    fn what_is_opened_in_a_chapter_is_a_part_beside_it() {
        let things = [
            ("main", 10),
            (CHAPTER_A, 96),
            (CHAPTER_B, 96),
            (DOOR_STORY, 96),
            (DOOR_PAGE, 8),
            ("draw_a", WORTH_A_PART),
            ("draw_b", 10),
            ("helper", 10),
            ("form", 10),
            ("dialog", 10),
            ("button", 10),
        ];
        let to: &[(&str, &[&str])] = &[
            ("main", &[CHAPTER_A, CHAPTER_B, DOOR_PAGE]),
            (CHAPTER_A, &["draw_a", DOOR_STORY]),
            (CHAPTER_B, &["draw_b"]),
            ("draw_b", &["helper"]),
            (DOOR_STORY, &["form"]),
            (DOOR_PAGE, &["dialog"]),
            ("draw_a", &["helper"]),
            ("form", &["helper"]),
            ("dialog", &["button"]),
        ];
        check(
            &program(&things, to),
            &[
                (&["b"], &["draw_b", "helper"]),
                (&["long-one", "own"], &["draw_a", "helper"]),
                (&["own"], &["form", "dialog", "button"]),
            ],
        );
    }

    #[test]
    fn much_that_several_share_is_a_part_of_its_own() {
        let things = [
            ("main", 10),
            (CHAPTER_A, 96),
            (CHAPTER_B, 96),
            ("do_a", 10),
            ("do_b", 10),
            ("engine", WORTH_A_PART),
            ("bolt", 5),
        ];
        let links = program(
            &things,
            &[
                ("main", &[CHAPTER_A, CHAPTER_B]),
                (CHAPTER_A, &["do_a"]),
                (CHAPTER_B, &["do_b"]),
                ("do_a", &["engine"]),
                ("do_b", &["engine"]),
                ("engine", &["bolt"]),
            ],
        );
        check(&links, &[(&["b", "long-one"], &["engine", "bolt"]), (&["b"], &["do_b"]), (&["long-one"], &["do_a"])]);
    }

    #[test]
    fn a_function_that_the_page_refers_to_stays() {
        let things = [("main", 10), (CHAPTER_A, 96), ("draw", 10), ("part", 10)];
        let to: &[(&str, &[&str])] = &[("main", &[CHAPTER_A, "draw"]), (CHAPTER_A, &["draw"]), ("draw", &["part"])];
        check(&program(&things, to), &[]);
    }

    #[test]
    fn data_that_overlaps_or_is_written_stays() {
        let things = [("main", 10), (CHAPTER_A, 96), ("draw", 10), ("ONE", 2000), ("TWO", 8), ("OWN", 8)];
        let to: &[(&str, &[&str])] =
            &[("main", &[CHAPTER_A, "TWO"]), (CHAPTER_A, &["draw"]), ("draw", &["ONE", "OWN"])];
        let mut links = program(&things, to);
        let check = |links: &Links, expected: &[Range<u32>]| {
            assert_eq!(data(links, &share(links, &doors(links, "home"))), [expected.to_vec()]);
        };
        links.things[5].memory = Some(6_000..6_008);
        check(&links, &[6_000..6_008]);
        links.things[5].is_constant = false;
        check(&links, &[]);
    }
}
