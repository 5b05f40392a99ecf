//! Tests of `--open` and `--copy`, which pass answers to the system's viewer and to the terminal's
//! clipboard.

use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

fn oddsmith(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_oddsmith"));
    command.args(shlex::split(line).expect("quotes are closed")).current_dir(folder);
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"] {
        command.env_remove(name);
    }
    command.env("XDG_CONFIG_HOME", folder).env("NO_COLOR", "1");
    command
}

fn refused(folder: &Path, line: &str) -> String {
    let output: Output = oddsmith(folder, line).output().expect("the command runs");
    assert_eq!(output.status.code(), Some(2), "{line}");
    String::from_utf8(output.stderr).expect("text")
}

/// The system's opener gets the chart after it is written.
#[cfg(target_os = "linux")]
#[test]
fn charts_are_opened_by_the_system() {
    let place = tempfile::tempdir().expect("a folder for a while");
    let (opener, opened) = (place.path().join("xdg-open"), place.path().join("told.txt"));
    let script =
        format!("#!/bin/sh\nhead -c 4 \"$1\" > {0}.new\nmv {0}.new {0}\n", opened.display());
    fs::write(&opener, script).expect("written");
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).expect("it may run");
    let path = format!("{}:/usr/bin:/bin", place.path().display());
    let mut opens = oddsmith(place.path(), "3d6 --exact-only --chart odds.svg --open");
    let output = opens.env("DISPLAY", ":0").env("PATH", path).output().expect("the command runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let long = Instant::now() + Duration::from_secs(20);
    while !opened.exists() && Instant::now() < long {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(fs::read_to_string(opened).expect("it was opened"), "<svg");
}

#[test]
fn unopenable_charts_are_refused_before_drawing() {
    let place = tempfile::tempdir().expect("a folder for a while");
    if cfg!(not(target_os = "macos")) {
        let error = refused(place.path(), "3d6 --chart odds.svg --open");
        assert!(error.contains("`--open` needs a display") && error.contains("hint: "), "{error}");
        assert!(!place.path().join("odds.svg").exists());
    }
    let error = refused(place.path(), "3d6 --open");
    assert!(error.contains("hint: add `--chart odds.svg`"), "{error}");
    let error = refused(place.path(), "3d6 --chart - --open");
    assert!(error.contains("standard output"), "{error}");
}

/// The clipboard of the terminal gets the printed answer without its colours.
#[test]
fn answers_are_copied_by_the_terminal() {
    let place = tempfile::tempdir().expect("a folder for a while");
    let plain = oddsmith(place.path(), "3d6 --exact-only").output().expect("the command runs");
    let plain = String::from_utf8(plain.stdout).expect("text");
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&master).and_then(|()| unlockpt(&master)).expect("it is ours");
    let name = ptsname(&master, Vec::new()).expect("a name").into_string().expect("text");
    let terminal = fs::OpenOptions::new().read(true).write(true).open(name).expect("it opens");
    let mut copies = oddsmith(place.path(), "--copy 3d6 --exact-only --color always");
    let mut child = copies
        .stdout(Stdio::null())
        .stderr(terminal.try_clone().expect("a handle"))
        .spawn()
        .expect("it starts");
    let (mut screen, mut seen) = (fs::File::from(master), Vec::new());
    let mut buffer = [0; 4096];
    while !seen.ends_with(b"\x07") {
        let length = screen.read(&mut buffer).expect("the terminal reads");
        assert!(length > 0, "it said {:?}", String::from_utf8_lossy(&seen));
        seen.extend_from_slice(&buffer[..length]);
    }
    assert!(child.wait().expect("it ends").success());
    drop(terminal);
    let seen = String::from_utf8(seen).expect("text");
    let (_, copied) = seen.split_once("\x1b]52;c;").expect("the sequence of a clipboard");
    let copied = STANDARD.decode(copied.trim_end_matches('\x07')).expect("base64");
    assert_eq!(String::from_utf8(copied).expect("text"), plain.trim_matches('\n'));
}

#[test]
fn copying_without_a_terminal_is_refused() {
    let place = tempfile::tempdir().expect("a folder for a while");
    let error = refused(place.path(), "3d6 --copy");
    assert!(error.contains("needs a terminal") && error.contains("hint: "), "{error}");
}
