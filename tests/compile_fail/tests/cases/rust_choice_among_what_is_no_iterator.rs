rules_runtime::rules! {
    #[backtrack]
    ruleset Queens;
    fact Row { free: u32 }
    rule place {
        when { Row { free }; }
        then { choose column in free; println!("{column}"); }
    }
    rule place_two {
        when { Row { free }; }
        then { choose a in 0..free; choose b in free; println!("{a} {b}"); }
    }
}

fn main() {}
