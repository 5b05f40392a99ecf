//! The functions, each with its word.

/// The functions, each with the word by which it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// `count(r, when)`: how many dice show it; `count(r, S)`: how often a letter is shown.
    Count,
    /// `size(r)`: how many dice there are; `size(deck)`: how many cards are left.
    Size,
    /// `highest(r)`: the highest value, 0 of nothing.
    Highest,
    /// `lowest(r)`: the lowest value, 0 of nothing.
    Lowest,
    /// `nth(r, n)`: the n-th highest value, 0 beyond the size.
    Nth,
    /// `matches(r)`: the most dice that are equal.
    Matches,
    /// `match_face(r)`: the highest face of those that the most dice show.
    MatchFace,
    /// `sets(r, n)`: how many faces are shown n times or more.
    Sets,
    /// `run(r)`: the longest straight.
    Run,
    /// `natural(r)`: the first printed face of the one kept die, after rerolls.
    Natural,
    /// `rolled(r)`: the bag before keep.
    Rolled,
    /// `net(r, S, F)`: how often the first letter is shown less how often the second.
    Net,
    /// `min(a, b, …)`.
    Min,
    /// `max(a, b, …)`.
    Max,
    /// `abs(a)`.
    Abs,
    /// `suited(hand)`: the most cards of one suit.
    Suited,
    /// `repeat(n, e)`: a bag of n values of an expression.
    Repeat,
    /// `draw(deck, n)`: cards out of a deck, one without n.
    Draw,
    /// `sum(a, b, …)`.
    Sum,
    /// `any(a, b, …)`: whether one of them is yes.
    Any,
    /// `all(a, b, …)`: whether each of them is yes.
    All,
    /// `without(r, s)`: the bag less one for one what the other shows, or less one die of a face.
    Without,
    /// `common(r, s)`: what both bags show, one for one.
    Common,
    /// `groups(r, n)`: the most groups of dice whose sums are each n or more.
    Groups,
    /// `suited_run(hand)`: the longest straight in one suit.
    SuitedRun,
}

impl Function {
    /// The fewest and the most arguments that it takes, and how it is written.
    pub fn shape(self) -> (usize, usize, &'static str) {
        match self {
            Function::Count => (2, 2, "count(r, >=5)"),
            Function::Size => (1, 1, "size(r)"),
            Function::Highest => (1, 1, "highest(r)"),
            Function::Lowest => (1, 1, "lowest(r)"),
            Function::Nth => (2, 2, "nth(r, 2)"),
            Function::Matches => (1, 1, "matches(r)"),
            Function::MatchFace => (1, 1, "match_face(r)"),
            Function::Sets => (2, 2, "sets(r, 2)"),
            Function::Run => (1, 2, "run(r)"),
            Function::Natural => (1, 1, "natural(r)"),
            Function::Rolled => (1, 1, "rolled(r)"),
            Function::Net => (3, 3, "net(r, S, F)"),
            Function::Min => (2, 20, "min(a, b)"),
            Function::Max => (2, 20, "max(a, b)"),
            Function::Abs => (1, 1, "abs(a)"),
            Function::Suited => (1, 1, "suited(hand)"),
            Function::Repeat => (2, 2, "repeat(6, 4d6dl1)"),
            Function::Draw => (1, 2, "draw(d, 3)"),
            Function::Sum => (2, 20, "sum(f in 1..6: f * count(r, f))"),
            Function::Any => (2, 20, "any(f in 1..6: count(r, f) = 2)"),
            Function::All => (2, 20, "all(i in 1..3: nth(r, i) >= nth(s, i))"),
            Function::Without => (2, 2, "without(r, s)"),
            Function::Common => (2, 2, "common(r, s)"),
            Function::Groups => (2, 2, "groups(r, 10)"),
            Function::SuitedRun => (1, 2, "suited_run(hand)"),
        }
    }

    /// Every function with its word.
    pub const ALL: [(Function, &'static str); 25] = [
        (Function::Count, "count"),
        (Function::Size, "size"),
        (Function::Highest, "highest"),
        (Function::Lowest, "lowest"),
        (Function::Nth, "nth"),
        (Function::Matches, "matches"),
        (Function::MatchFace, "match_face"),
        (Function::Sets, "sets"),
        (Function::Run, "run"),
        (Function::Natural, "natural"),
        (Function::Rolled, "rolled"),
        (Function::Net, "net"),
        (Function::Min, "min"),
        (Function::Max, "max"),
        (Function::Abs, "abs"),
        (Function::Suited, "suited"),
        (Function::Repeat, "repeat"),
        (Function::Draw, "draw"),
        (Function::Sum, "sum"),
        (Function::Any, "any"),
        (Function::All, "all"),
        (Function::Without, "without"),
        (Function::Common, "common"),
        (Function::Groups, "groups"),
        (Function::SuitedRun, "suited_run"),
    ];

    /// Whether it takes numbers alone, and no roll.
    pub fn is_of_numbers(self) -> bool {
        use Function::{Abs, All, Any, Max, Min, Sum};
        matches!(self, Min | Max | Abs | Sum | Any | All)
    }

    /// Whether what it makes is a bag, and no number.
    pub fn makes_a_bag(self) -> bool {
        use Function::{Common, Draw, Repeat, Rolled, Without};
        matches!(self, Repeat | Draw | Rolled | Without | Common)
    }

    /// Whether it takes expressions for each of some numbers together: `max(f in 1..6: …)`.
    pub fn is_loop(self) -> bool {
        use Function::{All, Any, Count, Max, Min, Sum};
        matches!(self, Sum | Max | Min | Any | All | Count)
    }

    /// The function that a word calls.
    pub fn named(word: &str) -> Option<Function> {
        Function::ALL.iter().find(|(_, known)| *known == word).map(|(function, _)| *function)
    }

    /// Its word.
    pub fn word(self) -> &'static str {
        let here = Function::ALL.iter().find(|(function, _)| *function == self);
        here.map_or("", |(_, word)| word)
    }
}
