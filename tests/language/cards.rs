//! Tests that cards are conserved: in every state of a rule each card is in one place, in the deck
//! or in a hand.

use std::collections::BTreeMap;
use std::path::Path;

use oddsmith::odds::{Histogram, Sample};
use oddsmith_dice::syntax::{Expression, Function, Kind, Program, Statement};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::entry;

/// Returns lines that count each card of the deck at the end, wherever it is: the largest excess of
/// a card over its copies in the deck, and the excess of the number of all cards.
fn counted(program: &Program, fields: &BTreeMap<String, i64>) -> Option<String> {
    let usual = |name: &str| fields.get(name).copied();
    let (mut decks, mut hands) = (Vec::new(), Vec::new());
    for line in &program.opening {
        match &line.statement {
            Statement::Deck(name, cards) => {
                let copies = |copies: &Option<Expression>| match copies {
                    Some(copies) => oddsmith_dice::constant(copies, &usual).expect("a number"),
                    None => 1,
                };
                let all = cards.iter().map(|cards| (cards.low, cards.high, copies(&cards.copies)));
                decks.push((name.text.clone(), all.collect::<Vec<_>>()));
            }
            Statement::State(states) => {
                let drawn =
                    |start: &Expression| matches!(start.kind, Kind::Call(Function::Draw, _));
                let drawn_states = states.iter().filter(|state| drawn(&state.start));
                hands.extend(drawn_states.map(|state| state.name.text.clone()));
            }
            _ => {}
        }
    }
    let [(deck, kinds)] = &decks[..] else { return None };
    let all = hands.iter().fold("rest_of_it".to_owned(), |all, hand| format!("{all}, {hand}"));
    let each =
        kinds.iter().flat_map(|&(low, high, copies)| (low..=high).map(move |card| (card, copies)));
    let mut copies: BTreeMap<i64, i64> = BTreeMap::new();
    each.for_each(|(card, more)| *copies.entry(card).or_default() += more);
    let over: Vec<String> = copies
        .iter()
        .map(|(card, copies)| format!("count(all_of_it, {card}) - {copies}"))
        .collect();
    Some(format!(
        "\nrest_of_it = draw({deck}, 200)\nall_of_it = [{all}]\ntoo_often = max({}, -1)\n\
         cards_in_all = size(all_of_it) - {}\nask too_often, cards_in_all\n",
        over.join(", "),
        copies.values().sum::<i64>()
    ))
}

/// Appends the counting lines to a rule, if the rule passes the checks and has one deck.
fn with_count(rule: &str, fields: &BTreeMap<String, i64>) -> Option<String> {
    let known: Vec<_> = fields
        .iter()
        .map(|(name, usual)| oddsmith_dice::Field {
            name: name.clone(),
            usual: *usual,
            words: vec![],
        })
        .collect();
    let read = oddsmith_dice::read_program(rule).ok()?;
    let checked = oddsmith_dice::check_program(read, &known).ok()?;
    Some(rule.trim_end().to_owned() + &counted(&checked.tree, fields)?)
}

/// Covers every shipped rule with a deck.
#[test]
fn shipped_rules_keep_their_cards() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/rules");
    let mut seen = Vec::new();
    for file in std::fs::read_dir(folder).expect("the rules").flatten() {
        let text = std::fs::read_to_string(file.path()).expect("a rule");
        let tables: toml::Table = text.parse().expect("TOML");
        for house in tables.get("house").and_then(|house| house.as_array()).into_iter().flatten() {
            let Some(rule) = house.get("rule").and_then(|rule| rule.as_str()) else { continue };
            let fields = house.get("fields").and_then(|fields| fields.as_table()).cloned();
            let number = |(name, value): (String, toml::Value)| Some((name, value.as_integer()?));
            let fields: BTreeMap<String, i64> =
                fields.into_iter().flatten().filter_map(number).collect();
            let Some(rule) = with_count(rule, &fields) else { continue };
            let shown = fields.iter().map(|(name, usual)| format!("{name} = {usual}"));
            let fields = shown.collect::<Vec<_>>().join(", ");
            let check = entry(&rule, &format!("fields = {{ {fields} }}"));
            let case = check.example().unwrap_or_else(|error| panic!("{rule}\n{error}"));
            let tallies = case.sample(Sample { trials: 2_000, seed: 3 }).unwrap();
            for (column, tally) in case.columns().iter().zip(&tallies.columns) {
                let most = tally.possible().map(|(score, _)| score).max().unwrap_or(0);
                let counts = ["too_often", "cards_in_all"].contains(&&*column.name);
                assert!(!counts || most <= 0, "{rule}\n{}: {most}", column.name);
            }
            seen.push(file.file_name());
        }
    }
    assert!(seen.len() >= 5, "{seen:?}");
}

/// Returns a rule with two hands and cards drawn in each step, whose lines move cards at random.
fn rule(random: &mut Xoshiro256PlusPlus) -> String {
    const MOVES: &[&str] = &[
        "h = [h, c]",
        "h = [h, c]dl1",
        "g = [g, c]kh2",
        "g = [g, c]",
        "return c to d when count(c, 3) = 1",
        "return c to d",
        "return h to d when steps = 2",
        "return g to d",
        "shuffle d when count(c, 5) = 1",
        "shuffle d",
        "h = [h, g]",
        "g = draw(d, 1)",
        "h = g",
        "both = [h, g]",
        "c2 = draw(d, 1)",
        "g = [c]",
        "h = without(h, c)",
        "h = if count(c, 5) = 1 then [h, c] else h",
        "x = size(h) + count(c, 2)",
    ];
    let mut lines = vec![
        "deck d = 1..3 x2, 5".to_owned(),
        format!("state h = draw(d, {})", random.random_range(0..3)),
        format!("state g = draw(d, {})", random.random_range(0..2)),
        "step".to_owned(),
        format!("c = draw(d, {})", random.random_range(1..3)),
    ];
    for _ in 0..random.random_range(1..4) {
        lines.push(MOVES[random.random_range(0..MOVES.len())].to_owned());
    }
    lines.push(format!("until steps = {}", random.random_range(1..4)));
    lines.push("n = size(h)\nask n".to_owned());
    lines.join("\n")
}

/// Follows every way through random rules, and counts each card after one, two or three steps.
#[test]
fn random_rules_keep_their_cards() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(41);
    let rules = std::env::var("ODDSMITH_RULES").ok().and_then(|rules| rules.parse().ok());
    let (mut kept, mut refused, mut other) = (0, 0, 0);
    for _ in 0..rules.unwrap_or(300) {
        let plain = rule(&mut random);
        let read = oddsmith_dice::read_program(&plain)
            .unwrap_or_else(|fault| panic!("{plain}\n{fault:?}"));
        match oddsmith_dice::check_program(read, &[]) {
            Ok(_) => {}
            Err(fault) if fault.message.starts_with("the cards of") => {
                refused += 1;
                continue;
            }
            Err(_) => {
                other += 1;
                continue;
            }
        }
        let rule = with_count(&plain, &BTreeMap::new()).expect("it has one deck");
        let case = entry(&rule, "").example().unwrap_or_else(|error| panic!("{rule}\n{error}"));
        let laws = case.law(2_000_000).unwrap_or_else(|error| panic!("{rule}\n{error}"));
        for name in ["too_often", "cards_in_all"] {
            let law = laws.column(name).expect("it is asked");
            let most =
                law.possible().filter(|(_, share)| *share > 0.0).map(|(score, _)| score).max();
            assert!(most.unwrap_or(0) <= 0, "{rule}\n{name}: {most:?}");
        }
        kept += 1;
    }
    println!("{kept} rules keep their cards, {refused} are refused, {other} say nothing");
    assert!(kept > refused / 2 && kept > 60, "{kept} kept, {refused} refused, {other} else");
}

/// A line that would put a card in two places is refused, at its place.
#[test]
fn no_card_is_put_in_two_places() {
    for (lines, message) in [
        ("h = [h, c]\nboth = [h, c]", "the cards of `c` are there twice"),
        ("both = [c, c]", "the cards of `c` are there twice"),
        ("h = [h, g]", "the cards of `g` are in `h` already"),
        ("h = [h, c]\nreturn c to d", "the cards of `c` are in `h` already"),
        ("h = [h, c]\ng = [g, c]", "the cards of `c` are in `h` already"),
        ("k = h\nreturn h to d\nh = k", "the cards of `h` are in `d` already"),
    ] {
        let rule = format!(
            "deck d = 1..4\nstate h = draw(d, 1), g = draw(d, 1)\nstep\nc = draw(d, 1)\n{lines}\nuntil steps = 2\nn = size(h)\nask n"
        );
        let read = oddsmith_dice::read_program(&rule).expect("it reads");
        let fault = oddsmith_dice::check_program(read, &[]).expect_err(lines);
        assert_eq!(fault.message, message, "{lines}");
        assert!(fault.in_text(&rule, 0).excerpt().is_some_and(|excerpt| excerpt.contains('^')));
    }
}
