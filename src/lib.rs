//! Odds of tabletop resolution rules (opposed cards, dice, damage ladders, hidden bids). Each rule
//! is implemented once and answered both exactly and by sampling.
//!
//! This package contains the command and re-exports the library packages under the names below.
//! Rules, answers, charts and documents do not belong here but in the packages under `crates`.
//!
//! # Ask a question
//! A case is a check with values for its fields, given as text. Its law is the exact distribution,
//! its tally the sampled one.
//! ```
//! use oddsmith::odds::{Histogram, Sample, Success};
//!
//! let case = oddsmith::case("melodrama.opposed active=10 passive=5")?;
//! let laws = case.law(1_000_000)?;
//! let success = laws.column("margin")?.success(Success::AtLeast(0));
//! assert_eq!(success.fraction().as_deref(), Some("599/729"));
//!
//! let tallies = case.sample(Sample { trials: 100_000, seed: 7 })?;
//! let played = tallies.column("margin")?.success(Success::AtLeast(0)).interval();
//! assert!(played.low < 599.0 / 729.0 && 599.0 / 729.0 < played.high);
//! # Ok::<(), oddsmith::Error>(())
//! ```
//! Dice are a case too: `oddsmith::case("4d6kh3")`, `oddsmith::case("d20+5 vs 15")`.
//!
//! Several cases are [`scenario::Cases`] over axes. Their answers are [`answer::Answers`], which
//! compute gaps and crossings, are printed by [`readout`] and drawn by `chart`.
//! ```
//! use oddsmith::answer::Answers;
//! use oddsmith::odds::{Event, Progress};
//! use oddsmith::registry::Names;
//! use oddsmith::scenario::{Axis, Cases, Effort, values};
//!
//! let entry = oddsmith::systems::check("mutants.check")?;
//! let axes = vec![Axis::of("bonus", values("0..10/5")?), Axis::of("dc", values("15")?)];
//! let cases = Cases::new(entry, axes, Names::default())?;
//! let (effort, progress) = (Effort::default().exact_only(), Progress::default());
//! let answers = Answers::new("the d20", &cases, effort, &Event::SUCCESS, &progress)?;
//! let share = |case: usize| answers.cases[case].event(&Event::SUCCESS).unwrap().value();
//! assert_eq!([share(0), share(1), share(2)], [0.3, 0.55, 0.8]);
//! # Ok::<(), oddsmith::Error>(())
//! ```
//!
//! # Write a rule
//! A rule can be a text in the language of dice (`docs/dice.md`):
//! ```
//! use oddsmith::odds::{Histogram, Success};
//! use oddsmith::systems::Catalogue;
//!
//! let mine = Catalogue::parse(r#"
//!     [[house]]
//!     name    = "pool"
//!     fields  = { dice = 4, need = 2 }
//!     rule    = """
//!     hits = count($dice d6, >=5)
//!     ask hits
//!     """
//!     success = "hits >= $need"
//! "#)?;
//! let case = mine.check("house.pool")?.case([("dice", "3")])?;
//! let hits = case.law(1_000)?;
//! assert_eq!(hits.columns[0].success(Success::AtLeast(2)).fraction().as_deref(), Some("7/27"));
//! # Ok::<(), oddsmith::Error>(())
//! ```
//! A rule with decisions or counts that the language lacks is written in Rust: a [`rule::Rule`]
//! draws random results from a [`chance::Chance`] and records scores. The sampler, the enumeration
//! and the script of a worked example all run the same code.
//! ```
//! use oddsmith::chance::{Chance, Die, Scripted};
//! use oddsmith::odds::{Check, Histogram, Sample, Success};
//! use oddsmith::rule::{Column, Columns, Handle, Record, Rule, Scale, Step};
//!
//! /// Rounds until a wall of so many points is down; each takes a d6 off it.
//! struct Wall { points: u16, d6: Die }
//!
//! const ROUNDS: Handle = Handle::first("rounds");
//!
//! impl Rule for Wall {
//!     type State = i32;                                   // what the next round depends on
//!     fn columns(&self) -> Columns {
//!         let rounds = Column::new(ROUNDS, Scale::steps(self.points));
//!         Columns::one(rounds.success(Success::AtMost(2)))
//!     }
//!     fn start(&self) -> i32 { self.points.into() }
//!     fn step<C: Chance>(&self, left: i32, chance: &mut C, _: &mut impl Record) -> Step<i32> {
//!         let left = left - chance.face(&self.d6);
//!         if left > 0 { Step::Next(left) } else { Step::Done }
//!     }
//! }
//!
//! let wall = Wall { points: 6, d6: Die::sided(6) };
//! let rounds = wall.law(1_000)?;
//! assert_eq!(rounds.column("rounds")?.success(Success::AtMost(2)).fraction().as_deref(), Some("13/18"));
//! let played = wall.sample(Sample { trials: 100_000, seed: 7 })?;
//! let share = played.column("rounds")?.success(Success::AtMost(2)).interval();
//! assert!(share.low < 13.0 / 18.0 && 13.0 / 18.0 < share.high);
//! let tale = wall.transcript_of_script(Scripted::parse("face 2, face 5")?)?;
//! assert_eq!(tale.score("rounds")?, Some(2));
//! # Ok::<(), oddsmith::Error>(())
//! ```
//!
//! # Decide
//! Decisions are not random. A rule with choices calls a [`rule::Policy`], which sees only the
//! information available to its side:
//! ```
//! use oddsmith::chance::{Chance, Die};
//! use oddsmith::odds::{Check, Histogram};
//! use oddsmith::rule::{Column, Columns, Handle, Policy, Record, Rule, Scale, Step};
//!
//! /// A d6, which may be rolled again once.
//! struct Reroll<P> { d6: Die, player: P }
//!
//! /// Rolls again below a number.
//! struct Below(i32);
//!
//! impl Policy<i32> for Below {
//!     type Choice = bool;
//!     fn choose<C: Chance>(&self, face: &i32, _: &mut C) -> bool { *face < self.0 }
//! }
//!
//! const FACE: Handle = Handle::first("face");
//!
//! impl<P: Policy<i32, Choice = bool> + Send + Sync> Rule for Reroll<P> {
//!     type State = ();
//!     fn columns(&self) -> Columns { Columns::one(Column::new(FACE, Scale::numbers(1, 6))) }
//!     fn start(&self) {}
//!     fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
//!         let face = chance.face(&self.d6);
//!         let again = self.player.choose(&face, chance);
//!         record.score(FACE, if again { chance.face(&self.d6) } else { face });
//!         Step::Done
//!     }
//! }
//!
//! let laws = Reroll { d6: Die::sided(6), player: Below(4) }.law(1_000)?;
//! assert!((laws.column("face")?.mean().unwrap() - 4.25).abs() < 1e-12);
//! # Ok::<(), oddsmith::Error>(())
//! ```
//! [`strategy::Decision`], or `oddsmith best`, finds the best policy of a single player.
//!
//! # Solve a duel
//! If both sides choose in secret, the solution is a mixed strategy for each, proved by two bounds:
//! the value that it guarantees, and the value to which it limits the other side. One round is a
//! [`strategy::Matrix`], many are [`strategy::Rounds`], rounds of bids [`strategy::BiddingDuel`].
//! The duels of the games are solved by the name of their check.
//! ```
//! use oddsmith::strategy::Matrix;
//!
//! // Bids of 0 to 2 at a tenth of a round each; the higher wins.
//! let bids = Matrix::new(3, 3, |mine, theirs| {
//!     let won = (mine > theirs) as i32 - (mine < theirs) as i32;
//!     f64::from(won) - 0.1 * mine as f64 + 0.1 * theirs as f64
//! });
//! let solved = bids.solve();
//! assert!(solved.lo.abs() < 1e-12 && solved.hi.abs() < 1e-12);
//! assert!((solved.row[2] - 1.0).abs() < 1e-12);          // points are cheap: bid them all
//!
//! let fields = "attribute=4 skill=4 rival_attribute=3 rival_skill=4 price=0.05";
//! let duel = oddsmith::case(&format!("moma.duel {fields}"))?;
//! let solver = duel.entry.solver.expect("a duel has one");
//! let solved = (solver.solve)(&duel.settings)?;
//! assert!((solved.value - 0.33).abs() < 1e-9 && solved.hi - solved.lo < 1e-9);
//! # Ok::<(), oddsmith::Error>(())
//! ```
//!
//! # Modules
//! The layers, from the ground up: [`chance`], [`dice`], [`rule`], [`odds`], [`kernel`],
//! [`strategy`], [`program`], [`registry`], [`systems`], [`scenario`], [`text`], [`answer`],
//! [`readout`], then frames, charts, documents and the command. Features: `charts`, `frames`
//! (Polars), `documents`, `cli`; without any the engine builds in about two minutes.

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;

pub use oddsmith_answers as answer;
pub use oddsmith_anydice as anydice;
pub use oddsmith_base::{
    About, Error, ErrorKind, Hint, Named, Parameter, Phrase, Result, Span, Spelling,
};
pub use oddsmith_dice as dice;
pub use oddsmith_engine::{chance, kernel, odds, program, rule, strategy};
pub use oddsmith_expectations as expectations;
pub use oddsmith_expressions as expression;
pub use oddsmith_query as query;
pub use oddsmith_readout as readout;
pub use oddsmith_registry as registry;
pub use oddsmith_scenario as scenario;
pub use oddsmith_scenario::case;
pub use oddsmith_systems as systems;
pub use oddsmith_text as text;

#[cfg(feature = "charts")]
pub use oddsmith_charts as chart;
#[cfg(feature = "documents")]
pub use oddsmith_documents as document;
#[cfg(any(feature = "cli", feature = "documents"))]
pub use oddsmith_files as file;
#[cfg(feature = "frames")]
pub use oddsmith_frames as frame;

/// Doc tests of README.md, CONTRIBUTING.md and docs/programmers.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../CONTRIBUTING.md")]
#[doc = include_str!("../docs/programmers.md")]
struct Documents;
