//! The names in a format string: `{name}`, `{name:?}`, `{:width$}`.
//!
//! A help of the walk in `rust_scope`; it knows no more of format strings than where a name stands.

/// The names that a format string takes from around it, in order.
pub(super) fn names_in(text: &str) -> Vec<String> {
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
    use super::names_in;

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
