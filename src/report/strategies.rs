//! The strategies of the duels of a scenario, as one more frame.

use super::Work;
use crate::error::Result;
use crate::frame::{Strategies, strategies};
use crate::registry::Case;
use crate::scenario::{Answered, positions};

impl Work {
    /// With the strategies of all its duels; where they are too many, it says so among how sure it is.
    ///
    /// # Errors
    /// If Polars can't make the frame.
    pub fn with_strategies(mut self) -> Result<Work> {
        let findings = self
            .answers
            .checks
            .iter()
            .flat_map(|check| check.findings.iter().map(move |finding| (check, &finding.case)));
        let duels: Vec<(&Answered, &Case)> =
            findings.filter(|(_, case)| case.entry.solver.is_some()).collect();
        if duels.is_empty() {
            return Ok(self);
        }
        let positions = match positions(
            &duels
                .iter()
                .filter_map(|(_, case)| Some((case.entry.solver.as_ref()?, &case.settings)))
                .collect::<Vec<_>>(),
        ) {
            Ok(positions) => positions,
            Err(error) => {
                self.left_out = Some(format!("There is no strategies.parquet: {error}."));
                return Ok(self);
            }
        };
        let all = duels.iter().zip(&positions).map(|(&(check, case), positions)| {
            let (check, label) = (&*case.entry.id, check.label.as_str());
            Strategies { check, label, settings: &case.settings, positions }
        });
        let all: Vec<Strategies> = all.collect();
        let swept: Vec<&str> = duels
            .iter()
            .flat_map(|(check, ..)| &check.axes)
            .flat_map(|axis| &axis.fields)
            .map(String::as_str)
            .collect();
        self.frames.strategies = Some(strategies(&self.title, &swept, &all)?);
        Ok(self)
    }
}
