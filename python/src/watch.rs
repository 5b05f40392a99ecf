//! Long computations: other Python threads run meanwhile, Ctrl-C interrupts, and a bar shows
//! progress.

use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use oddsmith::answer::SavedResults;
use oddsmith::odds::Progress;
use oddsmith::query::{Reply, Task};
pub use oddsmith::scenario::WorkAmount;
use oddsmith::systems::Catalogue;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::error::Raised;

/// Interval between checks for signals.
const OFTEN: Duration = Duration::from_millis(50);

/// Delay before progress is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// Stack size of the thread in bytes, as large as usual for the main thread of a process.
const STACK: usize = 8 << 20;

/// Runs work on a separate thread, without Python's lock. An interrupt raises its exception at
/// once; the work then ends at its next block or case.
///
/// # Errors
/// If the work fails or is interrupted.
pub fn watched<T: Send + 'static>(
    py: Python<'_>,
    ahead: WorkAmount,
    work: impl FnOnce(&Progress) -> oddsmith::Result<T> + Send + 'static,
) -> PyResult<T> {
    watch(py, move |progress, amount| {
        amount.get_or_init(|| ahead);
        work(progress)
    })
}

/// Returns the reply of a task, computed or restored from saved numbers. The task is prepared on
/// the same thread.
///
/// # Errors
/// If the task fails or is interrupted.
pub fn compute_reply(
    py: Python<'_>,
    saved: Option<SavedResults<'static>>,
    catalogue: Arc<Catalogue>,
    prepare: impl FnOnce(&Catalogue) -> oddsmith::Result<Task<'_>> + Send + 'static,
) -> PyResult<Reply> {
    watch(py, move |progress, amount| {
        let task = prepare(&catalogue)?;
        amount.get_or_init(|| task.work());
        match saved {
            Some(saved) => task.restore(saved),
            None => task.reply(progress),
        }
    })
}

/// Runs work that sets its amount after its preparation.
fn watch<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Progress, &OnceLock<WorkAmount>) -> oddsmith::Result<T> + Send + 'static,
) -> PyResult<T> {
    let ahead = Arc::new(OnceLock::new());
    let progress = Arc::new(Progress::default());
    let (send, mut receive) = sync_channel(1);
    let (own, amount) = (progress.clone(), ahead.clone());
    let work = move || drop(send.send(work(&own, &amount)));
    std::thread::Builder::new().stack_size(STACK).spawn(work)?;
    let (start, mut bar) = (Instant::now(), None);
    loop {
        let (back, done) = py.detach(move || {
            let done = receive.recv_timeout(OFTEN);
            (receive, done)
        });
        receive = back;
        match done {
            Err(RecvTimeoutError::Timeout) => {}
            Ok(done) => {
                Bar::close(py, bar)?;
                return done.raised();
            }
            Err(RecvTimeoutError::Disconnected) => {
                drop(Bar::close(py, bar));
                return Err(PyRuntimeError::new_err("the engine failed: please report it"));
            }
        }
        let shown = py.check_signals().and_then(|()| match ahead.get() {
            Some(ahead) if start.elapsed() > PATIENCE => {
                bar.get_or_insert_with(|| Bar::of(py, *ahead)).show(py, ahead.done(&progress))
            }
            _ => Ok(()),
        });
        // The bar runs Python code too: an exception there ends the work like an interrupt.
        if let Err(interrupt) = shown {
            progress.end();
            drop(Bar::close(py, bar));
            return Err(interrupt);
        }
    }
}

/// Progress bar of tqdm, if that is installed.
struct Bar {
    bar: Option<Py<PyAny>>,
    shown: u64,
}

impl Bar {
    fn of(py: Python<'_>, ahead: WorkAmount) -> Bar {
        let total = match ahead {
            WorkAmount::Trials(trials) => (trials, "trials"),
            WorkAmount::Cases(cases) => (cases, "cases"),
        };
        let bar = py.import("oddsmith._progress").and_then(|it| it.call_method1("bar", total));
        let bar = bar.ok().filter(|bar| !bar.is_none()).map(Bound::unbind);
        Bar { bar, shown: 0 }
    }

    fn show(&mut self, py: Python<'_>, done: u64) -> PyResult<()> {
        let Some(bar) = &self.bar else { return Ok(()) };
        bar.call_method1(py, "update", (done - self.shown,))?;
        self.shown = done;
        Ok(())
    }

    fn close(py: Python<'_>, bar: Option<Bar>) -> PyResult<()> {
        match bar.and_then(|bar| bar.bar) {
            Some(bar) => bar.call_method0(py, "close").map(drop),
            None => Ok(()),
        }
    }
}
