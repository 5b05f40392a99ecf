//! What the text says, asked of the checks.

/// Checks without cards: who has as much as the other side, or 10 less in twenty times the time,
/// succeeds, and no card is played by either.
#[test]
fn without_cards_the_bonus_decides() {
    for active in -12..=12 {
        for (take, more) in [(10, 0), (20, 10)] {
            for question in [
                format!("melodrama.opposed active={active} passive=0 take={take}"),
                format!("melodrama.unopposed bonus={active} dc=0 take={take}"),
            ] {
                let case = oddsmith::case(&question).unwrap();
                let (place, success) = case.success().unwrap();
                let found = case.law(10).unwrap().columns[place].success(success).value;
                assert_eq!(found, f64::from(u8::from(active + more >= 0)), "{question}");
            }
        }
    }
}
