//! Checks that look at the resolved model: they change nothing and find what is wrong with it.

mod unsupported;

use crate::diagnostic::Diagnostics;
use crate::hir::Ruleset;

/// Checks a ruleset.
pub fn check(ruleset: &Ruleset, diagnostics: &mut Diagnostics) {
    unsupported::check_unsupported(ruleset, diagnostics);
}
