#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    Gold,
    Silver,
}

const LIMIT: u32 = 3;

fn found(id: u32) -> Option<u32> {
    Some(id)
}

rules_runtime::rules! {
    ruleset Shop;
    fact Order { id: u32, total: u32, kind: Kind, ok: bool, note: Option<u32>, pair: (Kind, u32) }
    rule constant { when { Order { id, total: LIMTI }; } then { println!("{id}"); } }
    rule none { when { Order { id, note: Nome }; } then { println!("{id}"); } }
    rule falsehood { when { Order { id, ok: False }; } then { println!("{id}"); } }
    rule variant { when { Order { id, kind: Silverr }; } then { println!("{id}"); } }
    rule within { when { Order { id, note: Some(LIMTI) }; } then { println!("{id}"); } }
    rule beside { when { Order { id, pair: (Silver, n) }; } then { println!("{id} {n}"); } }
    rule of_a_call { when { Order { id }; if let Some(Limit) = found(id); } then { println!("{id}"); } }
    rule of_a_place { when { Order { id, note }; if let Some(Limit) = note; } then { println!("{id}"); } }
}

fn main() {}
