//! Checkpoints of a restored session, of which some came out of the snapshot, are forgotten like others.

use std::sync::atomic::{AtomicUsize, Ordering};

use rules_runtime::rules;
use saving::through_json;
use serde::{Deserialize, Serialize};

/// How many notes there are, those that the way back asks for counted in.
static NOTES: AtomicUsize = AtomicUsize::new(0);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "u32", into = "u32")]
struct Note(u32);

impl From<u32> for Note {
    fn from(text: u32) -> Self {
        NOTES.fetch_add(1, Ordering::Relaxed);
        Note(text)
    }
}

impl From<Note> for u32 {
    fn from(note: Note) -> Self {
        note.0
    }
}

impl Clone for Note {
    fn clone(&self) -> Self {
        Note::from(self.0)
    }
}

impl Drop for Note {
    fn drop(&mut self) {
        NOTES.fetch_sub(1, Ordering::Relaxed);
    }
}

rules! {
    #[backtrack]
    ruleset Desk;

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    fact Page { number: u32, note: Note }

    rule torn {
        when { page @ Page { number: 0, .. }; }
        then { retract page; }
    }
}

#[test]
fn once_no_checkpoint_stands_nothing_is_kept_to_go_back_by() {
    let mut desk = Desk::new();
    let note = Note::from(7);
    let page = desk.insert(Page { number: 1, note });
    let saved = desk.checkpoint();
    let mut desk = through_json(&desk);
    let later = desk.checkpoint();
    desk.update(page, |page| page.number += 1).unwrap();
    desk.commit(saved).unwrap();
    assert!(desk.commit(later).is_err());
    let before = NOTES.load(Ordering::Relaxed);
    for _ in 0..100 {
        desk.update(page, |page| page.number += 1).unwrap();
    }
    assert_eq!(NOTES.load(Ordering::Relaxed), before);
}
