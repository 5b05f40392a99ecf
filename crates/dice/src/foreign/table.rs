//! Table of foreign notation.

use Here::{Read, Refused, Unknown};

/// Result of a pattern that matches.
#[derive(Clone, Copy, Debug)]
pub enum Here {
    /// The line is accepted in a spelling of this notation.
    Read,
    /// The line is refused with this reason and a hint.
    Refused(&'static str),
    /// The line is refused as no part of the notation, with a hint.
    Unknown,
}

const BRACES: &str = "braces list the faces of a die";
const ANYDICE: &str = "this is an AnyDice function";
const SIGN: &str = "a comparison needs a sign";
const ROLL20: &str = "this is Roll20's notation for a value";
const FAILURES: &str = "name the roll and count twice: `r = {roll}`, `count(r, >=5) - count(r, 1)`";
const SETS: &str = "`run({pool}) >= 5` is a straight of five, `sets({pool}, 2) >= 2` two pairs or more; in a rule \
        `r = {pool}` a full house is `matches(r) = 3 and sets(r, 2) = 2`, one pair alone \
        `matches(r) = 2 and sets(r, 2) = 1`";
const CRITICAL: &str = "`{die} >= {n}` is the chance of a critical hit; a `[[house]]` rule tells hits and \
    critical hits apart";
const NUMBER: &str = "write its number; in a rule a field is `$str`";
const DIE_OR_ROLL: &str =
    "`[{rolls}]kh1` keeps the highest die of all, `max({rolls})` the better roll";
const UNDER: &str = "`{before} < {n}` leaves {n} out, `{before} <= {n}` does not";
const OVER: &str = "`{before} > {n}` leaves {n} out, `{before} >= {n}` does not";
const BEATS: &str = "`{before} > {n}` is more, `{before} >= {n}` no less";
const EACH_OR_SUM: &str =
    "`{before}c>={n}` counts the dice of {n} or more, `({before}) >= {n}` compares the sum";
const DROPS: &str = "`{roll}dl1` drops the lowest, `{roll}dh1` the highest";
const KEEPS: &str = "`{roll}kh{n}` keeps the highest, `{roll}dh{n}` drops as many";
const ADVANTAGE: &str = "advantage keeps one die: `2d20kh1 + 5`; `max(4d6, 4d6)` is the better roll, `5d6kh4` has one \
        die more";
const CHOICE: &str =
    "here `d6!` explodes, `count(6d6, >=5)` counts, `4d6ro1` rerolls; ANYDICE runs programs";

/// Patterns with their results, of which the first that matches applies.
///
/// Filler words may come between the words of a pattern. Parts that are adjacent in a pattern must
/// be adjacent in the line; `_` allows a space. Values are:
///
/// - `{n}`, `{m}` and `{k}`: numbers; `{n?}`: a number, by default 1; `{+n}`: a number that may
///   have a sign; `{when}`: a number that may have a comparison;
/// - `{end}`: highest or lowest, in a spelling `high` or `low`, of which `{h}` is the first letter and
///   `{max}` the function;
/// - `{below}` and `{above}`: signs of comparison, which may exclude an end of the range `{n..m}`;
/// - `{face}`: a number or a plural such as `sixes`; `{shown}`: faces to count; `{sign}`: a
///   comparison in words; `{set}`: several numbers; `{faces}`: several faces of the dice;
/// - `{roll}` and `{other}`: sums of dice; `{pool}`: dice only; `{several}`: more than one die;
///   `{single}`: a sum that begins with one die; `{rolls}` and `{singles}`: lists of these;
/// - `{items}`: a list up to a bracket; `{words}`: words; `{any}`: a token that is ignored;
///   `{rest}`: the rest of the line; `{*}`: a complete line.
///
/// In spellings and hints `{before}` is the line so far.
pub const TABLE: &[(&str, Here, &str)] = &[
    // Whole lines.
    ("/roll|r {*}", Read, "{*}"),
    ("!roll|r {*}", Read, "{*}"),
    ("output {*} named {rest}", Read, "{*}"),
    ("output|roll {*}", Read, "{*}"),
    (
        "output",
        Refused("`output` is AnyDice notation"),
        "write the expression alone: `3d6`; ANYDICE runs programs",
    ),
    ("/{word} {rest}", Refused("this looks like a chat command"), "write the dice alone: `{rest}`"),
    ("P({*})", Read, "{*}"),
    ("P{roll}", Read, "{roll}"),
    ("chance|chances|odds|probability|likelihood of|that|for {*}", Read, "{*}"),
    ("{n} times {*} at least {m}", Read, "repeat({n}, {*}) >= {m}"),
    ("{*} {n} times", Read, "repeat({n}, {*})"),
    ("{*} twice", Read, "repeat(2, {*})"),
    ("deck {rest}", Unknown, "the standard deck needs no line: `suited(draw(deck52, 5)) = 5`"),
    // AnyDice.
    ("[highest {n} of {roll}]", Read, "{roll}kh{n}"),
    ("[lowest {n} of {roll}]", Read, "{roll}kl{n}"),
    ("[middle {n} of {roll}]", Read, "{roll}km{n}"),
    ("[count {set} in {roll}]", Read, "count({roll}, {{set}})"),
    ("[count {n} in {roll}]", Read, "count({roll}, {n})"),
    ("[absolute {roll}]", Read, "abs({roll})"),
    (
        "[explode {several}]",
        Refused("this is an AnyDice function, which explodes on the highest total alone"),
        "name it: `a = {roll}`, `b = if a = {total} then {roll} else 0`, `c = if b = {total} then \
                {roll} else 0`; the sum is `a + b + c`",
    ),
    (
        "[explode {roll}]",
        Refused(ANYDICE),
        "`{roll}!!` explodes for ever, where AnyDice stops after two",
    ),
    (
        "[highest|lowest|middle {any} ]",
        Refused(ANYDICE),
        "`max(d8, d6)` and `min(d8, d6)` here, or `[d8, d6]kh1`; ANYDICE runs programs",
    ),
    ("[explode|count|reroll|absolute|contains|maximum {any} ]", Refused(ANYDICE), CHOICE),
    // Signs of other tools that have no meaning here.
    ("[[{roll}", Refused("doubled brackets are Roll20's"), "write the roll alone: `{roll}`"),
    ("{roll} [{words}", Unknown, "leave them out: `{unlabelled}`; comments begin with `#`"),
    ("{ {rolls} } kl|dh", Refused(BRACES), "`min({rolls})` is the lesser roll"),
    ("{ {items} } kl|dh", Refused(BRACES), "`min({items})` is the lesser roll"),
    ("{ {items} }", Refused(BRACES), "`max({items})` is the better roll"),
    ("{ {roll} } {word}{n}", Refused(BRACES), "`{all}{word}{n}` keeps from all these dice"),
    ("{", Refused(BRACES), "`d{1,1,2,3}` is a die, `max(3d6, 2d8)` the better of two rolls"),
    ("({items}) kl|dh", Refused("brackets take one expression"), "write `min({items})`"),
    ("({items}) k|kh|dl", Refused("brackets take one expression"), "write `max({items})`"),
    ("@{", Refused(ROLL20), NUMBER),
    ("?{", Refused(ROLL20), NUMBER),
    ("?", Refused("choices use words"), "write `if d20 >= 15 then 2d6 else 0`"),
    ("&", Unknown, "write `and`"),
    ("|", Unknown, "write `or`"),
    ("{n} @ {single}", Unknown, "write `{n}{roll}`"),
    ("{n} @ {roll}", Unknown, "`nth({roll}, {n})` is one of the dice, highest first"),
    ("@", Refused(ROLL20), NUMBER),
    (
        "{roll}.{n}",
        Refused("Fate dice of other tools have kinds"),
        "`{dice}dF` has two of each (dF.2), `{dice}d{-1, 0 x4, 1}` one (dF.1)",
    ),
    ("{roll}.{word}", Unknown, "`2{die}kh1` keeps the highest of two, `{die}!` explodes"),
    ("{roll} -L", Unknown, "write `{roll}dl1`"),
    ("{roll} -H", Unknown, "write `{roll}dh1`"),
    ("{roll} >= {m}!{when}", Unknown, "`{roll}!{n}c>={m}`"),
    ("{roll} >= {m}!", Refused("put what happens to each die before the count"), "`{roll}!c>={m}`"),
    // Letters after dice.
    (
        "{roll}_cs_{when}",
        Refused("`cs` has two meanings"),
        "`{roll}c{n}` counts (Foundry); `{roll}` alone is the sum, where Roll20 only marks",
    ),
    (
        "{roll}_cf_{when}",
        Refused("`cf` of other tools takes failures off, or only marks them"),
        "`{roll}` alone is the sum; failures are counted with a name: `r = {roll}`, `count(r, \
                >=5) - count(r, 1)`",
    ),
    ("{roll}_f|sf|df_{when}", Refused("other tools take failures off"), FAILURES),
    ("{roll}_fis", Unknown, "name the faces: `count({roll}, {2,4,6,8,10})`"),
    ("{roll}_t_{when}", Unknown, "`{roll}c>={bound}` counts the dice of {bound} or more"),
    ("{n}_b_{m}", Refused("`b` of other tools counts dice"), "write `count({n}d{m}, >=5)`"),
    ("{roll}_h_{n?}", Unknown, KEEPS),
    ("{roll}_b_{n}", Unknown, KEEPS),
    ("{roll}_l_{n?}", Unknown, "`{roll}kl{n}` keeps the lowest, `{roll}dl{n}` drops as many"),
    ("{roll}{other}", Refused("`d` after dice does not drop: `d` always means a die"), DROPS),
    (
        "{roll}_p|pl|ph",
        Unknown,
        "`{roll}dl1` drops the lowest, `{roll}dh1` the highest, `{roll}!p` penetrates",
    ),
    (
        "{roll}_ra_{n}",
        Refused("`ra` adds one die in all (Avrae), or one to each"),
        "`{roll}!o{n}` adds one to each; one in all is `r + (if count(r, {n}) > 0 then d6 else 0)` \
                with `r = {roll}`",
    ),
    ("{roll}_e", Unknown, "`{roll}!` explodes on the highest face, `{roll}!!` into the same die"),
    (
        "again",
        Unknown,
        "`{before}!!6` rolls a 6 again and adds it, `{before}!!{10,20}` a 10 or a 20",
    ),
    ("{roll}_min_{n}_max_{m}", Unknown, "write `{roll}mi{n}ma{m}`"),
    ("{roll}_max_{n}_min_{m}", Unknown, "write `{roll}ma{n}mi{m}`"),
    ("{roll}_min_{n}", Refused("`min` after dice is written `mi`"), "write `{roll}mi{n}`"),
    ("{roll}_max_{n}", Refused("`max` after dice is written `ma`"), "write `{roll}ma{n}`"),
    ("{roll}_u|unique", Unknown, "dice that all differ are cards: `deck d = 1..6`, `draw(d, 2)`"),
    ("{roll}s|sa|sd", Unknown, "`{roll}` is enough; `nth({roll}, 2)` is the second highest"),
    (
        "{n}k{kept}",
        Refused("`k` between numbers has two meanings"),
        "`{n}d10!!kh{m}` keeps {m} of {n} exploding dice (roll and keep), `{n}d{m}` are dice of {m} \
                sides",
    ),
    ("{n}_w|k|t_{m}", Refused("a die is written with `d`"), "write `{n}d{m}`"),
    ("w|k|t_{m}", Refused("a die is written with `d`"), "write `d{m}`"),
    ("{n}_df", Refused("Fate dice are written with a capital F"), "write `{n}dF`"),
    ("df", Refused("Fate dice are written with a capital F"), "write `4dF`"),
    (
        "{n}_x_{roll}",
        Refused("`x` has two meanings"),
        "`repeat({n}, {roll})` rolls {n} times, `{n} * {roll}` multiplies",
    ),
    (
        "{roll}_x_{n}",
        Refused("`x` has two meanings"),
        "`repeat({n}, {roll})` rolls {n} times; Foundry's `x{n}` is `!{n}` directly after the dice",
    ),
    ("x", Refused("`x` does not multiply"), "use `*`"),
    // Words with several possible meanings.
    ("sum largest {n} {roll}", Refused("this is Troll notation"), "write `{roll}kh{n}`"),
    ("sum least {n} {roll}", Refused("this is Troll notation"), "write `{roll}kl{n}`"),
    ("largest {n} {roll}", Refused("this is Troll notation"), "write `{roll}kh{n}`"),
    ("least {n} {roll}", Refused("this is Troll notation"), "write `{roll}kl{n}`"),
    (
        "accumulate|choose {any} {roll}",
        Refused("this is Troll notation"),
        "`{roll}` is the sum, `{roll}kh1` the highest",
    ),
    (
        "{roll} {vs} {n} {words} {added}",
        Refused("`{added}` is added to the dice or to the number to reach"),
        "to the dice: `{roll}{added} vs {n}{words}`, to the number: `{roll}{words} >= {n}{added}`",
    ),
    (
        "{roll} {vs} {other} {any} tie|ties",
        Refused(SIGN),
        "`{roll} >= {other}` is the chance, `>` where ties fail; the margin is that of \
                `house.opposed mine.luck={mine} theirs.luck={theirs}`, where `tie=passive` gives ties \
                to the other side, `tie=active` to this one, and `tie=again` rolls again",
    ),
    (
        "{roll} {vs} {other}",
        Refused(SIGN),
        "`{roll} >= {other}` is the chance, `>` where ties fail; the margin is that of \
                `house.opposed mine.luck={mine} theirs.luck={theirs}`",
    ),
    ("difficulty|tn|target {n}", Refused("a difficulty has two meanings"), EACH_OR_SUM),
    ("under|below {n}", Refused("this may leave the number out"), UNDER),
    ("roll|rolls|rolling under|below {n}", Refused("this may leave the number out"), UNDER),
    ("over|above {n}", Refused("this may leave the number out"), OVER),
    ("roll|rolls|rolling over|above {n}", Refused("this may leave the number out"), OVER),
    ("beats|beat {n}", Refused("this may be more, or no less"), BEATS),
    ("beats|beat {other}", Unknown, "`{before} > {other}` is more, `{before} >= {other}` no less"),
    ("{many} natural|nat|nats {n}", Unknown, "`{roll}c{n} >= 1` is the chance of any {n}"),
    ("natural|nat|nats {n}", Unknown, "`{die} = {n}` is the chance of a natural {n}"),
    ("crit|crits|critical|criticals {n}", Unknown, CRITICAL),
    ("crit|crits|critical|criticals", Refused("a critical hit is a result of its own"), CRITICAL),
    ("full|straight|straights|house|yahtzee", Refused("sets of dice are told apart by name"), SETS),
    ("two|three pair|pairs", Refused("sets of dice are told apart by name"), SETS),
    ("exactly one pair", Refused("sets of dice are told apart by name"), SETS),
    (
        "{n} coin|coins|flip|flips",
        Refused("a coin is a die with two sides"),
        "`{n}d2` shows 1 or 2 a coin, `{n}d2c2` counts heads",
    ),
    (
        "{roll} reroll|rerolling {face}",
        Unknown,
        "`{roll}r{n}` rolls until no die shows a {n}, `{roll}ro{n}` once",
    ),
    ("reroll|rerolling", Unknown, "`2d6r1` rolls until no die shows a 1, `2d6ro1` once"),
    (
        "for|deals|dealing {roll}",
        Unknown,
        "`if {before} then {roll} else 0` is the damage, without critical hits",
    ),
    ("then {rest}", Refused("`then` follows `if`"), "write `if {before} then {rest} else 0`"),
    ("{roll}twice", Refused("use `repeat`"), "`repeat(2, {roll})` makes two such rolls"),
    ("repeat|times|twice", Refused("use `repeat`"), "`repeat(6, 4d6dl1)` makes six such rolls"),
    // One of several rolls, and their sum.
    ("{end} of {singles}", Read, "{max}({rolls})"),
    ("sum|total of {rolls}", Read, "{sum}"),
    ("{singles} keep|take {end}", Read, "{max}({rolls})"),
    ("{singles} {end}", Read, "{max}({rolls})"),
    ("{rolls} keep|take {high}", Unknown, DIE_OR_ROLL),
    ("{rolls} {high}", Unknown, DIE_OR_ROLL),
    // Keep and drop.
    ("drop|dropping {end} {n?} {roll}", Read, "{roll}d{h}{n}"),
    ("drop|dropping|less|without {end} {n?}", Read, "d{h}{n}"),
    ("drop|dropping|less|without {n} {end}", Read, "d{h}{n}"),
    ("keep|keeping|take|taking|pick|choose {end} {n?} {roll}", Read, "{roll}k{h}{n}"),
    ("keep|keeping|take|taking|pick|choose {n} {end}", Read, "k{h}{n}"),
    ("keep|keeping|take|taking|pick|choose {end} {n?}", Read, "k{h}{n}"),
    ("keep|keeping|take|taking|pick|choose {n}", Read, "kh{n}"),
    ("keep|drop", Unknown, "`{pools}kh1` keeps the highest of all"),
    ("keep|drop", Unknown, "`{before}kh1` keeps the highest, `{before}dl1` drops the lowest"),
    ("{end} of {n} {roll}", Read, "{end}est(repeat({n}, {roll}))"),
    ("{end} {n?} {roll}", Read, "{roll}k{h}{n}"),
    ("middle {n?} {roll}", Read, "{roll}km{n}"),
    ("half {roll}", Read, "({roll}) / 2"),
    // Words for statistics that each answer shows anyway.
    ("average|mean|median|expected|sum|total|dice|chance|odds|probability {roll}", Read, "{roll}"),
    ("max|maximum of {roll}", Read, "{roll}kh1"),
    ("min|minimum of {roll}", Read, "{roll}kl1"),
    ("{end} {n}", Read, "k{h}{n}"),
    ("{roll}adv", Read, "{best 2kh1}"),
    ("{roll}dis|disadv", Read, "{best 2kl1}"),
    ("triple advantage|adv", Read, "{best 3kh1}"),
    (
        "{several} with advantage|adv|disadvantage|disadv|dis",
        Refused("`with` keeps no die of several"),
        "advantage keeps one die: `2d20kh1 + 5`; `max({roll}, {roll})` is the better roll, \
                `{dice+1}d{sides}kh{dice}` has one die more",
    ),
    ("with advantage|adv", Read, "{best 2kh1}"),
    ("advantage|adv", Read, "{best 2kh1}"),
    ("with disadvantage|disadv|dis", Read, "{best 2kl1}"),
    ("disadvantage|disadv|dis", Read, "{best 2kl1}"),
    ("with advantage|adv|disadvantage|disadv|dis", Unknown, ADVANTAGE),
    ("advantage|adv|disadvantage|disadv|dis", Unknown, ADVANTAGE),
    ("{roll}adv|dis|disadv", Unknown, ADVANTAGE),
    // Exploding.
    ("explode|explodes|exploding {shown}", Read, "!{shown}"),
    ("explode|explodes|exploding", Read, "!"),
    // Counting and comparing.
    ("number of {shown} in|on {roll}", Read, "{roll}c{shown}"),
    ("{n} on|with|in {roll}", Read, "{roll} = {n}"),
    ("{*} on|with|in {roll}", Read, "{turned}"),
    ("{sign} {k} {shown}", Read, "c{shown} {sign} {k}"),
    ("{pool} all|both {shown}", Read, "{roll}c{shown} = {dice}"),
    ("{roll} all different|distinct|unique", Read, "matches({all}) = 1"),
    ("any|either {shown}", Read, "c{shown} >= 1"),
    ("no {shown}", Read, "c{shown} = 0"),
    ("{n} {below} {roll} {below} {m}", Read, "count(repeat(1, {roll}), {n..m}) = 1"),
    ("{roll} {above} {n} and|but {below} {m}", Read, "count(repeat(1, {roll}), {n..m}) = 1"),
    ("{roll} between {n} and {m}", Read, "count(repeat(1, {roll}), {n..m}) = 1"),
    ("{roll} at least {n} at most {m}", Read, "count(repeat(1, {roll}), {n..m}) = 1"),
    ("{roll} at least {n} and|but at most {m}", Read, "count(repeat(1, {roll}), {n..m}) = 1"),
    ("{roll} {n} to {m}", Read, "count(repeat(1, {roll}), {n..m}) = 1"),
    ("{roll} {n}-{m}", Read, "count(repeat(1, {roll}), {n..m}) = 1"),
    ("{roll} in|is {set}", Read, "count(repeat(1, {roll}), {{set}}) = 1"),
    ("{roll} = {set}", Read, "count(repeat(1, {roll}), {{set}}) = 1"),
    ("{roll} {set}", Read, "count(repeat(1, {roll}), {{set}}) = 1"),
    (
        "{roll} {faces}",
        Unknown,
        "`{roll}c{{set}} >= 1` looks at each die, `count(repeat(1, {roll}), {{set}}) = 1` at the sum",
    ),
    ("{roll} sum|total|totals {n}+", Read, "({roll}) >= {n}"),
    ("{roll} sum|total|totals {n}", Read, "({roll}) = {n}"),
    ("{single} odd", Read, "({roll}) mod 2 = 1"),
    ("{single} even", Read, "({roll}) mod 2 = 0"),
    ("{roll} triples|trips", Read, "matches({all}) >= 3"),
    ("{roll} doubles|pair|pairs", Read, "matches({all}) >= 2"),
    ("{roll} any doubles|pair", Read, "matches({all}) >= 2"),
    ("{roll} {n} of kind", Read, "matches({all}) >= {n}"),
    ("hit|hits|success|successes|count|counting {shown}", Read, "c{shown}"),
    ("count|counting {when}", Read, "c{n}"),
    ("{n}+", Read, ">= {n}"),
    ("{n}-", Read, "<= {n}"),
    ("{n} or {more}", Read, ">= {n}"),
    ("{n} or less|lower|fewer|below", Read, "<= {n}"),
    ("{sign} {+n}", Read, "{sign} {n}"),
    ("{n} and|or up", Read, ">= {n}"),
    ("{vs} {+n}", Read, ">= {n}"),
    ("{end}", Read, "k{h}1"),
    ("middle", Read, "km1"),
    ("average|mean|median|sd", Read, ""),
];
