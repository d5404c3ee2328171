//! Frames: how a header or a record is written, so that it is recognised without the database around it.
//!
//! A frame says whose it is and which, and ends with a checksum. Where a page of the file is damaged, the frames of
//! all other pages are still found by looking for their mark; see [`super::salvage`].

use recall_game::table::Millis;

use super::journal::GameId;

/// What a frame begins with: no text has these bytes.
pub(super) const MARK: [u8; 8] = *b"\xF5game\x00\x01\xF5";

/// The checksum and the lengths, without name and body.
const FIXED: usize = MARK.len() + 1 + 8 + 8 + 1 + 4 + 4;

/// What a frame holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// What a game is.
    Header,
    /// An input.
    Record,
    /// How many records a game has.
    Count,
    /// How many it has, and it is over.
    Final,
}

/// A frame. Of two with the same kind, game and number the one that was written later counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) kind: Kind,
    pub(super) game: GameId,
    pub(super) number: u64,
    /// When it was written, in milliseconds since 1970.
    pub(super) written: Millis,
    pub(super) body: Vec<u8>,
}

impl Frame {
    /// How many records a game has.
    pub(super) fn count(game: &str, number: u64, written: Millis) -> Self {
        Self {
            kind: Kind::Count,
            game: GameId(game.to_owned()),
            number,
            written,
            body: Vec::new(),
        }
    }

    /// Its bytes.
    pub(super) fn encode(&self) -> Vec<u8> {
        let name = self.game.0.as_bytes();
        let mut bytes = Vec::with_capacity(FIXED + name.len() + self.body.len());
        bytes.extend(MARK);
        bytes.push(self.kind as u8);
        bytes.extend(self.number.to_le_bytes());
        bytes.extend(self.written.to_le_bytes());
        bytes.push(name.len() as u8);
        bytes.extend(name);
        bytes.extend((self.body.len() as u32).to_le_bytes());
        bytes.extend(&self.body);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// The frame with which these bytes begin; none if it is damaged.
    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes.strip_prefix(&MARK)?;
        let kind = match take(&mut rest, 1)?[0] {
            0 => Kind::Header,
            1 => Kind::Record,
            2 => Kind::Count,
            3 => Kind::Final,
            _ => return None,
        };
        let number = u64::from_le_bytes(take(&mut rest, 8)?.try_into().ok()?);
        let written = u64::from_le_bytes(take(&mut rest, 8)?.try_into().ok()?);
        let length = take(&mut rest, 1)?[0];
        let name = take(&mut rest, length.into())?;
        let length = u32::from_le_bytes(take(&mut rest, 4)?.try_into().ok()?);
        let body = take(&mut rest, length as usize)?;
        let checked = &bytes[..bytes.len() - rest.len()];
        let sum = u32::from_le_bytes(take(&mut rest, 4)?.try_into().ok()?);
        (crc32fast::hash(checked) == sum).then(|| Self {
            kind,
            game: GameId(String::from_utf8_lossy(name).into_owned()),
            number,
            written,
            body: body.to_vec(),
        })
    }
}

fn take<'b>(rest: &mut &'b [u8], length: usize) -> Option<&'b [u8]> {
    let (taken, left) = rest.split_at_checked(length)?;
    *rest = left;
    Some(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_with_any_bit_flipped_is_no_frame() {
        let frame = Frame {
            kind: Kind::Record,
            game: GameId("0123456789abcdef".to_owned()),
            number: 7,
            written: 1_700_000_000_000,
            body: br#"{"input":{}}"#.to_vec(),
        };
        let bytes = frame.encode();
        assert_eq!(Frame::decode(&bytes), Some(frame.clone()));
        for bit in 0..bytes.len() * 8 {
            let mut bytes = bytes.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(Frame::decode(&bytes), None, "bit {bit}");
        }
        for length in 0..bytes.len() {
            assert_eq!(Frame::decode(&bytes[..length]), None, "{length} bytes");
        }
    }
}
