//! Every kind of figure is drawn, also from what is hard to draw; looked at in `target/tmp`.
#![cfg(feature = "charts")]

use std::path::Path;

use oddsmith::chart::{
    Axis, Bar, Bars, Cell, Curve, Difference, Dot, Fan, Figure, Heat, Join, Line, Panel, Plot,
    Point, Scatter, Size, Spread, Stack, Theme, Values,
};
use oddsmith::odds::Estimate;
use proptest::prelude::*;
use resvg::usvg;

/// A share that was played a thousand times.
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

/// Where texts stand, as resvg sees it: none over another, none over the edge, none too small to be read.
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
    let mut options = usvg::Options::default();
    for face in ["Regular", "Bold"] {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/chart/fonts/Inter-{face}.otf"));
        options.fontdb_mut().load_font_data(std::fs::read(path).expect("the typeface"));
    }
    let tree = usvg::Tree::from_str(svg, &options).expect("an SVG");
    let mut found = Vec::new();
    texts(tree.root(), &mut found);
    assert!(!found.is_empty(), "{name} has words");
    for (i, (words, area)) in found.iter().enumerate() {
        let inside = area.left() >= 0.0
            && area.top() >= 0.0
            && area.right() <= tree.size().width()
            && area.bottom() <= tree.size().height();
        assert!(inside, "{name}: {words:?} is over the edge: {area:?}");
        // Titles have room for a wider typeface.
        let title = area.left() < 25.0;
        assert!(
            !title || area.left() + area.width() * 1.1 <= tree.size().width(),
            "{name}: {words:?} has no room to be wider: {area:?}"
        );
        for (other, taken) in &found[..i] {
            let over = area.left() + 1.0 < taken.right() && taken.left() + 1.0 < area.right();
            // Boxes are as high as letters may be; what really stands in a line of its own is a little less.
            let level = area.top() + 5.0 < taken.bottom() && taken.top() + 5.0 < area.bottom();
            assert!(
                !(over && level),
                "{name}: {words:?} and {other:?} overlap: {area:?} {taken:?}"
            );
        }
    }
}

/// Draws a figure in both themes, checks what holds for all, and leaves it to be looked at.
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
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{name} has numbers only");
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

#[test]
fn differences() {
    let lines = |share: fn(f64) -> Estimate| {
        [
            line("opposed cards", "melodrama.opposed", -20..=20, |x| share(cards(x))),
            line("d20 against DC 10", "mutants.check", -20..=20, |x| share(d20(x))),
        ]
    };
    let axis = || Axis::edge("advantage, points");
    show(
        "difference",
        &figure(
            "Cards are kinder to the favourite, harder on the underdog",
            Difference::of(axis(), lines(exact)),
        ),
    );
    show(
        "difference-both",
        &figure(
            "Cards are kinder to the favourite, harder on the underdog",
            Difference::of(axis(), lines(both)),
        ),
    );
    show(
        "difference-sampled",
        &figure(
            "Cards are kinder to the favourite, harder on the underdog",
            Difference::of(axis(), lines(played)),
        ),
    );
    let same = || line("same", "mano.test", 0..=0, |_| exact(0.5));
    show("difference-none", &figure("No difference", Difference::of(axis(), [same(), same()])));
}

#[test]
fn curves() {
    let axis = || Axis::edge("advantage, points");
    let systems = [
        ("opposed cards", "melodrama.opposed"),
        ("d20", "mutants.check"),
        ("2d6 of Mano", "mano.test"),
        ("Torg's d20, again on 10 and 20", "torg.total"),
        ("house", "house.duel"),
        ("other", "zap.x"),
    ];
    let lines = systems
        .iter()
        .enumerate()
        .map(|(i, (label, check))| {
            line(label, check, -20..=20, |x| exact(cards(x * (1.0 + i as f64 / 3.0) + i as f64)))
        })
        .collect();
    show(
        "curve-systems",
        &figure("Six systems, one axis", Curve { axis: axis(), lines, ..Curve::default() }),
    );
    let lines = (0..20)
        .map(|i| {
            line(&format!("attack bonus {i}"), "melodrama.opposed", 0..=20, |x| {
                exact(cards(f64::from(i) - x))
            })
        })
        .collect();
    show(
        "curve-twenty",
        &figure(
            "Twenty lines of one system",
            Curve { axis: Axis::numbers("difficulty"), lines, ..Curve::default() },
        ),
    );
    let names = [
        "trivial",
        "easy",
        "average",
        "challenging",
        "tough",
        "formidable",
        "heroic",
        "nearly impossible",
    ];
    let lines = (0..3)
        .map(|i| {
            line(&format!("bonus {}", i * 5), "melodrama.opposed", 0..8, |x| {
                played(cards(f64::from(i) * 4.0 - x * 2.0 + 4.0))
            })
        })
        .collect();
    show(
        "curve-named",
        &figure(
            "What is tough stays tough",
            Curve { axis: Axis::named("difficulty", names), lines, ..Curve::default() },
        ),
    );
    let lines = vec![
        line("three blows a round", "torg.fight", 0..=12, |x| exact(0.75f64.powf(x))),
        line("one blow a round", "torg.fight", 0..=12, |x| both(0.93f64.powf(x))),
    ];
    show(
        "curve-survival",
        &figure(
            "Half are down after three blows",
            Curve { axis: Axis::numbers("blows").capped(12.0), lines, join: Join::Steps },
        ),
    );
    let panel = |title: &str, shift: f64| Panel {
        title: title.into(),
        plot: Curve {
            axis: axis(),
            lines: vec![
                line("cards", "melodrama.opposed", -10..=10, |x| exact(cards(x + shift))),
                line("d20", "mutants.check", -10..=10, |x| both(d20(x + shift))),
            ],
            join: Join::Straight,
        },
    };
    let panels = ["easy", "average", "tough", "heroic", "nearly impossible"]
        .iter()
        .enumerate()
        .map(|(i, name)| panel(name, 6.0 - 3.0 * i as f64))
        .collect();
    show("curve-panels", &Figure { panels, ..figure("Five difficulties", Curve::default()) });
    for (name, share) in [("zero", 0.0), ("one", 1.0)] {
        let lines = ["a", "b", "c"]
            .map(|label| line(label, "mneme.check", 3..=3, |_| exact(share)))
            .to_vec();
        show(
            &format!("curve-all-{name}"),
            &figure("All the same", Curve { axis: Axis::numbers("x"), lines, ..Curve::default() }),
        );
    }
}

#[test]
fn bars() {
    let hill = |centre: f64, wide: f64| {
        move |x: f64| (-((x - centre) / wide).powi(2)).exp() / (wide * 1.7725)
    };
    let one =
        vec![line("opposed cards", "melodrama.opposed", -16..=16, |x| exact(hill(1.0, 7.0)(x)))];
    show(
        "bars-one",
        &figure(
            "Most margins are small",
            Bars { axis: Axis::numbers("margin, points").capped(16.0), series: one },
        ),
    );
    let rungs = ["unconscious", "staggered", "stunned", "bruised", "unhurt"];
    let two = vec![
        line("cards", "melodrama.toughness", 0..5, |x| both(hill(2.0, 1.4)(x))),
        line("d20", "mutants.toughness", 0..5, |x| played(hill(3.0, 2.0)(x))),
    ];
    show(
        "bars-rungs",
        &figure("What a save comes to", Bars { axis: Axis::named("", rungs), series: two }),
    );
    let panel = |i: i32| Panel {
        title: format!("damage {i}"),
        plot: Bars {
            axis: Axis::numbers("margin"),
            series: vec![line("cards", "melodrama.opposed", -10..=10, |x| {
                exact(hill(f64::from(i), 5.0)(x))
            })],
        },
    };
    show(
        "bars-panels",
        &Figure {
            panels: (0..4).map(panel).collect(),
            ..figure("Four levels of damage", Bars::default())
        },
    );
    show(
        "bars-zero",
        &figure(
            "Nothing ever",
            Bars { axis: Axis::numbers("x"), series: vec![line("a", "b", 0..=0, |_| exact(0.0))] },
        ),
    );
}

const RUNGS: [&str; 5] = ["unconscious", "staggered", "stunned", "bruised", "unhurt"];

/// A bar of five rungs, worse by rising damage.
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

#[test]
fn stacks() {
    let columns = |shift: i32| {
        stack(
            Axis::edge("damage less Toughness"),
            (-10..=10).map(|x| save(f64::from(x), f64::from(x + shift))).collect(),
        )
    };
    show("stack-columns", &figure("A hit hurts either way", columns(4)));
    let panels = [("Opposed cards", 4), ("d20 original", 0)]
        .map(|(title, shift)| Panel { title: title.into(), plot: columns(shift) })
        .to_vec();
    show(
        "stack-panels",
        &Figure {
            panels,
            ..figure(
                "A hit hurts either way, but only cards can end a fight at even odds",
                Stack::default(),
            )
        },
    );
    let names = [
        "melodrama.toughness",
        "mutants.toughness",
        "a house rule with a rather long name that goes on and on",
        "moma.duel",
        "torg.total",
    ];
    let rows = || {
        stack(
            Axis::named("system", names),
            (0..5).map(|x| save(f64::from(x), f64::from(x) * 3.0 - 4.0)).collect(),
        )
    };
    show("stack-rows", &figure("What a save comes to", rows()));
    let panels = ["damage 5", "damage 10", "damage 15"]
        .map(|title| Panel { title: title.into(), plot: rows() })
        .to_vec();
    show(
        "stack-rows-panels",
        &Figure { panels, ..figure("What a save comes to", Stack::default()) },
    );
    let bars = (0..3)
        .map(|x| Bar { x: f64::from(x), shares: vec![played(0.2), played(0.5), played(0.3)] })
        .collect();
    let rungs = ["miss", "hit", "critical hit"].map(str::to_owned).to_vec();
    show(
        "stack-sampled",
        &figure(
            "Sampled",
            Stack { axis: Axis::numbers("armour"), rungs: rungs.clone(), success: Some(1), bars },
        ),
    );
    let certain = vec![Bar { x: 0.0, shares: vec![exact(0.0), exact(1.0), exact(0.0)] }];
    show(
        "stack-one",
        &figure(
            "Certainly",
            Stack { axis: Axis::numbers("armour"), rungs, success: None, bars: certain },
        ),
    );
}

#[test]
fn heats() {
    let cells = |wide: i32, high: i32, value: fn(f64) -> f64| {
        (0..wide)
            .flat_map(move |x| {
                (0..high).map(move |y| Cell {
                    x: f64::from(x),
                    y: f64::from(y),
                    value: value(f64::from(x - y)),
                })
            })
            .collect::<Vec<_>>()
    };
    let heat = |wide, high, value, values, even| Heat {
        across: Axis::numbers("own bonus, points"),
        up: Axis::numbers("opposing bonus, points"),
        cells: cells(wide, high, value),
        values,
        even,
    };
    show(
        "heat-shares",
        &figure("Two points turn the odds", heat(21, 12, cards, Values::Shares, None)),
    );
    show(
        "heat-even",
        &figure("Two points turn the odds", heat(21, 12, cards, Values::Shares, Some(0.5))),
    );
    show(
        "heat-differences",
        &figure(
            "Cards help the favourite",
            heat(14, 10, |x| cards(x) - d20(x), Values::Differences, Some(0.0)),
        ),
    );
    show(
        "heat-fine",
        &figure(
            "A hundred by a hundred",
            heat(100, 100, |x| x * 0.37, Values::Numbers("blows".into()), None),
        ),
    );
    let panels = ["easy", "average", "tough"]
        .map(|title| Panel {
            title: title.into(),
            plot: heat(8, 8, cards, Values::Shares, Some(0.5)),
        })
        .to_vec();
    show("heat-panels", &Figure { panels, ..figure("Three difficulties", Heat::default()) });
    let named = Heat {
        across: Axis::named("attack", ["feint", "plain attack", "all out attack"]),
        up: Axis::named("defence", ["parry", "dodge with a long name", "none"]),
        ..heat(3, 3, cards, Values::Shares, None)
    };
    show("heat-named", &figure("Which attack against which defence", named));
    show(
        "heat-one",
        &figure("One cell", heat(1, 1, |_| 2.0, Values::Numbers("points".into()), None)),
    );
}

/// What reports draw and was hard to read: lines of one system that end together, rows that are alike.
#[test]
fn what_is_alike_is_told_apart() {
    let names = ["a possibility", "a +3 card", "an up", "a skilled roll", "unskilled", "stymied"];
    let lines: Vec<Line> = names
        .iter()
        .enumerate()
        .map(|(i, name)| {
            line(name, "torg.total", -16..=12, |x| exact(d20(x * 1.2 + 6.0 - 2.0 * i as f64)))
        })
        .collect();
    let six = figure(
        "A possibility adds up to 62.5 points",
        Curve { axis: Axis::edge("advantage, points"), lines, ..Curve::default() },
    );
    show("alike-lines", &six);
    let svg = six.svg().expect("a figure");
    let at = |name: &str| svg.find(&format!("{name}</text>")).expect("a key");
    assert!(names.windows(2).all(|pair| at(pair[0]) < at(pair[1])), "keys in the picture's order");

    let rows = ["the default", "a stagger bruises", "a second stagger does nothing", "a tie stuns"];
    let rows = rows.into_iter().chain(["a joker saves", "injuries alone", "both", "d20"]);
    let law = |x: usize| match x {
        0 | 3 | 4 | 5 => [0.05, 0.40, 0.55],
        _ => [0.05 * x as f64, 0.2, 0.8 - 0.05 * x as f64],
    };
    let bar = |x| Bar { x: x as f64, shares: law(x).map(exact).to_vec() };
    let alike = figure(
        "A second stagger matters most",
        Stack {
            axis: Axis::named("", rows),
            rungs: ["1 blow", "2 to 5", "6 or more"].map(str::to_owned).to_vec(),
            success: None,
            bars: (0..8).map(bar).collect(),
        },
    );
    show("alike-rows", &alike);
    let svg = alike.svg().expect("a figure");
    assert_eq!(svg.matches("\n40</text>").count(), 1, "four rows that are alike are one");
    assert!(svg.contains("a joker saves;") || svg.contains("a tie stuns; a"), "which names all");
}

#[test]
fn a_rung_off_the_ladder_is_said() {
    let with = |success| Stack {
        success: Some(success),
        ..stack(Axis::numbers("x"), vec![save(0.0, 1.0)])
    };
    assert!(figure("", with(4)).svg().is_ok());
    for success in [5, 6, usize::MAX] {
        let error = figure("", with(success)).svg().expect_err("an error");
        assert_eq!(error.to_string(), format!("rung {success} is not on a ladder of 5 rungs"));
        assert_eq!(error.hint(), Some("its rungs are 0 to 4"));
    }
}

#[test]
fn the_largest_difference_is_said_at_its_own_bar() {
    // Where each text stands, in units of a tenth of a pixel.
    let middle = |svg: &str, words: &str| -> f64 {
        let text = svg[..svg.find(words).expect(words)].rfind("<text").expect("a text");
        let x = &svg[text..][svg[text..].find(" x=\"").expect("a place") + 4..];
        x[..x.find('"').expect("its end")].parse().expect("a number")
    };
    for (width, from, to) in [(900, -6, 8), (900, -20, 20), (390, -20, 20), (600, -7, 1)] {
        let lines = [
            line("cards", "melodrama.opposed", from..=to, |x| exact(cards(x))),
            line("d20", "mutants.check", from..=to, |x| exact(d20(x))),
        ];
        let plot = Difference::of(Axis::edge("advantage"), lines);
        let (x, _) = plot.largest().expect("a difference");
        let figure = Figure { size: Size { width, height: None }, ..figure("", plot) };
        let svg = figure.svg().expect("a figure");
        let place = format!(" at \u{2212}{}</text>", -x);
        // The bar's column is where its hint is.
        let hint = svg.find(&format!("<title>advantage \u{2212}{}\n", -x)).expect("its hint");
        let rect = &svg[svg[..hint].rfind("<rect").expect("its column")..hint];
        let number = |name: &str| -> f64 {
            let value = &rect[rect.find(name).expect(name) + name.len()..];
            value[..value.find('"').expect("its end")].parse().expect("a number")
        };
        let bar = number(" x=\"") + number(" width=\"") / 2.0;
        let apart = (middle(&svg, &place) - bar).abs() / 10.0;
        assert!(apart < 45.0, "{width} px, {from} to {to}: {apart} px away");
    }
}

#[test]
fn as_many_marks_as_can_be_seen() {
    let many = |label| line(label, "house.x", 0..100_000, |x| exact(x / 100_000.0));
    let names: Vec<String> = (0..3_000).map(|i| format!("band {i}")).collect();
    let start = std::time::Instant::now();
    let curve = Curve { axis: Axis::numbers("x"), lines: vec![many("a")], ..Curve::default() };
    let two = Difference::of(Axis::numbers("x"), [many("a"), many("b")]);
    let even = line("a", "house.x", 0..3_000, |_| exact(1.0 / 3_000.0));
    let bars = Bars { axis: Axis::named("band", &names), series: vec![even.clone()] };
    let numbers = Bars { axis: Axis::numbers("margin"), series: vec![even] };
    let bar = |x: i32| Bar { x: x.into(), shares: vec![exact(1.0 / 3_000.0); 3_000] };
    let rungs = Stack { rungs: names, bars: vec![bar(0), bar(1)], ..Stack::default() };
    let columns = stack(Axis::numbers("x"), (0..20_000).map(|x| save(x.into(), 1.0)).collect());
    let cell = |i: i32| Cell { x: f64::from(i % 400), y: f64::from(i / 400), value: 0.5 };
    let heat = Heat { cells: (0..160_000).map(cell).collect(), ..Heat::default() };
    let said = [
        (figure("", curve).svg(), "one of every 417 of 100000 places is drawn"),
        (figure("", two).svg(), "one of every 417 of 100000 places is drawn"),
        (figure("", bars).svg(), "a bar stands for 20 neighbours"),
        (figure("", numbers).svg(), "in bins of 20, named by their lowest"),
        (figure("", rungs).svg(), "neighbouring rungs are one"),
        (figure("", columns).svg(), "one of every 84 of 20000 places is drawn"),
        (figure("", heat).svg(), "one of every 4 of 400 places is drawn"),
    ];
    for (svg, note) in said {
        let svg = svg.expect(note);
        let words = svg.split("aria-label=\"").nth(1).expect("a label");
        assert!(svg.len() < 4_000_000, "{note}: {} bytes", svg.len());
        assert!(svg.contains(note) || words.contains(note), "{note}");
    }
    assert!(start.elapsed().as_secs() < 60, "not quadratic: {:?}", start.elapsed());
    let lines = (0..50).map(|i| line(&i.to_string(), "x.y", 0..2, |_| exact(0.5))).collect();
    let error = figure("", Curve { lines, ..Curve::default() }).svg().expect_err("too many");
    assert_eq!(error.to_string(), "50 lines can't be told apart");
}

#[test]
fn what_is_no_letter_is_left_out_of_svg_and_png_alike() {
    let odd = "a\u{7}\u{1b}[31mb\u{202e}c\nd\u{0}\u{fffe}<&>";
    let lines = vec![line(odd, "x.y", 0..3, |x| exact(x / 4.0))];
    let plot = Curve { axis: Axis::named(odd, [odd, "b", "c"]), lines, ..Curve::default() };
    let figure = Figure { subtitle: odd.into(), source: odd.into(), ..figure(odd, plot) };
    let svg = figure.svg().expect("a figure");
    usvg::Tree::from_str(&svg, &usvg::Options::default()).expect("an SVG");
    assert!(svg.chars().all(|sign| sign == '\n' || !sign.is_control() && sign != '\u{202e}'));
    assert!(figure.png().is_ok());
}

#[test]
fn narrow_places_have_a_layout_of_their_own() {
    let lines = [
        line("opposed cards", "melodrama.opposed", -20..=20, |x| exact(cards(x))),
        line("d20 against DC 10", "mutants.check", -20..=20, |x| exact(d20(x))),
    ];
    let plot = Difference::of(Axis::edge("advantage, points"), lines);
    let wide = figure("Cards are kinder to the favourite, harder on the underdog", plot);
    let size = Size { width: 390, height: Some(520) };
    let svg = Figure { size, ..wide.clone() }.svg().expect("a figure");
    assert!(svg.contains("width=\"390\" height=\"520\""));
    check_texts("390x520", &svg);
    let height = |words: &str| {
        let text = svg[..svg.find(words).expect(words)].rfind(" y=\"").expect("a place");
        svg[text + 4..].split('"').next().expect("a number").parse::<i32>().expect("a number")
    };
    let title = height("advantage, points</text>");
    assert!(height("d20 against DC 10</text>") > title, "keys are under the picture");
    let both = wide.inline_both().expect("two figures");
    assert_eq!(both.matches("<svg").count(), 2);
    assert_eq!(both.matches("class=\"chart narrow\"").count(), 1);
    assert!(oddsmith::chart::page_style(&both).contains(":has(+.chart.narrow)"));
}

#[test]
fn fans_and_scatters() {
    let spread = |x: i32, slope: f64| {
        let (x, wide) = (f64::from(x), f64::from(x).sqrt());
        Spread {
            x,
            quantiles: [-1.64, -0.67, 0.0, 0.67, 1.64]
                .map(|z| (slope * x + z * 2.0 * wide).round()),
            mean: slope * x + 0.4 * wide,
        }
    };
    let fan = |check: &str, slope: f64, most: i32| Fan {
        axis: Axis::numbers("round"),
        score: "wounds so far".into(),
        check: check.into(),
        spreads: (1..=most).map(|x| spread(x, slope)).collect(),
    };
    show("fan", &figure("Wounds add up, and spread", fan("torg.fight", 0.8, 20)));
    show("fan-one", &figure("One round", fan("torg.fight", 0.8, 1)));
    let panels = [("cards", "melodrama.fight", 0.5), ("d20", "mutants.fight", -0.2)]
        .map(|(title, check, slope)| Panel { title: title.into(), plot: fan(check, slope, 12) })
        .to_vec();
    show("fan-panels", &Figure { panels, ..figure("Two systems", Fan::default()) });
    let dot = |label: &str, check: &str, x: f64, y: f64| Dot {
        label: label.into(),
        check: check.into(),
        x,
        y,
    };
    let dots = vec![
        dot("opposed cards", "melodrama.opposed", 5.0, 5.6),
        dot("d20", "mutants.check", 5.1, 5.77),
        dot("2d6", "mano.test", 5.0, 2.4),
        dot("Torg's d20 with a drama die", "torg.total", 7.9, 9.1),
        dot("duel", "moma.duel", 5.2, 5.7),
        dot("3d6", "house.three", 4.9, 2.96),
        dot("dice pool", "mneme.check", 1.2, 1.1),
    ];
    show(
        "scatter",
        &figure(
            "Torg swings most",
            Scatter {
                across: "mean, points".into(),
                up: "standard deviation, points".into(),
                dots,
            },
        ),
    );
    show(
        "scatter-one",
        &figure(
            "One dot",
            Scatter {
                across: "mean".into(),
                up: "spread".into(),
                dots: vec![dot("one", "x.y", -3.0, 0.0)],
            },
        ),
    );
}

#[test]
fn what_cannot_be_drawn_says_why() {
    let said = |figure: oddsmith::Result<String>| figure.expect_err("an error").to_string();
    assert_eq!(
        said(figure("", Curve::default()).svg()),
        "the chart has nothing to show: no line has a point"
    );
    assert_eq!(
        said(figure("", Bars::default()).svg()),
        "the chart has nothing to show: no line has a point"
    );
    assert_eq!(
        said(figure("", Stack::default()).svg()),
        "the chart has nothing to show: there are no bars, or no rungs"
    );
    assert_eq!(
        said(figure("", Heat::default()).svg()),
        "the chart has nothing to show: there are no cells"
    );
    assert_eq!(
        said(figure("", Fan::default()).svg()),
        "the chart has nothing to show: the fan has no place"
    );
    assert_eq!(
        said(figure("", Scatter::default()).svg()),
        "the chart has nothing to show: there are no dots"
    );
    assert_eq!(
        said(Figure { panels: vec![], ..figure("", Curve::default()) }.svg()),
        "the chart has nothing to show: there is no picture"
    );
    let odd = Curve { lines: vec![line("a", "b", 0..=1, |_| exact(f64::NAN))], ..Curve::default() };
    assert_eq!(said(figure("", odd).svg()), "the chart can't show NaN: it is no finite number");
    let beyond = Bars { series: vec![line("a", "b", 0..=1, |_| exact(-0.5))], ..Bars::default() };
    assert_eq!(said(figure("", beyond).svg()), "the chart can't show -0.5: it is not from 0 to 1");
    let twice = Stack {
        rungs: vec!["a".into(), "b".into()],
        bars: vec![Bar { x: 0.0, shares: vec![exact(0.6), exact(0.6)] }],
        ..Stack::default()
    };
    assert_eq!(said(figure("", twice).svg()), "the shares of a bar add up to 120.0 %");
    let far =
        Scatter { dots: vec![Dot { x: 1e300, y: -1e300, ..Dot::default() }], ..Scatter::default() };
    assert!(figure("", far).svg().is_ok(), "what is far away is drawn");
    let uneven = Stack {
        rungs: vec!["a".into()],
        bars: vec![Bar { x: 0.0, shares: vec![] }],
        ..Stack::default()
    };
    assert_eq!(said(figure("", uneven).svg()), "a bar of 0 shares has no place on 1 rungs");
    let fine = Curve { lines: vec![line("a", "b", 0..=1, exact)], ..Curve::default() };
    assert_eq!(
        said(
            Figure { size: Size { width: 900, height: Some(120) }, ..figure("", fine.clone()) }
                .svg()
        ),
        "120 pixels are not high enough for the chart"
    );
    assert_eq!(
        said(Figure { size: Size { width: 90, height: None }, ..figure("", fine) }.svg()),
        "90 pixels are no width for a chart"
    );
}

#[test]
fn a_page_carries_the_typeface_once_and_chooses_the_theme() {
    let curve = Curve {
        lines: vec![line("cards <&>", "melodrama.opposed", 0..=5, |x| both(cards(x)))],
        ..Curve::default()
    };
    let figure = figure("Cards \"win\"", curve);
    let inline = figure.inline_svg().expect("a figure");
    assert!(
        !inline.contains("@font-face") && inline.contains("aria-label=\"Cards &quot;win&quot;. ")
    );
    assert!(
        inline.contains("cards &lt;&amp;&gt;: ")
            && inline.contains("var(--c-1467a8-5aa9e6,#1467a8)")
    );
    let style = oddsmith::chart::page_style(&inline);
    assert_eq!(style.matches("@font-face").count(), 2);
    for name in inline.match_indices("var(").map(|(at, _)| &inline[at + 4..at + 4 + 17]) {
        let (light, dark) = (&name[4..10], &name[11..17]);
        assert!(
            style.contains(&format!("{name}:#{light};"))
                && style.contains(&format!("{name}:#{dark};")),
            "{name}"
        );
    }
    let (light, dark) = (
        figure.svg().expect("a figure"),
        Figure { theme: Theme::Dark, ..figure }.svg().expect("a figure"),
    );
    assert!(
        !light.contains("var(")
            && light.contains("#1467a8")
            && dark.contains("#5aa9e6")
            && !dark.contains("#1467a8")
    );
}

#[test]
fn pixels_need_no_typeface_of_the_machine() {
    let figure = figure(
        "Cards",
        Curve {
            lines: vec![line("cards", "melodrama.opposed", 0..=5, |x| both(cards(x)))],
            ..Curve::default()
        },
    );
    let png = figure.png().expect("a picture");
    assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
    let width = u32::from_be_bytes([png[16], png[17], png[18], png[19]]);
    assert_eq!(width, 1800, "two pixels to one");
    assert_eq!(png, figure.png().expect("a picture"), "the same bytes");
    assert!(oddsmith::chart::png("no figure", 1.0).is_err());
    assert!(oddsmith::chart::png(&figure.svg().expect("a figure"), 1e9).is_err());
}

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

/// A figure of any width; its words keep apart whatever it shows.
fn keeps_apart<P: Plot + Clone>(name: &str, width: u32, panels: usize, plot: P) {
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
        // Many words in little room are refused, with a hint.
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
    fn words_of_curves_keep_apart((axis, lines) in lines(20), width in 400..1200u32, panels in 1..7usize) {
        keeps_apart("curve", width, panels, Curve { axis, lines, join: Join::Straight });
    }

    #[test]
    fn words_of_bars_keep_apart((axis, series) in lines(4), width in 400..1200u32, panels in 1..5usize) {
        keeps_apart("bars", width, panels, Bars { axis, series });
    }

    #[test]
    fn words_of_differences_keep_apart((axis, lines) in lines(4), width in 400..1200u32, panels in 1..4usize) {
        let pair = [lines[0].clone(), lines[lines.len() - 1].clone()];
        keeps_apart("difference", width, panels, Difference::of(axis, pair));
    }

    #[test]
    fn words_of_stacks_keep_apart((axis, xs) in axes(), rungs in 1..8usize, width in 400..1200u32, panels in 1..5usize) {
        let bar = |x: &i32| Bar { x: f64::from(*x), shares: vec![exact(1.0 / rungs as f64); rungs] };
        let names = (0..rungs).map(|i| WORDS[i].to_owned()).collect();
        keeps_apart("stack", width, panels, Stack { axis, rungs: names, success: Some(rungs / 2), bars: xs.iter().map(bar).collect() });
    }

    #[test]
    fn words_of_heat_maps_keep_apart((across, xs) in axes(), (up, ys) in axes(), even: bool, width in 400..1200u32, panels in 1..5usize) {
        let cells = xs.iter().flat_map(|x| ys.iter().map(move |y| Cell { x: f64::from(*x), y: f64::from(*y), value: cards(f64::from(x - y)) }));
        let heat = Heat { cells: cells.collect(), across, up, values: Values::Shares, even: even.then_some(0.5) };
        keeps_apart("heat", width, panels, heat);
    }

    #[test]
    fn words_of_dots_keep_apart(dots in prop::collection::vec((0..8usize, -5.0..50.0f64, 0.0..9.0f64), 1..20), width in 400..1200u32, panels in 1..4usize) {
        let dots = dots.into_iter().map(|(word, x, y)| Dot { label: WORDS[word].into(), check: "mano.test".into(), x, y }).collect();
        keeps_apart("scatter", width, panels, Scatter { across: "mean, points".into(), up: "standard deviation, points".into(), dots });
    }
}
