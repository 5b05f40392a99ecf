//! Tests of figures with similar parts, with too much data, and with data that can't be drawn.

use oddsmith::chart::{
    Axis, Bar, Bars, Cell, Curve, Difference, Dot, Fan, Figure, Heat, Line, Panel, Scatter, Size,
    Spread, Stack, Theme,
};

use super::*;

/// Draws figures that were hard to read in reports: lines of one system that end together, and rows
/// with equal shares.
#[test]
fn similar_lines_and_rows_stay_readable() {
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
        Curve { axis: Axis::edge("advantage"), lines, ..Curve::default() },
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
fn rung_off_the_ladder_is_an_error() {
    let with = |success| Stack {
        success: Some(success),
        ..stack(Axis::numbers("x"), vec![save(0.0, 1.0)])
    };
    assert!(figure("", with(4)).svg().is_ok());
    for success in [5, 6, usize::MAX] {
        let error = figure("", with(success)).svg().expect_err("an error");
        assert_eq!(error.to_string(), format!("rung {success} is not on a ladder of 5 rungs"));
        assert_eq!(error.hint().unwrap().to_string(), "its rungs are 0 to 4");
    }
}

#[test]
fn largest_difference_is_labelled_at_its_bar() {
    // Returns the x coordinate of a text, in tenths of a pixel.
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
        // The tooltip is in the column of the bar.
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
fn number_of_marks_is_limited() {
    let many = |label| line(label, "house.x", 0..100_000, |x| exact(x / 100_000.0));
    let names: Vec<String> = (0..3_000).map(|i| format!("band {i}")).collect();
    let curve = Curve { axis: Axis::numbers("x"), lines: vec![many("a")], ..Curve::default() };
    let two = Difference::of(Axis::numbers("x"), [many("a"), many("b")]);
    let even = line("a", "house.x", 0..3_000, |_| exact(1.0 / 3_000.0));
    let bars =
        Bars { axis: Axis::named("band", &names), series: vec![even.clone()], ..Bars::default() };
    let numbers = Bars { axis: Axis::numbers("margin"), series: vec![even], ..Bars::default() };
    let bar = |x: i32| Bar { x: x.into(), shares: vec![exact(1.0 / 3_000.0); 3_000] };
    let rungs = Stack { rungs: names, bars: vec![bar(0), bar(1)], ..Stack::default() };
    let columns = stack(Axis::numbers("x"), (0..20_000).map(|x| save(x.into(), 1.0)).collect());
    let cell = |i: i32| Cell { x: f64::from(i % 400), y: f64::from(i / 400), value: 0.5 };
    let heat = Heat { cells: (0..160_000).map(cell).collect(), ..Heat::default() };
    let notes = [
        (figure("", curve).svg(), "one of every 417 of 100000 places is drawn"),
        (figure("", two).svg(), "one of every 417 of 100000 places is drawn"),
        (figure("", bars).svg(), "a bar stands for 20 neighbours"),
        (figure("", numbers).svg(), "in bins of 20, named by their lowest"),
        (figure("", rungs).svg(), "neighbouring rungs are one"),
        (figure("", columns).svg(), "one of every 84 of 20000 places is drawn"),
        (figure("", heat).svg(), "one of every 4 of 400 places is drawn"),
    ];
    for (svg, note) in notes {
        let svg = svg.expect(note);
        let words = svg.split("aria-label=\"").nth(1).expect("a label");
        assert!(svg.len() < 4_000_000, "{note}: {} bytes", svg.len());
        assert!(svg.contains(note) || words.contains(note), "{note}");
    }
    let lines = (0..50).map(|i| line(&i.to_string(), "x.y", 0..2, |_| exact(0.5))).collect();
    let error = figure("", Curve { lines, ..Curve::default() }).svg().expect_err("too many");
    assert_eq!(error.to_string(), "50 lines can't be told apart");
}

#[test]
fn control_characters_are_left_out_of_svg_and_png() {
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
fn narrow_figures_have_another_layout() {
    let lines = [
        line("opposed cards", "melodrama.opposed", -20..=20, |x| exact(cards(x))),
        line("d20 against DC 10", "mutants.check", -20..=20, |x| exact(d20(x))),
    ];
    let plot = Difference::of(Axis::edge("advantage"), lines);
    let wide = figure("Cards are kinder to the favourite, harder on the underdog", plot);
    let size = Size { width: 390, height: Some(520) };
    let svg = Figure { size, ..wide.clone() }.svg().expect("a figure");
    assert!(svg.contains("width=\"390\" height=\"520\""));
    check_texts("390x520", &svg);
    let height = |words: &str| {
        let text = svg[..svg.find(words).expect(words)].rfind(" y=\"").expect("a place");
        svg[text + 4..].split('"').next().expect("a number").parse::<i32>().expect("a number")
    };
    let title = height("advantage</text>");
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
        ..Dot::default()
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
                across: Axis::numbers("mean, points"),
                up: Axis::numbers("standard deviation, points"),
                dots,
            },
        ),
    );
    show(
        "scatter-one",
        &figure(
            "One dot",
            Scatter {
                across: Axis::numbers("mean"),
                up: Axis::numbers("spread"),
                dots: vec![dot("one", "x.y", -3.0, 0.0)],
            },
        ),
    );
}

#[test]
fn undrawable_figures_are_errors() {
    let message = |figure: oddsmith::Result<String>| figure.expect_err("an error").to_string();
    assert_eq!(
        message(figure("", Curve::default()).svg()),
        "the chart has nothing to show: no line has a point"
    );
    assert_eq!(
        message(figure("", Bars::default()).svg()),
        "the chart has nothing to show: no line has a point"
    );
    assert_eq!(
        message(figure("", Stack::default()).svg()),
        "the chart has nothing to show: there are no bars, or no rungs"
    );
    assert_eq!(
        message(figure("", Heat::default()).svg()),
        "the chart has nothing to show: there are no cells"
    );
    assert_eq!(
        message(figure("", Fan::default()).svg()),
        "the chart has nothing to show: the fan has no place"
    );
    assert_eq!(
        message(figure("", Scatter::default()).svg()),
        "the chart has nothing to show: there are no dots"
    );
    assert_eq!(
        message(Figure { panels: vec![], ..figure("", Curve::default()) }.svg()),
        "the chart has nothing to show: there is no picture"
    );
    let odd = Curve { lines: vec![line("a", "b", 0..=1, |_| exact(f64::NAN))], ..Curve::default() };
    assert_eq!(message(figure("", odd).svg()), "the chart can't show NaN: it is no finite number");
    let beyond = Bars { series: vec![line("a", "b", 0..=1, |_| exact(-0.5))], ..Bars::default() };
    assert_eq!(
        message(figure("", beyond).svg()),
        "the chart can't show -0.5: it is not from 0 to 1"
    );
    let twice = Stack {
        rungs: vec!["a".into(), "b".into()],
        bars: vec![Bar { x: 0.0, shares: vec![exact(0.6), exact(0.6)] }],
        ..Stack::default()
    };
    assert_eq!(message(figure("", twice).svg()), "the shares of a bar add up to 120.0 %");
    let far =
        Scatter { dots: vec![Dot { x: 1e300, y: -1e300, ..Dot::default() }], ..Scatter::default() };
    assert!(figure("", far).svg().is_ok(), "what is far away is drawn");
    let uneven = Stack {
        rungs: vec!["a".into()],
        bars: vec![Bar { x: 0.0, shares: vec![] }],
        ..Stack::default()
    };
    assert_eq!(message(figure("", uneven).svg()), "a bar of 0 shares has no place on 1 rungs");
    let fine = Curve { lines: vec![line("a", "b", 0..=1, exact)], ..Curve::default() };
    assert_eq!(
        message(
            Figure { size: Size { width: 900, height: Some(120) }, ..figure("", fine.clone()) }
                .svg()
        ),
        "900x120 pixels are too few for the chart"
    );
    assert_eq!(
        message(Figure { size: Size { width: 90, height: None }, ..figure("", fine) }.svg()),
        "90 pixels are no width for a chart"
    );
}

#[test]
fn pages_embed_the_typeface_once_and_choose_the_theme() {
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
    // A letter that the typeface lacks is drawn as `?`.
    let svg = figure.svg().expect("a figure");
    let named = |letter: &str| svg.replace("Cards", &format!("{letter}ards"));
    let pixels = |svg: &str| oddsmith::chart::png(svg, 1.0).expect("a picture");
    assert_eq!(pixels(&named("Ж")), pixels(&named("?")));
    assert_ne!(pixels(&named("Ж")), pixels(&named("")));
    assert!(oddsmith::chart::png("no figure", 1.0).is_err());
    assert!(oddsmith::chart::png(&figure.svg().expect("a figure"), 1e9).is_err());
}
