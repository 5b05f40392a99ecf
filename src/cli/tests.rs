//! The commands: their arguments make the request that was rendered, and every path is declared.

use oddsmith_query::{Action, Request, Source};
use proptest::prelude::*;

use super::*;
use crate::scenario::is_dice;

#[path = "../../crates/query/tests/requests/mod.rs"]
mod requests;

/// The request of a command line.
fn parsed(line: &str) -> Option<Request> {
    let words = shlex::split(line)?.into_iter().map(Into::into).collect();
    let arguments = Arguments::try_parse_from(typed::in_full(words));
    match arguments.unwrap_or_else(|error| panic!("{line}: {error}")).command {
        Command::Odds(arguments) => Some(arguments.request()),
        Command::Compare(arguments) => Some(arguments.request()),
        Command::Dc(arguments) => Some(arguments.request()),
        Command::Best(arguments) => Some(arguments.request()),
        Command::Play(arguments) => Some(arguments.request()),
        Command::Duel(arguments) => arguments.request().ok(),
        _ => None,
    }
}

proptest! {
    #[test]
    fn a_command_line_reads_back_as_its_request(mut request in requests::request()) {
        // A command line has rules in a file, and labels where several questions are compared.
        if let Some(rules) = &mut request.rules {
            *rules = Source { file: Some("rules.toml".to_owned()), text: String::new() };
        }
        // No duel is a house rule.
        if request.action == Action::Duel {
            request.rules = None;
        }
        if request.action != Action::Compare {
            request.questions[0] = request.questions[0].replace("a label: ", "");
        }
        // Dice have no decisions; `best 4d6` are their best faces.
        let decides = matches!(request.action, Action::Best | Action::Duel);
        prop_assume!(!(decides && is_dice(&request.questions[0])));
        let line = request.command(false).expect("a question");
        prop_assert_eq!(parsed(&line), Some(request), "{}", line);
    }
}

/// What is written is checked against what is read before any work, so no flag may be left out.
#[test]
fn every_path_is_read_or_declared_as_an_output() {
    // `run` and `report` declare each file of their folders.
    const READ: [&str; 7] = ["file", "files", "folders", "parts", "rules", "baseline", "out"];
    for command in Arguments::command().get_subcommands() {
        for argument in command.get_arguments() {
            let name = argument.get_id().as_str();
            let path = std::any::TypeId::of::<PathBuf>();
            let is_path = argument.get_value_parser().type_id() == path;
            let is_known = OUTPUTS.contains(&name) || READ.contains(&name);
            assert_eq!(is_path, is_known, "{} {name}", command.get_name());
        }
    }
}
