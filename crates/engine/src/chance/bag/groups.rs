//! The most groups into which dice can be put, each with a sum.

use std::collections::HashMap;

/// The most groups of some values whose sums are each `least` or more. Values that are left over
/// may go to any group.
///
/// One value after the other begins or joins a group: what is left is looked up by the values that
/// are left, as many groupings leave the same.
pub(super) fn most_groups(values: &[i32], least: i32) -> i32 {
    if least <= 0 {
        return values.len() as i32;
    }
    let enough = values.iter().filter(|&&value| value >= least).count();
    let mut few: Vec<i32> =
        values.iter().copied().filter(|value| (1..least).contains(value)).collect();
    few.sort_unstable_by(|a, b| b.cmp(a));
    enough as i32 + grouped(&few, least, &mut HashMap::new())
}

/// The same of values below `least`, the highest first.
fn grouped(values: &[i32], least: i32, known: &mut HashMap<Vec<i32>, i32>) -> i32 {
    let sum: i32 = values.iter().sum();
    let most = sum / least;
    if most <= 1 {
        return most;
    }
    if let Some(&groups) = known.get(values) {
        return groups;
    }
    // The highest value is in a group of its own making, or in none.
    let (first, rest) = (values[0], &values[1..]);
    let mut best = 0;
    filled(rest, 0, least - first, &mut Vec::new(), &mut |left| {
        best = best.max(1 + grouped(left, least, known));
        best == most
    });
    known.insert(values.to_vec(), best);
    best
}

/// Shows every way to take values from a place on that come to `wanted` without one too many: the
/// values that are left, until `enough` says so.
fn filled(
    values: &[i32],
    from: usize,
    wanted: i32,
    taken: &mut Vec<usize>,
    enough: &mut dyn FnMut(&[i32]) -> bool,
) -> bool {
    if wanted <= 0 {
        let left = (0..values.len()).filter(|place| !taken.contains(place));
        let left: Vec<i32> = left.map(|place| values[place]).collect();
        return enough(&left);
    }
    let mut last = None;
    for place in from..values.len() {
        if last.replace(values[place]) == Some(values[place]) {
            continue;
        }
        taken.push(place);
        let done = filled(values, place + 1, wanted - values[place], taken, enough);
        taken.pop();
        if done {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every way to put values into groups, by trying each value in each of them.
    fn by_trying(values: &[i32], least: i32) -> i32 {
        fn put(values: &[i32], groups: &mut Vec<i32>, least: i32) -> i32 {
            let Some((first, rest)) = values.split_first() else {
                return groups.iter().filter(|&&sum| sum >= least).count() as i32;
            };
            let mut best = 0;
            for place in 0..=groups.len() {
                match place == groups.len() {
                    true => groups.push(*first),
                    false => groups[place] += first,
                }
                best = best.max(put(rest, groups, least));
                match place + 1 == groups.len() && groups[place] == *first {
                    true => drop(groups.pop()),
                    false => groups[place] -= first,
                }
            }
            best
        }
        put(values, &mut Vec::new(), least)
    }

    #[test]
    fn groups_are_those_of_every_way_to_put_them() {
        let mut state = 7u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((state >> 33) % below) as i32
        };
        for _ in 0..200 {
            let values: Vec<i32> = (0..next(8)).map(|_| 1 + next(10)).collect();
            let least = 1 + next(14);
            assert_eq!(
                most_groups(&values, least),
                by_trying(&values, least),
                "{values:?} {least}"
            );
        }
    }
}
