//! Expansion of loops over numbers: each becomes a function call with one expression per number,
//! before names are resolved.

use std::collections::BTreeMap;

use oddsmith_base::{About, Error, Result};
use oddsmith_dice::syntax::{
    Argument, Comparison, Expression, Function, Kind, Operator, Over, children_mut,
};
use oddsmith_dice::{Extents, constant, extent};

/// Maximum number of expressions over all expanded loops of a rule.
const MOST: usize = 4_000;

/// Maximum number of iterations of a loop.
const MOST_NUMBERS: i64 = 1_000;

/// The state of the expansion.
struct Unfolding<'a> {
    fields: &'a BTreeMap<String, i64>,
    extents: &'a Extents,
    left: usize,
    error: Option<Error>,
}

/// A function that calls another with each expression of a program, or with an expression.
pub(super) type Visit<T> = fn(&mut T, &mut dyn FnMut(&mut Expression));

/// Returns a program, or an expression, without loops; `each` visits its expressions.
///
/// # Errors
/// If a loop has too many iterations, or their number is not bounded.
pub(super) fn expand<T: Clone>(
    of: &T,
    each: Visit<T>,
    fields: &BTreeMap<String, i64>,
    extents: &Extents,
) -> Result<T> {
    let mut expanded = of.clone();
    let mut unfolding = Unfolding { fields, extents, left: MOST, error: None };
    each(&mut expanded, &mut |expression| unfolding.within(expression));
    unfolding.error.map_or(Ok(expanded), Err)
}

/// Substitutes a number for a name in an expression.
fn put(expression: &mut Expression, name: &str, number: i64) {
    if matches!(&expression.kind, Kind::Name(own) if own == name) {
        expression.kind = number.into();
    }
    children_mut(expression, &mut |child| put(child, name, number));
}

impl Unfolding<'_> {
    fn within(&mut self, expression: &mut Expression) {
        if let Kind::Over(over) = &expression.kind {
            match self.unfolded(over, expression) {
                Ok(kind) => expression.kind = kind,
                Err(error) => {
                    self.error.get_or_insert(error);
                    return;
                }
            }
        }
        children_mut(expression, &mut |child| self.within(child));
    }

    /// Returns a loop as a function call.
    fn unfolded(&mut self, over: &Over, whole: &Expression) -> Result<Kind> {
        let known = |end| constant(end, &|name| self.fields.get(name).copied());
        let (low, high) = (known(&over.low), known(&over.high));
        let may = |end: &Expression| extent(end, self.extents).number;
        let first = low.unwrap_or_else(|| may(&over.low).0);
        let last = high.unwrap_or_else(|| may(&over.high).1);
        if last.saturating_sub(first) >= MOST_NUMBERS {
            let error = format!("`{whole}` may run over more than {MOST_NUMBERS} numbers");
            return Err(Error::question(error)
                .with_hint("say where it ends: `min(20, …)`")
                .about(About::Lines(whole.span.clone())));
        }
        let mut parts = Vec::new();
        for number in first..=last {
            self.left = self.left.checked_sub(1).ok_or_else(|| {
                Error::question(format!("loops come to more than {MOST} expressions"))
                    .with_hint("let the inner ones run over fewer numbers")
                    .about(About::Lines(whole.span.clone()))
            })?;
            let mut each = over.each.clone();
            put(&mut each, &over.name, number);
            if over.combine == Function::Count {
                each = not(not(each));
            }
            let number = Expression { kind: number.into(), span: each.span.clone() };
            for (end, open, sign) in [
                (&over.low, low.is_none(), Comparison::AtMost),
                (&over.high, high.is_none(), Comparison::AtLeast),
            ] {
                if open {
                    let there = compared(sign, end.clone(), number.clone());
                    let absent = Expression { kind: absent(over.combine), span: end.span.clone() };
                    let span = each.span.clone();
                    each = Expression { kind: Kind::If(Box::new([there, each, absent])), span };
                }
            }
            parts.push(Argument::Value(each));
        }
        let together = match over.combine {
            Function::Count => Function::Sum,
            together => together,
        };
        let of_nothing = i64::from(together == Function::All);
        if parts.is_empty() {
            return Ok(Kind::Number(of_nothing));
        }
        let call = Kind::Call(together, parts);
        let open = low.is_none() || high.is_none();
        if !open || !matches!(together, Function::Min | Function::Max) {
            return Ok(call);
        }
        let span = whole.span.clone();
        let there = compared(Comparison::AtMost, over.low.clone(), over.high.clone());
        let (call, nothing) = (
            Expression { kind: call, span: span.clone() },
            Expression { kind: Kind::Number(0), span },
        );
        Ok(Kind::If(Box::new([there, call, nothing])))
    }
}

/// Returns the identity element of the function, for an iteration that a loop does not reach.
fn absent(together: Function) -> Kind {
    const BEYOND: i64 = 1 << 28;
    match together {
        Function::Max => (1 - BEYOND).into(),
        Function::Min => (BEYOND - 1).into(),
        Function::All => Kind::Number(1),
        _ => Kind::Number(0),
    }
}

fn not(expression: Expression) -> Expression {
    let span = expression.span.clone();
    Expression { kind: Kind::Not(Box::new(expression)), span }
}

fn compared(sign: Comparison, left: Expression, right: Expression) -> Expression {
    let span = left.span.clone();
    Expression { kind: Kind::Binary(Operator::Compare(sign), Box::new([left, right])), span }
}
