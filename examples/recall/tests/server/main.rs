//! The server as its clients meet it: what it answers, what it withstands, what it keeps, and its page.

mod client;
mod full_disk;
mod hostile;
mod kill;
mod limits;
mod page;
mod protocol;
mod secrets;
