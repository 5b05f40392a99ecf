//! Odds of tabletop resolution rules (opposed cards, dice, damage ladders, hidden bids). Each rule
//! is implemented once and answered both exactly and by sampling.
//!
//! This package contains the command and re-exports the library packages under the names below.
//! Rules, answers, charts and documents do not belong here but in the packages under `crates`.
//!
//! # Ask a question
//! A case is dice, or a check with values for its fields, given as text. Its law is the exact
//! distribution, its tally the sampled one. Dice score the column `total`; with a difficulty
//! (`d20+5 vs 15`) they score `margin`, and 0 or more is a success.
//! ```
//! use oddsmith::odds::Histogram;
//!
//! let laws = oddsmith::case("4d6kh3")?.law(1_000_000)?;   // an error beyond so many branches
//! let total = laws.column("total")?;
//! assert_eq!(total.exactly(18).fraction().as_deref(), Some("7/432"));
//! let likely = total.possible().filter(|(_, share)| *share > 0.12);
//! assert_eq!(likely.map(|(score, _)| score).collect::<Vec<_>>(), [12, 13, 14]);
//! # Ok::<(), oddsmith::Error>(())
//! ```
//! The fields of a check are written `name=value`; `oddsmith list` shows the checks and their
//! fields, and [`systems::checks`] returns them.
//! ```
//! use oddsmith::odds::{Sample, Success};
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
//! # Compare and simulate
//! A [`query::Request`] asks one question or compares several. Its [`query::Reply`] has the results
//! as text, as JSON and as [`answer::Results`]. Its [`scenario::Effort`] sets the seed, and the
//! number of trials or the precision, which needs a success, such as `vs 15`.
//! ```
//! use oddsmith::odds::Event;
//! use oddsmith::query::Request;
//! use oddsmith::scenario::{Effort, Sampling};
//!
//! let mut request = Request::odds(["advantage: 2d20kh1 vs 15", "bonus: d20+5 vs 15"]);
//! request.effort = Effort::of(Sampling::Precision(0.002), 7);
//! let reply = request.answer()?;
//! let results = reply.shown.expect("odds have distributions").results;
//! let bonus = results.labelled("bonus").expect("a question has this label");
//! let success = bonus.cases[0].event(&Event::SUCCESS).expect("a check has a success");
//! assert_eq!(success.exact.and_then(|exact| exact.fraction()).as_deref(), Some("11/20"));
//! let simulated = success.sampled.expect("it was simulated");
//! assert!(simulated.high - simulated.low <= 0.004);
//! # Ok::<(), oddsmith::Error>(())
//! ```
//! `chart::fitting` selects a chart for these results, and `chart::draw` draws it as SVG or PNG.
//!
//! # Sweep a field
//! Several cases are [`scenario::Cases`] over axes. Their answers are [`answer::Answers`], which
//! compute gaps and crossings, and are printed by [`readout`].
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
//! A rule can be a text in the language of dice (`docs/dice.md`, printed by `oddsmith list dice`).
//! `fields` have default values and are written `$name` in the rule, `ask` names the columns to
//! score, and `success` is the condition for a success:
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
//! [`systems::add`] gives such a rule a name and fields, so that requests and scenarios can use it.
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
//! - Questions and results: [`case`](fn@case), [`query`] (one request with all options), [`answer`]
//!   (answers and their comparison), [`odds`] (laws, tallies, events).
//! - Scenario files: [`scenario`] (parsing), [`expectations`] (judgements), [`expression`].
//! - Own rules: [`rule`], [`chance`], [`kernel`] (fast sampling), [`strategy`] (optimal decisions),
//!   [`registry`] and [`systems`] (fields, and names under which checks are found).
//! - Texts of rules: [`dice`] (parser), [`program`] (compiler), [`anydice`].
//! - Output: [`readout`] (pages), [`text`] (their formats), `chart`, `frame`, `document`.
//!
//! Features, all on by default: `cli`, `charts` (SVG), `png`, `frames` (Polars), `documents`.

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
