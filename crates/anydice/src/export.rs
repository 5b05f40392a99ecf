//! AnyDice's export format: a text table per output, as offered by its page for spreadsheets.

use num_bigint::BigUint;

use crate::report::{Output, Report};

/// The probability that is listed for an outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// The probability of the outcome itself.
    #[default]
    Normal,
    /// The probability of at least the outcome.
    AtLeast,
    /// The probability of at most the outcome.
    AtMost,
}

/// Exports all outputs: name, mean, deviation, minimum and maximum, then a line per outcome with
/// its probability in percent; a blank line separates outputs.
///
/// # Examples
/// ```
/// use oddsmith_anydice::{Budget, View, export, run};
///
/// let report = run("output d{1,1,4} named \"a die\"", &Budget::default())?;
/// assert_eq!(
///     export(&report, View::AtLeast),
///     "\"a die\",2,1.41421356237,1,4\n#,%\n1,100\n4,33.3333333333\n"
/// );
/// # Ok::<(), oddsmith_base::Error>(())
/// ```
pub fn export(report: &Report, view: View) -> String {
    let outputs = report.outputs.iter().map(|output| one(output, view));
    outputs.collect::<Vec<_>>().join("\n")
}

fn one(output: &Output, view: View) -> String {
    let name = output.name.replace('"', "\"\"");
    let mean = output.mean().map_or_else(String::new, digits);
    let deviation = output.deviation().map_or_else(String::new, digits);
    let end = |cell: Option<&(i64, BigUint)>| cell.map_or_else(String::new, |c| c.0.to_string());
    let (least, most) = (end(output.outcomes.first()), end(output.outcomes.last()));
    let mut text = format!("\"{name}\",{mean},{deviation},{least},{most}\n#,%\n");
    let mut so_far = BigUint::ZERO;
    for (outcome, weight) in &output.outcomes {
        let before = so_far.clone();
        so_far += weight;
        let share = output.share(&match view {
            View::Normal => weight.clone(),
            View::AtLeast => &output.total - before,
            View::AtMost => so_far.clone(),
        });
        text += &format!("{outcome},{}\n", digits(100.0 * share));
    }
    text
}

/// Formats a number with twelve significant digits, like AnyDice.
fn digits(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    let written = format!("{number:.11e}");
    let (digits, exponent) = written.split_once('e').unwrap_or((&written, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trimmed = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    match exponent {
        -5..12 => trimmed(&format!("{number:.*}", (11 - exponent).max(0) as usize)),
        _ => format!("{}e{exponent:+}", trimmed(digits)),
    }
}
