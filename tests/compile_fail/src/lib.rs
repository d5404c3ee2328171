//! What does not compile: each file in `tests/cases` is a program with mistakes. Beside it stands every word
//! that its build says about them, `.stderr`, and the report on the same ruleset in a file, `.report`; where
//! there is none the mistake is for rustc to find. The programs in `tests/passes` are their counterpart.
//!
//! The words of rustc change from release to release: these are those of rustc 1.95. After a change
//! `TRYBUILD=overwrite cargo test -p compile_fail` writes both anew, and `git diff` is the review.
