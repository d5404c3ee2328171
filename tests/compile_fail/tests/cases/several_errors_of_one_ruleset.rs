rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32, customer: String }
    fact Customer { name: String }

    rule first {
        when { Order { totl }; }
        then {}
    }

    rule second {
        when { Customer { name: == nobody }; Order { total: > 5 } }
        then { retract nothing; }
    }

    rule first {
        when { not Customer { nme: "Ann" }; }
        then {}
    }
}

fn main() {}
