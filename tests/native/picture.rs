//! `kitchen picture`: a moment by flags and by a link of the page.

use crate::kitchen::kitchen_with;

/// What the command writes with these words.
fn picture(words: &[&str]) -> (i32, String, String) {
    let said = kitchen_with(&[&["picture", "--size", "640x400"], words].concat());
    (said.status, said.out, said.err)
}

#[test]
fn a_link_says_what_the_flags_do() {
    let check = |link: &str, flags: &[&str]| {
        assert_eq!(picture(&["--link", link]), picture(flags), "{link}");
    };
    let start = ["--chapter", "data", "--at", "0"];
    check("https://a.example/b/?scene=data#v=1", &start);
    check("?scene=data&lang=ja#v=1", &[&start[..], &["--lang", "ja"]].concat());
    check(
        "https://a.example/b/data-ja.html?layer=xray#v=1",
        &[&start[..], &["--lang", "ja", "--layer", "xray"]].concat(),
    );
    check("data-en.html?theme=dark", &[&start[..], &["--lang", "en", "--theme", "dark"]].concat());
    check("?scene=pipeline#v=1&stages=8", &["--chapter", "pipeline", "--at", "0", "--set", "stages=8"]);
    // Past the end is the end.
    check("?scene=data#v=1&t=18446744073709551615", &["--chapter", "data", "--at", "1"]);
}

#[test]
fn what_is_no_link_is_told() {
    let check = |link: &str, status: i32, said: &str| {
        let (found, out, err) = picture(&["--link", link]);
        assert_eq!((found, out.is_empty()), (status, status != 0), "{link}: {err}");
        assert!(err.contains(said), "{link}: {err}");
    };
    check("", 2, "--link");
    check("?scene=dessert", 2, "dessert");
    check("https://a.example/", 2, "--link");
    check("?scene=data#v=1&t=-1", 0, "--link");
    check("?scene=data#v=99", 0, "99");
    let (status, ..) = picture(&["--link", "?scene=data", "--at", "0.5"]);
    assert_eq!(status, 2, "two moments");
}
