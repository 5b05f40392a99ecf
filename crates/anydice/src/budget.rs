//! Limits on the work, memory and time of a program, counted as they are used.

use std::cell::Cell;
use std::rc::Rc;

use crate::fault::{Done, Fault};

/// The resources that a program may use before it is rejected.
///
/// # Examples
/// ```
/// use oddsmith_anydice::{Budget, run};
///
/// let endless = "function: f N:n { result: [f d6] + [f d6] } output [f d6]";
/// let refused = run(endless, &Budget { work: 1_000_000, ..Budget::default() }).unwrap_err();
/// assert!(refused.to_string().contains("too much work"));
/// ```
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The number of steps of any kind; a step takes a few nanoseconds. The same program takes the
    /// same steps on every machine.
    pub work: u64,
    /// The number of bytes that its values may use at once.
    pub bytes: usize,
    /// Polled while the program runs: returns a reason if the run must end now, such as a deadline
    /// or a cancelled request.
    pub ended: Option<&'a (dyn Fn() -> Option<String> + Sync)>,
}

impl Default for Budget<'_> {
    /// About ten seconds of work and 150 MB, without a deadline.
    fn default() -> Self {
        Budget { work: 4_000_000_000, bytes: 150 << 20, ended: None }
    }
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Budget").field("work", &self.work).field("bytes", &self.bytes).finish()
    }
}

/// Number of steps between two polls of `ended`.
const LOOK: u64 = 1 << 16;

/// The remaining budget of a running program, in steps and bytes.
pub struct Meter<'a> {
    budget: Budget<'a>,
    left: Cell<u64>,
    next_look: Cell<u64>,
    held: Rc<Cell<usize>>,
}

/// The memory charged for a value; dropping it releases the memory.
#[derive(Debug, Default)]
pub struct Held(usize, Option<Rc<Cell<usize>>>);

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(held) = &self.1 {
            held.set(held.get() - self.0);
        }
    }
}

impl<'a> Meter<'a> {
    pub fn new(budget: &Budget<'a>) -> Meter<'a> {
        Meter {
            budget: *budget,
            left: Cell::new(budget.work),
            next_look: Cell::new(budget.work.saturating_sub(LOOK)),
            held: Rc::default(),
        }
    }

    /// Takes `steps` steps.
    #[inline]
    pub fn spend(&self, steps: u64) -> Done<()> {
        match self.left.get().checked_sub(steps) {
            Some(left) if left >= self.next_look.get() => {
                self.left.set(left);
                Ok(())
            }
            left => self.look(left),
        }
    }

    #[cold]
    fn look(&self, left: Option<u64>) -> Done<()> {
        let Some(left) = left else { return Err(self.too_much_work()) };
        self.left.set(left);
        self.next_look.set(left.saturating_sub(LOOK));
        match self.budget.ended.and_then(|ended| ended()) {
            Some(why) => Err(Fault::limit(why)),
            None => Ok(()),
        }
    }

    /// Rejects a computation that takes at least `steps` steps, before it starts.
    pub fn expect(&self, steps: u64) -> Done<()> {
        if steps > self.left.get() { Err(self.too_much_work()) } else { Ok(()) }
    }

    fn too_much_work(&self) -> Fault {
        let most = self.budget.work / 1_000_000;
        Fault::limit(format!("the program is too much work: more than {most} million steps"))
    }

    /// Takes memory for a value.
    pub fn hold(&self, bytes: usize) -> Done<Held> {
        let held = self.held.get().saturating_add(bytes);
        if held > self.budget.bytes {
            return Err(self.too_much_memory());
        }
        self.held.set(held);
        Ok(Held(bytes, Some(Rc::clone(&self.held))))
    }

    /// Rejects a computation that takes at least `bytes` bytes, before it starts.
    pub fn room(&self, bytes: u64) -> Done<()> {
        let free = self.budget.bytes.saturating_sub(self.held.get()) as u64;
        if bytes > free { Err(self.too_much_memory()) } else { Ok(()) }
    }

    fn too_much_memory(&self) -> Fault {
        let most = self.budget.bytes >> 20;
        Fault::limit(format!("the program takes too much memory: more than {most} MB"))
    }
}
