//! Who wins at equal power: who hits hard, or who hits often?

use super::fights::{drawn, source};
use super::prose::{in_points, list, percent};
use super::{Drawn, Report, Said, Work};
use crate::chart::{Axis, Cell, Figure, Heat, Panel, Size, Theme, Values};
use crate::error::{Error, Result};
use crate::odds::Histogram;
use crate::text::numbers::{per_cent, signed};
use crate::text::{Table, capital};

const NAME: &str = "who-wins-the-fight";

/// The report.
pub const REPORT: Report = Report {
    name: NAME,
    question: "Two fighters of equal power trade blows until one is out. Does it pay to trade damage for attack, or Toughness for Defense, in either game?",
    say,
};

/// The two games: their labels in the scenario.
const GAMES: [&str; 2] = ["cards", "the d20"];

/// An exchange: how far each side's attack is above the Defense that it meets, and its damage below the Toughness.
struct Fight {
    own: i64,
    rival: i64,
    wins: f64,
    /// The share that is called off.
    nobody: f64,
    rounds: f64,
}

fn fights(work: &Work, label: &str) -> Result<Vec<Fight>> {
    let needs = || Error::question(format!("the report needs exact laws of `{label}` over the axes `own` and `rival`"));
    let check = work.check(label).ok_or_else(needs)?;
    let fight = |number: usize| {
        let place = |name: &str| check.point(number).find(|(axis, _)| *axis == name).and_then(|(_, value)| value.parse().ok());
        let laws = check.findings[number].laws.as_ref()?;
        let winner = &laws.columns[0];
        let rounds = laws.columns[1].mean()?;
        Some(Fight { own: place("own")?, rival: place("rival")?, wins: winner.share(2), nobody: winner.share(1), rounds })
    };
    (0..check.findings.len()).map(|number| fight(number).ok_or_else(needs)).collect()
}

/// The best trade against each rival, by rising rival.
fn best(fights: &[Fight]) -> Vec<&Fight> {
    let mut rivals: Vec<i64> = fights.iter().map(|fight| fight.rival).collect();
    rivals.sort_unstable();
    rivals.dedup();
    let of = |rival: &i64| fights.iter().filter(|fight| fight.rival == *rival).max_by(|a, b| a.wins.total_cmp(&b.wins));
    rivals.iter().filter_map(of).collect()
}

/// A trade in words.
fn trade(own: i64) -> String {
    match own {
        0 => "the balanced trade".to_owned(),
        1.. => format!("{own} points from damage to attack"),
        _ => format!("{} points from attack to damage", own.abs()),
    }
}

/// What the trade that wins is called: by the best trades against all rivals.
fn style(best: &[&Fight]) -> &'static str {
    let all = |test: fn(i64) -> bool| best.iter().all(|fight| test(fight.own));
    match () {
        () if all(|own| own < 0) => "hard blows",
        () if all(|own| own > 0) => "sure blows",
        () if all(|own| own == 0) => "balance",
        () => "no one trade",
    }
}

fn say(work: &Work) -> Result<Said> {
    let games = [fights(work, GAMES[0])?, fights(work, GAMES[1])?];
    let bests = [best(&games[0]), best(&games[1])];
    let styles = [style(&bests[0]), style(&bests[1])];
    let head = if styles[0] == styles[1] {
        format!("At equal power {} wins in both games", styles[0])
    } else {
        format!("At equal power {} {} by cards, and {} {} by the d20", styles[0], verb(styles[0]), styles[1], verb(styles[1]))
    };
    let found = |fights: &[Fight], own: i64, rival: i64| {
        fights.iter().find(|fight| (fight.own, fight.rival) == (own, rival)).map(|fight| fight.wins)
    };
    let against = |fights: &[Fight]| -> Option<String> {
        let ends = (fights.iter().map(|fight| fight.own).min()?, fights.iter().map(|fight| fight.own).max()?);
        Some(format!(
            "{} with {} and {} with {}",
            percent(found(fights, ends.0, 0)?),
            trade(ends.0),
            percent(found(fights, ends.1, 0)?),
            trade(ends.1)
        ))
    };
    let balanced = |fights: &[Fight]| against(fights).unwrap_or_default();
    let answer = format!(
        "{head}. Against a balanced rival the chance to win by cards is {}; by the d20 it is {}.",
        balanced(&games[0]),
        balanced(&games[1])
    );
    let each = |(name, best): (&str, &Vec<&Fight>)| {
        let mut groups: Vec<(i64, Vec<String>)> = Vec::new();
        for fight in best {
            let met = format!("against {} ({})", rival(fight.rival), percent(fight.wins));
            match groups.iter_mut().find(|(own, _)| *own == fight.own) {
                Some((_, rivals)) => rivals.push(met),
                None => groups.push((fight.own, vec![met])),
            }
        }
        let said = groups.iter().map(|(own, rivals)| format!("{} {}", trade(*own), list(rivals)));
        format!("{name} favour{} {}", if name.ends_with('s') { "" } else { "s" }, said.collect::<Vec<_>>().join(", and "))
    };
    let trades = GAMES.into_iter().zip(&bests).map(each).collect::<Vec<_>>().join("; ");
    let trades = format!("Of the trades asked about, {trades}.");
    // What the rival's blows are like is made by own Defense and Toughness as well.
    let ends = |fights: &[Fight]| Some((fights.iter().map(|fight| fight.rival).min()?, fights.iter().map(|fight| fight.rival).max()?));
    let defence = ends(&games[0]).and_then(|(low, high)| {
        let met = |rival: i64| Some((percent(found(&games[0], 0, rival)?), percent(found(&games[1], 0, rival)?)));
        let (tough, nimble) = (met(high)?, met(low)?);
        Some(format!(
            "For the defence: of two fighters whose attack and damage are alike, the one who moves {high} points from Defense to Toughness wins {} by cards and {} by the d20, and the one who moves {} from Toughness to Defense wins {} and {}.",
            tough.0,
            tough.1,
            low.abs(),
            nimble.0,
            nimble.1
        ))
    });
    let gap = widest(&games);
    let gap = gap.map_or(String::new(), |(own, rival, gap)| {
        let who = if gap > 0.0 { GAMES[0] } else { GAMES[1] };
        format!(
            "The games differ most, by {}, with {} against {}: there the chance to win is larger with {who}.",
            in_points(gap),
            trade(own),
            self::rival(rival)
        )
    });
    let all = || games.iter().flatten();
    let (low, high) = all().fold((f64::MAX, 0.0_f64), |(low, high), fight| (low.min(fight.rounds), high.max(fight.rounds)));
    let nobody = all().map(|fight| fight.nobody).fold(0.0, f64::max);
    let terms = format!(
        "A trade says how far own attack is above the rival's Defense, with own damage as far below the rival's Toughness; the rival's trade is the same for the rival's blows. Only these differences count, so that a rival who moves points from Defense to Toughness does the same to the fight as an attacker who moves them from damage to attack. A fight takes {low:.1} to {high:.1} rounds on the average; where both still stand after the last round that is played, nobody wins, which happens in at most {} of fights.",
        percent(nobody)
    );
    Ok(Said {
        paragraphs: vec![answer, trades, defence.unwrap_or_default(), gap, terms],
        tables: GAMES
            .iter()
            .zip(&games)
            .map(|(name, fights)| (format!("{}: chance to win, per cent, and mean rounds, by own trade.", capital(name)), table(fights)))
            .collect(),
        pictures: vec![picture(work, &games, styles)?],
    })
}

/// "wins", after what wins.
fn verb(style: &str) -> &'static str {
    if style.ends_with("blows") { "win" } else { "wins" }
}

/// A rival in words.
fn rival(trade: i64) -> String {
    match trade {
        0 => "a balanced rival".to_owned(),
        1.. => "a rival who hits often".to_owned(),
        _ => "a rival who hits hard".to_owned(),
    }
}

/// Where the chances of the two games are farthest apart, cards less d20.
fn widest(games: &[Vec<Fight>; 2]) -> Option<(i64, i64, f64)> {
    let gaps = games[0].iter().filter_map(|one| {
        let other = games[1].iter().find(|other| (other.own, other.rival) == (one.own, one.rival))?;
        Some((one.own, one.rival, one.wins - other.wins))
    });
    gaps.max_by(|a, b| a.2.abs().total_cmp(&b.2.abs()))
}

fn table(fights: &[Fight]) -> Table {
    let mut rivals: Vec<i64> = fights.iter().map(|fight| fight.rival).collect();
    rivals.sort_unstable();
    rivals.dedup();
    let mut owns: Vec<i64> = fights.iter().map(|fight| fight.own).collect();
    owns.sort_unstable();
    owns.dedup();
    let heading = rivals
        .iter()
        .map(|rival| format!("rival {}", signed(*rival)))
        .chain(rivals.iter().map(|rival| format!("rounds, rival {}", signed(*rival))));
    let mut table = Table::new(0, std::iter::once("own trade".to_owned()).chain(heading));
    for own in owns {
        let row = || rivals.iter().filter_map(|rival| fights.iter().find(|fight| (fight.own, fight.rival) == (own, *rival)));
        let cells = row().map(|fight| per_cent(fight.wins, 1)).chain(row().map(|fight| format!("{:.1}", fight.rounds)));
        table.row(std::iter::once(signed(own)).chain(cells));
    }
    table
}

/// Both games as heat maps.
fn picture(work: &Work, games: &[Vec<Fight>; 2], styles: [&str; 2]) -> Result<Drawn> {
    let mut rivals: Vec<i64> = games[0].iter().map(|fight| fight.rival).collect();
    rivals.sort_unstable();
    rivals.dedup();
    let name = |rival: &i64| match rival {
        0 => "balanced".to_owned(),
        1.. => format!("hits often, {}", signed(*rival)),
        _ => format!("hits hard, {}", signed(*rival)),
    };
    let row = |rival: i64| rivals.iter().position(|known| *known == rival).unwrap_or(0) as f64;
    let plot = |(label, fights): (&str, &Vec<Fight>)| {
        let cells = fights.iter().map(|fight| Cell { x: fight.own as f64, y: row(fight.rival), value: fight.wins });
        let heat = Heat {
            across: Axis::edge("own trade: attack over Defense, damage as far under Toughness, points"),
            up: Axis::named("rival's trade", rivals.iter().map(name)),
            cells: cells.collect(),
            values: Values::Shares,
            even: Some(0.5),
        };
        Panel { title: capital(label), plot: heat }
    };
    let title = if styles[0] == styles[1] {
        format!("At equal power {} {}", styles[0], verb(styles[0]))
    } else {
        format!("By cards {} {}, by the d20 {} {}", styles[0], verb(styles[0]), styles[1], verb(styles[1]))
    };
    let figure = Figure {
        title,
        subtitle: "Chance that the own side wins, per cent, between fighters of equal power".into(),
        source: source(work, NAME),
        size: Size::default(),
        theme: Theme::Light,
        panels: GAMES.into_iter().zip(games).map(plot).collect(),
    };
    drawn("chart.svg", &figure)
}
