//! Tests of decisions and games against known results: every plan of small trees, games of known
//! value, and mixed strategies that certify each other.

use oddsmith::strategy::{Decision, Matrix, Optimum, Turn, Way};
use proptest::prelude::*;

/// Decision tree over the states 0, 1, 2, ..., whose ways lead to higher states. States beyond the
/// list are final.
#[derive(Debug)]
struct Tree(Vec<Turn<usize>>);

impl Decision for Tree {
    type State = usize;

    fn turn(&self, state: &usize) -> Turn<usize> {
        self.0.get(*state).cloned().unwrap_or(Turn::Over)
    }
}

/// Returns the expected gain of one plan, path by path: `plan[s]` is the index of the way taken in
/// state s.
fn worth(tree: &Tree, plan: &[usize], state: usize) -> f64 {
    match tree.turn(&state) {
        Turn::Over => 0.0,
        Turn::Choice(ways) => {
            let way = ways[plan[state]];
            way.gain + worth(tree, plan, way.next)
        }
        Turn::Chance(ways) => {
            let total: u64 = ways.iter().map(|(weight, _)| weight).sum();
            let part = |(weight, way): &(u64, Way<usize>)| {
                *weight as f64 / total as f64 * (way.gain + worth(tree, plan, way.next))
            };
            ways.iter().map(part).sum()
        }
    }
}

/// Returns every plan: a way for each state in which the player moves.
fn plans(tree: &Tree) -> Vec<Vec<usize>> {
    tree.0.iter().fold(vec![vec![]], |plans, turn| {
        let ways = if let Turn::Choice(ways) = turn { ways.len() } else { 1 };
        let longer = |plan: Vec<usize>| (0..ways).map(move |way| [&plan[..], &[way]].concat());
        plans.into_iter().flat_map(longer).collect()
    })
}

/// A drawn way: its gain, the distance to its next state, its weight.
type Drawn = (i32, usize, u64);

/// Returns trees of up to seven states, with small integer gains, so that many ways tie.
fn trees() -> impl Strategy<Value = Tree> {
    let way = (-2i32..3, 1usize..4, 0u64..4);
    let state = (any::<bool>(), prop::collection::vec(way, 1..4));
    prop::collection::vec(state, 1..8).prop_map(|states| {
        let turn = |(place, (chance, ways)): (usize, (bool, Vec<Drawn>))| {
            let to = |&(gain, on, _): &Drawn| Way { gain: f64::from(gain), next: place + on };
            if chance {
                // At least one way has a weight.
                let weight = |(i, way): (usize, &Drawn)| way.2 + u64::from(i == 0);
                let ways = ways.iter().enumerate();
                Turn::Chance(ways.map(|(i, way)| (weight((i, way)), to(way))).collect())
            } else {
                Turn::Choice(ways.iter().map(to).collect())
            }
        };
        Tree(states.into_iter().enumerate().map(turn).collect())
    })
}

proptest! {
    #[test]
    fn no_plan_beats_the_optimum(tree in trees()) {
        let optimum = Optimum::of(&tree, 0, 1_000).unwrap();
        let best = plans(&tree)
            .iter()
            .map(|plan| worth(&tree, plan, 0))
            .fold(f64::NEG_INFINITY, f64::max);
        prop_assert!((optimum.value() - best).abs() < 1e-9, "{} {best}", optimum.value());
    }

    #[test]
    fn optimal_choices_have_the_value_and_prefer_the_first(tree in trees()) {
        let optimum = Optimum::of(&tree, 0, 1_000).unwrap();
        let plan: Vec<usize> =
            (0..tree.0.len()).map(|state| optimum.choice(&state).unwrap_or(0)).collect();
        prop_assert!((optimum.value() - worth(&tree, &plan, 0)).abs() < 1e-9);
        for (state, turn) in tree.0.iter().enumerate() {
            let (Turn::Choice(ways), Some(choice)) = (turn, optimum.choice(&state)) else {
                continue;
            };
            let worth = |way: &Way<usize>| way.gain + optimum.value_of(&way.next).unwrap();
            for earlier in &ways[..choice] {
                prop_assert!(worth(earlier) < worth(&ways[choice]) - 1e-9);
            }
        }
    }
}

#[test]
fn cycles_and_exceeded_budgets_are_errors() {
    let circle =
        Tree(vec![Turn::Choice(vec![Way::to(1)]), Turn::Choice(vec![Way::to(0), Way::to(2)])]);
    let error = Optimum::of(&circle, 0, 100).unwrap_err();
    assert_eq!(error.to_string(), "the decisions may never end");
    let wide = Tree((0..50).map(|at| Turn::Choice(vec![Way::to(at + 1); 2])).collect());
    assert!(Optimum::of(&wide, 0, 100).is_ok());
    let error = Optimum::of(&wide, 0, 90).unwrap_err();
    assert_eq!(error.to_string(), "there are more than 90 ways to decide");
}

/// A course longer than any call stack: 200,000 tosses of a coin, each worth 1 for heads.
#[test]
fn very_long_courses_are_solved() {
    let toss =
        |at: usize| Turn::Chance(vec![(1, Way { gain: 1.0, next: at + 1 }), (1, Way::to(at + 1))]);
    let long = Tree((0..200_000).map(toss).collect());
    let value = Optimum::of(&long, 0, 1_000_000).unwrap().value();
    assert!((value - 100_000.0).abs() < 1e-6, "{value}");
}

fn game(rows: &[&[f64]]) -> Matrix {
    Matrix::new(rows.len(), rows[0].len(), |row, column| rows[row][column])
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

#[test]
fn games_of_known_value() {
    // Rock, paper, scissors; a saddle; Williams' Two-by-three (The Compleat Strategyst); a weighted
    // morra.
    for (rows, value) in [
        (&[&[0.0, -1.0, 1.0][..], &[1.0, 0.0, -1.0], &[-1.0, 1.0, 0.0]][..], 0.0),
        (&[&[4.0, 1.0, 3.0], &[3.0, 2.0, 5.0]], 2.0),
        (&[&[6.0, 5.0], &[5.0, 6.0]], 5.5),
        (&[&[2.0, -3.0], &[-3.0, 4.0]], -1.0 / 12.0),
        (&[&[1.0, 7.0, 2.0], &[6.0, 2.0, 7.0]], 4.0),
        (&[&[3.0]], 3.0),
        (&[&[1.0, 1.0], &[1.0, 1.0]], 1.0),
    ] {
        let solved = game(rows).solve();
        assert!(near(solved.lo, value) && near(solved.hi, value), "{rows:?}: {solved:?}");
    }
}

/// A diagonal game has value `1 / sum(1/d)` and mixes in proportion to `1/d`, at any size.
#[test]
fn diagonal_games_have_the_known_value() {
    for size in [2usize, 5, 17, 41] {
        let diagonal = Matrix::new(
            size,
            size,
            |row, column| if row == column { (row + 1) as f64 } else { 0.0 },
        );
        let value = 1.0 / (1..=size).map(|d| 1.0 / d as f64).sum::<f64>();
        let solved = diagonal.solve();
        assert!(near(solved.lo, value) && near(solved.hi, value));
        assert!(
            solved
                .row
                .iter()
                .enumerate()
                .all(|(row, share)| near(*share, value / (row + 1) as f64))
        );
    }
}

#[test]
fn ranges_distinguish_never_sometimes_and_always() {
    // The third row is worse than the second, and the fourth equals the second: either is played,
    // or both.
    let twins = game(&[&[0.0, 1.0], &[1.0, 0.0], &[0.5, -1.0], &[1.0, 0.0]]);
    let (rows, columns) = twins.ranges();
    assert_eq!(
        rows.iter().map(|range| range.word()).collect::<Vec<_>>(),
        ["always", "sometimes", "never", "sometimes"]
    );
    assert!(columns.iter().all(|range| near(range.least, 0.5) && near(range.most, 0.5)));
    assert!(near(rows[1].least, 0.0) && near(rows[1].most, 0.5));
    // Of the equal rows the first is shown.
    assert_eq!(twins.solve().row[3], 0.0);
    // If all payoffs are equal, every mix is optimal.
    assert!(game(&[&[1.0, 1.0], &[1.0, 1.0]]).ranges().0.iter().all(|range| near(
        range.least,
        0.0
    ) && near(
        range.most, 1.0
    )));
}

/// The optimal share of each choice is exact in a game with nearly tied choices, where rounding
/// makes one of the two simplex tableaus choose a wrong pivot. In fractions, the optimal share of the
/// first row is 0.4999750014974375.
#[test]
fn optimal_shares_survive_rounding_in_one_tableau() {
    let parts = [27, 1, 17, 33, 14, 37, 14, 9, 11, 51, 51, 10, 31, 42];
    let game = Matrix::new(2, 7, |row, column| all_but_tied(parts[row * 7 + column]));
    let (rows, _) = game.ranges();
    assert!(
        near(rows[0].least, 0.4999750014974375) && near(rows[0].most, 0.4999750014974375),
        "{rows:?}"
    );
}

/// Returns 0 to 3 plus a power of ten, from a tenth down to less than the precision of floats.
fn all_but_tied(part: i32) -> f64 {
    f64::from(part % 4) + 10f64.powi(-(part / 4) - 1)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Payoffs with many ties, as in duels: the mixed strategies certify each other, and lie within
    /// their ranges.
    #[test]
    fn every_game_is_certified(rows in 1usize..12, columns in 1usize..12, steps in 1i32..40, scale in -6i32..6,
                               numbers in prop::collection::vec(-1000i32..1000, 144)) {
        let scale = 10f64.powi(scale);
        let game = Matrix::new(rows, columns, |row, column| f64::from(numbers[row * 12 + column] % steps) * scale);
        let solved = game.solve();
        prop_assert!((solved.hi - solved.lo).abs() <= 1e-10 * scale.max(1.0), "{solved:?}");
        for mix in [&solved.row, &solved.column] {
            prop_assert!(near(mix.iter().sum(), 1.0) && mix.iter().all(|share| (0.0..=1.0).contains(share)));
        }
        let (row, column) = game.ranges();
        for (share, range) in solved.row.iter().chain(&solved.column).zip(row.iter().chain(&column)) {
            prop_assert!(range.least - 1e-8 <= *share && *share <= range.most + 1e-8, "{share} \
                {range:?}");
        }
        let swapped = game.swapped().solve();
        prop_assert!((swapped.lo + solved.hi).abs() <= 1e-10 * scale.max(1.0));
    }

    /// Payoffs with near ties of any size, from a tenth to less than the precision of floats: the
    /// mixed strategies certify each other.
    #[test]
    fn near_ties_are_certified(rows in 2usize..10, columns in 2usize..10, numbers in prop::collection::vec(0i32..60, 100)) {
        let game = Matrix::new(rows, columns, |row, column| all_but_tied(numbers[row * 10 + column]));
        let solved = game.solve();
        prop_assert!((solved.hi - solved.lo).abs() <= 1e-12, "{solved:?}");
    }

    /// If payoffs differ by clearly more or clearly less than the tolerance for ties, the mixed
    /// strategies lie within their ranges. In between, the last digit decides which of them still
    /// count as optimal.
    #[test]
    fn ranges_contain_the_mixed_strategies(rows in 2usize..10, columns in 2usize..10, numbers in prop::collection::vec(0i32..24, 100)) {
        let clear = |number: i32| if number < 16 { number } else { number + 32 };
        let game = Matrix::new(rows, columns, |row, column| all_but_tied(clear(numbers[row * 10 + column])));
        let payoffs = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let payoffs = payoffs().map(|(row, column)| game.payoff(row, column));
        let (low, high) = payoffs.fold((f64::MAX, f64::MIN), |(low, high), payoff| (low.min(payoff), high.max(payoff)));
        prop_assume!(high - low > 1e-3);
        let solved = game.solve();
        let (row, column) = game.ranges();
        for (share, range) in solved.row.iter().chain(&solved.column).zip(row.iter().chain(&column)) {
            prop_assert!(range.least - 1e-6 <= *share && *share <= range.most + 1e-6, "{share} \
                {range:?}");
        }
    }
}
