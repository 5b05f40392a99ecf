//! Tests of mistakes planted in house rules: each error has a hint and the place.

use oddsmith::systems::Catalogue;

/// A line with a mistake, and a part of the hint.
const SLIPS: &[(&str, &str)] = &[
    ("r = d66", "`10 * d6 + d6`"),
    ("r = 3#2d6", "`repeat(3, 2d6)`"),
    ("r = 4d6km1", "`nth(r, 2)`"),
    ("r = 3d6ra6", "`3d6!o6` adds one to each"),
    ("r = d6r7", "one of its faces"),
    ("r = 4d6!!>=7", "one of its faces"),
    ("r = 6d6 c>=7", "one of its faces"),
    ("r = 3d20cs>=18", "`3d20c>=18` counts (Foundry)"),
    ("r = 6d6>=5", "`6d6 c>=5` counts"),
    ("r = 2d6!=5", "`2d6!5` explodes, `2d6 != 5` compares"),
    ("r = 4d6d1", "`4d6dl1`"),
    ("r = d6r>=4r<=3", "leave out a face"),
    ("r = {4d6+3d8}kh1", "`[4d6, 3d8]kh1`"),
    ("r = {3d6, 2d8}kh1", "`max(3d6, 2d8)`"),
    ("r = (1d4, 2+2, 3d6kl1)kh1", "`max(1d4, 2+2, 3d6kl1)`"),
    ("r = [explode 2d2]", "if a = 4 then 2d2"),
    ("r = 2d6[fire]+1d8[cold]", "`2d6+1d8`"),
    ("r = 6d10min3max6", "`6d10mi3ma6`"),
    ("r = 4dF.1", "`4d{-1, 0 x4, 1}`"),
    ("r = 2d6u", "`draw(d, 2)`"),
    ("r = 4d6-L", "`4d6dl1`"),
    ("r = 2d20h", "`2d20kh1`"),
    ("r = 1d20+1d4\u{2013}1", "`r = 1d20+1d4-1`"),
    ("r = d20 \u{2265} 15", "`r = d20 >= 15`"),
    ("r = round(5/2)", "`/^` rounds up"),
    ("r = d5e", "`d5!`"),
    ("r = 10d10fis_even", "`count(10d10, {2,4,6,8,10})`"),
    ("r = 6d10>=8!>=9", "`6d10!>=9c>=8`"),
    ("r = 2W6", "2d6"),
    ("r = 4df", "`4dF`"),
    ("r = d20 vs 15", "`d20 >= 15`"),
    ("r = d20 vs d12", "`house.opposed mine.luck=d20 theirs.luck=d12`"),
    ("r = 3d6 repeat 2", "`repeat(6, 4d6dl1)`"),
    ("r = d6 + $hol2", "`$hold2`"),
    ("r = d6 == 3", "`=`"),
    ("r = 4d6 keep highest 3", "`4d6kh3`"),
    ("r = keep lowest 2 of 4d6", "`4d6kl2`"),
    ("r = 2d20 highest", "`2d20kh1`"),
    ("r = 2d6 reroll 1", "`2d6ro1` once"),
    ("r = 6d6#>4", "`6d6 c>4`"),
    ("r = +3d6", "leave it out"),
    ("r = if(d20 >= 15, 2d6, 0)", "`if a then b else c` chooses"),
    ("r = 2d6 fire", "`r = 2d6 # fire`"),
    ("r = d[1,2,3]", "`d{1,1,2,3}`"),
    ("r = adv(d20)", "`2d20kh1`"),
    ("r = \u{ff13}d6", "`r = 3d6`"),
];

#[test]
fn planted_mistakes_get_hints_at_their_place() {
    for (line, hint) in SLIPS {
        let table = format!(
            "[[house]]\nname = \"t\"\nfields = {{ hold2 = 3 }}\nrule = \"\"\"\na = \
                d6\n{line}\nask a, r\n\"\"\"\n"
        );
        let error = match Catalogue::parse(&table) {
            Ok(_) => panic!("{line}: it is taken"),
            Err(error) => error,
        };
        let found = error.hint().map(ToString::to_string).unwrap_or_default();
        assert!(found.contains(hint), "{line}: {error} ({found})");
        // The place is that of the mistake.
        assert!(error.to_string().contains("line 6"), "{line}: {error}");
        let excerpt = error.excerpt().unwrap_or_default();
        assert!(excerpt.contains(line.trim_end()), "{line}: {excerpt}");
    }
    assert!(SLIPS.len() >= 20);
}
