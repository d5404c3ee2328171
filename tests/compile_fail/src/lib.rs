//! What does not compile: each file in `tests/cases` is a program with mistakes, and beside it stands
//! every word that the build says about them. The programs in `tests/passes` are their counterpart.
//!
//! The words of rustc change from release to release: these are those of rustc 1.95. After a change
//! `TRYBUILD=overwrite cargo test -p compile_fail` writes them anew, and `git diff` is the review.
