//! Check that cards are conserved: no card is in two hands at once, or in a hand and its deck.
//!
//! States and names hold cards. Cards that are moved into a state or back into the deck leave their
//! old place: the old name can still be read, but its cards can't be moved again.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::checker::{Checker, ValueKind};
use crate::fault::{Fault, Read};
use crate::syntax::{
    Argument, Expression, Function, Kind, Line, Member, Name, Program, Source, Statement,
};

/// A name, and the number of times that it was given cards.
type Hand = (String, u32);

/// A branch of an `if`: its condition, and true for `then` or false for `else`.
type Branch = (Expression, bool);

/// A hand whose cards are in the value of an expression, always or in one branch.
#[derive(Clone)]
struct Part {
    hand: Hand,
    span: Range<usize>,
    when: Option<Branch>,
}

/// A move of cards: its destination, the place in the text, and the branch in which it happens.
type Put = (String, Range<usize>, Option<Branch>);

/// Locations of all cards, updated line by line.
struct Places<'c, 'f> {
    checker: &'c Checker<'f>,
    states: BTreeSet<String>,
    /// Number of times that each name was given cards.
    given: BTreeMap<String, u32>,
    /// Hands from which a hand was made.
    made_of: BTreeMap<Hand, BTreeSet<Hand>>,
    /// Hands whose cards were moved.
    put: BTreeMap<Hand, Put>,
}

impl Checker<'_> {
    /// Refuses a rule that puts a card in two places. The lines of a step are checked twice,
    /// because the moves of one step still apply in the next.
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
    /// Checks lines. After them no state may have cards that were moved elsewhere.
    fn lines(&mut self, lines: &[Line]) -> Read<()> {
        lines.iter().try_for_each(|line| self.line(&line.statement))?;
        let left = |state: &String| {
            let (there, span, _) = self.put.get(&self.now(state))?;
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
                let (hand, span) = (self.now(&cards.text), cards.span.clone());
                self.put(&Part { hand, span, when: None }, &deck.text)?;
                // The returned hand is empty after this line.
                self.anew(&cards.text);
                Ok(())
            }
            Statement::Shuffle(_, when) => {
                let mut names: Vec<String> = self.given.keys().cloned().collect();
                names.retain(|name| !self.states.contains(name));
                for name in names {
                    // If nothing is shuffled, the cards are still where they were moved to.
                    let before = self.put.get(&self.now(&name)).filter(|_| when.is_some()).cloned();
                    let here = self.anew(&name);
                    self.put.extend(before.map(|before| (here, before)));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Returns the current hand of a name.
    fn now(&self, name: &str) -> Hand {
        (name.to_owned(), self.given.get(name).copied().unwrap_or(0))
    }

    /// Gives a name other cards, and returns its new hand.
    fn anew(&mut self, name: &str) -> Hand {
        *self.given.entry(name.to_owned()).or_default() += 1;
        self.now(name)
    }

    /// Gives the cards of an expression to a name or a state.
    fn gives(&mut self, name: &Name, value: &Expression) -> Read<()> {
        let parts = self.parts(value);
        for (place, part) in parts.iter().enumerate() {
            let all = self.all_of(&part.hand);
            let beside = parts[..place].iter().filter(|other| !apart(&part.when, &other.when));
            let both = beside.flat_map(|other| self.all_of(&other.hand));
            if let Some((name, _)) = both.into_iter().find(|hand| all.contains(hand)) {
                let error = format!("the cards of `{name}` are there twice");
                return Err(Fault::new(&part.span, error).with_hint(HINT));
            }
        }
        if self.states.contains(&name.text) {
            parts.iter().try_for_each(|part| self.put(part, &name.text))?;
        }
        let here = self.anew(&name.text);
        self.made_of.insert(here, parts.into_iter().map(|part| part.hand).collect());
        Ok(())
    }

    /// Moves the cards of a hand. If it is a name and not a state, the hands from which it was made
    /// are moved too.
    fn put(&mut self, part: &Part, there: &str) -> Read<()> {
        let Part { hand, span, when } = part;
        if let Some((before, _, other)) = self.put.get(hand)
            && !apart(when, other)
        {
            return Err(twice(&hand.0, before, span));
        }
        if !self.states.contains(&hand.0) {
            for hand in self.made_of.get(hand).cloned().unwrap_or_default() {
                self.put(&Part { hand, span: span.clone(), when: when.clone() }, there)?;
            }
        }
        self.put.insert(hand.clone(), (there.to_owned(), span.clone(), when.clone()));
        Ok(())
    }

    /// Returns a hand and all hands from which it was made, directly or indirectly.
    fn all_of(&self, hand: &Hand) -> BTreeSet<Hand> {
        let (mut all, mut open) = (BTreeSet::new(), vec![hand]);
        while let Some(hand) = open.pop() {
            if all.insert(hand.clone()) {
                open.extend(self.made_of.get(hand).into_iter().flatten());
            }
        }
        all
    }

    /// Returns the hands whose cards are in the value of an expression. A keep from a single hand
    /// counts as none: several keeps may divide the cards of one hand among several places.
    fn parts(&self, value: &Expression) -> Vec<Part> {
        match &value.kind {
            Kind::Name(name) => {
                let cards = self.checker.names.get(name);
                let cards = cards.is_some_and(|bound| bound.nature == ValueKind::Cards);
                let (hand, span) = (self.now(name), value.span.clone());
                cards.then_some(Part { hand, span, when: None }).into_iter().collect()
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
            Kind::Call(Function::Rolled | Function::Without, arguments) => {
                match arguments.first() {
                    Some(Argument::Value(value)) => self.parts(value),
                    _ => Vec::new(),
                }
            }
            Kind::If(parts) => {
                let (then, other) = (self.parts(&parts[1]), self.parts(&parts[2]));
                let mut all = Vec::new();
                for (yes, own, others) in [(true, &then, &other), (false, &other, &then)] {
                    for part in own {
                        // Cards in both branches are there in any case.
                        let both = others.iter().any(|other| other.hand == part.hand);
                        let branch = || (!both).then(|| (parts[0].clone(), yes));
                        if yes || !both {
                            let when = part.when.clone().or_else(branch);
                            all.push(Part { when, ..part.clone() });
                        }
                    }
                }
                all
            }
            _ => Vec::new(),
        }
    }
}

/// Returns true if two branches exclude each other.
fn apart(one: &Option<Branch>, other: &Option<Branch>) -> bool {
    match (one, other) {
        (Some((one, yes)), Some((other, also))) => one == other && yes != also,
        _ => false,
    }
}

const HINT: &str = "a card is in one place: put it there in one line";

fn twice(name: &str, there: &str, span: &Range<usize>) -> Fault {
    let error = format!("the cards of `{name}` are in `{there}` already");
    Fault::new(span, error).with_hint(HINT)
}
