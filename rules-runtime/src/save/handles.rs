//! Handles as serde sees them, so that facts may hold handles of facts: three numbers, which mean the same
//! fact in the restored session.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::memory::handle::{FactId, Handle};

impl Serialize for FactId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.kind, self.slot, self.tag).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for FactId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (kind, slot, tag) = Deserialize::deserialize(deserializer)?;
        Ok(FactId { slot, kind, tag })
    }
}

impl<F> Serialize for Handle<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.id().serialize(serializer)
    }
}

impl<'de, F> Deserialize<'de> for Handle<F> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        FactId::deserialize(deserializer).map(Handle::new)
    }
}
