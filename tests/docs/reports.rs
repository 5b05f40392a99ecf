//! The committed reports are what the code makes today, and a folder of one's own is made like
//! them.
#![cfg(all(feature = "documents", feature = "cli"))]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs the command in a folder.
fn oddsmith(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_oddsmith"))
        .args(words)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .output()
        .expect("the command starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder with a scenario and its words.
fn folder(scenario: &str, words: &str) -> (tempfile::TempDir, PathBuf) {
    let place = tempfile::tempdir().expect("a folder for a while");
    let inside = place.path().join("mine");
    std::fs::create_dir(&inside).expect("a folder is made");
    std::fs::write(inside.join("scenario.toml"), scenario).expect("it is written");
    std::fs::write(inside.join("report.md"), words).expect("it is written");
    (place, inside)
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn reports_rebuild_unchanged() {
    let made = oddsmith(Path::new(env!("CARGO_MANIFEST_DIR")), &["report", "--check", "--quiet"]);
    assert!(
        made.status.success(),
        "`cargo run --release -- report` rebuilds them:\n{}{}",
        text(&made.stdout),
        text(&made.stderr)
    );
}

#[test]
fn the_page_needs_nothing_but_itself() {
    let page = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("reports"), "index.html");
    for wanted in ["src=\"http", "@import", "url(http", "<link"] {
        assert!(!page.contains(wanted), "the page fetches something: {wanted}");
    }
    assert!(page.matches("<section").count() >= 15, "every report has its section");
}

/// A scenario whose die can be changed.
fn coin(die: &str) -> String {
    format!(
        r#"title = "A coin of my own"
trials = 1000
[sweep]
goal = {{ from = 2, to = 6 }}
[[house]]
name = "toss"
fields = {{ goal = 2 }}
mine = {{ luck = "{die}" }}
theirs = {{ add = "$goal" }}
tie = "active"
[[check]]
label = "toss"
use = "house.toss"
set = {{ goal = "$goal" }}
[[chart]]
kind = "curve"
x = "goal"
title = "At 2 it is {{{{ answers['toss'].at(goal=2).success | percent(0) }}}}"
[[expect]]
that = "answers['toss'].at(goal=4).success == 0.5"
why = "At 4 it is even."
"#
    )
}

const WORDS: &str = r#"{% set toss = answers["toss"] %}
# A coin of my own

> Is it fair?

At 4 it is even: {{ toss.at(goal=4).success | percent }}.

{{ chart("chart.svg") }}

{{ table(toss, rows="goal", caption="Success by goal.") }}

<script>alert("no")</script>
"#;

#[test]
fn a_folder_of_ones_own_becomes_a_document() {
    let (place, inside) = folder(&coin("1d6"), WORDS);
    let made = oddsmith(place.path(), &["report", "mine"]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let readme = read(&inside, "README.md");
    assert!(readme.starts_with("# A coin of my own\n\n> Is it fair?\n\nAt 4 it is even: 50.0"));
    assert!(readme.contains("![At 2 it is 83\u{a0}%](chart.svg)"), "{readme}");
    assert!(readme.contains("Success by goal.\n\n| Goal | success |\n|---:|---:|\n| 2 | 83.3 |"));
    assert!(readme.contains("All 5 cases are exact"), "{readme}");
    assert!(
        readme.trim_end().ends_with("Every outcome: [outcomes.csv](outcomes.csv)."),
        "{readme}"
    );
    assert!(readme.contains("Made by `oddsmith report mine`"), "{readme}");
    let page = read(&inside, "index.html");
    assert!(page.contains("<h1>A coin of my own</h1>") && page.contains("<svg"), "{page}");
    assert!(!page.contains("<script>alert"), "raw HTML of the words is let through");
    assert!(read(&inside, "outcomes.csv").starts_with("check,label,set.goal,column"));
    assert!(inside.join("chart.svg").is_file());

    // Nothing changes, and nothing is written to find that out.
    let same = oddsmith(place.path(), &["report", "mine", "--check"]);
    assert!(same.status.success(), "{}", text(&same.stdout));

    // A sentence that compares needs an expectation.
    let bold = WORDS.replace("At 4 it is even:", "It is never unfair. At 4 it is even:");
    std::fs::write(inside.join("report.md"), bold).expect("it is written");
    let loose = oddsmith(place.path(), &["report", "mine", "--check"]);
    assert_eq!(loose.status.code(), Some(1));
    assert!(text(&loose.stdout).contains("no expectation holds \"It is never unfair.\""));
    std::fs::write(inside.join("report.md"), WORDS).expect("it is written");

    // Another rule: the numbers of the sentences are others, and the claim no longer holds.
    std::fs::write(inside.join("scenario.toml"), coin("1d8")).expect("it is written");
    let changed = oddsmith(place.path(), &["report", "mine", "--check"]);
    assert_eq!(changed.status.code(), Some(1));
    assert!(text(&changed.stdout).contains("README.md would change"), "{}", text(&changed.stdout));
    assert_eq!(read(&inside, "README.md"), readme, "--check writes nothing");
    let failed = oddsmith(place.path(), &["report", "mine"]);
    assert_eq!(failed.status.code(), Some(1), "{}", text(&failed.stdout));
    let said = text(&failed.stderr);
    assert!(said.contains("expectation no. 1 fails: At 4 it is even."), "{said}");
    let readme = read(&inside, "README.md");
    assert!(readme.contains("At 4 it is even: 62.5"), "{readme}");
    assert!(readme.contains("**1 of 1 expectations does not hold:**"), "{readme}");
    assert!(readme.contains("At 4 it is even."), "{readme}");
}

/// All files of a folder.
fn files(folder: &Path) -> Vec<(std::ffi::OsString, Vec<u8>)> {
    let entries = std::fs::read_dir(folder).expect("the folder reads").flatten();
    let mut all: Vec<_> = entries
        .map(|entry| (entry.file_name(), std::fs::read(entry.path()).expect("a file")))
        .collect();
    all.sort();
    all
}

/// However a folder is spelled, its files are the same bytes.
#[test]
fn a_folder_is_the_same_however_it_is_spelled() {
    let made = |spelled: &dyn Fn(&Path) -> String| {
        let (place, inside) = folder(&coin("1d6"), WORDS);
        let made = oddsmith(place.path(), &["report", &spelled(&inside)]);
        assert!(made.status.success(), "{}", text(&made.stderr));
        let same = oddsmith(place.path(), &["report", "--check", "mine"]);
        assert!(same.status.success(), "{}", text(&same.stdout));
        files(&inside)
    };
    let wanted = made(&|_| "mine".to_owned());
    assert!(wanted.len() >= 6, "{} files", wanted.len());
    for spelled in ["./mine", "mine/", "./mine/", "mine//", "mine/.", "../PLACE/mine"] {
        let spelled = |inside: &Path| {
            let place = inside.parent().and_then(Path::file_name).expect("its folder");
            spelled.replace("PLACE", &place.to_string_lossy())
        };
        assert!(made(&spelled) == wanted, "{}", spelled(Path::new("PLACE/mine")));
    }
    assert!(made(&|inside| inside.to_string_lossy().into_owned()) == wanted, "the whole path");
}

/// A falsehood: of what kind, in which report and file, and the words that are changed into it.
type Planted = (&'static str, &'static str, &'static str, &'static str, &'static str);

const WORDS_OF: &str = "report.md";
const SCENARIO: &str = "scenario.toml";

/// Falsehoods of all kinds, each in the copy of a report that ships.
const PLANTED: [Planted; 46] = [
    // A word that compares is turned round.
    (
        "comparative",
        "after-the-first-bruise",
        WORDS_OF,
        "the less going first is worth",
        "the more going first is worth",
    ),
    ("comparative", "last-ditch-effort", WORDS_OF, "the less it helps", "the more it helps"),
    (
        "comparative",
        "drama-decks-clock",
        WORDS_OF,
        "The letters alone come much faster",
        "The letters alone come much slower",
    ),
    (
        "comparative",
        "toughness-ladder",
        WORDS_OF,
        "Every bruise makes the next blow worse",
        "Every bruise makes the next blow better",
    ),
    (
        "comparative",
        "who-wins-the-fight",
        WORDS_OF,
        "the better, up to the end",
        "the worse, up to the end",
    ),
    (
        "superlative",
        "bidding-duels",
        WORDS_OF,
        "Most duels are decided",
        "Fewest duels are decided",
    ),
    (
        "superlative",
        "cards-against-dice",
        WORDS_OF,
        "The steepest of the games is Mneme",
        "The flattest of the games is Mneme",
    ),
    (
        "superlative",
        "substitute-dice",
        WORDS_OF,
        "The d6 is the worst substitute",
        "The d6 is the best substitute",
    ),
    // What is compared is another thing.
    ("another thing", "cards-against-dice", WORDS_OF, "favours the d20", "favours the cards"),
    (
        "another thing",
        "substitute-dice",
        WORDS_OF,
        "The d10 is the best substitute",
        "The d8 is the best substitute",
    ),
    (
        "another thing",
        "choosing-cards",
        WORDS_OF,
        "is worth most to a small hand",
        "is worth most to a large hand",
    ),
    (
        "another thing",
        "who-wins-the-fight",
        WORDS_OF,
        "everything from Defense to Toughness: against",
        "everything from Toughness to Defense: against",
    ),
    (
        "another thing",
        "climbing-the-tree",
        WORDS_OF,
        "where low needs are more\nlikely",
        "where high needs are more\nlikely",
    ),
    // A quantifier, or how often.
    ("never and always", "advantage", WORDS_OF, "It never lifts", "It always lifts"),
    ("never and rarely", "advantage", WORDS_OF, "It never lifts", "It rarely lifts"),
    ("all and no", "climbing-the-tree", WORDS_OF, "no ladder that", "every ladder that"),
    (
        "a negation dropped",
        "worth-of-a-card",
        WORDS_OF,
        "and no card does harm",
        "and a card does harm",
    ),
    (
        "a negation dropped",
        "adventure-arc",
        WORDS_OF,
        "the players are not behind even",
        "the players are behind even",
    ),
    (
        "a negation added",
        "advantage",
        WORDS_OF,
        "Disadvantage takes as much",
        "Disadvantage never takes as much",
    ),
    // A number that is written by hand.
    (
        "a number in prose",
        "after-the-first-bruise",
        WORDS_OF,
        "With Toughness 4 against damage 10",
        "With Toughness 6 against damage 10",
    ),
    (
        "a number in prose",
        "attack-or-approved",
        WORDS_OF,
        "with defense 22, toughness",
        "with defense 12, toughness",
    ),
    (
        "a number of a marked sentence",
        "worth-of-a-card",
        WORDS_OF,
        "at most 25 points, where",
        "at most 35 points, where",
    ),
    (
        "a number word",
        "how-pools-grow",
        WORDS_OF,
        "after eleven rounds of a conflict",
        "after seven rounds of a conflict",
    ),
    (
        "an ordinal",
        "last-ditch-effort",
        WORDS_OF,
        "and on the eighth it already",
        "and on the sixth it already",
    ),
    (
        "twice",
        "substitute-dice",
        WORDS_OF,
        "shows its 20 twice as often",
        "shows its 20 three times as often",
    ),
    ("a share", "toughness-ladder", WORDS_OF, "blows and nine in ten", "blows and eight in ten"),
    ("a share", "adventure-arc", WORDS_OF, "One check in ten earns", "One check in four earns"),
    (
        "a number of the rule text",
        "drama-decks-clock",
        WORDS_OF,
        "takes about 14 cards until",
        "takes about 41 cards until",
    ),
    (
        "a number in a heading",
        "six-thugs-and-a-villain",
        WORDS_OF,
        "## One card against six",
        "## One card against nine",
    ),
    // The unit of a number.
    (
        "the unit of a computed number",
        "a-whole-fight-by-cards-and-dice",
        WORDS_OF,
        "mean | number(1) }} rounds on average by cards",
        "mean | number(1) }} blows on average by cards",
    ),
    (
        "the unit of a number by hand",
        "worth-of-a-card",
        WORDS_OF,
        "at most 25 points, where",
        "at most 25 cards, where",
    ),
    // Numbers and names in another order.
    (
        "swapped names",
        "ten-people-five-rules",
        WORDS_OF,
        "in Mneme, and from",
        "by the cards, and from",
    ),
    (
        "swapped names",
        "a-whole-fight-by-cards-and-dice",
        WORDS_OF,
        "of fights by cards and {{ dice.success | percent }} by\nthe d20 with",
        "of fights by the d20 and {{ dice.success | percent }} by\ncards with",
    ),
    (
        "a swapped name",
        "a-whole-fight-by-cards-and-dice",
        WORDS_OF,
        "{{ plain.success | percent }} by the d20.",
        "{{ plain.success | percent }} by cards.",
    ),
    (
        "the order of a list",
        "cards-against-dice",
        WORDS_OF,
        "Torg's drama die comes next, from",
        "The cards come next, from",
    ),
    (
        "the order of a list",
        "rulebooks-own-odds",
        WORDS_OF,
        "The d20 is up to",
        "The cards are up to",
    ),
    (
        "swapped settings",
        "six-thugs-and-a-villain",
        WORDS_OF,
        "against four thugs, {{ here",
        "against eight thugs, {{ here",
    ),
    // Titles and captions.
    (
        "a title's words",
        "adventure-arc",
        SCENARIO,
        "With more players the GM's cards last longer{#",
        "With fewer players the GM's cards last longer{#",
    ),
    (
        "a title's words",
        "climbing-the-tree",
        SCENARIO,
        "steps pay where low needs are more likely{#",
        "steps pay where high needs are more likely{#",
    ),
    (
        "a title's names",
        "after-the-first-bruise",
        SCENARIO,
        "by cards, {{ answers['the d20'].at(toughness=9, strikes=100).success | percent(0) }} by the d20",
        "by the d20, {{ answers['the d20'].at(toughness=9, strikes=100).success | percent(0) }} by cards",
    ),
    (
        "a title's number",
        "drama-decks-clock",
        SCENARIO,
        "Nine tasks in ten are done within {{",
        "Eight tasks in ten are done within {{",
    ),
    (
        "a subtitle's number",
        "days-of-willpower",
        SCENARIO,
        "Encounters met over 3 days",
        "Encounters met over 5 days",
    ),
    (
        "a caption",
        "cards-against-dice",
        WORDS_OF,
        "caption=\"Chance of success, per cent.\"",
        "caption=\"Chance of success, highest by cards.\"",
    ),
    // Whole sentences.
    (
        "a sentence without a mark",
        "swinginess",
        WORDS_OF,
        "The standard deviation says",
        "The cards lead at each average. The standard deviation says",
    ),
    (
        "the mark of another sentence",
        "advantage",
        WORDS_OF,
        "rolls a third die for advantage",
        "is the hardest of games and rolls a third die for advantage",
    ),
    (
        "a false mark",
        "upper-hand",
        WORDS_OF,
        "in a standard scene.{#- held by 2:",
        "in a standard scene.{#- held by 1:",
    ),
];

fn untied(scenario: &str, words: &str) -> Vec<String> {
    let (_place, inside) = folder(scenario, words);
    let request = oddsmith::document::DocumentRequest::of_folder(&inside, "mine", "");
    request.expect("a report").untied().into_iter().map(|one| one.what).collect()
}

/// What is found once whoever planted a falsehood has given all marks the letters that they ask for.
fn with_new_letters(scenario: &str, words: &str) -> Vec<String> {
    let (mut scenario, mut words) = (scenario.to_owned(), words.to_owned());
    loop {
        let found = untied(&scenario, &words);
        let asked = found.iter().find_map(|what| {
            let (_, mark) = what.split_once("then write `")?;
            let (named, _) = mark.rsplit_once(": ")?;
            Some((format!("{named}:"), mark.trim_end_matches('`').to_owned()))
        });
        let Some((start, mark)) = asked else { return found };
        // Each mark with these rows in turn, until it is the one that was meant.
        let mended = [true, false].into_iter().find_map(|in_words| {
            let text = if in_words { &words } else { &scenario };
            text.match_indices(&start).find_map(|(at, _)| {
                let end = at + text[at..].find("#}")? + 2;
                let other = format!("{}{mark}{}", &text[..at], &text[end..]);
                let left = match in_words {
                    true => untied(&scenario, &other),
                    false => untied(&other, &words),
                };
                (left.len() < found.len()).then_some((in_words, other))
            })
        });
        match mended {
            Some((true, other)) => words = other,
            Some((false, other)) => scenario = other,
            None => return found,
        }
    }
}

#[test]
fn what_ships_is_held() {
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("reports");
    for entry in std::fs::read_dir(&reports).expect("the reports").filter_map(Result::ok) {
        let inside = entry.path();
        if inside.join("report.md").is_file() {
            let found = untied(&read(&inside, "scenario.toml"), &read(&inside, "report.md"));
            assert!(found.is_empty(), "{}: {found:#?}", inside.display());
        }
    }
}

#[test]
fn planted_falsehoods_are_found() {
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("reports");
    let mut missed = Vec::new();
    for (kind, name, file, true_words, false_words) in PLANTED {
        let inside = reports.join(name);
        let (mut scenario, mut words) = (read(&inside, SCENARIO), read(&inside, WORDS_OF));
        let text = if file == SCENARIO { &mut scenario } else { &mut words };
        assert!(text.contains(true_words), "{name}: {true_words}");
        *text = text.replacen(true_words, false_words, 1);
        if with_new_letters(&scenario, &words).is_empty() {
            missed.push(format!("{kind}, {name}: {false_words}"));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}

/// A sentence, the row that quotes it, and their letters are all turned round: the formula is not.
#[test]
fn a_row_cannot_say_the_opposite_of_its_formula() {
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("reports");
    for (name, said, opposite) in [
        (
            "after-the-first-bruise",
            "the less going first is worth",
            "the more going first is worth",
        ),
        (
            "upper-hand",
            "within three rounds more often than",
            "within three rounds less often than",
        ),
    ] {
        let inside = reports.join(name);
        let turned = [SCENARIO, WORDS_OF].map(|file| {
            let text = read(&inside, file);
            assert!(text.contains(said), "{name}, {file}: {said}");
            text.replace(said, opposite)
        });
        let found = with_new_letters(&turned[0], &turned[1]);
        assert!(found.iter().any(|what| what.contains("the opposite")), "{name}: {found:#?}");
    }
}

/// A formula that is turned round, beneath a sentence that stays, asks for new letters.
#[test]
fn a_formula_is_not_turned_round_unseen() {
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("reports");
    for name in ["advantage", "swinginess", "who-wins-the-fight", "upper-hand"] {
        let inside = reports.join(name);
        let (scenario, words) = (read(&inside, SCENARIO), read(&inside, WORDS_OF));
        let (start, rows) = scenario.split_once("[[expect]]").expect("rows");
        let turned = format!("{start}[[expect]]{}", rows.replace(" < ", " >= "));
        assert!(!untied(&turned, &words).is_empty(), "{name}");
    }
}

#[test]
fn errors_in_words_name_file_and_line() {
    let start = "# A coin of my own\n\nIt is\n";
    for (words, place, why) in [
        (format!("{start}{{{{ answers['tos'].count }}}}\n"), "line 4", "`tos`"),
        (format!("{start}\n{{{{ chart('other.svg') }}}}\n"), "line 5", "no chart `other.svg`"),
        (format!("{start}{{{{ answers['toss'].at(goal=9).success }}}}\n"), "line 4", "goal=9"),
        (format!("{start}{{{{ table(answers['toss'], rows='gaol') }}}}\n"), "line 4", "`gaol`"),
        ("# Another title\n".to_owned(), "report.md", "`# A coin of my own`"),
    ] {
        let (folder, inside) = folder(&coin("1d6"), &words);
        let made = oddsmith(folder.path(), &["report", "mine"]);
        let said = text(&made.stderr);
        assert_eq!(made.status.code(), Some(2), "{words}: {said}");
        assert!(said.contains("report.md") && said.contains(place) && said.contains(why), "{said}");
        assert!(!inside.join("README.md").exists(), "nothing is written: {words}");
    }
}

#[test]
fn a_scenario_without_words_is_told_plainly() {
    let place = tempfile::tempdir().expect("a folder for a while");
    std::fs::write(place.path().join("coin.toml"), coin("1d6")).expect("it is written");
    let made = oddsmith(place.path(), &["run", "coin.toml"]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let readme = read(&place.path().join("coin"), "README.md");
    assert!(readme.contains("Toss: success from 16.7 % (goal 6) to 83.3 % (goal 2)."), "{readme}");
    assert!(
        readme.contains("](chart.svg)"),
        "charts that no words show stand at the end: {readme}"
    );
    // Words beside it are used.
    std::fs::write(place.path().join("coin.md"), WORDS).expect("it is written");
    let made = oddsmith(place.path(), &["run", "coin.toml"]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    assert!(read(&place.path().join("coin"), "README.md").contains("> Is it fair?"));
}

#[test]
fn what_is_only_made_when_named_is_left_out() {
    let place = tempfile::tempdir().expect("a folder for a while");
    for (name, key) in [("one", ""), ("two", "only_when_named = true\n")] {
        let inside = place.path().join("reports").join(name);
        std::fs::create_dir_all(&inside).expect("a folder is made");
        std::fs::write(inside.join("scenario.toml"), format!("{key}{}", coin("1d6"))).expect("so");
    }
    let list = oddsmith(place.path(), &["report", "--list"]);
    assert!(text(&list.stdout).contains("two") && text(&list.stdout).contains("only when named"));
    assert!(oddsmith(place.path(), &["report"]).status.success());
    let made = |name: &str| place.path().join("reports").join(name).join("README.md").is_file();
    assert!(made("one") && !made("two"));
    assert!(place.path().join("reports/index.html").is_file());
    assert!(oddsmith(place.path(), &["report", "two"]).status.success());
    assert!(made("two"), "a word that is no folder is a report");
    let wrong = oddsmith(place.path(), &["report", "thre"]);
    assert_eq!(wrong.status.code(), Some(2));
}
