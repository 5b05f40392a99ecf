//! The memory of the process: what nobody counted ends the command, and not the machine.

/// Has the system refuse memory beyond the bound of a process; less stays less. Where systems have
/// no such limit nothing is refused.
pub fn limit() {
    #[cfg(unix)]
    {
        use oddsmith_base::cost::PROCESS;
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let now = getrlimit(Resource::Data);
        let current = now.current.map_or(PROCESS.most, |limit| limit.min(PROCESS.most));
        // A limit that can't be set is none.
        let _ = setrlimit(Resource::Data, Rlimit { current: Some(current), ..now });
    }
}
