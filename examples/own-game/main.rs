//! A game of one's own, in a crate of one's own: the command with one more system.
//!
//! `cargo run --example own-game -- compare "mine.leap" "mutants.check bonus=5"`

use std::process::ExitCode;

use oddsmith::chance::{Chance, Die};
use oddsmith::odds::Success;
use oddsmith::registry::{Colour, Definition, Edge, Field, System};
use oddsmith::rule::{Column, Columns, Handle, Record, Rule, Scale, Step};

/// A d12 and a leap's reach against the width of a gap; equal is enough. `margin = d12 + reach - gap`.
struct Leap {
    d12: Die,
    reach: i32,
    gap: i32,
}

const MARGIN: Handle = Handle::first("margin");

impl Rule for Leap {
    type State = ();

    fn columns(&self) -> Columns {
        let edge = self.reach - self.gap;
        let scale = Scale::numbers(edge + 1, edge + 12);
        Columns::one(Column::new(MARGIN, scale).success(Success::AtLeast(0)))
    }

    fn start(&self) {}

    fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
        record.score(MARGIN, chance.face(&self.d12) + self.reach - self.gap);
        Step::Done
    }
}

const REACH: Field = Field::number("reach", "how far the leap goes by itself").source("Leaps");
const GAP: Field =
    Field::number("gap", "how wide the gap is").required("5").difficulty().source("Leaps");

static MINE: System = System {
    name: "mine",
    title: "A game of mine",
    source: "my own rules",
    colour: Colour { light: 0x2b6a4b, dark: 0x7fd0a6 },
    checks: &[Definition {
        id: "mine.leap",
        title: "Leap",
        about: "A d12 and reach against a gap; equal is enough.",
        source: "my own rules, Leaps",
        luck: "one face",
        fields: &[&[REACH, GAP]],
        edge: Edge::of(("reach", 0), ("gap", 6)),
        build: |set| {
            let (reach, gap) = (set.integer(&REACH), set.integer(&GAP));
            Ok(Box::new(Leap { d12: Die::sided(12), reach, gap }))
        },
        ..Definition::PLAIN
    }],
    duels: &[],
    policies: &[],
    examples: "",
    claims: "",
};

fn main() -> ExitCode {
    if let Err(error) = oddsmith::systems::add([&MINE]) {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    oddsmith::cli::main()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use oddsmith::answer::Results;
    use oddsmith::expectations::judge;
    use oddsmith::odds::Progress;
    use oddsmith::scenario::{Effort, Scenario};

    #[test]
    fn a_scenario_holds_it_beside_a_check_of_the_registry() {
        oddsmith::systems::add([&super::MINE]).expect("the first");
        assert!(oddsmith::systems::checks().any(|check| check.id == "mine.leap"));
        let text = r#"
            title = "A leap and a d20"
            [sweep]
            dc = [5, 10]
            [[check]]
            label = "leap"
            use = "mine.leap"
            set = { gap = "$dc" }
            [[check]]
            label = "d20"
            use = "mutants.check"
            set = { bonus = 0, dc = "$dc" }
            [[expect]]
            label = "leap"
            where = { dc = 5 }
            between = [0.66, 0.67]
            [[expect]]
            that = "answers['leap'].at(dc=10).success < answers['d20'].at(dc=10).success"
        "#;
        let scenario = Scenario::parse(text).expect("a scenario");
        let progress = Progress::default();
        let results = Results::of(&scenario.questions, Effort::default().exact_only(), &progress);
        let results = Arc::new(results.expect("answers"));
        let verdicts = judge(&scenario, &results, &progress).expect("verdicts");
        assert!(verdicts.iter().all(|one| one.verdict.word() == "holds"), "{verdicts:?}");
        // 8 of 12 faces reach 5; what was asked before can't be added to.
        assert!(oddsmith::systems::add([&super::MINE]).is_err());
    }
}
