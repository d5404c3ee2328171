//! What the language has and this compiler does not support yet: one error at its word.
//!
//! Called from `resolve` wherever the syntax tree holds such a thing. Nothing is ever dropped in
//! silence: the matches over the syntax tree have no catch-all arm.

use crate::diagnostic::{Diagnostics, SpanRange};
use crate::vocabulary as say;

/// Reports that `what`, written at `span`, is not supported.
pub(super) fn report(diagnostics: &mut Diagnostics, span: impl Into<SpanRange>, what: &str) {
    diagnostics.push(say::unsupported(format!("`{what}`")).at(span));
}
