//! Tests that draw every kind of figure, also from data that is hard to draw.

use oddsmith::chart::{
    Axis, Bar, Bars, Cell, Curve, Difference, Figure, Heat, Join, Panel, Stack, Values,
};
use oddsmith::odds::Estimate;

use super::*;

#[test]
fn difference_charts_draw_in_all_themes_and_widths() {
    let lines = |share: fn(f64) -> Estimate| {
        [
            line("opposed cards", "melodrama.opposed", -20..=20, |x| share(cards(x))),
            line("d20 against DC 10", "mutants.check", -20..=20, |x| share(d20(x))),
        ]
    };
    let axis = || Axis::edge("advantage");
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
    let axis = || Axis::edge("advantage");
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
            Curve {
                axis: Axis::numbers("blows").capped(12.0),
                lines,
                join: Join::Steps,
                ..Curve::default()
            },
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
            ..Curve::default()
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
            Bars {
                axis: Axis::numbers("margin, points").capped(16.0),
                series: one,
                ..Bars::default()
            },
        ),
    );
    let rungs = ["unconscious", "staggered", "stunned", "bruised", "unhurt"];
    let two = vec![
        line("cards", "melodrama.toughness", 0..5, |x| both(hill(2.0, 1.4)(x))),
        line("d20", "mutants.toughness", 0..5, |x| played(hill(3.0, 2.0)(x))),
    ];
    show(
        "bars-rungs",
        &figure(
            "What a save comes to",
            Bars { axis: Axis::named("", rungs), series: two, ..Bars::default() },
        ),
    );
    let panel = |i: i32| Panel {
        title: format!("damage {i}"),
        plot: Bars {
            axis: Axis::numbers("margin"),
            series: vec![line("cards", "melodrama.opposed", -10..=10, |x| {
                exact(hill(f64::from(i), 5.0)(x))
            })],
            ..Bars::default()
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
            Bars {
                axis: Axis::numbers("x"),
                series: vec![line("a", "b", 0..=0, |_| exact(0.0))],
                ..Bars::default()
            },
        ),
    );
}

/// Draws bars of five rungs, with worse results at higher damage.
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
fn heat_maps_draw_in_all_themes_and_widths() {
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
        aims: false,
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
