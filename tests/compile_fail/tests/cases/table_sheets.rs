rules_runtime::rules! {
    ruleset Shop;
    table missing(a: u8) -> u32 from "no_such_file.csv" { | a || x | }
    table picture(a: u8) -> u32 from "lib/no.txt" { | a || x | }
    table both(a: u8) -> u32 from "no_such_file.xlsx", sheet "S" { | a || x | | - || 1 | }
    table named(a: u8) -> u32 from "Cargo.csv", sheet "S" { | a || x | }
}

fn main() {
    println!("{}", Shop::missing(1));
}
