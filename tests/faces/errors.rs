//! Snapshot of each kind of error that a user can cause, in the words of the command. A new variant
//! without an example here does not compile.

use std::path::Path;
use std::process::Command;

use oddsmith_base::{About, ErrorKind, Hint, Named, Parameter};

/// Variant, arguments of the command, and a part of its output.
type Example = (&'static str, &'static [&'static str], &'static str);

/// Defines examples of all variants of a type; the match is exhaustive.
macro_rules! examples {
    ($name:ident of $kind:ident: $($variant:ident => [$($word:expr),+], $said:expr;)+) => {
        fn $name() -> Vec<Example> {
            fn _each_has_an_example(variant: &$kind) {
                match variant {
                    $($kind::$variant { .. } => (),)+
                }
            }
            vec![$((concat!(stringify!($kind), "::", stringify!($variant)), &[$($word),+], $said)),+]
        }
    };
}

/// Defines examples of constants of a type.
macro_rules! constants {
    ($name:ident of $kind:ident: $($constant:ident => [$($word:expr),+], $said:expr;)+) => {
        fn $name() -> Vec<Example> {
            let _each_exists = [$($kind::$constant),+];
            vec![$((concat!(stringify!($kind), "::", stringify!($constant)), &[$($word),+], $said)),+]
        }
    };
}

examples![kinds of ErrorKind:
    Question => ["odds", "mutants.check", "bonus=1", "dc=zz"], "unknown dc `zz`";
    TooLarge => ["odds", "melodrama.knockout", "toughness=8", "damage=9", "--exact-only", "--budget", "10"], "10 branches";
    File => ["run", "none.toml"], "`none.toml` could not be read";
];

examples![hints of Hint:
    Nearest => ["odds", "mutants.check", "bonsu=1", "dc=5"], "did you mean `bonus`?";
    Known => ["odds", "melodrama.toughness", "toughness=8", "damage=9", "--of", "zz"], "known: unconscious";
    Words => ["play", "mutants.check", "bonus=1..3", "dc=5"], "give each field one value";
];

examples![subjects of About:
    Key => ["check", "key.toml"], "line 4, column 22";
    Value => ["check", "value.toml"], "line 4, column 27";
    Entry => ["check", "entry.toml"], "line 4, column 18";
    Lines => ["check", "lines.toml"], "line 4, column 1";
];

constants![parameters of Parameter:
    AT_LEAST => ["odds", "house.roll", "luck=d6", "--precision", "0.1"], "`--at-least N`";
    AT_MOST => ["odds", "house.roll", "luck=d6", "--at-least", "2", "--at-most", "3"], "`--at-most`";
    BUDGET => ["odds", "melodrama.knockout", "toughness=8", "damage=9", "--exact-only", "--budget", "10"], "`--budget 1e8`";
    COLUMN => ["odds", "melodrama.knockout", "toughness=8", "damage=9", "--trials", "100", "--threads", "1"], "--column hits";
    EACH => ["dc", "mutants.check", "--for", "dc=1..3", "--target", "0.5"], "`--for dc=1,2,3`";
    EDGE => ["compare", "melodrama.unopposed", "mutants.check", "--edge", "x"], "`--edge -20..20`";
    EXACT_ONLY => ["odds", "house.rare", "--rules", "rare.toml", "--sampled-only"], "`--exact-only`";
    FORMAT => ["odds", "mutants.check", "bonus=1..400", "dc=1..400", "--trials", "0"], "csv";
    LIKE => ["dc", "mutants.check", "bonus=1", "--like", "melodrama.knockout"], "`--like`";
    MATCH => ["compare", "house.edgy", "mutants.check", "--match", "50%", "--rules", "edgy.toml"], "`--match`";
    NO_KERNEL => ["run", "part.toml", "--part", "part.json", "--resume", "--shard", "1/1", "--no-kernel"], "`--no-kernel`";
    OF => ["odds", "melodrama.toughness", "toughness=8", "damage=9", "--at-least", "9"], "`--of`";
    PRECISION => ["odds", "mutants.check", "bonus=1", "dc=5", "--precision", "0.5", "--trials", "3"], "`--precision`";
    RESUME => ["run", "part.toml", "--part", "part.json", "--resume", "--shard", "1/1", "--seed", "8"], "`--resume`";
    RULES => ["odds", "house.mine"], "`--rules FILE.toml`";
    SAMPLED_ONLY => ["odds", "mutants.check", "bonus=1", "dc=5", "--exact-only", "--sampled-only"], "`--sampled-only`";
    SAVE => ["verify", "part.toml", "--baseline", "base.csv"], "`--save outcomes.csv`";
    SHARD => ["run", "pair.toml", "--part", "pair.json", "--shard", "1/2"], "`--shard`";
    SOLVE => ["dc", "melodrama.knockout", "--target", "0.5"], "`--solve FIELD`";
    TARGET => ["dc", "d20+5"], "`--target`";
    TRIALS => ["odds", "house.roll", "luck=d6", "dc=3", "--sampled-only", "--trials", "0"], "`--trials`";
];

examples![names of Named:
    Parameter => ["dc", "house.roll", "--solve", "luck", "--target", "0.5"], "`--solve`";
    Sweep => ["dc", "mutants.check", "bonus=3", "dc=5", "--target", "0.5"], "`dc=0..40`";
    List => ["odds", "nothing.at_all"], "`oddsmith list`";
    Guide => ["odds", "6d6 three sixes"], "`oddsmith list dice`";
    Anydice => ["odds", "[highest of d8 and d6]"], "oddsmith anydice FILE";
    Odds => ["best", "house.go", "decide.go=yes", "--rules", "go.toml"], "`oddsmith odds house.go decide.go=yes`";
    Audit => ["audit"], "`oddsmith audit ROW`";
    Tune => ["run", "vary.toml"], "`oddsmith tune`";
    New => ["run", "type.toml"], "`oddsmith new CHECK`";
    Part => ["merge", "none.json", "--save", "x.csv"], "`oddsmith run FILE.toml --shard 1/4 --part FILE`";
];

const FILES: &[(&str, &str)] = &[
    (
        "key.toml",
        "title = \"Key\"\n[[check]]\nuse = \"house.roll\"\nset = { luck = \"d6\", luk = 3 }\n",
    ),
    (
        "value.toml",
        "title = \"Value\"\n[[check]]\nuse = \"house.roll\"\nset = { luck = \"d6\", dc = \"hard\" }\n",
    ),
    (
        "entry.toml",
        "[[house]]\nname = \"e\"\nrule = \"good: d6 > 3\\nbad: otherwise\"\nladder = [\"bad\", \"godo\"]\n",
    ),
    (
        "lines.toml",
        "[[house]]\nname = \"l\"\nrule = \"\"\"\nstate hand = [d6]\nstep\nhand = [hand, d6]\nuntil sets(hand, 1) = 6\nask steps\n\"\"\"\n",
    ),
    ("type.toml", "title = 3\n"),
    (
        "edgy.toml",
        "[[house]]\nname = \"edgy\"\nfields = { skill = 3 }\nrule = \"x = d6 + $skill\\nask x\"\nedge = \"skill\"\n",
    ),
    (
        "rare.toml",
        "[[house]]\nname = \"rare\"\nrule = \"x = 9d10\\ny = d2\\ngiven x = 90\\nask y\"\n",
    ),
    (
        "go.toml",
        "[[house]]\nname = \"go\"\nrule = \"go = decide yes, no\\nx = if go = yes then d6 else d8\\nask x\"\n",
    ),
    (
        "part.toml",
        "title = \"Part\"\ntrials = 1000\n[[check]]\nuse = \"mutants.check\"\nset = { bonus = 3, dc = 9 }\n",
    ),
    (
        "pair.toml",
        "title = \"Pair\"\ntrials = 1000\n[[check]]\nuse = \"mutants.check\"\nset = { bonus = 3, dc = 9 }\npair = \"p\"\n[[check]]\nuse = \"mutants.check\"\nlabel = \"b\"\nset = { bonus = 4, dc = 9 }\npair = \"p\"\n",
    ),
    (
        "vary.toml",
        "title = \"Vary\"\n[vary]\nhard = [1, 2]\n[[check]]\nuse = \"house.roll\"\nset = { luck = \"d6\", dc = \"$hard\" }\n[[expect]]\nthat = \"1 == 1\"\n",
    ),
    ("none.json", "{}"),
    ("base.csv", "a,b\n1,2\n"),
];

/// Returns the output of the command in a folder with the files above.
fn said(folder: &Path, words: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_oddsmith"));
    let output = command.args(words).current_dir(folder).env("NO_COLOR", "1").output();
    let output = output.expect("the command runs");
    let code = output.status.code().expect("it ends by itself");
    let (out, error) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(!error.contains("panicked"), "{words:?}: {error}");
    match error.is_empty() {
        true => out.into_owned(),
        false => format!("{error}exit code {code}\n"),
    }
}

#[test]
fn every_kind_of_error_has_an_example() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    for (name, text) in FILES {
        std::fs::write(folder.path().join(name), text).expect("it is written");
    }
    let part = ["run", "part.toml", "--part", "part.json", "--shard", "1/1"];
    said(folder.path(), &part);
    let mut all = String::new();
    let walked = [kinds(), hints(), subjects(), parameters(), names()].concat();
    for (variant, words, part) in walked {
        let text = said(folder.path(), words);
        assert!(text.contains(part), "{variant}: {part} is not in: {text}");
        // Of an answer, only the line with the hint is part of the snapshot.
        let is_error = text.contains("exit code");
        let lines = text.lines().filter(|line| is_error || line.contains(part));
        let lines: Vec<&str> = lines.map(str::trim_end).collect();
        all += &format!("## {variant}\n$ oddsmith {}\n{}\n\n", words.join(" "), lines.join("\n"));
    }
    insta::assert_snapshot!("every_error", all);
}

/// House rules for the error messages below.
const RULES: &str = "[[house]]
name = \"same\"
rule = \"r = 2d6\\nresult a\\nsix: highest(r) = 6\\nones: otherwise\\nresult b\\nsix: lowest(r) = 6\\nones: otherwise\"
[[house]]
name = \"hand\"
rule = \"deck d = 1..4 x2\\nstate h = draw(d, 1)\\nstep\\n  c = draw(d, 1)\\n  h = [h, c]\\nuntil steps = 2\\nx = highest(h)\\nask x\"
[[house]]
name = \"twice\"
rule = \"x = not not (d6 > 2)\\nask x\"
[[house]]
name = \"go\"
rule = \"go = decide yes, no\\nx = if go = yes then d6 else d8\\nask x\"
";

/// An error names the cause, its place and a remedy. Only the first of two errors is reported, each
/// valid name is listed once, and no impossible remedy is suggested.
#[test]
fn errors_name_cause_place_and_remedy() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    std::fs::write(folder.path().join("rules.toml"), RULES).expect("it is written");
    let said = |words: &str| {
        let words: Vec<&str> = words.split(' ').chain(["--rules", "rules.toml"]).collect();
        said(folder.path(), &words)
    };
    let field = said("odds mutants.check bonsu=1.. dc=5");
    assert!(field.contains("unknown field `bonsu`") && field.contains("`bonus`"), "{field}");
    let known = said("odds house.same --of zzz");
    assert!(known.contains("exit code 2") && known.matches("ones").count() == 1, "{known}");
    let dice = said("compare 3d6 (-2)d6");
    assert!(dice.contains("-2 dice (line 1, column 2)") && dice.contains("^^"), "{dice}");
    let twice = said("odds house.twice --exact-only");
    assert!(twice.contains("66.67"), "{twice}");
    let best = said("best house.go --budget 1");
    assert!(best.contains("exit code 2") && !best.contains("sampled"), "{best}");
    // Each line of a tale has a name.
    let tale = said("play house.hand");
    let named = |line: &str| !line.trim_start().starts_with('=');
    assert!(tale.contains("x = ") && tale.lines().all(named), "{tale}");
}
