//! Tests of the drama deck of 1990 against published counts, and of decks that are refused.

use std::collections::BTreeMap;

use oddsmith::registry::Choice;
use oddsmith::systems::torg::{
    Action, Card, CardKind, Condition, DramaDeck, Letters, Line, PlayerCard, Problem,
};

fn count(holds: impl Fn(&Card) -> bool) -> usize {
    DramaDeck::of_1990().cards().iter().filter(|card| holds(card)).count()
}

#[test]
fn player_cards_have_published_counts() {
    let counts = [
        ("adrenalin", 16),
        ("willpower", 16),
        ("presence", 16),
        ("drama", 13),
        ("haste", 10),
        ("hero", 10),
        ("supporter", 10),
        ("action", 8),
        ("master_plan", 6),
        ("second_chance", 5),
        ("coup_de_grace", 5),
        ("leadership", 5),
        ("alertness", 4),
        ("seize_initiative", 4),
        ("opponent_fails", 4),
        ("connection", 4),
        ("idea", 4),
        ("glory", 4),
        ("rally", 1),
        ("monologue", 1),
        ("escape", 1),
        ("campaign", 1),
        ("romance", 2),
        ("martyr", 1),
        ("mistaken_identity", 1),
        ("true_identity", 1),
        ("personal_stake", 1),
        ("nemesis", 1),
        ("suspicion", 1),
    ];
    assert_eq!(counts.len(), PlayerCard::WORDS.len());
    for (name, copies) in counts {
        let kind = PlayerCard::named(name).expect(name);
        assert_eq!(count(|card| card.player == kind), copies, "{name}");
    }
    for (kind, copies) in [
        (CardKind::Enhancement, 139),
        (CardKind::Special, 8),
        (CardKind::Subplot, 8),
        (CardKind::Campaign, 1),
    ] {
        assert_eq!(count(|card| card.kind == kind), copies, "{kind:?}");
    }
    let deck = DramaDeck::of_1990();
    assert!(deck.cards().iter().map(|card| card.number).eq(1..=156));
}

/// The conditions in the order of the published counts: none, flurry, up, inspiration, fatigued,
/// stymied, setback, break, confused, villain actions.
const CONDITIONS: [Condition; 10] = [
    Condition::None,
    Condition::Flurry,
    Condition::Up,
    Condition::Inspiration,
    Condition::Fatigued,
    Condition::Stymied,
    Condition::Setback,
    Condition::Break,
    Condition::Confused,
    Condition::VillainAction,
];

/// A side of a conflict line: its name, its condition on a card, and the number of cards with each
/// condition.
type Side = (&'static str, fn(&Card) -> Condition, [usize; 10]);

#[test]
fn conflict_lines_have_published_counts() {
    let lines: [Side; 4] = [
        ("std hero", |card| card.standard.hero, [99, 22, 13, 2, 18, 0, 2, 0, 0, 0]),
        ("std villain", |card| card.standard.villain, [94, 8, 2, 0, 27, 13, 2, 10, 0, 0]),
        ("dram hero", |card| card.dramatic.hero, [90, 16, 1, 9, 18, 7, 7, 0, 8, 0]),
        ("dram villain", |card| card.dramatic.villain, [63, 20, 24, 18, 0, 0, 2, 0, 0, 29]),
    ];
    for (side, condition, counts) in lines {
        for (wanted, copies) in CONDITIONS.into_iter().zip(counts) {
            assert_eq!(count(|card| condition(card) == wanted), copies, "{side} {wanted:?}");
        }
    }
    let heroes = |standard, dramatic| {
        count(|card| {
            (card.standard.heroes_first, card.dramatic.heroes_first) == (standard, dramatic)
        })
    };
    assert_eq!(
        [heroes(true, true), heroes(true, false), heroes(false, false), heroes(false, true)],
        [52, 52, 51, 1]
    );
    // A line has at most one condition per side; a card with villain actions has two of trick,
    // test, taunt and intimidate.
    let pair = |one: Action, other: Action| {
        count(|card| {
            let Line { villain_actions: actions, .. } = card.dramatic;
            actions.has(one) && actions.has(other)
        })
    };
    use Action::{Intimidate, Taunt, Test, Trick};
    let pairs = [
        pair(Trick, Taunt),
        pair(Trick, Intimidate),
        pair(Trick, Test),
        pair(Taunt, Intimidate),
        pair(Test, Taunt),
        pair(Test, Intimidate),
    ];
    assert_eq!(pairs, [5, 5, 5, 5, 5, 4]);
}

#[test]
fn approved_actions_have_published_counts() {
    use Action::{Attack, Defend, Intimidate, Maneuver, Taunt, Test, Trick};
    let words = |card: &Card| {
        let named = Action::VALUES.iter().filter(|action| card.approved.has(**action));
        named.map(|action| Action::WORDS[*action as usize]).collect::<Vec<_>>().join("+")
    };
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    DramaDeck::of_1990().cards().iter().for_each(|card| {
        *counts.entry(words(card)).or_default() += 1;
    });
    let of = |one: Action, other: Action| {
        let wanted = |card: &Card| words(card).split('+').count() == 2;
        count(|card| wanted(card) && card.approved.has(one) && card.approved.has(other))
    };
    assert_eq!(count(|card| words(card).split('+').count() == 7), 7, "any");
    for (one, other, copies) in [
        (Maneuver, Test, 21),
        (Defend, Taunt, 16),
        (Intimidate, Trick, 25),
        (Maneuver, Trick, 11),
        (Taunt, Intimidate, 8),
        (Defend, Trick, 8),
        (Attack, Taunt, 8),
        (Test, Intimidate, 8),
        (Maneuver, Intimidate, 8),
        (Defend, Test, 8),
        (Attack, Defend, 8),
        (Maneuver, Taunt, 8),
        (Taunt, Test, 7),
        (Test, Trick, 5),
    ] {
        assert_eq!(of(one, other), copies, "{one:?} {other:?}");
    }
    assert_eq!(counts.len(), 15, "{counts:?}");
}

#[test]
fn skill_boxes_have_published_counts() {
    for (letters, copies) in [
        ("ab", 24),
        ("abc", 16),
        ("abd", 16),
        ("ac", 16),
        ("bc", 16),
        ("ad", 15),
        ("bd", 15),
        ("abcd", 15),
    ] {
        let wanted = Letters::read(letters).expect(letters);
        assert_eq!(count(|card| card.letters == wanted), copies, "{letters}");
    }
    for (problem, copies) in
        [(Problem::Complication, 9), (Problem::CriticalProblem, 7), (Problem::PossibleSetback, 7)]
    {
        assert_eq!(count(|card| card.problem == Some(problem)), copies, "{problem:?}");
    }
    assert_eq!(count(|card| card.letters.is_empty() == card.problem.is_none()), 0);
}

/// Chances that a dealt hand of 3, 4, 5 or 6 cards contains one of the named cards, in per cent
/// with one digit.
#[test]
fn dealt_hands_have_published_chances() {
    for (card, chances) in [
        ("drama+hero", [38.2, 47.5, 55.5, 62.2]),
        ("adrenalin+willpower+presence", [67.1, 77.4, 84.6, 89.5]),
        ("haste", [18.1, 23.5, 28.5, 33.3]),
        ("action", [14.7, 19.2, 23.4, 27.5]),
        ("second_chance", [9.4, 12.3, 15.2, 18.0]),
        ("opponent_fails", [7.5, 10.0, 12.3, 14.7]),
        ("subplot+campaign", [16.4, 21.3, 26.0, 30.4]),
    ] {
        for (heroes, chance) in [7, 4, 2, 1].into_iter().zip(chances) {
            let case = oddsmith::case(&format!("torg.hand card={card} heroes={heroes}"))
                .expect("the question reads");
            let laws = case.law(1_000).expect("it is exact");
            let share = laws.columns[0].success(case.success().expect("a success").1).value;
            assert!((100.0 * share - chance).abs() < 0.05 + 1e-9, "{card} {heroes}: {share}");
        }
    }
}

const HEADING: &str = "card,player_card,player_kind,std_first,std_hero,std_villain,dram_first,\
                       dram_hero,dram_villain,approved,dsr_steps,dsr_event";

/// Returns the error message for a deck with this text.
fn refused(text: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Own Deck.csv");
    std::fs::write(&path, text).expect("the deck is written");
    let deck = path.display().to_string();
    let entry = oddsmith::systems::check("torg.flip").expect("the check is there");
    let error = entry.case([("letters", "ab"), ("deck", deck.as_str())]).expect_err("refused");
    assert_eq!(error.kind(), oddsmith::ErrorKind::Question, "{error}");
    assert!(error.hint().is_some(), "{error}");
    error.to_string().replace(&deck, "Own Deck.csv")
}

#[test]
fn a_deck_that_is_wrong_is_refused_with_file_and_line() {
    let row = "1,Hero,enhancement,H,,up,V,confused,trick+taunt,any,AB,";
    let without = HEADING.replace("approved,", "");
    let again = row.replace("Hero", "Drama");
    let second = |row: &str| format!("{HEADING}\n{}\n{row}\n", row_two());
    let wrong = |from: &str, to: &str| second(&row.replacen(from, to, 1));
    for (text, message) in [
        (
            format!("{without}\n{row}\n"),
            "column `approved` is missing (Own Deck.csv, line 1, column 1)",
        ),
        (
            wrong("confused", "surge"),
            "unknown condition `surge` of column `dram_hero` (Own Deck.csv, line 3, column 28)",
        ),
        (
            format!("{HEADING}\n{row}\n{again}\n"),
            "two cards have the number 1 (Own Deck.csv, line 3, column 1)",
        ),
        (
            wrong("Hero", "Herro"),
            "unknown card `Herro` of column `player_card` (Own Deck.csv, line 3, column 3)",
        ),
        (wrong("AB", "ABE"), "`ABE` in column `dsr_steps` (Own Deck.csv, line 3, column 53)"),
        (
            wrong("any", "fly+test"),
            "unknown action `fly` of column `approved` (Own Deck.csv, line 3, column 49)",
        ),
        (
            wrong(",H,", ",X,"),
            "`x` is neither side in column `std_first` (Own Deck.csv, line 3, column 20)",
        ),
        (
            wrong("1,", "0,"),
            "`0` is no number of a card in column `card` (Own Deck.csv, line 3, column 1)",
        ),
        (
            wrong("AB,", "AB,complication"),
            "`complication` beside the letters AB in column `dsr_event` (Own Deck.csv, line 3, column 56)",
        ),
        (wrong(",any", ""), "a row of 11 cells under 12 columns (Own Deck.csv, line 3, column 1)"),
        (
            format!("{HEADING},dsr_stpes\n"),
            "unknown column `dsr_stpes` of a deck (Own Deck.csv, line 1, column 124)",
        ),
        (format!("{HEADING}\n"), "the deck has no cards (Own Deck.csv)"),
        (String::new(), "the deck is empty (Own Deck.csv)"),
    ] {
        assert_eq!(refused(&text), message);
    }
    let rows = (1..=193).map(|number| row.replacen('1', &number.to_string(), 1));
    let text = [HEADING.to_owned()].into_iter().chain(rows).collect::<Vec<_>>().join("\n");
    assert!(refused(&text).starts_with("a deck has at most 192 cards"), "{}", refused(&text));
}

fn row_two() -> &'static str {
    "2,Coup de Grace,enhancement,V,,,H,,,attack+defend,,critical_problem"
}

#[test]
fn deck_file_is_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Own Deck.csv");
    // Columns may be in any order, with a `set` column and empty lines.
    let text = "set,dsr_steps,card,player_card,player_kind,std_first,std_hero,std_villain,\
                dram_first,dram_hero,dram_villain,approved,dsr_event\r\n\
                mine,abc,7,hero,enhancement,H,up,,V,,,any,\r\n\r\n\
                mine,,9,coup de grace,enhancement,V,,,V,,test,Attack + Defend,complication\r\n";
    std::fs::write(&path, text).expect("the deck is written");
    let entry = oddsmith::systems::check("torg.flip").expect("the check is there");
    let deck = path.display().to_string();
    let case = entry.case([("letters", "bd"), ("deck", deck.as_str())]).expect("it reads");
    let laws = case.law(100).expect("it is exact");
    assert_eq!(laws.columns[0].within(1..=1).fraction().as_deref(), Some("1/2"));
    let transcript =
        case.transcript_of_script(oddsmith::chance::Scripted::parse("flip 9").unwrap()).unwrap();
    assert_eq!(transcript.scores, [Some(0)]);
}

#[test]
fn cards_decide_who_goes_first() {
    for (scene, first) in [("standard", "2/3"), ("dramatic", "53/156")] {
        let case = oddsmith::case(&format!("torg.conflict scene={scene}")).expect("it reads");
        let laws = case.law(1_000).expect("it is exact");
        let share = laws.column("first").unwrap().success(case.success().unwrap().1);
        assert_eq!(share.fraction().as_deref(), Some(first), "{scene}");
        use oddsmith::odds::Histogram;
        assert_eq!((laws.columns[1].mean(), laws.columns[1].median()), (None, None));
    }
    let case = oddsmith::case("torg.conflict sides=heroes scene=dramatic").expect("it reads");
    let laws = case.law(1_000).expect("it is exact");
    let share = laws.column("first").unwrap().success(case.success().unwrap().1);
    assert_eq!(share.fraction().as_deref(), Some("1/2"));
    let shares = |place: usize| {
        let law = &laws.columns[place];
        (0..10).map(|score| law.within(score..=score).fraction()).collect::<Vec<_>>()
    };
    assert_eq!(shares(1), shares(2), "the heroes' condition is both heroes'");
}
