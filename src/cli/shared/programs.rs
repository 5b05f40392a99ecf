//! Output of answers for programs, case by case: JSON, or the outcomes frame as CSV.

use super::output::Format;
use super::printer::Printer;
use crate::Result;
use crate::answer::csv::{Csv, swept};
use crate::answer::{Answer, Answers, json};
use crate::odds::Event;
use crate::registry::Value;
use crate::scenario::Axis;

/// Printer of answers for programs; each is printed immediately.
pub struct ForPrograms<'a> {
    /// CSV format, or None for JSON.
    csv: Option<Csv>,
    seed: u64,
    printed: usize,
    out: &'a mut Printer,
}

impl<'a> ForPrograms<'a> {
    /// Prints the text that precedes the first case; `axes` are those of all checks.
    ///
    /// # Errors
    /// If the output can't be written.
    pub fn start<'x>(
        format: Format,
        axes: impl IntoIterator<Item = &'x Axis>,
        seed: u64,
        out: &'a mut Printer,
    ) -> Result<ForPrograms<'a>> {
        let csv = (format == Format::Csv).then(|| Csv::whole(swept(axes)));
        out.print(&csv.as_ref().map_or_else(json::opening, Csv::heading))?;
        Ok(ForPrograms { csv, seed, printed: 0, out })
    }

    /// Prints a case of a check. `label` is empty for a single question, `point` is the position of
    /// the case on its axes, and `event` defines success.
    ///
    /// # Errors
    /// If the output can't be written.
    pub fn case(
        &mut self,
        answer: &Answer,
        label: &str,
        point: &[(&str, &Value)],
        event: &Event,
    ) -> Result<()> {
        let text = match &self.csv {
            Some(csv) => csv.lines("", label, answer, point),
            None => {
                let comma = if self.printed > 0 { "," } else { "" };
                let label = Some(label).filter(|label| !label.is_empty());
                format!("{comma}{}", json::case(answer, label, self.seed, event))
            }
        };
        self.printed += 1;
        self.out.print(&text)
    }

    /// Prints all cases of a check.
    ///
    /// # Errors
    /// If the output can't be written.
    pub fn check(&mut self, check: &Answers, event: &Event) -> Result<()> {
        let mut cases = check.cases.iter().enumerate();
        cases.try_for_each(|(number, answer)| {
            self.case(answer, &check.label, &check.point(number), event)
        })
    }

    /// Prints the text that follows the last case. In JSON this includes `members`, which begin
    /// with a comma and are added to the outermost object.
    ///
    /// # Errors
    /// If the output can't be written.
    pub fn end(self, members: &str) -> Result<()> {
        match self.csv {
            Some(_) => Ok(()),
            None => self.out.print(&format!("]{members}}}\n")),
        }
    }
}
