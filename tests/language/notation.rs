//! Tests of the notation of dice and of sweeps.

use oddsmith::chance::Scripted;
use oddsmith::scenario::{axes, values};

/// Returns the values of a range, as they are printed.
fn printed(text: &str) -> Vec<String> {
    values(text).unwrap().iter().map(ToString::to_string).collect()
}

#[test]
fn dice_have_their_documented_results() {
    for (text, luck, wanted) in [
        ("d20", "face 7", 7),
        ("2d6+1", "face 2, face 5", 8),
        ("3d6kh2", "face 2, face 6, face 5", 11),
        ("3d6kl1", "face 4, face 2, face 5", 2),
        ("(d6-1)*4", "face 6", 20),
        ("d20!!{10,20}", "face 10, face 20, face 7", 37),
        ("card54", "card joker", 15),
        ("[[1,4],[10,2]]", "face 10", 10),
        ("2d10-d4*2+3", "face 9, face 8, face 4", 12),
        ("10-d6", "face 4", 6),
        ("-2+d4", "face 1", -1),
        ("2*(d4+1)-(3-d6)", "face 2, face 5", 8),
        ("5", "", 5),
    ] {
        let case = oddsmith::case(&format!("house.roll luck={text}")).unwrap();
        let transcript = case.transcript_of_script(Scripted::parse(luck).unwrap()).unwrap();
        assert_eq!(transcript.scores, [Some(wanted)], "{text}");
    }
}

#[test]
fn commas_and_dots_split_only_outside_of_brackets() {
    assert_eq!(printed("[1..3],[5]"), ["[1,2,3]", "[5]"]);
    for one in ["[1,2]", "max(d8!, d6!)", "d{0..9}", "[[1,4],[2..3,4]]", "(1, 2)", "2d6 + 1"] {
        assert_eq!(printed(one), [one]);
        assert_eq!(printed(&format!("{one},1..2")), [one, "1", "2"]);
    }
    assert_eq!(printed("\"a, (b\",c"), ["a, (b", "c"]);
    assert_eq!(printed("0..1e3/500"), ["0", "500", "1000"]);
    assert_eq!(printed("0..50%/25%"), ["0", "0.25", "0.5"]);
}

/// Cases are counted during parsing, so that no more than the limit are made.
#[test]
fn counting_of_cases_stops_at_the_limit() {
    let many = vec!["0..999999"; 400].join(",");
    assert!(values(&many).is_err());
    let field = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    assert!(axes(&[field("a", "1..1000"), field("b", "1..1000")]).is_ok());
    let error = axes(&[field("a", "1..1000"), field("b", "1..1001")]).unwrap_err();
    assert!(error.to_string().starts_with("the ranges make more than 1000000 cases"));
}
