//! The table in the compiler's source is that of its grammar.

use std::fs;
use std::path::Path;

#[test]
fn the_table_is_that_of_the_grammar() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules-dsl/src");
    let grammar = fs::read_to_string(source.join("grammar.pest")).unwrap();
    let path = source.join("parse/grammar/table.rs");
    let (made, kept) = (
        grammar::table(&grammar),
        fs::read_to_string(&path).unwrap_or_default(),
    );
    if made != kept {
        fs::write(&path, made).unwrap();
        panic!("the grammar has changed, and the table is written anew: look at the difference");
    }
}
