//! The largest number of groups into which dice can be partitioned such that each group reaches a
//! minimum sum.

use std::collections::HashMap;

/// Returns the largest number of disjoint groups of `values` whose sums are each at least `least`.
///
/// Values are assigned in decreasing order; results are memoized by the multiset of remaining
/// values, because many partial groupings leave the same remainder.
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

/// Returns the same for values in `1..least`, sorted in decreasing order, with `known` as the memo
/// table.
fn grouped(values: &[i32], least: i32, known: &mut HashMap<Vec<i32>, i32>) -> i32 {
    let sum: i32 = values.iter().sum();
    let most = sum / least;
    if most <= 1 {
        return most;
    }
    if let Some(&groups) = known.get(values) {
        return groups;
    }
    // The highest value either starts a group or is unused.
    let (first, rest) = (values[0], &values[1..]);
    let mut best = 0;
    filled(rest, 0, least - first, &mut Vec::new(), &mut |left| {
        best = best.max(1 + grouped(left, least, known));
        best == most
    });
    known.insert(values.to_vec(), best);
    best
}

/// Calls `enough` with the remaining values for each minimal way to take values from `from` on that
/// sum to `wanted` or more.
///
/// Stops early and returns true once `enough` returns true.
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

    /// Reference implementation: tries each value in each group.
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
