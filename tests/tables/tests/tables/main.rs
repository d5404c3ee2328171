//! What decision tables mean. Each file here is a module of one test binary.

mod cells;
mod conditions;
mod functions;
mod reasons;
mod rebuilds;
mod reload_random;
mod reload_state;
mod reloads;
mod sheet_mistakes;
mod sheets;
