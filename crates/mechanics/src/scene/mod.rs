//! Scenes: whole fights, side against side, independent of any game.
//!
//! This module holds the order of turns, the people standing, targeting, the end of a fight, and
//! the columns of every fight. The numbers of a character, the actions in a turn, and the
//! conditions for being out are supplied by a game ([`Game`]).

pub mod agreement;
mod columns;
mod fight;
mod people;
mod target;
#[cfg(test)]
mod tests;
mod transcript;
mod walk;

pub use columns::{LIMIT, SHOWN};
pub use fight::Fight;
pub use people::{HEROES, People, Person, RIVALS, each};
pub use target::{RIVAL_TARGET, TARGET, Target, TargetBy, next_of, targets};
pub use transcript::{Below, all_of};
pub use walk::walk;

use std::hash::Hash;

use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Columns, Extras, Record, Rule, Scale, Step};

/// Maximum number of people in a fight, on both sides together.
pub const MOST_PEOPLE: usize = 64;

/// Maximum number of characters; each has one turn per round, even if it represents several people.
pub const MOST_CHARACTERS: usize = 16;

/// The interface of a game to its fights: its people, state, turns and columns.
pub trait Game: Send + Sync {
    /// The state between turns in addition to the people standing: conditions, hands, points.
    type State: Clone + Eq + Hash;

    /// Returns the people who fight.
    fn people(&self) -> &People;

    /// Returns the state before the first round.
    fn start(&self) -> Self::State;

    /// Deals and draws before the first round, and sets the order of turns if that is the same in
    /// all rounds.
    fn begin<C: Chance>(&self, _: &mut Fight<Self::State>, _: &mut C, _: &mut impl Record) {}

    /// Runs before the turns of each round.
    fn round<C: Chance>(&self, _: &mut Fight<Self::State>, _: &mut C, _: &mut impl Record) {}

    /// Plays the turn of a character with at least one person standing.
    fn turn<C: Chance>(
        &self,
        character: usize,
        fight: &mut Fight<Self::State>,
        chance: &mut C,
        record: &mut impl Record,
    );

    /// Runs at the end of each round.
    fn rest(&self, _: &mut Fight<Self::State>, _: &mut impl Record) {}

    /// Brings equivalent states to the same form, so that they merge.
    fn settle<C: Chance>(&self, _: &mut Fight<Self::State>, _: &C) {}

    /// Returns the columns of the game that each round scores.
    fn columns_by_round(&self) -> Vec<(&'static str, Scale)> {
        Vec::new()
    }

    /// Returns the scores of a round, in the order of these columns.
    fn scores_of_round(&self, _: &mut Fight<Self::State>) -> impl Iterator<Item = i32> {
        std::iter::empty()
    }

    /// Returns the columns of the game that a fight scores once.
    fn columns(&self) -> Vec<(&'static str, Scale)>;

    /// Returns the scores of a fight that is over or cut off, in the order of these columns.
    fn scores(&self, fight: &Fight<Self::State>) -> impl Iterator<Item = i32>;

    /// Returns a lower bound on the number of branches of an exact answer.
    fn least_branches(&self) -> u64 {
        match self.people().standing().count_ones() {
            0..=3 => 1,
            _ => u64::MAX,
        }
    }
}

/// A whole fight, until a side is out or the last round is over.
///
/// # Formula
/// In each round each character with at least one person standing has a turn, in the order set by
/// the game. The heroes win if no rival stands, and lose if no hero does; if the last round ends
/// before that, it is neither. After its end the fight continues without luck for some rounds, so
/// that the number standing is recorded for each of them.
pub struct Scene<G> {
    /// The game.
    pub game: G,
    /// The maximum number of rounds.
    limit: i32,
    /// The number of columns of the game that each round scores.
    by_round: usize,
}

impl<G: Game> Scene<G> {
    /// Creates a fight of at most `limit` rounds.
    pub fn new(game: G, limit: i32) -> Scene<G> {
        Scene { by_round: game.columns_by_round().len(), game, limit }
    }

    /// Continues with the next round, or ends the fight.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn after_round(
        &self,
        mut now: Box<Fight<G::State>>,
        record: &mut impl Record,
    ) -> Step<Box<Fight<G::State>>> {
        self.score_round(&now, record);
        let last = now.round() == self.limit;
        if last && !now.over {
            record.tell(|| "the last round is over: nobody wins".into());
            self.score_end(&now, record);
        }
        if last || (now.over && now.round() >= SHOWN) {
            return Step::Done;
        }
        if now.over {
            now = now.ended(self.game.people(), self.game.start());
        }
        now.round += 1;
        now.place = 0;
        Step::Next(now)
    }
}

impl<G: Game> Rule for Scene<G> {
    /// Boxed, since it is too large to be moved from turn to turn.
    type State = Box<Fight<G::State>>;

    const EXTRAS: Extras<Self> = Extras {
        boxed: |state| size_of_val(&**state) + 16,
        block: 1 << 12,
        least_branches: |scene| scene.game.least_branches(),
        ..Extras::NONE
    };

    fn columns(&self) -> Columns {
        Columns::new(self.all_columns())
    }

    fn start(&self) -> Box<Fight<G::State>> {
        Box::new(Fight::new(self.game.people(), self.game.start()))
    }

    /// Plays the start before the first round, or one turn.
    #[inline]
    fn step<C: Chance>(
        &self,
        mut now: Box<Fight<G::State>>,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Box<Fight<G::State>>> {
        let people = self.game.people();
        if now.over {
            return self.after_round(now, record);
        }
        if now.round == 0 {
            self.game.begin(&mut now, chance, record);
            now.round = 1;
            if now.is_decided(people) {
                now.round = 0;
                self.score_end(&now, record);
                now.round = 1;
                now.over = true;
            }
            self.game.settle(&mut now, chance);
            return Step::Within(now);
        }
        if now.place == 0 {
            record.tell(|| format!("round {}", now.round));
            self.game.round(&mut now, chance, record);
        }
        if !now.is_decided(people)
            && let Some(character) = now.next(people)
        {
            self.game.turn(character, &mut now, chance, record);
        }
        if !now.is_decided(people) {
            if now.has_turns(people) {
                self.game.settle(&mut now, chance);
                return Step::Within(now);
            }
            self.game.rest(&mut now, record);
        }
        if now.is_decided(people) {
            record.tell(|| match [HEROES, RIVALS].map(|side| now.left(people, side)) {
                [_, 0] => "no rival stands: the heroes win".into(),
                [0, _] => "no hero stands: the heroes lose".into(),
                _ => "nobody wins".into(),
            });
            self.score_game_round(&mut now, record);
            self.score_end(&now, record);
            now.over = true;
            return self.after_round(now, record);
        }
        self.score_game_round(&mut now, record);
        self.game.settle(&mut now, chance);
        self.after_round(now, record)
    }
}
