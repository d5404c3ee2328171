rules_runtime::rules! {
    ruleset Office;
    fact Person { name: String }
    rule greatest {
        when { last = max(lower.as_str() for { Person { name }; let lower = name.to_lowercase(); }); }
        then { println!("{last}"); }
    }
}

fn main() {}
