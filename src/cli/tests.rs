//! Tests of the command line: a rendered request parses back, and every path argument is declared.

use oddsmith_query::{Action, Request, Source};
use proptest::prelude::*;

use super::*;
use crate::scenario::is_dice;

#[path = "../../crates/query/tests/requests/mod.rs"]
mod requests;

/// Returns the request of a command line.
fn parsed(line: &str) -> Option<Request> {
    let words = shlex::split(line)?.into_iter().map(Into::into).collect();
    let arguments = Arguments::try_parse_from(shorthand::expand(words));
    match arguments.unwrap_or_else(|error| panic!("{line}: {error}")).command {
        Command::Odds(arguments) => Some(arguments.question.request()),
        Command::Compare(arguments) => Some(arguments.request()),
        Command::Dc(arguments) => Some(arguments.question.request()),
        Command::Best(arguments) => Some(arguments.question.request()),
        Command::Play(arguments) => Some(arguments.question.request()),
        Command::Duel(arguments) => arguments.request().ok(),
        _ => None,
    }
}

proptest! {
    #[test]
    fn rendered_request_parses_back(mut request in requests::request()) {
        // A command line takes rules from a file, and has labels only for `compare`.
        if let Some(rules) = &mut request.rules {
            *rules = Source { file: Some("rules.toml".to_owned()), text: String::new() };
        }
        // House rules have no duels.
        if request.action == Action::Duel {
            request.rules = None;
        }
        if request.action != Action::Compare {
            request.questions[0] = request.questions[0].replace("a label: ", "");
        }
        // Dice have no decisions: `best 4d6` is dice notation.
        let decides = matches!(request.action, Action::Best | Action::Duel);
        prop_assume!(!(decides && is_dice(&request.questions[0])));
        let line = request.command(false).expect("a question");
        prop_assert_eq!(parsed(&line), Some(request), "{}", line);
    }
}

/// Outputs are compared with inputs before any work, so every path flag must be declared.
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
