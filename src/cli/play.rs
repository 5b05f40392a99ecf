//! Command `oddsmith play CHECK field=value …`: plays one trial and prints its transcript.

use super::link::{self, LinkArguments};
use super::question::QuestionArguments;
use super::request::PLAY;
use super::{BOLD, DIM};
use crate::Result;
use crate::odds::Progress;
use crate::query::{ReplyData, Transcript};
use crate::readout::ColumnOutcome;
use crate::text::numbers::minus;

#[derive(clap::Args)]
#[command(
    after_help = "For example:\n  oddsmith play 4d6kh3\n  oddsmith play melodrama.opposed active=10 passive=5 --luck \"card 6, card 9\""
)]
pub struct Arguments {
    #[command(flatten)]
    pub question: QuestionArguments<PLAY>,
    #[command(flatten)]
    link: LinkArguments,
}

pub fn run(arguments: &Arguments) -> Result<String> {
    let Arguments { question, link, .. } = arguments;
    let (mut request, catalogue) = (question.request(), question.catalogue()?);
    if link.link {
        request.cases(&catalogue)?;
        return link::line(&request, question.rules());
    }
    let is_drawn = request.luck.is_none() && request.effort.seed.is_none();
    if is_drawn {
        request.effort.seed = Some(drawn_seed());
    }
    let reply = request.prepare(&catalogue)?.reply(&Progress::default())?;
    let ReplyData::Transcript(Transcript { title, lines, outcomes, remark, luck, .. }) =
        &reply.found
    else {
        return Ok(String::new());
    };
    let mut text = format!("\n  {BOLD}{title}{BOLD:#}\n\n");
    lines.iter().for_each(|line| text += &format!("  {}\n", minus(line)));
    text += "\n";
    for ColumnOutcome { name, outcome, probability: often } in outcomes {
        let often = often.as_ref().map_or(String::new(), |often| format!("   {DIM}{often}{DIM:#}"));
        text += &format!("  {name}: {BOLD}{}{BOLD:#}{often}\n", minus(outcome));
    }
    if let Some(remark) = remark {
        text += &format!("\n  {DIM}{remark}{DIM:#}\n");
    }
    if !luck.is_empty() {
        text += &format!("\n  {DIM}luck: {luck}{DIM:#}\n");
    }
    if let Some(seed) = request.effort.seed.filter(|_| is_drawn) {
        text += &format!("  {DIM}seed: {seed} (add --seed {seed} for the same roll){DIM:#}\n");
    }
    Ok(text + "\n")
}

/// Returns a random seed below 1,000,000, short enough to be typed.
fn drawn_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0) % 1_000_000
}
