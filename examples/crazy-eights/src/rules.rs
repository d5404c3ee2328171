//! The rulesets, as the build script compiled them.

pub(crate) mod table {
    rules_runtime::include_rules!("table");
}

pub(crate) mod chooser {
    rules_runtime::include_rules!("chooser");
}
