//! Parser from text to syntax tree, by recursive descent on characters, because the meaning of a
//! sign depends on its context.
//! Belongs here: syntax, its errors, and notation of other tools.
//! Does not belong here: fields and natures of names, which are checked after parsing.

mod expression;
mod lines;
mod modifier;
mod over;
mod parser;
mod program;
mod roll;
mod typography;

use std::ops::Range;

use super::fault::{Fault, Note, Read};
use super::field::Field;
use super::foreign::{explained, read_foreign};
use super::print::joined;
use super::syntax::{Comparison, Expression, Kind, Operator, Program, children, children_mut};

use parser::Parser;
use typography::{repeated_elsewhere, typography};

/// Maximum length of a text in bytes.
const MAX_LENGTH: usize = 20_000;

/// A parsed text, with the notes of its parser.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed<T> {
    /// Syntax tree.
    pub tree: T,
    /// Notes on notation that was read as another spelling.
    pub notes: Vec<Note>,
    /// Spans of the comparisons in which a roll has no brackets.
    pub(super) bare: Vec<Range<usize>>,
}

impl<T> Parsed<T> {
    /// Wraps a syntax tree that was built rather than parsed.
    pub fn built(tree: T) -> Parsed<T> {
        Parsed { tree, notes: Vec::new(), bare: Vec::new() }
    }
}

/// Parses an expression: `3d6kh2 + 1`.
///
/// # Errors
/// If it is not an expression; the error has the place.
///
/// # Examples
/// ```
/// let written = oddsmith_dice::read_expression("4d6 k3 + 1").unwrap();
/// assert_eq!(written.tree.to_string(), "4d6kh3 + 1");
/// let written = oddsmith_dice::read_expression("[highest 2 of 3d6]").unwrap();
/// assert_eq!(written.tree.to_string(), "3d6kh2");
/// let fault = oddsmith_dice::read_expression("4d6d1").unwrap_err();
/// assert_eq!(fault.hint.unwrap().to_string(), "`4d6dl1` drops the lowest, `4d6dh1` the highest");
/// ```
pub fn read_expression(text: &str) -> Read<Parsed<Expression>> {
    read_expression_beside(text, &[])
}

/// Parses an expression with these fields, whose names take precedence over dice: with a field
/// `hold2`, `$hold2` is that field.
///
/// # Errors
/// If it is not an expression; the error has the place.
pub fn read_expression_beside(text: &str, fields: &[Field]) -> Read<Parsed<Expression>> {
    let end = text.len();
    let read = read_line(text, fields);
    read.or_else(|fault| read_foreign(text, fields, fault))
        .map(|written| rolled_twice(written, end))
}

/// Parses an expression in the notation of this language.
pub(crate) fn read_line(text: &str, fields: &[Field]) -> Read<Parsed<Expression>> {
    read(text, fields, |parser| {
        let expression = parser.expression()?;
        parser.line_end().map(|()| expression)
    })
}

/// Parses a line that may be meant; `None` if it is not an expression.
pub(crate) fn try_line(text: &str) -> Option<Expression> {
    read_line(text, &[]).ok().map(|written| written.tree)
}

/// Returns the end of a sum with dice that begins at byte `at` of a line, if there is one.
pub(crate) fn end_of_sum(line: &str, at: usize) -> Option<usize> {
    let mut parser = Parser::new(line, &[]);
    parser.at = at;
    parser.end_of_sum()
}

/// The end of the roll that begins at a place of a text, with what acts on it.
pub(crate) fn end_of_roll(text: &str, at: usize) -> Option<usize> {
    let mut parser = Parser::new(text, &[]);
    parser.at = at;
    Some(parser.atom().ok()?.span.end)
}

/// Adds a note if one roll seems to be meant but several are rolled: `2d6 >= 7 and 2d6 <= 9`, and
/// `if d20 = 20 then 9 else if d20 >= 15 then 4 else 0`.
fn rolled_twice(mut written: Parsed<Expression>, end: usize) -> Parsed<Expression> {
    let mut asked = Vec::new();
    asks(&written.tree, &mut asked);
    let has = |one: &Expression, roll: &Expression| one.any(&|kind| *kind == roll.kind);
    let shared = (1..asked.len()).find_map(|place| {
        let mut rolls = Vec::new();
        rolls_in(asked[place], &mut rolls);
        rolls.into_iter().find(|roll| asked[..place].iter().any(|other| has(other, roll)))
    });
    if let Some(roll) = shared {
        let times = match asked.iter().filter(|one| has(one, roll)).count() {
            2 => "twice".to_owned(),
            times => format!("{times} times"),
        };
        let ends: Vec<_> = asked.iter().filter_map(|one| one.compared()).collect();
        // All compare the same expression: `d20 + 5`, not the `d20` within it.
        let same = ends.iter().all(|(of, ..)| *of == ends[0].0);
        let roll = if same { ends[0].0 } else { roll };
        let joined = |operator| {
            let other = |kind: &Kind| matches!(kind, Kind::Binary(is @ (Operator::And | Operator::Or), _) if *is != operator);
            !written.tree.any(&|kind| other(kind) || matches!(kind, Kind::If(_) | Kind::Not(_)))
        };
        let operator = [Operator::And, Operator::Or].into_iter().find(|sign| joined(*sign));
        let faces = operator.filter(|_| same).and_then(|operator| faces_meant(operator, &ends));
        let one = match faces {
            Some(faces) => format!("`count(repeat(1, {roll}), {faces}) = 1` asks one roll"),
            None => format!("a rule that names it, `r = {roll}`, asks one roll"),
        };
        let message = format!("`{roll}` is rolled {times} here; {one}");
        written.notes.push(Note { message, span: 0..end });
    }
    written
}

/// Collects the comparisons that belong together: those on both sides of `and` and `or`, and those
/// of a chain of `if`.
fn asks<'e>(condition: &'e Expression, all: &mut Vec<&'e Expression>) {
    match &condition.kind {
        Kind::Binary(Operator::And | Operator::Or, sides) => {
            sides.iter().for_each(|side| asks(side, all));
        }
        Kind::Binary(Operator::Compare(_), _) => all.push(condition),
        Kind::Not(inner) => asks(inner, all),
        Kind::If(parts) => {
            asks(&parts[0], all);
            // A branch may have its own roll: only another `if` continues the chain.
            let more = parts[1..].iter().filter(|part| matches!(part.kind, Kind::If(_)));
            more.for_each(|part| asks(part, all));
        }
        _ => {}
    }
}

/// Collects the rolls in an expression.
fn rolls_in<'e>(expression: &'e Expression, all: &mut Vec<&'e Expression>) {
    match expression.kind {
        Kind::Roll(_) => all.push(expression),
        _ => children(expression, &mut |child| rolls_in(child, all)),
    }
}

/// Returns the numbers of one roll that several comparisons mean together, in braces.
fn faces_meant(
    operator: Operator,
    ends: &[(&Expression, Comparison, &Expression)],
) -> Option<String> {
    let number = |(_, sign, bound): &(&Expression, Comparison, &Expression)| match bound.kind {
        Kind::Number(number) => Some((*sign, number)),
        _ => None,
    };
    let ends: Vec<(Comparison, i64)> = ends.iter().map(number).collect::<Option<_>>()?;
    if operator == Operator::Or {
        let equal = ends.iter().all(|(sign, _)| *sign == Comparison::Equal);
        let numbers = ends.iter().map(|(_, number)| number);
        return equal.then(|| format!("{{{}}}", joined(numbers, ",")));
    }
    let [one, other] = ends[..] else { return None };
    let range = |(sign, number): (Comparison, i64)| match sign.ranges(number as i32)[..] {
        [(low, high)] if low < high => Some((low, high)),
        _ => None,
    };
    let ((least, most), (from, to)) = (range(one)?, range(other)?);
    let (low, high) = (least.max(from), most.min(to));
    let both = low > i32::MIN && high < i32::MAX;
    (both && low <= high).then(|| format!("{{{low}..{high}}}"))
}

/// Sets the span of an expression and of all expressions in it.
pub(crate) fn place(expression: &mut Expression, span: Range<usize>) {
    expression.span = span.clone();
    children_mut(expression, &mut |child| place(child, span.clone()));
}

/// Parses a rule of several lines.
///
/// # Errors
/// If it is not a rule; the error has the place.
///
/// # Examples
/// ```
/// let rule = "r = 2d6 + 1\nstrong hit: r >= 10\nweak hit: r >= 7\nmiss: otherwise";
/// let written = oddsmith_dice::read_program(rule).unwrap();
/// assert_eq!(written.tree.opening.len(), 4);
/// ```
pub fn read_program(text: &str) -> Read<Parsed<Program>> {
    read_program_beside(text, &[])
}

/// Parses a rule with these fields, whose names take precedence over dice.
///
/// # Errors
/// If it is not a rule; the error has the place.
pub fn read_program_beside(text: &str, fields: &[Field]) -> Read<Parsed<Program>> {
    read(text, fields, Parser::program).map_err(|fault| explained(text, fault))
}

fn read<'t, T>(
    text: &'t str,
    fields: &'t [Field],
    read: impl FnOnce(&mut Parser<'t>) -> Read<T>,
) -> Read<Parsed<T>> {
    if text.len() > MAX_LENGTH {
        return Err(Fault::settled(
            0..1,
            format!("the text is longer than {MAX_LENGTH} characters"),
        ));
    }
    if let Some(fault) = repeated_elsewhere(text).or_else(|| typography(text)) {
        return Err(fault);
    }
    let mut parser = Parser::new(text, fields);
    let tree = read(&mut parser)?;
    Ok(Parsed { tree, notes: parser.notes, bare: parser.bare })
}
