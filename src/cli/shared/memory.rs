//! The memory of the process: what nobody counted ends the command, and not the machine.

/// Memory of the whole command, whatever it is asked. What may be large asks for less before, so
/// that only what nobody counted comes so far.
#[cfg(unix)]
const MOST_BYTES: u64 = 4096 << 20;

/// Has the system refuse memory beyond the bound of a process; less stays less. Where systems have
/// no such limit nothing is refused.
pub fn limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let now = getrlimit(Resource::Data);
        let current = now.current.map_or(MOST_BYTES, |limit| limit.min(MOST_BYTES));
        // A limit that can't be set is none.
        let _ = setrlimit(Resource::Data, Rlimit { current: Some(current), ..now });
    }
}
