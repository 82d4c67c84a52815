//! Parses vertices: `v x y z`, optionally followed by a weight or a colour.

use super::lines::{Words, shown};

/// Parses the words after `v`. A single fourth number is a weight, by which the point is divided.
/// More numbers are a colour, which is ignored.
pub(super) fn parse(mut words: Words<'_>) -> Result<[f32; 3], String> {
    let mut point = [0.0; 3];
    for x in &mut point {
        let word = words.next().ok_or("a vertex needs three coordinates")?;
        *x = number(word)?;
    }
    if let (Some(weight), None) = (words.next(), words.next()) {
        let w = number(weight)?;
        if w != 1.0 {
            point = point.map(|x| x / w);
            if !point.iter().all(|x| x.is_finite()) {
                return Err(format!("the vertex divided by its weight {} is not finite", shown(weight)));
            }
        }
    }
    Ok(point)
}

/// Parses a finite number.
fn number(word: &[u8]) -> Result<f32, String> {
    let parsed: Option<f32> = std::str::from_utf8(word).ok().and_then(|text| text.parse().ok());
    match parsed {
        Some(x) if x.is_finite() => Ok(x),
        Some(_) => Err(format!("the coordinate {} is not finite", shown(word))),
        None => Err(format!("{} is not a number", shown(word))),
    }
}
