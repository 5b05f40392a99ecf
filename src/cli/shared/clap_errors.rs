//! Errors for refused arguments, worded like all other errors, with a hint at the likely intention.

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::complete::flags;
use super::spelling::spelled;
use crate::scenario::is_dice;
use crate::systems::Catalogue;
use crate::{Error, Hint};
use oddsmith_base::shown;

/// Flags of other programs, separated by blanks, with a hint at the equivalent here.
const FOREIGN_FLAGS: [(&str, &str); 17] = [
    ("--advantage --adv --disadvantage", "words follow the dice: `oddsmith d20+5 with advantage`"),
    (
        "--target --chance",
        "`oddsmith dc CHECK … --target 0.65` finds the difficulty with that chance",
    ),
    ("-n --rolls --samples --runs --iterations", "did you mean `--trials`?"),
    ("--ac --versus --vs", "a number to reach follows the dice: `oddsmith d20+5 vs 15`"),
    ("--dark --light", "did you mean `--theme dark`?"),
    ("--width --height -w", "`--size 800x500` is the size of a chart"),
    ("--json", "did you mean `--format json`?"),
    ("--csv", "did you mean `--format csv`?"),
    ("--markdown --md", "did you mean `--format markdown`?"),
    (
        "--confidence --ci --interval",
        "simulated results have their 95 % interval; `--precision 0.001` simulates until it is narrow",
    ),
    (
        "--rules",
        "what rules of your own should give stands in `[[expect]]` rows: `oddsmith verify FILE`",
    ),
    ("--png --svg --plot --graph --histogram", "did you mean `--chart FILE.svg`?"),
    (
        "-o --out --output",
        "`--save FILE.csv` writes every outcome, `--chart FILE.svg` draws a chart",
    ),
    ("--cdf --cumulative --atleast", "did you mean `--view at-least`?"),
    ("--pdf --pmf --distribution", "leave it out: the answer has the chance of each result"),
    (
        "--mean --average --avg --median --variance --var --sd --std --stddev --stats",
        "leave it out: the answer has mean, standard deviation (sd) and median",
    ),
    (
        "--simulate --simulation --sim --sampled --montecarlo --monte-carlo",
        "did you mean `--sampled-only`?",
    ),
];

/// Converts an error of clap, from its kind and context.
pub fn refusal(error: &clap::Error, words: &[String]) -> Error {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(" "),
        Some(ContextValue::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    // `--trials <TRIALS>` is the flag `--trials`.
    let argument = text(ContextKind::InvalidArg);
    let flag = argument.split([' ', '=']).next().unwrap_or_default().to_owned();
    let value = text(ContextKind::InvalidValue);
    let known = match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(known)) => known.clone(),
        _ => Vec::new(),
    };
    let command = command(words);
    let name = command.get_name().to_owned();
    let help = help_of(&command);
    let refused = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            return unknown_command(&text(ContextKind::InvalidSubcommand), words);
        }
        ErrorKind::UnknownArgument => {
            // The parser takes a word that begins with a minus for a flag, unless it is a number.
            // Of `-3%` it reports `-3`.
            let pair = words.windows(2).find(|pair| pair[1].starts_with(&flag));
            let names_a_field = |word: &str| {
                !is_dice(word)
                    && word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')
            };
            let is_negative = |word: &str| word.strip_prefix('-').is_some_and(begins_a_number);
            return match pair.filter(|pair| is_negative(&pair[1])) {
                Some([name, value]) if names_a_field(name) => {
                    let (name, value) = (shown(name), shown(value));
                    Error::question(format!("unexpected `{value}`, which looks like a flag"))
                        .with_hint(format!("fields are written `{name}={value}`"))
                }
                Some([before, word]) if before.starts_with("--") && !is_dice(word) => {
                    Error::question(format!("`{before}` does not take `{}`", shown(word)))
                        .with_hint(help)
                }
                _ => unknown_flag(&flag, &command),
            };
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            let hint = match known.is_empty() {
                true => format!("write `{argument}`"),
                false => format!("choose from {}", known.join(", ")),
            };
            return Error::question(format!("`{flag}` needs a value")).with_hint(hint);
        }
        ErrorKind::InvalidValue => {
            let known = known.iter().map(String::as_str);
            return Error::unknown("value", &value, &format!("`{flag}`"), known);
        }
        ErrorKind::ValueValidation => {
            let refused = |why: &str| {
                Error::question(format!("`{flag}` does not take `{}`: {why}", shown(&value)))
            };
            let cause = std::error::Error::source(error);
            let own = cause.and_then(|cause| cause.downcast_ref::<Error>());
            let why = own.map(|own| own.spelled(spelled)).or(cause.map(ToString::to_string));
            let error = refused(&why.unwrap_or_default());
            match own.and_then(Error::hint) {
                Some(hint) => return error.with_hint(hint.clone()),
                None => error,
            }
        }
        ErrorKind::ArgumentConflict => {
            let other = text(ContextKind::PriorArg);
            let other = other.split(' ').next().unwrap_or_default();
            return Error::question(match other {
                _ if other.is_empty() || other == flag => format!("`{flag}` appears twice"),
                other => format!("`{flag}` and `{other}` can't be combined"),
            })
            .with_hint("leave one out");
        }
        // `--open` requires `--chart`.
        ErrorKind::MissingRequiredArgument if words.iter().any(|word| word == "--open") => {
            return Error::question("`--open` shows a chart, and none is drawn")
                .with_hint("add `--chart odds.svg`");
        }
        ErrorKind::MissingRequiredArgument => Error::question(format!("`{name}` needs {argument}")),
        ErrorKind::InvalidUtf8 => Error::question("an argument is not valid text"),
        kind => {
            Error::question(format!("`{flag}`: {}", kind.as_str().unwrap_or("it does not fit")))
        }
    };
    refused.with_hint(help)
}

/// Returns a hint at the help of a command.
fn help_of(command: &clap::Command) -> String {
    match command.get_name() {
        "oddsmith" => "see `oddsmith --help`".to_owned(),
        name => format!("see `oddsmith {name} --help`"),
    }
}

/// Returns the hint for a name of other programs.
fn hint(table: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    let row = table.iter().find(|(names, _)| names.split(' ').any(|known| known == name));
    row.map(|(_, hint)| *hint)
}

fn begins_a_number(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit())
}

/// Returns the command that the words name, or the root command if they name none.
fn command(words: &[String]) -> clap::Command {
    let all = crate::cli::Arguments::command();
    let named = words.iter().find_map(|word| all.find_subcommand(word).cloned());
    named.unwrap_or(all)
}

fn unknown_flag(flag: &str, command: &clap::Command) -> Error {
    if !flag.starts_with('-') {
        return Error::question(format!("unexpected `{}`", shown(flag)))
            .with_hint(help_of(command));
    }
    if begins_a_number(&flag[1..]) {
        return Error::question(format!("unexpected `{}`, which looks like a flag", shown(flag)))
            .with_hint("put dice that begin with a minus in brackets: `oddsmith \"(-2d6)\"`");
    }
    // Fields are not flags. A flag of `FOREIGN_FLAGS` more likely means that than a field.
    let field = flag.trim_start_matches('-').replace('-', "_");
    let meant = hint(&FOREIGN_FLAGS, flag);
    if meant.is_none() && Catalogue::default().checks().any(|check| check.field(&field).is_some()) {
        return Error::question(format!("unknown flag `{}`", shown(flag)))
            .with_hint(format!("fields have no dashes: `{field}=…`"));
    }
    let all = crate::cli::Arguments::command();
    let own = flags(&all, command.get_name());
    let error = Error::unknown("flag", flag, command.get_name(), own.iter().map(String::as_str));
    let named = |command: &&clap::Command| command.get_name() == flag.trim_start_matches('-');
    if let Some(meant) = all.get_subcommands().find(named) {
        return error
            .with_hint(format!("commands have no dashes: `oddsmith {} …`", meant.get_name()));
    }
    // A hint is omitted if it suggests a flag that the command lacks.
    let offers = |hint: &str| {
        let Some(offered) = hint.strip_prefix("did you mean `") else { return true };
        let mut words = offered.split([' ', '`']);
        let (flag, value) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let is = |argument: &&clap::Arg| argument.get_long() == flag.strip_prefix("--");
        command.get_arguments().find(is).is_some_and(|argument| {
            let known = argument.get_possible_values();
            let plain = known.is_empty() || !argument.get_action().takes_values();
            plain || known.iter().any(|known| known.matches(value, false))
        })
    };
    if let Some(hint) = meant.filter(|hint| offers(hint)) {
        return error.with_hint(hint);
    }
    let takes = |other: &&clap::Command| flags(&all, other.get_name()).iter().any(|it| it == flag);
    let others = all.get_subcommands().filter(|other| !other.is_hide_set()).filter(takes);
    let others: Vec<String> = others.map(|other| format!("`{}`", other.get_name())).collect();
    match (&others[..], error.hint()) {
        ([], Some(Hint::Nearest(_))) if meant.is_none() => error,
        ([], _) => error.with_hint(help_of(command)),
        (others, _) => error.with_hint(format!("it belongs to {}", others.join(", "))),
    }
}

/// Commands of other programs, separated by blanks, with a hint at the equivalent here.
const FOREIGN_COMMANDS: [(&str, &str); 8] = [
    (
        "card cards card52 deck draw poker",
        "`oddsmith card54` is a card of a full deck, `oddsmith \"suited(draw(deck52, 5)) = 5\"` a \
            flush; rules draw hands: `oddsmith list dice`",
    ),
    (
        "coin coins flip toss heads tails",
        "a coin is a die with two sides, `d2`; `3d2c2` counts the heads of three coins",
    ),
    ("dice notation syntax", "`oddsmith list dice` shows the language of dice"),
    ("advantage adv", "`oddsmith \"d20+5 with advantage\"` rolls twice and keeps the higher"),
    (
        "loop function: set",
        "`oddsmith anydice FILE` runs AnyDice programs, `-` for FILE the standard input",
    ),
    (
        "test validate lint",
        "`oddsmith verify FILE` checks what a file expects, `oddsmith check FILE` how it is written",
    ),
    ("roll throw", "`oddsmith play 4d6kh3` rolls once, `oddsmith 4d6kh3` shows the odds"),
    (
        "simulate sim prob probability chance",
        "`oddsmith 4d6kh3` and `oddsmith odds CHECK …` show exact and simulated odds",
    ),
];

fn unknown_command(word: &str, words: &[String]) -> Error {
    // An argument may contain several words.
    let first = word.split(' ').next().unwrap_or_default();
    let all = crate::cli::Arguments::command();
    let shown_commands = all.get_subcommands().filter(|command| !command.is_hide_set());
    let error = Error::unknown("command", word, "", shown_commands.map(clap::Command::get_name));
    let is_roll = |word: &str| is_dice(word) && word.contains(char::is_alphabetic);
    if let Some(dice) = words.iter().find(|word| is_roll(word)) {
        return error.with_hint(format!("dice need no command: `oddsmith \"{dice}\"`"));
    }
    if word.strip_prefix('+').is_some_and(begins_a_number) {
        return error.with_hint(format!("put dice before it: `oddsmith \"d20{}\"`", shown(word)));
    }
    if let Some(hint) = hint(&FOREIGN_COMMANDS, first) {
        return error.with_hint(hint);
    }
    match Catalogue::default().check(word) {
        Ok(entry) => error.with_hint(format!("did you mean `oddsmith odds {}`?", entry.id)),
        Err(other) => match other.hint() {
            // The word may be the last part of a check's name: `fight` of `moma.fight`.
            Some(Hint::Words(words)) if words.to_string().starts_with("did you mean") => {
                error.with_hint(words.to_string())
            }
            _ => error,
        },
    }
}
