//! The same fares in zen-engine, which reads a decision as JSON when it starts.

use serde_json::{Value, json};
use zen_engine::DecisionEngine;
use zen_engine::model::DecisionContent;

use super::{counts, measured};
use crate::measure::Run;

pub(super) fn by_zen(rows: u32) -> Run {
    let content: DecisionContent =
        serde_json::from_value(graph(rows)).expect("the graph is one of zen-engine's");
    let mut decision = DecisionEngine::default()
        .create_decision(content.into())
        .expect("the graph can be compiled");
    decision.compile();
    measured(|weight, zone, distance| {
        let case = json!({ "weight": weight, "zone": zone, "distance": distance });
        let answer = pollster::block_on(decision.evaluate(case.into()));
        let answer = answer.expect("a row holds").result.to_value();
        let fare = answer["fare"].as_f64().expect("a fare is a number");
        fare as u64
    })
}

/// A table between what comes in and what goes out.
fn graph(rows: u32) -> Value {
    let input = |name: &str| json!({ "id": name, "name": name, "field": name });
    let edge = |from: &str, to: &str| json!({ "id": from, "sourceId": from, "targetId": to });
    json!({
        "nodes": [
            { "id": "in", "name": "in", "type": "inputNode", "content": {} },
            { "id": "fares", "name": "fares", "type": "decisionTableNode", "content": {
                "hitPolicy": "first",
                "inputs": [input("weight"), input("zone"), input("distance")],
                "outputs": [input("fare")],
                "rules": rules(rows),
            } },
            { "id": "out", "name": "out", "type": "outputNode", "content": {} },
        ],
        "edges": [edge("in", "fares"), edge("fares", "out")],
    })
}

/// The rows, of which the first that holds counts: the last zone's are for all that are left.
fn rules(rows: u32) -> Vec<Value> {
    let (weights, zones, distances) = counts(rows);
    let rule = |row: u32| {
        let zone = row / distances % zones;
        json!({
            "_id": row.to_string(),
            "weight": band(row / (zones * distances), weights),
            "zone": if zone + 1 == zones { String::new() } else { format!("\"z{zone}\"") },
            "distance": band(row % distances, distances),
            "fare": row.to_string(),
        })
    };
    (0..rows).map(rule).collect()
}

/// Each hundred is a band, and the last has all that is more.
fn band(number: u32, count: u32) -> String {
    match (number, count) {
        (_, 1) => String::new(),
        _ if number + 1 == count => format!(">= {}", 100 * number),
        _ => format!("[{}..{})", 100 * number, 100 * (number + 1)),
    }
}
