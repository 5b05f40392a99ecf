//! Growth of costs: each loop at sizes that double, with the factor of each doubling. A factor of
//! two is linear growth.

use std::hint::black_box;

use oddsmith::answer::Results;
use oddsmith::odds::{Event, Progress};
use oddsmith::scenario::Scenario;

use super::measure::{case, cost_of, plain, shown, time};

/// Maximum number of branches of a law.
const BUDGET: u64 = 20_000_000;

/// Prints a row of the table: the time at each size.
fn row(what: &str, sizes: &[u32], mut seconds: impl FnMut(u32) -> f64) {
    print!("  {what:<48}");
    let mut before = None;
    for &size in sizes {
        let now = seconds(size);
        let factor = before.map_or(String::new(), |before: f64| format!(" (x{:.1})", now / before));
        print!(" {size:>5}: {:>7}{factor:<8}", shown(now));
        before = Some(now);
    }
    println!();
}

/// Returns the time of a law in seconds. Its question is parsed each time, because a roll keeps the
/// law of its dice.
fn law(question: &str) -> f64 {
    cost_of(1, || {
        black_box(case(question).law(black_box(BUDGET)).expect("it is exact"));
    })
}

/// Returns the time of the law of success in seconds.
fn who_wins(question: &str) -> f64 {
    let case = case(question).about(&Event::SUCCESS);
    cost_of(1, || {
        black_box(case.law(black_box(BUDGET)).expect("it is exact"));
    })
}

/// Returns the time of a trial on the plain path in seconds.
fn trial(question: &str) -> f64 {
    let (case, blocks) = (case(question), 1);
    let mut trials = plain(&case, blocks);
    cost_of(1, || (trials.run)(1)) / trials.units as f64
}

/// Returns the time of a sweep of this many cases in seconds, from its text to its answers.
fn sweep(cases: u32) -> f64 {
    let text = format!(
        "title = \"A sweep\"\ntrials = 0\n[sweep]\nbonus = {{ from = 1, to = {cases} }}\n\
         [[check]]\nuse = \"mutants.check\"\nset = {{ bonus = \"$bonus\", dc = 10 }}\n"
    );
    cost_of(1, || {
        let scenario = Scenario::parse(&text).expect("the scenario reads");
        let effort = scenario.effort;
        black_box(Results::of(&scenario.questions, effort, &Progress::default()).expect("answers"));
    })
}

pub fn run() {
    let opposed = case("melodrama.opposed active=0 passive=0");
    row("trials, blocks of opposed checks", &[8, 16, 32, 64], |blocks| {
        let mut blocks = plain(&opposed, blocks.into());
        (0..5).map(|seed| time(|| (blocks.run)(seed))).fold(f64::INFINITY, f64::min)
    });
    row("cases, a sweep of exact checks", &[125, 250, 500, 1000], sweep);
    // Up to a tenth of a second of work the probabilities are large fractions, beyond that floats.
    row("pool, the law of a sum of d6", &[20, 40, 80, 160], |dice| law(&format!("{dice}d6")));
    row("pool, the law of the three highest d10", &[10, 20, 40, 80], |dice| {
        law(&format!("{dice}d10kh3"))
    });
    row("pool, a roll of d6", &[5, 10, 20, 40], |dice| trial(&format!("{dice}d6")));
    row("hand, the law of its best card", &[2, 4, 8, 16], |hand| {
        law(&format!("melodrama.best_of hand={hand} opposing_hand={hand}"))
    });
    row("hand, an adventure of twenty checks", &[2, 4, 8, 16], |hand| {
        trial(&format!("melodrama.hand checks=20 hand={hand} opposing_hand=8 decks=own"))
    });
    row("players, an adventure of a scene", &[1, 2, 4, 8], |players| {
        trial(&format!("melodrama.adventure players={players} sessions=1 scenes=1 checks=20"))
    });
    row("thugs, a fight", &[1, 2, 4, 8], |thugs| {
        trial(&format!("melodrama.fight thug.count={thugs}"))
    });
    row("rounds, a duel solved", &[2, 4, 8, 16], |rounds| {
        let question = format!(
            "moma.duel score=10 cap=4 pool=20 rival_score=10 rival_cap=4 rival_pool=20 \
             rounds={rounds}"
        );
        cost_of(1, || drop(black_box(case(&question).check().kernel())))
    });
    row("states, who wins an exchange at everything", &[3, 6, 12], |all| {
        who_wins(&format!(
            "mutants.exchange attack={all} defense={all} toughness={all} damage={all}"
        ))
    });
}
