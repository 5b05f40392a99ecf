//! The meaning of programs that AnyDice's documentation leaves open, and warnings about differences
//! from AnyDice.

use oddsmith_anydice::{Budget, Report, run};

fn answered(program: &str) -> Report {
    run(program, &Budget::default()).unwrap_or_else(|error| panic!("{error}: {program}"))
}

/// Returns the single outcome of each output.
fn certain(program: &str) -> Vec<i64> {
    let outputs = answered(program).outputs;
    let one = outputs.iter().map(|output| match &output.outcomes[..] {
        [(outcome, _)] => *outcome,
        other => panic!("{program}: {other:?}"),
    });
    one.collect()
}

/// Returns the single warning of a program, and its line.
fn warned(program: &str) -> (String, usize) {
    match &answered(program).warnings[..] {
        [notice] => (notice.message.clone(), notice.line),
        other => panic!("{program}: {other:?}"),
    }
}

#[test]
fn what_anydice_answers_otherwise_is_said() {
    for (program, said, line) in [
        ("output d6\nfunction: f N:n { N: N + 1 result: N }\noutput [f d6]", "its parameter N", 2),
        ("output [highest of 2d6 and 2d6]", "uneven weights", 1),
        ("output 1\noutput 2d6 <= {2,3}", "`<=` a sequence", 2),
        (
            "function: g N:n { result: N }\nfunction: f N:n { result: [g d{}] }\noutput [f d6]",
            "less than 100 %",
            2,
        ),
        ("output 2 ^ 60", "9007199254740992", 1),
        ("function: f { result: 1 + [f] }\n\noutput [f]", "depth 10", 1),
    ] {
        let (message, at) = warned(program);
        assert!(message.contains(said) && at == line, "{program}: {message} in line {at}");
    }
    for program in [
        "output [highest of d6 and d8]",
        "output d6 >= {2,3}",
        "function: f N:n { M: N result: M } output [f 3]",
    ] {
        assert_eq!(answered(program).warnings, [], "{program}");
    }
}

/// An assignment to a parameter applies to one case; on AnyDice the next case would start from it.
#[test]
fn cases_start_afresh() {
    let report = answered("function: f N:n { N: N * 10 result: N } output [f d3]");
    let outcomes: Vec<i64> = report.outputs[0].outcomes.iter().map(|cell| cell.0).collect();
    assert_eq!(outcomes, [10, 20, 30]);
}

/// A call restores all variables, however many cases, calls and assignments it had.
#[test]
fn variables_are_what_they_were() {
    let program = "A: 1 B: 2
function: in N:n { A: A + N B: A result: A }
function: out N:n { A: A * 2 C: [in N] + [in 1] B: C result: C + A }
output [out 3] output A output B output [out {1..3}] output A output B
function: many N:n { loop I over {1..5} { A: A + I } B: [in N] result: 0 }
output [many d6] output A output B";
    assert_eq!(certain(program), [10, 1, 2, 13, 1, 2, 0, 1, 2]);
    let used = "function: f N:n { C: N result: C } output [f 3] output C";
    let error = run(used, &Budget::default()).unwrap_err().to_string();
    assert!(error.contains("no variable `C`"), "{error}");
}

#[test]
fn operators_bind_as_they_do_there() {
    assert_eq!(
        certain(
            "output 2 + 3 * 4 ^ 2 output 2 ^ 3 ^ 2 output 7 - 2 - 1 output -7 / 2 output 1 | 0 & 0 output !3 = 0 output #{1..4} ^ 2"
        ),
        [50, 64, 4, -3, 0, 1, 16]
    );
    assert_eq!(certain("output 1@{3,4} + 1 output 2@48 output {1,1}@{5}"), [4, 8, 5 + 5]);
    assert_eq!(certain("output #{1 . . 4}"), [4]);
    assert_eq!(certain("output 2 ^ -1 output (-1) ^ -3 output 1 ^ -5 output 0 ^ 0"), [0, -1, 1, 1]);
}

#[test]
fn texts_may_hold_any_letter() {
    let report = answered(
        "\\ ein Würfel „so“ \\ output d6 named \"Würfel × [A] [b] \\ 😀\""
            .replace("[A]", "[B")
            .as_str(),
    );
    assert_eq!(report.outputs[0].name, "Würfel × [B [b] \\ 😀");
    let error = run("output „x“", &Budget::default()).unwrap_err();
    assert_eq!(error.to_string(), "unexpected sign `„` (line 1, column 8)");
}
