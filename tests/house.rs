//! House rules: tables and keys that say the same, what they count, and what is wrong with them.

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
critical = { face = 10, raises = 1 }
edge = "skill"
difficulty = "foe"
"#;

#[test]
fn a_table_is_a_check() {
    let entries = parse(DUEL).unwrap();
    let case = entries[0].case([("skill", "5")]).unwrap();
    let laws = case.law(1_000_000).unwrap();
    assert_eq!(case.entry.id, "house.duel");
    assert_eq!(laws.column("margin").unwrap().mean(), Some(3.0));
    assert_eq!(case.columns()[0].scale.names(), ["fumble", "miss", "hit", "crit"]);
    assert!((laws.column("result").unwrap().scored() - 1.0).abs() < 1e-12);
    // The same as the keys on the command line.
    let keys = oddsmith::case("house.opposed mine.luck=2d10 mine.add=5 theirs.luck=2d10 theirs.add=2 tie=active bands=[fumble:-10,miss:-1,hit:4,crit:99] success=hit critical.face=10").unwrap();
    assert_eq!(keys.law(1_000_000).unwrap().columns, laws.columns);
}

/// 2d6 + 1 in three bands: the author's success is what counts, wherever success is asked for.
#[test]
fn the_success_of_bands_is_the_checks() {
    let table = "[[house]]\nname = \"pbta\"\nfields = { stat = 1 }\nmine = { add = \"$stat\", luck = \"2d6\" }\nbands = { miss = 6, partial = 9, strong = 99 }\nsuccess = \"partial\"\n";
    let case = parse(table).unwrap()[0].case([]).unwrap();
    let names: Vec<&str> = case.columns().iter().map(|column| &*column.name).collect();
    assert_eq!(names, ["result", "margin"]);
    let (place, success) = case.success().unwrap();
    let share = case.law(1_000).unwrap().column("result").unwrap().success(success);
    assert_eq!((place, share.fraction().as_deref()), (0, Some("13/18")));
    // Without one it is the margin's.
    let case = parse(&table.replace("success = \"partial\"\n", "")).unwrap()[0].case([]).unwrap();
    assert_eq!(case.success().map(|(place, _)| case.columns()[place].name), Some("margin"));
}

#[test]
fn what_can_never_come_is_named() {
    let said = |question: &str| oddsmith::case(question).unwrap_err().to_string();
    let never = said("house.opposed mine.luck=2d6 bands=[miss:0,hit:40,crit:90]");
    assert!(never.starts_with("the result `miss` of `bands` can never come"), "{never}");
    let never = said("house.opposed mine.luck=2d6 bands=[miss:6,hit:40,crit:90]");
    assert!(never.starts_with("the result `crit` of `bands` can never come"), "{never}");
    let never = said("house.opposed mine.luck=2d6 bands=[miss:6,hit:40] critical.face=7");
    assert!(never.starts_with("no own die shows the critical face `7`"), "{never}");
    // A band above all margins may be reached by a critical face.
    assert!(
        oddsmith::case("house.opposed mine.luck=2d6 bands=[miss:6,hit:40,crit:90] critical.face=6")
            .is_ok()
    );
    let table = "[[house]]\nname = \"two\"\nmine = { luck = \"2d6\" }\nbands = { miss = 6, hit = 12, crit = 20 }\n";
    let never = parse(table).unwrap_err().to_string();
    assert!(never.contains("`crit`") && never.contains("line"), "{never}");
}

#[test]
fn a_roll_without_a_difficulty_is_its_total() {
    let case = oddsmith::case("house.roll luck=3d6 add=1").unwrap();
    let columns = case.columns();
    assert_eq!((columns.len(), columns[0].name, case.success()), (1, "total", None));
    assert_eq!(case.law(1_000).unwrap().column("total").unwrap().mean(), Some(11.5));
}

#[test]
fn a_field_may_stand_in_the_dice() {
    let text = "[[house]]\nname = \"pool\"\nfields = { dice = 2, dc = 7 }\nmine = { luck = \"$dice d6\" }\ntheirs = { add = \"$dc\" }\n";
    let case = parse(text).unwrap()[0].case([("dice", "3"), ("dc", "10")]).unwrap();
    let laws = case.law(1_000_000).unwrap();
    assert_eq!(laws.column("margin").unwrap().mean(), Some(0.5));
}

#[test]
fn a_fight_is_the_same_in_a_table_and_on_the_command_line() {
    let fight = "carry = { on = [\"hit\", \"crit\"], theirs = -1 }\nend = { on = \"crit\", after = { hit = 4 }, limit = 60 }\nedge =";
    let table = parse(&DUEL.replace("edge =", fight)).unwrap()[0].case([]).unwrap();
    let keys = oddsmith::case(
        "house.knockout mine.luck=2d10 mine.add=3 theirs.luck=2d10 theirs.add=2 tie=active bands=[fumble:-10,miss:-1,hit:4,crit:99] \
         critical.face=10 carry.on=[hit,crit] carry.theirs=-1 end.on=crit end.after=[hit:4] end.limit=60",
    );
    let law = table.law(1_000_000).unwrap();
    assert_eq!(law.columns, keys.unwrap().law(1_000_000).unwrap().columns);
    assert_eq!(table.columns().iter().map(|column| &*column.name).collect::<Vec<_>>(), ["blows"]);
}

#[test]
fn a_retry_stops_at_the_first_success() {
    let coin = "[[house]]\nname = \"coin\"\nmine = { luck = \"d2\" }\ntheirs = { add = 1 }\nretry = { times = 3 }\n";
    let case = parse(coin).unwrap()[0].case([]).unwrap();
    let laws = case.law(1_000).unwrap();
    let tried = laws.column("tries").unwrap();
    assert_eq!([1, 2, 3].map(|tries| tried.share(tries)), [0.5, 0.25, 0.25]);
    assert_eq!(laws.column("margin").unwrap().share(1), 0.875);
}

/// Every key at once, as the scenario format shows them.
#[test]
fn a_rule_may_have_every_key() {
    let all = "carry = { on = [\"hit\", \"crit\"], theirs = -1 }\nend = { on = \"crit\", after = { hit = 4 }, limit = 60 }\nretry = { times = 3 }\n";
    let case = parse(&format!("{DUEL}{all}")).unwrap()[0].case([]).unwrap();
    assert_eq!(case.columns().iter().map(|column| &*column.name).collect::<Vec<_>>(), ["blows"]);
    assert!(case.check().remark().is_some_and(|remark| remark.contains("`retry` plays no part")));
    let laws = case.law(1_000_000).unwrap();
    assert!((laws.column("blows").unwrap().scored() - 1.0).abs() < 1e-12);
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let cases = [
        ("\"$skill\"", "\"$skil\"", "`$skil` is none of the rule's fields (line 5, column 17)"),
        ("tie   =", "tye   =", "unknown key `tye` (line 7, column 1)"),
        (
            "name  = \"duel\"",
            "name  = \"roll\"",
            "`roll` is no name for a house rule (line 3, column 9)",
        ),
        ("edge = \"skill\"", "edge = \"skil\"", "unknown field `skil` of edge (line 11, column 8)"),
        (
            "edge = \"skill\"",
            "end = { after = { hot = 2 } }",
            "unknown band `hot` (line 11, column 19)",
        ),
        ("edge = \"skill\"", "end = { limit = 9 }", "the fight has no end (line 11, column 7)"),
        (
            "edge = \"skill\"",
            "end = { on = \"hit\", after = { hit = 0 } }",
            "`[hit:0]` are no counts: each is 1..1000 (line 11, column 29)",
        ),
        (
            "edge = \"skill\"",
            "carry = { on = [\"hit\"] }",
            "penalties are carried in a fight, and this is none (line 11, column 9)",
        ),
        (
            "edge = \"skill\"",
            "retry = { times = 0 }",
            "`retry.times = 0` is out of range (line 11, column 19)",
        ),
        ("success = \"hit\"", "success = \"hot\"", "unknown band `hot` (line 9, column 11)"),
        (
            "luck = \"2d10\" }\ntheirs",
            "luck = { hand = 3 } }\ntheirs",
            "hands are not there yet (line 5, column 34)",
        ),
        (
            "luck = \"2d10\" }\ntheirs",
            "luck = \"2x10\" }\ntheirs",
            "`2x10` is no dice: `x` is not expected there (line 5, column 34)",
        ),
    ];
    let said: Vec<String> = cases
        .iter()
        .map(|(from, to, _)| parse(&DUEL.replace(from, to)).unwrap_err().to_string())
        .collect();
    assert_eq!(said, cases.map(|(_, _, message)| message));
}
