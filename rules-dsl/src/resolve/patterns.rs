//! A fact pattern: the element that it adds, the fields that it asks about, its guard.
//!
//! The fields of a declared fact are checked here; `field_patterns` resolves what is asked of each.

use proc_macro2::{Ident, Span, TokenStream};
use syn::Member;
use syn::spanned::Spanned;

use crate::ast::{FieldPattern, FieldTest, Fields, Pattern};
use crate::hir::{Condition, ElementId, ElementKind, FactTypeId, Source, TestId, TestKind};
use crate::vocabulary::{self as say, Wording};

use super::fact_types::split_variant;
use super::names::{span_range, text};
use super::rules::RuleResolver;
use super::shape::Members;

/// The position of each pattern of a tuple; `None` where it cannot be known.
type Positions = Vec<Option<Member>>;

impl RuleResolver<'_, '_> {
    /// Resolves a fact pattern; `tokens` are the condition's.
    pub(super) fn resolve_pattern(&mut self, pattern: &Pattern, tokens: &TokenStream) -> Condition {
        let (type_path, variant) = split_variant(&pattern.path);
        let fact_type = self
            .context
            .fact_types
            .named(&type_path, self.context.diagnostics);
        let kind = ElementKind::Fact {
            fact_type,
            variant: variant.as_ref().map(|_| pattern.path.clone()),
            reads: std::collections::BTreeSet::new(),
            whole: false,
        };
        let element = self.push_element(kind, text(tokens), span_range(&pattern.path));
        self.complexity += 1;
        if let Some(name) = &pattern.binding {
            self.bind_new(name, Source::Fact(element));
        }
        let mut tests = Vec::new();
        if variant.is_some() {
            let last = pattern.path.segments.last();
            let named = last.map_or_else(Span::call_site, |variant| variant.ident.span());
            self.note_part_read(element, None, named);
            let needs = self.needs([element], []);
            let span = span_range(&pattern.path);
            let kind = TestKind::Variant(element);
            tests.push(self.push_test(kind, needs, text(&pattern.path), span));
        }
        tests.extend(self.resolve_fields(element, fact_type, variant.as_ref(), pattern));
        let relations = pattern.relations.iter();
        tests.extend(relations.filter_map(|relation| self.resolve_relation(element, relation)));
        if let Some(guard) = &pattern.guard {
            tests.extend(self.resolve_guard(guard));
        }
        Condition::Fact { element, tests }
    }

    /// The tests of a pattern's fields.
    fn resolve_fields(
        &mut self,
        element: ElementId,
        fact_type: FactTypeId,
        variant: Option<&Ident>,
        pattern: &Pattern,
    ) -> Vec<TestId> {
        let mut tests = Vec::new();
        match &pattern.fields {
            Fields::Unit => {
                // Whether there is such a variant.
                self.context
                    .fact_types
                    .members(fact_type, variant, self.context.diagnostics);
            }
            Fields::Named(fields) => {
                let members = fields.iter().map(|field| &field.member);
                self.check_members(fact_type, variant, members);
                for field in fields {
                    let asked = self.resolve_field(element, &field.member, &field.test, true);
                    self.complexity += usize::from(!asked.is_empty());
                    tests.extend(asked);
                }
            }
            Fields::Tuple { patterns, rest } => {
                let positions = self.positions(fact_type, variant, pattern, *rest);
                for (field, member) in patterns.iter().zip(positions) {
                    if let Some(member) = member {
                        let asked = self.resolve_field(element, &member, &field.test, false);
                        self.complexity += usize::from(!asked.is_empty());
                        tests.extend(asked);
                    } else {
                        self.bind_unplaced(element, field);
                    }
                }
            }
        }
        tests
    }

    /// Says which of the fields that are named in braces a declared type has not.
    pub(super) fn check_members<'m>(
        &mut self,
        fact_type: FactTypeId,
        variant: Option<&Ident>,
        named: impl Iterator<Item = &'m Member>,
    ) {
        let context = &mut *self.context;
        let name = what(&context.fact_types.get(fact_type).name, variant);
        let Some(members) = context
            .fact_types
            .members(fact_type, variant, context.diagnostics)
        else {
            return;
        };
        for member in named.filter(|member| !members.has(member)) {
            let text = super::names::member_name(member);
            let help = say::suggestion(&text, &members.names(), "its fields are");
            let wording = say::unknown_field(&name, text).or_help(help);
            context.diagnostics.push(wording.at(member.span()));
        }
    }

    fn positions(
        &mut self,
        fact_type: FactTypeId,
        variant: Option<&Ident>,
        pattern: &Pattern,
        rest: Option<usize>,
    ) -> Positions {
        let Fields::Tuple { patterns, .. } = &pattern.fields else {
            return Positions::new();
        };
        let context = &mut *self.context;
        let name = what(&context.fact_types.get(fact_type).name, variant);
        let declared = context
            .fact_types
            .members(fact_type, variant, context.diagnostics);
        let written = patterns.len();
        let (count, error) = match declared {
            None => (None, None),
            Some(Members::Tuple(count)) => {
                (Some(*count), tuple_error(&name, *count, written, rest))
            }
            Some(Members::Named(_)) => (None, Some(say::named_fields(&name))),
            Some(Members::Unit) => (None, Some(say::no_fields(&name))),
        };
        let is_wrong = error.is_some();
        if let Some(wording) = error {
            let surplus = patterns.get(count.unwrap_or(written));
            let span =
                surplus.map_or_else(|| span_range(&pattern.path), |p| p.member.span().into());
            context.diagnostics.push(wording.at(span));
        }
        let before = rest.unwrap_or(written);
        let mut positions = Positions::new();
        for (at, field) in patterns.iter().enumerate() {
            let span = field.member.span();
            let from_start = at < before;
            let position = match count {
                _ if from_start => Some(at),
                Some(count) => (count + at).checked_sub(written),
                None => None,
            };
            if position.is_none() && !is_wrong && !self.context.fact_types.is_declared(fact_type) {
                self.report_position(span);
            }
            positions.push(position.map(|at| member_at(at, span)));
        }
        positions
    }

    fn report_position(&mut self, span: Span) {
        self.report(say::unknown_position().at(span));
    }

    /// Binds what a pattern would bind whose position is not known, so that its uses are no errors.
    fn bind_unplaced(&mut self, element: ElementId, field: &FieldPattern) {
        if let FieldTest::Pattern(pattern) = &field.test {
            let names = super::names::bound_names(pattern);
            for name in names.into_iter().cloned().collect::<Vec<_>>() {
                if self.scope.lookup(&name).is_none() {
                    self.bind(&name, Source::Fact(element));
                }
            }
        }
    }
}

fn what(name: &Ident, variant: Option<&Ident>) -> String {
    variant.map_or_else(|| name.to_string(), |variant| format!("{name}::{variant}"))
}

fn member_at(position: usize, span: Span) -> Member {
    Member::Unnamed(syn::Index {
        index: position as u32,
        span,
    })
}

fn tuple_error(name: &str, count: usize, written: usize, rest: Option<usize>) -> Option<Wording> {
    let fields = match count {
        1 => "1 field".to_owned(),
        count => format!("{count} fields"),
    };
    if written > count {
        Some(say::too_many_positions(name, fields, written))
    } else if written < count && rest.is_none() {
        Some(say::too_few_positions(name, fields, written))
    } else {
        None
    }
}
