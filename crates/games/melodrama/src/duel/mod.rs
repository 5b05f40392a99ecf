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
use oddsmith_registry::{Definition, Field, Settings, Solver, fields};

/// Maximum number of cards in a deck.
const MOST_CARDS: usize = 64;

fields! {
    /// The fields of a duel of hands.
    struct Fields {
        deck: Vec<i32>, "the own deck: the value of each card",
            at_most(MOST_CARDS), unit("cards"), default("[1..13,1..13,1..13,1..13,15,15]"),
            source("Number of Decks");
        opposing_deck: Vec<i32>, "the other side's deck, of its own",
            at_most(MOST_CARDS), unit("cards"), same_as("deck"), source("Number of Decks");
        hand: Vec<i32>, "the own cards; or how many are dealt, where hands are hidden",
            at_most(20), unit("cards"), or_size(), required("[3,7,12]"), source("Starting Hand");
        opposing_hand: Vec<i32>, "the other side's cards; or how many are dealt, where hands are hidden",
            at_most(20), unit("cards"), or_size(), required("[5,9,10]"), source("Starting Hand");
        stakes: Vec<i32>, "what each check is worth, one a check",
            at_most(20), range(1, 1000), required("[1,2,3]"),
            source("not in the text: both sides know them");
        active: i32 = ACTIVE, default("0");
        passive: i32 = PASSIVE, default("0");
        information: enum Information { Public = "public", Hidden = "hidden" },
            "public: the hands lie open; hidden: each side sees its own alone", source("Making Checks");
    }
}

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
    let Fields { stakes, active, passive, .. } = Fields::read(set);
    let sides = [
        cards(set, &Fields::deck, &Fields::hand, stakes.len())?,
        cards(set, &Fields::opposing_deck, &Fields::opposing_hand, stakes.len())?,
    ];
    Ok(Hands { edge: active - passive, stakes, sides })
}

/// Reads the terms of a duel, and creates the duel.
fn duel(set: &Settings) -> Result<(Hands, Duel)> {
    let hands = hands(set)?;
    let duel = match set.choice(&Fields::information) {
        Information::Public => Duel::open(&hands)?,
        Information::Hidden => Duel::hidden(&hands)?,
    };
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
    fields: &[Fields::FIELDS],
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
