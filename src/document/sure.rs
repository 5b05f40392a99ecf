//! How sure a document is: what is exact, what was played, and which expectations do not hold.

use crate::answer::{Answer, Judgement, Results, Verdict, agreements};
use crate::text::markdown;
use crate::text::numbers::grouped;

/// How sure its numbers are, in words.
pub fn how_sure(results: &Results) -> String {
    let counted: Vec<&Answer> = results.all().filter(|answer| answer.is_counted()).collect();
    let exact = counted.iter().filter(|answer| answer.laws.is_some()).count();
    let solved = results.all().count() - counted.len();
    let mut said = Vec::new();
    let of = |count: usize, what: &str| {
        format!("{} {what}{}", grouped(count as u64), if count == 1 { "" } else { "s" })
    };
    match counted.len() {
        0 => {}
        1 if exact == 1 => said.push("Exact: every way the luck can fall was counted.".to_owned()),
        all if exact == all => said.push(format!(
            "All {} are exact: every way the luck can fall was counted.",
            of(all, "case")
        )),
        all if exact == 0 => {
            said.push(format!("Sampled: none of the {} is exact.", of(all, "case")))
        }
        all => said.push(format!(
            "{} of the {} are exact, the others sampled.",
            grouped(exact as u64),
            of(all, "case")
        )),
    }
    let trials =
        || counted.iter().filter_map(|answer| answer.tallies.as_ref()).map(|all| all.trials);
    if let (Some(least), Some(most)) = (trials().min(), trials().max()) {
        let each = if trials().count() == counted.len() { "Each" } else { "The others" };
        let each = if counted.len() == 1 { "It" } else { each };
        let also = if exact > 0 && each != "The others" { " also" } else { "" };
        let times = match least == most {
            true => grouped(most),
            false => format!("{} to {}", grouped(least), grouped(most)),
        };
        said.push(format!("{each} was{also} played {times} times (seed {}).", results.seed));
        said.extend(agreements(&counted).map(|agreements| agreements.sentence()));
    }
    if solved > 0 {
        let verb = if solved == 1 { "is" } else { "are" };
        said.push(format!(
            "{} {verb} solved: what one side's plan keeps is what the other's concedes.",
            of(solved, "duel")
        ));
    }
    said.join(" ")
}

/// The expectations that do not hold, as a paragraph and a list; nothing where all hold.
pub fn failures(judgements: &[Judgement]) -> Option<String> {
    let failed: Vec<&Judgement> =
        judgements.iter().filter(|judgement| judgement.verdict != Verdict::Holds).collect();
    if failed.is_empty() {
        return None;
    }
    let all = judgements.len();
    let verb = if failed.len() == 1 { "does" } else { "do" };
    let mut lines = vec![format!("**{} of {all} expectations {verb} not hold:**\n", failed.len())];
    lines.extend(failed.iter().map(|judgement| format!("- {}", markdown(&failure(judgement)))));
    Some(lines.join("\n"))
}

/// An expectation that does not hold, in a line: "no. 3 fails: bruises count (cards: success at
/// damage 8 is 0.2, expected at least 0.3)".
pub fn failure(judgement: &Judgement) -> String {
    let Judgement { number, verdict, subject, wanted, computed, why, .. } = judgement;
    let words = subject.split(['\n', ' ']).filter(|word| !word.is_empty());
    let subject = words.collect::<Vec<_>>().join(" ");
    let verdict = match verdict {
        Verdict::Undecided => "is undecided",
        verdict => verdict.word(),
    };
    let why = why.as_ref().map_or_else(String::new, |why| format!("{why} "));
    format!("no. {number} {verdict}: {why}({subject} is {computed}, expected {wanted})")
}
