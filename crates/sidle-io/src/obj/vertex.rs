//! `v x y z`, perhaps followed by a weight or a colour.

use super::lines::{Words, shown};

/// Parses what stands after `v`. A fourth number alone is a weight, by which the point is divided;
/// more are a colour, which is not looked at.
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

/// A finite number.
fn number(word: &[u8]) -> Result<f32, String> {
    let parsed: Option<f32> = std::str::from_utf8(word).ok().and_then(|text| text.parse().ok());
    match parsed {
        Some(x) if x.is_finite() => Ok(x),
        Some(_) => Err(format!("the coordinate {} is not finite", shown(word))),
        None => Err(format!("{} is not a number", shown(word))),
    }
}
