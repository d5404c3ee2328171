//! Fragments of the language in any order as the tokens of a `rules!` block.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    _ = mutants::compile_block(&mutants::balanced(bytes));
});
