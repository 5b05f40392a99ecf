//! Policies for bids in a duel.

use super::fields::{bids, within_brackets};
use oddsmith_base::{Error, Result};
use oddsmith_engine::chance::gcd;
use oddsmith_registry::{Decimal, Field, FieldValue, Settings};

/// Policy for bids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BidPolicy {
    /// Optimal mix in each state.
    Equilibrium,
    /// Best reply to the other side's policy.
    BestReply,
    /// The most that cap and pool allow.
    Max,
    /// The pool divided evenly over the rounds left.
    Even,
    /// Any allowed bid, equally likely.
    Uniform,
    /// Half of the largest allowed bid, rounded down.
    Half,
    /// The same bid each round.
    Bid(i32),
    /// A bid for each round, then 0.
    Bids(Vec<i32>),
    /// Weights of the bids 0, 1, 2, ...
    Mix(Vec<u64>),
}

/// Syntax of a policy, for error messages.
const VALUES: &str =
    "equilibrium | best_reply | max | even | uniform | half | bid:3 | bids:[3,2,1] | mix:[1,0,2]";

/// Names and descriptions of the policies, for `list policies`.
pub const POLICIES: &[(&str, &str)] = &[
    ("equilibrium", "an optimal mix in every state"),
    ("best_reply", "what is best against the other side's policy"),
    ("max", "all that cap and pool allow"),
    ("even", "the pool spread evenly over the rounds left"),
    ("uniform", "any bid that is allowed, equally likely"),
    ("half", "half of what is allowed, rounded down"),
    ("bid:3", "the same bid every round"),
    ("bids:[3,2,1]", "a bid for each round, then 0"),
    ("mix:[1,0,2]", "weights of the bids 0, 1, 2, and so on"),
];

impl FieldValue for BidPolicy {
    const FIELD: Field<'static> =
        Field::text("", VALUES, |text| BidPolicy::parse(text).map(drop), "");

    fn read(set: &Settings, field: &Field) -> BidPolicy {
        BidPolicy::parse(&set.value(field).to_string()).expect("a field holds what it was read as")
    }
}

impl BidPolicy {
    /// Parses a policy.
    ///
    /// # Errors
    /// If the text is not a policy, or its numbers are not valid bids or weights.
    pub fn parse(text: &str) -> Result<BidPolicy> {
        let wrong = |why: String| Error::question(why).with_hint(format!("a policy is {VALUES}"));
        let (name, numbers) =
            text.split_once(':').map_or((text, None), |(name, numbers)| (name, Some(numbers)));
        let no_bids = || wrong(format!("`{text}` does not say its bids"));
        let weight = |weight: &str| {
            let weight = Decimal::read(weight.trim_matches(['_', ' ']))?.parts();
            (0..=MOST).contains(&weight).then_some(weight.unsigned_abs())
        };
        match (name, numbers) {
            ("equilibrium", None) => Ok(BidPolicy::Equilibrium),
            ("best_reply", None) => Ok(BidPolicy::BestReply),
            ("max", None) => Ok(BidPolicy::Max),
            ("even", None) => Ok(BidPolicy::Even),
            ("uniform", None) => Ok(BidPolicy::Uniform),
            ("half", None) => Ok(BidPolicy::Half),
            ("bid", Some(bid)) => match bids(bid).as_deref() {
                Some(&[bid]) => Ok(BidPolicy::Bid(bid)),
                _ => Err(no_bids()),
            },
            ("bids", Some(numbers)) => {
                let bids = within_brackets(numbers).and_then(bids);
                bids.map(BidPolicy::Bids).ok_or_else(no_bids)
            }
            ("mix", Some(weights)) => {
                let weights = within_brackets(weights)
                    .and_then(|inner| inner.split(',').map(weight).collect::<Option<Vec<u64>>>());
                let mut weights = weights.ok_or_else(|| {
                    wrong(format!("`{text}` does not say its weights, which are numbers from 0 up"))
                })?;
                weights.truncate(1001);
                let common =
                    weights.iter().fold(0, |so_far, &weight| gcd(so_far, weight.into())) as u64;
                if common == 0 {
                    return Err(wrong(format!("`{text}` has no weight above 0")));
                }
                Ok(BidPolicy::Mix(weights.iter().map(|weight| weight / common).collect()))
            }
            _ => Err(wrong(format!("`{text}` is no policy"))),
        }
    }

    /// Returns true if the odds are the same in each round, limited to the largest allowed bid.
    pub fn is_alike(&self) -> bool {
        matches!(self, BidPolicy::Max | BidPolicy::Bid(_) | BidPolicy::Mix(_))
    }

    /// Returns the weights of the bids 0, 1, 2, ... up to at most `most`, in round number `round`
    /// (from 0) with `left` points for this round and `rounds_left - 1` more rounds. `None` if the
    /// policy needs a solver.
    pub fn weights(
        &self,
        round: usize,
        rounds_left: usize,
        left: i32,
        most: i32,
    ) -> Option<Vec<u64>> {
        let pure = |bid: i32| {
            let mut weights = vec![0; bid.min(most) as usize + 1];
            weights[bid.min(most) as usize] = 1;
            weights
        };
        Some(match self {
            BidPolicy::Equilibrium | BidPolicy::BestReply => return None,
            BidPolicy::Max => pure(most),
            BidPolicy::Even => pure(left / rounds_left as i32),
            BidPolicy::Uniform => vec![1; most as usize + 1],
            BidPolicy::Half => pure(most / 2),
            BidPolicy::Bid(bid) => pure(*bid),
            BidPolicy::Bids(bids) => pure(bids.get(round).copied().unwrap_or(0)),
            BidPolicy::Mix(weights) => {
                let (allowed, lowered) = weights.split_at(weights.len().min(most as usize + 1));
                let mut allowed = allowed.to_vec();
                if let Some(highest) = allowed.last_mut() {
                    *highest += lowered.iter().sum::<u64>();
                }
                allowed
            }
        })
    }
}

/// Largest weight, in parts of a [`Decimal`]: the sum of a thousand such weights fits 64 bits.
const MOST: i64 = 10_000_000_000_000_000;
