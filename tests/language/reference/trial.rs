//! Trials of a program, line by line.

use std::collections::{BTreeMap, BTreeSet};

use oddsmith_dice::syntax::{Ask, Expression, Line, Name, Program, Statement};

use super::forks::Forks;
use super::value::{Item, Value};

/// Longest course; a rule that goes on after it is not compared.
const STEPS: u32 = 30;

/// A player: the word for a decision, or `None` to try each word.
pub type Player<'p> = dyn Fn(&mut Trial, &str) -> Option<i64> + 'p;

/// The state of one trial.
pub struct Trial<'p> {
    program: &'p Program,
    pub forks: Forks,
    pub fields: BTreeMap<String, i64>,
    pub names: BTreeMap<String, Value>,
    /// Cards left in each deck.
    pub decks: BTreeMap<String, Vec<Item>>,
    /// All cards with the deck to which they belong, by their number.
    cards: Vec<(String, Item)>,
    /// States, which keep their cards at a shuffle.
    states: BTreeMap<String, Option<(Expression, Expression)>>,
    /// First true label of each list of results.
    results: BTreeMap<String, String>,
    list: String,
    /// Names after each step.
    after: Vec<BTreeMap<String, Value>>,
}

impl<'p> Trial<'p> {
    pub fn new(program: &'p Program, fields: &BTreeMap<String, i64>) -> Trial<'p> {
        Trial {
            program,
            forks: Forks::default(),
            fields: fields.clone(),
            names: BTreeMap::new(),
            decks: BTreeMap::new(),
            cards: Vec::new(),
            states: BTreeMap::new(),
            results: BTreeMap::new(),
            list: String::new(),
            after: Vec::new(),
        }
    }

    /// Plays the trial of the current way. Returns false if it does not count.
    pub fn play(&mut self, player: &Player) -> bool {
        self.forks.restart();
        self.names.clear();
        self.decks.clear();
        self.cards.clear();
        self.states.clear();
        self.results.clear();
        self.list = "result".to_owned();
        self.after.clear();
        let program = self.program;
        let mut counts = self.lines(&program.opening, player);
        if let Some(course) = &program.course {
            self.put("steps", Value::Number(0));
            let mut ended = course.first.as_ref().is_some_and(|first| !self.value(first).is_true());
            let mut steps = 0;
            while !ended && course.at_most.is_none_or(|most| steps < most) {
                steps += 1;
                if steps > STEPS {
                    self.forks.is_cut = true;
                    break;
                }
                self.put("steps", Value::Number(steps.into()));
                counts &= self.lines(&course.lines, player);
                ended = self.value(&course.until).is_true();
                self.after.push(self.names.clone());
            }
            self.put("ended", Value::Number(ended.into()));
        }
        counts & self.lines(&program.closing, player)
    }

    fn lines(&mut self, lines: &[Line], player: &Player) -> bool {
        // A trial that does not count is played to its end all the same.
        lines.iter().fold(true, |counts, line| self.line(&line.statement, player) & counts)
    }

    pub fn put(&mut self, name: &str, value: Value) {
        let bounds = self.states.get(name).cloned().flatten();
        let value = match bounds {
            Some((low, high)) => {
                let (low, high) = (self.number(&low), self.number(&high));
                Value::Number(value.number().min(high).max(low))
            }
            None => value,
        };
        self.names.insert(name.to_owned(), value);
    }

    fn holds(&mut self, condition: Option<&Expression>) -> bool {
        condition.is_none_or(|condition| self.value(condition).is_true())
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
                    self.states.insert(state.name.text.clone(), state.bounds.clone());
                    self.put(&state.name.text, start);
                }
            }
            Statement::Deck(name, cards) => {
                for card in cards {
                    let copies = card.copies.as_ref().map_or(1, |copies| self.number(copies));
                    for value in card.low..=card.high {
                        for copy in 1..=copies {
                            let suit = if copies == 4 { copy } else { 0 };
                            let number = self.cards.len();
                            let card = Item { suit, card: Some(number), ..Item::number(value) };
                            self.cards.push((name.text.clone(), card));
                        }
                    }
                }
                self.decks.insert(name.text.clone(), Vec::new());
                self.shuffle(&name.text);
            }
            Statement::Decide(name, words) => {
                let word = player(self, &name.text);
                let word = word.unwrap_or_else(|| self.forks.choose(words.len()) as i64);
                self.put(&name.text, Value::Number(word));
            }
            Statement::Shuffle(deck, when) => {
                if self.holds(when.as_ref()) {
                    self.shuffle(&deck.text);
                }
            }
            Statement::Return { cards, deck, when } => {
                if self.holds(when.as_ref()) {
                    let back = self.names.get(&cards.text).map_or_else(Vec::new, Value::kept);
                    self.collect(back.iter().filter_map(|item| item.card).collect(), &deck.text);
                }
            }
            Statement::Given(condition) => return self.value(condition).is_true(),
            Statement::Results(name) => self.list.clone_from(&name.text),
            Statement::Label(name, condition) => {
                let list = self.list.clone();
                if !self.results.contains_key(&list) && self.holds(condition.as_ref()) {
                    self.results.insert(list, name.text.clone());
                }
            }
            Statement::Otherwise(value) => {
                let list = self.list.clone();
                if !self.results.contains_key(&list) {
                    let number = self.number(value);
                    self.results.insert(list, number.to_string());
                }
            }
            Statement::Ask(_) => {}
        }
        true
    }

    /// Draws cards; equal ones are one branch.
    pub fn draw(&mut self, deck: &str, count: i64) -> Vec<Item> {
        let mut drawn = Vec::new();
        for _ in 0..count {
            let left = &self.decks[deck];
            if left.is_empty() {
                break;
            }
            let kind = |item: &Item| (item.value, item.suit);
            let mut kinds: Vec<((i64, i64), u64)> = Vec::new();
            for card in left {
                match kinds.iter_mut().find(|(other, _)| *other == kind(card)) {
                    Some((_, count)) => *count += 1,
                    None => kinds.push((kind(card), 1)),
                }
            }
            let weights: Vec<u64> = kinds.iter().map(|(_, count)| *count).collect();
            let wanted = kinds[self.forks.fork(&weights)].0;
            let left = self.decks.get_mut(deck).expect("it is there");
            let place = left.iter().position(|card| kind(card) == wanted);
            drawn.push(left.remove(place.expect("it is one of them")));
        }
        drawn
    }

    /// Puts the cards of a deck that no state keeps back into it.
    fn shuffle(&mut self, deck: &str) {
        let kept = self.states.keys().filter_map(|state| self.names.get(state));
        let kept: BTreeSet<usize> =
            kept.flat_map(Value::kept).filter_map(|item| item.card).collect();
        let own = self.cards.iter().enumerate().filter(|(_, (of, _))| of == deck);
        let back = own.map(|(number, _)| number).filter(|number| !kept.contains(number));
        self.collect(back.collect(), deck);
    }

    /// Moves cards to a deck, out of every name and every other deck.
    fn collect(&mut self, cards: BTreeSet<usize>, deck: &str) {
        let stays = |item: &Item| !item.card.is_some_and(|card| cards.contains(&card));
        for value in self.names.values_mut() {
            if let Value::Bag(items) = value {
                items.retain(stays);
            }
        }
        self.decks.values_mut().for_each(|left| left.retain(stays));
        let there = self.decks.get_mut(deck).expect("it is declared");
        for card in cards {
            self.cards[card].0 = deck.to_owned();
            there.push(self.cards[card].1.clone());
        }
    }

    /// Returns the outcome of each column, in the order of the `ask` lines; of a rule without them
    /// that of each list of results.
    pub fn outcomes(&self) -> Vec<(String, String)> {
        let lines = [&self.program.opening, &self.program.closing];
        let asks = lines.into_iter().flatten().filter_map(|line| match &line.statement {
            Statement::Ask(asks) => Some(asks),
            _ => None,
        });
        let shown = |name: &Name, names: &BTreeMap<String, Value>| match (
            names.get(&name.text),
            self.results.get(&name.text),
        ) {
            (Some(Value::None), _) | (None, None) => "none".to_owned(),
            (Some(value), _) => value.number().to_string(),
            (None, Some(label)) => label.clone(),
        };
        let column = |ask: &Ask| match ask {
            Ask::One { name, at: None } => (name.text.clone(), shown(name, &self.names)),
            Ask::One { name, at: Some(at) } => {
                let then = self.after.get(*at as usize - 1).unwrap_or(&self.names);
                (format!("{}@{at}", name.text), shown(name, then))
            }
            Ask::Joint(names) => {
                let texts: Vec<&str> = names.iter().map(|name| &name.text[..]).collect();
                let values: Vec<String> =
                    names.iter().map(|name| shown(name, &self.names)).collect();
                (texts.join(", "), values.join(", "))
            }
        };
        let results = self.results.iter().map(|(list, label)| (list.clone(), label.clone()));
        results.chain(asks.flatten().map(column)).collect()
    }
}
