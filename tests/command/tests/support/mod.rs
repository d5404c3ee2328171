//! What the tests of the command share.

use std::path::PathBuf;

/// The root of the package that the command is run on.
pub(crate) fn fixture() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixture")
}
