rules_runtime::rules! {
    ruleset Shop;
    fact enum Kind { Gold, Silver }
    fact Customer { kind: Kind, since: u16 }

    table discount(customer: &Customer, total: u32) -> u32 {
        | customer.kind | total  | customer.since || percent |
        | Gold          | >= 100 | -              || 10      |
        | Gold          | < 100  | < 2020         || 5       |
        | -             | < 50   | 7              || 1       |
        | Silver        | > 50   | -              || 0       |
    }

    #[hit(any)]
    table answer(a: bool, b: &str) -> u32 {
        | a    | b              || n |
        | true | -              || 1 |
        | -    | "x"            || 2 |
        | -    | not "x" or "y" || 2 |
    }

    table bonus(tier: Tier, share: f64) -> u32 {
        | tier: Tier  | share  || n |
        | Tier::Basic | -      || 1 |
        | Tier::Plus  | < 0.5  || 2 |
        | Tier::Plus  | >= 0.5 || 3 |
    }

    table half(share: f64) -> u32 {
        | share  || n |
        | < 0.5  || 2 |
        | >= 0.5 || 3 |
    }

    rule give { when { c @ Customer; p = discount(c, 5); } then { println!("{p}"); } }
}

#[derive(PartialEq)]
enum Tier {
    Basic,
    Plus,
}

fn main() {
    let (basic, plus) = (Tier::Basic, Tier::Plus);
    println!("{}", Shop::bonus(basic, 0.1) + Shop::bonus(plus, 0.2) + Shop::half(0.5));
    let kind = Kind::Gold;
    println!("{}", Shop::discount(&Customer { kind, since: 2020 }, 1) + Shop::answer(true, "x"));
}
