//! A line of a stream, of a bounded length.

use std::io::{self, BufRead, ErrorKind};

/// The most bytes that a line may have, without its end; a longer one is refused, and no more of it is kept in memory.
pub(super) const LONGEST: usize = 16 << 20;

/// What a stream has next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Read {
    /// A line, without its end.
    Whole(Vec<u8>),
    /// A line of so many bytes, which are too many.
    TooLong(u64),
    /// What there is of a last line, whose end is missing.
    Unfinished(Vec<u8>),
    /// Nothing any more.
    Nothing,
}

/// Reads a line; all of its bytes are shown to `see`, the end among them.
pub(super) fn read_line(
    from: &mut impl BufRead,
    longest: usize,
    mut see: impl FnMut(&[u8]),
) -> io::Result<Read> {
    let mut line = Vec::new();
    let mut length = 0;
    loop {
        let piece = match from.fill_buf() {
            Ok(piece) => piece,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let end = piece.iter().position(|byte| *byte == b'\n');
        let text = &piece[..end.unwrap_or(piece.len())];
        let is_last = end.is_some() || piece.is_empty();
        length += text.len() as u64;
        if length <= longest as u64 {
            line.extend(text);
        } else {
            line = Vec::new();
        }
        let taken = text.len() + usize::from(end.is_some());
        see(&piece[..taken]);
        from.consume(taken);
        if is_last {
            return Ok(match end {
                _ if length > longest as u64 => Read::TooLong(length),
                Some(_) => Read::Whole(line),
                None if length == 0 => Read::Nothing,
                None => Read::Unfinished(line),
            });
        }
    }
}

/// Why a line of so many bytes is refused.
pub(super) fn too_long(length: u64) -> String {
    format!("it has {length} bytes, expected {LONGEST} at most")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn lines_are_read_to_their_ends_and_long_ones_are_passed_over() {
        let text = b"ab\n\nabcd\nabcde\nabc";
        for capacity in [1, 2, 3, 100] {
            let mut from = BufReader::with_capacity(capacity, &text[..]);
            let mut seen = Vec::<u8>::new();
            let mut next = || read_line(&mut from, 4, |bytes| seen.extend(bytes)).unwrap();
            assert_eq!(next(), Read::Whole(b"ab".to_vec()));
            assert_eq!(next(), Read::Whole(Vec::new()));
            assert_eq!(next(), Read::Whole(b"abcd".to_vec()));
            assert_eq!(next(), Read::TooLong(5));
            assert_eq!(next(), Read::Unfinished(b"abc".to_vec()));
            assert_eq!(next(), Read::Nothing);
            assert_eq!(seen, text);
        }
    }
}
