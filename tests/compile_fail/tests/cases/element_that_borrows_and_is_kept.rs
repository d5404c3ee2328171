rules_runtime::rules! {
    ruleset Words;
    fact Doc { text: String }
    rule words {
        when { Doc { text }; for word: &str in text.split(' '); }
        then { println!("{word}"); }
    }
}

fn main() {}
