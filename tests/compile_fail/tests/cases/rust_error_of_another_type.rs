rules_runtime::rules! {
    #[error(std::num::ParseIntError)]
    ruleset Shop;
    fact Order { name: String }
    rule r { when { Order { name }; } then { let n: f32 = name.parse()?; println!("{n}"); } }
}

fn main() {}
