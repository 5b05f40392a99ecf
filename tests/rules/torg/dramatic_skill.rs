//! Tests of dramatic skill resolution against independent sums.

use oddsmith::odds::{Histogram, Sample};

fn case(question: &str) -> oddsmith::registry::Case {
    oddsmith::case(question).unwrap_or_else(|error| panic!("{question}: {error}"))
}

fn exact_mean(question: &str, column: &str) -> f64 {
    let laws = case(question).law(20_000_000).unwrap_or_else(|e| panic!("{question}: {e}"));
    laws.column(column).expect(column).mean().expect("it has scores")
}

/// Each step waits for a letter that is on n of the 156 cards, and one card is one step, so the
/// mean wait is 156 / n; the sum is made by hand.
#[test]
fn certain_success_with_replacement_has_the_mean_wait() {
    let question = "torg.skill value=10 difficulty=10 certain=true replacement=with";
    let summed: f64 = 156.0 / 102.0 + 156.0 / 102.0 + 156.0 / 63.0 + 156.0 / 61.0;
    assert!((summed - 176_228.0 / 21_777.0).abs() < 1e-12);
    assert!((exact_mean(question, "flips") - summed).abs() < 1e-9);
    // Each flip but four is a success without a step.
    assert!((exact_mean(question, "cards_gained") - (summed - 4.0)).abs() < 1e-9);
    assert_eq!(exact_mean(question, "steps_lost"), 0.0);
    assert!(case(question).check().remark().expect("a remark").contains("an approximation"));
}

/// If k of n cards have the letter, the first of them comes after (n + 1) / (k + 1) cards on
/// average.
#[test]
fn one_letter_without_replacement_is_exact() {
    for (step, copies) in [("a", 102.0), ("c", 63.0), ("d", 61.0)] {
        let question = format!("torg.skill value=9 difficulty=9 certain=true steps={step}");
        let mean = exact_mean(&question, "flips");
        assert!((mean - 157.0 / (copies + 1.0)).abs() < 1e-9, "{step}: {mean}");
    }
    assert!(case("torg.skill value=9 difficulty=9 steps=a").check().remark().is_none());
}

/// Samples a deck that runs down: 8.03 flips on average, within the noise of 100,000 trials.
#[test]
fn deck_that_runs_down_takes_803_flips() {
    let case = case("torg.skill value=10 difficulty=10 certain=true");
    let tallies = case.sample(Sample { trials: 100_000, seed: 3 }).unwrap();
    let mean = tallies.column("flips").unwrap().mean().unwrap();
    assert!((mean - 8.03).abs() < 0.04, "{mean}");
    assert!(case.law(2_000_000).is_err(), "it has too many states to be exact");
}

/// Returns the chance that a task is unfinished after `flips`, by a table over its steps and
/// complications, with every card from a full deck. `p` has the chance of success at each number of
/// complications.
fn unfinished(p: &[f64], flips: usize) -> f64 {
    let copies = [102.0, 102.0, 63.0, 61.0];
    let (setback, complication) = (7.0 / 156.0, 9.0 / 156.0);
    let mut now = vec![[0.0; 5]; p.len()];
    now[0][0] = 1.0;
    for _ in 0..flips {
        let mut next = vec![[0.0; 5]; p.len()];
        for (harder, row) in now.iter().enumerate() {
            let fail = 1.0 - p[harder];
            next[harder][4] += row[4];
            for done in 0..4 {
                let step = copies[done] / 156.0 * p[harder];
                next[harder][done + 1] += row[done] * step;
                next[harder][done.max(1) - 1] += row[done] * setback * fail;
                next[(harder + 1).min(p.len() - 1)][done] += row[done] * complication * fail;
                let rest = 1.0 - step - (setback + complication) * fail;
                next[harder][done] += row[done] * rest;
            }
        }
        now = next;
    }
    now.iter().map(|row| row[..4].iter().sum::<f64>()).sum()
}

/// Chances of a bonus of at least 0 to at least 9, printed to four digits with the rules of the
/// die.
const AT_LEAST: [f64; 10] =
    [0.55, 0.4450, 0.34, 0.2875, 0.2350, 0.1825, 0.13, 0.0775, 0.0775, 0.0519];

#[test]
fn completion_within_12_flips_matches_a_hand_written_chain() {
    let question = "torg.skill value=12 difficulty=12 replacement=with limit=12";
    let laws = case(question).law(20_000_000).expect("it is exact");
    let done = laws.column("flips").unwrap().within(1..=12).value;
    assert!((1.0 - done - unfinished(&AT_LEAST, 12)).abs() < 1e-4, "{done}");
}

/// Compares with another program, within the noise of its 30,000 trials.
#[test]
fn cards_aid_and_several_steps_agree_with_a_simulation() {
    let options = [
        "value=12 difficulty=[8,10,12] steps=aab at_once=2 throw=one several=flat critical_problem=restart \
         cards=2 aid=1 last_ditch=7 limit=20",
        "value=12 difficulty=10 replacement=with at_once=4 throw=one new_skill_penalty=2 \
         success_on_event=nothing skilled=false cards=1",
        "value=12 difficulty=10 at_once=2 throw=one",
    ];
    for (options, [flips, gained, lost, success]) in options.into_iter().zip(SIMULATED) {
        let case = case(&format!("torg.skill {options}"));
        let tallies = case.sample(Sample { trials: 50_000, seed: 5 }).unwrap();
        let mean = |name: &str| tallies.column(name).unwrap().mean().unwrap();
        assert!(
            (mean("cards_gained") - gained).abs() < 0.03,
            "{options}: {}",
            mean("cards_gained")
        );
        assert!((mean("steps_lost") - lost).abs() < 0.015, "{options}: {}", mean("steps_lost"));
        let column = &tallies.columns[0];
        let (_, counts) = case.success().expect("it has a success");
        assert!((column.share_of(counts) - success).abs() < 0.008, "{options}");
        // The other program counts an unfinished task as the limit, this one as one more.
        let mean = mean("flips") - (1.0 - column.share_of(counts));
        assert!((mean - flips).abs() < 0.1, "{options}: {mean}");
    }
}

/// Critical Problem: "starting over from step A". With skill equal to the difficulty number, one
/// step per card and at most 60 flips, an independent simulation of the text has 19.37 flips on
/// average (300,000 trials, 0.02 to each side) and 96.9 % done. The mean depends on the limit: some
/// who start over never finish, as complications add up, so it is 20.7 at 156 flips and rises with
/// any further one.
#[test]
fn a_critical_problem_may_start_the_task_over() {
    let case = case("torg.skill value=12 difficulty=12 critical_problem=restart");
    let tallies = case.sample(Sample { trials: 200_000, seed: 5 }).unwrap();
    let flips = tallies.column("flips").unwrap();
    assert!((flips.mean().unwrap() - 19.37).abs() < 0.15, "{:?}", flips.mean());
    let (_, done) = case.success().expect("it has a success");
    assert!((tallies.columns[0].share_of(done) - 0.969).abs() < 0.003);
}

/// Mean flips, cards gained, steps lost, and the share of finished tasks, by the other program.
const SIMULATED: [[f64; 4]; 3] =
    [[4.635, 1.316, 0.1828, 0.9976], [7.962, 2.045, 0.0807, 0.9974], [9.529, 3.328, 0.1031, 1.0]];
