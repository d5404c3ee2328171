rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32, items: Vec<String> }
    rule r {
        when { Order { items, total }; all = collect(order @ Order); }
        then {
            for item in items {
                modify item { item.push('!'); }
            }
            for sum in all.iter().map(|order| order.total) {
                retract sum;
            }
            let first = all.first();
            modify first { first.total = total; }
        }
    }
}

fn main() {}
