//! The global thread pool: as many threads as processors or as requested, or fewer if the system
//! can't start more.

use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, Once, PoisonError};

use rayon::{ThreadBuilder, ThreadPoolBuilder};

use oddsmith_base::{Error, Result};

/// Maximum number of threads.
const MOST: usize = 256;

static STARTED: Once = Once::new();

/// Makes all parallel work in this process use `count` threads, or as many as the system can start.
/// Results do not depend on it.
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

/// Starts the threads, unless they are running; called before any parallel work.
pub fn start_threads() {
    STARTED.call_once(|| {
        let asked = std::env::var("RAYON_NUM_THREADS").ok().and_then(|text| text.parse().ok());
        let there = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        start(asked.filter(|count| *count > 0).unwrap_or_else(there));
    });
}

/// Starts threads first and then builds a pool of exactly that size, since building a pool fails if
/// it can't start all its threads. Without any thread, work runs on the caller's.
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
    // If the application has already built a global pool, that pool is used.
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
