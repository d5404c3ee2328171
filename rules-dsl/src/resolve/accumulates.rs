//! Accumulates: what they range over is local to them, what they bind is theirs to bind.
//!
//! One arm for each function.

use proc_macro2::TokenStream;

use crate::ast::{self, Accumulate};
use crate::diagnostic::{Code, Diagnostic};
use crate::hir::{Condition, ElementId, ElementKind, Function, Source};

use super::names::{span_range, text};
use super::rules::RuleResolver;

impl RuleResolver<'_, '_> {
    /// Resolves an accumulate; `tokens` are the condition's.
    pub(super) fn resolve_accumulate(
        &mut self,
        accumulate: &Accumulate,
        tokens: &TokenStream,
    ) -> Condition {
        if let Some(key) = accumulate.by.first() {
            self.report_unsupported(key.span(), "by");
        }
        let name = name_of(&accumulate.function);
        let (source, function) = self.resolve_inside(name, |rule| {
            let source = rule.resolve_conditions(&accumulate.source);
            let function = rule.resolve_function(accumulate, &source);
            (source, function)
        });
        let span = accumulate.binding.span();
        let element = self.push_element(ElementKind::Accumulate, text(tokens), span);
        if let Function::Collect(member) = function {
            self.members.insert(element, member);
        }
        self.bind_new(&accumulate.binding, Source::Accumulate(element));
        let tests = match &accumulate.guard {
            Some(guard) => self.resolve_guard(guard),
            None => Vec::new(),
        };
        Condition::Accumulate {
            element,
            function,
            source,
            tests,
        }
    }

    fn resolve_function(&mut self, accumulate: &Accumulate, source: &[Condition]) -> Function {
        match &accumulate.function {
            ast::Function::Count => {
                self.report_value(accumulate, "count");
                Function::Count
            }
            ast::Function::Collect => self.resolve_collect(accumulate, source),
            function @ (ast::Function::Sum
            | ast::Function::Min
            | ast::Function::Max
            | ast::Function::Avg
            | ast::Function::MinBy
            | ast::Function::MaxBy
            | ast::Function::User(_)) => {
                self.report_unsupported(accumulate.function_span, name_of(function));
                if let Some(value) = &accumulate.value {
                    self.needs_of_expr(value);
                }
                Function::Count
            }
        }
    }

    /// Which fact a `collect` collects: that of its only pattern, or the only one that has a name.
    fn resolve_collect(&mut self, accumulate: &Accumulate, source: &[Condition]) -> Function {
        self.report_value(accumulate, "collect");
        let facts: Vec<ElementId> = source.iter().filter_map(fact_of).collect();
        let is_named = |element: &&ElementId| {
            let mut sources = self.variables.iter().map(|variable| &variable.source);
            sources.any(|source| matches!(source, Source::Fact(fact) if fact == *element))
        };
        let named: Vec<ElementId> = facts.iter().filter(is_named).copied().collect();
        if let [only] = facts.as_slice() {
            return Function::Collect(*only);
        }
        if let [only] = named.as_slice() {
            return Function::Collect(*only);
        }
        let message = "`collect` needs to know which fact it collects";
        self.report(
            Diagnostic::error(Code::NotAFact, accumulate.function_span, message)
                .help("give a name to that one and to no other: `collect({ x @ A; B; })`"),
        );
        Function::Count
    }

    fn report_value(&mut self, accumulate: &Accumulate, function: &str) {
        if let Some(value) = &accumulate.value {
            let message = format!("`{function}` takes no expression");
            self.report(Diagnostic::error(Code::Syntax, span_range(value), message));
        }
    }
}

fn fact_of(condition: &Condition) -> Option<ElementId> {
    match condition {
        Condition::Fact { element, .. } => Some(*element),
        Condition::Test(_)
        | Condition::Not(_)
        | Condition::Exists(_)
        | Condition::Either { .. }
        | Condition::Accumulate { .. } => None,
    }
}

fn name_of(function: &ast::Function) -> &'static str {
    match function {
        ast::Function::Count => "count",
        ast::Function::Sum => "sum",
        ast::Function::Min => "min",
        ast::Function::Max => "max",
        ast::Function::Avg => "avg",
        ast::Function::Collect => "collect",
        ast::Function::MinBy => "min_by",
        ast::Function::MaxBy => "max_by",
        ast::Function::User(_) => "accumulate",
    }
}
