//! Forms of other languages and of spreadsheets, and how they are written here.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::Kind;

/// What is said of a cell that looks like a form of elsewhere.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mend {
    /// How it is written here, in words.
    pub(super) told: String,
    /// The cell as it is written here, where it is that alone.
    pub(super) cell: Option<String>,
}

impl Mend {
    fn cell(cell: String) -> Self {
        Self {
            told: format!("write `{cell}`"),
            cell: Some(cell),
        }
    }

    fn words(told: &str) -> Self {
        Self {
            told: told.to_owned(),
            cell: None,
        }
    }
}

/// How a cell that cannot be read is written here, if it looks like a form of elsewhere.
pub(super) fn mend(kind: &Kind, written: &str) -> Option<Mend> {
    if *kind == Kind::Text {
        return None;
    }
    let write = |cell: String| Some(Mend::cell(cell));
    match written.to_ascii_lowercase().as_str() {
        "*" | "_" | "any" => return write("-".to_owned()),
        "else" | "default" | "otherwise" => {
            return Some(Mend::words(
                "the row for all other cases begins with `else`, alone, and is the last",
            ));
        }
        _ => {}
    }
    let after = |signs: &[&str]| {
        let rest = signs.iter().find_map(|sign| written.strip_prefix(sign))?;
        Some(rest.trim()).filter(|rest| !rest.is_empty())
    };
    for (signs, here) in [
        (&["!=", "<>", "≠"][..], "not "),
        (&["=>", "≥"], ">= "),
        (&["=<", "≤"], "<= "),
        (&["==", "="], ""),
    ] {
        if let Some(rest) = after(signs) {
            return write(format!("{here}{rest}"));
        }
    }
    if let Some(least) = written.strip_suffix('+').filter(|least| is_number(least)) {
        return write(format!(">= {}", least.trim()));
    }
    if let Some((least, greatest)) = written.split_once('-')
        && is_number(least)
        && is_number(greatest)
    {
        return write(format!("{}..={}", least.trim(), greatest.trim()));
    }
    if written.contains(" and ") && written.contains(['<', '>']) {
        return Some(Mend::words("a range is `1..5`, or `1..=5` with its end"));
    }
    let parts: Vec<&str> = written.split([',', '|', ';']).map(str::trim).collect();
    let are_whole = parts.len() > 1 && parts.iter().all(|part| !part.is_empty());
    are_whole.then(|| Mend::cell(parts.join(" or ")))
}

fn is_number(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty()
        && text
            .chars()
            .all(|c| c.is_ascii_digit() || c == '_' || c == '.')
}

#[cfg(test)]
mod tests {
    use super::mend;
    use crate::{Door, Kind, parse_cell};

    #[test]
    fn forms_of_elsewhere_are_told_as_they_are_written_here_and_can_be_read_so() {
        let kind = Kind::Integer {
            least: 0,
            greatest: 99,
        };
        for (written, here) in [
            ("*", "-"),
            ("== 5", "5"),
            ("= 5", "5"),
            ("!= 5", "not 5"),
            ("<> 5", "not 5"),
            ("=> 5", ">= 5"),
            ("≤ 5", "<= 5"),
            ("6+", ">= 6"),
            ("1-5", "1..=5"),
            ("1, 2", "1 or 2"),
            ("1 | 2", "1 or 2"),
        ] {
            let error = parse_cell(&kind, written, Door::Rust).unwrap_err();
            let told = alloc::format!("; write `{here}`");
            assert!(error.message.ends_with(&told), "{}", error.message);
            assert!(parse_cell(&kind, here, Door::Rust).is_ok(), "{here}");
        }
    }

    #[test]
    fn the_greatest_of_u128_has_no_name() {
        let kind = Kind::Integer {
            least: 0,
            greatest: i128::MAX,
        };
        let error = parse_cell(&kind, &alloc::format!("{}", i128::MAX), Door::Rust).unwrap_err();
        assert!(
            error.message.contains("as a column of `u128` can name"),
            "{}",
            error.message
        );
    }

    #[test]
    fn a_text_is_itself() {
        assert_eq!(mend(&Kind::Text, "a, b"), None);
    }
}
