//! Bounds of numbers: they may be too wide, but never too narrow.

use super::syntax::{Comparison, Operator};

/// Bound beyond every number of the language, used as infinity.
pub const FAR: i64 = 1 << 60;

/// Lowest and highest number.
pub type Range = (i64, i64);

/// Unbounded range.
pub const ANY: Range = (-FAR, FAR);

/// Returns a range, limited to ±[`FAR`].
pub fn bounded(low: i128, high: i128) -> Range {
    let far = i128::from(FAR);
    (low.clamp(-far, far) as i64, high.clamp(-far, far) as i64)
}

/// Returns the range of the sum of two numbers.
fn sum(one: Range, other: Range) -> Range {
    // An infinite end stays infinite if something is subtracted.
    let low = if one.0.min(other.0) <= -FAR { -FAR } else { one.0 + other.0 };
    let high = if one.1.max(other.1) >= FAR { FAR } else { one.1 + other.1 };
    bounded(low.into(), high.into())
}

/// Returns the range of the product of two numbers.
pub fn product(left: Range, right: Range) -> Range {
    if left == (0, 0) || right == (0, 0) {
        return (0, 0);
    }
    let ends = [left.0, left.1].map(|a| [right.0, right.1].map(|b| i128::from(a) * i128::from(b)));
    let ends = ends.as_flattened();
    bounded(*ends.iter().min().unwrap_or(&0), *ends.iter().max().unwrap_or(&0))
}

/// Returns two booleans: the first is true if a number in the range can be 0, the second if it can
/// be other than 0.
pub fn truth(range: Range) -> (bool, bool) {
    (range.0 <= 0 && range.1 >= 0, range != (0, 0))
}

fn yes_or_no(may_be_no: bool, may_be_yes: bool) -> Range {
    (i64::from(!may_be_no), i64::from(may_be_yes))
}

/// Returns the range of `not`: 1 for 0, else 0.
pub fn not(range: Range) -> Range {
    let (may_be_no, may_be_yes) = truth(range);
    yes_or_no(may_be_yes, may_be_no)
}

/// Returns the range of the negated number.
pub fn negated((low, high): Range) -> Range {
    (-high, -low)
}

/// Returns the range of the absolute value.
pub fn absolute((low, high): Range) -> Range {
    (0, low.abs().max(high.abs()))
}

/// Returns the smallest range that contains both.
pub fn joined(one: Range, other: Range) -> Range {
    (one.0.min(other.0), one.1.max(other.1))
}

/// Returns the range of the minimum of one number from each range.
pub fn least(ranges: impl Iterator<Item = Range>) -> Range {
    ranges.reduce(|one, other| (one.0.min(other.0), one.1.min(other.1))).unwrap_or(ANY)
}

/// Returns the range of the maximum of one number from each range.
pub fn greatest(ranges: impl Iterator<Item = Range>) -> Range {
    ranges.reduce(|one, other| (one.0.max(other.0), one.1.max(other.1))).unwrap_or(ANY)
}

/// Returns the range of the result of an operator.
pub fn made(operator: Operator, left: Range, right: Range) -> Range {
    let ((left_no, left_yes), (right_no, right_yes)) = (truth(left), truth(right));
    match operator {
        Operator::Or => yes_or_no(left_no && right_no, left_yes || right_yes),
        Operator::And => yes_or_no(left_no || right_no, left_yes && right_yes),
        Operator::Compare(sign) => {
            // The ends and the overlap of the ranges determine if the comparison can be true and
            // can be false.
            let touch = left.0 <= right.1 && right.0 <= left.1;
            let one = left.0 == left.1 && left == right;
            let (may_be_no, may_be_yes) = match sign {
                Comparison::Less => (left.1 >= right.0, left.0 < right.1),
                Comparison::AtMost => (left.1 > right.0, left.0 <= right.1),
                Comparison::Greater => (left.0 <= right.1, left.1 > right.0),
                Comparison::AtLeast => (left.0 < right.1, left.1 >= right.0),
                Comparison::Equal => (!one, touch),
                Comparison::Unequal => (touch, !one),
            };
            yes_or_no(may_be_no, may_be_yes)
        }
        Operator::Add => sum(left, right),
        Operator::Subtract => sum(left, negated(right)),
        Operator::Multiply => product(left, right),
        Operator::Divide | Operator::DivideUp if right.0 == right.1 && right.0 > 0 => {
            let by =
                |number: i64| if number.abs() == FAR { number } else { number.div_euclid(right.0) };
            (by(left.0), (by(left.1) + 1).min(FAR))
        }
        Operator::Divide | Operator::DivideUp if right.0 > 0 => joined(left, (0, 0)),
        Operator::Modulo if right.0 > 0 && right.1 < FAR => (0, right.1 - 1),
        Operator::Modulo if right.0 > 0 => (0, FAR),
        _ => ANY,
    }
}
