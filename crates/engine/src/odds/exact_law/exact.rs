//! The computation of exact laws: mass is moved along the graph of a rule's states, in the first
//! kind of weight that holds it.

use std::rc::Rc;

use super::at_once::at_once;
use super::graph::WalkResult;
use super::graph::{Graph, Stop};
use super::layout::Layout;
use super::ledger::Clock;
use super::reach::Reached;
use super::series::state_by_state;
use super::walk::MassFlow;
use crate::chance::large::Large;
use crate::chance::weight::{Fraction, Real};
use crate::odds::law::Lawful;
use crate::odds::{Histogram, Law};
use crate::rule::{Columns, Rule};
use oddsmith_base::Result;

/// The exact laws of all columns of a rule, computed by enumeration.
#[derive(Clone, Debug, PartialEq)]
pub struct Laws {
    /// One law per histogram, in the order of [`Columns::histograms`].
    pub columns: Vec<Law>,
    /// The number of branches enumerated.
    pub branches: u64,
    /// The peak memory of states, branches and masses, in bytes.
    pub memory: usize,
    of: Columns,
}

impl Laws {
    /// Creates laws of these columns from precomputed ones.
    pub(in crate::odds) fn known(columns: Vec<Law>, branches: u64, of: Columns) -> Laws {
        Laws { columns, branches, memory: 0, of }
    }

    /// Restores saved laws of a check with the columns `of`; `None` if their scales differ.
    pub fn restored(
        columns: Vec<Law>,
        (branches, memory): (u64, usize),
        of: Columns,
    ) -> Option<Laws> {
        let scales = columns.iter().map(Histogram::scale);
        of.have_scales(scales).then_some(Laws { columns, branches, memory, of })
    }

    /// Returns the law of the column `name`, for an indexed one that of its first step.
    ///
    /// # Errors
    /// If there is no such column.
    pub fn column(&self, name: &str) -> Result<&Law> {
        self.column_at(name, 1)
    }

    /// Returns the law of the indexed column `name` at a step, from 1.
    ///
    /// # Errors
    /// If there is no such column or step.
    pub fn column_at(&self, name: &str, step: u32) -> Result<&Law> {
        Ok(&self.columns[self.of.histogram(name, step)?])
    }
}

/// Computes the exact laws of `rule`.
///
/// `budget` bounds the sum of the branches enumerated and the moves of mass along them. Each state
/// is expanded once and its branches are kept. The weights are first fractions of `u128`; if these
/// overflow, mass is moved again in floats, and if that was fast once more in big fractions. A rule
/// with `Extras::for_column` is walked once per column, each time with the states that the
/// column needs.
///
/// # Errors
/// If it takes more than the budget, or may never end.
pub(in crate::odds) fn exact<R: Rule>(rule: &R, budget: u64) -> Result<Laws> {
    let of = rule.columns();
    if (0..of.len()).any(|place| (R::EXTRAS.for_column)(rule, place).is_none()) {
        ask(rule, budget)?;
        return together(rule, of, None, budget);
    }
    let mut all = Laws { columns: Vec::new(), branches: 0, memory: 0, of };
    for place in 0..all.of.len() {
        let laws = exact_of(rule, place, budget)?;
        all.branches += laws.branches;
        all.memory = all.memory.max(laws.memory);
        all.columns.extend(laws.columns);
    }
    Ok(all)
}

/// Computes the exact law of the column at an index alone: nothing else is recorded, so more states
/// merge, and counting up is skipped unless it is this column.
///
/// # Errors
/// See [`exact`].
pub(in crate::odds) fn exact_of<R: Rule>(rule: &R, place: usize, budget: u64) -> Result<Laws> {
    let of = rule.columns();
    ask(rule, budget)?;
    let laws = match (R::EXTRAS.for_column)(rule, place) {
        Some(one) => together(&one, one.columns(), Some(place), budget)?,
        None => together(rule, of.clone(), Some(place), budget)?,
    };
    let first: u32 = of[..place].iter().map(|column| column.indices()).sum();
    let (first, here) = (first as usize, of[place].indices() as usize);
    let columns = laws.columns.iter().skip(first).take(here).cloned().collect();
    Ok(Laws { columns, of: of.alone(place), ..laws })
}

/// Returns an error at once if the rule is certain to exceed the budget.
fn ask<R: Rule>(rule: &R, budget: u64) -> Result<()> {
    let few = (R::EXTRAS.least_branches)(rule) <= budget;
    few.then_some(()).ok_or_else(|| Stop::Budget.error(&rule.columns(), budget, None))
}

/// Maximum number of moves in big fractions, each of which takes about a microsecond: for rules
/// that count steps, whose fractions soon grow long, and for others.
const QUICK: [u64; 2] = [2_000, 50_000];

/// Computes the exact laws of all columns, or of only one of them, from one graph.
fn together<R: Rule>(rule: &R, of: Columns, only: Option<usize>, budget: u64) -> Result<Laws> {
    let layout = Rc::new(Layout::new(&of, only));
    if let Some((columns, branches)) = at_once(rule, &layout, &of, budget) {
        return Ok(Laws { columns, branches, memory: 0, of });
    }
    let mut graph = Graph::of(rule, Rc::clone(&layout), budget)
        .map_err(|stop| stop.error(&of, budget, None))?;
    laws(&mut graph, layout, &of).map_err(|stop| stop.error(&of, budget, graph.crowded()))
}

/// Moves mass in one kind of weight after the other. Floats always fit, and measure the number of
/// moves that big fractions would take.
fn laws(graph: &mut Graph, layout: Rc<Layout>, of: &Columns) -> WalkResult<Laws> {
    let reached = Reached::of(graph, of)?;
    if !reached.as_ref().is_some_and(|reached| reached.outgrows_fractions(graph)) {
        let fractions = walk::<Fraction>(graph, &layout, of);
        if !matches!(fractions, Err(Stop::Overflow)) {
            return fractions;
        }
    }
    let (reals, moves) = in_floats(graph, &layout, of, reached)?;
    let counted = of.indexed() || Clock::of(of).is_some();
    let quick = QUICK[usize::from(!counted)];
    if moves > quick {
        return Ok(reals);
    }
    graph.allow(quick);
    match walk::<Large>(graph, &layout, of) {
        Err(Stop::Overflow | Stop::Budget | Stop::Memory) => Ok(reals),
        large => large,
    }
}

/// Returns the laws in floats, and the number of moves of a step-by-step walk.
fn in_floats(
    graph: &mut Graph,
    layout: &Rc<Layout>,
    of: &Columns,
    reached: Option<Reached>,
) -> WalkResult<(Laws, u64)> {
    let before = graph.spent;
    if let Some(reached) = reached {
        let mut by_state = MassFlow::<Real>::new(graph, Rc::clone(layout), of);
        if let Some(moves) = state_by_state(&mut by_state, &reached.order)? {
            return Ok((made(&by_state, of)?, moves));
        }
    }
    let laws = walk::<Real>(graph, layout, of)?;
    Ok((laws, (graph.spent - before).max(graph.ways() as u64)))
}

/// Moves mass in one kind of weight, and returns the laws.
fn walk<W: Lawful>(graph: &mut Graph, layout: &Rc<Layout>, of: &Columns) -> WalkResult<Laws> {
    let mut walk = MassFlow::<W>::new(graph, Rc::clone(layout), of);
    walk.run()?;
    made(&walk, of)
}

/// Returns the laws from the totals of a walk.
fn made<W: Lawful>(walk: &MassFlow<'_, '_, W>, of: &Columns) -> WalkResult<Laws> {
    let laws = walk.totals.laws(&walk.layout, of, walk.error());
    let columns = laws.ok_or(Stop::Overflow)?;
    let (branches, memory) = (walk.graph.branches, walk.graph.most_bytes);
    Ok(Laws { columns, branches, memory, of: of.clone() })
}
