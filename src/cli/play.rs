//! `oddsmith play CHECK field=value …`: one resolution, told.

use super::number::count;
use super::question::Question;
use super::{BOLD, DIM};
use crate::chance::Scripted;
use crate::odds::{Histogram, Success};
use crate::text::numbers;
use crate::{Error, Result};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    question: Question,
    /// The luck, in the order of the rule: "card 6, card king", "face 17", "deal 3 7 12", "choose
    /// 1"
    #[arg(long, conflicts_with = "seed")]
    luck: Option<String>,
    /// Seed of the random luck [default: a new one each time, shown]
    #[arg(long, value_parser = count, allow_negative_numbers = true)]
    seed: Option<u64>,
}

pub fn run(arguments: &Arguments) -> Result<String> {
    let cases = arguments.question.cases()?;
    if cases.len() > 1 {
        return Err(Error::question("`play` rolls one case, and here a field has a range")
            .with_hint("give each field one value; `odds` takes ranges"));
    }
    let case = cases.case(0)?;
    let entry = &case.entry;
    let seed = arguments.seed.unwrap_or_else(drawn_seed);
    let tale = match &arguments.luck {
        Some(script) => {
            case.tell_scripted(Scripted::parse(script)?).map_err(|error| match error.hint() {
                Some(_) => error,
                None => error.with_hint(format!("the luck of {} is: {}", entry.id, entry.luck)),
            })?
        }
        None => case.tell_sampled(seed),
    };
    let mut text = format!("\n  {BOLD}{}{BOLD:#}\n\n", entry.title);
    tale.lines.iter().for_each(|line| text += &format!("  {line}\n"));
    text += "\n";
    // How often it goes so well is worth a second's thought, not more.
    let laws = case.law(2_000_000).ok();
    // What is counted step by step was told so.
    let scored = case.columns().iter().enumerate().zip(&tale.scores);
    for ((place, column), score) in scored.filter(|((_, column), _)| column.at.is_none()) {
        let named = |score| column.scale.name(score).map(|name| name.replace('_', " "));
        let outcome = score.map(|score| named(score).unwrap_or_else(|| score.to_string()));
        let outcome = outcome.unwrap_or_else(|| "none".to_owned());
        // A number does not say by itself whether it is a success.
        let counts = column.success.zip(*score).filter(|_| column.scale.names().is_empty());
        let outcome = match counts.map(|(success, score)| success.scores().contains(&score)) {
            Some(true) => format!("{outcome}, success"),
            Some(false) => format!("{outcome}, failure"),
            None => outcome,
        };
        let often = laws.as_ref().zip(*score).map(|(laws, score)| {
            let law = &laws.columns[place];
            let more = if column.success.is_some() { "this or better" } else { "this or more" };
            let exactly = numbers::per_cent(law.share(score), 1);
            let at_least = numbers::per_cent(law.share_of(Success::AtLeast(score)), 1);
            format!("   {DIM}{exactly} % chance, {more}: {at_least} %{DIM:#}")
        });
        let (name, often) = (column.name.replace('_', " "), often.unwrap_or_default());
        text += &format!("  {name}: {BOLD}{outcome}{BOLD:#}{often}\n");
    }
    if let Some(remark) = case.check().remark() {
        text += &format!("\n  {DIM}{remark}{DIM:#}\n");
    }
    let luck = tale.luck.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    if !luck.is_empty() {
        text += &format!("\n  {DIM}luck: {luck}{DIM:#}\n");
    }
    if arguments.luck.is_none() && arguments.seed.is_none() {
        text += &format!("  {DIM}seed: {seed} (add --seed {seed} for the same roll){DIM:#}\n");
    }
    Ok(text + "\n")
}

/// A seed that nobody has chosen, short enough to be typed.
fn drawn_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0) % 1_000_000
}
