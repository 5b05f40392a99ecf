//! A duel in which both sides bid alike in every round, as it is played: nobody looks at the state.

use super::bidding::{Duel, Progress};
use super::policy::BidPolicy;
use oddsmith_engine::chance::{Chance, Odds};
use oddsmith_engine::rule::{Columns, Policy, Record, Rule, Shortcuts, Step};

/// How a side bids that bids alike in every round, lowered to what it may bid: that is all it sees.
#[derive(Clone, Debug)]
struct Alike {
    /// Its bids, none of them lowered.
    odds: Odds,
    /// By the most that it may bid.
    lowered: Vec<Odds>,
    /// The lowest of its bids.
    least: i32,
    /// Where it may bid no more than that, all of them come to the same.
    sure_up_to: i32,
}

impl Alike {
    fn new(policy: &BidPolicy, cap: i32) -> Alike {
        let weights = |most: i32| policy.weights(0, 1, most, most).unwrap_or_default();
        let odds = |most: i32| Odds::new(&weights(most)).said("bid");
        let least = weights(cap).iter().take_while(|&&weight| weight == 0).count() as i32;
        let alone = weights(cap).iter().filter(|&&weight| weight > 0).count() == 1;
        Alike {
            odds: odds(cap).often(),
            lowered: (0..=cap).map(odds).collect(),
            least,
            sure_up_to: if alone { cap } else { least },
        }
    }
}

impl Policy<i32> for Alike {
    type Choice = i32;

    #[inline(always)]
    fn choose<C: Chance>(&self, &most: &i32, chance: &mut C) -> i32 {
        if most <= self.sure_up_to {
            return most.min(self.least);
        }
        chance.choose_up_to(&self.odds, most as usize, &self.lowered) as i32
    }
}

/// The same duel as its [`Duel`], trial by trial, where both policies are alike
/// ([`BidPolicy::is_alike`]): it finds its bids without the number of the state.
#[derive(Clone, Debug)]
pub struct AlikeDuel {
    duel: Duel,
    sides: [Alike; 2],
}

impl AlikeDuel {
    /// This duel, of sides with these policies.
    pub fn new(duel: Duel, policies: &[BidPolicy; 2]) -> AlikeDuel {
        let caps = duel.caps();
        let sides = [0, 1].map(|side| Alike::new(&policies[side], caps[side]));
        AlikeDuel { duel, sides }
    }
}

impl Rule for AlikeDuel {
    type State = Progress;

    const SHORTCUTS: Shortcuts<Self> =
        Shortcuts { kernel: |rule| rule.duel.kernel(), ..Shortcuts::NONE };

    fn columns(&self) -> Columns {
        self.duel.columns()
    }

    fn start(&self) -> Progress {
        self.duel.start()
    }

    /// One round.
    #[inline(always)]
    fn step<C: Chance>(
        &self,
        now: Progress,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Progress> {
        let ([own, rival], most) = (&self.sides, self.duel.most(&now));
        // Not `map` of an array, which is a call for each side.
        let bids = [own.choose(&most[0], chance), rival.choose(&most[1], chance)];
        self.duel.round(now, bids, record)
    }
}
