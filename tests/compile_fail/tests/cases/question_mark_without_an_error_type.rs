rules_runtime::rules! {
    ruleset Shop;
    fact Order { name: String }
    rule r {
        when { Order { name }; }
        then {
            let n: u32 = name.parse()?;
            let m: i32 = name.parse()?;
            println!("{n} {m}");
        }
    }
    rule condition { when { Order { name } if name.parse::<u32>()? > 3; } then { println!("{name}"); } }
}

fn main() {}
