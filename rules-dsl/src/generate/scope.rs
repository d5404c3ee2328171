//! Binds, in front of a user's expression, the variables that it uses.
//!
//! Each piece of generated code (a test, a key, a block) looks at a token, a pair or a fact. A scope
//! emits the `let`s that lead from there to the variables, each once and only where needed.

use std::collections::{HashMap, HashSet};

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote};

use crate::hir::{
    Condition, ElementId, ElementKind, Function, Needs, Operand, OperandKind, Rule, RuleId,
    Ruleset, Source, TestId, TestKind, VariableId,
};
use crate::network::{Context, Network, NodeKind, Place};

use super::names;

/// What generated code needs to know of accumulates, rule by rule.
pub(super) struct Accumulates<'a> {
    functions: HashMap<(RuleId, ElementId), &'a Function>,
    members: HashMap<(RuleId, ElementId), u32>,
}

impl<'a> Accumulates<'a> {
    pub(super) fn new(ruleset: &'a Ruleset, network: &Network) -> Self {
        let mut all = Accumulates {
            functions: HashMap::new(),
            members: HashMap::new(),
        };
        for (number, rule) in ruleset.rules.iter().enumerate() {
            all.add(RuleId(number), &rule.conditions);
        }
        for node in &network.nodes {
            let NodeKind::Summary {
                member: Some(steps),
                ..
            } = node.kind
            else {
                continue;
            };
            let context = &node.tests.context;
            for (&element, _) in context.places.iter().filter(|(_, p)| **p == Place::Right) {
                all.members.insert((context.rule, element), steps);
            }
        }
        all
    }

    fn add(&mut self, rule: RuleId, conditions: &'a [Condition]) {
        for condition in conditions {
            match condition {
                Condition::Fact { .. } | Condition::Test(_) => {}
                Condition::Not(inner) | Condition::Exists(inner) => self.add(rule, inner),
                Condition::Either { branches, .. } => {
                    branches.iter().for_each(|branch| self.add(rule, branch));
                }
                Condition::Accumulate {
                    element,
                    function,
                    source,
                    ..
                } => {
                    self.functions.insert((rule, *element), function);
                    self.add(rule, source);
                }
            }
        }
    }
}

/// From where a scope's code looks.
#[derive(Clone)]
pub(super) struct View {
    /// The token on the left, or the slot of a left fact.
    pub(super) left: TokenStream,
    /// The slot on the right, or the result of a summary.
    pub(super) right: TokenStream,
    /// What to do where a pattern that has matched does not: never reached but in a test.
    pub(super) otherwise: TokenStream,
}

/// Emits bindings.
pub(super) struct Scope<'a> {
    ruleset: &'a Ruleset,
    accumulates: &'a Accumulates<'a>,
    context: &'a Context,
    view: View,
    code: TokenStream,
    elements: HashSet<ElementId>,
    variant_fields: HashSet<String>,
    tests: HashSet<TestId>,
    variables: HashSet<VariableId>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(
        ruleset: &'a Ruleset,
        accumulates: &'a Accumulates<'a>,
        context: &'a Context,
        view: View,
    ) -> Self {
        Scope {
            ruleset,
            accumulates,
            context,
            view,
            code: TokenStream::new(),
            elements: HashSet::new(),
            variant_fields: HashSet::new(),
            tests: HashSet::new(),
            variables: HashSet::new(),
        }
    }

    /// The code so far.
    pub(super) fn finish(self) -> TokenStream {
        self.code
    }

    pub(super) fn push(&mut self, code: TokenStream) {
        self.code.extend(code);
    }

    pub(super) fn rule(&self) -> &'a Rule {
        &self.ruleset.rules[self.context.rule.0]
    }

    /// Emits a test: code that leaves with `otherwise` where it fails.
    pub(super) fn test(&mut self, id: TestId) {
        let rule = self.rule();
        let test = &rule.tests[id.0];
        let otherwise = self.view.otherwise.clone();
        match &test.kind {
            TestKind::Variant(element) => {
                let value = self.element(*element);
                let ElementKind::Fact {
                    variant: Some(path),
                    ..
                } = &rule.elements[element.0].kind
                else {
                    return;
                };
                self.push(quote! { if !::core::matches!(#value, #path { .. }) { #otherwise } });
            }
            TestKind::Match { joins, .. } => {
                self.bind_test(id);
                for (name, operand) in joins {
                    let operand = self.operand(operand);
                    self.push(quote! { if !(*#name == #operand) { #otherwise } });
                }
            }
            TestKind::Compare { left, op, right } => {
                let [left, right] = [left, right]
                    .map(|operand| respan_places(operand, self.operand(operand), test.span));
                self.push(quote! { if !(#left #op #right) { #otherwise } });
            }
            TestKind::Expr(expr) => {
                self.needs(&test.needs);
                self.push(quote! { if !(#expr) { #otherwise } });
            }
            TestKind::Let { .. } => self.bind_test(id),
        }
    }

    /// Emits the bindings of everything that is needed.
    pub(super) fn needs(&mut self, needs: &Needs) {
        for &variable in &needs.variables {
            self.variable(variable);
        }
    }

    /// One side of a comparison, as an expression that may be compared or borrowed.
    pub(super) fn operand(&mut self, operand: &Operand) -> TokenStream {
        match &operand.kind {
            OperandKind::Place { element, member } => self.place(*element, member),
            OperandKind::Variable(variable) => self.variable_place(*variable),
            OperandKind::Expr(expr) => {
                self.needs(&operand.needs);
                quote! { (#expr) }
            }
        }
    }

    /// A variable as a place, where it is one.
    fn variable_place(&mut self, id: VariableId) -> TokenStream {
        let variable = &self.rule().variables[id.0];
        match &variable.source {
            Source::Field { element, member } => self.place(*element, member),
            Source::Test(test)
                if matches!(self.rule().tests[test.0].kind, TestKind::Match { .. }) =>
            {
                self.bind_test(*test);
                let bound = names::bound(id);
                quote! { (*#bound) }
            }
            Source::Either { either, branches } => {
                let branch = self.context.branches[either];
                self.variable_place(branches[branch])
            }
            Source::Fact(_) | Source::Test(_) | Source::Accumulate(_) => {
                self.variable(id);
                variable.name.to_token_stream()
            }
        }
    }

    /// Emits the binding of a variable under its own name.
    fn variable(&mut self, id: VariableId) {
        if !self.variables.insert(id) {
            return;
        }
        let rule = self.rule();
        let variable = &rule.variables[id.0];
        let name = &variable.name;
        let private = private(self.ruleset);
        match &variable.source {
            Source::Fact(element) => {
                let (slab, slot) = (self.slab(*element), self.slot(*element));
                let fact = fact_type_path(self.ruleset);
                self.push(quote! { let #name = &#fact::__at(&__memory.#slab, #slot); });
            }
            Source::Field { element, member } => {
                let place = self.place(*element, member);
                self.push(quote! { let #name = #private::Bind(&#place).__bind(); });
            }
            Source::Test(test) => self.bind_test(*test),
            Source::Accumulate(element) => {
                let result = self.result(*element);
                match self.accumulates.functions[&(self.context.rule, *element)] {
                    Function::Count => self.push(quote! { let #name = #result as usize; }),
                    Function::Collect(member) => {
                        let steps = self.accumulates.members[&(self.context.rule, *element)];
                        let slab = self.slab(*member);
                        let facts = facts_type_path(self.ruleset);
                        self.push(quote! {
                            let #name = &#facts::__of(&__memory.#slab, __network.members(#result, #steps));
                        });
                    }
                }
            }
            Source::Either { either, branches } => {
                let branch = branches[self.context.branches[either]];
                self.variable(branch);
            }
        }
    }

    /// Emits the bindings that a test makes.
    fn bind_test(&mut self, id: TestId) {
        if !self.tests.insert(id) {
            return;
        }
        let test = &self.rule().tests[id.0];
        let otherwise = self.view.otherwise.clone();
        match &test.kind {
            TestKind::Match {
                element,
                member,
                pattern,
                binds,
                ..
            } => {
                let place = self.place(*element, member);
                self.push(quote! { let (#pattern) = &#place else { #otherwise }; });
                let private = private(self.ruleset);
                for &variable in binds {
                    self.variables.insert(variable);
                    let (name, bound) = (
                        &self.rule().variables[variable.0].name,
                        names::bound(variable),
                    );
                    self.push(quote! {
                        let #bound = #name;
                        let #name = #private::Bind(#bound).__bind();
                    });
                }
            }
            TestKind::Let {
                pattern,
                expr,
                binds,
                irrefutable,
            } => {
                self.needs(&test.needs);
                self.variables.extend(binds.iter().copied());
                self.push(if *irrefutable {
                    quote! { let #pattern = #expr; }
                } else {
                    quote! { let (#pattern) = (#expr) else { #otherwise }; }
                });
            }
            TestKind::Variant(_) | TestKind::Compare { .. } | TestKind::Expr(_) => {
                unreachable!("such tests bind nothing")
            }
        }
    }

    /// A field of an element's fact, as a place.
    fn place(&mut self, element: ElementId, member: &syn::Member) -> TokenStream {
        let value = self.element(element);
        let ElementKind::Fact { variant, .. } = &self.rule().elements[element.0].kind else {
            unreachable!("only facts have fields");
        };
        let Some(path) = variant else {
            return quote! { #value.#member };
        };
        let local = names::variant_field(element, member);
        if self.variant_fields.insert(local.to_string()) {
            let otherwise = self.view.otherwise.clone();
            self.push(quote! { let #path { #member: #local, .. } = #value else { #otherwise }; });
        }
        quote! { (*#local) }
    }

    /// The local that refers to an element's fact.
    fn element(&mut self, element: ElementId) -> TokenStream {
        let local = names::element(element);
        if self.elements.insert(element) {
            let (slab, slot) = (self.slab(element), self.slot(element));
            self.push(quote! { let #local = __memory.#slab.value(#slot); });
        }
        local.to_token_stream()
    }

    fn slab(&self, element: ElementId) -> proc_macro2::Ident {
        match &self.rule().elements[element.0].kind {
            ElementKind::Fact { fact_type, .. } => names::slab(self.ruleset, *fact_type),
            ElementKind::Accumulate => unreachable!("only facts stand in working memory"),
        }
    }

    /// The slot of an element's fact.
    fn slot(&self, element: ElementId) -> TokenStream {
        let View { left, right, .. } = &self.view;
        match self.context.places.get(&element) {
            Some(Place::Right) => right.clone(),
            Some(Place::Left) => left.clone(),
            Some(Place::Token(steps)) => quote! { __network.fact(#left, #steps) },
            Some(Place::LeftOf(steps)) => quote! { __network.left_fact(#left, #steps) },
            // A member inside an accumulate: only its type is asked for.
            None => quote! { 0 },
        }
    }

    /// The result of an accumulate, as a number.
    fn result(&self, element: ElementId) -> TokenStream {
        self.slot(element)
    }
}

/// A place has no tokens of the user's but the field's name, which may stand elsewhere: the test's span
/// makes rustc report there what is wrong with it here.
fn respan_places(operand: &Operand, code: TokenStream, span: Span) -> TokenStream {
    match operand.kind {
        OperandKind::Expr(_) => code,
        OperandKind::Place { .. } | OperandKind::Variable(_) => {
            code.into_iter().map(|token| respan(token, span)).collect()
        }
    }
}

fn respan(mut token: TokenTree, span: Span) -> TokenTree {
    if let TokenTree::Group(group) = &token {
        let inner = group
            .stream()
            .into_iter()
            .map(|token| respan(token, span))
            .collect();
        token = TokenTree::Group(Group::new(group.delimiter(), inner));
    }
    token.set_span(span);
    token
}

/// The runtime's private module.
pub(super) fn private(ruleset: &Ruleset) -> TokenStream {
    let runtime = &ruleset.runtime;
    quote! { #runtime::__private }
}

fn fact_type_path(ruleset: &Ruleset) -> TokenStream {
    let runtime = &ruleset.runtime;
    quote! { #runtime::Fact }
}

fn facts_type_path(ruleset: &Ruleset) -> TokenStream {
    let runtime = &ruleset.runtime;
    quote! { #runtime::Facts }
}
