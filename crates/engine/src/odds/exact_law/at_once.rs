//! Exact laws of one-step rules: their branches are counted in integers, without a graph.

use std::ops::Range;

use super::layout::{Key, Layout};
use super::ledger::Clock;
use super::totals::MOST_KEPT;
use crate::chance::Enumerated;
use crate::chance::cases::Cases;
use crate::odds::Law;
use crate::rule::{Column, Columns, Rule, Step};

/// Maximum number of branches of a rule that is counted without a graph.
const MOST_BRANCHES: u64 = 4096;

/// Returns the laws of a one-step rule, and its number of branches; `None` for other rules, and if
/// it has too many branches or the cases overflow.
pub(in crate::odds) fn at_once<R: Rule>(
    rule: &R,
    layout: &Layout,
    of: &Columns,
    budget: u64,
) -> Option<(Vec<Law>, u64)> {
    if of.indexed() || of.counter().is_some() || Clock::of(of).is_some() {
        return None;
    }
    let mut cases = (layout.cells <= MOST_KEPT).then(|| Cases::new(layout.cells))?;
    let (mut chance, mut key, mut branches) = (Enumerated::new(), Key::new(layout), 0);
    while branches < budget.min(MOST_BRANCHES) {
        branches += 1;
        key.restart();
        let Step::Done = rule.step(rule.start(), &mut chance, &mut key) else { return None };
        let (these, all) = chance.cases()?;
        cases.count(key.cells().ok()?, these, all)?;
        if chance.advance().is_none() {
            if chance.failed || chance.lost.all > 0.0 {
                return None;
            }
            let law = |(column, cells): (&Column, Range<usize>)| {
                Law::from_cases(column.scale.clone(), &cases.of[cells], cases.all)
            };
            return Some((of.iter().zip(layout.histograms()).map(law).collect(), branches));
        }
    }
    None
}
