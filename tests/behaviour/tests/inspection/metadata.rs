//! `RULES`: what a ruleset says of its rules.

use rules_runtime::rules;

rules! {
    ruleset Small;

    fact Cell { row: u8, mark: Option<char> }
    fact Move(u8);

    /// Plays a move.
    ///
    /// Only onto an empty cell.
    #[salience(5)]
    #[tag(play, "second tag")]
    rule play_move {
        when {
            m @ Move(row) if row < 3;
            cell @ Cell { row, mark: None };
            not Cell { mark: Some('!') };
        }
        then { modify cell { cell.mark = Some('x'); } retract m; }
    }

    rule all_rows_are_taken {
        when {
            forall Cell { row } => { Move(row); Cell { row, mark: Some(_) }; }
            either { if 1 < 2; let _x = 1; } or { exists Move(0); }
            if let Some(first) = [1].first();
            let (a, b): (u8, u8) = (1, *first);
        }
        then { let _ = (a, b); }
    }

    rule count_cells {
        when { n = count(Cell { row: > 0 }) if n > 2; }
        then {}
    }
}

#[test]
fn rules_stand_in_the_order_in_which_they_are_written() {
    let rules: Vec<_> = Small::RULES
        .iter()
        .map(|info| (info.rule, info.name))
        .collect();
    assert_eq!(
        rules,
        [
            (SmallRule::PlayMove, "play_move"),
            (SmallRule::AllRowsAreTaken, "all_rows_are_taken"),
            (SmallRule::CountCells, "count_cells"),
        ]
    );
}

#[test]
fn documentation_salience_and_tags_are_told() {
    let info = &Small::RULES[0];
    assert_eq!(info.docs, "Plays a move.\n\nOnly onto an empty cell.");
    assert_eq!(info.salience, 5);
    assert_eq!(info.tags, ["play", "second tag"]);
    assert_eq!(Small::RULES[1].salience, 0);
    assert_eq!(Small::RULES[1].docs, "");
}

#[test]
fn conditions_are_told_as_one_printer_writes_them() {
    assert_eq!(
        Small::RULES[0].conditions,
        [
            "m @ Move(row) if row < 3",
            "cell @ Cell { row, mark: None }",
            "not Cell { mark: Some('!') }",
        ]
    );
    assert_eq!(
        Small::RULES[1].conditions,
        [
            "forall Cell { row } => { Move(row); Cell { row, mark: Some(_) }; }",
            "either { if 1 < 2; let _x = 1; } or { exists Move(0); }",
            "if let Some(first) = [1].first()",
            "let (a, b): (u8, u8) = (1, *first)",
        ]
    );
    assert_eq!(
        Small::RULES[2].conditions,
        ["n = count(Cell { row: > 0 }) if n > 2"]
    );
}

#[test]
fn a_rules_position_is_where_its_name_is_written() {
    let position = Small::RULES[0].position;
    let text = std::fs::read_to_string("tests/inspection/metadata.rs").unwrap();
    let line = text.lines().nth(position.line as usize - 1).unwrap();
    assert_eq!(position.file, file!());
    assert_eq!(&line[position.column as usize - 1..], "play_move {");
}

#[test]
fn rule_names_are_ordered_comparable_and_hashable() {
    assert!(SmallRule::PlayMove < SmallRule::CountCells);
    let set = std::collections::HashSet::from([SmallRule::PlayMove, SmallRule::PlayMove]);
    assert_eq!(set.len(), 1);
    assert_eq!(format!("{:?}", SmallRule::PlayMove), "PlayMove");
}
