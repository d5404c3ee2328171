//! What the compiler has to say about a ruleset: errors and warnings at the user's own tokens.
//!
//! Every stage makes these and none prints them; `report` does, for the macro as `compile_error!`s
//! and for a build script as text with excerpts. Messages are lower case, name things in backticks
//! and end without a full stop.

mod code;
mod mend;

use proc_macro2::Span;

pub use code::Code;
pub use mend::{Edit, Mend};

/// The first and the last token of what a diagnostic points at.
///
/// Two spans, because on stable Rust the tokens of a macro cannot be joined into one.
#[derive(Debug, Clone, Copy)]
pub struct SpanRange {
    /// The span of the first token.
    pub start: Span,
    /// The span of the last token.
    pub end: Span,
}

impl From<Span> for SpanRange {
    fn from(span: Span) -> Self {
        Self {
            start: span,
            end: span,
        }
    }
}

impl SpanRange {
    /// The range from the first to the last token of `tokens`; `None` where there is no token.
    pub fn of(tokens: impl quote::ToTokens) -> Option<Self> {
        let mut spans = tokens.into_token_stream().into_iter().map(|t| t.span());
        let start = spans.next()?;
        Some(Self {
            start,
            end: spans.last().unwrap_or(start),
        })
    }
}

/// Whether a diagnostic stops the build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// It stops the build.
    Error,
    /// It does not; `#[allow(rules::NAME)]` silences it.
    Warning,
}

/// One error or warning.
#[derive(Debug, Clone)]
pub struct Diagnostic {
    /// What is wrong.
    pub code: Code,
    /// Whether it stops the build.
    pub level: Level,
    /// The message: what was found, what was expected. Where `first` is a place, the message goes on with
    /// it: ` at line 4`. (`report::message` says the whole.)
    pub message: String,
    /// The place that came first, where two places make the mistake.
    pub first: Option<Span>,
    /// The offending tokens.
    pub span: SpanRange,
    /// Other places that have to do with it, each with a word about it.
    pub labels: Vec<(SpanRange, String)>,
    /// How to mend it.
    pub help: Option<String>,
    /// Changes of the text that mend it, what is likeliest meant first: what an editor offers. (In a box, for errors
    /// that functions return are to be small.)
    pub mends: Box<Vec<Mend>>,
}

impl Diagnostic {
    /// An error.
    pub fn error(code: Code, span: impl Into<SpanRange>, message: impl Into<String>) -> Self {
        Self {
            code,
            level: Level::Error,
            message: message.into(),
            first: None,
            span: span.into(),
            labels: Vec::new(),
            help: None,
            mends: Box::default(),
        }
    }

    /// A warning.
    pub fn warning(code: Code, span: impl Into<SpanRange>, message: impl Into<String>) -> Self {
        Self {
            level: Level::Warning,
            ..Self::error(code, span, message)
        }
    }

    /// Whether it stops the build.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.level == Level::Error
    }

    /// The same, with a word about another place.
    #[must_use]
    pub fn label(mut self, span: impl Into<SpanRange>, text: impl Into<String>) -> Self {
        self.labels.push((span.into(), text.into()));
        self
    }

    /// The same, naming the place that came first, with a word about it.
    #[must_use]
    pub fn first(mut self, span: impl Into<SpanRange>, text: impl Into<String>) -> Self {
        let span = span.into();
        self.first = Some(span.start);
        self.label(span, text)
    }

    /// The same, saying how to mend it.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// The same, with a change of the text that mends it.
    #[must_use]
    pub fn mend(mut self, span: impl Into<SpanRange>, edit: Edit) -> Self {
        let span = span.into();
        self.mends.push(Mend { span, edit });
        self
    }
}

/// The diagnostics of one compilation: in the order in which they were found, at its end in that of the
/// source.
#[derive(Debug, Clone, Default)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Whether there is neither error nor warning.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether one of them stops the build.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(Diagnostic::is_error)
    }

    /// Them, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.0.iter()
    }

    /// Puts them in the order of a key; those of one key stay in the order in which they were found.
    pub fn sort_by_key<K: Ord>(&mut self, key: impl FnMut(&Diagnostic) -> K) {
        self.0.sort_by_key(key);
    }

    /// Takes away those from the one of a number on.
    #[must_use]
    pub fn split_off(&mut self, from: usize) -> Self {
        Self(self.0.split_off(from))
    }

    /// Keeps those for which `keep` holds.
    pub fn retain(&mut self, keep: impl FnMut(&Diagnostic) -> bool) {
        self.0.retain(keep);
    }

    /// For the end of a phase: the warnings, where the build may go on.
    ///
    /// # Errors
    ///
    /// All of them, where one stops the build.
    pub fn into_result(self) -> Result<Self, Self> {
        if self.has_errors() {
            Err(self)
        } else {
            Ok(self)
        }
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: I) {
        self.0.extend(diagnostics);
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(vec![diagnostic])
    }
}

/// The candidate nearest to `name`, where one is near enough to have been meant.
pub(crate) fn nearest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= 1.max(candidate.chars().count() / 3))
        .filter(|(distance, _)| *distance < name.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}
