//! Helps that are made of more than one word of the mistake: candidates, alternatives, an example rewritten.

use std::fmt::{self, Display};

use crate::diagnostic::{Edit, nearest};

/// How to mend a mistake.
#[derive(Debug)]
pub(crate) struct Help {
    /// What is said.
    pub(crate) text: String,
    /// The change, where the tokens of which it is said are all that changes.
    pub(crate) mend: Option<Edit>,
}

impl From<String> for Help {
    fn from(text: String) -> Self {
        Self { text, mend: None }
    }
}

impl fmt::Display for Help {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A help that proposes the candidate nearest to a name.
pub(crate) fn did_you_mean(name: &str, candidates: &[&str]) -> Option<Help> {
    nearest(name, candidates.iter().copied()).map(meant)
}

/// A help that proposes a name in the place of what was written.
pub(crate) fn meant(name: &str) -> Help {
    Help {
        text: format!("did you mean `{name}`?"),
        mend: Some(Edit::Replace(name.to_owned())),
    }
}

/// A help that proposes the candidate nearest to a name, or else lists what there is.
pub(crate) fn suggestion(name: &str, candidates: &[&str], are: &str) -> Option<Help> {
    did_you_mean(name, candidates).or_else(|| {
        let all: Vec<String> = candidates.iter().map(|name| format!("`{name}`")).collect();
        (!all.is_empty()).then(|| format!("{are} {}", all.join(", ")).into())
    })
}

/// The help for `n = prices(item);` of a query.
pub(crate) fn query_with_equals(query: &str) -> Help {
    format!("each result of a query is a match: `x in {query}(…);`").into()
}

/// The help for `#[cfg(…)]` where it cannot stand.
pub(crate) fn condition_of_build() -> Help {
    let text = "rules are the same in every build; `#[cfg(…)]` stands on a whole `rules! { … }`, on a Rust item or on a field";
    text.to_owned().into()
}

/// The help where an effect was to give a variable its value.
pub(crate) fn effect_without_value(word: &str) -> String {
    match word {
        "insert" => {
            "an effect gives nothing: `insert …;` stands alone, and a rule matches the new fact"
                .to_owned()
        }
        _ => format!("an effect gives nothing: `{word} …;` stands alone"),
    }
}

/// "a", "a or b", "a, b or c"
pub(crate) fn alternatives(texts: &[&str]) -> String {
    match texts {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [init @ .., last] => format!("{} or {last}", init.join(", ")),
    }
}

/// "1 cell", "3 cells"
pub(crate) fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// The words in backticks, as alternatives.
pub(crate) fn words(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    let quoted: Vec<&str> = quoted.iter().map(String::as_str).collect();
    alternatives(&quoted)
}

/// A help for an item that begins with no known word.
pub(crate) fn items_begin_with(known: &[&str]) -> String {
    format!(
        "an item of a ruleset is Rust, or begins with {}",
        words(known)
    )
}

/// A help for what looks like an accumulate and has no function.
pub(crate) const COMPUTED_VARIABLE: &str = "a computed variable is written `let x = …;`";

/// A help for a cell in which nothing stands.
pub(crate) const EMPTY_CELL: &str = "a cell that lets every value through is written `-`";

/// A help for a table without outputs.
pub(crate) const OUTPUTS: &str = "the outputs stand after `||`: `| a | b || x |`";

/// A help for `test (…)` and `eval(…)`.
pub(crate) const WRITTEN_TEST: &str = "a test is written `if …;`";

/// A help for a query with `select` and without a type.
pub(crate) const SELECT_WITHOUT_TYPE: &str =
    "a query that selects states its type: `query name() -> T`";

/// A help for a write to a variable: the field that it has its value of.
pub(crate) fn write_field(fact: impl Display, field: impl Display) -> String {
    format!("write the field: `modify {fact} {{ {fact}.{field} = …; }}`")
}

/// A help for `modify xs` and `retract xs`, of a collection.
pub(crate) fn each_member(effect: &str, collection: impl Display) -> String {
    let rest = if effect == "modify" { " { … }" } else { ";" };
    format!("it is said of each member: `for x in {collection} {{ {effect} x{rest} }}`")
}

/// A help for `modify best`, of a `max` or a `min`: the same accumulate with the fact for its result.
pub(crate) fn best_fact(accumulate: &str, function: &str) -> Option<String> {
    let (name, rest) = accumulate.split_once(&format!(" = {function}("))?;
    let (value, pattern) = rest.split_once(" for ")?;
    let initial = pattern.chars().next()?;
    let named = if initial.is_uppercase() {
        format!("{} @ ", initial.to_lowercase())
    } else {
        String::new()
    };
    Some(format!(
        "the fact is found by `{name} = {function}_by({value} for {named}{pattern};`"
    ))
}

/// Said of a pattern that a rule's own inserts match.
pub(crate) const ANY_WILL_DO: &str = "any fact of the type will do here";

/// The effects of a cycle of rules after the first.
pub(crate) const ACTIVATES_THE_NEXT: &str = "this activates the next";

/// A gap at `NaN`.
pub(crate) const NAN_GAP: &str = "no range holds `NaN`, but `not …` does: write `not < 10` for `>= 10`, or let the last row be `else`";

/// A gap beside what looks like the variants of an enum that is declared elsewhere.
pub(crate) fn listed_variants(column: &str, ty: &str, variants: &[&str]) -> String {
    let variants = variants.join(" or ");
    format!("if these are all variants of an enum, list them: `{column}: {ty}({variants})`")
}
