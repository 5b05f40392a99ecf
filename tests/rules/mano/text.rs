//! Tests of statements of the rule text.

use oddsmith::systems::check;

fn priced(build: &str, budget: &str) -> Result<Vec<i32>, String> {
    let case = check("mano.points").unwrap().case([("build", build), ("budget", budget)]);
    let case = case.map_err(|error| error.to_string())?;
    Ok(case.columns().iter().map(|column| column.scale.low()).collect())
}

/// Natural armour of two pieces costs 5 x cover x absorption for each.
#[test]
fn armour_pieces_are_priced_separately() {
    let build = "{template={partial_cover=[{cover=5, absorption=1}, {cover=2, absorption=3}]}}";
    assert_eq!(priced(build, "none"), Ok(vec![5 * 5 + 5 * 2 * 3]));
    let equipment = "{equipment=[{partial_cover=[{cover=1, absorption=2}]}, {complete_cover=1}]}";
    assert_eq!(priced(equipment, "none"), Ok(vec![10 + 50]));
}

/// A template has one variability and one row of natural weapons; an error names both conflicting
/// rows.
#[test]
fn rows_that_exclude_each_other_are_refused() {
    let variability =
        ["no_variability", "low_variability", "medium_variability", "high_variability"];
    let weapons = ["none", "single", "multiple", "each_hand"];
    for group in [&variability[..], &weapons] {
        for (place, one) in group.iter().enumerate() {
            for other in &group[place + 1..] {
                let build = format!("{{template={{{one}=true, {other}=true}}}}");
                let error = priced(&build, "none").expect_err(&build);
                assert!(error.contains(one) && error.contains(other), "{error}");
                let build = format!("{{template={{{one}=true, {other}=false}}}}");
                assert!(priced(&build, "none").is_ok(), "{build}");
            }
        }
    }
    let all = "{template={no_variability=true,low_variability=true,medium_variability=true,high_variability=true}}";
    assert!(priced(all, "none").is_err());
}

/// Character Points: about 300 CP for new player characters, 250 for minor ones of the GM, up to
/// 1000 and 3000 for legends and superheroes.
#[test]
fn second_column_is_the_budget_left() {
    let build = "{character={ability_levels=20, agility_levels=16}}";
    for (budget, points) in
        [("minor_npc", 250), ("new_pc", 300), ("legendary_hero", 1000), ("superhero", 3000)]
    {
        assert_eq!(priced(build, budget), Ok(vec![260, points - 260]));
    }
    let share = |budget: &str| {
        let case =
            check("mano.points").unwrap().case([("build", build), ("budget", budget)]).unwrap();
        let (place, success) = case.success().unwrap();
        case.law(10).unwrap().columns[place].success(success).value
    };
    assert_eq!((share("259"), share("260")), (0.0, 1.0));
}
