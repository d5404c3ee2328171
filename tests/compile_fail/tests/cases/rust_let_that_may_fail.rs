rules_runtime::rules! {
    ruleset Shop;
    fact Order { state: State }
    rule r { when { Order { state }; let State::Open(t) = state; } then { println!("{t}"); } }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Open(u32),
    Closed,
}

fn main() {}
