//! Fuzz tests of all readers with thousands of nearly correct texts. A reader must not panic, hang
//! or take much memory, and each refusal has a message of one line and a hint.
//!
//! `cargo test --test fuzz` reads some hundred texts with each reader. For longer runs,
//! `BOLERO_RANDOM_ITERATIONS=1000000 cargo test --release --test fuzz -- --test-threads 1` reads a
//! million texts with each, one reader after the other, as the memory limit is that of the process.
//! `BOLERO_RANDOM_TEST_TIME_MS` limits the time of each reader. A failure prints its text and the
//! seed that reproduces it (`BOLERO_RANDOM_SEED`).

mod grammars;
mod readers;
mod texts;
mod words;

use std::sync::Once;
use std::time::Duration;

use cpu_time::ThreadTime;
use oddsmith::Error;
use readers::Reader;
use texts::Edits;

/// Default number of texts per reader.
const TEXTS: usize = 300;

/// CPU time of the thread after which reading a text counts as hanging.
const LONGEST: Duration = Duration::from_secs(10);

/// Upper bound of the peak memory of the process, in kilobytes: minijinja lets a template repeat a
/// text up to 100 MB.
const MEMORY: u64 = 500_000;

/// Returns the peak memory of this process in kilobytes, if the system reports it.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn assert_message_and_hint(error: &Error, text: &str) {
    let message = error.to_string();
    let hint = error.hint().map_or_else(String::new, ToString::to_string);
    let is_printable = |message: &str| !message.chars().any(char::is_control);
    assert!(is_printable(&message) && is_printable(&hint), "{message:?}, {hint:?} of {text:?}");
    assert!(
        message.chars().count() < 1_200 && hint.chars().count() < 1_200,
        "{message} of {text:?}"
    );
    assert!(!hint.is_empty(), "no hint: {message} of {text:?}");
}

fn read(reader: &Reader) {
    let before = peak_memory();
    let (mut read, mut refused) = (0u64, 0u64);
    let from: Vec<String> = (reader.texts)();
    bolero::check!().with_type::<Edits>().with_iterations(TEXTS).for_each(|edits: &Edits| {
        let text = edits.applied(&from, reader.words);
        let start = ThreadTime::now();
        let answer = (reader.read)(&text);
        assert!(start.elapsed() < LONGEST, "{:?} for {text:?}", start.elapsed());
        let peak_memory = peak_memory().unwrap_or_default();
        // The peak never falls, so texts reduced by the fuzzer tell nothing.
        static FIRST: Once = Once::new();
        if peak_memory >= MEMORY {
            FIRST.call_once(|| eprintln!("{peak_memory} kB for {text}"));
        }
        assert!(peak_memory < MEMORY, "{peak_memory} kB for {text:?}");
        read += 1;
        if let Err(error) = answer {
            refused += 1;
            assert_message_and_hint(&error, &text);
        }
    });
    let (before, after) = (before.unwrap_or_default(), peak_memory().unwrap_or_default());
    println!("{read} texts, {refused} refused; {before} kB before, {after} kB at most");
}

/// Defines a test for each reader.
macro_rules! readers {
    ($($name:ident),+ $(,)?) => {$(
        #[test]
        fn $name() {
            read(&readers::$name());
        }
    )+};
}

readers![scenario_file, house_rule, dice, luck_script, deck_file, anydice_program, saved_outcomes];

#[cfg(feature = "documents")]
readers![report_template];

/// Unedited texts must be accepted, or the readers would refuse all texts derived from them.
#[test]
fn unedited_texts_are_accepted() {
    let mut all = vec![
        readers::scenario_file(),
        readers::house_rule(),
        readers::dice(),
        readers::luck_script(),
        readers::deck_file(),
        readers::anydice_program(),
        readers::saved_outcomes(),
    ];
    #[cfg(feature = "documents")]
    all.push(readers::report_template());
    for reader in all.drain(..) {
        for text in (reader.texts)() {
            let answer = (reader.read)(&text);
            assert!(answer.is_ok(), "{answer:?} of {text}");
        }
    }
}
