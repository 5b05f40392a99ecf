//! The luck of a brawl: the attacks and saves that a game supplies.

use std::fmt::Debug;
use std::hash::Hash;

use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Column, Handle, Record};

/// The results of the attacks of several people on one target, one bit per attacker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hits {
    /// The attackers that hit.
    pub hit: u64,
    /// The attackers whose hit was a critical.
    pub critical: u64,
}

/// The state of a target's defense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Normal.
    Full,
    /// Stunned: without the dodge bonus, and with a penalty.
    Stunned,
    /// Resting: without the dodge bonus.
    Flat,
}

/// The alternative to an attack in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Attacks.
    No,
    /// Rests, and loses the dodge bonus until the next turn.
    Flat,
    /// Rests.
    Guarded,
}

/// The luck of a game: attacks and saves of people against people.
pub trait AttackModel: Send + Sync {
    /// The state of luck: hands, decks, points.
    type Luck: Clone + Eq + Hash + Debug;

    /// Returns the state of luck before the first round.
    fn luck(&self) -> Self::Luck;

    /// Deals cards before the first round.
    fn deal<C: Chance>(&self, luck: &mut Self::Luck, chance: &mut C, record: &mut impl Record);

    /// Draws or rolls the initiative of a character.
    fn initiative<C: Chance>(&self, character: usize, luck: &mut Self::Luck, chance: &mut C)
    -> i32;

    /// Plays the attacks of identical people on one target.
    fn attack<C: Chance>(
        &self,
        attackers: u64,
        target: usize,
        guard: Guard,
        luck: &mut Self::Luck,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Hits;

    /// Plays an area attack of this rank; returns the targets that fail their save.
    fn area<C: Chance>(
        &self,
        attacker: usize,
        rank: i32,
        targets: u64,
        luck: &mut Self::Luck,
        chance: &mut C,
        record: &mut impl Record,
    ) -> u64;

    /// Returns the rung of a target's save against damage; `shown` shares the attacker's luck
    /// between several targets.
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

    /// Returns true if a stunned person recovers early.
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

    /// Returns true if a person rests instead of attacking.
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

    /// Returns true if a person who has attacked attacks once more.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn surges(&self, person: usize, luck: &mut Self::Luck, record: &mut impl Record) -> bool {
        let _ = (person, luck, record);
        false
    }

    /// Returns true if a person who would be out is spared.
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

    /// Runs at the end of a character's turn.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn turn_ends<C: Chance>(&self, luck: &mut Self::Luck, chance: &mut C) {
        let _ = (luck, chance);
    }

    /// Normalizes equal states, so that they merge.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn settle<C: Chance>(&self, luck: &mut Self::Luck, chance: &C) {
        let _ = (luck, chance);
    }

    /// Returns the columns that the game adds; the first has this handle.
    fn columns(&self, first: Handle) -> Vec<Column>;

    /// Records these columns.
    fn score(&self, first: Handle, luck: &Self::Luck, record: &mut impl Record);

    /// Returns a lower bound on the number of branches of an exact answer.
    fn least_branches(&self) -> u64 {
        1
    }
}
