//! The syntax tree in a few words, so that a test shows what was read as what.

use quote::ToTokens;

use crate::ast::{
    Accumulate, Block, Condition, ConditionKind, EffectKind, FieldTest, Fields, Function, Pattern,
    Piece,
};
use crate::printer;

fn rust(tokens: impl ToTokens) -> String {
    printer::text(&tokens.to_token_stream())
}

pub(super) fn conditions(conditions: &[Condition]) -> String {
    let outlines: Vec<String> = conditions.iter().map(condition).collect();
    outlines.join("; ")
}

fn condition(condition: &Condition) -> String {
    match &condition.kind {
        ConditionKind::Pattern(p) => pattern(p),
        ConditionKind::Quantified(quantifier, inner) => {
            format!("{}[{}]", quantifier.word(), conditions(inner))
        }
        ConditionKind::Forall { over, holds } => {
            format!("forall[{}][{}]", conditions(over), conditions(holds))
        }
        ConditionKind::Either(branches) => {
            let branches: Vec<String> = branches.iter().map(|b| conditions(b)).collect();
            format!("either[{}]", branches.join(" | "))
        }
        ConditionKind::Test(expr) => format!("test<{}>", rust(expr)),
        ConditionKind::Due(expr) => format!("due<{}>", rust(expr)),
        ConditionKind::TestLet(pat, expr) => format!("testlet<{}><{}>", rust(pat), rust(expr)),
        ConditionKind::Let(pat, expr) => format!("let<{}><{}>", rust(pat), rust(expr)),
        ConditionKind::For { pat, ty, expr } => {
            format!("for<{}><{}><{}>", rust(pat), rust(ty), rust(expr))
        }
        ConditionKind::Accumulate(a) => accumulate(a),
        ConditionKind::Lookup(lookup) => {
            let word = if lookup.each { "in" } else { "=" };
            let guard = lookup
                .guard
                .as_ref()
                .map(|guard| format!(" if {}", rust(guard)));
            let (binding, call) = (&lookup.binding, rust(&lookup.call));
            format!(
                "lookup<{binding} {word} {call}{}>",
                guard.unwrap_or_default()
            )
        }
        ConditionKind::Call(call) => {
            let arguments: Vec<String> = call.arguments.iter().map(rust).collect();
            let arguments = arguments.join("><");
            let guard = call
                .guard
                .as_ref()
                .map(|guard| format!(" if<{}>", rust(guard)));
            let guard = guard.unwrap_or_default();
            format!(
                "call<{}>{}<{arguments}>{guard}",
                rust(&call.result),
                call.name
            )
        }
    }
}

fn pattern(pattern: &Pattern) -> String {
    let mut outline = String::new();
    if let Some(binding) = &pattern.binding {
        outline += &format!("{binding}@");
    }
    outline += &rust(&pattern.path);
    let fields = |fields: &[crate::ast::FieldPattern]| {
        let fields: Vec<String> = fields
            .iter()
            .map(|field| {
                let member = rust(&field.member);
                match &field.test {
                    FieldTest::Shorthand => member,
                    FieldTest::Pattern(pat) => format!("{member}~<{}>", rust(pat)),
                    FieldTest::Compare(op, expr) => {
                        format!("{member}{}<{}>", rust(op), rust(expr))
                    }
                }
            })
            .collect();
        fields.join(" ")
    };
    match &pattern.fields {
        Fields::Unit => {}
        Fields::Named(named) => outline += &format!("{{{}}}", fields(named)),
        Fields::Tuple { patterns, rest } => {
            let rest = rest.map_or(String::new(), |rest| format!(" ..{rest}"));
            outline += &format!("({}{rest})", fields(patterns));
        }
    }
    for relation in &pattern.relations {
        outline += &format!(" <{}>", relation.tokens);
    }
    for window in &pattern.windows {
        outline += &format!(" <{}>", window.tokens);
    }
    if let Some(guard) = &pattern.guard {
        outline += &format!(" if<{}>", rust(guard));
    }
    outline
}

fn accumulate(accumulate: &Accumulate) -> String {
    let function = match &accumulate.function {
        Function::User(ty) => format!("user<{}>", rust(ty)),
        function => format!("{function:?}").to_lowercase(),
    };
    let mut outline = format!("{}={function}", accumulate.binding);
    if let Some(value) = &accumulate.value {
        outline += &format!("<{}>", rust(value));
    }
    outline += &format!("[{}]", conditions(&accumulate.source));
    if let Some(last) = &accumulate.last {
        outline += &format!(" <{}>", last.tokens);
    }
    for key in &accumulate.by {
        outline += &format!(" by {key}");
    }
    if let Some(guard) = &accumulate.guard {
        outline += &format!(" if<{}>", rust(guard));
    }
    outline
}

/// The effects of a block in brackets among its Rust.
pub(super) fn block(block: &Block) -> String {
    pieces(&block.pieces).trim().to_owned()
}

fn pieces(list: &[Piece]) -> String {
    let mut outline = String::new();
    for piece in list {
        match piece {
            Piece::Rust(token) => outline += &format!("{} ", rust(token)),
            Piece::Group {
                pieces: inner,
                delimiter,
                ..
            } => outline += &format!("{delimiter:?}( {}) ", pieces(inner)),
            Piece::Effect(effect) => outline += &format!("[{}] ", effect_kind(&effect.kind)),
        }
    }
    outline
}

fn effect_kind(kind: &EffectKind) -> String {
    match kind {
        EffectKind::Insert { logical, fact } => {
            let word = if *logical { "logical" } else { "insert" };
            format!("{word} {}", pieces(fact).trim())
        }
        EffectKind::Modify { target, body } => format!("modify {target}: {}", block(body)),
        EffectKind::Retract { target } => format!("retract {target}"),
        EffectKind::Focus { group } => format!("focus {group}"),
        EffectKind::Halt => "halt".to_owned(),
        EffectKind::Choose { pat, expr } => format!("choose {} in {}", rust(pat), rust(expr)),
        EffectKind::Fail => "fail".to_owned(),
    }
}
