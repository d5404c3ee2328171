rules_runtime::rules! {
    ruleset Shop;
    fact Order { id: u32, total: Option<u32>, name: String }
    fact Note { text: Option<String> }

    rule some { when { Order { total }; let Some(t) = total; } then { println!("{t}"); } }
    rule nested { when { Order { id, name }; let (3, Ok(n)) = (id, name.parse::<u32>()); } then { println!("{n}"); } }
    rule typed { when { Order { total }; let Option::Some(t): &Option<u32> = &total; } then { println!("{t}"); } }
    rule otherwise { when { Note { text }; let Some(t) = text else { return }; } then { println!("{t}"); } }
    rule lengths { when { n = count({ Order { name }; }) by (name.len()); } then { println!("{n}"); } }
    rule compared { when { o @ Order { id, name: "a" }; } then { if id = 3 { retract o; } } }
    rule waits { when { o @ Order { id, name: "b" }; } then { while o.id = 4 { retract o; } } }
}

fn main() {}
