rules_runtime::rules! {
    ruleset Shop;
    fact enum Kind { Gold, Silver }
    fact Customer { kind: Kind, since: u16 }

    table discount(customer: &Customer, total: u8, name: &str) -> u32 {
        | customer.kind      | total   | name   || percent   |
        | Gild               | 1 or 2  | -      || 1         |
        | not Kind::Copper   | 300     | "a"    || 2         |
        | Gold or Silver     | 5..3    | Ann    || 3         |
        | Gold Silver        | < "x"   | < "b"  || 4         |
        | -                  | -1      | 'c'    || 5         |
        | not Gold or Silver | >       | -      || 6         |
        | -                  | -       | -      || total + 1 |
    }
}

fn main() {}
