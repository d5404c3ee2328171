//! Values by which facts are found whose keys have fields of types that the compiler does not know.
//!
//! An accessor must name the types of its parameters, and that of a field of a type from elsewhere has no name in the
//! ruleset, unless the ruleset says it: `#[key(id: u32)] use …`. Without, the accessor takes any of these values and
//! makes of it a value of the field's type.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use core::any::{Any, type_name};

use crate::memory::handle::Handle;
use crate::values::bind::{Key, KeyHash as _};

/// A value for a field of a key.
#[diagnostic::on_unimplemented(
    message = "`{Self}` by value cannot be sought in a key whose types the ruleset does not say",
    label = "give a reference to it",
    note = "or say the field's type where the ruleset gives the key: `#[key(field: Type)] use …`"
)]
pub trait KeyValue {
    /// The value as one of the field's type, `F`.
    ///
    /// # Panics
    ///
    /// Panics where no value of the one type can be one of the other.
    fn sought<F: 'static>(&self) -> Sought<'_, F>;

    /// The value, where it may have parts of other types than the field's.
    fn any(&self) -> Option<&dyn Any> {
        None
    }
}

/// What is sought in a field of a key.
pub enum Sought<'a, F> {
    /// A value of the field's type.
    Value(&'a F),
    /// A value that has become one of the field's type.
    Made(F),
    /// Text, whatever holds it in the field.
    Text(&'a str),
    /// A number that the field's type does not have.
    Nowhere,
}

impl<F: 'static> Sought<'_, F> {
    /// Its hash: as that of the field, of which `hash` mixes a value with what stood before.
    pub fn hash(&self, before: u64, hash: impl Fn(&F, u64) -> u64) -> u64 {
        match self {
            Sought::Value(value) => hash(value, before),
            Sought::Made(value) => hash(value, before),
            Sought::Text(text) => Key(*text).__mix(before),
            Sought::Nowhere => before,
        }
    }

    /// Whether it is the value of a field.
    pub fn is(&self, field: &F) -> bool
    where
        F: PartialEq,
    {
        match self {
            Sought::Value(value) => field == *value,
            Sought::Made(value) => field == value,
            Sought::Text(text) => text_of(field) == Some(*text),
            Sought::Nowhere => false,
        }
    }
}

impl KeyValue for &str {
    fn sought<F: 'static>(&self) -> Sought<'_, F> {
        text_for(self)
    }
}

impl KeyValue for String {
    fn sought<F: 'static>(&self) -> Sought<'_, F> {
        text_for(self)
    }
}

impl<T: 'static> KeyValue for &T {
    fn sought<F: 'static>(&self) -> Sought<'_, F> {
        any_for(*self)
    }

    fn any(&self) -> Option<&dyn Any> {
        Some(*self)
    }
}

/// Values with parts, which are `Copy` where their parts are.
macro_rules! parted {
    ($($($part:ident)* => $value:ty;)*) => {$(
        impl<$($part: 'static),*> KeyValue for $value {
            fn sought<F: 'static>(&self) -> Sought<'_, F> {
                any_for(self)
            }

            fn any(&self) -> Option<&dyn Any> {
                Some(self)
            }
        }
    )*};
}

parted! {
    A => Option<A>;
    A B => (A, B);
    A B C => (A, B, C);
}

impl<T: 'static> KeyValue for Handle<T> {
    fn sought<F: 'static>(&self) -> Sought<'_, F> {
        any_for(self)
    }
}

/// Values that are `Copy`, and among them those that are integers.
macro_rules! values {
    ($($value:ident)*; $($integer:ident)*) => {
        $(
            impl KeyValue for $value {
                fn sought<F: 'static>(&self) -> Sought<'_, F> {
                    any_for(self)
                }
            }
        )*

        /// An integer, which is in the one range or in the other, or in both.
        fn integer_of(value: &dyn Any) -> Option<(Option<i128>, Option<u128>)> {
            $(
                if let Some(&value) = value.downcast_ref::<$integer>() {
                    return Some((i128::try_from(value).ok(), u128::try_from(value).ok()));
                }
            )*
            None
        }

        /// Puts an integer into a place of another integer type, if it is one that has the value; whether the place
        /// is of an integer type.
        fn put_integer(place: &mut dyn Any, (signed, unsigned): (Option<i128>, Option<u128>)) -> bool {
            $(
                if let Some(place) = place.downcast_mut::<Option<$integer>>() {
                    let signed = signed.and_then(|value| $integer::try_from(value).ok());
                    let unsigned = || unsigned.and_then(|value| $integer::try_from(value).ok());
                    *place = signed.or_else(unsigned);
                    return true;
                }
            )*
            false
        }
    };
}

values! {
    u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool char;
    u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize
}

fn any_for<T: 'static, F: 'static>(value: &T) -> Sought<'_, F> {
    let any: &dyn Any = value;
    if let Some(value) = any.downcast_ref() {
        return Sought::Value(value);
    }
    if let Some(text) = text_of(value) {
        return text_for(text);
    }
    let mut number: Option<F> = None;
    if integer_of(any).is_some_and(|integer| put_integer(&mut number, integer)) {
        return number.map_or(Sought::Nowhere, Sought::Made);
    }
    refuse::<T, F>()
}

/// A part of what is sought, as the part of the field's type that it is; `None` where a number is none of that type.
pub(crate) fn converted<T: 'static, P: Clone + 'static>(part: &T) -> Option<P> {
    match any_for::<T, P>(part) {
        Sought::Value(value) => Some(value.clone()),
        Sought::Made(value) => Some(value),
        Sought::Text(text) => {
            let mut place: Option<P> = None;
            put_text(&mut place, text);
            place
        }
        Sought::Nowhere => None,
    }
}

fn text_for<F: 'static>(text: &str) -> Sought<'_, F> {
    let is = core::any::TypeId::of::<F>;
    if TEXTS.iter().any(|of| of() == is()) {
        return Sought::Text(text);
    }
    refuse::<str, F>()
}

fn refuse<T: ?Sized, F>() -> ! {
    panic!(
        "the field of the key is a `{field}`, and is not sought by a `{}`; where the ruleset says the type, \
         `#[key(field: {field})]`, rustc makes the value one",
        type_name::<T>(),
        field = type_name::<F>(),
    )
}

/// Types that hold text.
macro_rules! texts {
    ($($(#[$attr:meta])* $text:ty),* $(,)?) => {
        const TEXTS: &[fn() -> core::any::TypeId] = &[
            core::any::TypeId::of::<&'static str>,
            $($(#[$attr])* core::any::TypeId::of::<$text>,)*
        ];

        /// The text that a value is.
        fn text_of(value: &dyn Any) -> Option<&str> {
            if let Some(text) = value.downcast_ref::<&'static str>() {
                return Some(text);
            }
            $(
                $(#[$attr])*
                if let Some(text) = value.downcast_ref::<$text>() {
                    return Some(text);
                }
            )*
            None
        }

        /// Puts a text into a place of a type that owns its text.
        fn put_text(place: &mut dyn Any, text: &str) {
            $(
                $(#[$attr])*
                if let Some(place) = place.downcast_mut::<Option<$text>>() {
                    *place = Some(String::from(text).into());
                }
            )*
        }
    };
}

texts! {
    String,
    Box<str>,
    Rc<str>,
    Cow<'static, str>,
    #[cfg(target_has_atomic = "ptr")]
    alloc::sync::Arc<str>,
}
