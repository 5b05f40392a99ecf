//! The rule behind every house rule: dice and a number against dice and a number.

use crate::chance::{Chance, Roll, Rolling};
use crate::registry::choice;
use crate::rule::{Column, Columns, Record, Rule, Scale, Step, Success};

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
/// `margin = own luck + own add - their luck - their add`; success if `margin > 0`, and at 0 where the active side wins ties.
/// With bands the result is the first whose highest margin is at least the margin, raised where an own die shows the critical face.
///
/// # Examples
/// ```
/// use oddsmith::odds::Success;
///
/// let case = oddsmith::case("house.opposed mine.luck=2d10 mine.add=3 theirs.luck=2d10 theirs.add=2 tie=active")?;
/// let share = case.law(100_000)?.columns[0].success(Success::AtLeast(0));
/// assert_eq!(share.fraction().as_deref(), Some("1199/2000"));
/// # Ok::<(), oddsmith::Error>(())
/// ```
pub struct HouseRule {
    /// The active side.
    pub mine: Side,
    /// The other side; a fixed difficulty is a number without luck.
    pub theirs: Side,
    /// What equal totals mean.
    pub tie: Tie,
    /// The names of the results, worst to best; empty where there are none.
    pub results: &'static [&'static str],
    /// The highest margin of each result but the last.
    pub highest: Vec<i32>,
    /// The result where success begins.
    pub success: Option<i32>,
    /// The face that raises the result, and by how many rungs.
    pub critical: Option<(i32, i32)>,
}

/// Between two dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Exchange {
    /// The own total, once it is rolled.
    mine: Option<i32>,
    /// The dice that are being rolled; `None` where a side has none.
    rolling: Option<Rolling>,
    critical: bool,
    again: u8,
}

impl HouseRule {
    fn begin(&self, again: u8) -> Exchange {
        Exchange { mine: None, rolling: self.mine.luck.start().ok(), critical: false, again }
    }

    fn result(&self, margin: i32, critical: bool) -> i32 {
        let rung = self.highest.iter().position(|&highest| margin <= highest).unwrap_or(self.highest.len()) as i32;
        let raised = rung + self.critical.filter(|_| critical).map_or(0, |(_, raises)| raises);
        raised.clamp(0, self.results.len() as i32 - 1)
    }
}

impl Rule for HouseRule {
    type State = Exchange;

    fn remark(&self) -> Option<String> {
        let idle = self.critical.is_some() && self.results.is_empty();
        idle.then(|| "a critical face raises the result, and without bands there is none".to_owned())
    }

    fn columns(&self) -> Columns {
        let (mine, theirs) = (self.mine.range(), self.theirs.range());
        let least = if self.tie == Tie::Active { 0 } else { 1 };
        let margin = Column::new("margin", Scale::numbers(mine.0 - theirs.1, mine.1 - theirs.0)).success(Success::AtLeast(least));
        let result = (!self.results.is_empty()).then(|| {
            let result = Column::new("result", Scale::rungs(self.results));
            self.success.map_or(result, |rung| result.success(Success::AtLeast(rung)))
        });
        Columns::new(std::iter::once(margin).chain(result))
    }

    fn start(&self) -> Exchange {
        self.begin(0)
    }

    /// One die of the side that rolls; what needs no die is done with it.
    #[inline]
    fn step<C: Chance>(&self, mut now: Exchange, chance: &mut C, record: &mut impl Record) -> Step<Exchange> {
        let side = if now.mine.is_none() { &self.mine } else { &self.theirs };
        let luck = match now.rolling {
            None => side.luck.start().err().unwrap_or(0),
            Some(rolling) => {
                let (face, then) = side.luck.roll(rolling, chance);
                now.critical |= now.mine.is_none() && self.critical.is_some_and(|(critical, _)| critical == face);
                match then {
                    Ok(rolling) => return Step::Next(Exchange { rolling: Some(rolling), ..now }),
                    Err(total) => total,
                }
            }
        };
        let total = luck + side.add;
        let Some(mine) = now.mine else {
            record.tell(|| format!("own total: {luck} + {} = {total}", side.add));
            now.mine = Some(total);
            now.rolling = self.theirs.luck.start().ok();
            // Another die, or the fixed number of the other side at once.
            return if now.rolling.is_some() { Step::Next(now) } else { self.step(now, chance, record) };
        };
        record.tell(|| format!("their total: {luck} + {} = {total}", side.add));
        let margin = mine - total;
        if margin == 0 && self.tie == Tie::Again && now.again < ROLLS_AGAIN {
            record.tell(|| "a tie: both roll again".into());
            return Step::Next(self.begin(now.again + 1));
        }
        if !self.results.is_empty() {
            record.score(1, self.result(margin, now.critical));
        }
        Step::Done(margin)
    }
}
