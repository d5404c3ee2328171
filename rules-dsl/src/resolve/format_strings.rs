//! The names in a format string: `{name}`, `{name:?}`, `{:width$}`.
//!
//! A help of the walk in `rust_scope`; it knows no more of format strings than where a name stands.

/// The names that a format string takes from around it, in order.
pub(crate) fn names_in(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        rest = &rest[open + 1..];
        if let Some(after) = rest.strip_prefix('{') {
            rest = after;
            continue;
        }
        let Some(close) = rest.find('}') else {
            break;
        };
        let (argument, format) = rest[..close]
            .split_once(':')
            .unwrap_or((&rest[..close], ""));
        names.extend(name(argument.trim()));
        // `width$` and `.precision$`: a name reaches back from the `$` to what cannot be in a name.
        let mut parts: Vec<&str> = format.split('$').collect();
        parts.pop();
        for part in parts {
            let start = part.rfind(|c: char| c != '_' && !c.is_alphanumeric());
            names.extend(name(
                start.map_or(part, |at| part[at..].trim_start_matches(non_name)),
            ));
        }
        rest = &rest[close + 1..];
    }
    names
}

/// A format string with other names in the places of some of those that [`names_in`] finds.
pub(super) fn rename_in(text: &str, rename: &mut impl FnMut(&str) -> Option<String>) -> String {
    let mut renamed = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let (before, after) = rest.split_at(open + 1);
        renamed.push_str(before);
        rest = after;
        if let Some(after) = rest.strip_prefix('{') {
            renamed.push('{');
            rest = after;
            continue;
        }
        let Some(close) = rest.find('}') else {
            break;
        };
        let (argument, after) = rest.split_at(close);
        renamed.push_str(&rename_argument(argument, rename));
        rest = after;
    }
    renamed.push_str(rest);
    renamed
}

/// The same between the braces: a name stands first, or before a `$`.
fn rename_argument(argument: &str, rename: &mut impl FnMut(&str) -> Option<String>) -> String {
    let mut renamed = String::new();
    let mut rest = argument;
    let mut is_first = true;
    while !rest.is_empty() {
        let length = rest.find(non_name).unwrap_or(rest.len());
        let (word, after) = rest.split_at(length);
        let named = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_name = (is_first || after.starts_with('$')) && name(named).is_some();
        let other = if is_name { rename(named) } else { None };
        renamed.push_str(&word[..word.len() - named.len()]);
        renamed.push_str(other.as_deref().unwrap_or(named));
        is_first &= word.is_empty() && after.starts_with(' ');
        let mark = after.chars().next();
        renamed.extend(mark);
        rest = &after[mark.map_or(0, char::len_utf8)..];
    }
    renamed
}

fn non_name(character: char) -> bool {
    character != '_' && !character.is_alphanumeric()
}

fn name(text: &str) -> Option<String> {
    let text = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let starts = text.starts_with(|c: char| c == '_' || c.is_alphabetic());
    (starts && !text.contains(non_name)).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{names_in, rename_in};

    #[test]
    fn names_are_renamed_where_they_stand() {
        let mut rename = |name: &str| (name != "c").then(|| format!("_{name}"));
        assert_eq!(
            rename_in("{a} {{b}} {} {0} {c:?} { d :>w$.p$} x", &mut rename),
            "{_a} {{b}} {} {0} {c:?} { _d :>_w$._p$} x"
        );
    }

    #[test]
    fn names_stand_in_braces_and_before_dollars() {
        assert_eq!(
            names_in("{a} {{b}} {} {0} {c:?} {d:>w$.p$}"),
            ["a", "c", "d", "w", "p"]
        );
    }

    #[test]
    fn a_brace_that_is_not_closed_ends_the_search() {
        assert_eq!(names_in("{a} {b"), ["a"]);
    }
}
