//! The command: one file for each subcommand, and `shared` with code that several subcommands use.
//! Belongs here: argument parsing, printing, exit codes.
//! Does not belong here: anything that another program could call.

mod anydice;
mod audit;
mod best;
mod check;
mod compare;
mod dc;
mod dice;
mod duel;
mod list;
mod man;
mod merge;
mod new;
mod odds;
mod play;
#[cfg(feature = "documents")]
mod report;
#[cfg(feature = "documents")]
mod run;
mod shared;
mod tune;
mod verify;

#[cfg(feature = "documents")]
use shared::open;
pub use shared::update;
use shared::{
    clap_errors, complete, config, copy, effort, format, link, memory, output, printer, question,
    request, shorthand, signals, spelling, verified, watch,
};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::file::{RequestFiles, is_standard};
use crate::systems::EXAMPLES;
use crate::text::Detail;
use crate::{Error, ErrorKind, Result};
use printer::Printer;
use spelling::spelled;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
/// Colours of the help text.
const STYLES: clap::builder::Styles = clap::builder::Styles::styled()
    .header(BOLD.underline())
    .usage(BOLD.underline())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());
const RED: Style = AnsiColor::Red.on_default().bold();

/// Compute the odds of tabletop rules: dice, cards, hidden bids, damage ladders.
#[derive(Parser)]
#[command(name = "oddsmith", version, after_help = examples(), max_term_width = 80)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// When to colour the output; NO_COLOR works too
    #[arg(long, global = true, display_order = 900, value_name = "WHEN", default_value = "auto", value_parser = ["auto", "always", "never"])]
    color: String,
    /// Print the answer alone, without notes or progress
    #[arg(long, global = true, display_order = 901, conflicts_with = "verbose")]
    quiet: bool,
    /// Also print how much work a result took, and the evidence for each verdict
    #[arg(long, global = true, display_order = 902)]
    verbose: bool,
    /// Run again whenever a file named here changes, until Ctrl-C
    #[arg(long, global = true, display_order = 903)]
    watch: bool,
    /// Also copy what is printed to the clipboard of the terminal
    #[arg(long, global = true, display_order = 904)]
    copy: bool,
}

#[derive(Subcommand)]
enum Command {
    /// List systems and checks, and the fields of a check
    List(list::Arguments),
    /// Compute the odds of a check, and simulate it; give any field a range
    Odds(odds::Arguments),
    /// Run an AnyDice program as it stands: exact, offline
    Anydice(anydice::Arguments),
    /// Compare checks: the odds of each, and how far they differ
    Compare(compare::Arguments),
    /// Find the difficulty that gives a chance, or translate another game's table
    Dc(dc::Arguments),
    /// Roll once and show each step, with random luck or the luck you give
    Play(play::Arguments),
    /// Solve a duel of hidden bids: its value, both best strategies, and what simple ones lose
    Duel(duel::Arguments),
    /// Find a player's best decisions in a house rule
    Best(best::Arguments),
    /// Print a commented scenario file to start from: oddsmith new house.opposed > mine.toml
    New(new::Arguments),
    /// Run a scenario file and write its tables, charts and text into a folder
    #[cfg(feature = "documents")]
    Run(run::Arguments),
    /// Merge the parts of a run: oddsmith merge *.part --save whole.csv
    Merge(merge::Arguments),
    /// Test what the rulebooks claim in numbers
    Audit(audit::Arguments),
    /// Check the `[[expect]]` rows of scenario files; exit 1 if one fails
    Verify(verify::Arguments),
    /// Find slips in files without simulating: names, values and expressions that are wrong
    Check(check::Arguments),
    /// Find values for the `[vary]` numbers of a file that meet its expectations
    Tune(tune::Arguments),
    /// Build reports: questions answered with text, tables and charts
    #[cfg(feature = "documents")]
    Report(report::Arguments),
    /// Print a manual page: oddsmith man dc | man -l -
    Man(man::Arguments),
    /// Print shell completions: eval "$(oddsmith completions bash)"
    Completions(complete::Arguments),
    /// List the words that could come next
    #[command(hide = true)]
    Complete(complete::Line),
}

/// Parses the arguments of this process, runs the command and returns its exit code.
pub fn main() -> ExitCode {
    dispatch().unwrap_or_else(|error| fail(&error))
}

/// Runs the command of this process; its exit code is 1 if an expectation fails.
fn dispatch() -> Result<ExitCode> {
    memory::limit();
    let files = RequestFiles::begin();
    let command = Arguments::command().color(color_of_help()).styles(STYLES);
    let words = shorthand::expand(std::env::args_os().collect());
    let words = config::configured(words, &command)?;
    let matches = command.try_get_matches_from(&words);
    let parsed =
        matches.and_then(|matches| Ok((Arguments::from_arg_matches(&matches)?, outputs(&matches))));
    let (arguments, outputs) = match parsed {
        Ok(parsed) => parsed,
        Err(help)
            if !help.use_stderr() || help.kind() == DisplayHelpOnMissingArgumentOrSubcommand =>
        {
            let _ = help.print();
            return Ok(ExitCode::from(help.exit_code() as u8));
        }
        Err(error) => {
            let words = words.iter().skip(1).map(|word| word.to_string_lossy().into_owned());
            return Err(clap_errors::refusal(&error, &words.collect::<Vec<_>>()));
        }
    };
    match arguments.color.as_str() {
        "always" => anstream::ColorChoice::Always.write_global(),
        "never" => anstream::ColorChoice::Never.write_global(),
        _ => {}
    }
    if arguments.watch {
        let typed: Vec<_> = std::env::args_os().collect();
        return watch::run_on_changes(&typed);
    }
    let detail = match (arguments.quiet, arguments.verbose) {
        (true, _) => Detail::Brief,
        (_, true) => Detail::Full,
        _ => Detail::Usual,
    };
    if arguments.copy {
        copy::check()?;
    }
    outputs.iter().try_for_each(|path| files.writes(path))?;
    signals::handle_signals();
    let mut out = Printer::new(arguments.copy, detail);
    // True if all expectations hold.
    let mut holds = true;
    match arguments.command {
        Command::List(arguments) => list::run(&arguments).and_then(|text| out.print(&text)),
        Command::Odds(arguments) => odds::run(&arguments, &mut out),
        Command::Anydice(arguments) => anydice::run(&arguments, &mut out),
        Command::Compare(arguments) => compare::run(&arguments, &mut out),
        Command::Dc(arguments) => dc::run(&arguments, &mut out),
        Command::Play(arguments) => play::run(&arguments).and_then(|text| out.print(&text)),
        Command::Duel(arguments) => duel::run(&arguments, &mut out),
        Command::Merge(arguments) => merge::run(&arguments, &mut out),
        Command::Best(arguments) => best::run(&arguments, &mut out),
        Command::Audit(arguments) => audit::run(&arguments, &mut out),
        Command::Verify(arguments) => verify::run(&arguments, &mut out).map(|all| holds = all),
        Command::Check(arguments) => check::run(&arguments, &mut out),
        Command::Tune(arguments) => tune::run(&arguments, &mut out).map(|met| holds = met),
        Command::Man(arguments) => man::run(&arguments).and_then(|text| out.print(&text)),
        Command::Completions(arguments) => out.print(&complete::script(&arguments)),
        Command::Complete(line) => out.print(&complete::words(&line)),
        Command::New(arguments) => new::run(&arguments).and_then(|text| out.print(&text)),
        #[cfg(feature = "documents")]
        Command::Run(arguments) => run::run(&arguments, &files, &mut out).map(|all| holds = all),
        #[cfg(feature = "documents")]
        Command::Report(arguments) => {
            report::run(&arguments, &files, &mut out).map(|all| holds = all)
        }
    }?;
    out.finish()?;
    Ok(ExitCode::from(u8::from(!holds)))
}

/// Flags that name an output file.
const OUTPUTS: [&str; 4] = ["save", "chart", "junit", "part"];

/// Returns the output files that flags name. With `--resume` the part is also an input, so it is
/// omitted.
fn outputs(matches: &ArgMatches) -> Vec<PathBuf> {
    let Some((_, given)) = matches.subcommand() else { return Vec::new() };
    let resumes = given.try_get_one("resume").is_ok_and(|resumes| resumes == Some(&true));
    let named = OUTPUTS.iter().filter(|flag| !(resumes && **flag == "part"));
    let paths = named.filter_map(|flag| given.try_get_one::<PathBuf>(flag).ok().flatten());
    paths.filter(|path| !is_standard(path)).cloned().collect()
}

/// Prints an error to stderr and returns its exit code: 3 for a file error, 2 for any other.
fn fail(error: &Error) -> ExitCode {
    // A write error is ignored: stderr may be closed.
    let _ = writeln!(anstream::stderr(), "{RED}error:{RED:#} {}", error.spelled(spelled));
    if let Some(excerpt) = error.excerpt() {
        excerpt.lines().for_each(|line| drop(writeln!(anstream::stderr(), "  {DIM}{line}{DIM:#}")));
    }
    if let Some(hint) = error.hint() {
        let _ = writeln!(anstream::stderr(), "{DIM}hint:{DIM:#} {}", hint.spelled(spelled));
    }
    ExitCode::from(match error.kind() {
        ErrorKind::Question | ErrorKind::TooLarge => 2,
        ErrorKind::File => 3,
    })
}

/// Returns the example commands of the help text.
fn examples() -> String {
    let line = |(command, question)| {
        let flags = match command {
            "dc" => " --target 0.65 --for bonus=0..15",
            "compare" => " --chart both.svg",
            "play" => " --luck \"card 6, card 9\"",
            _ => "",
        };
        format!("\n  oddsmith {command} {question}{flags}")
    };
    format!("For example:\n  oddsmith 3d6{}", EXAMPLES.map(line).concat())
}

/// Returns the colour choice of the help text. Help is printed before `--color` is parsed, so the
/// arguments are searched by hand.
fn color_of_help() -> clap::ColorChoice {
    let arguments: Vec<_> = std::env::args_os().collect();
    let apart = arguments.windows(2).any(|pair| pair[0] == "--color" && pair[1] == "never");
    let never = apart || arguments.iter().any(|argument| argument == "--color=never");
    if never { clap::ColorChoice::Never } else { clap::ColorChoice::Auto }
}

#[cfg(test)]
mod tests;
