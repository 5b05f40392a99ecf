//! Tests of charts of answers: every kind from a small scenario, and its title.

use std::sync::Arc;

use oddsmith::answer::Results;
use oddsmith::chart::{self, Drawing, NoExpressions};
use oddsmith::expression::Expressions;
use oddsmith::odds::{Event, Progress, Which};
use oddsmith::readout::Shown;
use oddsmith::scenario::{Chart, ChartKind, Effort, Level, Scenario};

use super::check_texts;

/// Returns the answers to a scenario, sampled only for checks that set their own trials.
pub fn answered(scenario: &Scenario) -> Arc<Results> {
    let effort = Effort { trials: Some(0), ..Effort::default() };
    let results = Results::of(&scenario.questions, effort, &Progress::default());
    Arc::new(results.expect("answers"))
}

/// Draws the first chart of a scenario, and asserts that its texts do not overlap.
fn drawn(text: &str) -> Drawing {
    let scenario = Scenario::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let results = answered(&scenario);
    let expressions = Expressions::new(results.clone());
    let drawing =
        chart::drawing(&results, &scenario.charts[0], &expressions, "oddsmith run x.toml");
    let drawing = drawing.unwrap_or_else(|error| panic!("{error}\n{text}"));
    check_texts(&drawing.title, std::str::from_utf8(&drawing.bytes).expect("an SVG"));
    assert_eq!(drawing.inline.matches("<svg").count(), 2, "wide and narrow for a page");
    drawing
}

fn svg(drawing: &Drawing) -> &str {
    std::str::from_utf8(&drawing.bytes).expect("an SVG")
}

pub const SAVES: &str = r#"
title = "saves"
[sweep]
damage = { from = 0, to = 8 }
[[check]]
label = "cards"
use = "melodrama.toughness"
set = { toughness = 5, damage = "$damage" }
[[check]]
label = "the d20"
use = "mutants.toughness"
set = { toughness = 5, damage = "$damage" }
[[chart]]
"#;

/// Checks that are ten points apart at every bonus.
const APART: &str = r#"
title = "apart"
[sweep]
bonus = { from = -4, to = 4 }
[[check]]
label = "easy"
use = "mutants.check"
set = { bonus = "$bonus", dc = 10 }
[[check]]
label = "hard"
use = "mutants.check"
set = { bonus = "$bonus", dc = 12 }
[[check]]
label = "harder"
use = "mutants.check"
set = { bonus = "$bonus", dc = 14 }
[[chart]]
x = "bonus"
"#;

/// The title of a constant difference has no place and the chart names the checks that it leaves
/// out; the ticks of a constant value differ from each other.
#[test]
fn constant_differences_and_values_are_drawn() {
    let drawing = drawn(&format!("{APART}kind = 'difference'"));
    assert_eq!(drawing.title, "Easy: 10.0 points ahead of hard throughout");
    assert!(svg(&drawing).contains("the first two of 3 checks"));
    let occurrences = |drawing: &Drawing, text: &str| {
        svg(drawing).lines().filter(|line| line.strip_suffix("</text>") == Some(text)).count()
    };
    assert_eq!((occurrences(&drawing, "+10.0"), svg(&drawing).contains("+10.0 at")), (1, false));
    let flat = "kind = 'curve'\ncolumn = 'margin'\nvalue = 'sd'\nunit = 'number'";
    let drawing = drawn(&format!("{APART}{flat}"));
    for tick in ["5.0", "5.5", "6.0", "6.5"] {
        assert_eq!(occurrences(&drawing, tick), 1, "{tick}");
    }
}

const DICE: &str = r#"
title = "dice"
[sweep]
dc = { from = 5, to = 9 }
add = [0, 2]
[[check]]
label = "two"
use = "house.dice"
set = { luck = "2d6", dc = "$dc", bonus = "$add" }
[[chart]]
"#;

/// House rule of the scenarios of dice.
const ROLL: &str = r#"
[[house]]
name = "dice"
fields = { bonus = 0, dc = 7 }
mine = { add = "$bonus", luck = "2d6" }
theirs = { add = "$dc" }
tie = "active"
"#;

pub fn dice(chart: &str) -> String {
    DICE.replace("luck = \"2d6\", ", "") + chart + ROLL
}

pub const COURSE: &str = r#"
title = "blows"
[sweep]
toughness = [6, 8, 10]
[[check]]
label = "cards"
use = "melodrama.knockout"
set = { toughness = "$toughness", damage = 8 }
[[chart]]
"#;

#[test]
fn every_kind_is_drawn_from_answers() {
    let saves = |chart: &str| drawn(&format!("{SAVES}{chart}"));
    let curve = saves("kind = 'curve'\nx = 'damage'");
    assert!(curve.title.contains("points ahead of"), "{}", curve.title);
    assert!(svg(&saves("kind = 'difference'\nx = 'damage'")).contains("less the d20, points"));
    assert!(saves("kind = 'stack'\nx = 'damage'").title.contains("points ahead of"));
    assert!(svg(&saves("kind = 'stack'\nwhere = 'damage == 3'")).contains("unhurt"));
    assert!(saves("kind = 'bars'\nwhere = 'damage == 3'").title.starts_with("Likeliest"));
    let heat = drawn(&dice("kind = 'heat'\nx = 'dc'\ny = 'add'"));
    assert!(heat.title.starts_with("Two: chance of success from "), "{}", heat.title);
    let margin = drawn(&dice("kind = 'margin'\nwhere = 'dc == 7 and add == 0'"));
    assert_eq!(margin.title, "Two: success 58 %", "21 of 36 ways to roll 7 or more");
    let scatter = drawn(&dice("kind = 'scatter'\nx = 'mean'\ny = 'sd'"));
    assert!(svg(&scatter).contains("Standard deviation of margin"));
    let course = |chart: &str| drawn(&format!("{COURSE}{chart}"));
    let survival = course("kind = 'survival'\nsplit = 'toughness'").title;
    assert!(survival.starts_with("Cards: half the time it is over within"), "{survival}");
    let means = course("kind = 'curve'\nx = 'toughness'\nvalue = 'mean'").title;
    assert!(means.starts_with("Cards: mean of blows rises from "), "{means}");
}

#[test]
fn indexed_columns_are_drawn_as_fans() {
    let fan = drawn(
        r#"
        title = "days"
        [[check]]
        label = "a day"
        use = "moma.days"
        set = { attribute = 4, skill = 6, dn = 14, encounters = 4, policy = "need" }
        answer = "sampled"
        trials = 2000
        [[chart]]
        kind = "fan"
        column = "pool"
        "#,
    );
    assert!(fan.title.starts_with("A day: mean pool"), "{}", fan.title);
    assert!(svg(&fan).contains("25 to 75 %"), "the key of the quantiles");
    assert!(!svg(&fan).contains("exact; "), "it was sampled, and the source says so");
}

/// The chart, its title and its table count the same event: each game's own success.
#[test]
fn chart_and_title_count_the_same_event() {
    let text = format!("{SAVES}kind = 'curve'\nx = 'damage'");
    let scenario = Scenario::parse(&text).expect("a scenario");
    let results = answered(&scenario);
    let share = |check: usize, case: usize| {
        results.checks[check].cases[case].event(&Event::SUCCESS).expect("a success").value()
    };
    let gap = (0..9).map(|case| (share(0, case) - share(1, case)).abs()).fold(0.0, f64::max);
    let title = drawn(&text).title;
    assert!(title.contains(&format!("{:.1} points", gap * 100.0)), "{title}: {gap}");
    // Another event gives another number, and the chart names the event.
    let other = drawn(&format!("{SAVES}kind = 'curve'\nx = 'damage'\nof = 'bruised'"));
    assert!(svg(&other).contains("Chance of bruised or better"), "what it counts is said");
    assert_ne!(other.title, title);
}

#[test]
fn titles_name_ties_and_ignore_rounding() {
    let roll = |luck: &str| {
        let house = ROLL.replace("2d6", luck);
        let check = "[[check]]\nlabel = 'roll'\nuse = 'house.dice'\nset = { dc = 10 }\n";
        drawn(&format!("title = 'x'\n{check}[[chart]]\nkind = 'bars'\n{house}")).title
    };
    assert_eq!(roll("3d6"), "Roll: success 63 %; likeliest margin 0 or 1");
    assert_eq!(roll("d20"), "Roll: success 55 %");
    assert_eq!(roll("2d6"), "Roll: success 17 %; likeliest margin \u{2212}3");
    // Two shares that print alike are not called equal.
    let near = "[[house]]\nname = 'a'\nfields = { dc = 5 }\nmine = { luck = 'd1000' }\n\
        theirs = { add = '$dc' }\ntie = 'active'\n";
    let check = "[[check]]\nuse = 'house.a'\nset = { dc = '$dc' }\n";
    let title = drawn(&format!(
        "title = 'x'\n[sweep]\ndc = [500, 501]\n{check}[[chart]]\nkind = 'curve'\nx = 'dc'\n{near}"
    ));
    assert_eq!(title.title, "House rule a: success stays near 50 %");
}

/// An event off the ladder is an error with its place and a hint; nothing panics.
#[test]
fn an_event_off_the_ladder_is_an_error() {
    for of in ["6", "5", "-1", "'dazed'"] {
        for kind in ["stack", "bars", "curve", "difference"] {
            let chart = format!("{SAVES}kind = '{kind}'\nx = 'damage'\nof = {of}");
            let error = Scenario::parse(&chart).expect_err("off the ladder");
            assert!(
                error.to_string().contains("line 16") && error.hint().is_some(),
                "{of}: {error}"
            );
        }
    }
    let scenario = Scenario::parse(&format!("{SAVES}kind = 'stack'\nx = 'damage'")).expect("one");
    let results = answered(&scenario);
    for score in [6, 5, -1, i32::MAX] {
        let event = Event::of(Which::AtLeast(score));
        let chart = Chart { event, ..scenario.charts[0].clone() };
        let error = chart::draw(&results, &chart, &NoExpressions, "").expect_err("off the ladder");
        assert!(
            error.hint().is_some_and(|hint| hint.to_string().starts_with("its rungs are 0 to 4"))
        );
    }
}

#[test]
fn charts_filter_cases_and_draw_expressions() {
    let only =
        drawn(&format!("{SAVES}kind = 'curve'\nx = 'damage'\nwhere = \"label == 'cards'\"\n"));
    assert!(only.title.starts_with("Success falls from "), "{}", only.title);
    let chart = "kind = 'heat'\nx = 'damage'\ny = 'label'\nunit = 'points'\n\
        value = \"success - answers['cards'].at(damage=damage).success\"\n\
        title = '{{ answers.count(\"true\") }} cases'\nsubtitle = 'at most {{ 1.5 }}'";
    let heat = drawn(&format!("{SAVES}{chart}"));
    assert_eq!(heat.title, "18 cases");
    assert!(svg(&heat).contains("at most 1.5") && svg(&heat).contains("the d20"));
    let none = format!("{SAVES}kind = 'curve'\nx = 'damage'\nwhere = 'damage > 100'");
    let scenario = Scenario::parse(&none).expect("a scenario");
    let results = answered(&scenario);
    let expressions = Expressions::new(results.clone());
    let error = chart::draw(&results, &scenario.charts[0], &expressions, "").expect_err("no case");
    assert!(error.to_string().contains("no case is left") && error.hint().is_some());
}

#[test]
fn fitting_chart_kind_is_chosen() {
    let kind = |chart: &str| {
        let scenario = Scenario::parse(chart).expect("a scenario");
        let results = answered(&scenario);
        let fitting = chart::fitting(&results, &Shown::default(), None);
        chart::draw(&results, &fitting, &NoExpressions, "oddsmith odds").expect("a chart");
        fitting.kind
    };
    assert_eq!(kind(&format!("{SAVES}kind = 'curve'\nx = 'damage'")), ChartKind::Stack);
    assert_eq!(kind(&dice("kind = 'heat'\nx = 'dc'\ny = 'add'")), ChartKind::Heat);
    let one = format!("title = 'x'\n[[check]]\nuse = 'house.dice'\n{ROLL}");
    assert_eq!(kind(&one), ChartKind::Margin);
    assert_eq!(kind(&format!("{COURSE}kind = 'survival'")), ChartKind::Survival);
}

/// A target share has its own line, and the title names the difficulty at which it is met: a d20
/// with a bonus of 8 succeeds with 65 % against 16.
#[test]
fn target_share_is_a_line() {
    let drawn = |fields: &str, sweep: &str, share: f64, never_below: bool| {
        let check = format!("[[check]]\nuse = 'mutants.check'\nset = {{ {fields}, dc = '$dc' }}");
        let text =
            format!("title = 'aim'\n[sweep]\ndc = {{ from = 5, to = 26 }}\n{sweep}\n{check}");
        let results = answered(&Scenario::parse(&text).expect("a scenario"));
        let level = Some(Level { share, never_below });
        let shown = Shown { level, ..Shown::default() };
        let chart = chart::fitting(&results, &shown, None);
        let expressions = Expressions::new(results.clone());
        let drawing = chart::drawing(&results, &chart, &expressions, "oddsmith dc");
        let drawing = drawing.expect("a chart");
        check_texts(&drawing.title, svg(&drawing));
        drawing
    };
    let curve = drawn("bonus = 8", "", 0.65, false);
    assert_eq!(curve.title, "Mutants check against a DC: success comes nearest to 65 % at DC 16");
    assert!(svg(&curve).contains("65 %"));
    // Two values are equally near, so none is named as the nearest.
    assert_eq!(
        drawn("bonus = 8", "", 0.625, false).title,
        "Mutants check against a DC: success falls from 100 % to 15 %"
    );
    // 60 % is nearer, but below the target.
    assert_eq!(
        drawn("bonus = 8", "", 0.61, true).title,
        "Mutants check against a DC: success comes nearest to 61 %, and not below it, at DC 16"
    );
    let sweep = "bonus = { from = 0, to = 15 }";
    let heat = drawn("bonus = '$bonus'", sweep, 0.65, false);
    assert_eq!(heat.title, "Mutants check against a DC: chance of success 65 % along the line");
    // Another target has another line.
    let even = drawn("bonus = '$bonus'", sweep, 0.5, false);
    assert_ne!(svg(&heat).replace("65 % along", "50 % along"), svg(&even));
    // Every cell always succeeds, so there is no line.
    assert_eq!(
        drawn("bonus = '$bonus'", "bonus = [40, 41]", 0.5, false).title,
        "Mutants check against a DC: chance of success 100 % everywhere"
    );
}
