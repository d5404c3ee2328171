#[derive(Clone, Copy)]
pub struct Day(u8);

rules_runtime::rules! {
    ruleset Shop;
    table rate(day: Day, n: Option<u8>) -> u32 {
        | day: Day | n: Option<u8>  || x |
        | -        | Some("1")      || 1 |
        | -        | Smoe(2)        || 2 |
        | else                      || 3 |
    }
    table days(day: Day) -> u32 { | day || x | | Day(1) || 1 | | else || 2 | }
}

fn main() {}
