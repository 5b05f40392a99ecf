//! Are cards and a d20 the same game once the Difficulty Class is shifted by ten?

use std::path::Path;

use polars::prelude::*;

use super::Made;
use crate::chart::{Axis, Difference, Figure, Line, Point, Share};
use crate::error::{Error, Result};
use crate::frame::{Group, csv, nine_digits, outcomes, polars_error};
use crate::odds::{Interval, wilson};
use crate::scenario::{Asked, Finding, Labelled, Scenario, answer_all};
use crate::text::numbers::{grouped, per_cent, points, signed};
use crate::text::{Table, capital};

/// Both systems at one advantage.
struct Pair {
    edge: i64,
    cards: Played,
    dice: Played,
}

/// A share, worked out and played.
#[derive(Clone, Copy)]
struct Played {
    exact: f64,
    sampled: (f64, Interval),
}

impl Pair {
    fn difference(&self) -> f64 {
        self.cards.exact - self.dice.exact
    }
}

/// Plays the scenario, and makes its frame, chart and words.
pub fn make(path: &Path) -> Result<Made> {
    let Scenario { title, sample, checks } = Scenario::read(path)?;
    let sample = sample.ok_or_else(|| Error::question("the report plays its checks, and its scenario has `trials = 0`").in_file(path))?;
    let asked = Asked { sample: Some(sample), ..Asked::default() };
    let answered = |Labelled { label, cases }| Ok((label, answer_all(cases, asked)?));
    let found = checks.into_iter().map(answered).collect::<Result<Vec<(String, Vec<Finding>)>>>()?;
    let [(cards, _), (dice, _)] = &found[..] else {
        return Err(
            Error::question(format!("the report compares two checks, its scenario has {}", found.len())).at(path.display().to_string())
        );
    };
    let groups: Vec<Group> = found.iter().map(|(label, findings)| Group { scenario: &title, label: Some(label), findings }).collect();
    let frame = outcomes(&groups)?;
    let pairs = pairs(&frame, cards, dice)?;
    if found.iter().any(|(_, findings)| findings.len() != pairs.len()) {
        return Err(Error::question("the report compares two checks with one case each at every advantage").in_file(path));
    }
    let line = |place: usize, played: fn(&Pair) -> Played| {
        let point = |pair: &Pair| {
            let Played { exact, sampled } = played(pair);
            Point { x: pair.edge as f64, share: Share { exact: Some(exact), sampled: Some(sampled) } }
        };
        let points = pairs.iter().map(point).collect();
        Line { label: found[place].0.clone(), check: found[place].1[0].case.entry.id.to_owned(), points }
    };
    let lines = [line(0, |pair| pair.cards), line(1, |pair| pair.dice)];
    let words = Words::new(&pairs, cards, dice);
    let trials = sample.trials * pairs.len() as u64 * 2;
    let least_p = found
        .iter()
        .flat_map(|(_, findings)| findings)
        .filter_map(|finding| finding.agreement(0))
        .map(|agreement| agreement.p)
        .fold(1.0, f64::min);
    let source = format!(
        "Lines exact; dots sampled, with their 95 % intervals, {} trials each, seed {} · oddsmith report cards-against-dice",
        grouped(sample.trials),
        sample.seed
    );
    let subtitle = "Chance of success by advantage: own bonus less the opposing bonus, or less the DC (10 more for a d20)";
    let chart = Figure::of(words.headline.as_str(), subtitle, source, Difference::of(Axis::edge("advantage, points"), lines));
    let how_sure = format!(
        "Both curves are exact. Beside them each of the {} points was played {} times (seed {}), {} checks in all; of the {} chi-square tests of counted margins against exact ones the smallest p-value is {:.3}.",
        pairs.len() * 2,
        grouped(sample.trials),
        sample.seed,
        grouped(trials),
        pairs.len() * 2,
        least_p,
    );
    let readme = format!(
        "# {title}\n\nRule text 000 says that its Difficulty Classes, ten points lower, keep the d20 game's odds. Do they, at every advantage?\n\n{}\n\n![{}](chart.svg)\n\n{}\n{how_sure}\n\nAgain: `cargo run --release -- report cards-against-dice`. All margins: [outcomes.csv](outcomes.csv); the question: [scenario.toml](scenario.toml).\n",
        words.answer,
        words.headline,
        table(&pairs, cards, dice).markdown(),
    );
    let files = vec![("outcomes.csv", csv(&nine_digits(&frame)?)?), ("chart.svg", chart.svg()?), ("README.md", readme)];
    Ok(Made { files, trials, answer: words.answer })
}

/// Success of both checks by advantage, from the outcomes frame.
fn pairs(frame: &DataFrame, cards: &str, dice: &str) -> Result<Vec<Pair>> {
    // Each check calls its own bonus by its own name; the other side is fixed, so the swept field is the advantage.
    let edge = coalesce(&[col("set.active"), col("set.bonus")]).alias("edge");
    let successes = frame
        .clone()
        .lazy()
        .filter(col("column").eq(lit("margin")))
        .with_column(edge)
        .with_column(col("score").gt_eq(lit(0)).alias("success"))
        .group_by([col("label"), col("edge")])
        .agg([col("exact").filter(col("success")).sum(), col("hits").filter(col("success")).sum(), col("trials").first()]);
    let of = |label: &str, suffix: &str| {
        let rename = |name: &str| col(name).alias(format!("{name} {suffix}"));
        successes.clone().filter(col("label").eq(lit(label))).select([col("edge"), rename("exact"), rename("hits"), rename("trials")])
    };
    let both = of(cards, "cards")
        .join(of(dice, "dice"), [col("edge")], [col("edge")], JoinArgs::new(JoinType::Inner))
        .sort(["edge"], SortMultipleOptions::default());
    let both = both.collect().map_err(polars_error)?;
    let whole = |name: &str| both.column(name).and_then(|column| column.i64().cloned()).map_err(polars_error);
    let shares = |name: &str| both.column(name).and_then(|column| column.f64().cloned()).map_err(polars_error);
    let edges = whole("edge")?;
    let points = |suffix: &str| -> Result<Vec<Played>> {
        let (exact, hits, trials) =
            (shares(&format!("exact {suffix}"))?, whole(&format!("hits {suffix}"))?, whole(&format!("trials {suffix}"))?);
        let point = |row: usize| {
            let (hits, trials) = (hits.get(row)? as u64, trials.get(row)? as u64);
            // Sums of shares may miss 0 and 1 by a rounding.
            let exact = (exact.get(row)? * 1e12).round() / 1e12;
            Some(Played { exact, sampled: (hits as f64 / trials as f64, wilson(hits, trials)) })
        };
        (0..edges.len()).map(|row| point(row).ok_or_else(|| Error::question("the report needs every case exact and sampled"))).collect()
    };
    let (cards, dice) = (points("cards")?, points("dice")?);
    let edges = (0..edges.len()).filter_map(|row| edges.get(row));
    Ok(edges.zip(cards.into_iter().zip(dice)).map(|(edge, (cards, dice))| Pair { edge, cards, dice }).collect())
}

/// What the numbers say.
struct Words {
    headline: String,
    answer: String,
}

impl Words {
    fn new(pairs: &[Pair], cards: &str, dice: &str) -> Words {
        let Some(widest) = pairs.iter().max_by(|a, b| a.difference().abs().total_cmp(&b.difference().abs())) else {
            return Words { headline: "Nothing was compared".into(), answer: "Nothing was compared.".into() };
        };
        let (ahead, behind) = if widest.difference() > 0.0 { (cards, dice) } else { (dice, cards) };
        let who = match widest.edge {
            ..0 => "the underdog",
            0 => "even sides",
            1.. => "the favourite",
        };
        let gap = format!("{:.1}", widest.difference().abs() * 100.0);
        let at = |pair: &Pair| if pair.edge == 0 { "at even bonuses".to_owned() } else { format!("at {}", signed(pair.edge)) };
        let headline = format!("{} gives {who} up to {gap} points more than {behind}", capital(ahead));
        let both = |pair: &Pair| format!("{} % for {cards}, {} % for {dice}", per_cent(pair.cards.exact, 1), per_cent(pair.dice.exact, 1));
        let mut answer = format!("The largest gap is {gap} points, {}: {}.", at(widest), both(widest));
        for (name, sign) in [(cards, 1.0), (dice, -1.0)] {
            let lead = |pair: &&Pair| sign * pair.difference();
            let best = pairs.iter().filter(|pair| lead(pair) > 0.0).max_by(|a, b| lead(a).total_cmp(&lead(b)));
            if let Some(best) = best {
                answer += &format!(
                    " The odds are better with {name} {}, by at most {:.1} points ({}).",
                    runs(pairs, sign),
                    lead(&best) * 100.0,
                    at(best)
                );
            }
        }
        if let Some(even) = pairs.iter().find(|pair| pair.edge == 0) {
            answer += &format!(" At even bonuses it is {}.", both(even));
        }
        Words { headline, answer }
    }
}

/// The advantages at which one side is ahead, as ranges: "from −14 to −11 and from +1 to +6".
fn runs(pairs: &[Pair], sign: f64) -> String {
    let mut runs: Vec<(i64, i64)> = Vec::new();
    let mut open = false;
    for pair in pairs {
        let ahead = sign * pair.difference() > 0.0;
        match runs.last_mut() {
            Some(run) if open && ahead => run.1 = pair.edge,
            _ if ahead => runs.push((pair.edge, pair.edge)),
            _ => {}
        }
        open = ahead;
    }
    let run = |&(from, to): &(i64, i64)| {
        if from == to { format!("at {}", signed(from)) } else { format!("from {} to {}", signed(from), signed(to)) }
    };
    runs.iter().map(run).collect::<Vec<_>>().join(" and ")
}

/// Every fifth advantage.
fn table(pairs: &[Pair], cards: &str, dice: &str) -> Table {
    let mut table = Table::new(0, ["advantage", cards, "sampled", dice, "sampled", "difference"]);
    for pair in pairs.iter().filter(|pair| pair.edge % 5 == 0) {
        let share = |point: Played| [per_cent(point.exact, 1), per_cent(point.sampled.0, 1)];
        let [cards, cards_played] = share(pair.cards);
        let [dice, dice_played] = share(pair.dice);
        table.row([signed(pair.edge), cards, cards_played, dice, dice_played, points(pair.difference())]);
    }
    table
}
