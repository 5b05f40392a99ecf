//! The command: a file for each of its commands, and in `shared` what two of them need.
//! What belongs here: reading arguments, printing, exit codes. What does not: anything that another
//! program could want to call.

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

pub use shared::update;
use shared::{
    complete, config, effort, github, junit, memory, number, output, printer, programs, question, refusal,
    save, signals, spelling, typed, verified, view, watch,
};
use std::io::Write;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::systems::EXAMPLES;
use crate::{Error, ErrorKind};
use printer::Printer;
use spelling::spelled;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
/// How help is coloured.
const STYLES: clap::builder::Styles = clap::builder::Styles::styled()
    .header(BOLD.underline())
    .usage(BOLD.underline())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());
const RED: Style = AnsiColor::Red.on_default().bold();

/// Tabletop resolution rules on one chart, with odds that can be trusted.
#[derive(Parser)]
#[command(name = "oddsmith", version, after_help = examples(), max_term_width = 80)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Colour in the output; NO_COLOR is honoured too
    #[arg(long, global = true, display_order = 900, value_name = "WHEN", default_value = "auto", value_parser = ["auto", "always", "never"])]
    color: String,
    /// The answer alone: no notes, nothing on stderr but errors
    #[arg(long, global = true, display_order = 901)]
    quiet: bool,
    /// Answer again whenever a file named here changes, until Ctrl-C
    #[arg(long, global = true, display_order = 903)]
    watch: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Systems, checks, and what a check can be asked
    List(list::Arguments),
    /// The odds of a check, exact and sampled; its fields may sweep
    Odds(odds::Arguments),
    /// An AnyDice program, run as it is: every output, exact
    Anydice(anydice::Arguments),
    /// Several checks on one axis: the odds of each, and the differences
    Compare(compare::Arguments),
    /// The difficulty that comes nearest to a chance, or keeps it; tables of other games translated
    Dc(dc::Arguments),
    /// One resolution, told; drawn by seed or scripted
    Play(play::Arguments),
    /// A duel of hidden bids, solved: its value, both strategies, the price of naive play
    Duel(duel::Arguments),
    /// The best that a player can decide in a house rule, state by state
    Best(best::Arguments),
    /// A commented scenario to start from: oddsmith new house.opposed > mine.toml
    New(new::Arguments),
    /// A scenario file: frames, charts and words, written into a folder
    #[cfg(feature = "documents")]
    Run(run::Arguments),
    /// The parts of a run, made one: oddsmith merge *.part --save whole.csv
    Merge(merge::Arguments),
    /// What the rulebooks say in numbers, tested: the verdict on each of their claims
    Audit(audit::Arguments),
    /// Whether what scenarios expect holds: exit 1 where it does not
    Verify(verify::Arguments),
    /// Check files without answering them: every name, place and expression in them
    Check(check::Arguments),
    /// The settings of a file's varied numbers that meet its expectations, or come nearest
    Tune(tune::Arguments),
    /// The reports: questions answered with tables and charts
    #[cfg(feature = "documents")]
    Report(report::Arguments),
    /// The manual page, of all or of a command: oddsmith man dc | man -l -
    Man(man::Arguments),
    /// What a shell needs to finish a line: eval "$(oddsmith completions bash)"
    Completions(complete::Arguments),
    /// The words that may stand where a line ends
    #[command(hide = true)]
    Complete(complete::Line),
}

/// Reads the arguments of this process, does what they ask, and says how it went.
pub fn main() -> ExitCode {
    memory::limit();
    let command = Arguments::command().color(color_of_help()).styles(STYLES);
    let words = typed::in_full(std::env::args_os().collect());
    let words = match config::configured(words, &command) {
        Ok(words) => words,
        Err(error) => return fail(&error),
    };
    let matches = command.try_get_matches_from(&words);
    let arguments = match matches.and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(arguments) => arguments,
        Err(help) if help.kind() == DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = help.print();
            return ExitCode::from(2);
        }
        Err(error) if error.use_stderr() => {
            let words = words.iter().skip(1).map(|word| word.to_string_lossy().into_owned());
            return fail(&refusal::refusal(&error, &words.collect::<Vec<_>>()));
        }
        Err(help) => {
            let _ = help.print();
            return ExitCode::SUCCESS;
        }
    };
    match arguments.color.as_str() {
        "always" => anstream::ColorChoice::Always.write_global(),
        "never" => anstream::ColorChoice::Never.write_global(),
        _ => {}
    }
    if arguments.watch {
        let typed: Vec<_> = std::env::args_os().collect();
        return watch::again_and_again(&typed).unwrap_or_else(|error| fail(&error));
    }
    let quiet = arguments.quiet;
    signals::end_tidily();
    let mut out = Printer::new();
    // Whether all holds that was expected.
    let mut holds = true;
    let done = match arguments.command {
        Command::List(arguments) => list::run(&arguments).and_then(|text| out.print(&text)),
        Command::Odds(arguments) => odds::run(&arguments, quiet, &mut out),
        Command::Anydice(arguments) => anydice::run(&arguments, quiet, &mut out),
        Command::Compare(arguments) => compare::run(&arguments, quiet, &mut out),
        Command::Dc(arguments) => dc::run(&arguments, quiet, &mut out),
        Command::Play(arguments) => play::run(&arguments).and_then(|text| out.print(&text)),
        Command::Duel(arguments) => duel::run(&arguments, quiet, &mut out),
        Command::Merge(arguments) => merge::run(&arguments, quiet, &mut out),
        Command::Best(arguments) => best::run(&arguments, quiet, &mut out),
        Command::Audit(arguments) => audit::run(&arguments, quiet, &mut out),
        Command::Verify(arguments) => {
            verify::run(&arguments, quiet, &mut out).map(|all| holds = all)
        }
        Command::Check(arguments) => check::run(&arguments, quiet, &mut out),
        Command::Tune(arguments) => tune::run(&arguments, quiet, &mut out).map(|met| holds = met),
        Command::Man(arguments) => man::run(&arguments).and_then(|text| out.print(&text)),
        Command::Completions(arguments) => out.print(&complete::script(&arguments)),
        Command::Complete(line) => complete::words(&line).and_then(|text| out.print(&text)),
        Command::New(arguments) => new::run(&arguments).and_then(|text| out.print(&text)),
        #[cfg(feature = "documents")]
        Command::Run(arguments) => run::run(&arguments, quiet, &mut out).map(|all| holds = all),
        #[cfg(feature = "documents")]
        Command::Report(arguments) => {
            report::run(&arguments, quiet, &mut out).map(|all| holds = all)
        }
    };
    match done.and_then(|()| out.flush()) {
        Ok(()) => ExitCode::from(u8::from(!holds)),
        Err(error) => fail(&error),
    }
}

/// Says what went wrong, and returns the exit code for it.
fn fail(error: &Error) -> ExitCode {
    // Nobody to tell if stderr is closed.
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

/// Questions to begin with, for the help.
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

/// Help is printed before `--color` is read, so it is looked for by hand.
fn color_of_help() -> clap::ColorChoice {
    let arguments: Vec<_> = std::env::args_os().collect();
    let apart = arguments.windows(2).any(|pair| pair[0] == "--color" && pair[1] == "never");
    let never = apart || arguments.iter().any(|argument| argument == "--color=never");
    if never { clap::ColorChoice::Never } else { clap::ColorChoice::Auto }
}
