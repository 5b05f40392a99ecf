//! Tests of the estimated memory of laws against the memory that a process takes: over fifty large
//! exact answers, each in a separate process.
#![cfg(target_os = "linux")]

use std::process::Command;

use oddsmith::registry::Case;

use super::entry;

/// Tolerance for other memory of the process, in bytes: laws of rolls, and partly used pages.
const OVERHEAD: f64 = 2e6;

/// Budget of each law.
const BUDGET: u64 = 20_000_000;

/// Rules with many states, each with its sizes.
const RULES: [(&str, &str, [i64; 10]); 5] = [
    (
        "a battle",
        "state a = $size, d = $size\nstep\n  hits = count((min(a, 6))d6, <=1)\n  back = count((min(d, 6))d6, <=2)\n  a = max(0, a - back)\n  d = max(0, d - hits)\nuntil a = 0 or d = 0\nattacker: d = 0\ndefender: otherwise",
        [30, 34, 38, 42, 44, 46, 48, 50, 52, 54],
    ),
    (
        "cards up to a sum",
        "deck d = 1..7 x4, 8 x6\nstate total = 0\nstep\n  total = total + draw(d, 1)\nuntil total >= $size\nask total",
        [20, 24, 28, 32, 36, 40, 44, 48, 52, 56],
    ),
    (
        "two clocks and a road",
        "state x = 0 in 0..$size, y = 0 in 0..$size, z = 0 in 0..9\nstep\n  x = x + d3\n  y = y + d4\n  z = (z + d2) mod 10\nuntil x >= $size or y >= $size\nask x, z",
        [24, 28, 32, 36, 40, 44, 48, 52, 56, 60],
    ),
    (
        "a walk that comes back",
        "state x = $size in 0..$size, y = $size in 0..$size\nstep\n  x = x + d3 - 2\n  y = y + d3 - 2\nuntil x = 0 or y = 0, at most 40\nask x",
        [16, 18, 20, 22, 24, 26, 28, 30, 32, 34],
    ),
    (
        "a race",
        "state a = 0 in 0..$size, b = 0 in 0..$size, lead = 0 in 0..20\nstep\n  a = a + d6\n  b = b + d6 - d2\n  lead = lead + (a > b)\nuntil a >= $size or b >= $size\nask lead, b",
        [24, 28, 32, 36, 40, 44, 48, 52, 56, 60],
    ),
];

/// Returns a figure of this process in bytes, by its name in `/proc/self/status`.
fn figure(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux says it");
    let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("it is there");
    1024 * line.split_whitespace().next().and_then(|kb| kb.parse::<u64>().ok()).expect("a number")
}

fn case(rule: &str, size: i64) -> Case {
    entry(&rule.replace("$size", &size.to_string()), "").example().expect(rule)
}

/// Computes one law in this process, and prints its estimated memory and the growth of the process.
#[test]
#[ignore = "asked by the other test, which says which answer"]
fn one_answer() {
    let Ok(wanted) = std::env::var("ODDSMITH_ANSWER") else { return };
    let (family, size) = wanted.split_once(' ').expect("two numbers");
    let [family, size] = [family, size].map(|number| number.parse::<usize>().expect("a number"));
    let (_, rule, sizes) = RULES[family];
    // Loads the code and computes the laws of the rolls in advance.
    let _ = case(rule, 4).law(BUDGET);
    // Finds the scales in another thread, so that the memory left over from it is separate.
    let made = std::thread::spawn(move || case(rule, sizes[size]));
    let case = made.join().expect("it is made");
    let before = figure("VmRSS:");
    // Resets the peak memory of the process.
    std::fs::write("/proc/self/clear_refs", "5").expect("Linux allows it");
    match case.law(BUDGET) {
        Ok(laws) => {
            println!("took {} {}", laws.memory, figure("VmHWM:").saturating_sub(before));
        }
        Err(error) => println!("refused: {error}"),
    }
}

#[test]
fn estimated_memory_matches_the_process() {
    let (mut wrong, mut large) = (Vec::new(), 0);
    for (family, (name, _, sizes)) in RULES.iter().enumerate() {
        for (size, number) in sizes.iter().enumerate() {
            let mut command = Command::new(std::env::current_exe().expect("this test"));
            command.args(["memory::one_answer", "--exact", "--ignored", "--nocapture"]);
            // Returns freed memory to the system at once, so that only memory in use counts.
            command.env("MALLOC_TRIM_THRESHOLD_", "0").env("MALLOC_TOP_PAD_", "0");
            command.env("MALLOC_MMAP_THRESHOLD_", "65536");
            command.env("ODDSMITH_ANSWER", format!("{family} {size}"));
            let output = command.output().expect("it runs");
            let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
            let Some((_, took)) = stdout.lines().find_map(|line| line.split_once("took ")) else {
                assert!(stdout.contains("refused: "), "{name} {number}: {stdout}");
                println!("refused: {name} {number}");
                continue;
            };
            let mut both = took.split(' ').map(|bytes| bytes.parse::<f64>().expect("bytes"));
            let (account, process) = (both.next().expect("two"), both.next().expect("two"));
            let [estimated, taken] = [account, process].map(|bytes| bytes / 1e6);
            println!("{estimated:>7.2} MB by the account, {taken:>7.2} MB taken: {name} {number}");
            large += usize::from(process > 3e6);
            if (account - process).abs() > process / 10.0 + OVERHEAD {
                wrong.push(format!("{name} {number}: {estimated:.2} and {taken:.2} MB"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(large >= 25, "{large} answers are large");
}
