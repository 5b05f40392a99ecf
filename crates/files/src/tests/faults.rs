//! Planned faults of a test: a step is rejected, the process dies, or the disk is full.

use std::cell::Cell;
use std::io;

/// Fault of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    /// The step with this number, from 0, is rejected.
    Refused(usize),
    /// The process dies at this step: this and all later steps have no effect.
    Dead(usize),
    /// The disk accepts this number of bytes and no more.
    Full(usize),
}

thread_local! {
    static PLAN: Cell<Option<Fault>> = const { Cell::new(None) };
    static STEPS: Cell<usize> = const { Cell::new(0) };
    static BYTES: Cell<usize> = const { Cell::new(0) };
}

/// Runs `work` with a fault; also returns the numbers of attempted steps and of bytes.
pub fn with<T>(fault: Option<Fault>, work: impl FnOnce() -> T) -> (T, usize, usize) {
    PLAN.set(fault);
    STEPS.set(0);
    BYTES.set(0);
    let done = work();
    PLAN.set(None);
    (done, STEPS.get(), BYTES.get())
}

/// Counts a step, and returns the number of bytes that it may write.
pub fn step(bytes: usize) -> io::Result<usize> {
    let number = STEPS.replace(STEPS.get() + 1);
    let taken = match PLAN.get() {
        Some(Fault::Refused(at)) if number == at => Err(io::Error::other("a planned fault")),
        Some(Fault::Dead(from)) if number >= from => Err(io::Error::other("a planned fault")),
        Some(Fault::Full(size)) if bytes > 0 => match size.saturating_sub(BYTES.get()) {
            0 => Err(io::ErrorKind::StorageFull.into()),
            left => Ok(bytes.min(left)),
        },
        _ => Ok(bytes),
    }?;
    BYTES.set(BYTES.get() + taken);
    Ok(taken)
}
