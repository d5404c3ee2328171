//! What is typed: the lines of an input, and how they are shown again.

use std::fmt::{self, Write as _};
use std::io::{self, BufRead, Read};
use std::iter;
use std::str;

/// How many bytes of a line are read. No move is as long.
const LONGEST: usize = 256;

/// The lines of an input, without their ends, `\n` or `\r\n`.
///
/// What no game understands is a line all the same. What is not UTF-8 stands as the sign `�`. A line of more than
/// 256 bytes is cut off there, or before the character that goes beyond, and ends in `…`; the rest is passed over and
/// takes no memory.
///
/// ```
/// let input = format!("4\n{}\nquit", "5".repeat(300));
/// let lines: Result<Vec<_>, _> = streams::typed::lines(input.as_bytes()).collect();
/// let cut = "5".repeat(256) + "…";
/// assert_eq!(lines.expect("a text can be read"), ["4", &cut, "quit"]);
/// ```
pub fn lines(mut input: impl BufRead) -> impl Iterator<Item = io::Result<String>> {
    let mut is_cut = false;
    iter::from_fn(move || next_line(&mut input, &mut is_cut).transpose())
}

/// The next line. `is_cut` says whether the rest of the last one is still to be passed over.
fn next_line(input: &mut impl BufRead, is_cut: &mut bool) -> io::Result<Option<String>> {
    if *is_cut {
        input.skip_until(b'\n')?;
        *is_cut = false;
    }
    let Some(mut line) = Line::read(input, LONGEST)? else {
        return Ok(None);
    };
    *is_cut = line.has_rest();
    if line.is_long
        && let Err(error) = str::from_utf8(&line.bytes)
        && error.error_len().is_none()
    {
        line.bytes.truncate(error.valid_up_to());
    }
    let mut text = String::from_utf8_lossy(&line.bytes).into_owned();
    if line.is_long {
        text.push('…');
    }
    Ok(Some(text))
}

/// A line of an input as bytes, for programs that refuse what is too long or not UTF-8.
///
/// ```
/// use std::io::BufRead as _;
///
/// use streams::typed::Line;
///
/// let mut input = "short\nmuch longer\nno end".as_bytes();
/// let line = Line::read(&mut input, 6)?.expect("there is a line");
/// assert_eq!((&line.bytes[..], line.is_long, line.is_ended), (&b"short"[..], false, true));
///
/// let long = Line::read(&mut input, 6)?.expect("there is a line");
/// assert_eq!((&long.bytes[..], long.is_long, long.has_rest()), (&b"much l"[..], true, true));
/// input.skip_until(b'\n')?;
///
/// let last = Line::read(&mut input, 6)?.expect("there is a line");
/// assert_eq!((&last.bytes[..], last.is_long, last.is_ended), (&b"no end"[..], false, false));
/// assert_eq!(Line::read(&mut input, 6)?, None);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The line without its end, `\n` or `\r\n`; of one that is too long the first bytes.
    pub bytes: Vec<u8>,
    /// It has more bytes than it may have.
    pub is_long: bool,
    /// Its end has been read. A last line has none, and that of one that is too long may still be to come.
    pub is_ended: bool,
}

impl Line {
    /// Reads a line of at most so many bytes; none at the end of the input. Of a longer one the rest is not read: see
    /// [`has_rest`](Self::has_rest).
    ///
    /// # Errors
    ///
    /// Fails where the input cannot be read.
    pub fn read(input: &mut impl BufRead, longest: usize) -> io::Result<Option<Self>> {
        let mut bytes = Vec::new();
        // Two bytes more: the end of a line of that length.
        let mut bounded = input.take(longest as u64 + 2);
        if bounded.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        let is_ended = bytes.pop_if(|last| *last == b'\n').is_some();
        if is_ended {
            bytes.pop_if(|last| *last == b'\r');
        }
        let is_long = bytes.len() > longest;
        bytes.truncate(longest);
        Ok(Some(Line {
            bytes,
            is_long,
            is_ended,
        }))
    }

    /// Whether the rest of the line has not been read: `input.skip_until(b'\n')` passes it over.
    #[must_use]
    pub fn has_rest(&self) -> bool {
        self.is_long && !self.is_ended
    }
}

/// A text to be shown in a terminal: what would steer the terminal is written as an escape of Rust.
///
/// ```
/// use streams::typed::Shown;
///
/// assert_eq!(Shown("it's 4").to_string(), "it's 4");
/// assert_eq!(Shown("\x1b]0;x\x07").to_string(), r"\u{1b}]0;x\u{7}");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown<'a>(pub &'a str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shown(text) = self;
        text.chars().try_for_each(|letter| {
            if steers(letter) {
                write!(f, "{}", letter.escape_debug())
            } else {
                f.write_char(letter)
            }
        })
    }
}

/// Whether a character is for the terminal: a control character, or one that turns the direction of a text.
fn steers(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn read(input: &[u8]) -> Vec<String> {
        let lines: io::Result<Vec<_>> = lines(input).collect();
        lines.expect("bytes can be read")
    }

    #[test]
    fn lines_are_read_to_the_end_of_the_input() {
        assert_eq!(read(b""), [""; 0]);
        assert_eq!(read(b"a\n\nb"), ["a", "", "b"]);
        assert_eq!(read(b"a\n"), ["a"]);
        assert_eq!(read(b"\xff\n4\n"), ["\u{fffd}", "4"]);
        assert_eq!(read(b"4\r\n\r\n5\r"), ["4", "", "5\r"]);
    }

    #[test]
    fn a_line_that_is_too_long_is_cut_off_and_the_next_is_whole() {
        for (length, is_cut) in [(LONGEST, false), (LONGEST + 1, true), (9 * LONGEST, true)] {
            let long = "4".repeat(length);
            let shown = format!("{}{}", &long[..LONGEST], if is_cut { "…" } else { "" });
            assert_eq!(read(long.as_bytes()), [&shown[..]]);
            let input = format!("{long}\n5\n");
            assert_eq!(read(input.as_bytes()), [&shown[..], "5"]);
            let input = format!("{long}\r\n5\r\n");
            assert_eq!(read(input.as_bytes()), [&shown[..], "5"]);
        }
    }

    #[test]
    fn a_line_is_cut_off_between_characters() {
        let before = "4".repeat(LONGEST - 1);
        let long = format!("{before}♥\n5");
        assert_eq!(read(long.as_bytes()), [&format!("{before}…")[..], "5"]);
    }

    #[test]
    fn a_line_without_an_end_is_a_line() {
        let mut lines = lines(BufReader::new(io::repeat(0)));
        let line = lines.next().expect("there is a line");
        assert_eq!(line.expect("it can be read"), "\0".repeat(LONGEST) + "…");
        // It is the last one of an input that ends within it.
        let mut ends = super::lines(BufReader::new(io::repeat(0).take(10 * LONGEST as u64)));
        assert_eq!(ends.by_ref().count(), 1);
    }

    #[test]
    fn a_text_that_is_shown_does_not_steer_the_terminal() {
        for (text, shown) in [
            ("10♥", "10♥"),
            ("Zoë's \"4\\\"", "Zoë's \"4\\\""),
            ("Zoe\u{308} ♥\u{fe0f}\u{a0}", "Zoe\u{308} ♥\u{fe0f}\u{a0}"),
            ("\0\r\x1b[2J", r"\0\r\u{1b}[2J"),
            ("\u{202e}x\u{9b}", r"\u{202e}x\u{9b}"),
        ] {
            assert_eq!(Shown(text).to_string(), shown);
        }
    }
}
