//! Prints what a table says that a build script compiled, and one of a block.

mod by_script {
    rules_runtime::include_rules!("by_script");
}

mod by_macro {
    include!(concat!(env!("OUT_DIR"), "/by_macro.rs"));

    /// What its table says.
    pub(crate) fn fee() -> u32 {
        ByMacro::fee(1)
    }
}

fn main() {
    println!("{} {}", by_script::ByScript::fee(1), by_macro::fee());
}
