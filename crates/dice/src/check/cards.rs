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

/// A branch of an `if`: its condition, and whether it is that where it is true.
type Branch = (Expression, bool);

/// A hand whose cards an expression is, or is in one branch of it.
struct Part {
    hand: Hand,
    span: Range<usize>,
    when: Option<Branch>,
}

/// Where cards were put, where that is said, and the branch in which they were.
type Put = (String, Range<usize>, Option<Branch>);

/// Where all cards are, line by line.
struct Places<'c, 'f> {
    checker: &'c Checker<'f>,
    states: BTreeSet<String>,
    /// How often each name was given cards.
    given: BTreeMap<String, u32>,
    /// The hands that a hand was made of.
    made_of: BTreeMap<Hand, BTreeSet<Hand>>,
    /// The hands whose cards were put elsewhere.
    put: BTreeMap<Hand, Put>,
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
        for (place, part) in parts.iter().enumerate() {
            let all = self.all_of(&part.hand);
            let beside = parts[..place].iter().filter(|other| !apart(&part.when, &other.when));
            let both = beside.flat_map(|other| self.all_of(&other.hand));
            if let Some((name, _)) = both.into_iter().find(|hand| all.contains(hand)) {
                let error = format!("the cards of `{name}` are there twice");
                return Err(Fault::new(part.span.clone(), error).with_hint(HINT));
            }
        }
        if self.states.contains(&name.text) {
            parts.iter().try_for_each(|part| self.put(part, &name.text))?;
        }
        let here = self.anew(&name.text);
        self.made_of.insert(here, parts.into_iter().map(|part| part.hand).collect());
        Ok(())
    }

    /// The cards of a hand go elsewhere; those that a name shows, from where they are.
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

    /// The hands whose cards an expression is. What is kept of one hand may be put in several
    /// places, of which one has each card.
    fn parts(&self, value: &Expression) -> Vec<Part> {
        match &value.kind {
            Kind::Name(name) => {
                let cards = self.checker.names.get(name);
                let cards = cards.is_some_and(|bound| bound.nature == Nature::Cards);
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
                let (mut then, mut other) = (self.parts(&parts[1]), self.parts(&parts[2]));
                let has =
                    |parts: &[Part], part: &Part| parts.iter().any(|other| other.hand == part.hand);
                // What both have is there in any case.
                let both: Vec<bool> = then.iter().map(|part| has(&other, part)).collect();
                other.retain(|part| !has(&then, part));
                let branch = |part: &mut Part, yes: bool| {
                    part.when.get_or_insert_with(|| (parts[0].clone(), yes));
                };
                then.iter_mut()
                    .zip(both)
                    .filter(|(_, both)| !both)
                    .for_each(|(part, _)| branch(part, true));
                other.iter_mut().for_each(|part| branch(part, false));
                then.extend(other);
                then
            }
            _ => Vec::new(),
        }
    }
}

/// Whether two branches are never taken both.
fn apart(one: &Option<Branch>, other: &Option<Branch>) -> bool {
    match (one, other) {
        (Some((one, yes)), Some((other, also))) => one == other && yes != also,
        _ => false,
    }
}

const HINT: &str = "a card is in one place: put it there in one line";

fn twice(name: &str, there: &str, span: &Range<usize>) -> Fault {
    let error = format!("the cards of `{name}` are in `{there}` already");
    Fault::new(span.clone(), error).with_hint(HINT)
}
