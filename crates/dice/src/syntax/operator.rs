//! Operators between two expressions.

/// An operator between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `or`: 1 if one side is not 0, else 0; the right side is rolled only if the left one is 0.
    Or,
    /// `and`: 1 if both sides are not 0, else 0; the right side is rolled only if the left one is
    /// not 0.
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
    /// Returns true if its right side is a divisor.
    pub fn divides(self) -> bool {
        matches!(self, Operator::Divide | Operator::DivideUp | Operator::Modulo)
    }

    /// Applies the operator to two numbers; `None` if a divisor is 0 or the result exceeds 64 bits.
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

/// Returns the quotient rounded down; `None` if the divisor is 0 or the result exceeds 64 bits.
#[inline(always)]
fn floor(left: i64, right: i64) -> Option<i64> {
    let quotient = left.checked_div(right)?;
    Some(quotient - i64::from(left % right != 0 && (left < 0) != (right < 0)))
}

/// Comparison of two numbers, with its usual sign.
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
    /// All comparisons with their signs, each before those with which it begins.
    pub const SIGNS: [(&str, Comparison); 6] = [
        ("<=", Comparison::AtMost),
        (">=", Comparison::AtLeast),
        ("!=", Comparison::Unequal),
        ("<", Comparison::Less),
        (">", Comparison::Greater),
        ("=", Comparison::Equal),
    ];

    /// Returns true if it holds between two numbers.
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

    /// Returns the comparison that holds exactly if this one does not.
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

    /// Returns the comparison that holds for the numbers in the other order.
    pub fn turned(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::Greater,
            Comparison::AtMost => Comparison::AtLeast,
            Comparison::AtLeast => Comparison::AtMost,
            Comparison::Greater => Comparison::Less,
            same => same,
        }
    }

    /// Returns the numbers that have this comparison to a bound, as inclusive ranges.
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
