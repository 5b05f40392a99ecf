//! Examples of foreign notation for the page of the language.

/// A notation of other tools, or of people.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The notation.
    pub written: &'static str,
    /// Its origin, and its meaning there.
    pub whose: &'static str,
}

/// The reading of an example, or the hint of its refusal.
///
/// # Examples
/// ```
/// use oddsmith_dice::foreign::{EXAMPLES, meaning};
///
/// let example = |text: &str| EXAMPLES.iter().find(|example| example.written == text).unwrap();
/// assert_eq!(meaning(example("4d6 drop the lowest")), "read as `4d6dl1`");
/// assert!(meaning(example("3#2d6")).contains("`repeat(3, 2d6)`"));
/// ```
pub fn meaning(example: &Example) -> String {
    let read = crate::read_expression(example.written);
    match read.and_then(|read| crate::check_expression(read, &[])) {
        Ok(read) if read.said.to_string() == example.written => {
            let notes = read.notes.into_iter().map(|note| note.message);
            notes.collect::<Vec<_>>().join("; ")
        }
        Ok(read) => format!("read as `{}`", read.said),
        Err(fault) => fault.advice().to_string(),
    }
}

const fn of(written: &'static str, whose: &'static str) -> Example {
    Example { written, whose }
}

/// The examples, by their purpose.
pub const EXAMPLES: &[Example] = &[
    // Counting and comparing.
    of("6d6>=5", "Roll20: counts; AnyDice, Avrae: compare the sum"),
    of("3d20cs>=18", "Roll20: marks, the sum stays; Foundry: counts"),
    of("6d6cf1", "Roll20: marks; Foundry: takes failures off"),
    of("6d10f1", "Roll20, GNOLL: failures, or a filter"),
    of("6d10sf1", "Foundry: takes failures off"),
    of("6d10df1", "Foundry: takes failures off"),
    of("10d10fis_even", "GNOLL: keeps the faces that are even, or odd"),
    of("5d10t7", "others: counts 7 and more"),
    of("6d10>=8!>=9", "Roll20: explodes, then counts"),
    of("6b6", "others: six dice that are counted"),
    of("d20+5 vs AC 15", "words: reaches it"),
    of("d20+5 beats 15", "words"),
    of("2d6 7-9", "words; also `between 7 and 9`"),
    of("8d10 difficulty 8", "words: of each die, or of the sum"),
    of("3d6 under 12", "words: 12 may be under"),
    of("d100 over 50", "words: 50 may be over"),
    of("d20 crit 19-20", "words: a critical hit"),
    of("d20 natural 20", "words: the face 20"),
    of("5d6 full house", "words; also a straight, two pairs"),
    of("3 coins", "words"),
    of("6d6 hits on 5+", "words"),
    of("2d6 10+", "words"),
    of("4d6dl1 15 or more", "words; also `or less`"),
    of("d20+5 at least 15", "words; also `at most`, `more than`"),
    of("15 <= d20 + 5 < 20", "mathematics"),
    of("8d6 count 5 or 6", "words"),
    of("12d6, at least 4 dice 5+", "words; also `either`, `all`"),
    // Keep and drop.
    of("4d6k3", "Roll20, Foundry: the three highest; Avrae: the threes"),
    of("4d6d1", "Roll20: drops the lowest"),
    of("2d20h", "others: keeps the highest"),
    of("2d20l", "others: keeps the lowest"),
    of("4d6-L", "others: without the lowest"),
    of("4d6-H", "others: without the highest"),
    of("4d6p1", "Avrae: drops"),
    of("3d6 keep highest 2", "words"),
    of("4d6 drop the lowest", "words"),
    of("highest 3 of 4d6", "words"),
    of("best of d8 and d6 >= 4", "words; also `sum of`"),
    of("highest of 6 4d6kh3", "words"),
    of("d20+5 with advantage", "words; Avrae: `adv`"),
    of("2d20adv", "others: advantage"),
    of("d20dis+3", "others: disadvantage"),
    of("4d6km1", "icepool: refused; others: either middle"),
    of("{4d6+3d8}kh1", "Roll20: the highest die of all"),
    of("{3d6, 2d8}kh1", "Roll20: the better roll"),
    of("(1d4, 2+2, 3d6kl1)kh1", "Avrae: the best of several rolls"),
    // Rolling again.
    of("2d6r<=2", "Roll20: until no die shows it; Foundry, GNOLL: once, `ro` here"),
    of("4d6rr1", "Foundry, Avrae: until no die shows it"),
    of("d6r1,2", "others: both faces"),
    of("3d6ra6", "Avrae: adds one die in all"),
    of("4d6r<2", "Roll20: 2 too, `<=2` here"),
    // Exploding.
    of("d6!>5", "Roll20: 5 too, `>=5` here"),
    of("d6x", "Foundry: explodes"),
    of("d6xo", "Foundry: explodes once"),
    of("3d6e6", "Avrae: explodes on 6"),
    of("d5e", "others: explodes"),
    of("d20 again 20", "words"),
    of("2d6!=5", "Roll20: explodes on 5; elsewhere unequal"),
    // Each die.
    of("6d10min3max6", "Foundry: no face below 3 or above 6"),
    of("6d10max6", "Foundry: no face above 6"),
    of("2d6u", "others: rolled until all differ"),
    of("3d6s", "Roll20: sorts"),
    // The dice themselves.
    of("d66", "Troika, Mutant, Traveller: two dice as digits"),
    of("3#2d6", "skybot, dicescript: three rolls"),
    of("2W6", "German; k6, t6 in other tongues"),
    of("5k3", "Legend of the Five Rings: keeps three of five d10"),
    of("4df", "others: Fate dice"),
    of("4dF.1", "others: one plus and one minus a die"),
    of("2d6[fire]+1d8[cold]", "Roll20, Foundry: labels"),
    of("1@3d6", "AnyDice: the highest of them; icepool: `3 @ d6` are three dice"),
    of("d20.highest(2)", "icepool: methods of dice"),
    of("6x4d6kh3", "others: six rolls, or times six"),
    of("4d6kh3 x6", "others: six rolls; Foundry: explodes"),
    of("@{str}", "Roll20: a value"),
    of("1d20+1d4\u{2013}1", "typography"),
    // Whole lines.
    of("/roll 4d6kh3", "chats"),
    of("output 2d6", "AnyDice"),
    of("[highest 2 of 3d6]", "AnyDice; also lowest and middle"),
    of("[count {5,6} in 6d6]", "AnyDice"),
    of("[absolute d6 - d8]", "AnyDice"),
    of("[explode d6]", "AnyDice: two dice more at most; of 2d2 on the total 4"),
    of("[explode 2d2]", "AnyDice: on the total 4 alone"),
    of("[[2d6]]", "Roll20"),
    of("round(5/2)", "others: the nearest whole number"),
];
