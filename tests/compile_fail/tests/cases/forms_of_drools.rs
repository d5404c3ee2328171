rules_runtime::rules! {
    ruleset Shop;
    fact Order { id: u32, total: u32 }
    fact Lamp { colour: u32 }
    import shop.model.Customer;

    rule bound { when { $order : Order(total > 10); } then { retract order; } }
    rule in_parentheses { when { Order(total > 10); } then {} }
    rule labelled { when { item: Order { total: 3 }; } then { retract item; } }
    rule evaluated { when { Order { id, total }; eval(id > total); } then {} }
    rule alternatives { when { Order or Lamp; } then {} }
    rule conjunction { when { Order and Lamp; } then {} }
    rule taken { when { order @ Order; line @ Line from order.lines; } then {} }
    rule counted { when { count(Order) > 3; } then {} }
    rule salient { salience 10 when { Order; } then {} }
    rule once_only { no-loop true when { Order; } then {} }
    rule updated { when { lamp @ Lamp; } then { update lamp { lamp.colour = 3; } } }
    rule set { when { lamp @ Lamp; } then { modify(lamp) { lamp.colour = 3; } } }
    rule listed { when { lamp @ Lamp; } then { modify lamp { colour: 3 } } }
    rule derived { when { Order; } then { insertLogical Lamp { colour: 3 }; } }
    rule deleted { when { lamp @ Lamp; } then { delete lamp; } }
    rule "with a text" when { Order; } then {} end
}

fn main() {}
