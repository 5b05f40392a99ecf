//! Translation of a table of results from one die to ranges of scores of another.

use oddsmith_base::{Error, Result, shown};
use oddsmith_engine::odds::{Histogram, Law};

/// Row of a table of results: the name of the result, and the lowest and highest score that give
/// it.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    /// Name of the result.
    pub name: String,
    /// Lowest score.
    pub low: i32,
    /// Highest score.
    pub high: i32,
}

/// Result with its ranges and shares on both dice.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// Range in the given table.
    pub asked: Range,
    /// Share in the given table, 0..=1.
    pub wanted: f64,
    /// Range on the other die.
    pub found: Range,
    /// Share on the other die, 0..=1.
    pub share: f64,
}

impl Range {
    /// Parses a table such as "1-4 fumble, 5-12 mixed, 13-20 hit".
    ///
    /// # Errors
    /// If a part lacks a range or a name, a range does not continue the one before, or there are
    /// fewer than two results.
    pub fn read(text: &str) -> Result<Vec<Range>> {
        let hint = "write the table as \"1-4 fumble, 5-12 mixed, 13-20 hit\"";
        let wrong = |why: String| Error::question(why).with_hint(hint);
        let mut ranges: Vec<Range> = Vec::new();
        for part in text.split(',').map(str::trim) {
            let (span, name) = part.split_once(' ').unwrap_or((part, ""));
            let number = |text: &str| text.trim().parse::<i32>().ok();
            // A minus sign before a digit is part of the number.
            let cut = span.char_indices().skip(1).find(|(_, letter)| "-–".contains(*letter));
            let ends = match cut {
                Some((at, dash)) => number(&span[..at]).zip(number(&span[at + dash.len_utf8()..])),
                None => number(span).zip(number(span)),
            };
            let (low, high) = ends
                .filter(|(low, high)| low <= high)
                .ok_or_else(|| wrong(format!("`{}` has no range", shown(part))))?;
            if name.trim().is_empty() {
                return Err(wrong(format!("`{}` has no result", shown(part))));
            }
            if let Some(before) = ranges.last().filter(|before| before.high + 1 != low) {
                let after = before.high + 1;
                return Err(wrong(format!("`{}` must begin at {after}", shown(part))));
            }
            ranges.push(Range { name: name.trim().to_owned(), low, high });
        }
        match ranges.len() {
            0 | 1 => Err(wrong("a table needs two results or more".to_owned())),
            _ => Ok(ranges),
        }
    }
}

/// Largest number of scores that can be divided.
const MOST: usize = 1000;

/// Divides the scores of the law `to` into ranges whose shares are nearest to those of a table for
/// the law `from`.
///
/// # Formula
/// Of all ways to divide the scores, the one with the smallest sum of `|share - wanted|`. Dynamic
/// programming over results and cuts finds the optimum; of equally good ones, the one with lower
/// cuts.
///
/// # Errors
/// If the table lacks a score of its own die, or there are more results than scores, or too many
/// scores.
///
/// # Examples
/// ```
/// use oddsmith_answers::solve::{fit, Range};
///
/// let d20 = oddsmith_systems::case("house.roll luck=d20")?.law(100)?;
/// let d10 = oddsmith_systems::case("house.roll luck=d10")?.law(100)?;
/// let table = Range::read("1-4 fumble, 5-13 mixed, 14-20 hit")?;
/// let found = fit(&table, &d20.columns[0], &d10.columns[0])?;
/// assert_eq!((found[0].found.low, found[0].found.high, found[0].share), (1, 2, 0.2));
/// assert!((found[1].share - found[1].wanted).abs() < 0.051);
/// # Ok::<(), oddsmith_base::Error>(())
/// ```
pub fn fit(table: &[Range], from: &Law, to: &Law) -> Result<Vec<Fit>> {
    let (first, last) = (table[0].low, table[table.len() - 1].high);
    let come_up = |law: &Law| -> Vec<i32> {
        law.scale().scores().filter(|&score| law.share(score) > 0.0).collect()
    };
    let known = come_up(from);
    if let Some(left) = known.iter().find(|score| !(first..=last).contains(*score)) {
        return Err(Error::question(format!("the table has no result for {left}"))
            .with_hint("put its die before it, for example \"2d6: 2-5 miss, 6-12 hit\""));
    }
    let scores = come_up(to);
    if scores.len() > MOST || scores.len() < table.len() {
        return Err(Error::question(format!(
            "{} scores can't be divided into {} results",
            scores.len(),
            table.len()
        ))
        .with_hint(format!("it takes a score for each result, and at most {MOST}")));
    }
    let wanted: Vec<f64> =
        table.iter().map(|range| from.within(range.low..=range.high).value).collect();
    let mut below = vec![0.0];
    below.extend(scores.iter().map(|&score| to.within(i32::MIN..=score).value));
    // Smallest error of the first results with a cut after each score, and the preceding cut.
    let mut least = vec![f64::INFINITY; scores.len() + 1];
    least[0] = 0.0;
    let mut cuts: Vec<Vec<usize>> = Vec::new();
    for wanted in &wanted {
        let mut next = vec![f64::INFINITY; scores.len() + 1];
        let mut cut = vec![0; scores.len() + 1];
        for end in 1..=scores.len() {
            for start in 0..end {
                let sum = least[start] + (below[end] - below[start] - wanted).abs();
                if sum < next[end] - oddsmith_engine::odds::NOISE {
                    (next[end], cut[end]) = (sum, start);
                }
            }
        }
        least = next;
        cuts.push(cut);
    }
    let mut end = scores.len();
    let mut found = Vec::new();
    for (place, asked) in table.iter().enumerate().rev() {
        let start = cuts[place][end];
        let range = Range { name: asked.name.clone(), low: scores[start], high: scores[end - 1] };
        found.push(Fit {
            asked: asked.clone(),
            wanted: wanted[place],
            found: range,
            share: below[end] - below[start],
        });
        end = start;
    }
    found.reverse();
    Ok(found)
}
