//! Generates the functions that test pairs, facts and keys: one function a node or memory, each saying
//! which condition of which rule it is.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::hir::{FactTypeId, Operand, RuleId, Ruleset, TestId};
use crate::network::{Alpha, Context, Network, Node, NodeKind, Tests};
use crate::plan::{Bound, KeyPart};

use super::arms::Arms;
use super::definitions::Definitions;
use super::literals::int;
use super::loops::{emit_is_hashed, emit_place};
use super::names::{self, Names};
use super::scope::Scope;
use super::view::View;

/// Generates tests.
pub(super) struct ConditionWriter<'a> {
    /// The fact types of which some rule asks for past values.
    pub(super) with_past: &'a std::collections::BTreeSet<FactTypeId>,
    pub(super) ruleset: &'a Ruleset,
    pub(super) network: &'a Network,
    pub(super) definitions: &'a Definitions<'a>,
    pub(super) names: &'a Names,
}

impl ConditionWriter<'_> {
    /// The functions that test pairs and compute keys.
    pub(super) fn emit_tests(&self, arms: &mut Arms) -> TokenStream {
        let fact_keys = self.emit_fact_keys(arms);
        let fact_order = self.emit_fact_order(arms);
        let left_keys = self.emit_left_keys(arms);
        let filters = self.emit_filters(arms);
        let lookups = self.emit_lookups(arms);
        quote! { #fact_keys #fact_order #left_keys #lookups #filters }
    }

    /// `Conditions::filter`: the tests of pairs.
    fn emit_filters(&self, arms: &mut Arms) -> TokenStream {
        let mut functions = TokenStream::new();
        let Names {
            memory, network_ty, ..
        } = self.names;
        for (number, node) in self.network.nodes.iter().enumerate() {
            if node.tests.tests.is_empty() || !node.kept {
                continue;
            }
            let name = self.function("test", node, number);
            let body = self.tests(&node.tests, View::of_pair(quote! { return false }));
            let doc = self.doc(&node.rules, &node.text);
            let index = int(number);
            let [left, right] = side_types(&node.kind);
            functions.extend(quote! {
                #[doc = #doc]
                #[inline(never)]
                fn #name(
                    __memory: &#memory,
                    __network: &#network_ty,
                    __left: #left,
                    __right: #right,
                ) -> bool {
                    #body
                    true
                }
            });
            arms.filter.extend(quote! {
                #index => __rt::Pair::retain(__pairs, __memory, __network, Self::#name),
            });
        }
        functions
    }

    /// `Conditions::hash_lefts`: the keys of tokens; and `Conditions::order_left`: the places of what in them bounds the facts
    /// that join them.
    fn emit_left_keys(&self, arms: &mut Arms) -> TokenStream {
        let mut functions = TokenStream::new();
        let Names {
            memory, network_ty, ..
        } = self.names;
        let takes = quote! {
            __memory: &#memory, __network: &#network_ty, __left: __rt::TokenId
        };
        for (number, node) in self.network.nodes.iter().enumerate() {
            let of_tokens = matches!(node.kind, NodeKind::Join { .. } | NodeKind::Counted { .. });
            let looks_up = node.kind.looks_up().filter(|_| node.kept && of_tokens);
            let Some((key, bounds)) = looks_up else {
                continue;
            };
            let context = &node.tests.context;
            let index = int(number);
            if !key.is_empty() {
                let name = self.function("key", node, number);
                let body = self.key(context, key, View::of_pair(quote! { return 0 }));
                let doc = self.doc(&node.rules, &format!("what joins to {}", node.text));
                functions.extend(quote! {
                    #[doc = #doc]
                    #[inline(never)]
                    fn #name(#takes) -> u64 {
                        #body
                    }
                });
                arms.hash_lefts.extend(quote! {
                    #index => for left in __lefts {
                        left.hash = Self::#name(__memory, __network, left.token());
                    },
                });
            }
            if !bounds.is_empty() {
                let name = self.function("left_order", node, number);
                let mut scope = self.scope(context, View::of_pair(quote! { return [0; 2] }));
                let places = emit_places(&mut scope, bounds.iter().map(|bound| bound.value));
                let code = scope.finish();
                let doc = self.doc(&node.rules, &format!("what bounds {}", node.text));
                functions.extend(quote! {
                    #[doc = #doc]
                    fn #name(#takes) -> [u64; 2] {
                        #code
                        #places
                    }
                });
                arms.order_left
                    .extend(quote! { #index => Self::#name(__memory, __network, __left), });
            }
        }
        functions
    }

    /// `Conditions::hash_fact`: the keys of facts.
    fn emit_fact_keys(&self, arms: &mut Arms) -> TokenStream {
        let mut functions = TokenStream::new();
        let Names { memory, .. } = self.names;
        for (number, index) in self.network.indexes.iter().enumerate() {
            if index.key.is_empty() {
                continue;
            }
            let fact_type = self.network.alphas[index.alpha].fact_type;
            let type_name = names::plain(&self.ruleset.fact_types[fact_type.0].name);
            let of = index.reduced.map_or(number, |reduced| reduced.all);
            let (name, number) = (names::function("index", &type_name, of), int(number));
            arms.hash_fact
                .extend(quote! { #number => Self::#name(__memory, __slot), });
            if index.reduced.is_some() {
                continue;
            }
            let body = self.key(
                &index.context,
                &index.key,
                View::of_fact(quote! { return 0 }),
            );
            let rule = index.context.rule;
            let doc = self.doc(
                &[rule],
                &self.texts(rule, index.key.iter().map(|part| part.test)),
            );
            let doc = format!("{doc}, the key of `{type_name}`");
            functions.extend(quote! {
                #[doc = #doc]
                #[inline(never)]
                fn #name(__memory: &#memory, __slot: __rt::Slot) -> u64 {
                    #body
                }
            });
        }
        functions
    }

    /// `Conditions::order_fact`: the places of facts among those of their keys.
    fn emit_fact_order(&self, arms: &mut Arms) -> TokenStream {
        let mut functions = TokenStream::new();
        let Names { memory, .. } = self.names;
        let ordered = self.network.indexes.iter().enumerate();
        for (number, index) in ordered.filter(|(_, index)| !index.order.is_empty()) {
            let fact_type = self.network.alphas[index.alpha].fact_type;
            let type_name = names::plain(&self.ruleset.fact_types[fact_type.0].name);
            let name = names::function("order", &type_name, number);
            let mut scope = self.scope(&index.context, View::of_fact(quote! { return [0; 2] }));
            let places = emit_places(&mut scope, index.order.iter().copied());
            let code = scope.finish();
            let rule = index.context.rule;
            let doc = self.doc(
                &[rule],
                &self.texts(rule, index.order.iter().map(|part| part.test)),
            );
            let doc = format!("{doc}, the order of `{type_name}`");
            let number = int(number);
            functions.extend(quote! {
                #[doc = #doc]
                #[inline(never)]
                fn #name(__memory: &#memory, __slot: __rt::Slot) -> [u64; 2] {
                    #code
                    #places
                }
            });
            arms.order_fact
                .extend(quote! { #number => Self::#name(__memory, __slot), });
        }
        functions
    }

    /// `Conditions::is_hashed` and `Conditions::is_ordered`: whether the sides of joins can look one another up.
    ///
    /// Each join has a function of its own, for its blocks are closures: of a function with many of them rustc
    /// digests all types anew for each.
    fn emit_lookups(&self, arms: &mut Arms) -> TokenStream {
        let mut functions = TokenStream::new();
        let Names {
            memory, network_ty, ..
        } = self.names;
        for (number, node) in self.network.nodes.iter().enumerate() {
            let Some((key, bounds)) = node.kind.looks_up().filter(|_| node.kept) else {
                continue;
            };
            let [left, right] = side_types(&node.kind);
            let slots = quote! { let (__left, __right) = (#left(0), #right(0)); };
            let view = View::of_pair(quote! { ::core::unreachable!() });
            let scope = self.scope(&node.tests.context, view);
            let is_looked_up = |part| emit_is_hashed(&scope, part, slots.clone());
            let takes = quote! { __memory: &#memory, __network: &#network_ty };
            let index = int(number);
            if !key.is_empty() {
                let parts = key.iter().copied().map(is_looked_up);
                let name = self.function("lookup", node, number);
                let doc = self.doc(&node.rules, &format!("whether {} is looked up", node.text));
                functions.extend(quote! {
                    #[doc = #doc]
                    fn #name(#takes) -> bool {
                        #(#parts)&&*
                    }
                });
                arms.is_hashed
                    .extend(quote! { #index => Self::#name(__memory, __network), });
            }
            if !bounds.is_empty() {
                let parts = bounds
                    .iter()
                    .map(|&Bound { value, .. }| is_looked_up(value));
                let mut parts: Vec<_> = parts.collect();
                parts.resize(2, quote! { false });
                let name = self.function("ordered", node, number);
                let text = format!("whether {} is looked up within bounds", node.text);
                let doc = self.doc(&node.rules, &text);
                functions.extend(quote! {
                    #[doc = #doc]
                    fn #name(#takes) -> [bool; 2] {
                        [#(#parts),*]
                    }
                });
                arms.is_ordered
                    .extend(quote! { #index => Self::#name(__memory, __network), });
                if key.is_empty() {
                    arms.is_hashed.extend(quote! {
                        #index => Self::#name(__memory, __network) != [false; 2],
                    });
                }
            }
        }
        functions
    }

    /// The function of an alpha memory's tests.
    pub(super) fn alpha_name(&self, number: usize, alpha: &Alpha) -> Ident {
        let fact_type = &self.ruleset.fact_types[alpha.fact_type.0];
        names::function("alpha", &names::plain(&fact_type.name), number)
    }

    /// A function's name.
    pub(super) fn function(&self, what: &str, node: &Node, number: usize) -> Ident {
        let rule = self.ruleset.rule(node.tests.context.rule);
        names::function(what, &names::rule(rule), number)
    }

    /// The statements that leave where a test fails.
    pub(super) fn tests(&self, tests: &Tests, view: View) -> TokenStream {
        let mut scope = self.scope(&tests.context, view);
        scope.tests(&tests.tests);
        scope.finish()
    }

    /// An expression that hashes a key.
    fn key(&self, context: &Context, key: &[KeyPart], view: View) -> TokenStream {
        let mut scope = self.scope(context, view);
        scope.push(quote! { let __hash = 0; });
        for &part in key {
            let operand = scope.operand(self.operand(context, part));
            scope.push(quote! { let __hash = __rt::Key(&#operand).__mix(__hash); });
        }
        let code = scope.finish();
        quote! { #code __hash }
    }

    fn operand(&self, context: &Context, part: KeyPart) -> &Operand {
        part.operand(self.ruleset.rule(context.rule))
    }

    /// The texts of tests.
    pub(super) fn texts(&self, rule: RuleId, of: impl IntoIterator<Item = TestId>) -> String {
        let rule = self.ruleset.rule(rule);
        let of = of.into_iter().map(|test| rule.tests[test.0].text.as_str());
        let mut texts: Vec<_> = of.collect();
        // One guard may bound a field on both sides.
        texts.dedup();
        texts.join("; ")
    }

    fn scope<'s>(&'s self, context: &'s Context, view: View) -> Scope<'s> {
        Scope::new(self.ruleset, self.definitions, context, view)
    }

    /// The documentation of a function: rules and condition.
    pub(super) fn doc(&self, rules: &[RuleId], text: &str) -> String {
        let rules: Vec<String> = rules
            .iter()
            .map(|rule| format!("`{}`", names::rule(self.ruleset.rule(*rule))))
            .collect();
        format!(" {}: `{text}`", rules.join(", "))
    }
}

/// The places of what something is ordered by: two, where there is one the second is 0.
fn emit_places(scope: &mut Scope<'_>, order: impl Iterator<Item = KeyPart>) -> TokenStream {
    let rule = scope.rule();
    let places = order.map(|part| {
        let otherwise = if part.is_last_without_place(rule) {
            quote! { ::core::primitive::u64::MAX }
        } else {
            quote! { 0 }
        };
        emit_place(scope, part.operand(rule), &otherwise)
    });
    let mut places: Vec<_> = places.collect();
    places.resize(2, quote! { 0 });
    quote! { [#(#places),*] }
}

/// The types of what stands on the two sides of a node.
fn side_types(kind: &NodeKind) -> [TokenStream; 2] {
    let (slot, token) = (quote! { __rt::Slot }, quote! { __rt::TokenId });
    match kind {
        NodeKind::JoinFacts { .. } => [slot.clone(), slot],
        NodeKind::Join { .. } | NodeKind::Counted { .. } => [token, slot],
        _ => [token, quote! { u32 }],
    }
}
