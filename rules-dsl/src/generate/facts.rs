//! Generates what the runtime asks of each fact type: which alpha memories a fact belongs to, in which
//! fields two states of it differ.

use proc_macro2::{Delimiter, Group, Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::analysis::asked::waiting;
use crate::hir::{Declaration, FactType, FactTypeId, Field, Identity};
use crate::network::Reads;

use super::bulk::derived;
use super::classify::Classification;
use super::conditions::ConditionWriter;
use super::fragments::{first_span, located};
use super::identities;
use super::literals::{FieldSets, int, kind};
use super::names::{self, Names};
use super::queries;
use super::time;
use super::view::View;

impl ConditionWriter<'_> {
    /// The functions that test single facts.
    pub(super) fn emit_alphas(&self, classifications: &[Classification]) -> TokenStream {
        let Names { memory, .. } = self.names;
        let mut functions = TokenStream::new();
        for (number, alpha) in self.network.alphas.iter().enumerate() {
            let classification = &classifications[alpha.fact_type.0];
            if alpha.tests.tests.is_empty() || classification.is_found(number) {
                continue;
            }
            let name = self.alpha_name(number, alpha);
            let body = self.tests(&alpha.tests, View::of_fact(quote! { return false }));
            let context = &alpha.tests.context;
            let texts = self.texts(context.rule, alpha.tests.tests.iter().copied());
            let doc = self.doc(&[context.rule], &texts);
            functions.extend(quote! {
                #[doc = #doc]
                #[inline(never)]
                fn #name(__memory: &#memory, __slot: __rt::Slot) -> bool {
                    #body
                    true
                }
            });
        }
        functions
    }

    /// The fields of a type that its alpha memories' readers read together.
    fn type_reads(&self, id: FactTypeId) -> Reads {
        let mut reads = Reads::default();
        for alpha in self.network.alphas_of(id) {
            reads.add(&self.network.alpha_reads(alpha));
        }
        reads
    }

    /// The `Holds` impl of each fact type.
    pub(super) fn emit_fact_types(&self, classifications: &[Classification]) -> TokenStream {
        let types = classifications.iter().enumerate();
        types
            .map(|(id, classification)| self.emit_fact_type(FactTypeId(id), classification))
            .collect()
    }

    /// Whether rules that fire in bulk insert facts of a type.
    fn is_derived_in_bulk(&self, id: FactTypeId) -> bool {
        let mut matches = self.network.matches.iter();
        matches.any(|entry| derived(self.ruleset, entry) == Some(id))
    }

    fn emit_fact_type(&self, id: FactTypeId, classification: &Classification) -> TokenStream {
        let Names {
            program,
            memory,
            mode,
            ..
        } = self.names;
        let fact_type = &self.ruleset.fact_types[id.0];
        let (path, slab, kind) = (&fact_type.path, &fact_type.slab, kind(id));
        let declaration = fact_type.declaration.as_ref();
        let identity = identities::identity_of(self.ruleset, id);
        let is_derived =
            declaration.is_some_and(|declared| declared.derived) || fact_type.is_best();
        let accepts = (!is_derived && !fact_type.is_hidden()).then(|| {
            implement(
                &quote! { __rt::Accepts<#path> for #program },
                path,
                TokenStream::new(),
            )
        });
        let has_best = self.ruleset.has_best();
        let writes = (has_best && !fact_type.is_best()).then(|| {
            implement(
                &quote! { __rt::Writes<#path> for #program },
                path,
                TokenStream::new(),
            )
        });
        let enter = self.emit_entering(id, classification);
        let classification = self.emit_classification(id, classification, &|alpha| {
            let alpha = int(alpha);
            quote! { __hits.push(#alpha); }
        });
        let sets = FieldSets::of(self.ruleset);
        let (fields, none) = (sets.ty(), sets.none());
        let changes = emit_changes(fact_type, sets, &self.type_reads(id));
        let number = self.is_derived_in_bulk(id).then(|| emit_number(fact_type));
        let duplicate = self
            .with_past
            .contains(&id)
            .then(|| emit_duplicate(fact_type));
        let hidden = fact_type.is_hidden().then(|| {
            quote! { const HIDDEN: ::core::primitive::bool = true; }
        });
        let mut questions = self.ruleset.queries.iter();
        let is_told = waiting(self.ruleset, id).is_some();
        let answers = (is_told || questions.any(|query| query.asks == Some(id)))
            .then(|| queries::emit_answers(self.ruleset, self.names, id));
        let hooks = time::emit_hooks(self.ruleset, id, memory);
        let generated = super::generated();
        let body = quote! {
            type Identity = #identity;
            const KIND: __rt::KindId = #kind;
            #hidden
            #hooks
            #answers

            fn slab(__memory: &#memory) -> &__rt::Slab<#path, #mode> {
                &__memory.#slab
            }

            fn slab_mut(__memory: &mut #memory) -> &mut __rt::Slab<#path, #mode> {
                &mut __memory.#slab
            }

            #number

            #duplicate

            fn changes(__before: &#path, __after: &#path, __written: #fields) -> #fields {
                let mut __changed = #none;
                #changes
                __changed
            }

            fn classify(
                __memory: &#memory,
                __slot: __rt::Slot,
                __fields: #fields,
                __hits: &mut __rt::Vec<u32>,
            ) {
                #classification
            }

            #enter

            fn show(
                __fact: &#path,
                __formatter: &mut ::core::fmt::Formatter<'_>,
            ) -> ::core::fmt::Result {
                __rt::Show(__fact).__show(__formatter)
            }
        };
        let holds = implement(&quote! { __rt::Holds<#path> for #program }, path, body);
        quote! {
            #accepts
            #writes

            #generated
            #holds
        }
    }
}

/// What a trait says of a fact type: `impl … { … }`, which rustc shows at the type's name, where two names are one type.
fn implement(header: &TokenStream, path: &syn::Path, body: TokenStream) -> TokenStream {
    let at = first_span(path);
    let header = located(quote! { impl #header }, at);
    let mut body = Group::new(Delimiter::Brace, body);
    body.set_span(body.span().located_at(at));
    quote! { #header #body }
}

/// The method that numbers a fact, where it may have a number: a struct that is equal to others if all its fields are.
fn emit_number(fact_type: &FactType) -> TokenStream {
    let declaration = fact_type.declaration.as_ref();
    let declaration = declaration.filter(|declaration| {
        let is_unique = matches!(fact_type.identity, Identity::Unique);
        is_unique && declaration.equal_by_fields
    });
    let Some(Declaration { span, fields, .. }) = declaration else {
        return TokenStream::new();
    };
    let path = &fact_type.path;
    let members = fields.keys().filter_map(|field| field.member.as_ref());
    let members = members.map(|name| names::member(name, *span));
    // 512 facts are told apart by a block: its sides are as alike as they can be.
    let lowest = int(9 / fields.len().max(1));
    quote! {
        #[inline]
        fn number(__fact: &#path) -> ::core::option::Option<::core::primitive::u64> {
            let __number = __rt::FactNumber::NONE;
            #(let __number = __rt::Digits(&__fact.#members).__after(__number, #lowest);)*
            __number.whole()
        }
    }
}

/// The method that copies a fact whose past values some rule asks for.
fn emit_duplicate(fact_type: &FactType) -> TokenStream {
    let path = &fact_type.path;
    let span = syn::spanned::Spanned::span(path);
    let fact = located(quote! { __fact }, span);
    let clone = quote_spanned! {span=>
        <#path as ::core::clone::Clone>::clone(#fact)
    };
    quote! {
        fn duplicate(__fact: &#path) -> ::core::option::Option<#path> {
            ::core::option::Option::Some(#clone)
        }
    }
}

/// The statements that compare the fields that alpha memories, and what is downstream of them, read.
fn emit_changes(fact_type: &FactType, sets: FieldSets, reads: &Reads) -> TokenStream {
    let fields = fact_type.fields.iter().enumerate();
    let fields = fields.map(|(place, (field, span))| {
        (
            Reads::field(place),
            emit_field_differs(fact_type, field, *span),
        )
    });
    let whole = quote! { __rt::Compare(__before, __after).__differ() };
    let mut statements = TokenStream::new();
    for (bit, differ) in fields.chain([(Reads::whole(), whole)]) {
        if !reads.meets(&bit) {
            continue;
        }
        let is_written = sets.meets(&quote! { __written }, &bit);
        let changed = quote! { __changed };
        let changed = sets.words_of(&changed, &bit);
        let changed = changed.map(|(word, bit)| quote! { #word |= #bit; });
        statements.extend(quote! { if #is_written && #differ { #(#changed)* } });
    }
    statements
}

/// Whether a field differs. Its name has the span of its first mention, so that a field which is not
/// there is reported where the user names it.
fn emit_field_differs(fact_type: &FactType, field: &Field, span: Span) -> TokenStream {
    let member = |name: &str| names::member(name, span);
    let path = &fact_type.path;
    match (&field.variant, &field.member) {
        (None, Some(name)) => {
            let member = member(name);
            quote! { __rt::Compare(&__before.#member, &__after.#member).__differ() }
        }
        (Some(variant), None) => {
            let variant = names::ident(variant, span);
            quote! {
                (::core::matches!(__before, #path::#variant { .. })
                    != ::core::matches!(__after, #path::#variant { .. }))
            }
        }
        (Some(variant), Some(name)) => {
            let (variant, member) = (names::ident(variant, span), member(name));
            quote! {
                match (__before, __after) {
                    (
                        #path::#variant { #member: __before, .. },
                        #path::#variant { #member: __after, .. },
                    ) => __rt::Compare(__before, __after).__differ(),
                    _ => true,
                }
            }
        }
        (None, None) => quote! { false },
    }
}
