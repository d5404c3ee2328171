//! What the compiler has to say about a ruleset: errors and warnings at the user's own tokens.
//!
//! Every stage makes these and none prints them; `report` does, for the macro as `compile_error!`s
//! and for a build script as text with excerpts. Messages are lower case, name things in backticks
//! and end without a full stop.

use proc_macro2::Span;

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

macro_rules! codes {
    ($( $(#[$doc:meta])* $variant:ident = $name:literal, $level:ident; )*) => {
        /// What is wrong. The name of a warning is what `#[allow(rules::…)]` takes.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code {
            $( $(#[$doc])* $variant, )*
        }

        impl Code {
            /// Every code, in the order of its declaration.
            pub const ALL: &[Code] = &[ $( Code::$variant, )* ];

            /// Its name, in `snake_case`.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $( Code::$variant => $name, )* }
            }

            /// The level at which it is reported where nothing else is said.
            #[must_use]
            pub fn level(self) -> Level {
                match self { $( Code::$variant => Level::$level, )* }
            }
        }
    };
}

codes! {
    /// The text does not follow the grammar.
    Syntax = "syntax", Error;
    /// A pattern names a field that its declared fact does not have.
    UnknownField = "unknown_field", Error;
    /// A variable is used before the condition that binds it, or is never bound.
    UnboundVariable = "unbound_variable", Error;
    /// A variable of `not`, `exists`, `forall`, an accumulate or a branch is used outside it.
    LocalVariable = "local_variable", Error;
    /// Two rules, queries, groups, globals or facts have one name.
    DuplicateName = "duplicate_name", Error;
    /// A variable is bound twice where it cannot be a join.
    DuplicateVariable = "duplicate_variable", Error;
    /// A query or a key accessor is named like a method of the session.
    ReservedName = "reserved_name", Error;
    /// `modify` or `retract` of what is no fact.
    NotAFact = "not_a_fact", Error;
    /// A fact, or a value matched, is written outside a `modify`.
    WrittenFact = "written_fact", Error;
    /// Two facts are compared by `==` or `!=`.
    ComparedFacts = "compared_facts", Error;
    /// A fact pattern stands where a test is meant to.
    PatternAsTest = "pattern_as_test", Error;
    /// A `for` is to keep what it borrows.
    BorrowedElement = "borrowed_element", Error;
    /// A fact variable stands for the value of a field.
    FactAsValue = "fact_as_value", Error;
    /// A block fails, and the ruleset has no type of error.
    NoErrorType = "no_error_type", Error;
    /// A rule uses the session.
    UnseenSession = "unseen_session", Error;
    /// A field, a global, a parameter or a result of a type without a size.
    UnsizedType = "unsized_type", Error;
    /// A literal of a type that its declared field cannot have.
    WrongLiteral = "wrong_literal", Error;
    /// A condition that can never hold within one pattern.
    Never = "never", Error;
    /// A `focus` or an attribute names a group that is not there.
    UnknownGroup = "unknown_group", Error;
    /// `#[strategy(…)]` names no strategy.
    UnknownStrategy = "unknown_strategy", Error;
    /// An attribute that means nothing where it stands.
    UnknownAttribute = "unknown_attribute", Error;
    /// An attribute whose arguments are not what it takes.
    InvalidAttribute = "invalid_attribute", Error;
    /// A condition calls a query that is not there.
    UnknownQuery = "unknown_query", Error;
    /// A query is called with too few or too many arguments.
    ArgumentCount = "argument_count", Error;
    /// A call binds results that its query does not have, or does not bind those that it has.
    NoResults = "no_results", Error;
    /// An accumulate's function that is not there.
    UnknownFunction = "unknown_function", Error;
    /// A condition names a global.
    GlobalInCondition = "global_in_condition", Error;
    /// `choose`, `fail` or a checkpoint without `#[backtrack]`.
    NeedsBacktrack = "needs_backtrack", Error;
    /// `choose` elsewhere than at the head of a `then` block.
    MisplacedChoose = "misplaced_choose", Error;
    /// `insert logical` of a fact with a key.
    LogicalKey = "logical_key", Error;
    /// A `#[best(…)]` fact is inserted plainly, modified or retracted.
    BestFact = "best_fact", Error;
    /// `insert logical` in an `undo` block.
    LogicalUndo = "logical_undo", Error;
    /// Negation, `forall` or an accumulate through a cycle of logical inserts.
    Unstratified = "unstratified", Error;
    /// Negation, `forall` or an accumulate through a cycle of queries.
    UnstratifiedQuery = "unstratified_query", Error;
    /// A recursion whose argument or result may be a new value each time.
    UnboundedRecursion = "unbounded_recursion", Error;
    /// Something the language has and this compiler does not support.
    Unsupported = "unsupported", Error;
    /// A condition asks a table that is not there.
    UnknownTable = "unknown_table", Error;
    /// A table has no columns, or a row has more or fewer cells than the head.
    TableShape = "table_shape", Error;
    /// A table with `#[reload]` is declared or asked in a way that rows which are data do not allow.
    Reload = "reload", Error;
    /// The type of a column is not known.
    ColumnType = "column_type", Error;
    /// A cell does not say values of its column.
    Cell = "cell", Error;
    /// There are cases for which no row of a table holds.
    Gap = "gap", Error;
    /// Two rows of a table hold in one case, and may not.
    Overlap = "overlap", Error;
    /// The file of a table's rows, or a cell in it, cannot be read.
    Sheet = "sheet", Error;
    /// Something of time in a ruleset without a clock.
    NeedsClock = "needs_clock", Error;
    /// A span of time that the clock does not have, or that is no constant.
    Span = "span", Error;
    /// A condition relates by time what is no event.
    NeedsEvent = "needs_event", Error;
    /// A condition reads the clock.
    NowInCondition = "now_in_condition", Error;
    /// A rule may change the time of an event.
    EventTime = "event_time", Error;
    /// A condition needs events of a type for ever.
    UnboundedEvent = "unbounded_event", Warning;
    /// A variable that is bound and not used.
    UnusedVariable = "unused_variable", Warning;
    /// Patterns that fall into two sets which share nothing.
    CrossProduct = "cross_product", Warning;
    /// An earlier condition excludes a later one.
    NeverFires = "never_fires", Warning;
    /// A rule whose effects re-activate itself without changing what it tests.
    SelfReactivation = "self_reactivation", Warning;
    /// Rules that activate one another without changing what they test.
    RuleCycle = "rule_cycle", Warning;
    /// A logical insert in a block that modifies or retracts what its rule reads.
    UnseenLogical = "unseen_logical", Warning;
    /// Two rules with the same conditions and effects.
    DuplicateRule = "duplicate_rule", Warning;
    /// A condition that an earlier one implies.
    SubsumedCondition = "subsumed_condition", Warning;
    /// A `#[derived]` fact that no rule inserts.
    Underivable = "underivable", Warning;
    /// A row of a table that never decides: earlier rows hold in all its cases.
    UnreachableRow = "unreachable_row", Warning;
    /// Rows of a table that differ in one column alone and say the same.
    MergeableRows = "mergeable_rows", Warning;
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
