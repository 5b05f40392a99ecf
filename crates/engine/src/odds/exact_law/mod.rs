//! The computation of exact laws: each state is expanded once, and mass is moved along the graph of
//! states.
//!
//! Sampling and queries on laws are elsewhere.

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
