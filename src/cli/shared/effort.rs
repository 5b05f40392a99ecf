//! Options for the effort of a computation (exact or sampled, number of trials, threads), shared by
//! `odds`, `compare` and `run`.

use std::fmt::Write;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::printer::Printer;
use super::request::{EFFORT, Options};
use crate::Result;
use crate::odds::{Progress, Sample, use_threads};
use crate::query::Request;
pub use crate::scenario::WorkAmount;
use crate::scenario::{Effort, Sampling};
use crate::text::Detail;
use crate::text::numbers::grouped;

/// Delay before progress is shown.
const PROGRESS_DELAY: Duration = Duration::from_secs(1);

/// Argument for the number of threads.
#[derive(clap::Args)]
pub struct Threads {
    /// Number of threads, 1..256 [default: all]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl Threads {
    /// Starts the threads if their number is given.
    ///
    /// # Errors
    /// If they can't be started.
    pub fn start(&self) -> Result<()> {
        self.threads.map_or(Ok(()), |count| use_threads(count.into()))
    }
}

/// Arguments that determine how results are computed.
#[derive(clap::Args)]
pub struct EffortArguments {
    #[command(flatten)]
    options: Options<EFFORT>,
    #[command(flatten)]
    pub threads: Threads,
}

impl EffortArguments {
    /// Returns the options as command-line text, with trials and seed of a finished run if given.
    /// Options for threads are omitted, because they do not change results.
    pub fn typed(&self, run: Option<Sample>) -> String {
        let mut effort = self.options.0.effort;
        if let Some(Sample { trials, seed }) = run {
            (effort.trials, effort.seed, effort.precision) = (Some(trials), Some(seed), None);
        }
        Request { effort, ..Request::default() }.flags()
    }

    /// Starts the threads, and returns the effort over that of a file or the default.
    ///
    /// # Errors
    /// If [`EffortArguments::over`] fails, or if the threads can't be started.
    pub fn started(&self, defaults: Effort) -> Result<Effort> {
        self.threads.start()?;
        self.over(defaults)
    }

    /// Returns the effort over that of a file or the default.
    ///
    /// # Errors
    /// If [`Effort::over`] fails.
    pub fn over(&self, defaults: Effort) -> Result<Effort> {
        self.options.0.effort.over(defaults)
    }
}

/// Number of trials from which a warning is printed.
const MANY_TRIALS: u64 = 1_000_000_000;

/// Warns on stderr if the requested precision needs at least `MANY_TRIALS` trials.
pub fn warn_about_trials(effort: &Effort, out: &Printer) {
    let sampling = effort.precision.and_then(|precision| Sampling::precision(precision).ok());
    let trials = sampling.map_or(0, Sampling::trials);
    if trials >= MANY_TRIALS {
        let (precision, trials) = (effort.precision.unwrap_or_default(), grouped(trials));
        out.note(&format!("`--precision {precision}` takes up to {trials} trials a case"));
    }
}

fn bar(ahead: WorkAmount) -> ProgressBar {
    let (length, template) = match ahead {
        WorkAmount::Trials(trials) => (trials, "  {bar:30} {percent:>3} %   {rate}{left}"),
        WorkAmount::Cases(1) => (1, "  {spinner} {elapsed}"),
        WorkAmount::Cases(cases) => (cases, "  {bar:30} {pos} of {len} cases{left}"),
    };
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    let style = style
        .with_key("rate", |state: &ProgressState, out: &mut dyn Write| {
            let _ = write!(out, "{} a second", rate(state.pos(), state.elapsed()));
        })
        .with_key("left", |state: &ProgressState, out: &mut dyn Write| {
            let length = state.len().unwrap_or_default();
            if let Some(left) = left(state.pos(), length, state.elapsed()) {
                let _ = write!(out, "   {} left", HumanDuration(left));
            }
        });
    let target = ProgressDrawTarget::stderr_with_hz(10);
    // The bar is created after `PROGRESS_DELAY`, so its elapsed time starts with that.
    let bar = ProgressBar::with_draw_target(Some(length), target).with_elapsed(PROGRESS_DELAY);
    bar.with_style(style)
}

/// Formats trials per second, rounded to thousands.
fn rate(done: u64, elapsed: Duration) -> String {
    let rate = done as f64 / elapsed.as_secs_f64().max(1.0);
    grouped((rate / 1000.0).round() as u64 * 1000)
}

/// Returns the estimated remaining time at the average speed so far; `None` if nothing is done.
fn left(done: u64, all: u64, elapsed: Duration) -> Option<Duration> {
    let each = (done > 0).then(|| elapsed.as_secs_f64() / done as f64)?;
    Duration::try_from_secs_f64(each * all.saturating_sub(done) as f64).ok()
}

/// Runs `work`. Shows its progress on stderr if that is a terminal and the work takes more than a
/// second.
pub fn with_progress<T>(ahead: WorkAmount, detail: Detail, work: impl FnOnce(&Progress) -> T) -> T {
    let progress = Progress::default();
    let done = std::sync::atomic::AtomicBool::new(false);
    let finished = || done.load(std::sync::atomic::Ordering::Acquire);
    if detail == Detail::Brief || !std::io::IsTerminal::is_terminal(&std::io::stderr()) {
        return work(&progress);
    }
    let watch = || {
        std::thread::park_timeout(PROGRESS_DELAY);
        if finished() {
            return;
        }
        let bar = bar(ahead);
        while !finished() {
            bar.set_position(ahead.done(&progress));
            bar.tick();
            std::thread::park_timeout(Duration::from_millis(100));
        }
        bar.finish_and_clear();
    };
    std::thread::scope(|scope| {
        // If the thread can't be started, no progress is shown.
        let watcher = std::thread::Builder::new().spawn_scoped(scope, watch);
        let result = work(&progress);
        done.store(true, std::sync::atomic::Ordering::Release);
        if let Ok(watcher) = watcher {
            watcher.thread().unpark();
        }
        result
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_rate_and_remaining_time_are_rounded() {
        let seconds = Duration::from_secs;
        assert_eq!(rate(63_442_053, seconds(1)), "63\u{2009}442\u{2009}000");
        assert_eq!(rate(63_442_053, Duration::from_nanos(1)), "63\u{2009}442\u{2009}000");
        assert_eq!(left(0, 9, seconds(3)), None);
        assert_eq!(left(3, 9, seconds(3)), Some(seconds(6)));
        assert_eq!(left(9, 9, seconds(3)), Some(seconds(0)));
    }
}
