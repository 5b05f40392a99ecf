//! Comparison of several checks: their cases on a common axis, and remarks on the alignment.

use super::{
    Axis, BUDGET, Cases, Question, accepted_advantages, at_edges, recipe, shift_to, values,
};
use oddsmith_base::{Error, Parameter, Result};
use oddsmith_registry::{Field, Names, Need, Value};
use oddsmith_systems::{Catalogue, TWO_CHECKS};

/// Checks that are compared; cases with the same index are compared with each other.
#[derive(Clone, Debug)]
pub struct Sides {
    /// Questions, each with a unique label.
    pub questions: Vec<Question>,
    /// Cases of each question.
    pub cases: Vec<Cases>,
    /// Remarks for the user: the recipe of each check, and warnings.
    pub remarks: Vec<String>,
}

/// Points at which checks are compared.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// Advantages, which each check translates by its recipe. If `None` and all required fields are
    /// given, the checks are compared at the cases that they sweep.
    pub edges: Option<Vec<i64>>,
    /// Success share at advantage 0, 0..=1; each check is shifted to be as close to it as possible.
    pub share: Option<f64>,
}

/// Parses advantages: `-20..20`.
///
/// # Errors
/// If the text is not a sweep of whole numbers.
pub fn edges(text: &str) -> Result<Vec<i64>> {
    let number = |edge: &Value| match edge {
        Value::Integer(number) => Ok(i64::from(*number)),
        _ => {
            let hint = "use whole numbers: " + Parameter::EDGE.to("-20..20");
            Err(Error::question(format!("`{edge}` is not an advantage")).with_hint(hint))
        }
    };
    let edges = values(text).map_err(|error| error.at("in " + Parameter::EDGE.to(text.trim())))?;
    edges.iter().map(number).collect()
}

impl Sides {
    /// Returns the number of cases of all questions together.
    pub fn count(&self) -> usize {
        self.cases.iter().map(Cases::len).sum()
    }

    /// Parses questions such as `"label: CHECK field=value"` and aligns them on one axis; the
    /// search for a shift uses at most `budget` branches for each case.
    ///
    /// # Errors
    /// If a question can't be parsed, there are fewer than two, or the numbers of cases differ.
    pub fn read(
        questions: &[String],
        place: &Place,
        catalogue: &Catalogue,
        budget: Option<u64>,
    ) -> Result<Sides> {
        if questions.len() < 2 {
            return Err(Error::question("`compare` needs two checks or more")
                .with_hint(format!("put each in quotes with its fields: {TWO_CHECKS}")));
        }
        let questions = labelled(questions, catalogue)?;
        let budget = budget.unwrap_or(BUDGET);
        let (cases, remarks) = cases(&questions, place, catalogue, budget)?;
        let counts: Vec<usize> = cases.iter().map(Cases::len).collect();
        if counts.iter().any(|&count| count != counts[0]) {
            let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
            let error = Error::question(format!("the checks have {} cases", counts.join(" and ")));
            return Err(error.with_hint("give each check as many values as the others"));
        }
        Ok(Sides { questions, cases, remarks })
    }
}

/// Parses the questions, each with a unique label; the default label is the question's text.
fn labelled(texts: &[String], catalogue: &Catalogue) -> Result<Vec<Question>> {
    let mut questions: Vec<Question> = Vec::new();
    for (place, text) in texts.iter().enumerate() {
        let question = Question::read(text, catalogue);
        let mut question = question.map_err(|error| error.at(format!("case {}", place + 1)))?;
        let name = if question.label.is_empty() { text } else { &question.label };
        let taken = |other: &&Question| {
            other.label == *name || other.label.starts_with(&format!("{name} ("))
        };
        question.label = match questions.iter().filter(taken).count() {
            0 => name.clone(),
            count => format!("{name} ({})", count + 1),
        };
        questions.push(question);
    }
    Ok(questions)
}

/// Returns the cases of each check, and remarks on their alignment.
fn cases(
    sides: &[Question],
    place: &Place,
    catalogue: &Catalogue,
    budget: u64,
) -> Result<(Vec<Cases>, Vec<String>)> {
    let names = &catalogue.names;
    let whole = |side: &Question| {
        let is_given = |field: &Field| side.given.iter().any(|axis| axis.name == field.name);
        let there = |field: Field| !matches!(field.need, Need::Required(_)) || is_given(&field);
        side.entry.fields.iter().all(there)
    };
    if place.edges.is_none() && place.share.is_none() && sides.iter().all(whole) {
        let mut all: Vec<Cases> = Vec::new();
        for side in sides {
            let mut side = side.clone();
            if let Some(first) = all.first() {
                side.given = in_order_of(first.axes(), side.given);
            }
            all.push(side.cases(catalogue)?);
        }
        return Ok((all, difficulty_name_warning(sides).into_iter().collect()));
    }
    let shifts = sides
        .iter()
        .map(|side| place.share.map_or(Ok(0), |share| shift_to(side, share, names, budget)));
    let shifts = shifts.collect::<Result<Vec<i64>>>()?;
    let edges = match &place.edges {
        Some(edges) => {
            let mut each = sides.iter().zip(&shifts);
            each.try_for_each(|(side, shift)| in_range(side, edges, *shift, names))?;
            edges.clone()
        }
        // The advantages that every check accepts.
        None => sides
            .iter()
            .zip(&shifts)
            .fold((-20..=20).collect(), |edges: Vec<i64>, (side, shift)| {
                accepted_advantages(side, &edges, *shift, names)
            }),
    };
    let mut all = Vec::new();
    let mut recipes = vec!["An advantage of E means:".to_owned()];
    for (side, shift) in sides.iter().zip(shifts) {
        all.push(at_edges(side, &edges, shift, names)?);
        recipes.push(format!("  {}: {}", side.label, recipe(side, shift)));
    }
    Ok((all, recipes))
}

/// Checks that a check accepts these advantages.
///
/// # Errors
/// If it accepts only some of them; the hint has their range.
fn in_range(side: &Question, edges: &[i64], shift: i64, names: &Names) -> Result<()> {
    let fit = accepted_advantages(side, edges, shift, names);
    let (Some(low), Some(high)) = (fit.first(), fit.last()) else { return Ok(()) };
    let Some(edge) = edges.iter().find(|edge| !fit.contains(edge)) else { return Ok(()) };
    let refused = at_edges(side, &[*edge], shift, names).and_then(|cases| cases.case(0));
    refused.map(drop).map_err(|error| {
        let range = if low == high { low.to_string() } else { format!("{low}..{high}") };
        let error = error.at(format!("`{}` at advantage {edge}", side.label));
        error.with_hint("it takes " + Parameter::EDGE.to(range))
    })
}

/// Sorts axes into the order of the first check's axes, so that cases with the same index have the
/// same values on the axes that both sweep.
fn in_order_of(first: &[Axis], axes: Vec<Axis>) -> Vec<Axis> {
    let (mut swept, mut ordered): (Vec<Axis>, Vec<Axis>) =
        axes.into_iter().partition(|axis| axis.values.len() > 1);
    if swept.len() != first.len() {
        ordered.append(&mut swept);
        return ordered;
    }
    let place = |name: &str, among: &[Axis]| among.iter().position(|axis| axis.name == name);
    for axis in first {
        let own = || swept.iter().position(|own| place(&own.name, first).is_none());
        let next = place(&axis.name, &swept).or_else(own);
        ordered.extend(next.map(|next| swept.remove(next)));
    }
    ordered
}

/// Returns a warning if two checks use different numbers for a difficulty of the same name.
fn difficulty_name_warning(sides: &[Question]) -> Option<String> {
    let named = |side: &Question| -> Option<(String, Vec<(String, i32)>)> {
        let field = side.entry.difficulty()?;
        let number = |value: &Value| value.number().is_some();
        let given = side.given.iter().find(|axis| axis.name == field.name)?;
        given.values.iter().any(number).then_some(())?;
        let names = field.named_numbers().iter();
        let names = names.map(|(name, number)| ((*name).to_owned(), *number)).collect();
        Some((field.name.to_owned(), names))
    };
    for (i, one) in sides.iter().enumerate() {
        for other in &sides[i + 1..] {
            let (Some((field, mine)), Some((other_field, theirs))) = (named(one), named(other))
            else {
                continue;
            };
            let unlike = mine.iter().find_map(|(name, number)| {
                let (_, other) = theirs.iter().find(|(known, _)| known == name)?;
                (other != number).then_some((name, number, other))
            });
            if let Some((name, here, there)) = unlike {
                return Some(format!(
                    "The difficulty `{name}` is {here} for {} and {there} for {}; to use it by \
                        name, write {field}={name} and {other_field}={name}",
                    one.entry.id, other.entry.id
                ));
            }
        }
    }
    None
}
