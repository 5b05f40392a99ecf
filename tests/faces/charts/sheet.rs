//! Tests of a sheet of all kinds of chart, in all sizes and both themes, drawn from answers: texts
//! do not overlap and can be read, or the size is refused with the least one. `LOOK=1` writes PNGs
//! to `target/tmp/charts/sheet`.

use std::path::Path;
use std::sync::Arc;

use oddsmith::answer::Results;
use oddsmith::chart;
use oddsmith::expression::Expressions;
use oddsmith::registry::Choice;
use oddsmith::scenario::{Chart, ChartKind, Scenario};

use super::answers::{COURSE, SAVES, answered, dice};
use super::check_texts;

/// Widths and heights: automatic, a slide, a post, a phone, and small ones.
const SIZES: [Option<(u32, u32)>; 7] = [
    None,
    Some((900, 560)),
    Some((600, 400)),
    Some((390, 440)),
    Some((480, 320)),
    Some((600, 300)),
    Some((390, 300)),
];

/// Three rolls with long and short labels.
const ROLLS: &str = r#"
title = "rolls"
[[check]]
use = "house.roll"
label = "3d6"
set = { luck = "3d6" }
[[check]]
use = "house.roll"
label = "2d10, the rule that nobody remembers by its name"
set = { luck = "2d10" }
[[check]]
use = "house.roll"
label = "the same as 3d6"
set = { luck = "d6+d6+d6" }
[[chart]]
"#;

/// Returns a scenario for each kind, and several for some kinds.
fn kinds() -> Vec<(&'static str, String)> {
    let one =
        |check: &str, chart: &str| format!("title = 'x'\n[[check]]\n{check}\n[[chart]]\n{chart}");
    let opposed = "use = 'melodrama.opposed'\nset = { active = 10, passive = 5 }";
    let day = "label = 'a day'\nuse = 'moma.days'\nanswer = 'sampled'\ntrials = 2000\n\
        set = { attribute = 4, skill = 6, dn = 14, encounters = 4, policy = 'need' }";
    let saves = |chart: &str| format!("{SAVES}{chart}");
    vec![
        ("curve", saves("kind = 'curve'\nx = 'damage'")),
        ("difference", saves("kind = 'difference'\nx = 'damage'")),
        ("stack", saves("kind = 'stack'\nx = 'damage'")),
        ("stack-rows", saves("kind = 'stack'\nwhere = 'damage in [3, 8]'")),
        ("bars-rungs", saves("kind = 'bars'\nwhere = 'damage == 3'")),
        ("bars", one(opposed, "kind = 'bars'\nx_title = 'by how much'\ny_title = 'chance'")),
        ("bars-cards", one("use = 'house.roll'\nset = { luck = 'card54' }", "kind = 'bars'")),
        ("margin-least", one(opposed, "kind = 'margin'\nview = 'at-least'")),
        ("margin-most", one(opposed, "kind = 'margin'\nview = 'at-most'")),
        ("laws", format!("{ROLLS}kind = 'laws'")),
        ("laws-least", format!("{ROLLS}kind = 'laws'\nview = 'at-least'")),
        ("heat", dice("kind = 'heat'\nx = 'dc'\ny = 'add'\ny_title = 'what is added'")),
        ("scatter", dice("kind = 'scatter'\nx = 'mean'\ny = 'sd'\ny_title = 'spread'")),
        ("survival", format!("{COURSE}kind = 'survival'\nsplit = 'toughness'")),
        ("fan", one(day, "kind = 'fan'\ncolumn = 'pool'\ny_title = 'points of willpower left'")),
    ]
}

/// Draws a chart in a size and a theme.
fn drawn(
    results: &Arc<Results>,
    chart: &Chart,
    size: Option<(u32, u32)>,
    dark: bool,
) -> Result<String, oddsmith::Error> {
    let chart = Chart { size, dark, ..chart.clone() };
    let bytes = chart::draw(
        results,
        &chart,
        &Expressions::new(Arc::clone(results)),
        "oddsmith run sheet.toml",
    )?;
    Ok(String::from_utf8(bytes).expect("an SVG"))
}

#[test]
fn texts_keep_apart_in_all_kinds_sizes_and_themes() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("charts/sheet");
    std::fs::create_dir_all(&folder).expect("a folder for pictures");
    let shown = kinds();
    for kind in ChartKind::WORDS {
        assert!(shown.iter().any(|(name, _)| name.starts_with(kind)), "{kind} is on the sheet");
    }
    for (name, text) in shown {
        let scenario = Scenario::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let results = answered(&scenario);
        for size in SIZES {
            // The theme does not change the layout.
            let themes: &[bool] = if size.is_none() { &[false, true] } else { &[false] };
            for &dark in themes {
                let chart = &scenario.charts[0];
                let svg = drawn(&results, chart, size, dark).unwrap_or_else(|error| {
                    // A refused chart is drawn at the size that the hint names.
                    let hint = error.hint().expect("a hint").to_string();
                    let least =
                        hint.strip_prefix("at least ").and_then(|rest| rest.split(',').next());
                    let (wide, high) = least.and_then(|size| size.split_once('x')).expect("a size");
                    let least = (wide.parse().expect("a width"), high.parse().expect("a height"));
                    assert!(Some(least) > size && least.1 < 600, "{name}: {error}, {hint}");
                    drawn(&results, chart, Some(least), dark).expect("large enough")
                });
                let size = size.map_or("900".to_owned(), |(wide, high)| format!("{wide}x{high}"));
                let file = format!("{name}-{size}{}", if dark { "-dark" } else { "" });
                check_texts(&file, &svg);
                let at = |ending: &str| folder.join(format!("{file}.{ending}"));
                std::fs::write(at("svg"), &svg).expect("written");
                if std::env::var_os("LOOK").is_some() {
                    let png = chart::png(&svg, 1.0).expect("a picture");
                    std::fs::write(at("png"), png).expect("written");
                }
            }
        }
    }
}
