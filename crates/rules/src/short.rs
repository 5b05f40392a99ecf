//! The short form of a house rule, luck and a number against luck and a number, lowered to the
//! lines of a written rule; and the parsing of its keys from text.

use super::house_rule::HouseRule;
use oddsmith_base::{About, Error, Result};
use oddsmith_dice::syntax::{
    Ask, Comparison, Expression, Kind, Line, Operator, Program, Statement,
};
use oddsmith_dice::{self as dice, Checked, Fault, Field, Note, Parsed, Read};
use oddsmith_registry::{Word, choice, legible};

choice! {
    /// The result if both sides have equal totals.
    pub enum Tie {
        /// The active side succeeds.
        Active = "active",
        /// The other side holds.
        Passive = "passive",
        /// Neither succeeds.
        Draw = "draw",
        /// Both roll again, up to 12 times; then it is a draw.
        Again = "again",
    }
}

/// Maximum number of times that both sides roll again.
const ROLLS_AGAIN: u8 = 12;

/// A rule in its short form.
#[derive(Default)]
pub struct Short {
    /// The active side.
    pub mine: Side,
    /// The other side; without it only the own total is computed, and nothing is a success.
    pub theirs: Option<Side>,
    /// The meaning of equal totals.
    pub tie: Option<Tie>,
    /// The results by name, worst to best, each with its highest margin.
    pub bands: Vec<(String, String)>,
    /// The result where success begins; without another side, a comparison of `total`.
    pub success: Option<String>,
    /// Notes on interpretations that differ from the text.
    pub notes: Vec<Note>,
}

/// A side of the short form: the terms of its total, which is 0 without terms.
pub type Side = Vec<Expression>;

/// Returns an expression that applies an operator.
fn binary(left: Expression, operator: Operator, right: Expression) -> Expression {
    Kind::Binary(operator, [left, right].into()).into()
}

/// Returns the total of a side.
fn total(side: Side) -> Expression {
    let sum = side.into_iter().reduce(|sum, term| binary(sum, Operator::Add, term));
    sum.unwrap_or_else(|| Kind::Number(0).into())
}

/// Returns the line that binds a name.
fn bind(name: &str, expression: Expression) -> Line {
    Statement::Bind(name.into(), expression).into()
}

/// Checks the rule that asks for the name bound last before its labels.
fn asking(mut lines: Vec<Line>, name: &str, fields: Vec<Field>) -> Read<HouseRule> {
    lines.push(Statement::Ask(vec![Ask::One { name: name.into(), at: None }]).into());
    HouseRule::checked(Parsed::built(Program { opening: lines, ..Program::default() }), fields)
}

impl Short {
    /// Lowers the rule to a written rule.
    ///
    /// # Errors
    /// If a text is invalid for its key.
    pub fn written(self, fields: Vec<Field>) -> Result<HouseRule> {
        let mine = total(self.mine);
        let Some(theirs) = self.theirs else {
            let rule = asking(vec![bind("total", mine)], "total", fields);
            let mut rule = rule.map_err(|fault| fault_at(fault, "mine.luck"))?;
            if let Some(success) = &self.success {
                rule = rule.succeeds(success)?;
            }
            return Ok(HouseRule { notes: self.notes, ..rule });
        };
        let margin = binary(mine, Operator::Subtract, total(theirs));
        let mut lines = Vec::new();
        if self.tie == Some(Tie::Again) {
            // Unrolled rather than a loop, since an endless loop would be cut off, and this is
            // exact.
            lines.push(bind("roll_0", margin.clone()));
            for roll in 1..=ROLLS_AGAIN {
                let before = || Expression::from(Kind::Name(format!("roll_{}", roll - 1)));
                let different = Operator::Compare(Comparison::Unequal);
                let decided = binary(before(), different, Kind::Number(0).into());
                let again = Kind::If([decided, before(), margin.clone()].into());
                let last = roll == ROLLS_AGAIN;
                let name = if last { "margin".to_owned() } else { format!("roll_{roll}") };
                lines.push(bind(&name, again.into()));
            }
        } else {
            lines.push(bind("margin", margin));
        }
        let bands = results(&self.bands, &fields);
        lines.extend(bands.map_err(|wrong| in_table(&self.bands, wrong))?);
        let rule = asking(lines, "margin", fields).map_err(|fault| fault_at(fault, "bands"))?;
        let mut rule = HouseRule { notes: self.notes, ..rule };
        if !self.bands.is_empty() {
            rule = rule.ladder(self.bands.into_iter().map(|(name, _)| name).collect())?;
        }
        if let Some(success) = &self.success {
            rule = rule.succeeds(success)?;
        }
        rule.succeeds(if self.tie == Some(Tie::Active) { "margin >= 0" } else { "margin > 0" })
    }
}

/// Parses the expression at a key.
pub fn expression(text: &str, key: &str, fields: &[Field]) -> Result<Checked<Expression>> {
    let read = dice::read_expression_beside(text, fields);
    let read = read.and_then(|read| dice::check_expression(read, fields));
    read.map_err(|fault| fault_at(fault, key))
}

/// Converts a fault to an error about a key, without a position in the text: the whole value is
/// shown.
fn fault_at(fault: Fault, key: &str) -> Error {
    let hint = fault.advice();
    Error::question(fault.message).with_hint(hint).about(About::value(key))
}

/// An error about bands: the index of the band and whether its name or its margin is wrong, in
/// whose text the fault has its position; `None` if it concerns all bands.
type WrongBand = (Option<(usize, bool)>, Fault);

/// Converts bands to the results of a written rule: the first whose highest margin is not exceeded.
///
/// # Errors
/// If there are fewer than two, they are not in increasing order, or a name or number is invalid.
fn results(
    bands: &[(String, String)],
    fields: &[Field],
) -> std::result::Result<Vec<Line>, WrongBand> {
    let wrong = |what: String, text: &str| {
        Fault::new(0..text.len(), what).with_hint("bands are written [miss:-1,hit:4,crit:99]")
    };
    if let [(only, _)] = bands {
        let what = format!("one band alone, `{only}`, has nothing to tell apart");
        return Err((None, wrong(what, "")));
    }
    let (mut lines, mut before) = (Vec::new(), None);
    for (place, (name, margin)) in bands.iter().enumerate() {
        legible(name).map_err(|error| {
            let fault = wrong(error.message().to_string(), name);
            (Some((place, true)), Fault { hint: error.hint().cloned(), ..fault })
        })?;
        if bands[..place].iter().any(|(other, _)| other == name) {
            let what = format!("two bands have the name `{name}`");
            return Err((Some((place, true)), wrong(what, name)));
        }
        let read = dice::read_expression_beside(margin, fields);
        let read = read.and_then(|read| dice::check_expression(read, fields));
        let highest = read.map_err(|fault| (Some((place, false)), fault))?.tree;
        let known = dice::constant(&highest, &|_: &str| None);
        if before.zip(known).is_some_and(|(before, known)| before >= known) {
            let what = format!("the band `{name}` needs a higher margin than the one before");
            return Err((Some((place, false)), wrong(what, margin)));
        }
        before = known;
        let margin = Kind::Name("margin".to_owned()).into();
        let condition = binary(margin, Operator::Compare(Comparison::AtMost), highest);
        let condition = (place + 1 < bands.len()).then_some(condition);
        lines.push(Statement::Label(name.as_str().into(), condition).into());
    }
    Ok(lines)
}

/// Converts an error about bands in a table, with one key per band.
fn in_table(bands: &[(String, String)], (band, fault): WrongBand) -> Error {
    let Some((place, of_name)) = band else { return fault_at(fault, "bands") };
    let (name, margin) = &bands[place];
    let key = format!("bands.{name}");
    match of_name {
        true => Error::question(&*fault.message).with_hint(fault.advice()).about(About::Key(key)),
        false => fault.in_text(margin, 0).about(About::Value(key)),
    }
}

/// Parses the names and highest margins of `[name:highest,…]`.
///
/// # Errors
/// If they are invalid; with the position in the text.
pub fn bands(text: &str) -> Result<Vec<(String, String)>> {
    let inside = text.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let pairs = inside.and_then(|inside| {
        inside.split(',').map(|part| part.split_once(':')).collect::<Option<Vec<_>>>()
    });
    let pairs = pairs.ok_or_else(|| {
        Error::question(format!("`{text}` is not a list of bands"))
            .with_hint("bands are written [miss:-1,hit:4,crit:99]")
    })?;
    let said = |(name, highest): &(&str, &str)| (name.trim().to_owned(), highest.trim().to_owned());
    let all: Vec<(String, String)> = pairs.iter().map(said).collect();
    match results(&all, &[]) {
        Ok(_) => Ok(all),
        Err((None, fault)) => Err(Error::question(&*fault.message).with_hint(fault.advice())),
        Err((Some((place, of_name)), fault)) => {
            let (name, highest) = pairs[place];
            let part = if of_name { name } else { highest };
            let spaces = part.len() - part.trim_start().len();
            // The start of the part in the text.
            let start = part.as_ptr().addr() - text.as_ptr().addr();
            Err(fault.in_text(text, start + spaces))
        }
    }
}

/// Parses luck: dice, a deck, which becomes a die, or `none`.
///
/// # Errors
/// If it is none of these.
pub fn luck(text: &str) -> Result<Word> {
    if text.trim() == "none" {
        return Ok("none".into());
    }
    let cards = deck(text)?;
    let text = cards.as_deref().unwrap_or(text);
    let read = dice::read_expression(text).and_then(|read| dice::check_expression(read, &[]));
    read.map(Word::from).map_err(|fault| match cards {
        // The lines generated for a deck have no position in the user's text.
        Some(_) => fault_at(fault, "luck"),
        None => fault.in_text(text, 0),
    })
}

/// Converts the deck `[[value,copies],…]` to a die with the same proportions; `None` if the text is
/// not a deck.
///
/// # Errors
/// If it is an invalid deck.
pub fn deck(text: &str) -> Result<Option<String>> {
    let plain = text.replace([' ', '_'], "");
    // Other tools also write dice in such brackets.
    if !plain.starts_with("[[") || plain.contains(['d', 'D']) {
        return Ok(None);
    }
    let card = |card: &str| {
        let (value, copies) = card.split_once(',')?;
        (!copies.contains([',', '[', ']'])).then(|| format!("{value} x{copies}"))
    };
    let cards = plain.strip_prefix("[[").and_then(|rest| rest.strip_suffix("]]"));
    let cards = cards.and_then(|cards| cards.split("],[").map(card).collect::<Option<Vec<_>>>());
    let cards = cards.ok_or_else(|| {
        Error::question(format!("`{text}` is not a deck"))
            .with_hint("a deck is written [[value,copies],[value,copies]]")
    })?;
    Ok(Some(format!("d{{{}}}", cards.join(","))))
}
