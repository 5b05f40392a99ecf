//! Checks of a parsed text, which also resolve bare words to the words of their fields.
//! Belongs here: errors in fields, in names and their natures, dice that never stop, results that
//! can't happen.
//! Does not belong here: syntax errors, which the parser reports.

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
use super::read::{Parsed, read_expression};
use super::syntax::{Cards, Expression, Kind, Program, Statement};
use checker::{Checker, ValueKind};
pub use constant::constant;
pub use constant::matching_faces;
pub use extent::{Extent, Extents, extent, of_number};

/// A parsed and checked text.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked<T> {
    /// Syntax tree, with every bare word and letter resolved.
    pub tree: T,
    /// Notes on notation that was read as another spelling.
    pub notes: Vec<Note>,
}

/// Checks an expression.
///
/// # Errors
/// If the expression is invalid; the error has the place.
///
/// # Examples
/// ```
/// let written = oddsmith_dice::read_expression("6d6 >= 5").unwrap();
/// let fault = oddsmith_dice::check_expression(written, &[]).unwrap_err();
/// assert_eq!(fault.hint.unwrap().to_string(), "`6d6 c>=5` counts dice, `(6d6) >= 5` compares their sum");
/// ```
pub fn check_expression(
    written: Parsed<Expression>,
    fields: &[Field],
) -> Read<Checked<Expression>> {
    let Parsed { mut tree, mut notes, bare } = written;
    let mut checker = Checker::new(fields, bare);
    // A rule made from the expression has the same deck.
    checker.bind(Cards::STANDARD, &(0..0), ValueKind::Deck)?;
    checker.outcome(&mut tree)?;
    over::tables(&tree, &Extents::new())?;
    results::conditions(&tree, &Extents::new(), &mut notes);
    Ok(Checked { tree, notes })
}

/// Checks a rule.
///
/// # Errors
/// If the rule is invalid; the error has the place.
pub fn check_program(written: Parsed<Program>, fields: &[Field]) -> Read<Checked<Program>> {
    let Parsed { mut tree, mut notes, bare } = written;
    deal_standard_deck(&mut tree);
    let mut checker = Checker::new(fields, bare);
    checker.program(&mut tree)?;
    checker.cards(&tree)?;
    notes.extend(results::check_results(&tree)?);
    notes.extend(results::never_read(&mut tree));
    Ok(Checked { tree, notes })
}

/// Declares the standard deck if a rule uses it without a declaration.
fn deal_standard_deck(program: &mut Program) {
    let declared = program.opening.iter().any(
        |line| matches!(&line.statement, Statement::Deck(name, _) if name.text == Cards::STANDARD),
    );
    let mut read = false;
    program.expressions_mut(&mut |expression| {
        read |= expression.any(&|kind| matches!(kind, Kind::Name(name) if name == Cards::STANDARD));
    });
    if read && !declared {
        let deck = Statement::Deck(Cards::STANDARD.into(), vec![Cards::standard(0..0)]);
        program.opening.insert(0, deck.into());
    }
}

/// Parses the decision of a player under this name: one of the words, or an expression over fields
/// and names bound before. A condition selects the word `yes`, if there is one, when it is true,
/// and the first other word when it is false.
///
/// # Errors
/// If the text is neither; the error has the place.
pub fn check_decision(
    text: &str,
    (name, words): (&str, &[String]),
    program: &Program,
    fields: &[Field],
) -> Read<Expression> {
    let Parsed { mut tree, bare, .. } = read_expression(text)?;
    decision::choose(&mut tree, words);
    let mut checker = Checker::new(fields, bare);
    checker.program(&mut program.clone())?;
    for unseen in decision::unseen(program, name) {
        checker.names.remove(unseen);
    }
    match &tree.kind {
        Kind::Name(name) if !checker.names.contains_key(name) && name != "steps" => {
            return Err(decision::no_word(&tree, words));
        }
        _ => checker.number(&mut tree)?,
    }
    decision::names_words(&tree, words)?;
    Ok(decision::as_place(tree, words))
}
