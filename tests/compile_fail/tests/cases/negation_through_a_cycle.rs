rules_runtime::rules! {
    ruleset Shop;
    #[unique] fact Person(u32);
    #[unique] fact Barber(u32);
    #[unique] fact Shaved(u32);
    rule barber { when { Person(p); not Shaved(p); } then { insert logical Barber(p); } }
    rule shaved { when { Barber(p); } then { insert logical Shaved(p); } }
}

fn main() {}
