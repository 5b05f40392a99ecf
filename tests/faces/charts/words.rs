//! Property tests of texts in figures, which must not overlap.

use oddsmith::chart::{
    Axis, Bar, Bars, Cell, Curve, Difference, Dot, Figure, Heat, Line, Panel, Plot, Point, Scatter,
    Size, Stack, Values,
};
use oddsmith::odds::Estimate;
use proptest::prelude::*;

use super::*;

const WORDS: [&str; 8] = [
    "d20",
    "opposed cards",
    "a rather long name of some rule",
    "x",
    "Unbreakable-wordlike-rule",
    "3d6, again on 18",
    "mutants.toughness",
    "−5",
];

/// Draws a figure of any width, and asserts that its texts do not overlap.
fn assert_texts_keep_apart<P: Plot + Clone>(name: &str, width: u32, panels: usize, plot: P) {
    let panels = (0..panels)
        .map(|i| Panel {
            title: if panels > 1 { WORDS[i % 8].into() } else { String::new() },
            plot: plot.clone(),
        })
        .collect();
    let figure = Figure {
        size: Size { width, height: None },
        panels,
        ..figure("A finding that takes a whole sentence to be told", plot)
    };
    match figure.svg() {
        Ok(svg) => check_texts(name, &svg),
        // Many texts in little room are refused, with a hint.
        Err(error) => assert!(width < 600 && error.hint().is_some(), "{name}: {error}"),
    }
}

fn axes() -> impl Strategy<Value = (Axis, Vec<i32>)> {
    (0..4, 1..40i32, -30..30i32, any::<bool>()).prop_map(|(kind, count, from, capped)| {
        let axis = match kind {
            0 => Axis::numbers("wounds, points"),
            1 => Axis::edge("advantage"),
            _ => {
                let names = (0..count).map(|i| WORDS[i as usize % 8]);
                return (Axis::named("difficulty", names), (0..count).collect());
            }
        };
        let last = from + count - 1;
        (if capped { axis.capped(f64::from(last)) } else { axis }, (from..=last).collect())
    })
}

fn shares() -> impl Strategy<Value = Estimate> {
    (0..3, prop_oneof![Just(0.0), Just(1.0), 0.0..1.0f64]).prop_map(|(kind, share)| match kind {
        0 => exact(share),
        1 => played(share),
        _ => both(share),
    })
}

fn lines(most: usize) -> impl Strategy<Value = (Axis, Vec<Line>)> {
    (axes(), prop::collection::vec((0..8usize, prop::collection::vec(shares(), 40)), 1..most))
        .prop_map(|((axis, xs), rows)| {
            let checks = ["melodrama.opposed", "mutants.check", "house.x", "zap.y"];
            let row = |(i, (word, shares)): (usize, &(usize, Vec<Estimate>))| Line {
                label: format!("{} {i}", WORDS[*word]),
                check: checks[i % 4].into(),
                points: xs
                    .iter()
                    .zip(shares)
                    .map(|(x, share)| Point { x: f64::from(*x), share: *share })
                    .collect(),
            };
            (axis, rows.iter().enumerate().map(row).collect())
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn labels_of_curves_do_not_overlap((axis, lines) in lines(20), width in 400..1200u32, panels in 1..7usize) {
        assert_texts_keep_apart("curve", width, panels, Curve { axis, lines, ..Curve::default() });
    }

    #[test]
    fn labels_of_bars_do_not_overlap((axis, series) in lines(4), width in 400..1200u32, panels in 1..5usize) {
        assert_texts_keep_apart("bars", width, panels, Bars { axis, series, success: None });
    }

    #[test]
    fn labels_of_differences_do_not_overlap((axis, lines) in lines(4), width in 400..1200u32, panels in 1..4usize) {
        let pair = [lines[0].clone(), lines[lines.len() - 1].clone()];
        assert_texts_keep_apart("difference", width, panels, Difference::of(axis, pair));
    }

    #[test]
    fn labels_of_stacks_do_not_overlap((axis, xs) in axes(), rungs in 1..8usize, width in 400..1200u32, panels in 1..5usize) {
        let bar = |x: &i32| Bar { x: f64::from(*x), shares: vec![exact(1.0 / rungs as f64); rungs] };
        let names = (0..rungs).map(|i| WORDS[i].to_owned()).collect();
        assert_texts_keep_apart("stack", width, panels, Stack { axis, rungs: names, success: Some(rungs / 2), bars: xs.iter().map(bar).collect() });
    }

    #[test]
    fn labels_of_heat_maps_do_not_overlap((across, xs) in axes(), (up, ys) in axes(), even: bool, width in 400..1200u32, panels in 1..5usize) {
        let cells = xs.iter().flat_map(|x| ys.iter().map(move |y| Cell { x: f64::from(*x), y: f64::from(*y), value: cards(f64::from(x - y)) }));
        let heat = Heat { cells: cells.collect(), across, up, values: Values::Shares, even: even.then_some(0.5), aims: false };
        assert_texts_keep_apart("heat", width, panels, heat);
    }

    #[test]
    fn labels_of_dots_do_not_overlap(dots in prop::collection::vec((0..8usize, -5.0..50.0f64, 0.0..9.0f64), 1..20), width in 400..1200u32, panels in 1..4usize) {
        let dots = dots.into_iter().map(|(word, x, y)| Dot { label: WORDS[word].into(), check: "mano.test".into(), x, y, ..Dot::default() }).collect();
        assert_texts_keep_apart("scatter", width, panels, Scatter { across: Axis::numbers("mean, points"), up: Axis::numbers("standard deviation, points"), dots });
    }
}
