//! The names that generated code uses. Those that user code can see begin with the ruleset's name;
//! those beside user code in one scope begin with `__`.

use heck::{ToSnakeCase as _, ToUpperCamelCase as _};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use crate::hir::{EffectId, ElementId, FactTypeId, Rule, RuleId, Ruleset, VariableId};

use super::literals::FieldSets;
use super::writes::Writes;

pub(super) use crate::names::{ident, plain};

/// The names of a ruleset's items.
pub(super) struct Names {
    pub(super) program: Ident,
    pub(super) memory: Ident,
    pub(super) globals: Ident,
    pub(super) rules: Ident,
    pub(super) groups: Ident,
    pub(super) builder: Ident,
    pub(super) transaction: Ident,
    /// The type that says whether its sessions can go back, from where `__rt` is.
    pub(super) mode: TokenStream,
    /// What its blocks say of the fields that they write.
    pub(super) writes: Writes,
    /// The type of its network's state, from there.
    pub(super) network_ty: TokenStream,
}

impl Names {
    pub(super) fn new(ruleset: &Ruleset) -> Self {
        let name = plain(&ruleset.name);
        let mode = mode(ruleset, &quote! { __rt });
        Names {
            program: format_ident!("{name}Program"),
            memory: format_ident!("__{name}Memory"),
            globals: format_ident!("{name}Globals"),
            rules: format_ident!("{name}Rule"),
            groups: format_ident!("{name}Group"),
            builder: format_ident!("{name}Builder"),
            transaction: format_ident!("{name}Transaction"),
            writes: Writes::of(ruleset),
            network_ty: quote! { __rt::Network<#mode> },
            mode,
        }
    }
}

/// The type that says whether a ruleset's sessions can go back; `private` is what the runtime has for
/// generated code.
pub(super) fn mode(ruleset: &Ruleset, private: &TokenStream) -> TokenStream {
    let mode = if ruleset.backtrack {
        quote! { #private::Trailed }
    } else {
        quote! { #private::ForwardOnly }
    };
    match FieldSets::of(ruleset).words() {
        None => mode,
        Some(words) => quote! { #private::Wide<#mode, #words> },
    }
}

/// The type that stands for how facts of a type are told apart.
pub(super) fn identity(ruleset: &Ruleset, fact_type: FactTypeId) -> Ident {
    let slab = &ruleset.fact_types[fact_type.0].slab;
    format_ident!("__{}_{slab}_key", plain(&ruleset.name))
}

/// The alias of a fact type that the ruleset does not declare. (No other name of ours has an underscore
/// there, and two rulesets of a module are no reason for two names to be one.)
pub(super) fn fact_type(ruleset: &Ruleset, fact_type: FactTypeId) -> Ident {
    let name = plain(&ruleset.fact_types[fact_type.0].name);
    Ident::new(
        &format!("__{}_{name}", plain(&ruleset.name)),
        Span::call_site(),
    )
}

/// The alias of an accumulator; the ruleset's accumulators are numbered.
pub(super) fn accumulator(ruleset: &Ident, number: usize) -> Ident {
    Ident::new(
        &format!("__{}_accumulator_{number}", plain(ruleset)),
        Span::call_site(),
    )
}

/// A field, by its name without `r#` or by its position.
pub(super) fn member(name: &str, span: Span) -> syn::Member {
    match name.parse::<u32>() {
        Ok(index) => syn::Member::Unnamed(syn::Index { index, span }),
        Err(_) => syn::Member::Named(ident(name, span)),
    }
}

/// The enum variant that stands for a rule or a group.
pub(super) fn variant(ident: &Ident) -> Ident {
    let name = plain(ident).to_upper_camel_case();
    match name.as_str() {
        "Self" => Ident::new("Self_", ident.span()),
        "" => format_ident!("_{}", plain(ident), span = ident.span()),
        _ => Ident::new(&name, ident.span()),
    }
}

/// The field of working memory that keeps the states of a user's accumulate, or the elements of a `for`.
pub(super) fn state(rule: RuleId, element: ElementId) -> Ident {
    format_ident!("state_{}_{}", rule.0, element.0)
}

/// A function's name: what it is for, and the number that tells it from others.
pub(super) fn function(what: &str, of: &str, number: usize) -> Ident {
    Ident::new(
        &format!("{}_{what}_{number}", of.to_snake_case()),
        Span::call_site(),
    )
}

/// The name of a rule in functions' names.
pub(super) fn rule(rule: &Rule) -> String {
    plain(&rule.name)
}

/// The local that holds an element's value: a reference to the fact.
pub(super) fn element(element: ElementId) -> Ident {
    format_ident!("__fact{}", element.0)
}

/// The local that holds the slot of an element's fact, or what stands for an element that is none.
pub(super) fn local(element: ElementId) -> Ident {
    format_ident!("__local{}", element.0)
}

/// The local that refers to the fact that an element is, of those that it may be.
pub(super) fn candidate(element: ElementId) -> Ident {
    format_ident!("__candidate{}", element.0)
}

/// The local that holds the facts that an element may be.
pub(super) fn candidates(element: ElementId) -> Ident {
    format_ident!("__candidates{}", element.0)
}

/// The local in which a `for` keeps its elements.
pub(super) fn kept(element: ElementId) -> Ident {
    format_ident!("__kept{}", element.0)
}

/// The local that holds an element of `for`, as the iterator gave it.
pub(super) fn item(element: ElementId) -> Ident {
    format_ident!("__item{}", element.0)
}

/// The local that holds the hash by which an element's facts are looked up.
pub(super) fn hash(element: ElementId) -> Ident {
    format_ident!("__hash{}", element.0)
}

/// The local that holds within what the fields lie by which an element's facts are ordered.
pub(super) fn within(element: ElementId) -> Ident {
    format_ident!("__within{}", element.0)
}

/// The local in which an accumulate gathers.
pub(super) fn gathered(element: ElementId) -> Ident {
    format_ident!("__gathered{}", element.0)
}

/// The local in which an accumulate gathers by keys.
pub(super) fn groups(element: ElementId) -> Ident {
    format_ident!("__groups{}", element.0)
}

/// The local that holds the place of an accumulate's group among the groups.
pub(super) fn group(element: ElementId) -> Ident {
    format_ident!("__group{}", element.0)
}

/// The local that refers to a field of an enum's variant.
pub(super) fn variant_field(element: ElementId, member: &syn::Member) -> Ident {
    match member {
        syn::Member::Named(name) => format_ident!("__fact{}_{}", element.0, plain(name)),
        syn::Member::Unnamed(index) => format_ident!("__fact{}_{}", element.0, index.index),
    }
}

/// The local that refers to what a pattern's variable was bound to, before it is copied.
pub(super) fn bound(variable: VariableId) -> Ident {
    format_ident!("__bound{}", variable.0)
}

/// The local that holds what refers to a variable's place, where the variable is a reference.
pub(super) fn held(variable: VariableId) -> Ident {
    format_ident!("__held{}", variable.0)
}

/// The local that refers to the place of a variable's value.
pub(super) fn lent(variable: VariableId) -> Ident {
    format_ident!("__lent{}", variable.0)
}

/// The local function that computes a variable anew.
pub(super) fn computing(variable: VariableId) -> Ident {
    format_ident!("__computing{}", variable.0)
}

/// The local that holds the fact that a `modify` statement modifies.
pub(super) fn modified(statement: EffectId) -> Ident {
    format_ident!("__modified{}", statement.0)
}
