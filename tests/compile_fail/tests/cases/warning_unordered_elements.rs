#![deny(deprecated)]

use std::collections::{HashMap, HashSet};

rules_runtime::rules! {
    ruleset Shop;
    fact Shelf { stock: HashMap<String, u32>, marks: HashSet<char> }
    rule short {
        when { Shelf { stock }; for (name, n) in stock; if *n < 3; }
        then { println!("{name}"); }
    }
    rule marked {
        when { s @ Shelf; n = count({ for _mark in s.marks.iter().filter(|mark| mark.is_alphabetic()); }); }
        then { println!("{n}"); }
    }
    #[allow(rules::unordered_elements)]
    rule once { when { Shelf { stock }; for name in stock.keys(); } then { println!("{name}"); } }
    query names() -> String { when { Shelf { stock }; for name in stock.keys(); } select name.clone() }
}

fn main() {}
