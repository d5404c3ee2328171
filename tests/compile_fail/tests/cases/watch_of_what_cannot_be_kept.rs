use std::rc::Rc;

rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32, parts: Vec<u8> }
    query shared(total: u32) -> Rc<u32> { when { Order { total }; } select Rc::new(total) }
    query parts(total: u32) -> &[u8] { when { Order { total, parts }; } select parts.as_slice() }
}

fn main() {
    let mut shop = Shop::new();
    shop.watch_shared(1);
    shop.watch_parts(1);
}
