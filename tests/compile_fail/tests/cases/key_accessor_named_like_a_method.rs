rules_runtime::rules! {
    ruleset Shop;
    #[key()] fact Agenda { items: u32 }
    #[key()] fact Crate { items: u32 }
    rule r { when { Agenda { items: 1 }; Crate { items: 1 }; } then {} }
}

fn main() {}
