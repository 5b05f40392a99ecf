//! Tests of invariants of a scene's state and of its agreement with an encounter.

use super::*;
use oddsmith_engine::chance::{Sampled, Stream};
use oddsmith_engine::odds::{Histogram, Sample};
use oddsmith_engine::rule::{NoRecord, Rule, Step};
use oddsmith_mechanics::Moment;
use oddsmith_mechanics::scene::agreement;
use oddsmith_registry::Case;
use proptest::prelude::*;

fn case(question: &str) -> Case {
    agreement::case(&crate::SYSTEM, question)
}

fn scene_of(question: &str) -> scene::Scene<Battle> {
    let set = case(question).settings;
    scene::Scene::new(Battle::read(&set).expect("it reads"), set.integer(&LIMIT))
}

fn luck(seed: u64) -> Sampled {
    Sampled::new(&Stream::new(seed, "a scene"), 0)
}

/// Generates settings of the cards and of the die.
fn settings() -> impl Strategy<Value = String> {
    let words = |name: &'static str, words: &'static [&'static str]| {
        proptest::sample::select(words).prop_map(move |word| format!("{name}={word}"))
    };
    let cards = (
        words("scene", &["standard", "dramatic"]),
        words("policy", &["hold", "spend_when_behind", "spend_at_once"]),
        words("pools", &["true", "false"]),
        words("trades", &["points", "any"]),
        words("monologue", &["true", "false"]),
        words("reshuffle", &["discards", "stack_too"]),
        words("critical_moment", &["when_needed", "never"]),
        words("helps", &["1", "0.5"]),
    );
    let dice = (
        words("up_minimum", &["none", "10"]),
        words("stymied_takes", &["first", "rerolls"]),
        words("setback", &["0", "5"]),
    );
    (cards, dice).prop_map(|((a, b, c, d, e, f, g, h), (i, j, k))| {
        [a, b, c, d, e, f, g, h, i, j, k].join(" ")
    })
}

fn rivals() -> impl Strategy<Value = String> {
    let words = |name: &'static str, words: &'static [&'static str]| {
        proptest::sample::select(words).prop_map(move |word| format!("{name}={word}"))
    };
    (
        words("harm", &["table", "hits"]),
        words("villain_possibilities", &["negate", "attack", "both", "never"]),
        words("heroes_negate", &["true", "false"]),
        words("breaks", &["half", "injured", "never"]),
        words("waking", &["lies", "acts"]),
        words("escape", &["never", "hero_out", "last_round"]),
        words("villain_actions", &["pools", "never"]),
        words("marco.action", &["attack", "approved", "when_out", "task"]),
        words("quin.shock", &["none", "4", "10"]),
    )
        .prop_map(|(a, b, c, d, e, f, g, h, i)| [a, b, c, d, e, f, g, h, i].join(" "))
}

/// Asserts that a state is consistent: each card in one place, no value beyond its limit.
fn is_sound(battle: &Battle, now: &Fight<State>) {
    let (state, deck) = (&now.game, &battle.terms.group.deck);
    assert!(state.cards.table.is_whole(deck), "each card lies in one place");
    assert_eq!(now.standing(state.gone), 0, "who is out for good does not stand");
    for person in each(battle.people.standing()) {
        let fighter = battle.numbers(person);
        let points = match battle.people.side(person) {
            HEROES => state.cards.points[person],
            _ => state.points[person],
        };
        assert!(points <= fighter.possibilities, "possibilities are only spent");
        let out = state.wounds[person] >= fighter.wounds
            || fighter.shock.is_some_and(|shock| state.shock[person] >= shock);
        assert!(!(out && now.stands(person)), "who has taken enough is out");
    }
}

/// Asserts that the change from one state to the next is one that the rules allow.
fn follows(battle: &Battle, before: &Fight<State>, after: &Fight<State>) {
    let (was, is) = (&before.game, &after.game);
    let same_round = was.cards.round == is.cards.round;
    for side in [HEROES, RIVALS] {
        let people = battle.people.sides[side];
        let woken = after.standing(people) & !before.standing(people);
        let line = battle.terms.top(&is.cards);
        let inspired = [line.hero, line.villain][side] == Condition::Inspiration;
        assert!(woken == 0 || (inspired && !same_round), "only inspiration wakes");
    }
    assert_eq!(was.gone & !is.gone, 0, "who is gone stays so");
    assert!(was.wounds.iter().zip(is.wounds).all(|(was, is)| *was <= is), "no wound heals");
    let negates = battle.given.heroes_negate;
    for hero in each(battle.people.sides[HEROES]) {
        let cards = |state: &State| {
            (state.cards.table.hands[hero], state.cards.table.pools[hero], state.cards.used[hero])
        };
        if same_round && !before.stands(hero) {
            assert_eq!(cards(was), cards(is), "who is out plays no card");
        }
        assert!(was.cards.points[hero] >= is.cards.points[hero]);
        let spent = was.cards.points[hero] != is.cards.points[hero];
        assert!(!spent || before.stands(hero) || negates || !same_round, "nor a possibility");
    }
    for rival in each(battle.people.sides[RIVALS]) {
        assert!(was.points[rival] >= is.points[rival]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn every_state_is_consistent(
        how in settings(), against in rivals(), quins in 1usize..4, zombies in 0usize..7,
        limit in 1i32..40, points in 0i32..4, seed in 0u64..1000,
    ) {
        let scene = scene_of(&format!(
            "torg.scene {how} {against} task=abcd quin.count={quins} zombie.count={zombies} limit={limit} \
             quin.possibilities={points} mummy.possibilities={points}"));
        let mut luck = luck(seed);
        let mut before = scene.start();
        is_sound(&scene.game, &before);
        // The state is reset at the end of the fight, so the loop stops there.
        while let Step::Next(after) | Step::Within(after) =
            scene.step(before.clone(), &mut luck, &mut NoRecord)
        {
            if after.game.cards.round == 0 && before.game.cards.round > 0 {
                break;
            }
            is_sound(&scene.game, &after);
            if before.game.cards.round > 0 {
                follows(&scene.game, &before, &after);
            }
            before = after;
        }
    }

    /// With one villain who does nothing, a scene equals an encounter, card for card.
    #[test]
    fn a_scene_with_idle_villains_equals_an_encounter(
        how in settings(), heroes in 1usize..7, edge in -8i32..9, opposition in 1i32..20,
        rounds in 1i32..30, points in 0i32..4, escape: bool, seed in 0u64..1000,
    ) {
        // On its dramatic line an encounter draws for villains' actions even if they fail.
        let how = how.replace("scene=dramatic", "scene=standard");
        let encounter = case(&format!(
            "torg.encounter {how} heroes={heroes} edge={edge} action=attack rounds={rounds} \
             opposition={opposition} possibilities={points} escape={escape}")).settings;
        let mut terms = FightSetup::read(&encounter).expect("it reads");
        terms.escape = escape;
        let mut chance = luck(seed);
        let mut table = terms.table();
        terms.deal_hands(&mut table, &mut chance);
        let mut fight = terms.begin(table, crate::Scene::Standard, rounds as u16, opposition as u16);

        let scene = scene_of(&format!(
            "torg.scene {how} harm=hits marco.count=0 father_wagner.count=0 zombie.count=0 \
             quin.count={heroes} quin.attack={} quin.shock=none quin.possibilities={points} \
             mummy.acts=false mummy.defense=10 mummy.shock=none mummy.wounds={opposition} \
             mummy.possibilities=0 limit={rounds} escape={}",
            10 + edge, if escape { "last_round" } else { "never" }));
        let mut luck = luck(seed);
        let mut now = scene.start();
        for round in 1..=rounds {
            let record = &mut NoRecord;
            terms.round(&mut Moment { state: &mut fight, chance: &mut chance, record });
            // Plays the turns of this round, up to the start of the next.
            while now.round() <= round {
                match scene.step(now, &mut luck, &mut NoRecord) {
                    Step::Next(next) | Step::Within(next) => now = next,
                    _ => return Ok(()),
                }
                let cards = &now.game.cards;
                prop_assert!(cards.round == 0 || !cards.is_over());
            }
            let over = now.left(&scene.game.people, RIVALS) == 0;
            prop_assert_eq!(over, fight.is_over(), "it is over at the same time");
            if over {
                return Ok(());
            }
            let cards = &now.game.cards;
            prop_assert_eq!(&cards.table, &fight.table, "each card lies at the same place");
            prop_assert_eq!((cards.had, cards.used), (fight.had, fight.used));
            prop_assert_eq!(&cards.points[..heroes], &fight.points[..heroes]);
        }
    }
}

/// Returns the transcript lines of 200 fights, one for each seed.
fn tales(question: &str) -> impl Iterator<Item = Vec<String>> {
    let case = case(question);
    (0..200).map(move |seed| case.transcript_of_stream(seed).lines)
}

/// The transcript has a line for each card that an action draws.
#[test]
fn the_transcript_lists_each_drawn_card() {
    let case = case("torg.scene scene=dramatic quin.action=approved marco.action=task task=abcd");
    let mut at_the_task = 0;
    for seed in 0..200 {
        let tale = case.transcript_of_stream(seed);
        let told = |end: &str| tale.lines.iter().filter(|line| line.ends_with(end)).count();
        let drawn = tale.score("drawn").expect("a column").expect("a score");
        assert_eq!(drawn as usize, told("a card is drawn"), "{:?}", tale.lines);
        at_the_task += told("no step, but a card is drawn");
    }
    assert!(at_the_task > 50, "{at_the_task}");
}

/// All cards are played before the transcript states the outcome.
#[test]
fn coup_de_grace_is_played_before_the_outcome() {
    let mut seen = 0;
    for lines in tales("torg.scene quin.toughness=40 marco.toughness=40 father_wagner.toughness=40")
    {
        for (place, line) in lines.iter().enumerate() {
            if !line.ends_with(" uses coup de grace") {
                continue;
            }
            let mut next = lines[place + 1..].iter().filter(|line| !line.contains(" uses "));
            assert!(next.next().is_some_and(|line| line.ends_with(": it succeeds")), "{lines:?}");
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen}");
}

/// Sums in the transcript are correct.
#[test]
fn the_transcript_shows_correct_totals_and_effects() {
    let number = |words: &str| words.trim().parse::<i32>().expect("a number");
    let mut seen = [0; 3];
    for lines in tales("torg.scene scene=dramatic policy=spend_at_once trades=any limit=9") {
        for line in &lines {
            if let Some((sum, rest)) = line.split_once(" = ") {
                let (total, rest) = rest.split_once(" against ").expect("a difficulty");
                let (difficulty, ends) = rest.split_once(": it ").expect("an end");
                let sum = ["die", "cards", "setback"]
                    .iter()
                    .fold(sum.to_owned(), |sum, by| sum.replace(&format!(" by the {by}"), ""));
                let value: i32 = sum.trim().replace(" - ", " + -").split(" + ").map(number).sum();
                assert_eq!(value, number(total), "{line}");
                let succeeds = number(total) >= number(difficulty);
                assert_eq!(ends, if succeeds { "succeeds" } else { "fails" });
                seen[0] += 1;
            }
            seen[1] += usize::from(line.starts_with("  effect "));
            seen[2] += usize::from(line.contains(" trades "));
            assert!(!line.contains('_'), "{line}");
        }
    }
    assert!(seen[0] > 1000 && seen[1] > 500 && seen[2] > 5, "{seen:?}");
}

/// Under a flurry each member of a side acts once before any acts again.
#[test]
fn under_a_flurry_each_member_of_a_side_acts_twice_in_turn() {
    let alike = "torg.scene scene=dramatic policy=hold father_wagner.count=0 mummy.count=0 zombie.count=2 \
                 quin.wounds=200 marco.wounds=200 zombie.wounds=200 quin.shock=none marco.shock=none \
                 zombie.shock=none helps=0 head_start=false limit=9";
    let mut seen = [0, 0];
    for lines in tales(alike) {
        let rounds = lines.split(|line| line.starts_with("round ")).skip(1);
        for round in rounds {
            for (side, (flurry, names, mark)) in [
                ("heroes flurry", ["Quin", "Marco"], " attacks "),
                ("villains flurry", ["zombie 1", "zombie 2"], " attacks "),
            ]
            .into_iter()
            .enumerate()
            {
                if !round.iter().any(|line| line.contains(flurry)) {
                    continue;
                }
                let acts: Vec<&str> = round
                    .iter()
                    .filter(|line| line.contains(mark))
                    .filter_map(|line| names.into_iter().find(|name| line.starts_with(name)))
                    .collect();
                assert_eq!(acts, [names, names].concat(), "{round:?}");
                seen[side] += 1;
            }
        }
    }
    assert!(seen.iter().all(|seen| *seen > 20), "{seen:?}");
}

/// On the dramatic line, scene and encounter agree within their sampling errors.
#[test]
fn a_dramatic_scene_with_idle_villains_equals_an_encounter() {
    let heroes = 3;
    for policy in ["hold", "spend_at_once"] {
        let how = format!("scene=dramatic policy={policy}");
        let encounter = case(&format!(
            "torg.encounter {how} heroes={heroes} edge=1 action=attack rounds=8 opposition=9 \
             villain_actions=0"
        ));
        let scene = case(&format!(
            "torg.scene {how} harm=hits marco.count=0 father_wagner.count=0 zombie.count=0 \
             quin.count={heroes} quin.attack=11 quin.shock=none quin.possibilities=0 mummy.acts=false \
             mummy.defense=10 mummy.shock=none mummy.wounds=9 mummy.possibilities=0 limit=8"
        ));
        let trials = 20_000;
        let of = |case: &Case| case.sample(Sample { trials, ..Default::default() }).unwrap();
        let (one, other) = (of(&scene), of(&encounter));
        for round in [1, 3, 8] {
            let error = 5.0 * (0.5 / trials as f64).sqrt();
            let won = |name: &str, score: i32, tallies: &oddsmith_engine::odds::Tallies| {
                tallies.column_at(name, round).expect("a column").share(score)
            };
            let (here, there) = (won("rivals", 0, &one), won("over", 1, &other));
            assert!((here - there).abs() < error, "{how}: over {here} and {there} at {round}");
            // Mean, standard deviation and number of fights that reach this round.
            let mean = |tallies: &oddsmith_engine::odds::Tallies| {
                let column = tallies.column_at("hand", round).expect("a column");
                let sum = |power: i32| -> f64 {
                    column
                        .seen()
                        .map(|(hand, hits)| f64::from(hand).powi(power) * hits as f64)
                        .sum()
                };
                let mean = sum(1) / sum(0);
                (mean, (sum(2) / sum(0) - mean * mean).sqrt(), sum(0))
            };
            // The encounter records one hero only; the hands of heroes are correlated.
            let ((here, spread, fought), (there, one_spread, _)) = (mean(&one), mean(&other));
            if fought < 1000.0 {
                continue;
            }
            let heroes = f64::from(heroes);
            let error = 5.0 * (spread / heroes).hypot(one_spread) / fought.sqrt();
            assert!((here / heroes - there).abs() < error, "{how}: {here} cards at {round}");
        }
    }
}
