//! All ways through a rule: each die that falls and each card that comes is a fork.

use std::collections::BTreeMap;

use oddsmith_dice::syntax::{Ask, Program, Statement};

use super::values::Known;

/// The most ways that a rule is walked in.
const MOST_WAYS: usize = 30_000;

/// One way through a rule: which of so many was taken at each fork.
#[derive(Default)]
pub struct Way {
    taken: Vec<(usize, usize)>,
    at: usize,
    pub names: BTreeMap<String, Known>,
    pub decks: BTreeMap<String, Vec<i64>>,
}

impl Way {
    pub fn fork(&mut self, of: usize) -> usize {
        if self.at == self.taken.len() {
            self.taken.push((0, of));
        }
        self.at += 1;
        self.taken[self.at - 1].0
    }

    fn advance(&mut self) -> bool {
        while let Some((taken, of)) = self.taken.pop() {
            if taken + 1 < of {
                self.taken.push((taken + 1, of));
                return true;
            }
        }
        false
    }

    fn share(&self) -> f64 {
        self.taken.iter().map(|(_, of)| 1.0 / *of as f64).product()
    }

    /// Does a line; whether the trial counts.
    fn line(&mut self, statement: &Statement) -> bool {
        match statement {
            Statement::Bind(name, value) => {
                let value = self.value(value);
                self.names.insert(name.text.clone(), value);
            }
            Statement::State(states) => {
                for state in states {
                    let start = self.value(&state.start);
                    self.names.insert(state.name.text.clone(), start);
                }
            }
            Statement::Deck(name, cards) => {
                let mut all = Vec::new();
                for card in cards {
                    let copies =
                        card.copies.as_ref().map_or(1, |copies| self.value(copies).number());
                    (0..copies).for_each(|_| all.extend(card.low..=card.high));
                }
                self.decks.insert(name.text.clone(), all);
            }
            Statement::Given(condition) => return self.value(condition).number() != 0,
            Statement::Ask(asks) => assert!(matches!(asks[..], [Ask::Joint(_)])),
            statement => panic!("{statement:?}"),
        }
        true
    }

    /// One trial: what is asked, where it counts.
    fn trial(&mut self, program: &Program) -> Option<String> {
        (self.at, self.names, self.decks) = Default::default();
        let mut counts = program.opening.iter().all(|line| self.line(&line.statement));
        if let Some(course) = &program.course {
            for step in 1.. {
                self.names.insert("steps".to_owned(), Known::Number(step));
                counts &= course.lines.iter().all(|line| self.line(&line.statement));
                let ended = self.value(&course.until).number() != 0;
                if ended || course.at_most.is_some_and(|most| step >= most.into()) {
                    break;
                }
            }
        }
        counts &= program.closing.iter().all(|line| self.line(&line.statement));
        let asked = |name: &str| self.names[name].number();
        counts.then(|| format!("{}, {}", asked("x"), asked("y")))
    }
}

/// The chances of a rule by a walk of all its ways; none where these are too many.
pub fn walked(program: &Program) -> Option<BTreeMap<String, f64>> {
    let (mut way, mut shares, mut whole) = (Way::default(), BTreeMap::new(), 0.0);
    for _ in 0..MOST_WAYS {
        if let Some(outcome) = way.trial(program) {
            *shares.entry(outcome).or_insert(0.0) += way.share();
            whole += way.share();
        }
        if !way.advance() {
            shares.values_mut().for_each(|share| *share /= whole);
            return Some(shares);
        }
    }
    None
}
