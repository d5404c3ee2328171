rules_runtime::rules! {
    #[clock(u32)]
    ruleset Work;
    fact Task { at: u32, owner: u32 }
    fact Owner { id: u32, patience: u32 }
    rule r {
        when {
            Task { at, owner };
            Owner { id: owner, patience };
            due at + patience;
        }
        then { insert logical Owner { id: owner + 1, patience: *patience }; }
    }
}

fn main() {}
