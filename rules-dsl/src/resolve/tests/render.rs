//! The model as compact text: a line for each type, element, variable, test and condition.

use std::fmt::Write;

use quote::ToTokens;

use crate::diagnostic::Diagnostic;
use crate::hir::{
    Action, Condition, ElementKind, FactType, Field, Function, Needs, Operand, OperandKind, Rule,
    Ruleset, Source, TestKind,
};
use crate::resolve::names::{member_name, text};

pub(super) fn error(error: &Diagnostic) -> String {
    let start = error.span.start.start();
    let place = format!("{}:{}", start.line, start.column + 1);
    let help = error.help.as_ref().map(|help| format!(" ({help})"));
    format!("{place}: {}{}", error.message, help.unwrap_or_default())
}

pub(super) fn ruleset(ruleset: &Ruleset) -> String {
    let mut out = String::new();
    for fact_type in &ruleset.fact_types {
        writeln!(out, "{}", fact_type_line(fact_type)).unwrap();
    }
    for rule in &ruleset.rules {
        rule_lines(&mut out, rule);
    }
    out.trim_end().to_owned()
}

fn fact_type_line(fact_type: &FactType) -> String {
    let mut line = format!("type {}", text(&fact_type.path));
    let fields: Vec<String> = fact_type.fields.iter().map(field).collect();
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
            ElementKind::Accumulate => "accumulate".to_owned(),
        };
        writeln!(out, "e{at}{inner} {kind} `{}`", element.text).unwrap();
    }
    for (at, variable) in rule.variables.iter().enumerate() {
        let source = match &variable.source {
            Source::Fact(element) => format!("fact e{}", element.0),
            Source::Field { element, member } => format!("e{}.{}", element.0, member_name(member)),
            Source::Test(test) => format!("t{}", test.0),
            Source::Accumulate(element) => format!("accumulate e{}", element.0),
            Source::Either { either, branches } => {
                let branches: Vec<String> = branches.iter().map(|v| format!("v{}", v.0)).collect();
                format!("either{} {}", either.0, branches.join(" "))
            }
        };
        writeln!(out, "v{at} {} = {source}", variable.name).unwrap();
    }
    for (at, test) in rule.tests.iter().enumerate() {
        let kind = test_kind(&test.kind);
        writeln!(out, "t{at} {kind} [{}] `{}`", needs(&test.needs), test.text).unwrap();
    }
    writeln!(out, "when {}", conditions(&rule.conditions)).unwrap();
    action_lines(out, &rule.then);
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

fn conditions(conditions: &[Condition]) -> String {
    conditions
        .iter()
        .map(condition)
        .collect::<Vec<_>>()
        .join("; ")
}

fn condition(condition: &Condition) -> String {
    let tests =
        |tests: &[crate::hir::TestId]| -> String { marked(" t", tests.iter().map(|t| t.0)) };
    match condition {
        Condition::Fact { element, tests: of } => format!("e{}{}", element.0, tests(of)),
        Condition::Test(test) => format!("t{}", test.0),
        Condition::Not(inner) => format!("not {{ {} }}", conditions(inner)),
        Condition::Exists(inner) => format!("exists {{ {} }}", conditions(inner)),
        Condition::Either { either, branches } => {
            let branches: Vec<String> = branches
                .iter()
                .map(|b| format!("{{ {} }}", conditions(b)))
                .collect();
            format!("either{} {}", either.0, branches.join(" or "))
        }
        Condition::Accumulate {
            element,
            function,
            source,
            tests: of,
        } => {
            let function = match function {
                Function::Count => "count".to_owned(),
                Function::Collect(member) => format!("collect e{}", member.0),
            };
            let source = conditions(source);
            format!("e{} = {function} {{ {source} }}{}", element.0, tests(of))
        }
    }
}

fn action_lines(out: &mut String, action: &Action) {
    write!(out, "then [{}]", needs(&action.needs)).unwrap();
    for global in &action.globals {
        write!(out, " global{global}").unwrap();
    }
    for modify in &action.modifies {
        let of = modify
            .element
            .map_or("?".to_owned(), |element| format!("e{}", element.0));
        let writes = modify.writes.as_ref().map_or("*".to_owned(), |fields| {
            let fields: Vec<String> = fields.iter().map(field).collect();
            format!("{{{}}}", fields.join(", "))
        });
        write!(out, " modify {of} {writes}").unwrap();
    }
    for insert in &action.inserts {
        let of = insert.map_or("?".to_owned(), |fact_type| format!("type {}", fact_type.0));
        write!(out, " insert {of}").unwrap();
    }
    for retract in &action.retracts {
        let of = retract.map_or("?".to_owned(), |element| format!("e{}", element.0));
        write!(out, " retract {of}").unwrap();
    }
    writeln!(out).unwrap();
}
