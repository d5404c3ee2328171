//! What conditions mean: patterns, joins, negation, accumulates, and when a match begins and ends.
//! One behaviour a test; each file here is a module of one test binary.

mod accumulates;
mod accumulators;
mod circles;
mod collect;
mod common_lookups;
mod conditions;
mod counted_patterns;
mod distances;
mod either;
mod exactly_one;
mod exists;
mod forall;
mod gates;
mod grouping;
mod joins;
mod kinds;
mod let_chains;
mod many_rules;
mod matching;
mod negation;
mod nested_negation;
mod not;
mod numbers;
mod partners;
mod patterns;
mod ranges;
mod ranges_kept;
mod relations;
mod shared_searches;
mod shared_summaries;
mod shared_tests;
mod summaries_for_all;
mod texts;
mod whole_matches;
mod wider_lookups;
