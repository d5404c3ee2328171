rules_runtime::rules! {
    ruleset Office;
    fact Person { name: String }
    query longer(than: &str) -> &str {
        when { Person { name }; }
        select longest(name, than)
    }
}

fn longest<'a>(one: &'a str, other: &'a str) -> &'a str {
    if one.len() > other.len() { one } else { other }
}

fn main() {}
