rules_runtime::rules! {
    ruleset Office;
    fact Person { name: String }
    rule initials {
        when { n = count({ Person { name }; let lower = name.to_lowercase(); let initial = &lower[..1]; }) by (initial); }
        then { println!("{initial} {n}"); }
    }
}

fn main() {}
