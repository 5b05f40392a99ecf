//! Check of an action: value and bonus against a difficulty, with the cards that raise them.

use super::die::{DieFields, DramaDie, Edition, Throw};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Rule, Scale, Step, Success};
use oddsmith_registry::{Definition, Edge, fields};

fields! {
    /// Fields of an action.
    struct Action {
        value: i32, "skill or attribute value",
            required("10"), source("not in the text: the die and its chart");
        difficulty: i32, "difficulty number",
            difficulty(), required("10"), source("not in the text: the die and its chart");
    }
}

fields! {
    /// Fields of the cards and the effect of an action.
    struct Effect {
        value_cards: i32, "cards that raise the value by 3 each: Adrenalin, Willpower, Presence",
            unit("cards"), range(0, 10), source("Enhancement Cards");
        bonus_cards: i32, "cards that raise the bonus by 3 each: Action, Supporter",
            unit("cards"), range(0, 10), source("Enhancement Cards");
        effect_cards: i32, "Coup de Grace cards, which raise the effect value alone",
            unit("cards"), range(0, 10), source("Coup de Grace");
        coup: i32, "what each Coup de Grace adds", default("3"), source("Coup de Grace");
        coup_raises: enum CoupRaises { Effect = "effect", Total = "total" },
            "what Coup de Grace raises: the effect, or the total of an action that has no effect value",
            source("Coup de Grace");
        effect_value: i32, "effect value: damage of the weapon, say", source("Coup de Grace");
        toughness: i32, "what the effect is held against", source("Coup de Grace");
        second_chance: bool, "a failed action is tried again at once, without the cards and possibilities that were used",
            source("Second Chance");
    }
}

/// Check of an action against a difficulty.
///
/// # Formula
/// `margin = value + 3 x value cards + bonus + 3 x bonus cards - difficulty`; success if
/// `margin >= 0`. Results by margin: 0 minimal, 1 average, 3 good, 7 superior, 12 spectacular
/// (Eternity: 0 standard, 5 good, 10 outstanding). If the action succeeds, `effect = effect value +
/// coup x effect cards + bonus + 3 x bonus cards - toughness`. With `coup_raises=total`, Coup de
/// Grace raises the margin too.
///
/// # Source
/// The Drama Deck for the cards, including Second Chance: a failed action is repeated without the
/// cards and possibilities that were used; the result tables of the two editions.
pub struct Check {
    /// First try and, if a Second Chance card is played, the second one after a failure, without
    /// the cards and possibilities of the first.
    pub tries: Vec<Try>,
}

/// One try of an action.
pub struct Try {
    /// Drama die.
    pub die: DramaDie,
    /// Value, its cards and the cards on the bonus, less the difficulty, in points.
    pub edge: i32,
    /// Effect value and all cards that raise the effect, less the toughness, in points.
    pub effect: i32,
}

impl Check {
    fn edition(&self) -> Edition {
        self.tries[0].die.edition
    }

    fn result(&self, margin: i32) -> i32 {
        let steps: &[i32] = match self.edition() {
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
    /// State of the throw between two dice, and the number of failed tries.
    type State = (Throw, u8);

    fn columns(&self) -> Columns {
        let (low, high) = self.tries[0].die.bonuses();
        let scale = |points: fn(&Try) -> i32| {
            let points = || self.tries.iter().map(points);
            let (least, most) = (points().min(), points().max());
            Scale::numbers(least.unwrap_or_default() + low, most.unwrap_or_default() + high)
        };
        let results: &[&str] = match self.edition() {
            Edition::First => &["failure", "minimal", "average", "good", "superior", "spectacular"],
            Edition::Eternity => &["failure", "standard", "good", "outstanding"],
        };
        Columns::new([
            Column::new(MARGIN, scale(|of| of.edge)).success(Success::AtLeast(0)),
            Column::new(RESULT, Scale::rungs(results)).success(Success::AtLeast(1)),
            Column::new(EFFECT, scale(|of| of.effect)).or_none(),
        ])
    }

    fn start(&self) -> (Throw, u8) {
        (self.tries[0].die.start(), 0)
    }

    #[inline]
    fn step<C: Chance>(
        &self,
        (throw, failed): (Throw, u8),
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<(Throw, u8)> {
        let Try { die, edge, effect } = &self.tries[usize::from(failed)];
        match die.roll(throw, chance, record) {
            Ok(throw) => Step::Next((throw, failed)),
            Err(total) => {
                let bonus = die.bonus(total);
                let margin = edge + bonus;
                let again = self.tries.get(usize::from(failed) + 1).filter(|_| margin < 0);
                if let Some(again) = again {
                    record.tell(|| format!("a margin of {margin:+}: a second chance"));
                    return Step::Next((again.die.start(), failed + 1));
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
    fields: &[Action::FIELDS, DieFields::FIELDS, Effect::FIELDS],
    edge: Edge::of(("value", 10), ("difficulty", 10)),
    build: |set| {
        let (action, given) = (Action::read(set), Effect::read(set));
        let bonus_cards = 3 * given.bonus_cards;
        let coup = given.coup * given.effect_cards;
        let total_coup = if given.coup_raises == CoupRaises::Total { coup } else { 0 };
        let edge = action.value - action.difficulty;
        let effect = given.effect_value - given.toughness;
        let first = Try {
            die: DramaDie::read(set, true),
            edge: edge + 3 * given.value_cards + bonus_cards + total_coup,
            effect: effect + coup + bonus_cards,
        };
        let second = given.second_chance.then(|| DramaDie::read(set, false));
        let second = second.map(|die| Try { die, edge, effect });
        Ok(Box::new(Check { tries: std::iter::once(first).chain(second).collect() }))
    },
    ..Definition::PLAIN
};
