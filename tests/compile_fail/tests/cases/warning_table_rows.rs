#![deny(deprecated)]

rules_runtime::rules! {
    ruleset Shop;

    #[hit(first)]
    table first(a: bool, b: i8) -> u32 {
        | a     | b     || x |
        | true  | -     || 1 |
        | -     | 0..   || 2 |
        | true  | 3     || 3 |
        | false | 0 or 1 || 4 |
        | false | < 0   || 5 |
        | else          || 6 |
    }

    table alike(a: u8, b: bool) -> u32 {
        | a    | b     || x |
        | < 5  | true  || 1 |
        | >= 5 | true  || 1 |
        | -    | false || 2 |
    }
}

fn main() {
    println!("{}", Shop::first(true, 1) + Shop::alike(1, true));
}
