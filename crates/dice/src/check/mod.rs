//! What a reader can't see: fields, names and their kinds, dice that never end, results that never
//! come. Bare words are resolved to the words of their fields.

mod cards;
mod checker;
mod constant;
mod decision;
mod expression;
mod extent;
mod over;
mod program;
mod results;
mod roll;
mod twice;

use super::fault::{Note, Read};
use super::field::Field;
use super::read::{Written, read_expression};
use super::syntax::{Cards, Expression, Kind, Line, Name, Program, Statement};
use checker::{Checker, Nature};
pub use constant::constant;
pub use constant::meant;
pub use extent::{Extent, Extents, extent, of_number};

/// What was read and checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked<T> {
    /// What it says, every bare word and letter resolved.
    pub said: T,
    /// What was read otherwise than it is written.
    pub notes: Vec<Note>,
}

/// Checks an expression.
///
/// # Errors
/// If it says something that can't be, with the place.
///
/// # Examples
/// ```
/// let written = oddsmith_dice::read_expression("6d6 >= 5").unwrap();
/// let fault = oddsmith_dice::check_expression(written, &[]).unwrap_err();
/// assert_eq!(fault.hint.unwrap().to_string(), "`6d6 c>=5` counts dice, `(6d6) >= 5` compares their sum");
/// ```
pub fn check_expression(
    written: Written<Expression>,
    fields: &[Field],
) -> Read<Checked<Expression>> {
    let Written { mut said, mut notes, bare } = written;
    let mut checker = Checker::new(fields, bare);
    // A rule that is made of the expression is dealt the same deck.
    checker.bind(Cards::STANDARD, &(0..0), Nature::Deck)?;
    checker.outcome(&mut said)?;
    over::tables(&said, &Extents::new())?;
    notes.extend(checker.never_taken(&said));
    Ok(Checked { said, notes })
}

/// Checks a rule.
///
/// # Errors
/// If it says something that can't be, with the place.
pub fn check_program(written: Written<Program>, fields: &[Field]) -> Read<Checked<Program>> {
    let Written { mut said, mut notes, bare } = written;
    deal_standard_deck(&mut said);
    let mut checker = Checker::new(fields, bare);
    checker.program(&mut said)?;
    checker.cards(&said)?;
    notes.extend(results::can_come(&said)?);
    notes.extend(results::never_read(&mut said));
    Ok(Checked { said, notes })
}

/// Declares the standard deck where a rule draws from it without saying what it holds.
fn deal_standard_deck(program: &mut Program) {
    let mut declared = false;
    let lines = program.opening.iter();
    lines.for_each(|line| {
        declared |=
            matches!(&line.statement, Statement::Deck(name, _) if name.text == Cards::STANDARD);
    });
    let mut read = false;
    program.expressions_mut(&mut |expression| {
        read |= expression.any(&|kind| matches!(kind, Kind::Name(name) if name == Cards::STANDARD));
    });
    if declared || !read {
        return;
    }
    let cards = Cards::standard(0..0);
    let name = Name { text: Cards::STANDARD.to_owned(), span: 0..0 };
    let statement = Statement::Deck(name, vec![cards]);
    program.opening.insert(0, Line { statement, span: 0..0 });
}

/// Reads what a player decides under this name: one of the words, or an expression over fields and
/// what is bound before. A yes or no takes the word `yes` where there is one, and the first other
/// word.
///
/// # Errors
/// If it is neither, with the place.
pub fn check_decision(
    text: &str,
    (name, words): (&str, &[String]),
    program: &Program,
    fields: &[Field],
) -> Read<Expression> {
    let Written { mut said, bare, .. } = read_expression(text)?;
    decision::choose(&mut said, words);
    let mut checker = Checker::new(fields, bare);
    checker.program(&mut program.clone())?;
    for unseen in decision::unseen(program, name) {
        checker.names.remove(unseen);
    }
    match &said.kind {
        Kind::Name(name) if !checker.names.contains_key(name) && name != "steps" => {
            return Err(decision::no_word(&said, words));
        }
        _ => checker.number(&mut said)?,
    }
    decision::names_words(&said, words)?;
    Ok(decision::as_place(said, words))
}
