//! What queries mean: as conditions, recursive, asked of the session, watched.
//! One behaviour a test; each file here is a module of one test binary.

mod asked_queries;
mod queries;
mod query_accumulates;
mod query_conditions;
mod query_facts;
mod query_hygiene;
mod query_sessions;
mod recursive_queries;
mod watches;
