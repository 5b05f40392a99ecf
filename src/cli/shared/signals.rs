//! Signals that end the process. They wait while a set of files is moved into place, and remove
//! staged files.

/// Ends the process with code 130, 143 or 129 on INT, TERM or HUP. Signals that the process was
/// started to ignore, for example by `nohup`, stay ignored.
#[cfg(unix)]
pub fn handle_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let ignored = ignored();
    let heard = [SIGINT, SIGTERM, SIGHUP].into_iter();
    let heard: Vec<i32> = heard.filter(|signal| ignored >> (signal - 1) & 1 == 0).collect();
    let (listening, ready) = std::sync::mpsc::channel::<()>();
    let listen = move || {
        let signals = Signals::new(&heard);
        drop(listening);
        if let Some(signal) = signals.ok().and_then(|mut signals| signals.forever().next()) {
            let _staged = crate::file::abandon();
            // Removes the progress bar from the line of the prompt.
            if std::io::IsTerminal::is_terminal(&std::io::stderr()) {
                let _ = std::io::Write::write_all(&mut std::io::stderr(), b"\r\x1b[2K");
            }
            std::process::exit(128 + signal);
        }
    };
    // Without this thread a signal ends the process at once; the next run removes staged files.
    if std::thread::Builder::new().spawn(listen).is_ok() {
        let _ = ready.recv();
    }
}

/// Returns the signals that this process was started to ignore as a bit mask; 0 if it is
/// unavailable.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// Does nothing: on other systems the next run removes staged files.
#[cfg(not(unix))]
pub fn handle_signals() {}
