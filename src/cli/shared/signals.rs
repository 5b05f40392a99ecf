//! Signals that end the process: they wait until no set of files is half in its place, and take
//! away what is staged.

/// INT, TERM and HUP end the process with code 130, 143 and 129; but not those that whoever
/// started it wants ignored, as `nohup` does.
#[cfg(unix)]
pub fn end_tidily() {
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
            // What a progress bar has drawn goes from the line of the prompt.
            if std::io::IsTerminal::is_terminal(&std::io::stderr()) {
                let _ = std::io::Write::write_all(&mut std::io::stderr(), b"\r\x1b[2K");
            }
            std::process::exit(128 + signal);
        }
    };
    // Without a thread for it a signal ends the process at once; the next run puts that in order.
    if std::thread::Builder::new().spawn(listen).is_ok() {
        let _ = ready.recv();
    }
}

/// The signals that this process was started to ignore, a bit each; none where that can't be told.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// Elsewhere the next run puts in order what an ended one left.
#[cfg(not(unix))]
pub fn end_tidily() {}
