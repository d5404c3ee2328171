//! A `then` or an `undo` block: what it needs, and what its effects do to which facts.
//!
//! The block is lowered to plain Rust and walked by Rust's scoping; what is then known of each name
//! and each effect is looked up among the rule's variables and the globals.

use std::collections::BTreeSet;

use heck::ToSnakeCase as _;
use proc_macro2::{Ident, Span};

use crate::ast;
use crate::hir::{
    Action, ElementId, FactTypeId, Field, Needs, Source, Target, TestKind, VariableId,
};
use crate::vocabulary as say;

use super::effects::{Meanings, build_block};
use super::lowering::{EffectLog, Lowering, TargetKind};
use super::misuses::Modified;
use super::names::{bound_names, plain};
use super::rules::{Place, RuleResolver};
use super::rust_scope::{effects_in, uses_in};
use super::rust_uses::{Position, Use};
use super::spans::check_spans;

impl RuleResolver<'_, '_> {
    /// Resolves a block of the rule; `place` says which.
    pub(super) fn resolve_action(&mut self, block: &ast::Block, place: Place) -> Action {
        let mut lowering = Lowering::default();
        let tokens = lowering.lower_block(block);
        let clock = self.context.clock.as_ref();
        check_spans(tokens.clone(), clock, self.context.diagnostics);
        let (uses, log, misuses) = match syn::parse2(tokens) {
            Ok(block) => effects_in(&block),
            Err(error) => {
                // Where the block did not parse, that has been reported.
                if !self.context.diagnostics.has_errors() {
                    self.report(say::rust(&error).at(error.span()));
                }
                (Vec::new(), EffectLog::default(), Vec::new())
            }
        };
        let (needs, globals) = self.needs_of_block(&uses);
        let now = self.now_in_block(&uses);
        let mut modifies: Vec<Modified> = Vec::new();
        for (number, target) in lowering.modifies.iter().enumerate() {
            let target_is = log.modifies.get(&number);
            let affected = self.affected("modify", target, target_is, &modifies, &needs);
            for &fact_type in &affected.types {
                self.context.fact_types.note_modified(fact_type);
            }
            let writes = log
                .writes(number)
                .filter(|writes| self.are_own(writes, &affected));
            self.check_time(target, target_is, affected.element, writes.as_ref());
            modifies.push((affected, writes));
        }
        add_inner_writes(&mut modifies, &log);
        self.check_misuses(&misuses, Some(&modifies));
        let retracts = lowering.retracts.iter().enumerate();
        let retracts = retracts.map(|(number, target)| {
            let target_is = log.retracts.get(&number);
            self.affected("retract", target, target_is, &modifies, &needs)
        });
        let retracts: Vec<_> = retracts.collect();
        let inserts = lowering.inserts.iter().enumerate();
        let inserts = inserts.map(|(number, insert)| self.resolve_insert(insert, number, place));
        let inserts: Vec<_> = inserts.collect();
        self.check_focuses(&lowering.focuses);
        self.check_searches(&lowering.searches, choices_at_head(block, place));
        let choices = self.resolve_choices(block);
        let meanings = Meanings {
            inserts: inserts.into_iter(),
            modifies: modifies.into_iter(),
            retracts: retracts.into_iter(),
            choices: choices.into_iter(),
            groups: self.context.groups.iter().map(plain).collect(),
        };
        let (block, effects) = build_block(block, meanings);
        Action {
            block,
            effects,
            needs,
            globals,
            now,
        }
    }

    fn check_focuses(&mut self, focuses: &[Ident]) {
        for group in focuses {
            let name = plain(group);
            let groups: Vec<String> = self.context.groups.iter().map(plain).collect();
            if groups.contains(&name) {
                continue;
            }
            let names: Vec<&str> = groups.iter().map(String::as_str).collect();
            let help = say::suggestion(&name, &names, "the groups are");
            let wording = say::unknown_group(name).or_help(help);
            self.report(wording.at(group.span()));
        }
    }

    /// `at_head` is how many `choose` statements stand where they may.
    fn check_searches(&mut self, searches: &[(&str, Span)], at_head: usize) {
        let mut choices = 0;
        for (word, span) in searches {
            choices += usize::from(*word == "choose");
            if !self.context.backtrack {
                self.report(say::needs_backtrack(word).at(*span));
            } else if *word == "choose" && choices > at_head {
                self.report(say::misplaced_choose().at(*span));
            }
        }
    }

    /// What each of the choices at the head needs. It names no global that a way back does not restore.
    fn resolve_choices(&mut self, block: &ast::Block) -> Vec<Needs> {
        let mut chosen: BTreeSet<String> = BTreeSet::new();
        let mut choices = Vec::new();
        for (pattern, expr) in heads(block) {
            let mut needs = Needs::default();
            for use_ in uses_in(expr).0 {
                let name = &use_.name;
                if chosen.contains(&plain(name)) {
                    continue;
                }
                if let Some(variable) = self.scope.lookup(name) {
                    self.add_need(&mut needs, variable);
                } else if self.context.backtrack
                    && let Some(global) = self.global(name)
                    && !self.context.globals[global].trailed
                {
                    self.report(say::global_in_choice(plain(name)).at(name.span()));
                }
            }
            chosen.extend(bound_names(pattern).into_iter().map(plain));
            choices.push(needs);
        }
        choices
    }

    fn needs_of_block(&mut self, uses: &[Use]) -> (Needs, BTreeSet<usize>) {
        let mut needs = Needs::default();
        let mut globals = BTreeSet::new();
        for use_ in uses {
            if let Some(variable) = self.scope.lookup(&use_.name) {
                self.add_need(&mut needs, variable);
            } else if let Some(global) = self.global(&use_.name) {
                globals.insert(global);
            } else if self.context.clock.is_some() && use_.name == "now" {
                // `now_in_block` knows it.
            } else if use_.position == Position::Value {
                self.scope.note_not_found(&use_.name);
                self.check_session(use_, "block");
            }
        }
        (needs, globals)
    }

    /// The first use of the clock's `now`, where nothing of the rule has that name.
    fn now_in_block(&self, uses: &[Use]) -> Option<Ident> {
        self.context.clock.as_ref()?;
        let mut uses = uses.iter();
        let now = uses.find(|use_| use_.name == "now" && use_.position != Position::Callee)?;
        let is_free = self.scope.lookup(&now.name).is_none() && self.global(&now.name).is_none();
        is_free.then(|| now.name.clone())
    }

    /// The facts of which one is modified or retracted; `modifies` are the statements before, which may stand around.
    fn affected(
        &mut self,
        effect: &str,
        target: &Ident,
        target_is: Option<&TargetKind>,
        modifies: &[Modified],
        needs: &Needs,
    ) -> Target {
        let name = target.clone();
        let (element, origins) = match target_is {
            None => return Target::unknown(target),
            Some(TargetKind::Modified(outer)) => {
                let outer = modifies[*outer].0.clone();
                return Target {
                    name,
                    is_modified: true,
                    ..outer
                };
            }
            Some(TargetKind::Outer) => {
                let origin = self.scope.lookup(target);
                let element = self.resolve_target(effect, target);
                (element, origin.into_iter().collect())
            }
            Some(TargetKind::Local(origins)) => (None, self.variables_named(origins)),
        };
        let mut types = self.types_of(&origins);
        if types.is_empty() {
            // Where the value comes from is not seen: it may be any fact of the block.
            let all: Vec<VariableId> = needs.variables.iter().copied().collect();
            types = self.types_of(&all);
        }
        Target {
            name,
            element,
            types,
            is_modified: false,
        }
    }

    /// Whether fields may be those of a fact itself. Through a `Deref` of its own a block may write any.
    fn are_own(&self, fields: &BTreeSet<Field>, target: &Target) -> bool {
        let types = &self.context.fact_types;
        let mut of = target.types.iter();
        of.any(|&of| fields.iter().all(|field| types.may_have(of, field)))
            || target.types.is_empty()
    }

    fn variables_named(&self, names: &[String]) -> Vec<VariableId> {
        let names = names.iter();
        names
            .filter_map(|name| self.scope.lookup_plain(name))
            .collect()
    }

    /// Reports a `modify` that may write the time of an event.
    fn check_time(
        &mut self,
        target: &Ident,
        target_is: Option<&TargetKind>,
        element: Option<ElementId>,
        writes: Option<&BTreeSet<Field>>,
    ) {
        let mut types: BTreeSet<FactTypeId> = BTreeSet::new();
        if let Some(element) = element {
            types.extend(self.type_of(element));
        } else if let Some(TargetKind::Local(origins)) = target_is {
            types = self.types_of(&self.variables_named(origins));
        } else if let Some(variable) = self.scope.lookup(target) {
            types = self.types_of(&[variable]);
        }
        for fact_type in types {
            let known = self.context.fact_types.get(fact_type);
            let Some(event) = &known.event else {
                continue;
            };
            let wording = match writes {
                None => say::modified_whole(plain(target)),
                Some(fields) => {
                    let mut fields = fields.iter().filter_map(|field| field.member.as_ref());
                    match fields.find(|field| event.has(field)) {
                        Some(field) => say::modified_time(plain(target), field),
                        None => continue,
                    }
                }
            };
            self.report(wording.at(target.span()));
        }
    }

    fn types_of(&self, variables: &[VariableId]) -> BTreeSet<FactTypeId> {
        let facts = variables
            .iter()
            .flat_map(|variable| self.facts_of(*variable));
        facts.filter_map(|element| self.type_of(element)).collect()
    }

    /// The element that a name from around the block stands for. What is no fact is an error.
    fn resolve_target(&mut self, effect: &str, target: &Ident) -> Option<ElementId> {
        let Some(variable) = self.scope.lookup(target) else {
            self.report_no_variable(effect, target);
            return None;
        };
        let known = &self.variables[variable.0];
        match &known.source {
            Source::Fact(element) => Some(*element),
            Source::Either { .. } | Source::Key { .. } | Source::Each(_)
                if !self.facts_of(variable).is_empty() =>
            {
                None
            }
            // It may hold a fact: rustc knows.
            Source::Test(test) if matches!(self.tests[test.0].kind, TestKind::Let { .. }) => None,
            Source::Field { .. }
            | Source::Test(_)
            | Source::Accumulate(_)
            | Source::Key { .. }
            | Source::Each(_)
            | Source::Parameter(_)
            | Source::Either { .. } => {
                let bound = known.name.span();
                let is = self.describe(variable);
                let pattern = self.pattern_of_fact(&known.source);
                let wording = say::no_fact(effect, plain(target), is, pattern)
                    .or_help(self.fact_instead(effect, variable));
                self.report(wording.at_second(target.span(), bound));
                None
            }
        }
    }

    /// The pattern that names the fact in which a value stands, as one would write it.
    fn pattern_of_fact(&self, source: &Source) -> String {
        let element = match source {
            Source::Field { element, .. } => Some(*element),
            Source::Test(test) => match &self.tests[test.0].kind {
                TestKind::Match { element, .. } => Some(*element),
                _ => None,
            },
            _ => None,
        };
        let fact_type = element.and_then(|element| self.type_of(element));
        let fact_type = fact_type.map(|fact_type| self.context.fact_types.get(fact_type));
        // An answer of a query stands in no pattern.
        let Some(fact_type) = fact_type.filter(|fact_type| fact_type.site.is_none()) else {
            return "name @ Type { … }".to_owned();
        };
        let name = plain(&fact_type.name);
        format!("{} @ {name} {{ … }}", name.to_snake_case())
    }

    fn report_no_variable(&mut self, effect: &str, target: &Ident) {
        let name = plain(target);
        if let Some(global) = self.global(target) {
            let declared = self.context.globals[global].name.span();
            let wording = say::global_no_fact(effect, name);
            self.report(wording.at_second(target.span(), declared));
        } else if !self.scope.is_bound_somewhere(target) {
            let facts = self.names_of_facts();
            let facts: Vec<&str> = facts.iter().map(String::as_str).collect();
            let of_type = self
                .fact_of_type(&name)
                .map(|variable| say::meant(&variable));
            let help = of_type.or_else(|| say::did_you_mean(&name, &facts));
            let wording = say::nothing_bound(effect, &name).or_help(help);
            self.report(wording.at(target.span()));
        }
    }

    /// The variable of the first pattern that names a fact of a type.
    fn fact_of_type(&self, name: &str) -> Option<String> {
        let mut variables = self.variables.iter();
        let of_type = variables.find(|variable| match variable.source {
            Source::Fact(element) => self.type_of(element).is_some_and(|fact_type| {
                plain(&self.context.fact_types.get(fact_type).name) == name
            }),
            _ => false,
        })?;
        Some(plain(&of_type.name))
    }

    fn names_of_facts(&self) -> Vec<String> {
        let facts = self.variables.iter();
        let facts = facts.filter(|variable| matches!(variable.source, Source::Fact(_)));
        facts.map(|variable| plain(&variable.name)).collect()
    }

    /// How the fact is named that a variable is a value of.
    fn fact_instead(&self, effect: &str, variable: VariableId) -> Option<String> {
        let known = &self.variables[variable.0];
        let name = plain(&known.name);
        match &known.source {
            Source::Accumulate(element) if self.collected(*element).is_some() => {
                Some(say::each_member(effect, name))
            }
            Source::Accumulate(element) => {
                let written = &self.elements[element.0].text;
                ["max", "min"]
                    .into_iter()
                    .find_map(|function| say::best_fact(written, function))
            }
            _ => None,
        }
    }

    fn describe(&self, variable: VariableId) -> &'static str {
        match &self.variables[variable.0].source {
            Source::Fact(_) => "a fact",
            Source::Field { .. } | Source::Test(_) => "a value inside one",
            Source::Accumulate(element) if self.collected(*element).is_some() => {
                "a collection of facts"
            }
            Source::Accumulate(_) => "an accumulated value",
            Source::Key { .. } => "a key of groups",
            Source::Each(_) => "an element of a `for`",
            Source::Parameter(_) => "a parameter",
            Source::Either { branches, .. } => self.describe(branches[0]),
        }
    }
}

/// Adds what a `modify` writes to what that around it writes, where both are of one variable.
fn add_inner_writes(modifies: &mut [Modified], log: &EffectLog) {
    // An inner statement comes after that around it, and has by then what those in it write.
    for number in (0..modifies.len()).rev() {
        let Some(TargetKind::Modified(outer)) = log.modifies.get(&number) else {
            continue;
        };
        let inner = modifies[number].1.clone();
        let (_, writes) = &mut modifies[*outer];
        *writes = writes
            .take()
            .zip(inner)
            .map(|(outer, inner)| &outer | &inner);
    }
}

/// The `choose` statements that a block begins with: their patterns and expressions.
fn heads(block: &ast::Block) -> impl Iterator<Item = (&syn::Pat, &syn::Expr)> {
    block.pieces.iter().map_while(|piece| match piece {
        ast::Piece::Effect(effect) => match &effect.kind {
            ast::EffectKind::Choose { pat, expr } => Some((pat, expr)),
            _ => None,
        },
        ast::Piece::Rust(_) | ast::Piece::Group { .. } => None,
    })
}

/// How many `choose` statements a block begins with, where it may.
fn choices_at_head(block: &ast::Block, place: Place) -> usize {
    match place {
        Place::Then => heads(block).count(),
        Place::Undo => 0,
    }
}
