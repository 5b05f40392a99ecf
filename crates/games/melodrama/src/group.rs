//! One card against a crowd: area attacks, sweeps, and mobs.

use super::cards::{deck, total};
use oddsmith_engine::chance::{Chance, CountFrom, Deck, Die};
use oddsmith_engine::kernel::faces;
use oddsmith_engine::rule::{Column, Columns, Extras, Handle, Record, Rule, Scale, Step};
use oddsmith_registry::{Definition, Field, choice};

const KIND: Field = Field::choice::<Kind>(
    "kind",
    "save: minor characters save against rank; attack: the hero attacks with rank; defend: the hero defends with rank",
)
.source("Group attacks");
const RANK: Field = Field::number("rank", "the hero's rank, attack or defense")
    .required("10")
    .source("Group attacks");
const RIVAL: Field = Field::number("rival", "each minor character's save, defense or attack")
    .required("6")
    .source("Group attacks");
const MINIONS: Field = Field::integer("minions", "minions", "how many there are")
    .range(1, 40)
    .default("6")
    .source("Group attacks");
const CARD: Field = Field::words(
    "card",
    &["draw", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "15"],
    "the hero's card, or draw: one of a full deck of the hero's own",
)
.source("Group attacks");

choice! {
    /// What the group check decides.
    pub enum Kind {
        /// Each minion saves against the hero's rank, and wins ties.
        Save = "save",
        /// The hero attacks each minion, and wins ties.
        Attack = "attack",
        /// Each minion attacks the hero, and wins ties.
        Defend = "defend",
    }
}

/// A group check: one card of the hero's against a card of each minion, those from one deck without
/// replacement.
///
/// # Formula
/// With H = rank + the hero's card and m = rival + a minion's card: `save` counts those with `m <
/// H`, `attack` those
/// with `m <= H`, `defend` those with `m >= H`. Given the hero's card, the count is hypergeometric.
///
/// # Source
/// Melodramatic Mutants & Masterminds, Group attacks.
pub struct Group {
    /// What it decides.
    pub kind: Kind,
    /// The hero's bonus, in points.
    pub rank: i32,
    /// Each minion's bonus, in points.
    pub rival: i32,
    /// How many minions there are, 1..=40.
    pub minions: i32,
    /// The hero's card, if it is not drawn.
    pub card: Option<i32>,
    deck: Deck,
    drawn: Die,
}

const COUNT: Handle = Handle::first("minions");

impl Rule for Group {
    type State = ();

    const EXTRAS: Extras<Self> = Extras { kernel: faces, ..Extras::NONE };

    fn columns(&self) -> Columns {
        Columns::one(Column::new(COUNT, Scale::numbers(0, self.minions)))
    }

    fn start(&self) {}

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
        let card = self.card.unwrap_or_else(|| chance.face(&self.drawn));
        let needed = self.rank + card - self.rival;
        let mut reach = |least| chance.deal(&self.deck, self.minions as usize, &CountFrom(least));
        let (least, count) = match self.kind {
            Kind::Save => (needed, self.minions - reach(needed)),
            Kind::Attack => (needed + 1, self.minions - reach(needed + 1)),
            Kind::Defend => (needed, reach(needed)),
        };
        record.tell(|| {
            let minion_wants = if self.kind == Kind::Defend { "to hit" } else { "to get off" };
            format!(
                "the hero has {}; a minor character needs a card of {least} or better {minion_wants}",
                total(self.rank, card)
            )
        });
        record.score(COUNT, count);
        Step::Done
    }
}

pub const ENTRY: Definition = Definition {
    id: "melodrama.group",
    title: "Group check",
    about: "One card of the hero's against a card of each minor character in a group: how many fail their save, are hit, or hit the hero?",
    source: "Melodramatic Mutants & Masterminds, Group attacks",
    luck: "the hero's card (unless it is given), then a deal of the minor characters' cards",
    fields: &[&[KIND, RANK, RIVAL, MINIONS, CARD]],
    build: |set| {
        let deck = deck(15);
        Ok(Box::new(Group {
            kind: set.choice(&KIND),
            rank: set.integer(&RANK),
            rival: set.integer(&RIVAL),
            minions: set.integer(&MINIONS),
            card: set.number(&CARD),
            drawn: Die::card_of(&deck),
            deck,
        }))
    },
    ..Definition::PLAIN
};
