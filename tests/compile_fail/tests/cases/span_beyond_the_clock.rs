rules_runtime::rules! {
    #[clock(u8)]
    ruleset Shop;
    #[event(at = at, expires = 1_000)]
    fact Order { at: u8, id: u32 }
    rule r { when { n = count(Order within 256) if n > 1; } then {} }
    rule s { when { o @ Order { id }; Order { id } within -1 after o; } then {} }
    rule t { when { Order { id } within 255 if *id > 1; } then {} }
}

fn main() {}
