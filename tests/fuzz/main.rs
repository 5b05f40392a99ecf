//! Readers under fire: texts that are nearly right, by the thousand. None may panic, hang, or take
//! much memory; what is refused is refused with one line and a hint.
//!
//! `cargo test --test fuzz` reads some hundred texts with each. For longer,
//! `BOLERO_RANDOM_ITERATIONS=1000000 cargo test --release --test fuzz -- --test-threads 1` reads a
//! million with each: one after the other, as their memory is that of the process.
//! `BOLERO_RANDOM_TEST_TIME_MS` ends each after so long. What fails prints its text and the seed
//! that makes it again (`BOLERO_RANDOM_SEED`).

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

/// Texts that each reader is given, where nobody asks for more.
const TEXTS: usize = 300;

/// A text that takes longer hangs: by the time of its thread, as others may keep the machine busy.
const LONGEST: Duration = Duration::from_secs(10);

/// The most memory of the process, in kilobytes: minijinja lets a template repeat a text up to 100 MB.
const MEMORY: u64 = 500_000;

/// The most memory that this process ever held, in kilobytes, where the system says it.
fn held() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn said_well(error: &Error, text: &str) {
    let said = error.to_string();
    let hint = error.hint().map_or_else(String::new, ToString::to_string);
    let seen = |said: &str| !said.chars().any(char::is_control);
    assert!(seen(&said) && seen(&hint), "{said:?}, {hint:?} of {text:?}");
    assert!(said.chars().count() < 1_200 && hint.chars().count() < 1_200, "{said} of {text:?}");
    assert!(!hint.is_empty(), "no hint: {said} of {text:?}");
}

fn read(reader: &Reader) {
    let before = held();
    let (mut read, mut refused) = (0u64, 0u64);
    let from: Vec<String> = (reader.texts)();
    bolero::check!().with_type::<Edits>().with_iterations(TEXTS).for_each(|edits: &Edits| {
        let text = edits.applied(&from, reader.words);
        let start = ThreadTime::now();
        let answer = (reader.read)(&text);
        assert!(start.elapsed() < LONGEST, "{:?} for {text:?}", start.elapsed());
        let held = held().unwrap_or_default();
        // What was held once stays the most, so a text made smaller by the fuzzer tells nothing.
        static FIRST: Once = Once::new();
        if held >= MEMORY {
            FIRST.call_once(|| eprintln!("{held} kB for {text}"));
        }
        assert!(held < MEMORY, "{held} kB for {text:?}");
        read += 1;
        if let Err(error) = answer {
            refused += 1;
            said_well(&error, &text);
        }
    });
    let (before, after) = (before.unwrap_or_default(), held().unwrap_or_default());
    println!("{read} texts, {refused} refused; {before} kB before, {after} kB at most");
}

/// A test for each reader.
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

/// Where nothing is changed the texts are right, or the readers would refuse all that they get.
#[test]
fn the_texts_to_begin_with_are_right() {
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
