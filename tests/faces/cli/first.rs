//! Tests of questions in the notation of other tools or in English words: accepted with a note
//! about their reading, or refused with a spelling that works.

use super::{answer, oddsmith};

/// Question, and a part of the answer.
const ANSWERED: &[(&str, &str)] = &[
    // A comparison is answered with its probability.
    ("\"d20+5 >= 15\"", "success (d20+5 >= 15): 55.00 % = 11/20"),
    ("d20+5 \">=\" 15", "success (d20+5 >= 15): 55.00 % = 11/20"),
    ("\"3d6 > 10\"", "success (3d6 > 10): 50.00 % = 1/2"),
    ("\"3d6 = 10\"", "12.50 % = 1/8"),
    ("\"4d6kh3 <= 9\"", "17.52 % = 227/1296"),
    ("\"d% <= 45\"", "45.00 % = 9/20"),
    ("\"count(6d6, >=5) >= 2\"", "64.88 % = 473/729"),
    ("compare \"d20+5 >= 15\" \"d20+5 vs 12\"", "d20+5 vs 12 is ahead of d20+5 >= 15 by 15.0"),
    // Questions in English.
    ("\"odds of 18 on 4d6 drop lowest\"", "1.62 % = 7/432"),
    ("odds of a 7 on 2d6", "16.67 % = 1/6"),
    ("\"chance of exactly one 6 on 4d6\"", "38.58 % = 125/324"),
    ("\"chance of at most one 1 on 5d6\"", "80.38 % = 3125/3888"),
    ("\"chance of no 6 on 4d6\"", "48.23 % = 625/1296"),
    ("\"2d6 no more than 7\"", "58.33 % = 7/12"),
    ("\"2d6 is 7\"", "16.67 % = 1/6"),
    ("\"2d6 7 and up\"", "58.33 % = 7/12"),
    // A roll that is repeated in the text is rolled twice, with a note.
    ("\"d20+5 >= 15 or d20 = 20\"", "57.25 % = 229/400"),
    ("\"d20+5 >= 15 or d20 = 20\"", "`d20` is rolled twice here"),
    ("\"if d20 = 20 then 2d8 else if d20+5 >= 15 then d8 else 0\"", "`d20` is rolled twice here"),
    ("\"d20 vs 11 or d20 vs 15\"", "`d20` is rolled twice here"),
    // Cards without dice.
    ("\"matches(draw(deck52, 5)) >= 2\"", "49.29 %"),
    ("\"draw(deck52, 2) = 28\"", "0.45 %"),
    // Difficulties.
    ("d20+5 vs AC 15", "success (15 or more): 55.00 %"),
    ("\"d20+5 vs AC15\"", "success (15 or more): 55.00 %"),
    ("d20+5 vs DC15", "success (15 or more): 55.00 %"),
    ("d20+5 vs dc=15", "success (15 or more): 55.00 %"),
    ("\"d20+5 vs dc=15\"", "success (15 or more): 55.00 %"),
    ("d20+5 vs. 15", "success (15 or more): 55.00 %"),
    ("\"d20+5 against a DC of 15\"", "success (15 or more): 55.00 %"),
    ("1d20+5 to hit AC 15", "success (15 or more): 55.00 %"),
    ("mutants.check bonus=5 vs DC 15", "55.00 %"),
    ("\"d20+5 vs 15 with advantage\"", "read as `2d20kh1 + 5 >= 15`"),
    ("d20+5 with advantage vs AC 15", "success (15 or more): 79.75 %"),
    ("4d6dl1 15+", "23.15 % = 25/108"),
    ("\"d20+5 at least 15\"", "55.00 % = 11/20"),
    ("\"3d6 9 or less\"", "read as `(3d6) <= 9`"),
    ("\"2d6 10+\"", "16.67 % = 1/6"),
    ("\"chance of 7 on 2d6\"", "16.67 % = 1/6"),
    ("2d6 7-9", "41.67 % = 5/12"),
    ("\"2d6 between 7 and 9\"", "read as `count(repeat(1, 2d6), {7..9}) = 1`"),
    ("\"2d6 >= 7 and 2d6 <= 9\"", "`count(repeat(1, 2d6), {7..9}) = 1` asks one roll"),
    ("\"2d6 = 7 or 2d6 = 11\"", "`count(repeat(1, 2d6), {7,11}) = 1` asks one roll"),
    ("\"d20 > 14 and d20 < 19\"", "`count(repeat(1, d20), {15..18}) = 1` asks one roll"),
    ("\"6d6 hits 5+ at least 2\"", "64.88 % = 473/729"),
    ("\"5d6 at least one 6\"", "read as `5d6c6 >= 1`"),
    ("\"3d6 doubles\"", "44.44 % = 4/9"),
    ("\"5d6 three of a kind\"", "21.30 % = 23/108"),
    ("5d6 two of a kind", "read as `matches(5d6) >= 2`"),
    ("5d6 four of a kind", "read as `matches(5d6) >= 4`"),
    ("5d6 five of a kind", "0.08 % = 1/1296"),
    ("\"5d6 any pair\"", "90.74 % = 49/54"),
    ("\"3d6 at least 10 at most 12\"", "36.57 % = 79/216"),
    ("\"3d6 at least 10 and at most 12\"", "36.57 % = 79/216"),
    ("\"chance of rolling 7 on 2d6\"", "16.67 % = 1/6"),
    ("\"chance of rolling at least 10 on 3d6\"", "62.50 % = 5/8"),
    ("\"chance of three of a kind with 5d6\"", "21.30 % = 23/108"),
    ("\"chance of a pair in 5d6\"", "90.74 % = 49/54"),
    ("\"chance of 10+ on 3d6\"", "62.50 % = 5/8"),
    // The best, worst or sum of several dice.
    ("\"best of d8 and d6 >= 4\"", "81.25 % = 13/16"),
    ("\"highest of d20, d12 and d8\"", "read as `max(d20, d12, d8)`"),
    ("\"worst of d8 or d6 >= 4\"", "read as `min(d8, d6) >= 4`"),
    ("\"sum of 2d6 and d8 >= 10\"", "read as `2d6 + d8 >= 10`"),
    ("\"d8! and d6! best >= 4\"", "read as `max(d8!, d6!) >= 4`"),
    ("\"d8 or d6 highest\"", "read as `max(d8, d6)`"),
    ("\"d6, d8 keep best\"", "read as `max(d6, d8)`"),
    ("\"d6, d8 best >= 4\"", "read as `max(d6, d8) >= 4`"),
    ("\"3d20 middle\"", "read as `3d20km1`"),
    ("d20 triple advantage", "read as `3d20kh1`"),
    ("half of 8d6", "read as `8d6 / 2`"),
    ("mean 3d6", "mean 10.5"),
    ("3d6 average", "mean 10.5"),
    ("3d6 sd", "read as `3d6`"),
    // Several faces to count.
    ("\"8d6 count 5 and 6\"", "read as `8d6c{5,6}`"),
    ("\"8d6 count 5 or 6 >= 2\"", "80.49 % = 5281/6561"),
    ("\"8d6 count 5,6\"", "read as `8d6c{5,6}`"),
    ("6d6 count 6s", "read as `6d6c6`"),
    ("\"8d6 hits 5 or 6\"", "read as `8d6c{5,6}`"),
    ("\"number of 5s and 6s in 8d6\"", "read as `8d6c{5,6}`"),
    ("\"4d6 no 1 or 2\"", "read as `4d6c{1,2} = 0`"),
    ("\"6d6 any 5 or 6\"", "read as `6d6c{5,6} >= 1`"),
    ("2d6 7 or 11", "22.22 % = 2/9"),
    ("\"2d6 = 2, 3 or 12\"", "11.11 % = 1/9"),
    ("\"d6 in {5,6}\"", "33.33 % = 1/3"),
    ("\"2d6 in 7..9\"", "41.67 % = 5/12"),
    ("\"d20 + 5 vs 15, 16, 17\"", "success mean sd median 15 55.0"),
    ("d20+5 vs 15, 16, 17", "success mean sd median 15 55.0"),
    // Two bounds on one roll.
    ("\"15 <= d20+5 < 20\"", "25.00 % = 1/4"),
    ("\"2d6 >= 7 and <= 9\"", "read as `count(repeat(1, 2d6), {7..9}) = 1`"),
    ("\"15 <= d20+5 and d20+5 < 20\"", "`count(repeat(1, d20 + 5), {15..19}) = 1` asks one roll"),
    ("\"d20 = 1 or d20 = 2 or d20 = 3\"", "`d20` is rolled 3 times here"),
    ("\"d20 = 1 or d20 = 2 or d20 = 3\"", "`count(repeat(1, d20), {1,2,3}) = 1` asks one roll"),
    // Numbers of dice.
    ("\"12d6, at least 4 dice 5+\"", "read as `12d6c>=5 >= 4`"),
    ("\"4d6 exactly two sixes\"", "read as `4d6c6 = 2`"),
    ("\"4d6 at least two sixes\"", "read as `4d6c6 >= 2`"),
    ("\"at least one 6 in 4d6\"", "read as `4d6c6 >= 1`"),
    ("\"6d6 at least two 5 or 6\"", "read as `6d6c{5,6} >= 2`"),
    ("\"all 6s on 3d6\"", "read as `3d6c6 = 3`"),
    ("\"roll d8 and d6, take the higher\"", "read as `max(d8, d6)`"),
    ("\"4d6 no ones\"", "read as `4d6c1 = 0`"),
    ("\"4d6 all 6\"", "read as `4d6c6 = 4`"),
    ("\"6d6 all different\"", "1.54 % = 5/324"),
    ("\"2d20 either 11+\"", "75.00 % = 3/4"),
    ("\"2d20 both 11+\"", "25.00 % = 1/4"),
    ("\"3d6 triples\"", "2.78 % = 1/36"),
    // Comparisons of a sum.
    ("\"2d6 sum 7\"", "16.67 % = 1/6"),
    ("\"2d6 6-\"", "41.67 % = 5/12"),
    ("\"10+ on 2d6\"", "16.67 % = 1/6"),
    ("\"d20 vs 10 + 5\"", "30.00 % = 3/10"),
    ("\"d20 vs 10+5\"", "30.00 % = 3/10"),
    ("\"4dF at least +2\"", "18.52 % = 5/27"),
    ("d20 odd", "50.00 % = 1/2"),
    ("\"higher of 2d20 >= 11\"", "75.00 % = 3/4"),
    ("\"P(3d6 >= 15)\"", "9.26 % = 5/54"),
    ("\"3 times d20+5 vs 15 at least 2\"", "57.48 % = 2299/4000"),
    ("\"suited(draw(deck52, 5)) = 5\"", "0.20 % = 33/16660"),
    // English words for modifiers.
    ("4d6 drop lowest", "read as `4d6dl1`"),
    ("\"4d6 (drop the lowest)\"", "read as `4d6dl1`"),
    ("\"4d6, drop lowest\"", "read as `4d6dl1`"),
    ("\"roll 4d6 and drop the lowest\"", "read as `4d6dl1`"),
    ("\"2d20, take the higher\"", "read as `2d20kh1`"),
    ("\"4d6 drop lowest >= 15\"", "read as `(4d6dl1) >= 15`"),
    ("4d6 drop lowest --at-least 15", "total 15 or more: 23.15 %"),
    ("\"4d6 keep the best three + 2\"", "read as `4d6kh3 + 2`"),
    ("\"highest 3 of 4d6 + 2\"", "read as `4d6kh3 + 2`"),
    ("highest of 6 4d6kh3", "read as `highest(repeat(6, 4d6kh3))`"),
    ("d20 with disadvantage", "read as `2d20kl1`"),
    ("1d20+5 adv", "read as `2d20kh1 + 5`"),
    ("d20 advantage + d4", "read as `2d20kh1 + d4`"),
    ("6d6 hits 5+", "read as `6d6c>=5`"),
    ("6d6 count 5+", "read as `6d6c>=5`"),
    ("\"number of 6s in 5d6\"", "read as `5d6c6`"),
    ("\"8d6 exploding\" --at-most 60", "read as `8d6!`"),
    ("\"2d6 plus 3\"", "read as `2d6 + 3`"),
    ("\"4d6kh3 six times\"", "read as `repeat(6, 4d6kh3)`"),
    ("4d6 drop lowest six times", "read as `repeat(6, 4d6dl1)`"),
    ("\"d20 vs 15 twice\"", "read as `repeat(2, d20 >= 15)`"),
    // AnyDice programs and chat commands.
    ("'output 3d6 named \"strength\"'", "is read as `3d6`"),
    ("roll d20+5", "`oddsmith play d20+5` rolls once"),
    ("/roll 4d6 drop lowest", "read as `4d6dl1`"),
    // Fields without `=`, a keep after a repeated roll, and comparisons of unlike quantities.
    ("mutants.check bonus 5 dc 15", "success (margin 0 or more): 55.00 %"),
    ("compare \"mutants.check bonus 5 dc 15\" \"mutants.check bonus 6 dc 15\"", "by 5.0 points"),
    ("\"repeat(4, d6)kh3\" --at-least 15", "23.15 % = 25/108"),
    ("\"[repeat(4, d6)]dl1\" --at-least 15", "23.15 % = 25/108"),
    ("compare d20+4 \"2d20kh1 vs 15\"", "These are different things: the total of d20+4, the"),
    ("compare d20+4 \"2d20kh1 vs 15\"", "give each a number to reach: `d20+4 vs 15`"),
    // Several target probabilities, and extreme ones.
    ("dc d20+5 --target 50%,65%", "65 13 65.0 70.0 60.0"),
    ("dc d20+5 --target 99.9% --never-below", "dc 6 or less: 100.00 %"),
    ("dc d20 --solve add --target 100% dc=10", "add 9 or more: 100.00 %"),
    // Targets that no value reaches.
    ("dc d20 dc=1..10 --target 5%", "No dc gives 5 %: the nearest is 55.00 %, at 10."),
    (
        "dc d20 dc=5..10 --target 95% --never-below",
        "no dc reaches it: the nearest is 80.00 % at dc 5",
    ),
    (
        "dc mutants.check dc=1..10 --for bonus=0,20 --target 60%",
        "No dc gives 60 % (bonus 20): the nearest is 100.00 %, at 1.",
    ),
    // Sides of a comparison, and lists of dice.
    ("compare 2d6 vs d12", "2d6, d12"),
    ("compare mutants.check vs mano.roll --edge 0", "Chance of success: mutants.check, mano.roll"),
    ("compare d20+5 vs 15 d20+5 vs 12", "is ahead of d20+5 vs 15 by 15.0"),
    ("d20,d12", "dice mean sd median"),
];

/// Question that is refused, and the spellings in its hint, each of which is accepted.
const REFUSED: &[(&str, &[&str])] = &[
    ("\"6d6>=5\"", &["6d6 c>=5", "(6d6) >= 5"]),
    ("6d6 5+", &["6d6 c>=5", "(6d6) >= 5"]),
    ("d20 vs 15 adv +5", &["d20+5 vs 15 adv", "d20 adv >= 15+5"]),
    ("d20+5 vs 15 disadvantage +1d4", &["d20+5+1d4 vs 15 disadvantage"]),
    ("3d6 10", &["3d6 >= 10"]),
    ("8d10 difficulty 8", &["8d10c>=8", "(8d10) >= 8"]),
    ("\"d20 >= 15 then 2d6\"", &["if d20 >= 15 then 2d6 else 0"]),
    ("\"1d20+1d4 [bless]\"", &["1d20+1d4"]),
    ("\"/gmroll 1d20\"", &["1d20"]),
    ("d20+5 beats 15", &["d20+5 > 15", "d20+5 >= 15"]),
    ("3d6 under 12", &["3d6 < 12", "3d6 <= 12"]),
    ("4d6 with advantage", &["max(4d6, 4d6)"]),
    ("2d10 vs 2d8", &["2d10 >= 2d8", "house.opposed mine.luck=2d10 theirs.luck=2d8"]),
    ("2d6 reroll 1s", &["2d6r1", "2d6ro1"]),
    ("2d6 damage", &["2d6 # damage"]),
    ("\"6x4d6kh3\"", &["repeat(6, 4d6kh3)", "6 * 4d6kh3"]),
    ("\"2d6 + 1d8 keep highest\"", &["[2d6, 1d8]kh1"]),
    ("\"4d6kh3 x6\"", &["repeat(6, 4d6kh3)"]),
    ("\"[[1d20+5]]\"", &["1d20+5"]),
    ("10d10t8", &["10d10c>=8"]),
    ("3df", &["3dF"]),
    ("\"1@3d6\"", &["nth(3d6, 1)"]),
    ("\"3 @ d6\"", &["3d6"]),
    ("\"d20.highest(2)\"", &["2d20kh1"]),
    ("\"sum largest 3 4d6\"", &["4d6kh3"]),
    ("\"+5 vs 15\"", &["d20+5 vs 15"]),
    // A bare number next to a comparison would always be true.
    ("\"2d6 = 7 or 11\"", &["count(repeat(1, 2d6), {7,11}) = 1"]),
    ("\"d20+5 vs 15 or 20\"", &[]),
    // A roll next to another roll is ambiguous.
    ("\"d6 or d8\"", &["max(d6, d8)", "d6,d8"]),
    ("2d6 and d8", &["2d6 + d8", "2d6,d8"]),
    ("d20 or 2d6+3", &["max(d20, 2d6 + 3)"]),
    // A roll next to a comparison of another roll is ambiguous too.
    ("\"d8! or d6! >= 4\"", &["d8! >= 4 or d6! >= 4", "max(d8!, d6!) >= 4"]),
    ("\"d8! and d6! >= 4\"", &["max(d8!, d6!) >= 4", "d8! + d6! >= 4"]),
    ("\"d20 and d20 >= 15\"", &["d20 >= 15 and d20 >= 15"]),
    ("\"d20 or d20 = 20\"", &["d20 = 20 or d20 = 20"]),
    ("\"d20+5 or d20+3 >= 15\"", &["max(d20 + 5, d20 + 3) >= 15"]),
    ("\"d6 + d8 or d12 >= 8\"", &["max(d6 + d8, d12) >= 8"]),
    ("\"d20 = 20 or 1\"", &["count(repeat(1, d20), {20,1}) = 1"]),
    ("\"2d6 5 or 6\"", &["2d6c{5,6} >= 1", "count(repeat(1, 2d6), {5,6}) = 1"]),
    ("\"2d6, d8 keep best\"", &["[2d6, d8]kh1", "max(2d6, d8)"]),
    ("\"d20 or 5 >= 3\"", &["d20 >= 4"]),
    ("\"d6 or d8 <= 2\"", &["d6 <= 2 or d8 <= 2", "min(d6, d8) <= 2"]),
    ("\"4d6dl1 or 3d6 >= 12\"", &["max(4d6dl1, 3d6) >= 12"]),
    ("\"2d6 or d8!! or d6 >= 4\"", &["max(2d6, d8!!, d6) >= 4"]),
    ("2d20 natural 20", &["2d20c20 >= 1"]),
    ("d20+5 beats d20+3", &["d20+5 > d20+3", "d20+5 >= d20+3"]),
    (
        "\"3d6 kh2 vs 2d6 kh2\"",
        &["3d6 kh2 >= 2d6 kh2", "house.opposed mine.luck=3d6kh2 theirs.luck=2d6kh2"],
    ),
    ("5k3", &["5d10!!kh3", "5d3"]),
    ("5d6 full house", &["run(5d6) >= 5", "sets(5d6, 2) >= 2"]),
    ("\"2d6+1: 10+ hit, 7-9 partial, 6- miss\"", &["2d6+1 >= 10"]),
    ("\"deck d = deck52; suited(draw(d,5)) = 5\"", &["suited(draw(deck52, 5)) = 5"]),
    // The part that is not understood is named, next to parts that are.
    ("\"d20+5 advantage vs AC 15 crit 20\"", &["2d20kh1 >= 20"]),
    ("\"4d6 drop lowest strength\"", &["4d6dl1 # strength"]),
    ("\"d20+7 vs AC 16 for 2d6+4\"", &["if d20+7 >= 16 then 2d6+4 else 0"]),
    ("d20+7 vs 16 for 2d6 + 4 damage", &["if d20+7 >= 16 then 2d6 + 4 else 0"]),
    ("2d6+3 crit", &["d6 >= 6"]),
    ("\"d20+5 >= 15\" dc=10", &[]),
    ("dc \"d20+5 >= 15\" --target 65%", &[]),
    ("dc d20+5 --target 50%,65", &[]),
    ("compare 3d6 -20 dice", &[]),
    // Advantage on several dice is ambiguous.
    ("\"2d6 with advantage 7+\"", &["max(2d6, 2d6)", "3d6kh2"]),
    ("\"d20 20-16\"", &[]),
    // Words next to notation: the hint contains the whole question.
    ("d20+5 attack", &["d20+5 # attack"]),
    ("d20+5 fire damage vs 15", &["d20+5 vs 15 # fire damage"]),
    ("\"d20+5 vs 15 attack\"", &["d20+5 >= 15 # attack"]),
    ("2d6++3", &["2d6+3"]),
    ("d100 roll under 45", &["d100 < 45", "d100 <= 45"]),
    ("\"d20+5 natural 20\"", &["d20 = 20"]),
    ("coin", &["d2", "3d2c2"]),
    ("flip a coin", &["d2", "3d2c2"]),
    ("heads", &["d2", "3d2c2"]),
    ("2 coins", &["2d2", "2d2c2"]),
    ("d20 crit 19-20", &["d20 >= 19"]),
    ("d20+5 vs 15 crit 19", &["d20 >= 19"]),
    ("\"repeat(6, 2d6)r1\"", &["repeat(6, 2d6r1)"]),
    ("mutants.check bonus -5 dc 15", &[]),
    ("compare d20 2d6 --edge -2..2", &[]),
];

/// Arguments, and a part of the hint.
const HINTED: &[(&str, &str)] = &[
    ("--odds 3d6", "commands have no dashes: `oddsmith odds …`"),
    ("3d6 --cdf", "did you mean `--view at-least`?"),
    ("3d6 --variance", "the answer has mean, standard deviation (sd) and median"),
    ("3d6 --mean", "the answer has mean, standard deviation (sd) and median"),
    ("3d6 --simulate", "did you mean `--sampled-only`?"),
    ("3d6 --output x", "`--save FILE.csv` writes every outcome, `--chart FILE.svg` draws a chart"),
    ("3d6 --json", "did you mean `--format json`?"),
    ("3d6 --csv", "did you mean `--format csv`?"),
    ("3d6 --seed", "write `--seed <SEED>`"),
    ("\"d20+5 advatage vs 15\"", "did you mean `advantage`?"),
    // Words that belong to questions about dice are not offered as comments.
    ("\"10d6 hit 3+ wound 4+ save 5+\"", "`oddsmith list dice` shows the language"),
    ("\"d8 ace and wild d6 ace >= 4\"", "`oddsmith list dice` shows the language"),
    ("\"d6 pool 5 success 4+ botch 1\"", "`oddsmith list dice` shows the language"),
    ("\"2d12 vs 10 with hope and fear\"", "`oddsmith list dice` shows the language"),
    ("5d6 exactly one pair", "one pair alone `matches(r) = 2 and sets(r, 2) = 1`"),
    ("\"d20+5 vs d20+3, ties to the defender\"", "`tie=passive` gives ties to the other side"),
    ("\"count(2d10, < d6+2)\"", "`n = d6 + 2`, then `count(r, <n)`"),
    ("\"card54 = K\"", "a king 13"),
    ("play \"6d6 count 6\" --luck \"6 6 1\"", "write `face 6, face 6, face 1`"),
    ("\"6d6 three sixes\"", "`oddsmith list dice` shows the language"),
    ("list --csv", "see `oddsmith list --help`"),
    ("play 3d6 --cdf", "see `oddsmith play --help`"),
    ("list --seed 3", "it belongs to `odds`, `compare`, `dc`, `play`"),
    ("3d6 --save x.xlsx", "spreadsheets open .csv"),
    ("d20 --precision 0.01", "`--at-least N` or `--at-most N`; or give `--trials`"),
    ("play card54 --luck \"king, 9\"", "write `card king, card 9`"),
    ("odds d20 --readings", "`oddsmith list` shows the checks of rulebooks"),
    ("odds house.strike skill=3", "give the file that has the rule: `--rules FILE.toml`"),
    ("compare house.strike d20", "give the file that has the rule: `--rules FILE.toml`"),
    ("list house.strike", "give the file that has the rule: `--rules FILE.toml`"),
    ("verify x.toml --update --junit x.xml", "leave one out"),
    ("verify x.toml --update --format github", "leave one out"),
];

#[test]
fn hints_name_the_likely_intention() {
    for (typed, said) in HINTED {
        let output = oddsmith(typed);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{typed}: {text}");
        let hint = text.lines().find(|line| line.starts_with("hint: ")).unwrap_or_default();
        assert!(hint.contains(said), "{typed}: {text}");
    }
}

/// A very large number of trials is announced before the simulation.
#[test]
fn a_high_precision_announces_its_trials() {
    let output = oddsmith("d2 vs 1 --precision 3e-5");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains(
            "`--precision 0.00003` takes up to 4\u{2009}444\u{2009}444\u{2009}444 trials"
        ),
        "{said}"
    );
    assert!(oddsmith("d2 vs 1 --precision 3e-5 --quiet").stderr.is_empty());
}

/// No advantage is suggested that a house rule does not accept.
#[test]
fn no_advantage_beyond_the_range_of_its_field_is_suggested() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let rules = folder.path().join("pool.toml");
    std::fs::write(
        &rules,
        "[[house]]\nname = \"pool\"\nfields = { dice = 3 }\nrule = \"x = $dice d6\\nask x\"\nedge = \"dice\"\nsuccess = \"x >= 10\"\n",
    )
    .expect("written");
    let asked = |words: &str| format!("compare {words} mutants.check --rules {}", rules.display());
    let hint = |words: &str| {
        let text = oddsmith(&asked(words)).stderr;
        String::from_utf8_lossy(&text).into_owned()
    };
    for matched in ["", " --match 50%"] {
        let text = answer(&(asked("house.pool") + matched + " --exact-only"));
        assert!(text.contains("+4"), "{text}");
    }
    assert!(hint("house.pool --edge -5..5").contains("it takes `--edge 0..5`"));
    assert!(hint("\"house.pool dice=3\"").contains("`--edge 0..5` sets the advantages"));
}

/// The command in the last line of a chart draws the chart again.
#[cfg(feature = "charts")]
#[test]
fn a_chart_contains_the_command_that_draws_it() {
    let folder = tempfile::tempdir().expect("a folder for a while");
    let chart = folder.path().join("a.svg");
    oddsmith(&format!("d20+5 vs 15 --exact-only --chart {}", chart.display()));
    let drawn = std::fs::read_to_string(&chart).expect("a chart");
    assert!(drawn.contains("--exact-only --chart a.svg"), "{drawn}");
}

#[test]
fn foreign_and_english_questions_are_answered() {
    for (typed, said) in ANSWERED {
        let text = answer(&format!("{typed} --exact-only"));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(said), "{typed}: {text}");
    }
}

#[test]
fn hints_of_refused_questions_have_valid_spellings() {
    for (typed, spellings) in REFUSED {
        let output = oddsmith(typed);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{typed}: {text}");
        let hint = text.lines().find(|line| line.starts_with("hint: ")).unwrap_or_default();
        assert!(!hint.is_empty(), "{typed}: {text}");
        for spelling in *spellings {
            let named = hint.contains(&format!("`{spelling}`"));
            let named = named || hint.contains(&format!("`oddsmith \"{spelling}\"`"));
            assert!(named, "{typed}: {spelling}: {hint}");
            let again = match spelling.starts_with("house.") {
                true => answer(&format!("{spelling} --exact-only")),
                false => answer(&format!("\"{spelling}\" --exact-only")),
            };
            assert!(!again.is_empty());
        }
    }
}

/// A comparison has a column of 0 and 1 in machine-readable output, in which 1 is the success.
#[test]
fn a_comparison_has_a_column_of_0_and_1_in_json() {
    let json: serde_json::Value =
        serde_json::from_str(&answer("\"d20+5 >= 15\" --exact-only --format json")).expect("JSON");
    let column = &json["cases"][0]["columns"][0];
    assert_eq!(column["name"], "total");
    let exact = &column["exact"];
    assert_eq!(
        (&exact["mean"], &exact["success"]["share"]),
        (&0.55.into(), &0.55.into()),
        "{exact}"
    );
    assert_eq!(exact["outcomes"][1]["score"], 1);
    assert_eq!(exact["outcomes"][1]["fraction"], "11/20");
    let table = answer("\"d20+5 >= 15\" --column total --exact-only");
    assert!(table.contains("per cent"), "{table}");
}

/// Errors about dice never mention the internal check `house.roll`.
#[test]
fn errors_about_dice_never_mention_the_internal_check() {
    for typed in [
        "d20 foo=3",
        "play d20 --luck \"card 3\"",
        "compare d20 2d6 --edge -2..2",
        "compare d20 2d6 --match 50%",
        "d20 add=x",
        "d20 dc=",
        "d20 --precision 0.01",
        "\"4d6kh3\" --of hit",
        "d20 --column margin",
        "odds d20 --at-least 1..",
        "dc d20 --target 50% --solve luck",
    ] {
        let output = oddsmith(typed);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{typed}: {text}");
        assert!(!text.contains("house.roll"), "{typed}: {text}");
    }
}

/// Output for people has minus signs, and output for programs has hyphens.
#[test]
fn minus_signs_in_text_and_hyphens_in_csv() {
    for typed in ["d4-3 --exact-only", "mutants.check bonus=-3..-1 dc=5 --exact-only"] {
        let text = answer(typed);
        assert!(text.contains('\u{2212}') && !text.contains(" -"), "{typed}: {text}");
        let csv = answer(&format!("{typed} --format csv"));
        assert!(!csv.contains('\u{2212}') && csv.contains('-'), "{typed}: {csv}");
    }
}

/// Transcripts show the rolled dice of each pool, and the dice that are kept.
#[test]
fn the_transcript_shows_rolled_and_kept_dice() {
    for (typed, line) in [
        (
            "play 4d6kh3 --luck \"face 5, face 1, face 4, face 3\"",
            "rolled 5, 1, 4, 3; kept 5, 4, 3",
        ),
        (
            "play 4d6dl1 --luck \"face 5, face 1, face 4, face 3\"",
            "rolled 5, 1, 4, 3; kept 5, 4, 3",
        ),
        ("play 2d20kl1+5 --luck \"face 8, face 15\"", "rolled 8, 15; kept 8"),
        ("play 3d6 --luck \"face 2, face 6, face 3\"", "rolled 2, 6, 3\n"),
        ("play 2d6r1 --luck \"face 1, face 4, face 3\"", "rolled 1 → 4, 3\n"),
        ("play 2d6! --luck \"face 6, face 2, face 3\"", "rolled 6 + 2, 3\n"),
        ("play 2d6!! --luck \"face 6, face 2, face 3\"", "rolled 6 + 2 = 8, 3\n"),
        ("play 2d6mi3 --luck \"face 1, face 4\"", "rolled 1 → 3, 4\n"),
        ("play [d10,d8]kh1 --luck \"face 9, face 2\"", "rolled 9, 2; kept 9"),
        ("play d20+5 --luck \"face 9\"", "rolled 9\n"),
        ("play \"count(3d{S,F,_}, S)\" --seed 1", "rolled blank, S, blank\n"),
        ("play \"4d6 drop lowest\" --luck \"face 5, face 1, face 4, face 3\"", "kept 5, 4, 3"),
        (
            "play \"repeat(2, 2d6kh1)\" --luck \"face 1, face 4, face 6, face 2\"",
            "rolled 1, 4; kept 4\n  rolled 6, 2; kept 6\n  rolled 4, 6\n",
        ),
    ] {
        let text = answer(typed);
        assert!(text.contains(line), "{typed}: {text}");
    }
}
