//! How a question is to be answered: exactly, by playing, how much.

use oddsmith_base::{Error, Parameter, Result};
use oddsmith_engine::odds::{Progress, Sample};

/// How much is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// So many trials a case; 0 to play nothing.
    Trials(u64),
    /// Until the 95 % interval of the success share has a half-width below this, 1e-6..=0.5.
    Precision(f64),
}

impl Amount {
    /// Until an interval has this half-width.
    ///
    /// # Errors
    /// If it is not between a millionth and a half.
    pub fn precision(half_width: f64) -> Result<Amount> {
        if (1e-6..=0.5).contains(&half_width) {
            return Ok(Amount::Precision(half_width));
        }
        Err(Error::question(format!("the precision {half_width} is out of range"))
            .with_hint("use 0.000001 to 0.5: 0.001, or 0.1%, is ± 0.1 points"))
    }

    /// About how many trials a case that is.
    pub fn trials(self) -> u64 {
        match self {
            Amount::Trials(trials) => trials,
            // A share of one half takes the most.
            Amount::Precision(half_width) => (2.0 / half_width).powi(2) as u64,
        }
    }
}

/// What is made of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// A law within the budget, and a tally beside it.
    Both,
    /// A law within the budget, and a tally only where there is none.
    SampledIfInexact,
    /// A duel's solution, and neither law nor tally.
    Solved,
}

/// How hard a question is tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// The most branches that an exact answer may take; `None` to make none.
    pub budget: Option<u64>,
    /// The seed of what is played.
    pub seed: u64,
    /// How much is played; nothing at all insists on an exact answer.
    pub amount: Amount,
    /// What is made of a case, as far as budget and amount allow.
    pub answered: Answered,
    /// Whether kernels play what has one; the plain rule gives other numbers for the same seed.
    pub kernels: bool,
    /// Whether only the column is answered that is asked about, and not the others beside it.
    pub asked_column_only: bool,
}

impl Default for Effort {
    /// Exact within twenty million branches (about a second), and a million trials beside it.
    fn default() -> Effort {
        let Sample { trials, seed } = Sample::default();
        Effort {
            budget: Some(BUDGET),
            seed,
            amount: Amount::Trials(trials),
            answered: Answered::Both,
            kernels: true,
            asked_column_only: false,
        }
    }
}

/// The usual budget of branches: about a second.
pub const BUDGET: u64 = 20_000_000;

impl Effort {
    /// The same without playing.
    pub fn exact_only(self) -> Effort {
        Effort { amount: Amount::Trials(0), budget: self.budget.or(Some(BUDGET)), ..self }
    }

    /// The same without an exact answer.
    pub fn sampled_only(self) -> Effort {
        Effort { budget: None, ..self }
    }

    /// The same, where only what has no exact answer is played.
    pub fn sample_only_if_inexact(self) -> Effort {
        Effort { answered: Answered::SampledIfInexact, ..self }
    }

    /// The same, where only the column is answered that is asked about.
    pub fn asked_column_only(self) -> Effort {
        Effort { asked_column_only: true, ..self }
    }

    /// Whether anything is played.
    pub fn plays(&self) -> bool {
        self.answered != Answered::Solved && self.amount != Amount::Trials(0)
    }
}

/// What there is to do, by which one sees how far it has come.
#[derive(Clone, Copy, Debug)]
pub enum WorkAmount {
    /// So many trials.
    Trials(u64),
    /// So many cases, none of which takes long by what is played.
    Cases(u64),
}

impl WorkAmount {
    /// What a number of cases takes.
    pub fn of(cases: usize, effort: Effort) -> WorkAmount {
        let (cases, each) = (cases as u64, effort.amount.trials());
        match each < 20_000_000 {
            true => WorkAmount::Cases(cases),
            false => WorkAmount::Trials(each.saturating_mul(cases)),
        }
    }

    /// How much of it is done.
    pub fn done(self, progress: &Progress) -> u64 {
        match self {
            WorkAmount::Trials(_) => progress.trials(),
            WorkAmount::Cases(_) => progress.cases(),
        }
    }
}

/// What a person says of the effort, over what a file or the usual says.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EffortOverrides {
    /// Trials to play; none is to play nothing.
    pub trials: Option<u64>,
    /// Play until the 95 % interval of the success share is within this half-width.
    pub precision: Option<f64>,
    /// The seed.
    pub seed: Option<u64>,
    /// Nothing is to be played.
    pub exact_only: bool,
    /// Nothing is to be worked out.
    pub sampled_only: bool,
    /// No kernel is to play.
    pub no_kernel: bool,
    /// The most branches of an exact answer.
    pub budget: Option<u64>,
    /// Nothing is simulated that has an exact result.
    pub sample_only_if_inexact: bool,
}

impl EffortOverrides {
    /// The effort, where otherwise so much is played from this seed.
    ///
    /// # Errors
    /// If two exclude each other, nothing is left to answer, or the precision is out of range.
    pub fn effort(self, seed: u64, amount: Amount) -> Result<Effort> {
        let (precise, exact) = (self.precision.is_some(), self.exact_only);
        Error::exclusive([
            (Parameter::Trials, self.trials.is_some()),
            (Parameter::Precision, precise),
        ])?;
        Error::exclusive([
            (Parameter::ExactOnly, exact),
            (Parameter::SampledOnly, self.sampled_only),
        ])?;
        Error::exclusive([(Parameter::ExactOnly, exact), (Parameter::Precision, precise)])?;
        let amount = match (self.trials, self.precision) {
            _ if self.exact_only => Amount::Trials(0),
            (Some(trials), _) => Amount::Trials(trials),
            (None, Some(precision)) => Amount::precision(precision)
                .map_err(|error| error.at("in " + Parameter::Precision.to(precision)))?,
            (None, None) => amount,
        };
        if self.sampled_only && amount == Amount::Trials(0) {
            return Err(Error::question("neither an exact nor a simulated result is left")
                .with_hint("give " + Parameter::Trials + " a number above 0"));
        }
        let answered = match self.sample_only_if_inexact {
            true => Answered::SampledIfInexact,
            false => Answered::Both,
        };
        Ok(Effort {
            answered,
            budget: (!self.sampled_only).then_some(self.budget.unwrap_or(BUDGET)),
            seed: self.seed.unwrap_or(seed),
            amount,
            kernels: !self.no_kernel,
            ..Effort::default()
        })
    }
}
