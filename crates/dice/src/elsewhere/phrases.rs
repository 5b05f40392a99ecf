//! Dice as people say them, phrase by phrase.

/// What is said in words, and its notation. `{n}` is a number, and 1 where `{n?}` is left out,
/// `{m}` another, `{roll}` dice, `{high}` and `{low}` an end; of words with `|` between them each is meant. The
/// first that fits is taken.
pub const PHRASES: &[(&str, &str)] = &[
    // Keep and drop.
    ("drop|dropping {low} {n?} of|from {roll}", "{roll}dl{n}"),
    ("drop|dropping {high} {n?} of|from {roll}", "{roll}dh{n}"),
    ("drop|dropping {low} {roll}", "{roll}dl1"),
    ("drop|dropping {high} {roll}", "{roll}dh1"),
    ("drop|dropping|less|without|minus {low} {n?}", "dl{n}"),
    ("drop|dropping|less|without|minus {n} {low}", "dl{n}"),
    ("drop|dropping|less|without|minus {high} {n?}", "dh{n}"),
    ("drop|dropping|less|without|minus {n} {high}", "dh{n}"),
    ("keep|keeping|take|taking|pick|choose {low} {n?} of|from {roll}", "{roll}kl{n}"),
    ("keep|keeping|take|taking|pick|choose {high} {n?} of|from {roll}", "{roll}kh{n}"),
    ("keep|keeping|take|taking|pick|choose {n} {low}", "kl{n}"),
    ("keep|keeping|take|taking|pick|choose {n} {high}", "kh{n}"),
    ("keep|keeping|take|taking|pick|choose {low} {roll}", "{roll}kl1"),
    ("keep|keeping|take|taking|pick|choose {high} {roll}", "{roll}kh1"),
    ("keep|keeping|take|taking|pick|choose {low} {n?}", "kl{n}"),
    ("keep|keeping|take|taking|pick|choose {high} {n?}", "kh{n}"),
    ("keep|keeping|take|taking|pick|choose {n}", "kh{n}"),
    ("{high} of {n} {roll}", "highest(repeat({n}, {roll}))"),
    ("{low} of {n} {roll}", "lowest(repeat({n}, {roll}))"),
    ("{high} {n?} of|from|in {roll}", "{roll}kh{n}"),
    ("{low} {n?} of|from|in {roll}", "{roll}kl{n}"),
    ("middle {n?} of|from|in {roll}", "{roll}km{n}"),
    ("max|maximum of {roll}", "{roll}kh1"),
    ("min|minimum of {roll}", "{roll}kl1"),
    ("{high} {roll}", "{roll}kh1"),
    ("{low} {roll}", "{roll}kl1"),
    ("{high} {n}", "kh{n}"),
    ("{low} {n}", "kl{n}"),
    ("sum|total of {roll}", "{roll}"),
    ("dice {roll}", "{roll}"),
    ("{roll} {n} times", "repeat({n}, {roll})"),
    ("plus", "+"),
    ("minus", "-"),
    ("with advantage|adv", ADVANTAGE),
    ("advantage|adv", ADVANTAGE),
    ("with disadvantage|disadv|dis", DISADVANTAGE),
    ("disadvantage|disadv|dis", DISADVANTAGE),
    // What happens to each die.
    ("explode|explodes|exploding on {n}+", "!>={n}"),
    ("explode|explodes|exploding on {n}", "!{n}"),
    ("explode|explodes|exploding", "!"),
    // Counting and comparing.
    ("chance|odds|probability of {n} on|with|in {roll}", "{roll} = {n}"),
    ("chance|odds|probability of|that|for {roll}", "{roll}"),
    ("chance|odds|probability {roll}", "{roll}"),
    ("number of {n}s in|on {roll}", "{roll}c{n}"),
    ("at least {n} {m}", "c{m} >= {n}"),
    ("at least {n} {m}s", "c{m} >= {n}"),
    ("any {n}", "c{n} >= 1"),
    ("no {n}s", "c{n} = 0"),
    ("{roll} between {n} and {m}", "count(repeat(1, {roll}), {{n}..{m}}) = 1"),
    ("{roll} at least {n} at most {m}", "count(repeat(1, {roll}), {{n}..{m}}) = 1"),
    ("{roll} at least {n} and|but at most {m}", "count(repeat(1, {roll}), {{n}..{m}}) = 1"),
    ("{roll} {n} to {m}", "count(repeat(1, {roll}), {{n}..{m}}) = 1"),
    ("{roll} {n}-{m}", "count(repeat(1, {roll}), {{n}..{m}}) = 1"),
    ("{roll} doubles|pair|pairs", "matches({roll}) >= 2"),
    ("{roll} any doubles|pair", "matches({roll}) >= 2"),
    ("{roll} {n} of kind", "matches({roll}) >= {n}"),
    ("hit|hits|success|successes|count|counting on {n}+", "c>={n}"),
    ("hit|hits|success|successes|count|counting {n}+", "c>={n}"),
    ("hit|hits|success|successes|count|counting on {n} or {more}", "c>={n}"),
    ("hit|hits|success|successes|count|counting {n} or {more}", "c>={n}"),
    ("{n}+", ">= {n}"),
    ("{n}-", "<= {n}"),
    ("{n} or {more}", ">= {n}"),
    ("{n} or less|lower|fewer|below", "<= {n}"),
    ("at least {n}", ">= {n}"),
    ("at most {n}", "<= {n}"),
    ("more|greater|higher than {n}", "> {n}"),
    ("less|lower|fewer than {n}", "< {n}"),
    ("exactly|equals {n}", "= {n}"),
    ("vs|vs.|v|versus|against {n}", ">= {n}"),
    ("{high}", "kh1"),
    ("{low}", "kl1"),
];

/// What stands in [`PHRASES`] for several words.
pub const CLASSES: &[(&str, &str)] = &[
    ("{high}", "highest|higher|high|best|better|top|largest|biggest"),
    ("{low}", "lowest|lower|low|worst|worse|bottom|smallest"),
    ("{more}", "more|higher|better|greater|above"),
];

/// Two of the one die, of which the higher is kept.
pub const ADVANTAGE: &str = "2{die}kh1";
/// Two of the one die, of which the lower is kept.
pub const DISADVANTAGE: &str = "2{die}kl1";
