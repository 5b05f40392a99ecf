//! Tests of mechanics of well-known families, each against shares counted outside of this program:
//! by combinatorics or by every sequence of draws.

use oddsmith::dice::{check_program, read_program};
use oddsmith::odds::{Check, Histogram};
use oddsmith::program::Question;

use super::compiled;

/// A family: its name, its rule, the column, and some outcomes with their shares.
type Family = (&'static str, &'static str, &'static str, &'static [(&'static str, &'static str)]);

const FAMILIES: &[Family] = &[
    (
        "symbol dice",
        "r = [2d{_, S x2, SS, A x2, SA, AA}, d{_, S x2, SS x2, A, SA x3, AA x2, ST}, 2d{_, F, FF, H x3, HH, FH}]
s = net(r, S, F)
a = net(r, A, H)
ask (s, a)",
        "s, a",
        SYMBOLS,
    ),
    (
        "the two highest and the size of the next die, ones set aside",
        "r = [d{0, 206, 306, 406, 506, 606}, d{0, 208, 308, 408, 508, 608, 708, 808}, d{0, 210, 310, 410, 510, 610, 710, 810, 910, 1010}]
total = nth(r, 1) / 100 + nth(r, 2) / 100
effect = max(4, nth(r, 3) mod 100)
ask (total, effect)",
        "total, effect",
        EFFECT,
    ),
    (
        "a wild die, whose 1 takes the highest away",
        "w = d6!!
r = 3d6
total = if natural(w) = 1 then r - highest(r) else r + min(w, 40)
ask total",
        "total",
        WILD,
    ),
    (
        "open-ended up and down",
        "a = d20!!>=19
total = max(-30, min(30, if natural(a) <= 2 then a - d20!!>=19 else a))
ask total",
        "total",
        OPEN_ENDED,
    ),
    (
        "doubles add and are rolled again",
        "state total = 0
step
r = 2d6
total = min(40, total + r)
until matches(r) = 1 or total >= 40
ask total",
        "total",
        DOUBLES,
    ),
    (
        "how many dice beat the other side's highest",
        "a = 3d10
b = 2d10
high = highest(a)
low = highest(b)
victories = count(a, >(low)) - count(b, >(high))
ask victories",
        "victories",
        BEATEN,
    ),
    (
        "one damage roll, three who save for half",
        "damage = 4d6
total = repeat(3, if d20 + 2 >= 15 then damage / 2 else damage)
ask total",
        "total",
        SAVED,
    ),
    (
        "poker hands",
        "deck d = 2..14 x4
h = draw(d, 5)
straight flush: run(h) = 5 and suited(h) = 5
four: matches(h) = 4
full house: matches(h) = 3 and sets(h, 2) = 2
flush: suited(h) = 5
straight: run(h) = 5
pair or three: matches(h) >= 2
high card: otherwise",
        "result",
        POKER,
    ),
    (
        "the most of a suit of seven cards, jokers have none",
        "deck d = 1..13 x4, 15 x2
h = draw(d, 7)
s = suited(h)
ask s",
        "s",
        SUITS,
    ),
    (
        "the most of a suit among two cards of one's own and the board",
        "deck d = 1..13 x4
own = draw(d, 2)
board = draw(d, 5)
s = suited([own, board])
ask s",
        "s",
        OWN_AND_BOARD,
    ),
    (
        "two draws that are read together, in two ways",
        "deck d = 1..3 x2
a = draw(d, 1)
b = draw(d, 2)
x = highest([a, b]) - lowest([b, a])
y = sets([a, b], 1)
ask (x, y)",
        "x, y",
        TOGETHER,
    ),
    (
        "the same, and one of them alone",
        "deck d = 1..3 x2
a = draw(d, 1)
b = draw(d, 2)
x = highest([a, b])
y = highest(a)
ask (x, y)",
        "x, y",
        AND_ALONE,
    ),
    (
        "two hands of one deck, with suits",
        "deck d = 1..2 x4
a = draw(d, 2)
b = draw(d, 2)
x = suited(a)
y = suited(b)
ask (x, y, b)",
        "x, y, b",
        TWO_HANDS,
    ),
    (
        "a hand with suits that drops its lowest",
        "deck d = 1..3 x4
state h = draw(d, 1)
step
card = draw(d, 1)
h = if steps = 1 then [h, card] else [h, card]dl1
until steps = 3
x = suited(h)
ask (x, h)",
        "x, h",
        DROPPED,
    ),
    (
        "a hand that grows",
        "deck d = 1..4 x2
state hand = draw(d, 1)
step
card = draw(d, 1)
hand = [hand, card]
until steps = 2
ask hand",
        "hand",
        GROWN,
    ),
    (
        "dice that gather",
        "state r = 2d6kh1
step
x = d6
r = [r, x]
until steps = 3
a = matches(r)
ask a",
        "a",
        GATHERED,
    ),
    (
        "points that were rolled",
        "state hp = 2d6
step
hp = hp - d4
until hp <= 0
ask steps",
        "steps",
        ROLLED_POINTS,
    ),
    (
        "cards until a face card",
        "deck d = 1..13 x4
step
c = draw(d, 1)
until c >= 11
ask steps",
        "steps",
        FACE_CARD,
    ),
    (
        "a bag of tokens, some of which draw again",
        "deck bag = 1, 0 x2, -1 x3, -2 x2, -5, 9 x3
state sum = 0
step
t = draw(bag, 1)
sum = sum + (if t = 9 then 2 else t)
until t != 9
ask sum",
        "sum",
        TOKENS,
    ),
    (
        "a card that comes back",
        "deck d = 1 x2, 2, 3
state s = 0
step
c = draw(d, 1)
s = s + c
return c to d when c = 1
until steps = 3
ask s",
        "s",
        RETURNED,
    ),
];

const SYMBOLS: &[(&str, &str)] = &[
    ("-4, 0", "1/49152"),
    ("-2, -2", "1/16384"),
    ("-1, 3", "109/6144"),
    ("1, -4", "7/49152"),
    ("2, 1", "571/12288"),
    ("4, -1", "779/49152"),
];
const EFFECT: &[(&str, &str)] = &[
    ("0, 4", "1/480"),
    ("6, 6", "1/120"),
    ("8, 8", "1/80"),
    ("10, 10", "1/60"),
    ("13, 4", "1/40"),
    ("15, 6", "19/480"),
];
const WILD: &[(&str, &str)] = &[
    ("2", "1/81"),
    ("11", "14/243"),
    ("20", "1505/46656"),
    ("29", "895/419904"),
    ("38", "1505/10077696"),
    ("47", "77/7558272"),
    ("56", "11/30233088"),
];
const OPEN_ENDED: &[(&str, &str)] = &[
    ("-30", "9/2000"),
    ("-21", "1/2000"),
    ("-12", "1/200"),
    ("-3", "1/200"),
    ("7", "1/20"),
    ("16", "1/20"),
    ("26", "1/200"),
];
const DOUBLES: &[(&str, &str)] = &[
    ("3", "1/18"),
    ("9", "101233/839808"),
    ("15", "591112333/39182082048"),
    ("21", "12381509898937/1828079220031488"),
    ("27", "124310468371060405/85290864089789104128"),
    ("33", "1708669322165922788161/3979330554973200442195968"),
    ("39", "21143851673751290870715421/185659646372829639831095083008"),
];
const BEATEN: &[(&str, &str)] = &[
    ("-2", "7809/100000"),
    ("-1", "12441/50000"),
    ("0", "299/2000"),
    ("1", "27027/100000"),
    ("2", "17523/100000"),
    ("3", "7809/100000"),
];
const SAVED: &[(&str, &str)] = &[
    ("6", "1/4050"),
    ("16", "7/900"),
    ("25", "13/225"),
    ("35", "73/1500"),
    ("44", "1/450"),
    ("54", "1/75"),
    ("72", "1/6000"),
];
const POKER: &[(&str, &str)] = &[
    ("flush", "213/108290"),
    ("four", "1/4165"),
    ("full house", "6/4165"),
    ("high card", "639/1274"),
    ("pair or three", "2046/4165"),
    ("straight", "9/2548"),
    ("straight flush", "3/216580"),
];
const SUITS: &[(&str, &str)] = &[
    ("2", "3887/16218"),
    ("3", "958243/1702890"),
    ("4", "29315/170289"),
    ("5", "451/18921"),
    ("6", "451/283815"),
    ("7", "11/283815"),
];
const TWO_HANDS: &[(&str, &str)] = &[
    ("1, 1, 2", "13/70"),
    ("1, 1, 3", "13/35"),
    ("1, 1, 4", "13/70"),
    ("1, 2, 3", "4/35"),
    ("2, 1, 2", "1/35"),
    ("2, 1, 3", "2/35"),
    ("2, 1, 4", "1/35"),
    ("2, 2, 3", "1/35"),
];
const DROPPED: &[(&str, &str)] = &[
    ("1, 2", "1/495"),
    ("1, 3", "4/165"),
    ("1, 4", "13/99"),
    ("1, 5", "52/165"),
    ("1, 6", "67/165"),
    ("2, 3", "4/495"),
    ("2, 4", "4/495"),
    ("2, 5", "52/495"),
];
const GROWN: &[(&str, &str)] = &[
    ("4", "1/28"),
    ("5", "1/14"),
    ("6", "5/28"),
    ("7", "3/14"),
    ("8", "3/14"),
    ("9", "5/28"),
    ("10", "1/14"),
    ("11", "1/28"),
];
const GATHERED: &[(&str, &str)] = &[("1", "5/18"), ("2", "5/8"), ("3", "5/54"), ("4", "1/216")];
const ROLLED_POINTS: &[(&str, &str)] = &[
    ("1", "5/72"),
    ("3", "361/1152"),
    ("5", "655/6144"),
    ("7", "11/1536"),
    ("9", "533/4718592"),
    ("11", "17/50331648"),
];
const FACE_CARD: &[(&str, &str)] = &[
    ("1", "3/13"),
    ("7", "6327/128639"),
    ("13", "3791982/466921735"),
    ("19", "64728/69023213"),
    ("25", "513/8120378"),
    ("31", "114/66703105"),
    ("37", "3/453581114"),
];
const TOKENS: &[(&str, &str)] =
    &[("-5", "1/12"), ("-2", "1/6"), ("0", "7/33"), ("2", "3/55"), ("4", "1/99"), ("6", "1/990")];
const OWN_AND_BOARD: &[(&str, &str)] = &[
    ("2", "118638/643195"),
    ("3", "22308/37835"),
    ("4", "100529/514556"),
    ("5", "73359/2572780"),
    ("6", "1287/643195"),
    ("7", "33/643195"),
];
const TOGETHER: &[(&str, &str)] = &[("1, 2", "2/5"), ("2, 2", "1/5"), ("2, 3", "2/5")];
const AND_ALONE: &[(&str, &str)] =
    &[("2, 1", "1/10"), ("2, 2", "1/10"), ("3, 1", "7/30"), ("3, 2", "7/30"), ("3, 3", "1/3")];
const RETURNED: &[(&str, &str)] = &[("3", "1/8"), ("4", "37/144"), ("5", "37/144"), ("6", "13/36")];

#[test]
fn families_match_independent_shares() {
    for (name, rule, column, shares) in FAMILIES {
        assert!(rule.lines().count() <= 10, "{name} takes at most ten lines");
        let laws = compiled(rule, &[]).and_then(|rule| rule.law(20_000_000));
        let laws = laws.unwrap_or_else(|error| panic!("{name}: {error}"));
        let law = laws.column(column).unwrap();
        for (outcome, share) in *shares {
            let names = law.scale().names();
            let score = match names.iter().position(|known| known == outcome) {
                Some(place) => place as i32,
                None => outcome.parse().unwrap_or_else(|_| panic!("{name}: no `{outcome}`")),
            };
            let found = law.exactly(score);
            if let Some(fraction) = found.fraction() {
                assert_eq!(fraction, *share, "{name}: {outcome}");
            }
            let (over, under) = share.split_once('/').unwrap();
            let share = over.parse::<f64>().unwrap() / under.parse::<f64>().unwrap();
            assert!((found.value - share).abs() < 1e-15, "{name}: {outcome}");
        }
    }
}

/// Refuses a roll that may grow without bound, and a function of dice on a state that becomes a
/// number.
#[test]
fn unbounded_rolls_are_refused() {
    for (rule, error, hint) in [
        (
            "state r = d6\nstep\nx = d6\nr = [r, x]\nuntil highest(r) = 6\nask r",
            "beyond 64 values",
            "until steps = 10",
        ),
        (
            "state hp = 2d6\nstep\nhp = hp - d4\nuntil hp <= 0\nx = highest(hp)\nask x",
            "`hp` is a number here",
            "give the roll its own name",
        ),
    ] {
        let checked = check_program(read_program(rule).unwrap(), &[]).unwrap();
        let found = Question::of(&checked.tree).compile().unwrap_err();
        assert!(found.to_string().contains(error), "{found}");
        assert!(found.hint().is_some_and(|found| found.to_string().contains(hint)), "{found:?}");
    }
}
