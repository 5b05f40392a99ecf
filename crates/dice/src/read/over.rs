//! Parser of loops and tables.

use super::parser::Parser;
use crate::fault::{Fault, Read};
use crate::syntax::{Comparison, Expression, Function, Kind, Operator, Over, Table, When};

impl Parser<'_> {
    /// Parses the contents of a loop, `f in 1..6: …`, and its closing bracket; `None` if it is not
    /// a loop.
    pub fn over(&mut self, together: Function) -> Read<Option<Over>> {
        self.space();
        let before = self.at;
        let word = self.word();
        let after = self.rest()[word.len()..].trim_start();
        let is_loop = after.starts_with("in")
            && !after[2..].starts_with(|next: char| next.is_alphanumeric() || next == '_');
        if word.is_empty() || !is_loop {
            self.at = before;
            return Ok(None);
        }
        let name = self.name("a name")?.text;
        self.take("in");
        let low = self.sum()?;
        self.expect("..", "`..` and the last number")?;
        let high = self.sum()?;
        rises(&low, &high)?;
        if !self.sign(":") {
            let hint = format!("as in `{}`", together.shape().2);
            return Err(self.unexpected("`:`").with_hint(hint));
        }
        let each = self.expression()?;
        self.expect(")", "`)`")?;
        Ok(Some(Over { combine: together, name, low, high, each }))
    }

    /// Parses the contents of a table, `d40, 1..3: 7, 4: 3, otherwise: 0`, and its closing bracket.
    pub fn table(&mut self) -> Read<Table> {
        let of = self.expression()?;
        let mut table = Table { of, rows: Vec::new(), otherwise: None };
        // A row without a number has the number after that of the row before.
        let mut next = Some(1);
        loop {
            if self.sign(")") {
                if table.rows.is_empty() {
                    let fault = Fault::new(table.of.span, "a table needs rows");
                    return Err(
                        fault.with_hint("as in `table(d6, 1..3: 0, 4..5: 1, otherwise: 2)`")
                    );
                }
                return Ok(table);
            }
            self.expect(",", "`,` or `)`")?;
            self.space();
            if table.otherwise.is_some() {
                return Err(Fault::new(self.at..self.end, "put `otherwise` last"));
            }
            if self.take("otherwise") {
                self.expect(":", "`:`")?;
                table.otherwise = Some(self.expression()?);
                continue;
            }
            let after = |number: &Expression| match number.kind {
                Kind::Number(number) => Some(number + 1),
                _ => None,
            };
            let when = if let Some(sign) = self.comparison()? {
                next = None;
                When::Compare(sign, self.sum()?)
            } else {
                let first = self.expression()?;
                if self.sign("..") {
                    let last = self.sum()?;
                    rises(&first, &last)?;
                    next = after(&last);
                    When::Among(vec![(first, Some(last))])
                } else if self.next() == Some(':') {
                    if let Kind::Binary(Operator::Subtract, ends) = &first.kind
                        && let [Kind::Number(low), Kind::Number(high)] =
                            [&ends[0].kind, &ends[1].kind]
                    {
                        return Err(Fault::new(&first.span, "this row is a difference")
                            .with_hint(format!("a range of numbers is `{low}..{high}`")));
                    }
                    next = after(&first);
                    When::Compare(Comparison::Equal, first)
                } else {
                    let Some(number) = next else {
                        return Err(Fault::new(first.span, "this row needs a number")
                            .with_hint("begin each row with its numbers: `1..3: 7, 4: 9`"));
                    };
                    let kind = Kind::Number(number);
                    let own = self.count_part(Expression { kind, span: first.span.clone() })?;
                    next = Some(number + 1);
                    table.rows.push((When::Compare(Comparison::Equal, own), first));
                    continue;
                }
            };
            self.expect(":", "`:` and the value of the row")?;
            table.rows.push((when, self.expression()?));
        }
    }
}

/// Refuses a range of numbers from high to low, which would be empty.
fn rises(low: &Expression, high: &Expression) -> Read<()> {
    match (&low.kind, &high.kind) {
        (Kind::Number(first), Kind::Number(last)) if first > last => {
            let span = low.span.start..high.span.end;
            let fault = Fault::new(span, "this range runs from high to low");
            Err(fault.with_hint(format!("write `{last}..{first}`")))
        }
        _ => Ok(()),
    }
}
