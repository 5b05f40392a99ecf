//! Tests of notation that communities read in different ways, which is refused with both spellings,
//! and of notation with a single reading.

use oddsmith::dice::{check_expression, check_program, read_expression, read_program};
use oddsmith::odds::{Check, Histogram};

use super::{compiled, entry};

/// Refused texts, each with a spelling that the hint shows.
const REFUSED: &[(&str, &str)] = &[
    ("d66", "10 * d6 + d6"),
    ("2 + d66", "d(66)"),
    ("3#2d6", "repeat(3, 2d6)"),
    ("4d6km1", "nth(r, 2)"),
    ("3d6ra6", "!o6"),
    ("d6r7", "one of its faces"),
    ("4d6!!>=7", "one of its faces"),
    ("6d6 c>=7", "one of its faces"),
    ("1d6r1r2r3r4r5r6", "leave out a face"),
];

#[test]
fn ambiguous_notation_is_refused_with_both_spellings() {
    for (text, shown) in REFUSED {
        let read = read_expression(text).and_then(|read| check_expression(read, &[]));
        let fault = read.map(|read| read.tree.to_string()).expect_err(text);
        let hint = fault.advice().to_string();
        assert!(hint.contains(shown), "{text}: {} ({hint})", fault.message);
    }
}

fn mean(luck: &str) -> f64 {
    let entry = oddsmith::systems::check("house.roll").expect("it is there");
    let case = entry.case([("luck", luck)]).expect(luck);
    case.law(1_000_000).expect(luck).columns[0].mean().expect(luck)
}

/// Rerolled faces never come up, with one or several modifiers.
#[test]
fn rerolled_faces_never_come_up() {
    assert!((mean("d6r1r2") - 4.5).abs() < 1e-12);
    assert!((mean("1d6r1r2r3r4r5") - 6.0).abs() < 1e-12);
    assert!((mean("8d6r2r4r6") - 24.0).abs() < 1e-9);
}

/// Parts of an expression without common dice have separate laws, which are combined.
#[test]
fn independent_parts_have_separate_laws() {
    assert!((mean("(10d10)/2 + (10d10)/3 + (10d10)/5") - 55.85).abs() < 1e-9);
    assert!((mean("max(max(4d6 + 2d8, 3d20 + 3), 5d10 + 1)") - 37.0544).abs() < 1e-4);
    assert!(mean("max(5d6, 5d6) + max(5d6, 5d6)") > 35.0);
}

/// A field whose name contains a die, such as `$hold2`, is read as a field.
#[test]
fn field_names_may_contain_dice() {
    let rule = "[[house]]\nname = \"cut\"\nfields = { hol = 1, hold2 = 3 }\nrule = \"\"\"\nr = \
        d6 + $hold2\nask r\n\"\"\"\n";
    let rules = oddsmith::systems::Catalogue::parse(rule).expect("a rule");
    let case = rules.check("house.cut").expect("it is there").case([]).expect("a case");
    assert!((case.law(100).expect("a law").columns[0].mean().expect("a mean") - 6.5).abs() < 1e-12);
}

/// A table of many rows is parsed in time proportional to its rows.
#[test]
fn table_of_forty_rows_is_parsed() {
    let rows = (1..=40).rev().fold("0".to_owned(), |rest, row| {
        format!("if x = {row} then {} else {rest}", row * 7 % 11)
    });
    let rule =
        format!("[[house]]\nname = \"t\"\nrule = \"\"\"\nx = d40\ny = {rows}\nask y\n\"\"\"\n");
    match oddsmith::systems::Catalogue::parse(&rule) {
        Ok(rules) => {
            let case = rules.check("house.t").expect("it is there").case([]).expect("a case");
            let mean = case.law(1_000).expect("a law").columns[0].mean().expect("a mean");
            let sum: i32 = (1..=40).map(|row| row * 7 % 11).sum();
            assert!((mean - f64::from(sum) / 40.0).abs() < 1e-12);
        }
        Err(error) => panic!("{error}"),
    }
}

/// A condition is no policy of a decision that has no word `yes`; the hint names the words.
#[test]
fn invalid_policies_get_a_hint_with_the_words() {
    let rule = "[[house]]\nname = \"bj\"\nrule = \"\"\"\nstate total = 0\nstep\n  go = decide \
        hit, stand\n  total = total + (if go = hit then d10 else 0)\nuntil go = stand or total > \
        21, at most 20\nscore = if total > 21 then 0 else total\nask score\n\"\"\"\n";
    let rules = oddsmith::systems::Catalogue::parse(rule).expect("a rule");
    let entry = rules.check("house.bj").expect("it is there");
    let mean = |policy: &str| {
        let case = entry.case([("decide.go", policy)])?;
        oddsmith::Result::Ok(case.law(1_000_000)?.columns[0].mean().expect("a mean"))
    };
    let error_of = |policy: &str| -> oddsmith::Error { mean(policy).expect_err(policy) };
    assert!(
        error_of("total < 17")
            .hint()
            .expect("a hint")
            .to_string()
            .contains("if total < 17 then hit else stand")
    );
    assert!(error_of("banana").hint().expect("a hint").to_string().contains("`hit` and `stand`"));
    assert!(error_of("7").hint().expect("a hint").to_string().contains("`hit` and `stand`"));
    assert!((mean("if total < 17 then hit else stand").expect("a mean") - 13.72).abs() < 0.01);
}

/// Returns the notes below an answer.
fn notes(table: &str, check: &str, fields: &[&[(&str, &str)]]) -> String {
    use oddsmith::answer::Answer;
    let rules = oddsmith::systems::Catalogue::parse(table).expect("a rule");
    let entry = rules.check(check).expect("it is there");
    let effort = oddsmith::scenario::Effort::default().exact_only();
    let answer = |fields: &&[(&str, &str)]| {
        let case = entry.case(fields.iter().copied()).expect("a case");
        let event = oddsmith::odds::Event::SUCCESS;
        Answer::new(case, effort, &event, &Default::default()).expect("an answer")
    };
    let answers: Vec<Answer> = fields.iter().map(answer).collect();
    let all: Vec<&Answer> = answers.iter().collect();
    {
        let page = oddsmith::readout::with_notes(Default::default(), &all, 1);
        page.notes.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }
}

/// A branch that is never taken gets a note and is no error, as scripts write such rules.
#[test]
fn dead_branches_get_a_note() {
    let table = "[[house]]\nname = \"t\"\nrule = \"\"\"\nr = 2d6\nlen0 = 0\nx = if len0 >= 3 \
        then 1 else 0\nask x, r\n\"\"\"\n";
    let found = notes(table, "house.t", &[&[]]);
    assert!(found.contains("`len0 >= 3` is never true, so its branch is not taken"), "{found}");
    assert!(mean("if d6 > 20 then 100 else d6") < 4.0);
}

/// A condition with a name is no result; if nothing reads it, a note explains the colon of a
/// result.
#[test]
fn unused_conditions_get_a_note() {
    let rule = |lines: &str| format!("[[house]]\nname = \"t\"\nrule = \"\"\"\n{lines}\n\"\"\"\n");
    let found = notes(&rule("r = d20\nhit = r >= 15\nmiss: otherwise"), "house.t", &[&[]]);
    assert!(found.contains("a result has a colon: `hit: r >= 15`"), "{found}");
    for lines in ["r = d20\nhit = r >= 15\nask hit", "hit = d20 >= 15\na: hit\nb: otherwise"] {
        let found = notes(&rule(lines), "house.t", &[&[]]);
        assert!(!found.contains("never read"), "{lines}: {found}");
    }
}

/// Two lines of one name are one result, and get a note.
#[test]
fn results_with_two_lines_get_a_note() {
    let rule = |lines: &str| format!("[[house]]\nname = \"t\"\nrule = \"\"\"\n{lines}\n\"\"\"\n");
    let found = notes(&rule("r = d20\na: r > 19\na: r > 5\nb: otherwise"), "house.t", &[&[]]);
    assert!(found.contains("`a` has two lines, and is one result"), "{found}");
    let found = notes(
        &rule("a: d6 > 5\nb: otherwise\nresult c\na: d6 > 2\nb: otherwise"),
        "house.t",
        &[&[]],
    );
    assert!(!found.contains("two lines"), "{found}");
}

/// A bare roll next to a comparison always counts as yes and is refused, also under a name; a fixed
/// number may be a switch.
#[test]
fn rolls_are_refused_as_conditions() {
    let read = |rule: &str| read_program(rule).and_then(|read| check_program(read, &[]));
    for (rule, hint) in [
        ("r = d8\ns = d6\na: r or s >= 4\nb: otherwise", "`r >= 4 or s >= 4`"),
        ("r = 2d6 + 1\na: r >= 9 and 7\nb: otherwise", "`r >= 9 and r >= 7`"),
        ("state n = 0\nstep\nn = n + d6\nuntil n > 9 or d6\nask steps", "`n > 9 or d6 > 9`"),
    ] {
        let fault = read(rule).expect_err(rule);
        assert!(fault.message.contains("counts as yes here, whatever falls"), "{rule}");
        assert!(fault.advice().to_string().contains(hint), "{rule}: {}", fault.advice());
    }
    for rule in [
        "on = 1\nr = d6\na: on and r >= 4\nb: otherwise",
        "on = 2\nr = d6\na: on and r >= 4\nb: otherwise",
        "r = count(2d6, 6)\na: r and d6 >= 4\nb: otherwise",
        "r = d6 - 1\na: r or d6 >= 4\nb: otherwise",
    ] {
        assert!(read(rule).is_ok(), "{rule}: {:?}", read(rule));
    }
}

/// A table with a row for every number also has one for what a field adds.
#[test]
fn adjacent_rows_cover_every_number() {
    let taken = |rows: &str| {
        let rule = format!("x = table(d20 + $b, {rows})\nask x");
        let field = oddsmith::dice::Field { name: "b".to_owned(), usual: 0, words: vec![] };
        read_program(&rule).and_then(|read| check_program(read, &[field])).is_ok()
    };
    for rows in ["<=10: 1, >=11: 2", "<=10: 1, >10: 2", "<11: 1, 11..12: 3, >=13: 2"] {
        assert!(taken(rows), "{rows}");
    }
    for rows in ["<=10: 1, >=12: 2", "<10: 1, >10: 2", "1..40: 1", "<=$b: 1, >=12: 2"] {
        assert!(!taken(rows), "{rows}");
    }
}

/// The standard deck may be declared, but need not be.
#[test]
fn standard_deck_needs_no_declaration() {
    let rule = |deck: &str, draw: &str| format!("{deck}x = suited(draw({draw}, 5)) = 5\nask x");
    let law = |rule: String| compiled(&rule, &[]).expect(&rule).law(1_000).expect(&rule).columns;
    assert_eq!(law(rule("deck d = deck52\n", "d")), law(rule("", "deck52")));
}

/// The note on a result that never comes applies to all cases of a sweep, or is omitted.
#[test]
fn note_on_impossible_results_applies_to_all_cases() {
    let table = "[[house]]\nname = \"foul\"\nfields = { need = 9 }\nrule = \"\"\"\na = \
        2d6\nresult sent_off\nejected: matches(a) = 2\nstays: otherwise\nresult injury\nhurt: a \
        >= $need\nnothing: otherwise\n\"\"\"\n";
    let one = |need: &'static str| -> Vec<(&'static str, &'static str)> { vec![("need", need)] };
    let found = |needs: &[&'static str]| {
        let fields: Vec<_> = needs.iter().map(|need| one(need)).collect();
        let fields: Vec<&[(&str, &str)]> = fields.iter().map(|case| &case[..]).collect();
        notes(table, "house.foul", &fields)
    };
    assert!(
        found(&["2"]).contains("`nothing` never comes of injury with these fields"),
        "{}",
        found(&["2"])
    );
    assert!(!found(&["2", "3"]).contains("never"), "{}", found(&["2", "3"]));
    assert!(
        found(&["1", "2"]).contains("`nothing` never comes of injury in any of these cases"),
        "{}",
        found(&["1", "2"])
    );
}

/// Shares are rounded half up from their fractions: 309/400 is 77.3 %.
#[test]
fn shares_are_rounded_from_exact_fractions() {
    let case = oddsmith::case("house.roll luck=d(400) dc=92").expect("a case");
    let success =
        case.law(1_000).expect("a law").columns[0].success(oddsmith::odds::Success::AtLeast(0));
    assert_eq!(success.fraction().as_deref(), Some("309/400"));
    assert_eq!(oddsmith::text::numbers::per_cent(success.value, 1), "77.3");
}

/// A divisor that comes up as 0 gives 0, from a die or from a field, and one that is always 0 is
/// refused, as the guide and docs/dice.md say.
#[test]
fn a_divisor_of_0_has_one_meaning() {
    let sentence = "a divisor that comes up as 0 gives 0, one that is always 0 is refused";
    assert!(include_str!("../../docs/dice.md").contains(sentence));
    for (sign, ones) in [("/", "1"), ("/^", "1"), ("mod", "0")] {
        for (divisor, share_of_0) in [("$n", 1.0), ("(d2 - 1)", 0.5), ("(d2 - d2)", 0.5)] {
            let rule = compiled(&format!("x = 1 {sign} {divisor}\nask x"), &[("n", 0)]);
            let law = &rule.expect(divisor).law(100).expect(divisor).columns[0];
            let share = if ones == "0" { 1.0 } else { share_of_0 };
            assert!((law.exactly(0).value - share).abs() < 1e-12, "1 {sign} {divisor}");
        }
        for always in ["0", "(2 - 2)"] {
            let rule = format!("x = d6 {sign} {always}\nask x");
            let checked = read_program(&rule).and_then(|read| check_program(read, &[]));
            assert_eq!(checked.expect_err(&rule).message, "this divides by 0", "{rule}");
        }
        // A field of 0 gives the same result in the success condition.
        let table = format!("fields = {{ n = 1 }}\nsuccess = \"x >= 1 {sign} $n\"");
        let case = entry("x = d6 - 1\nask x", &table).case([("n", "0")]).expect("a case");
        let (place, success) = case.success().expect("a success");
        let law = case.law(100).expect("a law");
        assert_eq!(law.columns[place].success(success).value, 1.0, "x >= 1 {sign} 0");
    }
}

/// A condition and a name for it are the same.
#[test]
fn naming_the_condition_of_until_changes_nothing() {
    for (state, line, condition) in [
        ("state s = 0", "s = s + d2", "s mod 3 = 0"),
        ("state s = 2", "s = s + d2 - 1", "s >= 2"),
        ("state s = 0", "r = 2d6\n  s = s + highest(r)", "matches(r) = 2 or s >= 12"),
    ] {
        for limit in ["", ", at most 4"] {
            let laws = |until: &str, bind: String| {
                let rule =
                    format!("{state}\nstep\n  {line}{bind}\nuntil {until}{limit}\nask steps, s");
                compiled(&rule, &[]).and_then(|rule| rule.law(100_000)).expect(&rule).columns
            };
            let plain = laws(condition, String::new());
            assert_eq!(
                plain,
                laws("done", format!("\n  done = ({condition})")),
                "{condition}{limit}"
            );
            // A step is made before the condition is tested, even if the condition holds at the
            // start.
            assert_eq!(plain[0].exactly(0).value, 0.0, "{condition}");
        }
    }
}
