//! The server as its clients meet it: what it answers, what it withstands, what it keeps, its games, and its page.

mod absent;
mod client;
mod crowds;
mod full_disk;
mod hostile;
mod kept;
mod kill;
mod limits;
mod looks;
mod offers;
mod page;
mod protocol;
mod reasons;
mod returns;
mod secrets;
mod sheets;
