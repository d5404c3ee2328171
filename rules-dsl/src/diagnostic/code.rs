//! The name of each mistake, and whether it stops the build.

use super::Level;

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
    /// A field or a global that refers to what it does not own.
    BorrowedData = "borrowed_data", Error;
    /// A literal of a type that its declared field cannot have.
    WrongLiteral = "wrong_literal", Error;
    /// A condition that can never hold within one pattern.
    Never = "never", Error;
    /// A `focus` or an attribute names a group that is not there.
    UnknownGroup = "unknown_group", Error;
    /// `#[strategy(…)]` names no strategy.
    UnknownStrategy = "unknown_strategy", Error;
    /// `#[stage(…)]` names no stage of the ruleset.
    UnknownStage = "unknown_stage", Error;
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
    /// Rust code calls a function named like a query.
    QueryInRust = "query_in_rust", Warning;
    /// The elements of a hash table, which come in no order of their own.
    UnorderedElements = "unordered_elements", Warning;
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
