//! Solutions of duels of hands, with open or hidden hands.

use super::hands::{Hand, Hands, different};
use super::hidden::{HiddenDuel, Spot, best};
use super::naive::{policies, shares};
use super::public::{Open, OpenDuel};
use crate::card_policy::CardPolicy;
use oddsmith_base::{Error, Result};
use oddsmith_engine::strategy::{
    Choice, Known, Matrix, Plan, Position, Proof, Rounds, Side, SimplePolicy, Solution, Solved,
    Terms, meet, standing,
};

/// Width of the certificate at which the solution of hidden hands stops.
const GOAL: f64 = 1e-7;

/// Share of the stakes that is subtracted from the value.
const HALF: f64 = 0.5;

/// A duel of hands.
pub enum Duel {
    /// Duel of open hands, solved in all its states.
    Open(Box<(OpenDuel, Solution)>),
    /// Duel in which each side sees only its own hand.
    Hidden(Box<HiddenDuel>),
}

/// The terms of answers about duels of hands.
pub const TERMS: Terms<&'static str> = Terms {
    choice: "card",
    counted: "checks",
    worth: "the share of the stakes won less one half",
    shown: "of several optimal plans the one that plays lowest is shown",
};

/// The solution of a duel, and the choices that are displayed.
struct Found {
    lo: f64,
    hi: f64,
    win: f64,
    first: Vec<Position>,
    /// Value of each simple policy against its best reply.
    keeps: Vec<(CardPolicy, f64)>,
    shown: &'static str,
    note: String,
}

impl Duel {
    /// Creates the duel of open hands, and solves it.
    ///
    /// # Errors
    /// If a hand is given as a number of cards, or the duel is too large.
    pub fn open(hands: &Hands) -> Result<Duel> {
        let known = |side: usize| match &hands.sides[side].hand {
            Hand::Known(cards) => Ok(cards.clone()),
            Hand::Dealt(_) => {
                let name = ["hand", "opposing_hand"][side];
                Err(Error::question(format!("`{name}` lies open, and names no cards"))
                    .with_hint("name them, as [3,7,12], or ask for `information=hidden`"))
            }
        };
        let duel = OpenDuel::new(hands.clone(), [known(0)?, known(1)?])?;
        let solution = Solution::of(&duel);
        Ok(Duel::Open(Box::new((duel, solution))))
    }

    /// Creates the duel of hidden hands.
    ///
    /// # Errors
    /// If the duel is too large.
    pub fn hidden(hands: &Hands) -> Result<Duel> {
        Ok(Duel::Hidden(Box::new(HiddenDuel::new(hands, [&best, &best])?)))
    }

    /// Solves the duel: its value, the choices before the first check, and the losses of simple
    /// policies.
    ///
    /// # Errors
    /// If a duel with a simple policy is too large.
    pub fn solved(&self, hands: &Hands) -> Result<Solved> {
        let found = match self {
            Duel::Open(solved) => open(hands, &solved.0, &solved.1),
            Duel::Hidden(duel) => hidden(hands, duel)?,
        };
        let Found { lo, hi, win, first, keeps, shown, note } = found;
        // If both bounds are equal, rounding may swap them.
        let (lo, hi) = (lo.min(hi), hi.max(lo));
        let value = lo + (hi - lo) / 2.0;
        let stakes: i32 = hands.stakes.iter().sum();
        let checks = hands.checks();
        let price = |(policy, keeps): &(CardPolicy, f64)| {
            SimplePolicy::new(&policy.to_string(), value, *keeps)
        };
        Ok(Solved {
            value: value - HALF,
            lo: lo - HALF,
            hi: hi - HALF,
            win,
            tie: 0.0,
            loss: 1.0 - win,
            spend: None,
            terms: Terms { shown, ..TERMS }.into(),
            averages: vec![
                (format!("stakes won of {stakes}"), value * f64::from(stakes)),
                (format!("checks won of {checks}"), win * checks as f64),
            ],
            first,
            naive: keeps.iter().map(price).collect(),
            notes: vec![note],
            game: None,
        })
    }

    /// Returns the choices in every state.
    pub fn positions(&self, hands: &Hands) -> Vec<Position> {
        match self {
            Duel::Open(solved) => Position::each(&solved.0, of_open),
            Duel::Hidden(duel) => {
                let proof = duel.game.solve(GOAL);
                of_hidden(hands, duel, &proof, |_| true)
            }
        }
    }

    /// Returns the number of choices of both sides in all states.
    pub fn choices(&self) -> usize {
        match self {
            Duel::Open(solved) => {
                let both = |state| solved.0.choices(&state).into_iter().sum::<usize>();
                solved.0.states().map(both).sum()
            }
            Duel::Hidden(duel) => {
                let sides = [Side::Own, Side::Rival];
                sides.iter().map(|side| duel.game.tree(*side).sequences() - 1).sum()
            }
        }
    }
}

/// Returns the optimal plans of both sides of a duel of hidden hands.
pub fn plans(duel: &HiddenDuel) -> [Vec<f64>; 2] {
    duel.game.solve(GOAL).plans
}

/// Solves a duel of open hands.
fn open(hands: &Hands, duel: &OpenDuel, solution: &Solution) -> Found {
    let keeps = |policy: CardPolicy| {
        let mix = |state: &Open| shares(policy, hands, &state.hands[0], state.over);
        (policy, Plan::of(duel, Side::Own, mix).reply(duel, Side::Own).0)
    };
    let Solution { lo, hi, plans: [own, rival], first } = solution;
    let mut win = 0.0;
    meet(duel, [own, rival], |state, choices, weight| {
        let [own, rival] = duel.cards(state, choices);
        win += if hands.wins(own, rival) { weight / hands.checks() as f64 } else { 0.0 };
    });
    Found {
        lo: *lo,
        hi: *hi,
        win,
        first: vec![of_open(duel.start(), first, [own.mix(0), rival.mix(0)])],
        keeps: policies(hands).map(keeps).collect(),
        shown: TERMS.shown,
        note: "both sides know the hands, and what each check is worth".to_owned(),
    }
}

/// Returns the choices of both sides in a state of open hands.
fn of_open(state: &Open, game: &Matrix, mixes: [&[f64]; 2]) -> Position {
    let cards = state.hands.each_ref().map(|hand| different(hand));
    let [own, rival] = state.hands.each_ref().map(|hand| Known::Cards(hand.clone()));
    let round = Known::Number(state.over as i32 + 1);
    let state =
        standing([("round", round), ("own", own), ("rival", rival), ("score", Known::Number(0))]);
    Position::new(state, game, mixes, |side, place| cards[side as usize][place])
}

/// Solves a duel of hidden hands.
fn hidden(hands: &Hands, duel: &HiddenDuel) -> Result<Found> {
    let proof = duel.game.solve(GOAL);
    let Proof { lo, hi, plans, .. } = &proof;
    // The game assumes that the last card is the highest, but a simple policy may play another.
    let spare = hands.checks() > 1 && hands.sides[0].size() > hands.checks();
    let keeps = |policy: CardPolicy| -> Result<(CardPolicy, f64)> {
        let mix = |spot: &Spot| shares(policy, hands, &spot.hand, spot.played[0].len());
        let other = spare.then(|| HiddenDuel::new(hands, [&mix, &best])).transpose()?;
        let duel = other.as_ref().unwrap_or(duel);
        let mut plan = duel.game.tree(Side::Own).even();
        for (point, spot) in duel.game.tree(Side::Own).points().iter().zip(&duel.spots[0]) {
            plan[point.sequences()].copy_from_slice(&mix(spot));
        }
        let (keeps, _) = duel.game.reply(Side::Own, &plan);
        Ok((policy, keeps))
    };
    Ok(Found {
        lo: *lo,
        hi: *hi,
        win: duel.game.expected([&plans[0], &plans[1]], &duel.checks(hands)),
        first: of_hidden(hands, duel, &proof, |spot| spot.played[0].is_empty()),
        keeps: policies(hands).map(keeps).collect::<Result<_>>()?,
        shown: "there may be other optimal plans; the best card left is played last",
        note: format!(
            "each side sees its own hand alone; both know what each check is worth; {}",
            first_cards(duel, &proof, hands)
        ),
    })
}

/// Returns the choices of each side at the wanted decisions.
fn of_hidden(
    hands: &Hands,
    duel: &HiddenDuel,
    proof: &Proof,
    wanted: impl Fn(&Spot) -> bool,
) -> Vec<Position> {
    let mut positions = Vec::new();
    for side in [Side::Own, Side::Rival] {
        let (own, other) = (side as usize, 1 - side as usize);
        let spots = duel.game.tree(side).points().iter().zip(&duel.spots[own]);
        for (point, spot) in spots.filter(|(_, spot)| wanted(spot)) {
            let choice = |(sequence, &what): (usize, &i32)| Choice {
                what,
                share: proof.plans[own][sequence],
                range: None,
            };
            let cards = different(&spot.hand);
            let mut choices = [Vec::new(), Vec::new()];
            choices[own] = point.sequences().zip(&cards).map(choice).collect();
            let over = spot.played[0].len();
            let mut held = [Known::Nothing, Known::Nothing];
            held[own] = Known::Cards(spot.hand.clone());
            held[other] = Known::Number((hands.sides[other].size() - over) as i32);
            let [mine, theirs] = [own, other].map(|side| Known::Cards(spot.played[side].clone()));
            let [of_own, of_rival] = held;
            let state = standing([
                ("round", Known::Number(over as i32 + 1)),
                ("own", of_own),
                ("rival", of_rival),
                ("score", Known::Number(0)),
                ("own_played", mine),
                ("rival_played", theirs),
            ]);
            positions.push(Position { state, choices });
        }
    }
    positions
}

/// Describes the average rank of the first card in a dealt hand: lowest, between, or highest.
fn first_cards(duel: &HiddenDuel, proof: &Proof, hands: &Hands) -> String {
    let of = |side: usize| {
        let tree = duel.game.tree([Side::Own, Side::Rival][side]);
        let deals = hands.sides[side].deals().unwrap_or_default();
        let (mut lowest, mut highest) = (0.0, 0.0);
        for (point, (hand, weight)) in tree.points().iter().zip(deals) {
            let shares = &proof.plans[side][point.sequences()];
            let last = different(&hand).len() - 1;
            highest += weight * shares[last];
            lowest += if last > 0 { weight * shares[0] } else { 0.0 };
        }
        let between = (1.0 - lowest - highest).max(0.0);
        let [lowest, between, highest] =
            [lowest, between, highest].map(|share| format!("{:.1}", share * 100.0));
        format!("lowest {lowest} %, between {between} %, highest {highest} %")
    };
    format!("first card of the own hand: {}; of the rival's: {}", of(0), of(1))
}
