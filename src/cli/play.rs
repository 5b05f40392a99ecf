//! `oddsmith play CHECK field=value …`: one resolution, told.

use super::link::LinkArguments;
use super::number::count;
use super::question::Question;
use super::{BOLD, DIM};
use crate::chance::Scripted;
use crate::readout::{Told, told};
use crate::text::numbers::minus;
use crate::{Error, Result};

#[derive(clap::Args)]
#[command(
    after_help = "For example:\n  oddsmith play 4d6kh3\n  oddsmith play melodrama.opposed active=10 passive=5 --luck \"card 6, card 9\""
)]
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
    #[command(flatten)]
    link: LinkArguments,
}

pub fn run(arguments: &Arguments) -> Result<String> {
    let cases = arguments.question.cases()?;
    if cases.len() > 1 {
        return Err(Error::question("`play` rolls one case, and here a field has a range")
            .with_hint("give each field one value; `odds` takes ranges"));
    }
    if arguments.link.link {
        let mut link = arguments.question.link()?;
        link.add("do", Some("play"));
        link.add("luck", arguments.luck.as_ref());
        link.add("seed", arguments.seed);
        return Ok(link.line());
    }
    let case = cases.case(0)?;
    let entry = &case.entry;
    let seed = arguments.seed.unwrap_or_else(drawn_seed);
    let tale = match &arguments.luck {
        Some(script) => {
            case.tell_scripted(Scripted::parse(script)?).map_err(|error| match error.hint() {
                Some(_) => error,
                None => {
                    error.with_hint(format!("the luck of {} is: {}", entry.called(), entry.luck))
                }
            })?
        }
        None => case.playable().map(|()| case.tell_sampled(seed))?,
    };
    let mut text = format!("\n  {BOLD}{}{BOLD:#}\n\n", entry.title);
    tale.lines.iter().for_each(|line| text += &format!("  {}\n", minus(line)));
    text += "\n";
    for Told { name, outcome, often } in told(&case, &tale) {
        let often = often.map_or(String::new(), |often| format!("   {DIM}{often}{DIM:#}"));
        text += &format!("  {name}: {BOLD}{}{BOLD:#}{often}\n", minus(&outcome));
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
