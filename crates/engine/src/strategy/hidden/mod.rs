//! Games with hidden information: hidden hands, hidden types.
//!
//! This module represents such games as trees and payoffs and solves them; the rules of the games
//! are elsewhere. `tree` holds the decisions of a side and `game` the outcomes. Plans are found
//! exactly (`oracle`) if few pure plans matter, else by regret minimization (`regret`).

mod game;
mod oracle;
mod regret;
mod tree;

pub use game::{Block, Hidden, Proof, Term};
pub use tree::{Point, Tree};

impl Hidden {
    /// Returns plans of both sides that prove the value to within `goal`, or as closely as about a
    /// minute of learning allows; the proof states the remaining gap.
    pub fn solve(&self, goal: f64) -> Proof {
        match oracle::solve(self) {
            Some(proof) if proof.hi - proof.lo <= goal => proof,
            _ => regret::solve(self, goal),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::strategy::{Matrix, Side};

    /// Creates a game with one decision per side.
    fn simultaneous(rows: usize, columns: usize, numbers: &[i32]) -> (Matrix, Hidden) {
        let payoffs = Matrix::new(rows, columns, |row, column| {
            f64::from(numbers[row * columns + column]) / 8.0
        });
        let mut trees = [Tree::default(), Tree::default()];
        trees[0].decide(0, rows);
        trees[1].decide(0, columns);
        let terms = [rows, columns]
            .map(|choices| (0..choices).map(|choice| Term::new(choice + 1, choice, 1.0)).collect());
        let game = Hidden::new(trees, vec![payoffs.clone()], vec![Block { kind: 0, terms }]);
        (payoffs, game)
    }

    /// Creates a poker game with `cards` distinct cards, one per player without repetition, an ante
    /// of 1 and one bet of 1: the first player bets or checks, the other calls, folds or bets; the
    /// first may answer.
    ///
    /// The sequences of both players at a card: the first choice (0 check, 1 bet), the second after
    /// a bet (0 fold, 1 call), the other's after a check (0 check, 1 bet).
    fn poker(cards: usize) -> Hidden {
        let mut trees = [Tree::default(), Tree::default()];
        let own: Vec<[usize; 2]> = (0..cards)
            .map(|_| {
                let first = trees[0].decide(0, 2);
                [first, trees[0].decide(first, 2)]
            })
            .collect();
        let rival: Vec<[usize; 2]> =
            (0..cards).map(|_| [trees[1].decide(0, 2), trees[1].decide(0, 2)]).collect();
        let odds = 1.0 / (cards * (cards - 1)) as f64;
        let showdown = |pot: f64| {
            Matrix::new(cards, cards, |own, rival| match own.cmp(&rival) {
                std::cmp::Ordering::Greater => pot * odds,
                std::cmp::Ordering::Equal => 0.0,
                std::cmp::Ordering::Less => -pot * odds,
            })
        };
        let wins = |sign: f64| {
            Matrix::new(cards, cards, |own, rival| if own == rival { 0.0 } else { sign * odds })
        };
        let kinds = vec![showdown(1.0), showdown(2.0), wins(1.0), wins(-1.0)];
        let block = |kind: usize,
                     mine: &dyn Fn([usize; 2]) -> usize,
                     theirs: &dyn Fn([usize; 2]) -> usize| {
            let terms = |sequences: &[[usize; 2]], which: &dyn Fn([usize; 2]) -> usize| {
                let term = |(card, &at): (usize, &[usize; 2])| Term::new(which(at), card, 1.0);
                sequences.iter().enumerate().map(term).collect::<Vec<_>>()
            };
            Block { kind, terms: [terms(&own, mine), terms(&rival, theirs)] }
        };
        let blocks = vec![
            block(0, &|at| at[0], &|at| at[1]),         // check, check
            block(2, &|at| at[0] + 1, &|at| at[0]),     // bet, fold
            block(1, &|at| at[0] + 1, &|at| at[0] + 1), // bet, call
            block(3, &|at| at[1], &|at| at[1] + 1),     // check, bet, fold
            block(1, &|at| at[1] + 1, &|at| at[1] + 1), // check, bet, call
        ];
        Hidden::new(trees, kinds, blocks)
    }

    /// H. W. Kuhn (1950), A simplified two-person poker: with three cards the value is -1/18 to the
    /// first player.
    #[test]
    fn kuhns_poker_is_worth_what_he_found() {
        let game = poker(3);
        for proof in [game.solve(1e-10), regret::solve(&game, 1e-7)] {
            assert!(proof.lo <= -1.0 / 18.0 + 1e-12 && -1.0 / 18.0 <= proof.hi + 1e-12);
            assert!(proof.hi - proof.lo <= 1e-7, "{proof:?}");
            // The middle card never bets, and a king always calls.
            let [own, rival] = &proof.plans;
            assert!(own[6] < 1e-3 && rival[10] > 1.0 - 1e-9, "{proof:?}");
        }
        // A player who never bets and never calls loses the ante to a rival who always bets.
        let mut meek = game.tree(Side::Own).even();
        for point in game.tree(Side::Own).points() {
            meek[point.first] = 1.0;
            meek[point.first + 1] = 0.0;
        }
        assert!((game.reply(Side::Own, &meek).0 + 1.0).abs() < 1e-12);
    }

    /// Both methods agree for larger decks.
    #[test]
    fn both_ways_agree_on_poker() {
        for cards in [4, 7, 13] {
            let game = poker(cards);
            let (exact, learnt) = (oracle::solve(&game), regret::solve(&game, 1e-7));
            let exact = exact.expect("few plans matter");
            assert!(exact.hi - exact.lo <= 1e-12, "{cards}: {} {}", exact.lo, exact.hi);
            assert!(learnt.hi - learnt.lo <= 1e-7, "{cards}: {} {}", learnt.lo, learnt.hi);
            assert!(learnt.lo <= exact.hi + 1e-12 && exact.lo <= learnt.hi + 1e-12);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn matrix_games_as_the_simplex_solves_them(rows in 1usize..7, columns in 1usize..7, numbers in prop::collection::vec(-9i32..9, 36)) {
            let (payoffs, game) = simultaneous(rows, columns, &numbers);
            let known = payoffs.solve();
            for (proof, within) in [(game.solve(1e-10), 1e-10), (regret::solve(&game, 1e-6), 1e-6)] {
                prop_assert!(proof.lo <= known.hi + 1e-12 && known.lo <= proof.hi + 1e-12);
                prop_assert!(proof.hi - proof.lo <= within, "{proof:?}");
                // Verifies the certificate independently.
                prop_assert!((payoffs.least(&proof.plans[0][1..]) - proof.lo).abs() < 1e-12);
                prop_assert!((payoffs.most(&proof.plans[1][1..]) - proof.hi).abs() < 1e-12);
            }
        }

        #[test]
        fn equal_sides_are_worth_nothing(size in 2usize..7, numbers in prop::collection::vec(-9i32..9, 36)) {
            let fair: Vec<i32> = (0..size * size)
                .map(|at| numbers[at] - numbers[at % size * size + at / size])
                .collect();
            let proof = simultaneous(size, size, &fair).1.solve(1e-10);
            prop_assert!(proof.lo <= 1e-12 && proof.hi >= -1e-12 && proof.hi - proof.lo <= 1e-10);
        }
    }
}
