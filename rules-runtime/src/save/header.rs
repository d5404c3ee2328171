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

/// A part of a ruleset.
#[derive(Debug)]
pub struct RulesetPart {
    /// What it is called.
    pub name: &'static str,
    /// A digest of what may not change, in which fact types stand by their places in `types`.
    pub digest: u64,
    /// The fact types that it names.
    pub types: &'static [&'static str],
    /// Of a rule, a digest of its computed salience, which may change.
    pub salience: u64,
    /// Of a rule, a digest of its group and of whether its matches give that the focus, which may change.
    pub focus: u64,
    /// Of a rule, the types of the facts that it derives.
    pub derives: &'static [u32],
    /// What it was called before, the oldest first.
    pub was: &'static [&'static str],
}

/// The same as a snapshot says it.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SavedPart {
    pub(super) name: Cow<'static, str>,
    pub(super) digest: u64,
    pub(super) types: Vec<Cow<'static, str>>,
    pub(super) salience: u64,
    pub(super) focus: u64,
}

impl SavedPart {
    fn of(part: &RulesetPart) -> Self {
        SavedPart {
            name: part.name.into(),
            digest: part.digest,
            types: part.types.iter().map(|&name| name.into()).collect(),
            salience: part.salience,
            focus: part.focus,
        }
    }
}

/// The format of the rest.
const FORMAT: u32 = 4;

/// The head of a snapshot.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Header {
    format: u32,
    ruleset: Cow<'static, str>,
    pub(super) parts: Vec<SavedPart>,
    pub(super) layout: Layout,
    /// For each fact type of which there are facts, or their past, the names of their fields, where serde knows them.
    pub(super) fields: Vec<Option<FieldNames>>,
}

impl Header {
    /// Whether the part at a place is a fact type of which there are facts, or their past.
    pub(super) fn has_facts(&self, place: usize) -> bool {
        let mut kinds = self.layout.kinds.iter().zip(&self.fields);
        kinds.any(|(&part, fields)| part as usize == place && fields.is_some())
    }

    /// The header of what this ruleset saves of a session.
    pub(super) fn new<P: PersistSession<L>, L>(memory: &P::Memory, state: &State) -> Self {
        Header {
            format: FORMAT,
            ruleset: P::NAME.into(),
            parts: P::PARTS.iter().map(SavedPart::of).collect(),
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
        let parts: Vec<SavedPart> = P::PARTS.iter().map(SavedPart::of).collect();
        if self.parts == parts && self.layout == layout {
            return Ok(None);
        }
        Migration::new::<P, L>(self, &layout).map(Some)
    }
}
