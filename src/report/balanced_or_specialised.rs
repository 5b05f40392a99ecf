//! Does a character with balanced attributes do better than a specialised one?

use std::cmp::Ordering;

use super::figures::Drawn;
use super::pictures::drawn;
use super::prose::{Curve, at, between, curve, list, percent};
use super::solved::{BEST, GRADES, duels, field, number, proved, share};
use super::{Report, Said, Work};
use crate::chart::{Axis, Cell, Dot, Figure, Heat, Panel, Scatter, Size, Values};
use crate::error::{Error, Result};
use crate::strategy::Solved;
use crate::text::Table;
use crate::text::numbers::per_cent;

/// The report.
pub const REPORT: Report = Report {
    name: "balanced-or-specialised",
    question: "The text aims to work best for characters with balanced attributes. Of all ways to spread the same total over four attributes, which does best in duels and against difficulties?",
    say,
};

/// Attributes that a character bids with, and what they sum to: average in each.
const ATTRIBUTES: usize = 4;
const TOTAL: i32 = 16;

/// A way to spread the total, the highest attribute first, and how it fares.
struct Build {
    attributes: [i32; ATTRIBUTES],
    /// The mean share of rounds against all others: with the same skill everywhere, and with skills as high as the attributes.
    duels: [f64; 2],
    /// The share of encounters met, over all difficulties.
    met: f64,
}

impl Build {
    fn name(&self) -> String {
        self.attributes.map(|attribute| attribute.to_string()).join(" ")
    }

    /// How uneven it is: the standard deviation of its attributes.
    fn spread(&self) -> f64 {
        let mean = f64::from(TOTAL) / ATTRIBUTES as f64;
        (self
            .attributes
            .iter()
            .map(|&attribute| (f64::from(attribute) - mean).powi(2))
            .sum::<f64>()
            / ATTRIBUTES as f64)
            .sqrt()
    }
}

/// All ways to spread the total, each once, the most even first.
fn spreads() -> Vec<[i32; ATTRIBUTES]> {
    let mut all = Vec::new();
    for a in 0..=BEST {
        for b in 0..=a {
            for c in 0..=b {
                let d = TOTAL - a - b - c;
                if (0..=c).contains(&d) {
                    all.push([a, b, c, d]);
                }
            }
        }
    }
    all.sort_by_key(|build| build.iter().map(|attribute| attribute * attribute).sum::<i32>());
    all
}

fn say(work: &Work) -> Result<Said> {
    let named = |label: &str| {
        work.check(label)
            .ok_or_else(|| Error::question(format!("the report needs the check `{label}`")))
    };
    let (encounter, duel) = (named("an encounter")?, named("a duel")?);
    let met = (0..=BEST)
        .map(|attribute| {
            curve(work, &encounter.label, "dn", &[("attribute", &attribute.to_string())])
        })
        .collect::<Result<Vec<Curve>>>()?;
    let grades = format!("0..{BEST}");
    let (skill, rounds) = (field(duel, "skill"), field(duel, "rounds"));
    let alike = duels(
        duel,
        &[
            ("attribute", &grades),
            ("rival_attribute", &grades),
            ("skill", &skill),
            ("rival_skill", &skill),
            ("rounds", &rounds),
        ],
    )?;
    let mut following = Vec::new();
    for own in 0..=BEST {
        for rival in 0..=BEST {
            let [own, rival] = [own, rival].map(|grade| grade.to_string());
            following.extend(duels(
                duel,
                &[
                    ("attribute", &own),
                    ("skill", &own),
                    ("rival_attribute", &rival),
                    ("rival_skill", &rival),
                    ("rounds", &rounds),
                ],
            )?);
        }
    }
    let builds = fare(&[&alike, &following], &met);
    let sure = format!(
        "Tested is each of the {} ways to spread {TOTAL} points over {ATTRIBUTES} attributes of 0 to {BEST} against each of the others: a duel of {rounds} rounds, both bidding optimally from full pools, each side in an attribute that chance picks, so that nobody plays to a strength. {}",
        builds.len(),
        proved(&[alike, following].concat())
    );
    let paragraphs = vec![
        headline(&builds, &met[0]),
        encounter_words(&builds, &met, number(encounter, "skill")),
        sure,
    ];
    let caption = format!(
        "Mean share of rounds against all other spreads, and encounters met over difficulties {} to {}, per cent; the five that do best in duels with the same skill and the five that do worst, the most even and the most uneven spread.",
        met[0].first().map_or(0, |first| first.0),
        met[0].last().map_or(0, |last| last.0)
    );
    let tables = vec![(caption, table(&builds))];
    Ok(Said {
        paragraphs,
        tables,
        pictures: vec![scatter(&builds, number(duel, "skill"))?, difficulties(&builds, &met)?],
    })
}

fn fare(solved: &[&[Solved]; 2], met: &[Curve]) -> Vec<Build> {
    let all = spreads();
    let takes = |solved: &[Solved], own: &[i32; ATTRIBUTES], rival: &[i32; ATTRIBUTES]| {
        let pairs = own.iter().flat_map(|&own| {
            rival.iter().map(move |&rival| own as usize * GRADES + rival as usize)
        });
        pairs.map(|place| share(&solved[place])).sum::<f64>() / (ATTRIBUTES * ATTRIBUTES) as f64
    };
    let build = |own: &[i32; ATTRIBUTES]| {
        let others = || all.iter().filter(|rival| *rival != own);
        let duels = solved.map(|solved| {
            others().map(|rival| takes(solved, own, rival)).sum::<f64>() / (all.len() - 1) as f64
        });
        let mean =
            |curve: &Curve| curve.iter().map(|(_, share)| share).sum::<f64>() / curve.len() as f64;
        Build {
            attributes: *own,
            duels,
            met: own.iter().map(|&attribute| mean(&met[attribute as usize])).sum::<f64>()
                / ATTRIBUTES as f64,
        }
    };
    all.iter().map(build).collect()
}

/// The build that takes most in duels, of several the most even.
fn best(builds: &[Build], kind: usize) -> &Build {
    builds
        .iter()
        .reduce(
            |best, build| if build.duels[kind] > best.duels[kind] + 1e-9 { build } else { best },
        )
        .unwrap_or(&builds[0])
}

/// Whether a build has an attribute that it can't bid with.
fn poor(build: &Build) -> bool {
    build.attributes.contains(&0)
}

fn headline(builds: &[Build], met: &Curve) -> String {
    let (even, uneven) = (&builds[0], &builds[builds.len() - 1]);
    let range = format!(
        "difficulties {} to {}",
        met.first().map_or(0, |(dn, _)| *dn),
        met.last().map_or(0, |(dn, _)| *dn)
    );
    // A score that neither cap nor pool cuts short is worth the same wherever it is.
    let whole = builds.iter().filter(|build| !poor(build)).count();
    let same = |build: &&Build| (build.met - even.met).abs() < 1e-9;
    let fewer = |build: &&Build| build.met < even.met - 1e-9;
    let encounters = if builds
        .iter()
        .all(|build| if poor(build) { fewer(&build) } else { same(&build) })
    {
        format!(
            "What pays against difficulties is to have no attribute of 0, and not balance: each of the {whole} spreads without a 0 meets {} of the encounters over {range}, and each with a 0 fewer, down to {} for {}, as an attribute of 0 has no points to bid.",
            percent(even.met),
            percent(uneven.met),
            uneven.name()
        )
    } else {
        let pays = if (even.met - uneven.met).abs() < 1e-9 {
            "pays nothing"
        } else if even.met > uneven.met {
            "pays"
        } else {
            "costs"
        };
        format!(
            "Against difficulties balance {pays}: {} and {} meet {} and {} of the encounters over {range}.",
            even.name(),
            uneven.name(),
            percent(even.met),
            percent(uneven.met)
        )
    };
    encounters + &duel_words(builds)
}

fn duel_words(builds: &[Build]) -> String {
    let worst = |kind: usize| {
        builds.iter().min_by(|a, b| a.duels[kind].total_cmp(&b.duels[kind])).unwrap_or(&builds[0])
    };
    let told = |kind: usize| {
        let (best, worst) = (best(builds, kind), worst(kind));
        format!(
            "from {} of the rounds ({}) to {} ({}), {} apart",
            percent(worst.duels[kind]),
            worst.name(),
            percent(best.duels[kind]),
            best.name(),
            between(best.duels[kind], worst.duels[kind])
        )
    };
    let (even, uneven) = (&builds[0], &builds[builds.len() - 1]);
    let (most, least) = (best(builds, 0), worst(0));
    // Whether the ends of the ranks are the ends of balance: then it would be balance that decides.
    let decided = [most, least]
        .iter()
        .all(|build| build.attributes == even.attributes || build.attributes == uneven.attributes);
    let shares = [even, uneven].map(|build| build.duels.map(percent));
    let ends = if shares.concat().iter().all(|share| *share == shares[0][0]) {
        format!(
            "The most even and the most uneven spread both take {}, under either kind of skills.",
            shares[0][0]
        )
    } else {
        let [even, uneven] = shares.map(|[same, following]| format!("{same} and {following}"));
        format!("The most even spread takes {even}, the most uneven {uneven}.")
    };
    let verdict =
        if decided { "balance decides most" } else { "how even a spread is does not decide" };
    format!(
        " In duels the spreads are nearer to each other, and {verdict}: against all others they take, with the same skill everywhere, {}, and with skills as high as the attributes {}. {ends}",
        told(0),
        told(1)
    )
}

/// The share of encounters of a difficulty that a build meets, the attribute picked by chance.
fn meets(build: &Build, met: &[Curve], dn: i64) -> f64 {
    build.attributes.iter().filter_map(|&attribute| at(&met[attribute as usize], dn)).sum::<f64>()
        / ATTRIBUTES as f64
}

fn encounter_words(builds: &[Build], met: &[Curve], skill: i32) -> String {
    let (even, uneven) = (&builds[0], &builds[builds.len() - 1]);
    let places = |wanted: Ordering| -> Vec<i64> {
        let ahead = |dn: &i64| {
            let gap = meets(even, met, *dn) - meets(uneven, met, *dn);
            let order = if gap.abs() < 1e-9 { Ordering::Equal } else { gap.total_cmp(&0.0) };
            order == wanted
        };
        met[0].iter().map(|(dn, _)| *dn).filter(ahead).collect()
    };
    let said = |places: &[i64]| {
        let runs = places.chunk_by(|a, b| a + 1 == *b).map(|run| {
            if run.len() == 1 {
                run[0].to_string()
            } else {
                format!("{} to {}", run[0], run[run.len() - 1])
            }
        });
        list(&runs.collect::<Vec<_>>())
    };
    let (better, worse) = (places(Ordering::Greater), places(Ordering::Less));
    let (better, worse) = match (&better[..], &worse[..]) {
        ([], []) => return "Against difficulties the two meet the same.".to_owned(),
        (better, []) => {
            return format!(
                "Against difficulties {} the most even spread meets more, and never less.",
                said(better)
            );
        }
        ([], worse) => {
            return format!(
                "Against difficulties {} the most uneven spread meets more, and never less.",
                said(worse)
            );
        }
        (better, worse) => (said(better), said(worse)),
    };
    format!(
        "Against difficulties, with skill {skill} and the most that may be bid, it depends on how hard they are: the most even spread meets more at {better}, the most uneven one at {worse}."
    )
}

fn table(builds: &[Build]) -> Table {
    let mut order: Vec<usize> = (0..builds.len()).collect();
    order.sort_by(|&a, &b| builds[b].duels[0].total_cmp(&builds[a].duels[0]));
    let ends = [0, builds.len() - 1];
    let mut table = Table::new(
        1,
        ["attributes", "duels, same skill", "duels, skill as attribute", "encounters"],
    );
    for (place, &number) in order.iter().enumerate() {
        if place < 5 || place + 5 >= order.len() || ends.contains(&number) {
            let build = &builds[number];
            table.row([
                build.name(),
                per_cent(build.duels[0], 1),
                per_cent(build.duels[1], 1),
                per_cent(build.met, 1),
            ]);
        }
    }
    table
}

fn scatter(builds: &[Build], skill: i32) -> Result<Drawn> {
    let dot = |build: &Build| Dot {
        label: build.name(),
        check: "moma.duel".into(),
        x: build.spread(),
        y: build.duels[0] * 100.0,
    };
    let plot = Scatter {
        across: "how uneven: standard deviation of the attributes".into(),
        up: "share of rounds, per cent".into(),
        dots: builds.iter().map(dot).collect(),
    };
    let ends = builds
        .iter()
        .map(|build| build.duels[0])
        .fold((1.0, 0.0), |(low, high): (f64, f64), share| (low.min(share), high.max(share)));
    let title = format!(
        "{} does best in duels, and no spread takes less than {} or more than {}",
        best(builds, 0).name(),
        percent(ends.0),
        percent(ends.1)
    );
    let subtitle = format!(
        "Share of rounds against all other spreads of {TOTAL} points over {ATTRIBUTES} attributes, skill {skill} everywhere, chance picking the attributes"
    );
    let source = "solved, every value proved · oddsmith report balanced-or-specialised".to_owned();
    let size = Size { height: Some(620), ..Size::default() };
    let panels = vec![Panel { title: String::new(), plot }];
    drawn("duels.svg", &Figure { title, subtitle, source, size, panels, ..Figure::default() })
}

/// Difficulties are whole numbers: a cell each, as a line would have values between them.
fn difficulties(builds: &[Build], met: &[Curve]) -> Result<Drawn> {
    let middle = builds.iter().find(|build| build.attributes == [6, 4, 4, 2]);
    let mut shown = vec![&builds[0]];
    shown.extend(middle.into_iter().chain([best(builds, 0), &builds[builds.len() - 1]]));
    let row = |(y, build): (usize, &&Build)| {
        let cell = |(dn, _): &(i64, f64)| Cell {
            x: *dn as f64,
            y: y as f64,
            value: meets(build, met, *dn),
        };
        met[0].iter().map(cell).collect::<Vec<_>>()
    };
    let least = |build: &Build| {
        met[0].iter().map(|(dn, _)| *dn).filter(|dn| meets(build, met, *dn) >= 1.0 - 1e-9).max()
    };
    let most = |build: &Build| {
        met[0]
            .iter()
            .map(|(dn, _)| *dn)
            .filter(|dn| meets(build, met, *dn) > 1e-9)
            .max()
            .unwrap_or(0)
    };
    let (even, uneven) = (&builds[0], &builds[builds.len() - 1]);
    let sure = least(even).map_or_else(String::new, |dn| format!("meets all up to {dn} and "));
    let title = format!(
        "{} {sure}nothing above {}; {} meets some up to {}",
        even.name(),
        most(even),
        uneven.name(),
        most(uneven)
    );
    let subtitle =
        "Share of encounters met at each difficulty, per cent, the attribute picked by chance, bidding all that is allowed".to_owned();
    // From the top: the most even has the highest place.
    shown.reverse();
    let plot = Heat {
        across: Axis::numbers("difficulty"),
        up: Axis::named("attributes", shown.iter().map(|build| build.name())),
        cells: shown.iter().enumerate().flat_map(row).collect(),
        values: Values::Shares,
        even: None,
    };
    drawn(
        "difficulties.svg",
        &Figure::of(title, subtitle, "exact · oddsmith report balanced-or-specialised", plot),
    )
}
