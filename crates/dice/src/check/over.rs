//! Check of loops, tables, and functions of two bags.

use super::checker::{Bound, Checker, ValueKind};
use super::constant::{matches_face, matching_faces};
use super::extent::{Extents, extent, of_number};
use crate::fault::{Fault, Read};
use crate::range::FAR;
use crate::syntax::{
    Argument, Comparison, Expression, Function, Kind, Over, Table, When, children,
};

impl Checker<'_> {
    /// Checks a loop; within it, its name is a number.
    pub fn over(&mut self, over: &mut Over, span: &std::ops::Range<usize>) -> Read<ValueKind> {
        self.fixed(&mut over.low, "the first number")?;
        self.fixed(&mut over.high, "the last number")?;
        self.put(&over.name, span, Bound { nature: ValueKind::Number, state: false })?;
        let each = self.number(&mut over.each);
        self.names.remove(&over.name);
        each.map(|()| ValueKind::Number)
    }

    /// Checks a table: a number that is looked up in rows of fixed numbers.
    pub fn table(&mut self, table: &mut Table) -> Read<ValueKind> {
        self.number(&mut table.of)?;
        for (when, value) in &mut table.rows {
            self.when(when)?;
            self.number(value)?;
        }
        apart(table)?;
        table.otherwise.iter_mut().try_for_each(|value| self.number(value))?;
        Ok(ValueKind::Number)
    }

    /// Checks the second argument of `without` or `common`: a bag of the same kind, or for
    /// `without` a face.
    pub fn other_bag(
        &mut self,
        function: Function,
        own: &ValueKind,
        other: &mut Expression,
    ) -> Read<()> {
        let nature = self.nature(other)?;
        let (word, shape) = (function.word(), function.shape().2);
        match (own, nature) {
            (ValueKind::Cards, ValueKind::Cards)
            | (ValueKind::Roll { .. }, ValueKind::Roll { .. }) => Ok(()),
            (_, ValueKind::Number) if function == Function::Without => self.fixed(other, "a face"),
            _ => Err(Fault::new(&other.span, format!("`{word}` takes a bag of the same kind"))
                .with_hint(format!("as in `{shape}`"))),
        }
    }
}

/// Refuses a row that shares numbers with an earlier row, because its meaning is ambiguous. Allowed
/// are a few numbers before a range that contains them (`20: 3, 10..20: 2`), and successive bounds
/// (`<=9: 0, <=15: 1`).
fn apart(table: &Table) -> Read<()> {
    let mut before: Vec<(i32, i32)> = Vec::new();
    for (when, _) in &table.rows {
        let (Some(ranges), Some(place)) = (matching_faces(when, &|_| None), of_numbers(when))
        else {
            continue;
        };
        for &(low, high) in &ranges {
            let meets = |&&(first, last): &&(i32, i32)| {
                let is_part = low <= first && last <= high && (low, high) != (first, last);
                first <= high && low <= last && !is_part
            };
            if let Some(&(first, last)) = before.iter().find(meets) {
                let fault = Fault::new(place, format!("{} has a row already", low.max(first)));
                return Err(fault.with_hint(match last < high {
                    true => format!("begin this row at {}", last + 1),
                    false if (first, last) != (low, high) => {
                        "put this row before the wider one".to_owned()
                    }
                    false => "give each number one row".to_owned(),
                }));
            }
        }
        before.extend(ranges);
    }
    Ok(())
}

/// Returns the place of the numbers of a row; `None` for a row with a comparison.
fn of_numbers(when: &When) -> Option<std::ops::Range<usize>> {
    match when {
        When::Compare(Comparison::Equal, number) => Some(number.span.clone()),
        When::Among(parts) => {
            let (low, _) = parts.first()?;
            let (last, high) = parts.last()?;
            Some(low.span.start..high.as_ref().unwrap_or(last).span.end)
        }
        When::Compare(..) => None,
    }
}

/// Returns the number of the suit that a word names, from 1.
pub fn suit(value: &Expression) -> Option<i32> {
    let Kind::Name(name) = &value.kind else { return None };
    let place = Argument::SUITS.iter().position(|suit| suit == name)?;
    Some(place as i32 + 1)
}

/// Refuses tables in an expression that lack a row for a possible number.
pub fn tables(expression: &Expression, names: &Extents) -> Read<()> {
    if let Kind::Over(over) = &expression.kind {
        let (low, high) = (extent(&over.low, names).number, extent(&over.high, names).number);
        let mut within = names.clone();
        within.insert(over.name.clone(), of_number((low.0, high.1)));
        return tables(&over.each, &within);
    }
    if let Kind::Table(table) = &expression.kind {
        covers(table, names)?;
    }
    let mut inner = Vec::new();
    children(expression, &mut |child| inner.push(child));
    inner.into_iter().try_for_each(|child| tables(child, names))
}

fn covers(table: &Table, names: &Extents) -> Read<()> {
    if table.otherwise.is_some() {
        return Ok(());
    }
    let (low, high) = extent(&table.of, names).number;
    let unknown = low <= -FAR || high >= FAR;
    let (low, high) = (low.max(i32::MIN.into()), high.min(i32::MAX.into()));
    // A row that depends on a field may cover a single number, but not an unbounded range.
    let missing = |&number: &i64| {
        let mut rows = table.rows.iter().map(|(when, _)| matches_face(when, number, &|_| None));
        rows.all(|held| held == Some(false) || unknown && held.is_none())
    };
    // The lowest missing number is the lowest possible one, or follows the end of a row.
    let ranges =
        table.rows.iter().filter_map(|(when, _)| matching_faces(when, &|_| None)).flatten();
    let behind =
        ranges.map(|(_, last)| i64::from(last) + 1).filter(|next| (low..=high).contains(next));
    let error = match std::iter::once(low).chain(behind).filter(missing).min() {
        None => return Ok(()),
        Some(_) if unknown => format!("the table may not have a row for every `{}`", table.of),
        Some(number) => format!("the table has no row for {number}"),
    };
    Err(Fault::new(&table.of.span, error).with_hint("add one, for example `otherwise: 0`"))
}
