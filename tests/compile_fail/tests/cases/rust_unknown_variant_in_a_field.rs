#[derive(Debug, Clone, PartialEq)]
enum Status { New, Paid }

rules_runtime::rules! {
    ruleset Shop;
    fact Order { status: Status }
    rule r { when { Order { status: Status::Open }; } then {} }
}

fn main() {}
