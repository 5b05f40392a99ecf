//! Programs that exceed a limit are rejected quickly, with the limit and the position in the error.

use oddsmith_anydice::{Budget, LONGEST, run};

/// Returns the error of a program that takes more than a few tenths of a second.
fn refused(program: &str) -> String {
    refused_within(program, &Budget { work: 200_000_000, ..Budget::default() })
}

/// Returns the error of a program, which has a hint.
fn refused_within(program: &str, budget: &Budget<'_>) -> String {
    let error = run(program, budget).unwrap_err();
    assert!(error.hint().is_some(), "{error}");
    error.to_string()
}

#[test]
fn endless_programs_end() {
    let twice = "function: f N:n M:n { result: [f d6 (d6)] + N + M } output [f d6 (d6)]";
    assert!(refused(twice).contains("too much work: more than 200 million steps (line 1"));
    let loops = "X: 0 loop A over {1..10000} { loop B over {1..10000} { X: X + A * B } }";
    assert!(refused(loops).contains("too much work"));
    let few = Budget { work: 100_000, ..Budget::default() };
    let error = run(loops, &few).unwrap_err().to_string();
    assert!(error.contains("too much work"), "{error}");
}

#[test]
fn recursion_ends_before_the_stack_does() {
    let deep = "set \"maximum function depth\" to 1000000
function: f N:n { result: 1 + [f N] }
output [f 1]";
    assert!(refused(deep).contains("calls go too deep"));
    let branches = deep.replace("1 + [f N]", "(1 + (0 * (2 - (3 + [f {1..3}]))))");
    assert!(refused(&branches).contains("calls go too deep"));
    let whole = deep.replace("1000000", "500");
    let report = run(&whole, &Budget::default()).unwrap();
    assert_eq!(report.outputs[0].outcomes[0].0, 500);
}

#[test]
fn very_many_cases_are_refused() {
    // 20,030,010 distinct sorted rolls, and variants with more.
    let rolls = "function: f S:s { result: 1@S + 2@S * 3@S } output [f 10d22]";
    assert!(refused(&rolls.replace("10d22", "12d22")).contains("too much work"));
    assert!(refused(&rolls.replace("10d22", "100d100")).contains("too much work"));
}

/// The best of very many dice takes work in proportion to the faces; more ranks are rejected in
/// time.
#[test]
fn a_rank_of_very_many_dice_is_answered() {
    let report = run("output 1@48225d(d10 >= 8) output 3@20000d6", &Budget::default()).unwrap();
    assert_eq!(report.outputs[0].outcomes.len(), 2);
    let outcomes = &report.outputs[1].outcomes;
    assert_eq!(outcomes.iter().map(|outcome| outcome.0).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    let error = refused("output {1..5000}@10000d20");
    assert!(error.contains("too much"), "{error}");
}

#[test]
fn memory_is_bounded() {
    for program in [
        "A: {1..1000000} loop I over {1..40} { A: {A, A} }",
        "A: {1..1000000000}",
        "A: {1:1000000000}",
        "X: d60000 output X * X",
        "X: d2 loop I over {1..40} { X: X * X + 1 } output X",
        "output d1000000000",
    ] {
        let error = refused_within(program, &Budget::default());
        assert!(error.contains("too much memory"), "{program}: {error}");
    }
    assert!(refused("output 1000000d1000").contains("MB of exact weights"));
    assert!(refused("output 2000000d6").contains("too many"));
}

#[test]
fn long_texts_are_refused() {
    let long = "output 3d6\n".repeat(100_000);
    let error = refused(&long);
    assert!(error.contains("1100000 bytes") && error.contains(&LONGEST.to_string()), "{error}");
    let brackets = format!("output {}1{}", "(".repeat(100_000), ")".repeat(100_000));
    assert!(refused(&brackets).contains("brackets and blocks"));
    let signs = format!("output {}1", "-".repeat(100_000));
    assert!(refused(&signs).contains("brackets and blocks"));
    let sum = format!("output {}", vec!["1"; 5_000].join("+"));
    assert!(refused(&sum).contains("operators stand upon each other"));
    let blocks = format!("X: 1 {}{}", "if X { ".repeat(50_000), "}".repeat(50_000));
    assert!(refused(&blocks).contains("brackets and blocks"));
    let many = "A: 1 ".repeat(100_000) + "output A";
    assert_eq!(run(&many, &Budget::default()).unwrap().outputs.len(), 1);
}

#[test]
fn numbers_that_no_program_holds_are_refused() {
    for program in ["output 9223372036854775807 + 1", "output 10 ^ 19", "output 1000000d{1, 10^18}"]
    {
        assert!(refused(program).contains("too large"), "{program}");
    }
    assert!(refused("output 9223372036854775808").contains("too large"));
    assert!(refused("output 0 ^ -1").contains("no negative power"));
}

/// Each error has its line and column, an excerpt, and a hint.
#[test]
fn errors_have_their_places() {
    let place = |program: &str, place: &str, message: &str, hint: &str| {
        let error = run(program, &Budget::default()).unwrap_err();
        assert_eq!(error.to_string(), format!("{message} ({place})"), "{program}");
        assert_eq!(error.hint().unwrap().to_string(), hint, "{program}");
        error.excerpt().unwrap()
    };
    let excerpt = place(
        "X: 3\noutput [hit Xd6]",
        "line 2, column 8",
        "there is no function `[hit ?]` here",
        "define it before it is called; did you mean `highest ? of ?`?",
    );
    assert_eq!(excerpt, "2 | output [hit Xd6]\n  |        ^^^^^^^^^");
    place(
        "function: duel A:n B:n { result: A > B }\noutput [duel d8 d6]",
        "line 2, column 8",
        "there is no function `[duel ?]` here",
        "there is `[duel ? ?]`: separate two arguments with brackets, `(d8) (d6)`",
    );
    place(
        "BONUS: 2 output d20 + BONSU",
        "line 1, column 23",
        "there is no variable `BONSU` here",
        "did you mean `BONUS`?",
    );
    place(
        "3d6",
        "line 1, column 1",
        "expected a statement, found a value",
        "`output 3d6` shows a value, `X: 3d6` names it",
    );
    place(
        "loop N over {1,2} { output N",
        "line 1, column 19",
        "this block is never closed",
        "`}` closes it",
    );
    place(
        "output 1.5",
        "line 1, column 9",
        "`.` stands alone",
        "numbers must be whole; `{1..6}` is a range",
    );
    place(
        "function: f N:n { if d6 > N { result: 1 } }\noutput [f 3]",
        "line 1, column 22",
        "`if` takes a number, and this is a die, `d{?}`",
        "a function with a parameter `N:n` is given each outcome of a die",
    );
}
