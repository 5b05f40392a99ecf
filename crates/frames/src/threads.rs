//! A check that Polars can start its threads, since it panics if it can't.

use std::path::Path;
use std::sync::mpsc::channel;

use oddsmith_base::{Error, Result};

/// The environment variable for the number of Polars threads.
const ASKED: &str = "POLARS_MAX_THREADS";

/// Maximum number of threads that may be requested.
const MOST: u64 = 256;

/// Checks that frames can be created.
///
/// # Errors
/// If zero or too many threads are requested, or the system can't start them.
pub(super) fn ready() -> Result<()> {
    let asked = std::env::var(ASKED).ok().and_then(|text| text.trim_ascii().parse::<u64>().ok());
    if asked.is_some_and(|count| !(1..=MOST).contains(&count)) {
        let cause = std::io::Error::other("frames are made on 1 to 256 threads");
        return Err(Error::file("used", Path::new(ASKED), &cause).with_hint("leave it out"));
    }
    let there = || std::thread::available_parallelism().map_or(4, std::num::NonZero::get);
    let count = asked.map_or_else(there, |count| count as usize);
    // All at once, and joined before Polars starts its own.
    std::thread::scope(|scope| {
        let (end, ended) = channel::<()>();
        let ended = std::sync::Arc::new(std::sync::Mutex::new(ended));
        let started = (0..count).try_for_each(|_| {
            let ended = ended.clone();
            let wait = move || drop(ended.lock().map(|ended| ended.recv()));
            std::thread::Builder::new().spawn_scoped(scope, wait).map(drop)
        });
        drop(end);
        started.map_err(|cause| Error::file("started", Path::new("the threads of frames"), &cause))
    })
}
