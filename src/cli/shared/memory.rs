//! Memory limit of the process: runaway memory use ends the command, not the machine.

/// Memory limit of the process in bytes (4 GiB). Computations that may be large have lower limits
/// of their own, so this limit is reached only by memory that nothing else limits.
#[cfg(unix)]
const MOST_BYTES: u64 = 4096 << 20;

/// Sets the memory limit of the process to `MOST_BYTES`; a lower limit is kept. Does nothing on
/// systems without such limits.
pub fn limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let now = getrlimit(Resource::Data);
        let current = now.current.map_or(MOST_BYTES, |limit| limit.min(MOST_BYTES));
        // If the limit can't be set, there is none.
        let _ = setrlimit(Resource::Data, Rlimit { current: Some(current), ..now });
    }
}
