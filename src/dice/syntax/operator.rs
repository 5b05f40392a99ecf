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
}
