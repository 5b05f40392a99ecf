//! Tests of statements of the rule text.

/// Willpower: pools hold 5 x the attribute, a night restores 3 x, each of up to three meals 1 x;
/// meals may be between encounters. All needs are equal, so the pool can be followed by hand.
#[test]
fn meals_restore_willpower_at_their_time() {
    for (meals_after, meals) in [("last", 0), ("each", 0), ("last", 3), ("each", 1), ("each", 3)] {
        let (attribute, skill, needed, encounters, days) = (4, 8, 7, 4, 3);
        let dn = attribute + skill + needed;
        let question = format!(
            "moma.days attribute={attribute} skill={skill} dn=[{dn}] encounters={encounters} \
             days={days} meals={meals} meals_after={meals_after}"
        );
        let laws = oddsmith::case(&question).unwrap().law(1_000).unwrap();
        let (mut pool, mut eaten) = (20, 0);
        for met in 1..=encounters * days {
            let column = laws.column_at("pool", met as u32).unwrap();
            assert_eq!(column.exactly(pool).value, 1.0, "{question}: {pool} before {met}");
            pool -= if needed <= pool { needed } else { 0 };
            let night = met % encounters == 0;
            let meals_now = match meals_after {
                "each" if !night => i32::from(eaten < meals),
                _ => {
                    if night {
                        meals - eaten
                    } else {
                        0
                    }
                }
            };
            eaten = if night { 0 } else { eaten + meals_now };
            pool = (pool + attribute * (meals_now + if night { 3 } else { 0 })).min(20);
        }
    }
}
