//! Generates what accumulates and `for` ask of a ruleset: the numbers of sums, the order of members, the
//! elements of `for`.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use crate::hir::{ElementKind, Expression, Function, Rule};
use crate::network::{Branch, Node, NodeKind, Reads, SummaryUse};

use super::arms::Arms;
use super::conditions::ConditionWriter;
use super::fragments::{first_span, into_iter, located};
use super::literals::{FieldSets, int};
use super::members::{MemberValue, by_branch};
use super::names::Names;
use super::scope::Scope;
use super::view::View;

/// The functions that summaries need, with the arms by which they are called.
pub(super) struct Summaries<'a> {
    pub(super) arms: &'a mut Arms,
    pub(super) functions: TokenStream,
}

impl ConditionWriter<'_> {
    /// The functions that summaries and `for` need.
    pub(super) fn emit_summaries(&self, arms: &mut Arms) -> TokenStream {
        let mut all = Summaries {
            arms,
            functions: TokenStream::new(),
        };
        for (number, node) in self.network.nodes.iter().enumerate() {
            match &node.kind {
                NodeKind::Each { element } => {
                    let each = self.definitions.each(node.tests.context.rule, *element);
                    match &each.ty {
                        Some(ty) => self.emit_kept_each(&mut all, number, node, *element, ty),
                        None => self.emit_each(&mut all, number, node, *element),
                    }
                }
                NodeKind::Summary { uses, .. } => {
                    let SummaryUse {
                        rule,
                        result: Some(result),
                        by,
                        ..
                    } = &uses[0]
                    else {
                        continue;
                    };
                    let function = self.definitions.function(*rule, *result);
                    self.emit_function(&mut all, number, node, uses, function);
                    if !by.is_empty() {
                        self.emit_keys(&mut all, number, node, uses);
                    }
                }
                _ => {}
            }
        }
        all.functions
    }

    fn emit_each(
        &self,
        all: &mut Summaries<'_>,
        number: usize,
        node: &Node,
        element: crate::hir::ElementId,
    ) {
        let Names {
            memory, network_ty, ..
        } = self.names;
        let context = &node.tests.context;
        let mut scope = Scope::new(self.ruleset, self.definitions, context, View::of_left());
        let each = &self.definitions.each(node.tests.context.rule, element).expr;
        let elements = into_iter(&scope.expression(each), &each.expr);
        let count = quote_spanned! { first_span(&each.expr)=>
            ::core::iter::Iterator::count(#elements)
        };
        let bindings = scope.finish();
        let name = self.function("for", node, number);
        let doc = self.doc(&node.rules, &node.text);
        all.functions.extend(quote! {
            #[doc = #doc]
            #[inline(never)]
            fn #name(__memory: &#memory, __network: &#network_ty, __left: u32) -> u32 {
                #bindings
                #count as u32
            }
        });
        let number = int(number);
        all.arms.each.extend(quote! {
            #number => for left in __lefts {
                for right in 0..Self::#name(__memory, __network, left.item) {
                    __pairs.push(__rt::Pair { left: left.item, right });
                }
            },
        });
    }

    fn emit_function(
        &self,
        all: &mut Summaries<'_>,
        number: usize,
        node: &Node,
        uses: &[SummaryUse],
        function: &Function,
    ) {
        let branches = uses[0].branches.as_slice();
        let number_u32 = int(number);
        match function {
            Function::Count | Function::Collect(_) => {}
            Function::Sum(expr) | Function::Avg(expr) => {
                let MemberValue { bindings, value } =
                    self.member_value(branches, expr, "__member", None);
                let value = quote_spanned! { first_span(&expr.expr)=> { #value } };
                let name = self.push_function(
                    all,
                    ("number", node, number),
                    &quote! { __member: u32 },
                    &quote! { __rt::Number },
                    &quote! { #bindings __rt::Numeric::number(#value) },
                );
                all.arms.number.extend(quote! {
                    #number_u32 => Self::#name(__memory, __network, __member),
                });
            }
            Function::Min(expr)
            | Function::Max(expr)
            | Function::MinBy(expr, _)
            | Function::MaxBy(expr, _) => {
                self.emit_best(all, number, node, uses, (function, expr));
            }
            Function::User(_, expr) => self.emit_accumulate(all, number, node, uses, expr),
        }
    }

    /// What `min`, `max` and their kin ask: how two members compare, and whether two best ones say different things.
    fn emit_best(
        &self,
        all: &mut Summaries<'_>,
        number: usize,
        node: &Node,
        uses: &[SummaryUse],
        (function, expr): (&Function, &Expression),
    ) {
        let branches = uses[0].branches.as_slice();
        let number_u32 = int(number);
        let (a, b) = (
            self.member_value(branches, expr, "__a", None),
            self.member_value(branches, expr, "__b", None),
        );
        let (first, second) = (format_ident!("__a"), format_ident!("__b"));
        // Locals of ours: at the user's token they would be hidden where a macro of the user's wrote it.
        let span = first_span(&expr.expr);
        let [one, other] =
            [quote! { __first }, quote! { __second }].map(|local| located(local, span));
        let rank = quote_spanned! { span=>
            (&&__rt::Rank(#one, #other)).rank()
        };
        let rank = a.with(&b, &rank);
        let name = self.push_function(
            all,
            ("compare", node, number),
            &quote! { #first: u32, #second: u32 },
            &quote! { __rt::Ordering },
            &rank,
        );
        all.arms.compare.extend(quote! {
            #number_u32 => Self::#name(__memory, __network, __a, __b),
        });
        let differs = self.best_differs(branches, function, expr);
        let name = self.push_function(
            all,
            ("differs", node, number),
            &quote! { (__before, __moment): (u32, __rt::Moment), __now: u32 },
            &quote! { bool },
            &differs,
        );
        all.arms.differs.extend(quote! {
            #number_u32 => Self::#name(__memory, __network, __before, __now),
        });
        if matches!(function, Function::Min(_) | Function::Max(_))
            && rests_on_results(self.ruleset.rule(node.tests.context.rule), expr)
        {
            self.emit_best_hash(all, number, node, branches, expr);
        }
    }

    /// Whether two best members say different things.
    fn best_differs(
        &self,
        branches: &[Branch],
        function: &Function,
        expr: &Expression,
    ) -> TokenStream {
        let (Function::MinBy(_, member) | Function::MaxBy(_, member)) = function else {
            let moment = quote! { __moment };
            let before = self.member_value(branches, expr, "__before", Some(moment));
            let now = self.member_value(branches, expr, "__now", None);
            let rule = self.ruleset.rule(branches[0].context.rule);
            let changed = rests_on_results(rule, expr)
                .then(|| quote! { __network.rests_on_changed(__before) || });
            let differ = quote! { __rt::Compare(__first, __second).__differ() };
            let differ = before.with(&now, &differ);
            return quote! { #changed #differ };
        };
        let context = &branches[0].context;
        let rule = self.ruleset.rule(context.rule);
        let ElementKind::Fact {
            fact_type,
            reads,
            whole,
            ..
        } = &rule.elements[member.0].kind
        else {
            unreachable!("the member of `min_by` is a fact");
        };
        let kind = int(fact_type.0);
        let reads = FieldSets::of(self.ruleset).set(&Reads::of(reads, *whole));
        let crate::network::Place::Token(steps) = context.places[member] else {
            unreachable!("members are tokens");
        };
        let steps = int(steps as usize);
        quote! {
            __network.best_differs(
                #kind,
                __network.fact(__before, #steps),
                __network.fact(__now, #steps),
                #reads,
            )
        }
    }

    /// The function that hashes the value of a member that rests on results of others, where its hash tells all that
    /// `==` compares. What is not equal to itself, as no number, has none.
    fn emit_best_hash(
        &self,
        all: &mut Summaries<'_>,
        number: usize,
        node: &Node,
        branches: &[Branch],
        expr: &Expression,
    ) {
        let MemberValue { bindings, value } = self.member_value(branches, expr, "__member", None);
        let name = self.push_function(
            all,
            ("best_hash", node, number),
            &quote! { __member: u32 },
            &quote! { ::core::option::Option<u64> },
            &quote! {
                if !__rt::is_hashed(|| { #bindings __rt::Exact(&#value).__tells() }) {
                    return ::core::option::Option::None;
                }
                #bindings
                match &#value {
                    __value => (!__rt::Compare(__value, __value).__differ())
                        .then(|| __rt::Key(&__rt::GroupKey(__value).__hashed()).__mix(0)),
                }
            },
        );
        let number = int(number);
        all.arms.best_hash.extend(quote! {
            #number => Self::#name(__memory, __network, __member),
        });
    }

    /// Adds a function of members.
    pub(super) fn push_function(
        &self,
        all: &mut Summaries<'_>,
        (what, node, number): (&str, &Node, usize),
        parameters: &TokenStream,
        result: &TokenStream,
        body: &TokenStream,
    ) -> Ident {
        let Names {
            memory, network_ty, ..
        } = self.names;
        let name = self.function(what, node, number);
        let doc = self.doc(&node.rules, &node.text);
        all.functions.extend(quote! {
            #[doc = #doc]
            #[inline(never)]
            fn #name(
                __memory: &#memory,
                __network: &#network_ty,
                #parameters
            ) -> #result {
                #body
            }
        });
        name
    }

    /// Code that evaluates something in the branch by which a member came.
    pub(super) fn by_branch<'s>(
        &'s self,
        branches: &'s [Branch],
        view: &View,
        value: impl Fn(&mut Scope<'s>) -> TokenStream,
    ) -> MemberValue {
        by_branch((self.ruleset, self.definitions), branches, view, value)
    }

    /// The value of a member.
    fn member_value(
        &self,
        branches: &[Branch],
        expr: &Expression,
        member: &str,
        moment: Option<TokenStream>,
    ) -> MemberValue {
        let view = View::of_member(member, moment);
        self.by_branch(branches, &view, |scope| scope.expression(expr))
    }
}

/// Whether a value may be another where no fact of the member's is another: where an accumulate has found it.
fn rests_on_results(rule: &Rule, expr: &Expression) -> bool {
    let mut elements = expr.needs.elements.iter();
    elements.any(|element| {
        matches!(
            rule.elements[element.0].kind,
            ElementKind::Accumulate(_) | ElementKind::Best { .. }
        )
    })
}
