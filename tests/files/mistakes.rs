//! Tests of mistakes in quoted values, expectations, charts, expressions and report texts: each is
//! reported at its place.
//!
//! Each table has the faulty texts and a part of the expected message.

use std::fs;

use super::checked::{oddsmith, stderr};

/// Dice, rules and policies in quotes, in `[vary]`, `[sweep]`, `set` and `[[house]]`, each with the
/// faulty word.
const IN_QUOTES: &[(&str, &str)] = &[
    ("[[check]]\nuse = \"house.roll\"\nset = { luck = \"2q10\", dc = 3 }\n", "q10"),
    ("[[check]]\nuse = \"house.roll\"\nset = { luck = \"  2d6 + 3q6\", dc = 3 }\n", "q6"),
    ("[[check]]\nuse = \"house.roll\"\nset = { luck = '2d6 +\\', dc = 3 }\n", "\\"),
    ("[[check]]\nuse = \"house.roll\"\nset = { luck = \"\\u0032d6 + 3q6\", dc = 3 }\n", "q6"),
    ("[[check]]\nuse = \"house.roll\"\n[check.set]\ndc = 3\nluck = \"2d6é\"\n", "é"),
    (
        "[[check]]\nuse = \"house.opposed\"\nset = { mine.luck = \"d6\", theirs.luck = \"d6 kk\" }\n",
        "kk",
    ),
    (
        "[sweep]\nluck = [\"d6\", \"d8\", \"2q12\"]\n[[check]]\nuse = \"house.roll\"\nset = { luck = \"$luck\" }\n",
        "q12",
    ),
    (
        "[sweep]\ndc = [5, 8888, 7]\n[[check]]\nuse = \"mutants.check\"\nset = { bonus = 2, dc = \"$dc\" }\n",
        "8888",
    ),
    (
        "[vary]\nluck = [\"d6\", \"2q12\"]\n[[check]]\nuse = \"house.roll\"\nset = { luck = \"$luck\" }\n[[expect]]\nthat = \"1 == 1\"\n",
        "q12",
    ),
    (
        "[[house]]\nname = \"go\"\nrule = \"\"\"\nx = d6\ngo = decide yes, no\ny = if go = yes then d6 else x\nask y\n\"\"\"\n[[check]]\nuse = \"house.go\"\nset = { decide.go = \"if x > 3 then yes else neither\" }\n",
        "neither",
    ),
    (
        "[[house]]\nname = \"one\"\nrule = \"\"\"x = 2d6\\ny = \\\n   3q10\\nask y\"\"\"\n[[check]]\nuse = \"house.one\"\n",
        "q10",
    ),
    (
        "[[house]]\nname = \"one\"\nmine = { luck = \"2d6\" }\ntheirs = { luck = \"3q6\" }\n",
        "\"3q6\"",
    ),
    // Bands, as a text and as a table.
    (
        "[[check]]\nuse = \"house.opposed\"\nset = { mine.luck = \"d6\", bands = \"[miss:-1, hit: 4q, crit:9]\" }\n",
        "q",
    ),
    (
        "[[check]]\nuse = \"house.opposed\"\nset = { mine.luck = \"d6\", bands = \" [miss:2, hit:-4, crit:9]\" }\n",
        "-4",
    ),
    (
        "[[house]]\nname = \"one\"\nmine = { luck = \"2d6\" }\ntheirs = { luck = \"3d6\" }\nbands = { miss = 2, hit = -4, crit = 9 }\n",
        "-4",
    ),
    (
        "[[house]]\nname = \"one\"\nmine = { luck = \"2d6\" }\ntheirs = { luck = \"3d6\" }\nbands = { miss = 2, hit = \"3 + $hih\", crit = 9 }\n",
        "$hih",
    ),
];

/// A quoted value is parsed separately, but its mistakes are reported at their place in the file.
#[test]
fn mistakes_in_quotes_are_reported_at_their_place() {
    let place = tempfile::tempdir().expect("a folder for a while");
    for (tables, wrong) in IN_QUOTES {
        for end in ["\n", "\r\n"] {
            let text = format!("title = \"Quotes\"\n{tables}").replace('\n', end);
            assert_eq!(text.matches(wrong).count(), 1, "{text}");
            let before = &text[..text.find(wrong).expect("it is there")];
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            fs::write(place.path().join("scenario.toml"), &text).expect("written");
            let error = stderr(&oddsmith(place.path(), &["check", "scenario.toml"]));
            let expected = format!("(scenario.toml, line {line}, column {column})");
            assert!(
                error.contains(&expected) && error.contains("hint:"),
                "{text}\n{expected}: {error}"
            );
        }
    }
}

/// Rows of `[[expect]]` on a duel and on dice, each with a part of the message and of the hint.
const ROWS: &[(&str, &str, &str)] = &[
    (
        "that = \"answers['duel'].at().gives_away('maxx') < 1\"",
        "unknown policy `maxx`",
        "did you mean `max`?",
    ),
    (
        "that = \"\"\"answers['duel'].mean(\"gives_away('halb')\") < 1\"\"\"",
        "unknown policy `halb`",
        "did you mean `half`?",
    ),
    (
        "label = \"dice\"\nmeasure = \"share:hit\"\nat_least = 0.5",
        "unknown result `hit`",
        "`at_least:15`",
    ),
];

/// Covers an unknown policy, and a named result of a column of numbers; the hints use the keys of
/// the file.
#[test]
fn unknown_policies_and_results_are_reported() {
    let place = tempfile::tempdir().expect("a folder for a while");
    let before = "title = \"Rows\"\n[[check]]\nuse = \"moma.duel\"\nlabel = \"duel\"\nanswer = \"solved\"\nset = { attribute = 2, skill = 2, rival_attribute = 2, rival_skill = 2 }\n[[check]]\nuse = \"mutants.check\"\nlabel = \"dice\"\nset = { bonus = 5, dc = 9 }\n[[expect]]\n";
    for (row, message, hint) in ROWS {
        fs::write(place.path().join("scenario.toml"), format!("{before}{row}\n")).expect("written");
        let error = stderr(&oddsmith(place.path(), &["check", "scenario.toml"]));
        let line = 12 + row.matches('\n').count() - usize::from(row.contains("at_least = "));
        let expected = format!("(scenario.toml, line {line}, column ");
        let reported = error.contains(&expected) && error.contains(message) && error.contains(hint);
        assert!(reported && !error.contains("--"), "{row}: {error}");
    }
}

/// Mistakes in a chart: the line, the underlined part of it, and a part of the message.
const CHARTS: &[(&str, &str, &str)] = &[
    ("title = \"{{ answers['b'].max('success') }}\"", "b'].max", "unknown label `b`"),
    ("title = \"{{ best }}\"", "best }}", "unknown name `best`"),
    ("title = \"{{ answers['a'].max('success') | percnt }}\"", "percnt", "unknown filter `percnt`"),
    ("title = \"{{ answers['a'].max('success') \"", ") \"", "expected end of variable block"),
    ("title = \"{% if %}\"", "%}", "unexpected end of block"),
    (
        "title = \"\"\"\nat best\n{{ answers['a'].at(bonus=9).success }}\"\"\"",
        ".at(bonus=9)",
        "bonus=9",
    ),
    ("subtitle = \"of {{ answers['a'].cout }}\"", "cout }}", "cout"),
    ("x_title = \"{{ answers['a'].count }}\"", "\"{{", "`x_title` is plain text"),
    ("value = \"sucess\"", "sucess", "unknown figure `sucess`"),
    ("where = \"bonu > 2\"", "bonu > 2\"", "unknown figure `bonu`"),
    ("where = \"bonus > 20\"", "\"bonus > 20\"", "the chart has nothing to show"),
    ("split = \"dc\"", "\"dc\"", "unknown axis `dc`"),
    ("column = \"margn\"", "\"margn\"", "unknown column `margn`"),
    ("unit = \"percents\"", "\"percents\"", "unknown unit `percents`"),
    ("y_title = 3", "3", "expected a text"),
    ("titel = \"a\"", "titel", "unknown key `titel`"),
];

/// A mistake in a chart is reported at its key, not at the head of its table.
#[test]
fn chart_errors_are_reported_at_their_key() {
    let place = tempfile::tempdir().expect("a folder for a while");
    let before = "title = \"Charts\"\n[sweep]\nbonus = [1, 2, 3]\n[[check]]\nlabel = \"a\"\nuse = \
        \"mutants.check\"\nset = { bonus = \"$bonus\", dc = 9 }\n[[chart]]\nkind = \"curve\"\nx = \
        \"bonus\"\nfile = \"a.svg\"\n";
    for (line, wrong, message) in CHARTS {
        fs::write(place.path().join("scenario.toml"), format!("{before}{line}\n"))
            .expect("written");
        let error = stderr(&oddsmith(place.path(), &["check", "scenario.toml"]));
        let before = &line[..line.rfind(wrong).expect("it is there")];
        let number = 12 + before.matches('\n').count();
        let column = before.lines().last().map_or(0, str::len) + 1;
        let expected = format!("(scenario.toml, line {number}, column {column})");
        let reported =
            error.contains(&expected) && error.contains(message) && error.contains("hint:");
        assert!(reported, "{line}: {error}");
        assert!(!error.contains("sketch"), "{line}: {error}");
    }
}

/// Misspelled expressions, each with the underlined word and a part of the message. Each is tested
/// on a later line of an expectation and in a report text.
const MISSPELLED: &[(&str, &str, &str)] = &[
    ("answers['a'].at(bonus=1).sucess > 0", "sucess", "did you mean `success`?"),
    ("answers['a'].sucess > 0", "sucess", "did you mean `success`?"),
    ("answers['a'].at(bonus=1).at.bonsu > 0", "bonsu", "unknown name `bonsu`"),
    ("answers['a'].axes.bonsu[0] > 0", "bonsu", "unknown name `bonsu` of `answers['a'].axes`"),
    ("answers['a'].at(bonsu=1).success > 0", "bonsu", "did you mean `bonus`?"),
    ("answers['a'].at(bonus=9).success > 0", ".at(bonus=9)", "no case of `a` is at bonus=9"),
    ("answers['zz'].min('success') > 0", "zz", "unknown label `zz`"),
    ("answers['a'].mni('success') > 0", "mni", "unknown name `mni` of several cases"),
    ("answers['a'].where('dc = 9').count > 0", "=", "compare with `==`"),
    ("answers['a'].where('dc == 9 and sucess > 0').count > 0", "sucess", "`success`?"),
    ("answers['a'].at(bonus=1).gives_awy('max') > 0", "gives_awy", "did you mean `gives_away`?"),
    ("answers['a'].at(bonus=1).share('succes') > 0", "succes", "write a number: `share(5)`"),
    ("answers['a'].at(bonus=1).column('margn').mean > 0", "margn", "did you mean `margin`?"),
    ("answers['a'].fields.bonsu | number > 0", "bonsu", "unknown name `bonsu`"),
    ("(answers['a'].max('success') | prcent) == ''", "prcent", "did you mean `percent`?"),
    ("answrs['a'].max('success') > 0", "answrs", "did you mean `answers`?"),
    ("answers['a'].success > 0", "success", "several cases have no one `success`"),
    ("(answers['a'] | sort(attribute='sucess') | length) > 0", "sucess", "did you mean `success`?"),
    ("(answers['a'] | groupby('sucess') | length) > 0", "sucess", "did you mean `success`?"),
    ("(answers['a'] | groupby('sucess', default=0) | length) > 0", "sucess", "`success`?"),
    ("(answers | map(attribute='lable') | length) > 0", "lable", "did you mean `label`?"),
];

/// Rows with bounds that no number meets, each with the underlined part and a part of the message.
const SETTLED: &[(&str, &str, &str)] = &[
    ("label = \"a\"\nat_most = 0.1\nat_least = 0.9", "0.9", "`at_least` is more than `at_most`"),
    ("label = \"a\"\nmeasure = \"mean\"\ncolumn = \"margin\"\nat_least = 500", "500", "are -7 to"),
];

#[test]
fn expression_errors_are_reported_at_their_word() {
    let place = tempfile::tempdir().expect("a folder for a while");
    let before = "title = \"Slips\"\n[sweep]\nbonus = [1, 2, 3]\n[[check]]\nlabel = \"a\"\nuse = \
        \"mutants.check\"\nset = { bonus = \"$bonus\", dc = 9 }\n";
    let check = |rows: &str, words: &str| {
        let file = |name: &str, text: &str| {
            fs::write(place.path().join(name), text).expect("written");
        };
        file("scenario.toml", &format!("{before}{rows}"));
        file("report.md", &format!("# Slips\n\n{words}\n"));
        stderr(&oddsmith(place.path(), &["check", "."]))
    };
    for (slip, word, message) in MISSPELLED {
        let at = slip.rfind(word).expect("it is there") + 1;
        let row = format!("[[expect]]\nthat = \"\"\"\nanswers['a'].count > 0\nand {slip}\"\"\"\n");
        let error = check(&row, "Nothing.");
        let expected = format!("line 11, column {})", at + 4);
        assert!(error.contains(&expected) && error.contains(message), "{slip}: {error}");
        let underlined = format!("{}\n", "^".repeat(word.len()));
        assert!(error.contains(&format!(" {underlined}")), "{slip}: {error}");
        let words = format!("One.{{#- held by T1 #}}\nTwo: {{{{ {slip} }}}}.");
        let error = check("", &words);
        let expected = format!("report.md, line 4, column {})", at + 8);
        assert!(error.contains(&expected) && error.contains(message), "{slip}: {error}");
    }
}

#[test]
fn bounds_that_no_number_meets_are_errors() {
    let place = tempfile::tempdir().expect("a folder for a while");
    let before = "title = \"Slips\"\n[sweep]\nbonus = [1, 2, 3]\n[[check]]\nlabel = \"a\"\nuse = \
        \"mutants.check\"\nset = { bonus = \"$bonus\", dc = 9 }\n[[expect]]\n";
    for (row, words, message) in SETTLED {
        fs::write(place.path().join("scenario.toml"), format!("{before}{row}\n")).expect("written");
        let error = stderr(&oddsmith(place.path(), &["check", "scenario.toml"]));
        let line = 9 + row.matches('\n').count();
        let last = row.lines().last().unwrap_or_default();
        let column = last.find(words).expect("it is there") + 1;
        let expected = format!("line {line}, column {column})");
        assert!(error.contains(&expected) && error.contains(message), "{row}: {error}");
    }
}

/// Mistakes in report texts, also in a branch that is not taken: the text, the underlined part, and
/// a part of the message.
#[cfg(feature = "documents")]
const WORDS: &[(&str, &str, &str)] = &[
    ("It is so. {% if 1 > 2 %}{{ answrs.count }}{% endif %}", "answrs", "did you mean `answers`?"),
    ("One.{#- held by 1 #}", " 1 ", "`1` is no row of the scenario"),
    ("One.{#- held by T1, 2 }\n\nAll. {# so #}", " T1", "is no row of the scenario"),
    ("{{ answers['a'].values('success') | percent }}", "percent", "a list is no number"),
    ("{{ answers['a'].at(bonus=1).quantile }}", "(bonus=1).quantile", "a function is not printed"),
    ("{{ answers['a'].at().success }}", ".at()", "say which by its axes"),
    ("{% for a in answers %}{{ a.label }}{% endfr %}", "endfr", "did you mean `endfor`?"),
    ("{{ answers['a'].max }}", "max", "`max` is a function"),
    ("{% set heroes = answers['a'] %}{{ heros.count }}", "heros", "did you mean `heroes`?"),
    ("{{ debug() }}", "debug", "unknown function `debug`"),
    ("{% if 2 > 1 %}a{% endfor %}", "endfor", "close `if` first: `{% endif %}`"),
    ("a{% endfor %}", "endfor", "closes or continues nothing"),
    ("a{%- if 2 > 1 -%}b{% if 1 > 2 %}c{% endif %}", "{%- if 2 > 1 -%}", "`if` is not closed"),
    ("{{ 1 | percent(-1) }}", "percent(-1)", "a whole number of 0 or more"),
];

#[test]
#[cfg(feature = "documents")]
fn report_errors_are_reported_at_their_place() {
    let place = tempfile::tempdir().expect("a folder for a while");
    let scenario = "title = \"Slips\"\n[sweep]\nbonus = [1, 2, 3]\n[[check]]\nlabel = \"a\"\nuse = \
        \"mutants.check\"\nset = { bonus = \"$bonus\", dc = 9 }\n";
    fs::write(place.path().join("scenario.toml"), scenario).expect("written");
    for (words, wrong, message) in WORDS {
        fs::write(place.path().join("report.md"), format!("# Slips\n\n{words}\n"))
            .expect("written");
        let error = stderr(&oddsmith(place.path(), &["check", "."]));
        let column = words.find(wrong).expect("it is there") + 1;
        let expected = format!("report.md, line 3, column {column})");
        assert!(error.contains(&expected) && error.contains(message), "{words}: {error}");
    }
}

/// Operators of other languages, each with its hint.
#[cfg(feature = "documents")]
const SIGNS: &[(&str, &str)] = &[
    ("1 < 2 && 2 < 3", "write `and`"),
    ("1 < 2 || 2 < 3", "write `or`"),
    ("!(1 > 2)", "write `not`"),
    ("1 <> 2", "write `!=`"),
    ("1 =< 2", "write `<=`"),
    ("2 => 1", "write `>=`"),
    ("answers[“a”].count > 0", "write straight quotes"),
    ("answers['a'].max('success') percent", "`|` before a filter"),
];

#[test]
#[cfg(feature = "documents")]
fn operators_of_other_languages_get_hints() {
    let place = tempfile::tempdir().expect("a folder for a while");
    for (slip, hint) in SIGNS {
        let text = format!(
            "title = \"Signs\"\n[[check]]\nlabel = \"a\"\nuse = \"mutants.check\"\nset = {{ bonus = 1, \
             dc = 9 }}\n[[expect]]\nthat = '''{slip}'''\n"
        );
        fs::write(place.path().join("scenario.toml"), text).expect("written");
        let error = stderr(&oddsmith(place.path(), &["check", "scenario.toml"]));
        assert!(error.contains("line 7, column") && error.contains(hint), "{slip}: {error}");
    }
}

/// Expressions that use a column or field of one check only, guarded by its label.
#[cfg(feature = "documents")]
const GUARDED: &[&str] = &[
    "answers.where(\"label == 'b' and column('margin').mean > 0\").count >= 0",
    "answers.where(\"label != 'a' and bonus > 1\").count >= 0",
    "answers.where(\"label == 'a' or bonus > 1\").count >= 0",
    "answers.max(\"column('margin').mean if label == 'b' else 0\") > -99",
    "answers.where(\"label == 'b' and bonus == 1\").count >= 0",
    "answers.where(\"label in ['b']\").where(\"column('margin').mean > -9\").count >= 0",
];

#[test]
#[cfg(feature = "documents")]
fn expressions_guarded_by_a_label_are_accepted() {
    let place = tempfile::tempdir().expect("a folder for a while");
    let mut scenario = "title = \"Guards\"\n[sweep]\ndamage = [4, 8]\nbonus = [1, 2]\n[[check]]\n\
        label = \"a\"\nuse = \"melodrama.toughness\"\nset = { toughness = 8, damage = \"$damage\" }\n\
        [[check]]\nlabel = \"b\"\nuse = \"mutants.check\"\nset = { bonus = \"$bonus\", dc = 9 }\n"
        .to_owned();
    for guarded in GUARDED {
        scenario += &format!("[[expect]]\nthat = '''{guarded}'''\n");
    }
    let words = "{{ \"a\" if 1 > 2 }}{{ \"{#\" }}{% for l in ['a', 'b'] %}{% if l == 'b' %}{{ \
        answers[l].at(bonus=1).success }}{% endif %}{% endfor %}\n{% for a in answers %}{% set l = \
        a.label %}{% if l == 'b' %}{{ a.at(bonus=1).success }}{% endif %}{% endfor %}\n\
        {% for a in answers if a.label == 'b' %}{{ a.max(\"column('margin').mean\") }}{% \
        endfor %}\n{% for a in answers %}{% if a.label == 'b' %}{{ a.at(bonus=1).success }}{% endif \
        %}{% endfor %}\n";
    fs::write(place.path().join("scenario.toml"), &scenario).expect("written");
    fs::write(place.path().join("report.md"), format!("# Guards\n\n{words}")).expect("written");
    let checked = oddsmith(place.path(), &["check", "."]);
    assert!(checked.status.success(), "{}", stderr(&checked));
    // Without a guard, the hint names the check that has the field.
    scenario += "[[expect]]\nthat = \"answers.where('bonus > 1').count >= 0\"\n";
    fs::write(place.path().join("scenario.toml"), scenario).expect("written");
    let error = stderr(&oddsmith(place.path(), &["check", "."]));
    assert!(error.contains("`b` has it: ask for its cases first, `label == 'b' and …`"), "{error}");
}
