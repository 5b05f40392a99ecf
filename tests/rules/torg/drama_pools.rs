//! Tests of conflicts and adventures with hands and pools: no card is lost or duplicated, and no
//! limit is exceeded.

use oddsmith::chance::{Sampled, Scripted, Stream};
use oddsmith::odds::{Histogram, Sample};
use oddsmith::registry::{Choice, Names, Settings, Value};
use oddsmith::rule::{NoRecord, Rule, Step};
use oddsmith::systems::torg::{
    Adventure, Encounter, Fight, FightSetup, Scene, Spending, Table, hand_size,
};

/// Returns the settings of a check with these fields.
fn settings(check: &str, options: &str) -> Settings {
    let entry = oddsmith::systems::check(check).expect("it is there");
    let fields = options.split(' ').filter_map(|option| option.split_once('='));
    let fields = fields.map(|(name, value)| (name, Value::guess(value)));
    let settings = Settings::read(&entry.id, &entry.fields, fields, &Names::default());
    settings.expect("the fields read")
}

/// Returns the setup of a conflict with these fields.
fn terms(options: &str) -> FightSetup {
    FightSetup::read(&settings("torg.encounter", options)).expect("the deck reads")
}

/// Asserts that each card of a table is in one place, and that only heroes hold cards.
fn assert_table_is_sound(table: &Table, terms: &FightSetup) {
    let group = &terms.group;
    assert!(table.is_whole(&group.deck), "156 cards, each in one place");
    for hero in group.heroes..table.hands.len() {
        assert!(table.hands[hero].is_empty() && table.pools[hero].is_empty());
    }
}

/// Asserts that the pools together grow in a round by at most one card per hero and two per card
/// used. Apart from trades and gifts, cards move into pools only from hands: one from each hero's
/// own hand, two from a leader's, and one for a master plan.
fn assert_pools_grow_slowly(before: &Fight, after: &Fight, terms: &FightSetup) {
    let pools = |fight: &Fight| fight.table.pools.iter().map(|pool| pool.count()).sum::<u32>();
    let used = |fight: &Fight| fight.used.iter().map(|used| u32::from(*used)).sum::<u32>();
    let most = terms.group.heroes as u32 + 2 * used(after);
    assert!(pools(after) <= pools(before) + most);
    if !terms.given.pools {
        assert_eq!(pools(after), 0);
    }
}

#[test]
fn every_card_is_in_one_place_in_every_round_of_every_trial() {
    let stream = Stream::new(11, "conservation");
    let options = (1..=10).flat_map(|heroes| {
        Spending::WORDS.iter().flat_map(move |policy| {
            [true, false].map(|pools| {
                format!("heroes={heroes} policy={policy} pools={pools} approved=0.8 opposition=60")
            })
        })
    });
    for (block, options) in options.enumerate() {
        let terms = terms(&options);
        for scene in [Scene::Standard, Scene::Dramatic] {
            let rule = Encounter::new(terms.clone(), scene, 25, 60);
            let mut chance = Sampled::new(&stream, block as u64);
            for _ in 0..12 {
                let mut run = rule.start();
                loop {
                    let before = run;
                    let next = rule.step(run, &mut chance, &mut NoRecord);
                    let Step::Next(now) = next else { break };
                    assert_table_is_sound(&now.fight.table, &terms);
                    if before.watched.is_some() {
                        assert_pools_grow_slowly(&before.fight, &now.fight, &terms);
                    } else {
                        let head = terms.head_start_cards();
                        assert_eq!(
                            head,
                            [3, 2, 0][terms.group.heroes.min(3) - 1] * u32::from(terms.given.pools)
                        );
                    }
                    run = now;
                }
            }
        }
    }
}

#[test]
fn hands_are_cut_and_refilled_between_acts() {
    let stream = Stream::new(12, "acts");
    for heroes in 1..=10 {
        for (block, subplots) in ["play", "discard"].into_iter().enumerate() {
            let played = subplots == "play";
            let options = format!(
                "heroes={heroes} policy=spend_at_once approved=0.7 acts=3 scenes=3 rounds=8 \
                 opposition=12 dramatic=0.5 subplots={subplots}"
            );
            let rule = Adventure::read(&settings("torg.adventure", &options)).expect("it reads");
            let terms = &rule.terms;
            let mut chance = Sampled::new(&stream, block as u64);
            for _ in 0..20 {
                let mut adventure = rule.start();
                while let Step::Next(now) = rule.step(adventure, &mut chance, &mut NoRecord) {
                    assert_table_is_sound(&now.table, terms);
                    for hero in 0..heroes {
                        assert_eq!(now.table.hands[hero].count() as i32, hand_size(heroes as i32));
                        let pool = now.table.pools[hero];
                        assert!(pool.without(terms.group.lasting).is_empty());
                        assert!(pool.and(terms.group.playable).count() <= 1, "one subplot a hero");
                        assert!(played || pool.and(terms.group.playable).is_empty());
                    }
                    adventure = now;
                }
            }
        }
    }
}

/// A deck file with hardly more cards than the hands hold, which is reshuffled again and again.
#[test]
fn small_decks_are_reshuffled() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("small.csv");
    let deck = include_str!("../../../crates/games/torg/src/cards/deck.csv");
    let entry = oddsmith::systems::check("torg.encounter").expect("it is there");
    for cards in [1, 5, 20, 30] {
        let rows: Vec<&str> = deck.lines().take(cards + 1).collect();
        std::fs::write(&path, rows.join("\n")).expect("the deck is written");
        let path = path.display().to_string();
        let case = entry.case([("heroes", "6"), ("deck", path.as_str())]).expect("it reads");
        let tallies = case.sample(Sample { trials: 300, seed: 1 }).unwrap();
        assert!((tallies.columns.last().expect("a column").scored() - 1.0).abs() < 1e-12);
    }
}

/// Number of cards whose standard line has a flurry of the heroes or a break of the villains.
const OVER_IN_ONE: f64 = 32.0;

/// Without cards a conflict is a sequence of throws, whose rounds are summed by hand.
#[test]
fn conflict_without_cards_is_a_sequence_of_throws() {
    // One hero with an edge at which every throw succeeds: one success per action, two in a flurry.
    let case = oddsmith::case("torg.encounter heroes=1 edge=12 opposition=1 rounds=2").unwrap();
    let tallies = case.sample(Sample { trials: 2_000, seed: 1 }).unwrap();
    let over = tallies.columns.iter().zip(case.columns()).find(|(_, column)| column.name == "over");
    assert_eq!(over.expect("a column").0.hits(1), 2_000);
    // Three heroes with empty pools have four actions in the first round only in a flurry, on 22 of
    // 156 cards, or if villains break, on 10 cards, once half of them are overcome.
    let case =
        oddsmith::case("torg.encounter heroes=3 edge=12 opposition=4 rounds=1 helps=0").unwrap();
    let tallies = case.sample(Sample { trials: 50_000, seed: 1 }).unwrap();
    let over = tallies.columns.iter().zip(case.columns()).find(|(_, column)| column.name == "over");
    let share = over.expect("a column").0.share(1);
    assert!((share - OVER_IN_ONE / 156.0).abs() < 0.007, "{share}");
}

/// Glory counts the whole die total including the rolls added by Hero cards, or with `glory=total`
/// the action total, which is the value plus the chart's bonus for the die total: 18 for 71, 15 for
/// 58.
#[test]
fn glory_counts_rolls_added_by_cards() {
    let deck = (1..=156).map(|card| {
        let name = if card % 2 == 0 { "Glory" } else { "Hero" };
        format!("{card},{name},enhancement,H,,,H,,,any,AB,\n")
    });
    let heading = "card,player_card,player_kind,std_first,std_hero,std_villain,dram_first,\
                   dram_hero,dram_villain,approved,dsr_steps,dsr_event\n";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("glory.csv");
    std::fs::write(&path, heading.to_owned() + &deck.collect::<String>()).expect("it is written");
    let path = path.display().to_string();
    let entry = oddsmith::systems::check("torg.adventure").expect("the check is there");
    let fields =
        "acts=1 scenes=1 rounds=1 heroes=1 edge=-1000 dramatic=1 pools=false policy=spend_at_once";
    let case = |more: &str| {
        let fields = fields.split(' ').chain(more.split(' '));
        let fields = fields.filter_map(|field| field.split_once('='));
        entry.case(fields.chain([("deck", path.as_str())])).expect("it reads")
    };
    // Three Hero cards and a Glory in hand: four throws, of which those added by cards count at
    // least 10.
    let cards =
        "flip 150, flip 156, flip 151, flip 40, flip 43, flip 89, choose 1, choose 1, flip 130";
    for (more, faces, possibilities) in [
        ("", [19, 19, 14, 19], 3),
        ("", [19, 19, 9, 9], 0),
        ("glory=total value=42", [19, 19, 14, 19], 3),
        ("glory=total value=41", [19, 19, 14, 19], 0),
        ("glory=total value=45", [19, 19, 9, 9], 3),
        ("glory=total value=44", [19, 19, 9, 9], 0),
    ] {
        let faces = faces.map(|face| format!("face {face}")).join(", ");
        let luck = Scripted::parse(&format!("{cards}, {faces}")).expect("luck");
        let transcript =
            case(more).transcript_of_script(luck).expect("the script has the draws of the rule");
        assert_eq!(
            transcript.score("possibilities").expect("a column"),
            Some(possibilities),
            "{faces}"
        );
    }
}
