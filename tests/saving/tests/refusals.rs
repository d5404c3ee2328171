//! What is no snapshot of the ruleset is refused, and the error says why. (Other versions of it are in `versions`.)

use std::panic::{AssertUnwindSafe, catch_unwind};

use saving::kitchen::{Kitchen, kitchen};
use serde::{Deserialize, Serialize};

/// A ruleset in a version.
macro_rules! version {
    ($module:ident, $($ruleset:tt)*) => {
        mod $module {
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
            pub(crate) struct Stone(pub(crate) u8);

            rules_runtime::rules! {
                #[allow(rules::cross_product)]
                pub(crate) ruleset Quarry;
                $($ruleset)*
            }
        }
    };
}

version! {
    first,
    #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
    pub(crate) fact Cart { load: u8 }
    /// Loads a cart.
    rule load {
        when { stone @ Stone(weight) if weight < 9; cart @ Cart { load }; }
        then { retract stone; modify cart { cart.load = load + weight; } }
    }
    rule tip { when { cart @ Cart { load: > 20 }; } then { modify cart { cart.load = 0; } } }
}

version! {
    same,
    #[derive(Clone, PartialEq, Debug, serde::Deserialize, serde::Serialize)]
    pub(crate) fact Cart { load: u8 }
    // What is not seen does not count.
    rule load {
        when { stone @ Stone(weight)
                   if weight < 9;
               cart @ Cart { load }; }
        then { retract stone; modify cart { cart.load = load + weight; } }
    }
    /// Empties a cart.
    rule tip { when { cart @ Cart { load: > 20 }; } then { modify cart { cart.load = 0; } } }
}

fn quarry() -> first::Quarry {
    let mut quarry = first::Quarry::new();
    quarry.insert_all([3, 4, 12].map(first::Stone));
    quarry.insert(first::Cart { load: 1 });
    _ = quarry.step();
    quarry
}

/// What is said of the quarry's snapshot where another type is asked for.
fn refusal<T: for<'de> Deserialize<'de>>() -> String {
    let text = serde_json::to_string(&quarry()).unwrap();
    let of_text = serde_json::from_str::<T>(&text).err().unwrap().to_string();
    let bytes = postcard::to_stdvec(&quarry()).unwrap();
    assert!(postcard::from_bytes::<T>(&bytes).is_err());
    let place = of_text.find(" at line").unwrap_or(of_text.len());
    of_text[..place].to_owned()
}

#[test]
fn a_version_that_differs_in_nothing_that_counts_takes_it() {
    let bytes = postcard::to_stdvec(&quarry()).unwrap();
    let mut same: same::Quarry = postcard::from_bytes(&bytes).unwrap();
    let mut first: first::Quarry = postcard::from_bytes(&bytes).unwrap();
    assert_eq!(same.run(), first.run());
    assert_eq!(same.facts().map(|same::Cart { load }| *load).sum::<u8>(), 8);
}

#[test]
fn another_ruleset_is_told_by_its_name() {
    assert_eq!(
        refusal::<Kitchen>(),
        "the snapshot is of ruleset `Quarry`, expected `Kitchen`"
    );
}

#[test]
fn another_format_is_told() {
    let text = serde_json::to_string(&quarry()).unwrap();
    let text = text.replacen("\"format\":4", "\"format\":7", 1);
    let error = serde_json::from_str::<first::Quarry>(&text).err().unwrap();
    assert!(
        error.to_string().contains("in format 7, expected format 4"),
        "{error}"
    );
}

#[test]
fn globals_that_were_not_saved_must_be_given() {
    let text = serde_json::to_string(&kitchen().without_globals()).unwrap();
    let error = serde_json::from_str::<Kitchen>(&text).err().unwrap();
    assert!(
        error.to_string().contains("give them to `restore_with`"),
        "{error}"
    );
}

#[test]
fn globals_that_were_saved_are_not_given_anew() {
    let text = serde_json::to_string(&kitchen()).unwrap();
    let mut deserializer = serde_json::Deserializer::from_str(&text);
    let restored = Kitchen::builder().restore_with(&mut deserializer, Vec::new(), 0);
    let error = restored.err().unwrap();
    assert!(error.to_string().contains("use `restore`"), "{error}");
}

#[test]
fn a_value_that_is_not_read_as_it_was_written_is_found() {
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) struct Forgetful(u8);

    impl Serialize for Forgetful {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.0.serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for Forgetful {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            u8::deserialize(deserializer).map(|number| Forgetful(number / 2))
        }
    }

    rules_runtime::rules! {
        ruleset Small;
        rule r { when { Forgetful(_); } then {} }
    }
    let mut session = Small::new();
    session.insert(Forgetful(7));
    let text = serde_json::to_string(&session).unwrap();
    let error = serde_json::from_str::<Small>(&text).err().unwrap();
    assert!(
        error.to_string().contains("not read as it was written"),
        "{error}"
    );
}

#[test]
fn a_poisoned_session_is_not_saved() {
    rules_runtime::rules! {
        ruleset Small;
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        fact A(u8);
        rule r { when { A(n) if 10 / n > 1; } then {} }
    }
    let mut session = Small::new();
    assert!(catch_unwind(AssertUnwindSafe(|| session.insert(A(0)))).is_err());
    let error = serde_json::to_string(&session).unwrap_err();
    assert!(error.to_string().contains("poisoned"), "{error}");
}
