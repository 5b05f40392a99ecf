//! The threads that everything is played on: as many as there are processors or as are asked for,
//! and fewer where the system has no more to give.

use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, Once, PoisonError};

use rayon::{ThreadBuilder, ThreadPoolBuilder};

use oddsmith_base::{Error, Result};

/// The most threads that are started.
const MOST: usize = 256;

static STARTED: Once = Once::new();

/// Makes everything that follows in this process use `count` threads, or as many as the system
/// gives. No result depends on it.
///
/// # Errors
/// If threads are already running.
pub fn use_threads(count: usize) -> Result<()> {
    let mut first = false;
    STARTED.call_once(|| {
        first = true;
        start(count);
    });
    match first {
        true => Ok(()),
        false => Err(Error::question("threads are already running")),
    }
}

/// Starts the threads, if none are at work yet: before anything is done in parallel.
pub fn start_threads() {
    STARTED.call_once(|| {
        let asked = std::env::var("RAYON_NUM_THREADS").ok().and_then(|text| text.parse().ok());
        let there = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        start(asked.filter(|count| *count > 0).unwrap_or_else(there));
    });
}

/// A pool that can't be started is never asked for: its threads wait for it, and it is as large as
/// they are many. Without any the work is done where it is asked for.
fn start(count: usize) {
    let (hand, take) = channel::<ThreadBuilder>();
    let take = Arc::new(Mutex::new(take));
    let wait = |_| {
        let take = take.clone();
        let work = move || {
            let thread = take.lock().unwrap_or_else(PoisonError::into_inner).recv();
            if let Ok(thread) = thread {
                thread.run();
            }
        };
        std::thread::Builder::new().spawn(work).ok()
    };
    let count = (0..count.clamp(1, MOST)).map_while(wait).count();
    let pool = ThreadPoolBuilder::new();
    // Where a program that uses this crate has a pool already, that one is used.
    let _ = match count {
        0 => pool.num_threads(1).use_current_thread().build_global(),
        _ => pool
            .num_threads(count)
            .spawn_handler(|thread| {
                hand.send(thread).map_err(|_| std::io::ErrorKind::BrokenPipe.into())
            })
            .build_global(),
    };
}
