//! How do pools run down over days of encounters, and is it ever right to hoard?

use super::figures::Drawn;
use super::pictures::drawn;
use super::prose::{in_points, list, percent};
use super::solved::{each, fan, field, number};
use super::{Report, Said, Work};
use crate::chart::{Axis, Curve, Figure, Join, Line, Panel, Point, Share};
use crate::error::{Error, Result};
use crate::odds::{Histogram, Law};
use crate::scenario::Answered;
use crate::text::Table;
use crate::text::numbers::per_cent;

/// The report.
pub const REPORT: Report = Report {
    name: "days-of-willpower",
    question: "The text says its pools are made to be spent, not hoarded. How do they fare over days of encounters, how many stay unpaid, and is it ever right to hold points back?",
    say,
};

const SOURCE: &str = "exact · oddsmith report days-of-willpower";

/// Points regained between days for each point of the attribute: a night, and each meal.
const NIGHT: i32 = 3;
const FULL: i32 = 5;

/// One case of a check: so many encounters a day, met so often.
struct Lived {
    encounters: i32,
    policy: String,
    met: f64,
    /// What the best plan meets.
    best: f64,
}

fn lived(check: &Answered) -> Result<Vec<Lived>> {
    let live = |case: usize| {
        let results = each(check, case, "result")?;
        let met = results.iter().map(|law| law.share(1)).sum::<f64>() / results.len() as f64;
        let set = check.findings[case].case.settings.all();
        let text = |name: &str| set.get(name).map(ToString::to_string).unwrap_or_default();
        let encounters = text("encounters").parse().unwrap_or(1);
        Ok(Lived { encounters, policy: text("policy"), met, best: best_plan(check, encounters) })
    };
    (0..check.findings.len()).map(live).collect()
}

/// The share of encounters that the best plan meets: one that sees each need, and may refuse a dear one for the sake of later ones.
///
/// # Formula
/// `most(e, p) = mean over needs of max(most(e + 1, p), 1 + most(e + 1, p - need) where cap and pool allow)`, with the rest of the
/// night added, up to a full pool, after a day's last encounter.
fn best_plan(check: &Answered, encounters: i32) -> f64 {
    let (attribute, skill, days) =
        (number(check, "attribute"), number(check, "skill"), number(check, "days"));
    let (full, night) =
        (FULL * attribute, if field(check, "nights") == "true" { NIGHT } else { 0 });
    let rest = (number(check, "meals") + night) * attribute;
    let needs: Vec<i32> = needs(check);
    let mut after: Vec<f64> = vec![0.0; full as usize + 1];
    for encounter in (1..=encounters * days).rev() {
        let gained = if encounter % encounters == 0 { rest } else { 0 };
        let left = |pool: i32| -> f64 { after[(pool + gained).min(full) as usize] };
        let most = |pool: i32| {
            let meet = |need: &i32| {
                if *need <= skill.min(pool) {
                    left(pool).max(1.0 + left(pool - need))
                } else {
                    left(pool)
                }
            };
            needs.iter().map(meet).sum::<f64>() / needs.len() as f64
        };
        after = (0..=full).map(most).collect();
    }
    after[full as usize] / f64::from(encounters * days)
}

/// The points that an encounter may need, each as likely.
fn needs(check: &Answered) -> Vec<i32> {
    let score = number(check, "attribute") + number(check, "skill");
    let numbers = field(check, "dn");
    numbers
        .trim_matches(['[', ']'])
        .split(',')
        .filter_map(|dn| Some((dn.trim().parse::<i32>().ok()? - score).max(0)))
        .collect()
}

fn say(work: &Work) -> Result<Said> {
    let rests = work
        .answers
        .checks
        .iter()
        .map(|check| Ok((check, lived(check)?)))
        .collect::<Result<Vec<_>>>()?;
    let (check, full) = &rests[0];
    let paragraphs = vec![headline(check, full)?, waste(full), scarce(&rests)];
    let mut table = Table::new(
        1,
        ["rest", "encounters a day", "just enough", "the best plan", "holding back gains, points"],
    );
    for (check, lived) in &rests {
        for day in lived.iter().filter(|day| day.policy == "need" && day.encounters % 2 == 0) {
            let gain = (day.best - day.met).max(0.0);
            table.row([
                check.label.clone(),
                day.encounters.to_string(),
                per_cent(day.met, 1),
                per_cent(day.best, 1),
                format!("{:.1}", gain * 100.0),
            ]);
        }
    }
    let caption = format!(
        "Encounters met over {} days, per cent, when each that can be met is paid just enough, and by the best plan, which may refuse a dear one.",
        number(check, "days")
    );
    Ok(Said {
        paragraphs,
        tables: vec![(caption, table)],
        pictures: vec![policies(check, full)?, pools(&rests)?],
    })
}

fn headline(check: &Answered, full: &[Lived]) -> Result<String> {
    let case = full
        .iter()
        .enumerate()
        .filter(|(_, day)| day.policy == "need")
        .max_by_key(|(_, day)| day.encounters);
    let (case, day) = case.ok_or_else(|| Error::question("the report needs the policy `need`"))?;
    let pools = each(check, case, "pool")?;
    let mornings: Vec<&&Law> = pools.iter().step_by(day.encounters as usize).collect();
    let always_full = mornings.iter().all(|law| {
        law.share_of(crate::odds::Success::AtLeast(FULL * number(check, "attribute")))
            >= 1.0 - 1e-12
    });
    let full_pool = FULL * number(check, "attribute");
    let regained = (NIGHT + number(check, "meals")) * number(check, "attribute");
    let gain = full
        .iter()
        .filter(|day| day.policy == "need")
        .map(|day| (day.best - day.met, day.encounters))
        .max_by(|a, b| a.0.total_cmp(&b.0));
    let (gain, at) = gain.unwrap_or((0.0, 0));
    let over_night = if always_full && regained >= full_pool {
        format!(
            "No point is worth keeping overnight: with {} every morning begins with a full pool, whatever was spent, as {regained} points are regained and {full_pool} are the most",
            check.label
        )
    } else {
        "A point may be worth keeping overnight: some mornings begin with less than a full pool"
            .to_owned()
    };
    let within = if gain > 1e-9 {
        format!(
            "Within a day holding back can be right, as an encounter may be too dear for what it brings; the best plan lifts the share of encounters that are met by at most {}, at {at} a day.",
            in_points(gain)
        )
    } else {
        "Within a day nothing is gained by holding back either.".to_owned()
    };
    let needs = needs(check);
    let (least, most) =
        (needs.iter().min().copied().unwrap_or(0), needs.iter().max().copied().unwrap_or(0));
    Ok(format!(
        "{over_night}. {within} That is for attribute {} and skill {}, a pool of {}, and encounters that need {least} to {most} points, each as likely.",
        number(check, "attribute"),
        number(check, "skill"),
        FULL * number(check, "attribute")
    ))
}

/// What a policy does, in words.
fn told(policy: &str) -> &str {
    match policy {
        "need" => "just enough",
        "max" => "all that is allowed",
        "half" => "half of what is allowed",
        other => other,
    }
}

fn waste(full: &[Lived]) -> String {
    let most = full.iter().map(|day| day.encounters).max().unwrap_or(1);
    let unmet = |encounters: i32| {
        let days = full.iter().filter(|day| day.encounters == encounters);
        list(
            &days
                .map(|day| format!("{} by paying {}", percent(1.0 - day.met), told(&day.policy)))
                .collect::<Vec<_>>(),
        )
    };
    let short = full
        .iter()
        .filter(|day| day.policy == "need" && day.met < 1.0 - 1e-12)
        .map(|day| day.encounters)
        .min();
    let up_to = short.map_or_else(String::new, |short| {
        format!(" Up to {} a day, whoever pays just enough meets all.", short - 1)
    });
    format!(
        "What is spent beyond the need is lost, and so is a bid below it. With {most} encounters a day the share that stays unmet is {}; with {} a day it is {}.{up_to}",
        unmet(most),
        most / 2,
        unmet(most / 2)
    )
}

/// The rests where points are short.
fn scarce(rests: &[(&Answered, Vec<Lived>)]) -> String {
    let told = |(check, lived): &(&Answered, Vec<Lived>)| {
        let day =
            lived.iter().filter(|day| day.policy == "need").max_by_key(|day| day.encounters)?;
        Some(format!(
            "with {}, paying just enough meets {} of {} encounters a day, and the best plan {}",
            check.label,
            percent(day.met),
            day.encounters,
            percent(day.best)
        ))
    };
    let each: Vec<String> = rests.iter().skip(1).filter_map(told).collect();
    let gains = rests
        .iter()
        .skip(1)
        .flat_map(|(_, lived)| lived)
        .any(|day| day.policy == "need" && day.best > day.met + 5e-4);
    let verdict = if gains {
        "Where rest is short it pays to hold back for cheaper encounters"
    } else {
        "Even where rest is short nothing is gained by holding back"
    };
    format!(
        "{verdict}: over {} days, {}.",
        rests.first().map_or(0, |(check, _)| number(check, "days")),
        each.join("; ")
    )
}

fn policies(check: &Answered, full: &[Lived]) -> Result<Drawn> {
    let id = &*check.findings[0].case.entry.id;
    let line = |policy: &str| {
        let days = full.iter().filter(|day| day.policy == policy);
        let points = days
            .map(|day| Point { x: day.encounters.into(), share: Share::exact(day.met) })
            .collect();
        Line { label: told(policy).to_owned(), check: id.to_owned(), points }
    };
    let lines: Vec<Line> = ["need", "max", "half"].map(line).into();
    let last = |policy: &str| {
        full.iter().filter(|day| day.policy == policy).max_by_key(|day| day.encounters)
    };
    let title = match (last("need"), last("max")) {
        (Some(need), Some(max)) => format!(
            "At {} encounters a day, paying just enough meets {}, paying all that is allowed {}",
            need.encounters,
            percent(need.met),
            percent(max.met)
        ),
        _ => String::new(),
    };
    let subtitle = format!(
        "Share of encounters met over {} days with {}, by what is paid",
        number(check, "days"),
        check.label
    );
    let plot = Curve { axis: Axis::numbers("encounters a day"), lines, join: Join::Straight };
    drawn("policies.svg", &Figure::of(title, subtitle, SOURCE, plot))
}

/// The pool before each encounter of the busiest days.
fn pools(rests: &[(&Answered, Vec<Lived>)]) -> Result<Drawn> {
    let mut panels = Vec::new();
    let mut lowest: Vec<String> = Vec::new();
    let mut busiest = 0;
    for (check, lived) in rests {
        let days = lived.iter().enumerate().filter(|(_, day)| day.policy == "need");
        let Some((case, day)) = days.max_by_key(|(_, day)| day.encounters) else { continue };
        busiest = day.encounters;
        let plot = fan(check, case, "pool", "encounter", "points left")?;
        lowest.push(format!(
            "{:.1} ({})",
            plot.spreads.iter().map(|spread| spread.mean).fold(f64::MAX, f64::min),
            check.label
        ));
        panels.push(Panel { title: check.label.clone(), plot });
    }
    let title = format!("At its lowest the pool averages {} points", list(&lowest));
    let subtitle =
        format!("Points left before each encounter, {busiest} a day, paying just enough");
    drawn(
        "pools.svg",
        &Figure { title, subtitle, source: SOURCE.into(), panels, ..Figure::default() },
    )
}
