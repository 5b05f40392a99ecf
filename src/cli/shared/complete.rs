//! Command `oddsmith completions SHELL`: shell completion, with candidates from the registry.

use std::path::Path;

use clap::{Arg, Command, CommandFactory, ValueEnum, ValueHint};

use crate::registry::{Entry, Field, Kind, Need};
use crate::systems::{Catalogue, SYSTEMS};

#[derive(clap::Args)]
#[command(after_help = "For example:\n  oddsmith completions bash > oddsmith.bash")]
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
    #[value(name = "powershell")]
    Windows,
}

/// Words of a command line up to the cursor, passed by the shell's script.
#[derive(clap::Args)]
pub struct Line {
    /// The words after `oddsmith`; the last may be unfinished
    #[arg(allow_hyphen_values = true, trailing_var_arg = true)]
    words: Vec<String>,
}

/// Returns the script that a shell runs at its start; it calls this command for candidates.
pub fn script(arguments: &Arguments) -> String {
    match arguments.shell {
        Shell::Bash => BASH,
        Shell::Zsh => ZSH,
        Shell::Fish => FISH,
        Shell::Windows => POWERSHELL,
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
    [[ "${COMPREPLY[0]}" == *[=/] ]] && compopt -o nospace
}
complete -F _oddsmith oddsmith
"#;

const POWERSHELL: &str = r#"# oddsmith completions powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName oddsmith -ScriptBlock {
    param($word, $line, $place)
    $words = @($line.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
    if ($word -eq '') { $words += '' }
    & oddsmith complete -- @words | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
    }
}
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

/// Returns the candidates for the last word of a line, one per line.
pub fn words(line: &Line) -> String {
    let (last, before) =
        line.words.split_last().map_or(("", &[][..]), |(last, before)| (last.as_str(), before));
    let command = crate::cli::Arguments::command();
    let catalogue = Catalogue::default();
    let checks = || catalogue.checks().map(|entry| entry.id.to_string());
    // Flags and their values are not positional arguments.
    let (own, flag) = without_flags(&command, before);
    let candidates: Vec<String> = match (&own[..], flag) {
        (_, Some(flag)) => values(flag, last),
        ([name, ..], None) if last.starts_with('-') => match last.split_once('=') {
            Some((flag, value)) => {
                let known = argument(&command, name, flag).map(|argument| values(argument, value));
                known.into_iter().flatten().map(|value| format!("{flag}={value}")).collect()
            }
            None => flags(&command, name),
        },
        ([], None) => {
            let shown = command.get_subcommands().filter(|command| !command.is_hide_set());
            shown.map(|command| command.get_name().to_owned()).collect()
        }
        ([name], None) if ["odds", "dc", "play", "new"].contains(name) => checks().collect(),
        (["compare", ..], None) => checks().collect(),
        (["list"], None) => {
            let systems = SYSTEMS.iter().map(|system| system.name).chain(["policies", "dice"]);
            systems.map(str::to_owned).chain(checks()).collect()
        }
        (["completions"], None) => {
            let shells = Shell::value_variants().iter().filter_map(Shell::to_possible_value);
            shells.map(|shell| shell.get_name().to_owned()).collect()
        }
        (["run" | "tune"] | ["verify", ..], None) => {
            files(last, |path| path.extension().is_some_and(|end| end == "toml"))
        }
        (["report", ..], None) => reports().chain(files(last, |_| false)).collect(),
        (["duel", given @ ..], None) => {
            let named = catalogue.duels().find(|duel| given.first() == Some(&&*duel.id));
            let ids = catalogue.duels().map(|duel| duel.id.to_string());
            let ids = ids.filter(|_| given.is_empty());
            let given = if named.is_some() { &given[1..] } else { given };
            let duel = named.or_else(|| catalogue.duels().next()).into_iter();
            duel.flat_map(|duel| fields(&duel, given, last)).chain(ids).collect()
        }
        (["odds" | "dc" | "play", check, given @ ..], None) => {
            let pairs = given.iter().filter_map(|word| word.split_once('='));
            let entry = catalogue.check(check).and_then(|entry| entry.with_cast(pairs, None));
            entry.into_iter().flat_map(|entry| fields(&entry, given, last)).collect()
        }
        _ => Vec::new(),
    };
    let mut found: Vec<String> =
        candidates.into_iter().filter(|candidate| candidate.starts_with(last)).collect();
    found.dedup();
    found.into_iter().map(|word| word + "\n").collect()
}

/// Returns the words that are neither flags nor their values, and the flag whose value comes next.
fn without_flags<'w, 'c>(
    command: &'c Command,
    words: &'w [String],
) -> (Vec<&'w str>, Option<&'c Arg>) {
    let (mut own, mut open): (Vec<&str>, Option<&Arg>) = (Vec::new(), None);
    for word in words {
        if open.take().is_some() {
            continue;
        }
        if word.starts_with('-') {
            let name = own.first().copied().unwrap_or_default();
            open = argument(command, name, word)
                .filter(|argument| argument.get_action().takes_values());
        } else {
            own.push(word);
        }
    }
    (own, open)
}

/// Returns the flag of this name, of the command or global.
fn argument<'c>(command: &'c Command, name: &str, flag: &str) -> Option<&'c Arg> {
    let long = flag.strip_prefix("--")?;
    let own = command.find_subcommand(name).into_iter().flat_map(Command::get_arguments);
    own.chain(command.get_arguments()).find(|argument| argument.get_long() == Some(long))
}

/// Returns the candidates for the value of a flag: its possible values, or files.
fn values(argument: &Arg, start: &str) -> Vec<String> {
    let words = argument.get_possible_values();
    match argument.get_value_hint() {
        _ if !words.is_empty() => words.iter().map(|word| word.get_name().to_owned()).collect(),
        ValueHint::DirPath => files(start, |_| false),
        ValueHint::AnyPath | ValueHint::FilePath => files(start, |_| true),
        _ => Vec::new(),
    }
}

/// Returns the paths that begin with `start`: all folders, and the files for which `wanted` is
/// true.
fn files(start: &str, wanted: impl Fn(&Path) -> bool) -> Vec<String> {
    let folder = start.rfind('/').map_or("", |end| &start[..=end]);
    let read = std::fs::read_dir(if folder.is_empty() { "." } else { folder });
    let mut found: Vec<String> = read
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let name = path.file_name()?.to_str()?;
            let hidden = name.starts_with('.') && !start[folder.len()..].starts_with('.');
            match path.is_dir() {
                _ if hidden => None,
                true => Some(format!("{folder}{name}/")),
                false => wanted(&path).then(|| format!("{folder}{name}")),
            }
        })
        .collect();
    found.sort();
    found
}

/// Returns the names of the reports: the folders of `reports/` that have a scenario.
fn reports() -> impl Iterator<Item = String> {
    let scenario = |folder: &String| Path::new(folder).join("scenario.toml").is_file();
    files("reports/", |_| false).into_iter().filter(scenario).filter_map(|folder| {
        Some(folder.strip_prefix("reports/")?.trim_end_matches('/').to_owned())
    })
}

/// Returns the flags of a command and the global flags.
pub fn flags(command: &Command, name: &str) -> Vec<String> {
    let own = command.find_subcommand(name).into_iter().flat_map(Command::get_arguments);
    own.chain(command.get_arguments())
        .filter_map(|argument| Some(format!("--{}", argument.get_long()?)))
        .collect()
}

/// Returns `name=` for the fields that are not given yet, required ones first; or `name=value` for
/// each value if `last` already has a name.
fn fields(entry: &Entry, given: &[&str], last: &str) -> Vec<String> {
    let is_given = |name: &str| given.iter().any(|word| word.split('=').next() == Some(name));
    if let Some((name, _)) = last.split_once('=') {
        let field = entry.fields.iter().find(|field| field.name == name);
        let values = field.map_or_else(Vec::new, |field| match field.kind {
            Kind::Integer { .. } => field.values().into_iter().skip(1).collect(),
            Kind::Flag | Kind::Choice { .. } | Kind::Own(_) => field.values(),
            Kind::Decimal { .. }
            | Kind::List { .. }
            | Kind::Text { .. }
            | Kind::File { .. }
            | Kind::Expression { .. } => Vec::new(),
        });
        return values.iter().map(|value| format!("{name}={value}")).collect();
    }
    let open = entry.fields.iter().filter(|field| !is_given(field.name));
    let (required, others): (Vec<Field>, Vec<Field>) =
        open.partition(|field| matches!(field.need, Need::Required(_)));
    required.into_iter().chain(others).map(|field| format!("{}=", field.name)).collect()
}
