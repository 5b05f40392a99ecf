//! Which ladder of bids gets up the tree, and for how many points?

use super::figures::Drawn;
use super::pictures::drawn;
use super::prose::{list, percent};
use super::solved::number;
use super::work::words;
use super::{Report, Said, Work};
use crate::chart::{Axis, Cell, Figure, Heat, Panel, Values};
use crate::error::{Error, Result};
use crate::odds::{Histogram, Law, Laws};
use crate::scenario::Answered;
use crate::text::Table;
use crate::text::numbers::{per_cent, short};

/// The report.
pub const REPORT: Report = Report {
    name: "climbing-the-tree",
    question: "Nobody knows how many points the tree needs, and each failed try burns its bid. The text calls odd or even bids a simple good way: which ladder of bids costs least?",
    say,
};

/// The checks of beliefs come first in the scenario.
const BELIEFS: usize = 4;

/// What the text says that ladders burn: where 4 points are needed, and where 7 are.
const TOLD: [&[(&str, f64)]; 2] =
    [&[("one by one", 10.0), ("odd", 9.0), ("even", 6.0)], &[("odd", 16.0), ("even", 20.0)]];

/// Whether ladders burn what the text says, in words.
fn as_told(climbs: &[Climbed], told: &[(&str, f64)]) -> String {
    let same = |(ladder, points): &(&str, f64)| {
        climbs
            .iter()
            .any(|climbed| climbed.ladder == *ladder && (climbed.points - points).abs() < 1e-9)
    };
    if told.iter().all(same) {
        "as the text says".to_owned()
    } else {
        "which is not what the text says".to_owned()
    }
}

/// What comes of a ladder.
struct Climbed {
    ladder: String,
    points: f64,
    up: f64,
    bids: Vec<i32>,
}

fn laws(check: &Answered, case: usize) -> Result<&Laws> {
    let laws = check.findings.get(case).and_then(|finding| finding.laws.as_ref());
    laws.ok_or_else(|| {
        Error::question(format!("the report needs exact answers of `{}`", check.label))
    })
}

/// The paid bids of a ladder: the totals at which climbs end are their sums.
fn bids(points: &Law) -> Vec<i32> {
    let totals: Vec<i32> =
        points.scale().scores().filter(|&total| total > 0 && points.share(total) > 0.0).collect();
    totals
        .iter()
        .enumerate()
        .map(|(place, total)| total - if place == 0 { 0 } else { totals[place - 1] })
        .collect()
}

fn climbed(check: &Answered, wanted: &[(&str, &str)]) -> Result<Vec<Climbed>> {
    let cases = (0..check.findings.len()).filter(|&case| {
        wanted.iter().all(|pair| check.point(case).any(|(axis, value)| (axis, value) == *pair))
    });
    let climb = |case: usize| {
        let laws = laws(check, case)?;
        let ladder =
            check.point(case).find(|(axis, _)| *axis == "ladder").map_or("", |(_, value)| value);
        let points = laws.columns[0].mean().unwrap_or(f64::NAN);
        Ok(Climbed {
            ladder: words(ladder),
            points,
            up: laws.columns[2].share(1),
            bids: bids(&laws.columns[0]),
        })
    };
    cases.map(climb).collect()
}

/// A ladder as a sentence calls it.
fn called(ladder: &str) -> &str {
    match ladder {
        "one by one" => "one point more each time",
        "odd" => "odd bids",
        "even" => "even bids",
        "doubling" => "doubled bids",
        "at once" => "the largest need at once",
        other => other,
    }
}

/// Mean points in a sentence: "9.38 points".
fn burnt(points: f64) -> String {
    format!("{} points", short((points * 100.0).round() / 100.0))
}

fn listed(bids: &[i32]) -> String {
    list(&bids.iter().map(ToString::to_string).collect::<Vec<_>>())
}

fn say(work: &Work) -> Result<Said> {
    let beliefs = &work.answers.checks[..BELIEFS];
    let climbs = beliefs.iter().map(|check| climbed(check, &[])).collect::<Result<Vec<_>>>()?;
    let named = |label: &str| {
        work.check(label)
            .ok_or_else(|| Error::question(format!("the report needs the check `{label}`")))
    };
    let mut table =
        Table::new(2, ["need believed", "ladder", "bids", "mean points", "gets up, per cent"]);
    for (check, climbs) in beliefs.iter().zip(&climbs) {
        for climbed in climbs {
            // What is never bid in the end has no total of its own.
            let steps = climbed.bids.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            table.row([
                check.label.clone(),
                climbed.ladder.clone(),
                steps,
                format!("{:.2}", climbed.points),
                per_cent(climbed.up, 1),
            ]);
        }
    }
    let mut few =
        Table::new(0, ["tries", "bids after the free one", "mean points", "gets up, per cent"]);
    let check = named("few tries")?;
    for (case, climbed) in climbed(check, &[])?.iter().enumerate() {
        let tries =
            check.point(case).map(|(_, value)| value.to_owned()).collect::<Vec<_>>().join(" ");
        few.row([
            tries,
            listed(&climbed.bids),
            format!("{:.2}", climbed.points),
            per_cent(climbed.up, 1),
        ]);
    }
    let paragraphs = vec![
        headline(&climbs[0], &beliefs[0])?,
        other_beliefs(beliefs, &climbs),
        text(named("the text's tree")?)?,
        seven(named("7 points needed")?, named("7 points needed, own pool")?)?,
    ];
    let tables = vec![
        ("Each ladder against each belief; a free try comes first, and a ladder ends where cap or pool end it.".to_owned(), table),
        (format!("The best ladder with few tries, the free one counted; need believed: {}.", beliefs[0].label), few),
    ];
    Ok(Said { paragraphs, tables, pictures: vec![heat(beliefs, &climbs)?] })
}

fn of<'a>(climbs: &'a [Climbed], ladder: &str) -> Result<&'a Climbed> {
    climbs
        .iter()
        .find(|climbed| climbed.ladder == ladder)
        .ok_or_else(|| Error::question(format!("the report needs the ladder `{ladder}`")))
}

fn headline(climbs: &[Climbed], check: &Answered) -> Result<String> {
    let (best, odd, even, once) =
        (of(climbs, "optimal")?, of(climbs, "odd")?, of(climbs, "even")?, of(climbs, "at once")?);
    let simple = |climbed: &Climbed| {
        let over = if climbed.points > best.points + 1e-9 {
            format!("{} more", burnt(climbed.points - best.points))
        } else {
            "as much".to_owned()
        };
        let fails = if climbed.up < 1.0 - 1e-9 {
            format!(" and fail {} of the time", percent(1.0 - climbed.up))
        } else {
            String::new()
        };
        format!("burn {over}{fails}")
    };
    let mut text = format!(
        "Odd or even bids are simple, and not the cheapest: where the need is {}, the best ladder bids {} and burns {} on average; a ladder of even bids ({}) burns {}.",
        check.label,
        listed(&best.bids),
        burnt(best.points),
        listed(&even.bids),
        burnt(even.points)
    );
    if even.points <= best.points + 1e-9 && even.up >= best.up - 1e-9 {
        text = format!(
            "Even bids are as good as any: where the need is {}, they burn {} on average.",
            check.label,
            burnt(even.points)
        );
    }
    let (attribute, skill, pool) =
        (number(check, "attribute"), number(check, "skill"), number(check, "pool"));
    text += &format!(
        " Against the best, even bids {}, odd bids {}, and bids of one point more each time {}; the climber has skill {skill} and the {pool} points of attribute {attribute}.",
        simple(even),
        simple(odd),
        simple(of(climbs, "one by one")?)
    );
    if (once.points - best.points).abs() < 1e-9 && once.up >= best.up - 1e-9 {
        text += &format!(
            " The largest need at once burns {} too: no ladder beats paying in full at the first paid try.",
            burnt(once.points)
        );
    }
    Ok(text)
}

fn other_beliefs(beliefs: &[Answered], climbs: &[Vec<Climbed>]) -> String {
    let told = |(check, climbs): (&Answered, &Vec<Climbed>)| {
        let find = |ladder: &str| climbs.iter().find(|climbed| climbed.ladder == ladder);
        let best = find("optimal")?;
        // The cheapest of the others that are as sure.
        let others = climbs
            .iter()
            .filter(|climbed| climbed.ladder != "optimal" && climbed.up >= best.up - 1e-9);
        let next = others.min_by(|a, b| a.points.total_cmp(&b.points))?;
        let gap = if next.points - best.points > 1e-9 {
            format!(
                "the cheapest simple ladder that is as sure, that of {}, burns {}",
                called(&next.ladder),
                burnt(next.points)
            )
        } else {
            format!("of the simple ladders, that of {} costs as little", called(&next.ladder))
        };
        Some(format!(
            "Where it is \"{}\", the best ladder bids {} ({} on average); {gap}.",
            check.label,
            listed(&best.bids),
            burnt(best.points)
        ))
    };
    beliefs.iter().zip(climbs).skip(1).filter_map(told).collect::<Vec<_>>().join(" ")
}

fn text(check: &Answered) -> Result<String> {
    let (free, capped) =
        (climbed(check, &[("capped", "false")])?, climbed(check, &[("capped", "true")])?);
    let each = ["one by one", "odd", "even"]
        .iter()
        .map(|ladder| Ok(format!("{} by {}", burnt(of(&free, ladder)?.points), called(ladder))))
        .collect::<Result<Vec<_>>>()?;
    let (attribute, skill, dn) =
        (number(check, "attribute"), number(check, "skill"), number(check, "dn"));
    let breaks = if capped.iter().all(|climbed| climbed.up == 0.0) {
        format!(
            "But the same page caps a bid at the skill: {attribute} + {skill} + {skill} is {}, no ladder gets up a tree of {dn}, and the example breaks its own rule",
            attribute + 2 * skill
        )
    } else {
        "The cap does not touch the example".to_owned()
    };
    Ok(format!(
        "The text's own tree (attribute {attribute}, skill {skill}, difficulty {dn}) costs {}, {}. {breaks}.",
        list(&each),
        as_told(&free, TOLD[0])
    ))
}

fn seven(check: &Answered, own: &Answered) -> Result<String> {
    let (free, own_pool) = (climbed(check, &[])?, climbed(own, &[])?);
    let (odd, even) = (of(&free, "odd")?, of(&free, "even")?);
    let failing: Vec<String> = ["odd", "even"]
        .iter()
        .filter(|ladder| of(&own_pool, ladder).is_ok_and(|climbed| climbed.up == 0.0))
        .map(|ladder| (*ladder).to_owned())
        .collect();
    let (need, attribute, pool) = (
        number(check, "dn") - number(check, "attribute") - number(check, "skill"),
        number(own, "attribute"),
        number(own, "pool"),
    );
    let short = if failing.is_empty() {
        String::new()
    } else {
        format!(
            " Nobody who needs {need} there can pay that: attribute and skill then sum to {}, an attribute of {attribute} holds {pool} points at most, and even without the cap it is too little for {}.",
            number(check, "dn") - need,
            failing.iter().map(|ladder| called(ladder)).collect::<Vec<_>>().join(" or ")
        )
    };
    Ok(format!(
        "Where {need} points are needed, odd bids burn {} and even ones {}, {}.{short}",
        burnt(odd.points),
        burnt(even.points),
        as_told(&free, TOLD[1])
    ))
}

fn heat(beliefs: &[Answered], climbs: &[Vec<Climbed>]) -> Result<Drawn> {
    let ladders: Vec<String> = climbs[0].iter().map(|climbed| climbed.ladder.clone()).collect();
    let cell = |(up, climbs): (usize, &Vec<Climbed>)| {
        let cell = |(across, climbed): (usize, &Climbed)| Cell {
            x: across as f64,
            y: (beliefs.len() - 1 - up) as f64,
            value: (climbed.points * 100.0).round() / 100.0,
        };
        climbs.iter().enumerate().map(cell).collect::<Vec<_>>()
    };
    let plot = Heat {
        across: Axis::named("ladder of bids", ladders),
        up: Axis::named("need believed", beliefs.iter().rev().map(|check| check.label.clone())),
        cells: climbs.iter().enumerate().flat_map(cell).collect(),
        values: Values::Numbers("points".into()),
        even: None,
    };
    // Of the ladders that are sure to get up, the cheapest and the dearest that need no thought.
    let sure = || {
        climbs[0].iter().filter(|climbed| climbed.up >= 1.0 - 1e-9 && climbed.ladder != "optimal")
    };
    let by = |a: &&Climbed, b: &&Climbed| a.points.total_cmp(&b.points);
    let title = match (sure().min_by(by), sure().max_by(by)) {
        (Some(best), Some(worst)) => {
            format!(
                "Need {}: {} costs {} on average, {} {}",
                beliefs[0].label,
                called(&best.ladder),
                burnt(best.points),
                called(&worst.ladder),
                burnt(worst.points)
            )
        }
        _ => String::new(),
    };
    let fails = |climbed: &&Climbed| {
        climbs.iter().flatten().any(|other| other.ladder == climbed.ladder && other.up < 1.0 - 1e-9)
    };
    let fails: Vec<String> =
        climbs[0].iter().filter(fails).map(|climbed| climbed.ladder.clone()).collect();
    let note = if fails.is_empty() {
        String::new()
    } else {
        format!("; {} may run out before the top", list(&fails))
    };
    let subtitle = format!("Mean points burnt by ladder of bids and belief about the need{note}");
    let source = "exact · oddsmith report climbing-the-tree".to_owned();
    let panels = vec![Panel { title: String::new(), plot }];
    drawn("points.svg", &Figure { title, subtitle, source, panels, ..Figure::default() })
}
