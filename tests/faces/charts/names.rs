//! Tests of names and marks in charts: rules and dice by name, cards, axes, success.

use oddsmith::chart::usvg::Node;
use oddsmith::chart::{self, Axis, Bars, Curve, Join, NoExpressions};
use oddsmith::scenario::Scenario;

use super::answers::answered;
use super::looks::{nodes, tree};
use super::{both, check_texts, exact, figure, line};

/// Draws the only chart of a scenario.
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

/// Draws a chart of these checks.
fn chart_of(checks: &[&str], chart: &str) -> String {
    let checks: Vec<String> = checks.iter().map(|check| format!("[[check]]\n{check}\n")).collect();
    picture(&format!("title = 'x'\n{}[[chart]]\n{chart}", checks.concat()))
}

fn has_text(svg: &str, words: &str) -> bool {
    svg.contains(&format!("\n{words}</text>"))
}

/// Returns the label of a figure for screen readers, which begins with the title.
fn aria_label(svg: &str) -> &str {
    let label = svg.split("aria-label=\"").nth(1).expect("a label");
    label.split('"').next().expect("its end")
}

/// A d20 + 5 reaches 15 with 11 of its 20 faces: 55 %. 3d6 makes 10 or 11 in 27 of 216 ways each.
#[test]
fn titles_name_the_dice() {
    let roll = |set: &str| format!("use = 'house.roll'\nset = {{ {set} }}");
    let title = |set: &str| {
        let svg = chart_of(&[&roll(set)], "kind = 'bars'");
        aria_label(&svg).split(". ").next().expect("a title").to_owned()
    };
    assert_eq!(title("luck = '3d6'"), "3d6: likeliest total 10 or 11, 12.5 % each");
    assert_eq!(title("luck = 'd20', add = 5, dc = 15"), "d20 + 5 against 15: success 55 %");
    assert_eq!(title("luck = 'd20', add = -1, dc = 11"), "d20 \u{2212} 1 against 11: success 45 %");
    assert_eq!(title("luck = 'd20+5>=15'"), "d20+5&gt;=15: yes 55 %");
}

#[test]
fn opposed_dice_are_named() {
    let set = "'mine.luck' = '2d10', 'theirs.luck' = 'd20', 'theirs.add' = 2";
    let svg = chart_of(&[&format!("use = 'house.opposed'\nset = {{ {set} }}")], "kind = 'bars'");
    assert!(aria_label(&svg).starts_with("2d10 against d20 + 2: success "), "{}", aria_label(&svg));
}

/// An exploding d6 passes 24 once in 1296 times, and 30 less than once in two thousand.
#[test]
fn invisible_tails_are_left_out() {
    let svg = chart_of(&["use = 'house.roll'\nset = { luck = 'd6!' }"], "kind = 'bars'");
    assert!(svg.contains("shown from 1 to 2") && svg.contains("at most beyond"));
    assert!(!has_text(&svg, "40") && has_text(&svg, "20"));
}

#[test]
fn cards_have_their_names() {
    for luck in ["card54", "max(card54, card54)", "[card54, card54]kh1"] {
        let set = format!("use = 'house.roll'\nset = {{ luck = '{luck}' }}");
        let svg = chart_of(&[&set], "kind = 'bars'");
        assert!(["A", "J", "Q", "K", "Joker"].iter().all(|card| has_text(&svg, card)), "{luck}");
        assert!(!has_text(&svg, "13") && !has_text(&svg, "15"), "{luck}");
    }
    // An added number makes the result a number.
    let svg =
        chart_of(&["use = 'house.roll'\nset = { luck = 'card54', add = 1 }"], "kind = 'bars'");
    assert!(has_text(&svg, "13") && !has_text(&svg, "Joker"));
}

/// Checks without a label have the name of their rule, never its id.
#[test]
fn checks_without_a_label_have_the_name_of_their_rule() {
    let checks = [
        "use = 'melodrama.opposed'\nset = { active = 5, passive = 5 }",
        "use = 'mutants.check'\nset = { bonus = 5, dc = 15 }",
    ];
    let svg = chart_of(&checks, "kind = 'laws'\ncolumn = 'margin'");
    assert!(
        has_text(&svg, "Melodrama opposed check") && has_text(&svg, "Mutants check against a DC")
    );
    assert!(!svg.contains("mutants.check"));
    let text = "title = 'x'\n[sweep]\ndc = [10, 15]\nbonus = { from = 0, to = 9 }\n[[check]]\n\
        use = 'mutants.check'\nset = { bonus = '$bonus', dc = '$dc' }\n[[chart]]\n\
        kind = 'curve'\nx = 'bonus'\nsplit = 'dc'\n";
    assert!(has_text(&picture(text), "DC 10"));
    let named = picture(&format!("{text}split_title = 'against'\nx_title = 'own bonus'"));
    assert!(
        has_text(&named, "against 10")
            && has_text(&named, "own bonus")
            && !has_text(&named, "DC 10")
    );
    let refused = Scenario::parse(&text.replace("split = 'dc'", "split_title = 'against'"));
    let error = refused.expect_err("names what nothing splits");
    assert!(error.to_string().contains("line 11") && error.hint().is_some(), "{error}");
}

/// Returns the corners, in pixels, of the strokes of a figure that have `many` corners.
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

/// "3 or more" holds from just above 2 on: a step of at-least falls to the right of its place, a
/// step of at-most rises at its place.
#[test]
fn at_least_and_at_most_steps_change_on_different_sides() {
    let steps = |join| {
        let lines = vec![line("x", "house.roll", 0..=3, |x| exact(1.0 - x / 4.0))];
        let plot = Curve { axis: Axis::numbers("x"), lines, join, ..Curve::default() };
        corners(&figure("", plot).svg().expect("a figure"), 7).pop().expect("a stepped line")
    };
    let (to, from) = (steps(Join::StepsTo), steps(Join::Steps));
    // One falls at the first place to the second share, the other first goes on to the second
    // place.
    assert!(to[0].0 == to[1].0 && to[1].1 > to[0].1, "{to:?}");
    assert!(from[0].1 == from[1].1 && from[1].0 > from[0].0, "{from:?}");
}

#[test]
fn exact_bars_have_no_whiskers_and_coinciding_lines_are_noted() {
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
    let note = "one and other are the same line";
    assert!(aria_label(&lines(0.2)).contains(note) && !lines(0.19).contains(note));
}

/// Of the 36 ways to roll two dice, 21 make 7 or more.
#[test]
fn success_is_marked() {
    let check = "use = 'house.roll'\nset = { luck = '2d6', dc = 7 }";
    let bars = chart_of(&[check], "kind = 'bars'");
    assert!(
        has_text(&bars, "success (margin 0 or more) 58.3 %") && has_text(&bars, "other 41.7 %")
    );
    let least = chart_of(&[check], "kind = 'margin'\nview = 'at-least'");
    assert!(has_text(&least, "success (margin 0 or more) 58.3 %"));
    // "0 or less" is not the chance of success.
    let most = chart_of(&[check], "kind = 'margin'\nview = 'at-most'");
    assert!(has_text(&most, "success (margin 0 or more)") && !most.contains("58.3 %</text>"));
    let both = chart_of(
        &[check, "use = 'house.roll'\nlabel = 'd12'\nset = { luck = 'd12', dc = 7 }"],
        "kind = 'laws'",
    );
    assert!(
        aria_label(&both).contains("d12 50 %") && aria_label(&both).contains("58 %"),
        "{}",
        aria_label(&both)
    );
}

/// The scale is reduced if no share fills it, and only then.
#[test]
fn low_shares_have_a_smaller_scale() {
    let most = |share: f64| {
        let lines = vec![line("x", "torg.check", 0..=5, |x| exact(share * x / 5.0))];
        let plot = Curve { axis: Axis::numbers("x"), lines, ..Curve::default() };
        figure("", plot).svg().expect("a figure")
    };
    assert!(has_text(&most(0.31), "40 %") && !has_text(&most(0.31), "100 %"));
    assert!(has_text(&most(0.51), "100 %"));
}
