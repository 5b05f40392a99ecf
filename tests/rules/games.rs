//! What holds for every check, for each game apart: `cargo test --test rules moma` runs all that is
//! about one game.

use std::sync::Arc;

use oddsmith::registry::{Entry, System};
use oddsmith::systems::{SYSTEMS, checks};

/// A game by its name.
pub fn system(game: &str) -> &'static System {
    SYSTEMS.iter().find(|system| system.name == game).expect("the name of a game")
}

/// The checks of one game.
pub fn checks_of(game: &str) -> impl Iterator<Item = Arc<Entry>> + Clone {
    checks()
        .filter(move |entry| entry.id.split('.').next() == Some(game))
        .collect::<Vec<_>>()
        .into_iter()
}

macro_rules! games {
    ($($game:ident)*) => {
        /// Those below, to be held against the list of systems.
        const GAMES: &[&str] = &[$(stringify!($game)),*];

        $(mod $game {
            use crate::{agreement, determinism, examples, registry};

            const GAME: &str = stringify!($game);

            #[test]
            fn checks_build_and_their_laws_are_whole() {
                registry::every_check_builds_and_its_laws_are_whole(GAME);
            }

            #[test]
            fn a_column_alone_is_as_beside_the_others() {
                registry::a_column_alone_is_as_beside_the_others(GAME);
            }

            #[test]
            fn a_default_may_be_given_and_changes_nothing() {
                registry::a_default_may_be_given_and_changes_nothing(GAME);
            }

            #[test]
            fn a_swept_case_is_as_it_is_alone() {
                registry::a_swept_case_is_as_it_is_alone(GAME);
            }

            #[cfg(feature = "cli")]
            #[test]
            fn every_field_sweeps() {
                registry::every_field_sweeps(GAME);
            }

            #[test]
            fn the_rule_texts_examples_come_out() {
                examples::the_rule_texts_examples_come_out(GAME);
            }

            #[test]
            fn a_tale_can_be_told_again() {
                examples::every_check_tells_a_tale_that_can_be_told_again(GAME);
            }

            #[test]
            fn a_tale_is_the_first_trial_of_its_run() {
                examples::a_tale_is_the_first_trial_of_its_run(GAME);
            }

            #[test]
            fn every_switch_agrees() {
                agreement::every_switch_agrees_too(GAME);
            }

            #[test]
            fn seeds_keep_their_promise() {
                determinism::seeds_keep_their_promise(GAME);
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
