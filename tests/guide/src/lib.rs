//! The guide of `rules-runtime`, read as text: its examples are doctests there, its mistakes are tested here.

#![forbid(unsafe_code)]
