//! What the tests of saving share: a session goes through a format and comes back.

#[expect(missing_docs, reason = "the facts' fields say what they are")]
pub mod kitchen;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A session, saved as JSON and restored.
///
/// # Panics
///
/// Panics if it cannot be saved or restored.
pub fn through_json<S: Serialize + DeserializeOwned>(session: &S) -> S {
    let text = serde_json::to_string(session).expect("a session that can be saved");
    serde_json::from_str(&text).expect("a snapshot that can be restored")
}

/// A session, saved in a binary format and restored.
///
/// # Panics
///
/// Panics if it cannot be saved or restored.
pub fn through_postcard<S: Serialize + DeserializeOwned>(session: &S) -> S {
    let bytes = postcard::to_stdvec(session).expect("a session that can be saved");
    postcard::from_bytes(&bytes).expect("a snapshot that can be restored")
}
