//! A derive of one's own that leaves out what tells unique facts apart, and a key of a type that cannot be compared.

use rules_runtime::rules;

#[derive(Debug)]
struct Number(u8);

rules! {
    ruleset Told;

    #[unique]
    #[derive(Debug, Clone, PartialEq)]
    fact Seat { row: u32 }

    #[derive(Debug)]
    #[key(number)]
    fact Table { number: Number }

    rule first {
        when {
            Seat { row: 1 };
            Table {};
        }
        then {}
    }
}

fn main() {}
