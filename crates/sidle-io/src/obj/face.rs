//! Parses the corners of `f`: `v`, `v/vt`, `v//vn` or `v/vt/vn`.

use super::lines::shown;

/// Returns the vertex of a corner, counted from 0. The vertex may come later in the file, so the
/// caller checks the index at the end. A negative number counts back from the last of the
/// `vertices` read so far. The normal and the texture coordinate must be integers; their values are
/// not used.
pub(super) fn corner(word: &[u8], vertices: usize) -> Result<u32, String> {
    let mut parts = word.split(|&b| b == b'/');
    let vertex = parts.next().and_then(integer);
    let others_sound =
        parts.clone().count() <= 2 && parts.all(|part| part.is_empty() || integer(part).is_some());
    let Some(vertex) = vertex.filter(|_| others_sound) else {
        return Err(format!("{} is not a corner of a face", shown(word)));
    };
    let index = match vertex {
        0 => return Err("a face uses vertex 0, but OBJ counts from 1".into()),
        1.. => vertex - 1,
        // No overflow: a slice length never exceeds i64::MAX.
        _ => vertices as i64 + vertex,
    };
    if index < 0 {
        return Err(format!(
            "a face counts {} vertices back, but there are only {vertices} before it",
            -i128::from(vertex)
        ));
    }
    u32::try_from(index).map_err(|_| format!("a face uses vertex {vertex}, which no file here can have"))
}

fn integer(word: &[u8]) -> Option<i64> {
    std::str::from_utf8(word).ok()?.parse().ok()
}
