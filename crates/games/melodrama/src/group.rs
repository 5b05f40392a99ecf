//! Group checks: one card of a hero against a card of each minor character.

use super::cards::{deck, total};
use oddsmith_engine::chance::{Chance, CountFrom, Deck, Die};
use oddsmith_engine::kernel::faces;
use oddsmith_engine::rule::{Column, Columns, Extras, Handle, Record, Rule, Scale, Step};
use oddsmith_registry::{Definition, choice, fields};

fields! {
    /// The fields of a group check.
    pub struct GroupFields {
        kind: Kind, "save: minor characters save against rank; attack: the hero attacks with rank; defend: the hero defends with rank",
            source("Group attacks");
        rank: i32, "the hero's rank, attack or defense", required("10"), source("Group attacks");
        rival: i32, "each minor character's save, defense or attack",
            required("6"), source("Group attacks");
        minions: i32, "how many there are",
            unit("minions"), range(1, 40), default("6"), source("Group attacks");
        card: Option<i32>, "the hero's card, or draw: one of a full deck of the hero's own",
            one_of(&["draw", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "15"]),
            source("Group attacks");
    }
}

choice! {
    /// Kind of a group check.
    pub enum Kind {
        /// Each minion saves against the hero's rank, and wins ties.
        Save = "save",
        /// The hero attacks each minion, and wins ties.
        Attack = "attack",
        /// Each minion attacks the hero, and wins ties.
        Defend = "defend",
    }
}

/// A group check: one card of the hero against a card of each minion; the minions' cards come from
/// one deck without replacement.
///
/// # Formula
/// With `H = rank + the hero's card` and `m = rival + a minion's card`, the count is the number of
/// minions with `m < H` for `save`, `m <= H` for `attack`, `m >= H` for `defend`. Given the hero's
/// card, the count is hypergeometric.
///
/// # Source
/// Melodramatic Mutants & Masterminds, Group attacks.
pub struct Group {
    /// Fields of the check.
    pub fields: GroupFields,
    deck: Deck,
    drawn: Die,
}

const COUNT: Handle = Handle::first("minions");

impl Rule for Group {
    type State = ();

    const EXTRAS: Extras<Self> = Extras { kernel: faces, ..Extras::NONE };

    fn columns(&self) -> Columns {
        Columns::one(Column::new(COUNT, Scale::numbers(0, self.fields.minions)))
    }

    fn start(&self) {}

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
        let GroupFields { kind, rank, rival, minions, card } = self.fields;
        let card = card.unwrap_or_else(|| chance.face(&self.drawn));
        let needed = rank + card - rival;
        let mut reach = |least| chance.deal(&self.deck, minions as usize, &CountFrom(least));
        let (least, count) = match kind {
            Kind::Save => (needed, minions - reach(needed)),
            Kind::Attack => (needed + 1, minions - reach(needed + 1)),
            Kind::Defend => (needed, reach(needed)),
        };
        record.tell(|| {
            let minion_wants = if kind == Kind::Defend { "to hit" } else { "to get off" };
            format!(
                "the hero has {}; a minor character needs a card of {least} or better {minion_wants}",
                total(rank, card)
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
    fields: &[GroupFields::FIELDS],
    build: |set| {
        let (deck, fields) = (deck(15), GroupFields::read(set));
        Ok(Box::new(Group { fields, drawn: Die::card_of(&deck), deck }))
    },
    ..Definition::PLAIN
};
