//! An action: value and bonus against a difficulty, with the cards that raise them.

use super::die::{DIE, Throw};
use super::{DramaDie, Edition};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Rule, Scale, Step, Success};
use oddsmith_registry::{Definition, Edge, Field};

const VALUE: Field = Field::number("value", "skill or attribute value")
    .required("10")
    .source("not in the text: the die and its chart");
const DIFFICULTY: Field = Field::number("difficulty", "difficulty number")
    .difficulty()
    .required("10")
    .source("not in the text: the die and its chart");
const SECOND_CHANCE: Field = Field::flag(
    "second_chance",
    "a failed action is tried again at once, without the cards and possibilities that were used",
)
.source("Second Chance");
const VALUE_CARDS: Field = Field::integer(
    "value_cards",
    "cards",
    "cards that raise the value by 3 each: Adrenalin, Willpower, Presence",
)
.range(0, 10)
.source("Enhancement Cards");
const BONUS_CARDS: Field = Field::integer(
    "bonus_cards",
    "cards",
    "cards that raise the bonus by 3 each: Action, Supporter",
)
.range(0, 10)
.source("Enhancement Cards");
const EFFECT_CARDS: Field = Field::integer(
    "effect_cards",
    "cards",
    "Coup de Grace cards, which raise the effect value alone",
)
.range(0, 10)
.source("Coup de Grace");
const COUP: Field =
    Field::number("coup", "what each Coup de Grace adds").default("3").source("Coup de Grace");
const COUP_RAISES: Field = Field::words(
    "coup_raises",
    &["effect", "total"],
    "what Coup de Grace raises: the effect, or the total of an action that has no effect value",
)
.source("Coup de Grace");
const EFFECT_VALUE: Field =
    Field::number("effect_value", "effect value: damage of the weapon, say")
        .source("Coup de Grace");
const TOUGHNESS: Field =
    Field::number("toughness", "what the effect is held against").source("Coup de Grace");

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
/// The Drama Deck for the cards, Second Chance among them: a failed action is tried again, without
/// the cards and possibilities that were used; the ladders of results from the two editions.
pub struct Check {
    /// The die.
    pub die: DramaDie,
    /// What a failed action is tried again with, once, where a Second Chance card is: the die, value
    /// less difficulty and effect value less toughness, without the cards and possibilities of the
    /// first throw.
    pub again: Option<(DramaDie, i32, i32)>,
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
    /// Between two dice, and whether it is the second throw.
    type State = (Throw, bool);

    fn columns(&self) -> Columns {
        let (low, high) = self.die.bonuses();
        let edges = [Some(self.edge), self.again.as_ref().map(|again| again.1)];
        let effects = [Some(self.effect), self.again.as_ref().map(|again| again.2)];
        let scale = |from: [Option<i32>; 2]| {
            let least = from.iter().flatten().min().copied().unwrap_or_default();
            let most = from.iter().flatten().max().copied().unwrap_or_default();
            Scale::numbers(least + low, most + high)
        };
        let results: &[&str] = match self.die.edition {
            Edition::First => &["failure", "minimal", "average", "good", "superior", "spectacular"],
            Edition::Eternity => &["failure", "standard", "good", "outstanding"],
        };
        Columns::new([
            Column::new(MARGIN, scale(edges)).success(Success::AtLeast(0)),
            Column::new(RESULT, Scale::rungs(results)).success(Success::AtLeast(1)),
            Column::new(EFFECT, scale(effects)).or_none(),
        ])
    }

    fn start(&self) -> (Throw, bool) {
        (self.die.start(), false)
    }

    #[inline]
    fn step<C: Chance>(
        &self,
        (throw, second): (Throw, bool),
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<(Throw, bool)> {
        let (die, edge, effect) = match &self.again {
            Some((die, edge, effect)) if second => (die, *edge, *effect),
            _ => (&self.die, self.edge, self.effect),
        };
        match die.roll(throw, chance, record) {
            Ok(throw) => Step::Next((throw, second)),
            Err(total) => {
                let bonus = self.die.bonus(total);
                let margin = edge + bonus;
                if let Some((die, ..)) = self.again.as_ref().filter(|_| margin < 0 && !second) {
                    record.tell(|| format!("a margin of {margin:+}: a second chance"));
                    return Step::Next((die.start(), true));
                }
                record.tell(|| format!("a bonus of {bonus:+}, the margin is {margin:+}"));
                record.score(MARGIN, margin);
                record.score(RESULT, self.result(margin));
                if margin >= 0 {
                    record.score(EFFECT, effect + bonus);
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
    source: "The Drama Deck, Enhancement Cards; not in the text: the result tables of the editions",
    luck: "one face a die: the roll with what is rolled again, then that of up, then that of each possibility",
    fields: &[
        &[VALUE, DIFFICULTY],
        DIE,
        &[
            VALUE_CARDS,
            BONUS_CARDS,
            EFFECT_CARDS,
            COUP,
            COUP_RAISES,
            EFFECT_VALUE,
            TOUGHNESS,
            SECOND_CHANCE,
        ],
    ],
    edge: Edge::of(("value", 10), ("difficulty", 10)),
    build: |set| {
        let bonus_cards = 3 * set.integer(&BONUS_CARDS);
        let coup = set.integer(&COUP) * set.integer(&EFFECT_CARDS);
        let again = set.flag(&SECOND_CHANCE).then(|| {
            let edge = set.integer(&VALUE) - set.integer(&DIFFICULTY);
            let effect = set.integer(&EFFECT_VALUE) - set.integer(&TOUGHNESS);
            (DramaDie::read_plain(set), edge, effect)
        });
        Ok(Box::new(Check {
            again,
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
