//! Duel against a rival whose type the own side does not know.

use super::bidding::{Bidder, Round, done};
use super::guessing::{BayesianDuel, Seen};
use super::policy::BidPolicy;
use super::terms::Terms;
use oddsmith_base::Result;
use oddsmith_engine::chance::{Chance, Odds};
use oddsmith_engine::kernel::states;
use oddsmith_engine::rule::{Columns, Extras, Policy, Record, Rule, Step};
use oddsmith_engine::strategy::{Side, weights};

/// Rule of a duel against equally likely rivals whose type is hidden from the own side.
pub struct UnknownRival {
    game: BayesianDuel,
    odds: Odds,
    /// Bidder of the own side, by index of the history.
    own: Bidder,
    /// Bidders of the rival by index of the history, with states by index among its possible types.
    rival: Vec<Bidder>,
}

/// State before a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Progress {
    rival: usize,
    /// Index of the public history.
    seen: usize,
    won: i32,
}

impl UnknownRival {
    /// Creates the duel of these terms, in which each side bids by its policy.
    ///
    /// # Errors
    /// If both sides bid the best reply to each other, or the duel is too large.
    pub fn new(terms: &Terms, policies: &[BidPolicy; 2]) -> Result<UnknownRival> {
        let game = BayesianDuel::new(terms)?;
        let [own_plan, rival_plan] = game.plans(policies)?;
        let bid = |side: Side, plan: &[f64], seen: &Seen, rival: usize, first: usize| {
            weights(&plan[first..=first + terms.left(seen, side, rival).1 as usize])
        };
        let own = game.seen.iter();
        let own = own.map(|seen| bid(Side::Own, &own_plan, seen, seen.rivals[0], seen.own));
        let of_rival = |seen: &Seen| {
            let rivals = seen.rivals.iter().zip(&seen.rival);
            let bid = |(&which, &first)| bid(Side::Rival, &rival_plan, seen, which, first);
            Bidder::new(rivals.map(bid))
        };
        let (own, rival) = (Bidder::new(own), game.seen.iter().map(of_rival).collect());
        Ok(UnknownRival { odds: Odds::even(terms.rivals.len()), game, own, rival })
    }
}

impl Rule for UnknownRival {
    type State = Option<Progress>;

    const EXTRAS: Extras<Self> = Extras { kernel: states, ..Extras::NONE };

    fn columns(&self) -> Columns {
        self.game.terms.columns(&self.game.terms.rivals)
    }

    fn start(&self) -> Option<Progress> {
        None
    }

    /// Plays one round; before the first round, draws the type of the rival.
    fn step<C: Chance>(
        &self,
        state: Option<Progress>,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Option<Progress>> {
        let Progress { rival, seen: at, won } = state.unwrap_or_else(|| {
            let rival = chance.choose(&self.odds);
            record.tell(|| format!("the rival is of type {}", rival + 1));
            Progress { rival, seen: 0, won: 0 }
        });
        let (terms, seen) = (&self.game.terms, &self.game.seen[at]);
        let place = seen.rivals.iter().position(|&it| it == rival).unwrap_or(0);
        let bids = [self.own.choose(&at, chance), self.rival[at].choose(&place, chance)];
        let played = seen.rounds.len();
        let winner = terms.winner(played == 0, rival, bids);
        let sides = [Side::Own, Side::Rival];
        let left = sides.map(|side| terms.left(seen, side, rival).0 - bids[side as usize]);
        let scores = terms.scores(played == 0, rival);
        let won = won + i32::from(Round { played, bids, winner, scores, left }.record(record));
        match seen.next.get(&(bids, winner)) {
            Some(&seen) => Step::Next(Some(Progress { rival, seen, won })),
            None => {
                let pools = [terms.own[2], terms.rivals[rival][2]];
                done(won, [pools[0] - left[0], pools[1] - left[1]], record);
                Step::Done
            }
        }
    }
}
