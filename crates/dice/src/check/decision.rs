//! Decisions of a player, as the index of a word.

use std::collections::BTreeSet;

use super::checker::listed;
use super::constant::constant;
use crate::fault::{Fault, Read};
use crate::syntax::{Expression, Kind, Program, Statement};

/// Returns the names that a rule binds for the first time after the decision.
pub fn unseen<'p>(program: &'p Program, decision: &str) -> BTreeSet<&'p str> {
    let (mut seen, mut unseen, mut decided) = (BTreeSet::new(), BTreeSet::new(), false);
    for line in program.lines() {
        let bound = match &line.statement {
            Statement::Bind(name, _) => name.text.as_str(),
            Statement::Decide(name, _) => {
                decided |= name.text == decision;
                name.text.as_str()
            }
            Statement::State(states) => {
                seen.extend(states.iter().map(|state| state.name.text.as_str()));
                continue;
            }
            _ => continue,
        };
        match decided {
            true => unseen.insert(bound),
            false => seen.insert(bound),
        };
    }
    unseen.retain(|name| !seen.contains(name));
    unseen
}

/// Replaces bare words by their indices, at the end of an expression and of each branch.
pub fn choose(expression: &mut Expression, words: &[String]) {
    match &mut expression.kind {
        Kind::Name(name) => {
            if let Some(place) = words.iter().position(|word| word == name) {
                expression.kind = Kind::Word { word: words[place].clone(), place: place as i64 };
            }
        }
        Kind::If(parts) => {
            choose(&mut parts[1], words);
            choose(&mut parts[2], words);
        }
        _ => {}
    }
}

/// Checks that an expression ends in words of the decision. A condition is allowed if one word is
/// `yes`; a number other than 0 and 1 is not.
///
/// # Errors
/// If an expression ends in anything else.
pub fn names_words(expression: &Expression, words: &[String]) -> Read<()> {
    match &expression.kind {
        Kind::Word { .. } => Ok(()),
        Kind::If(parts) => parts[1..].iter().try_for_each(|part| names_words(part, words)),
        _ => {
            let number = constant(expression, &|_| None);
            let yes = words.iter().any(|word| word == "yes");
            if yes && number.is_none_or(|number| (0..=1).contains(&number)) {
                return Ok(());
            }
            let fault = no_word(expression, words);
            Err(match (number, words, &expression.kind) {
                (None, _, Kind::Name(_)) => fault,
                (None, [first, second, ..], _) => fault
                    .with_hint(format!("say which: `if {expression} then {first} else {second}`")),
                _ => fault,
            })
        }
    }
}

/// Error for an expression that is not a word of a decision, with its words as a hint.
pub fn no_word(expression: &Expression, words: &[String]) -> Fault {
    Fault::new(&expression.span, format!("`{expression}` is no word of this decision"))
        .with_hint(format!("its words are {}", listed(words, "")))
}

/// Converts an expression to the index of a word. An expression that ends in words is unchanged; of
/// a condition, true becomes the word `yes`, and false the first other word.
pub fn as_place(expression: Expression, words: &[String]) -> Expression {
    let Some(yes) = words.iter().position(|word| word == "yes") else { return expression };
    let span = expression.span.clone();
    let kind = match expression.kind {
        Kind::Word { .. } => return expression,
        Kind::If(parts) => {
            let [condition, then, or] = *parts;
            Kind::If(Box::new([condition, as_place(then, words), as_place(or, words)]))
        }
        _ => {
            let other = (0..words.len()).find(|place| *place != yes).unwrap_or(yes);
            let word = |place: usize| {
                let kind = Kind::Word { word: words[place].clone(), place: place as i64 };
                Expression { kind, span: span.clone() }
            };
            Kind::If(Box::new([expression, word(yes), word(other)]))
        }
    };
    Expression { kind, span }
}
