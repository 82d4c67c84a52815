//! The forms of a state: bytes, text, quantised bytes and JSON. `tests/character-states.txt` has
//! states that version 0.1.0 wrote in all of them.

use sidle::trace::CharacterReplay;
use sidle::{CharacterState, QuantizedState};

/// Number of bytes from the id of the platform to the end: the id, two masks, three bytes and the
/// version.
const ID_FROM_THE_END: usize = 8 + 4 + 4 + 3 + 1;

/// The states, each as lines.
fn written() -> Vec<Vec<&'static str>> {
    let blocks = include_str!("../character-states.txt").trim_end().split("\n\n");
    blocks.map(|block| block.lines().collect()).collect()
}

/// The rest of the line that begins with `key`.
fn line<'a>(lines: &[&'a str], key: &str) -> &'a str {
    lines.iter().find_map(|line| line.strip_prefix(key)).unwrap_or_else(|| panic!("no {key}"))
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect()
}

fn state_of(lines: &[&str]) -> CharacterState {
    CharacterState::from_bytes(&bytes(line(lines, "bytes "))).expect("a state")
}

/// A replay of a state without steps, as lines.
fn text_of(state: CharacterState) -> String {
    CharacterReplay { state, ..CharacterReplay::default() }.to_string()
}

/// Bytes and text of an older version give the same state, which reads back in today's forms.
#[test]
fn states_of_an_older_version_are_read() {
    let states = written();
    assert!(states.len() >= 4, "{} states", states.len());
    for lines in &states {
        let state = state_of(lines);
        assert_eq!(CharacterState::from_bytes(&state.to_bytes()), Some(state));
        let quantized = QuantizedState::of(&state);
        assert_eq!(QuantizedState::from_bytes(&quantized.to_bytes()), quantized);
        let fields: Vec<&str> = lines.iter().copied().filter(|line| line.starts_with("state ")).collect();
        let old = format!("sidle character-replay 1\n{}\n", fields.join("\n"));
        for text in [old, text_of(state)] {
            let mut read = text.parse::<CharacterReplay>().expect("a replay").state.to_bytes();
            // Text has the number of an instance, and not how often its slot was used.
            let id = ID_FROM_THE_END;
            let id = CharacterState::BYTES - id..CharacterState::BYTES - id + 8;
            read[id.clone()].copy_from_slice(&state.to_bytes()[id]);
            assert_eq!(read, state.to_bytes(), "{text}");
        }
    }
}

#[test]
fn states_of_another_version_are_refused() {
    let mut bytes = CharacterState::default().to_bytes();
    assert!(CharacterState::from_bytes(&bytes).is_some());
    bytes[CharacterState::BYTES - 1] += 1;
    assert_eq!(CharacterState::from_bytes(&bytes), None);
    bytes[CharacterState::BYTES - 1] -= 1;
    bytes[CharacterState::BYTES - 4] = 4;
    assert_eq!(CharacterState::from_bytes(&bytes), None, "there is no such ground");
}

#[cfg(feature = "serde")]
#[test]
fn written_json_is_read_and_written_again() {
    for lines in &written() {
        let (state, json) = (state_of(lines), line(lines, "json "));
        let today = serde_json::to_string(&state).unwrap();
        for json in [json, &today] {
            let read: CharacterState = serde_json::from_str(json).unwrap();
            assert_eq!(read.to_bytes(), state.to_bytes());
        }
        let other = today.replacen("\"version\":4", "\"version\":2", 1);
        let error = serde_json::from_str::<CharacterState>(&other).unwrap_err().to_string();
        assert!(error.contains("version 2; this is version 4"), "{error}");
        let quantized = QuantizedState::of(&state);
        let json = serde_json::to_string(&quantized).unwrap();
        assert_eq!(serde_json::from_str::<QuantizedState>(&json).unwrap(), quantized);
    }
}
