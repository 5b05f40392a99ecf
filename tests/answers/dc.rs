//! Tests of the search for difficulties, against counted cards and an exhaustive search.

use std::sync::Arc;

use oddsmith::answer::solve::{Proof, Range, SolveGrid, SolvedRow, Target, Trend, fit};
use oddsmith::odds::{Event, Progress};
use oddsmith::registry::{Names, Value};
use oddsmith::scenario::{Axis, Effort, Question, values};
use oddsmith::systems::{Catalogue, check};

/// Returns the chance that the margin of two cards and `edge` is 0 or more. The deck has four of
/// each card from 1 to 13 and two jokers, which count 15: 54 x 54 pairs.
fn cards(edge: i32) -> f64 {
    let deck = || (1..=13).map(|card| (card, 4)).chain([(15, 2)]);
    let pairs = deck().flat_map(|own| deck().map(move |other| (own, other)));
    let wins = pairs.filter(|((own, _), (other, _))| edge + own - other >= 0);
    f64::from(wins.map(|((_, one), (_, other))| one * other).sum::<i32>()) / f64::from(54 * 54)
}

/// Returns the first value whose share is nearest to the target; `easier_first` decides between
/// equally near values.
fn nearest(
    easier_first: impl Iterator<Item = i32>,
    share: impl Fn(i32) -> f64,
    target: Target,
) -> Option<i32> {
    let mut best: Option<(i32, f64)> = None;
    for value in easier_first {
        let found = share(value);
        if target.never_below && found < target.share - 1e-12 {
            continue;
        }
        let off = (found - target.share).abs();
        if best.is_none_or(|(_, least)| off < least - 1e-12) {
            best = Some((value, off));
        }
    }
    best.map(|(value, _)| value)
}

fn grid<'a>(
    names: &'a Names,
    id: &str,
    given: &[(&str, &str)],
    axis: (&str, &str),
) -> SolveGrid<'a> {
    let entry = check(id).unwrap();
    let own = |(name, value): &(&str, &str)| ((*name).to_owned(), Value::guess(value));
    SolveGrid {
        field: entry.difficulty().map_or("none", |field| field.name).to_owned(),
        entry,
        names,
        given: given.iter().map(own).collect(),
        axes: vec![Axis::of(axis.0, values(axis.1).unwrap())],
        asked: None,
        event: Event::SUCCESS,
        effort: Effort::default(),
    }
}

fn solved(rows: &[SolvedRow]) -> Vec<Option<i32>> {
    rows.iter().map(|row| row.solution.value).collect()
}

#[test]
fn solved_value_is_nearest_to_the_target() {
    let names = Names::default();
    let grid = grid(&names, "melodrama.unopposed", &[], ("bonus", "0..15/5"));
    for share in [0.0, 0.65, 391.0 / 729.0, 1.0] {
        for never_below in [false, true] {
            let target = Target { share, never_below, hardest_sure: false };
            let rows = grid.rows(&[target], &Progress::default()).unwrap();
            let by_hand = (0..=15)
                .step_by(5)
                .map(|bonus| nearest(-1000..=1000, |dc| cards(bonus - dc), target));
            assert_eq!(solved(&rows), by_hand.collect::<Vec<_>>(), "{target:?}");
            for (bonus, row) in (0..).step_by(5).zip(&rows) {
                let dc = row.solution.value.unwrap();
                let share =
                    |found: &Option<oddsmith::odds::Estimate>| found.as_ref().unwrap().value();
                assert!((share(&row.solution.share) - cards(bonus - dc)).abs() < 1e-12);
                assert!((share(&row.solution.above) - cards(bonus - dc - 1)).abs() < 1e-12);
                assert_eq!(row.solution.below.is_none(), dc == -1000);
                assert_eq!(row.solution.proof, Proof::Whole(-1000, 1000));
                assert_eq!(row.solution.trend, Trend::Falling);
            }
        }
    }
}

/// Solves for the bonus instead: the share rises with it, so of equally near values the higher is
/// easier.
#[test]
fn fields_with_monotone_odds_can_be_solved_for() {
    let names = Names::default();
    let mut grid = grid(&names, "melodrama.unopposed", &[], ("dc", "easy,tough,heroic"));
    grid.field = "bonus".to_owned();
    for share in [0.2, 0.65, 1.0] {
        let target = Target { share, never_below: true, hardest_sure: false };
        let rows = grid.rows(&[target], &Progress::default()).unwrap();
        let by_hand =
            [-5, 5, 20].map(|dc| nearest((-1000..=1000).rev(), |bonus| cards(bonus - dc), target));
        assert_eq!(solved(&rows), by_hand, "{share}");
        assert!(rows.iter().all(|row| row.solution.trend == Trend::Rising));
    }
    // A field that changes nothing has a flat trend.
    grid.field = "improved_critical".to_owned();
    grid.given = vec![("bonus".to_owned(), Value::Integer(3))];
    let target = Target { share: 0.5, never_below: false, hardest_sure: false };
    let rows = grid.rows(&[target], &Progress::default()).unwrap();
    assert_eq!(rows[0].solution.trend, Trend::Flat);
}

/// House rule whose share neither only rises nor only falls with `n`: the highest of `n` d6 against
/// a die of `n` sides.
const ODD: &str = r#"
[[house]]
name = "odd"
fields = { n = 2 }
mine = { luck = "$n d6kh1" }
theirs = { luck = "d$n" }
difficulty = "n"
"#;

#[test]
fn solving_for_a_field_with_rising_and_falling_odds_is_an_error() {
    let catalogue = Catalogue::parse(ODD).unwrap();
    let mut grid = grid(&catalogue.names, "mutants.check", &[], ("n", "0"));
    grid.entry = catalogue.check("house.odd").unwrap();
    (grid.field, grid.axes, grid.asked) = ("n".to_owned(), Vec::new(), Some((1..=12).collect()));
    let target = Target { share: 0.6, never_below: false, hardest_sure: false };
    let error = grid.rows(&[target], &Progress::default()).unwrap_err();
    let message = error.to_string();
    assert!(message.contains("rises and falls with `n`"), "{message}");
    assert!(error.hint().unwrap().to_string().contains("n=1.."), "{:?}", error.hint());
    // From 4 on the share only falls, so a value is found; values that the rule refuses are
    // skipped.
    grid.asked = Some((-3..=12).filter(|n| *n < 1 || *n > 3).collect());
    let rows = grid.rows(&[target], &Progress::default()).unwrap();
    assert_eq!(rows[0].solution.trend, Trend::Falling);
    assert_eq!(rows[0].solution.proof, Proof::Whole(4, 12));
}

/// A sampled solution has a range of values that contains the exact solution.
#[test]
fn sampled_solution_range_contains_the_exact_value() {
    let names = Names::default();
    let mut grid = grid(&names, "melodrama.unopposed", &[], ("bonus", "0..6"));
    let target = Target { share: 0.65, never_below: false, hardest_sure: false };
    let exact = solved(&grid.rows(&[target], &Progress::default()).unwrap());
    let effort = Effort { sampled_only: true, trials: Some(2_000), ..Effort::default() };
    grid.effort = effort;
    let rows = grid.rows(&[target], &Progress::default()).unwrap();
    let mut wide = 0;
    for (row, exact) in rows.iter().zip(exact) {
        let (low, high) = row.solution.between.unwrap();
        assert!((low..=high).contains(&exact.unwrap()), "{row:?}");
        wide += i32::from(low < high);
        assert_eq!(row.solution.proof, Proof::Counted);
        assert!(!row.solution.share.unwrap().is_exact());
    }
    assert!(wide > 0, "two thousand trials leave a doubt somewhere");
}

/// Translates the named difficulties of a card game to Difficulty Classes of a d20 game, which
/// succeeds with a chance of (21 - dc + bonus) / 20.
#[test]
fn difficulty_table_is_translated_by_equal_odds() {
    let names = Names::default();
    let grid = grid(&names, "mutants.check", &[], ("bonus", "8"));
    let other = check("melodrama.unopposed").unwrap();
    let rows = grid
        .like(
            &Question::read(&other.id, &Catalogue::default()).unwrap(),
            false,
            &Progress::default(),
        )
        .unwrap();
    let d20 = |dc: i32| f64::from((21 + 8 - dc).clamp(0, 20)) / 20.0;
    let by_hand = [-5, 0, 5, 10, 15, 20, 25, 30].map(|dc| {
        let target = Target { share: cards(8 - dc), never_below: false, hardest_sure: false };
        // For a chance of 1 the hardest value that always succeeds is wanted.
        nearest(-1000..=1000, d20, target).map(|found| if found == -1000 { 9 } else { found })
    });
    assert_eq!(solved(&rows), by_hand);
    let given: Vec<String> =
        rows.iter().map(|row| row.like.as_ref().unwrap().given.to_string()).collect();
    assert_eq!((&*given[0], &*given[7], rows.len()), ("easy", "impossible", 8));
    assert_eq!(rows[2].name, nearest_name(rows[2].solution.value.unwrap()));
}

fn nearest_name(dc: i32) -> Option<String> {
    let field = check("mutants.check").unwrap();
    let field = field.difficulty().unwrap();
    field
        .named_numbers()
        .iter()
        .find(|(_, number)| *number == dc)
        .map(|(name, _)| (*name).to_owned())
}

/// Compares the fit with all ways to split fifteen cards into three ranges.
#[test]
fn fitted_ranges_have_the_least_error() {
    let law = |question: &str| oddsmith::case(question).unwrap().law(1_000).unwrap();
    let (d20, deck) = (law("house.roll luck=d20"), law("house.roll luck=card54"));
    let table = Range::read("1-4 fumble, 5-12 mixed, 13-20 hit").unwrap();
    let fits = fit(&table, &d20.columns[0], &deck.columns[0]).unwrap();
    let off = |shares: [f64; 3]| -> f64 {
        shares.iter().zip([0.2, 0.4, 0.4]).map(|(share, wanted)| (share - wanted).abs()).sum()
    };
    let below =
        |card: i32| f64::from(4 * card.clamp(0, 13) + if card >= 15 { 2 } else { 0 }) / 54.0;
    let mut least = f64::INFINITY;
    for first in 1..15 {
        for second in first + 1..15 {
            let shares = [below(first), below(second) - below(first), 1.0 - below(second)];
            least = least.min(off(shares));
        }
    }
    let found = off([fits[0].share, fits[1].share, fits[2].share]);
    assert!((found - least).abs() < 1e-12, "{found} against {least}");
    assert_eq!((fits[0].found.low, fits[2].found.high), (1, 15));
    for wrong in ["", "1-4 a", "1-4 a, 6-20 b", "1-4, 5-20 b", "4-1 a, 5-20 b"] {
        assert!(Range::read(wrong).is_err(), "{wrong}");
    }
    let short = Range::read("1-4 fumble, 5-12 mixed").unwrap();
    assert!(fit(&short, &d20.columns[0], &deck.columns[0]).is_err());
}

#[test]
fn unsolvable_fields_are_refused() {
    let names = Names::default();
    let mut grid = grid(
        &names,
        "mano.knockout",
        &[("attack", "5"), ("defense", "5"), ("power", "8")],
        ("kind", "sharp"),
    );
    grid.field = "toughness".to_owned();
    let target = Target { share: 0.5, never_below: false, hardest_sure: false };
    let error = grid.rows(&[target], &Progress::default()).unwrap_err();
    assert!(error.to_string().contains("has no success"), "{error}");
    grid.field = "die".to_owned();
    let error = grid.rows(&[target], &Progress::default()).unwrap_err();
    assert!(error.to_string().contains("is not a whole number"), "{error}");
    let other: Arc<_> = check("mano.knockout").unwrap();
    grid.field = "toughness".to_owned();
    assert!(
        grid.like(
            &Question::read(&other.id, &Catalogue::default()).unwrap(),
            false,
            &Progress::default()
        )
        .is_err()
    );
}

/// A house rule is compiled for each value, so the search tries few: from its default up to the
/// target, or until nothing changes.
#[test]
fn search_tries_few_values_of_a_house_rule() {
    let file = "[[house]]\nname = \"hack\"\nfields = { pool = 6, need = 2 }\nrule = \"\"\"\n\
                r = $pool d6\nsuccess: count(r, >=5) >= $need\nfailure: otherwise\n\"\"\"\n\
                success = \"success\"\ndifficulty = \"need\"\n";
    let catalogue = Catalogue::parse(file).unwrap();
    let misses = |pool: i32| (2f64 / 3.0).powi(pool - 1) * f64::from(pool + 2) / 3.0;
    let names = Names::default();
    for (share, farthest) in [(0.65, 18), (0.999, 42), (1.0, 102)] {
        let grid = SolveGrid {
            field: "pool".to_owned(),
            entry: catalogue.check("house.hack").unwrap(),
            names: &names,
            given: Vec::new(),
            axes: Vec::new(),
            asked: None,
            event: Event::SUCCESS,
            effort: Effort { trials: Some(0), ..Effort::default() },
        };
        let target = Target { share, never_below: false, hardest_sure: true };
        let rows = grid.rows(&[target], &Progress::default()).unwrap();
        let solution = &rows[0].solution;
        let value = solution.value.unwrap();
        let off = |pool: i32| (1.0 - misses(pool) - share).abs();
        assert!((1..=farthest).all(|pool| off(value) <= off(pool) + 1e-12), "{share}: {value}");
        let Proof::Whole(0, last) = solution.proof else { panic!("{:?}", solution.proof) };
        assert!(last <= farthest, "{share}: up to {last}");
    }
}

/// One law of the dice serves all 2,001 difficulties; each share equals that of a separate case.
/// Separate laws took 11 s.
#[test]
fn one_law_of_dice_serves_all_difficulties() {
    let names = Names::default();
    let entry = check("house.roll").unwrap();
    assert!(entry.moves.iter().any(|(field, _)| *field == "dc"));
    for tie in ["active", "passive"] {
        let given = [("luck", "100d6 c>=5"), ("tie", tie)];
        let grid = grid(&names, "house.roll", &given, ("add", "0,3"));
        for dc in [0, 20, 34, 50, 101] {
            let of = |add: &str, dc: i32| {
                let dc = dc.to_string();
                let fields = [("luck", "100d6 c>=5"), ("tie", tie), ("add", add), ("dc", &dc)];
                let case = entry.case(fields).unwrap();
                let (place, success) = case.success().unwrap();
                case.law(1_000_000).unwrap().columns[place].success(success).value
            };
            let target = Target { share: of("0", dc), never_below: false, hardest_sure: false };
            let rows = grid.rows(&[target], &Progress::default()).unwrap();
            for (add, row) in ["0", "3"].into_iter().zip(&rows) {
                let found = row.solution.value.unwrap();
                let share = row.solution.share.as_ref().unwrap().value();
                assert!((share - of(add, found)).abs() < 1e-12, "{tie}, {add} against {found}");
                assert!((share - target.share).abs() < 1e-9, "{tie}, {add} against {found}");
                assert_eq!(row.solution.proof, Proof::Whole(-1000, 1000));
            }
        }
    }
}
