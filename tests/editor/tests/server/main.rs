//! The language server, asked over a connection in memory.

mod clients;
mod completion;
mod diagnostics;
mod edits;
mod evaluation;
mod format;
mod navigation;
mod outline;
mod packages;
mod quick_fixes;
mod rename;
mod support;
mod typing;
