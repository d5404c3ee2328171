rules_runtime::rules! {
    ruleset Shop;
    fact Order { id: u32, total: u32 }
    fact Lamp { colour: u32 }

    rule compared { when { Order { total > 3 }; } then {} }
    rule equal { when { Order { total == 3 }; } then {} }
    rule assigned { when { Order { total = 3 }; } then {} }
    rule tested_itself { when { Order { total: total > 3 }; } then {} }
    rule guarded { when { Order { total: t if t > 3 }; } then {} }
    rule joined { when { Order { total } && total > 3; } then {} }
    rule bare { when { Order { total }; total > 3; } then {} }
    rule blocked { when { Order { total }; if total > 3 { Lamp; } } then {} }
    rule worded { when { Order { total }; if total > 3 and total < 5; } then {} }
    rule single { when { Order { total }; if total = 3; } then {} }
    rule matched { when { Order { total }; match total { 3 => {} }; } then {} }
    rule computed { when { let order = Order { total: > 3 }; } then {} }
    rule accumulated { when { let t = sum(total for Order { total }); } then {} }
    rule negated { when { !Order { total: 3 }; } then {} }
    rule listed { when { Order, Lamp; } then {} }
    rule stepped { when { lamp @ Lamp; } then { modify lamp { lamp.colour++; } } }
    rule unended { when { Order { total }; } then {
        let free = total + 1
        insert Lamp { colour: free };
    } }
    path(X, Y) :- edge(X, Z), path(Z, Y).
}

fn main() {}
