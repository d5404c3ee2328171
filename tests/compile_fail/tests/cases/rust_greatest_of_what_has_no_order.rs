#[derive(Debug, Clone, PartialEq)]
enum Status { New, Paid }

rules_runtime::rules! {
    ruleset Shop;
    fact Order { status: Status }
    rule r { when { t = max(status for Order { status }); } then { println!("{t:?}"); } }
}

fn main() {}
