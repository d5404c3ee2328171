//! Reads the constants in cells.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::{Door, Kind, nearest, number};

/// A constant as its column tells it from others.
pub(crate) enum Constant {
    /// Of a kind that is numbered.
    Number(i128),
    /// Of a kind that is told apart by texts.
    Text(String),
}

/// The constant that a text says, or why it says none of the kind.
pub(crate) fn parse(kind: &Kind, text: &str, door: Door) -> Result<Constant, String> {
    match kind {
        Kind::Bool => boolean(text, door),
        Kind::Integer { least, greatest } => integer(text, *least, *greatest),
        Kind::Float => float(text).map(number::from_float).map(Constant::Number),
        Kind::Single => single(text).map(number::from_single).map(Constant::Number),
        Kind::Char => character(text, door),
        Kind::Text => string(text, door),
        Kind::Variants(variants) => variant(text, variants),
        Kind::Other => Ok(Constant::Text(text.into())),
    }
}

fn boolean(text: &str, door: Door) -> Result<Constant, String> {
    match text {
        "true" => Ok(Constant::Number(1)),
        "false" => Ok(Constant::Number(0)),
        // As spreadsheet programs write them.
        _ if door == Door::Sheet && text.eq_ignore_ascii_case("true") => Ok(Constant::Number(1)),
        _ if door == Door::Sheet && text.eq_ignore_ascii_case("false") => Ok(Constant::Number(0)),
        _ => Err(format!("`{text}` found, expected `true` or `false`")),
    }
}

fn integer(text: &str, least: i128, greatest: i128) -> Result<Constant, String> {
    let digits = without_space(text).replace('_', "");
    let (negative, digits) = match digits.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, digits.as_str()),
    };
    let (radix, digits) = match digits.get(..2) {
        Some("0x") => (16, &digits[2..]),
        Some("0o") => (8, &digits[2..]),
        Some("0b") => (2, &digits[2..]),
        _ => (10, digits),
    };
    let digits = SUFFIXES
        .iter()
        .find_map(|suffix| digits.strip_suffix(suffix))
        .unwrap_or(digits);
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return Err(format!("`{text}` found, expected an integer"));
    }
    let number = i128::from_str_radix(digits, radix).ok();
    let number = number.map(|magnitude| if negative { -magnitude } else { magnitude });
    if is_u128(least, greatest) {
        // The greatest stands for itself and all that are greater.
        let named = number.filter(|number| (least..greatest).contains(number));
        return named.map(Constant::Number).ok_or_else(|| {
            format!("`{text}` found, expected an integer from 0 to below {greatest}, as a column of `u128` can name")
        });
    }
    number
        .filter(|number| (least..=greatest).contains(number))
        .map(Constant::Number)
        .ok_or_else(|| {
            format!("`{text}` is not among the values of this column, {least} to {greatest}")
        })
}

/// Whether these are the bounds of `u128`: its greatest values have no number of their own.
fn is_u128(least: i128, greatest: i128) -> bool {
    least == 0 && greatest == i128::MAX
}

const SUFFIXES: [&str; 12] = [
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
];

fn float(text: &str) -> Result<f64, String> {
    let expected = || format!("`{text}` found, expected a number");
    let value: f64 = digits(text).parse().map_err(|_| expected())?;
    Some(value)
        .filter(|value| value.is_finite())
        .ok_or_else(expected)
}

fn single(text: &str) -> Result<f32, String> {
    float(text)?;
    let value = digits(text).parse().ok();
    value
        .filter(|value: &f32| value.is_finite())
        .ok_or_else(|| format!("`{text}` is not among the values of this column, which are `f32`"))
}

/// What Rust reads a floating-point number from; nothing where none begins so.
fn digits(text: &str) -> String {
    let digits = without_space(text).replace('_', "");
    let digits = digits
        .strip_suffix("f64")
        .or_else(|| digits.strip_suffix("f32"))
        .unwrap_or(&digits);
    let numeric = digits
        .trim_start_matches('-')
        .starts_with(|c: char| c.is_ascii_digit());
    if numeric {
        digits.into()
    } else {
        String::new()
    }
}

fn character(text: &str, door: Door) -> Result<Constant, String> {
    let unquoted = unquote(text, '\'');
    let inside = match &unquoted {
        Some(inside) => inside.as_str(),
        None if door == Door::Sheet => text,
        None => "",
    };
    let mut characters = inside.chars();
    match (characters.next(), characters.next()) {
        (Some(c), None) => Ok(Constant::Number(number::from_char(c))),
        _ => Err(format!(
            "`{text}` found, expected a character such as `'a'`"
        )),
    }
}

fn string(text: &str, door: Door) -> Result<Constant, String> {
    match unquote(text, '"') {
        Some(inside) => Ok(Constant::Text(inside)),
        None if door == Door::Sheet && !text.starts_with('"') => {
            Ok(Constant::Text(text.to_string()))
        }
        None => Err(format!("`{text}` found, expected a text in quotes")),
    }
}

fn variant(text: &str, variants: &[String]) -> Result<Constant, String> {
    let path = without_space(text);
    let name = path.rsplit("::").next().unwrap_or(&path);
    if let Some(at) = variants.iter().position(|variant| variant == name) {
        return Ok(Constant::Number(at as i128));
    }
    let known: Vec<_> = variants
        .iter()
        .map(|variant| format!("`{variant}`"))
        .collect();
    Err(match nearest::nearest(name, variants) {
        Some(near) => format!("unknown variant `{name}`, did you mean `{near}`?"),
        None => format!(
            "unknown variant `{name}`, expected one of {}",
            known.join(", ")
        ),
    })
}

/// Tokens come with white space between them.
fn without_space(text: &str) -> String {
    text.split_whitespace().collect()
}

/// What a literal in quotes says; nothing if the text is none.
fn unquote(text: &str, quote: char) -> Option<String> {
    let inside = text.strip_prefix(quote)?.strip_suffix(quote)?;
    let mut said = String::new();
    let mut characters = inside.chars();
    while let Some(c) = characters.next() {
        said.push(match c {
            '\\' => escaped(&mut characters)?,
            _ => c,
        });
    }
    Some(said)
}

/// The character that stands escaped after a backslash.
fn escaped(characters: &mut core::str::Chars<'_>) -> Option<char> {
    Some(match characters.next()? {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        '0' => '\0',
        'x' => {
            let digits: String = characters.by_ref().take(2).collect();
            char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?
        }
        'u' => {
            let digits: String = characters
                .by_ref()
                .skip(1)
                .take_while(|c| *c != '}')
                .collect();
            char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?
        }
        c @ ('\\' | '"' | '\'') => c,
        _ => return None,
    })
}
