//! Duel against a rival of several types, if the own side knows the type.

use super::bidding::{Duel, Progress};
use oddsmith_engine::chance::{Chance, Odds};
use oddsmith_engine::kernel::states;
use oddsmith_engine::rule::{Columns, Extras, Record, Rule, Step};
use oddsmith_engine::strategy::{Known, Position, SimplePolicy, Solved};

/// Rule of duels against equally likely rivals whose type is revealed at the start.
pub struct KnownRival {
    duels: Vec<Duel>,
    columns: Columns,
    odds: Odds,
}

impl KnownRival {
    /// Creates the rule from these duels, at least one, and their columns together.
    pub fn new(duels: Vec<Duel>, columns: Columns) -> KnownRival {
        KnownRival { odds: Odds::even(duels.len()), duels, columns }
    }
}

impl Rule for KnownRival {
    type State = Option<(usize, Progress)>;

    const EXTRAS: Extras<Self> = Extras { kernel: states, ..Extras::NONE };

    fn columns(&self) -> Columns {
        self.columns.clone()
    }

    fn start(&self) -> Self::State {
        None
    }

    /// Plays one round; before the first round, draws the type of the rival.
    fn step<C: Chance>(
        &self,
        state: Self::State,
        chance: &mut C,
        record: &mut impl Record,
    ) -> Step<Self::State> {
        let (rival, now) = state.unwrap_or_else(|| {
            let rival = chance.choose(&self.odds);
            record.tell(|| format!("the rival is of type {}", rival + 1));
            (rival, self.duels[rival].start())
        });
        match self.duels[rival].step(now, chance, record) {
            Step::Next(now) => Step::Next(Some((rival, now))),
            Step::Within(now) => Step::Within(Some((rival, now))),
            Step::Done => Step::Done,
        }
    }
}

/// Returns the positions of duels against several rivals, each with the number of its rival.
pub fn numbered(each: Vec<Vec<Position>>) -> Vec<Position> {
    let of = |(number, positions): (i32, Vec<Position>)| {
        positions.into_iter().map(move |mut position| {
            position.state.push(("type".into(), Known::Number(number)));
            position
        })
    };
    (1..).zip(each).flat_map(of).collect()
}

/// Returns the mean of the solutions of equally likely duels, at least one.
pub fn mean(each: Vec<Solved>) -> Solved {
    let mean = |of: &dyn Fn(&Solved) -> f64| each.iter().map(of).sum::<f64>() / each.len() as f64;
    let spend = |side: usize| mean(&|solved| solved.spend.map_or(0.0, |spend| spend[side]));
    let first = &each[0];
    let averages = first.averages.iter().enumerate().map(|(place, (name, _))| {
        // Each type may have a different pool, so the heading does not show it.
        let name = if place == 2 { "rival's".to_owned() } else { name.clone() };
        (name, mean(&|solved| solved.averages[place].1))
    });
    let naive = first.naive.iter().enumerate().map(|(place, naive)| SimplePolicy {
        policy: naive.policy.clone(),
        gives_away: mean(&|solved| solved.naive[place].gives_away),
    });
    let mut notes = first.notes.clone();
    notes.push("the own side knows which rival it has: a mean over all of them".to_owned());
    Solved {
        value: mean(&|solved| solved.value),
        lo: mean(&|solved| solved.lo),
        hi: mean(&|solved| solved.hi),
        win: mean(&|solved| solved.win),
        tie: mean(&|solved| solved.tie),
        loss: mean(&|solved| solved.loss),
        spend: Some([spend(0), spend(1)]),
        terms: first.terms.clone(),
        averages: averages.collect(),
        first: numbered(each.iter().map(|solved| solved.first.clone()).collect()),
        naive: naive.collect(),
        notes,
        game: None,
    }
}
