//! Audit of the claims in the rule texts, each with a verdict by its own tolerance.

use super::decide::fill_settings;
pub use super::decide::{Auditor, ClaimVerdict};
use super::rows::ClaimRow;
use oddsmith_base::{Error, Result};
use oddsmith_engine::chance::Scripted;
use oddsmith_registry::{Claim, Example, Outcome, System, Value};
use oddsmith_systems::{Catalogue, SYSTEMS, case};

/// Claim of a rule text with its verdict.
#[derive(Clone, Debug)]
pub struct Audited {
    /// Title of the rule text's system.
    pub system: &'static str,
    /// Claim.
    pub claim: Claim,
    /// Row with the verdict and the computed figures.
    pub row: ClaimRow,
}

/// Possible verdicts on a claim.
pub const VERDICTS: [&str; 7] =
    ["holds", "near", "fails", "depends", "undecided", "not testable", "waits"];

/// Returns every claim of every rule text, in order.
///
/// # Errors
/// If the claims are malformed, which a test rules out.
pub fn claims() -> Result<Vec<(&'static System, Claim)>> {
    let mut all = Vec::new();
    for system in SYSTEMS.iter() {
        all.extend(system.claims()?.into_iter().map(|claim| (*system, claim)));
    }
    Ok(all)
}

/// Returns the claims with these ids, or every claim if there are none.
///
/// # Errors
/// If there is no claim of an id.
pub fn claims_of(ids: &[String]) -> Result<Vec<(&'static System, Claim)>> {
    let mut all = claims()?;
    for id in ids {
        let known = || all.iter().map(|(_, claim)| claim.id.as_str());
        if !known().any(|known| known.eq_ignore_ascii_case(id)) {
            return Err(Error::unknown("row", id, "the audit", known()));
        }
    }
    let is_named = |claim: &Claim| ids.iter().any(|id| claim.id.eq_ignore_ascii_case(id));
    all.retain(|(_, claim)| ids.is_empty() || is_named(claim));
    Ok(all)
}

impl Auditor<'_> {
    /// Judges a claim. The verdict is that of the default settings, or `depends` if a change of one
    /// setting or one open reading of its checks changes it.
    ///
    /// # Errors
    /// If the claim's question can't be answered with these readings, or an expression can't be
    /// evaluated.
    pub fn audit(&self, system: &'static System, claim: Claim) -> Result<Audited> {
        let ClaimVerdict { verdict, interval, depends_on, mut computed } =
            self.judge(system, &claim)?;
        if claim.is_asked() && verdict != "waits" {
            let words = self.computed(&claim)?;
            computed = if computed.is_empty() { words } else { format!("{words}; {computed}") };
        }
        let row = ClaimRow {
            id: claim.id.clone(),
            verdict: verdict.to_owned(),
            claim: claim.claim.clone(),
            computed,
            wanted: claim.tested.clone(),
            command: claim.command.clone(),
            why: Some(claim.source.clone()),
            sampled: interval.is_some(),
            whose: Some(claim.whose.word().to_owned()),
            interval,
            depends_on,
            ..ClaimRow::default()
        };
        self.progress.case();
        Ok(Audited { system: system.title, claim, row })
    }

    /// Returns the verdict without the figures that the claim computes.
    ///
    /// # Errors
    /// Returns an error if [`Auditor::audit`] would.
    pub fn judge(&self, system: &'static System, claim: &Claim) -> Result<ClaimVerdict> {
        if let Some(why) = &claim.untestable {
            return Ok(ClaimVerdict::exactly("not testable", why.clone()));
        }
        let catalogue = Catalogue::default();
        let missing = claim.needs.iter().filter(|id| catalogue.check(id).is_err());
        let missing: Vec<&str> = missing.map(String::as_str).collect();
        if !missing.is_empty() {
            return Ok(ClaimVerdict::exactly("waits", format!("for {}", missing.join(", "))));
        }
        if claim.examples {
            return examples(system);
        }
        let mut usual = self.decide(claim, &[])?;
        let others = self.verdict_changes(claim, usual.verdict)?;
        if !others.is_empty() {
            let said = others.iter().map(|(setting, verdict)| format!("{verdict} with {setting}"));
            let said: Vec<String> = said.collect();
            usual.computed = format!("{}, but {}", usual.verdict, said.join(", "));
            usual.verdict = "depends";
            usual.depends_on = others.into_iter().map(|(setting, _)| setting).collect();
        }
        Ok(usual)
    }

    /// Returns the computed figures as text, with the number of trials that the claim's command
    /// uses.
    fn computed(&self, claim: &Claim) -> Result<String> {
        let scenario = self.scenario(claim, &[])?;
        let effort = self.effort.with(scenario.effort.sampling());
        let (expressions, _) = self.answers(&scenario, effort)?;
        let words = expressions.words(&fill_settings(claim, &[], &claim.computed))?;
        Ok(words.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// Returns the settings and readings that change the verdict, with the verdict they give, one
    /// changed at a time. Undecided verdicts are ignored.
    fn verdict_changes(&self, claim: &Claim, usual: &str) -> Result<Vec<(String, &'static str)>> {
        let mut others = Vec::new();
        let mut note = |name: &str, value: &str, verdict: &'static str| {
            if ![usual, "undecided"].contains(&verdict) {
                others.push((format!("{name}={value}"), verdict));
            }
        };
        for (name, values) in &claim.settings {
            for value in values.iter().skip(1) {
                let setting = [(name.clone(), value.clone())];
                note(name, value, self.decide(claim, &setting)?.verdict);
            }
        }
        for (field, value) in self.open_readings(claim)? {
            let word = value.to_string();
            let readings = &[self.readings, &[(field.clone(), value)]].concat();
            let verdict = Auditor { readings, ..*self }.decide(claim, &[])?.verdict;
            note(&field, &word, verdict);
        }
        Ok(others)
    }

    /// Returns the alternatives to the defaults of the open readings of a claim's checks: readings
    /// that are set neither by its question nor by the auditor.
    fn open_readings(&self, claim: &Claim) -> Result<Vec<(String, Value)>> {
        let mut open: Vec<(String, Value)> = Vec::new();
        for question in &self.scenario(claim, &[])?.questions {
            let case = question.cases.case(0)?;
            let said = |name: &str| {
                case.settings.given().iter().any(|(field, _)| *field == *name)
                    || question.cases.axes().iter().any(|axis| axis.name == name)
            };
            let fields = case.entry.fields.iter();
            for field in fields.filter(|field| field.reading && !said(field.name)) {
                let usual = case.settings.all().get(field.name);
                for value in super::readings::words(&field) {
                    let other = (field.name.to_owned(), value);
                    if Some(&other.1) != usual && !open.contains(&other) {
                        open.push(other);
                    }
                }
            }
        }
        Ok(open)
    }
}

/// Returns the verdict on the worked examples of a rule text, with the number that are reproduced.
fn examples(system: &System) -> Result<ClaimVerdict> {
    let all = system.examples()?;
    let mut wrong = Vec::new();
    for example in &all {
        if !is_reproduced(example)? {
            wrong.push(example.text.as_str());
        }
    }
    let held = all.len() - wrong.len();
    let verdict = match wrong.len() {
        0 => "holds",
        few if few * 10 <= all.len() * 2 => "near",
        _ => "fails",
    };
    let but = if wrong.is_empty() { String::new() } else { format!("; not: {}", wrong.join("; ")) };
    Ok(ClaimVerdict::exactly(verdict, format!("{held} of {} come out{but}", all.len())))
}

/// Returns true if an example gives the outcomes of the text when its dice are replayed.
fn is_reproduced(example: &Example) -> Result<bool> {
    let case = case(&example.play)?;
    let tale = case.transcript_of_script(Scripted::parse(&example.luck)?)?;
    for (name, says) in &example.says {
        let column = case.columns().iter().find(|column| column.name == name.as_str());
        let score = tale.score(name)?;
        let named = score.and_then(|score| column?.scale.name(score).map(str::to_owned));
        let same = match says {
            Outcome::Score(said) => score == Some(*said),
            Outcome::Name(said) => named.as_ref() == Some(said),
        };
        if !same {
            return Ok(false);
        }
    }
    Ok(true)
}
