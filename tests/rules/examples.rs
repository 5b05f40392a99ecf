//! All worked examples of the rule texts, replayed.

use std::collections::BTreeMap;

use oddsmith::chance::{Scripted, Stream};
use oddsmith::odds::{Counts, Success};
use oddsmith::registry::{Case, Outcome};

use crate::games::{checks_of, system};

/// What a case gave, in the words of the example: names where the column has them.
fn given(
    case: &Case,
    scores: &[Option<i32>],
    asked: &BTreeMap<String, Outcome>,
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
    asked.keys().map(outcome).collect()
}

pub fn the_rule_texts_examples_come_out(game: &str) {
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
        let tale =
            case.tell_scripted(script).unwrap_or_else(|error| panic!("{}: {error}", example.text));
        let wanted = example.gives.as_ref().unwrap_or(&example.says);
        assert!(!wanted.is_empty(), "{}: an example says something", example.text);
        assert_eq!(&given(&case, &tale.scores, wanted), wanted, "{}", example.text);
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

pub fn every_check_tells_a_tale_that_can_be_told_again(game: &str) {
    for entry in checks_of(game) {
        let case = entry.example().expect("an example builds");
        for seed in 1..=20 {
            let tale = case.tell_sampled(seed);
            assert!(!tale.lines.is_empty(), "{} tells what happens", entry.id);
            // What was told can be told again from its own words.
            let script = tale.luck.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            let again = case
                .tell_scripted(Scripted::parse(&script).expect("luck reads what luck wrote"))
                .unwrap_or_else(|error| panic!("{}: {error}", entry.id));
            assert_eq!(again, tale, "{}", entry.id);
        }
    }
}

/// What is told is the first trial of a run by the plain rule with the same seed.
pub fn a_tale_is_the_first_trial_of_its_run(game: &str) {
    let hand = "melodrama.hand hand=4 opposing_hand=3 decks=own checks=5 policy=random";
    let more = (game == "melodrama").then(|| oddsmith::case(hand).expect("the question reads"));
    let examples = checks_of(game).map(|entry| entry.example().expect("it builds"));
    for case in examples.chain(more) {
        for seed in 1..=20 {
            let [mut told, mut played] = [(); 2].map(|()| Counts::new(&case.check().columns()));
            told.add(&case.tell_sampled(seed).scores);
            let stream = Stream::new(seed, &case.identity());
            case.check().play_block(&stream, 0, 1, &mut played);
            assert!(told.histograms().eq(played.histograms()), "{}", case.entry.id);
        }
    }
}

/// Readings are called as the contract calls them; what says the same as another is gone.
#[test]
fn readings_have_their_names() {
    let reads = |question: &str| oddsmith::case(question).is_ok();
    assert!(reads("melodrama.toughness toughness=8 damage=10 tie=d20"));
    assert!(reads("melodrama.toughness toughness=8 damage=10 tie=text"));
    assert!(!reads("melodrama.toughness toughness=8 damage=10 tie=seed"));
    assert!(!reads("melodrama.toughness toughness=8 damage=10 tie=exact"));
    assert!(!reads("melodrama.knockout toughness=8 damage=10 lethal=true lethal_text=added"));
}

/// Neither side plays a card: 10 holds against 5, and against 15 in twenty times the time.
#[test]
fn who_takes_ten_plays_no_card() {
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

/// What is counted at the end of a fight is what was told last: the winner's bruises, and not those
/// of whoever is out.
#[test]
fn a_fight_ends_with_what_the_winner_has_left() {
    let case = oddsmith::case("melodrama.exchange attack=10 defense=8 toughness=8 damage=10");
    let case = case.expect("the question reads");
    for seed in 1..=50 {
        let tale = case.tell_sampled(seed);
        let last = tale.lines.last().expect("a fight is told");
        let left = match tale.scores[3] {
            None => continue,
            Some(0) => "no bruises".to_owned(),
            Some(1) => "1 bruise".to_owned(),
            Some(many) => format!("{many} bruises"),
        };
        let whose = if tale.scores[0] == Some(2) { "I win" } else { "the rival wins" };
        assert!(last.contains(&format!("{whose} with {left}")), "{last}, and {left} left");
    }
}
