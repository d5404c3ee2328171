//! Rulesets of any size for measuring, and how much code they become.

use std::fmt::Write as _;

use proc_macro2::{TokenStream, TokenTree};

/// How many fact types the rules speak of.
const TYPES: u32 = 20;

/// What rules look like; `{t}`, `{u}` and `{v}` are fact types, `{n}` is the rule's number.
const SHAPES: [&str; 10] = [
    "rule r{n} {
        when { a @ Fact{t} { kind: {n}, value: > 10 }; }
        then { modify a { a.value -= 1; } }
    }",
    "rule r{n} {
        when { Fact{t} { key, kind: {n} }; Fact{u} { key, value, name } if *name != \"\" || value > {n}; }
        then { insert Done { rule: {n}, key }; }
    }",
    "rule r{n} {
        when {
            Fact{t} { key, value: low };
            Fact{u} { key, value: middle, value: > low };
            c @ Fact{v} { key, kind: {n}, value: > middle };
        }
        then { retract c; }
    }",
    "rule r{n} {
        when { a @ Fact{t} { key, kind: {n} }; not Fact{u} { key, value: > 3 }; }
        then { modify a { a.value += {n}; a.kind = 0; } }
    }",
    "#[salience({n})]
    rule r{n} {
        when { exists Fact{t} { kind: {n} }; forall Fact{u} { key, kind: 1 } => Fact{v} { key, kind: {n} }; }
        then { insert Done { rule: {n}, key: 0 }; }
    }",
    "rule r{n} {
        when { either { Fact{t} { key, kind: {n} }; } or { Fact{u} { key, value: {n} }; } Fact{v} { key }; }
        then { insert Done { rule: {n}, key }; }
    }",
    "rule r{n} {
        when { total = sum(value for Fact{t} { key, kind: {n}, value }) by (key) if total > 100; }
        then { insert Done { rule: {n}, key }; }
    }",
    "rule r{n} {
        when { Fact{t} { key, kind: {n} }; all = collect(f @ Fact{u} { key }) if all.len() > 2; n = count(Fact{v} { key }); }
        then { for f in all { modify f { f.value = n as u32; } } }
    }",
    "rule r{n} {
        when { a @ Fact{t} { key, value, kind: {n} }; let half = value / 2; if let Some(rest) = half.checked_sub(3); if a.is_open(rest); }
        then { insert Done { rule: {n}, key: key + u64::from(rest) }; }
    }",
    "#[salience(value as i32)]
    #[no_loop]
    rule r{n} {
        when { Fact{t} { key, value, kind: {n} }; best = max_by(f.value for f @ Fact{u} { key }); }
        then { insert logical Open { rule: {n}, value: best.value + value }; }
    }",
];

/// A ruleset of so many rules, of ten shapes in turn.
#[must_use]
pub fn ruleset(rules: u32) -> String {
    let mut text = String::from(
        "pub ruleset Cost;
fact Done { rule: u32, key: u64 }
#[unique]
fact Open { rule: u32, value: u32 }
",
    );
    for number in 0..TYPES {
        _ = writeln!(
            text,
            "fact Fact{number} {{ key: u64, kind: u32, value: u32, name: String }}
impl Fact{number} {{ fn is_open(&self, rest: u32) -> bool {{ self.value > rest }} }}"
        );
    }
    for (number, shape) in (0..rules).zip(SHAPES.iter().cycle()) {
        let of = |place| fact_type(number, place).to_string();
        let rule = shape
            .replace("{t}", &of(0))
            .replace("{u}", &of(1))
            .replace("{v}", &of(2))
            .replace("{n}", &number.to_string());
        text.push_str(&rule);
        text.push('\n');
    }
    text
}

/// How many firings a run of [`program`] has.
#[must_use]
pub fn firings(rules: u32) -> u32 {
    3 * modifying(rules).count() as u32
}

/// The `main` of a program that holds the ruleset of so many rules: for each rule of the first shape it inserts
/// a fact for which that rule alone fires, three times; it prints the number of firings.
#[must_use]
pub fn program(rules: u32) -> String {
    let mut text = String::from("fn main() {\n    let mut session = Cost::new();\n");
    for number in modifying(rules) {
        _ = writeln!(
            text,
            "    session.insert(Fact{} {{ key: {number}, kind: {number}, value: 13, name: String::new() }});",
            fact_type(number, 0)
        );
    }
    text.push_str("    println!(\"{}\", session.run().count);\n}\n");
    text
}

/// The numbers of the rules of the first shape.
fn modifying(rules: u32) -> impl Iterator<Item = u32> {
    (0..rules).step_by(SHAPES.len())
}

/// The fact type that a rule speaks of in a place.
fn fact_type(rule: u32, place: u32) -> u32 {
    (rule * 7 + place * 3) % TYPES
}

/// How many tokens there are in a stream, brackets among them.
#[must_use]
pub fn count(tokens: TokenStream) -> u32 {
    let tokens = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => count(group.stream()) + 2,
        _ => 1,
    });
    tokens.sum()
}
