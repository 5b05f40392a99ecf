//! Lowering of a statement to lines over slots.

use super::{Lowering, Meaning, wrong};
use crate::chance::{Question, RollQuery};
use crate::program::code::{Decision, Hand, LABEL, Line, NONE, Node};
use oddsmith_base::{About, Error, Result};
use oddsmith_dice::syntax::{self, Argument, Comparison, Expression, Kind, Operator, Statement};

impl<'p> Lowering<'p> {
    pub(super) fn line(&mut self, line: &'p syntax::Line) -> Result<()> {
        let at_line = |error: Error| error.about(About::Lines(line.span.clone()));
        self.statement(&line.statement).map_err(at_line)
    }

    fn statement(&mut self, statement: &'p Statement) -> Result<()> {
        match statement {
            Statement::Bind(name, value) => {
                self.bind(&name.text, value)?;
                let is_state = self.names.states.contains(&&*name.text);
                if !self.in_step && !is_state {
                    self.settled.insert(name.text.clone());
                }
                Ok(())
            }
            Statement::State(states) => {
                for state in states {
                    if let Some((low, high)) = &state.bounds {
                        let bounds = (self.number(low)?, self.number(high)?);
                        self.bounds.insert(state.name.text.clone(), bounds);
                    }
                    self.bind(&state.name.text, &state.start)?;
                    if self.asking.program.course.is_none() {
                        self.settled.insert(state.name.text.clone());
                    }
                }
                Ok(())
            }
            Statement::Decide(name, words) => {
                let Some(Meaning::Number(slot)) = self.meanings.get(&name.text).cloned() else {
                    return Ok(());
                };
                let words: Vec<String> = words.iter().map(|word| word.text.clone()).collect();
                let policy = match self.asking.decisions.get(&name.text) {
                    None => Node::Number(0),
                    Some(policy) => self.policy(policy, &words)?,
                };
                let known = self.meanings.iter().filter(|(other, _)| **other != name.text);
                let seen = known.flat_map(|(name, meaning)| seen(name, meaning)).collect();
                let decision = self.code.decisions.len();
                self.code.decisions.push(Decision { name: name.text.clone(), words, seen });
                self.push(Line::Decide { slot, decision, policy });
                if !self.in_step {
                    self.settled.insert(name.text.clone());
                }
                Ok(())
            }
            Statement::Results(name) => {
                let old = std::mem::replace(&mut self.list, name.text.clone());
                if !self.in_step {
                    self.settled.insert(old);
                    self.record();
                }
                Ok(())
            }
            Statement::Label(name, condition) => {
                let outcome = Node::Number(i64::from(LABEL) + self.label(&name.text) as i64);
                let told = condition.as_ref().and_then(|condition| self.where_open(condition));
                let condition = condition.as_ref().map(|condition| self.number(condition));
                let condition = condition.transpose()?;
                self.outcome(condition, outcome);
                told.into_iter().for_each(|told| self.land(told));
                Ok(())
            }
            Statement::Otherwise(value) => {
                let told = self.where_open(value);
                let outcome = self.number(value)?;
                self.outcome(None, outcome);
                told.into_iter().for_each(|told| self.land(told));
                Ok(())
            }
            Statement::Shuffle(name, when) => {
                let Some(Meaning::Deck(deck)) = self.meanings.get(&name.text).cloned() else {
                    return Ok(());
                };
                let when = self.told_once(when.as_ref())?;
                let held =
                    self.names.states.iter().filter_map(|name| match self.meanings.get(*name) {
                        Some(Meaning::Bag { values, .. }) => *values,
                        _ => None,
                    });
                let held = held.collect();
                self.push(Line::Shuffle { deck, held, when: when.clone() });
                // Cards that no state holds went back to the deck.
                for hand in self.drawn_from(&name.text) {
                    self.empty(hand, when.as_ref());
                }
                Ok(())
            }
            Statement::Return { cards, deck, when } => {
                let Some(Meaning::Deck(deck)) = self.meanings.get(&deck.text).cloned() else {
                    return Ok(());
                };
                let when = self.told_once(when.as_ref())?;
                let Some(hand) = self.values(&cards.text) else {
                    return Err(wrong(format!("`{}` is not a hand of cards", cards.text)));
                };
                self.push(Line::Return { deck, hand, when: when.clone() });
                self.empty(hand, when.as_ref());
                Ok(())
            }
            Statement::Given(condition) => {
                let condition = self.number(condition)?;
                let counted = self.jump(Some((condition, true)));
                self.push(Line::Restart);
                self.land(counted);
                self.conditions -= 1;
                Ok(())
            }
            Statement::Ask(_) | Statement::Deck(..) => Ok(()),
        }
    }

    /// Lowers a condition that is read several times, storing it in a slot.
    fn told_once(&mut self, when: Option<&'p Expression>) -> Result<Option<Node>> {
        let when = when.map(|when| self.number(when)).transpose()?;
        Ok(when.map(|when| self.kept(when)))
    }

    /// Returns the hands of names that hold cards of a deck and are not states.
    fn drawn_from(&self, deck: &str) -> Vec<Hand> {
        let of_deck = |kind: &Kind| matches!(kind, Kind::Name(name) if name == deck);
        let names = self.names.bags.iter().filter(|(name, bags)| {
            let is_state = self.names.states.contains(*name);
            !is_state && bags.iter().any(|bag| bag.any(&of_deck))
        });
        names.filter_map(|(name, _)| self.values(name)).collect()
    }

    /// Empties a hand if the condition holds.
    fn empty(&mut self, hand: Hand, when: Option<&Node>) {
        for slot in hand.places() {
            let none = Node::Number(0);
            let node = match when {
                None => none,
                Some(when) => Node::If(Box::new([when.clone(), none, Node::Slot(slot)])),
            };
            self.push(Line::Set { slot, node, bounds: None });
        }
    }

    pub(super) fn label(&mut self, label: &str) -> usize {
        match self.code.labels.iter().position(|known| known == label) {
            Some(place) => place,
            None => {
                self.code.labels.push(label.to_owned());
                self.code.labels.len() - 1
            }
        }
    }

    /// Emits a jump over the rolls of a result line, taken if an earlier result of its list held.
    fn where_open(&mut self, rolled: &Expression) -> Option<usize> {
        let Some(&Meaning::List(slot)) = self.meanings.get(&self.list) else { return None };
        let none = Box::new([Node::Slot(slot), Node::Number(NONE.into())]);
        let told = Node::Binary(Operator::Compare(Comparison::Unequal), none);
        rolled.rolls().then(|| self.jump(Some((told, true))))
    }

    pub(super) fn outcome(&mut self, condition: Option<Node>, outcome: Node) {
        if let Some(Meaning::List(slot)) = self.meanings.get(&self.list) {
            let slot = *slot;
            self.push(Line::Label { slot, condition, outcome });
        }
    }

    /// Lowers a policy to the index of a word, clamped to the valid range.
    pub(super) fn policy(&mut self, policy: &'p Expression, words: &[String]) -> Result<Node> {
        let node = self.number(policy)?;
        let last = Node::Number(words.len() as i64 - 1);
        Ok(Node::Max(vec![Node::Number(0), Node::Min(vec![node, last])]))
    }

    pub(super) fn bind(&mut self, name: &str, value: &'p Expression) -> Result<()> {
        match self.meanings.get(name).cloned() {
            Some(Meaning::Number(slot)) => {
                let node = self.number(value)?;
                match self.bounds.get(name).cloned() {
                    None => self.set(slot, node),
                    bounds => self.push(Line::Set { slot, node, bounds }),
                }
                Ok(())
            }
            Some(Meaning::Bag { answers, values }) => {
                let (mut questions, mut slots): (Vec<Question>, Vec<usize>) =
                    answers.into_iter().unzip();
                if let Some(hand) = values {
                    questions.extend(hand.questions());
                    slots.extend(hand.places());
                }
                self.answer(value, &questions, &slots)
            }
            _ => Ok(()),
        }
    }
}

/// Returns the numbers of a name that a player sees, each with its slot and the expression that
/// reads it.
fn seen(name: &str, meaning: &Meaning) -> Vec<(String, usize)> {
    match meaning {
        Meaning::Number(slot) if name != "ended" => vec![(name.to_owned(), *slot)],
        Meaning::Bag { answers, values } => {
            let asked = answers.iter().map(|(question, slot)| {
                let said = match &question.asked {
                    RollQuery::Sum => name.to_owned(),
                    RollQuery::Tally(_) => format!("count({name})"),
                    RollQuery::Size => format!("size({name})"),
                    RollQuery::Nth(rank) => format!("nth({name}, {rank})"),
                    RollQuery::Lowest => format!("lowest({name})"),
                    RollQuery::Matches => format!("matches({name})"),
                    RollQuery::MatchFace => format!("match_face({name})"),
                    RollQuery::Sets(size) => format!("sets({name}, {size})"),
                    RollQuery::Run => format!("run({name})"),
                    RollQuery::Natural => format!("natural({name})"),
                    RollQuery::Suited => format!("suited({name})"),
                    RollQuery::Card(rank) => format!("card {rank} of {name}"),
                    RollQuery::RunAlso(value, also) => format!("run({name}, {value} as {also})"),
                    RollQuery::SuitedRun(value, also) if value == also => {
                        format!("suited_run({name})")
                    }
                    RollQuery::SuitedRun(value, also) => {
                        format!("suited_run({name}, {value} as {also})")
                    }
                    RollQuery::InSuit(suit) => {
                        let suit = Argument::SUITS.get(*suit as usize - 1).unwrap_or(&"");
                        format!("count({name}, {suit})")
                    }
                    RollQuery::Groups(least) => format!("groups({name}, {least})"),
                };
                (said, *slot)
            });
            // A card with a suit is encoded as a number, which is not shown.
            let hand = values.iter().filter(|hand| !hand.suited);
            let held = hand.flat_map(|hand| {
                let said = move |rank: usize| match hand.most {
                    1 => name.to_owned(),
                    _ => format!("nth({name}, {rank})"),
                };
                (1..=hand.most).map(move |rank| (said(rank), hand.first + rank - 1))
            });
            asked.chain(held).collect()
        }
        _ => Vec::new(),
    }
}
