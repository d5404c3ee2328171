rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    query totals() -> u32 { when { Order { total }; } select total }
    query totals(least: u32) -> u32 { when { Order { total, total: >= least }; } select total }
    group billing { rule bill { when { Order { total: 1 }; } then {} } }
    group billing { rule book { when { Order { total: 2 }; } then {} } }
}

fn main() {}
