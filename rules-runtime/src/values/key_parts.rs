//! Keys of a tuple or an `Option`, whose parts may be sought by other types than theirs: `&(1, "x")`, where the field is a
//! `(u8, String)`.
//!
//! See [`key_value`](crate::values::key_value): what a literal is to be is not known where an accessor takes it.

use core::any::Any;

use crate::values::key_value::{KeyValue, Sought, converted};

/// A field of a key.
pub struct KeyField<T, F>(pub fn(&T) -> &F);

/// [`KeyField`] of a type with parts.
pub trait KeyFieldParts<F> {
    /// What is sought in the field.
    fn __sought<'v>(&self, value: &'v impl KeyValue) -> Sought<'v, F>;
}

/// [`KeyField`] of any type.
pub trait KeyFieldWhole<F> {
    /// What is sought in the field.
    fn __sought<'v>(&self, value: &'v impl KeyValue) -> Sought<'v, F>;
}

impl<T, F: Parts> KeyFieldParts<F> for KeyField<T, F> {
    fn __sought<'v>(&self, value: &'v impl KeyValue) -> Sought<'v, F> {
        let other = value.any().filter(|any| !any.is::<F>());
        other.and_then(F::of).unwrap_or_else(|| value.sought())
    }
}

impl<T, F: 'static> KeyFieldWhole<F> for &KeyField<T, F> {
    fn __sought<'v>(&self, value: &'v impl KeyValue) -> Sought<'v, F> {
        value.sought()
    }
}

/// A type whose parts may be sought each by itself.
pub trait Parts: Sized + 'static {
    /// What is sought, if `value` has such parts.
    fn of(value: &dyn Any) -> Option<Sought<'static, Self>>;
}

/// Tries the types that literals have in the places of the parts.
macro_rules! tried {
    ($value:ident: $($from:ty as $to:ident,)*) => {
        if let Some(($($to,)*)) = $value.downcast_ref::<($($from,)*)>() {
            return Some(sought(|| Some(($(converted::<$from, $to>($to)?,)*))));
        }
    };
    ($value:ident: $($from:ty as $to:ident,)*; $part:ident $($rest:ident)*) => {
        tried!($value: $($from as $to,)* $part as $part,; $($rest)*);
        tried!($value: $($from as $to,)* i32 as $part,; $($rest)*);
        tried!($value: $($from as $to,)* &'static str as $part,; $($rest)*);
    };
    ($value:ident: $($from:ty as $to:ident,)*;) => {
        tried!($value: $($from as $to,)*);
    };
}

macro_rules! tuples {
    ($($($part:ident)*;)*) => {$(
        impl<$($part: Clone + 'static),*> Parts for ($($part,)*) {
            #[expect(non_snake_case, reason = "a part is named as its type")]
            fn of(value: &dyn Any) -> Option<Sought<'static, Self>> {
                tried!(value: ; $($part)*);
                None
            }
        }
    )*};
}

tuples! {
    A B;
    A B C;
}

impl<A: Clone + 'static> Parts for Option<A> {
    fn of(value: &dyn Any) -> Option<Sought<'static, Self>> {
        if let Some(number) = value.downcast_ref::<Option<i32>>() {
            return Some(inside(number.as_ref()));
        }
        let text = value.downcast_ref::<Option<&'static str>>()?;
        Some(inside(text.as_ref()))
    }
}

/// What is sought by an `Option` of another type.
fn inside<T: 'static, A: Clone + 'static>(part: Option<&T>) -> Sought<'static, Option<A>> {
    match part {
        None => Sought::Made(None),
        Some(part) => sought(|| Some(Some(converted(part)?))),
    }
}

/// What is sought is what is made; where that comes to nothing, no field has it.
fn sought<F>(make: impl FnOnce() -> Option<F>) -> Sought<'static, F> {
    make().map_or(Sought::Nowhere, Sought::Made)
}
