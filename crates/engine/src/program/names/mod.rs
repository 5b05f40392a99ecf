//! Analysis of the names of a program: their kinds, and the questions about each roll. Slots and
//! laws are computed elsewhere.

mod constant;
mod extents;
mod gather;
mod most;
mod walk;

use std::collections::BTreeMap;

pub(super) use extents::extents;
pub(super) use walk::{lines, of_line, values};

use crate::chance::{Question, RollQuery, Tally};
use oddsmith_base::{Error, Result};
use oddsmith_dice::Extents;
use oddsmith_dice::syntax::{
    Argument, Cards, Expression, Face, Function, Kind, Program, Shown, Statement, children,
};

/// The value of the first lettered face; all lettered faces have consecutive values.
pub(super) const LETTERS: i32 = 1_000_000;

/// Maximum number of copies of a card.
const MOST_COPIES: i64 = 10_000;

/// The questions that a program asks about a bag with a name.
#[derive(Debug, Default)]
pub(super) struct NameDemand {
    /// The questions, in order of first use.
    pub questions: Vec<Question>,
    /// True if the individual values are needed.
    pub values: bool,
}

/// The uses of each name of a program, collected before lowering.
pub(super) struct NameUsage<'p> {
    pub fields: &'p BTreeMap<String, i64>,
    /// The expressions that each bag is bound to; several for a state.
    pub bags: BTreeMap<&'p str, Vec<&'p Expression>>,
    pub states: Vec<&'p str>,
    pub asks: BTreeMap<&'p str, NameDemand>,
    /// Maximum number of values of each state that is a bag.
    sizes: BTreeMap<&'p str, usize>,
    /// All faces with letters.
    pub letters: Vec<String>,
    /// True if suits are read.
    pub suited: bool,
    /// Number of cards in all decks.
    cards: usize,
    /// The range of each name that no step changes.
    extents: Extents,
    changed: bool,
}

impl<'p> NameUsage<'p> {
    /// Analyzes the names of a program with these fields and decisions.
    ///
    /// # Errors
    /// If a name may hold too many values.
    pub fn of(
        program: &'p Program,
        fields: &'p BTreeMap<String, i64>,
        decisions: impl Iterator<Item = &'p Expression> + Clone,
        extents: Extents,
    ) -> Result<NameUsage<'p>> {
        let mut names = NameUsage {
            fields,
            bags: BTreeMap::new(),
            states: Vec::new(),
            asks: BTreeMap::new(),
            sizes: BTreeMap::new(),
            letters: Vec::new(),
            suited: false,
            cards: 0,
            extents,
            changed: true,
        };
        let mut bound: BTreeMap<&'p str, Vec<&'p Expression>> = BTreeMap::new();
        let mut bounded = Vec::new();
        for line in lines(program) {
            match &line.statement {
                Statement::Bind(name, value) => bound.entry(&name.text).or_default().push(value),
                Statement::State(states) => {
                    for state in states {
                        let name = &*state.name.text;
                        bound.entry(name).or_default().push(&state.start);
                        names.states.push(name);
                        bounded.extend(state.bounds.is_some().then_some(name));
                    }
                }
                Statement::Deck(_, cards) => {
                    for card in cards {
                        let copies = names.copies(card)? as usize;
                        names.cards += (card.high - card.low + 1) as usize * copies;
                    }
                }
                _ => {}
            }
        }
        // A name is a bag if all expressions it is bound to are bags; a state may be bound to
        // itself, and one with bounds is a number.
        let bags = bound.keys().filter(|name| !bounded.contains(*name));
        names.asks = bags.map(|&name| (name, NameDemand::default())).collect();
        let number = |names: &NameUsage<'p>, values: &[&Expression]| {
            values.iter().any(|value| !names.is_bag(value))
        };
        while let Some(name) = bound
            .iter()
            .filter(|(name, _)| names.asks.contains_key(*name))
            .find_map(|(&name, values)| number(&names, values).then_some(name))
        {
            names.asks.remove(name);
        }
        bound.retain(|name, _| names.asks.contains_key(name));
        names.bags = bound;
        names.measure_states(program)?;
        for line in lines(program) {
            of_line(line).into_iter().for_each(|value| names.intern(value));
        }
        program.course.iter().for_each(|course| names.intern(&course.until));
        while std::mem::take(&mut names.changed) {
            names.gather(program, decisions.clone());
        }
        Ok(names)
    }

    /// Returns the number of copies of a card in its deck.
    ///
    /// # Errors
    /// If it is negative, or too large.
    pub fn copies(&self, cards: &Cards) -> Result<i64> {
        let copies = cards.copies.as_ref().map_or(Some(1), |copies| self.constant(copies));
        match copies {
            Some(copies @ 0..=MOST_COPIES) => Ok(copies),
            Some(copies) => Err(Error::question(format!("{copies} copies of a card"))
                .with_hint(format!("0 to {MOST_COPIES}"))),
            None => Err(Error::question("the copies of a card must be fixed")
                .with_hint("use numbers or fields: `deck d = 1 x$green, 2 x4`")),
        }
    }

    /// Collects the letters of an expression's dice, and whether it reads suits.
    fn intern(&mut self, expression: &'p Expression) {
        self.suited |= match &expression.kind {
            Kind::Call(Function::Suited | Function::SuitedRun, _) => true,
            Kind::Call(Function::Count, arguments) => {
                matches!(arguments.get(1), Some(Argument::Suit(_)))
            }
            _ => false,
        };
        if let Kind::Roll(roll) = &expression.kind {
            for faces in roll.faces().filter(|faces| lettered(faces)) {
                for face in faces {
                    let letters = match &face.shown {
                        Shown::Letters(letters) => letters.clone(),
                        _ => String::new(),
                    };
                    if !self.letters.contains(&letters) {
                        self.letters.push(letters);
                    }
                }
            }
        }
        children(expression, &mut |child| self.intern(child));
    }

    /// Returns the values of a die's faces.
    pub fn faces(&self, faces: &[Face]) -> Vec<i32> {
        let lettered = lettered(faces);
        let mut values = Vec::new();
        for face in faces {
            let these: Vec<i32> = match &face.shown {
                Shown::Numbers(low, high) => (*low..=*high).map(|value| value as i32).collect(),
                Shown::Letters(letters) => vec![self.letter_value(letters)],
                Shown::Blank if lettered => vec![self.letter_value("")],
                Shown::Blank => vec![0],
            };
            for _ in 0..face.copies {
                values.extend(&these);
            }
        }
        values
    }

    fn letter_value(&self, letters: &str) -> i32 {
        let place = self.letters.iter().position(|known| known == letters);
        LETTERS + place.unwrap_or(0) as i32
    }

    /// Returns the gains of the faces with this letter, `by` for each occurrence.
    fn letter(&self, letter: &str, by: i32) -> Vec<(i32, i32)> {
        let count = |letters: &String| match letter.is_empty() {
            true => i32::from(letters.is_empty()),
            false => letters.chars().filter(|own| letter.contains(*own)).count() as i32,
        };
        let each = (LETTERS..).zip(&self.letters);
        each.map(|(value, letters)| (value, by * count(letters))).collect()
    }

    /// Returns the letters whose counts are the outcome of a name, if its dice have letters.
    pub fn letters_of(&self, name: &str) -> Option<Vec<char>> {
        let has_letters = |kind: &Kind| match kind {
            Kind::Roll(roll) => roll.faces().any(lettered),
            Kind::Name(other) => other != name && self.letters_of(other).is_some(),
            _ => false,
        };
        let bound = self.bags.get(name)?;
        bound.iter().any(|bag| bag.any(&has_letters)).then(|| {
            let mut letters: Vec<char> = Vec::new();
            for letter in self.letters.iter().flat_map(|letters| letters.chars()) {
                if !letters.contains(&letter) {
                    letters.push(letter);
                }
            }
            letters
        })
    }

    /// Returns the question that counts a letter.
    pub fn shows(&self, letter: char) -> Question {
        let gains = self.letter(&letter.to_string(), 1);
        Question::of(RollQuery::Tally(Tally::Values(gains)))
    }

    /// Returns whether an expression reads a named bag.
    pub fn asks_a_bag(&self, expression: &Expression) -> bool {
        expression.any(&|kind| matches!(kind, Kind::Name(name) if self.asks.contains_key(&**name)))
    }

    /// Returns whether an expression is a bag rather than a number.
    pub fn is_bag(&self, expression: &Expression) -> bool {
        match &expression.kind {
            Kind::Roll(roll) => roll.tally.is_empty(),
            Kind::Name(name) => self.asks.contains_key(name.as_str()),
            Kind::Call(function, _) => function.makes_a_bag(),
            Kind::If(parts) => self.is_bag(&parts[1]) && self.is_bag(&parts[2]),
            _ => false,
        }
    }
}

/// Returns whether a die has letters on its faces.
fn lettered(faces: &[Face]) -> bool {
    faces.iter().any(|face| matches!(face.shown, Shown::Letters(_)))
}
