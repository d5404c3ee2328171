//! A sentence for each word of the language, for hovers and completion.

mod attributes;

pub(super) use attributes::{
    FACT_ATTRIBUTES, OTHER_ATTRIBUTES, RULE_ATTRIBUTES, RULESET_ATTRIBUTES, SHARED_ATTRIBUTES,
    STRATEGIES,
};

/// Words, each with what it says.
pub(super) type Words = &'static [(&'static str, &'static str)];

/// The words with which items begin.
pub(super) const ITEMS: Words = &[
    (
        "ruleset",
        "`pub ruleset Name;` is the first item. It names the session type; attributes of the whole ruleset stand on it.",
    ),
    (
        "use",
        "Brings Rust types in: `use crate::model::Order;`. Any type that a pattern names is a fact type.",
    ),
    (
        "type",
        "Gives a type one name in the ruleset: `type Pair = (u32, u32);`.",
    ),
    (
        "fact",
        "Declares a fact type: `fact Cell { row: u8 }`, `fact Edge(u32, u32);` or `fact enum Signal { … }`. The compiler then checks field names and types itself.",
    ),
    (
        "global",
        "`global rng: SmallRng;` is a value that the session owns. `then` and `undo` blocks may use it, conditions may not.",
    ),
    (
        "rule",
        "`rule name { when { … } then { … } }`: for each match of its conditions the rule fires once. It may end with `undo { … }`.",
    ),
    (
        "query",
        "`query name(p: T) -> R { when { … } select expr }` becomes a method of the session. Without `-> R` and `select` it is a `bool`. Conditions may call it.",
    ),
    (
        "group",
        "`group name { rule … }`: the rules in it fire only while the group has the focus.",
    ),
    (
        "table",
        "`table name(p: T) -> R { | column || output | … }` is a decision table. A case for which no row holds, and rows that overlap, do not compile.",
    ),
    (
        "kind",
        "`kind Animal = Dog or Cat { name };` gives several fact types with common fields one name, for patterns.",
    ),
];

/// The parts of a rule or a query.
pub(super) const PARTS: Words = &[
    (
        "when",
        "The conditions. Each ends with `;`, and a variable bound by one is seen in the later ones.",
    ),
    (
        "then",
        "What the rule does: a Rust block with the statements `insert`, `modify`, `retract`, `focus` and `halt`. Effects apply together when the block ends.",
    ),
    (
        "undo",
        "Runs when a match that fired ends: as an activation that goes before others of its salience.",
    ),
    ("select", "What one result of a query is, made of a match."),
];

/// The words with which conditions begin.
pub(super) const CONDITIONS: Words = &[
    (
        "not",
        "`not P;` or `not { A; B; }`: there is no match of P, or of A and B together. Its variables are local.",
    ),
    (
        "exists",
        "`exists P;`: there is at least one match; one match of the rule however many there are.",
    ),
    ("unique", "`unique P;`: there is exactly one match."),
    (
        "forall",
        "`forall P => Q;`: every match of P also has a match of Q. It holds where there is no P.",
    ),
    (
        "either",
        "`either { … } or { … }`: one match for each branch that holds. What every branch binds is seen after it.",
    ),
    (
        "if",
        "`if expr;` is a test, `if let PAT = expr;` one that binds. After a pattern `if` begins its guard.",
    ),
    (
        "let",
        "`let x = expr;` is a computed variable, evaluated where it is used.",
    ),
    (
        "for",
        "`for x in expr;`: one match for each element. `for x: T in expr;` keeps the elements.",
    ),
    (
        "due",
        "`due expr;` holds from the instant `expr` on. The ruleset needs `#[clock(T)]`.",
    ),
];

/// The words that go on with a condition.
pub(super) const WITHIN_CONDITIONS: Words = &[
    (
        "or",
        "Begins the next branch of an `either`; in a `kind` and in cells of tables, the next of several.",
    ),
    (
        "by",
        "`t = sum(x for P) by (key);`: one result for each group. A group is there while it has members.",
    ),
    (
        "within",
        "`P within 10min`: events of the last ten minutes. `P within 10s after a`: less than ten seconds after the event `a`.",
    ),
    (
        "last",
        "`n = count(P last 100);`: the latest by time, of each group.",
    ),
    (
        "after",
        "`P after a`: the event begins when `a` is over, or later.",
    ),
    (
        "before",
        "`P before a`: the event is over when `a` begins, or earlier.",
    ),
    (
        "of",
        "`P within 10s of a`: before or after the event `a`, less than that away.",
    ),
    (
        "in",
        "Stands before what is iterated, and before a query or a table that is asked: `x in path(a, b);`.",
    ),
];

/// The functions of accumulates.
pub(super) const FUNCTIONS: Words = &[
    (
        "count",
        "`n = count(P);`: how many matches there are, a `usize`. Of nothing it is zero.",
    ),
    (
        "sum",
        "`t = sum(expr for P);`: exact, also for floats. Of nothing it is zero.",
    ),
    (
        "min",
        "`m = min(expr for P);`: the least value. It does not match where there is nothing.",
    ),
    (
        "max",
        "`m = max(expr for P);`: the greatest value. It does not match where there is nothing.",
    ),
    (
        "avg",
        "`a = avg(expr for P);`: the mean, an `f64`. It does not match where there is nothing.",
    ),
    (
        "collect",
        "`xs = collect(x @ P);`: a `Facts<T>` in the order of insertion. Of nothing it is empty, and matches.",
    ),
    (
        "min_by",
        "`best = min_by(expr for x @ P);`: the fact with the least value. The first inserted wins a tie.",
    ),
    (
        "max_by",
        "`best = max_by(expr for x @ P);`: the fact with the greatest value. The first inserted wins a tie.",
    ),
    (
        "accumulate",
        "`r = accumulate(MyAcc, expr for P);`: what your own `Accumulator` makes of it.",
    ),
];

/// The statements of blocks.
pub(super) const EFFECTS: Words = &[
    (
        "insert",
        "`insert Fact { … };` puts a new fact into working memory. `insert logical …;` one that stands only while a match that derived it does.",
    ),
    (
        "logical",
        "`insert logical …;`: the fact stands only while a match that derived it stands.",
    ),
    (
        "modify",
        "`modify c { c.x = 1; }`: in the block `c` is `&mut T`. Only the fields that are written count as changed.",
    ),
    (
        "retract",
        "`retract c;` takes the fact out of working memory.",
    ),
    (
        "focus",
        "`focus group;` puts a group on top of the focus stack: only its activations fire, until none is left.",
    ),
    ("halt", "`halt;` ends the run when this change is done."),
    (
        "choose",
        "`choose x in expr;` at the head of a block: the match fires with the first alternative; a later `fail` comes back for the next. The ruleset needs `#[backtrack]`.",
    ),
    (
        "fail",
        "`fail;` drops the block's effects and goes back to the latest choice that has an alternative left. The ruleset needs `#[backtrack]`.",
    ),
    CLOCK[0],
];

/// What may stand anywhere in a block.
pub(super) const CLOCK: Words = &[(
    "now",
    "The clock of the session. In conditions it does not compile.",
)];

/// What goes on with a pattern.
pub(super) const GUARDS: Words = &[
    (
        "if",
        "`P if expr`: a guard, which belongs to the pattern, the accumulate or the look-up before it.",
    ),
    ("not", "Of what comes next there is no match."),
    ("exists", "Of what comes next there is at least one match."),
];

/// The words within the parentheses of an accumulate.
pub(super) const IN_ACCUMULATES: Words = &[
    (
        "for",
        "`sum(expr for P)`: what is accumulated, then the conditions whose matches it is taken of.",
    ),
    GUARDS[0],
    GUARDS[1],
    GUARDS[2],
];

/// The words in the cells of a table.
pub(super) const CELLS: Words = &[
    ("not", "`not …`: all values but these."),
    ("else", "Holds where no other row does: the last row."),
];

/// All attributes.
pub(super) const ATTRIBUTES: &[Words] = &[
    RULE_ATTRIBUTES,
    SHARED_ATTRIBUTES,
    FACT_ATTRIBUTES,
    RULESET_ATTRIBUTES,
    OTHER_ATTRIBUTES,
];

/// What a word of the language says, where it is one of some.
pub(super) fn sentence(word: &str, among: &[Words]) -> Option<&'static str> {
    let mut all = among.iter().flat_map(|words| words.iter());
    all.find(|(known, _)| *known == word)
        .map(|(_, sentence)| *sentence)
}

/// Whether a word belongs to the language where it is no name.
pub(super) fn is_keyword(word: &str) -> bool {
    let all = [ITEMS, PARTS, CONDITIONS, WITHIN_CONDITIONS, EFFECTS];
    all.iter()
        .any(|words| words.iter().any(|(known, _)| *known == word))
}
