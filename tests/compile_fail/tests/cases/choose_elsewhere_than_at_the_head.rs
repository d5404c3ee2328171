use rules_runtime::rules;

rules! {
    #[backtrack]
    ruleset Small;

    global limit: u32;
    #[trailed]
    global kept: u32;

    fact A(u32);
    fact B(u32);

    rule late {
        when { A(x); }
        then {
            let y = x + 1;
            choose z in 0..y;
            insert B(z);
        }
        undo { choose z in 0..1; }
    }

    rule by_globals {
        when { A(x); }
        then {
            choose y in 0..*kept;
            choose z in y..*limit;
            insert B(z);
        }
    }
}

fn main() {
    Small::new(1, 2);
}
