//! The luck of a brawl: the attacks and saves that a game supplies.

use std::hash::Hash;

use crate::Moment;
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Record, Scale};

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

/// Rest of a person in place of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Attacks.
    No,
    /// Rests, and loses the dodge bonus until the next turn.
    WithoutDodge,
    /// Rests, and keeps it.
    WithDodge,
}

/// The luck of a game: attacks and saves of people against people.
pub trait AttackModel: Send + Sync {
    /// The state of luck: hands, decks, points.
    type Luck: Clone + Eq + Hash;

    /// Returns the state of luck before the first round.
    fn luck(&self) -> Self::Luck;

    /// Deals cards before the first round.
    fn deal(&self, _: &mut Moment<Self::Luck, impl Chance, impl Record>) {}

    /// Draws or rolls the initiative of a character.
    fn initiative(
        &self,
        at: &mut Moment<Self::Luck, impl Chance, impl Record>,
        character: usize,
    ) -> i32;

    /// Plays the attacks of identical people on one target.
    fn attack(
        &self,
        at: &mut Moment<Self::Luck, impl Chance, impl Record>,
        attackers: u64,
        target: usize,
        guard: Guard,
    ) -> Hits;

    /// Plays an area attack of this rank; returns the targets that fail their save.
    fn area(
        &self,
        at: &mut Moment<Self::Luck, impl Chance, impl Record>,
        attacker: usize,
        rank: i32,
        targets: u64,
    ) -> u64;

    /// Returns the rung of a target's save against damage; `shown` shares the attacker's luck
    /// between several targets.
    fn save<C: Chance, R: Record>(
        &self,
        at: &mut Moment<Self::Luck, C, R>,
        attacker: usize,
        target: usize,
        damage: i32,
        wounds: i32,
        shown: Option<&mut Option<i32>>,
    ) -> i32;

    /// Returns true if a stunned person recovers early.
    fn recovers(&self, _: &mut Moment<Self::Luck, impl Chance, impl Record>, _: usize) -> bool {
        false
    }

    /// Returns whether a person attacks or rests in this turn, and whether a rest costs its dodge
    /// bonus.
    fn rest_or_attack(
        &self,
        _: &mut Moment<Self::Luck, impl Chance, impl Record>,
        _: usize,
    ) -> Rest {
        Rest::No
    }

    /// Returns true if a person who has attacked attacks once more.
    fn surges(&self, _: &mut Moment<Self::Luck, impl Chance, impl Record>, _: usize) -> bool {
        false
    }

    /// Returns true if a person who would be out is spared.
    fn spares(
        &self,
        _at: &mut Moment<Self::Luck, impl Chance, impl Record>,
        _attacker: usize,
        _target: usize,
    ) -> bool {
        false
    }

    /// Runs at the end of a character's turn.
    fn turn_ends<C: Chance>(&self, _: &mut Self::Luck, _: &mut C) {}

    /// Brings equivalent states to the same form, so that they merge.
    fn settle<C: Chance>(&self, _: &mut Self::Luck, _: &C) {}

    /// Returns the columns that the game adds.
    fn columns(&self) -> Vec<(&'static str, Scale)>;

    /// Returns the scores of a fight, in the order of these columns.
    fn scores(&self, luck: &Self::Luck) -> impl Iterator<Item = i32>;

    /// Returns a lower bound on the number of branches of an exact answer.
    fn least_branches(&self) -> u64 {
        1
    }
}
