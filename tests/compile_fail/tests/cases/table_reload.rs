rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    struct Kind(u8);

    #[reload]
    table language(age: u8) -> u32 { | age || per_mille | | - || 1 | }
    #[reload(always)]
    table argument(age: u8) -> u32 from "sheets/rates.csv" { | age || per_mille | }
    #[reload]
    table borrowed(age: u8) -> &str from "sheets/rates.csv" { | age || per_mille | }
    #[reload]
    table unknown(age: u8) -> (Kind, Option<Vec<u8>>) from "sheets/rates.csv" { | age || per_mille | limit | }
    #[reload]
    table constants(kind: Kind) -> u32 from "sheets/rates.csv" { | kind: Kind || per_mille | }
    #[reload]
    table rate(age: u8) -> u32 from "sheets/rates.csv" { | age || per_mille | }
    table asks(age: u8) -> u32 { | rate(age): u32 || x | | - || 1 | }

    fact Seen(u32);
    query of(age: u8) -> u32 { when { Order { total: 1 }; } select rate(age) }

    rule a { when { Order { total } if total > rate(3); } then { println!("{total}"); } }
    rule b { when { Order { total: > rate(3) }; } then {} }
    rule c { when { s = sum(rate(3) for Order {}); if s > 1 + rate(4); } then {} }
    rule d { when { x = rate(1, 2); y = rate(rate(3)); } then { println!("{x} {y}"); } }
    rule e { when { let x = Some(rate(1)); for y in [rate(2)]; } then { println!("{x:?} {y}"); } }
    rule f { when { x in rate(1); } then { println!("{x}"); } }
    #[reload]
    #[hit(collect)]
    table rows(age: u8) -> u32 from "sheets/rates.csv" { | age || per_mille | }
    rule g { when { x = rows(1); if rows(2).count() > 1; } then { println!("{x}"); } }
}

fn main() {
    let mut shop = Shop::new();
    println!("{} {}", shop.rate(3), shop.language(4));
    shop.run();
}
