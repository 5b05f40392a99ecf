//! Duels of hands with optimal play by both sides.
//!
//! This folder contains the terms of a duel, its games with open and with hidden hands, and the
//! check that plays them. It does not contain solvers of games, which are in the module `strategy`
//! of the engine.

mod hands;
mod hidden;
mod naive;
mod play;
mod public;
mod solution;

use hands::{Cards, Hand, Hands};
use naive::policies;
use play::HandDuel;
use solution::{Duel, TERMS};

use super::fields::{ACTIVE, PASSIVE};
use oddsmith_base::{Error, Result};
use oddsmith_engine::strategy::Solved;
use oddsmith_registry::{Definition, Field, Settings, Solver};

const SOURCE: &str = "Starting Hand";

/// Maximum number of cards in a deck.
const MOST_CARDS: usize = 64;

const DECK: Field =
    Field::list("deck", MOST_CARDS, "cards", "the own deck: the value of each card")
        .default("[1..13,1..13,1..13,1..13,15,15]")
        .source("Number of Decks");
const OPPOSING_DECK: Field =
    Field::list("opposing_deck", MOST_CARDS, "cards", "the other side's deck, of its own")
        .same_as(DECK.name)
        .source("Number of Decks");
const HAND: Field = Field::list(
    "hand",
    20,
    "cards",
    "the own cards; or how many are dealt, where hands are hidden",
)
.or_size()
.required("[3,7,12]")
.source(SOURCE);
const OPPOSING_HAND: Field = Field::list(
    "opposing_hand",
    20,
    "cards",
    "the other side's cards; or how many are dealt, where hands are hidden",
)
.or_size()
.required("[5,9,10]")
.source(SOURCE);
const STAKES: Field = Field::list("stakes", 20, "", "what each check is worth, one a check")
    .range(1, 1000)
    .required("[1,2,3]")
    .source("not in the text: both sides know them");
const INFORMATION: Field = Field::words(
    "information",
    &["public", "hidden"],
    "public: the hands lie open; hidden: each side sees its own alone",
)
.source("Making Checks");

/// Reads the cards of one side.
fn cards(set: &Settings, deck_field: &Field, hand_field: &Field, checks: usize) -> Result<Cards> {
    let sorted = |field: &Field| {
        let mut cards = set.list(field).to_vec();
        cards.sort_unstable();
        cards
    };
    let deck = sorted(deck_field);
    let hand = match set.number(hand_field) {
        Some(size) => Hand::Dealt(size as usize),
        None => Hand::Known(sorted(hand_field)),
    };
    let cards = Cards { deck, hand };
    let (size, hand, deck) = (cards.size(), hand_field.name, deck_field.name);
    if size < checks {
        let error = format!("`{hand}` has {size} cards for {checks} checks");
        return Err(Error::question(error).with_hint("a card is played each check, none is drawn"));
    }
    match &cards.hand {
        Hand::Dealt(_) if size > cards.deck.len() => {
            let error = format!("`{deck}` has {} cards, too few to deal {size}", cards.deck.len());
            Err(Error::question(error).with_hint(format!("take a larger `{deck}`")))
        }
        Hand::Known(known) => {
            let copies = |all: &[i32], card: i32| all.iter().filter(|&&it| it == card).count();
            let more = |card: &&i32| copies(known, **card) > copies(&cards.deck, **card);
            known.iter().find(more).map_or(Ok(cards.clone()), |card| {
                let error = format!("`{hand}` has more cards of {card} than `{deck}`");
                Err(Error::question(error).with_hint(format!("say which cards `{deck}` has")))
            })
        }
        Hand::Dealt(_) => Ok(cards),
    }
}

/// Reads the terms of a duel from the fields.
fn hands(set: &Settings) -> Result<Hands> {
    let stakes = set.list(&STAKES).to_vec();
    let sides = [
        cards(set, &DECK, &HAND, stakes.len())?,
        cards(set, &OPPOSING_DECK, &OPPOSING_HAND, stakes.len())?,
    ];
    let edge = set.integer(&ACTIVE) - set.integer(&PASSIVE);
    Ok(Hands { edge, stakes, sides })
}

/// Reads the terms of a duel, and creates the duel.
fn duel(set: &Settings) -> Result<(Hands, Duel)> {
    let hands = hands(set)?;
    let hidden = set.is(&INFORMATION, "hidden");
    let duel = if hidden { Duel::hidden(&hands)? } else { Duel::open(&hands)? };
    Ok((hands, duel))
}

/// Solves a duel of hands: its value, certificate, first cards, and the losses of simple policies.
///
/// # Errors
/// If the fields contradict each other, or the duel is too large.
///
/// # Examples
/// ```
/// use oddsmith_registry::{Names, Settings, Value};
/// use oddsmith_melodrama::{SYSTEM, solve};
///
/// // Three cards a side, open, one stake a check: the other side is a little better off.
/// let duel = SYSTEM.duels.iter().find(|duel| duel.id == "melodrama.hand").unwrap().entry();
/// let fields = [("hand", "[3,7,12]"), ("opposing_hand", "[5,9,10]"), ("stakes", "[1,1,1]")];
/// let fields = fields.map(|(name, text)| (name, Value::guess(text)));
/// let solved = solve(&Settings::read(&duel.id, &duel.fields, fields, &Names::default())?)?;
/// assert!((solved.value + 1.0 / 18.0).abs() < 1e-12 && solved.hi - solved.lo < 1e-12);
/// # Ok::<(), oddsmith_base::Error>(())
/// ```
pub fn solve(set: &Settings) -> Result<Solved> {
    let (hands, duel) = duel(set)?;
    duel.solved(&hands)
}

/// Definition of the duel of hands, under the name of the check from hands.
pub const HAND_DUEL: Definition = Definition {
    id: "melodrama.hand",
    title: "Duel of hands",
    about: "A card a side and check, chosen face down at the same time, none drawn anew; ties to the own side. Stakes are public. The value is the expected share of the stakes, less 1/2.",
    source: "Melodramatic Mutants & Masterminds, Making Checks, Starting Hand",
    luck: "a card for each that is dealt, own side first; each check a choice a side (`card 2`), own side first, where its plan leaves one",
    fields: &[
        &[DECK, OPPOSING_DECK, HAND, OPPOSING_HAND, STAKES],
        &[ACTIVE.default("0"), PASSIVE.default("0"), INFORMATION],
    ],
    solver: Some(Solver {
        policies: &[],
        simple: |set| Ok(policies(&hands(set)?).map(|policy| policy.to_string()).collect()),
        terms: TERMS,
        solve,
        choices: |set| Ok(duel(set)?.1.choices()),
        positions: |set| duel(set).map(|(hands, duel)| duel.positions(&hands)),
    }),
    build: |set| {
        let (hands, duel) = duel(set)?;
        Ok(Box::new(HandDuel::new(hands, duel)))
    },
    ..Definition::PLAIN
};
