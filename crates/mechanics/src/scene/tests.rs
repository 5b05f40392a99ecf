//! Properties of fights in any game, tested with a minimal game in which each turn hits a target.

use super::target::{Target, TargetBy};
use super::*;
use oddsmith_engine::chance::{Sampled, Stream};
use oddsmith_engine::rule::NoRecord;
use proptest::prelude::*;

/// A game in which each person hits one of the other side, who has several lives.
#[derive(Debug)]
struct Toy {
    people: People,
    targets: [Target; 2],
}

/// Lives, the people who acted in this round, and the hits of each side in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Lives {
    lives: [u8; MOST_PEOPLE],
    acted: u64,
    hit: Vec<(usize, usize)>,
}

impl Game for Toy {
    type State = Lives;

    fn people(&self) -> &People {
        &self.people
    }

    fn start(&self) -> Lives {
        Lives { lives: [3; MOST_PEOPLE], acted: 0, hit: Vec::new() }
    }

    fn columns(&self) -> Vec<(&'static str, Scale)> {
        Vec::new()
    }

    fn scores(&self, _: &Fight<Lives>) -> impl Iterator<Item = i32> {
        std::iter::empty()
    }

    fn begin<C: Chance>(&self, fight: &mut Fight<Lives>, chance: &mut C, record: &mut impl Record) {
        self.people.set_order(|who| (who as i32 / 2, 0), fight, chance, record);
    }

    fn round<C: Chance>(&self, fight: &mut Fight<Lives>, _: &mut C, _: &mut impl Record) {
        fight.game.acted = 0;
    }

    fn turn<C: Chance>(
        &self,
        character: usize,
        fight: &mut Fight<Lives>,
        chance: &mut C,
        _: &mut impl Record,
    ) {
        let who = &self.people.characters[character];
        for person in fight.each(who.bits) {
            assert!(fight.stands(person), "who is out never acts");
            assert_eq!(fight.game.acted >> person & 1, 0, "one turn a round");
            fight.game.acted |= 1 << person;
            let lives = |fight: &Fight<Lives>, person: usize| fight.game.lives[person].into();
            let target =
                self.targets[who.side].choose(who.side, &self.people, fight, chance, lives);
            let Some(target) = target else { return };
            assert!(fight.stands(target) && self.people.side(target) != who.side);
            fight.game.hit.push((who.side, target));
            fight.game.lives[target] -= 1;
            if fight.game.lives[target] == 0 {
                fight.falls(target);
            }
        }
    }
}

fn toy(counts: &[(usize, usize)], by: [TargetBy; 2]) -> Toy {
    let mut people = People::default();
    for (place, &(side, count)) in counts.iter().enumerate() {
        let bits = ((1u64 << count) - 1) << people.of.len();
        people.sides[side] |= bits;
        people.of.extend(std::iter::repeat_n(place as u8, count));
        let name = format!("who {place}");
        people.characters.push(Person { key: name.clone(), name, side, bits, count });
    }
    Toy { people, targets: by.map(Target::by) }
}

/// Plays a fight and returns the hits as (side, target), in order.
fn hits(toy: Toy, seed: u64) -> Vec<(usize, usize)> {
    let scene = Scene::new(toy, 50);
    let mut luck = Sampled::new(&Stream::new(seed, "a toy"), 0);
    let mut state = scene.start();
    let (mut left, mut hit) = ([usize::MAX; 2], Vec::new());
    while let Step::Next(next) | Step::Within(next) = scene.step(state, &mut luck, &mut NoRecord) {
        let now = [HEROES, RIVALS].map(|side| next.left(scene.game.people(), side) as usize);
        assert!(now[0] <= left[0] && now[1] <= left[1], "counts never rise");
        left = now;
        if next.game.hit.len() > hit.len() {
            hit.clone_from(&next.game.hit);
        }
        state = next;
    }
    hit
}

proptest! {
    #[test]
    fn only_standing_people_act_and_are_hit(
        heroes in 1usize..4, thugs in 0usize..9, villains in 1usize..3, seed in 0u64..1000,
        by in 0usize..5, rivals in 0usize..5,
    ) {
        let all = [TargetBy::Focus, TargetBy::Random, TargetBy::Weakest, TargetBy::Strongest, TargetBy::Spread];
        let mut counts = vec![(HEROES, 1); heroes];
        counts.extend(vec![(RIVALS, 1); villains]);
        counts.push((RIVALS, thugs));
        hits(toy(&counts, [all[by], all[rivals]]), seed);
    }
}

#[test]
fn each_targeting_rule_selects_its_targets() {
    // Six heroes against three rivals with three lives each, who are 6 to 8. If the rivals act
    // first one hero falls before its turn, so at least five hits occur in the first round.
    let of = |by: TargetBy| -> Vec<usize> {
        let toy = toy(&[(HEROES, 6), (RIVALS, 3)], [by, TargetBy::Focus]);
        let heroes = hits(toy, 1).into_iter().filter(|(side, _)| *side == HEROES);
        heroes.map(|(_, target)| target).take(5).collect()
    };
    let focus = of(TargetBy::Focus);
    assert_eq!(focus[..3], [focus[0]; 3], "one until it is out");
    assert!(focus[3] != focus[0] && focus[4] == focus[3], "then another");
    assert_eq!(of(TargetBy::Weakest), [6, 6, 6, 7, 7], "the first of equals");
    assert_eq!(of(TargetBy::Strongest), [6, 7, 8, 6, 7]);
    assert_eq!(of(TargetBy::Spread), [6, 7, 8, 6, 7], "one after the other");
}
