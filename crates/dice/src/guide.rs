//! The table of all that the language says: `list dice`, `docs/dice.md` and the reader's tests are
//! made of it.

/// Some of the language.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Its title.
    pub title: &'static str,
    /// What to know before its rows.
    pub about: &'static str,
    /// What is written, and what it means.
    pub rows: &'static [GuideRow],
    /// What its rows are.
    pub kind: Written,
}

/// What the rows of a part are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// Expressions.
    Expressions,
    /// Lines of a rule.
    Lines,
    /// Spellings of other tools, which stand in [`crate::elsewhere::ELSEWHERE`].
    Elsewhere,
}

/// What is written, and what it means.
#[derive(Clone, Copy, Debug)]
pub struct GuideRow {
    /// What is written.
    pub written: &'static str,
    /// What it means, or how it is said here.
    pub means: &'static str,
    /// Of a line: the rule that it stands in.
    pub within: &'static str,
}

const fn row(written: &'static str, means: &'static str) -> GuideRow {
    GuideRow { written, means, within: "" }
}

const fn line(written: &'static str, means: &'static str, within: &'static str) -> GuideRow {
    GuideRow { written, means, within }
}

/// A whole rule as an example, with the table around it.
#[derive(Clone, Copy, Debug)]
pub struct Whole {
    /// What it is.
    pub title: &'static str,
    /// The `[[house]]` table.
    pub table: &'static str,
    /// How it is asked.
    pub asked: &'static str,
}

const BAG: &str = "A roll is a bag of dice; as a number it is its sum. Spaces and `_` are free.";

/// All parts, in the order in which they are learned.
pub const GUIDE: &[Part] = &[
    Part {
        title: "Rolls",
        about: BAG,
        kind: Written::Expressions,
        rows: &[
            row("3d6", "three dice of six sides; d20 is one die"),
            row("d20 + 5", "a sum; also - * and brackets"),
            row("d%", "1 to 100"),
            row("4dF", "four Fate dice of -1, 0 and 1"),
            row("d{1,1,2,3}", "a die with these faces; also 0..9, and 1 x3 for three of a kind"),
            row("2d{S,SS,SF,_ x3}", "faces of letters, each counted by itself; _ is blank"),
            row("$pool d6", "as many dice as the field pool says; (a + 1)d6 where it is counted"),
            row("[d10, d8, 2d6]kh2", "a pool of several kinds"),
            row("repeat(6, 4d6dl1)", "a bag of six values of an expression"),
            row("card54", "a card of a full deck: 1 to 13 four times, two jokers of 15"),
        ],
    },
    Part {
        title: "What is kept",
        about: "One keep, behind all that happens to each die.",
        kind: Written::Expressions,
        rows: &[
            row("3d6kh2", "the two highest; kh alone keeps one"),
            row("2d20kl1", "the lowest"),
            row("4d6dl1", "all but the lowest; also dh"),
            row("3d20km1", "the middle one"),
            row(
                "[d8!!, d6!!]kh1",
                "the better of two exploding dice; with ! each added die is kept by itself",
            ),
        ],
    },
    Part {
        title: "What happens to each die",
        about: "In the order in which it is written. A bare number means equal: r1 rerolls ones.",
        kind: Written::Expressions,
        rows: &[
            row("d6!", "explodes: each highest face adds a die, which explodes too"),
            row("4d10!>=9", "explodes on 9 and 10; the sign touches the !"),
            row("3d6!!", "explodes into the same die: one value"),
            row("d6!!p", "also: each added face counts one less; !o explodes once"),
            row("2d6r1", "rolled again until it is no 1"),
            row("2d6ro<=2", "rolled again once"),
            row("3d6mi2", "a face below 2 is read as 2; ma5 above 5 as 5"),
        ],
    },
    Part {
        title: "Counting",
        about: "A comparison reads one die in count(r, …), and the sum elsewhere.",
        kind: Written::Expressions,
        rows: &[
            row("count(6d6, >=5)", "how many dice show 5 or more"),
            row("count(6d6, {1,6})", "how many show 1 or 6; {2..4} is a range"),
            row("count(6d6, >=5) >= 2", "two or more of them: yes or no, 1 or 0 in sums"),
            row("count(2d{S,SS,F}, S)", "how often a letter is shown"),
            row("net(3d{S,SS,F}, S, F)", "the one letter less the other"),
            row("6d6 c>=5", "also: the short form of count, behind the dice"),
            row("7d10 c>=7c10", "also: two parts, so tens count twice"),
        ],
    },
    Part {
        title: "Of one roll",
        about: "",
        kind: Written::Expressions,
        rows: &[
            row("highest(3d6)", "the highest value; lowest too, 0 of nothing"),
            row("nth(3d6, 2)", "the second highest"),
            row("size(4d6!)", "how many dice there are; of a deck what is left"),
            row("matches(5d6)", "the most dice that are equal"),
            row("match_face(5d6)", "what they show, the highest where several do"),
            row("sets(5d6, 2)", "how many faces are shown twice or more"),
            row("run(5d6)", "the longest straight"),
            row("natural(2d20kh1)", "the printed face of the one kept die"),
            row("rolled(4d6kh3)", "the bag before the keep"),
            row("groups(5d10, 10)", "the most groups that each sum to 10 or more"),
            row("count(2d{S,SS,_ x4}, _)", "how many blank faces"),
            row(
                "highest(without(4d6, 6))",
                "a bag less one 6; without(r, s) takes out what s shows",
            ),
            row("size(common(3d6, 3d6))", "what two bags share, one for one"),
        ],
    },
    Part {
        title: "Numbers",
        about: "Any number but 0 is yes. A rule whose numbers come to more than 268,435,455 is refused.",
        kind: Written::Expressions,
        rows: &[
            row("max(d8!, d6!)", "the better of two; min, abs"),
            row("(2d6) >= 5", "compares the sum; < <= = != > too, > is strict"),
            row("if d20 = 20 then 2d8 else d8", "draws only the branch taken"),
            row("d6 = 6 and not d8 = 1", "and, or, not"),
            row(
                "sum(f in 1..6: f * f)",
                "for each number from 1 to 6; also max, min, any, all and count",
            ),
            row("all(i in 1..3: nth(4d6, i) > 2)", "yes where it holds for each of them"),
            row(
                "table(d20, 1: 0, 2..9: 1, >=10: 2)",
                "looked up; `otherwise: 0` for what no row is for",
            ),
            row("table(d4, 7, 3, 10, 6)", "rows without a number are for 1, 2, 3 and so on"),
            row(
                "3d6 / 2",
                "rounds down; /^ rounds up, mod is the rest; a divisor that comes up as 0 makes all of them 0, one that is always 0 is refused",
            ),
        ],
    },
    Part {
        title: "Lines of a rule",
        about: "One line says one thing. `#` begins a comment. A line that ends in a sign or a comma goes on.",
        kind: Written::Lines,
        rows: &[
            line(
                "r = 3d6kh2",
                "a name for one roll: each later r is that same roll",
                "r = 3d6kh2\nask r",
            ),
            line(
                "$need",
                "a field of the table; $how = plain compares a field of words",
                "ok: d6 >= $need\nno: otherwise",
            ),
            line(
                "hit: r >= 10",
                "a result; from the top down the first that holds",
                "r = 3d6\nhit: r >= 10\nmiss: otherwise",
            ),
            line(
                "miss: otherwise",
                "where none held; `otherwise: r` makes the number the outcome",
                "r = 3d6\nhit: r >= 10\nmiss: otherwise",
            ),
            line("ask r, s", "a column for each number", "r = d6\ns = d8\nask r, s"),
            line(
                "given count(r, >=5) >= 2",
                "only trials count in which this holds",
                "r = 4d6\ngiven count(r, >=5) >= 2\nask r",
            ),
            line(
                "ask (r, result)",
                "one joint column",
                "r = 3d6\nhit: r >= 10\nmiss: otherwise\nask (r, result)",
            ),
            line(
                "result wound",
                "another list of results begins; `ladder` in the table orders the first list, `ladders = { wound = [\"bad\", \"light\"] }` others",
                "hit: d6 > 3\nmiss: otherwise\nresult wound\nbad: d6 = 1\nlight: otherwise",
            ),
        ],
    },
    Part {
        title: "Steps, state and decks",
        about: "What lies between `step` and `until` is done again and again; results stand below.",
        kind: Written::Lines,
        rows: &[
            line(
                "state hp = 30, worn = 0",
                "what lasts; `in 0..30` bounds it",
                "state hp = 30, worn = 0\nstep\nhp = hp - d8\nworn = worn + 1\nuntil hp <= 0\nask steps, worn",
            ),
            line(
                "step",
                "begins what is done again and again",
                "state hp = 9\nstep\nhp = hp - d8\nuntil hp <= 0\nask steps",
            ),
            line(
                "until hp <= 0, at most 12",
                "asked after each step; the last then means or more. `until steps = 3` is three",
                "state hp = 9\nstep\nhp = hp - d8\nuntil hp <= 0, at most 12\nask steps",
            ),
            line(
                "step if hp > 0",
                "begins steps of which there may be none",
                "state hp = d6 - 3\nstep if hp > 0\nhp = hp - 1\nuntil hp <= 0\nask steps",
            ),
            line(
                "ask steps, hp at 3",
                "how many steps; hp after the third",
                "state hp = 9\nstep\nhp = hp - d8\nuntil hp <= 0\nask steps, hp at 3",
            ),
            line(
                "deck d = 1..13 x4, 15 x2",
                "a deck; x4 are four suits, x$n as often as a field says. deck52 is 2 to 14 x4",
                "deck d = 1..13 x4, 15 x2\nx = highest(draw(d, 3))\nask x",
            ),
            line(
                "hand = draw(d, 5)",
                "cards out of it, asked like dice",
                "deck d = 1..13 x4\nhand = draw(d, 5)\nx = matches(hand)\nask x",
            ),
            line(
                "suited(hand)",
                "the most cards of one suit",
                "deck d = 1..13 x4\nhand = draw(d, 5)\nflush = suited(hand) = 5\nask flush",
            ),
            line(
                "suited_run(hand, 14 as 1)",
                "the longest straight in one suit, where a 14 is a 1 too; run(hand, 14 as 1)",
                "hand = draw(deck52, 5)\nstraight flush: suited_run(hand, 14 as 1) = 5\nno: otherwise",
            ),
            line(
                "count(hand, hearts)",
                "cards of a suit: clubs, diamonds, hearts, spades",
                "hand = draw(deck52, 5)\nn = count(hand, hearts)\nask n",
            ),
            line(
                "hand = [hand, card]dl1",
                "a state may hold cards or a roll: both hands, the lowest dropped",
                "deck d = 1..13 x4\nstate hand = draw(d, 2)\nstep\ncard = draw(d, 1)\nhand = [hand, card]dl1\nuntil steps = 2\nask hand",
            ),
            line(
                "shuffle d when c = 15",
                "all cards come back that no state holds; `return hand to d` these",
                "deck d = 1..13 x4, 15 x2\nstate n = 0\nstep\nc = draw(d, 1)\nn = n + (c = 15)\nshuffle d when c = 15\nuntil steps = 5\nask n",
            ),
            line(
                "go = decide yes, no",
                "a choice: a field decide.go; `best` finds the best policy",
                "state n = 0\nstep\ngo = decide yes, no\nn = n + (if go = yes then d6 else 0)\nuntil go = no or n > 9\nask n",
            ),
        ],
    },
    Part {
        title: "What other tools write",
        about: "What two communities read in two ways is refused, never guessed; what is certain is answered, with a line on how it was read.",
        kind: Written::Elsewhere,
        rows: &[],
    },
];

/// Whole rules, to begin from.
pub const WHOLE: &[Whole] = &[
    Whole {
        title: "The highest of a pool, two sixes are critical, no dice are the lowest of two",
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
        title: "The better of two exploding dice, with raises",
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
        title: "How many rounds until 30 points are gone",
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
