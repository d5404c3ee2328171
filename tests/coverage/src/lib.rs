//! Two rulesets, one by each door, of which tests show some.

#![forbid(unsafe_code)]
#![allow(missing_docs)]

use rules_runtime::rules;

mod till {
    rules_runtime::include_rules!("till");
}

pub use till::{Order, Till};

rules! {
    pub ruleset Lamp;

    /// Whether the lamp is to burn.
    pub fact Switch { on: bool }
    /// It burns.
    pub fact Light;

    rule light {
        when { Switch { on: true }; not Light; }
        then { insert Light; }
    }

    rule broken {
        when { Switch { on: false }; Light; }
        then {}
    }
}
