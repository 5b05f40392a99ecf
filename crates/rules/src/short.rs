//! The short form of a house rule, luck and a number against luck and a number, lowered to the
//! lines of a written rule; and the parsing of its keys from text.

use super::written::HouseRule;
use oddsmith_base::{About, Error, Result};
use oddsmith_dice::syntax::{Comparison, Expression, Kind, Line, Name, Operator, Statement};
use oddsmith_dice::{self as dice, Checked, Fault, Field};
use oddsmith_registry::{Choice, choice, legible};

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

/// A rule in its short form, with each key as typed by a user.
#[derive(Default)]
pub struct Short {
    /// The active side.
    pub mine: Side,
    /// The other side; without it only the own total is computed, and nothing is a success.
    pub theirs: Option<Side>,
    /// The meaning of equal totals; the default is `passive`.
    pub tie: Option<String>,
    /// The results by name, worst to best, each with its highest margin.
    pub bands: Vec<(String, String)>,
    /// The result where success begins; without another side, a comparison of `total`.
    pub success: Option<String>,
}

/// A side of the short form: expressions of the dice language, 0 if absent.
#[derive(Default)]
pub struct Side {
    /// The roll or draw.
    pub luck: Option<String>,
    /// The addend.
    pub add: Option<String>,
}

impl Short {
    /// Describes the rule in terms of its keys.
    pub fn about(&self) -> String {
        let said = |side: &Side| {
            let parts: Vec<&str> =
                [&side.luck, &side.add].into_iter().flatten().map(String::as_str).collect();
            if parts.is_empty() { "0".to_owned() } else { parts.join(" + ") }
        };
        let theirs = self.theirs.as_ref().map_or("0".to_owned(), said);
        format!("{} against {theirs}.", said(&self.mine))
    }

    /// Lowers the rule to a written rule.
    ///
    /// # Errors
    /// If a text is invalid for its key.
    pub fn written(self, fields: Vec<Field>) -> Result<HouseRule> {
        let mut notes = Vec::new();
        let mut side = |name: &str, side: &Side| -> Result<String> {
            let parts = [("luck", &side.luck), ("add", &side.add)];
            let parts = parts.into_iter().filter_map(|(part, text)| Some((part, text.as_ref()?)));
            let read = |(part, text): (&str, &String)| {
                let read = number(text, &format!("{name}.{part}"), &fields)?;
                notes.extend(read.notes);
                Ok(format!("({})", read.said))
            };
            let parts = parts.map(read).collect::<Result<Vec<String>>>()?;
            Ok(if parts.is_empty() { "0".to_owned() } else { parts.join(" + ") })
        };
        let mine = side("mine", &self.mine)?;
        let Some(theirs) = &self.theirs else {
            let text = format!("total = {mine}\nask total");
            let total = dice::read_program_beside(&text, &fields);
            let total = total.and_then(|total| HouseRule::checked(total, fields));
            let mut total = total.map_err(|fault| fault_at(fault, "mine.luck"))?;
            if let Some(success) = &self.success {
                total = total.succeeds(success)?;
            }
            return Ok(HouseRule { notes, ..total });
        };
        let margin = format!("{mine} - ({})", side("theirs", theirs)?);
        let tie = self.tie.as_deref().unwrap_or("passive");
        let tie = Tie::named(tie).ok_or_else(|| {
            Error::unknown("tie", tie, "", Tie::WORDS.iter().copied()).about(About::value("tie"))
        })?;
        let lines = match tie {
            // Unrolled rather than a loop, since an endless loop would be cut off, and this is
            // exact.
            Tie::Again => (1..=ROLLS_AGAIN).fold(format!("roll_0 = {margin}\n"), |lines, roll| {
                let name = if roll == ROLLS_AGAIN { "margin" } else { &format!("roll_{roll}") };
                let before = format!("roll_{}", roll - 1);
                lines + &format!("{name} = if {before} != 0 then {before} else {margin}\n")
            }),
            _ => format!("margin = {margin}\n"),
        };
        let rule = dice::read_program_beside(&(lines + "ask margin"), &fields);
        let mut rule = rule.map_err(|fault| fault_at(fault, "mine.luck"))?;
        let ask = rule.said.opening.pop();
        let bands = results(&self.bands, &fields);
        rule.said.opening.extend(bands.map_err(|wrong| in_table(&self.bands, wrong))?);
        rule.said.opening.extend(ask);
        let written = HouseRule::checked(rule, fields).map_err(|fault| fault_at(fault, "bands"))?;
        let mut written = HouseRule { notes, ..written };
        if !self.bands.is_empty() {
            written = written.ladder(self.bands.into_iter().map(|(name, _)| name).collect())?;
        }
        if let Some(success) = &self.success {
            written = written.succeeds(success)?;
        }
        written.succeeds(if tie == Tie::Active { "margin >= 0" } else { "margin > 0" })
    }
}

/// Parses the number at a key.
fn number(text: &str, key: &str, fields: &[Field]) -> Result<Checked<Expression>> {
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
        let highest = read.map_err(|fault| (Some((place, false)), fault))?.said;
        let known = dice::constant(&highest, &|_: &str| None);
        if before.zip(known).is_some_and(|(before, known)| before >= known) {
            let what = format!("the band `{name}` needs a higher margin than the one before");
            return Err((Some((place, false)), wrong(what, margin)));
        }
        before = known;
        let span = 0..0;
        let margin = Expression { kind: Kind::Name("margin".to_owned()), span: span.clone() };
        let kind = Kind::Binary(Operator::Compare(Comparison::AtMost), [margin, highest].into());
        let condition = Expression { kind, span: span.clone() };
        let label = Name { text: name.clone(), span: span.clone() };
        let condition = (place + 1 < bands.len()).then_some(condition);
        lines.push(Line { statement: Statement::Label(label, condition), span });
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

/// Normalizes luck: returns the printed form of an expression, in which a deck is a die; or `none`.
///
/// # Errors
/// If it is neither.
pub fn luck(text: &str) -> Result<String> {
    if text.trim() == "none" {
        return Ok("none".to_owned());
    }
    let cards = deck(text)?;
    let text = cards.as_deref().unwrap_or(text);
    let read = dice::read_expression(text).and_then(|read| dice::check_expression(read, &[]));
    read.map(|luck| luck.said.to_string()).map_err(|fault| match cards {
        // The lines generated for a deck have no position in the user's text.
        Some(_) => fault_at(fault, "luck"),
        None => fault.in_text(text, 0),
    })
}

/// Returns the left side of a yes-or-no comparison: `d20 + 5` in `d20+5 >= 15`.
pub fn compared(luck: &str) -> Option<String> {
    let said = dice::read_expression(luck).ok()?.said;
    said.is_yes_or_no().then_some(())?;
    Some(match &said.kind {
        Kind::Binary(Operator::Compare(_), sides) => sides[0].to_string(),
        _ => "2d6".to_owned(),
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
