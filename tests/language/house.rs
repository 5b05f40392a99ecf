//! Tests of house rules: tables and the equal fields, their success, and their errors.

use oddsmith::odds::Histogram;
use oddsmith::systems::house::parse;

const DUEL: &str = r#"
[[house]]
name  = "duel"
fields = { skill = 3, foe = 2 }
mine  = { add = "$skill", luck = "2d10" }
theirs = { add = "$foe", luck = "2d10" }
tie   = "active"
bands = { fumble = -10, miss = -1, hit = 4, crit = 99 }
success = "hit"
edge = "skill"
difficulty = "foe"
"#;

#[test]
fn table_is_a_check() {
    let entries = parse(DUEL).unwrap();
    let case = entries[0].case([("skill", "5")]).unwrap();
    let laws = case.law(1_000_000).unwrap();
    assert_eq!(case.entry.id, "house.duel");
    assert_eq!(laws.column("margin").unwrap().mean(), Some(3.0));
    assert_eq!(case.columns()[0].scale.names(), ["fumble", "miss", "hit", "crit"]);
    assert!((laws.column("result").unwrap().scored() - 1.0).abs() < 1e-12);
    // The fields on the command line give the same law.
    let keys = oddsmith::case(
        "house.opposed mine.luck=2d10 mine.add=5 theirs.luck=2d10 \
        theirs.add=2 tie=active bands=[fumble:-10,miss:-1,hit:4,crit:99] success=hit",
    )
    .unwrap();
    assert_eq!(keys.law(1_000_000).unwrap().columns, laws.columns);
}

/// 2d6 + 1 in three bands: the `success` of the table is the success of the check.
#[test]
fn success_of_bands_is_the_success_of_the_check() {
    let table = "[[house]]\nname = \"pbta\"\nfields = { stat = 1 }\nmine = { add = \"$stat\", \
        luck = \"2d6\" }\nbands = { miss = 6, partial = 9, strong = 99 }\nsuccess = \"partial\"\n";
    let case = parse(table).unwrap()[0].case([]).unwrap();
    let names: Vec<&str> = case.columns().iter().map(|column| &*column.name).collect();
    assert_eq!(names, ["result", "margin"]);
    let (place, success) = case.success().unwrap();
    let share = case.law(1_000).unwrap().column("result").unwrap().success(success);
    assert_eq!((place, share.fraction().as_deref()), (0, Some("13/18")));
    // Without it, the success is that of the margin.
    let case = parse(&table.replace("success = \"partial\"\n", "")).unwrap()[0].case([]).unwrap();
    assert_eq!(case.success().map(|(place, _)| &*case.columns()[place].name), Some("margin"));
}

#[test]
fn impossible_bands_are_refused() {
    let error_of = |question: &str| oddsmith::case(question).unwrap_err().to_string();
    let never = error_of("house.opposed mine.luck=2d6 bands=[miss:0,hit:40,crit:90]");
    assert!(never.starts_with("`miss` can't happen"), "{never}");
    let never = error_of("house.opposed mine.luck=2d6 bands=[miss:6,hit:40,crit:90]");
    assert!(never.starts_with("`crit` can't happen"), "{never}");
    let table = "[[house]]\nname = \"two\"\nmine = { luck = \"2d6\" }\nbands = { miss = 6, hit = \
        12, crit = 20 }\n";
    let never = parse(table).unwrap_err().to_string();
    assert!(never.contains("`crit`") && never.contains("line"), "{never}");
}

#[test]
fn a_roll_without_a_difficulty_is_its_total() {
    let case = oddsmith::case("house.roll luck=3d6 add=1").unwrap();
    let columns = case.columns();
    assert_eq!((columns.len(), &*columns[0].name, case.success()), (1, "total", None));
    assert_eq!(case.law(1_000).unwrap().column("total").unwrap().mean(), Some(11.5));
}

#[test]
fn fields_may_be_used_in_dice() {
    let text = "[[house]]\nname = \"pool\"\nfields = { dice = 2, dc = 7 }\nmine = { luck = \
        \"$dice d6\" }\ntheirs = { add = \"$dc\" }\n";
    let case = parse(text).unwrap()[0].case([("dice", "3"), ("dc", "10")]).unwrap();
    let laws = case.law(1_000_000).unwrap();
    assert_eq!(laws.column("margin").unwrap().mean(), Some(0.5));
}

const GLITCH: &str = r#"
[[house]]
name = "hack"
fields = { pool = 6, need = 2, how = ["plain", "twice over"] }
rule = """
r = $pool d6
hits = count(r, >=5) * (if $how = twice_over then 2 else 1)
critical glitch: count(r, 1) * 2 > size(r) and hits = 0
glitch: count(r, 1) * 2 > size(r)
success: hits >= $need
failure: otherwise
ask hits
"""
ladder = ["critical glitch", "glitch", "failure", "success"]
success = "success"
edge = "pool"
difficulty = "need"
"#;

/// A rule of several lines is a check, whose law is compared with one counted by hand.
#[test]
fn rule_of_several_lines_is_a_check() {
    let entries = parse(GLITCH).unwrap();
    let case = entries[0].case([("pool", "2"), ("need", "1")]).unwrap();
    let names: Vec<&str> = case.columns().iter().map(|column| &*column.name).collect();
    assert_eq!(names, ["result", "hits"]);
    assert_eq!(
        case.columns()[0].scale.names(),
        ["critical glitch", "glitch", "failure", "success"]
    );
    let laws = case.law(1_000).unwrap();
    // Two ones are the critical glitch, as no hit is among them; 20 of 36 rolls show a hit.
    let result = laws.column("result").unwrap();
    let share = |rung| result.exactly(rung).fraction();
    let shares = [share(0), share(1), share(2), share(3)].map(Option::unwrap);
    assert_eq!(shares, ["1/36", "0", "5/12", "5/9"]);
    let (place, success) = case.success().unwrap();
    assert_eq!((place, result.success(success).fraction().unwrap().as_str()), (0, "5/9"));
    let doubled = entries[0].case([("pool", "2"), ("how", "twice over")]).unwrap();
    assert_eq!(
        doubled.law(1_000).unwrap().column("hits").unwrap().exactly(4).fraction().as_deref(),
        Some("1/9")
    );
    let error = entries[0].case([("how", "thrice")]).unwrap_err();
    assert!(error.hint().unwrap().to_string().contains("twice_over"));
}

/// Mistakes in the keys next to a rule are reported at their place.
#[test]
fn mistakes_in_the_keys_of_a_rule_are_placed() {
    for (from, to, message, place) in [
        ("$pool d6", "$pol d6", "unknown field `$pol`", "line 6, column 5"),
        ("success: hits", "success: hit", "unknown name `hit`", "line 10, column 10"),
        (
            "\"glitch\", \"failure\"",
            "\"failure\"",
            "the ladder leaves out `glitch`",
            "line 14, column 10",
        ),
        (
            "\"glitch\", \"failure\"",
            "\"glitch\", \"fail\"",
            "unknown result `fail`",
            "line 14, column 40",
        ),
        (
            "success = \"success\"",
            "success = \"succes\"",
            "unknown result `succes`",
            "line 15, column 11",
        ),
        (
            "success = \"success\"",
            "success = \"hit >= 2\"",
            "unknown column `hit`",
            "line 15, column 11",
        ),
        ("edge = \"pool\"", "edge = \"pol\"", "unknown field `pol` of edge", "line 16, column 8"),
        (
            "pool = 6",
            "pool = [\"6\", \"7\"]",
            "field `pool` needs at least two words of letters, digits and _",
            "line 4, column 19",
        ),
        ("edge = \"pool\"", "tie = \"active\"", "`tie` stands beside `rule`", "line 16, column 1"),
    ] {
        let error = parse(&GLITCH.replace(from, to)).unwrap_err().to_string();
        assert!(error.starts_with(message) && error.contains(place), "{to}: {error}");
    }
}

#[test]
fn mistakes_in_tables_are_placed() {
    let cases = [
        ("\"$skill\"", "\"$skil\"", "unknown field `$skil` (line 5, column 17)"),
        ("tie   =", "tye   =", "unknown key `tye` (line 7, column 1)"),
        (
            "name  = \"duel\"",
            "name  = \"roll\"",
            "`roll` can't name a house rule (line 3, column 9)",
        ),
        ("edge = \"skill\"", "edge = \"skil\"", "unknown field `skil` of edge (line 10, column 8)"),
        ("success = \"hit\"", "success = \"hot\"", "unknown result `hot` (line 9, column 11)"),
        (
            "luck = \"2d10\" }\ntheirs",
            "luck = { hand = 3 } }\ntheirs",
            "the luck must be dice or a deck (line 5, column 34)",
        ),
        (
            "luck = \"2d10\" }\ntheirs",
            "luck = \"2x10\" }\ntheirs",
            "`x` does not multiply (line 5, column 34)",
        ),
    ];
    let messages: Vec<String> = cases
        .iter()
        .map(|(from, to, _)| parse(&DUEL.replace(from, to)).unwrap_err().to_string())
        .collect();
    assert_eq!(messages, cases.map(|(_, _, message)| message));
}

/// Notation of other tools is read, with a remark.
#[test]
fn foreign_notation_gets_a_remark() {
    for (luck, read) in [("4d6rr1", "`r1`"), ("3d6k2", "`kh2`"), ("2d6x6", "`!6`")] {
        let case = oddsmith::case(&format!("house.roll luck={luck}")).unwrap();
        let remark = case.check().remark().unwrap_or_default();
        assert!(remark.contains(&format!("is read as {read}")), "{luck}: {remark}");
    }
    let case = oddsmith::case("house.roll luck=4d6ro1").unwrap();
    assert_eq!(case.check().remark(), None);
}

/// A field that makes a number of dice invalid is refused; a computed number of dice ends at 0.
#[test]
fn invalid_numbers_of_dice_from_fields_are_refused() {
    let table = "[[house]]\nname = \"pool\"\nfields = { pool = 6, wounds = 0, keep = 2 }\n\
                 rule = \"\"\"\nr = $pool d6kh($keep)\nx = ($pool - $wounds)d6\nask r, x\n\"\"\"\n";
    let entries = parse(table).unwrap();
    for (field, value, message) in
        [("pool", "-3", "-3 dice"), ("keep", "-1", "-1 are kept"), ("wounds", "-1000", "1006 dice")]
    {
        let error = entries[0].case([(field, value)]).and_then(|case| case.law(1_000)).unwrap_err();
        assert!(error.to_string().contains(message) && error.hint().is_some(), "{error}");
    }
    let laws = entries[0].case([("wounds", "9")]).unwrap().law(10_000).unwrap();
    assert_eq!(laws.column("x").unwrap().exactly(0).value, 1.0);
}
