//! Tests that lines of a figure can be distinguished with each kind of colour blindness, and in
//! grey as in print.

use oddsmith::chart::usvg::{Color, Node};
use oddsmith::chart::{Axis, Bars, Curve, Figure, Line, Theme};

use super::looks::{colour, nodes, tree};
use super::{exact, figure, line};

/// Kinds of vision: normal, without the cones for long, middle or short waves, and in grey.
const EYES: [&str; 5] = ["normal", "protanopia", "deuteranopia", "tritanopia", "grey"];

/// Returns a colour as a kind of vision sees it, as linear red, green and blue: with the matrices
/// of Machado, Oliveira and Fernandes (2009) at full severity, or by luminance for grey.
fn seen(eye: &str, Color { red, green, blue }: Color) -> [f64; 3] {
    let linear = |part: u8| match f64::from(part) / 255.0 {
        part if part <= 0.04045 => part / 12.92,
        part => ((part + 0.055) / 1.055).powf(2.4),
    };
    let rgb = [red, green, blue].map(linear);
    let rows = match eye {
        "protanopia" => [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
        "deuteranopia" => [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
        "tritanopia" => [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
        "grey" => [[0.2126, 0.7152, 0.0722]; 3],
        _ => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    };
    rows.map(|row| {
        row.iter().zip(rgb).map(|(part, value)| part * value).sum::<f64>().clamp(0.0, 1.0)
    })
}

/// Converts linear red, green and blue to CIE 1976 L*a*b* under D65.
fn lab(rgb: [f64; 3]) -> [f64; 3] {
    let [red, green, blue] = rgb;
    let x = 0.4124 * red + 0.3576 * green + 0.1805 * blue;
    let y = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    let z = 0.0193 * red + 0.1192 * green + 0.9505 * blue;
    let bent = |part: f64| match part > 216.0 / 24389.0 {
        true => part.cbrt(),
        false => (24389.0 / 27.0 * part + 16.0) / 116.0,
    };
    let [x, y, z] = [bent(x / 0.9505), bent(y), bent(z / 1.089)];
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// Returns the CIE 1976 distance of two colours for a kind of vision; 2.3 is just noticeable.
fn apart(eye: &str, one: Color, other: Color) -> f64 {
    let [one, other] = [one, other].map(|colour| lab(seen(eye, colour)));
    one.iter().zip(other).map(|(one, other)| (one - other).powi(2)).sum::<f64>().sqrt()
}

type Stroke = (Color, Option<Vec<f32>>);

/// Returns the strokes of the lines of a figure, which have 21 points each.
fn strokes(lines: Vec<Line>, theme: Theme) -> Vec<Stroke> {
    let plot = Curve { axis: Axis::numbers("x"), lines, ..Curve::default() };
    let svg = Figure { theme, ..figure("", plot) }.svg().expect("a figure");
    let (tree, mut all) = (tree(&svg), Vec::new());
    nodes(tree.root(), &mut all);
    let stroke = |node: &&Node| {
        let Node::Path(path) = node else { return None };
        let stroke = path.stroke().filter(|_| path.data().points().len() == 21)?;
        Some((colour(stroke.paint()), stroke.dasharray().map(<[f32]>::to_vec)))
    };
    all.iter().filter_map(stroke).collect()
}

/// Least distance of two colours that differ at a glance: four times the just noticeable one.
const LEAST: f64 = 9.2;

const GAMES: [&str; 6] = [
    "melodrama.opposed",
    "mutants.check",
    "mneme.check",
    "mano.contest",
    "torg.total",
    "moma.check",
];

/// Returns lines as in figures: of games, of one game, of dice, of both.
fn figures() -> Vec<(String, Vec<Line>)> {
    let lines = |checks: Vec<&str>| {
        let line = |(i, check): (usize, &&str)| {
            line(&format!("line {i}"), check, 0..=20, |x| exact(x / 20.0 / (1.0 + i as f64)))
        };
        checks.iter().enumerate().map(line).collect::<Vec<Line>>()
    };
    let mut all = vec![("all games".to_owned(), lines(GAMES.to_vec()))];
    for (i, one) in GAMES.iter().enumerate() {
        for other in &GAMES[..i] {
            all.push((format!("{one} and {other}"), lines(vec![one, other])));
        }
    }
    for many in 2..=20 {
        all.push((format!("{many} rolls"), lines(vec!["house.roll"; many])));
        all.push((format!("{many} of a game"), lines(vec!["torg.total"; many])));
        // With more than twelve lines of several games, the names at their ends distinguish the
        // last ones.
        let mixed = (0..many.min(12)).map(|i| if i % 2 == 0 { "house.roll" } else { GAMES[i % 6] });
        all.push((format!("{many} mixed"), lines(mixed.collect())));
    }
    all
}

/// Any two lines of a figure differ for every kind of vision, in their colour or in their dashes.
#[test]
fn lines_differ_for_the_colour_blind_and_in_grey() {
    for theme in [Theme::Light, Theme::Dark] {
        for (name, lines) in figures() {
            let many = lines.len();
            let strokes = strokes(lines, theme);
            assert_eq!(strokes.len(), many, "{name}");
            for (i, (one, dash)) in strokes.iter().enumerate() {
                for (other, _) in strokes[..i].iter().filter(|(_, dashes)| dashes == dash) {
                    for eye in EYES {
                        let apart = apart(eye, *one, *other);
                        assert!(apart >= LEAST, "{name}, line {i}, {eye}, {theme:?}: {apart:.1}");
                    }
                }
            }
        }
    }
}

/// Bars have no dashes, so two to four series side by side differ in lightness.
#[test]
fn series_of_bars_differ_in_grey() {
    for theme in [Theme::Light, Theme::Dark] {
        for checks in [&GAMES[..2], &GAMES[1..4], &["house.roll"; 2], &["house.roll"; 4]] {
            let series = checks.iter().enumerate();
            let series =
                series.map(|(i, check)| line(&format!("s {i}"), check, 0..=3, |_| exact(0.25)));
            let plot = Bars { axis: Axis::numbers("x"), series: series.collect(), success: None };
            let svg = Figure { theme, ..figure("", plot) }.svg().expect("a figure");
            let (tree, mut all, mut fills) = (tree(&svg), Vec::new(), Vec::<Color>::new());
            nodes(tree.root(), &mut all);
            for node in all {
                let Node::Path(path) = node else { continue };
                let high = path.abs_bounding_box().height();
                if let Some(fill) = path.fill().filter(|_| (30.0..500.0).contains(&high)) {
                    let own = colour(fill.paint());
                    fills.extend(Some(own).filter(|own| !fills.contains(own)));
                }
            }
            assert_eq!(fills.len(), checks.len(), "{checks:?}");
            for (i, one) in fills.iter().enumerate() {
                for other in &fills[..i] {
                    assert!(apart("grey", *one, *other) >= LEAST, "{checks:?} {theme:?} {i}");
                }
            }
        }
    }
}
