//! The catalogue of all checks: the games, house rules, and systems added by other crates.
//!
//! This crate holds the list of systems, `house` (house rules), and the lookup of checks by name.
//! The rules of each game have their own package.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};

use oddsmith_base::{About, Error, Hint, Named, Parameter, Result};
use oddsmith_registry::{Case, Entry, Field, Names, Solver, System, document};

pub mod anydice;
pub use oddsmith_mano as mano;
pub use oddsmith_melodrama as melodrama;
pub use oddsmith_mneme as mneme;
pub use oddsmith_moma as moma;
pub use oddsmith_mutants as mutants;
pub use oddsmith_rules as house;
pub use oddsmith_torg as torg;

pub use oddsmith_mechanics::{Rate, blow, exchange, knockout, ladder};

/// The games of this workspace, in the order of `list`.
const GAMES: [&System; 6] = [
    &melodrama::SYSTEM,
    &mutants::SYSTEM,
    &mano::SYSTEM,
    &moma::SYSTEM,
    &torg::SYSTEM,
    &mneme::SYSTEM,
];

/// Systems of another crate.
static ADDED: OnceLock<Vec<&'static System>> = OnceLock::new();

/// True once the list of systems was used, after which nothing can be added.
static ASKED: AtomicBool = AtomicBool::new(false);

/// Every system: the games, those that were [added](add()), and house rules.
pub static SYSTEMS: LazyLock<Vec<&'static System>> = LazyLock::new(|| {
    ASKED.store(true, Ordering::Relaxed);
    let added = ADDED.get().into_iter().flatten().copied();
    GAMES.into_iter().chain(added).chain([&house::SYSTEM]).collect()
});

/// Adds systems of your own crate, once and before anything else: `list`, `compare`, scenarios and
/// charts then include them, and so does the command if your `main` is `oddsmith::cli::main()`.
///
/// # Errors
/// If the list was used or extended before, or a name is taken or is not the prefix of its checks.
///
/// # Examples
/// ```
/// use oddsmith_engine::chance::{Chance, Die};
/// use oddsmith_engine::odds::Success;
/// use oddsmith_engine::rule::{Column, Columns, Handle, Record, Rule, Scale, Step};
/// use oddsmith_registry::{Colour, Definition, Field, System};
///
/// /// A d12 that must reach a number.
/// struct Leap { d12: Die, gap: i32 }
///
/// const FACE: Handle = Handle::first("face");
///
/// impl Rule for Leap {
///     type State = ();
///     fn columns(&self) -> Columns {
///         Columns::one(Column::new(FACE, Scale::numbers(1, 12)).success(Success::AtLeast(self.gap)))
///     }
///     fn start(&self) {}
///     fn step<C: Chance>(&self, (): (), chance: &mut C, record: &mut impl Record) -> Step<()> {
///         record.score(FACE, chance.face(&self.d12));
///         Step::Done
///     }
/// }
///
/// const GAP: Field = Field::integer("gap", "metres", "how wide it is").required("5").source("Leaps");
///
/// static MINE: System = System {
///     name: "mine",
///     title: "A game of mine",
///     source: "my own",
///     colour: Colour { light: 0x1467a8, dark: 0x6fb3e8 },
///     checks: &[Definition {
///         id: "mine.leap",
///         title: "Leap",
///         about: "A d12 against the width of a gap; equal is enough.",
///         source: "my own, Leaps",
///         luck: "one face",
///         fields: &[&[GAP]],
///         build: |set| Ok(Box::new(Leap { d12: Die::sided(12), gap: set.integer(&GAP) })),
///         ..Definition::PLAIN
///     }],
///     duels: &[],
///     policies: &[],
///     examples: "",
///     claims: "",
/// };
///
/// oddsmith_systems::add([&MINE])?;
/// let leap = oddsmith_systems::case("mine.leap gap=5")?.law(100)?;
/// let d20 = oddsmith_systems::case("mutants.check bonus=5 dc=15")?.law(100)?;
/// let won = |laws: &oddsmith_engine::odds::Laws, column: &str, least: i32| -> oddsmith_base::Result<f64> {
///     Ok(laws.column(column)?.success(Success::AtLeast(least)).value)
/// };
/// assert_eq!(won(&leap, "face", 5)?, 8.0 / 12.0);
/// assert_eq!(won(&d20, "margin", 0)?, 11.0 / 20.0);
/// assert!(oddsmith_systems::checks().any(|check| check.id == "mine.leap"));
/// assert!(oddsmith_systems::add([&MINE]).is_err());
/// # Ok::<(), oddsmith_base::Error>(())
/// ```
pub fn add(systems: impl IntoIterator<Item = &'static System>) -> Result<()> {
    let systems: Vec<&System> = systems.into_iter().collect();
    for (place, system) in systems.iter().enumerate() {
        let known = GAMES.into_iter().chain([&house::SYSTEM]).chain(systems[..place].to_vec());
        if known.into_iter().any(|known| known.name == system.name) {
            return Err(Error::question(format!("there is a system `{}` already", system.name))
                .with_hint("give yours another name"));
        }
        let prefix = format!("{}.", system.name);
        if let Some(check) = system.checks.iter().find(|check| !check.id.starts_with(&prefix)) {
            return Err(Error::question(format!("`{}` is no name in `{}`", check.id, system.name))
                .with_hint(format!("its names begin with `{prefix}`")));
        }
    }
    let late = || {
        Error::question("systems are added once, before anything is asked")
            .with_hint("add all of them where your program begins")
    };
    if ASKED.load(Ordering::Relaxed) {
        return Err(late());
    }
    ADDED.set(systems).map_err(|_| late())
}

/// An example check for hints.
pub const A_CHECK: &str = "melodrama.toughness";

/// Two example checks in the form of a comparison.
pub const TWO_CHECKS: &str = r#""mano.roll die=d12" "mutants.check""#;

/// Example questions, each with its command.
pub const EXAMPLES: [(&str, &str); 7] = [
    ("odds", "melodrama.opposed active=10 passive=5"),
    ("odds", "melodrama.toughness toughness=10 damage=6..14/4"),
    ("dc", "melodrama.unopposed"),
    ("compare", r#"melodrama.opposed "mano.roll die=d10""#),
    ("play", "melodrama.opposed active=10 passive=5"),
    ("duel", "attribute=4 skill=4 rival_attribute=5 rival_skill=4 price=0.05"),
    ("list", A_CHECK),
];

/// Returns every check of every system.
pub fn checks() -> impl Iterator<Item = Arc<Entry>> {
    ENTRIES.iter().cloned()
}

static ENTRIES: LazyLock<Vec<Arc<Entry>>> = LazyLock::new(|| {
    let checks = SYSTEMS.iter().flat_map(|system| system.checks);
    checks.map(|check| Arc::new(check.entry())).collect()
});

/// The names by which users refer to a drawn card.
const CARDS: [&str; 6] = ["card", "cards", "card52", "deck", "deck52", "draw"];

/// All available checks: those of every system, and the house rules that were loaded.
#[derive(Debug, Default)]
pub struct Catalogue {
    /// The checks of `[[house]]` tables.
    pub house: Vec<Arc<Entry>>,
    /// User-defined names for numbers.
    pub names: Names,
    /// The folder to which paths in fields are relative: that of the file with the question.
    pub folder: Option<std::path::PathBuf>,
}

static DUELS: LazyLock<Vec<Arc<Entry>>> = LazyLock::new(|| {
    let duels = SYSTEMS.iter().flat_map(|system| system.duels);
    duels.map(|duel| Arc::new(duel.entry())).collect()
});

impl Catalogue {
    /// Loads the house rules and named numbers of a file, if there is one.
    ///
    /// # Errors
    /// If the file can't be read, or those of [`Catalogue::parse`].
    pub fn with_rules(path: Option<&Path>) -> Result<Catalogue> {
        path.map_or_else(|| Ok(Catalogue::default()), |path| document::read(path, Catalogue::parse))
    }

    /// Parses the `[[house]]` and `[table.FIELD]` tables of a text.
    ///
    /// # Errors
    /// If it is not TOML, or a table is invalid; with line and column.
    pub fn parse(text: &str) -> Result<Catalogue> {
        let mut catalogue = Catalogue { house: house::parse(text)?, ..Catalogue::default() };
        catalogue.names = Names::parse(text)?.among(catalogue.fields());
        let fields = || catalogue.fields().map(|field| field.name);
        if let Some(name) =
            catalogue.names.fields().find(|name| fields().all(|field| field != *name))
        {
            let known = ENTRIES.iter().flat_map(|entry| entry.fields.iter());
            let mut known: Vec<&str> =
                known.filter(|field| field.difficulty).map(|field| field.name).collect();
            known.sort_unstable();
            known.dedup();
            let place = document::place(text, "table", &About::Key(name.to_owned()));
            let error = Error::unknown("field", name, "[table]", fields());
            return Err(match error.hint() {
                Some(Hint::Known(_)) => {
                    error.with_hint(format!("for example {}", known.join(", ")))
                }
                _ => error,
            }
            .at_span(text, place.unwrap_or_default()));
        }
        Ok(catalogue)
    }

    /// Returns every check.
    pub fn checks(&self) -> impl Iterator<Item = Arc<Entry>> {
        self.entries().cloned()
    }

    /// Returns everything that can be solved: the checks with a solver, and the duels with their
    /// own fields.
    pub fn duels(&self) -> impl Iterator<Item = Arc<Entry>> {
        let checks = self.checks().filter(|entry| entry.solver.is_some());
        checks.chain(DUELS.iter().cloned())
    }

    /// Returns the duel with this name and its solver, or the first duel.
    ///
    /// # Errors
    /// If there is none; the hint names the nearest.
    pub fn duel(&self, name: Option<&str>) -> Result<(Arc<Entry>, Solver)> {
        let asked = |entry: &Arc<Entry>| name.is_none_or(|name| entry.id == name);
        let found = self.duels().find(asked).and_then(|entry| Some((entry.clone(), entry.solver?)));
        found.ok_or_else(|| {
            let known: Vec<String> = self.duels().map(|entry| entry.id.to_string()).collect();
            let known = known.iter().map(String::as_str);
            Error::unknown("duel", name.unwrap_or_default(), "", known)
        })
    }

    fn entries(&self) -> impl Iterator<Item = &Arc<Entry>> {
        ENTRIES.iter().chain(&self.house)
    }

    fn fields(&self) -> impl Iterator<Item = Field<'_>> {
        self.entries().flat_map(|entry| entry.fields.iter())
    }

    /// Returns the check with this id.
    ///
    /// # Errors
    /// If there is none; the hint names the nearest.
    pub fn check(&self, id: &str) -> Result<Arc<Entry>> {
        // It is not listed, since it has no predefined cases.
        if id == anydice::ID {
            return Ok(anydice::of_files(self.folder.as_deref()));
        }
        let known = self.entries().find(|entry| entry.id == id);
        known.cloned().ok_or_else(|| self.unknown(id))
    }

    /// Returns the check with this id, with the cast that these fields name.
    ///
    /// # Errors
    /// See [`Catalogue::check`] and [`Entry::with_cast`].
    pub fn asked<'a>(
        &self,
        id: &str,
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Arc<Entry>> {
        self.check(id)?.with_cast(given, self.folder.as_deref())
    }

    /// Returns the error for an unknown check.
    fn unknown(&self, id: &str) -> Error {
        let ids = || self.entries().map(|entry| &*entry.id);
        let unknown = Error::unknown("check", id, "", ids());
        let namesakes: Vec<&str> =
            ids().filter(|known| known.ends_with(&format!(".{id}"))).collect();
        match SYSTEMS.iter().find(|system| system.name == id) {
            Some(_) => Error::question(format!("`{id}` is a system, not a check"))
                .with_hint(Named::list(id) + " shows its checks"),
            // Without a rules file there are no house rules.
            None if id.starts_with("house.") && self.house.is_empty() => unknown
                .with_hint("give the file that has the rule: " + Parameter::RULES.to("FILE.toml")),
            None if CARDS.contains(&id) => {
                unknown.with_hint("a card of a full deck is rolled as `card54`")
            }
            None if namesakes.len() > 1 => {
                let (last, others) = namesakes.split_last().expect("there are several");
                unknown.with_hint(format!("did you mean {} or {last}?", others.join(", ")))
            }
            None if matches!(unknown.hint(), Some(Hint::Known(_))) => {
                let system = id.split('.').next().unwrap_or_default();
                let known: Vec<&str> =
                    ids().filter(|known| known.starts_with(&format!("{system}."))).collect();
                match known.is_empty() {
                    true => unknown.with_hint(Named::List(None) + " shows them all"),
                    false => unknown.with_hint(format!("{system} has {}", known.join(", "))),
                }
            }
            None => unknown,
        }
    }
}

/// Returns the check with this id.
///
/// # Errors
/// If there is none; the hint names the nearest.
pub fn check(id: &str) -> Result<Arc<Entry>> {
    Catalogue::default().check(id)
}

/// Returns the case of a one-line question: a check and its fields, `melodrama.opposed active=10
/// passive=5`.
///
/// # Errors
/// If the check or a field is unknown, or a value is invalid.
///
/// # Examples
/// ```
/// use oddsmith_engine::odds::{Histogram, Sample};
///
/// let case = oddsmith_systems::case("melodrama.opposed active=10 passive=5")?;
/// let laws = case.law(1_000)?;                    // exact: a share for every score
/// let tallies = case.sample(Sample::default())?;  // a million checks played
/// assert_eq!(laws.column("margin")?.mean(), Some(5.0));
/// assert!((tallies.column("margin")?.mean().unwrap() - 5.0).abs() < 0.03);
/// # Ok::<(), oddsmith_base::Error>(())
/// ```
pub fn case(question: &str) -> Result<Case> {
    let (id, fields) = question.trim().split_once(' ').unwrap_or((question.trim(), ""));
    check(id)?.asked(fields)
}
