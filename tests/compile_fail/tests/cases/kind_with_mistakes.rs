rules_runtime::rules! {
    ruleset Farm;
    fact Dog { name: String, age: u8 }
    fact Cat { name: String, lives: u8 }
    kind Animal = Dog or Cat { name, age };
    kind Pet = Dog or Cat { name };
    rule field { when { Pet { nam: == "Rex" }; } then {} }
    rule positions { when { Pet(_); } then {} }
    rule collected { when { pets = collect(p @ Pet); } then { println!("{}", pets.len()); } }
    rule best { when { x = max_by(p.name().len() for p @ Pet { name }); } then { println!("{x:?}"); } }
}

fn main() {}
