//! Programs of the dice language as rules: compiled to lines over numbered slots, and run against
//! any chance like a hand-written rule.
//!
//! This module holds the compiler, the virtual machine, and the optimal policy of decisions; texts,
//! tables and pages are elsewhere.

mod best;
mod code;
mod exact;
mod expand;
mod expand_decisions;
mod liveness;
mod lower;
mod machine;
mod names;
mod node;
mod over_approximation;
mod pass;
mod pools;
mod roll;
mod saturation;
mod scale;
mod step_counts;
mod trial_run;
mod value;
mod walk;

use std::collections::BTreeMap;

pub use best::{Best, Choice, Goal, best};
pub use machine::Compiled;
pub use pass::Pass;

use oddsmith_base::Result;
use oddsmith_dice::syntax::{Comparison, Expression, Program};

/// A program with its fields filled in, ready to be compiled.
///
/// # Examples
/// Two dice, and the higher of them.
/// ```
/// use oddsmith_dice::{check_program, read_program};
/// use oddsmith_engine::odds::Check;
/// use oddsmith_engine::program::Question;
///
/// let program = read_program("best = 2d6kh1\nask best").unwrap();
/// let program = check_program(program, &[]).unwrap().tree;
/// let laws = Question::of(&program).compile()?.law(1_000)?;
/// assert_eq!(laws.column("best")?.exactly(6).fraction().as_deref(), Some("11/36"));
/// # Ok::<(), oddsmith_engine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Question<'p> {
    /// The checked program.
    pub program: &'p Program,
    /// The values of its fields; words by their index, from 0.
    pub fields: BTreeMap<String, i64>,
    /// The policy of each decision, an expression for the index of a word; defaults to the first
    /// word.
    pub decisions: BTreeMap<String, Expression>,
    /// The labels of each list from worst to best, by its name; a list without a ladder has no
    /// order.
    pub ladders: BTreeMap<String, Vec<String>>,
    /// The success: a result, a number, or one of each.
    pub success: Vec<Wanted>,
}

/// A condition on the results of a program that counts as success.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    /// This rung of a list or a higher one; without a ladder this result alone.
    Rung {
        /// The list of results.
        list: String,
        /// The label of the result in that list.
        rung: String,
    },
    /// A requested number that satisfies a comparison.
    Number {
        /// The column.
        column: String,
        /// The comparison.
        comparison: Comparison,
        /// The number compared with.
        number: i64,
    },
}

impl<'p> Question<'p> {
    /// Creates a question about a program without fields.
    pub fn of(program: &'p Program) -> Question<'p> {
        Question {
            program,
            fields: BTreeMap::new(),
            decisions: BTreeMap::new(),
            ladders: BTreeMap::new(),
            success: Vec::new(),
        }
    }

    /// Compiles the program to a rule.
    ///
    /// # Errors
    /// If the program was not checked, or its numbers are out of range.
    pub fn compile(&self) -> Result<Compiled> {
        let mut compiled = Compiled::new(self.lowered()?);
        scale::measure(&mut compiled, self)?;
        Ok(compiled)
    }

    /// Checks whether the program compiles, without exploring its results.
    ///
    /// # Errors
    /// A subset of those of [`Question::compile`].
    pub fn check(&self) -> Result<()> {
        self.lowered().map(drop)
    }

    fn lowered(&self) -> Result<code::Code> {
        let mut code = lower::lower(self)?;
        if Pass::Saturate.is_enabled() {
            saturation::saturate(&mut code);
        }
        Ok(code)
    }
}
