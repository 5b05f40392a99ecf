//! Allocation of slots for every name of a program: numbers, bags, decks, lists of results,
//! columns.

use std::collections::BTreeMap;

use super::{Lowering, Meaning, wrong};
use crate::chance::{Question, RollQuery, Shown};
use crate::program::code::{ColumnCode, DeckCode};
use crate::program::names::{lines, of_line};
use oddsmith_base::Result;
use oddsmith_dice::syntax::{Ask, Function, Kind, Line, Statement};

/// Maximum number of columns of a program.
const MOST_COLUMNS: usize = 8;

impl<'p> Lowering<'p> {
    /// Allocates slots for every name.
    pub(super) fn declare(&mut self) -> Result<()> {
        let program = self.asking.program;
        let steps = self.slot("steps");
        let ended = self.slot("ended");
        self.meanings.insert("steps".to_owned(), Meaning::Number(steps));
        self.meanings.insert("ended".to_owned(), Meaning::Number(ended));
        self.code.steps = Some(steps);
        for line in lines(program) {
            match &line.statement {
                Statement::Bind(name, _) => self.declare_name(&name.text),
                Statement::State(states) => {
                    states.iter().for_each(|state| self.declare_name(&state.name.text));
                }
                Statement::Decide(name, _) => {
                    let slot = self.slot(name.text.clone());
                    self.meanings.insert(name.text.clone(), Meaning::Number(slot));
                }
                Statement::Deck(name, cards) => {
                    let mut kinds: BTreeMap<(i32, i32), i32> = BTreeMap::new();
                    for card in cards {
                        // Four copies of a card are treated as four suits.
                        let copies = self.names.copies(card)? as i32;
                        let suits = match copies {
                            4 if self.names.suited => 1..=4,
                            _ => 0..=0,
                        };
                        for value in card.low..=card.high {
                            let copies = copies / suits.clone().count() as i32;
                            for suit in suits.clone() {
                                *kinds.entry((value as i32, suit)).or_default() += copies;
                            }
                        }
                    }
                    let kinds = kinds
                        .into_iter()
                        .map(|((value, printed), copies)| (Shown { value, printed }, copies));
                    self.declare_deck(&name.text, kinds.collect());
                }
                _ => {}
            }
        }
        // The lists of results, in order, and their columns.
        let mut list = "result".to_owned();
        for line in lines(program) {
            match &line.statement {
                Statement::Results(name) => list = name.text.clone(),
                Statement::Label(..) | Statement::Otherwise(_)
                    if !self.meanings.contains_key(&list) =>
                {
                    let slot = self.slot(list.clone());
                    self.meanings.insert(list.clone(), Meaning::List(slot));
                    self.column(list.clone(), None, vec![list.clone()]);
                }
                _ => {}
            }
        }
        for line in lines(program) {
            let Statement::Ask(asks) = &line.statement else { continue };
            for ask in asks {
                match ask {
                    Ask::One { name, at } => {
                        let known = self
                            .code
                            .columns
                            .iter()
                            .any(|column| column.name == name.text && column.at == *at);
                        if !known {
                            self.column(name.text.clone(), *at, vec![name.text.clone()]);
                        }
                    }
                    Ask::Joint(names) => {
                        let names: Vec<String> =
                            names.iter().map(|name| name.text.clone()).collect();
                        self.column(names.join(", "), None, names);
                    }
                }
            }
        }
        let count = self.code.columns.len();
        if !(1..=MOST_COLUMNS).contains(&count) {
            return Err(wrong(format!("the rule asks for {count} columns"))
                .with_hint(format!("one to {MOST_COLUMNS} of results and `ask`")));
        }
        Ok(())
    }

    pub(super) fn column(&mut self, name: String, at: Option<u32>, names: Vec<String>) {
        let is_list = |name: &String| matches!(self.meanings.get(name), Some(Meaning::List(_)));
        let lists = names.iter().map(is_list).collect();
        let is_steps = names == ["steps"];
        let letters = names.first().and_then(|name| self.names.letters_of(name));
        let letters = letters.unwrap_or_default();
        self.code.columns.push(ColumnCode { name, at, lists, letters, is_steps });
        if at.is_none() {
            self.waiting.push((self.code.columns.len() - 1, names));
        }
    }

    pub(super) fn declare_name(&mut self, name: &str) {
        if self.meanings.contains_key(name) {
            return;
        }
        let meaning = match self.names.asks.get(name) {
            None => Meaning::Number(self.slot(name)),
            Some(asks) => {
                let is_state = self.names.states.contains(&name);
                let questions = if is_state { Vec::new() } else { asks.questions.clone() };
                let answers = questions.into_iter().map(|question| {
                    let own = if question.asked == RollQuery::Sum { name } else { "" };
                    self.code.slots += 1;
                    self.code.names.push((self.code.slots - 1, own.to_owned()));
                    (question, self.code.slots - 1)
                });
                let answers = answers.collect();
                let values = (asks.values || is_state).then(|| {
                    let suited = self.names.suited && self.names.holds_cards(name);
                    self.hand(self.names.most_held(name), suited)
                });
                Meaning::Bag { answers, values }
            }
        };
        self.meanings.insert(name.to_owned(), meaning);
    }

    /// Declares a deck with its kinds of cards, merging kinds that no question distinguishes.
    pub(super) fn declare_deck(&mut self, name: &str, kinds: Vec<(Shown, i32)>) {
        let kinds = match self.asked_of_cards() {
            Some(questions) => {
                let mut merged: Vec<(Vec<i32>, Shown, i32)> = Vec::new();
                for (card, copies) in kinds {
                    let gains: Vec<i32> = questions
                        .iter()
                        .map(|question| match &question.asked {
                            RollQuery::Tally(tally) => tally.gain(card.value),
                            RollQuery::InSuit(suit) => i32::from(card.printed == *suit),
                            _ => 1,
                        })
                        .collect();
                    match merged.iter_mut().find(|(known, ..)| *known == gains) {
                        Some((.., sum)) => *sum += copies,
                        None => merged.push((gains, card, copies)),
                    }
                }
                merged.into_iter().map(|(_, card, copies)| (card, copies)).collect()
            }
            None => kinds,
        };
        let first = self.code.slots;
        for _ in &kinds {
            self.slot("");
        }
        self.meanings.insert(name.to_owned(), Meaning::Deck(self.code.decks.len()));
        self.code.decks.push(DeckCode { name: name.to_owned(), kinds, first });
    }

    /// Returns the questions about cards if each card contributes independently to all of them.
    fn asked_of_cards(&self) -> Option<Vec<Question>> {
        let mut questions = Vec::new();
        for (name, asks) in &self.names.asks {
            let draws = self
                .names
                .bags
                .get(name)
                .into_iter()
                .flatten()
                .any(|bag| matches!(&bag.kind, Kind::Call(Function::Draw, _)));
            if asks.values || self.names.states.contains(name) {
                return None;
            }
            if draws {
                questions.extend(asks.questions.iter().cloned());
            }
        }
        // Anonymous draws are read by value, so their cards must be distinguished.
        let is_draw = |kind: &Kind| matches!(kind, Kind::Call(Function::Draw, _));
        let anonymous = |line: &Line| match &line.statement {
            Statement::Bind(_, value) if is_draw(&value.kind) => false,
            _ => of_line(line).into_iter().any(|value| value.any(&is_draw)),
        };
        if lines(self.asking.program).any(anonymous) {
            return None;
        }
        let own = |question: &Question| {
            let asked = &question.asked;
            matches!(asked, RollQuery::Tally(_) | RollQuery::Size | RollQuery::InSuit(_))
                && !question.rolled
        };
        questions.iter().all(own).then_some(questions)
    }
}
