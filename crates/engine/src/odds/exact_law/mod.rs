//! How an exact law is made: each state once, mass moved along the graph of states.
//! What belongs here: the walk and what it keeps. What does not: sampling, or what a law can be asked.

pub(in crate::odds) mod absorbing;
pub(in crate::odds) mod at_once;
pub(in crate::odds) mod branch;
pub(in crate::odds) mod exact;
pub(in crate::odds) mod graph;
pub(in crate::odds) mod layout;
pub(in crate::odds) mod ledger;
pub(in crate::odds) mod moving;
pub(in crate::odds) mod order;
pub(in crate::odds) mod reach;
pub(in crate::odds) mod series;
pub(in crate::odds) mod states;
pub(in crate::odds) mod totals;
pub(in crate::odds) mod walk;
