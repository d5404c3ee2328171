//! Prints what a table says that a build script compiled, and one of a block.

mod by_script {
    rules_runtime::include_rules!("by_script");
}

/// A table that needs a feature of the runtime, which this package does not turn on.
#[cfg(feature = "reloaded")]
mod reloaded {
    rules_runtime::rules! {
        ruleset Reloaded;

        #[reload]
        table fee(age: u8) -> u32 from "sheets/macro.csv" { | age || fee | }

        fact Person { age: u8 }

        rule show {
            when { Person { age }; fee = fee(age); }
            then { println!("{fee}"); }
        }
    }

    /// What its table says, before and after a load.
    pub(crate) fn fees() -> (u32, u32) {
        let mut session = Reloaded::new();
        let before = session.fee(1);
        session.load_fee("age,fee\n-,3\n").unwrap();
        session.insert(Person { age: 1 });
        session.run();
        (before, session.fee(1))
    }
}

mod by_macro {
    include!(concat!(env!("OUT_DIR"), "/by_macro.rs"));

    /// What its table says.
    pub(crate) fn fee() -> u32 {
        ByMacro::fee(1)
    }
}

fn main() {
    #[cfg(feature = "reloaded")]
    println!("{:?}", reloaded::fees());
    println!("{} {}", by_script::ByScript::fee(1), by_macro::fee());
}
