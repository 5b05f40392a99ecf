//! Duel against a rival of unknown type: the own side infers the type from bids and results, and
//! the rival takes this into account.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::policy::BidPolicy;
use super::terms::{NAIVE, Terms};
use oddsmith_base::{Error, Result};
use oddsmith_engine::strategy::{
    BIDS, Block, Choice, Hidden, Known, MOST_MEETINGS, Matrix, Objective, Position, Proof, Side,
    SimplePolicy, Solved, Standing, Term, Terms as Words, Tree,
};

/// Largest gap between the bounds of the certificate if the plans are not exact.
const GOAL: f64 = 1e-7;

/// Memory of an information set, in units of a term of a block.
const PLACE: usize = 20;

/// Public history before a round.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    /// Bids of both sides and the winner, by round.
    pub rounds: Vec<([i32; 2], Ordering)>,
    /// Indices of the rival types that are consistent with this history.
    pub rivals: Vec<usize>,
    /// First sequence of the own side at this history; `rival` has the one of each rival type.
    pub own: usize,
    pub rival: Vec<usize>,
    /// Index of the next history, by bids and winner.
    pub next: HashMap<([i32; 2], Ordering), usize>,
}

/// Class of rounds with equal payoffs: first round or not, last or not, and the score before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Kind {
    is_first: bool,
    is_last: bool,
    score: i32,
}

/// Duel as a game of two sequence trees with hidden types.
pub struct BayesianDuel {
    pub(super) terms: Terms,
    pub(super) seen: Vec<Seen>,
    kinds: Vec<Kind>,
    game: Hidden,
}

impl Seen {
    /// Returns the sum of a side's bids in the rounds of this history.
    fn spent(&self, side: Side) -> i32 {
        self.rounds.iter().map(|(bids, _)| bids[side as usize]).sum()
    }

    /// Returns rounds won less rounds lost, or 0 if the objective does not depend on them.
    fn score(&self, objective: Objective) -> i32 {
        match objective {
            Objective::Share => 0,
            Objective::Majority => self.rounds.iter().map(|(_, winner)| *winner as i32).sum(),
        }
    }
}

impl Terms {
    /// Returns a side's points left at this history, and its largest bid.
    pub(super) fn left(&self, seen: &Seen, side: Side, rival: usize) -> (i32, i32) {
        let rival = self.rivals[rival];
        let [_, cap, pool] = if side == Side::Own { self.own } else { rival };
        let left = pool - self.bought(rival)[side as usize].cost - seen.spent(side);
        (left, cap.clamp(0, left.max(0)))
    }

    /// Returns the scores of both sides in a round, with the bonus of the first round.
    pub(super) fn scores(&self, is_first: bool, rival: usize) -> [i32; 2] {
        let rival = self.rivals[rival];
        let bonus = self.bought(rival).map(|bought| if is_first { bought.bonus } else { 0 });
        [self.own[0] + bonus[0], rival[0] + bonus[1]]
    }

    /// Returns the winner of a round; `Greater` is the own side.
    pub(super) fn winner(&self, is_first: bool, rival: usize, bids: [i32; 2]) -> Ordering {
        let [own, other] = self.scores(is_first, rival);
        (own + bids[0]).cmp(&(other + bids[1])).then(self.tied(self.rivals[rival]))
    }

    /// Returns the largest bid of any rival type, which sets the width of the payoff matrices.
    fn highest(&self) -> i32 {
        self.rivals.iter().map(|[_, cap, pool]| (*cap).clamp(0, (*pool).max(0))).max().unwrap_or(0)
    }

    /// Returns the matrix of `of` for a round: rows are own bids, columns are rival types and bids.
    fn matrix(&self, kind: Kind, of: impl Fn([i32; 2], Ordering) -> f64) -> Matrix {
        let own = self.own[1].clamp(0, self.own[2].max(0)) as usize + 1;
        let width = self.highest() as usize + 1;
        Matrix::new(own, self.rivals.len() * width, |row, column| {
            let bids = [row as i32, (column % width) as i32];
            of(bids, self.winner(kind.is_first, column / width, bids))
        })
    }

    /// Returns the shares won, tied and lost that a round contributes, not including the price of
    /// points.
    fn shares(&self, kind: Kind, winner: Ordering) -> [f64; 3] {
        let (winner, part) = match self.objective {
            Objective::Share => (winner, 1.0 / self.given.rounds as f64),
            Objective::Majority if kind.is_last => ((kind.score + winner as i32).cmp(&0), 1.0),
            Objective::Majority => return [0.0; 3],
        };
        [Ordering::Greater, Ordering::Equal, Ordering::Less]
            .map(|result| if result == winner { part } else { 0.0 })
    }

    /// Returns the contribution of a round to the value.
    fn payoff(&self, kind: Kind, bids: [i32; 2], winner: Ordering) -> f64 {
        let [win, _, loss] = self.shares(kind, winner);
        (win - loss) / 2.0 + self.price() * f64::from(bids[1] - bids[0])
    }
}

impl BayesianDuel {
    /// Creates the game of these terms.
    ///
    /// # Errors
    /// If it is too large.
    pub fn new(terms: &Terms) -> Result<BayesianDuel> {
        let rivals: Vec<usize> = (0..terms.rivals.len()).collect();
        let odds = 1.0 / rivals.len() as f64;
        let width = terms.highest() as usize + 1;
        let mut trees = [Tree::default(), Tree::default()];
        let (mut kinds, mut blocks): (Vec<Kind>, Vec<Block>) = Default::default();
        let next = HashMap::new();
        let start = Seen { rounds: Vec::new(), rival: vec![0; rivals.len()], rivals, own: 0, next };
        let mut seen = vec![start];
        let (mut at, mut meetings) = (0, 0);
        while at < seen.len() {
            // Up to here, `own` and `rival` are the sequences that lead to this history.
            let Seen { rounds, rivals, own, rival, .. } = seen[at].clone();
            let (is_first, is_last) = (rounds.is_empty(), rounds.len() + 1 == terms.given.rounds);
            let kind = Kind { is_first, is_last, score: seen[at].score(terms.objective) };
            let most = terms.left(&seen[at], Side::Own, rivals[0]).1;
            let first = trees[0].decide(own, most as usize + 1);
            let of_own = (0..=most).map(|bid| Term::new(first + bid as usize, bid as usize, 1.0));
            let mut block = [of_own.collect::<Vec<_>>(), Vec::new()];
            let mut firsts = Vec::with_capacity(rivals.len());
            for (&which, before) in rivals.iter().zip(rival) {
                let most_of_rival = terms.left(&seen[at], Side::Rival, which).1;
                let first_of_rival = trees[1].decide(before, most_of_rival as usize + 1);
                firsts.push(first_of_rival);
                for bid in 0..=most_of_rival {
                    let sequence = first_of_rival + bid as usize;
                    block[1].push(Term::new(sequence, which * width + bid as usize, odds));
                    if is_last {
                        continue;
                    }
                    for own_bid in 0..=most {
                        let bids = [own_bid, bid];
                        let key = (bids, terms.winner(is_first, which, bids));
                        let place = seen[at].next.get(&key).copied().unwrap_or(seen.len());
                        if place == seen.len() {
                            let rounds = rounds.iter().copied().chain([key]).collect();
                            seen.push(Seen {
                                rounds,
                                rivals: Vec::new(),
                                own: first + own_bid as usize,
                                rival: Vec::new(),
                                next: HashMap::new(),
                            });
                            seen[at].next.insert(key, place);
                        }
                        seen[place].rivals.push(which);
                        seen[place].rival.push(sequence);
                    }
                }
            }
            (seen[at].own, seen[at].rival) = (first, firsts);
            let known = kinds.iter().position(|other| *other == kind);
            let number = known.unwrap_or(kinds.len());
            kinds.extend(known.is_none().then_some(kind));
            meetings += PLACE + block.iter().map(Vec::len).sum::<usize>();
            blocks.push(Block { kind: number, terms: block });
            if !MOST_MEETINGS.holds(meetings as u64) {
                return Err(MOST_MEETINGS.exceeded("the duel has"));
            }
            at += 1;
        }
        let payoffs =
            |kind: &Kind| terms.matrix(*kind, |bids, winner| terms.payoff(*kind, bids, winner));
        let game = Hidden::new(trees, kinds.iter().map(payoffs).collect(), blocks);
        Ok(BayesianDuel { terms: terms.clone(), seen, kinds, game })
    }

    /// Returns the expectation of `of`, summed over the rounds, if both sides follow these plans.
    fn expected(&self, plans: [&[f64]; 2], of: impl Fn(Kind, [i32; 2], Ordering) -> f64) -> f64 {
        let kinds = self.kinds.iter();
        let kinds: Vec<Matrix> = kinds
            .map(|kind| self.terms.matrix(*kind, |bids, winner| of(*kind, bids, winner)))
            .collect();
        self.game.expected(plans, &kinds)
    }

    /// Solves the game: value, the choices of the first round, and the losses of simple policies.
    pub fn solved(&self) -> Solved {
        let terms = &self.terms;
        let proof = self.game.solve(GOAL);
        let added = terms.rivals.iter().map(|rival| terms.added(*rival)).sum::<f64>()
            / terms.rivals.len() as f64;
        let (lo, hi) = (proof.lo.min(proof.hi), proof.hi.max(proof.lo));
        let value = lo + (hi - lo) / 2.0;
        let plans = [&proof.plans[0][..], &proof.plans[1]];
        let share = |place: usize| {
            self.expected(plans, |kind, _, winner| terms.shares(kind, winner)[place])
        };
        let won = |_: Kind, _: [i32; 2], winner| f64::from(u8::from(winner == Ordering::Greater));
        let paid = |side: usize| {
            let costs = terms.rivals.iter().map(|rival| terms.bought(*rival)[side].cost);
            f64::from(costs.sum::<i32>()) / terms.rivals.len() as f64
        };
        let bids = |side: usize| self.expected(plans, |_, bids, _| f64::from(bids[side]));
        let spend = [bids(0) + paid(0), bids(1) + paid(1)];
        let naive = NAIVE.iter().map(|(name, policy)| {
            let plan = self.simple(Side::Own, policy);
            SimplePolicy::new(name, value, self.game.reply(Side::Own, &plan).0)
        });
        let mut notes = vec![
            "the own side does not know which rival it has, and learns from bids and results"
                .to_owned(),
        ];
        notes
            .extend((terms.price() != 0.0).then(|| {
                "Spending costs both sides: what one spends, the other gains.".to_owned()
            }));
        Solved {
            value: value + added,
            lo: lo + added,
            hi: hi + added,
            win: share(0),
            tie: share(1),
            loss: share(2),
            spend: Some(spend),
            terms: Words {
                counted: terms.objective.counted(),
                shown: "there may be other optimal plans",
                ..BIDS
            }
            .into(),
            averages: vec![
                (format!("rounds won of {}", terms.given.rounds), self.expected(plans, won)),
                (format!("points spent of {}", terms.own[2]), spend[0]),
                ("rival's".to_owned(), spend[1]),
            ],
            first: self.positions_at(&proof, &self.seen[..1]),
            naive: naive.collect(),
            notes,
            game: None,
        }
    }

    /// Returns the number of choices of both sides in all states.
    pub fn choices(&self) -> usize {
        let sides = [Side::Own, Side::Rival];
        sides.iter().map(|side| self.game.tree(*side).sequences() - 1).sum()
    }

    /// Returns the choices in each state.
    pub fn positions(&self) -> Vec<Position> {
        self.positions_at(&self.game.solve(GOAL), &self.seen)
    }

    fn positions_at(&self, proof: &Proof, seen: &[Seen]) -> Vec<Position> {
        let terms = &self.terms;
        let choices = |side: Side, seen: &Seen, rival: usize, first: usize| -> Vec<Choice> {
            let shares = &proof.plans[side as usize];
            let most = terms.left(seen, side, rival).1;
            let choice =
                |bid: i32| Choice { what: bid, share: shares[first + bid as usize], range: None };
            (0..=most).map(choice).collect()
        };
        let standing = |seen: &Seen, rival: Option<usize>| -> Standing {
            let left = terms.left(seen, Side::Own, seen.rivals[0]).0;
            let bids = |side: usize| seen.rounds.iter().map(|(bids, _)| bids[side]).collect();
            let results = seen.rounds.iter().map(|(_, winner)| *winner as i32).collect();
            let of_rival = |rival| Known::Number(terms.left(seen, Side::Rival, rival).0);
            let which = |rival| Known::Number(rival as i32 + 1);
            oddsmith_engine::strategy::standing([
                ("round", Known::Number(seen.rounds.len() as i32 + 1)),
                ("own", Known::Number(left)),
                ("rival", rival.map_or(Known::Nothing, of_rival)),
                ("score", Known::Number(seen.score(terms.objective))),
                ("type", rival.map_or(Known::Nothing, which)),
                ("own_bids", Known::Cards(bids(0))),
                ("rival_bids", Known::Cards(bids(1))),
                ("results", Known::Cards(results)),
            ])
        };
        let mut positions = Vec::new();
        for seen in seen {
            let own = choices(Side::Own, seen, seen.rivals[0], seen.own);
            positions.push(Position { state: standing(seen, None), choices: [own, Vec::new()] });
            for (&rival, &first) in seen.rivals.iter().zip(&seen.rival) {
                let of_rival = choices(Side::Rival, seen, rival, first);
                let state = standing(seen, Some(rival));
                positions.push(Position { state, choices: [Vec::new(), of_rival] });
            }
        }
        positions
    }

    /// Returns the plan of a simple policy.
    fn simple(&self, side: Side, policy: &BidPolicy) -> Vec<f64> {
        let mut plan = self.game.tree(side).even();
        let mut set = |seen: &Seen, rival: usize, first: usize| {
            let (left, most) = self.terms.left(seen, side, rival);
            let (played, rounds) = (seen.rounds.len(), self.terms.given.rounds);
            let weights = policy.weights(played, rounds - played, left, most).unwrap_or_default();
            let sum: u64 = weights.iter().sum();
            let shares = weights.iter().map(|&weight| weight as f64 / sum as f64);
            let shares = shares.chain(std::iter::repeat(0.0));
            let range = first..=first + most as usize;
            plan[range].iter_mut().zip(shares).for_each(|(share, weight)| *share = weight);
        };
        for seen in &self.seen {
            match side {
                Side::Own => set(seen, seen.rivals[0], seen.own),
                Side::Rival => {
                    let rivals = seen.rivals.iter().zip(&seen.rival);
                    rivals.for_each(|(&rival, &first)| set(seen, rival, first));
                }
            }
        }
        plan
    }

    /// Returns the plan of each side by its policy.
    pub(super) fn plans(&self, policies: &[BidPolicy; 2]) -> Result<[Vec<f64>; 2]> {
        let proof = policies.contains(&BidPolicy::Equilibrium).then(|| self.game.solve(GOAL));
        let plan = |side: Side| match (&policies[side as usize], &proof) {
            (BidPolicy::Equilibrium, Some(proof)) => proof.plans[side as usize].clone(),
            (policy, _) => self.simple(side, policy),
        };
        let reply = |side: Side| self.game.reply(side, &plan(side)).1;
        match policies {
            [BidPolicy::BestReply, BidPolicy::BestReply] => {
                Err(Error::question("both sides bid the best reply to each other")
                    .with_hint("that is `equilibrium`"))
            }
            [BidPolicy::BestReply, _] => Ok([reply(Side::Rival), plan(Side::Rival)]),
            [_, BidPolicy::BestReply] => Ok([plan(Side::Own), reply(Side::Own)]),
            _ => Ok([plan(Side::Own), plan(Side::Rival)]),
        }
    }
}
