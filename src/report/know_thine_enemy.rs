//! What it is worth to know the rival's skill before the bid: the combat effect Know Thine Enemy, in a single check.

use super::prose::percent;
use super::solved::BEST;
use crate::strategy::Matrix;
use crate::text::Table;

/// The price of a point, as a share of the check: with points for nothing everyone bids all, and there is nothing to know.
const PRICE: f64 = 0.05;

/// The skills that the rival may have, each equally likely.
const SKILLS: [i32; 4] = [2, 4, 6, 8];

/// The value of a check at one own skill.
struct Worth {
    skill: i32,
    /// Where the rival's skill is known, on the average over these skills.
    knowing: f64,
    /// Where only its odds are.
    guessing: f64,
}

impl Worth {
    /// Attribute 4 on both sides; own skill known to the rival.
    ///
    /// # Formula
    /// A rival whose skill is hidden picks a bid for each skill that it might have: a matrix game with a column for each such plan,
    /// whose payoff is the mean over the skills of `won - 1/2 + price x (rival's bid - own bid)`, a tie won by half.
    fn of(skill: i32) -> Worth {
        let payoff = |own: i32, rival_skill: i32, rival: i32| {
            let won = match (skill + own).cmp(&(rival_skill + rival)) {
                std::cmp::Ordering::Less => 0.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 1.0,
            };
            won - 0.5 + PRICE * f64::from(rival - own)
        };
        let bids = |cap: i32| cap as usize + 1;
        let known = |rival: i32| {
            value(&Matrix::new(bids(skill), bids(rival), |own, bid| {
                payoff(own as i32, rival, bid as i32)
            }))
        };
        let plans: usize = SKILLS.iter().map(|&rival| bids(rival)).product();
        let hidden = Matrix::new(bids(skill), plans, |own, plan| {
            let mut rest = plan;
            let of_skill = |&rival: &i32| {
                let bid = rest % bids(rival);
                rest /= bids(rival);
                payoff(own as i32, rival, bid as i32)
            };
            SKILLS.iter().map(of_skill).sum::<f64>() / SKILLS.len() as f64
        });
        let knowing = SKILLS.iter().map(|&rival| known(rival)).sum::<f64>() / SKILLS.len() as f64;
        Worth { skill, knowing, guessing: value(&hidden) }
    }

    fn gain(&self) -> f64 {
        // What floats miss by their last digits is worth nothing.
        ((self.knowing - self.guessing) * 1e9).round() / 1e9
    }
}

/// The value of a game, proved to the last digits.
fn value(game: &Matrix) -> f64 {
    let solved = game.solve();
    (solved.lo + solved.hi) / 2.0
}

/// What knowing is worth, in words, and by own skill.
pub fn know_thine_enemy() -> (String, (String, Table)) {
    let worths: Vec<Worth> = (0..=BEST).map(Worth::of).collect();
    let skills = SKILLS.map(|skill| skill.to_string()).join(", ");
    let most = worths
        .iter()
        .fold(&worths[0], |most, here| if here.gain() > most.gain() { here } else { most });
    let useless: Vec<String> = worths
        .iter()
        .filter(|worth| worth.gain() == 0.0)
        .map(|worth| worth.skill.to_string())
        .collect();
    let nothing = match &useless[..] {
        [] => "It is worth something at every skill.".to_owned(),
        useless => format!("At skill {} it is worth nothing.", super::prose::list(useless)),
    };
    let words = format!(
        "Know Thine Enemy tells the rival's skill. In a single check at equal attributes, where a point costs {} of the prize and the rival's skill is {skills} with equal chance, that is worth at most {} of the prize, at own skill {}. {nothing}",
        percent(PRICE),
        percent(most.gain()),
        most.skill
    );
    let mut table = Table::new(0, ["own skill", "knowing", "guessing", "worth"]);
    for worth in &worths {
        // The difference is that of the numbers beside it, so that the reader can do the sum.
        let [knowing, guessing] =
            [worth.knowing, worth.guessing].map(|value| (value * 1e4).round() / 100.0 + 0.0);
        let signed = |value: f64| format!("{value:+.2}").replace('-', "\u{2212}");
        table.row([
            worth.skill.to_string(),
            signed(knowing),
            signed(guessing),
            format!("{:.2}", knowing - guessing),
        ]);
    }
    let caption = "Know Thine Enemy: what one check brings beyond an even split of the prize, points paid, with and without knowing the rival's skill, by own skill; per cent of the prize.";
    (words, (caption.to_owned(), table))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who knows more is never worse off.
    #[test]
    fn knowing_never_hurts() {
        for skill in 0..=BEST {
            let worth = Worth::of(skill);
            assert!(
                worth.gain() >= 0.0,
                "skill {skill}: {} knowing, {} guessing",
                worth.knowing,
                worth.guessing
            );
        }
    }
}
