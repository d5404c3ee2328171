//! A sentence for each attribute, and for what stands in one.

use super::Words;

/// Attributes of rules.
pub(in super::super) const RULE_ATTRIBUTES: Words = &[
    (
        "stage",
        "`#[stage(name)]`: one of those that `#[stages(…)]` of the ruleset lists; rules of an earlier stage fire first.",
    ),
    (
        "salience",
        "`#[salience(expr)]`: an `i32`, constant or computed from the match; the highest fires first.",
    ),
    (
        "no_loop",
        "`#[no_loop]`: a match made by a firing of its own rule over the same facts does not fire.",
    ),
    (
        "once",
        "`#[once]`: one firing for the same facts, until one is retracted.",
    ),
    (
        "on_change",
        "`#[on_change(expr, …)]`: for the same facts it fires only if these differ from their values at the last firing.",
    ),
    (
        "lock_on_active",
        "`#[lock_on_active]`: matches begun while the rule's group has the focus do not fire.",
    ),
    (
        "auto_focus",
        "`#[auto_focus]`: an activation of the rule focuses its group.",
    ),
    (
        "tag",
        "`#[tag(…)]`: words that stand in the rule's metadata.",
    ),
];

/// Attributes of rules that are offered for other items too.
pub(in super::super) const SHARED_ATTRIBUTES: Words = &[
    (
        "was",
        "`#[was(old_name)]`: a snapshot by a version in which the rule had that name is restored.",
    ),
    ("allow", "`#[allow(rules::NAME)]` silences a warning."),
];

/// Attributes of facts.
pub(in super::super) const FACT_ATTRIBUTES: Words = &[
    (
        "unique",
        "`#[unique]`: inserting an equal fact returns the one that is there.",
    ),
    (
        "key",
        "`#[key(row, column)]`: one fact for each key; inserting a key that is there is an update. `#[key()]`: at most one fact.",
    ),
    ("derived", "`#[derived]`: only rules may insert it."),
    (
        "best",
        "`#[best(min: cost, by(from, to))]`: of the facts that rules derive the best of each group stands.",
    ),
    (
        "event",
        "`#[event(at = field)]`: its facts have a time. `until = field` gives it an extent, `expires = 1h` an end.",
    ),
    (
        "was",
        "`#[was(OldName)]`: a snapshot by a version in which the type had that name is restored.",
    ),
    (
        "derive",
        "Rust's `#[derive(…)]`. Without it a fact derives `Debug, Clone, PartialEq`.",
    ),
];

/// Attributes of rulesets.
pub(in super::super) const RULESET_ATTRIBUTES: Words = &[
    (
        "strategy",
        "`#[strategy(depth)]`: how activations of equal salience are ordered.",
    ),
    (
        "stages",
        "`#[stages(admit, act, _, report)]`: saliences by name, first to last; `_` is for rules that are in no stage.",
    ),
    (
        "error",
        "`#[error(MyError)]`: blocks may fail with it, by `?` and `return Err(e)`.",
    ),
    (
        "backtrack",
        "`#[backtrack]`: sessions have checkpoints, and blocks may `choose` and `fail`.",
    ),
    (
        "clock",
        "`#[clock(T)]`: sessions have a clock; `T` is an integer, `Duration` or `jiff::Timestamp`.",
    ),
    (
        "crate",
        "`#[crate(path)]`: where the runtime is, if not at `::rules_runtime`.",
    ),
];

/// Attributes of tables and globals.
pub(in super::super) const OTHER_ATTRIBUTES: Words = &[
    (
        "hit",
        "`#[hit(unique)]`, `first`, `any` or `collect`: what happens where several rows hold.",
    ),
    (
        "reload",
        "`#[reload]`: the rows are state, and a session can load others.",
    ),
    (
        "trailed",
        "`#[trailed] global`: a rollback restores its value.",
    ),
];

/// Strategies.
pub(in super::super) const STRATEGIES: Words = &[
    ("depth", "Latest first; the default."),
    ("breadth", "Earliest first."),
    ("lex", "By the dates of the match's facts, newest first."),
    (
        "mea",
        "By the date of the first pattern's fact, then as `lex`.",
    ),
    ("complexity", "The rule with more tests first."),
    ("simplicity", "The rule with fewer tests first."),
    ("order", "By the order in which rules are written, alone."),
    (
        "random",
        "`random(seed)`: by a hash of the seed and the match's number.",
    ),
];
