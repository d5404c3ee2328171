rules_runtime::rules! {
    ruleset Shop;
    fact enum Kind { Gold, Silver }
    fact Customer { kind: Kind, since: u16 }
    fact Rate { per_mille: u32, limit: u32 }

    table few(a: u8, b: u8) -> u32 { | a | b || x | | 1 || 1 | | 2 | 3 | 4 || 1 | | 5 | 6 || 7 | 8 | }
    table early(a: u8) -> u32 { | a || x | | else || 1 | | 2 || 1 | }
    #[hit(collect)]
    table collected(a: u8) -> u32 { | a || x | | 2 || 1 | | else || 1 | }
    table empty(a: u8) -> u32 { | a || x | }
    table scalar(a: u8) -> u32 { | a || x | y | | - || 1 | 2 | }
    table fields(a: u8) -> Option<Rate> { | a || per_mile | limit | limit | | - || 1 | 2 | 3 | }
    table unseen(c: &Customer, d: &str) -> u32 { | c.kin | d.len() | c.since.x || x | | - | - | - || 1 | }
    table listed(c: &Customer) -> u32 { | c.kind: Kind(Gold or Sliver or Gold) | c.since: u16(A) || x | | - | - || 1 | }
    table twice(a: u8, b: u8) -> u32 { | a | b | a || x | | 1 | - | - || 1 | | - | - | - || 2 | }
    #[hit(best)]
    table policy(a: u8) -> u32 { | a || x | | - || 1 | }
    table run(a: u8) -> u32 { | a || x | | - || 1 | }
    table few(a: u8) -> u32 { | a || x | | - || 1 | }
    table count(a: u8) -> u32 { | a || x | | - || 1 | }
}

fn main() {}
