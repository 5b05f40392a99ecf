//! The checks with one task roll: each combines a [`TaskRoll`] with a reading of its outcome.

use super::readings::{Attack, Harm, Reading, Round, Task, Time};
use super::task::{Costly, Dice, RollFields, TaskRoll};
use oddsmith_base::Result;
use oddsmith_engine::chance::Chance;
use oddsmith_engine::odds::Check;
use oddsmith_engine::rule::{Columns, Record, Rule, Step};
use oddsmith_registry::{Definition, Edge, Field, Settings};

const ADVERSARY_COVER: Field =
    Field::number("adversary_cover", "how many damage rolls the adversary's cover takes")
        .range(0, 20)
        .source("Fail Effect and Damage to Protection");

/// A check with one task roll, scored by one reading.
pub struct TaskCheck<R> {
    /// Task roll of the check.
    pub roll: TaskRoll,
    /// Reading that turns the outcome of the roll into scores.
    pub reading: R,
}

impl<R: Reading> Rule for TaskCheck<R> {
    type State = Dice;

    fn columns(&self) -> Columns {
        self.reading.columns(&self.roll)
    }

    fn start(&self) -> Dice {
        self.roll.start()
    }

    #[inline]
    fn step<C: Chance>(&self, dice: Dice, chance: &mut C, record: &mut impl Record) -> Step<Dice> {
        match self.roll.roll(dice, chance, record) {
            Ok(dice) => Step::Next(dice),
            Err(outcome) => {
                self.reading.read(outcome, record);
                Step::Done
            }
        }
    }
}

/// Creates the check of a question with this reading.
fn check(set: &Settings, reading: impl Reading + 'static) -> Result<Box<dyn Check>> {
    Ok(Box::new(TaskCheck { roll: TaskRoll::read_costly(set), reading }))
}

const LUCK: &str = "one face a die, two of them or more with advantage";

pub const TASK: Definition = Definition {
    id: "mneme.task",
    title: "Task",
    about: "2d6 and modifiers against a difficulty; the Effect is what is above it, or below.",
    source: "Mneme CE, Core Mechanics, Core Task Resolution",
    luck: LUCK,
    fields: &[RollFields::FIELDS, Costly::FIELDS],
    edge: Edge::of(("modifiers", 0), ("difficulty", 8)),
    build: |set| check(set, Task),
    ..Definition::PLAIN
};

pub const ATTACK: Definition = Definition {
    id: "mneme.attack",
    title: "Attack",
    about: "A task whose Effect is the number of damage rolls that the adversary's cover lets through.",
    source: "Mneme CE, Core Mechanics, Success Effect",
    luck: LUCK,
    fields: &[RollFields::FIELDS, Costly::FIELDS, Attack::FIELDS],
    build: |set| check(set, Attack::read(set)),
    ..Definition::PLAIN
};

pub const HARM: Definition = Definition {
    id: "mneme.harm",
    title: "Harm",
    about: "A task whose failure hurts by its degree, less conditions, then what cover takes, then skill.",
    source: "Mneme CE, Core Mechanics, Mitigating Factors",
    luck: LUCK,
    fields: &[RollFields::FIELDS, Costly::FIELDS, Harm::FIELDS],
    build: |set| check(set, Harm::read(set)),
    ..Definition::PLAIN
};

pub const ROUND: Definition = Definition {
    id: "mneme.round",
    title: "Round",
    about: "One roll for both sides: a success deals damage rolls, a failure takes them.",
    source: "Mneme CE, Core Mechanics, Importance of Effects",
    luck: LUCK,
    fields: &[
        RollFields::FIELDS,
        Costly::FIELDS,
        &[Attack::least, Attack::adversaries],
        &[Harm::mitigating_conditions, Harm::cover, Harm::mitigating_skill],
        &[ADVERSARY_COVER, Harm::mitigation],
    ],
    build: |set| {
        let attack = Attack { cover: set.integer(&ADVERSARY_COVER), ..Attack::read(set) };
        check(set, Round { attack, harm: Harm::read(set) })
    },
    ..Definition::PLAIN
};

pub const TIME: Definition = Definition {
    id: "mneme.time",
    title: "Time",
    about: "How long a task takes: a unit less for each point of Effect, a unit more for each point below 0.",
    source: "Mneme CE, Core Mechanics, Time and Checks",
    luck: LUCK,
    fields: &[RollFields::FIELDS, Costly::FIELDS, Time::FIELDS],
    build: |set| check(set, Time::read(set)),
    ..Definition::PLAIN
};
