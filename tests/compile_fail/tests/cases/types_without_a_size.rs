rules_runtime::rules! {
    ruleset Shop;
    fact Customer { id: u32, name: str }
    fact enum Note { Text(str), Numbers { list: [u32] } }
    global log: dyn std::fmt::Write;
    global words: Vec<(u32, str)>;
    global pairs: Vec<&'static (str, u32)>;
    global names: &'static [&'static str];
    rule open { when { Customer { name: "Ann" }; } then { log.write_str("").unwrap(); } }
    rule each { when { for note: str in [""]; } then { println!("{note}"); } }
    query names(least: [u8]) -> str { when { Customer { name, id } if id > least.len() as u32; } select name }
}

fn main() {}
