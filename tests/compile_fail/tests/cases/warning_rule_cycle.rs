#![deny(deprecated)]

rules_runtime::rules! {
    ruleset Mail;
    fact Letter { text: u32 }
    fact Answer { text: u32 }
    rule answer {
        when { Letter { text }; }
        then { insert Answer { text: text + 1 }; }
    }
    rule write_back {
        when { Answer { text }; }
        then { insert Letter { text: text + 1 }; }
    }
}

fn main() {}
