//! The model as compact text: a line for each type, element, variable, test and condition.

use std::fmt::Write;

use quote::ToTokens;

use crate::diagnostic::Diagnostic;
use crate::hir::{
    Accumulate, Action, Comparison, Condition, Each, EffectKind, ElementKind, Expression, FactType,
    Field, Function, Needs, Operand, OperandKind, Query, Rule, Ruleset, Source, Target, TestKind,
};
use crate::report;
use crate::resolve::names::{member_name, text};
use crate::source::Files;

pub(super) fn error(error: &Diagnostic) -> String {
    let start = error.span.start.start();
    let place = format!("{}:{}", start.line, start.column + 1);
    let help = error.help.as_ref().map(|help| format!(" ({help})"));
    let message = report::message(error, &Files::default());
    format!("{place}: {message}{}", help.unwrap_or_default())
}

pub(super) fn ruleset(ruleset: &Ruleset) -> String {
    let mut out = String::new();
    for fact_type in &ruleset.fact_types {
        writeln!(out, "{}", fact_type_line(fact_type)).unwrap();
    }
    for (at, group) in ruleset.groups.iter().enumerate() {
        writeln!(out, "group{at} {group}").unwrap();
    }
    for rule in &ruleset.rules {
        rule_lines(&mut out, rule);
        action_line(&mut out, "then", &rule.then);
        if let Some(undo) = &rule.undo {
            action_line(&mut out, "undo", undo);
        }
    }
    for query in &ruleset.queries {
        query_lines(&mut out, query);
    }
    out.trim_end().to_owned()
}

fn fact_type_line(fact_type: &FactType) -> String {
    let mut line = format!("type {}", text(&fact_type.path));
    let fields: Vec<String> = fact_type.fields.keys().map(field).collect();
    write!(line, " reads {{{}}}", fields.join(", ")).unwrap();
    if fact_type.whole {
        line.push_str(" whole");
    }
    if fact_type.modified {
        line.push_str(" modified");
    }
    line
}

fn field(field: &Field) -> String {
    let parts = [&field.variant, &field.member];
    let parts: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
    parts.join(".")
}

fn rule_lines(out: &mut String, rule: &Rule) {
    if let Some(group) = rule.group {
        writeln!(out, "rule {} in group{}", rule.name, group.0).unwrap();
    }
    for (at, element) in rule.elements.iter().enumerate() {
        let inner = if element.inner { " inner" } else { "" };
        let kind = match &element.kind {
            ElementKind::Fact {
                fact_type,
                variant,
                reads,
                whole,
            } => {
                let variant = variant.as_ref().map(|path| format!(" {}", text(path)));
                let whole = if *whole { " whole" } else { "" };
                let variant = variant.unwrap_or_default();
                format!("type {}{variant} reads {reads:?}{whole}", fact_type.0)
            }
            ElementKind::Accumulate(_) => "accumulate".to_owned(),
            ElementKind::Best {
                fact_type, member, ..
            } => {
                format!("best e{} type {}", member.0, fact_type.0)
            }
            ElementKind::Each(_) => "each".to_owned(),
        };
        writeln!(out, "e{at}{inner} {kind} `{}`", element.text).unwrap();
    }
    for (at, variable) in rule.variables.iter().enumerate() {
        let source = match &variable.source {
            Source::Fact(element) => format!("fact e{}", element.0),
            Source::Field { element, member } => format!("e{}.{}", element.0, member_name(member)),
            Source::Test(test) => format!("t{}", test.0),
            Source::Accumulate(element) => format!("accumulate e{}", element.0),
            Source::Key { element, inner } => format!("key e{} v{}", element.0, inner.0),
            Source::Each(element) => format!("each e{}", element.0),
            Source::Parameter(place) => format!("parameter {place}"),
            Source::Either { either, branches } => {
                let branches: Vec<String> = branches.iter().map(|v| format!("v{}", v.0)).collect();
                format!("either{} {}", either.0, branches.join(" "))
            }
        };
        writeln!(out, "v{at} {} = {source}", variable.name).unwrap();
    }
    for (at, test) in rule.tests.iter().enumerate() {
        let mut kind = test_kind(&test.kind);
        for Comparison { left, op, right } in &test.implied {
            let (left, right) = (operand(left), operand(right));
            write!(kind, " implies {left} {} {right}", op.to_token_stream()).unwrap();
        }
        writeln!(out, "t{at} {kind} [{}] `{}`", needs(&test.needs), test.text).unwrap();
    }
    writeln!(out, "when {}", conditions(rule, &rule.conditions)).unwrap();
    if let Some(salience) = &rule.computed_salience {
        writeln!(out, "salience {}", expression(salience)).unwrap();
    }
    for expr in &rule.on_change {
        writeln!(out, "on_change {}", expression(expr)).unwrap();
    }
}

fn query_lines(out: &mut String, query: &Query) {
    let params = query.params.iter();
    let params: Vec<String> = params
        .map(|(variable, ty)| format!("v{}: {}", variable.0, text(ty)))
        .collect();
    writeln!(out, "query {}({})", query.rule.name, params.join(", ")).unwrap();
    rule_lines(out, &query.rule);
    if let Some((ty, select)) = &query.select {
        writeln!(out, "select {} -> {}", expression(select), text(ty)).unwrap();
    }
}

fn needs(needs: &Needs) -> String {
    let variables = needs.variables.iter().map(|v| format!("v{}", v.0));
    let elements = needs.elements.iter().map(|e| format!("e{}", e.0));
    variables.chain(elements).collect::<Vec<_>>().join(" ")
}

fn test_kind(kind: &TestKind) -> String {
    match kind {
        TestKind::Variant(element) => format!("variant e{}", element.0),
        TestKind::Match {
            element,
            member,
            pattern,
            binds,
            joins,
        } => {
            let mut line = format!(
                "match e{}.{} {}",
                element.0,
                member_name(member),
                text(pattern)
            );
            for variable in binds {
                write!(line, " bind v{}", variable.0).unwrap();
            }
            for (name, with) in joins {
                write!(line, " join {name} {}", operand(with)).unwrap();
            }
            line
        }
        TestKind::Compare { left, op, right } => {
            format!(
                "compare {} {} {}",
                operand(left),
                op.to_token_stream(),
                operand(right)
            )
        }
        TestKind::Expr(expr) => format!("expr {}", text(expr)),
        TestKind::Relation { holds, .. } => format!("relation {}", text(holds)),
        TestKind::Let {
            pattern,
            expr,
            binds,
            irrefutable,
        } => {
            let word = if *irrefutable { "let" } else { "if let" };
            let binds = marked(" bind v", binds.iter().map(|v| v.0));
            format!("{word} {} = {}{binds}", text(pattern), text(expr))
        }
    }
}

fn marked(mark: &str, numbers: impl Iterator<Item = usize>) -> String {
    numbers.fold(String::new(), |text, number| {
        format!("{text}{mark}{number}")
    })
}

fn operand(operand: &Operand) -> String {
    match &operand.kind {
        OperandKind::Place { element, member } => {
            format!("e{}.{}", element.0, member_name(member))
        }
        OperandKind::Variable(variable) => format!("v{}", variable.0),
        OperandKind::Expr(expr) => format!("({})", text(expr)),
    }
}

fn conditions(rule: &Rule, conditions: &[Condition]) -> String {
    conditions
        .iter()
        .map(|of| condition(rule, of))
        .collect::<Vec<_>>()
        .join("; ")
}

fn condition(rule: &Rule, condition: &Condition) -> String {
    let tests =
        |tests: &[crate::hir::TestId]| -> String { marked(" t", tests.iter().map(|t| t.0)) };
    match condition {
        Condition::Fact { element, tests: of } => format!("e{}{}", element.0, tests(of)),
        Condition::Test(test) => format!("t{}", test.0),
        Condition::Quantified {
            quantifier,
            conditions: inner,
            ..
        } => {
            let word = quantifier.word();
            format!("{word} {{ {} }}", conditions(rule, inner))
        }
        Condition::Either { either, branches } => {
            let branches: Vec<String> = branches
                .iter()
                .map(|b| format!("{{ {} }}", conditions(rule, b)))
                .collect();
            format!("either{} {}", either.0, branches.join(" or "))
        }
        Condition::Accumulate(id) => {
            let Accumulate {
                element,
                function: of,
                source,
                last,
                by,
                tests: guard,
            } = &rule.accumulates[id.0];
            let (function, source) = (function(of), conditions(rule, source));
            let by = match by.as_slice() {
                [] => String::new(),
                by => format!(" by{}", marked(" v", by.iter().map(|v| v.0))),
            };
            format!(
                "e{} = {function} {{ {source} }}{}{by}{}",
                element.0,
                last.as_ref().map_or_else(String::new, |last| format!(
                    " {} by {}",
                    last.text, last.time.text
                )),
                tests(guard)
            )
        }
        Condition::Each(id) => {
            let Each {
                element,
                pattern,
                ty,
                expr,
                asked,
                binds,
            } = &rule.eaches[id.0];
            let ty = ty.as_ref().map(|ty| format!(": {}", text(ty)));
            let binds = marked(" bind v", binds.iter().map(|v| v.0));
            let (pattern, ty) = (text(pattern), ty.unwrap_or_default());
            let asked = if *asked { "answers so far " } else { "" };
            format!(
                "e{} = {pattern}{ty} in {asked}{}{binds}",
                element.0,
                expression(expr)
            )
        }
    }
}

fn function(function: &Function) -> String {
    match function {
        Function::Count => "count".to_owned(),
        Function::Collect(member) => format!("collect e{}", member.0),
        Function::Sum(value) => format!("sum {}", expression(value)),
        Function::Avg(value) => format!("avg {}", expression(value)),
        Function::Min(value) => format!("min {}", expression(value)),
        Function::Max(value) => format!("max {}", expression(value)),
        Function::MinBy(value, member) => format!("min_by {} e{}", expression(value), member.0),
        Function::MaxBy(value, member) => format!("max_by {} e{}", expression(value), member.0),
        Function::User(ty, value) => format!("{} {}", text(ty), expression(value)),
    }
}

fn expression(expression: &Expression) -> String {
    format!(
        "({}) [{}]",
        text(&expression.expr),
        needs(&expression.needs)
    )
}

/// The element that is meant, or the types of which what a Rust variable holds may be.
fn target(target: &Target) -> String {
    if let Some(element) = target.element {
        return format!("e{}", element.0);
    }
    let types: Vec<String> = target.types.iter().map(|of| of.0.to_string()).collect();
    format!("of type {}", types.join(" or "))
}

fn action_line(out: &mut String, word: &str, action: &Action) {
    write!(out, "{word} [{}]", needs(&action.needs)).unwrap();
    for global in &action.globals {
        write!(out, " global{global}").unwrap();
    }
    for modify in action.modifies() {
        let of = target(&modify.target);
        let writes = modify.writes.as_ref().map_or("*".to_owned(), |fields| {
            let fields: Vec<String> = fields.iter().map(field).collect();
            format!("{{{}}}", fields.join(", "))
        });
        write!(out, " modify {of} {writes}").unwrap();
    }
    for insert in action.inserts() {
        let of = insert.fact_type;
        let of = of.map_or("?".to_owned(), |fact_type| format!("type {}", fact_type.0));
        let logical = if insert.logical { " logical" } else { "" };
        write!(out, " insert{logical} {of}").unwrap();
    }
    for effect in &action.effects {
        let EffectKind::Retract(retract) = &effect.kind else {
            continue;
        };
        let of = target(&retract.target);
        write!(out, " retract {of}").unwrap();
    }
    writeln!(out).unwrap();
}
