//! Tables in generated rulesets: the compiler takes them, there are enough of each form, and rulesets without them
//! are as they were.

use oracle::elements::{Element, Elements};
use oracle::model::table::Hit;
use oracle::{generate, text};

#[test]
fn the_compiler_takes_every_generated_table() {
    let mut forms = [0; 5];
    for seed in 0..200 {
        let ruleset = generate::ruleset(seed, Elements::ALL);
        let text = text::ruleset(&ruleset);
        let found = generate::findings(&text);
        let found: Vec<_> = found.iter().map(|found| &found.message).collect();
        assert!(found.is_empty(), "seed {seed}: {found:?}\n{text}");
        for table in ruleset.tables() {
            forms[table.hit as usize] += 1;
            forms[4] += usize::from(table.optional);
        }
    }
    assert!(forms.iter().all(|count| *count > 9), "{forms:?}");
    assert_eq!(Hit::Collect as usize, 3);
}

#[test]
fn a_ruleset_without_tables_is_as_if_there_were_none() {
    let mut without = 0;
    for seed in 0..40 {
        let ruleset = generate::ruleset(seed, Elements::ALL);
        if ruleset.tables().is_empty() {
            let other = generate::ruleset(seed, Elements::ALL.without(Element::Tables));
            assert_eq!(text::ruleset(&ruleset), text::ruleset(&other));
            without += 1;
        }
    }
    assert!(without > 12, "{without}");
}
