//! A precomputed law as a check, such as the output of another program's interpreter.

use num_bigint::BigUint;

use super::law::Lawful;
use super::{Check, Counts, Law, Laws, Resolution};
use crate::chance::large::Large;
use crate::chance::share::Lost;
use crate::chance::weight::{Fraction, Real};
use crate::chance::{Chance, Odds, Sampled, Scripted, Stream};
use crate::rule::{Column, Columns, Handle, Kernel, Record, Rule, Scale, Step};
use oddsmith_base::{Error, Result};

/// A precomputed distribution of integers with big integer weights, which implements [`Check`].
///
/// Its exact law is these weights; a trial draws one outcome, with weights rounded to 64 bits if
/// they are longer.
///
/// # Examples
/// ```
/// use num_bigint::BigUint;
/// use oddsmith_engine::odds::{Check, KnownLaw};
///
/// let weights = [(-1, 1u32), (4, 2)].map(|(score, weight)| (score, BigUint::from(weight)));
/// let known = KnownLaw::new("value", &weights)?;
/// let laws = known.law(1)?;
/// assert_eq!(laws.column("value")?.exactly(4).fraction().as_deref(), Some("2/3"));
/// # Ok::<(), oddsmith_engine::Error>(())
/// ```
pub struct KnownLaw {
    laws: Laws,
    draw: Draw,
    remark: Option<String>,
}

/// The rule that draws one of the scores.
struct Draw {
    columns: Columns,
    scores: Vec<i32>,
    /// `None` if there is no score.
    odds: Option<Odds>,
}

const VALUE: Handle = Handle::first("value");

impl KnownLaw {
    /// Creates the law of these scores, in increasing order, with positive weights, in a column
    /// with this name. Without scores, each trial has no score.
    ///
    /// # Errors
    /// If weights of 128 bits and more have no common denominator that fits.
    pub fn new(name: &str, weights: &[(i32, BigUint)]) -> Result<KnownLaw> {
        let ends = [weights.first(), weights.last()].map(|end| end.map_or(0, |end| end.0));
        let scale = Scale::numbers(ends[0], ends[1]);
        let column = Column::new(VALUE, scale.clone()).called(name.to_owned(), None);
        let column = if weights.is_empty() { column.or_none() } else { column };
        let columns = Columns::one(column);
        let total: BigUint = weights.iter().map(|(_, weight)| weight).sum();
        let law = law(scale, weights, &total)
            .ok_or_else(|| Error::question("the weights of a law have no common denominator"))?;
        let laws = Laws::known(vec![law], weights.len() as u64, columns.clone());
        let scores = weights.iter().map(|(score, _)| *score).collect();
        let odds = (!weights.is_empty()).then(|| Odds::new(&short(weights, &total)).with_lookup());
        Ok(KnownLaw { laws, draw: Draw { columns, scores, odds }, remark: None })
    }

    /// Sets a remark about the law.
    pub fn noted(self, remark: Option<String>) -> KnownLaw {
        KnownLaw { remark, ..self }
    }
}

/// Returns the law in the narrowest kind of weight that holds it.
fn law(scale: Scale, weights: &[(i32, BigUint)], total: &BigUint) -> Option<Law> {
    let places = |score: i32| scale.place(score).map(|place| place as u32);
    let under = u128::try_from(total).ok();
    if let Some(under) = under {
        let fraction = |(score, weight): &(i32, BigUint)| {
            let over = u128::try_from(weight).ok()?;
            Some((places(*score)?, Fraction { over, under }))
        };
        let weights: Vec<_> = weights.iter().map(fraction).collect::<Option<_>>()?;
        return <Fraction as Lawful>::law(scale.clone(), &weights, Lost::default());
    }
    let large =
        |(score, weight): &(i32, BigUint)| Some((places(*score)?, Large::of_whole(weight, total)?));
    if let Some(weights) = weights.iter().map(large).collect::<Option<Vec<_>>>() {
        return <Large as Lawful>::law(scale.clone(), &weights, Lost::default());
    }
    let real = |(score, weight): &(i32, BigUint)| {
        Some((places(*score)?, Real::from(Large::share(weight, total))))
    };
    let weights: Vec<_> = weights.iter().map(real).collect::<Option<_>>()?;
    <Real as Lawful>::law(scale.clone(), &weights, Lost { all: f64::EPSILON, unfollowed: 0.0 })
}

/// Returns the weights as 64-bit integers, rounded to 2^-60 of the total if they are longer.
fn short(weights: &[(i32, BigUint)], total: &BigUint) -> Vec<u64> {
    const BITS: u64 = 60;
    let shift = total.bits().saturating_sub(BITS);
    let weights = weights.iter().map(|(_, weight)| u64::try_from(weight >> shift).unwrap_or(0));
    weights.collect()
}

impl Rule for Draw {
    type State = ();

    fn columns(&self) -> Columns {
        self.columns.clone()
    }

    fn start(&self) {}

    fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
        if let Some(odds) = &self.odds {
            let score = self.scores[chance.choose(odds)];
            record.tell(|| format!("it comes to {score}"));
            record.score(VALUE, score);
        }
        Step::Done
    }
}

impl Check for KnownLaw {
    fn columns(&self) -> Columns {
        self.draw.columns.clone()
    }

    fn block(&self) -> u64 {
        self.draw.block()
    }

    fn remark(&self) -> Option<String> {
        self.remark.clone()
    }

    fn playable(&self) -> Result<()> {
        Ok(())
    }

    fn law(&self, _: u64) -> Result<Laws> {
        Ok(self.laws.clone())
    }

    fn law_of(&self, _: usize, budget: u64) -> Result<Laws> {
        self.law(budget)
    }

    fn kernel(&self) -> Option<Box<dyn Kernel>> {
        None
    }

    fn play_block(&self, stream: &Stream, block: u64, trials: u64, counts: &mut Counts) {
        self.draw.play_block(stream, block, trials, counts);
    }

    fn play_trial(&self, luck: Sampled<true>) -> Vec<Option<i32>> {
        self.draw.play_trial(luck)
    }

    fn transcript_of_script(&self, script: Scripted) -> Result<Resolution> {
        self.draw.transcript_of_script(script)
    }

    fn transcript_of_stream(&self, stream: &Stream) -> Resolution {
        self.draw.transcript_of_stream(stream)
    }
}
