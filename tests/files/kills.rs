//! Tests of runs with many files, killed at random moments with four signals: the folder holds
//! either the old or the new set of files, byte for byte, and the next run removes all leftovers.
//!
//! `cargo test --test files kills -- --ignored --nocapture` kills a thousand times;
//! `ODDSMITH_BINARY` names another build of the command.
#![cfg(all(unix, feature = "documents", feature = "cli"))]

use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant, SystemTime};

use crate::signals::command_with_default_signals;
use rustix::process::{Pid, Signal, kill_process};

const SIGNALS: [Signal; 4] = [Signal::INT, Signal::TERM, Signal::HUP, Signal::KILL];

/// Contents of the files in a folder, by name.
type Set = BTreeMap<String, Vec<u8>>;

/// The moment at which a run is killed.
#[derive(Clone, Copy, Debug)]
enum Moment {
    /// Any time between the start and the end of the run.
    Any,
    /// While the files are written to temporary places.
    Writing,
    /// While the files are moved to their final places.
    Burst,
}

/// Returns a scenario with a number of charts, each of them a file.
fn scenario(die: &str, charts: usize) -> String {
    let mut text = format!(
        "title = \"Many\"\ntrials = 0\n[sweep]\ngoal = {{ from = 2, to = 6 }}\n[[check]]\n\
         label = \"roll\"\nuse = \"house.roll\"\nset = {{ luck = \"{die}\", dc = \"$goal\" }}\n"
    );
    for chart in 0..charts {
        text += &format!("[[chart]]\nkind = \"curve\"\nx = \"goal\"\nfile = \"c{chart}.svg\"\n");
    }
    text
}

fn command() -> Command {
    let ours = || env!("CARGO_BIN_EXE_oddsmith").into();
    command_with_default_signals(std::env::var_os("ODDSMITH_BINARY").unwrap_or_else(ours))
}

/// A folder into which two scenarios are written in turn, and the set of files that each makes.
struct Place {
    root: tempfile::TempDir,
    sets: [Set; 2],
    /// Duration of a run that is not killed.
    time: Duration,
}

impl Place {
    /// Makes the folder. The second set has three charts fewer than the first, so some files must
    /// be removed.
    fn new(charts: usize) -> Place {
        let root = tempfile::tempdir().expect("a folder for a while");
        for (name, die, charts) in [("one", "1d6", charts), ("two", "1d8", charts - 3)] {
            std::fs::create_dir(root.path().join(name)).expect("it is made");
            let path = root.path().join(name).join("many.toml");
            std::fs::write(path, scenario(die, charts)).expect("it is written");
        }
        std::fs::create_dir(root.path().join("out")).expect("it is made");
        let mut place = Place { root, sets: Default::default(), time: Duration::ZERO };
        for which in 0..2 {
            let start = Instant::now();
            place.finish(which);
            place.time = start.elapsed();
            place.sets[which] = place.found();
        }
        assert_eq!(place.sets[0].len(), place.sets[1].len() + 3, "files of one set go");
        for folder in [place.folder(), place.folder().join("..")] {
            std::fs::write(folder.join("mine.txt"), "not ours").expect("it is written");
        }
        place
    }

    fn folder(&self) -> PathBuf {
        self.root.path().join("out/set")
    }

    fn start(&self, which: usize) -> Child {
        command()
            .args(["run", "many.toml", "--quiet", "--threads", "1", "--out"])
            .arg(self.folder())
            .current_dir(self.root.path().join(["one", "two"][which]))
            .stdout(Stdio::null())
            .spawn()
            .expect("the command starts")
    }

    fn finish(&self, which: usize) {
        let status = self.start(which).wait().expect("it ends");
        assert!(status.success(), "{status}");
    }

    /// Returns the files of a run in the folder: no hidden files, and not `mine.txt`.
    fn found(&self) -> Set {
        let entries = std::fs::read_dir(self.folder()).expect("the folder is there").flatten();
        let read = |path: &Path| std::fs::read(path).expect("a file reads");
        let named = |entry: std::fs::DirEntry| {
            (entry.file_name().to_string_lossy().into_owned(), entry.path())
        };
        let kept = |(name, _): &(String, PathBuf)| !name.starts_with('.') && name != "mine.txt";
        entries.map(named).filter(kept).map(|(name, path)| (name, read(&path))).collect()
    }

    /// Returns the names of the temporary files left in the folder and in its parent.
    fn left(&self) -> Vec<String> {
        let folders = [self.folder(), self.root.path().join("out")];
        let entries = folders.iter().flat_map(|folder| std::fs::read_dir(folder).expect("reads"));
        let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.filter(|name| name.starts_with(".oddsmith-")).collect()
    }

    /// Starts a run and kills it at a moment, delayed in proportion to `random` (0 to 1). Returns
    /// its exit status.
    fn kill(&self, which: usize, signal: Signal, moment: Moment, random: f64) -> ExitStatus {
        // A killed run may have left folders that the next run removes first; these do not count.
        let (folder, parent) = (self.folder(), self.root.path().join("out"));
        let hidden = |folder: &Path| -> BTreeSet<(u64, Option<SystemTime>)> {
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
            let ours = entries
                .filter(|entry| entry.file_name().to_string_lossy().starts_with(".oddsmith-"));
            let found = ours.filter_map(|entry| entry.metadata().ok());
            found.map(|found| (found.ino(), found.created().ok())).collect()
        };
        let before = (hidden(&folder), hidden(&parent));
        let mut child = self.start(which);
        let mut wait = |other: &dyn Fn() -> bool| {
            while !other() && child.try_wait().expect("it is asked").is_none() {
                std::thread::sleep(Duration::from_micros(50));
            }
        };
        let writing = || !hidden(&folder).is_subset(&before.0);
        match moment {
            Moment::Any => std::thread::sleep(self.time.mul_f64(random)),
            Moment::Writing => {
                wait(&writing);
                std::thread::sleep(self.time.mul_f64(random * 0.1));
            }
            Moment::Burst => {
                wait(&|| !hidden(&parent).is_subset(&before.1));
                let start = Instant::now();
                while start.elapsed() < Duration::from_micros((random * 800.0) as u64) {
                    std::hint::spin_loop();
                }
            }
        }
        // The run may have ended by itself, but its process id is not reused before `wait`.
        let _ = kill_process(Pid::from_child(&child), signal);
        child.wait().expect("it ends")
    }
}

/// Returns a pseudorandom number from 0 to 1, the same in every run of the test.
fn random(number: u64) -> f64 {
    let mixed = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 11) as f64 / (1u64 << 53) as f64
}

/// Kills `count` runs before their end, about equally often by each signal. `part` numbers the
/// calls in one test, each with its own moments. Returns the number of kills by each signal.
fn kills(part: u64, count: u64, charts: usize) -> [u64; 4] {
    let place = Place::new(charts);
    let (mut ended, mut left, mut changed, mut killed) = (0, 0, 0, [0; 4]);
    for number in part * 10_000.. {
        if killed.iter().sum::<u64>() == count {
            break;
        }
        assert!(ended < 20 * count, "the moments are all too late");
        let which = (number % 2) as usize;
        let signal = SIGNALS[(number / 2 % 4) as usize];
        let moment = [Moment::Any, Moment::Writing, Moment::Burst, Moment::Burst];
        let moment = moment[(number / 8 % 4) as usize];
        let (before, left_before) = (place.found(), place.left());
        let status = place.kill(which, signal, moment, random(number));
        let of = format!("kill {number}: {signal:?} at {moment:?}, {status}");
        match (status.code(), status.signal()) {
            // The run ended before the signal arrived.
            (Some(0), _) => ended += 1,
            // The signal handler ended the run, or the signal itself did (KILL, or before the
            // handler was set).
            (code, by) => {
                let known = code.is_some_and(|code| code == 128 + signal.as_raw());
                assert!(known || by == Some(signal.as_raw()), "{of}");
                killed[(number / 2 % 4) as usize] += 1;
            }
        }
        let found = place.found();
        assert!(place.sets.contains(&found), "{of}: {:?}", found.keys());
        changed += u64::from(found != before);
        for folder in [place.folder(), place.root.path().join("out")] {
            let text = std::fs::read_to_string(folder.join("mine.txt"));
            assert_eq!(text.ok().as_deref(), Some("not ours"), "{of}");
        }
        let left_after = place.left();
        left += u64::from(!left_after.is_empty());
        if status.code().is_some() && left_before.is_empty() {
            assert_eq!(
                left_after, [""; 0],
                "{of}: a signal that can be heard leaves nothing behind"
            );
        }
    }
    for which in 0..2 {
        place.finish(which);
        assert_eq!(place.found(), place.sets[which], "the next run writes its set");
        assert_eq!(place.left(), [""; 0], "the next run leaves nothing behind");
    }
    println!(
        "{count} kills {killed:?}: no mixed set; {left} left something for the next run; \
         {changed} times another set than before; {ended} more signals came too late"
    );
    let seldom = count / 8;
    assert!(killed.iter().all(|&killed| killed >= seldom), "not all signals kill: {killed:?}");
    killed
}

/// Kills with each signal at each moment, into both sets.
#[test]
fn killed_runs_leave_a_whole_set() {
    kills(0, 32, 5);
}

#[test]
#[ignore = "a thousand kills: CONTRIBUTING.md has the command"]
fn a_thousand_killed_runs_leave_a_whole_set() {
    let parts = std::thread::scope(|scope| {
        let part = |part| scope.spawn(move || kills(part, 200, 30));
        let parts: Vec<_> = (1..=5).map(part).collect();
        parts.into_iter().map(|part| part.join().expect("no set is mixed")).collect::<Vec<_>>()
    });
    let all: Vec<u64> = (0..4).map(|at| parts.iter().map(|part| part[at]).sum()).collect();
    println!("{} kills by INT, TERM, HUP, KILL: {all:?}", all.iter().sum::<u64>());
}
