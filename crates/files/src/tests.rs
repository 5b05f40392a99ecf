//! Fault injection: every step of a transaction is rejected once, or the process dies at it, and
//! the disk is full at every byte. The folder then has the old set or the new one, and the next run
//! leaves no temporary files.

pub mod faults;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::lock::Lock;
use super::transaction::Transaction;
use faults::{Fault, with};
use oddsmith_base::Result;

type Set = &'static [(&'static str, &'static str)];

const OLD: Set = &[("a.md", "old words"), ("b.csv", "old numbers"), ("c.svg", "goes")];
const NEW: Set = &[("a.md", "new words, more"), ("b.csv", "new"), ("d.svg", "comes")];
const UNRELATED: Set = &[("mine.txt", "not ours"), (".hidden", "nor this")];

/// Creates a temporary folder, in memory if possible to avoid slow disks.
fn temporary_folder() -> tempfile::TempDir {
    let memory = tempfile::tempdir_in("/dev/shm");
    memory.or_else(|_| tempfile::tempdir()).expect("a folder for a while")
}

/// Folder that contains the old set and unrelated files.
struct Place {
    root: tempfile::TempDir,
}

impl Place {
    /// If `open`, adds a subfolder, which prevents swaps.
    fn new(open: bool) -> Place {
        let place = Place { root: temporary_folder() };
        fs::create_dir(place.folder()).expect("it is made");
        for (name, text) in UNRELATED {
            fs::write(place.folder().join(name), text).expect("it is written");
        }
        if open {
            fs::create_dir(place.folder().join("theirs")).expect("it is made");
        }
        write(&place.folder(), OLD).expect("nothing is in the way");
        place
    }

    fn folder(&self) -> PathBuf {
        self.root.path().join("set")
    }

    /// Returns the files by name, without hidden files of this package.
    fn set(&self) -> BTreeMap<String, String> {
        let entries = fs::read_dir(self.folder()).expect("the folder is there").flatten();
        let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
        let text = |entry: fs::DirEntry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, fs::read_to_string(entry.path()).expect("a file reads"))
        };
        files.map(text).filter(|(name, _)| !name.starts_with(".oddsmith")).collect()
    }

    fn is(&self, set: Set) -> bool {
        let set = set.iter().chain(UNRELATED);
        let set: BTreeMap<_, _> =
            set.map(|(name, text)| ((*name).into(), (*text).into())).collect();
        self.set() == set
    }

    /// Returns all other files: neither of a set, nor the manifest, nor unrelated.
    fn left(&self) -> Vec<String> {
        let names = |folder: &Path| -> Vec<String> {
            let entries = fs::read_dir(folder).expect("it is there").flatten();
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
        };
        let mut all = names(self.root.path());
        all.extend(names(&self.folder()));
        all.retain(|name| name.starts_with(".oddsmith") && name != super::manifest::NAME);
        all
    }
}

fn write(folder: &Path, set: Set) -> Result<()> {
    let mut transaction = Transaction::new(&[])?;
    for (name, text) in set {
        transaction.in_folder(folder, name)?.fill(text.as_bytes())?;
    }
    transaction.commit()
}

/// Begins a set and drops the transaction.
fn begin(folder: &Path) -> Result<()> {
    Transaction::new(&[])?.in_folder(folder, "a.md").map(drop)
}

/// Returns the numbers of steps and of bytes that a new set takes.
fn size(open: bool) -> (usize, usize) {
    let place = Place::new(open);
    let (done, steps, bytes) = with(None, || write(&place.folder(), NEW));
    done.expect("nothing is in the way");
    assert!(place.is(NEW) && place.left().is_empty(), "{:?} {:?}", place.set(), place.left());
    assert!(steps > 20 && bytes > 200, "{steps} steps, {bytes} bytes");
    (steps, bytes)
}

/// Asserts that the folder has the old set if the transaction failed, else the new one.
fn assert_old_or_new(place: &Place, done: &Result<()>, fault: Fault) {
    let expected = if done.is_ok() { NEW } else { OLD };
    assert!(place.is(expected), "{fault:?}: {done:?}, {:?}", place.set());
}

/// Asserts that the next run completes the new set and removes all temporary files.
fn assert_next_run_completes(place: &Place, fault: Fault) {
    write(&place.folder(), NEW).unwrap_or_else(|error| panic!("{fault:?}: {error}"));
    assert!(place.is(NEW), "{fault:?}: {:?}", place.set());
    assert_eq!(place.left(), [""; 0], "{fault:?}");
}

#[test]
fn rejected_step_leaves_complete_set() {
    for open in [false, true] {
        let mut refused = 0;
        for step in 0..size(open).0 {
            let (place, fault) = (Place::new(open), Fault::Refused(step));
            let (done, ..) = with(Some(fault), || write(&place.folder(), NEW));
            refused += usize::from(done.is_err());
            assert_old_or_new(&place, &done, fault);
            assert_next_run_completes(&place, fault);
        }
        assert!(refused > 15, "{refused} steps can't be done without");
    }
}

#[test]
fn full_disk_leaves_old_set() {
    for open in [false, true] {
        let bytes = size(open).1;
        for byte in 0..bytes {
            let (place, fault) = (Place::new(open), Fault::Full(byte));
            let (done, ..) = with(Some(fault), || write(&place.folder(), NEW));
            assert!(done.is_err(), "{byte} of {bytes} bytes are not enough");
            assert_old_or_new(&place, &done, fault);
            assert_eq!(place.left(), [""; 0], "{fault:?}");
        }
    }
}

#[test]
fn killed_process_leaves_complete_set() {
    let steps = size(false).0;
    let mut new = 0;
    for step in 0..steps {
        let (place, fault) = (Place::new(false), Fault::Dead(step));
        let _ = with(Some(fault), || write(&place.folder(), NEW));
        assert!(place.is(OLD) || place.is(NEW), "{fault:?}: {:?}", place.set());
        new += usize::from(place.is(NEW));
        // The repair does not change the set either, even if it is interrupted.
        for cut in 0..6 {
            let before = place.set();
            let _ = with(Some(Fault::Dead(cut)), || begin(&place.folder()));
            assert_eq!(place.set(), before, "{fault:?}, {cut}");
        }
        assert_next_run_completes(&place, fault);
    }
    assert!((10..steps - 10).contains(&new), "{new} of {steps} leave the new set");
}

#[test]
fn without_swap_next_run_completes_moves() {
    let steps = size(true).0;
    let (mut old, mut new, mut mixed) = (0, 0, 0);
    for step in 0..steps {
        let (place, fault) = (Place::new(true), Fault::Dead(step));
        let _ = with(Some(fault), || write(&place.folder(), NEW));
        mixed += usize::from(!place.is(OLD) && !place.is(NEW));
        begin(&place.folder()).expect("the next run begins");
        assert!(place.is(OLD) || place.is(NEW), "{fault:?}: {:?}", place.set());
        old += usize::from(place.is(OLD));
        new += usize::from(place.is(NEW));
        assert_next_run_completes(&place, fault);
    }
    // Swapping prevents this mixed state.
    assert!(old > 10 && new > 4 && mixed > 1, "{old} old, {new} new, {mixed} mixed before that");
}

#[test]
fn lock_timeout_names_the_folder() {
    let place = Place::new(false);
    let first = Lock::of(&place.folder(), &place.folder()).expect("nobody else writes there");
    let error = write(&place.folder(), NEW).expect_err("another run writes there");
    let said = format!("`{}` could not be locked: another run writes", place.folder().display());
    assert!(error.to_string().contains(&said) && error.hint().is_some(), "{error}");
    assert!(error.kind() == oddsmith_base::ErrorKind::File && place.is(OLD), "{:?}", error.kind());
    drop(first);
    write(&place.folder(), NEW).expect("nobody else writes there");
    assert!(place.is(NEW) && place.left().is_empty(), "{:?} {:?}", place.set(), place.left());
}

#[test]
fn files_of_one_call_are_atomic() {
    let call = |root: &Path, text: &str| -> Result<()> {
        let mut transaction = Transaction::new(&[])?;
        transaction.at(&root.join("a.csv"))?.fill(text.as_bytes())?;
        transaction.at(&root.join("b.svg"))?.fill(text.as_bytes())?;
        transaction.commit()
    };
    let read = |root: &Path| {
        ["a.csv", "b.svg"].map(|name| fs::read_to_string(root.join(name)).unwrap_or_default())
    };
    let names = |root: &Path| fs::read_dir(root).expect("it is there").count();
    for before in ["", "old"] {
        let place = || {
            let root = temporary_folder();
            if !before.is_empty() {
                call(root.path(), before).expect("nothing is in the way");
            }
            root
        };
        let root = place();
        let (done, steps, bytes) = with(None, || call(root.path(), "new"));
        done.expect("nothing is in the way");
        let full = (0..bytes).map(Fault::Full);
        let dead = (0..steps).map(Fault::Dead);
        for fault in (0..steps).map(Fault::Refused).chain(full).chain(dead) {
            let root = place();
            let (done, ..) = with(Some(fault), || call(root.path(), "new"));
            let [a, b] = read(root.path());
            let whole = |text: &str| text == before || text == "new";
            match fault {
                // Two renames are not atomic, but each file is complete.
                Fault::Dead(_) => assert!(whole(&a) && whole(&b), "{fault:?}: {a} {b}"),
                _ => {
                    let expected = if done.is_ok() { "new" } else { before };
                    assert_eq!([&*a, &*b], [expected; 2], "{fault:?}: {done:?}");
                }
            }
            call(root.path(), "new").expect("the next run writes");
            assert_eq!(read(root.path()), ["new", "new"]);
            assert_eq!(names(root.path()), 2, "{fault:?} leaves something behind");
        }
    }
}

#[test]
fn rejected_set_reverts_all_sets() {
    let both = |first: &Place, second: &Place| {
        let mut transaction = Transaction::new(&[])?;
        for (place, (name, text)) in
            [first, second].iter().flat_map(|place| NEW.iter().map(move |file| (place, file)))
        {
            transaction.in_folder(&place.folder(), name)?.fill(text.as_bytes())?;
        }
        transaction.commit()
    };
    let places = || [false, true].map(Place::new);
    let [first, second] = places();
    let (done, steps, _) = with(None, || both(&first, &second));
    done.expect("nothing is in the way");
    for fault in (0..steps).map(Fault::Refused) {
        let [first, second] = places();
        let (done, ..) = with(Some(fault), || both(&first, &second));
        [&first, &second].iter().for_each(|place| assert_old_or_new(place, &done, fault));
        both(&first, &second).expect("the next run writes");
        assert!([first, second].iter().all(|place| place.is(NEW) && place.left().is_empty()));
    }
}

#[test]
fn transaction_survives_other_runs_in_its_folder() {
    let steps = size(false).0;
    for step in 0..steps {
        let (place, fault) = (Place::new(false), Fault::Dead(step));
        let mut first = Transaction::new(&[]).expect("nothing is read");
        let mut stage = |(name, text): &(&str, &str)| {
            let draft = first.in_folder(&place.folder(), name);
            draft.and_then(|draft| draft.fill(text.as_bytes())).expect("it is staged");
        };
        stage(&NEW[0]);
        let _ = with(Some(fault), || write(&place.folder(), OLD));
        // This run repairs the remains of the failed one.
        begin(&place.folder()).expect("another run begins");
        NEW[1..].iter().for_each(stage);
        first.commit().expect("nothing is in the way");
        assert!(place.is(NEW) && place.left().is_empty(), "{:?} {:?}", place.set(), place.left());
    }
}
