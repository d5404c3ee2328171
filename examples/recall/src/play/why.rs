//! Why computer players did what they did, as far as the person at the terminal may know.

use std::io::{self, Write};

use serde_json::Value;

use super::words::Words;

/// Tells the reasons of a decision, as the table gives them.
pub(super) fn tell(
    name: &str,
    why: &Value,
    words: &Words<'_>,
    output: &mut impl Write,
) -> io::Result<()> {
    let about = |rule: &Value| {
        let mut rules = list(&why["rules"]);
        rules.find(|known| known["rule"] == *rule)?["why"].as_str()
    };
    if let Some(rule) = about(&why["rule"]) {
        writeln!(output, "{name}, by rule {rule}")?;
    } else {
        writeln!(
            output,
            "{name}, by one of these rules; which one would give a hidden card away:"
        )?;
        for rule in list(&why["possible"]).filter_map(about) {
            writeln!(output, "  {rule}")?;
        }
    }
    // What was not done says nothing without what was.
    let mut candidates = list(&why["candidates"]);
    let Some(chosen) = candidates.find(|candidate| candidate["chosen"] == true) else {
        return hidden(list(&why["possible"]).count() > 1, output);
    };
    tell_sides(chosen, why, output)?;
    if chosen["total"].is_number() {
        tell_scores(why, words, output)?;
    } else if list(&chosen["sides"]).next().is_some() {
        writeln!(output, "  All else that was weighed rests on hidden cards.")?;
    } else {
        hidden(list(&why["possible"]).count() > 1, output)?;
    }
    Ok(())
}

/// Says that nothing can be said of what was weighed, if anything was.
fn hidden(weighed: bool, output: &mut impl Write) -> io::Result<()> {
    if weighed {
        writeln!(output, "  All that was weighed rests on hidden cards.")?;
    }
    Ok(())
}

/// What speaks for what was done, from each side, with the rule that says so.
fn tell_sides(chosen: &Value, why: &Value, output: &mut impl Write) -> io::Result<()> {
    for side in list(&chosen["sides"]) {
        let called = match side["side"].as_str().unwrap_or_default() {
            // The safer, the more.
            "risk" => "safety",
            other => other,
        };
        let mut weights = list(&why["weights"]);
        let weight = weights.find(|weight| weight["side"] == side["side"]);
        let weight = weight.map_or(0.0, |weight| number(&weight["weight"]));
        let (value, about) = (number(&side["value"]), &side["why"]);
        let about = about.as_str().unwrap_or_default();
        writeln!(output, "  {called:<8} {value:.2} × {weight}  {about}")?;
    }
    Ok(())
}

/// The scores of all that could be done, where they rest on nothing hidden.
fn tell_scores(why: &Value, words: &Words<'_>, output: &mut impl Write) -> io::Result<()> {
    let left_out = if why["complete"] == true {
        ""
    } else {
        "; what rests on hidden cards is left out"
    };
    writeln!(output, "  Score (0 to 1) of what could be done{left_out}:")?;
    for candidate in list(&why["candidates"]) {
        let Some(total) = candidate["total"].as_f64() else {
            continue;
        };
        let done = if candidate["chosen"] == true {
            ", done"
        } else {
            ""
        };
        let action = words.offered(&candidate["action"], why);
        writeln!(output, "  {total:.2}  {action}{done}")?;
    }
    Ok(())
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_default()
}
