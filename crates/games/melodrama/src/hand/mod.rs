//! Checks from hands: both sides choose a card face down, and may add a bonus card.
//! What belongs here: the check and its fields, with decks that have a memory (`row`) and without
//! (`fresh`). What adventures share with it stands beside this folder.

mod fresh;
mod row;
mod terms;

pub use fresh::FreshHand;
pub use row::{HandCheck, Row};
#[cfg(test)]
pub use terms::MARGIN;
use terms::{
    BONUS, BONUS_BY, CHECKS, CRITICAL_BY, DECKS, EXTRA, IMPORTANT, KNOWS_STAKES, OPPOSED_BY,
    OPPOSING_HAND, OPPOSING_POLICY, OWN_HAND, POLICY, Terms,
};
pub use terms::{CriticalBy, LOST, REDRAW, TIED, win, wins};

use super::bonus::Bonus;
use super::fields::{ACTIVE, IMPROVED_CRITICAL, PASSIVE};
use super::knockout::Draws;
use super::table::{decks_apart, decks_that_mix, one_deck};
use oddsmith_registry::Definition;

pub const ENTRY: Definition = Definition {
    id: "melodrama.hand",
    title: "Checks from hands",
    about: "Both sides choose a card of their hand face down, and may add a bonus card; decks run down from check to check.",
    source: "Melodramatic Mutants & Masterminds, Card Play, Bonus Cards, GM Bonus Cards",
    luck: "a deal for each side, own side first, for each check of a fresh deck; `matters 1` where only a share of checks matters; a card for what is random or drawn, own side first",
    fields: &[
        &[OWN_HAND, OPPOSING_HAND, ACTIVE.default("0"), PASSIVE.default("0")],
        &[POLICY, OPPOSING_POLICY, BONUS, CRITICAL_BY, OPPOSED_BY, IMPROVED_CRITICAL],
        &[DECKS, CHECKS, REDRAW, IMPORTANT, KNOWS_STAKES, BONUS_BY, EXTRA],
    ],
    build: |set| {
        let by_deck = set.is(&OPPOSED_BY, "deck");
        let opposing = if by_deck { 0 } else { set.integer(&OPPOSING_HAND) };
        let sizes = [set.integer(&OWN_HAND), opposing].map(|cards| cards as u8);
        let (draws, bonus): (Draws, Bonus) = (set.choice(&DECKS), set.choice(&BONUS));
        // One check of decks of their own is one of fresh decks.
        let extra = set.is(&EXTRA, "lost");
        let alone = draws == Draws::Own && set.integer(&CHECKS) == 1 && !extra;
        Ok(match (draws, bonus) {
            (Draws::One, _) => Box::new(HandCheck::new(set, one_deck(Terms::JOKER), sizes)),
            (Draws::Fresh, Bonus::None) if !extra => Box::new(FreshHand::new(set, sizes)),
            (Draws::Own, Bonus::None) if alone => Box::new(FreshHand::new(set, sizes)),
            (Draws::Own, Bonus::None) => {
                Box::new(HandCheck::new(set, decks_apart(Terms::JOKER), sizes))
            }
            _ => Box::new(HandCheck::new(set, decks_that_mix(Terms::JOKER, [0, 1], false), sizes)),
        })
    },
    ..Definition::PLAIN
};
