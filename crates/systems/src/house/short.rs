//! The short form of a house rule as a written one: dice and a number against dice and a number.

use super::rule::Tie;
use super::texts::{bands, deck};
use super::written::Written;
use oddsmith_base::{About, Error, Result};
use oddsmith_dice::{self as dice, Fault};
use oddsmith_engine::program::Compiled;
use oddsmith_registry::Choice;

/// How often both sides roll at most where ties are rolled again.
const MOST_ROLLS: u8 = 13;

/// The rule that the keys ask for.
///
/// # Errors
/// If a text does not fit its key.
pub fn written(get: impl Fn(&str) -> Option<String>, can_come: bool) -> Result<Compiled> {
    let text = |key: &str| get(key).filter(|text| text != "none");
    let side = |name: &str| -> Result<String> {
        let luck = match text(&format!("{name}.luck")) {
            None => "0".to_owned(),
            Some(luck) if luck.starts_with("[[") => {
                let cards = deck(&luck)?.into_iter();
                let cards: Vec<String> =
                    cards.map(|(value, copies)| format!("{value} x{copies}")).collect();
                format!("d{{{}}}", cards.join(", "))
            }
            Some(luck) => {
                dice::read_expression(&luck).map_err(told)?;
                luck
            }
        };
        Ok(format!("({luck}) + ({})", text(&format!("{name}.add")).unwrap_or("0".into())))
    };
    let bands = bands(&get("bands").unwrap_or("none".into()))?;
    let tie = text("tie").and_then(|tie| Tie::named(&tie)).unwrap_or(Tie::Passive);
    let mine = side("mine")?;
    if get("theirs.add").is_some_and(|add| add == "none") {
        return rule(&format!("total = {mine}\nask total"), can_come)?.compile(|_| None);
    }
    let margin = format!("margin = {mine} - ({})", side("theirs")?);
    let mut lines = match tie {
        Tie::Again => {
            format!("state margin = 0\nstep\n{margin}\nuntil margin != 0, at most {MOST_ROLLS}\n")
        }
        _ => format!("{margin}\n"),
    };
    for (i, (name, highest)) in bands.iter().enumerate() {
        lines += &match i + 1 == bands.len() {
            true => format!("{name}: otherwise\n"),
            false => format!("{name}: margin <= {highest}\n"),
        };
    }
    let mut written = rule(&(lines + "ask margin"), can_come)?;
    if !bands.is_empty() {
        written = written.ladder(bands.into_iter().map(|(name, _)| name).collect())?;
    }
    let least = if tie == Tie::Active { "margin >= 0" } else { "margin > 0" };
    written.succeeds(text("success").as_deref().unwrap_or(least))?.compile(|_| None)
}

fn rule(lines: &str, can_come: bool) -> Result<Written> {
    Written::read(lines, Vec::new(), can_come).map_err(told)
}

/// What is wrong with the luck, without its place: nobody wrote the lines in which it stands.
fn told(fault: Fault) -> Error {
    Error::question(&*fault.message).with_hint(fault.advice()).about(About::value("mine.luck"))
}
