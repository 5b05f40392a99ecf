//! Tests of hostile names in every front end: a name is shown, and never interpreted.

use oddsmith::Named;
use oddsmith::answer::csv::{Csv, swept};
use oddsmith::answer::{Answers, json};
use oddsmith::odds::{Event, Progress};
use oddsmith::registry::{Names, legible};
use oddsmith::scenario::{Cases, Effort, axes};
use oddsmith::text::{Detail, Format, Page, Table, cell};

/// Names that a front end might interpret.
const NAMES: [&str; 24] = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "two\nlines",
    "a tab\tand a return\r",
    "[b]bold[/b]",
    "[url=https://example.org]here[/url]",
    "\u{1b}[31mred\u{1b}[0m",
    "\u{1b}]0;a title\u{7}",
    "right to \u{202e}tfel",
    "\u{feff}marked\u{2028}and parted",
    "nothing\0here",
    "=HYPERLINK(\"https://example.org\")",
    "@SUM(A1)",
    "-2+3",
    "+3+4",
    " =1+1",
    "a | b | c",
    "`code` and ```more",
    "*a* _b_ #c ~d~ \\e",
    "&lt;b&gt; &#60;",
    "\"quoted\" and 'quoted'",
    "](javascript:alert(1)) ![x](https://example.org/x.png)",
    "1. one",
    "> said",
];

/// Returns the characters of a name that a front end may show.
fn printable(name: &str) -> String {
    let turns = |letter: &char| ('\u{2028}'..='\u{202e}').contains(letter) || *letter == '\u{feff}';
    let kept = name.chars().filter(|letter| !turns(letter));
    kept.map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

fn is_printable(text: &str) -> bool {
    text.chars().all(|letter| letter == '\n' || (!letter.is_control() && letter != '\u{202e}'))
}

/// Returns a page that has the name in every place.
fn everywhere(name: &str) -> Page {
    let [title, unit, answer, line, note] = [(); 5].map(|()| name.to_owned());
    let table = Table::of(1, ["name", name], [[name, "1.0"]]);
    let (answer, lines, notes) = (vec![answer], vec![line.into()], vec![note.into()]);
    Page { title, unit, answer, tables: vec![table], lines, notes, details: Vec::new() }
}

/// Removes the styles that the page itself sets.
fn unstyled(text: &str) -> String {
    ["\u{1b}[1m", "\u{1b}[2m", "\u{1b}[0m"]
        .iter()
        .fold(text.to_owned(), |text, style| text.replace(style, ""))
}

#[test]
fn terminal_shows_printable_characters_only() {
    for name in NAMES {
        let text =
            unstyled(&everywhere(name).print(Format::Table, Detail::Usual, Named::to_string));
        assert!(is_printable(&text), "{name:?}: {text:?}");
        let expected = printable(name);
        let words: Vec<&str> = expected.split_whitespace().collect();
        assert!(words.iter().all(|word| text.contains(word)), "{name:?}: {text}");
    }
}

#[test]
fn html_has_only_known_tags() {
    const TAGS: [&str; 10] = ["p", "b", "br", "small", "table", "thead", "tbody", "tr", "th", "td"];
    for name in NAMES {
        let text = everywhere(name).print(Format::Html, Detail::Usual, Named::to_string);
        assert!(is_printable(&text), "{name:?}: {text:?}");
        for (at, _) in text.match_indices('<') {
            let tag: String = text[at + 1..]
                .trim_start_matches('/')
                .chars()
                .take_while(char::is_ascii_alphabetic)
                .collect();
            assert!(TAGS.contains(&tag.as_str()), "{name:?}: <{tag}");
        }
        let decoded = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
        assert!(decoded.replace("&amp;", "&").contains(&printable(name)), "{name:?}: {text}");
    }
}

#[test]
fn bbcode_has_only_known_tags() {
    const TAGS: [&str; 6] = ["b]", "i]", "table]", "tr]", "th]", "td]"];
    for name in NAMES {
        let text = everywhere(name).print(Format::Bbcode, Detail::Usual, Named::to_string);
        assert!(is_printable(&text), "{name:?}: {text:?}");
        for (at, _) in text.match_indices('[') {
            let tag = text[at + 1..].trim_start_matches('/');
            let ours = TAGS.iter().any(|known| tag.starts_with(known));
            assert!(ours || tag.starts_with('\u{200b}'), "{name:?}: [{}", &tag[..9.min(tag.len())]);
        }
        let bold = text.matches("[b]").count();
        assert_eq!(bold, 2, "{name:?}: title and answer are bold, nothing else");
    }
}

#[cfg(feature = "documents")]
#[test]
fn markdown_is_read_back_as_the_name() {
    use pulldown_cmark::{Event, Options, Parser, Tag};
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_FOOTNOTES;
    for name in NAMES {
        let text = everywhere(name).print(Format::Markdown, Detail::Usual, Named::to_string);
        assert!(is_printable(&text), "{name:?}: {text:?}");
        let (mut cells, mut texts, mut block) = (0, Vec::new(), String::new());
        for event in Parser::new_ext(&text, options) {
            match event {
                Event::Html(_) | Event::InlineHtml(_) => panic!("{name:?} is mark-up: {text}"),
                Event::Start(
                    Tag::Link { .. }
                    | Tag::Image { .. }
                    | Tag::List(_)
                    | Tag::BlockQuote(_)
                    | Tag::Heading { .. }
                    | Tag::CodeBlock(_)
                    | Tag::Strikethrough,
                )
                | Event::Code(_) => panic!("{name:?} is mark-up: {text}"),
                Event::Start(Tag::TableCell) => cells += 1,
                Event::Text(part) => block += &part,
                Event::SoftBreak => block.push(' '),
                Event::End(_) => texts.push(std::mem::take(&mut block)),
                _ => {}
            }
        }
        assert_eq!(cells, 4, "{name:?}: {text}");
        let whole = printable(name);
        let same = |part: &&String| part.trim() == whole.trim();
        assert!(texts.iter().filter(same).count() >= 4, "{name:?}: {texts:?}");
    }
}

/// Splits a line of comma-separated values into cells (RFC 4180).
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut quoted) = (vec![String::new()], false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let last = cells.len() - 1;
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => cells[last].extend(letters.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            letter => cells[last].push(letter),
        }
    }
    cells
}

fn answers(label: &str) -> Answers {
    let entry = oddsmith::systems::check("mutants.check").expect("a check");
    let given = [("bonus", "-3..-2"), ("dc", "10")];
    let given = given.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let cases = Cases::new(entry, axes(&given).expect("axes"), Names::default()).expect("cases");
    let effort = Effort::default().exact_only();
    Answers::new(label, &cases, effort, &Event::SUCCESS, &Progress::default()).expect("answers")
}

#[test]
fn no_cell_is_a_formula() {
    for name in NAMES {
        let answers = answers(name);
        let csv = Csv::whole(swept(&answers.axes));
        let text = csv.all(name, std::slice::from_ref(&answers));
        assert!(is_printable(&text), "{name:?}: {text:?}");
        let width = cells(text.lines().next().expect("a heading")).len();
        for line in text.lines().skip(1) {
            let cells = cells(line);
            assert_eq!(cells.len(), width, "{name:?}: {line}");
            assert_eq!(&cells[3], if line.contains("\"bonus\"\":-3") { "-3" } else { "-2" });
            for text in &cells {
                let formula = text.trim_start().starts_with(['=', '+', '-', '@']);
                assert!(!formula || text.parse::<f64>().is_ok(), "{name:?}: {text}");
            }
            assert_eq!(cells[2].trim_start_matches('\''), printable(name), "{line}");
        }
        assert_eq!(
            cell(name).starts_with('\''),
            name.trim_start().starts_with(['=', '@', '-', '+'])
        );
    }
}

#[test]
fn json_keeps_the_name_whole() {
    for name in NAMES {
        let answers = answers(name);
        let case = json::case(&answers.cases[0], Some(&answers.label), 1, &Event::SUCCESS);
        let case: serde_json::Value = serde_json::from_str(&case).expect("JSON");
        assert_eq!(case["label"], name);
    }
}

#[cfg(feature = "charts")]
#[test]
fn figures_are_valid_svg() {
    use oddsmith::chart::{Axis, Bars, Figure, Line, Point, png};
    use oddsmith::odds::Estimate;
    for name in NAMES {
        let point = |x: i32| Point { x: x.into(), share: Estimate::of_value(0.5) };
        let line = |label: &str| Line {
            label: label.to_owned(),
            check: name.to_owned(),
            points: vec![point(0), point(1)],
        };
        let bars = Bars {
            axis: Axis::named(name, [name, "b"]),
            series: vec![line(name), line("c")],
            ..Bars::default()
        };
        let svg = Figure::of(name, name, name, bars).svg().expect("a figure");
        assert!(is_printable(&svg), "{name:?}");
        for bad in ["<script", "<img", "onerror=alert(1)>", "href"] {
            let inside = &svg[svg.find("</style>").expect("a style")..];
            assert!(!inside.contains(bad), "{name:?}: {bad}");
        }
        // Only valid XML can be drawn, at any size.
        assert!(png(&svg, 0.05).is_ok(), "{name:?}");
    }
}

#[test]
fn errors_are_one_line_of_bounded_length() {
    let long = "x".repeat(20_000);
    for name in NAMES.iter().copied().chain([long.as_str()]) {
        let questions = [
            oddsmith::case(&format!("mutants.check bonus={name} dc=3")),
            oddsmith::case(&format!("mutants.check {name}=3")),
            oddsmith::case(&format!("{name} dc=3")),
            oddsmith::case(&format!("house.roll luck={name} dc=3")),
            oddsmith::case(&format!("house.opposed mine.luck=2d6 bands=[{name}:3,b:9]")),
            oddsmith::case(&format!("moma.days attribute=3 skill=3 dn={name}")),
        ];
        for error in questions.into_iter().filter_map(Result::err) {
            let text = error.to_string();
            assert!(is_printable(&text) && !text.contains('\n'), "{text:?}");
            assert!(text.chars().count() < 600, "{} letters: {text}", text.len());
            assert!(!text.contains(&long[..70]), "{text}");
            assert!(error.hint().is_some_and(|hint| is_printable(&hint.to_string())), "{text}");
        }
    }
}

/// Returns the places of a scenario that take a name, each with a file that is correct except for
/// the name.
fn scenarios(name: &str) -> Vec<(&'static str, String)> {
    let name = serde_json::to_string(name).expect("a text");
    let check = "[[check]]\nuse = \"mutants.check\"\nset = { bonus = 3, dc = 10 }\n";
    let house = |band: &str| {
        format!(
            "title = \"T\"\ntrials = 0\n[[house]]\nname = \"mine\"\nmine = {{ luck = \"2d6\" }}\nbands = {{ {band} = 3, high = 9 }}\n[[check]]\nuse = \"house.mine\"\n"
        )
    };
    vec![
        ("title", format!("title = {name}\ntrials = 0\n{check}")),
        ("label", format!("title = \"T\"\ntrials = 0\n{check}label = {name}\n")),
        ("band", house(&name)),
        ("table", format!("title = \"T\"\ntrials = 0\n[table.dc]\n{name} = 3\n{check}")),
        ("axis", format!("title = \"T\"\ntrials = 0\n[sweep]\n{name} = [1, 2]\n{check}")),
        (
            "chart",
            format!(
                "title = \"T\"\ntrials = 0\n{check}[[chart]]\nkind = \"bars\"\nfile = {name}\n"
            ),
        ),
    ]
}

#[test]
fn control_characters_in_a_file_are_refused() {
    use oddsmith::scenario::Scenario;
    for name in NAMES {
        let unseen = printable(name) != name;
        assert_eq!(legible(name).is_err(), unseen, "{name:?}");
        for (place, text) in scenarios(name) {
            let read = Scenario::parse(&text);
            assert!(!unseen || read.is_err(), "{name:?} as {place}");
            if let Err(error) = read {
                let message = error.to_string();
                assert!(
                    is_printable(&message) && error.hint().is_some(),
                    "{name:?} as {place}: {message}"
                );
                assert!(
                    error.excerpt().is_none_or(|text| is_printable(&text)),
                    "{name:?} as {place}"
                );
            }
        }
    }
}

/// Runs the command with the name in a scenario; its files and its output must have printable
/// characters only.
#[cfg(all(feature = "cli", feature = "documents"))]
#[test]
fn written_files_show_printable_characters_only() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let run = |words: &[&str]| {
        let command = std::process::Command::new(env!("CARGO_BIN_EXE_oddsmith"))
            .args(words)
            .current_dir(folder.path())
            .output();
        command.expect("the command runs")
    };
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect(name);
    std::fs::create_dir(folder.path().join("mine")).expect("a folder");
    for name in NAMES {
        let quoted = serde_json::to_string(name).expect("a text");
        let text = format!(
            "title = {quoted}\ntrials = 0\n[sweep]\nbonus = [1, 2]\n[[check]]\nlabel = {quoted}\n\
             use = \"mutants.check\"\nset = {{ bonus = \"$bonus\", dc = 10 }}\n\
             [[chart]]\nkind = \"curve\"\nx = \"bonus\"\n"
        );
        std::fs::write(folder.path().join("mine/scenario.toml"), text).expect("a file");
        let output = run(&["report", "mine"]);
        let printed =
            String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert!(is_printable(&printed), "{name:?}: {printed:?}");
        if printable(name) != name {
            assert_eq!(output.status.code(), Some(2), "{name:?}: {printed}");
            continue;
        }
        assert!(output.status.success(), "{name:?}: {printed}");
        for file in ["mine/README.md", "mine/outcomes.csv", "mine/chart.svg", "mine/index.html"] {
            assert!(is_printable(&read(file)), "{name:?}: {file}");
        }
        for (file, bad) in [
            ("mine/README.md", ["<script", "<img src"]),
            ("mine/index.html", ["<script>alert", "<img src"]),
            ("mine/chart.svg", ["<script", "<img"]),
            ("mine/outcomes.csv", ["\n=", ",="]),
        ] {
            let text = read(file);
            // An escaped character is no mark-up.
            let text = text.replace("\\\\", "").replace("\\<", "");
            assert!(bad.iter().all(|bad| !text.contains(bad)), "{name:?}: {file}");
        }
    }
}
