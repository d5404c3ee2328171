//! Who may read what, and who may not any more when something is revoked.

use routes::rights::{Register, Statement};

fn press() -> Register {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/rights/press.rights");
    Register::parse(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn readers(register: &Register, document: &str) -> Vec<String> {
    let readers = register.readers(document).into_iter();
    readers.map(|may| may.who.clone()).collect()
}

fn revoke(register: &mut Register, words: &[&str]) {
    assert!(
        register.revoke(&Statement::parse(words).unwrap()),
        "{words:?}"
    );
}

#[test]
fn rights_come_through_groups_and_delegations() {
    let press = press();
    assert_eq!(
        readers(&press, "plan"),
        ["Ann", "Bea", "Editors", "Eve", "Flo"]
    );
    let bea = press.readable("Bea");
    let bea: Vec<(&str, u32)> = bea.iter().map(|may| (&*may.document, may.steps)).collect();
    assert_eq!(
        bea,
        [("diary", 0), ("handbook", 2), ("menu", 3), ("plan", 1)]
    );
    assert_eq!(
        press.groups("Ann"),
        ["Editors", "Everyone", "Guests", "Staff"]
    );
}

#[test]
fn what_is_revoked_takes_with_it_what_came_of_it() {
    let mut press = press();
    revoke(&mut press, &["delegate", "Ann", "Eve", "plan"]);
    assert_eq!(readers(&press, "plan"), ["Ann", "Bea", "Editors"]);
    assert!(press.why("Flo", "plan").is_none());
    revoke(&mut press, &["grant", "Editors", "plan"]);
    assert!(readers(&press, "plan").is_empty());
}

#[test]
fn groups_in_a_circle_do_not_keep_a_right_alive() {
    let mut press = press();
    assert!(readers(&press, "menu").contains(&"Dot".to_owned()));
    revoke(&mut press, &["grant", "Everyone", "menu"]);
    assert!(readers(&press, "menu").is_empty());
}

#[test]
fn the_next_reason_steps_in() {
    let mut press = press();
    press.state(Statement::parse(&["grant", "Flo", "handbook"]).unwrap());
    let steps = |press: &Register| press.readable("Flo")[0].steps;
    assert_eq!(steps(&press), 0);
    revoke(&mut press, &["grant", "Flo", "handbook"]);
    assert_eq!(steps(&press), 3);
    let why = press.why("Flo", "handbook").unwrap().to_string();
    assert!(
        why.contains("by `delegated`") && why.contains("by `of_a_group`"),
        "{why}"
    );
}
