//! The resolved model: what was meant.
//!
//! `resolve` makes it of the syntax tree; `check`, `plan`, `network` and `generate` read it. What holds:
//! every name that the ruleset knows is looked up, a variable's second use has become an equality
//! test, `forall` has become a nested negation, guards are split at `&&`, and each element of a rule
//! knows which fields the rule reads of it. Names that the ruleset does not know are left in the
//! user's expressions for rustc.

mod action;
mod condition;
mod fact_type;
mod rule;
mod table;
mod test;
mod time;

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};

pub(crate) use crate::ast::Quantifier;

pub(crate) use action::{
    Action, Block, Choose, Effect, EffectId, EffectKind, Insert, Modify, Piece, Retract, Target,
};
pub(crate) use condition::{Accumulate, Condition, Each, Function, Last};
pub(crate) use fact_type::{Best, Declaration, FactType, Field, Identity, KeyField, Site, Wait};
pub(crate) use rule::{Element, ElementKind, Expression, Needs, Query, Rule, Source, Variable};
pub(crate) use table::{OutputType, Reload, Table, TableColumn, TableRow};
pub(crate) use test::{Comparison, Operand, OperandKind, Test, TestKind};
pub(crate) use time::{ClockType, Event, KnownClock, Moment, Standing, Timings};

/// A number that stands for one entry of a list, and cannot be mixed up with one of another list.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub usize);
    )+};
}

ids! {
    /// An entry of [`Ruleset::fact_types`].
    FactTypeId,
    /// An entry of [`Ruleset::rules`], or after them one of [`Ruleset::queries`].
    RuleId,
    /// An entry of [`Ruleset::groups`].
    GroupId,
    /// An entry of [`Rule::elements`].
    ElementId,
    /// An entry of [`Rule::variables`].
    VariableId,
    /// An entry of [`Rule::tests`].
    TestId,
    /// An entry of [`Rule::eithers`].
    EitherId,
    /// An entry of [`Rule::accumulates`].
    AccumulateId,
    /// An entry of [`Rule::eaches`].
    EachId,
}

/// A ruleset.
#[derive(Debug, Clone)]
pub struct Ruleset {
    /// The session type's name.
    pub name: Ident,
    /// The session type's visibility.
    pub vis: syn::Visibility,
    /// Documentation and other attributes that pass through to the session type.
    pub attrs: Vec<TokenStream>,
    /// The warnings that `#[allow(rules::…)]` on the ruleset silences, by name.
    pub allows: BTreeSet<String>,
    /// The path of the runtime crate in generated code: `::rules_runtime`, or `#[crate(path)]`.
    pub runtime: syn::Path,
    /// How activations of equal salience are ordered.
    pub strategy: Strategy,
    /// The `use` items, which pass through.
    pub uses: Vec<TokenStream>,
    /// Rust items that pass through: `type`, the declared fact types as Rust, and the rest.
    pub items: Vec<TokenStream>,
    /// The fact types, in the order in which the ruleset first names them.
    pub fact_types: Vec<FactType>,
    /// The globals, in order.
    pub globals: Vec<Global>,
    /// The agenda groups, in order.
    pub groups: Vec<Ident>,
    /// The rules, those in groups included, in the order in which they are written.
    pub rules: Vec<Rule>,
    /// The queries. Each is a rule without a block: its parameters are variables that are bound first.
    pub queries: Vec<Query>,
    /// The decision tables, in order.
    pub tables: Vec<Table>,
    /// `#[error(E)]`: what a block may fail with.
    pub error: Option<syn::Type>,
    /// `#[backtrack]`
    pub backtrack: bool,
    /// `#[clock(T)]`
    pub clock: Option<ClockType>,
}

impl Ruleset {
    /// A rule, or a query as one.
    #[must_use]
    pub fn rule(&self, id: RuleId) -> &Rule {
        let query = || &self.queries[id.0 - self.rules.len()].rule;
        self.rules.get(id.0).unwrap_or_else(query)
    }

    /// Whether of facts of some type the best stand.
    #[must_use]
    pub fn has_best(&self) -> bool {
        self.fact_types.iter().any(FactType::is_best)
    }
}

impl ElementId {
    /// What a query is called with, where it is asked what a test needs: there before all elements.
    pub const PARAMETERS: ElementId = ElementId(usize::MAX);
}

/// How activations of equal salience are ordered.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Strategy {
    /// Latest first.
    #[default]
    Depth,
    /// Earliest first.
    Breadth,
    /// By the dates of the match's facts, newest first.
    Lex,
    /// By the date of the first pattern's fact, then as `lex`.
    Mea,
    /// The rule with more tests first.
    Complexity,
    /// The rule with fewer tests first.
    Simplicity,
    /// By the order of rules alone.
    Order,
    /// By a hash of this seed (an expression of type `u64`) and the match's number.
    Random(Box<syn::Expr>),
}

/// A value that the session owns.
#[derive(Debug, Clone)]
pub struct Global {
    /// Its name.
    pub name: Ident,
    /// Its type.
    pub ty: syn::Type,
    /// Whether a rollback restores it.
    pub trailed: bool,
}
