rules_runtime::rules! {
    #[strategy(random)]
    ruleset Shop;
    #[key] fact Order { number: u32 }
    #[unique(number)] fact Invoice { number: u32 }
    #[key(number, number)] fact Slip { number: u32 }
    #[no_loop(true)]
    #[salience()]
    rule r { when { Order { number: 1 }; Invoice { number: 1 }; Slip { number: 1 }; } then {} }
}

fn main() {}
