//! Tests of the checks after parsing: planted mistakes, and correct rules.

use oddsmith::dice::syntax::Program;
use oddsmith::dice::{Checked, Fault, Field, check_program, read_program};

/// Rules that are refused before anything is rolled, each with a part of the message and of the
/// hint.
const PLANTED: &[(&str, &str, &str)] = &[
    ("hits = count(6d6, >=5)\nask hit", "unknown name `hit`", "did you mean `hits`?"),
    ("r = 0d6\nask r", "0 dice", "dice are 1 to 1000"),
    ("r = d0\nask r", "0 sides", "sides are 1 to 10000"),
    ("r = 4d6kh5\nask r", "5 are kept of 4", "at most 4"),
    ("r = d1!\nask r", "every face is exploding", "leave out a face"),
    ("r = d6r<=6\nask r", "every face is rolled again", "leave out a face"),
    ("r = (d4)d6\nask r", "the number of dice must be a fixed number", "`n = d4`, then `(n)d6`"),
    (
        "r = $pol d6\nask r",
        "unknown field `$pol`",
        "the fields are `$pool`, `$dc`, `$how` and `$mod`",
    ),
    ("ask r\nr = 3d6 + x\nx = 2", "`x` is used before its line", "top down"),
    ("r = 3d6\nr = 2d6\nask r", "`r` is already defined", "use `state`"),
    ("r = 2d{S,SA,_}\ns = d6\nask (r, s)", "letters can't be added", "count("),
    ("r = 2d{S,SA,_}\nx = r + 1\nask x", "letters can't be added", "`count(r, A)`"),
    ("r = 2d{S,SA,_}\nx = count(r, T)\nask x", "no face shows `T`", "`A` and `S`"),
    ("hit: 2d6 >= 13\nmiss: otherwise", "`hit` can't happen", "is never true"),
    ("hit: (2d6) >= 2\nmiss: otherwise", "`miss` can't happen", "`hit` above it is always true"),
    ("miss: otherwise\nhit: 2d6 >= 9", "this result can't happen", "put `otherwise` last"),
    ("state hp = 30\nstep\nhp = hp - d8\nask steps", "`step` needs an `until`", "until hp <= 0"),
    ("step = 3d6\nask step", "`step` is a reserved word", "choose another name"),
    ("r = 3d6\nx = highest + 1\nask x", "`highest` is a function", "highest(r)"),
    ("hits: 6d6 >= 5\nmiss: otherwise", "has two meanings", "`6d6 c>=5` counts dice, `(6d6) >= 5`"),
    (
        "hits: (6d6 >= 5)\nmiss: otherwise",
        "has two meanings",
        "`6d6 c>=5` counts dice, `(6d6) >= 5`",
    ),
    ("hits: $pool d6 >= 5\nmiss: otherwise", "has two meanings", "`$pool d6 c>=5` counts"),
    ("a = 2d20\ncrit: natural(a) = 20\nmiss: otherwise", "keeps several", "`count(r, 20)`"),
    ("good: $how = advantag\nbad: otherwise", "unknown word `advantag`", "`plain` and `advantage`"),
    ("x = $how + 1\nask x", "is a word, not a number", "`$how = plain`"),
    ("deck d = 1..13 x4\nx = d + 1\nask x", "`d` is a deck", "size(d)"),
    ("r = 3d6\nask r at 3", "`at` needs steps", "until"),
    (
        "state hp = 9\nstep\nhp = hp - d6\nuntil hp <= 0, at most 5\nask hp at 6",
        "beyond `at most 5`",
        "",
    ),
    ("r = 3d6", "has no result", "`ask r`"),
    ("r = 3d6\nrr", "neither a name nor a result", "`name = …`"),
    ("ask result\nx = 3", "there are no results", "hit: r >= 5"),
    ("x = steps\nask x", "where there are steps", "until"),
    ("x = nth(3d6)\nask x", "can't take 1 argument", "nth(r, 2)"),
    ("push = decide yes, no\nx = (push = maybe)\nask x", "unknown word `maybe`", "`yes` and `no`"),
    ("x = r!\nask x", "acts on dice", ""),
    ("x = d6 / 0\nask x", "this divides by 0", "not 0"),
    ("x = d6 mod (2 - 2)\nask x", "this divides by 0", "not 0"),
    ("r = 3d6\ncrit: r c6 >= 2", "not on a name", "`count(r, >=5)`"),
    ("r = 3d6\npart: highest(r) = 4..5", "a range lists faces", "x >= 4 and x <= 5"),
    ("r = 3d6\npart: highest(r) in {4..5}", "a range lists faces", "x >= 4 and x <= 5"),
    ("r = 3d6\nhit: r > 9\nfail: else", "found `else`", "`otherwise`"),
    ("r = 3d6\nhit: r > 9\notherwise fail", "neither a name nor a result", "`miss: otherwise`"),
    ("r = 3d6\nif r > 9 then hit", "neither a name nor a result", "give a name its value"),
    ("state hp = 9\nwhile hp > 0\nhp = hp - d6", "neither a name nor", "a line `step`"),
    ("state hp = 9\nstep\nhp -= d6\nuntil hp <= 0", "neither a name nor", "`hp = hp - …`"),
    ("r2d2 = 3\nask r2d2", "neither a name nor", "always means a die"),
    ("$hp = 30\nask hp", "neither a name nor", "`fields = { hp = 30 }`"),
    ("state hp = 9\nstep:\nhp = hp - d6\nuntil hp <= 0", "needs its own line", "leave the `:` out"),
    ("state hp 30", "expected `=`", "`state hp = 30`"),
    ("state hp = 9\nstep\nhp = hp - d6\nuntil hp <= 0\nask rounds", "`rounds`", "known: hp, steps"),
    ("a = d20\nx = if a = 20 then 2 elif a > 9 then 1 else 0", "`elif`", "`else if`"),
    ("a = d20 + 5\nx = natural(a)", "`natural` reads a roll", "`r = d20` holds the dice alone"),
    ("r = 3d6\nx = max(r)\nask x", "can't take 1 argument", "`highest(r)`"),
    ("x = natural(repeat(2, d6))\nask x", "keeps several", "count(r, 20)"),
    ("deck k = 1..3\ne = draw(k)\nx = natural(e)\nask x", "not cards", "`highest(r)`"),
    ("x = 3d6kh(1 - 2)\nask x", "-1 are kept", "0 or more"),
    ("x = repeat(-1, d6)\nask x", "can't take -1", "0 or more"),
    ("r = 3d6\nask highest(r)", "`ask` takes names", "then `ask x`"),
];

pub fn fields() -> Vec<Field> {
    let field = |name: &str, usual, words: &[&str]| Field {
        name: name.to_owned(),
        usual,
        words: words.iter().map(|word| (*word).to_owned()).collect(),
    };
    vec![
        field("pool", 6, &[]),
        field("dc", 9, &[]),
        field("how", 0, &["plain", "advantage"]),
        field("mod", 1, &[]),
    ]
}

fn check(rule: &str) -> Result<Checked<Program>, Fault> {
    read_program(rule).and_then(|written| check_program(written, &fields()))
}

#[test]
fn planted_mistakes_get_hints() {
    for (rule, message, hint) in PLANTED {
        let fault = check(rule).expect_err(rule);
        assert!(fault.message.contains(message), "{rule}: {fault:?}");
        assert!(fault.advice().to_string().contains(hint), "{rule}: {fault:?}");
        let error = fault.in_text(rule, 0);
        assert!(error.to_string().contains("line "), "{rule}: {error}");
        assert!(error.excerpt().is_some_and(|excerpt| excerpt.contains('^')), "{rule}: {error}");
    }
}

/// Correct rules.
const RIGHT: &[&str] = &[
    "r = $pool d6\ncritical glitch: count(r, 1) * 2 > size(r) and count(r, >=5) = 0\nglitch: \
        count(r, 1) * 2 > size(r)\nsuccess: count(r, >=5) >= $dc\nfailure: otherwise\nhits = \
        count(r, >=5)\nask hits, (hits, result)",
    "net = count(6d10, >=8) - 2\nbotch: net < 0\notherwise: net",
    "state hp = $pool, bonus = 0\ndeck d = 1..13 x4, 15 x2\nstep\n  a = 2d20kh1\n  hp = hp - (if \
        natural(a) = 20 then 2d8 + 3 else if a + 5 >= $dc and natural(a) > 1 then d8 + 3 else \
        0)\nuntil hp <= 0, at most 12\nask steps, hp at 3, a",
    "r = if $how = advantage then 3d6kh2 else 2d6\n3+ raises: r >= 12\n12+: r >= $dc\nno: \
        otherwise",
    "r = 2d{S,SA,_ x3}\nx = count(r, S)\ny = net(r, S, A)\nask x, y, (x, y)",
    "hit: 2d6 >= 7\nmiss: otherwise",
    "hit: 2d20kh1 >= 15\nmiss: otherwise",
    "hit: 2d6 >= $dc\nmiss: otherwise\nresult wound\nbad: d6 = 1\nfine: otherwise\nask (result, \
        wound)",
    "deck d = 1..13 x4\nstate hand = draw(d, 3)\nstep\ncard = draw(d, 1)\nhand = [hand, \
        card]dh1\nshuffle d when card = 13\nreturn hand to d when steps = 2\nuntil steps = \
        5\nsame = suited(hand)\nask same, hand",
    "state total = 0\nstep\nmore = decide yes, no\ntotal = total + (if more = yes then d6 else \
        0)\nuntil more = no or total > 20\nask total, ended",
    "c = d6\nmod = 3\nx4 = mod + c\nat = x4\nask at",
    "ask r\nr = 3d6",
    "r = max(d8!, d6!)\nraises = r / 4\nask raises",
    "s = repeat(6, 4d6dl1)\na = count(s, >=15)\nb = lowest(s)\nask (a, b)",
    "y = d6\nx = 3 +\n  y # goes on\nask x,\n  y",
    "x = d6 + $mod\nhit: x > 3\nmiss: otherwise",
];

#[test]
fn correct_rules_pass() {
    for rule in RIGHT {
        let checked = check(rule).unwrap_or_else(|fault| {
            panic!(
                "{rule}: {}\n{:?}",
                fault.clone().in_text(rule, 0).excerpt().unwrap_or_default(),
                fault
            )
        });
        let printed = checked.tree.to_string();
        let again = check(&printed).unwrap_or_else(|fault| panic!("{printed}: {fault:?}"));
        assert_eq!(again.tree, checked.tree, "{rule} as {printed}");
    }
}
