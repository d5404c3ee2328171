//! `for` over hash tables.

use super::findings;

/// Where a rule with these conditions goes through a hash table.
fn places(conditions: &str) -> Vec<String> {
    let found = findings(&format!(
        "fact Shelf {{ id: u32, stock: HashMap<String, u32>, seen: Option<HashSet<u32>>, kept: BTreeMap<u32, u32>, list: Vec<u32> }}
rule r {{ when {{
{conditions}
}} then {{ f(x); }} }}"
    ));
    let found = found.lines().filter_map(|line| {
        let (place, said) = line.split_once(" unordered_elements: ")?;
        assert!(said.starts_with("rule `r` goes through a `Hash"), "{said}");
        Some(place.to_owned())
    });
    found.collect()
}

#[test]
fn elements_in_the_order_of_a_hash_table_are_told() {
    for conditions in [
        "Shelf { stock }; for x in stock;",
        "Shelf { stock }; for x in &*stock;",
        "Shelf { stock }; for (x, _) in stock.iter();",
        "Shelf { stock }; for x in stock.keys().cloned();",
        "Shelf { stock: s }; for x in s.values().filter(|x| **x > 3);",
        "s @ Shelf; for x in s.stock.iter();",
        "Shelf { seen }; for x in seen.iter().flatten();",
        "Shelf { list }; for x in list.iter().collect::<HashSet<_>>();",
        "n = count({ Shelf { stock }; for y in stock; }); let x = n;",
    ] {
        assert_eq!(places(conditions).len(), 1, "{conditions}");
    }
}

#[test]
fn other_elements_are_not() {
    for conditions in [
        "Shelf { kept }; for x in kept;",
        "Shelf { list }; for x in list.iter();",
        "Shelf { stock }; for (x, _) in stock.iter().collect::<BTreeMap<_, _>>();",
        "Shelf { stock }; for x in stock.get(\"a\");",
        "Shelf { stock }; for x in sorted(stock);",
        "Shelf { stock }; for x: String in stock.keys().cloned();",
        "Shelf { id, stock: s }; for x in 0..id; if s.is_empty();",
    ] {
        assert_eq!(places(conditions), [""; 0], "{conditions}");
    }
}
