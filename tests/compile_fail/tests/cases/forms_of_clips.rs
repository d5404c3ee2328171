rules_runtime::rules! {
    ruleset Shop;
    fact Order { id: u32, total: u32 }
    fact Customer { id: u32 }
    fact Lamp { colour: u32 }

    rule assigned_pattern { when { order <- Order { total: > 3 }; } then { retract order; } }
    rule question_mark { when { ?order <- (order (id 1)); } then { retract order; } }
    rule tested { when { Order { id, total }; test (id > total); } then {} }
    rule in_parentheses { when { (order (id 1)); } then {} }
    rule negated { when { not (Order { id: 1 }); } then {} }
    rule tilde { when { Lamp { colour: ~3 }; } then {} }
    rule conjoined { when { Order { total: > 3 & < 5 }; } then {} }
    rule arrow { when { Order; } => {} }
    rule declared { (declare (salience 10)) when { Order; } then {} }
    rule changed { when { lamp @ Lamp; } then { modify lamp (colour red); } }
    rule asserted { when { Order; } then { (assert (lamp (colour red))) } }
    rule printed { when { Order; } then { printout t "an order" crlf; } }
    (defrule whole (order (id ?id)) => (assert (lamp)))
}

fn main() {}
