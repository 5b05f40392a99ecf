//! Tests of statements of the rule text.

use oddsmith::odds::Histogram;

/// Checks without cards: a side succeeds with at least the other side's bonus, or 10 less with
/// `take=20`. Neither side plays a card.
#[test]
fn without_cards_the_bonus_decides() {
    for active in -12..=12 {
        for (take, more) in [(10, 0), (20, 10)] {
            for question in [
                format!("melodrama.opposed active={active} passive=0 take={take}"),
                format!("melodrama.unopposed bonus={active} dc=0 take={take}"),
            ] {
                let case = oddsmith::case(&question).unwrap();
                let (place, success) = case.success().unwrap();
                let found = case.law(10).unwrap().columns[place].success(success).value;
                assert_eq!(found, f64::from(u8::from(active + more >= 0)), "{question}");
            }
        }
    }
}

/// Returns the values of a full deck.
fn deck() -> Vec<i32> {
    (1..=13).flat_map(|value| [value; 4]).chain([15; 2]).collect()
}

/// Returns every unordered hand of two cards, as (low, high, rest of the deck).
fn hands_of_two() -> Vec<(i32, i32, Vec<i32>)> {
    let deck = deck();
    let pairs =
        (0..deck.len()).flat_map(|one| (one + 1..deck.len()).map(move |other| (one, other)));
    let hand = |(one, other): (usize, usize)| {
        let rest = (0..deck.len()).filter(|place| *place != one && *place != other);
        let rest = rest.map(|place| deck[place]).collect();
        (deck[one].min(deck[other]), deck[one].max(deck[other]), rest)
    };
    pairs.map(hand).collect()
}

fn wins(question: &str) -> f64 {
    let case = oddsmith::case(question).unwrap();
    let (place, success) = case.success().unwrap();
    case.law(20_000_000).unwrap().columns[place].success(success).value
}

fn close(found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 1e-9, "{found}, not {wanted}");
}

/// GM Card Play: if only the players add bonus cards, nobody counters the second of two.
#[test]
fn only_the_player_may_add_bonus_cards() {
    let mut share = 0.0;
    for (low, high, _) in hands_of_two() {
        for theirs in deck() {
            share += f64::from(u8::from(high >= theirs || high + low >= theirs));
        }
    }
    let question = "melodrama.hand hand=2 opposing_hand=1 bonus=loser bonus_by=player";
    close(wins(question), share / 1431.0 / 54.0);
    // A GM with one card has none to add; a GM with two cards has one.
    close(wins("melodrama.hand hand=2 opposing_hand=1 bonus=loser"), share / 1431.0 / 54.0);
    let both = "melodrama.hand hand=2 opposing_hand=2 bonus=loser";
    assert!(wins(both) < wins(&format!("{both} bonus_by=player")));
}

/// Bonus Cards: an extra check is made with a card that is not replaced, and the better one counts.
#[test]
fn an_extra_check_takes_a_card() {
    let mut share = 0.0;
    for (low, high, _) in hands_of_two() {
        for (place, theirs) in deck().into_iter().enumerate() {
            let mut again = deck();
            again.remove(place);
            let beaten = again.iter().filter(|card| low >= **card).count() as f64 / 53.0;
            share += if high >= theirs { 1.0 } else { beaten };
        }
    }
    let question = "melodrama.hand hand=2 opposing_hand=0 redraw=after extra=lost";
    close(wins(question), share / 1431.0 / 54.0);
    // The hand is one smaller: of one card nothing is left for the check after next.
    let laws = oddsmith::case(question).unwrap().law(20_000_000).unwrap();
    let spent = laws.column("cards_spent").unwrap().exactly(1).value;
    let lost: f64 = hands_of_two()
        .iter()
        .map(|(_, high, _)| deck().iter().filter(|theirs| high < theirs).count() as f64)
        .sum();
    close(spent, lost / 1431.0 / 54.0);
}

/// Returns the score that a column of an adventure has in every trial.
fn always(question: &str, column: &str, at: u32) -> i32 {
    let case = oddsmith::case(question).unwrap();
    let tallies = case.sample(oddsmith::odds::Sample { trials: 300, seed: 5 }).unwrap();
    let seen: Vec<(i32, u64)> = tallies.column_at(column, at).unwrap().seen().collect();
    assert_eq!(seen.len(), 1, "{question}: {column}@{at} is {seen:?}");
    seen[0].0
}

/// Starting Hand: 2 cards per player, and 1 per player for each further session, "adjust as you see
/// fit".
#[test]
fn gm_hand_follows_the_text_or_its_field() {
    for (more, hand) in [
        ("players=4", 8),
        ("players=4 sessions=3", 16),
        ("players=2 sessions=2", 6),
        ("players=4 gm_hand=5", 5),
        ("players=1 gm_hand=40", 40),
    ] {
        assert_eq!(always(&format!("melodrama.adventure {more}"), "hand_gm", 1), hand, "{more}");
    }
}

/// GM Bonus Cards: fiat gives the most affected player a card. Bonus Cards: a discard cancels
/// fatigue. Each happens in every check, and nothing else moves cards.
#[test]
fn fiat_and_fatigue_move_one_card_per_check() {
    let quiet = "melodrama.adventure players=2 scenes=1 checks=6 gm_generosity=never important=0 \
                 complication=0 bonus=none";
    for check in 1..=6 {
        let done = check as i32 - 1;
        let fiat = format!("{quiet} fiat=1");
        // The GM has four cards, and none to give after these.
        let given = done.min(4);
        assert_eq!(always(&fiat, "hand_gm", check), 4 - given);
        assert_eq!(always(&fiat, "hand_players", check), 6 + given);
        assert_eq!(always(&fiat, "cards_passed", check), i32::from(done < 4));
        let fatigue = format!("{quiet} fatigue=1");
        assert_eq!(always(&fatigue, "hand_players", check), 6 - done);
        assert_eq!(always(&fatigue, "hand_gm", check), 4);
    }
    // Two players with three cards have earned two each: every five cards of one player give a
    // point.
    assert_eq!(always_whole(&format!("{quiet} fiat=1"), "power_points"), 1);
}

fn always_whole(question: &str, column: &str) -> i32 {
    let case = oddsmith::case(question).unwrap();
    let tallies = case.sample(oddsmith::odds::Sample { trials: 300, seed: 5 }).unwrap();
    let seen: Vec<(i32, u64)> = tallies.column(column).unwrap().seen().collect();
    assert_eq!(seen.len(), 1, "{question}: {column} is {seen:?}");
    seen[0].0
}

/// Second Wind from a given hand: the two lowest cards are redrawn, or all but one, which is spent.
#[test]
fn second_wind_of_a_given_hand() {
    let mean = |cards: &str, kind: &str| {
        let question =
            format!("melodrama.second_wind cards={cards} kind={kind} checks_left=2 dodge=3");
        oddsmith::case(&question).unwrap().law(20_000_000).unwrap().columns[0].mean()
    };
    // From an ace and a 2: without a rest, 2 is played and then the better of an ace and a draw.
    // With a rest, nothing is played and then the better of two draws, flat-footed, with 3 points
    // less.
    let mut left = deck();
    left.retain(|card| *card > 2);
    left.extend([1; 3]);
    left.extend([2; 3]);
    let share = |total: i32| deck().iter().filter(|rival| total >= **rival).count() as f64 / 54.0;
    // The active side wins ties.
    let (mut stays, mut rests, mut pairs) = (0.0, 0.0, 0.0);
    for (one, first) in left.iter().enumerate() {
        for second in left[one + 1..].iter() {
            rests += share(first.max(second) - 3);
            pairs += 1.0;
        }
        stays += share(*first.max(&1));
    }
    let wanted = rests / pairs - share(2) - stays / left.len() as f64;
    let found = mean("[1,2]", "two").unwrap();
    close(found, wanted);
    // From 1, 2, 3 and 5 with five checks to come, redrawing all cards gains.
    let case = "melodrama.second_wind cards=[1,2,3,5] kind=all checks_left=5";
    let tally = oddsmith::case(case)
        .unwrap()
        .sample(oddsmith::odds::Sample { trials: 40_000, seed: 1 })
        .unwrap();
    assert!(tally.column("gain").unwrap().mean_estimate().unwrap().low > 0.0);
    for wrong in ["[1] kind=all", "[14,1]", "[15,15,15]"] {
        assert!(
            oddsmith::case(&format!("melodrama.second_wind cards={wrong}")).is_err(),
            "{wrong}"
        );
    }
}
