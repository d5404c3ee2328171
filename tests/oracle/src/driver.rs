//! Writes the Rust that lets [`crate::compare`] speak to a compiled ruleset: values in, values out.

mod queries;

use crate::elements::{Element, Elements};
use crate::model::{FactType, Ruleset};
use crate::value::{COLORS, Kind};
use crate::{shrink, text};
use std::fmt::Write as _;

/// The cases that `ORACLE_RULESETS` asks for: a number of rulesets (`500`), a range of seeds (`500..1000`),
/// the first 50 where it is not set; a case of [`shrink`] (`7:3,0`), or with a `+` all that are one step
/// smaller (`7+`).
///
/// # Panics
///
/// If it is none of these.
#[must_use]
pub fn cases() -> Vec<String> {
    let text = std::env::var("ORACLE_RULESETS").unwrap_or_else(|_| "50".into());
    if let Some(case) = text.strip_suffix('+') {
        return shrink::smaller(case, Elements::ENGINE);
    }
    if text.contains(':') {
        return vec![text];
    }
    let (first, end) = text.split_once("..").unwrap_or(("0", &text));
    let number = |text: &str| -> u64 {
        text.parse().unwrap_or_else(|_| {
            panic!("expected `50`, `500..1000`, `7:3,0` or `7+`, found `{text}`")
        })
    };
    (number(first)..number(end))
        .map(|seed| seed.to_string())
        .collect()
}

/// A module with the compiled ruleset, from `path` under `OUT_DIR`, and a test of it, `ruleset_7`.
///
/// The crate it stands in has two functions at its root: `fired`, from the engine's `Fired` to the oracle's,
/// and `driven`, which gives the driver back or another that makes more of each call. A driver dereferences
/// to its session.
#[must_use]
pub fn module(case: &str, ruleset: &Ruleset) -> String {
    write(case, ruleset, &[])
}

/// The same, of a ruleset whose explanations are compared too. The crate has a third function at its root,
/// `explained`, from an `Explanation` and the facts of the rule's activations to what it counts.
#[must_use]
pub fn module_explained(case: &str, ruleset: &Ruleset) -> String {
    write(case, ruleset, &explaining(ruleset))
}

fn write(case: &str, ruleset: &Ruleset, explaining: &[String]) -> String {
    let name = &ruleset.name;
    let stem = name.to_lowercase();
    let colors: Vec<String> = COLORS
        .iter()
        .map(|color| format!("Color::{color}"))
        .collect();
    let mut out = String::new();
    let mut line = |text: &str| writeln!(out, "{text}").expect("a string takes any text");
    line("#[allow(warnings, unreachable_pub, clippy::all, clippy::pedantic)]");
    line(&format!("mod {stem} {{"));
    line(&format!(
        "    include!(concat!(env!(\"OUT_DIR\"), \"/{stem}.rs\"));"
    ));
    line("    use oracle::compare::{Edit, Engine, agree};");
    line("    use oracle::elements::Elements;");
    line("    use oracle::naive::Fired;");
    line("    use oracle::value::Value;");
    line("    fn color(value: Value) -> Color {");
    line("        let Value::Color(color) = value else { panic!(\"expected a color\") };");
    line(&format!(
        "        [{}][usize::from(color)]",
        colors.join(", ")
    ));
    line("    }");
    for text in session(name) {
        line(&text);
    }
    line("    impl Engine for Driver {");
    line("        type Id = rules_runtime::FactId;");
    for text in changing(ruleset) {
        line(&text);
    }
    for text in transaction(ruleset) {
        line(&text);
    }
    for text in firing(ruleset).into_iter().chain(queries::asking(ruleset)) {
        line(&text);
    }
    for text in explaining {
        line(text);
    }
    line("    }");
    line("    #[test]");
    line(&format!(
        "    fn ruleset_{}() {{",
        stem.trim_start_matches('r')
    ));
    line(&format!(
        "        agree(\"{case}\", Elements::ENGINE, || crate::driven(Driver({name}::new())));"
    ));
    line("    }");
    line("}");
    out
}

/// The part of the driver that changes facts.
fn changing(ruleset: &Ruleset) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = |text: &str| lines.push(text.to_string());
    line("        fn insert(&mut self, kind: usize, v: &[Value]) {");
    line("            match kind {");
    for (kind, fact) in ruleset.facts.iter().enumerate() {
        let made = made(ruleset, fact);
        line(&format!(
            "                {kind} => {{ self.0.insert({made}); }}"
        ));
    }
    line("                _ => unreachable!(),");
    line("            }");
    line("        }");
    line("        fn insert_all(&mut self, kind: usize, all: &[Vec<Value>]) {");
    line("            match kind {");
    for (kind, fact) in ruleset.facts.iter().enumerate() {
        let made = made(ruleset, fact);
        line(&format!(
            "                {kind} => {{ self.0.insert_all(all.iter().map(|v| {made})); }}"
        ));
    }
    line("                _ => unreachable!(),");
    line("            }");
    line("        }");
    line("        fn update(&mut self, kind: usize, place: usize, v: &[Value]) {");
    line("            match kind {");
    for (kind, fact) in ruleset.facts.iter().enumerate() {
        line(&format!("                {kind} => {{"));
        line(&handle(fact, "self.0"));
        line(&format!(
            "                    self.0.update(h, |f| {{ {} }}).unwrap();",
            writes(fact)
        ));
        line("                }");
    }
    line("                _ => unreachable!(),");
    line("            }");
    line("        }");
    line("        fn retract(&mut self, kind: usize, place: usize) {");
    line("            match kind {");
    for (kind, fact) in ruleset.facts.iter().enumerate() {
        line(&format!("                {kind} => {{"));
        line(&handle(fact, "self.0"));
        line("                    self.0.retract(h).unwrap();");
        line(
            "                    assert!(self.0.get(h).is_none(), \"a stale handle has a fact\");",
        );
        line(
            "                    assert!(self.0.retract(h).is_err(), \"a stale handle retracts\");",
        );
        line("                }");
    }
    line("                _ => unreachable!(),");
    line("            }");
    line("        }");
    lines
}

/// The driver, and that it dereferences to its session.
fn session(name: &str) -> [String; 3] {
    let target = format!("type Target = {name}; fn deref(&self) -> &{name} {{ &self.0 }}");
    let target_mut = format!("fn deref_mut(&mut self) -> &mut {name} {{ &mut self.0 }}");
    [
        format!("    struct Driver({name});"),
        format!("    impl std::ops::Deref for Driver {{ {target} }}"),
        format!("    impl std::ops::DerefMut for Driver {{ {target_mut} }}"),
    ]
}

/// The part of the driver that explains.
fn explaining(ruleset: &Ruleset) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = |text: &str| lines.push(text.to_string());
    line("        fn explain(&self, rule: usize) -> Option<Vec<oracle::naive::Row>> {");
    line("            let rule = match rule {");
    for (place, rule) in ruleset.rules.iter().enumerate() {
        let (name, variant) = (&ruleset.name, camel(&rule.name));
        line(&format!(
            "                {place} => {name}Rule::{variant},"
        ));
    }
    line("                _ => unreachable!(),");
    line("            };");
    // Of a rule that undoes, what waits to be undone is on the agenda too.
    let undoing = ruleset.rules.iter().filter(|rule| rule.undo.is_some());
    let undoing: Vec<String> = undoing
        .map(|rule| format!("{}Rule::{}", ruleset.name, camel(&rule.name)))
        .collect();
    line(&format!(
        "            let pending = (![{}].contains(&rule)).then(|| {{",
        undoing.join(", ")
    ));
    line(
        "                let of_rule = self.0.agenda().filter(|activation| activation.rule() == rule);",
    );
    line("                of_rule.map(|activation| activation.facts().to_vec()).collect()");
    line("            });");
    line("            Some(crate::explained(&self.0.explain(rule), pending))");
    line("        }");
    lines
}

/// The part of the driver that fires and that reads facts and the agenda.
fn firing(ruleset: &Ruleset) -> Vec<String> {
    let name = &ruleset.name;
    let mut lines: Vec<String> = Vec::new();
    let mut line = |text: &str| lines.push(text.to_string());
    for (head, call) in [
        ("step(&mut self)", "step()"),
        ("run_limit(&mut self, limit: u64)", "run_limit(limit)"),
    ] {
        line(&format!("        fn {head} -> Fired {{"));
        if ruleset.fails {
            line(&format!(
                "            let fired = match self.0.{call} {{ Ok(fired) => fired,"
            ));
            line("                Err(error) => {");
            line(
                "                    let first = self.0.agenda().next().expect(\"it is pending\");",
            );
            line(
                "                    assert_eq!((first.rule(), first.facts()), (error.rule, &error.facts[..]));",
            );
            line(
                "                    return Fired { count: 0, stop: oracle::naive::Stop::Failed };",
            );
            line("                }");
            line("            };");
        } else {
            line(&format!("            let fired = self.0.{call};"));
        }
        line("            crate::fired(fired.count, fired.stop)");
        line("        }");
    }
    line("        fn skip(&mut self) { self.0.skip(); }");
    line("        fn verify(&self) { self.0.__verify(); }");
    let kinds = ruleset.facts.len();
    line(&format!("        fn kinds(&self) -> usize {{ {kinds} }}"));
    line("        fn facts(&self, kind: usize) -> Vec<(Self::Id, Vec<Value>)> {");
    line("            match kind {");
    for (kind, fact) in ruleset.facts.iter().enumerate() {
        let (name, read) = (&fact.name, read(fact));
        line(&format!("                {kind} => {{"));
        line(&format!(
            "                    assert_eq!(self.0.len::<{name}>(), self.0.facts::<{name}>().count());"
        ));
        line(&format!(
            "                    self.0.handles::<{name}>().zip(self.0.facts::<{name}>()).map(|(h, f)| {{"
        ));
        line(
            "                        assert!(std::ptr::eq(self.0.get(h).unwrap(), f), \"`get` gives another fact\");",
        );
        line(&format!("                        (h.id(), vec![{read}])"));
        line("                    }).collect()");
        line("                }");
    }
    line("                _ => unreachable!(),");
    line("            }");
    line("        }");
    line("        fn agenda(&self) -> Vec<(usize, Vec<Self::Id>)> {");
    line("            self.0.agenda().map(|activation| {");
    line("                let rule = match activation.rule() {");
    for (place, rule) in ruleset.rules.iter().enumerate() {
        let variant = camel(&rule.name);
        line(&format!(
            "                    {name}Rule::{variant} => {place},"
        ));
    }
    line("                };");
    line("                (rule, activation.facts().to_vec())");
    line("            }).collect()");
    line("        }");
    lines
}

/// The part of the driver that makes transactions; an engine under construction may have none.
fn transaction(ruleset: &Ruleset) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = |text: &str| lines.push(text.to_string());
    line("        fn transaction(&mut self, edits: &[Edit]) {");
    if !Elements::ENGINE.has(Element::Transaction) {
        line("            unreachable!(\"no transactions: {edits:?}\")");
        line("        }");
        return lines;
    }
    for fact in &ruleset.facts {
        let (field, name) = (fact.name.to_lowercase(), &fact.name);
        line(&format!(
            "            let {field}: Vec<_> = self.0.handles::<{name}>().collect();"
        ));
    }
    line("            self.0.transaction(|tx| {");
    line("                for edit in edits {");
    line("                    match edit {");
    for (kind, fact) in ruleset.facts.iter().enumerate() {
        let (field, made, writes) = (fact.name.to_lowercase(), made(ruleset, fact), writes(fact));
        line(&format!(
            "                        Edit::Insert({kind}, v) => {{ tx.insert({made}); }}"
        ));
        line(&format!(
            "                        Edit::Update({kind}, place, v) => {{ let _ = tx.update({field}[*place], |f| {{ {writes} }}); }}"
        ));
        line(&format!(
            "                        Edit::Retract({kind}, place) => {{ let _ = tx.retract({field}[*place]); }}"
        ));
    }
    line("                        _ => unreachable!(),");
    line("                    }");
    line("                }");
    line("                Ok::<(), ()>(())");
    line("            }).unwrap();");
    line("        }");
    lines
}

/// The name of a rule as a variant of the enum of rules.
pub(crate) fn camel(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// A fact as Rust, from the values in `v`.
fn made(ruleset: &Ruleset, fact: &FactType) -> String {
    let fields = fact.fields.iter().enumerate();
    let values = fields.map(|(place, (_, kind))| taken(place, *kind));
    text::literal(ruleset, &fact.name, values)
}

/// Assignments to every field of `f`, from the values in `v`.
fn writes(fact: &FactType) -> String {
    let fields = fact.fields.iter().enumerate();
    let writes =
        fields.map(|(place, (field, kind))| format!("f.{field} = {};", taken(place, *kind)));
    writes.collect::<Vec<_>>().join(" ")
}

fn taken(place: usize, kind: Kind) -> String {
    match kind {
        Kind::Int => format!("v[{place}].int()"),
        Kind::Bool => format!("v[{place}].truth()"),
        Kind::Color => format!("color(v[{place}])"),
        Kind::Count | Kind::Float => unreachable!("no field is of that kind"),
    }
}

/// The values of `f`.
fn read(fact: &FactType) -> String {
    let fields = fact.fields.iter().map(|(field, kind)| match kind {
        Kind::Int => format!("Value::Int(f.{field})"),
        Kind::Bool => format!("Value::Bool(f.{field})"),
        _ => format!("Value::Color(f.{field} as u8)"),
    });
    fields.collect::<Vec<_>>().join(", ")
}

fn handle(fact: &FactType, on: &str) -> String {
    let name = &fact.name;
    format!("                    let h = {on}.handles::<{name}>().nth(place).unwrap();")
}
