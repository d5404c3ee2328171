rules_runtime::rules! {
    ruleset Shop;
    table rate(age: u8, name: &String) -> u32 {
        | age: u16 | name.len(): u32 || x |
        | -        | -               || 1 |
    }
}

fn main() {}
