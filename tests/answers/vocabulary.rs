//! Tests of the words of the expression language, each with its value for answers derived by hand.

use std::sync::Arc;

use oddsmith::answer::Results;
use oddsmith::expression::Expressions;
use oddsmith::odds::Progress;
use oddsmith::scenario::{Effort, Scenario};

/// Scenario with known answers: a d20 with a bonus succeeds with a chance of (21 + bonus - DC) /
/// 20, and a duel of equals is even.
const SCENARIO: &str = r#"
title = "Known by hand"
[sweep]
dc = [5, 10, 15]
bonus = [0, 5]
[[check]]
label = "plain"
use = "mutants.check"
set = { bonus = 0, dc = "$dc" }
[[check]]
label = "good"
use = "mutants.check"
set = { bonus = 5, dc = "$dc" }
[[check]]
label = "both"
use = "mutants.check"
set = { bonus = "$bonus", dc = "$dc" }
[[check]]
label = "dice"
use = "house.sum"
[[check]]
label = "duel"
use = "moma.duel"
answer = "solved"
set = { attribute = 2, skill = 2, rival_attribute = 2, rival_skill = 2, rounds = 1 }
[[check]]
label = "rounds"
use = "moma.duel"
set = { attribute = 2, skill = 4, rival_attribute = 2, rival_skill = 4, rounds = 5 }
[[check]]
label = "namesakes"
use = "house.namesakes"
set = { mean = "$bonus" }
[[house]]
name = "sum"
mine = { luck = "2d6" }
[[house]]
name = "namesakes"
fields = { mean = 0, value = 4 }
mine = { luck = "2d6", add = "$mean" }
"#;

fn expressions() -> Expressions {
    let scenario = Scenario::parse(SCENARIO).expect("the scenario reads");
    let effort = Effort::default().exact_only();
    let results = Results::of(&scenario.questions, effort, &Progress::default());
    Expressions::new(Arc::new(results.expect("the scenario is answered")))
}

#[test]
fn expressions_have_the_values_derived_by_hand() {
    let expressions = expressions();
    for (expression, wanted) in [
        // A figure takes precedence over a field of its name, and a field over a figure of duels
        // only.
        ("answers['namesakes'].values('mean') | list", "7 and 12"),
        ("answers['namesakes'].where('mean > 10 and value == 4').count", "1"),
        ("answers['namesakes'].at(mean=5).mean", "12"),
        ("answers['namesakes'].at(mean=5).fields.mean", "5"),
        ("answers['namesakes'].values('fields.mean') | list", "0 and 5"),
        // Answers.
        ("answers['plain'].count", "3"),
        ("answers['plain'].count('success > 0.5')", "2"),
        ("answers['plain'].label", "plain"),
        ("answers['plain'].at(dc=10).success", "0.55"),
        ("answers.where(\"label == 'plain' and dc == 10\").count", "1"),
        ("answers['plain'].min('success')", "0.3"),
        ("answers['plain'].max('success')", "0.8"),
        ("answers['plain'].mean('success')", "0.55"),
        ("answers['plain'].sum('success')", "1.65"),
        ("answers['plain'].best('success').at.dc", "5"),
        ("answers['plain'].worst('success').at.dc", "15"),
        ("answers['plain'].axes.dc | list", "5, 10 and 15"),
        ("answers['plain'].fields.bonus", "0"),
        ("answers['both'].group('bonus') | length", "2"),
        ("answers['both'].group('bonus')[1].at(dc=15).success", "0.55"),
        ("answers['plain'].values('dc') | list", "5, 10 and 15"),
        ("answers['plain'].interpolate('dc', 'success', 0.675)", "7.5"),
        ("answers['plain'].interpolate('dc', 'success', 0.1) is none", "True"),
        // Gaps.
        ("answers['good'].gap(answers['plain']).lowest | points", "20.0 points"),
        ("answers['good'].gap(answers['plain']).lowest.at.dc", "5"),
        ("answers['good'].gap(answers['plain']).highest | points", "25.0 points"),
        ("answers['good'].gap(answers['plain']).widest.value", "0.25"),
        ("answers['good'].gap(answers['plain']).at(dc=5).a | percent", "100 %"),
        ("answers['good'].gap(answers['plain']).at(dc=5).b | percent", "80.0 %"),
        ("answers['good'].gap(answers['plain']).where('value > 0.2').axes.dc | list", "10 and 15"),
        ("answers['good'].gap(answers['plain'], '1 - success').highest | number(1)", "\u{2212}0.2"),
        ("answers['good'].crossings(answers['plain']) | length", "0"),
        // One answer.
        ("answers['plain'].at(dc=10).check", "mutants.check"),
        ("answers['plain'].at(dc=10).fields.dc", "10"),
        ("answers['plain'].at(dc=10).estimate('success').fraction", "11/20"),
        ("answers['plain'].at(dc=10).estimate('success').low", "0.55"),
        ("answers['dice'].at().mean", "7"),
        ("answers['dice'].at().sd | number(3)", "2.415"),
        ("answers['dice'].at().median", "7"),
        ("answers['dice'].at().quantile(0.9)", "10"),
        ("answers['dice'].at().share(7) * 36", "6"),
        ("answers['dice'].at().at_least(11) * 36", "3"),
        ("answers['dice'].at().at_most(3) * 36", "3"),
        ("answers['dice'].at().scores | runs", "2 to 12"),
        ("answers['dice'].at().likeliest | list", "7"),
        ("(answers['dice'].at().law | first).score", "2"),
        ("answers['dice'].at().column('margin').mean", "7"),
        ("answers['dice'].at().each('margin') | map(attribute='mean') | average", "7"),
        // Over each case, with arguments.
        ("answers['dice'].min(\"column('margin').mean\")", "7"),
        ("answers['dice'].min(\"share(at_least=11) * 36\")", "3"),
        ("answers['rounds'].max(\"column('bid', at=1).mean\") - r.column('bid', at=1).mean", "0"),
        ("answers['rounds'].max(\"column('bid', at=2).mean\") - r.column('bid', at=2).mean", "0"),
        ("r.column('bid', at=1).mean == r.column('bid', at=2).mean", "False"),
        // A duel.
        ("answers['duel'].at().value", "0"),
        ("answers['duel'].at().lo + answers['duel'].at().hi", "0"),
        ("answers['duel'].at().win - answers['duel'].at().loss", "0"),
        ("answers['duel'].at().tie", "1"),
        ("answers['duel'].at().spend - answers['duel'].at().rival_spend", "0"),
        ("answers['duel'].at().strategy(1) | map(attribute='share') | sum", "1"),
        ("answers['duel'].at().gives_away('max')", "0"),
        // Filters.
        ("0.859 | percent", "85.9 %"),
        ("0.859 | percent(0)", "86 %"),
        ("0.0001 | percent", "<0.1 %"),
        ("1 | percent(unit=false)", "100.0"),
        ("(-0.0249) | points", "2.5 points"),
        ("3 | signed", "+3"),
        ("(-3) | signed", "\u{2212}3"),
        ("0.83 | signed(1)", "+0.8"),
        ("8 | number(2)", "8.00"),
        ("[4, 5, 6, 7, 9] | runs", "4 to 7 and 9"),
        ("[-2, -1, 0] | runs(sign=true)", "\u{2212}2 to 0"),
        ("[1, 2] | average", "1.5"),
        ("'one_by_one' | words", "one by one"),
    ] {
        let result = expressions
            .words(&format!("{{% set r = answers['rounds'].at() %}}{{{{ {expression} }}}}"));
        let result = result.unwrap_or_else(|error| panic!("{expression}: {error}"));
        assert_eq!(result.replace('\u{a0}', " "), wanted, "{expression}");
    }
}

#[test]
fn unknown_and_ambiguous_expressions_are_errors() {
    let expressions = expressions();
    for (expression, wanted) in [
        ("answers['plane'].count", "unknown label `plane`"),
        ("answers['plain'].at(dc=11).success", "no case"),
        ("answers['both'].at(dc=10).success", "2 cases"),
        ("answers['both'].best('dc').at.dc", "tie"),
        ("answers['good'].gap(answers['plain']).highest.at.dc", "several gaps"),
        ("answers['plain'].where('dc > 99').min('success')", "no case is left"),
        ("answers['plain'].max('sucess')", "unknown figure `sucess`"),
        ("answers['plain'].interpolate('dc', 'success', 0.1) | percent", "not a number"),
        ("answers['plain'].at(dc=10).at_least('superb')", "superb"),
        ("answers['plain'].at(dc=10).value", "duel"),
        ("answers['rounds'].at().column('bid').mean", "say which by `at=`"),
        ("[] | list", "empty"),
    ] {
        let result = expressions.words(&format!("{{{{ {expression} }}}}"));
        let error = result.expect_err(expression).to_string();
        assert!(error.contains(wanted), "{expression}: {error}");
    }
}

#[test]
fn nesting_depth_of_expressions_is_limited() {
    let expressions = expressions();
    for (text, most) in [
        ("not ".repeat(30_000) + "1", "1000"),
        ("-".repeat(1_000_000) + "1", "1000"),
        ("1".to_owned() + &"|abs".repeat(30_000), "1000"),
        (vec!["1"; 1_000_000].join("+"), "1000"),
    ] {
        let nested = format!("answers['plain'].max({text:?}) > 0");
        for error in [
            expressions.holds(&text).err(),
            expressions.holds(&nested).err(),
            expressions.words(&format!("{{{{ {} }}}}", text.get(..10_000).unwrap_or(&text))).err(),
        ] {
            let error = error.expect("it is refused").to_string();
            assert!(error.contains(most), "{error}");
        }
    }
    let branches = "{% if 0 %}".to_owned() + &"{% elif 0 %}".repeat(300) + "{% endif %}";
    assert!(expressions.words(&branches).is_err_and(|error| error.to_string().contains("elif")));
}
