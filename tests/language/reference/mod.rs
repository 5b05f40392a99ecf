//! Tests of random rules against a reference interpreter without laws, which rolls each die, draws
//! each card and chooses each word in turn, in all ways.
//! Belongs here: the interpreter, and the generators of rules. It uses the parser and the checks of
//! the language, nothing of the engine.

mod evaluate;
mod forks;
mod laws;
mod mixed;
mod mixed_rules;
mod rules;
mod trial;
mod value;

use std::collections::BTreeMap;

use oddsmith::answer::decided;
use oddsmith::odds::Histogram;
use oddsmith::program::Goal;
use oddsmith::registry::Case;
use oddsmith_dice::syntax::{Expression, Program};

use super::entry;
use laws::{Chance, Laws, Worth, best, laws, policy};
use rules::{Policy, Rule, Seeded};
use trial::{Player, Trial};

/// Default number of rules in a run; `ODDSMITH_RULES` sets another.
const RULES: usize = 1_500;

/// Budget of an exact answer.
const BUDGET: u64 = 2_000_000;

fn rules() -> usize {
    let rules = std::env::var("ODDSMITH_RULES").ok().and_then(|rules| rules.parse().ok());
    rules.unwrap_or(RULES)
}

/// Returns the limit of ways for the rule with this number; every sixteenth rule may take long.
fn most_ways(number: usize) -> usize {
    if number.is_multiple_of(16) { 4_000 } else { 500 }
}

/// Returns the parsed and checked rule, or `None` if the check refuses it.
fn read(rule: &str) -> Option<Program> {
    let read =
        oddsmith_dice::read_program(rule).unwrap_or_else(|fault| panic!("{rule}\n{fault:?}"));
    oddsmith_dice::check_program(read, &[]).ok().map(|checked| checked.tree)
}

/// Returns the laws of a rule by a walk of all ways, or `None` if there are more than `most`.
fn walked(program: &Program, player: &Player, most: usize) -> Option<Laws> {
    laws(program, &BTreeMap::new(), player, most)
}

/// Numbers of compared rules with steps, with a deck, and with both.
#[derive(Debug, Default)]
struct Kinds([usize; 3]);

impl Kinds {
    fn count(&mut self, rule: &str) {
        let (steps, deck) = (rule.contains("\nstep\n"), rule.contains("deck d"));
        let each = self.0.iter_mut().zip([steps, deck, steps && deck]);
        each.for_each(|(count, is)| *count += usize::from(is));
    }

    fn are_all_there(&self, rules: usize) -> bool {
        self.0.iter().all(|&count| count > rules / 100)
    }
}

/// Compares the exact laws of a case with those of the walk: fractions by their text, floats within
/// the chance of the ways that were cut. Returns the first difference.
fn difference(case: &Case, walked: &Laws) -> Option<String> {
    let laws = match case.law(BUDGET) {
        Ok(laws) => laws,
        Err(error) => return Some(format!("refused: {error}")),
    };
    for (column, law) in case.columns().iter().zip(&laws.columns) {
        let name = column.at.map_or(column.name.to_string(), |at| format!("{}@{at}", column.name));
        let Some(chances) = walked.columns.get(&name) else {
            return Some(format!("no column {name}"));
        };
        let scale = law.scale();
        let own: BTreeMap<String, (f64, Option<String>)> = law
            .possible()
            .filter(|(_, share)| *share > 0.0)
            .map(|(score, share)| {
                let shown = scale.name(score).map_or(score.to_string(), ToString::to_string);
                (shown, (share, law.exactly(score).fraction()))
            })
            .collect();
        let near = |own: f64, share: f64| (own - share).abs() < 1e-9 + walked.cut;
        let same = |(outcome, chance): (&String, &Chance)| {
            own.get(outcome).map_or(near(0.0, chance.share), |(share, fraction)| {
                let exact = fraction.as_ref().zip(chance.fraction).filter(|_| walked.cut == 0.0);
                near(*share, chance.share)
                    && exact.is_none_or(|(own, walked)| *own == walked.to_string())
            })
        };
        let is_in_both = |(outcome, (share, _)): (&String, &(f64, Option<String>))| {
            chances.contains_key(outcome) || near(*share, 0.0)
        };
        if !chances.iter().all(same) || !own.iter().all(is_in_both) {
            let shown = chances.iter().map(|(outcome, chance)| match chance.fraction {
                Some(fraction) => format!("{outcome}: {fraction}"),
                None => format!("{outcome}: {}", chance.share),
            });
            let shown = shown.collect::<Vec<_>>().join(", ");
            return Some(format!("{name}\nexact {own:?}\nwalked {shown}"));
        }
    }
    None
}

/// Asserts that the laws of a case equal those of the walk.
fn same(rule: &str, case: &Case, walked: &Laws) {
    if let Some(difference) = difference(case, walked) {
        panic!("{}\n{rule}\n{difference}", case.identity());
    }
}

#[test]
fn laws_of_random_rules_equal_the_walk_of_all_ways() {
    let mut random = Seeded(0x9e37_79b9_7f4a_7c15);
    let (mut compared, mut refused, mut kinds) = (0, 0, Kinds::default());
    for number in 0..rules() {
        let rule = Rule::of(&mut random, false).text();
        let Some(program) = read(&rule) else {
            refused += 1;
            continue;
        };
        let Some(laws) = walked(&program, &|_, _| None, most_ways(number)) else { continue };
        match entry(&rule, "").case([]) {
            Ok(case) => same(&rule, &case, &laws),
            Err(error) if laws.columns.is_empty() => {
                assert!(error.to_string().contains("no trial counts"), "{rule}\n{error}");
                continue;
            }
            Err(error) => panic!("{rule}\n{error}"),
        }
        compared += 1;
        kinds.count(&rule);
    }
    println!("{} rules, {compared} compared, {refused} refused, {kinds:?}", rules());
    assert!(compared > rules() / 2, "{compared} compared, {refused} refused");
    assert!(kinds.are_all_there(rules()), "{kinds:?}");
}

/// Parses the expressions of a policy.
fn by(policy: &Policy, rule: &Rule, program: &Program) -> Option<BTreeMap<String, Expression>> {
    let each = policy.iter().zip(rule.decisions()).map(|((_, text), (name, words))| {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let read = oddsmith_dice::check_decision(text, (name, &words), program, &[]);
        read.ok().map(|read| (name.to_owned(), read))
    });
    each.collect()
}

/// Asserts that the best value, and the loss of always taking each word, equal those of a player
/// who tries every word at every choice. The goal is one of three, by `number`. Returns false if
/// there are too many ways.
fn best_of_all(text: &str, rule: &Rule, program: &Program, number: usize) -> bool {
    let x = |trial: &Trial| trial.names["x"].number() as f64;
    let mean = |least| Goal::Mean { column: "x".to_owned(), least };
    let success = |trial: &Trial| f64::from(u8::from(x(trial) >= 2.0));
    let goals: [(Goal, f64, &Worth); 3] = [
        (mean(false), 1.0, &x),
        (mean(true), -1.0, &|trial| -x(trial)),
        (Goal::Success, 1.0, &success),
    ];
    let entry = entry(text, "success = \"x >= 2\"");
    let case = entry.case([]).unwrap_or_else(|error| panic!("{text}\n{error}"));
    let (goal, sign, worth) = &goals[number % 3];
    let best = |player: &Player| best(program, player, worth, most_ways(number));
    let Some(most) = best(&|_, _| None) else { return false };
    let found = decided(&case, goal, BUDGET).unwrap_or_else(|error| panic!("{text}\n{error}"));
    let context = format!("{text}\n{goal:?}\n{found:?}");
    assert!((found.value - sign * most).abs() < 1e-9, "{most}\n{context}");
    let words = rule.decisions().map(|(_, words)| words.len());
    assert_eq!(found.fixed.len(), words.sum::<usize>(), "{context}");
    for (name, word, loss) in &found.fixed {
        let words = rule.decisions().find(|(own, _)| own == name).expect("it is one").1;
        let place = words.iter().position(|own| own == word).expect("it is one") as i64;
        let always = |_: &mut Trial, own: &str| (own == name).then_some(place);
        let lost = most - best(&always).expect("they are fewer ways");
        assert!((loss - lost).abs() < 1e-9, "{name} = {word}: {lost}\n{context}");
    }
    true
}

#[test]
fn random_decisions_equal_the_walk_of_all_ways() {
    let mut random = Seeded(0x2545_f491_4f6c_dd1d);
    let (mut compared, mut solved, mut refused, mut kinds) = (0, 0, 0, Kinds::default());
    let rules = rules() / 2;
    for number in 0..rules {
        let rule = Rule::of(&mut random, true);
        let text = rule.text();
        let Some(program) = read(&text) else {
            refused += 1;
            continue;
        };
        // Without a policy the first word is taken.
        let first: Policy = rule
            .decisions()
            .map(|(name, words)| (format!("decide.{name}"), words[0].to_owned()))
            .collect();
        let others = [(), ()].map(|()| rule.policy(&mut random));
        for (place, policies) in [first].iter().chain(&others).enumerate() {
            let Some(by) = by(policies, &rule, &program) else {
                refused += 1;
                continue;
            };
            let Some(laws) = walked(&program, &policy(&by), most_ways(number)) else { break };
            let given = policies.iter().filter(|_| place > 0);
            let given = given.map(|(name, text)| (name.as_str(), text.as_str()));
            let case = entry(&text, "").case(given.collect::<Vec<_>>());
            same(&text, &case.unwrap_or_else(|error| panic!("{text}\n{error}")), &laws);
            compared += 1;
        }
        if best_of_all(&text, &rule, &program, number) {
            solved += 1;
            kinds.count(&text);
        }
    }
    println!(
        "{rules} rules, {compared} policies compared, {solved} solved, {refused} refused, {kinds:?}"
    );
    assert!(compared > 2 * rules && solved > rules / 2, "{compared}, {solved}");
    assert!(kinds.are_all_there(rules), "{kinds:?}");
}
