//! Parts of the command that several subcommands use: arguments, output, errors, signals.
//! Belongs here: code that at least two subcommands need.
//! Does not belong here: a subcommand.

pub(in crate::cli) mod clap_errors;
pub(in crate::cli) mod complete;
pub(in crate::cli) mod config;
pub(in crate::cli) mod copy;
pub(in crate::cli) mod effort;
pub(in crate::cli) mod format;
pub(in crate::cli) mod link;
pub(in crate::cli) mod memory;
pub(in crate::cli) mod open;
pub(in crate::cli) mod output;
pub(in crate::cli) mod printer;
pub(in crate::cli) mod question;
pub(in crate::cli) mod request;
pub(in crate::cli) mod shorthand;
pub(in crate::cli) mod signals;
pub(in crate::cli) mod spelling;
pub mod update;
pub(in crate::cli) mod verified;
pub(in crate::cli) mod watch;
