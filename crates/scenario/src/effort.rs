//! Effort of an answer: exact or sampled, the number of trials, and limits.

use oddsmith_base::{Error, Parameter, Result};
use oddsmith_engine::odds::{Progress, Sample};

/// Amount of simulation for each case.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// Number of trials for each case; 0 for no simulation.
    Trials(u64),
    /// Simulates until the 95 % confidence interval of the success share has a half-width below
    /// this, 1e-6..=0.5.
    Precision(f64),
}

impl Amount {
    /// Creates a precision with this half-width.
    ///
    /// # Errors
    /// If the half-width is not in 1e-6..=0.5.
    pub fn precision(half_width: f64) -> Result<Amount> {
        if (1e-6..=0.5).contains(&half_width) {
            return Ok(Amount::Precision(half_width));
        }
        Err(Error::question(format!("the precision {half_width} is out of range"))
            .with_hint("use 0.000001 to 0.5: 0.001, or 0.1%, is ± 0.1 points"))
    }

    /// Returns the number of trials for each case; for a precision the estimate
    /// `(2 / half_width)^2`.
    pub fn trials(self) -> u64 {
        match self {
            Amount::Trials(trials) => trials,
            // A share of one half needs the most trials.
            Amount::Precision(half_width) => (2.0 / half_width).powi(2) as u64,
        }
    }
}

/// Kinds of results that are computed for a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    /// A law if it fits the budget, and a tally.
    Both,
    /// A law if it fits the budget, else a tally.
    SampledIfInexact,
    /// The solution of a duel, without law or tally.
    Solved,
}

/// Effort for answering a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// Largest number of branches of an exact result; `None` to compute none.
    pub budget: Option<u64>,
    /// Seed of the simulation.
    pub seed: u64,
    /// Amount of simulation; with 0 trials, only exact results are possible.
    pub amount: Amount,
    /// Kinds of results, subject to budget and amount.
    pub answered: Answered,
    /// True if cases with a kernel are simulated by it; the plain rule gives other numbers for the
    /// same seed.
    pub kernels: bool,
    /// True if only the column of the event is computed.
    pub asked_column_only: bool,
}

impl Default for Effort {
    /// Returns an effort with exact results up to twenty million branches (about a second) and a
    /// million trials.
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

/// Default budget in branches: about a second.
pub const BUDGET: u64 = 20_000_000;

impl Effort {
    /// Returns this effort without simulation.
    pub fn exact_only(self) -> Effort {
        Effort { amount: Amount::Trials(0), budget: self.budget.or(Some(BUDGET)), ..self }
    }

    /// Returns this effort without exact results.
    pub fn sampled_only(self) -> Effort {
        Effort { budget: None, ..self }
    }

    /// Returns this effort with simulation only for cases without an exact result.
    pub fn sample_only_if_inexact(self) -> Effort {
        Effort { answered: Answered::SampledIfInexact, ..self }
    }

    /// Returns this effort limited to the column of the event.
    pub fn asked_column_only(self) -> Effort {
        Effort { asked_column_only: true, ..self }
    }

    /// Returns true if cases are simulated.
    pub fn plays(&self) -> bool {
        self.answered != Answered::Solved && self.amount != Amount::Trials(0)
    }
}

/// Total amount of work, for showing progress.
#[derive(Clone, Copy, Debug)]
pub enum WorkAmount {
    /// Number of trials.
    Trials(u64),
    /// Number of cases, for cases with few trials each.
    Cases(u64),
}

impl WorkAmount {
    /// Returns the work of a number of cases: in trials if each has 20 million or more, else in
    /// cases.
    pub fn of(cases: usize, effort: Effort) -> WorkAmount {
        let (cases, each) = (cases as u64, effort.amount.trials());
        match each < 20_000_000 {
            true => WorkAmount::Cases(cases),
            false => WorkAmount::Trials(each.saturating_mul(cases)),
        }
    }

    /// Returns the part of the work that is done.
    pub fn done(self, progress: &Progress) -> u64 {
        match self {
            WorkAmount::Trials(_) => progress.trials(),
            WorkAmount::Cases(_) => progress.cases(),
        }
    }
}

/// Options of the user that override the effort of a file or the default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EffortOverrides {
    /// Number of trials; 0 for no simulation.
    pub trials: Option<u64>,
    /// Half-width of the 95 % confidence interval of the success share until which to simulate.
    pub precision: Option<f64>,
    /// Seed of the simulation.
    pub seed: Option<u64>,
    /// True to skip the simulation.
    pub exact_only: bool,
    /// True to skip exact results.
    pub sampled_only: bool,
    /// True to simulate without kernels.
    pub no_kernel: bool,
    /// Largest number of branches of an exact result.
    pub budget: Option<u64>,
    /// True to simulate only cases without an exact result.
    pub sample_only_if_inexact: bool,
}

impl EffortOverrides {
    /// Returns the effort, with this seed and amount as defaults.
    ///
    /// # Errors
    /// If two options exclude each other, neither exact nor simulated results remain, or the
    /// precision is out of range.
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
