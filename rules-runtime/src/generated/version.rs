//! Generated code and the runtime are of one version: what they ask of each other is no promise to anybody else.

use crate::memory::const_str;

/// Stops the build of code that another version of the compiler has generated.
///
/// # Panics
///
/// While constants are evaluated, if `compiler` is not the version of this crate.
pub const fn check_version(compiler: &str) {
    assert!(
        const_str::is_same(compiler, env!("CARGO_PKG_VERSION")),
        concat!(
            "these rules were compiled by another version of `rules-dsl` than that of `rules-runtime`, ",
            env!("CARGO_PKG_VERSION"),
            ": give both the same version in `Cargo.toml`, and build again",
        )
    );
}

#[cfg(test)]
mod tests {
    use super::check_version;

    #[test]
    fn the_version_of_this_crate_passes() {
        check_version(env!("CARGO_PKG_VERSION"));
    }

    #[test]
    #[should_panic(expected = "give both the same version")]
    fn another_version_of_equal_length_does_not_pass() {
        let other = env!("CARGO_PKG_VERSION").replace('.', ",");
        check_version(&other);
    }

    #[test]
    #[should_panic(expected = "give both the same version")]
    fn a_longer_version_does_not_pass() {
        check_version(concat!(env!("CARGO_PKG_VERSION"), "-rc.1"));
    }
}
