rules_runtime::rules! {
    ruleset Shop;
    type Prices = Vec<u32>;
    type Totals = Vec<u32>;
    rule r {
        when { Prices; Totals; }
        then {}
    }
}

fn main() {}
