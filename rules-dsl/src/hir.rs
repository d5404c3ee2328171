//! The resolved model: what was meant.
//!
//! `resolve` makes it of the syntax tree; `check`, `network` and `generate` read it. What holds:
//! every name that the ruleset knows is looked up, a variable's second use has become an equality
//! test, `forall` has become a nested negation, guards are split at `&&`, and each element of a rule
//! knows which fields the rule reads of it. Names that the ruleset does not know are left in the
//! user's expressions for rustc.

mod action;

use std::collections::BTreeSet;

use indexmap::IndexMap;
use proc_macro2::{Ident, Span, TokenStream};

use crate::diagnostic::SpanRange;

pub use crate::ast::Quantifier;

pub use action::{
    Action, Block, Choose, Effect, EffectId, EffectKind, Insert, Modify, Piece, Retract,
};

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
    /// `#[error(E)]`: what a block may fail with.
    pub error: Option<syn::Type>,
    /// `#[backtrack]`
    pub backtrack: bool,
}

impl Ruleset {
    /// A rule, or a query as one.
    #[must_use]
    pub fn rule(&self, id: RuleId) -> &Rule {
        let query = || &self.queries[id.0 - self.rules.len()].rule;
        self.rules.get(id.0).unwrap_or_else(query)
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

/// A type of which facts are kept.
#[derive(Debug, Clone)]
pub struct FactType {
    /// Its one name in the ruleset: the path's last segment.
    pub name: Ident,
    /// Its path as first written, without a variant.
    pub path: syn::Path,
    /// Its declaration, where the ruleset declares it.
    pub declaration: Option<Declaration>,
    /// How equal facts, or facts of one key, are told apart.
    pub identity: Identity,
    /// Whether what the ruleset says of that is said to others too: not of a type that it names itself, by `type`.
    pub shared: bool,
    /// Every field that some rule reads, with the span of its first mention; a field's place here is its
    /// bit in a mask of changes.
    pub fields: IndexMap<Field, Span>,
    /// Whether some rule reads the whole fact.
    pub whole: bool,
    /// Whether a rule may modify facts of the type (then it must be `Clone`).
    pub modified: bool,
}

/// A fact type's declaration in the ruleset.
#[derive(Debug, Clone)]
pub struct Declaration {
    /// The place of its name.
    pub span: Span,
    /// The warnings that `#[allow(rules::…)]` on it silences, by name.
    pub allows: BTreeSet<String>,
    /// Its visibility.
    pub vis: syn::Visibility,
    /// `#[derived]`: only rules insert it.
    pub derived: bool,
    /// Its fields with their types; for an enum, those of each variant.
    pub fields: IndexMap<Field, syn::Type>,
}

/// How facts of a type are told apart.
#[derive(Debug, Clone)]
pub enum Identity {
    /// Each insert makes a new fact.
    Plain,
    /// `#[unique]`: equal facts are one.
    Unique,
    /// `#[key(…)]`: one fact for each value of these fields; of none: one fact at the most.
    Key(Vec<KeyField>),
    /// The ruleset neither declares the type nor says how its facts are told apart. Another ruleset may, which
    /// generated code finds out.
    Unsaid,
}

/// A field of a key.
#[derive(Debug, Clone)]
pub struct KeyField {
    /// The field.
    pub member: syn::Member,
    /// Its type, where the ruleset says it.
    pub ty: Option<syn::Type>,
}

/// A field of a fact type.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Field {
    /// The variant, where the type is an enum.
    pub variant: Option<String>,
    /// The field's name, or its position; `None` is the variant itself (which one the fact is).
    pub member: Option<String>,
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

/// A rule.
#[derive(Debug, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an attribute of its own"
)]
pub struct Rule {
    /// Its name.
    pub name: Ident,
    /// Its documentation, a line each, without the leading space.
    pub docs: Vec<String>,
    /// Its group, if it is in one.
    pub group: Option<GroupId>,
    /// Its salience where constant: a Rust expression of type `i32`.
    pub salience: Option<syn::Expr>,
    /// Its salience where it is computed from the match's values; `salience` is then `None`.
    pub computed_salience: Option<Expression>,
    /// `#[no_loop]`
    pub no_loop: bool,
    /// `#[once]`
    pub once: bool,
    /// `#[on_change(…)]`
    pub on_change: Vec<Expression>,
    /// `#[lock_on_active]`
    pub lock_on_active: bool,
    /// `#[auto_focus]`
    pub auto_focus: bool,
    /// How many tests it has as written: patterns, field tests and guards.
    pub complexity: usize,
    /// `#[tag(…)]`, each as text.
    pub tags: Vec<String>,
    /// `#[allow(…)]` of Rust's own lints, for the code that is generated for the rule.
    pub attrs: Vec<TokenStream>,
    /// The warnings that `#[allow(rules::…)]` on the rule silences, by name.
    pub allows: BTreeSet<String>,
    /// Everything its conditions bind, range over or compute, inner ones included.
    pub elements: Vec<Element>,
    /// Its variables, inner ones included.
    pub variables: Vec<Variable>,
    /// Its tests, inner ones included.
    pub tests: Vec<Test>,
    /// For each `either`, how many branches it has.
    pub eithers: Vec<usize>,
    /// Its accumulates, inner ones included; one that another ranges over stands before it.
    pub accumulates: Vec<Accumulate>,
    /// Its `for`s, inner ones included.
    pub eaches: Vec<Each>,
    /// Its conditions as the printer writes them, one for each that is written.
    pub texts: Vec<String>,
    /// Its conditions, as written.
    pub conditions: Vec<Condition>,
    /// What it does. (A query's is an empty block.)
    pub then: Action,
    /// What it does when a match that fired ends.
    pub undo: Option<Action>,
}

impl Rule {
    /// The accumulate whose result an element is.
    ///
    /// # Panics
    ///
    /// If the element is no accumulate's.
    #[must_use]
    pub fn accumulate(&self, element: ElementId) -> &Accumulate {
        match self.elements[element.0].kind {
            ElementKind::Accumulate(id) | ElementKind::Best { accumulate: id, .. } => {
                &self.accumulates[id.0]
            }
            ElementKind::Fact { .. } | ElementKind::Each(_) => {
                unreachable!("the element is the result of an accumulate")
            }
        }
    }

    /// The `for` whose elements an element stands for.
    ///
    /// # Panics
    ///
    /// If the element is no `for`'s.
    #[must_use]
    pub fn each(&self, element: ElementId) -> &Each {
        let ElementKind::Each(id) = self.elements[element.0].kind else {
            unreachable!("the element is that of a `for`");
        };
        &self.eaches[id.0]
    }

    /// The type of the facts of an element: of a pattern's, or of what `min_by` or `max_by` finds.
    #[must_use]
    pub fn fact_type(&self, element: ElementId) -> Option<FactTypeId> {
        match self.elements[element.0].kind {
            ElementKind::Fact { fact_type, .. } | ElementKind::Best { fact_type, .. } => {
                Some(fact_type)
            }
            ElementKind::Accumulate(_) | ElementKind::Each(_) => None,
        }
    }

    /// Calls a function with each of some conditions of the rule and all that stand in them, outer ones first.
    pub fn walk<'r>(&'r self, conditions: &'r [Condition], visit: &mut impl FnMut(&'r Condition)) {
        for condition in conditions {
            visit(condition);
            for inner in condition.children(self) {
                self.walk(inner, visit);
            }
        }
    }
}

/// A query.
#[derive(Debug, Clone)]
pub struct Query {
    /// The method's visibility.
    pub vis: syn::Visibility,
    /// Its conditions, elements, variables and tests, with its name and documentation.
    pub rule: Rule,
    /// Its parameters: the variable, whose source is [`Source::Parameter`], and its type.
    pub params: Vec<(VariableId, syn::Type)>,
    /// The type of a result and the expression that makes it; without, the query is a `bool`.
    pub select: Option<(syn::Type, Expression)>,
}

/// An expression with what it needs.
#[derive(Debug, Clone)]
pub struct Expression {
    /// The expression.
    pub expr: Box<syn::Expr>,
    /// What its evaluation needs.
    pub needs: Needs,
    /// Its source, as the printer writes it.
    pub text: String,
}

/// What a match is made of, or what is ranged over inside a condition.
#[derive(Debug, Clone)]
pub struct Element {
    /// What it is.
    pub kind: ElementKind,
    /// The condition that it stands for, as the printer writes it.
    pub text: String,
    /// Where it is written.
    pub span: SpanRange,
    /// Whether it stands inside `not`, `exists`, `forall` or an accumulate: no part of the match.
    pub inner: bool,
}

/// What an element is.
#[derive(Debug, Clone)]
pub enum ElementKind {
    /// A fact of a type.
    Fact {
        /// The type.
        fact_type: FactTypeId,
        /// The variant, where the pattern names one, as the path that was written.
        variant: Option<syn::Path>,
        /// The fields that the rule reads of it.
        reads: BTreeSet<usize>,
        /// Whether the rule reads it whole.
        whole: bool,
    },
    /// The result of an accumulate that gives a value.
    Accumulate(AccumulateId),
    /// The fact that `min_by` or `max_by` finds. What the rule reads of it, it reads of the member.
    Best {
        /// Its type.
        fact_type: FactTypeId,
        /// The inner element among whose facts it is: a pattern's, or another `Best`.
        member: ElementId,
        /// The accumulate that finds it.
        accumulate: AccumulateId,
    },
    /// An element of `for`.
    Each(EachId),
}

/// A variable of a rule.
#[derive(Debug, Clone)]
pub struct Variable {
    /// Its name, with the span of the place that binds it.
    pub name: Ident,
    /// Where its value comes from.
    pub source: Source,
}

/// Where a variable's value comes from.
#[derive(Debug, Clone)]
pub enum Source {
    /// The fact itself: a `&Fact<T>`.
    Fact(ElementId),
    /// A field of the fact: a place, `fact.member`.
    Field {
        /// The fact.
        element: ElementId,
        /// The field.
        member: syn::Member,
    },
    /// Bound by the pattern of a test: `TestKind::Match` or `TestKind::Let`, or by `Step::Let`.
    Test(TestId),
    /// An accumulate's result. (That of `min_by` and `max_by` is a [`Source::Fact`].)
    Accumulate(ElementId),
    /// A key of an accumulate's groups: the inner variable, whose value every member of a group shares.
    Key {
        /// The accumulate.
        element: ElementId,
        /// The variable inside it.
        inner: VariableId,
    },
    /// Bound by the pattern of a `for`.
    Each(ElementId),
    /// A query's parameter, by its place.
    Parameter(usize),
    /// Bound in every branch of an `either`: the variable of each branch.
    Either {
        /// The `either`.
        either: EitherId,
        /// The variable in each of its branches.
        branches: Vec<VariableId>,
    },
}

/// What a test, an operand or an action needs before it can be evaluated.
#[derive(Debug, Clone, Default)]
pub struct Needs {
    /// The variables that stand in it itself.
    pub variables: BTreeSet<VariableId>,
    /// The elements that its evaluation touches, through its variables too. (Through a variable of an
    /// `either`, those of every branch; `network` keeps the ones of the branch it is in.)
    pub elements: BTreeSet<ElementId>,
}

/// A test.
#[derive(Debug, Clone)]
pub struct Test {
    /// What it asks.
    pub kind: TestKind,
    /// What its evaluation needs.
    pub needs: Needs,
    /// Its source, as the printer writes it.
    pub text: String,
    /// Where it is written.
    pub span: SpanRange,
}

/// What a test asks.
#[derive(Debug, Clone)]
pub enum TestKind {
    /// The fact, an enum, is of the element's variant.
    Variant(ElementId),
    /// A field matches a Rust pattern. Variables that the pattern binds are `binds`, under the names that
    /// the pattern gives them; a variable bound before, and a string literal, have been replaced in it
    /// by a fresh name `__joinN`, compared in `joins`.
    Match {
        /// The fact.
        element: ElementId,
        /// The field.
        member: syn::Member,
        /// The pattern.
        pattern: Box<syn::Pat>,
        /// The variables that it binds.
        binds: Vec<VariableId>,
        /// Fresh names in the pattern, and what each must equal.
        joins: Vec<(Ident, Operand)>,
    },
    /// Two operands compare so.
    Compare {
        /// The left operand.
        left: Operand,
        /// `== != < <= > >=`
        op: syn::BinOp,
        /// The right operand.
        right: Operand,
    },
    /// A Rust expression of type `bool`.
    Expr(Box<syn::Expr>),
    /// `if let PAT = expr`, or `let PAT = expr` where `irrefutable` (then it is no test: it always holds).
    Let {
        /// The pattern.
        pattern: Box<syn::Pat>,
        /// The expression.
        expr: Box<syn::Expr>,
        /// The variables that the pattern binds.
        binds: Vec<VariableId>,
        /// Whether it is a `let`.
        irrefutable: bool,
    },
}

/// One side of a comparison.
#[derive(Debug, Clone)]
pub struct Operand {
    /// What it is.
    pub kind: OperandKind,
    /// What its evaluation needs.
    pub needs: Needs,
    /// Its source, as the printer writes it.
    pub text: String,
}

/// What an operand is.
#[derive(Debug, Clone)]
pub enum OperandKind {
    /// A field of a fact, as a place.
    Place {
        /// The fact.
        element: ElementId,
        /// The field.
        member: syn::Member,
    },
    /// A variable: a place where it is a field's, else its value.
    Variable(VariableId),
    /// A Rust expression.
    Expr(Box<syn::Expr>),
}

/// A condition.
#[derive(Debug, Clone)]
pub enum Condition {
    /// A fact, and what it must meet: the tests in the order written.
    Fact {
        /// The fact.
        element: ElementId,
        /// What it must meet.
        tests: Vec<TestId>,
    },
    /// `if …`, `if let …` or `let …`.
    Test(TestId),
    /// So many matches of inner conditions together: `not`, `exists`, a `forall`.
    Quantified {
        /// How many.
        quantifier: Quantifier,
        /// The inner conditions.
        conditions: Vec<Condition>,
        /// The condition as the printer writes it.
        text: String,
    },
    /// One match for each branch that holds.
    Either {
        /// Its number in the rule.
        either: EitherId,
        /// Its branches.
        branches: Vec<Vec<Condition>>,
    },
    /// An accumulate.
    Accumulate(AccumulateId),
    /// `for pattern in expr`
    Each(EachId),
}

impl Condition {
    /// The lists of conditions that stand in it: the inner conditions of a quantifier, each branch of an
    /// `either`, what an accumulate ranges over. Whoever asks for no more than that need not know which it is.
    #[must_use]
    pub fn children<'r>(&'r self, rule: &'r Rule) -> Vec<&'r [Condition]> {
        match self {
            Condition::Fact { .. } | Condition::Test(_) | Condition::Each(_) => Vec::new(),
            Condition::Quantified { conditions, .. } => vec![conditions],
            Condition::Either { branches, .. } => branches.iter().map(Vec::as_slice).collect(),
            Condition::Accumulate(id) => vec![&rule.accumulates[id.0].source],
        }
    }
}

/// An accumulate.
#[derive(Debug, Clone)]
pub struct Accumulate {
    /// Its result.
    pub element: ElementId,
    /// Its function.
    pub function: Function,
    /// What it ranges over.
    pub source: Vec<Condition>,
    /// The inner variables by which it is grouped; without any there is one group, always.
    pub by: Vec<VariableId>,
    /// What its result must meet.
    pub tests: Vec<TestId>,
}

/// A `for pattern in expr`.
#[derive(Debug, Clone)]
pub struct Each {
    /// What stands for its elements.
    pub element: ElementId,
    /// Its pattern.
    pub pattern: Box<syn::Pat>,
    /// Its type, where its elements are to be kept.
    pub ty: Option<syn::Type>,
    /// What is iterated.
    pub expr: Expression,
    /// The variables that the pattern binds, each a [`Source::Each`].
    pub binds: Vec<VariableId>,
}

/// An accumulate's function.
#[derive(Debug, Clone)]
pub enum Function {
    /// How many.
    Count,
    /// The facts of one of its inner elements, a pattern's or a [`ElementKind::Best`].
    Collect(ElementId),
    /// The sum of an expression.
    Sum(Expression),
    /// Its mean.
    Avg(Expression),
    /// Its least value.
    Min(Expression),
    /// Its greatest value.
    Max(Expression),
    /// The fact of an inner element for which it is least; the accumulate's element is then a
    /// [`ElementKind::Best`].
    MinBy(Expression, ElementId),
    /// The fact for which it is greatest.
    MaxBy(Expression, ElementId),
    /// A user's `Accumulator` over it.
    User(Box<syn::Type>, Expression),
}

impl Function {
    /// What it computes of each member.
    #[must_use]
    pub fn expression(&self) -> Option<&Expression> {
        match self {
            Function::Count | Function::Collect(_) => None,
            Function::Sum(expr)
            | Function::Avg(expr)
            | Function::Min(expr)
            | Function::Max(expr)
            | Function::MinBy(expr, _)
            | Function::MaxBy(expr, _)
            | Function::User(_, expr) => Some(expr),
        }
    }

    /// The inner element among whose facts it finds one.
    #[must_use]
    pub fn best(&self) -> Option<ElementId> {
        match self {
            Function::MinBy(_, member) | Function::MaxBy(_, member) => Some(*member),
            _ => None,
        }
    }
}
