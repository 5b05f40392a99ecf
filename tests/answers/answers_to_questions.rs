//! Tests of events, gaps, crossings, pairs and expectations in answers. Each test guards against an
//! answer that was once misleading.

use std::sync::Arc;

use oddsmith::expression::Expressions;
use oddsmith::odds::{Event, Progress};
use oddsmith::scenario::Scenario;
use oddsmith::{
    answer::{Answers, Gaps, Results},
    expectations::{Judgement, Verdict, judge},
};

fn results(text: &str) -> (Scenario, Arc<Results>) {
    let scenario = Scenario::parse(text).unwrap();
    let effort = scenario.effort;
    let results = Results::of(&scenario.questions, effort, &Progress::default()).unwrap();
    (scenario, Arc::new(results))
}

fn judged(text: &str) -> Vec<Judgement> {
    let (scenario, results) = results(text);
    judge(&scenario, &results, &Progress::default()).unwrap()
}

fn gaps(results: &Results) -> Gaps {
    let [one, other]: &[Answers; 2] = results.checks[..].try_into().unwrap();
    Gaps::of(one, other, [&Event::SUCCESS, &Event::SUCCESS]).unwrap()
}

const ROLLS: &str = r#"
title = "Two dice against one"
trials = 0
[sweep]
dc = { from = 5, to = 9 }
[[check]]
label = "two"
use = "house.roll"
set = { luck = "2d6", dc = "$dc" }
[[check]]
label = "one"
use = "house.roll"
set = { luck = "d12", dc = "$dc" }
"#;

/// At Difficulty Class 8 both chances are equal, so the curves cross there and not between 8 and 9.
#[test]
fn curves_cross_where_the_difference_is_zero() {
    let (_, results) = results(ROLLS);
    let gaps = gaps(&results);
    assert_eq!(gaps.gaps[3].difference.value(), 0.0);
    let crossings: Vec<f64> = gaps.crossings().iter().map(|crossing| crossing.at).collect();
    assert_eq!(crossings, [8.0]);
    let expressions = Expressions::new(results);
    assert_eq!(
        expressions.words("{{ answers.two.gap(answers.one).crossings | list }}").unwrap(),
        "8"
    );
}

/// Both cases are exact, so their difference is exact too; the paired sampled difference is
/// reported in addition.
#[test]
fn pair_of_exact_cases_has_an_exact_difference() {
    let (_, results) = results(
        r#"
title = "One die, two bonuses"
trials = 20_000
[[check]]
label = "three"
use = "mutants.check"
set = { bonus = 3, dc = 10 }
pair = "luck"
[[check]]
label = "four"
use = "mutants.check"
set = { bonus = 4, dc = 10 }
pair = "luck"
"#,
    );
    let [pair] = &results.pairs[..] else { panic!("one pair has one difference") };
    assert!((pair.difference.value() + 0.05).abs() < 1e-12);
    assert_eq!(pair.difference.low(), pair.difference.high());
    let sampled = pair.difference.sampled.expect("it was played");
    assert!(sampled.low < -0.05 && sampled.high > -0.05 && sampled.high - sampled.low < 0.01);
}

const SAVES: &str = r#"
title = "Saves"
trials = 20_000
[sweep]
damage = { from = 0, to = 20, step = 5 }
[[check]]
label = "cards"
use = "melodrama.toughness"
set = { toughness = 8, damage = "$damage" }
[[check]]
label = "the d20"
use = "mutants.toughness"
set = { toughness = 8, damage = "$damage" }
"#;

/// A rung means the same event in a table, an expectation and an expression.
#[test]
fn rung_has_the_same_share_in_answers_and_expressions() {
    let (_, results) = results(SAVES);
    for check in &results.checks {
        let event = Event::rung("bruised").settled(check.columns(), &check.label).unwrap();
        for (number, answer) in check.cases.iter().enumerate() {
            let share = answer.event(&event).unwrap().value();
            let damage = check.value("damage", number).unwrap();
            let expressions = Expressions::new(results.clone());
            let expression = format!(
                "{{{{ answers['{}'].at(damage={damage}).at_least('bruised') == {share:?} }}}}",
                check.label
            );
            assert_eq!(expressions.words(&expression).unwrap(), "True", "{} {damage}", check.label);
        }
    }
}

/// A result may have a number as its name: a text argument selects by name, a number by score.
#[test]
fn result_named_by_a_number_is_found_by_name() {
    let text = "title = \"Numbers\"\n[[house]]\nname = \"r\"\nrule = \"\"\"\nr = d20\n1: r >= 18\n2: \
        r >= 10\n3: otherwise\n\"\"\"\nladder = [\"3\", \"1\", \"2\"]\n[[check]]\nlabel = \"r\"\nuse = \
        \"house.r\"\n";
    let (_, results) = results(text);
    let expressions = Expressions::new(results.clone());
    let words = "{% set r = answers['r'] %}{{ r.share('1') }} {{ r.share(1) }} {{ r.share(2) }} {{ \
        r.share(\"3\") }} {{ r.at_least('2') }} {{ r.estimate('share:2').value }}";
    assert_eq!(expressions.words(words).unwrap(), "0.15 0.15 0.4 0.45 0.4 0.4");
    let rows = "[[expect]]\nlabel = \"r\"\nmeasure = \"share:1\"\nbetween = [0.149, 0.151]\n\
        [[expect]]\nlabel = \"r\"\nmeasure = \"at_least:2\"\nbetween = [0.399, 0.401]\n";
    let rows = judged(&format!("{text}{rows}"));
    assert!(rows.iter().all(|row| row.verdict == Verdict::Holds), "{rows:?}");
}
#[test]
fn expectations_are_judged() {
    let rows = |rows: &str| judged(&format!("{SAVES}{rows}"));
    let verdicts = |rows: &[Judgement]| rows.iter().map(|row| row.verdict).collect::<Vec<_>>();
    let holding = rows(
        r#"
[[expect]]
label = "cards"
where = { damage = 5 }
measure = "share:unhurt"
between = [0, 1]
[[expect]]
label = "cards"
monotone = "falling"
over = "damage"
[[expect]]
label = "cards"
where = { damage = 0 }
above = "the d20"
[[expect]]
label = "the d20"
measure = "mean"
minus = "cards"
at_most = 1
[[expect]]
that = "answers.cards.best('success').at.damage == 0"
why = "No damage is saved against most often."
"#,
    );
    assert_eq!(verdicts(&holding), [Verdict::Holds; 5]);
    let failed = rows(
        r#"
[[expect]]
label = "cards"
where = { damage = 20 }
at_least = 0.9
[[expect]]
label = "cards"
monotone = "rising"
over = "damage"
[[expect]]
that = "answers.cards.min('success') > 0.9"
why = "It never fails."
"#,
    );
    assert_eq!(verdicts(&failed), [Verdict::Fails; 3]);
    assert_eq!(failed[2].why.as_deref(), Some("It never fails."));
    assert!(failed[0].subject.contains("damage 20"), "{}", failed[0].subject);
}

/// A sampled measure near its bound gets more trials until its confidence interval excludes the
/// bound.
#[test]
fn sampled_measure_near_its_bound_gets_more_trials() {
    let verdict = |bound: f64| {
        let text = format!(
            r#"
title = "A coin of twenty"
trials = 1000
[[check]]
label = "even"
use = "mutants.check"
set = {{ bonus = 0, dc = 11 }}
answer = "sampled"
[[expect]]
label = "even"
at_least = {bound}
"#
        );
        judged(&text)[0].verdict
    };
    assert_eq!(verdict(0.48), Verdict::Holds);
    assert_eq!(verdict(0.52), Verdict::Fails);
    assert_eq!(verdict(0.5), Verdict::Undecided);
}

#[test]
fn duel_may_be_solved_without_law_or_tally() {
    let (_, results) = results(
        r#"
title = "A duel"
[[check]]
label = "duel"
use = "moma.duel"
set = { attribute = 4, skill = 4, rival_attribute = 5, rival_skill = 4, price = 0.05 }
answer = "solved"
"#,
    );
    let answer = &results.checks[0].cases[0];
    assert!(answer.laws.is_none() && answer.tallies.is_none());
    assert!((answer.solved().unwrap().value + 0.33).abs() < 1e-9);
    let expressions = Expressions::new(results.clone());
    let words = expressions.words("{{ answers.duel.at(rounds=1).value | number(2) }}").unwrap();
    assert_eq!(words, "\u{2212}0.33");
    assert!(expressions.words("{{ answers.duel.at(rounds=1).success }}").is_err());
}

/// Expressions that match no case, or several cases where one is needed, fail with a specific
/// error.
#[test]
fn unmatched_references_of_expressions_are_errors() {
    let (_, results) = results(SAVES);
    let expressions = Expressions::new(results);
    for (expression, message) in [
        ("answers.cards.at(damage=3).success", "no case of `cards`"),
        ("answers.cards.at(toughness=8).success", "5 cases of `cards`"),
        ("answers.cards.at(armour=8).success", "unknown axis or field `armour`"),
        ("answers.dice.min('success')", "unknown label `dice`"),
        ("answers.cards.min('sucess')", "sucess"),
        ("answers.cards.cases[0].sucess", "unknown figure `sucess` of cards"),
        ("answers.cards.where('sucess > 0.5')", "unknown figure `sucess` of cards"),
        ("answers.cards.where('damage > 99').min('success')", "no case is left"),
        ("answers.cards.cases[0].share('unhert')", "unknown result `unhert`"),
    ] {
        let error = expressions.words(&format!("{{{{ {expression} }}}}")).unwrap_err();
        assert!(error.to_string().contains(message), "{expression}: {error}");
    }
}
