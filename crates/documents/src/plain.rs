//! Default text of a scenario without `report.md`: a sentence and a table for each check.

use oddsmith_answers::{Answer, Answers, Results};
use oddsmith_engine::odds::Event;
use oddsmith_readout::{Shown, describe_event, page, policies};
use oddsmith_registry::Value;
use oddsmith_scenario::Scenario;
use oddsmith_text::numbers::per_cent;
use oddsmith_text::{capital, listed, markdown};

/// Largest number of cases of a table.
const MOST: usize = 40;

/// Returns the title, a sentence for each check, and a table of each that is not too long.
pub fn plain(scenario: &Scenario, results: &Results) -> String {
    let title = &scenario.title;
    // The text uses the same event as the charts.
    let asked = scenario.charts.iter().map(|chart| &chart.event).find(|event| event.is_asked());
    let mut parts = vec![format!("# {}", markdown(title))];
    let event = |check: &Answers| {
        let has = |event: &&Event| check.cases.iter().all(|answer| answer.event(event).is_some());
        asked.filter(has).cloned().unwrap_or_default()
    };
    // "Cards: success 3.2 % to 85.9 % (damage 20; damage 0)."
    let said = |check: &Answers| {
        let event = event(check);
        let mut span = FigureRange::of(&event);
        check.cases.iter().enumerate().for_each(|(case, answer)| span.add(case, answer));
        markdown(&span.sentence(&check.label, |case| check.point(case)))
    };
    parts.extend(results.checks.iter().map(said));
    // Default choices of decisions without a given policy.
    parts.extend(policies(&results.checks).iter().map(|line| markdown(line) + "."));
    for check in &results.checks {
        let counted = check.cases.iter().all(Answer::is_counted);
        if counted && check.cases.len() <= MOST {
            let shown = Shown { event: event(check), ..Shown::default() };
            let page = page(&check.cases, &shown, results.seed);
            let what = match page.unit.is_empty() {
                true => check.label.clone(),
                false => format!("{}: {}", check.label, page.unit),
            };
            let heads = (!page.tables.is_empty()).then(|| markdown(&capital(&what)) + ".");
            parts.extend(heads);
            parts.extend(page.tables.iter().map(|table| table.markdown().trim_end().to_owned()));
        }
    }
    parts.join("\n\n") + "\n"
}

/// Range of a check's results, collected from one answer at a time.
#[derive(Debug)]
pub struct FigureRange<'e> {
    event: &'e Event,
    cases: usize,
    solved: bool,
    /// Description of the event.
    success: Option<String>,
    /// First case with the smallest figure, and first case with the largest.
    ends: Option<[(usize, f64); 2]>,
}

impl FigureRange<'_> {
    /// Creates an empty range for this event; the mean is used for answers without it.
    pub fn of(event: &Event) -> FigureRange<'_> {
        FigureRange { event, cases: 0, solved: false, success: None, ends: None }
    }

    /// Adds the answer of a case.
    pub fn add(&mut self, case: usize, answer: &Answer) {
        self.cases += 1;
        self.solved |= !answer.is_counted();
        if self.success.is_none() {
            let target = self.event.target(answer.columns());
            self.success = target.map(|(place, scores)| match self.event.is_asked() {
                true => describe_event(&answer.columns()[place], &scores),
                false => "success".to_owned(),
            });
        }
        let figure = match answer.is_counted() {
            false => answer.value().ok(),
            true => {
                let known = answer.event(self.event).or_else(|| answer.mean(0));
                known.map(|known| known.value())
            }
        };
        let Some(figure) = figure else { return };
        let [least, most] = self.ends.get_or_insert([(case, figure); 2]);
        if figure.total_cmp(&least.1).is_lt() {
            *least = (case, figure);
        }
        if figure.total_cmp(&most.1).is_gt() {
            *most = (case, figure);
        }
    }

    /// Returns the sentence for the check with this label; `point` returns the point of a case.
    pub fn sentence<'p>(
        &self,
        label: &str,
        point: impl Fn(usize) -> Vec<(&'p str, &'p Value)>,
    ) -> String {
        let label = capital(label);
        let (what, number): (&str, fn(f64) -> String) = match (self.solved, &self.success) {
            (true, _) => ("value", |value| format!("{value:.3}")),
            (_, Some(what)) => (what, |value| format!("{} %", per_cent(value, 1))),
            _ => ("mean", |value| format!("{value:.2}")),
        };
        let Some([least, most]) = self.ends else {
            return format!("{label}: {} cases.", self.cases);
        };
        let at = |case: usize| {
            let place = point(case).into_iter();
            listed(place.map(|(axis, value)| (oddsmith_readout::words(axis), value)))
        };
        match least.1 == most.1 {
            true => format!("{label}: {what} {}.", number(least.1)),
            false => format!(
                "{label}: {what} from {} ({}) to {} ({}).",
                number(least.1),
                at(least.0),
                number(most.1),
                at(most.0)
            ),
        }
    }
}
