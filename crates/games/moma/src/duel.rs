//! Check of a bidding duel, and its solution.

use super::bidding::{Duel, plan};
use super::guessing::BayesianDuel;
use super::policy::BidPolicy;
use super::terms::{DuelFields, NAIVE, OWN, RIVAL, Strength, Terms};
use super::types::{self, KnownRival};
use super::unknown::UnknownRival;
use oddsmith_base::Result;
use oddsmith_engine::odds::Check;
use oddsmith_engine::strategy::{BIDS, Position, Side, Solved};
use oddsmith_registry::{Definition, Settings, Solver};

/// Solves the duel against one rival that both sides know.
fn solved(terms: &Terms, rival: Strength) -> Result<Solved> {
    let (stages, bought) = (terms.stages(rival)?, terms.bought(rival));
    // The plans are created one by one, because each is a table of all states.
    let policies = NAIVE.into_iter();
    let plans = policies.map(|(name, policy)| (name, plan(&stages, Side::Own, &policy)));
    let spent = bought.map(|bought| bought.cost);
    Solved::new(&stages, terms.added(rival), spent, plans)
}

/// Solves the duel: value, certificate, the strategies of the first round, and the losses of simple
/// policies. For a rival of several types, the result is the mean over the types if the own side
/// knows the type; otherwise it is the solution of the game in which it learns from observations.
///
/// # Errors
/// If a field is missing, or the duel is too large.
///
/// # Examples
/// ```
/// use oddsmith_moma::{SYSTEM, solve};
///
/// // One round, scores 8 and 10, a point costs a twentieth of the duel.
/// let duel = "moma.duel score=8 cap=4 pool=20 rival_score=10 rival_cap=5 rival_pool=25 price=0.05";
/// let solved = solve(&SYSTEM.case(duel)?.settings)?;
/// assert!((solved.value + 151.0 / 400.0).abs() < 1e-12 && solved.hi - solved.lo < 1e-12);
/// # Ok::<(), oddsmith_base::Error>(())
/// ```
pub fn solve(set: &Settings) -> Result<Solved> {
    let terms = Terms::read(set)?;
    match &terms.rivals[..] {
        [rival] => solved(&terms, *rival),
        rivals if terms.given.knows_type => {
            let each = rivals.iter().map(|rival| solved(&terms, *rival)).collect::<Result<_>>()?;
            Ok(types::mean(each))
        }
        _ => Ok(BayesianDuel::new(&terms)?.solved()),
    }
}

/// Returns the number of choices of both sides in all states.
fn choices(set: &Settings) -> Result<usize> {
    let terms = Terms::read(set)?;
    if terms.rivals.len() > 1 && !terms.given.knows_type {
        return Ok(BayesianDuel::new(&terms)?.choices());
    }
    terms.rivals.iter().map(|rival| Ok(terms.stages(*rival)?.all_choices())).sum()
}

/// Returns the choices in each state.
fn positions(set: &Settings) -> Result<Vec<Position>> {
    let terms = Terms::read(set)?;
    match &terms.rivals[..] {
        [rival] => Position::all(&terms.stages(*rival)?),
        rivals if terms.given.knows_type => {
            let all = |rival: &Strength| Position::all(&terms.stages(*rival)?);
            let each = rivals.iter().map(all).collect::<Result<_>>()?;
            Ok(types::numbered(each))
        }
        _ => Ok(BayesianDuel::new(&terms)?.positions()),
    }
}

/// Creates the rule that the fields describe, with these policies.
fn duel(set: &Settings, policies: &[BidPolicy; 2]) -> Result<Box<dyn Check>> {
    let terms = Terms::read(set)?;
    let against = |rival: Strength| Duel::<false>::new(&terms, rival, policies);
    Ok(match &terms.rivals[..] {
        // The web build contains only one variant of each rule, to save space.
        [rival]
            if cfg!(not(target_family = "wasm")) && policies.iter().all(BidPolicy::is_alike) =>
        {
            Box::new(Duel::<true>::new(&terms, *rival, policies)?)
        }
        [rival] => Box::new(against(*rival)?),
        rivals if terms.given.knows_type => {
            let each = rivals.iter().map(|rival| against(*rival)).collect::<Result<_>>()?;
            Box::new(KnownRival::new(each, terms.columns(rivals)))
        }
        _ => Box::new(UnknownRival::new(&terms, policies)?),
    })
}

pub const ENTRY: Definition = Definition {
    id: "moma.duel",
    title: "Bidding duel",
    about: "Both sides bid willpower in secret and pay; the higher total wins the round. Solved as a duel.",
    source: "Mind over Matter, Skills, Willpower",
    luck: "the rival's type, where it has several (`choose 1`); each round a bid a side (`bid 2`), own side first, where its policy leaves a choice",
    fields: &[&OWN, &RIVAL, DuelFields::FIELDS],
    solver: Some(Solver {
        policies: &[DuelFields::policy.name, DuelFields::rival_policy.name],
        simple: |_| Ok(NAIVE.map(|(name, _)| name.to_owned()).to_vec()),
        terms: BIDS,
        solve,
        choices,
        positions,
    }),
    build: |set| {
        let DuelFields { policy, rival_policy, .. } = DuelFields::read(set);
        duel(set, &[policy, rival_policy])
    },
    ..Definition::PLAIN
};
