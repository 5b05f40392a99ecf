//! An action: value and bonus against a difficulty, with the cards that raise them.

use super::die::{DIE, Throw};
use super::{DramaDie, Edition};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Rule, Scale, Step, Success};
use oddsmith_registry::{Definition, Edge, Field};

const VALUE: Field =
    Field::points("value", "skill or attribute value").required("10").source("Skill Use");
const DIFFICULTY: Field = Field::points("difficulty", "difficulty number")
    .difficulty()
    .required("10")
    .source("Skill Use");
const VALUE_CARDS: Field = Field::integer(
    "value_cards",
    "cards",
    "cards that raise the value by 3 each: Adrenalin, Willpower, Presence",
)
.range(0, 10)
.source("Enhancements");
const BONUS_CARDS: Field = Field::integer(
    "bonus_cards",
    "cards",
    "cards that raise the bonus by 3 each: Action, Supporter",
)
.range(0, 10)
.source("Enhancements");
const EFFECT_CARDS: Field = Field::integer(
    "effect_cards",
    "cards",
    "Coup de Grace cards, which raise the effect value alone",
)
.range(0, 10)
.source("Coup de Grace");
const COUP: Field =
    Field::points("coup", "what each Coup de Grace adds").default("3").source("Coup de Grace");
const COUP_RAISES: Field = Field::words(
    "coup_raises",
    &["effect", "total"],
    "what Coup de Grace raises: the effect, or the total of an action that has no effect value",
)
.source("Coup de Grace");
const EFFECT_VALUE: Field =
    Field::points("effect_value", "effect value: damage of the weapon, say")
        .source("Coup de Grace");
const TOUGHNESS: Field =
    Field::points("toughness", "what the effect is held against").source("Coup de Grace");

/// An action.
///
/// # Formula
/// `margin = value + 3 x value cards + bonus + 3 x bonus cards - difficulty`; success if `margin >=
/// 0`. Results: 0 minimal,
/// 1 average, 3 good, 7 superior, 12 spectacular (Eternity: 0 standard, 5 good, 10 outstanding).
/// `effect = effect value +
/// coup x effect cards + bonus + 3 x bonus cards - toughness`, where the action succeeds. Of an action
/// without an effect value Coup de Grace raises the margin too.
///
/// # Source
/// The Drama Deck for the cards; the ladders of results from the two editions.
pub struct Check {
    /// The die.
    pub die: DramaDie,
    /// Value and its cards and cards on the bonus, less the difficulty, in points.
    pub edge: i32,
    /// Effect value and all cards that raise the effect, less toughness, in points.
    pub effect: i32,
}

impl Check {
    fn result(&self, margin: i32) -> i32 {
        let steps: &[i32] = match self.die.edition {
            Edition::First => &[0, 1, 3, 7, 12],
            Edition::Eternity => &[0, 5, 10],
        };
        steps.iter().filter(|&&least| margin >= least).count() as i32
    }
}

const MARGIN: Handle = Handle::first("margin");
const RESULT: Handle = MARGIN.then("result");
const EFFECT: Handle = RESULT.then("effect");

impl Rule for Check {
    type State = Throw;

    fn columns(&self) -> Columns {
        let (low, high) = self.die.bonuses();
        let results: &[&str] = match self.die.edition {
            Edition::First => &["failure", "minimal", "average", "good", "superior", "spectacular"],
            Edition::Eternity => &["failure", "standard", "good", "outstanding"],
        };
        Columns::new([
            Column::new(MARGIN, Scale::numbers(self.edge + low, self.edge + high))
                .success(Success::AtLeast(0)),
            Column::new(RESULT, Scale::rungs(results)).success(Success::AtLeast(1)),
            Column::new(EFFECT, Scale::numbers(self.effect + low, self.effect + high)).or_none(),
        ])
    }

    fn start(&self) -> Throw {
        self.die.start()
    }

    #[inline]
    fn step<C: Chance>(
        &self,
        throw: Throw,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Throw> {
        match self.die.roll(throw, chance, record) {
            Ok(throw) => Step::Next(throw),
            Err(total) => {
                let bonus = self.die.bonus(total);
                let margin = self.edge + bonus;
                record.tell(|| format!("a bonus of {bonus:+}, the margin is {margin:+}"));
                record.score(MARGIN, margin);
                record.score(RESULT, self.result(margin));
                if margin >= 0 {
                    record.score(EFFECT, self.effect + bonus);
                }
                Step::Done
            }
        }
    }
}

pub const ENTRY: Definition = Definition {
    id: "torg.check",
    title: "Action",
    about: "A value and the bonus of the drama die against a difficulty, with cards on value, bonus and effect: how well does it go?",
    source: "The Drama Deck, Skill Use, Enhancements; result ladders of the editions",
    luck: "one face a die: the roll with what is rolled again, then that of up, then that of each possibility",
    fields: &[
        &[VALUE, DIFFICULTY],
        DIE,
        &[VALUE_CARDS, BONUS_CARDS, EFFECT_CARDS, COUP, COUP_RAISES, EFFECT_VALUE, TOUGHNESS],
    ],
    edge: Edge::of(("value", 10), ("difficulty", 10)),
    build: |set| {
        let bonus_cards = 3 * set.integer(&BONUS_CARDS);
        let coup = set.integer(&COUP) * set.integer(&EFFECT_CARDS);
        Ok(Box::new(Check {
            die: DramaDie::read(set),
            edge: set.integer(&VALUE)
                + 3 * set.integer(&VALUE_CARDS)
                + bonus_cards
                + if set.is(&COUP_RAISES, "total") { coup } else { 0 }
                - set.integer(&DIFFICULTY),
            effect: set.integer(&EFFECT_VALUE) + coup + bonus_cards - set.integer(&TOUGHNESS),
        }))
    },
    ..Definition::PLAIN
};
