//! What stands between two expressions.

/// What stands between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `or`: 1 where one of both is not 0; the second is drawn only where the first is 0.
    Or,
    /// `and`: 1 where both are not 0; the second is drawn only where the first is not 0.
    And,
    /// A comparison of two numbers, 1 or 0.
    Compare(Comparison),
    /// `+`.
    Add,
    /// `-`.
    Subtract,
    /// `*`.
    Multiply,
    /// `/`, rounded down.
    Divide,
    /// `/^`, rounded up.
    DivideUp,
    /// `mod`, with the sign of the divisor.
    Modulo,
}

impl Operator {
    /// Whether its right side is a divisor.
    pub fn divides(self) -> bool {
        matches!(self, Operator::Divide | Operator::DivideUp | Operator::Modulo)
    }

    /// What it makes of two numbers; `None` where a divisor is 0, or it is beyond 64 bits.
    #[inline(always)]
    pub fn of(self, left: i64, right: i64) -> Option<i64> {
        Some(match self {
            Operator::Or => i64::from(left != 0 || right != 0),
            Operator::And => i64::from(left != 0 && right != 0),
            Operator::Compare(comparison) => i64::from(comparison.holds(left, right)),
            Operator::Add => left.checked_add(right)?,
            Operator::Subtract => left.checked_sub(right)?,
            Operator::Multiply => left.checked_mul(right)?,
            Operator::Divide => floor(left, right)?,
            Operator::DivideUp => floor(left.checked_neg()?, right)?.checked_neg()?,
            Operator::Modulo => left.wrapping_sub(floor(left, right)?.wrapping_mul(right)),
        })
    }
}

/// A quotient rounded down.
#[inline(always)]
fn floor(left: i64, right: i64) -> Option<i64> {
    let quotient = left.checked_div(right)?;
    Some(quotient - i64::from(left % right != 0 && (left < 0) != (right < 0)))
}

/// The six signs of comparison, as in mathematics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `<`.
    Less,
    /// `<=`.
    AtMost,
    /// `=`.
    Equal,
    /// `!=`.
    Unequal,
    /// `>=`.
    AtLeast,
    /// `>`.
    Greater,
}

impl Comparison {
    /// Whether it holds between two numbers.
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Comparison::Less => left < right,
            Comparison::AtMost => left <= right,
            Comparison::Equal => left == right,
            Comparison::Unequal => left != right,
            Comparison::AtLeast => left >= right,
            Comparison::Greater => left > right,
        }
    }

    /// The comparison that holds where this one does not.
    pub fn opposite(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::AtLeast,
            Comparison::AtMost => Comparison::Greater,
            Comparison::Equal => Comparison::Unequal,
            Comparison::Unequal => Comparison::Equal,
            Comparison::AtLeast => Comparison::Less,
            Comparison::Greater => Comparison::AtMost,
        }
    }

    /// The comparison of the same numbers in the other order.
    pub fn turned(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::Greater,
            Comparison::AtMost => Comparison::AtLeast,
            Comparison::AtLeast => Comparison::AtMost,
            Comparison::Greater => Comparison::Less,
            same => same,
        }
    }

    /// The numbers that compare so with a bound, as ranges with both ends.
    pub fn ranges(self, bound: i32) -> Vec<(i32, i32)> {
        match self {
            Comparison::Less => vec![(i32::MIN, bound - 1)],
            Comparison::AtMost => vec![(i32::MIN, bound)],
            Comparison::Equal => vec![(bound, bound)],
            Comparison::Unequal => vec![(i32::MIN, bound - 1), (bound + 1, i32::MAX)],
            Comparison::AtLeast => vec![(bound, i32::MAX)],
            Comparison::Greater => vec![(bound + 1, i32::MAX)],
        }
    }
}
