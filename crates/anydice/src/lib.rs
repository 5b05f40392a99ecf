//! AnyDice programs, answered exactly.
//! What belongs here: the reader of the language, its interpreter, the functions that every program
//! has, budgets, and AnyDice's own export. What does not: pages, charts, and rules of games.
//!
//! [`run`] takes a program as it is saved on anydice.com and answers its outputs with whole weights,
//! so that a share is a fraction, whatever its size. The language is that of AnyDice, with its order
//! of operators, its types of parameters and its expansion of dice over them; what is known to be a
//! fault there is not repeated, and said in a warning.
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

/// The longest program that is read, in bytes.
pub const LONGEST: usize = 512 << 10;

/// Where no thread can be given a stack of its own, calls go less deep.
const SMALL_STACK: bool = cfg!(target_family = "wasm");

/// How deep the interpreter's own recursion may go.
const DEEPEST: usize = if SMALL_STACK { 500 } else { 16_000 };

/// The stack that this takes.
const STACK: usize = 64 << 20;

/// Runs a program.
///
/// # Errors
/// If it is no program, with line and column; if a statement can't be done; or if it takes more
/// than
/// the budget. No output is kept then.
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
    let mut machine = Machine::new(text, &program, &meter, DEEPEST);
    machine.block(&program.statements)?;
    Ok(machine.report())
}
