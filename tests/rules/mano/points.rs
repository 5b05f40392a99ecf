//! Tests of Character Points against the printed tables, at the edges of each.

use oddsmith::systems::check;

fn cp(build: &str) -> i32 {
    let case = check("mano.points").unwrap().case([("build", build)]);
    let case = case.unwrap_or_else(|error| panic!("{build}: {error}"));
    let scale = &case.columns()[0].scale;
    assert_eq!(scale.low(), scale.high());
    scale.low()
}

fn refused(build: &str) -> String {
    let error = check("mano.points").unwrap().case([("build", build)]).unwrap_err();
    format!("{error} {}", error.hint().map_or_else(String::new, ToString::to_string))
}

#[test]
fn every_mass_is_priced_by_its_row() {
    // The first and the last mass of each printed row. A mass between two rows has the price of the
    // heavier row.
    for (mass, price) in [
        ("0", 10),
        ("0.0009", 10),
        ("0.001", 9),
        ("0.0015", 8),
        ("0.002", 8),
        ("0.005", 7),
        ("0.01", 6),
        ("0.02", 5),
        ("0.025", 4),
        ("0.03", 4),
        ("0.05", 4),
        ("0.06", 3),
        ("0.10", 3),
        ("0.11", 2),
        ("0.20", 2),
        ("0.21", 1),
        ("0.50", 1),
        ("0.51", 0),
        ("1.00", 0),
        ("1.01", -1),
        ("2.00", -1),
        ("2.5", -2),
        ("3", -2),
        ("5", -2),
        ("6", -3),
        ("10", -3),
        ("11", -4),
        ("20", -4),
        ("21", -5),
        ("50", -5),
        ("51", -6),
        ("100", -6),
        ("101", -7),
        ("200", -7),
        ("201", -8),
        ("500", -8),
        ("501", -9),
        ("1000", -9),
        ("1001", -10),
        ("2000", -10),
        ("2001", -11),
        ("5000", -11),
        ("5001", -12),
        ("10000", -12),
        ("10001", -13),
        ("20000", -13),
    ] {
        assert_eq!(cp(&format!("{{equipment=[{{mass={mass}}}]}}")), price, "{mass} kg");
    }
    assert!(refused("{equipment=[{mass=20001}]}").contains("20,000"));
    assert!(refused("{equipment=[{mass=-1}]}").contains("no mass"));
}

#[test]
fn price_of_shots_depends_on_time_to_reload() {
    for (shots, price) in [
        ("1", 0),
        ("2", 5),
        ("3", 10),
        ("4", 12),
        ("5", 14),
        ("6", 16),
        ("7", 17),
        ("8", 18),
        ("9", 19),
        ("10", 20),
        ("30", 20),
    ] {
        assert_eq!(cp(&format!("{{equipment={{shots={shots}}}}}")), price, "{shots}");
        assert_eq!(cp(&format!("{{equipment={{shots={shots}, reload_time=3}}}}")), price - 6);
    }
    assert_eq!(cp("{equipment={shots=\"no_limit\"}}"), 20);
    assert!(refused("{equipment={reload_time=2}}").contains("without `shots`"));
    assert!(refused("{equipment={shots=0}}").contains("no amount"));
}

#[test]
fn rows_are_priced_by_their_tables() {
    for (build, price) in [
        ("{template={speed=0.25}}", -30),
        ("{template={speed=0.5}}", 0),
        ("{template={speed=1}}", 30),
        ("{template={speed=2}}", 60),
        ("{template={speed=3}}", 90),
        ("{template={agility_levels=2, strength_levels=1, toughness_levels=3}}", 55),
        ("{template={ability_levels=2}}", 16),
        ("{character={ability_levels=2}}", 10),
        ("{character={agility_levels=1, toughness_levels=1, strength_levels=1}}", 18),
        ("{character={ability_levels=-3}}", -15),
        ("{character={less_speed=true}}", -20),
        ("{template={blind=true, deaf=true, dumb=false}}", -100),
        ("{template={none=true}}", -50),
        ("{template={each_hand=true}}", 10),
        ("{template={partial_cover={cover=2, absorption=3}}}", 30),
        ("{template={complete_cover=2}}", 100),
        ("{equipment=[{power_levels=3, sharp=true}, {heft_levels=2, two_handed=true}]}", 20),
        ("{}", 0),
    ] {
        assert_eq!(cp(build), price, "{build}");
    }
    assert!(refused("{template={speed=1.5}}").contains("0.25, 0.5, 1, 2 and 3"));
    assert!(refused("{template={agility=2}}").contains("agility_levels"));
    assert!(refused("{characters={ability_levels=2}}").contains("did you mean `character`"));
    assert!(refused("{character={ability_levels=1.5}}").contains("no amount"));
    assert!(refused("{character=").contains("no TOML"));
    assert!(refused("nowhere/hero.toml").contains("nowhere/hero.toml"));
}

/// Reads builds from a file, and from a table in a scenario.
#[test]
fn builds_are_read_from_files_and_scenarios() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let path = folder.path().join("Hero One.toml");
    let text = "[template]\nspeed = 1\n[character]\nability_levels = 40\nagility_levels = 3\n[[equipment]]\nsharp = true\nmass = 1.5\n";
    std::fs::write(&path, text).expect("a file");
    assert_eq!(cp(&path.display().to_string()), 30 + 200 + 30 + 20 - 1);
    let scenario = oddsmith::scenario::Scenario::parse(
        "title = \"t\"\n[[check]]\nuse = \"mano.points\"\n[check.set.build]\ncharacter = { ability_levels = 2 }\nequipment = [{ sharp = true }]\n",
    )
    .unwrap_or_else(|error| panic!("{error}"));
    let case = scenario.questions[0].cases.case(0).unwrap();
    assert_eq!(case.columns()[0].scale.low(), 30);
}
