//! Loops over numbers, tables, and bags that are made of two.

use super::checker::{Bound, Checker, Nature};
use super::extent::{Extents, extent, of_number};
use crate::fault::{Fault, Read};
use crate::range::FAR;
use crate::syntax::{Argument, Expression, Function, Kind, Over, Table, When, children};

impl Checker<'_> {
    /// A loop: its name is a number within it.
    pub fn over(&mut self, over: &mut Over, span: &std::ops::Range<usize>) -> Read<Nature> {
        self.fixed(&mut over.low, "the first number")?;
        self.fixed(&mut over.high, "the last number")?;
        self.put(&over.name, span, Bound { nature: Nature::Number, state: false })?;
        let each = self.number(&mut over.each);
        self.names.remove(&over.name);
        each.map(|()| Nature::Number)
    }

    /// A table: a number, looked up among rows of fixed numbers.
    pub fn table(&mut self, table: &mut Table) -> Read<Nature> {
        self.number(&mut table.of)?;
        for (when, value) in &mut table.rows {
            self.when(when)?;
            self.number(value)?;
        }
        table.otherwise.iter_mut().try_for_each(|value| self.number(value))?;
        Ok(Nature::Number)
    }

    /// What is taken out of a bag, or shared with it: another bag of the same kind, or one face.
    pub fn other_bag(
        &mut self,
        function: Function,
        own: &Nature,
        other: &mut Expression,
    ) -> Read<()> {
        let nature = self.nature(other)?;
        let (word, shape) = (function.word(), function.shape().2);
        match (own, nature) {
            (Nature::Cards, Nature::Cards) | (Nature::Roll { .. }, Nature::Roll { .. }) => Ok(()),
            (_, Nature::Number) if function == Function::Without => self.fixed(other, "a face"),
            _ => Err(Fault::new(
                other.span.clone(),
                format!("`{word}` takes a bag of the same kind"),
            )
            .with_hint(format!("as in `{shape}`"))),
        }
    }
}

/// The suit that a word names.
pub fn suit(value: &Expression) -> Option<i32> {
    let Kind::Name(name) = &value.kind else { return None };
    let place = Argument::SUITS.iter().position(|suit| suit == name)?;
    Some(place as i32 + 1)
}

/// Refuses a table in an expression that has no row for a number that may come.
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
    let missing = |number: i64| {
        let rows = table
            .rows
            .iter()
            .map(|(when, _)| super::constant::matches_face(when, number, &|_| None));
        rows.into_iter().all(|held| held == Some(false))
    };
    let gap = match low <= -FAR || high >= FAR || high - low > 10_000 {
        true => Some(None),
        false => (low..=high).find(|&number| missing(number)).map(Some),
    };
    let reads_fields = table.rows.iter().any(|(when, _)| match when {
        When::Compare(_, number) => super::constant(number, &|_| None).is_none(),
        When::Among(ranges) => ranges.iter().any(|(low, high)| {
            std::iter::once(low).chain(high).any(|end| super::constant(end, &|_| None).is_none())
        }),
    });
    let hint = "add one, for example `otherwise: 0`";
    match gap {
        Some(Some(number)) if !reads_fields => {
            let error = format!("the table has no row for {number}");
            Err(Fault::new(table.of.span.clone(), error).with_hint(hint))
        }
        Some(None) => {
            let error = format!("the table may not have a row for every `{}`", table.of);
            Err(Fault::new(table.of.span.clone(), error).with_hint(hint))
        }
        _ => Ok(()),
    }
}
