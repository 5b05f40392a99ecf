//! The rule behind every house rule: dice and a number against dice and a number.

use std::sync::Arc;

use oddsmith_base::{About, Error, Result};
use oddsmith_engine::chance::{Chance, Roll, Rolling};
use oddsmith_engine::kernel::faces;
use oddsmith_engine::rule::{
    Column, Columns, Handle, Record, Rule, Scale, Shortcuts, Step, Success,
};
use oddsmith_registry::{Name, choice};

choice! {
    /// What equal totals mean.
    pub enum Tie {
        /// The active side succeeds.
        Active = "active",
        /// The other side holds.
        Passive = "passive",
        /// Neither succeeds.
        Draw = "draw",
        /// Both roll again, up to 12 times; then it is a draw.
        Again = "again",
    }
}

/// How often both sides roll again.
const ROLLS_AGAIN: u8 = 12;

/// One side of a house rule.
#[derive(Clone, Debug)]
pub struct Side {
    /// What is added, in points.
    pub add: i32,
    /// What is rolled or drawn; the number 0 for nothing.
    pub luck: Roll,
}

impl Side {
    fn range(&self) -> (i32, i32) {
        let (low, high) = self.luck.range();
        (low + self.add, high + self.add)
    }
}

/// A house rule.
///
/// # Formula
/// `margin = own luck + own add - their luck - their add`; success if `margin > 0`, and at 0 where
/// the active side wins ties.
/// With bands the result, which comes first, is the first whose highest margin is at least the
/// margin.
///
/// # Examples
/// ```
/// use oddsmith_engine::odds::Success;
///
/// let case = oddsmith_systems::case("house.opposed mine.luck=2d10 mine.add=3 theirs.luck=2d10 theirs.add=2 tie=active")?;
/// let share = case.law(100_000)?.column("margin")?.success(Success::AtLeast(0));
/// assert_eq!(share.fraction().as_deref(), Some("1199/2000"));
/// # Ok::<(), oddsmith_systems::Error>(())
/// ```
pub struct HouseRule {
    /// The active side.
    pub mine: Side,
    /// The other side; a fixed difficulty is a number without luck.
    pub theirs: Side,
    /// Whether there is another side: without one the own total is all there is, and nothing is a
    /// success.
    pub against: bool,
    /// What equal totals mean.
    pub tie: Tie,
    /// The names of the results, worst to best; empty where there are none.
    pub results: Arc<[Name]>,
    /// The highest margin of each result but the last.
    pub highest: Vec<i32>,
    /// The result where success begins.
    pub success: Option<i32>,
}

/// Between two throws.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Exchange {
    /// The own total, once it is rolled.
    mine: Option<i32>,
    /// The dice that are being rolled.
    rolling: Rolling,
    again: u8,
}

/// The first column where there is no difficulty, where there are bands, and else.
const TOTAL: Handle = Handle::first("total");
const RESULT: Handle = Handle::first("result");
const MARGIN: Handle = Handle::first("margin");

impl HouseRule {
    /// The lowest and the highest margin.
    pub fn margins(&self) -> (i32, i32) {
        let (mine, theirs) = (self.mine.range(), self.theirs.range());
        (mine.0 - theirs.1, mine.1 - theirs.0)
    }

    /// That each result can come up.
    ///
    /// # Errors
    /// If one can't: it is named.
    pub fn can_come(&self) -> Result<()> {
        let (low, high) = self.margins();
        let (lowest, highest) = (self.result(low), self.result(high));
        let never = |(rung, _): &(usize, &Name)| !(lowest..=highest).contains(&(*rung as i32));
        match self.results.iter().enumerate().find(never) {
            None => Ok(()),
            Some((_, name)) => {
                Err(Error::question(format!("the result `{name}` of `bands` can never come"))
                    .with_hint(format!("the margin is {low}..{high}"))
                    .about(About::value("bands")))
            }
        }
    }

    fn begin(again: u8) -> Exchange {
        Exchange { mine: None, rolling: Rolling::default(), again }
    }

    /// The column of the margin: behind the result, where there is one.
    fn margin_column(&self) -> Handle {
        if self.results.is_empty() { MARGIN } else { RESULT.then("margin") }
    }

    /// The lowest margin that succeeds where no band says otherwise.
    fn least(&self) -> i32 {
        if self.tie == Tie::Active { 0 } else { 1 }
    }

    fn result(&self, margin: i32) -> i32 {
        let first = self.highest.iter().position(|&highest| margin <= highest);
        first.unwrap_or(self.highest.len()) as i32
    }
}

impl Rule for HouseRule {
    type State = Exchange;

    const SHORTCUTS: Shortcuts<Self> = Shortcuts { kernel: faces, ..Shortcuts::NONE };

    fn columns(&self) -> Columns {
        let mine = self.mine.range();
        if !self.against {
            return Columns::one(Column::new(TOTAL, Scale::numbers(mine.0, mine.1)));
        }
        let (low, high) = self.margins();
        let margin = Column::new(self.margin_column(), Scale::numbers(low, high))
            .success(Success::AtLeast(self.least()));
        let result = (!self.results.is_empty()).then(|| {
            let result = Column::new(RESULT, Scale::named(Arc::clone(&self.results)));
            match self.success {
                Some(rung) => result.success(Success::AtLeast(rung)),
                None => result,
            }
        });
        Columns::new([result, Some(margin)].into_iter().flatten())
    }

    fn start(&self) -> Exchange {
        Self::begin(0)
    }

    /// One throw of the side that rolls; what needs none is done with it.
    #[inline]
    fn step<C: Chance>(
        &self,
        mut now: Exchange,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Exchange> {
        let side = if now.mine.is_none() { &self.mine } else { &self.theirs };
        // Who draws does not stop between throws.
        let luck = match C::FORKS {
            false => side.luck.total(chance),
            true => match side.luck.roll(now.rolling, chance) {
                Ok(rolling) => return Step::Within(Exchange { rolling, ..now }),
                Err(total) => total,
            },
        };
        let (add, total) = (side.add, luck + side.add);
        let Some(mine) = now.mine else {
            record.tell(|| format!("own total: {luck} + {add} = {total}"));
            if !self.against {
                record.score(TOTAL, total);
                return Step::Done;
            }
            now.mine = Some(total);
            now.rolling = Rolling::default();
            // Another throw, or the fixed number of the other side at once.
            return if C::FORKS && !self.theirs.luck.is_sure() {
                Step::Within(now)
            } else {
                self.step(now, chance, record)
            };
        };
        record.tell(|| format!("their total: {luck} + {add} = {total}"));
        let margin = mine - total;
        if margin == 0 && self.tie == Tie::Again && now.again < ROLLS_AGAIN {
            record.tell(|| "a tie: both roll again".into());
            return Step::Within(Self::begin(now.again + 1));
        }
        if !self.results.is_empty() {
            record.score(RESULT, self.result(margin));
        }
        record.score(self.margin_column(), margin);
        Step::Done
    }
}
