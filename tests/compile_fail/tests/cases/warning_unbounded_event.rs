#![deny(deprecated)]

rules_runtime::rules! {
    #[clock(u64)]
    ruleset Door;
    #[event(at = at)]
    fact Seen { at: u64, card: u32 }
    #[event(at = at, expires = 60)]
    fact Opened { at: u64, card: u32 }
    #[event(at = at)]
    fact Closed { at: u64, card: u32 }
    fact Stolen { card: u32 }
    rule stolen {
        when { Seen { card }; Stolen { card }; Opened { card }; }
        then { println!("{card}"); }
    }
    rule left_open {
        when { o @ Opened { card }; not Closed { card } within 30 after o; }
        then { println!("{card}"); }
    }
    #[allow(rules::unbounded_event)]
    rule ever { when { n = count(Seen); } then { println!("{n}"); } }
    query closed(card: u32) {
        when { Closed { card }; }
    }
}

fn main() {}
