//! What a player decides, as the place of a word.

use crate::dice::syntax::{Expression, Kind, Operator};

/// Puts the places of bare words where an expression ends in them.
pub fn choose(expression: &mut Expression, words: &[String]) {
    match &mut expression.kind {
        Kind::Name(name) => {
            if let Some(place) = words.iter().position(|word| word == name) {
                expression.kind = Kind::Word { word: words[place].clone(), place: place as i64 };
            }
        }
        Kind::If(parts) => {
            choose(&mut parts[1], words);
            choose(&mut parts[2], words);
        }
        _ => {}
    }
}

/// A yes or no as the word `yes` or the first other; any other number is a place already.
pub fn as_place(expression: Expression, words: &[String]) -> Expression {
    let asks = match &expression.kind {
        Kind::Binary(operator, _) => {
            matches!(operator, Operator::Or | Operator::And | Operator::Compare(_))
        }
        Kind::Not(_) => true,
        _ => false,
    };
    let yes = words.iter().position(|word| word == "yes").filter(|_| asks);
    let Some(yes) = yes else { return expression };
    let other = (0..words.len()).find(|place| *place != yes).unwrap_or(yes);
    let span = expression.span.clone();
    let word = |place: usize| {
        let kind = Kind::Word { word: words[place].clone(), place: place as i64 };
        Expression { kind, span: span.clone() }
    };
    let parts = [expression, word(yes), word(other)];
    Expression { kind: Kind::If(Box::new(parts)), span }
}
