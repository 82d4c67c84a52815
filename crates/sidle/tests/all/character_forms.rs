//! The forms of a state: bytes, text, quantised bytes and JSON. `tests/character-states.txt` has
//! states that version 0.1.0 wrote in all of them.

use sidle::trace::CharacterReplay;
use sidle::{CharacterState, QuantizedState};

/// The states, each as lines.
fn written() -> Vec<Vec<&'static str>> {
    let blocks = include_str!("../character-states.txt").trim_end().split("\n\n");
    blocks.map(|block| block.lines().collect()).collect()
}

/// The rest of the line that begins with `key`.
fn line<'a>(lines: &[&'a str], key: &str) -> &'a str {
    lines.iter().find_map(|line| line.strip_prefix(key)).unwrap_or_else(|| panic!("no {key}"))
}

fn bytes<const N: usize>(hex: &str) -> [u8; N] {
    assert_eq!(hex.len(), 2 * N);
    std::array::from_fn(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap())
}

fn state_of(lines: &[&str]) -> CharacterState {
    CharacterState::from_bytes(&bytes(line(lines, "bytes "))).expect("a state of this version")
}

/// A replay of a state without steps, as lines.
fn text_of(state: CharacterState) -> String {
    CharacterReplay { state, ..CharacterReplay::default() }.to_string()
}

#[test]
fn written_states_are_read_and_written_again() {
    let states = written();
    assert!(states.len() >= 4, "{} states", states.len());
    for lines in &states {
        let state = state_of(lines);
        assert_eq!(state.to_bytes(), bytes(line(lines, "bytes ")));
        let quantized = bytes(line(lines, "quantized "));
        assert_eq!(QuantizedState::of(&state).to_bytes(), quantized);
        assert_eq!(QuantizedState::from_bytes(&quantized), QuantizedState::of(&state));
        let text = text_of(state);
        let is_of_state = |line: &&str| line.starts_with("state ");
        let fields: Vec<&str> = text.lines().filter(is_of_state).collect();
        assert!(fields.iter().eq(lines.iter().filter(|line| is_of_state(line))), "{text}");
        let mut read = text.parse::<CharacterReplay>().expect("a replay").state.to_bytes();
        // Text has the number of an instance, and not how often its slot was used.
        read[100..108].copy_from_slice(&state.to_bytes()[100..108]);
        assert_eq!(read, state.to_bytes());
    }
}

#[test]
fn states_of_another_version_are_refused() {
    let mut bytes = CharacterState::default().to_bytes();
    assert!(CharacterState::from_bytes(&bytes).is_some());
    bytes[CharacterState::BYTES - 1] += 1;
    assert_eq!(CharacterState::from_bytes(&bytes), None);
    bytes[CharacterState::BYTES - 1] -= 1;
    bytes[112] = 4;
    assert_eq!(CharacterState::from_bytes(&bytes), None, "there is no such ground");
}

#[cfg(feature = "serde")]
#[test]
fn written_json_is_read_and_written_again() {
    for lines in &written() {
        let (state, json) = (state_of(lines), line(lines, "json "));
        assert_eq!(serde_json::to_string(&state).unwrap(), json);
        let read: CharacterState = serde_json::from_str(json).unwrap();
        assert_eq!(read.to_bytes(), state.to_bytes());
        let (quantized, json) = (QuantizedState::of(&state), line(lines, "quantized json "));
        assert_eq!(serde_json::to_string(&quantized).unwrap(), json);
        assert_eq!(serde_json::from_str::<QuantizedState>(json).unwrap(), quantized);
    }
}
