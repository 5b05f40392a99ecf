//! Tests for every check, in a module for each game: `cargo test --test rules moma` runs all tests
//! of one game.

use std::sync::Arc;

use oddsmith::registry::{Entry, System};
use oddsmith::systems::{SYSTEMS, checks};

/// Returns the game of this name.
pub fn system(game: &str) -> &'static System {
    SYSTEMS.iter().find(|system| system.name == game).expect("the name of a game")
}

/// Returns the checks of one game.
pub fn checks_of(game: &str) -> impl Iterator<Item = Arc<Entry>> + Clone {
    checks()
        .filter(move |entry| entry.id.split('.').next() == Some(game))
        .collect::<Vec<_>>()
        .into_iter()
}

macro_rules! games {
    ($($game:ident)*) => {
        /// Names of the games below, compared with the list of systems.
        const GAMES: &[&str] = &[$(stringify!($game)),*];

        $(mod $game {
            use crate::{agreement, determinism, examples, registry};

            const GAME: &str = stringify!($game);

            #[test]
            fn checks_build_and_their_laws_sum_to_one() {
                registry::checks_build_and_their_laws_sum_to_one(GAME);
            }

            #[test]
            fn single_column_equals_its_column_among_all() {
                registry::single_column_equals_its_column_among_all(GAME);
            }

            #[test]
            fn explicit_default_changes_nothing() {
                registry::explicit_default_changes_nothing(GAME);
            }

            #[test]
            fn swept_case_equals_the_single_case() {
                registry::swept_case_equals_the_single_case(GAME);
            }

            #[cfg(feature = "cli")]
            #[test]
            fn every_field_sweeps() {
                registry::every_field_sweeps(GAME);
            }

            #[test]
            fn worked_examples_are_reproduced() {
                examples::worked_examples_are_reproduced(GAME);
            }

            #[test]
            fn transcripts_can_be_replayed() {
                examples::transcripts_can_be_replayed(GAME);
            }

            #[test]
            fn transcript_is_the_first_trial_of_its_run() {
                examples::transcript_is_the_first_trial_of_its_run(GAME);
            }

            #[test]
            fn every_switch_agrees() {
                agreement::every_switch_agrees(GAME);
            }

            #[test]
            fn same_seed_gives_the_same_tally() {
                determinism::same_seed_gives_the_same_tally(GAME);
            }

            #[cfg(feature = "cli")]
            #[test]
            fn threads_change_nothing() {
                determinism::threads_change_nothing(GAME);
            }
        })*
    };
}

games! { melodrama mutants mano moma torg mneme house }

#[test]
fn every_game_is_tested() {
    let systems: Vec<&str> = SYSTEMS.iter().map(|system| system.name).collect();
    assert_eq!(systems, GAMES, "name every system in `games!`, in the order of `SYSTEMS`");
}
