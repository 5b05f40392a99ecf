//! The checks: a task roll and a way to read it.

use super::readings::{Attack, Clamp, Harm, Reading, Round, Task, Time};
use super::task::{Dice, FIELDS, TaskRoll};
use oddsmith_engine::chance::Chance;
use oddsmith_engine::rule::{Columns, Record, Rule, Step};
use oddsmith_registry::{Definition, Edge, Field, Settings};

pub const LEAST: Field = Field::words("least", &["1", "0"], "damage rolls at Effect 0")
    .reading()
    .source("Success Effect");
const ADVERSARIES: Field = Field::integer(
    "adversaries",
    "adversaries",
    "at most so many damage rolls, of either side, before cover",
)
.range(0, 1000)
.or_none()
.source("Success Effect");
pub const COVER: Field = Field::number(
    "cover",
    "how many damage rolls cover takes: the adversary's in an attack, else one's own",
)
.range(0, 20)
.source("Fail Effect and Damage to Protection");
const ADVERSARY_COVER: Field =
    Field::number("adversary_cover", "how many damage rolls the adversary's cover takes")
        .range(0, 20)
        .source("Fail Effect and Damage to Protection");
pub const MITIGATING_CONDITIONS: Field = Field::number(
    "mitigating_conditions",
    "concealment, range, size, movement: taken from the degree first",
)
.source("Mitigating Factors");
pub const MITIGATING_SKILL: Field =
    Field::number("mitigating_skill", "skill: taken from the degree last")
        .source("Mitigating Factors");
pub const MITIGATION: Field = Field::words(
    "mitigation",
    &["after", "before"],
    "of a costly success: conditions, cover and skill are taken after the failure is doubled, or before",
)
.reading()
.source("Costly Success, Mitigating Factors");
const MEDIAN: Field = Field::integer("median", "units", "how long it takes at Effect 0")
    .range(1, 1000)
    .default("3")
    .source("Time and Checks");
const CLAMP: Field = Field::choice::<Clamp>(
    "clamp",
    "least: at least 1 unit; die: from 1 to twice the median; percent: in per cent of the median",
)
.reading()
.source("Time and Checks");

/// A task roll that is read in one way.
pub struct TaskCheck<R> {
    /// The roll.
    pub roll: TaskRoll,
    /// What is made of its Effect.
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

fn attack(set: &Settings, cover: &Field) -> Attack {
    Attack {
        least: set.integer(&LEAST),
        adversaries: set.number(&ADVERSARIES),
        cover: set.integer(cover),
    }
}

fn harm(set: &Settings) -> Harm {
    Harm {
        adversaries: set.number(&ADVERSARIES),
        before_doubling: set.is(&MITIGATION, "before"),
        conditions: set.integer(&MITIGATING_CONDITIONS),
        cover: set.integer(&COVER),
        skill: set.integer(&MITIGATING_SKILL),
    }
}

const LUCK: &str = "one face a die, two of them or more with advantage";

pub const TASK: Definition = Definition {
    id: "mneme.task",
    title: "Task",
    about: "2d6 and modifiers against a difficulty; the Effect is what is above it, or below.",
    source: "Mneme CE, Core Mechanics, Core Task Resolution",
    luck: LUCK,
    fields: &[FIELDS],
    edge: Edge::of(("modifiers", 0), ("difficulty", 8)),
    build: |set| Ok(Box::new(TaskCheck { roll: TaskRoll::read(set), reading: Task })),
    ..Definition::PLAIN
};

pub const ATTACK: Definition = Definition {
    id: "mneme.attack",
    title: "Attack",
    about: "A task whose Effect is the number of damage rolls that the adversary's cover lets through.",
    source: "Mneme CE, Core Mechanics, Success Effect",
    luck: LUCK,
    fields: &[FIELDS, &[LEAST, ADVERSARIES, COVER]],
    build: |set| {
        Ok(Box::new(TaskCheck { roll: TaskRoll::read(set), reading: attack(set, &COVER) }))
    },
    ..Definition::PLAIN
};

pub const HARM: Definition = Definition {
    id: "mneme.harm",
    title: "Harm",
    about: "A task whose failure hurts by its degree, less conditions, then what cover takes, then skill.",
    source: "Mneme CE, Core Mechanics, Mitigating Factors",
    luck: LUCK,
    fields: &[FIELDS, &[MITIGATING_CONDITIONS, COVER, MITIGATING_SKILL, ADVERSARIES, MITIGATION]],
    build: |set| Ok(Box::new(TaskCheck { roll: TaskRoll::read(set), reading: harm(set) })),
    ..Definition::PLAIN
};

pub const ROUND: Definition = Definition {
    id: "mneme.round",
    title: "Round",
    about: "One roll for both sides: a success deals damage rolls, a failure takes them.",
    source: "Mneme CE, Core Mechanics, Importance of Effects",
    luck: LUCK,
    fields: &[
        FIELDS,
        &[LEAST, ADVERSARIES],
        &[MITIGATING_CONDITIONS, COVER, MITIGATING_SKILL],
        &[ADVERSARY_COVER, MITIGATION],
    ],
    build: |set| {
        let reading = Round { attack: attack(set, &ADVERSARY_COVER), harm: harm(set) };
        Ok(Box::new(TaskCheck { roll: TaskRoll::read(set), reading }))
    },
    ..Definition::PLAIN
};

pub const TIME: Definition = Definition {
    id: "mneme.time",
    title: "Time",
    about: "How long a task takes: a unit less for each point of Effect, a unit more for each point below 0.",
    source: "Mneme CE, Core Mechanics, Time and Checks",
    luck: LUCK,
    fields: &[FIELDS, &[MEDIAN, CLAMP]],
    build: |set| {
        Ok(Box::new(TaskCheck {
            roll: TaskRoll::read(set),
            reading: Time { median: set.integer(&MEDIAN), clamp: set.choice(&CLAMP) },
        }))
    },
    ..Definition::PLAIN
};
