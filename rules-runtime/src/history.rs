//! What firings leave behind: records for `undo`, memos for `#[once]` and `#[on_change]`.

pub(crate) mod memo;
pub(crate) mod record;
