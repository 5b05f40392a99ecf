//! Check that is tried again with more points each time until it succeeds.

use super::check::CheckFields;
use super::fields::{drawn, most};
use super::ladder::{self, Ladder, Means, Price};
use oddsmith_base::Error;
use oddsmith_engine::chance::{Chance, Die};
use oddsmith_engine::rule::{Column, Columns, Extras, Handle, Record, Rule, Scale, Step, Success};
use oddsmith_registry::{Decimal, Definition, Edge, fields};

fields! {
    /// Fields of repeated tries.
    struct Fields {
        attribute: i32 = CheckFields::attribute;
        skill: i32 = CheckFields::skill;
        dn: Option<i32>, "difficulty number; it needs dn - attribute - skill points. Or give `needs`",
            difficulty(), required("10"), source("Skills");
        needs: Vec<i32>, "in place of dn: points needed, each as likely as it is often listed",
            at_most(1000), unit("willpower points"), or_empty(), default("[]"),
            source("Willpower");
        ladder: String, "what to bid, try after try; optimal: what succeeds most often, then costs least",
            checked(ladder::VALUES, |text| Ladder::parse(text).map(drop)),
            default("even"), source("Willpower");
        free_try: bool, "a first try with no points, which counts as a try",
            default("true"), source("Willpower");
        capped: bool = CheckFields::capped;
        pool: i32 = CheckFields::pool;
        tries: i32, "how many at most",
            unit("tries"), range(1, 100), default("100"), source("Willpower");
        price_of_try: Decimal, "what the optimal ladder takes a try to cost",
            unit("points of willpower"), source("Willpower");
    }
}

/// Rule that tries one check with a sequence of bids until one succeeds or the bids end.
///
/// # Formula
/// A bid of at least the need succeeds. The points of all bids are spent.
///
/// # Source
/// Mind over Matter, Willpower: the climber's tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Climb {
    /// Possible needs, each equally likely.
    pub needs: Die,
    /// Bid of each try, in order, within the limits on a bid, on all points and on the tries.
    pub bids: Vec<i32>,
    /// True if both a difficulty number and needs were given.
    both: bool,
}

const FAILURE: i32 = 0;
const SUCCESS: i32 = 1;

const POINTS: Handle = Handle::first("points");
const TRIED: Handle = POINTS.then("tries");
const RESULT: Handle = TRIED.then("result");

impl Rule for Climb {
    type State = ();

    const EXTRAS: Extras<Self> = Extras {
        remark: |rule| rule.both.then(|| "`needs` stands in place of `dn`".to_owned()),
        ..Extras::NONE
    };

    fn columns(&self) -> Columns {
        Columns::new([
            Column::new(POINTS, Scale::numbers(0, self.bids.iter().sum())),
            Column::new(TRIED, Scale::numbers(0, self.bids.len() as i32)),
            Column::new(RESULT, Scale::rungs(&["failure", "success"]))
                .success(Success::AtLeast(SUCCESS)),
        ])
    }

    fn start(&self) {}

    #[inline]
    fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
        let need = drawn(&self.needs, chance);
        let (mut burnt, mut tries, mut result) = (0, 0, FAILURE);
        record.tell(|| format!("needed: {}", points(need.max(0))));
        for &bid in &self.bids {
            (burnt, tries) = (burnt + bid, tries + 1);
            record.tell(|| {
                format!(
                    "try {tries}: {}, {}",
                    points(bid),
                    if bid >= need { "enough" } else { "not enough" }
                )
            });
            if bid >= need {
                result = SUCCESS;
                break;
            }
        }
        record.tell(|| format!("burnt: {}", points(burnt)));
        record.score(POINTS, burnt);
        record.score(TRIED, tries);
        record.score(RESULT, result);
        Step::Done
    }
}

/// Returns the number of points in words.
fn points(number: i32) -> String {
    if number == 1 { "1 point".into() } else { format!("{number} points") }
}

pub const ENTRY: Definition = Definition {
    id: "moma.climb",
    title: "Trying again",
    about: "A check tried again and again with rising bids, until one is enough or cap, pool or tries end it; all points are gone.",
    source: "Mind over Matter, Willpower",
    luck: "one face, the points needed, where several are possible",
    fields: &[Fields::FIELDS],
    edge: Edge::harder_by("dn"),
    build: |set| {
        let given = Fields::read(set);
        let needs = given.needs;
        let need = given.dn.map(|dn| vec![dn - given.attribute - given.skill]);
        let both = need.is_some() && !needs.is_empty();
        let missing = || {
            Error::question("field `dn` of moma.climb is missing")
                .with_hint("add it, for example `dn=10`, or give `needs=[1..8]`")
        };
        let needs = Some(needs).filter(|needs| !needs.is_empty()).or(need).ok_or_else(missing)?;
        let price = Price { a_try: given.price_of_try.parts(), parts: Decimal::whole(1).parts() };
        let means = Means {
            most: most(given.skill, given.pool, given.capped),
            pool: given.pool,
            tries: given.tries,
            free_try: given.free_try,
            price,
        };
        let bids = Ladder::parse(&given.ladder)?.bids(&needs, &means);
        Ok(Box::new(Climb { needs: Die::new(&needs), bids, both }))
    },
    ..Definition::PLAIN
};
