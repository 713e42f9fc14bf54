//! Sorting in little code. The standard library's sorts are made anew for every type, some 4 kB each, which a page that has
//! to be fetched pays for; here the sorting itself exists once, and each use adds a comparison and a few swaps.

use std::cmp::Ordering;

/// Sorts by the items' own order; equal items keep theirs.
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, Ord::cmp);
}

/// Sorts by a key; items with equal keys keep their order.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

/// Sorts by a comparison that is a total order; equal items keep their order.
///
/// # Complexity
/// O(n log n) comparisons, 8 bytes of memory for each item.
pub fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut order = merged(items.len(), &|a, b| compare(&items[a], &items[b]) != Ordering::Greater);
    // Along each cycle of the permutation, every place takes its item from the next.
    for start in 0..order.len() {
        let mut at = start;
        loop {
            let from = std::mem::replace(&mut order[at], at as u32) as usize;
            if from == start {
                break;
            }
            items.swap(at, from);
            at = from;
        }
    }
}

/// Sorts by a number; items with equal numbers keep their order. For long lists: it compares nothing.
///
/// # Complexity
/// O(n) for each byte in which the numbers differ; a second list of the items.
pub fn sort_by_number<T: Copy>(items: &mut [T], number: impl Fn(&T) -> u64) {
    let mut other = items.to_vec();
    let first = items.first().map_or(0, &number);
    let differ = items.iter().fold(0, |differ, item| differ | (number(item) ^ first));
    let mut is_other = false;
    for shift in (0..64).step_by(8).filter(|shift| (differ >> shift) & 0xff != 0) {
        let (from, to): (&[T], &mut [T]) = if is_other { (&other, items) } else { (items, &mut other) };
        let mut places = [0_u32; 256];
        for item in from {
            places[(number(item) >> shift & 0xff) as usize] += 1;
        }
        let mut before = 0;
        for place in &mut places {
            before += std::mem::replace(place, before);
        }
        for item in from {
            let place = &mut places[(number(item) >> shift & 0xff) as usize];
            to[*place as usize] = *item;
            *place += 1;
        }
        is_other = !is_other;
    }
    if is_other {
        items.copy_from_slice(&other);
    }
}

/// Puts the item that sorting would put at `nth` there, smaller ones before it and larger ones behind.
///
/// # Complexity
/// O(n) comparisons on average, for items that are near their order too.
pub fn select<T: Ord>(items: &mut [T], nth: usize) {
    let (mut low, mut high) = (0, items.len());
    while high - low > 1 {
        items.swap(low, low.midpoint(high));
        let mut last = low;
        for at in low + 1..high {
            if items[at] < items[low] {
                last += 1;
                items.swap(last, at);
            }
        }
        items.swap(low, last);
        match nth.cmp(&last) {
            Ordering::Less => high = last,
            Ordering::Equal => return,
            Ordering::Greater => low = last + 1,
        }
    }
}

/// The items in the order of their numbers, equal ones as they were. All uses share one comparison.
pub fn by_numbers<T: Copy>(items: &[T], numbers: impl Fn(&T) -> [u64; 3]) -> Vec<T> {
    let mut keys: Vec<([u64; 3], u32)> = items.iter().map(numbers).zip(0..).collect();
    sort(&mut keys);
    keys.into_iter().map(|(_, at)| items[at as usize]).collect()
}

/// The indices of `0..len` in order, by merging runs of doubling length; `holds(a, b)` says that a may stand before b.
fn merged(len: usize, holds: &dyn Fn(usize, usize) -> bool) -> Vec<u32> {
    let mut order: Vec<u32> = (0..len as u32).collect();
    let mut other = order.clone();
    let mut run = 1;
    while run < len {
        for low in (0..len).step_by(2 * run) {
            let (middle, high) = ((low + run).min(len), (low + 2 * run).min(len));
            let (mut left, mut right) = (low, middle);
            for place in &mut other[low..high] {
                let takes_left = right >= high || left < middle && holds(order[left] as usize, order[right] as usize);
                let from = if takes_left { &mut left } else { &mut right };
                *place = order[*from];
                *from += 1;
            }
        }
        std::mem::swap(&mut order, &mut other);
        run *= 2;
    }
    order
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(mut items: Vec<(u8, u32)>) {
        let mut expected = items.clone();
        expected.sort_by_key(|item| item.0);
        sort_by_key(&mut items, |item| item.0);
        assert_eq!(items, expected);
        expected.sort_unstable();
        sort(&mut items);
        assert_eq!(items, expected);
    }

    #[test]
    fn short_lists_are_sorted() {
        check(vec![]);
        check(vec![(1, 0)]);
        check(vec![(2, 0), (1, 1)]);
        check(vec![(1, 0), (1, 1), (0, 2), (1, 3)]);
    }

    proptest! {
        #[test]
        fn any_list_is_sorted_and_equals_keep_their_order(keys in proptest::collection::vec(0_u8..8, 0..200)) {
            check(keys.into_iter().zip(0..).collect());
        }

        #[test]
        fn numbers_of_any_length_are_sorted(keys in proptest::collection::vec(prop_oneof![0_u64..4, 0_u64..1 << 20, any::<u64>()], 0..200)) {
            let mut items: Vec<(u64, usize)> = keys.into_iter().zip(0..).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            sort_by_number(&mut items, |item| item.0);
            prop_assert_eq!(items, expected);
        }

        #[test]
        fn what_is_selected_stands_where_sorting_puts_it(keys in proptest::collection::vec(0_u8..8, 1..200), at: prop::sample::Index) {
            let mut expected = keys.clone();
            expected.sort_unstable();
            let (mut items, nth) = (keys.clone(), at.index(keys.len()));
            select(&mut items, nth);
            prop_assert_eq!(items[nth], expected[nth]);
            prop_assert!(items[..nth].iter().all(|item| *item <= items[nth]) && items[nth..].iter().all(|item| *item >= items[nth]));
        }
    }
}
