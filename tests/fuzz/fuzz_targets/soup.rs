//! Fragments of the language in any order as a `.rules` file.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    _ = mutants::compile_file(&mutants::soup(bytes));
    _ = mutants::compile_file(&mutants::balanced(bytes));
});
