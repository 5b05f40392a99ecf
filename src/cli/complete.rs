//! `oddsmith completions SHELL`: what a shell needs to finish a line, from the registry.

use clap::{CommandFactory, ValueEnum};

use crate::error::Result;
use crate::registry::{Entry, Field, Kind, Need};
use crate::systems::{Catalogue, SYSTEMS};

#[derive(clap::Args)]
pub struct Arguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

#[derive(Clone, Copy, ValueEnum)]
enum Shell {
    Bash,
    Zsh,
    Fish,
}

/// The words of a line up to where it is to be finished, from a shell's script.
#[derive(clap::Args)]
pub struct Line {
    /// The words after `oddsmith`, the last one perhaps not whole
    #[arg(allow_hyphen_values = true, trailing_var_arg = true)]
    words: Vec<String>,
}

/// The script that a shell runs at its start: it asks this command for the words.
pub fn script(arguments: &Arguments) -> String {
    match arguments.shell {
        Shell::Bash => BASH,
        Shell::Zsh => ZSH,
        Shell::Fish => FISH,
    }
    .to_owned()
}

const BASH: &str = r#"# eval "$(oddsmith completions bash)"
_oddsmith() {
    local line=("${COMP_WORDS[@]:1:COMP_CWORD}")
    # Bash breaks words at "=" and ":"; what it has broken is put together again.
    local joined="${COMP_LINE:0:COMP_POINT}"
    read -ra line <<< "$joined"
    [[ "$joined" == *" " ]] && line+=("")
    mapfile -t COMPREPLY < <(oddsmith complete -- "${line[@]:1}")
    local last="${line[-1]}"
    if [[ "$last" == *=* ]]; then COMPREPLY=("${COMPREPLY[@]#"${last%%=*}="}"); fi
    [[ "${COMPREPLY[0]}" == *= ]] && compopt -o nospace
}
complete -F _oddsmith oddsmith
"#;

const ZSH: &str = r#"#compdef oddsmith
# eval "$(oddsmith completions zsh)"
_oddsmith() {
    local -a found
    found=("${(@f)$(oddsmith complete -- "${(@)words[2,CURRENT]}")}")
    compadd -Q -S '' -- $found
}
compdef _oddsmith oddsmith
"#;

const FISH: &str = r#"# oddsmith completions fish | source
function __oddsmith
    set -l line (commandline -opc) (commandline -ct)
    oddsmith complete -- $line[2..-1]
end
complete -c oddsmith -f -a '(__oddsmith)'
"#;

/// What may stand where the line ends, a word a line.
pub fn words(line: &Line) -> Result<String> {
    let (last, before) =
        line.words.split_last().map_or(("", &[][..]), |(last, before)| (last.as_str(), before));
    let command = super::Arguments::command();
    let catalogue = Catalogue::default();
    let candidates: Vec<String> = match before {
        [] => command
            .get_subcommands()
            .filter(|command| !command.is_hide_set())
            .map(|command| command.get_name().to_owned())
            .collect(),
        [name, ..] if last.starts_with('-') => flags(&command, name),
        [name] if ["odds", "play", "new"].contains(&name.as_str()) => {
            catalogue.checks().map(|entry| entry.id.to_string()).collect()
        }
        [name] if name == "list" => SYSTEMS
            .iter()
            .map(|system| system.name.to_owned())
            .chain(catalogue.checks().map(|entry| entry.id.to_string()))
            .collect(),
        [name] if name == "completions" => Shell::value_variants()
            .iter()
            .filter_map(|shell| Some(shell.to_possible_value()?.get_name().to_owned()))
            .collect(),
        [name, given @ ..] if name == "duel" => {
            catalogue.duels().next().map_or_else(Vec::new, |entry| {
                let mut found = fields(&entry, given, last);
                let policies = entry.solver.map_or(&[][..], |solver| solver.policies);
                found.retain(|word| !policies.contains(&word.trim_end_matches('=')));
                found
            })
        }
        [name, check, given @ ..] if ["odds", "play"].contains(&name.as_str()) => {
            match catalogue.check(check) {
                Ok(entry) => fields(&entry, given, last),
                Err(_) => Vec::new(),
            }
        }
        _ => Vec::new(),
    };
    let mut found: Vec<String> =
        candidates.into_iter().filter(|candidate| candidate.starts_with(last)).collect();
    found.dedup();
    Ok(found.into_iter().map(|word| word + "\n").collect())
}

fn flags(command: &clap::Command, name: &str) -> Vec<String> {
    let of = command.get_subcommands().find(|command| command.get_name() == name);
    let own = of.into_iter().flat_map(|command| command.get_arguments());
    own.chain(command.get_arguments())
        .filter_map(|argument| Some(format!("--{}", argument.get_long()?)))
        .collect()
}

/// `name=` of the fields that are not given yet, required ones first; or `name=value` where the name stands already.
fn fields(entry: &Entry, given: &[String], last: &str) -> Vec<String> {
    let is_given = |name: &str| given.iter().any(|word| word.split('=').next() == Some(name));
    if let Some((name, _)) = last.split_once('=') {
        let field = entry.fields.iter().find(|field| field.name == name);
        let values = field.map_or_else(Vec::new, |field| match field.kind {
            Kind::Integer { .. } => field.values().into_iter().skip(1).collect(),
            Kind::Flag | Kind::Choice { .. } => field.values(),
            Kind::Decimal { .. } | Kind::List { .. } | Kind::Text { .. } => Vec::new(),
        });
        return values.iter().map(|value| format!("{name}={value}")).collect();
    }
    let (required, others): (Vec<Field>, Vec<Field>) = entry
        .fields
        .iter()
        .filter(|field| !is_given(field.name))
        .partition(|field| matches!(field.need, Need::Required(_)));
    required.into_iter().chain(others).map(|field| format!("{}=", field.name)).collect()
}
