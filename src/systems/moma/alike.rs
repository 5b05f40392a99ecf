//! A duel in which both sides bid alike in every round, as it is played: nobody looks at the state.

use super::bidding::{Bid, Duel, Progress};
use super::policy::BidPolicy;
use crate::chance::Chance;
use crate::rule::{Columns, Kernel, Policy, Record, Rule, Step};

/// How a side bids that bids alike in every round, lowered to what it may bid: that is all it sees.
#[derive(Clone, Debug)]
struct Alike {
    /// By the most that it may bid.
    up_to: Vec<Bid>,
}

impl Alike {
    fn new(policy: &BidPolicy, cap: i32) -> Alike {
        let weights = |most: i32| policy.weights(0, 1, most, most).unwrap_or_default();
        Alike { up_to: (0..=cap).map(|most| Bid::weighted(&weights(most))).collect() }
    }
}

impl Policy<i32> for Alike {
    type Choice = i32;

    #[inline(always)]
    fn choose<C: Chance>(&self, most: &i32, chance: &mut C) -> i32 {
        let most = *most as usize;
        match (&self.up_to[most], self.up_to.last()) {
            (Bid::Sure(bid), _) => *bid,
            (Bid::Mixed(lowered), Some(Bid::Mixed(odds))) => {
                chance.choose_up_to(odds, most, lowered) as i32
            }
            (Bid::Mixed(odds), _) => chance.choose(odds) as i32,
        }
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

    fn columns(&self) -> Columns {
        self.duel.columns()
    }

    fn start(&self) -> Progress {
        self.duel.start()
    }

    fn kernel(&self) -> Option<Box<dyn Kernel>> {
        self.duel.kernel()
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
