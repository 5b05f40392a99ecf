//! Tests of the looks of figures: distinct and legible colours, characters of the typeface, round
//! ticks.

use std::path::Path;

use oddsmith::chart::usvg::{self, Color, Node, Paint};
use oddsmith::chart::{Axis, Bar, Curve, Dot, Figure, Line, Scatter, Size, Stack, Theme};

use super::{cards, check_texts, exact, figure, line};

/// Returns the relative luminance of a colour (WCAG 2.1).
fn luminance(Color { red, green, blue }: Color) -> f64 {
    let linear = |part: u8| match f64::from(part) / 255.0 {
        part if part <= 0.04045 => part / 12.92,
        part => ((part + 0.055) / 1.055).powf(2.4),
    };
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/// Returns the contrast of two colours, from 1 to 21 (WCAG 2.1).
fn contrast(one: Color, other: Color) -> f64 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

pub fn colour(paint: &Paint) -> Color {
    match paint {
        Paint::Color(colour) => *colour,
        _ => panic!("one colour"),
    }
}

pub fn nodes<'a>(group: &'a usvg::Group, found: &mut Vec<&'a Node>) {
    for node in group.children() {
        match node {
            Node::Group(group) => nodes(group, found),
            node => found.push(node),
        }
    }
}

/// Asserts that every text has enough contrast to the background drawn below it.
pub fn check_contrast(name: &str, tree: &usvg::Tree) {
    let (mut all, mut grounds) = (Vec::new(), Vec::new());
    nodes(tree.root(), &mut all);
    for node in all {
        match node {
            // Only rectangles fill all of their bounding box.
            Node::Path(path) if path.data().points().len() == 4 => {
                if let Some(fill) = path.fill().filter(|fill| fill.opacity().get() > 0.8) {
                    grounds.push((path.abs_bounding_box(), colour(fill.paint())));
                }
            }
            Node::Text(text) => {
                let span = &text.chunks()[0].spans()[0];
                let own = colour(span.fill().expect("a colour").paint());
                let area = text.abs_bounding_box();
                let x = area.left() + area.width() / 2.0;
                let y = area.top() + area.height() / 2.0;
                let below = grounds.iter().rev().find(|(ground, _)| {
                    ground.left() <= x
                        && x <= ground.right()
                        && ground.top() <= y
                        && y <= ground.bottom()
                });
                let (_, ground) = below.expect("a ground");
                let words = text.chunks()[0].text();
                let apart = contrast(own, *ground);
                assert!(apart >= 4.5, "{name}: {words:?}, {own:?} on {ground:?}: {apart}");
            }
            _ => {}
        }
    }
}

pub fn tree(svg: &str) -> usvg::Tree {
    usvg::Tree::from_str(svg, &usvg::Options::default()).expect("an SVG")
}

/// Colour of a line, and its dashes if it has any.
type Stroke = (Color, Option<Vec<f32>>);

/// Returns the colours and dashes of the lines of one system in order, and the background colour.
fn strokes(many: usize, theme: Theme) -> (Vec<Stroke>, Color) {
    let own = |i| line(&format!("line {i}"), "melodrama.opposed", 0..=20, |x| exact(x / 20.0));
    let lines: Vec<Line> = (0..many).map(own).collect();
    let plot = Curve { axis: Axis::numbers("x"), lines, ..Curve::default() };
    let svg = Figure { theme, ..figure("", plot) }.svg().expect("a figure");
    let (tree, mut all, mut found, mut grounds) = (tree(&svg), Vec::new(), Vec::new(), Vec::new());
    nodes(tree.root(), &mut all);
    for node in all {
        let Node::Path(path) = node else { continue };
        grounds.extend(path.fill().map(|fill| colour(fill.paint())));
        if let Some(stroke) = path.stroke().filter(|_| path.data().points().len() == 21) {
            let dashes = stroke.dasharray().map(<[f32]>::to_vec);
            found.push((colour(stroke.paint()), dashes));
        }
    }
    (found, grounds[0])
}

#[test]
fn lines_of_one_system_differ() {
    for theme in [Theme::Light, Theme::Dark] {
        let (strokes, _) = strokes(20, theme);
        assert_eq!(strokes.len(), 20);
        for (i, stroke) in strokes.iter().enumerate() {
            assert!(!strokes[..i].contains(stroke), "line {i}");
        }
    }
}

#[test]
fn neighbouring_lines_differ_in_grey() {
    for theme in [Theme::Light, Theme::Dark] {
        let (strokes, ground) = strokes(6, theme);
        let six: Vec<f64> = strokes.iter().map(|(own, _)| contrast(*own, ground)).collect();
        assert!(six.len() == 6 && six.windows(2).all(|pair| pair[0] > 1.15 * pair[1]), "{six:?}");
        assert!(six[5] > 2.0, "{six:?}");
    }
}

#[test]
fn five_rungs_have_the_same_colours_for_any_success() {
    let drawn = |rungs: usize, success| {
        let bars = vec![Bar { x: 0.0, shares: vec![exact(1.0 / rungs as f64); rungs] }];
        let rungs = (0..rungs).map(|rung| format!("rung {rung}")).collect();
        let plot = Stack { axis: Axis::numbers("x"), rungs, success, bars };
        figure("", plot).svg().expect("a figure")
    };
    for success in 1..5 {
        assert_eq!(drawn(5, Some(success)), drawn(5, Some(0)));
    }
    assert_ne!(drawn(4, Some(1)), drawn(4, Some(3)), "other ladders say where success begins");
    for rungs in 1..12 {
        for success in (0..rungs).map(Some).chain([None]) {
            let svg = drawn(rungs, success);
            assert_eq!(svg.matches(">\nrung ").count(), rungs, "a key for each rung");
            check_contrast("rungs", &super::parsed(&svg));
        }
    }
}

#[test]
fn ticks_are_round_and_have_thin_spaces() {
    let ticks = |xs: &[f64]| {
        let dot = |x: &f64| Dot { label: "d".into(), check: "x.y".into(), x: *x, ..Dot::default() };
        let dots = xs.iter().map(dot).collect();
        let (across, up) = (Axis::numbers("a"), Axis::numbers("b"));
        let svg = figure("", Scatter { across, up, dots }).svg().expect("a figure");
        move |name: &str| svg.contains(&format!("\n{name}</text>"))
    };
    let few = ticks(&[-20.0, 20.0]);
    assert!(few("\u{2212}20") && few("\u{2212}10") && few("10") && few("20") && !few("7"));
    let many = ticks(&[0.0, 40_000.0]);
    assert!(many("10\u{2009}000") && many("40\u{2009}000") && !many("5000"));
    let parts = ticks(&[0.0, 0.7]);
    assert!(parts("0.1") && parts("0.6") && !parts("0.15"));
    // Whole numbers have no ticks between them.
    let lines = vec![line("one", "x.y", 0..=1, |x| exact(x / 2.0))];
    let plot = Curve { axis: Axis::numbers("x"), lines, ..Curve::default() };
    assert!(!figure("", plot).svg().expect("a figure").contains("\n0.5</text>"));
}

#[test]
fn long_titles_end_in_an_ellipsis() {
    let long = "a rather long title that nobody would want to read in full ".repeat(9);
    for width in [390, 600, 900] {
        let plot =
            Curve { lines: vec![line("x", "x.y", 0..=9, |x| exact(cards(x)))], ..Curve::default() };
        let size = Size { width, height: None };
        let svg = Figure { size, ..figure(&long, plot) }.svg().expect("a figure");
        assert!(svg.contains("…</text>"), "{width}");
        check_texts("long", &svg);
    }
}

#[test]
fn every_sign_that_figures_use_is_in_the_typeface() {
    // Per cent and other signs, ellipsis, thin spaces, letters in names of places and of people.
    let used =
        "0123456789+\u{2212}.,%·… \u{2009}\u{a0}±≈≤≥<>→×–—‘’“”\"'()[]/ABCXYZabcxyzÄÖÜäöüßÉéèçñøåœ";
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/charts/src");
    let mut texts = format!("{used}{}", (' '..='~').collect::<String>());
    for folder in [root.clone(), root.join("answers")] {
        let files = std::fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file"));
        for path in files.map(|file| file.path()) {
            if path.extension().is_some_and(|ending| ending == "rs") {
                texts += &std::fs::read_to_string(path).expect("a source");
            }
        }
    }
    for face in ["Regular", "Bold"] {
        let file = std::fs::read(root.join(format!("fonts/Inter-{face}.otf"))).expect("a typeface");
        let face = ttf_parser::Face::parse(&file, 0).expect("a typeface");
        for sign in texts.chars().filter(|sign| *sign != '\n') {
            let glyph = face.glyph_index(sign);
            assert!(glyph.is_some_and(|glyph| glyph.0 != 0), "{sign:?} is not in the typeface");
        }
    }
}
