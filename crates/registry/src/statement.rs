//! A macro that declares a struct together with the fields that it is read from.

use super::{Choice, Decimal, Field, Settings};

/// A type that holds the value of a field.
pub trait FieldValue: Sized {
    /// A field that takes every value of this type.
    const FIELD: Field<'static>;

    /// Reads the value of `field`.
    fn read(set: &Settings, field: &Field) -> Self;
}

impl FieldValue for i32 {
    const FIELD: Field<'static> = Field::number("", "");

    fn read(set: &Settings, field: &Field) -> i32 {
        set.integer(field)
    }
}

impl FieldValue for Option<i32> {
    const FIELD: Field<'static> = Field::number("", "").or_none();

    fn read(set: &Settings, field: &Field) -> Option<i32> {
        set.number(field)
    }
}

/// Implements [`FieldValue`] for integer types that hold every number in the range of their field.
macro_rules! small_integers {
    ($($small:ty),+) => { $(
        impl FieldValue for $small {
            const FIELD: Field<'static> = i32::FIELD;

            fn read(set: &Settings, field: &Field) -> $small {
                set.integer(field) as $small
            }
        }

        impl FieldValue for Option<$small> {
            const FIELD: Field<'static> = Option::<i32>::FIELD;

            fn read(set: &Settings, field: &Field) -> Option<$small> {
                set.number(field).map(|number| number as $small)
            }
        }
    )+ };
}
small_integers!(u8, u16, usize);

impl FieldValue for bool {
    const FIELD: Field<'static> = Field::flag("", "");

    fn read(set: &Settings, field: &Field) -> bool {
        set.flag(field)
    }
}

impl FieldValue for Decimal {
    const FIELD: Field<'static> = Field::decimal("", "", "");

    fn read(set: &Settings, field: &Field) -> Decimal {
        set.decimal(field)
    }
}

impl FieldValue for Option<Decimal> {
    const FIELD: Field<'static> = Field::decimal("", "", "").or_none();

    fn read(set: &Settings, field: &Field) -> Option<Decimal> {
        set.decimal_or_none(field)
    }
}

impl FieldValue for Vec<i32> {
    const FIELD: Field<'static> = Field::list("", 1, "", "");

    fn read(set: &Settings, field: &Field) -> Vec<i32> {
        set.list(field).to_vec()
    }
}

impl FieldValue for String {
    const FIELD: Field<'static> = Field::text("", "a text", |_| Ok(()), "");

    fn read(set: &Settings, field: &Field) -> String {
        set.value(field).to_string()
    }
}

impl<T: Choice> FieldValue for T {
    const FIELD: Field<'static> = Field::choice::<T>("", "");

    fn read(set: &Settings, field: &Field) -> T {
        set.choice(field)
    }
}

/// Declares a struct whose members are fields of a check.
///
/// Each row states a member: its type, its help text, and calls of methods of [`Field`] that refine
/// the field. `= FIELD` starts from a field that is declared elsewhere; `enum` declares a [`Choice`],
/// whose first word is the default. The struct has a constant for each field, with the name of its
/// member; `FIELDS`, which lists them in the order of the rows; and `read`, which reads the members
/// from the settings of a case.
///
/// ```
/// use oddsmith_registry::{FieldList, Settings, fields};
///
/// fields! {
///     /// An attack.
///     pub struct Attack {
///         bonus: i32, "attack bonus", range(-20, 40), required("10");
///         cover: Option<i32>, "what cover adds to the difficulty";
///         natural: enum Natural { Hits = "hits", Nothing = "nothing" }, "a printed 20", reading();
///     }
/// }
/// assert_eq!(Attack::bonus.name, "bonus");
/// let attack = Attack::read(&Settings::example("attack", &FieldList::Code(&[Attack::FIELDS]))?);
/// assert_eq!((attack.bonus, attack.cover, attack.natural), (10, None, Natural::Hits));
/// # Ok::<(), oddsmith_base::Error>(())
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! __fields {
    (@begin [] $type:ty) => { <$type as $crate::FieldValue>::FIELD };
    (@begin [$begin:expr] $type:ty) => { $begin };
    ($(#[$note:meta])* $vis:vis struct $name:ident { $(
        $field:ident: $(enum $choice:ident { $($value:ident = $word:literal),+ $(,)? })? $($type:ty)?
        $(= $begin:expr)? $(, $about:literal)? $(, $with:ident($($argument:expr),* $(,)?))*;
    )+ }) => {
        $($($crate::choice! {
            #[doc = concat!("Words of the field `", stringify!($field), "`.")]
            pub enum $choice { $(
                #[doc = concat!("The word `", $word, "`.")]
                $value = $word
            ),+ }
        })?)+

        $(#[$note])*
        $vis struct $name { $(
            #[doc = concat!("Value of the field `", stringify!($field), "`.")]
            $vis $field: $($choice)? $($type)?
        ),+ }

        #[allow(non_upper_case_globals, dead_code)]
        impl $name {
            /// The fields, in the order of the members.
            $vis const FIELDS: &'static [$crate::Field<'static>] = &[$($name::$field),+];
            $(
                #[doc = concat!("The field `", stringify!($field), "`.")]
                $vis const $field: $crate::Field<'static> =
                    $crate::fields!(@begin [$($begin)?] $($choice)? $($type)?)
                        .called(stringify!($field))
                        $(.about($about))? $(.$with($($argument),*))*;
            )+

            /// Reads the members from the settings of a case.
            $vis fn read(set: &$crate::Settings) -> $name {
                $name { $($field: $crate::FieldValue::read(set, &$name::$field)),+ }
            }
        }
    };
}
pub use crate::__fields as fields;
