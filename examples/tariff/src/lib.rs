//! What it costs to send a parcel.
//!
//! The tables are the tariff; `rules/tariff.rules` says which there are and what follows from them. Zones and rates
//! stand in `sheets`, where a person can change them in a spreadsheet program; the next build proves them again. Zones can
//! also be loaded while the program runs.

rules_runtime::include_rules!("tariff");
