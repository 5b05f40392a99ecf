//! Command that builds the page into a folder, and serves such a folder on loopback.

mod build;
mod engine;
mod hash;
mod serve;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

/// Result with an error of any type, displayed as text.
type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

#[derive(Parser)]
#[command(name = "oddsmith-page", about = "Builds oddsmith's page into a folder, and serves it")]
enum Command {
    /// Build the page: a folder of static files that any host can serve
    Build {
        /// The output folder, created if it is missing; other files in it are left alone
        folder: PathBuf,
        /// Build an engine that is large and not optimised, for work on the page
        #[arg(long)]
        quick: bool,
        /// Take this engine (engine.js and engine.wasm in a folder) in place of building one
        #[arg(long, value_name = "FOLDER", conflicts_with = "quick")]
        engine: Option<PathBuf>,
    },
    /// Serve a built folder, reachable from this machine only
    Serve {
        /// The folder
        folder: PathBuf,
        /// The port; 0 takes one that is free
        #[arg(long, default_value_t = 8017)]
        port: u16,
    },
}

fn main() -> ExitCode {
    let done = match Command::parse() {
        Command::Build { folder, quick, engine } => build::build(&folder, quick, engine.as_deref()),
        Command::Serve { folder, port } => serve::serve(&folder, port),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(3)
        }
    }
}
