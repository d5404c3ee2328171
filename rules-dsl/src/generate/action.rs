//! Generates the functions that run rules' blocks: the variables are bound, the effects among the Rust
//! become calls that note them.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote, quote_spanned};

use crate::block;
use crate::hir::{
    Action, Block, Choose, EffectId, EffectKind, Modify, Piece, Rule, Ruleset, Target,
};
use crate::network::{Match, Network};
use crate::source::mentions;

use super::arms::Arms;
use super::definitions::Definitions;
use super::fragments::first_span;
use super::identities;
use super::literals::int;
use super::names::{self, Names};
use super::results;
use super::scope::Scope;
use super::search::{self, ComputedAnew};
use super::view::View;
use super::writes::Writes;

/// The functions that run blocks.
pub(super) fn emit_actions(
    ruleset: &Ruleset,
    network: &Network,
    definitions: &Definitions<'_>,
    names: &Names,
    arms: &mut Arms,
) -> TokenStream {
    let mut functions = TokenStream::new();
    for (number, entry) in network.matches.iter().enumerate() {
        let rule = &ruleset.rules[entry.context.rule.0];
        let blocks = [
            ("then", Some(&rule.then), &mut arms.fire),
            ("undo", rule.undo.as_ref(), &mut arms.undo),
        ];
        for (what, action, arms) in blocks {
            let Some(action) = action else { continue };
            if entry.bulk && what == "then" {
                continue;
            }
            let name = names::function(what, &names::rule(rule), number);
            let block = BlockOf {
                ruleset,
                definitions,
                names,
                entry,
                action,
                undoes: what == "undo",
            };
            functions.extend(block.emit(&name));
            let index = int(number);
            let call = quote! { Self::#name(__token, __firing, __globals) };
            let call = results::emit_call(ruleset, &call);
            arms.extend(quote! { #index => #call, });
        }
    }
    functions
}

/// A block of a rule, for one choice of branches.
struct BlockOf<'a> {
    ruleset: &'a Ruleset,
    definitions: &'a Definitions<'a>,
    names: &'a Names,
    entry: &'a Match,
    action: &'a Action,
    /// Whether it is an `undo` block, which sees the match as it was when it fired.
    undoes: bool,
}

impl BlockOf<'_> {
    /// The function that runs it.
    fn emit(&self, name: &proc_macro2::Ident) -> TokenStream {
        let BlockOf {
            ruleset,
            entry,
            action,
            ..
        } = self;
        let rule = &ruleset.rules[entry.context.rule.0];
        let view = View {
            before_block: true,
            moment: self.undoes.then(|| quote! { __moment }),
            ..View::of_match()
        };
        let mut scope = Scope::new(ruleset, self.definitions, &entry.context, view);
        scope.needs(&action.needs);
        if self.undoes {
            scope.facts_since(&action.needs, quote! { __since });
        }
        let choices: Vec<&Choose> = action.choices().collect();
        let computed = ComputedAnew::of(&choices, &mut scope);
        let bindings = scope.finish();
        let globals_type = &self.names.globals;
        let globals = action
            .globals
            .iter()
            .map(|&global| &ruleset.globals[global].name);
        let globals = (!action.globals.is_empty())
            .then(|| quote! { let #globals_type { #(#globals,)* .. } = __globals; });
        let now = action.now.as_ref().map(|now| {
            quote! {
                #[allow(unused_variables)]
                let #now = __rt::now::<Self>(__memory);
            }
        });
        let lower = Lower {
            ruleset,
            rule,
            action,
            writes: &self.names.writes,
            around: Vec::new(),
        };
        let block = lower.braced(&action.block, choices.len());
        let (returns, block) = search::emit_choices(ruleset, &choices, &computed, block);
        let what = if self.undoes { "`undo` block" } else { "block" };
        let doc = format!(
            " `{}`: its {what}{}",
            names::rule(rule),
            branches(rule, entry)
        );
        let attrs = &rule.attrs;
        let moment = self
            .undoes
            .then(|| quote! { let __since = __firing.moment(); let __moment = __since.then(); });
        quote! {
            #[doc = #doc]
            #[allow(
                unused_braces, clippy::init_numbered_fields, clippy::too_many_lines, clippy::unnecessary_wraps
            )]
            #(#attrs)*
            #[inline(never)]
            fn #name(
                __token: __rt::TokenId,
                __firing: &__rt::Firing<'_, Self>,
                __globals: &mut #globals_type,
            ) #returns {
                let (__memory, __network) = (__firing.memory(), __firing.network());
                #moment
                #bindings
                #globals
                #now
                #block
            }
        }
    }
}

/// Says which branches of its `either`s a match of a rule comes by.
fn branches(rule: &Rule, entry: &Match) -> String {
    let branches = entry.context.branches.iter();
    let branches: Vec<String> = branches
        .map(|(either, branch)| match rule.eithers.len() {
            1 => format!(", by branch {} of its `either`", branch + 1),
            _ => format!(
                ", by branch {} of its `either` {}",
                branch + 1,
                either.0 + 1
            ),
        })
        .collect();
    branches.concat()
}

/// Lowers blocks to Rust.
struct Lower<'a> {
    ruleset: &'a Ruleset,
    rule: &'a Rule,
    action: &'a Action,
    writes: &'a Writes,
    /// The `modify` statements around, each of another fact variable, outermost first.
    around: Vec<(EffectId, &'a Target)>,
}

/// The functions that compute saliences.
pub(super) fn emit_saliences(
    ruleset: &Ruleset,
    network: &Network,
    definitions: &Definitions<'_>,
    names: &Names,
    arms: &mut Arms,
) -> TokenStream {
    let Names {
        memory, network_ty, ..
    } = names;
    let mut functions = TokenStream::new();
    for (number, entry) in network.matches.iter().enumerate() {
        let rule = &ruleset.rules[entry.context.rule.0];
        let Some(salience) = &rule.computed_salience else {
            continue;
        };
        let mut scope = Scope::new(ruleset, definitions, &entry.context, View::of_match());
        scope.needs(&salience.needs);
        let expr = scope.through_facts(&salience.expr, &salience.needs);
        let i32 = quote_spanned! { first_span(&salience.expr)=> i32 };
        let bindings = scope.finish();
        let name = names::function("salience", &names::rule(rule), number);
        let doc = format!(
            " `{}`: its salience, `{}`.",
            names::rule(rule),
            salience.text
        );
        functions.extend(quote! {
            #[doc = #doc]
            #[inline(never)]
            fn #name(__token: __rt::TokenId, __memory: &#memory, __network: &#network_ty) -> i32 {
                #bindings
                let __salience: #i32 = #expr;
                __salience
            }
        });
        let index = int(number);
        arms.salience
            .extend(quote! { #index => Self::#name(__token, __memory, __network), });
    }
    functions
}

impl<'a> Lower<'a> {
    /// A fact that is modified or retracted: where some are `#[best(…)]`, rustc finds out whether it is one.
    fn written(&self, fact: TokenStream) -> TokenStream {
        if self.ruleset.has_best() {
            quote! { __firing.writes(#fact) }
        } else {
            fact
        }
    }

    /// A block in braces, without so many pieces at its head.
    fn braced(&self, block: &Block, without: usize) -> TokenStream {
        let mut group = Group::new(Delimiter::Brace, self.pieces(&block.pieces[without..]));
        group.set_span(block.open);
        TokenTree::Group(group).into()
    }

    fn pieces(&self, pieces: &[Piece]) -> TokenStream {
        block::tokens(pieces, &mut |id| self.effect(*id))
    }

    /// The fact on which a statement has its effect. In a `modify` of the same variable that has it.
    fn target(&self, target: &Target) -> TokenStream {
        let mut around = self.around.iter().rev();
        let own = around.find(|(_, outer)| names::plain(&outer.name) == names::plain(&target.name));
        match own {
            Some((outer, _)) if target.is_modified => names::modified(*outer).to_token_stream(),
            _ => self.written(fact(&target.name)),
        }
    }

    /// A `modify` statement. In one of the same variable it goes on with the value that is written.
    fn modify(&self, id: EffectId, modify: &'a Modify) -> TokenStream {
        let target = &modify.target.name;
        if modify.target.is_modified {
            let body = self.braced(&modify.body, 0);
            return quote! { { let #target = &mut *#target; #body } };
        }
        let written = self.writes.said(self.ruleset, self.rule, modify);
        let within = Lower {
            around: [&self.around[..], &[(id, &modify.target)]].concat(),
            ..*self
        };
        let body = within.braced(&modify.body, 0);
        let (fact, local) = (self.target(&modify.target), names::modified(id));
        let others = self.around.iter();
        let others = others.filter(|(_, outer)| self.may_be_one(outer, &modify.target));
        let others: Vec<_> = others.map(|(outer, _)| names::modified(*outer)).collect();
        let is_named = !others.is_empty() || mentions(body.clone(), &[&local.to_string()]);
        let (binding, fact) = if is_named {
            (
                Some(quote! { let #local = #fact; }),
                local.to_token_stream(),
            )
        } else {
            (None, fact)
        };
        quote! {
            {
                #binding
                #(__rules::Fact::__tell_apart(#others, #fact);)*
                let mut __draft = __rules::Fact::modify(#fact, #written);
                let #target = &mut *__draft;
                #body
            }
        }
    }

    /// Whether two variables may hold one fact.
    fn may_be_one(&self, one: &Target, other: &Target) -> bool {
        let fact_type = |target: &Target| self.rule.fact_type(target.element?);
        let types = fact_type(one).zip(fact_type(other));
        types.is_none_or(|(one, other)| one == other)
    }

    fn effect(&self, id: EffectId) -> TokenStream {
        let effect = &self.action.effects[id.0];
        // Where the keyword stands, but names are the compiler's: the keyword may come out of a macro.
        let keyword = Span::call_site().located_at(effect.keyword);
        match &effect.kind {
            EffectKind::Insert(insert) => {
                let fact = self.pieces(&insert.fact);
                let method = if insert.logical {
                    quote_spanned! {keyword=> insert_logical }
                } else {
                    let has_best = self.ruleset.has_best();
                    let method = if has_best { "insert_plain" } else { "insert" };
                    Ident::new(method, keyword).to_token_stream()
                };
                let logical = insert.fact_type.filter(|_| insert.logical);
                let check = logical.map(|fact_type| {
                    identities::emit_may_be_logical(self.ruleset, fact_type, keyword)
                });
                // All that is known of the block goes by the type that is written.
                let returned = insert.fact_type.filter(|_| insert.returned);
                let of_type = returned.map(|fact_type| {
                    let path = &self.ruleset.fact_types[fact_type.0].path;
                    quote_spanned! {keyword=> ::<#path> }
                });
                quote_spanned! {keyword=> #check __firing.#method #of_type(#fact); }
            }
            EffectKind::Modify(modify) => self.modify(id, modify),
            EffectKind::Retract(retract) => {
                let fact = self.target(&retract.target);
                quote! { __rules::Fact::__retract(#fact); }
            }
            EffectKind::Halt => quote_spanned! {keyword=> __firing.halt(); },
            EffectKind::Focus { group, .. } => {
                let number = int(group.map_or(0, |group| group.0 + 1));
                quote_spanned! {keyword=> __firing.focus(#number); }
            }
            EffectKind::Fail => {
                quote_spanned! {keyword=> __firing.fail(); #[allow(clippy::needless_return)] return; }
            }
            EffectKind::Choose(_) => {
                unreachable!("`resolve` lets choices stand at the head alone")
            }
        }
    }
}

/// The fact that a variable is. Where it is none, rustc says so at the variable.
fn fact(variable: &Ident) -> TokenStream {
    quote_spanned! { variable.span()=> __rt::fact(&#variable) }
}
