//! One ruleset through both doors, and the types that it speaks of.

pub mod block;
mod positions;

pub use positions::without_positions;

/// The ruleset of `rules/warehouse.rules`.
pub mod file {
    rules_runtime::include_rules!("warehouse");
}

/// A ruleset named by its file.
pub mod tea_shop {
    rules_runtime::include_rules!("tea_shop");
}

/// The types that the ruleset speaks of and does not declare.
pub mod model {
    /// How urgent an order is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Urgency {
        /// It may wait.
        Low,
        /// It may not.
        High,
    }

    /// An order.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Order {
        /// What is ordered.
        pub article: String,
        /// How many.
        pub quantity: u32,
        /// How urgent it is.
        pub urgency: Urgency,
        /// How many have been sent.
        pub sent: u32,
    }

    impl Order {
        /// How many are still to be sent.
        #[must_use]
        pub fn open(&self) -> u32 {
            self.quantity - self.sent
        }
    }
}

/// The path of the code that the build script made of `rules/warehouse.rules`.
#[must_use]
pub fn generated_file() -> &'static str {
    concat!(env!("OUT_DIR"), "/warehouse.rs")
}
