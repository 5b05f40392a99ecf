//! What the expressions of a sentence are about: the numbers in them, and the cases that they name.

use super::wording::{Token, among, figures, number, tokens};
use oddsmith_answers::scenario::{Question, Scenario};

/// What the columns of checks count, as their names say it.
const UNITS: [&str; 9] =
    ["rounds", "blows", "cards", "points", "hits", "bids", "tries", "fights", "checks"];

/// The variables and macros of some words, and what the scenario names.
pub(super) struct Known {
    /// Name and text of each `set`, macro and loop.
    variables: Vec<(String, String)>,
    /// The numbers that the checks of the scenario fix.
    pub fixed: Vec<f64>,
    families: Vec<Family>,
    /// The label of each check, and its first column.
    columns: Vec<(String, String)>,
}

/// Names of which a case has one: the labels, or the values of an axis.
struct Family {
    /// The axis; none for the labels.
    axis: Option<String>,
    /// Each as it stands in an expression, and the words that say it.
    names: Vec<(String, Vec<String>)>,
}

impl Known {
    pub fn of(words: &str, scenario: &Scenario) -> Known {
        let mut families = vec![Family { axis: None, names: Vec::new() }];
        for question in &scenario.questions {
            families[0].names.push((question.label.clone(), said(&question.label)));
            for axis in question.cases.axes() {
                if families.iter().all(|family| family.axis.as_ref() != Some(&axis.name)) {
                    let names = axis.values.iter().map(|value| (value.clone(), said(value)));
                    families.push(Family { axis: Some(axis.name.clone()), names: names.collect() });
                }
            }
        }
        let first = |question: &Question| {
            let case = question.cases.case(0).ok()?;
            Some((question.label.clone(), case.columns().first()?.name.to_string()))
        };
        let columns = scenario.questions.iter().filter_map(first).collect();
        Known { variables: variables(words), fixed: fixed(&scenario.text), families, columns }
    }

    /// The text of an expression, and of all variables and macros in it.
    pub fn expanded(&self, expression: &str) -> String {
        let (mut text, mut seen) = (expression.to_owned(), Vec::new());
        loop {
            let next = self
                .variables
                .iter()
                .enumerate()
                .find(|(number, (name, _))| !seen.contains(number) && calls(&text, name));
            let Some((number, (_, value))) = next else { return text };
            seen.push(number);
            text += "\n";
            text += value;
        }
    }

    /// Whether the numbers of a sentence stand in another order than the names of their cases.
    pub fn disorder(&self, tokens: &[Token]) -> Option<String> {
        let computed = |token: &&Token| token.computed;
        let expressions: Vec<String> =
            tokens.iter().filter(computed).map(|token| self.expanded(&token.text)).collect();
        let only = |family: &Family| -> Vec<Option<Vec<String>>> {
            expressions.iter().map(|one| family.only(one).map(<[String]>::to_vec)).collect()
        };
        let all: Vec<Vec<Option<Vec<String>>>> = self.families.iter().map(only).collect();
        self.families.iter().enumerate().find_map(|(place, family)| {
            // A value of two axes may stand for either.
            let others = all.iter().enumerate().filter(|(other, _)| *other != place);
            let others: Vec<_> = others.flat_map(|(_, names)| names.iter().flatten()).collect();
            let mut numbers: Vec<&[String]> = Vec::new();
            for one in all[place].iter().flatten().filter(|one| !others.contains(one)) {
                numbers.extend(Some(&one[..]).filter(|one| !numbers.contains(one)));
            }
            let (mut names, mut said): (Vec<&[String]>, Option<&[String]>) = (Vec::new(), None);
            for at in 0..tokens.len() {
                let Some(words) = family.said(tokens, at) else { continue };
                names.extend(Some(words).filter(|one| !names.contains(one)));
                said = said.or(Some(words).filter(|_| within(tokens, at)));
            }
            let alone = family.axis.is_none() && all[place].iter().all(Option::is_some);
            if let (true, [one], Some(said)) = (alone, &numbers[..], said)
                && !names.contains(one)
            {
                let (said, meant) = (said.join(" "), one.join(" "));
                return Some(format!("it says `{said}`, and its number is that of `{meant}`"));
            }
            if family.axis.is_none()
                && let Some((name, number)) = family.beside(tokens, &all[place])
            {
                let (said, meant) = (name.join(" "), number.join(" "));
                return Some(format!("`{said}` stands at the number of `{meant}`"));
            }
            let axis = family.axis.is_some();
            if let Some(one) = family.unnamed(tokens, &all[place]).filter(|_| axis) {
                return Some(format!("the number of `{}` is not called so", one.join(" ")));
            }
            names.retain(|name| numbers.contains(name));
            numbers.retain(|number| names.contains(number));
            let apart = names.iter().zip(&numbers).find(|(name, number)| name != number)?;
            let (name, number) = (apart.0.join(" "), apart.1.join(" "));
            Some(format!("`{name}` stands where the number of `{number}` does"))
        })
    }

    /// Whether a number is said to be one of rounds where its column counts blows.
    pub fn mistaken(&self, tokens: &[Token]) -> Option<String> {
        tokens.windows(2).find_map(|pair| {
            let [number, noun] = pair else { return None };
            let unit = UNITS.iter().find(|unit| !noun.computed && ***unit == *noun.text)?;
            if !number.computed
                || ["percent", "points }}"].iter().any(|no| number.text.contains(no))
            {
                return None;
            }
            let code = self.expanded(&number.text);
            let named = [&number.text, &code].into_iter().find(|code| code.contains("column("));
            let mut counts: Vec<&str> = Vec::new();
            match named {
                Some(code) => counts.extend(code.split("column(").skip(1).filter_map(|rest| {
                    rest.trim_start_matches(['\'', '"']).split(['\'', '"']).next()
                })),
                None if [".mean", ".median", ".sd", "quantile(", "interpolate("]
                    .iter()
                    .any(|what| code.contains(what)) =>
                {
                    let labels = self.columns.iter().filter(|(label, _)| {
                        [format!("'{label}'"), format!("\"{label}\"")]
                            .iter()
                            .any(|label| code.contains(label))
                    });
                    let columns: Vec<&str> = labels.map(|(_, column)| column.as_str()).collect();
                    counts.extend(columns.first().filter(|_| columns.len() == 1));
                }
                None => {}
            }
            let parts = counts.iter().flat_map(|count| count.split('_'));
            let counted: Vec<&str> = parts
                .map(|part| if part == "flips" { "cards" } else { part })
                .filter(|part| UNITS.contains(part))
                .collect();
            let other = counted.first().filter(|_| !counted.contains(unit))?;
            Some(format!("a number of {other} is called {unit}"))
        })
    }

    /// Whether the word at this place is a part of a name: "nearly impossible" compares nothing.
    pub fn names(&self, tokens: &[Token], at: usize) -> bool {
        (at.saturating_sub(5)..=at).any(|start| {
            let said = |family: &Family| family.said(tokens, start).map(<[String]>::len);
            self.families.iter().filter_map(said).any(|length| length > 1 && start + length > at)
        })
    }

    /// The names of a family of which the one text has one and the other text another.
    pub fn compared(&self, left: &str, right: &str) -> Option<(&[String], &[String])> {
        self.families.iter().find_map(|family| {
            let (one, other) = (family.only(left)?, family.only(right)?);
            (one != other).then_some((one, other))
        })
    }
}

impl Family {
    /// The longest name of this family that stands at this place.
    fn said(&self, tokens: &[Token], at: usize) -> Option<&[String]> {
        let here = self.names.iter().filter(|(_, words)| stands(tokens, at, words));
        here.max_by_key(|(_, words)| words.len()).map(|(_, words)| &words[..])
    }

    /// "By" or "in" a name of this family, right behind a number that is of another, where numbers
    /// come first. `numbers` has the name of each expression.
    fn beside<'n>(
        &'n self,
        tokens: &[Token],
        numbers: &'n [Option<Vec<String>>],
    ) -> Option<(&'n [String], &'n [String])> {
        let mut computed = numbers.iter();
        let (mut before, mut leads) = (None, true);
        for (at, token) in tokens.iter().enumerate() {
            if token.computed {
                (before, leads) = (computed.next()?.as_deref(), false);
            } else if let Some(name) = self.said(tokens, at).filter(|_| within(tokens, at)) {
                match before.take() {
                    _ if leads => return None,
                    Some(number) if number != name => return Some((name, number)),
                    _ => {}
                }
            }
        }
        None
    }

    /// The name of a number that does not stand in a sentence with as many names as numbers.
    fn unnamed<'n>(
        &self,
        tokens: &[Token],
        numbers: &'n [Option<Vec<String>>],
    ) -> Option<&'n Vec<String>> {
        let names: Vec<_> = (0..tokens.len()).filter_map(|at| self.said(tokens, at)).collect();
        let numbers: Vec<_> = numbers.iter().flatten().collect();
        let counted = |name: &&Vec<String>| name.iter().all(|word| word.parse::<f64>().is_ok());
        let as_many = names.len() == numbers.len() && !numbers.iter().any(counted);
        let missing = numbers.into_iter().find(|number| !names.contains(&&number[..]));
        missing.filter(|_| as_many)
    }

    /// The name of this family in an expression, if there is one alone.
    fn only(&self, expression: &str) -> Option<&[String]> {
        let mut found: Option<&[String]> = None;
        for (name, words) in &self.names {
            let quoted = [format!("'{name}'"), format!("\"{name}\"")];
            let there = match &self.axis {
                Some(axis) => [format!("{axis}="), format!("{axis} == ")].iter().any(|start| {
                    expression.split(start.as_str()).skip(1).any(|rest| {
                        let rest = rest.trim_start_matches(['\'', '"']);
                        let after = rest.strip_prefix(name.as_str());
                        after.is_some_and(|after| {
                            !after.starts_with(|next: char| next.is_alphanumeric() || next == '.')
                        })
                    })
                }),
                None => quoted.iter().any(|name| expression.contains(name)),
            };
            match found {
                _ if !there => {}
                Some(other) if other != words => return None,
                _ => found = Some(words),
            }
        }
        found
    }
}

/// Whether "by" or "in" stands before this place, an article aside.
fn within(tokens: &[Token], at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).map(|at| tokens[at].text.as_str());
    let article = before(1).is_some_and(|word| ["the", "a", "an"].contains(&word));
    before(1 + usize::from(article)).is_some_and(|word| ["by", "in"].contains(&word))
}

/// Whether these words stand at this place.
pub(super) fn stands(tokens: &[Token], at: usize, words: &[String]) -> bool {
    let here = tokens.get(at..at + words.len());
    let same = |(token, word): (&Token, &String)| {
        let counted = word.parse().ok().zip(number(token));
        !token.computed
            && (token.text == *word || counted.is_some_and(|(one, other): (f64, f64)| one == other))
    };
    !words.is_empty() && here.is_some_and(|here| here.iter().zip(words).all(same))
}

/// The words that say a label or a value: "the d20, no points" is the d20.
fn said(name: &str) -> Vec<String> {
    let name = name.split([',', ':']).next().unwrap_or_default().replace('_', " ");
    let words: Vec<String> = match name.parse::<f64>() {
        Ok(_) => vec![name],
        Err(_) => tokens(&name).into_iter().map(|token| token.text).collect(),
    };
    let article = words.len() > 1 && ["the", "a", "an"].contains(&words[0].as_str());
    words[usize::from(article)..].to_vec()
}

/// Whether a name stands in code, outside of strings, and not as the attribute of something.
fn calls(code: &str, name: &str) -> bool {
    let letter = |other: Option<char>| other.is_some_and(|one| one.is_alphanumeric() || one == '_');
    let (mut open, mut before) = (None, None);
    for (at, here) in code.char_indices() {
        match open {
            Some(quote) => open = Some(quote).filter(|quote| *quote != here),
            None if ['\'', '"'].contains(&here) => open = Some(here),
            None if code[at..].starts_with(name) => {
                let after = code[at + name.len()..].chars().next();
                if !letter(before) && before != Some('.') && !letter(after) {
                    return true;
                }
            }
            None => {}
        }
        before = Some(here);
    }
    false
}

/// Name and text of each `set`, macro and loop of some words.
fn variables(words: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (kind, end) in [("{% set ", "%}"), ("{% macro ", "endmacro"), ("{% for ", "%}")] {
        for text in words.split(kind).skip(1) {
            let text = text.split(end).next().unwrap_or_default();
            let length = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
            let (name, value) = text.split_at(length.unwrap_or(text.len()));
            all.push((name.to_owned(), value.to_owned()));
        }
    }
    all
}

/// The numbers that the checks, casts and house rules of a scenario fix.
fn fixed(text: &str) -> Vec<f64> {
    let (mut all, mut inside) = (Vec::new(), false);
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            let other = ["[sweep", "[[chart", "[[expect", "[vary"];
            inside = !other.iter().any(|start| line.starts_with(start));
        }
        if inside && !line.starts_with('#') {
            all.extend(figures(line));
            let counted = tokens(line);
            all.extend(counted.iter().filter_map(number));
        }
    }
    all
}

/// The number at the start of some code.
fn first(code: &str) -> Option<f64> {
    let end = code.find(|letter: char| !letter.is_ascii_digit() && letter != '.');
    code[..end.unwrap_or(code.len())].parse().ok()
}

/// The numbers written by hand at which nothing stands that computes them: neither these figures,
/// nor `median` for a half. "Nine in ten" is a part.
pub(super) fn uncounted(tokens: &[Token], figures: &[f64], code: &str) -> Vec<usize> {
    let quantiles: Vec<f64> = code.split("quantile(").skip(1).filter_map(first).collect();
    let between = quantiles.iter().flat_map(|one| quantiles.iter().map(move |other| one - other));
    let figures: Vec<f64> = figures.iter().copied().chain(between).collect();
    let text = |at: usize| tokens.get(at).map(|token| token.text.as_str());
    let value = |at: usize| tokens.get(at).and_then(number);
    // "Nine in ten", "nine tasks in ten".
    let part = |at: usize| {
        let within = (at + 1..at + 3).find(|at| ["in", "out"].map(Some).contains(&text(*at)))?;
        Some((value(at)? / value(within + 1)?, within + 1))
    };
    let parts: Vec<(f64, usize)> = (0..tokens.len()).filter_map(part).collect();
    (0..tokens.len())
        .filter(|at| {
            let Some(one) = number(&tokens[*at]) else { return false };
            // "3 below the difficulty" is -3.
            let one = if text(at + 1) == Some("below") { -one.abs() } else { one };
            let word = &tokens[*at].text;
            let named = code.contains("estimate(") && among(one, &[95.0], false)
                || code.contains(&format!("'{word}'"))
                || word == "half" && code.contains("median");
            let of_part = parts
                .iter()
                .any(|(part, end)| (at + 3 >= *end && *at <= *end) && among(*part, &figures, true));
            !named && !of_part && !among(one, &figures, true)
        })
        .collect()
}
