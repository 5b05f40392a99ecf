//! Functions of the language.

/// A function of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// `count(r, when)`: number of dice that match; `count(r, S)`: number of times that a letter
    /// shows.
    Count,
    /// `size(r)`: number of dice; `size(deck)`: number of cards left.
    Size,
    /// `highest(r)`: the highest value, 0 if there is none.
    Highest,
    /// `lowest(r)`: the lowest value, 0 if there is none.
    Lowest,
    /// `nth(r, n)`: the n-th highest value, 0 if there are fewer.
    Nth,
    /// `matches(r)`: size of the largest set of equal dice.
    Matches,
    /// `match_face(r)`: face of the largest set of equal dice, the highest if several tie.
    MatchFace,
    /// `sets(r, n)`: number of faces that show n times or more.
    Sets,
    /// `run(r)`: length of the longest straight.
    Run,
    /// `natural(r)`: the first printed face of the one kept die, after rerolls.
    Natural,
    /// `rolled(r)`: the bag before the keep.
    Rolled,
    /// `net(r, S, F)`: number of times that the first letter shows, minus that of the second.
    Net,
    /// `min(a, b, …)`.
    Min,
    /// `max(a, b, …)`.
    Max,
    /// `abs(a)`.
    Abs,
    /// `suited(hand)`: largest number of cards of one suit.
    Suited,
    /// `repeat(n, e)`: a bag of n values of an expression.
    Repeat,
    /// `draw(deck, n)`: n cards from a deck, one without n.
    Draw,
    /// `sum(a, b, …)`.
    Sum,
    /// `any(a, b, …)`: 1 if one of them is not 0, else 0.
    Any,
    /// `all(a, b, …)`: 1 if none of them is 0, else 0.
    All,
    /// `without(r, s)`: the bag without one die for each die of the other, or without one die of a
    /// face.
    Without,
    /// `common(r, s)`: the faces that both bags show, one for one.
    Common,
    /// `groups(r, n)`: largest number of groups of dice whose sums are each n or more.
    Groups,
    /// `suited_run(hand)`: length of the longest straight in one suit.
    SuitedRun,
}

impl Function {
    /// All functions, with the minimum and maximum number of their arguments, and an example.
    const ALL: &[(Function, usize, usize, &'static str)] = &[
        (Function::Count, 2, 2, "count(r, >=5)"),
        (Function::Size, 1, 1, "size(r)"),
        (Function::Highest, 1, 1, "highest(r)"),
        (Function::Lowest, 1, 1, "lowest(r)"),
        (Function::Nth, 2, 2, "nth(r, 2)"),
        (Function::Matches, 1, 1, "matches(r)"),
        (Function::MatchFace, 1, 1, "match_face(r)"),
        (Function::Sets, 2, 2, "sets(r, 2)"),
        (Function::Run, 1, 2, "run(r)"),
        (Function::Natural, 1, 1, "natural(r)"),
        (Function::Rolled, 1, 1, "rolled(r)"),
        (Function::Net, 3, 3, "net(r, S, F)"),
        (Function::Min, 2, 20, "min(a, b)"),
        (Function::Max, 2, 20, "max(a, b)"),
        (Function::Abs, 1, 1, "abs(a)"),
        (Function::Suited, 1, 1, "suited(hand)"),
        (Function::Repeat, 2, 2, "repeat(6, 4d6dl1)"),
        (Function::Draw, 1, 2, "draw(d, 3)"),
        (Function::Sum, 2, 20, "sum(f in 1..6: f * count(r, f))"),
        (Function::Any, 2, 20, "any(f in 1..6: count(r, f) = 2)"),
        (Function::All, 2, 20, "all(i in 1..3: nth(r, i) >= nth(s, i))"),
        (Function::Without, 2, 2, "without(r, s)"),
        (Function::Common, 2, 2, "common(r, s)"),
        (Function::Groups, 2, 2, "groups(r, 10)"),
        (Function::SuitedRun, 1, 2, "suited_run(hand)"),
    ];

    /// Returns the minimum and maximum number of arguments, and an example.
    pub fn shape(self) -> (usize, usize, &'static str) {
        let here = Function::ALL.iter().find(|(function, ..)| *function == self);
        here.map_or((0, 0, ""), |&(_, least, most, example)| (least, most, example))
    }

    /// Returns true if it takes only numbers, and no roll.
    pub fn is_of_numbers(self) -> bool {
        use Function::{Abs, All, Any, Max, Min, Sum};
        matches!(self, Min | Max | Abs | Sum | Any | All)
    }

    /// Returns true if its value is a bag, not a number.
    pub fn makes_a_bag(self) -> bool {
        use Function::{Common, Draw, Repeat, Rolled, Without};
        matches!(self, Repeat | Draw | Rolled | Without | Common)
    }

    /// Returns true if it can combine the values of a loop: `max(f in 1..6: …)`.
    pub fn is_loop(self) -> bool {
        use Function::{All, Any, Count, Max, Min, Sum};
        matches!(self, Sum | Max | Min | Any | All | Count)
    }

    /// Returns the words of all functions.
    pub fn words() -> impl Iterator<Item = &'static str> {
        Function::ALL.iter().map(|(function, ..)| function.word())
    }

    /// Returns the function with this word.
    pub fn named(word: &str) -> Option<Function> {
        let begins =
            |example: &str| example.strip_prefix(word).is_some_and(|rest| rest.starts_with('('));
        Some(Function::ALL.iter().find(|(.., example)| begins(example))?.0)
    }

    /// Returns its word, with which its example begins.
    pub fn word(self) -> &'static str {
        self.shape().2.split('(').next().unwrap_or_default()
    }
}
