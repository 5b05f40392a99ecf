//! Tests of transcripts of fights: every printed sum is right, and the recorded luck replays the
//! same fight.

use oddsmith::chance::Scripted;

/// Fights of each game, with settings that use all kinds of transcript lines.
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
fn printed_sums_are_right_and_luck_replays() {
    for question in FIGHTS {
        let case = oddsmith::case(question).unwrap_or_else(|error| panic!("{question}: {error}"));
        let mut sums = 0;
        for seed in 0..30 {
            let transcript = case.transcript_of_stream(seed);
            let again = case.transcript_of_script(Scripted::new(transcript.luck.clone()));
            let again = again.unwrap_or_else(|error| panic!("{question}, seed {seed}: {error}"));
            assert_eq!(
                (&again.lines, &again.scores),
                (&transcript.lines, &transcript.scores),
                "{question}"
            );
            for line in &transcript.lines {
                sums += sums_of(line);
            }
        }
        assert!(sums > 100, "{question}: {sums} sums");
    }
}

/// The transcript names the joker if it saves, and no other card.
#[test]
fn saving_joker_is_in_the_transcript() {
    for question in [
        "melodrama.toughness toughness=0 damage=12 joker_saves=true",
        "melodrama.exchange attack=10 defense=6 toughness=2 damage=14 joker_saves=true",
        "melodrama.fight joker_saves=true",
    ] {
        let joker_lines = |question: &str| {
            let case =
                oddsmith::case(question).unwrap_or_else(|error| panic!("{question}: {error}"));
            let lines = (0..300).flat_map(move |seed| case.transcript_of_stream(seed).lines);
            lines.filter(|line| line.contains("saved by the joker")).collect::<Vec<_>>()
        };
        let saved = joker_lines(question);
        assert!(!saved.is_empty(), "{question}");
        assert!(joker_lines(&question.replace("joker_saves=true", "")).is_empty(), "{question}");
    }
}

/// Returns the number of sums in a line.
///
/// # Panics
/// If a sum is wrong.
fn sums_of(line: &str) -> usize {
    let words: Vec<&str> = line.split_whitespace().collect();
    let equals = words.iter().enumerate().filter(|(_, word)| **word == "=");
    // Lines with products such as "2 x 3 + 3" are skipped.
    let equals = equals.filter(|_| !words.contains(&"x"));
    equals
        .map(|(place, _)| {
            // Names of summands may be between the numbers; other words come before them.
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

/// Parses a word such as `13`, `(13)` or `13,` as a number.
fn number(word: &str) -> Option<i32> {
    word.trim_matches(['(', ')', ',', ':']).parse().ok()
}
