//! Games out of the bytes of a damaged file: all frames that are whole are found, and make games where none is missing.

use std::collections::BTreeMap;

use recall_game::table::Millis;

use super::frame::{Frame, Kind, MARK};
use super::journal::GameId;

/// What is left of a file.
#[derive(Debug, Default)]
pub(super) struct Salvage {
    /// The games of which something was found, by name.
    pub(super) games: BTreeMap<GameId, Game>,
}

/// What was found of a game.
#[derive(Debug, Default)]
pub(super) struct Game {
    header: Option<Frame>,
    records: BTreeMap<u64, Frame>,
    /// How many records it has, as was written last.
    count: Option<Frame>,
}

impl Salvage {
    /// Looks for frames wherever they may lie. Pages that are no longer used have older ones.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let mut salvage = Self::default();
        for place in memchr::memmem::find_iter(bytes, &MARK) {
            if let Some(frame) = Frame::decode(&bytes[place..]) {
                salvage.add(frame);
            }
        }
        salvage
    }

    fn add(&mut self, frame: Frame) {
        let game = self.games.entry(frame.game.clone()).or_default();
        let later =
            |known: Option<&Frame>| known.is_none_or(|known| known.written <= frame.written);
        match frame.kind {
            Kind::Header if later(game.header.as_ref()) => game.header = Some(frame),
            Kind::Record if later(game.records.get(&frame.number)) => {
                game.records.insert(frame.number, frame);
            }
            Kind::Count | Kind::Final if later(game.count.as_ref()) => game.count = Some(frame),
            _ => {}
        }
    }
}

impl Game {
    /// What is missing of it; none if all is there.
    pub(super) fn damage(&self) -> Option<String> {
        if self.header.is_none() {
            return Some("its header is missing".to_owned());
        }
        let mut numbers = 0..self.length();
        let missing = numbers.find(|number| !self.records.contains_key(number))?;
        Some(format!("record {missing} is missing"))
    }

    /// Its header, and the records that count.
    pub(super) fn frames(&self) -> impl Iterator<Item = &Frame> {
        let records = self.records.range(..self.length());
        self.header.iter().chain(records.map(|(_, frame)| frame))
    }

    /// How many records it has: as many as was written last, and those that were written after that.
    pub(super) fn length(&self) -> u64 {
        let (mut length, since) = self
            .count
            .as_ref()
            .map_or((0, 0), |count| (count.number, count.written));
        let newer = |number| {
            let record = self.records.get(&number);
            record.is_some_and(|record| record.written > since)
        };
        while newer(length) {
            length += 1;
        }
        length
    }

    /// The frame that says how many records it has.
    pub(super) fn count(&self, name: &str) -> Frame {
        let kind = if self.is_over() {
            Kind::Final
        } else {
            Kind::Count
        };
        let count = Frame::count(name, self.length(), self.written());
        Frame { kind, ..count }
    }

    /// When something was written of it last.
    pub(super) fn written(&self) -> Millis {
        let frames = self.header.iter().chain(self.records.values());
        let written = frames.chain(&self.count).map(|frame| frame.written);
        written.max().unwrap_or_default()
    }

    /// Whether it has ended.
    pub(super) fn is_over(&self) -> bool {
        self.count
            .as_ref()
            .is_some_and(|count| count.kind == Kind::Final)
    }
}
