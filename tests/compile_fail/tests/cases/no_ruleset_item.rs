rules_runtime::rules! {
    fact Order(u32);
    rule r { when { Order(1); } then {} }
}

fn main() {}
