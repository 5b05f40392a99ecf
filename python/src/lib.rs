//! Python module of oddsmith: a front end like the command.
//! Belongs here: conversion of Python values to questions, and of answers to Python values and
//! Arrow.
//! Does not belong here: rules, statistics and texts about numbers, which are in the engine.

mod answer;
mod answer_set;
mod answers;
mod anydice;
mod arguments;
mod ask;
mod bench;
mod cell;
mod chart;
mod convert;
mod difficulties;
mod error;
mod frame;
mod gaps;
mod named_arguments;
mod page;
mod pickle;
mod request;
mod restore;
mod results;
mod rules;
mod scenario;
mod transcript;
mod values;
mod watch;

use pyo3::prelude::*;

/// The extension module; `oddsmith/__init__.py` re-exports its names.
#[pymodule]
mod _oddsmith {
    #[pymodule_export]
    use crate::{
        answer::Answer,
        answers::Answers,
        anydice::anydice,
        arguments::_request,
        ask::{duel, odds},
        bench::{audit, best, report, tune, verify},
        chart::Chart,
        difficulties::{Difficulties, dc},
        frame::Frame,
        gaps::Gaps,
        results::{Comparison, Results, compare},
        rules::{Rules, list, rules},
        scenario::{Run, merge, play_shard, run},
        transcript::{Tale, play},
    };
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
