//! A chance that records its answers as a script that reproduces them.

use super::bag::{Member, Modifier};
use super::luck::CardWord;
use super::{
    Bag, Cards, Chance, Deck, Die, FoldedChance, Luck, LuckKind, Odds, Part, Sampled, Scripted,
};
use oddsmith_base::Result;

/// Forwards every draw to a script or to random draws, and keeps the answers as luck words.
#[derive(Clone, Debug)]
pub struct Recorder {
    source: Source,
    seen: Vec<Luck>,
    /// The lines of text about rolls that were not collected yet.
    rolled: Vec<String>,
}

/// The source of the answers: a single type for both, so that a rule is compiled once for
/// transcripts.
#[derive(Clone, Debug)]
enum Source {
    Script(Scripted),
    Drawn(Sampled),
}

/// Forwards a call to the source.
macro_rules! ask {
    ($recorder:ident.$call:ident($($argument:expr),*)) => {
        match &mut $recorder.source {
            Source::Script(chance) => chance.$call($($argument),*),
            Source::Drawn(chance) => chance.$call($($argument),*),
        }
    };
}

impl Recorder {
    /// Creates a recorder of a script.
    pub fn scripted(script: Scripted) -> Recorder {
        Recorder { source: Source::Script(script), seen: Vec::new(), rolled: Vec::new() }
    }

    /// Creates a recorder of random draws.
    pub fn sampled(chance: Sampled) -> Recorder {
        Recorder { source: Source::Drawn(chance), seen: Vec::new(), rolled: Vec::new() }
    }

    /// Returns the luck word of a card.
    fn card<const W: usize>(deck: &Deck<W>, place: u32) -> Luck {
        let value = deck.value(place);
        match deck.word() {
            LuckKind::Own(word) => Luck::Own(word.into(), value as usize),
            _ => Luck::Card(CardWord::Value(value)),
        }
    }

    /// Returns the answers, and an error if a script did not match or has words left.
    pub fn finish(self) -> (Vec<Luck>, Result<()>) {
        let finished = match self.source {
            Source::Script(script) => script.finish(),
            Source::Drawn(_) => Ok(()),
        };
        (self.seen, finished)
    }
}

impl Chance for Recorder {
    fn face(&mut self, die: &Die) -> i32 {
        let face = ask!(self.face(die));
        self.seen.push(match die.word() {
            LuckKind::Card => Luck::Card(CardWord::Value(face)),
            _ => Luck::Face(face),
        });
        face
    }

    fn choose(&mut self, odds: &Odds) -> usize {
        let choice = ask!(self.choose(odds));
        self.seen.push(match odds.word() {
            LuckKind::Own(word) => Luck::Own(word.into(), choice),
            _ => Luck::Choose(choice + 1),
        });
        choice
    }

    fn take<const W: usize>(&mut self, deck: &Deck<W>, left: &mut Cards<W>) -> u32 {
        let place = ask!(self.take(deck, left));
        self.seen.push(Recorder::card(deck, place));
        place
    }

    fn hand<const W: usize>(
        &mut self,
        deck: &Deck<W>,
        left: &mut Cards<W>,
        count: u32,
    ) -> Cards<W> {
        let hand = ask!(self.hand(deck, left, count));
        if count > 0 {
            let cards = hand.places().map(|place| CardWord::Value(deck.value(place)));
            self.seen.push(Luck::Deal(cards.collect()));
        }
        hand
    }
}

impl FoldedChance for Recorder {
    fn any_of<const W: usize>(&mut self, deck: &Deck<W>, hand: Cards<W>) -> u32 {
        let place = ask!(self.any_of(deck, hand));
        self.seen.push(Recorder::card(deck, place));
        place
    }
    fn roll<P: Part>(&mut self, bag: &Bag, part: &P, answers: &mut [i32]) {
        let (mut from, mut dice) = (self.seen.len(), Vec::new());
        let kept = bag.roll_apart(self, part, answers, |recorder, member, values| {
            dice.push(fallen(member, &recorder.seen[from..], values));
            from = recorder.seen.len();
        });
        // A single die whose face is its value needs no explanation.
        if let [one] = &dice[..]
            && one.parse::<i32>().is_ok()
        {
            return;
        }
        let kept = kept.map_or_else(String::new, |kept| match &kept[..] {
            [] => "; kept none".to_owned(),
            kept => format!("; kept {}", listed(kept, ", ")),
        });
        let dice = if dice.is_empty() { "no dice".to_owned() } else { dice.join(", ") };
        self.rolled.push(format!("rolled {dice}{kept}"));
    }

    fn rolled(&mut self) -> Vec<String> {
        std::mem::take(&mut self.rolled)
    }
}

/// Formats the faces of a die and the values it leads to: `5`, rerolled `1 → 6`, exploding `6 + 3`,
/// exploding into one die `6 + 3 = 9`.
fn fallen(member: &Member, luck: &[Luck], values: &[i32]) -> String {
    let faces: Vec<i32> = luck
        .iter()
        .filter_map(|word| match word {
            Luck::Face(face) | Luck::Card(CardWord::Value(face)) => Some(*face),
            _ => None,
        })
        .collect();
    let explodes = |modifier: &Modifier| matches!(modifier, Modifier::Explode { .. });
    let explodes = member.modifiers.iter().any(explodes);
    match (&faces[..], values) {
        // The luck of a computed value was recorded before.
        _ if member.die.is_none() => listed(values, " + "),
        (faces, values) if faces == values => listed(values, " + "),
        (faces, [value]) if explodes && faces.iter().sum::<i32>() == *value => {
            format!("{} = {value}", listed(faces, " + "))
        }
        (faces, [value]) if !explodes && faces.last() == Some(value) => listed(faces, " → "),
        (faces, values) => {
            let sign = if explodes { " + " } else { " → " };
            format!("{} → {}", listed(faces, sign), listed(values, " + "))
        }
    }
}

fn listed(numbers: &[i32], sign: &str) -> String {
    numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(sign)
}
