enum Kind {
    Gold,
    Silver,
}

#[derive(Clone, Copy)]
struct Foreign;

rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u64 }
    fact Priced(u32);

    #[reload]
    table kind(age: u8) -> Kind from "sheets/kinds.csv" { | age || kind: Kind(Gold or Silver) | }
    #[reload]
    table other(age: u8) -> u64 from "sheets/rates.csv" { | age || per_mille: u32 | }
    #[reload]
    table plain(age: u8) -> u32 from "sheets/rates.csv" { | age || per_mille | }

    rule a { when { Order { total }; rate = plain(total); } then { insert Priced(rate); } }
    rule b { when { Order { total }; rate = plain(7); } then { insert Priced(rate.len()); println!("{total}"); } }
}

fn main() {
    let mut shop = Shop::new();
    shop.load_plain(Foreign);
    shop.transaction(|shop| shop.load_plain("")).unwrap();
}
