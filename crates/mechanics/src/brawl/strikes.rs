//! How luck falls in a brawl: what a game says of attacks and saves.

use std::fmt::Debug;
use std::hash::Hash;

use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Column, Handle, Record};

/// How an attack went, a bit an attacker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hits {
    /// Who hit.
    pub hit: u64,
    /// Whose hit was a critical.
    pub critical: u64,
}

/// Why a target is easier to hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// It is not.
    Full,
    /// It is stunned: without its dodge bonus, and less a penalty.
    Stunned,
    /// It rests: without its dodge bonus.
    Flat,
}

/// What someone does with a turn in place of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// It attacks.
    No,
    /// It rests, and loses its dodge bonus until its next turn.
    Flat,
    /// It rests.
    Guarded,
}

/// How luck falls in a game: attacks and saves of people against people.
pub trait Strikes: Send + Sync {
    /// What luck remembers: hands, decks, points.
    type Luck: Clone + Eq + Hash + Debug;

    /// Before the first round.
    fn luck(&self) -> Self::Luck;

    /// What is dealt before the first round.
    fn deal<C: Chance>(&self, luck: &mut Self::Luck, chance: &mut C, record: &mut impl Record);

    /// What a character draws or rolls to find out who goes first.
    fn initiative<C: Chance>(&self, character: usize, luck: &mut Self::Luck, chance: &mut C)
    -> i32;

    /// The attacks of people who are alike on one target.
    fn attack<C: Chance>(
        &self,
        attackers: u64,
        target: usize,
        guard: Guard,
        luck: &mut Self::Luck,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Hits;

    /// An attack of this rank on many targets: who fails to get off.
    fn area<C: Chance>(
        &self,
        attacker: usize,
        rank: i32,
        targets: u64,
        luck: &mut Self::Luck,
        chance: &mut C,
        record: &mut impl Record,
    ) -> u64;

    /// The rung of a target's save against so much damage; `shown` keeps the attacker's luck, where
    /// one is for many targets.
    #[expect(clippy::too_many_arguments, reason = "both sides of a save and what it is made with")]
    fn save<C: Chance>(
        &self,
        attacker: usize,
        target: usize,
        damage: i32,
        wounds: i32,
        shown: Option<&mut Option<i32>>,
        luck: &mut Self::Luck,
        chance: &mut C,
        record: &mut impl Record,
    ) -> i32;

    /// Whether someone who is stunned shakes it off.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn recovers<C: Chance>(
        &self,
        person: usize,
        luck: &mut Self::Luck,
        chance: &mut C,
        record: &mut impl Record,
    ) -> bool {
        let _ = (person, luck, chance, record);
        false
    }

    /// Whether someone rests in place of an attack.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn rests<C: Chance>(
        &self,
        person: usize,
        luck: &mut Self::Luck,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Rest {
        let _ = (person, luck, chance, record);
        Rest::No
    }

    /// Whether someone who has attacked attacks once more.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn surges(&self, person: usize, luck: &mut Self::Luck, record: &mut impl Record) -> bool {
        let _ = (person, luck, record);
        false
    }

    /// Whether whoever would be out is spared.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn spares(
        &self,
        attacker: usize,
        target: usize,
        luck: &mut Self::Luck,
        record: &mut impl Record,
    ) -> bool {
        let _ = (attacker, target, luck, record);
        false
    }

    /// What is done at the end of a character's turn.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn turn_ends<C: Chance>(&self, luck: &mut Self::Luck, chance: &mut C) {
        let _ = (luck, chance);
    }

    /// Puts equal states into one form, for whoever merges them.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn settle<C: Chance>(&self, luck: &mut Self::Luck, chance: &C) {
        let _ = (luck, chance);
    }

    /// What it counts; the first column has this handle.
    fn columns(&self, first: Handle) -> Vec<Column>;

    /// Records what it counts.
    fn score(&self, first: Handle, luck: &Self::Luck, record: &mut impl Record);

    /// How many branches an exact answer takes at the least.
    fn least_branches(&self) -> u64 {
        1
    }
}
