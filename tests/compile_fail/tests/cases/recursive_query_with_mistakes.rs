rules_runtime::rules! {
    ruleset Roads;
    fact Edge { from: u32, to: u32 }
    query win(a: u32) { when { Edge { from: a, to: b }; not win(b); } }
    query one(a: u32) -> u32 { when { Edge { from: a, to: b }; n = count(_ in two(b)) if n > 1; } select b }
    query two(a: u32) -> u32 { when { b in one(a); } select b }
    query up(n: u32) -> u32 { when { m in up(n + 1); } select m }
    query length(a: u32) -> u32 { when { either { Edge { from: a }; let n = 1; } or { Edge { from: a, to: b }; m in length(b); let n = m + 1; } } select n }
    query borrowed(a: &str) { when { borrowed(a); } }
    #[allow(rules::unbounded_recursion)]
    query allowed(n: u32) { when { Edge { from: n }; allowed(n + 1); } }
}

fn main() {}
