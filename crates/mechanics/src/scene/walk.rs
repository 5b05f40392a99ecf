//! A fight shown state by state, for tests of what must hold in each.

use super::{Fight, Game, HEROES, RIVALS, Scene};
use oddsmith_engine::chance::{Sampled, Stream};
use oddsmith_engine::rule::{NoRecord, Rule, Step};

/// Plays a fight out by plain luck and shows each state, with the one before it, until it is over.
///
/// # Panics
/// If who was out stands again, of which only games that say so have any.
pub fn walk<G: Game>(
    scene: &Scene<G>,
    seed: u64,
    mut show: impl FnMut(&Fight<G::State>, &Fight<G::State>),
) {
    let mut luck = Sampled::new(&Stream::new(seed, "states of a fight"), 0);
    let everyone = scene.game.people().sides[HEROES] | scene.game.people().sides[RIVALS];
    let mut before = scene.start();
    while let Step::Next(after) | Step::Within(after) =
        scene.step(before.clone(), &mut luck, &mut NoRecord)
    {
        // Where it is over, what made no difference is forgotten.
        if after.over {
            return;
        }
        let (was, now) = (before.standing(everyone), after.standing(everyone));
        assert_eq!(now & !was, 0, "who is out stays out");
        show(&before, &after);
        before = after;
    }
}
