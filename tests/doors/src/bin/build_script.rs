//! A build script to be run by hand: compiles the files named by its arguments.

fn main() {
    rules_dsl::Build::new()
        .files(std::env::args().skip(1))
        .compile();
}
