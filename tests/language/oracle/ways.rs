//! All ways through a rule: each die, each card and each word that a player may choose is a fork.

use std::collections::BTreeMap;

use oddsmith_dice::syntax::{Ask, Expression, Program, Statement};

use super::values::Known;

/// Returns the limit of ways for the rule with this number; every sixteenth rule may take long.
pub fn most_ways(number: usize) -> usize {
    if number.is_multiple_of(16) { 4_000 } else { 500 }
}

/// The branch taken at a fork.
#[derive(Clone, Copy)]
struct Taken {
    which: usize,
    of: usize,
    /// True if a player chose the branch.
    chosen: bool,
}

/// One way through a rule.
#[derive(Default)]
pub struct Way {
    taken: Vec<Taken>,
    at: usize,
    pub names: BTreeMap<String, Known>,
    /// Cards left in each deck.
    pub decks: BTreeMap<String, Vec<i64>>,
    whole_decks: BTreeMap<String, Vec<i64>>,
    /// States, which keep their cards at a shuffle.
    states: Vec<String>,
}

/// A player: the word for a decision on a way, or `None` to try each word.
pub type Player<'p> = dyn Fn(&mut Way, &str) -> Option<i64> + 'p;

impl Way {
    pub fn fork(&mut self, of: usize) -> usize {
        self.taken_at(of, false)
    }

    /// Binds a name to a value.
    pub fn put(&mut self, name: &str, value: Known) {
        match self.names.get_mut(name) {
            Some(known) => *known = value,
            None => drop(self.names.insert(name.to_owned(), value)),
        }
    }

    fn taken_at(&mut self, of: usize, chosen: bool) -> usize {
        if self.at == self.taken.len() {
            self.taken.push(Taken { which: 0, of, chosen });
        }
        self.at += 1;
        self.taken[self.at - 1].which
    }

    fn advance(&mut self) -> bool {
        while let Some(last) = self.taken.pop() {
            if last.which + 1 < last.of {
                self.taken.push(Taken { which: last.which + 1, ..last });
                return true;
            }
        }
        false
    }

    fn share(&self) -> f64 {
        let by_chance = self.taken.iter().filter(|taken| !taken.chosen);
        by_chance.map(|taken| 1.0 / taken.of as f64).product()
    }

    /// Puts the cards of a deck that no state holds back into it.
    fn shuffle(&mut self, deck: &str) {
        let mut back = self.whole_decks[deck].clone();
        for state in &self.states {
            let Known::Bag(cards) = &self.names[state] else { continue };
            for card in cards {
                let place = back.iter().position(|own| own == card);
                back.remove(place.expect("a held card is one of the deck"));
            }
        }
        self.decks.insert(deck.to_owned(), back);
    }

    /// Executes a line. Returns false if the trial does not count.
    fn line(&mut self, statement: &Statement, player: &Player) -> bool {
        match statement {
            Statement::Bind(name, value) => {
                let value = self.value(value);
                self.put(&name.text, value);
            }
            Statement::State(states) => {
                for state in states {
                    let start = self.value(&state.start);
                    self.put(&state.name.text, start);
                    if !self.states.contains(&state.name.text) {
                        self.states.push(state.name.text.clone());
                    }
                }
            }
            Statement::Deck(name, cards) => {
                let mut all = Vec::new();
                for card in cards {
                    let copies =
                        card.copies.as_ref().map_or(1, |copies| self.value(copies).number());
                    (0..copies).for_each(|_| all.extend(card.low..=card.high));
                }
                self.whole_decks.insert(name.text.clone(), all.clone());
                self.decks.insert(name.text.clone(), all);
            }
            Statement::Decide(name, words) => {
                let word = player(self, &name.text);
                let word = word.unwrap_or_else(|| self.taken_at(words.len(), true) as i64);
                self.put(&name.text, Known::Number(word));
            }
            Statement::Shuffle(deck, when) => {
                if when.as_ref().is_none_or(|when| self.value(when).number() != 0) {
                    self.shuffle(&deck.text);
                }
            }
            Statement::Return { cards, deck, when } => {
                if when.as_ref().is_none_or(|when| self.value(when).number() != 0) {
                    let back = self.names.insert(cards.text.clone(), Known::Bag(Vec::new()));
                    let left = self.decks.get_mut(&deck.text).expect("it is there");
                    left.extend(back.expect("it was drawn").bag());
                }
            }
            Statement::Given(condition) => return self.value(condition).number() != 0,
            Statement::Ask(asks) => assert!(matches!(asks[..], [Ask::Joint(_), Ask::One { .. }])),
            statement => panic!("{statement:?}"),
        }
        true
    }

    /// Plays one trial. Returns false if it does not count.
    fn trial(&mut self, program: &Program, player: &Player) -> bool {
        // Values of the previous way are overwritten before they are read.
        self.at = 0;
        let mut counts = program.opening.iter().all(|line| self.line(&line.statement, player));
        if let Some(course) = &program.course {
            for step in 1.. {
                self.put("steps", Known::Number(step));
                counts &= course.lines.iter().all(|line| self.line(&line.statement, player));
                let ended = self.value(&course.until).number() != 0;
                if ended || course.at_most.is_some_and(|most| step >= most.into()) {
                    break;
                }
            }
        }
        counts & program.closing.iter().all(|line| self.line(&line.statement, player))
    }
}

/// The value of a way for its player.
pub type Worth<'w> = dyn Fn(&Way) -> f64 + 'w;

/// Returns a player that decides by expressions.
pub fn policy(by: &BTreeMap<String, Expression>) -> impl Fn(&mut Way, &str) -> Option<i64> {
    |way, name| by.get(name).map(|by| way.value(by).number())
}

/// Returns the joint chances of x and y by a walk of all ways, or `None` if there are more than
/// `most`.
pub fn walked(program: &Program, player: &Player, most: usize) -> Option<BTreeMap<String, f64>> {
    let (mut way, mut shares, mut whole) = (Way::default(), BTreeMap::new(), 0.0);
    for _ in 0..most {
        if way.trial(program, player) {
            let [x, y] = ["x", "y"].map(|name| way.names[name].number());
            *shares.entry(format!("{x}, {y}")).or_insert(0.0) += way.share();
            whole += way.share();
        }
        if !way.advance() {
            shares.values_mut().for_each(|share| *share /= whole);
            return Some(shares);
        }
    }
    None
}

/// Returns the value of a rule for a player who sees all that has come up and tries every word at
/// each decision that `player` leaves open, or `None` if there are too many ways.
pub fn best(program: &Program, player: &Player, worth: &Worth, most: usize) -> Option<f64> {
    fn from(
        depth: usize,
        way: &mut Way,
        left: &mut usize,
        (play, worth): (&dyn Fn(&mut Way), &Worth),
    ) -> Option<f64> {
        let Some(&fork) = way.taken.get(depth) else { return Some(worth(way)) };
        let mut each = Vec::new();
        for which in 0..fork.of {
            if which > 0 {
                *left = left.checked_sub(1)?;
                way.taken.truncate(depth);
                way.taken.push(Taken { which, ..fork });
                play(way);
            }
            each.push(from(depth + 1, way, left, (play, worth))?);
        }
        Some(match fork.chosen {
            true => each.into_iter().fold(f64::NEG_INFINITY, f64::max),
            false => each.iter().sum::<f64>() / each.len() as f64,
        })
    }
    let play = |way: &mut Way| assert!(way.trial(program, player), "each trial counts");
    let mut way = Way::default();
    play(&mut way);
    let mut left = most;
    from(0, &mut way, &mut left, (&play, worth))
}
