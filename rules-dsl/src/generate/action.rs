//! Generates the functions that run rules' blocks: the variables are bound, the effects among the Rust
//! become calls that note them.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use crate::ast::{Block, EffectKind, Piece};
use crate::hir::{Action, ElementKind, FactType, Field, Modify, Rule, Ruleset};
use crate::network::{Match, Network, Reads};

use super::fragments::first_span;
use super::literals::{int, open_mask};
use super::members::Definitions;
use super::names::{self, Names};
use super::program::Arms;
use super::results;
use super::scope::{Scope, View};
use super::search;

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
            ..match_view()
        };
        let mut scope = Scope::new(ruleset, self.definitions, &entry.context, view);
        scope.needs(&action.needs);
        if self.undoes {
            scope.facts_since(&action.needs, quote! { __since });
        }
        let bindings = scope.finish();
        let globals_type = &self.names.globals;
        let globals = action
            .globals
            .iter()
            .map(|&global| &ruleset.globals[global].name);
        let globals = (!action.globals.is_empty())
            .then(|| quote! { let #globals_type { #(#globals,)* .. } = __globals; });
        let mut lower = Lower {
            ruleset,
            rule,
            modifies: action.modifies.iter(),
        };
        let (heads, block) = lower.after_choices(&action.block);
        let (returns, block) = search::emit_choices(ruleset, &heads, block);
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
            #[allow(unused_braces, clippy::too_many_lines, clippy::unnecessary_wraps)]
            #(#attrs)*
            #[inline(never)]
            fn #name(
                __token: u32,
                __firing: &__rt::Firing<'_, Self>,
                __globals: &mut #globals_type,
            ) #returns {
                let (__memory, __network) = (__firing.memory(), __firing.network());
                #moment
                #bindings
                #globals
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
    /// The `modify` statements that are still to come.
    modifies: std::slice::Iter<'a, Modify>,
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
        let mut scope = Scope::new(ruleset, definitions, &entry.context, match_view());
        scope.needs(&salience.needs);
        let expr = &salience.expr;
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
            fn #name(__token: u32, __memory: &#memory, __network: &#network_ty) -> i32 {
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

/// The view of code that looks at a match.
pub(super) fn match_view() -> View {
    View {
        left: quote! { __token },
        right: quote! { __token },
        otherwise: quote! { ::core::unreachable!() },
        moment: None,
        before_block: false,
    }
}

impl Lower<'_> {
    fn block(&mut self, block: &Block) -> TokenStream {
        let pieces = self.pieces(&block.pieces);
        let mut group = Group::new(Delimiter::Brace, pieces);
        group.set_span(block.open);
        TokenTree::Group(group).into()
    }

    /// The choices at the head of a block, and the block without them.
    fn after_choices<'b>(
        &mut self,
        block: &'b Block,
    ) -> (Vec<(&'b syn::Pat, &'b syn::Expr)>, TokenStream) {
        let heads = block.pieces.iter().map_while(|piece| match piece {
            Piece::Effect(effect) => match &effect.kind {
                EffectKind::Choose { pat, expr } => Some((pat, expr)),
                _ => None,
            },
            Piece::Rust(_) | Piece::Group { .. } => None,
        });
        let heads: Vec<_> = heads.collect();
        let pieces = self.pieces(&block.pieces[heads.len()..]);
        let mut group = Group::new(Delimiter::Brace, pieces);
        group.set_span(block.open);
        (heads, TokenTree::Group(group).into())
    }

    fn pieces(&mut self, pieces: &[Piece]) -> TokenStream {
        pieces.iter().map(|piece| self.piece(piece)).collect()
    }

    fn piece(&mut self, piece: &Piece) -> TokenStream {
        match piece {
            Piece::Rust(token) => token.clone().into(),
            Piece::Group {
                delimiter,
                pieces,
                span,
            } => {
                let mut group = Group::new(*delimiter, self.pieces(pieces));
                group.set_span(*span);
                TokenTree::Group(group).into()
            }
            Piece::Effect(effect) => self.effect(&effect.kind, effect.keyword),
        }
    }

    fn effect(&mut self, effect: &EffectKind, keyword: Span) -> TokenStream {
        // Where the keyword stands, but names are the compiler's: the keyword may come out of a macro.
        let keyword = Span::call_site().located_at(keyword);
        match effect {
            EffectKind::Insert { logical, fact } => {
                let fact = self.pieces(fact);
                let insert = if *logical {
                    quote_spanned! {keyword=> insert_logical }
                } else {
                    quote_spanned! {keyword=> insert }
                };
                quote_spanned! {keyword=> __firing.#insert(#fact); }
            }
            EffectKind::Modify { target, body } => {
                let written = self
                    .modifies
                    .next()
                    .map_or(u64::MAX, |modify| self.written(modify));
                let written = open_mask(written);
                let body = self.block(body);
                quote! {
                    {
                        let mut __draft = __rules::Fact::__modify(#target, #written);
                        let #target = &mut *__draft;
                        #body
                    }
                }
            }
            EffectKind::Retract { target } => quote! { __rules::Fact::__retract(#target); },
            EffectKind::Halt => quote_spanned! {keyword=> __firing.halt(); },
            EffectKind::Focus { group } => {
                let named = |other: &&proc_macro2::Ident| *other == group;
                let number = self.ruleset.groups.iter().position(|other| named(&other));
                let number = int(number.map_or(0, |number| number + 1));
                quote_spanned! {keyword=> __firing.focus(#number); }
            }
            EffectKind::Fail => {
                quote_spanned! {keyword=> __firing.fail(); #[allow(clippy::needless_return)] return; }
            }
            EffectKind::Choose { .. } => {
                unreachable!("`resolve` lets choices stand at the head alone")
            }
        }
    }

    /// The mask of the fields that a `modify` writes.
    fn written(&self, modify: &Modify) -> u64 {
        let (Some(element), Some(writes)) = (modify.element, &modify.writes) else {
            return u64::MAX;
        };
        let ElementKind::Fact { fact_type, .. } = self.rule.elements[element.0].kind else {
            return u64::MAX;
        };
        writes
            .iter()
            .map(|field| bit(&self.ruleset.fact_types[fact_type.0], field))
            .fold(Reads::WHOLE, |all, field| all | field)
    }
}

/// The bit of a field, if some rule reads it.
fn bit(fact_type: &FactType, field: &Field) -> u64 {
    fact_type.fields.get_index_of(field).map_or(0, Reads::field)
}
