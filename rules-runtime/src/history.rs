//! What firings leave behind: records for `undo`, memos for `#[once]` and `#[on_change]`. They are made in `network::records` and
//! `session::memos`.

pub(crate) mod memo;
pub(crate) mod record;
