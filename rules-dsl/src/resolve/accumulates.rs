//! Accumulates: what they range over is local to them; their result and their keys are bound outside.
//!
//! One arm for each function. That of `min_by` and `max_by` is a fact, of which what is read is read of
//! the facts that they range over.

use proc_macro2::{Ident, TokenStream};

use crate::ast::{self, Accumulate};
use crate::hir::{
    self, AccumulateId, Condition, ElementId, ElementKind, Expression, Function, Source, VariableId,
};
use crate::vocabulary as say;

use super::names::{plain, span_range, text};
use super::rules::RuleResolver;
use super::scope::Frame;

impl RuleResolver<'_, '_> {
    /// Resolves an accumulate; `tokens` are the condition's.
    pub(super) fn resolve_accumulate(
        &mut self,
        accumulate: &Accumulate,
        tokens: &TokenStream,
    ) -> Condition {
        let name = name_of(&accumulate.function);
        self.inside += 1;
        self.scope.open(name);
        let source = self.resolve_conditions(&accumulate.source);
        let function = self.resolve_function(accumulate, &source);
        let last = self.resolve_last(accumulate, &source);
        let frame = self.scope.take();
        self.inside -= 1;
        let keys = self.resolve_keys(accumulate, &frame);
        let kept: Vec<String> = accumulate.by.iter().map(plain).collect();
        self.scope.close(frame, &kept);

        let id = AccumulateId(self.accumulates.len());
        let kind = self.kind_of(&function, id);
        let is_fact = matches!(kind, ElementKind::Best { .. });
        let element = self.push_element(kind, text(tokens), accumulate.binding.span().into());
        self.accumulates.push(hir::Accumulate {
            element,
            function,
            source,
            last,
            by: Vec::new(),
            tests: Vec::new(),
        });
        let result = if is_fact {
            Source::Fact(element)
        } else {
            Source::Accumulate(element)
        };
        self.bind_new(&accumulate.binding, result);
        self.accumulates[id.0].by = self.bind_keys(element, keys);
        if let Some(guard) = &accumulate.guard {
            self.accumulates[id.0].tests = self.resolve_guard(guard);
        }
        Condition::Accumulate(id)
    }

    fn resolve_function(&mut self, accumulate: &Accumulate, source: &[Condition]) -> Function {
        match &accumulate.function {
            ast::Function::Count => Function::Count,
            ast::Function::Sum => Function::Sum(self.resolve_value(accumulate)),
            ast::Function::Min => Function::Min(self.resolve_value(accumulate)),
            ast::Function::Max => Function::Max(self.resolve_value(accumulate)),
            ast::Function::Avg => Function::Avg(self.resolve_value(accumulate)),
            ast::Function::User(ty) => Function::User(ty.clone(), self.resolve_value(accumulate)),
            ast::Function::Collect => {
                let member = self.resolve_member(accumulate, ("collects", "collect("), source);
                member.map_or(Function::Count, Function::Collect)
            }
            ast::Function::MinBy => {
                let value = self.resolve_value(accumulate);
                let member = self.resolve_member(accumulate, ("finds", "min_by(x.v for "), source);
                member.map_or(Function::Count, |member| Function::MinBy(value, member))
            }
            ast::Function::MaxBy => {
                let value = self.resolve_value(accumulate);
                let member = self.resolve_member(accumulate, ("finds", "max_by(x.v for "), source);
                member.map_or(Function::Count, |member| Function::MaxBy(value, member))
            }
        }
    }

    fn resolve_value(&mut self, accumulate: &Accumulate) -> Expression {
        match &accumulate.value {
            Some(value) => self.resolve_expression(value),
            None => unreachable!("`{}` has an expression", name_of(&accumulate.function)),
        }
    }

    fn kind_of(&self, function: &Function, accumulate: AccumulateId) -> ElementKind {
        match function {
            Function::MinBy(_, member) | Function::MaxBy(_, member) => {
                let best = self.type_of(*member).map(|fact_type| ElementKind::Best {
                    fact_type,
                    member: *member,
                    accumulate,
                });
                best.unwrap_or(ElementKind::Accumulate(accumulate))
            }
            Function::Count
            | Function::Collect(_)
            | Function::Sum(_)
            | Function::Avg(_)
            | Function::Min(_)
            | Function::Max(_)
            | Function::User(..) => ElementKind::Accumulate(accumulate),
        }
    }

    /// Which fact a function gives: that of the only pattern, or the only one that has a name. Where
    /// there is no pattern, it may be the result of a `min_by` inside, which [`check`](crate::check) refuses in
    /// rules. `usage` is for the error: what the function does with the fact, and how it begins.
    fn resolve_member(
        &mut self,
        accumulate: &Accumulate,
        usage: (&str, &str),
        source: &[Condition],
    ) -> Option<ElementId> {
        if let [condition] = accumulate.source.as_slice()
            && let ast::ConditionKind::Pattern(pattern) = &condition.kind
            && let Some(kind) = self.context.kinds.named(&pattern.path)
        {
            let wording = say::collected_kind(name_of(&accumulate.function), &kind.name);
            self.report(wording.at(span_range(&pattern.path)));
            return None;
        }
        if let [condition] = accumulate.source.as_slice()
            && let ast::ConditionKind::Call(call) = &condition.kind
        {
            if let Some(fact) = self.answered_fact(call) {
                return Some(fact);
            }
            if self.gives_values(call) {
                let name = name_of(&accumulate.function);
                let wording = say::collected_value(name, plain(&call.name));
                self.report(wording.at(accumulate.function_span));
                return None;
            }
        }
        let patterns: Vec<ElementId> = source.iter().filter_map(fact_of).collect();
        let is_named = |element: &&ElementId| {
            let mut sources = self.variables.iter().map(|variable| &variable.source);
            sources.any(|source| matches!(source, Source::Fact(fact) if fact == *element))
        };
        let named: Vec<ElementId> = patterns.iter().filter(is_named).copied().collect();
        let mut results: Vec<ElementId> = source.iter().filter_map(|c| self.best_of(c)).collect();
        if !patterns.is_empty() {
            results.clear();
        }
        // After an error the first will do.
        let first = patterns.first().copied();
        for candidates in [patterns, named, results] {
            if let [only] = candidates.as_slice() {
                return Some(*only);
            }
        }
        let name = name_of(&accumulate.function);
        let (does, example) = usage;
        let wording = say::which_fact(name, does, example);
        self.report(wording.at(accumulate.function_span));
        first
    }

    /// The fact that is the result of the only condition, a call: `x in offers()`.
    fn answered_fact(&self, call: &ast::Call) -> Option<ElementId> {
        let Some(syn::Pat::Ident(name)) = &call.result else {
            return None;
        };
        match self.variables[self.scope.lookup(&name.ident)?.0].source {
            Source::Fact(element) => Some(element),
            _ => None,
        }
    }

    /// Whether the results of a call are no facts, as far as that is seen here.
    fn gives_values(&self, call: &ast::Call) -> bool {
        match &call.result {
            // It is not bound where the call is wrong.
            Some(syn::Pat::Ident(name)) => self
                .scope
                .lookup(&name.ident)
                .is_some_and(|variable| self.facts_of(variable).is_empty()),
            Some(_) => {
                let query = self.context.queries.get(&plain(&call.name));
                let select = query.as_ref().and_then(|query| query.select.as_ref());
                select.is_some_and(|(ty, _)| !matches!(ty, syn::Type::Reference(_)))
            }
            None => false,
        }
    }

    fn best_of(&self, condition: &Condition) -> Option<ElementId> {
        let Condition::Accumulate(id) = condition else {
            return None;
        };
        let element = self.accumulates[id.0].element;
        let kind = &self.elements[element.0].kind;
        matches!(kind, ElementKind::Best { .. }).then_some(element)
    }

    /// The variables that the keys name: such as the conditions inside bind.
    fn resolve_keys<'a>(
        &mut self,
        accumulate: &'a Accumulate,
        inside: &Frame,
    ) -> Vec<(&'a Ident, Option<VariableId>)> {
        let mut keys = Vec::new();
        for key in &accumulate.by {
            let inner = inside.get(&plain(key));
            if inner.is_none() {
                self.report_key(key, name_of(&accumulate.function), inside);
            }
            keys.push((key, inner));
        }
        keys
    }

    fn report_key(&mut self, key: &Ident, function: &str, inside: &Frame) {
        let name = plain(key);
        let names = inside.names().map(String::as_str);
        let names: Vec<&str> = names.filter(|name| !name.starts_with("__")).collect();
        let wording = if self.scope.lookup(key).is_some() {
            say::key_from_before(&name, function)
        } else {
            say::unknown_key(&name, function)
        };
        let help = say::suggestion(&name, &names, "a key may be");
        self.report(wording.or_help(help).at(key.span()));
    }

    /// Binds the keys around the accumulate; the inner variables of those that are there.
    fn bind_keys(
        &mut self,
        element: ElementId,
        keys: Vec<(&Ident, Option<VariableId>)>,
    ) -> Vec<VariableId> {
        let mut by = Vec::new();
        for (key, inner) in keys {
            if let Some(inner) = inner {
                self.bind_new(key, Source::Key { element, inner });
                by.push(inner);
            } else if self.scope.lookup(key).is_none() {
                // It has been reported; its uses are no errors of their own.
                let unknown = self.push_hidden(key.clone(), Source::Accumulate(element));
                self.scope.bind_unchecked(key, unknown);
            }
        }
        by
    }
}

fn fact_of(condition: &Condition) -> Option<ElementId> {
    match condition {
        Condition::Fact { element, .. } => Some(*element),
        _ => None,
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
