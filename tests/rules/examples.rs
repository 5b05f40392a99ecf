//! Tests that replay all worked examples of the rule texts.

use std::collections::BTreeMap;

use oddsmith::chance::{Scripted, Stream};
use oddsmith::odds::{Counts, Success};
use oddsmith::registry::{Case, Outcome};

use crate::games::{checks_of, system};

/// Returns the outcomes of a case in the wanted columns, by name if the column has named scores.
fn outcomes_of(
    case: &Case,
    scores: &[Option<i32>],
    wanted: &BTreeMap<String, Outcome>,
) -> BTreeMap<String, Outcome> {
    let outcome = |name: &String| {
        let place = case
            .columns()
            .iter()
            .position(|column| column.name == **name)
            .unwrap_or_else(|| panic!("no column {name}"));
        let score = scores[place].unwrap_or_else(|| panic!("column {name} has no score"));
        let scale = &case.columns()[place].scale;
        let outcome =
            scale.name(score).map_or(Outcome::Score(score), |name| Outcome::Name(name.to_owned()));
        (name.clone(), outcome)
    };
    wanted.keys().map(outcome).collect()
}

pub fn worked_examples_are_reproduced(game: &str) {
    let system = system(game);
    let examples = system.examples().expect("examples.toml reads");
    assert!(!examples.is_empty(), "{} has worked examples", system.name);
    for example in examples {
        let case = oddsmith::case(&example.play)
            .unwrap_or_else(|error| panic!("{}: {error}", example.text));
        assert!(
            case.entry.id.starts_with(&format!("{}.", system.name)),
            "{}: an example is of its own system",
            example.text
        );
        let script = Scripted::parse(&example.luck)
            .unwrap_or_else(|error| panic!("{}: {error}", example.text));
        let transcript = case
            .transcript_of_script(script)
            .unwrap_or_else(|error| panic!("{}: {error}", example.text));
        let wanted = example.gives.as_ref().unwrap_or(&example.says);
        assert!(!wanted.is_empty(), "{}: an example says something", example.text);
        assert_eq!(&outcomes_of(&case, &transcript.scores, wanted), wanted, "{}", example.text);
        match (&example.gives, &example.because) {
            (None, None) => {}
            (Some(gives), Some(_)) => assert_ne!(
                gives, &example.says,
                "{}: a wrong example differs from its rule",
                example.text
            ),
            _ => panic!("{}: a wrong example says what its rule gives and why", example.text),
        }
    }
}

pub fn transcripts_can_be_replayed(game: &str) {
    for entry in checks_of(game) {
        let case = entry.example().expect("an example builds");
        for seed in 1..=20 {
            let transcript = case.transcript_of_stream(seed);
            assert!(!transcript.lines.is_empty(), "{} tells what happens", entry.id);
            // Replaying the recorded luck gives the same transcript.
            let script =
                transcript.luck.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            let again = case
                .transcript_of_script(Scripted::parse(&script).expect("luck reads what luck wrote"))
                .unwrap_or_else(|error| panic!("{}: {error}", entry.id));
            assert_eq!(again, transcript, "{}", entry.id);
        }
    }
}

/// A transcript is the first trial of a run by the plain rule with the same seed.
pub fn transcript_is_the_first_trial_of_its_run(game: &str) {
    let hand = "melodrama.hand hand=4 opposing_hand=3 decks=own checks=5 policy=random";
    let more = (game == "melodrama").then(|| oddsmith::case(hand).expect("the question reads"));
    let examples = checks_of(game).map(|entry| entry.example().expect("it builds"));
    for case in examples.chain(more) {
        for seed in 1..=20 {
            let [mut expected, mut played] = [(); 2].map(|()| Counts::new(&case.check().columns()));
            expected.add(&case.transcript_of_stream(seed).scores);
            let stream = Stream::new(seed, &case.identity());
            case.check().play_block(&stream, 0, 1, &mut played);
            assert!(expected.histograms().eq(played.histograms()), "{}", case.entry.id);
        }
    }
}

/// Readings have their documented names; removed synonyms are refused.
#[test]
fn readings_have_their_names() {
    let reads = |question: &str| oddsmith::case(question).is_ok();
    assert!(reads("melodrama.toughness toughness=8 damage=10 tie=d20"));
    assert!(reads("melodrama.toughness toughness=8 damage=10 tie=text"));
    assert!(!reads("melodrama.toughness toughness=8 damage=10 tie=seed"));
    assert!(!reads("melodrama.toughness toughness=8 damage=10 tie=exact"));
    assert!(!reads("melodrama.knockout toughness=8 damage=10 lethal=true lethal_text=added"));
}

/// With `take` neither side plays a card: a bonus of 10 succeeds against 10 but not 11, and with
/// `take=20` against 20 but not 21.
#[test]
fn taking_ten_plays_no_card() {
    let share = |passive: i32, take: &str| {
        let question = format!("melodrama.opposed active=10 passive={passive} take={take}");
        let case = oddsmith::case(&question);
        let laws = case.expect("the question reads").law(1_000).expect("it is exact");
        laws.columns[0].success(Success::AtLeast(0)).fraction()
    };
    let shares = [(10, "10"), (11, "10"), (20, "20"), (21, "20")];
    let shares = shares.map(|(passive, take)| share(passive, take));
    assert_eq!(
        shares.each_ref().map(Option::as_deref),
        [Some("1"), Some("0"), Some("1"), Some("0")]
    );
}

/// The last line of a fight's transcript reports the counted bruises of the winner, not those of
/// the loser.
#[test]
fn last_line_of_a_fight_reports_the_winners_bruises() {
    let case = oddsmith::case("melodrama.exchange attack=10 defense=8 toughness=8 damage=10");
    let case = case.expect("the question reads");
    for seed in 1..=50 {
        let transcript = case.transcript_of_stream(seed);
        let last = transcript.lines.last().expect("a fight is told");
        let left = match transcript.scores[3] {
            None => continue,
            Some(0) => "no bruises".to_owned(),
            Some(1) => "1 bruise".to_owned(),
            Some(many) => format!("{many} bruises"),
        };
        let whose = if transcript.scores[0] == Some(2) { "I win" } else { "the rival wins" };
        assert!(last.contains(&format!("{whose} with {left}")), "{last}, and {left} left");
    }
}
