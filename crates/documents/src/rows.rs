//! The rows of a mark: what they say in words, and whether their formula says the same.

use super::computed::{Known, stands};
use super::wording::{Token, direction, figures, number, tokens};
use oddsmith_answers::scenario::{Bound, Expectation, Scenario, Subject};
use oddsmith_registry::Claim;

/// What a mark names.
pub(super) enum Row<'a> {
    /// The expectation of this number, and its text.
    Expected(usize, &'a Expectation, String),
    /// A claim of a rule text.
    Claimed(&'a Claim),
}

impl<'a> Row<'a> {
    /// The row that a mark calls so: the number of an expectation, or the name of a claim.
    pub fn of(name: &str, scenario: &'a Scenario, claims: &'a [Claim]) -> Option<Row<'a>> {
        let Ok(number) = name.parse::<usize>() else {
            return claims.iter().find(|claim| claim.id == name).map(Row::Claimed);
        };
        let expectation = scenario.expectations.get(number.checked_sub(1)?)?;
        let text = scenario.text.get(expectation.place.start..)?;
        let end = text.find("\n[").unwrap_or(text.len());
        let lines = text[..end].lines().filter(|line| !line.trim_start().starts_with('#'));
        Some(Row::Expected(number, expectation, lines.collect::<Vec<_>>().join("\n")))
    }

    /// All of its text, of which the letters of a mark are made.
    pub fn text(&self) -> &str {
        match self {
            Row::Expected(_, _, text) => text,
            Row::Claimed(claim) => &claim.claim,
        }
    }

    /// The sentences, or parts of them, that it quotes.
    pub fn quotes(&self) -> Vec<Vec<Token>> {
        let Row::Expected(_, Expectation { why: Some(why), .. }, _) = self else {
            return Vec::new();
        };
        why.split(';').map(tokens).filter(|quote| !quote.is_empty()).collect()
    }

    /// The numbers that stand in what it tests, or in the claim.
    pub fn figures(&self) -> Vec<f64> {
        match self {
            Row::Expected(_, _, text) => {
                let formula = text.lines().filter(|line| !line.trim_start().starts_with("why"));
                figures(&formula.collect::<Vec<_>>().join("\n"))
            }
            Row::Claimed(claim) => tokens(&claim.claim).iter().filter_map(number).collect(),
        }
    }

    /// Its number, if it says the opposite of its formula.
    pub fn contradicts(&self, known: &Known) -> Option<usize> {
        let Row::Expected(number, expectation, _) = self else { return None };
        let turned = self.quotes().iter().any(|quote| turned(expectation, quote, known));
        turned.then_some(*number)
    }
}

/// Whether a quotation compares the other way round than the expectation.
fn turned(expectation: &Expectation, quote: &[Token], known: &Known) -> bool {
    match &expectation.subject {
        Subject::That(formula) => {
            let comparisons = comparisons(formula);
            comparisons.iter().any(|(left, right)| {
                let names = known.compared(left, right);
                names.is_some_and(|(less, more)| {
                    let good = left.contains("success") && right.contains("success");
                    compares(quote, less, more, good) == Some(1)
                        || compares(quote, more, less, good) == Some(-1)
                })
            })
        }
        Subject::Measured { bounds, .. } => bounds.iter().any(|bound| match bound {
            Bound::Monotone { rising, .. } => {
                the_more_the_less(quote).is_some_and(|product| (product > 0) != *rising)
            }
            _ => false,
        }),
    }
}

/// The sides of each comparison of a formula, the smaller side first.
fn comparisons(formula: &str) -> Vec<(&str, &str)> {
    let mut all = Vec::new();
    for part in apart(formula, &[" and ", "\nand ", " or "]).into_iter().map(|(_, part)| part) {
        if let [(_, left), (sign, right)] = apart(part, &["<=", ">=", "<", ">"])[..] {
            all.push(if sign.starts_with('<') { (left, right) } else { (right, left) });
        }
    }
    all
}

/// The parts of a formula between these words where they are in no brackets and no quotes, each
/// with the word before it.
fn apart<'f>(formula: &'f str, words: &[&'f str]) -> Vec<(&'f str, &'f str)> {
    let (mut depth, mut quote, mut start, mut before) = (0_i32, None, 0, "");
    let (mut all, mut at) = (Vec::new(), 0);
    while let Some(letter) = formula[at..].chars().next() {
        let word = words.iter().find(|word| formula[at..].starts_with(**word));
        match (letter, quote, word) {
            (_, Some(open), _) if letter == open => quote = None,
            (_, Some(_), _) => {}
            ('\'' | '"', None, _) => quote = Some(letter),
            ('(' | '[', ..) => depth += 1,
            (')' | ']', ..) => depth -= 1,
            (_, None, Some(word)) if depth == 0 => {
                all.push((before, &formula[start..at]));
                at += word.len();
                (start, before) = (at, *word);
                continue;
            }
            _ => {}
        }
        at += letter.len_utf8();
    }
    all.push((before, &formula[start..]));
    all
}

/// How a quotation compares the one with the other where it says "one is more than other".
fn compares(quote: &[Token], one: &[String], other: &[String], good: bool) -> Option<i8> {
    let at = |words: &[String]| (0..quote.len()).find(|at| stands(quote, *at, words));
    let (one, other) = (at(one)?, at(other)?);
    if quote
        .iter()
        .any(|token| ["no", "not", "never", "nor", "cost", "costs"].contains(&token.text.as_str()))
    {
        return None;
    }
    let word = (one..other).find_map(|at| direction(&quote[at].text));
    let than = quote.get(one..other)?.iter().any(|token| token.text == "than");
    word.filter(|(_, value)| than && (good || !value)).map(|(sign, _)| sign)
}

/// The product of the directions of "the longer …, the less …".
fn the_more_the_less(quote: &[Token]) -> Option<i8> {
    let signs: Vec<i8> = quote
        .windows(2)
        .filter(|pair| pair[0].text == "the")
        .filter_map(|pair| direction(&pair[1].text).map(|(sign, _)| sign))
        .collect();
    matches!(signs[..], [_, _]).then(|| signs.iter().product())
}
