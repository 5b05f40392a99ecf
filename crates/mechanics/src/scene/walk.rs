//! State-by-state traversal of a fight, for tests of invariants.

use super::{Fight, Game, Scene};
use oddsmith_engine::chance::{Sampled, Stream};
use oddsmith_engine::rule::{NoRecord, Rule, Step};

/// Plays a fight with random luck and calls `show` with each state and the one before it, until it
/// is over.
///
/// # Panics
/// If a person who was out stands again, which only some games allow.
pub fn walk<G: Game>(
    scene: &Scene<G>,
    seed: u64,
    mut show: impl FnMut(&Fight<G::State>, &Fight<G::State>),
) {
    let mut luck = Sampled::new(&Stream::new(seed, "states of a fight"), 0);
    let everyone = scene.game.people().standing();
    let mut before = scene.start();
    while let Step::Next(after) | Step::Within(after) =
        scene.step(before.clone(), &mut luck, &mut NoRecord)
    {
        // The final state is reset.
        if after.over {
            return;
        }
        let (was, now) = (before.standing(everyone), after.standing(everyone));
        assert_eq!(now & !was, 0, "who is out stays out");
        show(&before, &after);
        before = after;
    }
}
