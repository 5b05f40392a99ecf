//! Tests that draw every kind of figure into `target/tmp`, also from data that is hard to draw.
#![cfg(feature = "charts")]

mod answers;
mod colours;
mod figures;
mod limits;
mod looks;
mod names;
mod sheet;
mod words;

use std::path::Path;

use oddsmith::chart::usvg;
use oddsmith::chart::{Axis, Bar, Figure, Line, Plot, Point, Size, Stack, Theme};
use oddsmith::odds::Estimate;

/// Returns an estimate of this share from a thousand trials.
fn played(share: f64) -> Estimate {
    Estimate::counted((share.clamp(0.0, 1.0) * 1000.0).round() as u64, 1000)
}

fn both(share: f64) -> Estimate {
    Estimate { sampled: played((share + 0.01).min(1.0)).sampled, ..exact(share) }
}

fn exact(share: f64) -> Estimate {
    Estimate::of_value(share)
}

fn line(
    label: &str,
    check: &str,
    xs: impl IntoIterator<Item = i32>,
    share: impl Fn(f64) -> Estimate,
) -> Line {
    let point = |x: i32| Point { x: f64::from(x), share: share(f64::from(x)) };
    Line { label: label.into(), check: check.into(), points: xs.into_iter().map(point).collect() }
}

fn cards(x: f64) -> f64 {
    1.0 / (1.0 + (-x / 3.2).exp())
}

fn d20(x: f64) -> f64 {
    ((x + 11.0) / 20.0).clamp(0.0, 1.0)
}

const SOURCE: &str = "Lines exact; dots 1 000 trials each, seed 7, with 95 % intervals · oddsmith compare \"melodrama.opposed\" \"mutants.check\"";

/// Parses a figure with resvg and the typeface.
fn parsed(svg: &str) -> usvg::Tree {
    let mut options = usvg::Options::default();
    for face in ["Regular", "Bold"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(format!("crates/charts/src/fonts/Inter-{face}.otf"));
        options.fontdb_mut().load_font_data(std::fs::read(path).expect("the typeface"));
    }
    usvg::Tree::from_str(svg, &options).expect("an SVG")
}

/// Asserts, with resvg, that no text overlaps another, crosses the edge or is too small to be read.
fn check_texts(name: &str, svg: &str) {
    fn texts(group: &usvg::Group, found: &mut Vec<(String, usvg::Rect)>) {
        for node in group.children() {
            match node {
                usvg::Node::Group(group) => texts(group, found),
                usvg::Node::Text(text) => {
                    let words = text.chunks().iter().map(usvg::TextChunk::text).collect::<String>();
                    let size =
                        text.chunks()[0].spans()[0].font_size().get() * text.abs_transform().sx;
                    assert!(size >= 10.99, "{words:?} is {size} px high");
                    found.push((words, text.abs_bounding_box()));
                }
                _ => {}
            }
        }
    }
    let tree = parsed(svg);
    looks::check_contrast(name, &tree);
    let mut found = Vec::new();
    texts(tree.root(), &mut found);
    assert!(!found.is_empty(), "{name} has words");
    for (i, (words, area)) in found.iter().enumerate() {
        let inside = area.left() >= 0.0
            && area.top() >= 0.0
            && area.right() <= tree.size().width()
            && area.bottom() <= tree.size().height();
        assert!(inside, "{name}: {words:?} is over the edge: {area:?}");
        // Negative numbers have a minus sign, except in the command at the foot, and there is no
        // negative zero.
        let hyphen = words.starts_with('-') || words.contains(" -") && !words.contains("oddsmith");
        assert!(!hyphen && !words.contains("\u{2212}0.0 "), "{name}: {words:?} has no minus sign");
        // Titles leave room for a wider typeface.
        let title = area.left() < 25.0;
        assert!(
            !title || area.left() + area.width() * 1.1 <= tree.size().width(),
            "{name}: {words:?} has no room to be wider: {area:?}"
        );
        for (other, taken) in &found[..i] {
            let over = area.left() + 1.0 < taken.right() && taken.left() + 1.0 < area.right();
            // Boxes are as high as letters may be, so texts of neighbouring lines may overlap a
            // little.
            let level = area.top() + 5.0 < taken.bottom() && taken.top() + 5.0 < area.bottom();
            assert!(
                !(over && level),
                "{name}: {words:?} and {other:?} overlap: {area:?} {taken:?}"
            );
        }
    }
}

/// Draws a figure in both themes and three widths, asserts the common properties, and writes it to
/// a folder for inspection.
fn show<P: Plot + Clone>(name: &str, figure: &Figure<P>) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("charts");
    std::fs::create_dir_all(&folder).expect("a folder for pictures");
    let at = |width| Size { width, height: None };
    for (theme, size) in
        [(Theme::Light, figure.size), (Theme::Dark, at(600)), (Theme::Light, at(390))]
    {
        let figure = Figure { theme, size, ..figure.clone() };
        let svg = match figure.svg() {
            Ok(svg) => svg,
            Err(error) => panic!("{name} at {size:?}: {error}"),
        };
        assert_eq!(svg, figure.svg().expect("drawn before"), "{name}: the same bytes");
        assert!(
            svg.contains("role=\"img\"") && svg.contains("aria-label=\""),
            "{name} can be read out"
        );
        assert!(svg.contains("<title>") || name == "heat-fine", "{name} says its values");
        // The embedded typeface, which may contain any letters, is skipped.
        let drawn = svg.split("</style>").last().unwrap_or_default();
        assert!(!drawn.contains("NaN") && !drawn.contains("inf"), "{name} has numbers only");
        check_texts(name, &svg);
        let file = match size.width {
            600 => format!("{name}-600-dark"),
            390 => format!("{name}-390"),
            _ => name.to_owned(),
        };
        std::fs::write(folder.join(format!("{file}.svg")), &svg).expect("the folder takes files");
        if std::env::var_os("LOOK").is_some() {
            std::fs::write(
                folder.join(format!("{file}.png")),
                oddsmith::chart::png(&svg, 1.0).expect("a picture"),
            )
            .expect("written");
        }
    }
}

fn figure<P: Plot>(title: &str, plot: P) -> Figure<P> {
    Figure::of(
        title,
        "Chance of success by advantage: own bonus less the opposing bonus, or less the DC (10 more for a d20)",
        SOURCE,
        plot,
    )
}

const RUNGS: [&str; 5] = ["unconscious", "staggered", "stunned", "bruised", "unhurt"];

fn save(x: f64, damage: f64) -> Bar {
    let at_most = |rung: f64| cards(damage - rung * 4.0 + 2.0).min(1.0);
    let ends: Vec<f64> =
        (0..5).map(|rung| if rung == 4 { 1.0 } else { at_most(4.0 - f64::from(rung)) }).collect();
    let shares = (0..5)
        .map(|rung| exact(ends[rung] - if rung > 0 { ends[rung - 1] } else { 0.0 }))
        .collect();
    Bar { x, shares }
}

fn stack(axis: Axis, bars: Vec<Bar>) -> Stack {
    Stack { axis, rungs: RUNGS.map(str::to_owned).to_vec(), success: Some(4), bars }
}
