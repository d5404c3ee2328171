rules_runtime::rules! {
    ruleset Shop;
    fact Order { name: &str, lines: Vec<&[u32]>, note: Option<&'static str>, of: &'a Customer }
    fact Customer(u32, (&String, u8));
    global log: &mut Vec<String>;
    rule r { when { Order { name: "Ann" }; Customer(3, _); } then { println!("Ann"); } }
}

fn main() {}
