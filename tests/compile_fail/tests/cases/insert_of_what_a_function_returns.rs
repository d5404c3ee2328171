use rules_runtime::rules;

struct Paths;

impl Paths {
    fn on(from: u32, to: u32) -> Path {
        Path(from, to)
    }
}

rules! {
    ruleset Roads;

    fact Road(u32, u32);
    #[unique]
    fact Path(u32, u32);

    rule road {
        when { Road(a, b); }
        then { insert logical Path(a, b); }
    }
    rule on {
        when { Path(a, b); Road(b, c); }
        then { insert logical Paths::on(a, c); }
    }
}

fn main() {}
