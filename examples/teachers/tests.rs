//! What the teacher's page must hold: minutes that add up, moments that exist, texts for every row.

use kitchen_text::{Key, Lang};

use super::*;

#[test]
fn a_lesson_s_minutes_follow_one_another_and_add_up() {
    for lesson in LESSONS {
        let mut now = 0;
        for row in lesson.rows {
            assert_eq!(row.from, now, "{}", lesson.id);
            assert!(row.to > row.from, "{}", lesson.id);
            now = row.to;
        }
        for lang in Lang::WHOLE {
            let title = tr(lang, named(&format!("teachers-{}", lesson.id)));
            assert!(title.starts_with(&now.to_string()), "{title} takes {now} minutes");
        }
    }
}

#[test]
fn every_row_says_what_to_do_and_no_text_is_left_over() {
    for lesson in LESSONS {
        let id = |row: usize| format!("teachers-{}-row-{row}", lesson.id);
        for row in 1..=lesson.rows.len() {
            assert!(Key::named(&id(row)).is_some(), "{}", id(row));
        }
        assert!(Key::named(&id(lesson.rows.len() + 1)).is_none(), "{}", lesson.id);
    }
}

#[test]
fn it_is_written_in_both_languages_with_moments_that_exist() {
    for lang in Lang::WHOLE {
        let page = write(lang).expect("a page");
        let moments: usize = LESSONS.iter().flat_map(|lesson| lesson.rows).map(|row| row.moments.len()).sum();
        assert_eq!(page.matches("target=\"moment\"").count(), moments);
        assert!(!page.contains("style="), "no inline style");
    }
}
