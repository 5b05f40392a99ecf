//! The effort of a request: exact or simulated results, the number of trials, the seed.

use oddsmith_base::{Error, Parameter, Result};
use oddsmith_engine::odds::{Progress, Sample};

/// The end of a simulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sampling {
    /// Ends after this number of trials a case; 0 simulates nothing.
    Trials(u64),
    /// Ends when the 95 % interval of the success share has at most this half-width, 1e-6..=0.5.
    Precision(f64),
}

impl Sampling {
    /// Returns the number of trials, or about the most that a precision takes.
    pub fn trials(self) -> u64 {
        match self {
            Sampling::Trials(trials) => trials,
            // A share of one half takes the most.
            Sampling::Precision(half_width) => (2.0 / half_width).powi(2) as u64,
        }
    }

    /// Returns the end at this half-width.
    ///
    /// # Errors
    /// If it is not in 1e-6..=0.5.
    pub fn precision(half_width: f64) -> Result<Sampling> {
        if (1e-6..=0.5).contains(&half_width) {
            return Ok(Sampling::Precision(half_width));
        }
        Err(Error::question(format!("the precision {half_width} is out of range"))
            .with_hint("use 0.000001 to 0.5: 0.001, or 0.1%, is ± 0.1 points"))
    }
}

/// The default budget of branches: about a second.
pub const BUDGET: u64 = 20_000_000;

/// The effort of a request or a scenario. A setting that is left out has its default: exact within
/// [`BUDGET`], with a million trials in addition.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// The number of trials of each case; 0 simulates nothing.
    pub trials: Option<u64>,
    /// The half-width at which a simulation ends: see [`Sampling::Precision`]. A request refuses
    /// it beside `trials`, and for a case without a success, such as `4d6kh3`, unless an option
    /// selects one, such as `at_least`.
    pub precision: Option<f64>,
    /// The seed of the simulation.
    pub seed: Option<u64>,
    /// The most branches of an exact result.
    pub budget: Option<u64>,
    /// True if nothing is simulated.
    pub exact_only: bool,
    /// True if there are no exact results.
    pub sampled_only: bool,
    /// True if nothing is simulated that has an exact result.
    pub sample_only_if_inexact: bool,
    /// True if no kernel is used; the plain rule gives other numbers for the same seed.
    pub no_kernel: bool,
    /// True if a duel is solved, and has neither an exact nor a simulated result.
    pub solved_only: bool,
    /// True if only the column of the event is computed.
    pub event_column_only: bool,
}

impl Effort {
    /// The effort of this simulation.
    pub fn of(sampling: Sampling, seed: u64) -> Effort {
        Effort { seed: Some(seed), ..Effort::default() }.with(sampling)
    }

    /// The same effort with another end of the simulation.
    #[must_use]
    pub fn with(self, sampling: Sampling) -> Effort {
        let (trials, precision) = match sampling {
            Sampling::Trials(trials) => (Some(trials), None),
            Sampling::Precision(half_width) => (None, Some(half_width)),
        };
        Effort { trials, precision, ..self }
    }

    /// The same effort, with the sampling and the seed of `defaults` where it has none.
    ///
    /// # Errors
    /// If two settings exclude each other, nothing is left to compute, or the precision is out of
    /// range.
    pub fn over(self, defaults: Effort) -> Result<Effort> {
        let (precise, exact) = (self.precision.is_some(), self.exact_only);
        for (one, other, are_given) in [
            (Parameter::TRIALS, Parameter::PRECISION, self.trials.is_some() && precise),
            (Parameter::EXACT_ONLY, Parameter::SAMPLED_ONLY, exact && self.sampled_only),
            (Parameter::EXACT_ONLY, Parameter::PRECISION, exact && precise),
        ] {
            if are_given {
                return Err(Error::exclusive(one, other));
            }
        }
        if let Some(precision) = self.precision {
            Sampling::precision(precision)
                .map_err(|error| error.at("in " + Parameter::PRECISION.to(precision)))?;
        }
        let sampling = match self.trials.is_some() || precise {
            true => self.sampling(),
            false => defaults.sampling(),
        };
        if self.sampled_only && sampling == Sampling::Trials(0) {
            return Err(Error::question("neither an exact nor a simulated result is left")
                .with_hint("give " + Parameter::TRIALS + " a number above 0"));
        }
        Ok(Effort { seed: Some(self.seed.unwrap_or(defaults.seed())), ..self.with(sampling) })
    }

    /// Returns the end of the simulation.
    pub fn sampling(self) -> Sampling {
        match (self.precision, self.trials) {
            _ if self.exact_only => Sampling::Trials(0),
            (Some(half_width), _) => Sampling::Precision(half_width),
            (None, trials) => Sampling::Trials(trials.unwrap_or(Sample::default().trials)),
        }
    }

    /// Returns the seed.
    pub fn seed(self) -> u64 {
        self.seed.unwrap_or(Sample::default().seed)
    }

    /// Returns the most branches of an exact result, or `None` if there is to be none.
    pub fn budget(self) -> Option<u64> {
        (!self.sampled_only).then(|| self.budget.unwrap_or(BUDGET))
    }

    /// The same effort without simulation.
    #[must_use]
    pub fn exact_only(self) -> Effort {
        Effort { exact_only: true, sampled_only: false, ..self }
    }

    /// The same effort, where nothing is simulated that has an exact result.
    #[must_use]
    pub fn sample_only_if_inexact(self) -> Effort {
        Effort { sample_only_if_inexact: true, ..self }
    }

    /// Returns true if something is simulated.
    pub fn simulates(&self) -> bool {
        !self.solved_only && self.sampling() != Sampling::Trials(0)
    }
}

/// The amount of work of a request, for a progress bar.
#[derive(Clone, Copy, Debug)]
pub enum WorkAmount {
    /// A number of trials.
    Trials(u64),
    /// A number of cases, none of which has very many trials.
    Cases(u64),
}

impl WorkAmount {
    /// Returns the work of a number of cases.
    pub fn of(cases: usize, effort: Effort) -> WorkAmount {
        let (cases, each) = (cases as u64, effort.sampling().trials());
        match each < 20_000_000 {
            true => WorkAmount::Cases(cases),
            false => WorkAmount::Trials(each.saturating_mul(cases)),
        }
    }

    /// Returns the part that is done.
    pub fn done(self, progress: &Progress) -> u64 {
        match self {
            WorkAmount::Trials(_) => progress.trials(),
            WorkAmount::Cases(_) => progress.cases(),
        }
    }
}
