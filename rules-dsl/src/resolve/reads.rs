//! What a rule reads of its facts: the fields that its conditions name, or a fact whole.
//!
//! Noted while conditions are resolved, at each use of a variable; a block reads nothing. A type
//! gathers the fields that any rule reads, and an element has its own by their numbers there.

use proc_macro2::{Ident, Span};
use syn::spanned::Spanned as _;

use crate::hir::{self, ElementId, ElementKind, Source, VariableId};

use super::names::{member_name, plain};
use super::rules::RuleResolver;
use super::rust_uses::Access;

impl RuleResolver<'_, '_> {
    /// Notes what a use of a variable in a condition reads of facts.
    pub(super) fn note_read(&mut self, variable: VariableId, access: &Access) {
        match self.variables[variable.0].source.clone() {
            Source::Fact(element) => match access {
                Access::Field(member) => {
                    self.check_field(element, member);
                    self.note_field_read(element, member);
                }
                Access::Method(method) if plain(method) == "handle" => {}
                Access::Method(_) | Access::Whole => self.note_whole_read(element),
            },
            Source::Accumulate(element) => {
                let counts = |method: &Ident| ["len", "is_empty"].contains(&plain(method).as_str());
                if let Some(member) = self.collected(element)
                    && !matches!(access, Access::Method(method) if counts(method))
                {
                    self.note_whole_read(member);
                }
            }
            Source::Either { branches, .. } => {
                for branch in branches {
                    self.note_read(branch, access);
                }
            }
            // A group may be kept by a fact.
            Source::Key { inner, .. } => self.note_read(inner, access),
            Source::Test(test) if self.members.contains_key(&test) => {
                self.note_member_read(test, access);
            }
            // What these are made of has been noted where they are bound.
            Source::Field { .. } | Source::Test(_) | Source::Each(_) | Source::Parameter(_) => {}
        }
    }

    /// Says that a declared type has no such field. (Of a variant rustc says that it has none at all.)
    fn check_field(&mut self, element: ElementId, member: &syn::Member) {
        let element = self.read_element(element);
        if let ElementKind::Fact {
            fact_type,
            variant: None,
            ..
        } = self.elements[element.0].kind
        {
            self.check_members(fact_type, None, std::iter::once(member));
        }
    }

    /// Notes that the rule reads a field of an element, of its variant where it has one.
    pub(super) fn note_field_read(&mut self, element: ElementId, member: &syn::Member) {
        self.note_part_read(element, Some(member_name(member)), member.span());
    }

    /// Notes that the rule reads a field, or with `None` the variant, of an element.
    pub(super) fn note_part_read(
        &mut self,
        element: ElementId,
        member: Option<String>,
        span: Span,
    ) {
        let element = self.read_element(element);
        let ElementKind::Fact {
            fact_type,
            variant,
            reads,
            ..
        } = &mut self.elements[element.0].kind
        else {
            return;
        };
        let variant = variant.as_ref().and_then(|path| path.segments.last());
        let field = hir::Field {
            variant: variant.map(|segment| plain(&segment.ident)),
            member,
        };
        reads.insert(self.context.fact_types.note_field(*fact_type, field, span));
    }

    pub(super) fn note_whole_read(&mut self, element: ElementId) {
        let element = self.read_element(element);
        if let ElementKind::Fact {
            fact_type, whole, ..
        } = &mut self.elements[element.0].kind
        {
            *whole = true;
            self.context.fact_types.note_whole(*fact_type);
        }
    }

    /// The element of which a read is noted: of the best of some facts it is each of them.
    pub(super) fn read_element(&self, element: ElementId) -> ElementId {
        match self.elements[element.0].kind {
            ElementKind::Best { member, .. } => self.read_element(member),
            ElementKind::Fact { .. } | ElementKind::Accumulate(_) | ElementKind::Each(_) => element,
        }
    }
}
