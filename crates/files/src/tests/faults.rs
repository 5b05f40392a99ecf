//! Faults that a test plans: the disk refuses a step, the process dies at it, the disk is full.

use std::cell::Cell;
use std::io;

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    /// The step with this number, from 0, is refused.
    Refused(usize),
    /// The process is gone from this step on: nothing that it does has an effect.
    Dead(usize),
    /// The disk takes so many bytes and no more.
    Full(usize),
}

thread_local! {
    static PLAN: Cell<Option<Fault>> = const { Cell::new(None) };
    static STEPS: Cell<usize> = const { Cell::new(0) };
    static BYTES: Cell<usize> = const { Cell::new(0) };
}

/// Does `work` with this fault ahead; how many steps it took or tried, and bytes.
pub fn with<T>(fault: Option<Fault>, work: impl FnOnce() -> T) -> (T, usize, usize) {
    PLAN.set(fault);
    STEPS.set(0);
    BYTES.set(0);
    let done = work();
    PLAN.set(None);
    (done, STEPS.get(), BYTES.get())
}

/// Makes a step, and returns how many of these bytes it may write.
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
