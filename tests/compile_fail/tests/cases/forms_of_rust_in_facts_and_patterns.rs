rules_runtime::rules! {
    ruleset Shop;
    fact Order { id: u32, total: Option<u32>, name: String }
    fact Wrapper<T> { inner: T }
    pub fact Borrowed<'a> { inner: &'a str }

    #[cfg(test)]
    rule gated { when { Order { id: 3 }; } then { println!("3"); } }
    rule referred { when { &Order { id }; } then { println!("{id}"); } }
    rule changed { when { Order { mut id }; Order { ref name, id: 3 }; } then { println!("{id}"); } }
    rule written { when { Order { id: mut n, total: None }; Order { total: Some(mut t) }; } then { n += 1; t += n; } }
    rule assigned { when { o @ Order { id }; } then { let x; x = modify o { o.id = 3; }; } }
}

fn main() {}
