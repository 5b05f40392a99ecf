//! The notations of other tools, row by row.

use super::{Here, Notation};

const fn read(
    sign: &'static str,
    written: &'static str,
    whose: &'static str,
    as_this: &'static str,
) -> Notation {
    Notation { sign, written, whose, here: Here::Read(as_this) }
}

const fn checked(sign: &'static str, written: &'static str, whose: &'static str) -> Notation {
    Notation { sign, written, whose, here: Here::Checked }
}

const fn refused(
    sign: &'static str,
    written: &'static str,
    whose: &'static str,
    what: &'static str,
    hint: &'static str,
) -> Notation {
    Notation { sign, written, whose, here: Here::Refused(what, hint) }
}

/// All of them, by what they do.
pub const ELSEWHERE: &[Notation] = &[
    // Counting and comparing.
    checked("bare", "6d6>=5", "Roll20: counts; AnyDice, Avrae: compare the sum"),
    refused(
        "cs",
        "3d20cs>=18",
        "Roll20: marks, the sum stays; Foundry: counts",
        "`cs` has two meanings",
        "`{roll}c{n}` counts (Foundry); `{roll}` alone is the sum, where Roll20 only marks",
    ),
    refused(
        "cf",
        "6d6cf1",
        "Roll20: marks; Foundry: takes failures off",
        "`cf` of other tools takes failures off, or only marks them",
        "`{roll}` alone is the sum; failures are counted with a name: `r = {roll}`, `count(r, \
            >=5) - count(r, 1)`",
    ),
    refused(
        "f",
        "6d10f1",
        "Roll20, GNOLL: failures, or a filter",
        "`f` of other tools takes failures off",
        "name the roll and count twice: `r = {roll}`, `count(r, >=5) - count(r, 1)`",
    ),
    refused(
        "sf",
        "6d10sf1",
        "Foundry: takes failures off",
        "`sf` of other tools takes failures off",
        "name the roll and count twice: `r = {roll}`, `count(r, >=5) - count(r, 1)`",
    ),
    refused(
        "df",
        "6d10df1",
        "Foundry: takes failures off",
        "`df` of other tools takes failures off, and Fate dice are `4dF`",
        "name the roll and count twice: `r = {roll}`, `count(r, >=5) - count(r, 1)`",
    ),
    refused(
        "fis",
        "10d10fis_even",
        "GNOLL: keeps the faces that are even, or odd",
        "`fis` of other tools picks faces by a property",
        "name the faces: `count({roll}, {2,4,6,8,10})`",
    ),
    refused(
        "t",
        "5d10t7",
        "others: counts 7 and more",
        "`t` is not part of the notation",
        "`{roll}c>={n}` counts the dice of {n} or more",
    ),
    refused(
        "after",
        "6d10>=8!>=9",
        "Roll20: explodes, then counts",
        "put what happens to each die before the count",
        "`{roll}!{n}c>={bound}`",
    ),
    refused(
        "b",
        "6b6",
        "others: six dice that are counted",
        "`6b6` of other tools counts dice",
        "write `count({roll}, >=5)`",
    ),
    read("vs", "d20+5 vs AC 15", "words: reaches it", "d20 + 5 >= 15"),
    refused(
        "beats",
        "d20+5 beats 15",
        "words",
        "`beats` may be more, or no less",
        "`{roll} > {n}` is more, `{roll} >= {n}` no less",
    ),
    read("7-9", "2d6 7-9", "words; also `between 7 and 9`", "count(repeat(1, 2d6), {7..9}) = 1"),
    refused(
        "tn",
        "8d10 difficulty 8",
        "words: of each die, or of the sum",
        "`difficulty` has two meanings",
        "`{roll}c>={n}` counts the dice of {n} or more, `({roll}) >= {n}` compares the sum",
    ),
    refused(
        "under",
        "3d6 under 12",
        "words: 12 may be under",
        "`under` may leave the number out",
        "`{roll} < {n}` leaves {n} out, `{roll} <= {n}` does not",
    ),
    refused(
        "over",
        "d100 over 50",
        "words: 50 may be over",
        "`over` may leave the number out",
        "`{roll} > {n}` leaves {n} out, `{roll} >= {n}` does not",
    ),
    refused(
        "crit",
        "d20 crit 19-20",
        "words: a critical hit",
        "a critical hit is a result of its own",
        "`{roll} >= {n}` is the chance of a critical hit; a `[[house]]` rule tells hits and \
            critical hits apart",
    ),
    refused(
        "nat",
        "d20 natural 20",
        "words: the face 20",
        "a natural roll is a face of the die",
        "`{roll} = {n}` is the chance of a natural {n}",
    ),
    refused(
        "house",
        "5d6 full house",
        "words; also a straight, two pairs",
        "sets of dice are told apart by name",
        "`run({roll}) >= 5` is a straight of five, `sets({roll}, 2) >= 2` two pairs or more; in a \
            rule `r = {roll}` a full house is `matches(r) = 3 and sets(r, 2) = 2`, one pair alone \
            `matches(r) = 2 and sets(r, 2) = 1`",
    ),
    refused(
        "coin",
        "3 coins",
        "words",
        "a coin is a die with two sides",
        "`{n}d2` shows 1 or 2 a coin, `{n}d2c2` counts heads",
    ),
    read("hits", "6d6 hits on 5+", "words", "6d6c>=5"),
    read("+", "2d6 10+", "words", "2d6 >= 10"),
    read("or", "4d6dl1 15 or more", "words; also `or less`", "4d6dl1 >= 15"),
    read("at least", "d20+5 at least 15", "words; also `at most`, `more than`", "d20 + 5 >= 15"),
    read("between", "15 <= d20 + 5 < 20", "mathematics", "count(repeat(1, d20 + 5), {15..19}) = 1"),
    read("faces", "8d6 count 5 or 6", "words", "8d6c{5,6}"),
    read("dice of", "12d6, at least 4 dice 5+", "words; also `either`, `all`", "12d6c>=5 >= 4"),
    // Keep and drop.
    read("k", "4d6k3", "Roll20, Foundry: the three highest; Avrae: the threes", "{roll}kh{n}"),
    refused(
        "d",
        "4d6d1",
        "Roll20: drops the lowest",
        "`d` after dice does not drop: `d` always means a die",
        "`{roll}dl1` drops the lowest, `{roll}dh1` the highest",
    ),
    refused(
        "h",
        "2d20h",
        "others: keeps the highest",
        "`h` is not part of the notation",
        "`{roll}kh{n}` keeps the highest, `{roll}dh{n}` drops as many",
    ),
    refused(
        "l",
        "2d20l",
        "others: keeps the lowest",
        "`l` is not part of the notation",
        "`{roll}kl{n}` keeps the lowest, `{roll}dl{n}` drops as many",
    ),
    refused(
        "-L",
        "4d6-L",
        "others: without the lowest",
        "`-L` drops the lowest elsewhere",
        "write `{roll}dl1`",
    ),
    refused(
        "-H",
        "4d6-H",
        "others: without the highest",
        "`-H` drops the highest elsewhere",
        "write `{roll}dh1`",
    ),
    refused(
        "p",
        "4d6p1",
        "Avrae: drops",
        "`p` is not part of the notation",
        "`{roll}dl1` drops the lowest, `{roll}dh1` the highest, `{roll}!p` penetrates",
    ),
    read("keep", "3d6 keep highest 2", "words", "3d6kh2"),
    read("drop", "4d6 drop the lowest", "words", "4d6dl1"),
    read("before", "highest 3 of 4d6", "words", "4d6kh3"),
    read("one of", "best of d8 and d6 >= 4", "words; also `sum of`", "max(d8, d6) >= 4"),
    read("best of", "highest of 6 4d6kh3", "words", "highest(repeat(6, 4d6kh3))"),
    read("with", "d20+5 with advantage", "words; Avrae: `adv`", "2d20kh1 + 5"),
    read("adv", "2d20adv", "others: advantage", "2d20kh1"),
    read("dis", "d20dis+3", "others: disadvantage", "2d20kl1 + 3"),
    checked("km", "4d6km1", "icepool: refused; others: either middle"),
    refused(
        "group",
        "{4d6+3d8}kh1",
        "Roll20: the highest die of all",
        "braces list the faces of a die",
        "`[4d6, 3d8]kh1`",
    ),
    refused(
        "groups",
        "{3d6, 2d8}kh1",
        "Roll20: the better roll",
        "braces list the faces of a die",
        "`max(3d6, 2d8)`",
    ),
    refused(
        "set",
        "(1d4, 2+2, 3d6kl1)kh1",
        "Avrae: the best of several rolls",
        "brackets take one expression",
        "`max(1d4, 2+2, 3d6kl1)`",
    ),
    // Rolling again.
    read(
        "r",
        "2d6r<=2",
        "Roll20: until no die shows it; Foundry, GNOLL: once, `ro` here",
        "{roll}r{n}",
    ),
    read("rr", "4d6rr1", "Foundry, Avrae: until no die shows it", "{roll}r{n}"),
    read("r,", "d6r1,2", "others: both faces", "d6r{1..2}"),
    refused(
        "ra",
        "3d6ra6",
        "Avrae: adds one die in all",
        "`ra` adds one die in all (Avrae), or one to each",
        "`{roll}!o{n}` adds one to each; one in all is `r + (if count(r, {n}) > 0 then d6 else \
            0)` with `r = {roll}`",
    ),
    read("r<", "4d6r<2", "Roll20: 2 too, `<=2` here", "{roll}r<2"),
    // Exploding.
    read("!>", "d6!>5", "Roll20: 5 too, `>=5` here", "{roll}!>5"),
    read("x", "d6x", "Foundry: explodes", "{roll}!{n}"),
    read("xo", "d6xo", "Foundry: explodes once", "{roll}!o{n}"),
    read("e", "3d6e6", "Avrae: explodes on 6", "{roll}!{n}"),
    refused(
        "e?",
        "d5e",
        "others: explodes",
        "`e` is not part of the notation",
        "`{roll}!` explodes on the highest face, `{roll}!!` into the same die",
    ),
    refused(
        "again",
        "d20 again 20",
        "words",
        "`again` is not part of the notation",
        "`{roll}!!6` rolls a 6 again and adds it, `{roll}!!{10,20}` a 10 or a 20",
    ),
    refused(
        "!=",
        "2d6!=5",
        "Roll20: explodes on 5; elsewhere unequal",
        "`!=` has two meanings here",
        "`{roll}!{n}` explodes, `{roll} != {n}` compares",
    ),
    // Each die.
    refused(
        "min",
        "6d10min3max6",
        "Foundry: no face below 3 or above 6",
        "`min` after dice is written `mi`",
        "write `{roll}mi{n}`",
    ),
    refused(
        "max",
        "6d10max6",
        "Foundry: no face above 6",
        "`max` after dice is written `ma`",
        "write `{roll}ma{n}`",
    ),
    refused(
        "u",
        "2d6u",
        "others: rolled until all differ",
        "`u` is not part of the notation",
        "dice that all differ are cards: `deck d = 1..6`, `draw(d, 2)`",
    ),
    refused(
        "s",
        "3d6s",
        "Roll20: sorts",
        "rolled dice have no order",
        "`{roll}` is enough; `nth({roll}, 2)` is the second highest",
    ),
    // The dice themselves.
    checked("d66", "d66", "Troika, Mutant, Traveller: two dice as digits"),
    checked("#", "3#2d6", "skybot, dicescript: three rolls"),
    refused(
        "W",
        "2W6",
        "German; k6, t6 in other tongues",
        "a die is written with `d`",
        "write `{roll}d{n}`",
    ),
    refused(
        "roll and keep",
        "5k3",
        "Legend of the Five Rings: keeps three of five d10",
        "`k` between numbers has two meanings",
        "`{roll}d10!!kh{n}` keeps {n} of {roll} exploding dice (roll and keep), `{roll}d{n}` are \
            dice of {n} sides",
    ),
    refused(
        "fate",
        "4df",
        "others: Fate dice",
        "Fate dice are written with a capital F",
        "write `{n}dF`",
    ),
    refused(
        "dF.",
        "4dF.1",
        "others: one plus and one minus a die",
        "Fate dice of other tools have kinds",
        "`{roll}dF` has two of each (dF.2), `{roll}d{-1, 0 x4, 1}` one (dF.1)",
    ),
    refused(
        "label",
        "2d6[fire]+1d8[cold]",
        "Roll20, Foundry: labels",
        "labels can't be used in dice",
        "leave them out: `{roll}`; comments begin with `#`",
    ),
    refused(
        "of a roll",
        "1@3d6",
        "AnyDice: the highest of them; icepool: `3 @ d6` are three dice",
        "`@` is not part of the notation",
        "`nth({roll}, {n})` is one of the dice, highest first",
    ),
    refused(
        "method",
        "d20.highest(2)",
        "icepool: methods of dice",
        "dice have no methods here",
        "`2{roll}kh1` keeps the highest of two, `{roll}!` explodes",
    ),
    refused(
        "times",
        "6x4d6kh3",
        "others: six rolls, or times six",
        "`x` has two meanings",
        "`repeat({n}, {roll})` rolls {n} times, `{n} * {roll}` multiplies",
    ),
    refused(
        "x times",
        "4d6kh3 x6",
        "others: six rolls; Foundry: explodes",
        "`x` has two meanings",
        "`repeat({n}, {roll})` rolls {n} times; Foundry's `x{n}` is `!{n}` directly after the dice",
    ),
    refused(
        "@",
        "@{str}",
        "Roll20: a value",
        "this is Roll20's notation for a value",
        "write its number; in a rule a field is `$str`",
    ),
    refused(
        "sign",
        "1d20+1d4\u{2013}1",
        "typography",
        "this sign is not part of the notation",
        "write `{roll}`",
    ),
    // Whole lines.
    read("/roll", "/roll 4d6kh3", "chats", "4d6kh3"),
    read("output", "output 2d6", "AnyDice", "2d6"),
    read("highest", "[highest 2 of 3d6]", "AnyDice; also lowest and middle", "3d6kh2"),
    read("count", "[count {5,6} in 6d6]", "AnyDice", "count(6d6, {5,6})"),
    read("absolute", "[absolute d6 - d8]", "AnyDice", "abs(d6 - d8)"),
    refused(
        "explode",
        "[explode d6]",
        "AnyDice: two dice more at most; of 2d2 on the total 4",
        "this is an AnyDice function",
        "`d6!!` explodes for ever, where AnyDice stops after two",
    ),
    refused(
        "explode several",
        "[explode 2d2]",
        "AnyDice: on the total 4 alone",
        "this is an AnyDice function, which explodes on the highest total alone",
        "name it: `a = {roll}`, `b = if a = {n} then {roll} else 0`, `c = if b = {n} then {roll} \
            else 0`; the sum is `a + b + c`",
    ),
    refused(
        "[[",
        "[[2d6]]",
        "Roll20",
        "doubled brackets are Roll20's",
        "write the roll alone: `{roll}`",
    ),
    checked("round", "round(5/2)", "others: the nearest whole number"),
];
