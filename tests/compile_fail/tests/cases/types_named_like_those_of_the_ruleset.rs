mod model {
    #[derive(Clone)]
    pub struct Shop(pub u32);
}

rules_runtime::rules! {
    ruleset Shop;
    use crate::model::Shop;
    fact ShopRule { total: u32 }
    enum ShopGroup { One }
    rule r { when { Shop(1); ShopRule { total: 3 }; } then {} }
}

fn main() {
    let mut shop = Shop::new();
    shop.insert(ShopRule { total: 3 });
    shop.run();
}
