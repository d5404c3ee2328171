//! The names in a format string: `{name}`, `{name:?}`, `{:width$}`.
//!
//! A help of the walk in `rust_scope`; it knows no more of format strings than where a name stands.

use std::ops::Range;

/// The names that a format string takes from around it, in order.
pub(crate) fn names_in(text: &str) -> Vec<String> {
    let places = places_in(text).into_iter();
    places.map(|place| text[place].to_owned()).collect()
}

/// Where the names stand that a format string takes from around it, in order.
pub(crate) fn places_in(text: &str) -> Vec<Range<usize>> {
    let mut places = Vec::new();
    let mut at = 0;
    while let Some(open) = text[at..].find('{') {
        at += open + 1;
        if text[at..].starts_with('{') {
            at += 1;
            continue;
        }
        let Some(length) = text[at..].find('}') else {
            break;
        };
        let close = at + length;
        let argument = text[at..close].split(':').next().unwrap_or_default();
        let mut push = |word: &str, end: usize| {
            places.extend(name(word).map(|name| end - name.len()..end));
        };
        push(argument.trim(), at + argument.trim_end().len());
        // `width$` and `.precision$`: a name reaches back from the `$` to what cannot be in a name.
        let format = at + argument.len();
        for (dollar, _) in text[format..close].match_indices('$') {
            let before = &text[format..format + dollar];
            let word = before.rsplit(non_name).next().unwrap_or_default();
            push(word, format + dollar);
        }
        at = close + 1;
    }
    places
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

fn name(text: &str) -> Option<&str> {
    let text = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let starts = text.starts_with(|c: char| c == '_' || c.is_alphabetic());
    (starts && !text.contains(non_name)).then_some(text)
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
