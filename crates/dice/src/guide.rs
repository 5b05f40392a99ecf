//! Table of the whole language, the source of `list dice`, `docs/dice.md` and tests of the parser.

/// A section of the guide.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Title of the section.
    pub title: &'static str,
    /// Introduction before the rows.
    pub about: &'static str,
    /// Rows: notation with its meaning.
    pub rows: &'static [GuideRow],
    /// Kind of the rows.
    pub kind: Written,
}

/// Kind of the rows of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// Expressions.
    Expressions,
    /// Lines of a rule.
    Lines,
    /// Notation of other tools, which is in [`crate::foreign::EXAMPLES`].
    Foreign,
}

/// A row: notation with its meaning.
#[derive(Clone, Copy, Debug)]
pub struct GuideRow {
    /// Notation.
    pub written: &'static str,
    /// Meaning, or the equivalent notation here.
    pub means: &'static str,
    /// Rule that contains the line, if it is one.
    pub within: &'static str,
}

const fn row(written: &'static str, means: &'static str) -> GuideRow {
    GuideRow { written, means, within: "" }
}

const fn line(written: &'static str, means: &'static str, within: &'static str) -> GuideRow {
    GuideRow { written, means, within }
}

/// A whole rule as an example, with its table.
#[derive(Clone, Copy, Debug)]
pub struct Whole {
    /// Title of the example.
    pub title: &'static str,
    /// The `[[house]]` table.
    pub table: &'static str,
    /// Question about the rule.
    pub asked: &'static str,
}

const BAG: &str = "A roll is several dice; used as a number it is their sum. Spaces and `_` \
    don't matter.";

/// All sections, in the order of learning.
pub const GUIDE: &[Part] = &[
    Part {
        title: "Rolls",
        about: BAG,
        kind: Written::Expressions,
        rows: &[
            row("3d6", "three dice of six sides; d20 is one die"),
            row("d20 + 5", "a sum; also - * and brackets"),
            row("d%", "1 to 100"),
            row("4dF", "four Fate dice of −1, 0 and 1"),
            row("d{1,1,2,3}", "a die with these faces; also 0..9, and 1 x3 for three of a kind"),
            row("2d{S,SS,SF,_ x3}", "faces of letters, each counted by itself; _ is blank"),
            row(
                "$pool d6",
                "as many dice as the field pool; use brackets for an expression: (a + 1)d6",
            ),
            row("[d10, d8, 2d6]kh2", "a pool of several kinds of dice"),
            row("repeat(6, 4d6dl1)", "six values of an expression, as a pool; kh3 may follow"),
            row("card54", "a card of a full deck: 1 to 13 four times, two jokers of 15"),
        ],
    },
    Part {
        title: "What is kept",
        about: "Keep comes last, and once.",
        kind: Written::Expressions,
        rows: &[
            row("3d6kh2", "the two highest; kh alone keeps one"),
            row("2d20kl1", "the lowest"),
            row("4d6dl1", "drops the lowest; dh1 drops the highest"),
            row("3d20km1", "the middle one"),
            row("[d8!!, d6!!]kh1", "the better of two exploding dice"),
        ],
    },
    Part {
        title: "What happens to each die",
        about: "From left to right, before a keep. A bare number means equal: r1 rerolls ones.",
        kind: Written::Expressions,
        rows: &[
            row("d6!", "explodes: each highest face adds a die, which explodes too"),
            row("4d10!>=9", "explodes on 9 and 10; write the sign directly after the !"),
            row("3d6!!", "explodes and adds up: still one die"),
            row("d6!!p", "penetrates: each added face counts one less; !o explodes once"),
            row("2d6r1", "rerolls ones until none is left"),
            row("2d6ro<=2", "rerolls 1 and 2, once"),
            row(
                "3d6mi2",
                "reads faces below 2 as 2; ma5 above 5 as 5. Last, it reads added dice too",
            ),
        ],
    },
    Part {
        title: "Counting",
        about: "In count(r, …) a comparison tests each die; elsewhere it tests the sum.",
        kind: Written::Expressions,
        rows: &[
            row("count(6d6, >=5)", "how many dice show 5 or more"),
            row("count(6d6, {1,6})", "how many show 1 or 6; {2..4} is a range"),
            row("count(6d6, >=5) >= 2", "two or more of them: yes or no, which adds as 1 or 0"),
            row("count(2d{S,SS,F}, S)", "how often a letter shows"),
            row("net(3d{S,SS,F}, S, F)", "the one letter less the other"),
            row("6d6 c>=5", "short for count(6d6, >=5)"),
            row("7d10 c>=7c10", "two counts added: tens count twice"),
        ],
    },
    Part {
        title: "Of one roll",
        about: "",
        kind: Written::Expressions,
        rows: &[
            row("highest(3d6)", "the highest die; also lowest; 0 for no dice"),
            row("nth(3d6, 2)", "the second highest"),
            row("size(4d6!)", "the number of dice; for a deck the cards left"),
            row("matches(5d6)", "the size of the largest set of equal dice"),
            row("match_face(5d6)", "the face of that set; the highest if several tie"),
            row("sets(5d6, 2)", "how many faces show twice or more"),
            row("run(5d6)", "the longest straight"),
            row("natural(2d20kh1)", "the printed face of the one kept die"),
            row("rolled(4d6kh3)", "all dice, before the keep"),
            row("groups(5d10, 10)", "the most groups whose dice each add up to 10 or more"),
            row("count(2d{S,SS,_ x4}, _)", "how many blank faces"),
            row(
                "highest(without(4d6, 6))",
                "the dice without one 6; without(r, s) removes the faces of s",
            ),
            row("size(common(3d6, 3d6))", "the faces that two rolls share"),
        ],
    },
    Part {
        title: "Numbers",
        about: "Any number except 0 means yes. Numbers go up to 268,435,455.",
        kind: Written::Expressions,
        rows: &[
            row("max(d8!, d6!)", "the better of two; min, abs"),
            row(
                "(2d6) >= 5",
                "compares the sum: yes or no, so as the whole roll the chance of yes; < <= = != > \
                    too, > is strict",
            ),
            row("if d20 = 20 then 2d8 else d8", "rolls only the branch it takes"),
            row("d6 = 6 and not d8 = 1", "and, or, not"),
            row(
                "sum(f in 1..6: f * f)",
                "for each number from 1 to 6; also max, min, any, all and count",
            ),
            row("all(i in 1..3: nth(4d6, i) > 2)", "yes if it holds for each number"),
            row(
                "table(d20, 1: 0, 2..9: 1, >=10: 2)",
                "looks a number up; `otherwise: 0` covers the rest",
            ),
            row("table(d4, 7, 3, 10, 6)", "without numbers, the rows stand for 1, 2, 3 and so on"),
            row(
                "3d6 / 2",
                "rounds down; /^ rounds up, mod is the remainder; a divisor that comes up as 0 gives 0, one that is always 0 is refused",
            ),
        ],
    },
    Part {
        title: "Lines of a rule",
        about: "One statement per line. `#` begins a comment. A line that ends in an operator or \
            a comma continues.",
        kind: Written::Lines,
        rows: &[
            line(
                "r = 3d6kh2",
                "names one roll: every later r means this same roll",
                "r = 3d6kh2\nask r",
            ),
            line(
                "$need",
                "a field of the table; $how = plain compares a field of words",
                "ok: d6 >= $need\nno: otherwise",
            ),
            line(
                "hit: r >= 10",
                "a result; the first true one counts",
                "r = 3d6\nhit: r >= 10\nmiss: otherwise",
            ),
            line(
                "miss: otherwise",
                "if no other is true; `otherwise: r` makes the number itself the result",
                "r = 3d6\nhit: r >= 10\nmiss: otherwise",
            ),
            line("ask r, s", "shows these numbers, a column each", "r = d6\ns = d8\nask r, s"),
            line(
                "given count(r, >=5) >= 2",
                "counts only trials in which this is true",
                "r = 4d6\ngiven count(r, >=5) >= 2\nask r",
            ),
            line(
                "ask (r, result)",
                "one column for both together",
                "r = 3d6\nhit: r >= 10\nmiss: otherwise\nask (r, result)",
            ),
            line(
                "result wound",
                "begins another list of results; `ladder` in the table orders the first list, \
                    `ladders = { wound = [\"bad\", \"light\"] }` the others",
                "hit: d6 > 3\nmiss: otherwise\nresult wound\nbad: d6 = 1\nlight: otherwise",
            ),
        ],
    },
    Part {
        title: "Steps, state and decks",
        about: "The lines between `step` and `until` repeat; results come below them.",
        kind: Written::Lines,
        rows: &[
            line(
                "state hp = 30, worn = 0",
                "numbers that last from step to step; `in 0..30` sets limits",
                "state hp = 30, worn = 0\nstep\nhp = hp - d8\nworn = worn + 1\nuntil hp <= \
                    0\nask steps, worn",
            ),
            line(
                "step",
                "begins the lines that repeat",
                "state hp = 9\nstep\nhp = hp - d8\nuntil hp <= 0\nask steps",
            ),
            line(
                "until hp <= 0, at most 12",
                "checked after each step; `at most 12` stops there. `until steps = 3` is three \
                    steps",
                "state hp = 9\nstep\nhp = hp - d8\nuntil hp <= 0, at most 12\nask steps",
            ),
            line(
                "step if hp > 0",
                "checks before the first step too, so there may be none",
                "state hp = d6 - 3\nstep if hp > 0\nhp = hp - 1\nuntil hp <= 0\nask steps",
            ),
            line(
                "ask steps, hp at 3",
                "the number of steps; hp after the third",
                "state hp = 9\nstep\nhp = hp - d8\nuntil hp <= 0\nask steps, hp at 3",
            ),
            line(
                "deck d = 1..13 x4, 15 x2",
                "a deck; x4 means four of each, x$n takes a field. deck52 is 2 to 14 x4, and needs no line",
                "deck d = 1..13 x4, 15 x2\nx = highest(draw(d, 3))\nask x",
            ),
            line(
                "hand = draw(d, 5)",
                "draws cards, which work like dice",
                "deck d = 1..13 x4\nhand = draw(d, 5)\nx = matches(hand)\nask x",
            ),
            line(
                "suited(hand)",
                "the most cards of one suit",
                "deck d = 1..13 x4\nhand = draw(d, 5)\nflush = suited(hand) = 5\nask flush",
            ),
            line(
                "suited_run(hand, 14 as 1)",
                "the longest straight in one suit, with 14 also as 1; run(hand, 14 as 1) in any \
                    suits",
                "hand = draw(deck52, 5)\nstraight flush: suited_run(hand, 14 as 1) = 5\nno: \
                    otherwise",
            ),
            line(
                "count(hand, hearts)",
                "cards of a suit: clubs, diamonds, hearts, spades",
                "hand = draw(deck52, 5)\nn = count(hand, hearts)\nask n",
            ),
            line(
                "hand = [hand, card]dl1",
                "a state can hold cards or a roll: here the new card joins and the lowest goes",
                "deck d = 1..13 x4\nstate hand = draw(d, 2)\nstep\ncard = draw(d, 1)\nhand = \
                    [hand, card]dl1\nuntil steps = 2\nask hand",
            ),
            line(
                "shuffle d when c = 15",
                "returns all cards that no state holds; `return hand to d` returns these. A card is in one place",
                "deck d = 1..13 x4, 15 x2\nstate n = 0\nstep\nc = draw(d, 1)\nn = n + (c = \
                    15)\nshuffle d when c = 15\nuntil steps = 5\nask n",
            ),
            line(
                "go = decide yes, no",
                "a decision: set it with the field decide.go; `best` finds the best policy",
                "state n = 0\nstep\ngo = decide yes, no\nn = n + (if go = yes then d6 else \
                    0)\nuntil go = no or n > 9\nask n",
            ),
        ],
    },
    Part {
        title: "What other tools write",
        about: "Notation with two meanings is refused, with both spellings. Notation with one \
            meaning is accepted, with a line that says how it was read.",
        kind: Written::Foreign,
        rows: &[],
    },
];

/// Whole rules, as a starting point.
pub const WHOLE: &[Whole] = &[
    Whole {
        title: "Take the highest of a pool; two sixes are a critical; with no dice take the \
            lower of two",
        table: r#"[[house]]
name    = "position"
fields  = { dice = 2 }
rule    = """
r = if $dice = 0 then 2d6kl1 else $dice d6
critical: count(r, 6) >= 2
success:  highest(r) = 6
partial:  highest(r) >= 4
failure:  otherwise
"""
ladder  = ["failure", "partial", "success", "critical"]   # worst to best
success = "partial"                                       # that one or better
edge    = "dice"                                          # for compare
"#,
        asked: "house.position dice=0..4",
    },
    Whole {
        title: "Take the better of two exploding dice, with raises",
        table: r#"[[house]]
name    = "raises"
fields  = { die = 8, tn = 4 }
rule    = """
r = max(d$die!, d6!)
raises = if r >= $tn then (r - $tn) / 4 else -1
ask raises
"""
success = "raises >= 0"                                   # compares an asked number
"#,
        asked: "house.raises die=4..12/2",
    },
    Whole {
        title: "Count the rounds until 30 points are gone",
        table: r#"[[house]]
name    = "rounds"
fields  = { hp = 30, ac = 15 }
rule    = """
state hp = $hp
step
  a  = d20
  hp = hp - (if natural(a) = 20 then 2d8 + 3 else if a + 5 >= $ac then d8 + 3 else 0)
until hp <= 0, at most 20
ask steps
"""
"#,
        asked: "house.rounds hp=20,30",
    },
];
