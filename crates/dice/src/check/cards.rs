//! Cards are conserved: none is in two hands at once, nor in a hand and its deck.
//!
//! States hold cards, and names hold what they drew. Cards that are put into a state or back into
//! the deck are gone from where they were: what stood there may still be read, but its cards can't
//! be put anywhere else.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::checker::{Checker, Nature};
use crate::fault::{Fault, Read};
use crate::syntax::{
    Argument, Expression, Function, Kind, Line, Member, Name, Program, Source, Statement,
};

/// What a name holds since it was given cards for the so many-th time.
type Hand = (String, u32);

/// Where all cards are, line by line.
struct Places<'c, 'f> {
    checker: &'c Checker<'f>,
    states: BTreeSet<String>,
    /// How often each name was given cards.
    given: BTreeMap<String, u32>,
    /// The hands that a hand was made of.
    made_of: BTreeMap<Hand, BTreeSet<Hand>>,
    /// The hands whose cards were put elsewhere: where, and where that is said.
    put: BTreeMap<Hand, (String, Range<usize>)>,
}

impl Checker<'_> {
    /// Refuses a rule by which a card would be in two places. Its step is gone through twice, as
    /// what it leaves is there when it comes again.
    pub fn cards(&self, program: &Program) -> Read<()> {
        let (states, given, put) = (BTreeSet::new(), BTreeMap::new(), BTreeMap::new());
        let mut places = Places { checker: self, states, given, made_of: BTreeMap::new(), put };
        places.lines(&program.opening)?;
        for _ in 0..2 {
            program.course.iter().try_for_each(|course| places.lines(&course.lines))?;
        }
        places.lines(&program.closing)
    }
}

impl Places<'_, '_> {
    /// Goes through lines. Behind them no state has what was put elsewhere.
    fn lines(&mut self, lines: &[Line]) -> Read<()> {
        lines.iter().try_for_each(|line| self.line(&line.statement))?;
        let left = |state: &String| {
            let (there, span) = self.put.get(&self.now(state))?;
            Some(twice(state, there, span))
        };
        self.states.iter().find_map(left).map_or(Ok(()), Err)
    }

    fn line(&mut self, statement: &Statement) -> Read<()> {
        match statement {
            Statement::State(states) => states.iter().try_for_each(|state| {
                self.states.insert(state.name.text.clone());
                self.gives(&state.name, &state.start)
            }),
            Statement::Bind(name, value) => self.gives(name, value),
            Statement::Return { cards, deck, .. } => {
                self.put(&self.now(&cards.text), &deck.text, &cards.span)?;
                // What is returned is empty from now on.
                self.anew(&cards.text);
                Ok(())
            }
            Statement::Shuffle(_, when) => {
                let mut names: Vec<String> = self.given.keys().cloned().collect();
                names.retain(|name| !self.states.contains(name));
                for name in names {
                    // Where nothing is shuffled they are still where they were put.
                    let before = self.put.get(&self.now(&name)).filter(|_| when.is_some()).cloned();
                    let here = self.anew(&name);
                    self.put.extend(before.map(|before| (here, before)));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// What a name holds now.
    fn now(&self, name: &str) -> Hand {
        (name.to_owned(), self.given.get(name).copied().unwrap_or(0))
    }

    /// A name holds something else from now on.
    fn anew(&mut self, name: &str) -> Hand {
        *self.given.entry(name.to_owned()).or_default() += 1;
        self.now(name)
    }

    /// A name or a state is given the cards of an expression.
    fn gives(&mut self, name: &Name, value: &Expression) -> Read<()> {
        let parts = self.parts(value);
        let mut all = BTreeSet::new();
        for (hand, span) in &parts {
            for part in self.all_of(hand) {
                if !all.insert(part.clone()) {
                    let error = format!("the cards of `{}` are there twice", part.0);
                    return Err(Fault::new(span.clone(), error).with_hint(HINT));
                }
            }
        }
        if self.states.contains(&name.text) {
            for (hand, span) in &parts {
                self.put(hand, &name.text, span)?;
            }
        }
        let here = self.anew(&name.text);
        self.made_of.insert(here, parts.into_iter().map(|(hand, _)| hand).collect());
        Ok(())
    }

    /// The cards of a hand go elsewhere; those that a name shows, from where they are.
    fn put(&mut self, hand: &Hand, there: &str, span: &Range<usize>) -> Read<()> {
        if let Some((before, _)) = self.put.get(hand) {
            return Err(twice(&hand.0, before, span));
        }
        if !self.states.contains(&hand.0) {
            for part in self.made_of.get(hand).cloned().unwrap_or_default() {
                self.put(&part, there, span)?;
            }
        }
        self.put.insert(hand.clone(), (there.to_owned(), span.clone()));
        Ok(())
    }

    /// A hand, and all that it was made of.
    fn all_of(&self, hand: &Hand) -> BTreeSet<Hand> {
        let (mut all, mut open) = (BTreeSet::new(), vec![hand]);
        while let Some(hand) = open.pop() {
            if all.insert(hand.clone()) {
                open.extend(self.made_of.get(hand).into_iter().flatten());
            }
        }
        all
    }

    /// The hands whose cards are surely what an expression is. What is kept of one hand, and what
    /// only one branch has, may be put in several places of which one has each card.
    fn parts(&self, value: &Expression) -> Vec<(Hand, Range<usize>)> {
        match &value.kind {
            Kind::Name(name) => {
                let cards = self.checker.names.get(name);
                let cards = cards.is_some_and(|bound| bound.nature == Nature::Cards);
                let hand = || (self.now(name), value.span.clone());
                cards.then(hand).into_iter().collect()
            }
            Kind::Roll(roll) => {
                let Source::Pool(members) = &roll.source else { return Vec::new() };
                let part = |member: &Member| match member {
                    Member::Name(name) => self.parts(name),
                    Member::Dice(..) => Vec::new(),
                };
                match (&members[..], &roll.keep) {
                    ([_], Some(_)) => Vec::new(),
                    _ => members.iter().flat_map(part).collect(),
                }
            }
            Kind::Call(Function::Rolled | Function::Without, arguments) => match arguments.first() {
                Some(Argument::Value(value)) => self.parts(value),
                _ => Vec::new(),
            },
            Kind::If(parts) => {
                let (mut then, other) = (self.parts(&parts[1]), self.parts(&parts[2]));
                then.retain(|(hand, _)| other.iter().any(|(known, _)| known == hand));
                then
            }
            _ => Vec::new(),
        }
    }
}

const HINT: &str = "a card is in one place: put it there in one line";

fn twice(name: &str, there: &str, span: &Range<usize>) -> Fault {
    let error = format!("the cards of `{name}` are in `{there}` already");
    Fault::new(span.clone(), error).with_hint(HINT)
}
