//! The check that plays a duel of hands by optimal plans.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::hands::{Hand, Hands, different, without};
use super::hidden::Spot;
use super::public::Open;
use super::solution::{Duel, plans};
use crate::cards::total;
use oddsmith_engine::chance::{Chance, Deck, Odds};
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Rule, Scale, Step, Success};
use oddsmith_engine::strategy::{Rounds, Side, weights};
use oddsmith_mechanics::Mix;

/// The plans of both sides.
enum Plans {
    /// Choices by the index of the state.
    Open([Vec<Mix>; 2]),
    /// Choices by the information of a side.
    Hidden([HashMap<Spot, Mix>; 2]),
}

/// A duel of hands in which both sides play by an optimal plan.
///
/// # Formula
/// The own side wins a check if `active + card >= passive + rival's card`.
///
/// # Source
/// Melodramatic Mutants & Masterminds, Making Checks and Handling Ties.
pub struct HandDuel {
    hands: Hands,
    duel: Duel,
    decks: [Deck; 2],
    /// Optimal plans, computed when the duel is first played.
    plans: OnceLock<Plans>,
}

/// The state before a check.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Progress {
    /// Information of each side; `None` before the hands are dealt.
    spots: Option<[Spot; 2]>,
    /// Sum of the stakes won.
    stakes: i32,
    /// Number of checks won.
    checks: i32,
}

const STAKES_WON: Handle = Handle::first("stakes_won");
const CHECKS_WON: Handle = STAKES_WON.then("checks_won");
const CARD: Handle = CHECKS_WON.then("card");
const RIVAL_CARD: Handle = CARD.then("rival_card");
const WIN: Handle = RIVAL_CARD.then("win");

/// Returns a choice by these shares.
fn mix(shares: &[f64]) -> Mix {
    Mix::new(&weights(shares), |weights| Odds::new(weights).with_lookup())
}

impl HandDuel {
    /// Creates the check of these terms.
    pub fn new(hands: Hands, duel: Duel) -> HandDuel {
        let deck = |side: usize| Deck::new(hands.sides[side].deck.iter().copied());
        HandDuel { decks: [deck(0), deck(1)], hands, duel, plans: OnceLock::new() }
    }

    fn plans(&self) -> &Plans {
        self.plans.get_or_init(|| match &self.duel {
            Duel::Open(solved) => Plans::Open(solved.1.plans.each_ref().map(|plan| {
                let places = 0..solved.0.count();
                places.map(|place| mix(plan.mix(place))).collect()
            })),
            Duel::Hidden(duel) => {
                let plans = plans(duel);
                Plans::Hidden([Side::Own, Side::Rival].map(|side| {
                    let points = duel.game.tree(side).points().iter();
                    let choice = |(point, spot): (&oddsmith_engine::strategy::Point, &Spot)| {
                        (spot.clone(), mix(&plans[side as usize][point.sequences()]))
                    };
                    points.zip(&duel.spots[side as usize]).map(choice).collect()
                }))
            }
        })
    }

    /// Chooses the card that a side plays.
    fn card(&self, side: usize, spots: &[Spot; 2], chance: &mut impl Chance) -> i32 {
        let spot = &spots[side];
        let chosen = match (self.plans(), &self.duel) {
            (Plans::Open(choices), Duel::Open(solved)) => {
                let hands = spots.each_ref().map(|spot| spot.hand.clone());
                let place = solved.0.places.get(&Open { over: spot.played[0].len(), hands });
                place.map(|&place| choices[side][place].choose(chance))
            }
            (Plans::Hidden(choices), _) => choices[side].get(spot).map(|it| it.choose(chance)),
            _ => None,
        };
        let cards = different(&spot.hand);
        // In the last check of several, the plan has no decision: the highest card is played.
        cards[chosen.unwrap_or(cards.len() - 1)]
    }

    fn deal(&self, side: usize, chance: &mut impl Chance) -> Spot {
        let hand = match &self.hands.sides[side].hand {
            Hand::Known(cards) => cards.clone(),
            Hand::Dealt(size) => {
                let mut left = self.decks[side].full();
                let mut hand: Vec<i32> =
                    (0..*size).map(|_| chance.draw(&self.decks[side], &mut left)).collect();
                hand.sort_unstable();
                hand
            }
        };
        Spot { hand, played: [Vec::new(), Vec::new()] }
    }
}

impl Rule for HandDuel {
    type State = Progress;

    fn columns(&self) -> Columns {
        let checks = self.hands.checks();
        let cards = |side: usize| {
            let values = self.decks[side].values();
            Scale::numbers(values[0], values[values.len() - 1])
        };
        Columns::new([
            Column::new(STAKES_WON, Scale::numbers(0, self.hands.stakes.iter().sum())),
            Column::new(CHECKS_WON, Scale::numbers(0, checks as i32)),
            Column::new(CARD, cards(0)).each("check", checks as u32),
            Column::new(RIVAL_CARD, cards(1)).each("check", checks as u32),
            Column::new(WIN, Scale::rungs(&["lose", "win"]))
                .success(Success::AtLeast(1))
                .each("check", checks as u32),
        ])
    }

    fn start(&self) -> Progress {
        Progress { spots: None, stakes: 0, checks: 0 }
    }

    /// Plays one check; the first one deals the hands.
    fn step<C: Chance>(
        &self,
        now: Progress,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Progress> {
        let spots = now.spots.unwrap_or_else(|| [self.deal(0, chance), self.deal(1, chance)]);
        let cards = [self.card(0, &spots, chance), self.card(1, &spots, chance)];
        let check = spots[0].played[0].len();
        let won = self.hands.wins(cards[0], cards[1]);
        record.tell(|| {
            let word = if won { "won" } else { "lost" };
            let own = total(self.hands.edge, cards[0]);
            format!("check {}: {own} against {}: {word}", check + 1, cards[1])
        });
        record.score(CARD, cards[0]);
        record.score(RIVAL_CARD, cards[1]);
        record.score(WIN, i32::from(won));
        let stakes = now.stakes + if won { self.hands.stakes[check] } else { 0 };
        let checks = now.checks + i32::from(won);
        if check + 1 == self.hands.checks() {
            record.score(STAKES_WON, stakes);
            record.score(CHECKS_WON, checks);
            return Step::Done;
        }
        let mut side = 0;
        let spots = spots.map(|mut spot| {
            spot.hand = without(&spot.hand, cards[side]);
            spot.played[0].push(cards[side]);
            spot.played[1].push(cards[1 - side]);
            side += 1;
            spot
        });
        Step::Next(Progress { spots: Some(spots), stakes, checks })
    }
}
