//! A row that was found, which is kept as long as somebody asks for it.

#[cfg(feature = "serde")]
use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;
use core::hash::{Hash, Hasher};

#[cfg(feature = "serde")]
use super::Reloaded;
use super::{Answer, Reload, Rows};

/// A row of a reloaded table. Equal are those of equal texts, also before and after new rows were read; of rows of one
/// text in one table the first ones, the second ones and so on.
pub struct ReloadedRow<T: Reload> {
    pub(super) rows: Arc<Rows<T::Output>>,
    pub(super) row: usize,
}

impl<T: Reload> ReloadedRow<T> {
    /// What the row answers.
    #[must_use]
    pub fn output(&self) -> &T::Output {
        &self.answer().output
    }

    /// The row as text: its cells and outputs with `|` between them, and `||` before the outputs.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.answer().text
    }

    /// The line of the text in which the row begins, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.answer().line
    }

    /// The number of the row, from 0.
    #[must_use]
    pub fn number(&self) -> usize {
        self.row
    }

    fn answer(&self) -> &Answer<T::Output> {
        &self.rows.answers[self.row]
    }
}

impl<T: Reload> Clone for ReloadedRow<T> {
    fn clone(&self) -> Self {
        Self {
            rows: Arc::clone(&self.rows),
            row: self.row,
        }
    }
}

impl<T: Reload> PartialEq for ReloadedRow<T> {
    fn eq(&self, other: &Self) -> bool {
        let (one, other) = (self.answer(), other.answer());
        one.nth == other.nth && one.text == other.text
    }
}

impl<T: Reload> Eq for ReloadedRow<T> {}

impl<T: Reload> Hash for ReloadedRow<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Answer { text, nth, .. } = self.answer();
        (text, nth).hash(state);
    }
}

impl<T: Reload> fmt::Debug for ReloadedRow<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {} of `{}`: {}", self.row + 1, T::NAME, self.text())
    }
}

/// Saved as the text of all rows, and its number: a saved session may have seen rows that its table has no longer.
#[cfg(feature = "serde")]
impl<T: Reload> serde::Serialize for ReloadedRow<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.rows.csv, self.row).serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, T: Reload> serde::Deserialize<'de> for ReloadedRow<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (csv, row): (String, usize) = serde::Deserialize::deserialize(deserializer)?;
        let rows = Reloaded::<T>::from_csv(&csv).map_err(serde::de::Error::custom)?;
        let lacks = || serde::de::Error::custom("the table has no row of this number");
        rows.get(row).ok_or_else(lacks)
    }
}
