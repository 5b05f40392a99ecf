//! Exact evaluation of AnyDice programs.
//!
//! This crate holds the parser of the language, its interpreter, its function library, budgets, and
//! AnyDice's export format. It contains no pages, charts or game rules.
//!
//! [`run`] takes a program as saved on anydice.com and computes its outputs with integer weights,
//! so a probability is a fraction of any size. The language is that of AnyDice, with its operator
//! precedence, parameter types and expansion of dice over parameters; known bugs of AnyDice are not
//! reproduced, but reported in a warning.
//!
//! # Examples
//! ```
//! use oddsmith_anydice::{Budget, run};
//!
//! let report = run("output [highest 3 of 4d6] named \"an attribute\"", &Budget::default())?;
//! let attribute = &report.outputs[0];
//! assert_eq!(attribute.name, "an attribute");
//! let (eighteen, weight) = attribute.outcomes.last().unwrap();
//! assert_eq!((*eighteen, attribute.fraction(weight).as_deref()), (18, Some("7/432")));
//!
//! let wrong = run("output 3d6 +", &Budget::default()).unwrap_err();
//! assert_eq!(wrong.to_string(), "the program ends where a value is expected (line 1, column 13)");
//! # Ok::<(), oddsmith_base::Error>(())
//! ```

mod budget;
mod call;
mod export;
mod express;
mod fault;
mod law;
mod library;
mod machine;
mod natural;
mod operators;
mod parse;
mod pick;
mod report;
mod rolls;
mod sums;
mod token;
mod tree;
mod value;
mod words;

pub use budget::Budget;
pub use export::{View, export};
pub use report::{FRACTION_DIGITS, Notice, Output, Report};

use budget::Meter;
use fault::Fault;
use machine::Machine;
use oddsmith_base::{Error, Result};

/// Maximum length of a program, in bytes.
pub const LONGEST: usize = 512 << 10;

/// True if no thread with a larger stack can be started, so that the call depth is limited further.
const SMALL_STACK: bool = cfg!(target_family = "wasm");

/// Maximum depth of the interpreter's recursion.
const DEEPEST: usize = if SMALL_STACK { 500 } else { 16_000 };

/// The stack size for that depth, in bytes.
const STACK: usize = 64 << 20;

/// Runs a program.
///
/// # Errors
/// If it can't be parsed, with line and column; if a statement fails; or if it exceeds the budget.
/// No output is returned then.
pub fn run(text: &str, budget: &Budget) -> Result<Report> {
    if text.len() > LONGEST {
        let message = format!("the program has {} bytes; the most is {LONGEST}", text.len());
        return Err(Error::question(message).with_hint("make it shorter"));
    }
    let done = || answered(text, budget).map_err(|fault| fault.error(text));
    if SMALL_STACK {
        return done();
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, done);
        let ended = thread.map(|thread| thread.join());
        match ended {
            Ok(Ok(report)) => report,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(cause) => Err(Error::question(format!("no thread can be started: {cause}"))
                .with_hint("end other programs first")),
        }
    })
}

fn answered(text: &str, budget: &Budget) -> std::result::Result<Report, Fault> {
    let program = parse::parse(text)?;
    let meter = Meter::new(budget);
    let mut machine = Machine::new(text, &program, &meter);
    machine.block(&program.statements)?;
    Ok(machine.report())
}
