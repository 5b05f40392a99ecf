//! What charts call things, and what they mark: rules and dice by name, cards, axes, success.

use oddsmith::chart::usvg::Node;
use oddsmith::chart::{self, Axis, Bars, Curve, Join, NoExpressions};
use oddsmith::scenario::Scenario;

use super::answers::answered;
use super::looks::{nodes, tree};
use super::{both, check_texts, exact, figure, line};

/// The only chart of a scenario, drawn.
fn picture(text: &str) -> String {
    let scenario = Scenario::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let bytes = chart::draw(
        &answered(&scenario),
        &scenario.charts[0],
        &NoExpressions,
        "oddsmith run x.toml",
    );
    let svg = String::from_utf8(bytes.unwrap_or_else(|error| panic!("{error}\n{text}")));
    let svg = svg.expect("an SVG");
    check_texts(text, &svg);
    svg
}

/// A chart of these checks.
fn chart_of(checks: &[&str], chart: &str) -> String {
    let checks: Vec<String> = checks.iter().map(|check| format!("[[check]]\n{check}\n")).collect();
    picture(&format!("title = 'x'\n{}[[chart]]\n{chart}", checks.concat()))
}

fn says(svg: &str, words: &str) -> bool {
    svg.contains(&format!("\n{words}</text>"))
}

/// The title and all else that is read out of a figure.
fn read_out(svg: &str) -> &str {
    let label = svg.split("aria-label=\"").nth(1).expect("a label");
    label.split('"').next().expect("its end")
}

/// A d20 and 5 reaches 15 with 10 of its 20 faces or better: 55 %. 3d6 makes 10 or 11 in 27 of 216
/// ways each.
#[test]
fn titles_name_the_dice() {
    let roll = |set: &str| format!("use = 'house.roll'\nset = {{ {set} }}");
    let alone = |set: &str| {
        let svg = chart_of(&[&roll(set)], "kind = 'bars'");
        read_out(&svg).split(". ").next().expect("a title").to_owned()
    };
    assert_eq!(alone("luck = '3d6'"), "3d6: likeliest total 10 or 11, 12.5 % each");
    assert_eq!(alone("luck = 'd20', add = 5, dc = 15"), "d20 + 5 against 15: success 55 %");
    assert_eq!(alone("luck = 'd20', add = -1, dc = 11"), "d20 \u{2212} 1 against 11: success 45 %");
    assert_eq!(alone("luck = 'd20+5>=15'"), "d20+5&gt;=15: yes 55 %");
}

#[test]
fn opposed_dice_are_named() {
    let set = "'mine.luck' = '2d10', 'theirs.luck' = 'd20', 'theirs.add' = 2";
    let svg = chart_of(&[&format!("use = 'house.opposed'\nset = {{ {set} }}")], "kind = 'bars'");
    assert!(read_out(&svg).starts_with("2d10 against d20 + 2: success "), "{}", read_out(&svg));
}

/// A d6 that explodes passes 24 once in 1296 times, and 30 less than once in two thousand.
#[test]
fn tails_that_nobody_sees_are_left_out() {
    let svg = chart_of(&["use = 'house.roll'\nset = { luck = 'd6!' }"], "kind = 'bars'");
    assert!(svg.contains("shown from 1 to 2") && svg.contains("at most beyond"));
    assert!(!says(&svg, "40") && says(&svg, "20"));
}

#[test]
fn cards_have_their_names() {
    for luck in ["card54", "max(card54, card54)", "[card54, card54]kh1"] {
        let set = format!("use = 'house.roll'\nset = {{ luck = '{luck}' }}");
        let svg = chart_of(&[&set], "kind = 'bars'");
        assert!(["A", "J", "Q", "K", "Joker"].iter().all(|card| says(&svg, card)), "{luck}");
        assert!(!says(&svg, "13") && !says(&svg, "15"), "{luck}");
    }
    // What is added makes it a number.
    let svg =
        chart_of(&["use = 'house.roll'\nset = { luck = 'card54', add = 1 }"], "kind = 'bars'");
    assert!(says(&svg, "13") && !says(&svg, "Joker"));
}

/// Checks without a label of their own are called by their rule, never by the words that are typed.
#[test]
fn rules_are_named() {
    let checks = [
        "use = 'melodrama.opposed'\nset = { active = 5, passive = 5 }",
        "use = 'mutants.check'\nset = { bonus = 5, dc = 15 }",
    ];
    let svg = chart_of(&checks, "kind = 'laws'\ncolumn = 'margin'");
    assert!(says(&svg, "Melodrama opposed check") && says(&svg, "Mutants check against a DC"));
    assert!(!svg.contains("mutants.check"));
    let text = "title = 'x'\n[sweep]\ndc = [10, 15]\nbonus = { from = 0, to = 9 }\n[[check]]\n\
        use = 'mutants.check'\nset = { bonus = '$bonus', dc = '$dc' }\n[[chart]]\n\
        kind = 'curve'\nx = 'bonus'\nsplit = 'dc'\n";
    assert!(says(&picture(text), "DC 10"));
    let named = picture(&format!("{text}split_title = 'against'\nx_title = 'own bonus'"));
    assert!(says(&named, "against 10") && says(&named, "own bonus") && !says(&named, "DC 10"));
    let refused = Scenario::parse(&text.replace("split = 'dc'", "split_title = 'against'"));
    let error = refused.expect_err("names what nothing splits");
    assert!(error.to_string().contains("line 11") && error.hint().is_some(), "{error}");
}

/// The strokes of a figure with these many corners: their corners in pixels.
fn corners(svg: &str, many: usize) -> Vec<Vec<(f32, f32)>> {
    let (tree, mut all) = (tree(svg), Vec::new());
    nodes(tree.root(), &mut all);
    let path = |node: &&Node| {
        let Node::Path(path) = node else { return None };
        let points = path.data().points();
        let drawn = path.stroke().is_some() && points.len() == many;
        drawn.then(|| points.iter().map(|point| (point.x, point.y)).collect())
    };
    all.iter().filter_map(path).collect()
}

/// "3 or more" holds from just above 2 on: a step of at-least comes down right of its place, one of
/// at-most goes up at it.
#[test]
fn steps_stand_on_the_side_of_their_places() {
    let steps = |join| {
        let lines = vec![line("x", "house.roll", 0..=3, |x| exact(1.0 - x / 4.0))];
        let plot = Curve { axis: Axis::numbers("x"), lines, join, ..Curve::default() };
        corners(&figure("", plot).svg().expect("a figure"), 7).pop().expect("a stepped line")
    };
    let (to, from) = (steps(Join::StepsTo), steps(Join::Steps));
    // From the first place straight down to the second share; or on at the first.
    assert!(to[0].0 == to[1].0 && to[1].1 > to[0].1, "{to:?}");
    assert!(from[0].1 == from[1].1 && from[1].0 > from[0].0, "{from:?}");
}

#[test]
fn exact_bars_have_no_whiskers_and_lines_that_coincide_are_said() {
    let bars = |share: fn(f64) -> oddsmith::odds::Estimate| {
        let series = vec![line("x", "mano.contest", 1..=4, |x| share(x / 10.0))];
        let plot = Bars { axis: Axis::numbers("x"), series, ..Bars::default() };
        figure("", plot).svg().expect("a figure")
    };
    assert_eq!(bars(both), bars(exact), "what is exact needs no sample beside it");
    assert_ne!(bars(super::played), bars(exact));
    let lines = |other: f64| {
        let one = line("one", "house.a", 0..=5, |x| exact(x / 5.0));
        let other = line("other", "house.b", 0..=5, |x| exact(x * other));
        let plot = Curve { axis: Axis::numbers("x"), lines: vec![one, other], ..Curve::default() };
        figure("", plot).svg().expect("a figure")
    };
    let said = "one and other are the same line";
    assert!(read_out(&lines(0.2)).contains(said) && !lines(0.19).contains(said));
}

/// Of 36 ways to roll two dice 21 make 7 or more.
#[test]
fn success_is_marked() {
    let check = "use = 'house.roll'\nset = { luck = '2d6', dc = 7 }";
    let bars = chart_of(&[check], "kind = 'bars'");
    assert!(says(&bars, "success (margin 0 or more) 58.3 %") && says(&bars, "other 41.7 %"));
    let least = chart_of(&[check], "kind = 'margin'\nview = 'at-least'");
    assert!(says(&least, "success (margin 0 or more) 58.3 %"));
    // "0 or less" is no chance of success.
    let most = chart_of(&[check], "kind = 'margin'\nview = 'at-most'");
    assert!(says(&most, "success (margin 0 or more)") && !most.contains("58.3 %</text>"));
    let both = chart_of(
        &[check, "use = 'house.roll'\nlabel = 'd12'\nset = { luck = 'd12', dc = 7 }"],
        "kind = 'laws'",
    );
    assert!(
        read_out(&both).contains("d12 50 %") && read_out(&both).contains("58 %"),
        "{}",
        read_out(&both)
    );
}

/// A scale fits what nothing fills, and only then.
#[test]
fn low_shares_have_a_scale_of_their_own() {
    let most = |share: f64| {
        let lines = vec![line("x", "torg.check", 0..=5, |x| exact(share * x / 5.0))];
        let plot = Curve { axis: Axis::numbers("x"), lines, ..Curve::default() };
        figure("", plot).svg().expect("a figure")
    };
    assert!(says(&most(0.31), "40 %") && !says(&most(0.31), "100 %"));
    assert!(says(&most(0.51), "100 %"));
}
