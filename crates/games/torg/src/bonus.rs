//! Check of the drama die: its total, and the bonus from the chart.

use super::die::{DieFields, DramaDie, Throw};
use oddsmith_base::Result;
use oddsmith_engine::chance::Chance;
use oddsmith_engine::odds::{Check, Law};
use oddsmith_engine::rule::{Column, Columns, Handle, Record, Rule, Scale, Step};
use oddsmith_registry::Definition;

/// Check that throws the drama die and records its total and bonus.
///
/// # Formula
/// Die total: see [`DramaDie`]; `bonus = chart(die total)`.
///
/// # Source
/// The bonus chart; The Drama Deck for up, stymied and possibilities.
pub struct Bonus {
    /// Drama die.
    pub die: DramaDie,
}

impl Bonus {
    /// Returns the exact law of the bonus of a die.
    ///
    /// # Errors
    /// If the die has no exact law; a test excludes this case.
    pub(crate) fn law_of(die: DramaDie) -> Result<Law> {
        Ok(Bonus { die }.law(1_000_000)?.column("bonus")?.clone())
    }
}

const BONUS: Handle = Handle::first("bonus");
const ROLL: Handle = BONUS.then("roll");

impl Rule for Bonus {
    type State = Throw;

    fn columns(&self) -> Columns {
        let (low, high) = self.die.bonuses();
        Columns::new([
            Column::new(BONUS, Scale::numbers(low, high)),
            Column::new(ROLL, self.die.totals()),
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
                record.score(BONUS, self.die.bonus(total));
                record.score(ROLL, total);
                Step::Done
            }
        }
    }
}

pub const ENTRY: Definition = Definition {
    id: "torg.bonus",
    title: "Drama die",
    about: "A d20 that is rolled again and added, more rolls for up and possibilities, and the bonus that the chart makes of the total.",
    source: "The Drama Deck, Conflict Line Advantages, Conflict Line Disadvantages; not in the text: the die and its bonus chart",
    luck: "one face a die: the roll with what is rolled again, then that of up, then that of each possibility",
    fields: &[DieFields::FIELDS],
    build: |set| Ok(Box::new(Bonus { die: DramaDie::read(set, true) })),
    ..Definition::PLAIN
};
