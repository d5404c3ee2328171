//! The head of a snapshot: which ruleset it is of, what that is made of, and what the numbers in the rest stand for.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::fields::{FieldNames, field_names};
use super::layout::Layout;
use super::migration::Migration;
use super::refusal::Refusal;
use super::state::State;
use super::{Persist, PersistSession};

/// A part of a ruleset: what it is called, a digest of its text, and what it was called before.
pub type RulesetPart = (&'static str, u64, &'static [&'static str]);

/// The format of the rest.
const FORMAT: u32 = 2;

/// The head of a snapshot.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Header {
    format: u32,
    ruleset: Cow<'static, str>,
    pub(super) parts: Vec<(Cow<'static, str>, u64)>,
    pub(super) layout: Layout,
    /// For each fact type the names of its fields, where serde knows them and there are facts.
    pub(super) fields: Vec<FieldNames>,
}

impl Header {
    /// The header of what this ruleset saves of a session.
    pub(super) fn new<P: PersistSession<L>, L>(memory: &P::Memory, state: &State) -> Self {
        let parts = P::PARTS.iter();
        Header {
            format: FORMAT,
            ruleset: P::NAME.into(),
            parts: parts
                .map(|&(name, digest, _)| (name.into(), digest))
                .collect(),
            layout: Layout::of::<P, L>(),
            fields: field_names::<P, L>(memory, Some(state)),
        }
    }

    /// What is to be done with a snapshot of another version; nothing where it is of this one. Fails where it cannot be
    /// restored.
    pub(super) fn check<P: Persist<L>, L>(&self) -> Result<Option<Migration>, Refusal> {
        if self.format != FORMAT {
            return Err(Refusal::Format {
                found: self.format,
                expected: FORMAT,
            });
        }
        if self.ruleset != P::NAME {
            return Err(Refusal::Ruleset {
                found: self.ruleset.clone().into_owned(),
                expected: P::NAME,
            });
        }
        let layout = Layout::of::<P, L>();
        if self.fields.len() != self.layout.kinds.len() {
            return Err(Refusal::Altered);
        }
        let saved = self.parts.iter().map(|(name, digest)| (&**name, *digest));
        let parts = P::PARTS.iter().map(|&(name, digest, _)| (name, digest));
        if saved.eq(parts) && self.layout == layout {
            return Ok(None);
        }
        Migration::new::<P, L>(self, &layout).map(Some)
    }
}
