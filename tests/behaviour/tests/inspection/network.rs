//! `network()`: the Rete network as data, as dot and as mermaid.

use rules_runtime::{GraphNode, NodeRole, rules};

rules! {
    ruleset Referee;

    fact Stage { active: bool }
    fact Move { pending: bool, row: u8 }
    fact Cell { row: u8, taken: bool }

    rule play {
        when {
            Stage { active: true };
            m @ Move { pending: true, row };
            cell @ Cell { row, taken: false };
        }
        then {
            modify m { m.pending = false; }
            modify cell { cell.taken = true; }
        }
    }

    rule refuse {
        when {
            Stage { active: true };
            m @ Move { pending: true, row };
            Cell { row, taken: true };
        }
        then { retract m; }
    }

    rule nothing_left {
        when {
            Stage { active: true };
            not Cell { taken: false };
            n = count(Cell) if n > 0;
        }
        then { halt; }
    }
}

rules! {
    ruleset Harbour;

    fact Ship { berth: u8 }
    fact Crate { berth: u8, loaded: bool }

    rule cast_off {
        when {
            forall Crate { berth } => { Crate { berth, loaded: true }; Ship { berth }; };
            exists { Ship { berth }; Crate { berth }; };
        }
        then {}
    }
    query waiting(berth: u8) { when { Ship { berth }; not Crate { berth, loaded: false }; } }
}

#[test]
fn conditions_are_told_as_written() {
    let network = Harbour::network();
    let told = |text: &str| network.nodes().iter().any(|node| node.text() == text);
    for text in [
        "forall Crate { berth } => { Crate { berth, loaded: true }; Ship { berth }; }",
        "not { Crate { berth, loaded: true }; Ship { berth }; }",
        "exists { Ship { berth }; Crate { berth }; }",
    ] {
        assert!(told(text), "{text}: {network:#?}");
    }
}

#[test]
fn equal_prefixes_of_rules_are_one_node() {
    let network = Referee::network();
    let shared: Vec<_> = network
        .nodes()
        .iter()
        .filter(|node| node.role() == NodeRole::Join && node.rules().len() > 1)
        .collect();
    assert_eq!(shared.len(), 1, "{network:?}");
    assert_eq!(shared[0].rules(), ["play", "refuse"]);
}

#[test]
fn every_edge_joins_two_nodes_and_every_rule_has_one() {
    let network = Referee::network();
    let count = network.nodes().len();
    assert!(
        network
            .edges()
            .iter()
            .all(|edge| edge.from() < count && edge.to() < count)
    );
    let rules = network
        .nodes()
        .iter()
        .filter(|node| node.role() == NodeRole::Rule);
    assert_eq!(
        rules.map(GraphNode::text).collect::<Vec<_>>(),
        ["play", "refuse", "nothing_left"]
    );
}

#[test]
fn a_query_is_told_with_the_memories_in_which_it_looks() {
    let network = Harbour::network();
    let nodes = network.nodes();
    let query = nodes
        .iter()
        .position(|node| node.role() == NodeRole::Query)
        .unwrap();
    assert_eq!(nodes[query].text(), "waiting");
    let edges = network.edges().iter().filter(|edge| edge.to() == query);
    let memories: Vec<_> = edges.map(|edge| nodes[edge.from()]).collect();
    let told: Vec<_> = memories
        .iter()
        .map(|node| (node.role(), node.text(), node.rules()))
        .collect();
    assert_eq!(
        told,
        [
            (NodeRole::Alpha, "all", &["cast_off", "waiting"][..]),
            (NodeRole::Alpha, "loaded: false", &["waiting"][..]),
        ]
    );
}

#[test]
fn the_network_as_dot() {
    insta::assert_snapshot!(Referee::network().to_dot());
}

#[test]
fn the_network_as_mermaid() {
    insta::assert_snapshot!(Referee::network().to_mermaid());
}
