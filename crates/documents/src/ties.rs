//! Sentences and the expectations that hold them: a mark in the words ties the one to the other.
//!
//! `{#- held by 3, 5: 9f2c41 #}` behind a sentence says that the third and the fifth `[[expect]]`
//! row of the scenario hold it, `T1` that a claim of a rule text does. The letters at the end are
//! made of the sentence and of these rows: whoever changes a word of either has to read both again.
//! A sentence needs a mark where it compares, orders, negates or says never, always or only, and
//! where it has a number that nothing computes. The `why` of its rows quotes what it claims, so that
//! no sentence says what no row says; and a row whose formula says the opposite is found.

use super::computed::{Known, uncounted};
use super::rows::Row;
use super::sentences::{Sentence, sentences};
use super::wording::{Token, claims, figures, number, tokens, turns};
use oddsmith_answers::answer::audit;
use oddsmith_answers::scenario::Scenario;
use oddsmith_registry::Claim;

/// What is wrong with a sentence, or with its mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Untied {
    /// The line in which the sentence begins, from 1.
    pub line: usize,
    /// Whether it stands in the scenario, as the title of a chart.
    pub in_scenario: bool,
    /// What is wrong, and what to write.
    pub what: String,
}

/// The sentences of some words and of the charts' titles whose mark is missing, or does not fit.
pub fn untied(words: &str, scenario: &Scenario) -> Vec<Untied> {
    let sentences = sentences(words, scenario);
    let known = Known::of(words, scenario);
    // A test rules out that they do not read.
    let claimed = audit::claims().unwrap_or_default();
    let claimed: Vec<Claim> = claimed.into_iter().map(|(_, claim)| claim).collect();
    let found = |sentence: &Sentence| {
        let what = complaint(sentence, scenario, &known, &claimed)?;
        Some(Untied { line: sentence.line, in_scenario: sentence.in_scenario, what })
    };
    sentences.iter().filter_map(found).collect()
}

/// What is wrong with a sentence.
fn complaint(
    sentence: &Sentence,
    scenario: &Scenario,
    known: &Known,
    claimed: &[Claim],
) -> Option<String> {
    let Sentence { text, asks, .. } = sentence;
    let (shown, words) = (shown(text), tokens(text));
    if let Some(what) = known.disorder(&words).or_else(|| known.mistaken(&words)) {
        return Some(format!("\"{shown}\": {what}"));
    }
    let code: Vec<String> = words
        .iter()
        .filter(|token| token.computed)
        .map(|token| known.expanded(&token.text))
        .collect();
    let code = format!("{}\n{}", code.join("\n"), known.expanded(&sentence.code));
    let mut counted = figures(&code);
    counted.extend(&known.fixed);
    let by_hand = uncounted(&words, &counted, &code);
    let claims = |at: &usize| claims(&words, *at) && !known.names(&words, *at);
    let Some(mark) = &sentence.mark else {
        if let Some(at) = (0..words.len()).find(|at| !asks && claims(at)) {
            return Some(format!("no expectation holds \"{shown}\" (`{}`)", words[at].text));
        }
        if sentence.finds && !asks && words.iter().all(|token| !token.computed) {
            return Some(format!("no expectation holds the title \"{shown}\""));
        }
        let word = &words[*by_hand.first()?].text;
        return Some(format!("nothing computes `{word}` of \"{shown}\""));
    };
    let (named, letters) = mark.split_once(':').unwrap_or((mark, ""));
    let rows = named.split(',').map(|row| Row::of(row.trim(), scenario, claimed));
    let Some(rows) = rows.collect::<Option<Vec<Row>>>() else {
        return Some(format!("the mark of \"{shown}\" names no expectation of the scenario"));
    };
    let claiming: Vec<usize> = (0..words.len())
        .filter(|at| claims(at) || turns(&words[*at]) || by_hand.contains(at))
        .collect();
    if let Some(what) = unsaid(text, &words, &claiming, &rows) {
        return Some(format!("\"{shown}\": {what}"));
    }
    if let Some(number) = rows.iter().find_map(|row| row.contradicts(known)) {
        return Some(format!("\"{shown}\": no. {number} says the opposite of its formula"));
    }
    counted.extend(rows.iter().flat_map(Row::figures));
    let formulas = rows.iter().map(Row::text).fold(code, |all, row| all + "\n" + row);
    if let Some(at) = uncounted(&words, &counted, &formulas).first() {
        let word = &words[*at].text;
        return Some(format!("no formula of the mark of \"{shown}\" has its `{word}`"));
    }
    let wanted = fingerprint(text, rows.iter().map(Row::text));
    (letters.trim() != wanted).then(|| {
        format!(
            "\"{shown}\" or its expectation has changed: read both again, then write `{{#- held by \
             {}: {wanted} #}}`",
            named.trim()
        )
    })
}

/// What the rows of a mark do not say of a sentence: each quotes a part of it, and together they
/// quote the words that claim something.
fn unsaid(text: &str, words: &[Token], claiming: &[usize], rows: &[Row]) -> Option<String> {
    let mut said = vec![false; words.len()];
    for row in rows {
        let mut fits = false;
        for quote in row.quotes() {
            for at in 0..words.len() {
                if let Some(end) = quoted(words, at, &quote) {
                    said[at..end].fill(true);
                    fits = true;
                }
            }
        }
        match row {
            Row::Expected(number, ..) if !fits => {
                let part = part(text, words, claiming);
                return Some(format!("the `why` of no. {number} does not quote it: `{part}`"));
            }
            Row::Expected(..) => {}
            Row::Claimed(claim) => {
                let claim = tokens(&claim.claim);
                let there = |token: &Token| {
                    let same = |other: &Token| match (number(token), number(other)) {
                        (Some(one), Some(other)) => one == other,
                        _ => token.text == other.text,
                    };
                    claim.iter().any(same)
                };
                claiming
                    .iter()
                    .for_each(|at| said[*at] |= there(&words[*at]) || turns(&words[*at]));
            }
        }
    }
    let left = claiming.iter().find(|at| !said[**at])?;
    let part = part(text, words, &[*left]);
    Some(format!("no row of its mark says `{}`: `{part}`", words[*left].text))
}

/// Where a quotation ends that begins at this word; `…` is one expression or several.
fn quoted(words: &[Token], at: usize, quote: &[Token]) -> Option<usize> {
    let mut here = at;
    for token in quote {
        if token.computed {
            let computed = words[here..].iter().take_while(|word| word.computed).count();
            here += Some(computed).filter(|computed| *computed > 0)?;
        } else {
            let word = words.get(here)?;
            here += Some(1).filter(|_| !word.computed && word.text == token.text)?;
        }
    }
    Some(here)
}

/// The part of a sentence with these words, from one comma to another, to be quoted.
fn part(text: &str, words: &[Token], claiming: &[usize]) -> String {
    let ends = [", ", "; ", ": ", ",\n", ";\n", ":\n"];
    let (first, last) = match claiming {
        [first, .., last] => (words[*first].place.0, words[*last].place.1),
        [one] => words[*one].place,
        [] => (0, text.len()),
    };
    // A comma within an expression ends nothing.
    let mut plain = text.as_bytes().to_vec();
    for token in words.iter().filter(|token| token.computed) {
        plain[token.place.0..token.place.1].fill(b'x');
    }
    let plain = String::from_utf8_lossy(&plain);
    let start = ends.iter().filter_map(|end| plain[..first].rfind(end).map(|at| at + 1)).max();
    let end = ends.iter().filter_map(|end| plain[last..].find(end).map(|at| last + at)).min();
    let mut rest = &text[start.unwrap_or(0)..end.unwrap_or(text.len())];
    let mut part = String::new();
    while let Some((before, after)) = rest.split_once("{{") {
        part += before;
        part.push('…');
        rest = after.split_once("}}").map_or("", |(_, after)| after);
    }
    part += rest;
    let part = part.split_whitespace().collect::<Vec<_>>().join(" ");
    part.trim_matches(['.', ' ', '"']).replace('"', "")
}

/// Six letters made of a sentence and its rows, spaces aside.
fn fingerprint<'t>(sentence: &'t str, rows: impl Iterator<Item = &'t str>) -> String {
    let parts = std::iter::once(sentence).chain(rows).flat_map(str::split_whitespace);
    // FNV-1a.
    let hash = parts.flat_map(str::bytes).fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{:06x}", (hash ^ (hash >> 24) ^ (hash >> 48)) & 0xff_ffff)
}

/// The beginning of a sentence, for a message.
fn shown(sentence: &str) -> String {
    let all: Vec<&str> = sentence.split_whitespace().collect();
    let text = all.join(" ");
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENARIO: &str = r#"title = "Two coins"
[[house]]
name = "coin"
fields = { faces = 2 }
mine = { luck = "d2" }
theirs = { add = 1 }
[[check]]
label = "the coin"
use = "house.coin"
[[check]]
label = "the other coin"
use = "house.coin"
[[chart]]
kind = "bars"
title = "{{ 1 }} coin is even"
[[expect]]
that = "answers['the coin'].mean('mean') < answers['the other coin'].mean('mean') + 7"
why = "It is never worse; the coin is less than the other coin"
"#;

    fn found(words: &str, scenario: &str) -> Vec<String> {
        let scenario = Scenario::parse(scenario).expect("a scenario");
        let found = untied(&format!("# Two coins\n\n> Is it ever worse?\n\n{words}\n"), &scenario);
        let shown = |one: Untied| {
            let place = if one.in_scenario { "scenario " } else { "" };
            format!("{place}{}: {}", one.line, one.what)
        };
        found.into_iter().map(shown).collect()
    }

    /// The words with the letters that are asked for.
    fn lettered(words: &str, scenario: &str) -> String {
        let asked = found(words, scenario);
        let (_, mark) = asked[0].split_once("then write `").unwrap_or_else(|| panic!("{asked:?}"));
        words.replace("{#- held by 1 #}", mark.trim_end_matches('`'))
    }

    #[test]
    fn a_sentence_that_compares_has_a_mark_that_fits() {
        let none: [String; 0] = [];
        assert_eq!(found("It is even. Here is the rest of {{ a.most }} words.", SCENARIO), none);
        let wanted = ["5: no expectation holds \"It is never worse.\" (`never`)"];
        assert_eq!(found("It\nis never worse.", SCENARIO), wanted);
        let held = lettered("It\nis never worse.\n{#- held by 1 #}", SCENARIO);
        assert_eq!(found(&held, SCENARIO), none);
        for other in [held.replace("never", "always"), held.replace("by 1", "by 2")] {
            assert_eq!(found(&other, SCENARIO).len(), 1, "{other}");
        }
        // A row that says something else does not hold it, whatever its letters.
        let strange = found("It is always worse. {#- held by 1 #}", SCENARIO);
        assert!(strange[0].contains("the `why` of no. 1 does not quote it"), "{strange:?}");
    }

    #[test]
    fn a_number_by_hand_is_counted_somewhere() {
        for counted in
            ["A coin has two faces.", "It takes {{ a.quantile(0.9) }} throws for nine in ten."]
        {
            assert!(found(counted, SCENARIO).is_empty(), "{counted}");
        }
        let wanted = ["5: nothing computes `three` of \"A coin has three faces.\""];
        assert_eq!(found("A coin has three faces.", SCENARIO), wanted);
        let titled = SCENARIO.replace("{{ 1 }} coin", "In 4 of 5 throws {{ 1 }} coin");
        assert!(found("So it is.", &titled)[0].starts_with("scenario 13: nothing computes `4`"));
        let plain = SCENARIO.replace("{{ 1 }} coin is even", "A coin is fair");
        let wanted = ["scenario 13: no expectation holds the title \"A coin is fair\""];
        assert_eq!(found("So it is.", &plain), wanted);
    }

    #[test]
    fn names_stand_in_the_order_of_their_numbers() {
        let number = |label: &str| format!("{{{{ answers['{label}'].mean('mean') }}}}");
        let [one, other] = [number("the coin"), number("the other coin")];
        for (words, wrong) in [
            (format!("It is {one} by the coin and {other} by the other coin."), false),
            (format!("It is {one} by the other coin and {other} by the coin."), true),
            (format!("It is {one} by the other coin."), true),
        ] {
            assert_eq!(!found(&words, SCENARIO).is_empty(), wrong, "{words}");
        }
    }

    #[test]
    fn a_row_that_says_the_opposite_of_its_formula_holds_nothing() {
        let words = "The coin is less than the other coin. {#- held by 1 #}";
        let held = lettered(words, SCENARIO);
        assert!(found(&held, SCENARIO).is_empty(), "{:?}", found(&held, SCENARIO));
        let turned = SCENARIO.replace("is less than", "is more than");
        let found = found(&held.replace("is less than", "is more than"), &turned);
        assert!(found[0].contains("the opposite of its formula"), "{found:?}");
    }
}
