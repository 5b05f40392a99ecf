//! Tests of statements of The Drama Deck.

use std::path::PathBuf;

use oddsmith::odds::{Histogram, Law, Sample, Tallies};

const DECK: &str = include_str!("../../../crates/games/torg/src/cards/deck.csv");
const HEADING: &str = "card,player_card,player_kind,std_first,std_hero,std_villain,dram_first,\
                       dram_hero,dram_villain,approved,dsr_steps,dsr_event\n";

fn law(question: &str, column: &str) -> Law {
    let laws = oddsmith::case(question).and_then(|case| case.law(20_000_000)).unwrap();
    laws.column(column).unwrap().clone()
}

fn played(question: &str) -> Tallies {
    oddsmith::case(question).unwrap().sample(Sample { trials: 40_000, seed: 3 }).unwrap()
}

/// Writes a deck file and returns its path.
fn deck(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the folder for tests is there");
    path
}

/// Writes a deck of idea cards, which help nobody, with empty conflict lines, and returns its path.
fn ideas(name: &str) -> PathBuf {
    let row = |number| format!("{number},idea,enhancement,H,,,H,,,attack,,\n");
    deck(name, &(HEADING.to_owned() + &(1..=100).map(row).collect::<String>()))
}

fn near(found: f64, wanted: f64, off: f64) {
    assert!((found - wanted).abs() < off, "{found}, not {wanted}");
}

/// Approved Actions: number of the 156 cards that approve of each action.
#[test]
fn each_action_is_approved_by_its_cards() {
    for (action, cards) in [
        ("attack", 23.0),
        ("defend", 47.0),
        ("taunt", 54.0),
        ("maneuver", 55.0),
        ("trick", 56.0),
        ("test", 56.0),
        ("intimidate", 56.0),
    ] {
        let approved = law(&format!("torg.conflict action={action}"), "approved");
        near(approved.exactly(1).value, cards / 156.0, 1e-12);
    }
}

/// Approved Actions: success earns the card, and only on a card that approves. Without approved
/// actions hands run out.
#[test]
fn approved_actions_come_from_the_deck() {
    let heading = DECK.lines().next().unwrap();
    let place = heading.split(',').position(|name| name == "approved").unwrap();
    let emptied = |line: &str| {
        let mut cells: Vec<&str> = line.split(',').collect();
        cells[place] = "";
        cells.join(",") + "\n"
    };
    let lines = DECK.lines().skip(1).map(emptied).collect::<String>();
    let path = deck("none_approved.csv", &format!("{heading}\n{lines}"));
    let cards_held = |more: &str| {
        let tallies = played(&format!("torg.encounter opposition=1000 rounds=10 edge=12 {more}"));
        let mean = |name: &str| tallies.column_at(name, 10).unwrap().mean().unwrap();
        mean("hand") + mean("pool")
    };
    let without = cards_held(&format!("deck=\"{}\"", path.display()).replace('"', ""));
    // With certain success every round earns a card (and more in a flurry), an attack 23 of 156.
    let (with, attack) = (cards_held(""), cards_held("action=attack"));
    assert!(with > without + 8.0 && attack > without + 0.7, "{with}, {attack}, {without}");
    assert!(attack < without + 3.0, "{attack}");
    // A hero who never succeeds earns nothing.
    let tallies = played("torg.encounter opposition=1000 edge=-100");
    let failing =
        played(&format!("torg.encounter opposition=1000 edge=-100 deck={}", path.display()));
    for round in [1, 10] {
        let mean = |tallies: &Tallies| tallies.column_at("hand", round).unwrap().mean().unwrap();
        near(mean(&tallies), mean(&failing), 0.05);
    }
    // A number for `approved` overrides the deck.
    let given = cards_held(&format!("approved=1 deck={}", path.display()));
    assert!(given > without + 8.0, "{given}");
}

/// Escape: one card serves the whole party.
#[test]
fn escape_counts_in_any_hand_of_the_group() {
    for (heroes, cards) in [(1, 6.0), (2, 10.0), (4, 16.0), (7, 21.0), (10, 30.0)] {
        let copies = law(&format!("torg.hand heroes={heroes} card=escape whose=group"), "copies");
        near(copies.exactly(1).value, cards / 156.0, 1e-12);
    }
    // With 13 Drama cards: none in the sixteen cards of four heroes.
    let none: f64 = (0..16).map(|card| f64::from(143 - card) / f64::from(156 - card)).product();
    let copies = law("torg.hand heroes=4 card=drama whose=group", "copies");
    near(copies.exactly(0).value, none, 1e-12);
    near(copies.mean().unwrap(), 16.0 * 13.0 / 156.0, 1e-9);
    // The card must be the first of a pool: it is among the six cards of a lone hero, dealt before
    // the scene.
    let question = "torg.encounter heroes=1 rounds=1 opposition=1000 escape=true";
    let escaped = played(question).column("escaped").unwrap().estimate(1..=1);
    assert!(escaped.low < 6.0 / 156.0 && escaped.high > 6.0 / 156.0, "{escaped:?}");
}

/// Combat Between Two Player Characters: the higher action total with Dexterity acts first.
#[test]
fn the_quicker_of_two_heroes_acts_first() {
    let bonus = law("torg.bonus", "bonus");
    let share = |bonus_of: i32| bonus.exactly(bonus_of).value;
    for ahead in [-2, 0, 3] {
        let mut first = 0.0;
        for own in -12..=60 {
            for other in -12..=60 {
                let wins = match (own + ahead).cmp(&other) {
                    std::cmp::Ordering::Less => 0.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 1.0,
                };
                first += wins * share(own) * share(other);
            }
        }
        let question =
            format!("torg.conflict sides=heroes dexterity={} other_dexterity=10", 10 + ahead);
        near(law(&question, "first").exactly(1).value, first, 1e-9);
    }
}

/// Second Chance: cards used on the first throw do not carry over.
#[test]
fn second_chance_does_not_keep_cards() {
    let share = |more: &str| {
        law(&format!("torg.check value=10 difficulty=10 second_chance=true {more}"), "margin")
            .within(0..=1000)
            .value
    };
    near(share(""), 1.0 - 0.45 * 0.45, 1e-9);
    near(share("value_cards=1"), 0.70 + 0.30 * 0.55, 1e-9);
    near(share("bonus_cards=1"), 0.70 + 0.30 * 0.55, 1e-9);
}

/// Succeeding at each step requires a separate skill check: 71 cards have both A and B, and the
/// second of two steps is 2 harder.
#[test]
fn each_step_tried_at_once_needs_its_own_check() {
    let at_once = |more: &str| {
        let question = format!(
            "torg.skill value=10 difficulty=10 steps=2 at_once=2 replacement=with limit=4 {more}"
        );
        law(&question, "flips").exactly(1).value
    };
    near(at_once(""), 71.0 / 156.0 * 0.55 * 0.34, 1e-9);
    near(at_once("throw=one"), 71.0 / 156.0 * 0.34, 1e-9);
    // Both harder by 2: a step of two tried is worth 0.34 + 0.34², less than one at 0.55.
    near(at_once("several=flat"), 71.0 / 156.0 * 0.34 * 0.34, 1e-9);
    near(at_once("several=flat tries=best"), 0.0, 1e-12);
    near(at_once("tries=best"), 71.0 / 156.0 * 0.55 * 0.34, 1e-9);
}

/// Critical Problem: a new tack next round loses a round. Seven cards of 156 are critical.
#[test]
fn a_critical_problem_may_cost_a_round() {
    let question = "torg.skill value=10 difficulty=10 steps=a replacement=with limit=40";
    let flips = |more: &str| law(&format!("{question} {more}"), "flips");
    let (step, critical) = (102.0 / 156.0 * 0.55, 7.0 / 156.0 * 0.45);
    let lost = flips("critical_problem=lost_round");
    near(lost.exactly(1).value, step, 1e-9);
    // Complications (9 of 156) make the second try harder: 0.445 for 0.55.
    let harder = 9.0 / 156.0 * 0.45;
    let second = |stays: f64| stays * step + harder * 102.0 / 156.0 * 0.445;
    near(lost.exactly(2).value, second(1.0 - step - critical - harder), 1e-6);
    near(flips("").exactly(2).value, second(1.0 - step - harder), 1e-6);
}

/// A possibility adds a roll that counts at least 10: for k = 9 the chance is 45.24 % instead of
/// 5.19 %, unless the villains negate it.
#[test]
fn possibilities_are_spent_and_negated_in_conflicts() {
    let path = ideas("ideas.csv");
    let over = |more: &str| {
        let question = format!(
            "torg.encounter heroes=1 rounds=1 opposition=1 edge=-9 policy=spend_at_once deck={} {more}",
            path.display()
        );
        played(&question).column_at("over", 1).unwrap().estimate(1..=1)
    };
    for (more, wanted) in [
        ("", 0.0519),
        ("possibilities=1", 0.4524),
        ("possibilities=5", 0.4524),
        ("possibilities=1 negated=1", 0.0519),
    ] {
        let share = over(more);
        assert!((share.value - wanted).abs() < 0.012, "{more}: {share:?}");
    }
}

/// Special Villain Actions: one card, two by a superior success (7 points), three by a spectacular
/// one (12).
#[test]
fn villains_strip_by_their_result_points() {
    let row = |number| format!("{number},idea,enhancement,H,,trick,H,,trick,,,\n");
    let rows: String = (1..=100).map(row).collect();
    let path = deck("tricks.csv", &(HEADING.to_owned() + &rows));
    for (edge, cards) in [(-100, 0), (12, 1), (19, 2), (24, 3)] {
        let question = format!(
            "torg.encounter heroes=1 rounds=1 opposition=1000 villain_edge={edge} deck={}",
            path.display()
        );
        let tallies = played(&question);
        let lost = tallies.column_at("lost", 1).unwrap();
        // The pool has three cards, and a fourth once the hero has acted, as the heroes go first.
        let least = lost.seen().map(|(cards, _)| cards).min().unwrap();
        assert_eq!(least, cards, "{edge}");
    }
    // A bonus of 7 or more is 7.75 %, of 12 or more 0.54 %.
    let question = format!(
        "torg.encounter heroes=1 rounds=1 opposition=1000 villain_edge=0 deck={}",
        path.display()
    );
    let tallies = played(&question);
    let lost = tallies.column_at("lost", 1).unwrap();
    near(lost.estimate(1..=3).value, 0.55, 0.01);
    near(lost.estimate(2..=3).value, 0.0775, 0.006);
    near(lost.estimate(3..=3).value, 0.0054, 0.002);
}

/// Monologue: nobody else acts in the round, so pools are not stripped.
#[test]
fn a_monologue_stops_the_villains() {
    let row = |number| format!("{number},monologue,enhancement,H,,trick,H,,trick,,,\n");
    let rows: String = (1..=100).map(row).collect();
    let path = deck("monologues.csv", &(HEADING.to_owned() + &rows));
    let lost = |more: &str| {
        let question = format!(
            "torg.encounter heroes=1 rounds=3 opposition=1000 villain_edge=100 deck={} {more}",
            path.display()
        );
        played(&question).column_at("lost", 1).unwrap().mean().unwrap()
    };
    assert_eq!((lost("monologue=false"), lost("monologue=true")), (3.0, 0.0));
}

/// Setbacks: "a generic approach is a +5 penalty".
#[test]
fn setback_penalty_is_configurable() {
    let row = |number| format!("{number},idea,enhancement,H,setback,,H,setback,,,,\n");
    let rows: String = (1..=100).map(row).collect();
    let path = deck("setbacks.csv", &(HEADING.to_owned() + &rows));
    for (setback, wanted) in [("", 0.1825), ("setback=0", 0.55), ("setback=2", 0.34)] {
        let question = format!(
            "torg.encounter heroes=1 rounds=1 opposition=1 deck={} {setback}",
            path.display()
        );
        near(played(&question).column_at("over", 1).unwrap().estimate(1..=1).value, wanted, 0.01);
    }
}

/// Trading Cards: with `trades=any` any card may be traded, which helps more than the default
/// trades.
#[test]
fn any_card_may_be_traded() {
    let over = |more: &str| {
        let question = format!(
            "torg.encounter heroes=6 rounds=6 opposition=30 edge=-3 policy=spend_at_once {more}"
        );
        played(&question).column_at("over", 6).unwrap().estimate(1..=1)
    };
    let (points, any) = (over(""), over("trades=any"));
    assert!(any.low > points.high, "{any:?} against {points:?}");
    let never = over("critical_moment=never");
    assert!(never.high < points.low, "{never:?} against {points:?}");
}

/// The conflict line of the same card counts in a task too: a flurry gives two checks, stymied and
/// confused hinder, and cards improve a check.
#[test]
fn conflict_line_counts_in_a_task() {
    let flips = |line: &str, more: &str, name: &str| {
        let row = |number| format!("{number},idea,enhancement,H,{line},,H,{line},,,A,\n");
        let rows: String = (1..=100).map(row).collect();
        let path = deck(name, &(HEADING.to_owned() + &rows));
        let question = format!(
            "torg.skill value=10 difficulty=10 steps=a scene=standard limit=20 deck={} {more}",
            path.display()
        );
        played(&question).column("flips").unwrap().estimate(1..=1).value
    };
    near(flips("", "", "plain.csv"), 0.55, 0.01);
    near(flips("flurry", "", "flurry.csv"), 1.0 - 0.45 * 0.45, 0.01);
    near(flips("up", "", "up.csv"), 0.8875, 0.01);
    near(flips("stymied", "", "stymied.csv"), 0.50, 0.01);
    near(flips("setback", "", "setback.csv"), 0.1825, 0.01);
    // A possibility makes nearly all checks succeed, as the roll that it adds counts at least 10.
    near(flips("", "possibilities=3", "points.csv"), 1.0, 0.001);
    // Stymied cancels that roll, unless it has cancelled the roll of a 10.
    near(flips("stymied", "possibilities=3", "taken.csv"), 0.55, 0.01);
    let second = |number| format!("{number},second_chance,enhancement,H,,,H,,,,A,\n");
    let rows: String = (1..=100).map(second).collect();
    let path = deck("second_chances.csv", &(HEADING.to_owned() + &rows));
    let question = format!(
        "torg.skill value=10 difficulty=10 steps=a scene=standard heroes=1 deck={}",
        path.display()
    );
    // A lone hero has three of them in the pool.
    let share = played(&question).column("flips").unwrap().estimate(1..=1).value;
    near(share, 1.0 - 0.45f64.powi(4), 0.01);
}

/// Playing With the Cards: if the stack is used up, the discards are shuffled, of which there are
/// none here, or the action stack too, except for its top card. Of 24 cards 16 are dealt to four
/// heroes, who draw one with a chance of 5 % each round. The cards that each hero has after 40
/// rounds are counted by hand.
#[test]
fn the_deck_is_shuffled_anew_in_encounters() {
    let row = |number| format!("{number},idea,enhancement,H,,,H,,,attack,,\n");
    let path = deck("few.csv", &(HEADING.to_owned() + &(1..=24).map(row).collect::<String>()));
    for (reshuffle, cards) in [("discards", 4.2960), ("stack_too", 5.5902)] {
        let question = format!(
            "torg.encounter approved=0.05 rounds=40 opposition=1000 reshuffle={reshuffle} deck={}",
            path.display()
        );
        let tallies = played(&question);
        let mean = |name: &str| tallies.column_at(name, 40).unwrap().mean().unwrap();
        near(mean("hand") + mean("pool"), cards, 0.02);
    }
}

/// Subplots: a discarded one is worth a possibility "and a replacement card"; the text leaves open
/// if this includes a hand that is cut at the end of a scene. With the replacement a hand has more
/// than the four cards that it is refilled to.
#[test]
fn a_subplot_that_is_cut_is_replaced_by_a_card() {
    let hand = |more: &str| {
        let question = format!("torg.adventure acts=2 scenes=1 edge=12 opposition=1000 {more}");
        let tallies = played(&question);
        let hand = tallies.column_at("hand", 1).unwrap();
        let most = hand.seen().map(|(cards, _)| cards).max().unwrap();
        (most, tallies.column("possibilities").unwrap().mean().unwrap())
    };
    let (cut, _) = hand("cut_subplot=possibility");
    let (replaced, _) = hand("cut_subplot=and_card");
    assert_eq!(cut, 4);
    assert!(replaced > 4, "{replaced}");
}
