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
