//! A snapshot by an earlier version of a ruleset is restored by a later one: what fired does not fire again, what is new
//! begins, and what stands in the way is named.

mod any_session;
mod asked;
mod carried;
mod fields;
mod founded;
mod grouped;
mod kinds;
mod names;
mod pending;
mod refused;
mod said_elsewhere;
mod shared;
mod taken_names;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A version of a ruleset.
macro_rules! version {
    ($module:ident under $attribute:meta, $($ruleset:tt)*) => {
        pub(crate) mod $module {
            rules_runtime::rules! {
                #[allow(rules::cross_product)]
                #[$attribute]
                pub(crate) ruleset Shop;
                $($ruleset)*
            }
        }
    };
    ($module:ident, $($ruleset:tt)*) => {
        version! { $module under allow(unused), $($ruleset)* }
    };
}

pub(crate) use version;

/// A snapshot restored by another version: from JSON and from a binary format.
fn both<T: DeserializeOwned>(session: &impl Serialize) -> [T; 2] {
    let text = serde_json::to_string(session).unwrap();
    let bytes = postcard::to_stdvec(session).unwrap();
    let of_text = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}"));
    let of_bytes = postcard::from_bytes(&bytes);
    [of_text, of_bytes.unwrap_or_else(|error| panic!("{error}"))]
}

/// Why another version refuses it.
fn refusal<T: DeserializeOwned>(session: &impl Serialize) -> String {
    let bytes = postcard::to_stdvec(session).unwrap();
    assert!(postcard::from_bytes::<T>(&bytes).is_err());
    let text = serde_json::to_string(session).unwrap();
    let error = serde_json::from_str::<T>(&text).err().unwrap().to_string();
    let place = error.find(" at line").unwrap_or(error.len());
    error[..place].to_owned()
}
