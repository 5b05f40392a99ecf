//! Examples of foreign notation for the guide to the dice language.

/// Returns the reading of an example, or the hint of its refusal.
///
/// # Examples
/// ```
/// use oddsmith_dice::foreign::{EXAMPLES, meaning};
///
/// assert!(EXAMPLES.iter().any(|(written, _)| *written == "3#2d6"));
/// assert_eq!(meaning("4d6 drop the lowest"), "read as `4d6dl1`");
/// assert!(meaning("3#2d6").contains("`repeat(3, 2d6)`"));
/// ```
pub fn meaning(written: &str) -> String {
    let read = crate::read_expression(written);
    match read.and_then(|read| crate::check_expression(read, &[])) {
        Ok(read) if read.tree.to_string() == written => {
            let notes = read.notes.into_iter().map(|note| note.message);
            notes.collect::<Vec<_>>().join("; ")
        }
        Ok(read) => format!("read as `{}`", read.tree),
        Err(fault) => fault.advice().to_string(),
    }
}

/// Examples by their purpose: the notation, and its origin with its meaning there.
pub const EXAMPLES: &[(&str, &str)] = &[
    // Counting and comparing.
    ("6d6>=5", "Roll20: counts; AnyDice, Avrae: compare the sum"),
    ("3d20cs>=18", "Roll20: marks, the sum stays; Foundry: counts"),
    ("6d6cf1", "Roll20: marks; Foundry: takes failures off"),
    ("6d10f1", "Roll20, GNOLL: failures, or a filter"),
    ("6d10sf1", "Foundry: takes failures off"),
    ("6d10df1", "Foundry: takes failures off"),
    ("10d10fis_even", "GNOLL: keeps the faces that are even, or odd"),
    ("5d10t7", "others: counts 7 and more"),
    ("6d10>=8!>=9", "Roll20: explodes, then counts"),
    ("6b6", "others: six dice that are counted"),
    ("d20+5 vs AC 15", "words: reaches it"),
    ("d20+5 beats 15", "words"),
    ("2d6 7-9", "words; also `between 7 and 9`"),
    ("8d10 difficulty 8", "words: of each die, or of the sum"),
    ("3d6 under 12", "words: 12 may be under"),
    ("d100 over 50", "words: 50 may be over"),
    ("d20 crit 19-20", "words: a critical hit"),
    ("d20 natural 20", "words: the face 20"),
    ("5d6 full house", "words; also a straight, two pairs"),
    ("3 coins", "words"),
    ("6d6 hits on 5+", "words"),
    ("2d6 10+", "words"),
    ("4d6dl1 15 or more", "words; also `or less`"),
    ("d20+5 at least 15", "words; also `at most`, `more than`"),
    ("15 <= d20 + 5 < 20", "mathematics"),
    ("8d6 count 5 or 6", "words"),
    ("12d6, at least 4 dice 5+", "words; also `either`, `all`"),
    // Keep and drop.
    ("4d6k3", "Roll20, Foundry: the three highest; Avrae: the threes"),
    ("4d6d1", "Roll20: drops the lowest"),
    ("2d20h", "others: keeps the highest"),
    ("2d20l", "others: keeps the lowest"),
    ("4d6-L", "others: without the lowest"),
    ("4d6-H", "others: without the highest"),
    ("4d6p1", "Avrae: drops"),
    ("3d6 keep highest 2", "words"),
    ("4d6 drop the lowest", "words"),
    ("highest 3 of 4d6", "words"),
    ("best of d8 and d6 >= 4", "words; also `sum of`"),
    ("highest of 6 4d6kh3", "words"),
    ("d20+5 with advantage", "words; Avrae: `adv`"),
    ("2d20adv", "others: advantage"),
    ("d20dis+3", "others: disadvantage"),
    ("4d6km1", "icepool: refused; others: either middle"),
    ("{4d6+3d8}kh1", "Roll20: the highest die of all"),
    ("{3d6, 2d8}kh1", "Roll20: the better roll"),
    ("(1d4, 2+2, 3d6kl1)kh1", "Avrae: the best of several rolls"),
    // Rerolling.
    ("2d6r<=2", "Roll20: until no die shows it; Foundry, GNOLL: once, `ro` here"),
    ("4d6rr1", "Foundry, Avrae: until no die shows it"),
    ("d6r1,2", "others: both faces"),
    ("3d6ra6", "Avrae: adds one die in all"),
    ("4d6r<2", "Roll20: 2 too, `<=2` here"),
    // Exploding.
    ("d6!>5", "Roll20: 5 too, `>=5` here"),
    ("d6x", "Foundry: explodes"),
    ("d6xo", "Foundry: explodes once"),
    ("3d6e6", "Avrae: explodes on 6"),
    ("d5e", "others: explodes"),
    ("d20 again 20", "words"),
    ("2d6!=5", "Roll20: explodes on 5; elsewhere unequal"),
    // Modifiers of each die.
    ("6d10min3max6", "Foundry: no face below 3 or above 6"),
    ("6d10max6", "Foundry: no face above 6"),
    ("2d6u", "others: rolled until all differ"),
    ("3d6s", "Roll20: sorts"),
    // Kinds of dice.
    ("d66", "Troika, Mutant, Traveller: two dice as digits"),
    ("3#2d6", "skybot, dicescript: three rolls"),
    ("2W6", "German; k6, t6 in other tongues"),
    ("5k3", "Legend of the Five Rings: keeps three of five d10"),
    ("4df", "others: Fate dice"),
    ("4dF.1", "others: one plus and one minus a die"),
    ("2d6[fire]+1d8[cold]", "Roll20, Foundry: labels"),
    ("1@3d6", "AnyDice: the highest of them; icepool: `3 @ d6` are three dice"),
    ("d20.highest(2)", "icepool: methods of dice"),
    ("6x4d6kh3", "others: six rolls, or times six"),
    ("4d6kh3 x6", "others: six rolls; Foundry: explodes"),
    ("@{str}", "Roll20: a value"),
    ("1d20+1d4\u{2013}1", "typography"),
    // Whole lines.
    ("/roll 4d6kh3", "chats"),
    ("output 2d6", "AnyDice"),
    ("[highest 2 of 3d6]", "AnyDice; also lowest and middle"),
    ("[count {5,6} in 6d6]", "AnyDice"),
    ("[absolute d6 - d8]", "AnyDice"),
    ("[explode d6]", "AnyDice: two dice more at most; of 2d2 on the total 4"),
    ("[explode 2d2]", "AnyDice: on the total 4 alone"),
    ("[[2d6]]", "Roll20"),
    ("round(5/2)", "others: the nearest whole number"),
];
