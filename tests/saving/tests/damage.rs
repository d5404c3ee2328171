//! A snapshot of which bytes are missing or altered is refused: there is no panic, and no other session.

use saving::kitchen::{Kitchen, kitchen, told};

/// A kitchen with a match undone, one that waits for its end, a fact that stands for a match, and memos.
fn busy() -> Kitchen {
    let mut kitchen = kitchen();
    _ = kitchen.run_limit(28);
    kitchen
}

#[test]
fn every_beginning_of_a_binary_snapshot_is_refused() {
    let bytes = postcard::to_stdvec(&busy()).unwrap();
    for end in 0..bytes.len() {
        let restored = postcard::from_bytes::<Kitchen>(&bytes[..end]);
        assert!(restored.is_err(), "the first {end} bytes");
    }
}

#[test]
fn every_beginning_of_a_json_snapshot_is_refused() {
    let text = serde_json::to_string(&busy()).unwrap();
    for (end, _) in text.char_indices() {
        let restored = serde_json::from_str::<Kitchen>(&text[..end]);
        assert!(restored.is_err(), "the first {end} bytes");
    }
}

#[test]
fn whatever_byte_of_a_binary_snapshot_is_altered_it_is_refused_or_says_the_same() {
    let original = busy();
    let bytes = postcard::to_stdvec(&original).unwrap();
    let mut accepted = 0;
    for place in 0..bytes.len() {
        for change in [1, 2, 4, 8, 16, 32, 64, 128, 255] {
            let mut altered = bytes.clone();
            altered[place] ^= change;
            if let Ok(restored) = postcard::from_bytes::<Kitchen>(&altered) {
                accepted += 1;
                assert_eq!(
                    told(&restored),
                    told(&original),
                    "byte {place} changed by {change}"
                );
            }
        }
    }
    // A number may be written in more bytes than it needs, and no more than that may pass.
    assert!(
        accepted < bytes.len() / 100,
        "{accepted} of {}",
        bytes.len()
    );
}

#[test]
fn whatever_byte_of_a_json_snapshot_is_altered_it_is_refused_or_differs_in_floats_alone() {
    let original = busy();
    let text = serde_json::to_string(&original).unwrap().into_bytes();
    let mut refused = 0;
    for place in 0..text.len() {
        for letter in *b"07 \"]" {
            let mut altered = text.clone();
            altered[place] = letter;
            if let Ok(restored) = serde_json::from_slice::<Kitchen>(&altered) {
                let [restored, original] =
                    [&restored, &original].map(|it| without_floats(&told(it)));
                assert_eq!(restored, original, "byte {place}");
            } else {
                refused += 1;
            }
        }
    }
    assert!(refused > text.len(), "{refused} of {}", text.len());
}

/// A text without its numbers that have a point.
fn without_floats(told: &str) -> String {
    let is_of_number = |letter: char| letter.is_ascii_digit() || letter == '.';
    let words = told.split_inclusive(|letter| !is_of_number(letter));
    words.filter(|word| !word.contains('.')).collect()
}

#[test]
fn bytes_taken_out_or_put_in_are_found() {
    let original = busy();
    let bytes = postcard::to_stdvec(&original).unwrap();
    let mut refused = 0;
    for place in 0..bytes.len() {
        let mut fewer = bytes.clone();
        fewer.remove(place);
        let mut more = bytes.clone();
        more.insert(place, 3);
        for altered in [fewer, more] {
            if let Ok(restored) = postcard::from_bytes::<Kitchen>(&altered) {
                assert_eq!(told(&restored), told(&original), "byte {place}");
            } else {
                refused += 1;
            }
        }
    }
    assert!(refused > bytes.len(), "{refused} of {}", bytes.len());
}
