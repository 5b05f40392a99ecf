//! The words of a sentence: what is computed, what is counted by hand, and what claims something.

/// A word, or an expression in the place of one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    /// The word in lower case; the text of an expression.
    pub text: String,
    /// Whether it is an expression.
    pub computed: bool,
    /// Whether it is a name: it begins with a capital and does not begin the sentence.
    pub name: bool,
    /// Whether a minus stands before it.
    pub minus: bool,
    /// Where it begins and ends in the sentence.
    pub place: (usize, usize),
}

/// The words and expressions of a sentence. `…` in a quotation stands for an expression.
pub(super) fn tokens(sentence: &str) -> Vec<Token> {
    let mut all: Vec<Token> = Vec::new();
    let mut at = 0;
    while let Some(letter) = sentence[at..].chars().next() {
        let rest = &sentence[at..];
        let computed = rest.starts_with("{{") || letter == '…';
        let length = match () {
            () if letter == '…' => letter.len_utf8(),
            () if computed => rest.find("}}").map_or(rest.len(), |end| end + 2),
            () if letter.is_alphanumeric() => word(rest),
            () => {
                at += letter.len_utf8();
                continue;
            }
        };
        let end = at + length;
        let before = sentence[..at].chars().next_back();
        let digits = letter.is_ascii_digit();
        let text = sentence[at..end].trim_end_matches("'s");
        let text = text.replace(|sign| digits && GROUPED.contains(&sign), "");
        all.push(Token {
            text: if computed { text } else { text.to_lowercase() },
            computed,
            name: letter.is_uppercase() && !all.is_empty(),
            minus: before.is_some_and(|sign| ['−', '-'].contains(&sign)) && letter.is_numeric(),
            place: (at, end),
        });
        at = end;
    }
    all
}

/// How long the word is at the start of a text: letters and digits, an apostrophe or a decimal
/// point between them, and the groups of a long number.
fn word(text: &str) -> usize {
    let mut end = 0;
    while let Some(letter) = text[end..].chars().next() {
        let next = text[end + letter.len_utf8()..].chars().next();
        let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).count();
        let inside = match letter {
            '\'' => next.is_some_and(char::is_alphabetic),
            '.' => end > 0 && next.is_some_and(|next| next.is_ascii_digit()),
            letter if GROUPED.contains(&letter) => {
                let grouped = digits(&text[end + letter.len_utf8()..]) == 3;
                grouped && text[..end].chars().all(|letter| letter.is_ascii_digit())
            }
            '-' => TENS.iter().any(|(ten, _)| text[..end].eq_ignore_ascii_case(ten)),
            letter => letter.is_alphanumeric(),
        };
        if !inside {
            break;
        }
        end += letter.len_utf8();
    }
    end
}

/// What may stand between the thousands of a number.
const GROUPED: [char; 5] = [' ', '\u{a0}', '\u{2009}', '\u{202f}', ','];

const TENS: [(&str, f64); 8] = [
    ("twenty", 20.0),
    ("thirty", 30.0),
    ("forty", 40.0),
    ("fifty", 50.0),
    ("sixty", 60.0),
    ("seventy", 70.0),
    ("eighty", 80.0),
    ("ninety", 90.0),
];

const NUMBERS: [(&str, f64); 38] = [
    ("two", 2.0),
    ("three", 3.0),
    ("four", 4.0),
    ("five", 5.0),
    ("six", 6.0),
    ("seven", 7.0),
    ("eight", 8.0),
    ("nine", 9.0),
    ("ten", 10.0),
    ("eleven", 11.0),
    ("twelve", 12.0),
    ("thirteen", 13.0),
    ("fourteen", 14.0),
    ("fifteen", 15.0),
    ("sixteen", 16.0),
    ("eighteen", 18.0),
    ("dozen", 12.0),
    ("hundred", 100.0),
    ("thousand", 1000.0),
    ("first", 1.0),
    ("second", 2.0),
    ("third", 3.0),
    ("thirds", 3.0),
    ("fourth", 4.0),
    ("fifth", 5.0),
    ("sixth", 6.0),
    ("seventh", 7.0),
    ("eighth", 8.0),
    ("ninth", 9.0),
    ("tenth", 10.0),
    ("twentieth", 20.0),
    ("twice", 2.0),
    ("double", 2.0),
    ("thrice", 3.0),
    ("half", 2.0),
    ("quarter", 4.0),
    ("hundredth", 100.0),
    ("thousandth", 1000.0),
];

/// The number that a word is: in digits, as a word, an ordinal or a part. "One" is none, as it
/// mostly stands for somebody.
pub(super) fn number(token: &Token) -> Option<f64> {
    if token.computed || token.name && token.text.starts_with(char::is_alphabetic) {
        return None;
    }
    let sign = if token.minus { -1.0 } else { 1.0 };
    if token.text.starts_with(|letter: char| letter.is_ascii_digit()) {
        return token.text.parse().ok().map(|number: f64| sign * number);
    }
    let plain = |word: &str| {
        let known = NUMBERS.iter().chain(&TENS).find(|(known, _)| *known == word);
        known.map(|(_, number)| *number)
    };
    match token.text.split_once('-') {
        Some((ten, unit)) => Some(plain(ten)? + plain(unit).unwrap_or(1.0)),
        None => plain(&token.text),
    }
}

/// Words that compare, that put in an order, or that leave out no case, beside those that end in
/// "est".
const CLAIMING: &[&str] = &[
    "ahead", "alike", "almost", "always", "beats", "behind", "best", "better", "bigger", "can't",
    "cannot", "cheaper", "closer", "dearer", "deeper", "earlier", "easier", "equally", "fail",
    "fails", "faster", "fewer", "flatter", "further", "greater", "harder", "hardly", "higher",
    "larger", "later", "lead", "leads", "least", "less", "likelier", "longer", "lose", "loses",
    "lower", "more", "most", "mostly", "narrower", "nearer", "nearly", "neither", "never", "no",
    "nobody", "none", "nor", "not", "nothing", "only", "rarely", "rarer", "safer", "seldom",
    "shorter", "slower", "smaller", "sooner", "steadier", "steeper", "stronger", "surer",
    "usually", "weaker", "wider", "worse", "worst",
];

/// Words that turn a sentence round. Where it has a mark, they have to be quoted too.
const TURNING: &[&str] = &[
    "without", "don't", "doesn't", "isn't", "wouldn't", "won't", "aren't", "both", "all", "every",
    "each", "same", "equal", "one", "once", "up", "down", "above", "below", "under", "over",
    "before", "after", "until", "first", "last", "gain", "gains", "cost", "costs", "win", "wins",
    "beat", "help", "helps",
];

/// Words that end in "est" and compare nothing.
const NO_SUPERLATIVES: &[&str] = &["rest", "test", "interest", "honest", "west", "request"];

/// Whether the word at this place claims something, so that the sentence needs a mark.
pub(super) fn claims(tokens: &[Token], at: usize) -> bool {
    let Token { text, computed: false, .. } = &tokens[at] else { return false };
    let than = tokens.get(at + 1).is_some_and(|next| next.text == "than");
    let before = at.checked_sub(1).map_or("", |at| tokens[at].text.as_str());
    // In a list: "Torg's die comes next, then the cards".
    let listed = match text.as_str() {
        "then" => !["", "by"].contains(&before),
        "next" => ["come", "comes"].contains(&before),
        _ => false,
    };
    CLAIMING.contains(&text.as_str())
        || listed
        || text.len() > 4 && text.ends_with("est") && !NO_SUPERLATIVES.contains(&text.as_str())
        || text.ends_with("er") && than
}

/// Whether the word turns a sentence that has a mark.
pub(super) fn turns(token: &Token) -> bool {
    !token.computed && TURNING.contains(&token.text.as_str())
}

/// Which way a word compares: 1 for what is larger or better, -1 for what is smaller or worse, and
/// whether that is about what is good rather than about size.
pub(super) fn direction(word: &str) -> Option<(i8, bool)> {
    const MORE: [&str; 8] =
        ["more", "higher", "larger", "bigger", "greater", "longer", "wider", "likelier"];
    const LESS: [&str; 7] = ["less", "fewer", "lower", "smaller", "shorter", "narrower", "rarer"];
    match word {
        "better" | "easier" | "stronger" => Some((1, true)),
        "worse" | "harder" | "weaker" => Some((-1, true)),
        _ if MORE.contains(&word) => Some((1, false)),
        _ if LESS.contains(&word) => Some((-1, false)),
        _ => None,
    }
}

/// The numbers that stand in an expression, a table or a line of a file, as they are written there;
/// how many digits are printed is none of them.
pub(super) fn figures(code: &str) -> Vec<f64> {
    let mut plain = code.replace('_', "");
    for filter in ["number(", "percent(", "signed(", "points("] {
        while let Some(start) = plain.find(filter) {
            let end = plain[start..].find(')').map_or(plain.len(), |end| start + end);
            plain.replace_range(start..end, "");
        }
    }
    let letters: Vec<char> = plain.chars().collect();
    let (mut all, mut at) = (Vec::new(), 0);
    while at < letters.len() {
        if !letters[at].is_ascii_digit() || at > 0 && letters[at - 1].is_alphanumeric() {
            at += 1;
            continue;
        }
        let start = at;
        while at < letters.len()
            && (letters[at].is_ascii_digit()
                || letters[at] == '.' && letters.get(at + 1).is_some_and(char::is_ascii_digit))
        {
            at += 1;
        }
        let digits: String = letters[start..at].iter().collect();
        let minus = start > 0 && ['-', '−'].contains(&letters[start - 1]);
        all.extend(digits.parse::<f64>().map(|number| if minus { -number } else { number }));
    }
    all
}

/// Whether a number of a sentence is one of these: with its sign where it has one, in per cent, or
/// as a part.
pub(super) fn among(number: f64, figures: &[f64], scaled: bool) -> bool {
    let near = |one: f64, other: f64| (one - other).abs() < 1e-9 * other.abs().max(1.0);
    figures.iter().any(|figure| {
        let figure = if number < 0.0 { *figure } else { figure.abs() };
        near(figure, number)
            || scaled && (near(figure * 100.0, number) || (figure * number - 1.0).abs() < 1e-9)
    })
}
