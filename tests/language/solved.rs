//! Tests of statements of the language specification on numbers: the shares of each rule were
//! counted in another way, by every fall of its dice or by hand.

use std::collections::BTreeMap;

use oddsmith::dice::{check_program, read_program};
use oddsmith::odds::{Check, Histogram, Sample, sample};
use oddsmith::program::{Goal, Question, best};

use super::compiled;

/// Returns the law of the first column of a rule, by the names of its outcomes.
fn law(rule: &str, fields: &[(&str, i64)]) -> BTreeMap<String, String> {
    let rule_of = compiled(rule, fields).unwrap_or_else(|error| panic!("{rule}: {error}"));
    let laws = rule_of.law(1_000_000).unwrap_or_else(|error| panic!("{rule}: {error}"));
    let law = &laws.columns[0];
    let scale = law.scale();
    let name = |score: i32| scale.name(score).map_or(score.to_string(), str::to_owned);
    let mut shares: BTreeMap<String, String> = scale
        .scores()
        .filter(|&score| law.exactly(score).value > 0.0)
        .map(|score| (name(score), law.exactly(score).fraction().unwrap_or_default()))
        .collect();
    if law.none().value > 0.0 {
        shares.insert("none".to_owned(), law.none().fraction().unwrap_or_default());
    }
    shares
}

/// A rule, its fields, and all shares of its first column.
type Case = (&'static str, &'static [(&'static str, i64)], &'static [(&'static str, &'static str)]);

const CASES: &[Case] = &[
    // A tally of a pool counts the dice of its names, not their sums.
    ("w = 2d2\nx = [w]c2\nask x", &[], &[("0", "1/4"), ("1", "1/2"), ("2", "1/4")]),
    (
        "w = 3d6kh2\nx = [w, d6]c>=5\nask x",
        &[],
        &[("0", "16/81"), ("1", "32/81"), ("2", "26/81"), ("3", "7/81")],
    ),
    // A repeated expression is rolled and drawn each time; a name within it is one roll.
    (
        "a = d2\nb = repeat(2, [a, d2])\nask b",
        &[],
        &[("4", "1/8"), ("5", "1/4"), ("6", "1/4"), ("7", "1/4"), ("8", "1/8")],
    ),
    (
        "a = d2\nb = count(repeat(2, [a, d2]kh1), 1)\nask b",
        &[],
        &[("0", "5/8"), ("1", "1/4"), ("2", "1/8")],
    ),
    (
        "deck k = 1..4\nb = repeat(2, draw(k, 1))\nask b",
        &[],
        &[("3", "1/6"), ("4", "1/6"), ("5", "1/3"), ("6", "1/6"), ("7", "1/6")],
    ),
    ("deck k = 1..4\nb = repeat(2, highest(draw(k)))\nn = size(k)\nask n", &[], &[("2", "1")]),
    // A rerolled die shows none of the named faces.
    ("x = d6r1r2r>=5\nask x", &[], &[("3", "1/2"), ("4", "1/2")]),
    // Cards that nothing reads are still removed from their deck.
    ("deck d = 1..4\nx = draw(d, 3)\ny = draw(d, 3)\nn = size(y)\nask n", &[], &[("1", "1")]),
    (
        "deck d = 1..4\nx = if d2 = 1 then draw(d, 3) else draw(d)\nn = size(d)\nask n",
        &[],
        &[("1", "1/2"), ("3", "1/2")],
    ),
    // Before the first step a state has its start value, and a name of the step has none.
    ("state hp = 3\nstep\na = d4\nhp = hp - a\nuntil hp <= 0\nask hp at 0", &[], &[("3", "1")]),
    ("state hp = 3\nstep\na = d4\nhp = hp - a\nuntil hp <= 0\nask a at 0", &[], &[("none", "1")]),
    // A threshold bounds the number of dice, too.
    ("x = size(4d6!) >= 6\nask x", &[], &[("0", "3125/3888"), ("1", "763/3888")]),
    // Branches that fields rule out are never rolled, nor refused.
    ("x = if $n < 0 then d2 else $n d6\nask x", &[("n", -1)], &[("1", "1/2"), ("2", "1/2")]),
    ("x = if $n > 1 then d2!>=$n else d2\nask x", &[("n", 1)], &[("1", "1/2"), ("2", "1/2")]),
    // A name keeps a variable number of dice as separate dice.
    (
        "n = d2\nm = (n)d2\nall = [m, d2]kh2\nx = all + 0\nask x",
        &[],
        &[("2", "3/16"), ("3", "7/16"), ("4", "3/8")],
    ),
];

#[test]
fn rules_have_the_shares_counted_by_hand() {
    for (rule, fields, shares) in CASES {
        let wanted = shares.iter().map(|&(name, share)| (name.to_owned(), share.to_owned()));
        assert_eq!(law(rule, fields), wanted.collect::<BTreeMap<_, _>>(), "{rule}");
    }
}

/// Fields may leave a die without a face on which it stops, which the parser can't see.
#[test]
fn endless_dice_from_fields_are_refused() {
    for (rule, what) in [
        ("x = d6!>=$n\nask x", "every face is exploding"),
        ("x = d6r>=$n\nask x", "every face is rolled again"),
        ("x = d$n!\nask x", "every face is exploding"),
        ("x = [d8, d6mi6!>=$n]kh1\nask x", "every face is exploding"),
    ] {
        let error = compiled(rule, &[("n", 1)]).unwrap_err();
        assert!(error.to_string().contains(what), "{rule}: {error}");
        assert!(error.hint().is_some_and(|hint| hint.to_string().contains("a face")), "{rule}");
    }
}

/// A rolled number with which a die would never stop is refused, and the error names the number.
#[test]
fn endless_dice_from_rolled_numbers_are_refused() {
    for (rule, drawn) in [
        ("n = d2\nx = d2r<=(n)\nask x", "rolled again where 2 comes up"),
        ("n = d2\nx = min(9, d2!>=(n))\nask x", "exploding where 1 comes up"),
    ] {
        let error = compiled(rule, &[]).unwrap_err();
        assert!(error.to_string().contains(drawn), "{rule}: {error}");
    }
    compiled("n = d2\nx = min(9, d2!>=(max(2, n)))\nask x", &[]).unwrap();
}

/// A name keeps all its dice, even if they are many.
#[test]
fn names_keep_many_dice() {
    for (rule, size) in [
        ("r = 100d6\nx = size([r])\nask x", 100),
        ("n = 40 + 0 * d2\nr = (n)d6\nx = size([r, d6])\nask x", 41),
    ] {
        let rule = compiled(rule, &[]).unwrap();
        let counts =
            sample(&rule, "many", Sample { trials: 100, seed: 1 }, &Default::default()).unwrap();
        assert_eq!(counts.columns[0].hits(size), 100);
    }
}

/// Only a ladder orders results; several numbers under one name have no score.
#[test]
fn results_without_a_ladder_have_no_order() {
    let rule = "r = 2d6\nlow: r <= 4\nmid: r <= 8\nhigh: otherwise\nask r, (r, result)";
    let read = check_program(read_program(rule).unwrap(), &[]).unwrap();
    let plain = Question::of(&read.tree).compile().unwrap().law(1_000).unwrap();
    let result = plain.column("result").unwrap();
    assert_eq!((result.mean(), result.median(), result.scale().is_scored()), (None, None, true));
    let joint = plain.column("r, result").unwrap();
    assert_eq!((joint.mean(), joint.median(), joint.scale().is_scored()), (None, None, false));
    let ladder = ["low", "mid", "high"].map(str::to_owned).to_vec();
    let ranked =
        Question { ladders: [("result".to_owned(), ladder)].into(), ..Question::of(&read.tree) }
            .compile()
            .unwrap();
    let ranked = ranked.law(1_000).unwrap();
    assert_eq!(ranked.column("result").unwrap().median(), Some(1));
    assert_eq!(ranked.column("r, result").unwrap().mean(), None);
}

/// If fields rule a result out, its share is 0 and a remark says so.
#[test]
fn impossible_results_get_a_remark() {
    let rule = "hit: 2d6 + $b >= 13\nmiss: otherwise";
    let far = compiled(rule, &[("b", 0)]).unwrap();
    assert_eq!(far.remark().as_deref(), Some("`hit` never comes with these fields"));
    assert_eq!(far.law(1_000).unwrap().columns[0].exactly(0).value, 0.0);
    assert_eq!(compiled(rule, &[("b", 1)]).unwrap().remark(), None);
}

/// Dice that a player holds are part of the states of a policy, so that no two states look alike.
#[test]
fn policy_states_include_dice() {
    let rule = "state x = d6
step
again = decide yes, no
x = if again = yes then d6 else x
until again = no or steps = 2
ask x";
    let goal = Goal::Mean { column: "x".to_owned(), least: false };
    let best = best(&compiled(rule, &[]).unwrap(), &goal, 10_000).unwrap();
    assert!((best.value - 14.0 / 3.0).abs() < 1e-12, "{}", best.value);
    for (i, choice) in best.policy.iter().enumerate() {
        let value_of = |name: &str| choice.state.iter().find(|(known, _)| known == name).unwrap();
        let (x, steps): (i32, i32) =
            (value_of("x").1.parse().unwrap(), value_of("steps").1.parse().unwrap());
        let wanted = if x < (if steps == 1 { 5 } else { 4 }) { "yes" } else { "no" };
        assert_eq!(choice.word, wanted, "{choice:?}");
        assert!(best.policy[..i].iter().all(|other| other.state != choice.state));
    }
}

/// In a joint outcome some numbers may be present and others not.
#[test]
fn joint_outcomes_name_missing_parts() {
    let rule = "r = d6\nresult a\nhit: r > 3\nresult b\ngood: r > 4\nask (a, b)";
    let laws = compiled(rule, &[]).and_then(|rule| rule.law(1_000)).expect("a law");
    let joint = laws.columns.last().expect("a column");
    let named = |name| (0..).take(9).find(|&score| joint.scale().name(score) == Some(name));
    for (name, share) in [("hit, good", "1/3"), ("hit, none", "1/6")] {
        let score = named(name).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(joint.exactly(score).fraction().as_deref(), Some(share), "{name}");
    }
    assert_eq!(joint.none().fraction().as_deref(), Some("1/2"));
}

/// Intermediate numbers are limited too; they were once truncated without an error.
#[test]
fn intermediate_numbers_beyond_the_limit_are_refused() {
    let grows = "state hp = 1\nstep\nhp = hp * 2\nuntil d6 = 1, at most 30\nask hp";
    for rule in ["x = min(9, d6 * 99999999)\nask x", grows] {
        let error = compiled(rule, &[]).expect_err(rule);
        assert!(error.to_string().contains("beyond -268435455 to 268435455"), "{rule}: {error}");
    }
    let bounded = grows.replace("hp * 2", "min(1000, hp * 2)");
    // Nine throws in a row without a 1.
    assert_eq!(law(&bounded, &[])["1000"], "1953125/10077696");
}

/// Faces with letters are outcomes.
#[test]
fn letters_are_outcomes() {
    for (rule, outcome, share) in [
        ("r = d{A, B x2, C}\nask r", "B", 0.5),
        ("r = 2d{S, SS, _ x2}\nask r", "blank", 0.25),
        ("r = 2d{S, SS, _ x2}\nask r", "SSS", 0.125),
        ("r = d{S, _}\nask r", "S", 0.5),
        ("r = [d{S, _}, d{F, _}]\nask r", "SF", 0.25),
    ] {
        let laws = compiled(rule, &[]).unwrap().law(1_000).unwrap();
        let law = &laws.columns[0];
        let named = law.scale().scores().find(|&score| law.scale().name(score) == Some(outcome));
        let own = law.exactly(named.unwrap_or_else(|| panic!("{rule}: no {outcome}"))).value;
        assert!((own - share).abs() < 1e-12, "{rule}: {outcome} {own}");
    }
}

/// Cards returned to the deck leave their hand, so that no card exists twice.
#[test]
fn returned_cards_leave_their_hand() {
    for (rule, column, mean) in [
        (
            "deck d = 1..4\nstate hand = draw(d, 1)\nstep\nc = draw(d, 1)\nshuffle d when \
                1\nhand = [hand, c]\nuntil steps = 3\nm = matches(hand)\nn = size(hand)\nask m, n",
            "n",
            1.0,
        ),
        (
            "deck d = 1..4\nstate hand = draw(d, 1)\nstep\nreturn hand to d\nc = draw(d, \
                4)\nhand = [hand, c]\nuntil steps = 1\nm = matches(hand)\nn = size(hand)\nask m, n",
            "n",
            4.0,
        ),
    ] {
        let laws = compiled(rule, &[]).unwrap().law(100_000).unwrap();
        assert_eq!(laws.column("m").unwrap().mean(), Some(1.0), "{rule}");
        assert_eq!(laws.column(column).unwrap().mean(), Some(mean), "{rule}");
    }
}

/// The sum of two hundred dice with a hundred sides has the right mean and standard deviation.
#[test]
fn the_sum_of_very_many_dice_is_exact() {
    let laws = compiled("x = 200d100\nask x", &[]).unwrap().law(1_000_000).unwrap();
    let law = &laws.columns[0];
    let (mean, spread) = (law.mean().unwrap(), law.sd().unwrap());
    assert!((mean - 10_100.0).abs() < 1e-6, "{mean}");
    assert!((spread - (200.0 * 9_999.0 / 12.0f64).sqrt()).abs() < 1e-6, "{spread}");
}

/// A condition that no trial meets is refused without waiting, and so are loops without an end.
#[test]
fn impossible_conditions_are_refused() {
    for (rule, message) in [
        ("x = d6\ngiven x > 3 and x < 3\nask x", "no trial counts"),
        (
            "x = sum(f in 0 - 100000000 * 100000000 * 900..100000000 * 100000000 * 900: f)\nask x",
            "1000 numbers",
        ),
    ] {
        let error = compiled(rule, &[]).unwrap_err();
        assert!(error.to_string().contains(message), "{rule}: {error}");
    }
}

/// A condition that hardly any trial meets has an exact law, and is refused for sampling.
#[test]
fn rare_conditions_have_exact_laws() {
    for dice in [5, 7, 12] {
        let rule = format!("x = {dice}d10\ny = d3\ngiven x = {}\nask y", 10 * dice);
        let rule = compiled(&rule, &[]).unwrap();
        let laws = rule.law(100_000).unwrap();
        assert_eq!(laws.columns[0].exactly(2).fraction().as_deref(), Some("1/3"), "{dice}");
        let message = oddsmith::odds::Check::playable(&rule).err();
        let message = message.map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(message.contains("almost never true"), dice > 5, "{dice}: {message}");
    }
}

/// Modifiers act from left to right; the shares are counted by hand.
#[test]
fn modifiers_act_in_written_order() {
    for (luck, shares) in [
        // 1 and 2 read as 2 and are rerolled; the new face stays as it is.
        ("d3mi2ro2", &["2/9", "2/9", "5/9"][..]),
        // 2 is rerolled, and then 1 reads as 2.
        ("d3ro2mi2", &["0", "5/9", "4/9"]),
        // An added die is rolled after the `!`, so that `mi2` before it does not apply.
        ("d3mi2!o3", &["0", "2/3", "0", "1/9", "1/9", "1/9"]),
        ("d3!o3mi2", &["0", "2/3", "0", "0", "2/9", "1/9"]),
        // One less, and then at least 2.
        ("d3!!pmi2", &["0", "2/3", "0", "0", "2/9", "0", "2/27"]),
    ] {
        let rule = compiled(&format!("x = {luck}\nask x"), &[]).unwrap();
        let law = &rule.law(100_000).unwrap().columns[0];
        for (score, share) in (1..).zip(shares) {
            let found = law.exactly(score).value;
            let (over, under) = share.split_once('/').unwrap_or((share, "1"));
            let wanted = over.parse::<f64>().unwrap() / under.parse::<f64>().unwrap();
            assert!((found - wanted).abs() < 1e-12, "{luck}: {score} has {found}, not {share}");
        }
    }
}
