//! What do optimal players bid, who beats whom, and what does naive bidding cost?

use std::cmp::Ordering;

use super::figures::Drawn;
use super::know_thine_enemy::know_thine_enemy;
use super::pictures::drawn;
use super::prose::{in_points, list, percent};
use super::solved::{BEST, GRADES, duels, fan, field, must_mix, number, proved, share};
use super::{Report, Said, Work};
use crate::chart::{Axis, Cell, Fan, Figure, Heat, Panel, Values};
use crate::error::Result;
use crate::scenario::Answered;
use crate::strategy::{Choice, Solved};
use crate::text::numbers::{grouped, per_cent};
use crate::text::{Table, capital};

/// The report.
pub const REPORT: Report = Report {
    name: "bidding-duels",
    question: "In Mind over Matter both sides bid willpower in secret, and both pay. Who beats whom, what does an optimal player bid, and what does naive bidding cost?",
    say,
};

const SOURCE: &str = "solved, every value proved · oddsmith report bidding-duels";

/// Points that a full pool holds for each point of the attribute.
const FULL: i32 = 5;

/// Attributes whose equals are shown bid by bid.
const SHOWN: [i32; 4] = [2, 4, 6, 8];

/// All pairings of attribute and skill, solved.
struct Field {
    rounds: i32,
    all: Vec<Solved>,
}

impl Field {
    fn at(&self, own: (i32, i32), rival: (i32, i32)) -> &Solved {
        let place = |place: usize, grade: i32| place * GRADES + grade as usize;
        &self.all[[own.0, own.1, rival.0, rival.1].into_iter().fold(0, place)]
    }

    /// Each character against its equal.
    fn equals(&self) -> impl Iterator<Item = ((i32, i32), &Solved)> {
        characters().map(|own| (own, self.at(own, own)))
    }
}

/// Every attribute with every skill.
fn characters() -> impl Iterator<Item = (i32, i32)> {
    (0..=BEST).flat_map(|attribute| (0..=BEST).map(move |skill| (attribute, skill)))
}

fn say(work: &Work) -> Result<Said> {
    let check = &work.answers.checks[0];
    let (rounds, attribute) = (number(check, "rounds"), number(check, "attribute"));
    let grades = format!("0..{BEST}");
    let swept = ["attribute", "skill", "rival_attribute", "rival_skill"]
        .map(|name| (name, grades.as_str()));
    let all = duels(check, &[&swept[..], &[("rounds", &field(check, "rounds"))]].concat())?;
    let field = Field { rounds, all };
    let paragraphs = vec![
        headline(&field),
        why(&field),
        bids(&field, attribute),
        naive(&field, attribute),
        sure(&field),
    ];
    let tables = vec![
        (
            format!(
                "Attribute {attribute} against its equal, by skill: the first bids of an optimal plan with their chances, then shares of rounds, per cent, and points spent by each side."
            ),
            own_table(&field, attribute),
        ),
        (
            "What a simple policy gives away to a rival who knows it, in points of the share of rounds, over all pairings.".into(),
            naive_table(&field),
        ),
    ];
    let pictures = vec![
        values(&field, attribute)?,
        mixes(&field)?,
        by_round(check, attribute)?,
        prices(&field)?,
    ];
    let (words, worth) = know_thine_enemy();
    let paragraphs = paragraphs.into_iter().chain([words]).collect();
    let tables = tables.into_iter().chain([worth]).collect();
    Ok(Said { paragraphs, tables, pictures })
}

/// How many of all pairings are so, and their share.
fn count(field: &Field, is: impl Fn(&Solved) -> bool) -> (usize, f64) {
    let count = field.all.iter().filter(|solved| is(solved)).count();
    (count, count as f64 / field.all.len() as f64)
}

fn headline(field: &Field) -> String {
    let decided = count(field, |solved| !(1e-9..=1.0 - 1e-9).contains(&share(solved)));
    let bluffs = count(field, |solved| solved.choices.iter().any(|choices| must_mix(choices)));
    let how = if decided.1 > 0.5 {
        "Most duels are decided before the first bid"
    } else {
        "Most duels are open"
    };
    format!(
        "{how}: of the {} pairings of attribute and skill over {} rounds, {} give every round to one side, and in {} a side must bluff with its first bid. These are {} and {} pairings; both sides start with a full pool, bid optimally, and a tied round counts one half.",
        grouped(field.all.len() as u64),
        field.rounds,
        percent(decided.1),
        percent(bluffs.1),
        grouped(decided.0 as u64),
        grouped(bluffs.0 as u64)
    )
}

/// Where bluffing begins.
fn why(field: &Field) -> String {
    let bluffing: Vec<i32> = field
        .equals()
        .filter(|(_, solved)| must_mix(&solved.choices[0]))
        .map(|((attribute, skill), _)| skill - attribute)
        .collect();
    // Characters whose pool pays the largest bid in every round.
    let lasts = |(attribute, skill): &(i32, i32)| FULL * attribute >= field.rounds * skill;
    let pairings = || {
        characters()
            .filter(lasts)
            .flat_map(|own| characters().filter(lasts).map(move |rival| (own, rival)))
    };
    let highest = |(attribute, skill): (i32, i32)| attribute + 2 * skill;
    let by_highest = |(own, rival): ((i32, i32), (i32, i32))| {
        let wins = match highest(own).cmp(&highest(rival)) {
            Ordering::Greater => 1.0,
            Ordering::Equal => 0.5,
            Ordering::Less => 0.0,
        };
        (share(field.at(own, rival)) - wins).abs() < 1e-9
    };
    let pool = format!(
        "A full pool holds {FULL} points for each point of the attribute, and a bid is at most the skill."
    );
    let calm = if pairings().all(by_highest) {
        format!(
            " In all {} pairings where both pools pay the largest bid in each of {} rounds, the higher attribute + 2 x skill takes every round, and equal ones tie.",
            pairings().count(),
            field.rounds
        )
    } else {
        String::new()
    };
    let begins = match bluffing.iter().min() {
        Some(least) => format!(
            " Between equals it takes a skill at least {least} above the attribute to make bluffing necessary; {} of the {} characters have to.",
            bluffing.len(),
            GRADES * GRADES
        ),
        None => " Between equals nobody has to bluff.".to_owned(),
    };
    pool + &calm + &begins
}

/// "0 (12 %), 2 (22 %)".
fn mix(choices: &[Choice]) -> String {
    let seen: Vec<&Choice> = choices.iter().filter(|choice| choice.share > 1e-9).collect();
    match seen[..] {
        [only] => only.bid.to_string(),
        _ => seen
            .iter()
            .map(|choice| format!("{} ({} %)", choice.bid, per_cent(choice.share, 0)))
            .collect::<Vec<_>>()
            .join(", "),
    }
}

/// The character of this attribute that mixes most bids against its equal.
fn bids(field: &Field, attribute: i32) -> String {
    let used =
        |solved: &Solved| solved.choices[0].iter().filter(|choice| choice.share > 1e-9).count();
    let own = field.equals().filter(|((own, _), _)| *own == attribute);
    let Some(((_, skill), solved)) = own.max_by_key(|(_, solved)| used(solved)) else {
        return String::new();
    };
    let choices = &solved.choices[0];
    let shares = choices.iter().map(|choice| choice.share).filter(|share| *share > 1e-9);
    let (least, most) = shares
        .fold((1.0, 0.0), |(least, most): (f64, f64), share| (least.min(share), most.max(share)));
    let dead: Vec<String> = choices
        .iter()
        .filter(|choice| choice.range.word() == "never")
        .map(|choice| choice.bid.to_string())
        .collect();
    let dead = if dead.is_empty() {
        "no bid is useless".to_owned()
    } else {
        format!("a bid of {} is in no optimal plan", list(&dead))
    };
    format!(
        "With attribute {attribute} and skill {skill} against its equal, {} of the {} possible first bids are mixed, none with less than {} or more than {}, and {dead}. The side spends {:.1} of its {} points on average and wins {} of the rounds; {} are tied.",
        used(solved),
        choices.len(),
        percent(least),
        percent(most),
        solved.course.spend[0],
        solved.start.left[0],
        percent(solved.course.win),
        percent(solved.course.tie)
    )
}

/// What each simple policy gives away: on average, at most and where, and how often nothing.
struct Price {
    policy: &'static str,
    mean: f64,
    most: f64,
    nothing: f64,
}

fn price(field: &Field) -> Vec<Price> {
    let policies = &field.all[0].naive;
    let price = |(place, policy): (usize, &'static str)| {
        let given = || field.all.iter().map(|solved| solved.naive[place].gives_away);
        let whole = field.all.len() as f64;
        Price {
            policy,
            mean: given().sum::<f64>() / whole,
            most: given().fold(0.0, f64::max),
            nothing: given().filter(|given| *given < 1e-9).count() as f64 / whole,
        }
    };
    policies.iter().map(|naive| naive.policy).enumerate().map(price).collect()
}

/// What a policy does, in words.
fn told(policy: &str) -> &str {
    match policy {
        "max" => "bidding all that is allowed",
        "even" => "spreading the pool evenly",
        "uniform" => "bidding anything at random",
        "half" => "bidding half of what is allowed",
        other => other,
    }
}

fn naive(field: &Field, attribute: i32) -> String {
    let mut prices = price(field);
    prices.sort_by(|a, b| a.mean.total_cmp(&b.mean));
    let each: Vec<String> = prices
        .iter()
        .map(|price| format!("{} {}", told(price.policy), in_points(price.mean)))
        .collect();
    // Where both sides have the same, so that the value is even, and the policy is known to the rival.
    let own = (0..=BEST).map(|skill| (skill, field.at((attribute, skill), (attribute, skill))));
    let dear = own.map(|(skill, solved)| {
        (skill, solved.naive.iter().map(|naive| naive.gives_away).fold(f64::MAX, f64::min))
    });
    let dear = dear.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, least)| *least > 1e-9);
    let worst = dear.map_or_else(String::new, |(skill, least)| {
        format!(
            " Against its equal with attribute {attribute} and skill {skill} every one of the four loses something: at least {} of the share of rounds.",
            in_points(least)
        )
    });
    format!(
        "Against a rival who knows the policy, {} costs {} of the share of rounds on average over all pairings, {}.{worst}",
        told(prices[0].policy),
        in_points(prices[0].mean),
        list(&each[1..])
    )
}

fn sure(field: &Field) -> String {
    format!(
        "{} Of several optimal plans the one that bids least is told. Points have no price here: what is left at the end is worth nothing.",
        proved(&field.all)
    )
}

fn own_table(field: &Field, attribute: i32) -> Table {
    let mut table = Table::new(0, ["skill", "first bids", "won", "tied", "lost", "spent", "of"]);
    for skill in 0..=BEST {
        let solved = field.at((attribute, skill), (attribute, skill));
        let course = &solved.course;
        let shares = [course.win, course.tie, course.loss].map(|share| per_cent(share, 1));
        let spent = [format!("{:.1}", course.spend[0]), solved.start.left[0].to_string()];
        table.row(
            [skill.to_string(), mix(&solved.choices[0])].into_iter().chain(shares).chain(spent),
        );
    }
    table
}

fn naive_table(field: &Field) -> Table {
    let mut table = Table::new(1, ["policy", "mean", "most", "costs nothing in, per cent"]);
    for price in price(field) {
        let points = |share: f64| format!("{:.1}", share * 100.0);
        table.row([
            capital(told(price.policy)),
            points(price.mean),
            points(price.most),
            per_cent(price.nothing, 1),
        ]);
    }
    table
}

/// A heat map of shares of rounds, from 0 to 1 and even at one half.
fn values(field: &Field, attribute: i32) -> Result<Drawn> {
    let panel = |title: String, cells: Vec<Cell>| {
        let (across, up) = (Axis::numbers("rival's skill"), Axis::numbers("own skill"));
        Panel { title, plot: Heat { across, up, cells, values: Values::Shares, even: Some(0.5) } }
    };
    let against = |rival: i32| {
        let cell = |(own, other): (i32, i32)| {
            let value = share(field.at((attribute, own), (rival, other)));
            Cell { x: other.into(), y: own.into(), value }
        };
        panel(format!("attribute {attribute} against {rival}"), characters().map(cell).collect())
    };
    let rivals = [attribute, (attribute + 2).min(BEST)];
    let open = characters().filter(|&(own, other)| {
        let share = share(field.at((attribute, own), (attribute, other)));
        own != other && (1e-9..1.0 - 1e-9).contains(&share)
    });
    let title = match open.map(|(own, other)| own.min(other)).min() {
        Some(least) => {
            format!(
                "With attribute {attribute} on both sides one point of skill takes every round, until both skills are {least} or more"
            )
        }
        None => {
            format!("With attribute {attribute} on both sides one point of skill takes every round")
        }
    };
    let subtitle = format!(
        "Share of {} rounds that the own side takes when both bid optimally, ties counted half, per cent",
        field.rounds
    );
    let figure = Figure {
        title,
        subtitle,
        source: SOURCE.into(),
        panels: rivals.map(against).into(),
        ..Figure::default()
    };
    drawn("values.svg", &figure)
}

/// The chance of each first bid between equals.
fn mixes(field: &Field) -> Result<Drawn> {
    let panel = |attribute: i32| {
        let own = |skill: i32| {
            let choices = &field.at((attribute, skill), (attribute, skill)).choices[0];
            choices.iter().map(move |choice| Cell {
                x: skill.into(),
                y: choice.bid.into(),
                value: choice.share.clamp(0.0, 1.0),
            })
        };
        let cells = (0..=BEST).flat_map(own).collect();
        let (across, up) = (Axis::numbers("skill"), Axis::numbers("first bid"));
        Panel {
            title: format!("attribute {attribute}"),
            plot: Heat { across, up, cells, values: Values::Shares, even: None },
        }
    };
    let bluffs = |attribute: i32| {
        (0..=BEST)
            .filter(|&skill| must_mix(&field.at((attribute, skill), (attribute, skill)).choices[0]))
            .min()
    };
    let calm: Vec<String> =
        SHOWN.iter().filter(|&&own| bluffs(own).is_none()).map(ToString::to_string).collect();
    let first: Vec<String> = SHOWN
        .iter()
        .filter_map(|&own| Some(format!("skill {} with attribute {own}", bluffs(own)?)))
        .collect();
    let title = match (&first[..], &calm[..]) {
        ([], _) => "Equals bid all they may".to_owned(),
        (first, []) => format!("Bluffing begins at {}", list(first)),
        (first, calm) => {
            format!("Bluffing begins at {}; never with attribute {}", list(first), list(calm))
        }
    };
    let subtitle = format!(
        "Chance of each first bid against an equal, {} rounds, per cent; where several plans are optimal, the one that bids least",
        field.rounds
    );
    let figure = Figure {
        title,
        subtitle,
        source: SOURCE.into(),
        panels: SHOWN.map(panel).into(),
        ..Figure::default()
    };
    drawn("bids.svg", &figure)
}

/// What simple policies give away between equals.
fn prices(field: &Field) -> Result<Drawn> {
    let panel = |place: usize| {
        let policy = field.all[0].naive[place].policy;
        let cell = |((attribute, skill), solved): ((i32, i32), &Solved)| {
            // In points with one decimal, as it is printed.
            let value = (solved.naive[place].gives_away * 1000.0).round() / 10.0;
            Cell { x: attribute.into(), y: skill.into(), value }
        };
        let cells = field.equals().map(cell).collect();
        let (across, up) = (Axis::numbers("attribute"), Axis::numbers("skill"));
        Panel {
            title: capital(told(policy)),
            plot: Heat { across, up, cells, values: Values::Numbers("points".into()), even: None },
        }
    };
    let policies = 0..field.all[0].naive.len();
    let free = |place: &usize| {
        field.equals().filter(|(_, solved)| solved.naive[*place].gives_away < 1e-9).count()
    };
    let best = policies.clone().max_by_key(free).unwrap_or(0);
    let title = format!(
        "{} is free of cost for {} of {} characters, more than any other simple policy",
        capital(told(field.all[0].naive[best].policy)),
        free(&best),
        GRADES * GRADES
    );
    let subtitle = format!(
        "Points of the share of {} rounds given away to an equal who knows the policy",
        field.rounds
    );
    let figure = Figure {
        title,
        subtitle,
        source: SOURCE.into(),
        panels: policies.map(panel).collect(),
        ..Figure::default()
    };
    drawn("naive.svg", &figure)
}

/// The bids of the optimal plan, round by round, of the characters that the scenario plays.
fn by_round(check: &Answered, attribute: i32) -> Result<Drawn> {
    let mut panels = Vec::new();
    for case in 0..check.findings.len() {
        let skill = check
            .point(case)
            .map(|(axis, value)| format!("{axis} {value}"))
            .collect::<Vec<_>>()
            .join(", ");
        panels.push(Panel { title: skill, plot: fan(check, case, "bid", "round", "points")? });
    }
    let mean = |panel: &Panel<Fan>| {
        Some((panel.plot.spreads.first()?.mean, panel.plot.spreads.last()?.mean))
    };
    let ends: Vec<(f64, f64)> = panels.iter().filter_map(mean).collect();
    let change = |(panel, (first, last)): (&Panel<Fan>, &(f64, f64))| {
        format!("from {first:.1} to {last:.1} with {}", panel.title)
    };
    let changes = list(&panels.iter().zip(&ends).map(change).collect::<Vec<_>>());
    let every = |test: fn(f64, f64) -> bool| {
        panels.iter().all(|panel| {
            panel.plot.spreads.windows(2).all(|pair| test(pair[0].mean, pair[1].mean + 1e-9))
        })
    };
    let title = if every(|before, after| after <= before + 2e-9) {
        format!("The mean bid shrinks round by round: {changes}")
    } else {
        format!("The mean bid from the first round to the last: {changes}")
    };
    let subtitle = format!(
        "Points bid by attribute {attribute} against its equal, round by round: median, mean and quantiles of optimal play"
    );
    let source = "exact, by the solver's plans · oddsmith report bidding-duels".to_owned();
    drawn("rounds.svg", &Figure { title, subtitle, source, panels, ..Figure::default() })
}
