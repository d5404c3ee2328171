//! Kinds: several fact types that share fields. A pattern of one is an `either` over its types.
//!
//! The variable of such a pattern is an enum of the ruleset, made here, with a variant for each type that holds its
//! fact, and a method for each field. What a rule reads by such a method is the field.

use std::collections::BTreeMap;
use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, format_ident, quote, quote_spanned};
use syn::Member;
use syn::spanned::Spanned as _;

use crate::ast::{FactItem, Fields, Item, Kind, Pattern};
use crate::hir::{Condition, ElementId, Source, TestId};
use crate::vocabulary as say;

use super::Context;
use super::calls::is_primitive;
use super::names::{member_name, plain, span_range};
use super::rules::RuleResolver;
use super::rust_uses::Access;

/// The kinds of a ruleset by name, of two of one name the first, and what is known of the types of fields.
#[derive(Default)]
pub(super) struct Kinds {
    kinds: BTreeMap<String, Rc<Kind>>,
    /// The fields of the structs that the ruleset declares, by the names of both.
    fields: BTreeMap<(String, String), syn::Type>,
}

impl Kinds {
    /// The kinds among some items.
    pub(super) fn of(items: &[Item]) -> Self {
        let mut found = Self::default();
        for item in items {
            match item {
                Item::Kind(kind) => {
                    let kinds = found.kinds.entry(plain(&kind.name));
                    kinds.or_insert_with(|| Rc::new(kind.clone()));
                }
                Item::Fact(fact) => {
                    if let FactItem::Struct(item) = &fact.item {
                        found.add_fields(item);
                    }
                }
                Item::Rust(tokens) => {
                    if let Ok(item) = syn::parse2(tokens.clone()) {
                        found.add_fields(&item);
                    }
                }
                Item::Use(_)
                | Item::Type(_)
                | Item::Global(_)
                | Item::Rule(_)
                | Item::Query(_)
                | Item::Group(_)
                | Item::Table(_) => {}
            }
        }
        found
    }

    fn add_fields(&mut self, item: &syn::ItemStruct) {
        for field in &item.fields {
            if let Some(name) = &field.ident {
                let key = (plain(&item.ident), plain(name));
                self.fields.entry(key).or_insert_with(|| field.ty.clone());
            }
        }
    }

    /// The kind that a path names.
    pub(super) fn named(&self, path: &syn::Path) -> Option<Rc<Kind>> {
        self.kinds.get(&plain(path.get_ident()?)).cloned()
    }
}

/// The enum of a kind. Its fields are checked.
pub(super) fn emit_kind(kind: &Kind, context: &mut Context<'_>) -> Option<TokenStream> {
    let is_first = context.kinds.kinds.get(&plain(&kind.name));
    if is_first.is_none_or(|first| first.name.span().start() != kind.name.span().start()) {
        return None;
    }
    let (name, vis, runtime) = (&kind.name, &kind.vis, &context.runtime.clone());
    let variants: Vec<Ident> = kind.types.iter().map(variant).collect();
    let types = &kind.types;
    let mut methods = TokenStream::new();
    for (field, written) in &kind.fields {
        let Some(ty) = field_type(kind, field, written.as_ref(), context) else {
            continue;
        };
        let doc = format!(" Its `{}`.", plain(field));
        // What is `Copy` for sure is the value itself, as a variable of the field would be.
        let by_value = is_primitive(&ty) || matches!(ty, syn::Type::Reference(_));
        let reference = (!by_value).then(|| quote! { & });
        let result = if by_value {
            quote! { #ty }
        } else {
            quote! { &'fact #ty }
        };
        // Where a type's field is of another type than that of the first, rustc says so at the type.
        let arms = variants.iter().map(|variant| {
            quote_spanned! {variant.span()=>
                Self::#variant(fact) => return #reference fact.#field,
            }
        });
        methods.extend(quote! {
            #[doc = #doc]
            #[must_use]
            #vis fn #field(self) -> #result {
                match self { #(#arms)* }
            }
        });
    }
    let attrs = kind.attrs.iter().map(|attr| &attr.tokens);
    let doc = kind.attrs.iter().all(|attr| attr.name != "doc").then(|| {
        let doc = format!(" A fact of the kind `{name}`.");
        quote! { #[doc = #doc] }
    });
    let derives_debug = |attr: &crate::ast::Attribute| {
        attr.name == "derive" && attr.args.to_string().contains("Debug")
    };
    let debug = (!kind.attrs.iter().any(derives_debug)).then(|| {
        quote! {
            impl ::core::fmt::Debug for #name<'_, '_> {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    #[allow(unused_imports)]
                    use #runtime::generated::{ShowDebug as _, ShowOpaque as _};
                    match self { #(Self::#variants(fact) => #runtime::generated::Show(&***fact).__show(f),)* }
                }
            }
        }
    });
    let docs = kind
        .types
        .iter()
        .map(|ty| format!(" A `{}`.", plain(&variant(ty))));
    Some(quote! {
        #doc
        #(#attrs)*
        #[derive(::core::clone::Clone, ::core::marker::Copy)]
        #[allow(dead_code)]
        #vis enum #name<'fact, 'session> {
            #(#[doc = #docs] #variants(&'fact #runtime::Fact<'session, #types>),)*
        }

        #[allow(dead_code, single_use_lifetimes, clippy::all, clippy::pedantic)]
        impl<'fact, 'session> #name<'fact, 'session> {
            #methods
        }

        #debug
    })
}

/// The variant of a type: its path's last segment.
fn variant(path: &syn::Path) -> Ident {
    let last = path.segments.last();
    last.map_or_else(|| format_ident!("Fact"), |segment| segment.ident.clone())
}

/// The type of a field: as it is written, or as one of the types that the ruleset declares has it. Those that have
/// no such field are reported.
fn field_type(
    kind: &Kind,
    field: &Ident,
    written: Option<&syn::Type>,
    context: &mut Context<'_>,
) -> Option<syn::Type> {
    let member = Member::Named(field.clone());
    let mut ty = written.cloned();
    let mut is_wrong = false;
    for path in &kind.types {
        let id = context.fact_types.named(path, context.diagnostics);
        let key = (plain(&variant(path)), plain(field));
        ty = ty.or_else(|| context.kinds.fields.get(&key).cloned());
        let types = &context.fact_types;
        let Some(members) = types.members(id, None, context.diagnostics) else {
            continue;
        };
        if !members.has(&member) {
            let help = say::suggestion(&plain(field), &members.names(), "its fields are");
            let name = plain(&variant(path));
            let wording = say::unknown_field(name, plain(field)).or_help(help);
            context.diagnostics.push(wording.at(field.span()));
            is_wrong = true;
        }
    }
    if ty.is_none() && !is_wrong {
        let wording = say::kind_field_type(plain(field));
        context.diagnostics.push(wording.at(field.span()));
    }
    ty.filter(|_| !is_wrong)
}

impl RuleResolver<'_, '_> {
    /// A pattern of a kind: a branch for each of its types.
    pub(super) fn resolve_kind(
        &mut self,
        kind: &Kind,
        pattern: &Pattern,
        tokens: &TokenStream,
    ) -> Condition {
        let fields = self.kind_fields(kind, pattern);
        self.resolve_branches(kind.types.len(), |rule, branch| {
            let path = &kind.types[branch];
            let hidden = pattern.binding.as_ref();
            let hidden = hidden.map(|name| format_ident!("__{}", plain(name), span = name.span()));
            let of_type = Pattern {
                binding: hidden.clone(),
                path: path.clone(),
                fields: fields.clone(),
                relations: pattern.relations.clone(),
                windows: Vec::new(),
                last: None,
                guard: None,
            };
            let fact = rule.resolve_pattern(&of_type, tokens);
            let element = match &fact {
                Condition::Fact { element, .. } => Some(*element),
                _ => None,
            };
            let mut conditions = vec![fact];
            if let Some(element) = element {
                // The type's name stands in the kind's declaration, the pattern here.
                rule.elements[element.0].span = span_range(&pattern.path);
                rule.resolve_windows(element, &pattern.windows, &mut conditions);
            }
            if let (Some(name), Some(hidden), Some(element)) = (&pattern.binding, hidden, element) {
                let test = rule.bind_member(kind, path, name, &hidden, element);
                conditions.push(Condition::Test(test));
            }
            if let Some(guard) = &pattern.guard {
                let tests = rule.resolve_guard(guard);
                conditions.extend(tests.into_iter().map(Condition::Test));
            }
            conditions
        })
    }

    /// The fields that a pattern of a kind names; of those that the kind has not, it is said.
    fn kind_fields(&mut self, kind: &Kind, pattern: &Pattern) -> Fields {
        let fields = match &pattern.fields {
            Fields::Unit => return Fields::Unit,
            Fields::Named(fields) => fields,
            Fields::Tuple { .. } => {
                let wording = say::kind_positions(&kind.name);
                self.report(wording.at(span_range(&pattern.path)));
                return Fields::Unit;
            }
        };
        let names: Vec<String> = kind.fields.iter().map(|(name, _)| plain(name)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut known = Vec::new();
        for field in fields {
            let name = member_name(&field.member);
            if names.contains(&name.as_str()) {
                known.push(field.clone());
                continue;
            }
            let help = say::suggestion(&name, &names, "its fields are");
            let wording = say::unknown_field(&kind.name, name).or_help(help);
            self.report(wording.at(field.member.span()));
        }
        Fields::Named(known)
    }

    /// `let a = Animal::Dog(fact)`, which by itself reads nothing of the fact.
    fn bind_member(
        &mut self,
        kind: &Kind,
        path: &syn::Path,
        name: &Ident,
        hidden: &Ident,
        element: ElementId,
    ) -> TestId {
        let (enumeration, variant) = (&kind.name, variant(path));
        let value: syn::Expr = syn::parse_quote! { #enumeration::#variant(#hidden) };
        let fact = self.scope.lookup(hidden);
        let needs = self.needs([], fact);
        let pattern: syn::Pat = syn::parse_quote! { #name };
        let source = format!("let {} = {}", plain(name), variant.to_token_stream());
        let test = self.push_let(&pattern, &value, needs, source);
        let variable = self.bind_new(name, Source::Test(test));
        self.binds_of(test).push(variable);
        self.members.insert(test, (element, plain(&kind.name)));
        test
    }

    /// Notes what a use of a variable of a kind reads: by a method for a field that field.
    pub(super) fn note_member_read(&mut self, test: TestId, access: &Access) {
        let Some((element, kind)) = self.members.get(&test).cloned() else {
            return;
        };
        let kind = self.context.kinds.kinds.get(&kind).cloned();
        if let Access::Method(method) = access
            && let Some(kind) = kind
            && kind
                .fields
                .iter()
                .any(|(name, _)| plain(name) == plain(method))
        {
            self.note_field_read(element, &Member::Named(method.clone()));
        } else {
            self.note_whole_read(element);
        }
    }
}
