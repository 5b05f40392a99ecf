//! Cards of a full deck as scores: the columns that show them, and their values.

use oddsmith_answers::Answer;

/// Note with the values of the cards of a full deck.
pub const VALUES: &str = "a card counts A 1, J 11, Q 12, K 13, Joker 15";

/// Returns the expression of a roll of dice or cards without an addition.
pub fn luck(answer: &Answer) -> Option<String> {
    let all = answer.case.settings.all();
    let plain = all.get("add").is_none_or(|add| add.to_string() == "0");
    let luck = (answer.case.entry.id == super::ROLL && plain).then(|| all.get("luck"))??;
    Some(luck.to_string().replace(' ', ""))
}

/// Returns true if the scores of a column are those of one card of a full deck.
pub fn is_card(answer: &Answer, place: usize) -> bool {
    let Some(column) = answer.columns().get(place) else { return false };
    // The maximum or minimum of several cards is one card, too.
    let luck = luck(answer).filter(|luck| luck.contains("card5"));
    let drawn = luck.is_some_and(|luck| {
        const WORDS: [&str; 8] = ["card52", "card54", "max", "min", "kh1", "kl1", "kh", "kl"];
        let rest = WORDS.iter().fold(luck, |rest, word| rest.replace(word, ""));
        rest.chars().all(|letter| "[](),".contains(letter))
    });
    let named = column.name.split(['_', ' ']).next_back() == Some("card");
    let within = column.scale.low() >= 1 && column.scale.high() <= 15;
    within && column.scale.names().is_empty() && (drawn || named)
}
