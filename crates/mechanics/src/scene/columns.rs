//! The columns of every fight.

use super::fight::Fight;
use super::people::{HEROES, RIVALS};
use super::{Game, Scene};
use oddsmith_engine::rule::{Column, Handle, Record, Scale, Success};
use oddsmith_registry::Field;

/// The maximum number of rounds.
pub const LIMIT: Field =
    Field::integer("limit", "rounds", "the round after which the fight is called off")
        .range(1, 200)
        .default("60")
        .too_large(&["200"])
        .source("not in the text");

const WON: Handle = Handle::first("won");
const ROUNDS: Handle = WON.then("rounds");
const HEROES_LEFT: Handle = ROUNDS.then("heroes_left");
const RIVALS_LEFT: Handle = HEROES_LEFT.then("rivals_left");
const STANDING: Handle = RIVALS_LEFT.then("standing");
const RIVALS_STANDING: Handle = STANDING.then("rivals");
/// The column of the first character; those of the others follow.
const OUT: usize = RIVALS_STANDING.place() + 1;

const LOST: i32 = 0;
const NEITHER: i32 = 1;
const WIN: i32 = 2;

/// Number of rounds for which the people standing are counted.
pub const SHOWN: i32 = 20;

impl<G: Game> Scene<G> {
    /// Returns the handle of a column that the game adds.
    fn of_game(&self, place: usize) -> Handle {
        Handle::at(OUT + self.game.people().characters.len() + place)
    }

    /// Returns the columns that every fight scores, then those that the game adds.
    pub(super) fn all_columns(&self) -> Vec<Column> {
        let people = self.game.people();
        let side = |side: usize| Scale::numbers(0, people.sides[side].count_ones() as i32);
        let each = |column: Column| column.each("round", self.limit.min(SHOWN) as u32);
        let won = Scale::rungs(&["lose", "neither", "win"]);
        let mut columns = vec![
            Column::new(WON, won).success(Success::AtLeast(WIN)),
            Column::new(ROUNDS, Scale::numbers(0, self.limit).or_more()),
            Column::new(HEROES_LEFT, side(HEROES)),
            Column::new(RIVALS_LEFT, side(RIVALS)),
            each(Column::new(STANDING, side(HEROES))),
            each(Column::new(RIVALS_STANDING, side(RIVALS))),
        ];
        for (place, character) in people.characters.iter().enumerate() {
            let column = Column::new(Handle::at(OUT + place), Scale::rungs(&["no", "yes"]));
            columns.push(column.or_none().called(format!("out.{}", character.key), None));
        }
        let of_game = self.game.columns_by_round().into_iter().chain(self.game.columns());
        for (place, (name, scale)) in of_game.enumerate() {
            let column = Column::new(self.of_game(place), scale).called(name, None);
            columns.push(if place < self.by_round { each(column).or_none() } else { column });
        }
        columns
    }

    /// Records the people standing after a round.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn score_round(&self, now: &Fight<G::State>, record: &mut impl Record) {
        if now.round() <= SHOWN {
            let people = self.game.people();
            record.score(STANDING, now.left(people, HEROES) as i32);
            record.score(RIVALS_STANDING, now.left(people, RIVALS) as i32);
        }
    }

    /// Records how the fight ended.
    pub(super) fn score_end(&self, now: &Fight<G::State>, record: &mut impl Record) {
        let people = self.game.people();
        let [heroes, rivals] = [HEROES, RIVALS].map(|side| now.left(people, side) as i32);
        record.score(
            WON,
            match (heroes, rivals) {
                (1.., 0) => WIN,
                (0, 1..) => LOST,
                _ => NEITHER,
            },
        );
        record.score(ROUNDS, now.round());
        record.score(HEROES_LEFT, heroes);
        record.score(RIVALS_LEFT, rivals);
        for (place, character) in people.characters.iter().enumerate() {
            if character.count > 0 {
                let out = now.standing(character.bits) == 0;
                record.score(Handle::at(OUT + place), i32::from(out));
            }
        }
        for (place, score) in (self.by_round..).zip(self.game.scores(now)) {
            record.score(self.of_game(place), score);
        }
    }

    /// Records what the game scores after each round.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn score_game_round(&self, now: &mut Fight<G::State>, record: &mut impl Record) {
        let shown = now.round() <= SHOWN;
        for (place, score) in self.game.scores_of_round(now).enumerate().filter(|_| shown) {
            record.score(self.of_game(place), score);
        }
    }
}
