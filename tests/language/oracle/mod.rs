//! Tests of random rules against a walk of every face, card and word: rules of the grammar with
//! loops, tables, steps, cards and decisions are answered exactly, and by an interpreter without
//! laws, which rolls each die, draws each card and chooses each word in turn, in all ways.

mod rules;
mod values;
mod ways;

use std::collections::BTreeMap;

use oddsmith::answer::decided;
use oddsmith::odds::Histogram;
use oddsmith::program::Goal;
use oddsmith::registry::Case;
use oddsmith_dice::syntax::{Expression, Program};

use super::entry;
use rules::{Policy, Rule, Seeded};
use ways::{Player, Way, Worth, best, most_ways, policy, walked};

/// Default number of rules in a run; `ODDSMITH_RULES` sets another.
const RULES: usize = 1_500;

/// Budget of an exact answer.
const BUDGET: u64 = 2_000_000;

fn rules() -> usize {
    let rules = std::env::var("ODDSMITH_RULES").ok().and_then(|rules| rules.parse().ok());
    rules.unwrap_or(RULES)
}

/// Returns the parsed and checked rule, or `None` if the check refuses it.
fn read(rule: &str) -> Option<Program> {
    let read =
        oddsmith_dice::read_program(rule).unwrap_or_else(|fault| panic!("{rule}\n{fault:?}"));
    oddsmith_dice::check_program(read, &[]).ok().map(|checked| checked.tree)
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

/// Asserts that the law of a case equals the shares of its ways.
fn same(rule: &str, case: &Case, ways: &BTreeMap<String, f64>) {
    let identity = case.identity();
    let laws = case.law(BUDGET).unwrap_or_else(|error| panic!("{rule}\n{error}"));
    let law = laws.column("x, y").expect("it is asked");
    let scale = law.scale();
    let own: BTreeMap<&str, f64> = law
        .possible()
        .filter(|(_, share)| *share > 0.0)
        .map(|(score, share)| (scale.name(score).unwrap(), share))
        .collect();
    let same = own.len() == ways.len()
        && ways.iter().all(|(name, share)| {
            own.get(name.as_str()).is_some_and(|own| (own - share).abs() < 1e-9)
        });
    assert!(same, "{identity}\n{rule}\nexact {own:?}\nwalked {ways:?}");
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
        let Some(ways) = walked(&program, &|_, _| None, most_ways(number)) else { continue };
        match entry(&rule, "").case([]) {
            Ok(case) => same(&rule, &case, &ways),
            Err(error) if ways.is_empty() => {
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
    let x = |way: &Way| way.names["x"].number() as f64;
    let mean = |least| Goal::Mean { column: "x".to_owned(), least };
    let success = |way: &Way| f64::from(u8::from(x(way) >= 2.0));
    let goals: [(Goal, f64, &Worth); 3] = [
        (mean(false), 1.0, &x),
        (mean(true), -1.0, &|way| -x(way)),
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
        let always = |_: &mut Way, own: &str| (own == name).then_some(place);
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
            let Some(ways) = walked(&program, &policy(&by), most_ways(number)) else { break };
            let given = policies.iter().filter(|_| place > 0);
            let given = given.map(|(name, text)| (name.as_str(), text.as_str()));
            let case = entry(&text, "").case(given.collect::<Vec<_>>());
            same(&text, &case.unwrap_or_else(|error| panic!("{text}\n{error}")), &ways);
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
