//! Arbitrary text as a `.rules` file.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    _ = mutants::compile_file(text);
});
