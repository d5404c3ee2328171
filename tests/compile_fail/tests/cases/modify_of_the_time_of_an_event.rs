rules_runtime::rules! {
    #[clock(u64)]
    ruleset Shop;
    #[event(at = from, until = to)]
    fact Stay { from: u64, to: u64, guest: u32 }
    rule field { when { s @ Stay { guest: 1 }; } then { modify s { s.to += 1; } } }
    rule whole { when { s @ Stay { guest: 2 }; } then { modify s { *s = Stay { from: 1, to: 2, guest: 3 }; } } }
    rule each {
        when { stays = collect(Stay { guest: 3 }); }
        then { for stay in stays { modify stay { stay.from = now; } } }
    }
    rule guest { when { s @ Stay { guest: 4 }; } then { modify s { s.guest = 5; } } }
}

fn main() {}
