//! Does an average novice beat a master, with the cap on bids and without?

use super::figures::Drawn;
use super::pictures::drawn;
use super::prose::percent;
use super::solved::{BEST, GRADES, duels, number, proved, share};
use super::{Report, Said, Work};
use crate::chart::{Axis, Cell, Figure, Heat, Panel, Values};
use crate::error::{Error, Result};
use crate::odds::Histogram;
use crate::scenario::Answered;
use crate::strategy::Solved;
use crate::text::numbers::per_cent;
use crate::text::{Table, capital};

/// The report.
pub const REPORT: Report = Report {
    name: "novice-and-master",
    question: "The text caps a bid at the skill, because an untrained character of average strength could otherwise spend his 20 points to best a brawny master. Could he? And can he with the cap?",
    say,
};

const SOURCE: &str = "solved, every value proved · oddsmith report novice-and-master";

/// Duels are solved up to this many rounds.
const ROUNDS: i32 = 6;

/// The sides of the duel, and its solutions by the novice's skill and the number of rounds.
struct Match {
    attribute: i32,
    rival_attribute: i32,
    rival_skill: i32,
    capped: Vec<Solved>,
    free: Vec<Solved>,
}

impl Match {
    fn of(check: &Answered) -> Result<Match> {
        let [attribute, rival_attribute, rival_skill] =
            ["attribute", "rival_attribute", "rival_skill"].map(|name| number(check, name));
        let pools =
            [number(check, "pool"), number(check, "rival_pool")].map(|pool| pool.to_string());
        let [own, rival, theirs] =
            [attribute, rival_attribute, rival_skill].map(|grade| grade.to_string());
        let (skills, rounds) = (format!("0..{BEST}"), format!("1..{ROUNDS}"));
        let mut fields = vec![
            ("attribute", own.as_str()),
            ("rival_attribute", &rival),
            ("rival_skill", &theirs),
            ("skill", &skills),
            ("rounds", &rounds),
        ];
        let capped = duels(check, &fields)?;
        // Without the cap a bid may be all that is left.
        fields.extend([("cap", pools[0].as_str()), ("rival_cap", &pools[1])]);
        Ok(Match { attribute, rival_attribute, rival_skill, capped, free: duels(check, &fields)? })
    }

    fn at(solved: &[Solved], skill: i32, rounds: i32) -> &Solved {
        &solved[(skill * ROUNDS + rounds - 1) as usize]
    }
}

fn say(work: &Work) -> Result<Said> {
    let named = |label: &str| {
        work.check(label)
            .ok_or_else(|| Error::question(format!("the report needs the check `{label}`")))
    };
    let fought = Match::of(named("with the cap")?)?;
    let all_in = named("all in")?;
    let (free, capped) = (reached(all_in, "false"), reached(all_in, "true"));
    let paragraphs = vec![
        headline(&fought, free),
        rounds(&fought),
        with_cap(&fought, capped),
        highest(named("the highest result")?),
        halves(&fought),
        proved(&[&fought.capped[..], &fought.free].concat()),
    ];
    let tables = vec![(
        format!(
            "Attribute {} against a master with attribute {} and skill {}, 5 rounds: rounds won and tied, per cent, and points spent.",
            fought.attribute, fought.rival_attribute, fought.rival_skill
        ),
        table(&fought),
    )];
    Ok(Said {
        paragraphs,
        tables,
        pictures: vec![
            heat(&fought)?,
            totals(named("the highest result")?, fought.rival_attribute + fought.rival_skill)?,
        ],
    })
}

/// The highest difficulty that is met.
fn reached(check: &Answered, capped: &str) -> i32 {
    let met = |case: &usize| {
        let at = |name: &str| {
            check.point(*case).find(|(axis, _)| *axis == name).map(|(_, value)| value.to_owned())
        };
        let success = check.findings[*case].case.success().zip(check.findings[*case].laws.as_ref());
        let sure = success
            .is_some_and(|((place, success), laws)| laws.columns[place].share_of(success) > 0.5);
        (sure && at("capped").as_deref() == Some(capped))
            .then(|| at("total")?.parse().ok())
            .flatten()
    };
    (0..check.findings.len()).filter_map(|case| met(&case)).max().unwrap_or(0)
}

fn headline(fought: &Match, total: i32) -> String {
    let once = Match::at(&fought.free, 0, 1);
    let master = fought.rival_attribute + fought.rival_skill;
    let answer = total - master + 1;
    let wins = share(once);
    let [own, rival] = once.start.left;
    let verdict = match (wins <= 1e-9, answer <= rival) {
        (true, true) => format!(
            "Only against a master who holds back: without the cap the novice's {total} beats a score of {master}, but the master has {rival} points and needs {answer} of them to win"
        ),
        (true, false) => format!("No: without the cap the novice's {total} is not enough"),
        (false, _) => format!(
            "Yes, at times: without the cap the novice takes {} of single checks",
            percent(wins)
        ),
    };
    format!(
        "{verdict}. With all his {own} points he wins while the master bids less than {}, ties there, and loses from {answer} on. When both bid optimally the novice takes {} of a single check without the cap and {} with it.",
        answer - 1,
        percent(wins),
        percent(share(Match::at(&fought.capped, 0, 1)))
    )
}

fn rounds(fought: &Match) -> String {
    let share = |rounds: i32| share(Match::at(&fought.free, 0, rounds));
    let answer = Match::at(&fought.free, 0, 1).course.spend[1];
    let pool = Match::at(&fought.free, 0, 1).start.left[1];
    match (1..=ROUNDS).find(|&rounds| share(rounds) > 1e-9) {
        Some(first) => format!(
            "Without the cap the threat is worth something only once the master can't answer it every time: {first} answers of {answer:.0} points are more than his {pool}. Then the novice takes {} of {first} rounds, and {} of {ROUNDS}.",
            percent(share(first)),
            percent(share(ROUNDS))
        ),
        None => format!("Without the cap it stays so over up to {ROUNDS} rounds."),
    }
}

fn with_cap(fought: &Match, total: i32) -> String {
    let best = (0..=BEST)
        .map(|skill| (skill, share(Match::at(&fought.capped, skill, 5))))
        .max_by(|a, b| a.1.total_cmp(&b.1));
    let (_, most) = best.unwrap_or((0, 0.0));
    let trained = if most <= 1e-9 {
        format!(
            "no skill up to {BEST} wins him a round or a tie in 5, as the master can bid all of his {} every time",
            fought.rival_skill
        )
    } else {
        format!("the best skill takes {} of 5 rounds", percent(most))
    };
    let free = share(Match::at(&fought.free, BEST, 5));
    let verdict = if most <= 1e-9 && free > 1e-9 {
        "So the cap keeps the untrained novice down, as the text wants, and shuts out the trained one too."
    } else {
        ""
    };
    format!(
        "With the cap the untrained novice can't bid at all and stays at {total}; {trained}. Without the cap skill {BEST} takes {} of 5 rounds. {verdict}",
        percent(free)
    )
    .trim_end()
    .to_owned()
}

/// What a share of rounds is made of.
fn halves(fought: &Match) -> String {
    let solved = Match::at(&fought.free, BEST, 5);
    format!(
        "A share of rounds counts a tied round as one half for each side: without the cap, skill {BEST} wins {} of 5 rounds and ties {}, and its share is {}.",
        percent(solved.course.win),
        percent(solved.course.tie),
        percent(share(solved))
    )
}

/// The highest results are those of a law that is one score.
fn grades(check: &Answered) -> impl Iterator<Item = (i32, i32, f64)> {
    let score =
        |case: usize| check.findings[case].laws.as_ref().and_then(|laws| laws.columns[0].mean());
    (0..check.findings.len()).filter_map(move |case| {
        Some((case as i32 / GRADES as i32, case as i32 % GRADES as i32, score(case)?))
    })
}

fn highest(check: &Answered) -> String {
    let most = grades(check).max_by(|a, b| a.2.total_cmp(&b.2)).unwrap_or((0, 0, 0.0));
    let doubled = grades(check)
        .all(|(attribute, skill, total)| total <= f64::from(attribute + 2 * skill) + 1e-9);
    let short: Vec<i32> = grades(check)
        .filter(|(attribute, skill, total)| *total < f64::from(attribute + 2 * skill) - 1e-9)
        .map(|(attribute, ..)| attribute)
        .collect();
    let doubled = if doubled {
        "a bid never does more than double the skill, as the text says"
    } else {
        "a bid may do more than double the skill"
    };
    let pool = match short.iter().max() {
        Some(attribute) => format!(
            " The pool keeps {} of the {} characters below attribute + 2 x skill, all with an attribute of at most {attribute}.",
            short.len(),
            GRADES * GRADES
        ),
        None => String::new(),
    };
    format!(
        "The highest result is {}, with attribute {} and skill {}; {doubled}.{pool}",
        most.2, most.0, most.1
    )
}

fn table(fought: &Match) -> Table {
    let mut table = Table::new(1, ["cap", "skill", "won", "tied", "spent", "master spent"]);
    for (name, solved) in [("with", &fought.capped), ("without", &fought.free)] {
        for skill in 0..=BEST {
            let course = &Match::at(solved, skill, 5).course;
            let [own, rival] = course.spend.map(|spend| format!("{spend:.1}"));
            table.row([
                name.to_owned(),
                skill.to_string(),
                per_cent(course.win, 1),
                per_cent(course.tie, 1),
                own,
                rival,
            ]);
        }
    }
    table
}

/// A share of rounds in per cent with one decimal, as it is printed.
fn in_per_cent(solved: &Solved) -> f64 {
    (share(solved) * 1000.0).round() / 10.0
}

fn heat(fought: &Match) -> Result<Drawn> {
    let panel = |(title, solved): (&str, &Vec<Solved>)| {
        let cell = |skill: i32| {
            (1..=ROUNDS).map(move |rounds| Cell {
                x: rounds.into(),
                y: skill.into(),
                value: in_per_cent(Match::at(solved, skill, rounds)),
            })
        };
        let cells = (0..=BEST).flat_map(cell).collect();
        let (across, up) = (Axis::numbers("rounds"), Axis::numbers("own skill"));
        Panel {
            title: capital(title),
            plot: Heat {
                across,
                up,
                cells,
                values: Values::Numbers("per cent".into()),
                even: None,
            },
        }
    };
    let most = fought.capped.iter().chain(&fought.free).map(share).fold(0.0, f64::max);
    let title = format!(
        "Attribute {} takes at most {} of up to {ROUNDS} rounds from the master, even without the cap",
        fought.attribute,
        percent(most)
    );
    let subtitle = format!(
        "Share of rounds that attribute {} takes from attribute {} and skill {}, both bidding optimally, ties counted half",
        fought.attribute, fought.rival_attribute, fought.rival_skill
    );
    let panels =
        [("with the cap", &fought.capped), ("without the cap", &fought.free)].map(panel).into();
    drawn(
        "novice.svg",
        &Figure { title, subtitle, source: SOURCE.into(), panels, ..Figure::default() },
    )
}

/// The highest result of every character.
fn totals(check: &Answered, master: i32) -> Result<Drawn> {
    let cells: Vec<Cell> = grades(check)
        .map(|(attribute, skill, value)| Cell { x: attribute.into(), y: skill.into(), value })
        .collect();
    let most = cells.iter().map(|cell| cell.value).fold(0.0, f64::max);
    let plot = Heat {
        across: Axis::numbers("attribute"),
        up: Axis::numbers("skill"),
        cells,
        values: Values::Numbers("points".into()),
        even: None,
    };
    let title = format!(
        "The highest result is {most}; the master of the text has {} before he bids",
        master
    );
    let subtitle = "Attribute + skill + the largest bid that cap and pool allow".to_owned();
    let panels = vec![Panel { title: String::new(), plot }];
    let source = "exact · oddsmith report novice-and-master".to_owned();
    drawn("highest.svg", &Figure { title, subtitle, source, panels, ..Figure::default() })
}
