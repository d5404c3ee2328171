struct Grid(Vec<u8>);

impl Grid {
    fn clear(&mut self) {
        self.0.clear();
    }
}

rules_runtime::rules! {
    ruleset Shop;
    rule r { when { grid @ Grid; } then { grid.clear(); } }
}

fn main() {}
