//! A rule: what its conditions bind, what those are, what it does. A query is a rule without a block.

use std::collections::BTreeSet;
use std::iter;

use proc_macro2::{Ident, TokenStream};

use crate::diagnostic::SpanRange;

use super::{
    Accumulate, AccumulateId, Action, Condition, Each, EachId, EitherId, ElementId, FactTypeId,
    GroupId, Test, TestId, Timings, VariableId,
};

/// A rule.
#[derive(Debug, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an attribute of its own"
)]
pub struct Rule {
    /// Its name.
    pub name: Ident,
    /// `#[was(…)]`: the names that it had before, oldest first.
    pub was: Vec<Ident>,
    /// Its documentation, a line each, without the leading space.
    pub docs: Vec<String>,
    /// Its group, if it is in one.
    pub group: Option<GroupId>,
    /// Its stage, whose salience it has.
    pub stage: Option<Ident>,
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
    /// The elements whose facts stand in the variables of kinds, which are made of `&Fact<T>`.
    pub of_kinds: BTreeSet<ElementId>,
    /// Its tests, inner ones included.
    pub tests: Vec<Test>,
    /// For each `either`, how many branches it has.
    pub eithers: Vec<usize>,
    /// Its accumulates, inner ones included; one that another ranges over stands before it.
    pub accumulates: Vec<Accumulate>,
    /// Its `for`s, inner ones included.
    pub eaches: Vec<Each>,
    /// What its conditions say of time.
    pub timings: Timings,
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
    /// Its name, and those that it had before, the latest first.
    pub fn names(&self) -> impl Iterator<Item = &Ident> {
        iter::once(&self.name).chain(self.was.iter().rev())
    }

    /// What is done when it fires, and what undoes it.
    pub fn actions(&self) -> impl Iterator<Item = &Action> {
        iter::once(&self.then).chain(&self.undo)
    }

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

    /// The type of a pattern's facts, where the element is a pattern's.
    #[must_use]
    pub fn pattern_type(&self, element: ElementId) -> Option<FactTypeId> {
        match self.elements[element.0].kind {
            ElementKind::Fact { fact_type, .. } => Some(fact_type),
            ElementKind::Best { .. } | ElementKind::Accumulate(_) | ElementKind::Each(_) => None,
        }
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
    /// Whether it calls itself, or others that call it.
    pub recursive: bool,
    /// The type of the answers, where it is no query of the user's, but finds what a call in a rule asks.
    pub asks: Option<FactTypeId>,
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
