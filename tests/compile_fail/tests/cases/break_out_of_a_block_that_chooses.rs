use rules_runtime::rules;

rules! {
    #[backtrack]
    ruleset Small;

    fact Start(u32);
    fact Pair(u32, u32);

    rule one {
        when { Start(n); }
        then {
            choose a in 0..n;
            if a == n { break; }
            insert Pair(a, a);
        }
    }

    rule several {
        when { Start(n); }
        then {
            choose a in 0..n;
            choose b in if a == n { continue } else { 0..n };
            if a == b { continue; }
            for c in 0..b {
                if c == a { break; }
            }
            if a < b { break; }
            insert Pair(a, b);
        }
    }
}

fn main() {
    Small::new();
}
