//! Who wins at equal power: which trade of attack and damage, of Defense and Toughness, pays?

use super::fights::{setting, source};
use super::pictures::drawn;
use super::prose::{between, list, percent};
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

/// A fight against a rival who has traded nothing.
struct Fight {
    /// Points that the own side moved from damage to attack; below 0 from attack to damage.
    strike: i64,
    /// Points that it moved from Defense to Toughness; below 0 from Toughness to Defense.
    guard: i64,
    wins: f64,
    /// The share that is called off.
    nobody: f64,
    rounds: f64,
}

fn fights(work: &Work, label: &str) -> Result<Vec<Fight>> {
    let needs = || {
        Error::question(format!(
            "the report needs exact laws of `{label}` over the axes `own` and `rival`"
        ))
    };
    let check = work.check(label).ok_or_else(needs)?;
    let fight = |number: usize| {
        let place = |name: &str| {
            check
                .point(number)
                .find(|(axis, _)| *axis == name)
                .and_then(|(_, value)| value.parse().ok())
        };
        let laws = check.findings[number].laws.as_ref()?;
        let winner = &laws.columns[0];
        let rounds = laws.columns[1].mean()?;
        // A rival whose attack is above the own Defense, and damage below the own Toughness, meets who moved points between them.
        Some(Fight {
            strike: place("own")?,
            guard: place("rival")?,
            wins: winner.share(2),
            nobody: winner.share(1),
            rounds,
        })
    };
    (0..check.findings.len()).map(|number| fight(number).ok_or_else(needs)).collect()
}

/// A trade between two scores: none, or so many points from one to the other.
fn moved(points: i64, from: &str, to: &str) -> String {
    match points {
        0 => "none".to_owned(),
        1.. => format!("{points} points from {from} to {to}"),
        _ => format!("{} points from {to} to {from}", -points),
    }
}

/// What a side does with attack and damage.
fn strike(points: i64) -> String {
    moved(points, "damage", "attack")
}

/// What a side does with Defense and Toughness.
fn guard(points: i64) -> String {
    moved(points, "Defense", "Toughness")
}

/// The ways to trade the most points that were asked about, one pair of scores at a time.
fn trades(fights: &[Fight]) -> Vec<&Fight> {
    let single = |fight: &&Fight| (fight.strike == 0) != (fight.guard == 0);
    let most =
        fights.iter().filter(single).map(|fight| fight.strike.abs().max(fight.guard.abs())).max();
    fights
        .iter()
        .filter(single)
        .filter(|fight| Some(fight.strike.abs().max(fight.guard.abs())) == most)
        .collect()
}

/// What a trade of one pair of scores is called.
fn named(fight: &Fight) -> String {
    if fight.guard == 0 { strike(fight.strike) } else { guard(fight.guard) }
}

fn find(fights: &[Fight], strike: i64, guard: i64) -> f64 {
    fights
        .iter()
        .find(|fight| (fight.strike, fight.guard) == (strike, guard))
        .map_or(f64::NAN, |fight| fight.wins)
}

/// Which trade pays most, and what the others do.
fn headline(games: &[Vec<Fight>; 2]) -> Result<String> {
    let needs = || Error::question("the report needs trades on both axes");
    let best = |fights: &[Fight]| {
        trades(fights)
            .into_iter()
            .max_by(|a, b| a.wins.total_cmp(&b.wins))
            .map(|best| (best.strike, best.guard))
    };
    let (cards, dice) = (best(&games[0]).ok_or_else(needs)?, best(&games[1]).ok_or_else(needs)?);
    let both = |(strike, guard): (i64, i64)| {
        format!(
            "{} by cards and {} by the d20",
            percent(find(&games[0], strike, guard)),
            percent(find(&games[1], strike, guard))
        )
    };
    let pays = [(0, cards), (1, dice)].iter().all(|&(game, (strike, guard))| {
        find(&games[game], strike, guard) > find(&games[game], 0, 0)
    });
    let name = |place: (i64, i64)| {
        trades(&games[0])
            .into_iter()
            .find(|fight| (fight.strike, fight.guard) == place)
            .map(named)
            .unwrap_or_default()
    };
    let head = match (cards == dice, pays) {
        (true, true) => format!(
            "At equal power it pays most, in both games, to move {}: of fights against a rival who trades nothing that wins {}.",
            name(cards),
            both(cards)
        ),
        (false, true) => format!(
            "At equal power it pays most to move {} by cards and {} by the d20: that wins {} and {}.",
            name(cards),
            name(dice),
            percent(find(&games[0], cards.0, cards.1)),
            percent(find(&games[1], dice.0, dice.1))
        ),
        (_, false) => "At equal power no trade pays in both games.".to_owned(),
    };
    let others = trades(&games[0])
        .into_iter()
        .filter(|fight| (fight.strike, fight.guard) != cards || cards != dice);
    let others: Vec<String> = others
        .map(|fight| format!("{} wins {}", named(fight), both((fight.strike, fight.guard))))
        .collect();
    Ok(format!("{head} To move {}. Without a trade it is {}.", list(&others), both((0, 0))))
}

/// Of attack and damage: which trade is best, and how near the next is.
fn of_strikes(name: &str, fights: &[Fight]) -> String {
    let mut alone: Vec<&Fight> = fights.iter().filter(|fight| fight.guard == 0).collect();
    alone.sort_by(|a, b| b.wins.total_cmp(&a.wins));
    let said = |fight: &Fight| match fight.strike {
        0 => format!("to trade nothing ({})", percent(fight.wins)),
        points => format!("to move {} ({})", strike(points), percent(fight.wins)),
    };
    match alone[..] {
        [best, next, ..] => {
            format!(
                "with {name} it is best {}, and next {}, {} less",
                said(best),
                said(next),
                between(best.wins, next.wins)
            )
        }
        _ => String::new(),
    }
}

fn say(work: &Work) -> Result<Said> {
    let games = [fights(work, GAMES[0])?, fights(work, GAMES[1])?];
    let strikes: Vec<String> =
        GAMES.into_iter().zip(&games).map(|(name, fights)| of_strikes(name, fights)).collect();
    let strikes = format!("Between attack and damage alone, {}.", strikes.join("; "));
    let top = |(name, fights): (&str, &Vec<Fight>)| {
        let best = fights.iter().max_by(|a, b| a.wins.total_cmp(&b.wins))?;
        let how = match (best.strike, best.guard) {
            (0, 0) => "no trade".to_owned(),
            (0, points) => guard(points),
            (points, 0) => strike(points),
            (one, other) => format!("{} together with {}", strike(one), guard(other)),
        };
        Some(format!("with {name} {how} ({})", percent(best.wins)))
    };
    let tops: Vec<String> = GAMES.into_iter().zip(&games).filter_map(top).collect();
    let tops = format!(
        "Of all that was asked about, also of two trades together, the best is {}.",
        list(&tops)
    );
    let gap = widest(&games);
    let gap = gap.map_or(String::new(), |(one, other, gap)| {
        let shares = [&games[0], &games[1]].map(|fights| find(fights, one, other));
        let who = if gap > 0.0 { GAMES[0] } else { GAMES[1] };
        format!(
            "The games differ most, by {}, with this trade between attack and damage: {}, and this one between Defense and Toughness: {}. There the chance to win is larger with {who}, {} by cards and {} by the d20.",
            between(shares[0], shares[1]),
            strike(one),
            guard(other),
            percent(shares[0]),
            percent(shares[1])
        )
    });
    let all = || games.iter().flatten();
    let (low, high) = all().fold((f64::MAX, 0.0_f64), |(low, high), fight| {
        (low.min(fight.rounds), high.max(fight.rounds))
    });
    let nobody = all().map(|fight| fight.nobody).fold(0.0, f64::max);
    let limit = work.check(GAMES[0]).and_then(|check| setting(check, "limit")).unwrap_or_default();
    let terms = format!(
        "Both sides have the same points to spend. Who moves some from damage to attack hits more often and less hard; who moves some from Defense to Toughness is hit more often and hurt less. Only the differences count, own attack against the rival's Defense and own damage against the rival's Toughness: a rival who moves points from damage to attack makes the same fight as an own side that moves them from Defense to Toughness. A fight takes {low:.1} to {high:.1} rounds on the average and is played up to round {limit}; where both still stand then, nobody has won, which happens in at most {} of fights.",
        percent(nobody)
    );
    let caption = |name: &str| {
        format!(
            "{}: chance to win, per cent, and mean rounds, against a rival who trades nothing. Down: own points moved from damage to attack, below 0 from attack to damage. Across: own points moved between Defense and Toughness.",
            capital(name)
        )
    };
    Ok(Said {
        paragraphs: vec![headline(&games)?, strikes, tops, gap, terms],
        tables: GAMES
            .iter()
            .zip(&games)
            .map(|(name, fights)| (caption(name), table(fights)))
            .collect(),
        pictures: vec![picture(work, &games)?],
    })
}

/// Where the chances of the two games are farthest apart, cards less d20.
fn widest(games: &[Vec<Fight>; 2]) -> Option<(i64, i64, f64)> {
    let gap =
        |one: &Fight| (one.strike, one.guard, one.wins - find(&games[1], one.strike, one.guard));
    games[0].iter().map(gap).max_by(|a, b| a.2.abs().total_cmp(&b.2.abs()))
}

/// The trades of one pair of scores that were asked about, rising.
fn swept(fights: &[Fight], of: fn(&Fight) -> i64) -> Vec<i64> {
    let mut all: Vec<i64> = fights.iter().map(of).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// A trade of Defense and Toughness in the heading of a column or a row.
fn headed(guard: i64) -> String {
    match guard {
        0 => "no trade".to_owned(),
        1.. => format!("{guard} to Toughness"),
        _ => format!("{} to Defense", -guard),
    }
}

fn table(fights: &[Fight]) -> Table {
    let guards = swept(fights, |fight| fight.guard);
    let heading = guards
        .iter()
        .map(|guard| headed(*guard))
        .chain(guards.iter().map(|guard| format!("rounds, {}", headed(*guard))));
    let mut table = Table::new(0, std::iter::once("damage to attack".to_owned()).chain(heading));
    for strike in swept(fights, |fight| fight.strike) {
        let row = || {
            guards.iter().filter_map(|guard| {
                fights.iter().find(|fight| (fight.strike, fight.guard) == (strike, *guard))
            })
        };
        let cells = row()
            .map(|fight| per_cent(fight.wins, 1))
            .chain(row().map(|fight| format!("{:.1}", fight.rounds)));
        table.row(std::iter::once(signed(strike)).chain(cells));
    }
    table
}

/// Both games as heat maps.
fn picture(work: &Work, games: &[Vec<Fight>; 2]) -> Result<Drawn> {
    let guards = swept(&games[0], |fight| fight.guard);
    let row = |guard: i64| guards.iter().position(|known| *known == guard).unwrap_or(0) as f64;
    let plot = |(label, fights): (&str, &Vec<Fight>)| {
        // With the decimal of the tables: what is a little less than even is seen to be.
        let cells = fights.iter().map(|fight| Cell {
            x: fight.strike as f64,
            y: row(fight.guard),
            value: (fight.wins * 1000.0).round() / 10.0,
        });
        let heat = Heat {
            across: Axis::numbers(
                "own points moved from damage to attack; below 0 from attack to damage",
            ),
            up: Axis::named("own points moved", guards.iter().map(|guard| headed(*guard))),
            cells: cells.collect(),
            values: Values::Numbers("per cent".into()),
            even: Some(50.0),
        };
        Panel { title: capital(label), plot: heat }
    };
    // What the best of the single trades does in both games.
    let best = trades(&games[0]).into_iter().max_by(|a, b| a.wins.total_cmp(&b.wins));
    let title = best.map_or(String::new(), |best| {
        format!(
            "To move {} wins {} by cards, {} by the d20",
            named(best),
            percent(best.wins),
            percent(find(&games[1], best.strike, best.guard))
        )
    });
    let figure = Figure {
        title,
        subtitle: "Chance to win, per cent, between fighters of equal power, against a rival who trades nothing".into(),
        source: source(work, NAME),
        size: Size::default(),
        theme: Theme::Light,
        panels: GAMES.into_iter().zip(games).map(plot).collect(),
    };
    drawn("chart.svg", &figure)
}
