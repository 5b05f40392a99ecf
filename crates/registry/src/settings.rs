//! The values of all fields of a check.

use super::cast::COUNT;
use super::value::plain;
use super::{
    Cast, Character, Choice, Decimal, Field, FieldList, Kind, Name, Names, Need, Value, digits,
};
use oddsmith_base::{About, Error, Named, Result};
use serde::{Serialize, Serializer};
use std::sync::Arc;

/// The values of all fields of one check, given or default.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The settings in the order of the check's fields.
    values: Vec<Setting>,
    /// The cast, if the check has one.
    cast: Option<Arc<Cast>>,
}

#[derive(Clone, Debug, PartialEq)]
struct Setting {
    name: Name,
    value: Value,
    /// The value as given, such as the name of a difficulty.
    given: Option<Value>,
    /// True if the value equals the default.
    usual: bool,
}

/// The prefix of the names of the other side's fields.
const RIVAL: &str = "rival_";

impl Settings {
    /// Fills in the `fields` of the check `id` from pairs of name and value, some of which may be
    /// user-defined names for numbers.
    ///
    /// # Errors
    /// If a field is unknown, repeated or missing, or its value is invalid.
    pub fn read<'a>(
        id: &str,
        fields: &FieldList,
        given: impl IntoIterator<Item = (&'a str, Value)>,
        names: &Names,
    ) -> Result<Settings> {
        let mut values: Vec<Option<Value>> = vec![None; fields.iter().count()];
        for (name, value) in given {
            let plain = plain(name);
            let place = fields.iter().position(|field| field.name == plain);
            let place = place.ok_or_else(|| {
                let known = fields.iter().map(|field| field.name);
                Error::unknown("field", name, id, known).about(About::Key(name.to_owned()))
            })?;
            if values[place].replace(value).is_some() {
                return Err(Error::question(format!("field `{name}` of {id} appears twice"))
                    .with_hint(
                        "for a range write "
                            + Named::sweep("1..5")
                            + " or "
                            + Named::sweep("1,3,5"),
                    )
                    .about(About::Key(name.to_owned())));
            }
        }
        let mut settings = Settings { values: Vec::new(), cast: fields.cast().cloned() };
        for ((field, name), given) in fields.iter().zip(fields.names()).zip(values) {
            let usual = match field.need {
                // A required field that may be `none` can be omitted; its check then requires
                // alternatives.
                Need::Required(_) if matches!(field.kind, Kind::Integer { none: true, .. }) => {
                    Some(field.read("none")?)
                }
                Need::Required(_) => None,
                Need::Default(usual) => Some(field.read(usual)?),
                Need::Follows { .. } | Need::Same(_) => settings.followed(&field),
            };
            let value = match (&given, &usual, field.need) {
                (Some(given), ..) => field
                    .meant(given, names)
                    .map_err(|error| error.about(About::value(field.name)))?,
                (None, Some(usual), _) => usual.clone(),
                (None, None, need) => {
                    let example = if let Need::Required(example) = need { example } else { "" };
                    return Err(Error::question(format!("{id} needs the field `{}`", field.name))
                        .with_hint(format!("add it, for example `{}={example}`", field.name)));
                }
            };
            // `5%` is kept as the number, a difficulty as its name.
            let is_number =
                |given: &Value| matches!(given, Value::Word(text) if digits(text).is_some());
            let given = given.map(|given| if is_number(&given) { value.clone() } else { given });
            let usual = usual.as_ref() == Some(&value);
            settings.values.push(Setting { name, value, given, usual });
        }
        if let Some(cast) = fields.cast() {
            cast.is_asked(&settings)?;
        }
        Ok(settings)
    }

    /// Returns the settings with another number in one field, if no other field depends on it: much
    /// faster than parsing all texts again, for sweeps. `None` if everything must be parsed.
    pub fn with_number(&self, fields: &FieldList, name: &str, number: i32) -> Option<Settings> {
        let follows = |other: Field| match other.need {
            Need::Same(of) => of == name,
            Need::Follows { sum, .. } => sum.iter().any(|(of, _)| *of == name),
            Need::Required(_) | Need::Default(_) => false,
        };
        if fields.iter().any(follows) {
            return None;
        }
        let mut settings = self.clone();
        settings.put(fields, name, number)?;
        Some(settings)
    }

    /// Returns the settings with other numbers in some fields, updating the fields that depend on
    /// them. `None` if everything must be parsed.
    pub fn beside(mut self, fields: &FieldList, changed: &[(&str, i32)]) -> Option<Settings> {
        for (name, number) in changed {
            self.put(fields, name, *number)?;
        }
        for (place, field) in fields.following() {
            if let Some(usual) = self.followed(field) {
                let setting = &mut self.values[place];
                setting.usual = setting.given.is_none() || setting.value == usual;
                if setting.given.is_none() {
                    setting.value = usual;
                }
            }
        }
        Some(self)
    }

    /// Returns the default that depends on previous fields, if there is one.
    fn followed(&self, field: &Field) -> Option<Value> {
        match field.need {
            Need::Follows { sum, .. } => Some(self.sum(sum)),
            Need::Same(other) => Some(self.named(other).clone()),
            Need::Required(_) | Need::Default(_) => None,
        }
    }

    fn put(&mut self, fields: &FieldList, name: &str, number: i32) -> Option<()> {
        let field = fields.iter().find(|field| field.name == name)?;
        let Kind::Integer { low, high, .. } = field.kind else { return None };
        if !(low..=high).contains(&number) {
            return None;
        }
        let own = Value::Integer(number);
        let usual = match field.need {
            Need::Default(usual) => usual.parse() == Ok(number),
            Need::Required(_) => false,
            Need::Follows { .. } | Need::Same(_) => self.followed(&field).as_ref() == Some(&own),
        };
        let setting = self.values.iter_mut().find(|setting| setting.name == name)?;
        setting.value = own.clone();
        setting.given = Some(own);
        setting.usual = usual;
        Some(())
    }

    /// Returns the example values of the check `id`: the examples of required fields, and defaults.
    ///
    /// # Errors
    /// If an example is invalid, which a test rules out.
    pub fn example(id: &str, fields: &FieldList) -> Result<Settings> {
        let examples = fields.examples().map(|(name, text)| (name, Value::guess(text)));
        Settings::read(id, fields, examples, &Names::default())
    }

    /// Returns the value of a field.
    ///
    /// # Panics
    /// If the check has no such field, a bug in the check, which its first test reveals.
    pub fn value(&self, field: &Field) -> &Value {
        self.named(field.name)
    }

    fn named(&self, name: &str) -> &Value {
        let value = self.get(name);
        value.unwrap_or_else(|| panic!("a check reads `{name}`, which is none of its fields"))
    }

    fn sum(&self, terms: &[(&str, i32)]) -> Value {
        let term = |(name, times): &(&str, i32)| match self.named(name) {
            Value::Integer(number) => Some(times * number),
            _ => None,
        };
        let sum: Option<i32> = terms.iter().map(term).sum();
        sum.map_or_else(|| Value::Word("none".into()), Value::Integer)
    }

    /// Returns the value of a number field, or of a choice whose word is a number.
    ///
    /// # Panics
    /// If the field is of another type.
    pub fn integer(&self, field: &Field) -> i32 {
        self.number(field).unwrap_or_else(|| panic!("`{}` is read as a number", field.name))
    }

    /// Returns the value of a field that is a number or a word; `None` if it is a word.
    pub fn number(&self, field: &Field) -> Option<i32> {
        match self.value(field) {
            Value::Integer(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the value of a decimal field; 0 if it is of another type.
    pub fn decimal(&self, field: &Field) -> Decimal {
        self.decimal_or_none(field).unwrap_or(Decimal::whole(0))
    }

    /// Returns the value of a decimal field that may be `none`; `None` if it is.
    pub fn decimal_or_none(&self, field: &Field) -> Option<Decimal> {
        match self.value(field) {
            Value::Decimal(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns each character of the cast with its fields under their plain names, together with
    /// those of the check; nothing if the check has no cast.
    pub fn characters(&self) -> impl Iterator<Item = (&Character, Settings)> {
        let characters = self.cast.iter().flat_map(|cast| &cast.characters);
        characters.map(|character| (character, self.of_character(&character.key)))
    }

    /// Returns the number of identical characters that these are the fields of.
    pub fn count(&self) -> usize {
        self.integer(&COUNT) as usize
    }

    fn of_character(&self, key: &str) -> Settings {
        let own = |setting: &Setting| {
            let name = match setting.name.split_once('.') {
                None => return Some(setting.clone()),
                Some((character, name)) => (character == key).then(|| name.to_owned())?,
            };
            Some(Setting { name: Name::Owned(name), ..setting.clone() })
        };
        Settings { values: self.values.iter().filter_map(own).collect(), cast: None }
    }

    /// The settings as the other side has them: each value of `rival_NAME` under the name `NAME`, and
    /// the values that both sides share.
    pub fn rival(&self) -> Settings {
        let rival = |setting: &Setting| {
            if let Some(name) = setting.name.strip_prefix(RIVAL) {
                return Some(Setting { name: Name::Owned(name.to_owned()), ..setting.clone() });
            }
            let own = |other: &Setting| other.name.strip_prefix(RIVAL) == Some(&setting.name);
            (!self.values.iter().any(own)).then(|| setting.clone())
        };
        Settings { values: self.values.iter().filter_map(rival).collect(), cast: None }
    }

    /// Returns the value of a flag.
    pub fn flag(&self, field: &Field) -> bool {
        *self.value(field) == Value::Flag(true)
    }

    /// Returns the value of a [`Choice`].
    ///
    /// # Panics
    /// If the words of the field are not those of `T`.
    pub fn choice<T: Choice>(&self, field: &Field) -> T {
        let value = T::named(&self.value(field).to_string());
        value.unwrap_or_else(|| panic!("`{}` is read as another choice", field.name))
    }

    /// Returns whether a choice has this value.
    ///
    /// # Panics
    /// If it is not one of its words.
    pub fn is(&self, field: &Field, word: &str) -> bool {
        let known = matches!(field.kind, Kind::Choice { words, .. } if words.contains(&word));
        assert!(known, "`{}` does not take `{word}`", field.name);
        self.value(field).to_string() == word
    }

    /// Returns the numbers of a list.
    pub fn list(&self, field: &Field) -> &[i32] {
        match self.value(field) {
            Value::List(numbers) => numbers,
            _ => &[],
        }
    }

    /// Returns the value of the field with this name, if there is one.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.values.iter().find(|setting| setting.name == name).map(|setting| &setting.value)
    }

    /// Returns every field with its value, in the order of the check.
    pub fn all(&self) -> Fields<'_> {
        Fields(self.values.iter().map(|setting| (&*setting.name, &setting.value)).collect())
    }

    /// Returns the fields that were given, with their values as given.
    pub fn given(&self) -> Fields<'_> {
        let all = self.values.iter();
        Fields(all.filter_map(|setting| Some((&*setting.name, setting.given.as_ref()?))).collect())
    }

    /// Returns the fields that differ from their default (or have none), sorted by name, which
    /// identify the question.
    pub fn telling(&self) -> Fields<'_> {
        let unusual = self.values.iter().filter(|setting| !setting.usual);
        let mut telling: Vec<_> = unusual.map(|setting| (&*setting.name, &setting.value)).collect();
        telling.sort_unstable_by_key(|(name, _)| *name);
        Fields(telling)
    }
}

/// Some fields with their values, serialized as one JSON object in this order.
#[derive(Clone, Debug, PartialEq)]
pub struct Fields<'a>(Vec<(&'a str, &'a Value)>);

impl<'a> Fields<'a> {
    /// Returns each name with its value.
    pub fn iter(&self) -> impl Iterator<Item = (&'a str, &'a Value)> + use<'_, 'a> {
        self.0.iter().copied()
    }

    /// Returns the value of a field, if it is included.
    pub fn get(&self, name: &str) -> Option<&'a Value> {
        self.iter().find(|(field, _)| *field == name).map(|(_, value)| value)
    }

    /// Removes these fields.
    pub fn without(self, names: &[&str]) -> Fields<'a> {
        Fields(self.0.into_iter().filter(|(name, _)| !names.contains(name)).collect())
    }

    /// Returns the fields as a JSON object.
    pub fn json(&self) -> String {
        // Names, numbers and texts always have a JSON form.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}
