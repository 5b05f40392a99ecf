//! Sequences of bids for repeated tries at an unknown need.

use super::fields::{bids, within_brackets};
use oddsmith_base::{Error, Result};

/// Sequence of bids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ladder {
    /// 1, 2, 3, ...
    OneByOne,
    /// 1, 3, 5, ...
    Odd,
    /// 2, 4, 6, ...
    Even,
    /// 1, 2, 4, 8, ...
    Doubling,
    /// The largest possible need, once.
    AtOnce,
    /// These bids.
    Bids(Vec<i32>),
    /// The sequence with the largest chance of success and, among those, the lowest mean cost.
    Optimal,
}

/// Limits of the tries: largest bid, total points, number of tries, and the cost of a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    /// Largest bid.
    pub most: i32,
    /// Total points.
    pub pool: i32,
    /// Largest number of tries.
    pub tries: i32,
    /// True if the first try costs no points.
    pub free_try: bool,
    /// Cost of a try, in points.
    pub price: Price,
}

/// Cost of a try as a fraction of a point, `a_try / parts`, so that sums are exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// Numerator: parts of a point that a try costs.
    pub a_try: i64,
    /// Denominator: parts in a point.
    pub parts: i64,
}

/// Syntax of a ladder, for error messages.
pub const VALUES: &str =
    "one_by_one | odd | even | doubling | at_once | optimal | a list of bids such as [1,3,5]";

/// Names and descriptions of the ladders, for `list policies`.
pub const POLICIES: &[(&str, &str)] = &[
    ("one_by_one", "1, 2, 3, and so on"),
    ("odd", "1, 3, 5, and so on"),
    ("even", "2, 4, 6, and so on"),
    ("doubling", "1, 2, 4, 8, and so on"),
    ("at_once", "the largest need that is believed in"),
    ("optimal", "what succeeds most often, and of that what costs least"),
    ("[1,3,5]", "these bids, one after the other"),
];

impl Ladder {
    /// Parses a ladder.
    ///
    /// # Errors
    /// If the text is neither the name of a ladder nor a list of bids.
    pub fn parse(text: &str) -> Result<Ladder> {
        Ok(match text {
            "one_by_one" => Ladder::OneByOne,
            "odd" => Ladder::Odd,
            "even" => Ladder::Even,
            "doubling" => Ladder::Doubling,
            "at_once" => Ladder::AtOnce,
            "optimal" => Ladder::Optimal,
            list => {
                let bids = within_brackets(list).and_then(bids);
                let wrong = || {
                    Error::question(format!("`{text}` is no ladder"))
                        .with_hint(format!("a ladder is {VALUES}"))
                };
                Ladder::Bids(bids.ok_or_else(wrong)?)
            }
        })
    }

    /// Returns the bids in order, as far as the limits allow. Each entry of `needs` is equally
    /// likely.
    pub fn bids(&self, needs: &[i32], means: &Means) -> Vec<i32> {
        let bids: Box<dyn Iterator<Item = i32> + '_> = match self {
            Ladder::OneByOne => Box::new(1..),
            Ladder::Odd => Box::new((1..).step_by(2)),
            Ladder::Even => Box::new((2..).step_by(2)),
            Ladder::Doubling => Box::new((0..31).map(|power| 1 << power)),
            Ladder::AtOnce => {
                Box::new(needs.iter().copied().max().map(|need| need.max(0)).into_iter())
            }
            Ladder::Bids(bids) => Box::new(bids.iter().copied()),
            Ladder::Optimal => return Optimal::new(needs, means).bids(),
        };
        let mut left = means.pool;
        let affordable = |bid: &i32| {
            left -= bid;
            *bid <= means.most && left >= 0
        };
        means
            .free_try
            .then_some(0)
            .into_iter()
            .chain(bids.take_while(affordable))
            .take(means.tries as usize)
            .collect()
    }
}

/// Solver of the optimal ladder, by dynamic programming.
///
/// # Formula
/// Another bid follows only after a failure, so a plan is an increasing list of bids, and only
/// needs are worth bidding. After a failed bid of need `i - 1`, with p points and t tries left:
/// `best(i, p, t) = max over j of (needs i..=j met, - (needs i.. left) x (cost of bid j) + best(j +
/// 1, p - bid, t - 1))`. Pairs are compared by the number of needs met, then by the cost summed
/// over all needs.
struct Optimal<'m> {
    means: &'m Means,
    /// Distinct needs that are not met for free, increasing, with the number of times each is
    /// listed.
    needs: Vec<(i32, i64)>,
    /// Best result by `(i, points, tries)`, and the index of the need to bid.
    best: Vec<Option<(Worth, Option<usize>)>>,
}

/// Number of needs met, and the negative cost; the larger pair is better.
type Worth = (i64, i128);

impl<'m> Optimal<'m> {
    fn new(needs: &[i32], means: &'m Means) -> Optimal<'m> {
        let mut sorted: Vec<i32> = needs
            .iter()
            .map(|&need| need.max(0))
            .filter(|&need| need > 0 || !means.free_try)
            .collect();
        sorted.sort_unstable();
        let needs: Vec<(i32, i64)> =
            sorted.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as i64)).collect();
        let states = (needs.len() + 1) * (means.pool as usize + 1) * (means.tries as usize + 1);
        Optimal { means, needs, best: vec![None; states] }
    }

    fn best(&mut self, first: usize, points: i32, tries: i32) -> (Worth, Option<usize>) {
        let (pools, counts) = (self.means.pool as usize + 1, self.means.tries as usize + 1);
        let place = (first * pools + points as usize) * counts + tries as usize;
        if let Some(known) = self.best[place] {
            return known;
        }
        let behind: i64 = self.needs[first..].iter().map(|(_, times)| times).sum();
        let Price { a_try, parts } = self.means.price;
        let (mut best, mut met) = (((0, 0), None), 0);
        for last in first..self.needs.len() {
            let (bid, times) = self.needs[last];
            met += times;
            if tries == 0 || bid > points.min(self.means.most) {
                break;
            }
            let ((later, cost), _) = self.best(last + 1, points - bid, tries - 1);
            let here =
                i128::from(behind) * (i128::from(bid) * i128::from(parts) + i128::from(a_try));
            let worth = (met + later, cost - here);
            if worth.0 > 0 && worth > best.0 {
                best = (worth, Some(last));
            }
        }
        self.best[place] = Some(best);
        best
    }

    fn bids(mut self) -> Vec<i32> {
        let mut bids: Vec<i32> = self.means.free_try.then_some(0).into_iter().collect();
        let (mut first, mut points, mut tries) =
            (0, self.means.pool, self.means.tries - bids.len() as i32);
        while let (_, Some(last)) = self.best(first, points, tries) {
            let bid = self.needs[last].0;
            bids.push(bid);
            (first, points, tries) = (last + 1, points - bid, tries - 1);
        }
        bids
    }
}
