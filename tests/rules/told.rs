//! What fights tell people: every sum is the sum, and the luck that is told tells the same fight.

use oddsmith::chance::Scripted;

/// Fights of each game, by ways that tell all there is to tell.
const FIGHTS: &[&str] = &[
    "melodrama.fight",
    "melodrama.fight bonus=player_first gm_hand=8 ninja.plays=volunteer evilorcus.area=8",
    "melodrama.fight extra_save=failed surge=rich recovery=stunned fiat=2 second_wind=when_low policy=lowest",
    "melodrama.fight discard_all=when_low policy=lowest thug.count=12 rival_target=focus blue_static.lethal=true",
    "mutants.fight hero_point_for=all thug.minion=true",
    "mano.fight die=d6",
    "mneme.gunfight costly_success=always share=spread edge=2 scout.advantage=1",
    "moma.fight hulk_up=2 order=true know=true edge=-1",
    "moma.fight apart=3 step=true attack_bid=uniform",
    "torg.scene scene=dramatic trades=any monologue=true quin.action=approved",
    "torg.scene villain_possibilities=both heroes_negate=true edge=-4",
    "torg.scene quin.action=task task=abcd at_once=2 setback=3",
];

#[test]
fn sums_are_sums_and_luck_is_told() {
    for question in FIGHTS {
        let case = oddsmith::case(question).unwrap_or_else(|error| panic!("{question}: {error}"));
        let mut sums = 0;
        for seed in 0..30 {
            let tale = case.tell_sampled(seed);
            let again = case.tell_scripted(Scripted::new(tale.luck.clone()));
            let again = again.unwrap_or_else(|error| panic!("{question}, seed {seed}: {error}"));
            assert_eq!((&again.lines, &again.scores), (&tale.lines, &tale.scores), "{question}");
            for line in &tale.lines {
                sums += sums_of(line);
            }
        }
        assert!(sums > 100, "{question}: {sums} sums");
    }
}

/// A joker that saves says so, and no other card does.
#[test]
fn the_joker_that_saves_is_told() {
    for question in [
        "melodrama.toughness toughness=0 damage=12 joker_saves=true",
        "melodrama.exchange attack=10 defense=6 toughness=2 damage=14 joker_saves=true",
        "melodrama.fight joker_saves=true",
    ] {
        let told = |question: &str| {
            let case =
                oddsmith::case(question).unwrap_or_else(|error| panic!("{question}: {error}"));
            let lines = (0..300).flat_map(move |seed| case.tell_sampled(seed).lines);
            lines.filter(|line| line.contains("saved by the joker")).collect::<Vec<_>>()
        };
        let saved = told(question);
        assert!(!saved.is_empty(), "{question}");
        assert!(told(&question.replace("joker_saves=true", "")).is_empty(), "{question}");
    }
}

/// How many sums a line tells.
///
/// # Panics
/// If one is wrong.
fn sums_of(line: &str) -> usize {
    let words: Vec<&str> = line.split_whitespace().collect();
    let equals = words.iter().enumerate().filter(|(_, word)| **word == "=");
    // "2 x 3 + 3" is no sum.
    let equals = equals.filter(|_| !words.contains(&"x"));
    equals
        .map(|(place, _)| {
            // Names of what is added stand between the numbers, other words before them.
            let before = words[..place]
                .iter()
                .rposition(|word| word.ends_with([',', ':']) || ["with", "against"].contains(word));
            let (mut sum, mut sign) = (0, 1);
            let summands = &words[before.map_or(0, |before| before + 1)..place];
            for word in summands {
                match *word {
                    "+" => sign = 1,
                    "-" => sign = -1,
                    word => sum += sign * number(word).unwrap_or(0),
                }
            }
            let total = number(words[place + 1]).expect("a total");
            assert_eq!(sum, total, "{line}");
        })
        .count()
}

/// The number that a word is: `13`, `(13)`, `13,`.
fn number(word: &str) -> Option<i32> {
    word.trim_matches(['(', ')', ',', ':']).parse().ok()
}
