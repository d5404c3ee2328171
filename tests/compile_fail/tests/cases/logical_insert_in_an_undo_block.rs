use rules_runtime::rules;

rules! {
    ruleset Small;

    fact A(u32);
    fact B(u32);

    rule one {
        when { A(x); }
        then {}
        undo { insert logical B(x); }
    }
}

fn main() {
    Small::new();
}
