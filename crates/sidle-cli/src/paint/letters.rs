//! A stroke font for PNG pictures, so that no font file is needed.

use super::{Anchor, Spot};

/// Advance of a letter and height of a capital, in units of the glyph grid.
const ADVANCE: f32 = 5.3;
const CAPITAL: f32 = 6.0;

/// Returns the strokes of a line of text.
pub(crate) fn strokes(text: &str, at: Spot, size: f32, anchor: Anchor) -> Vec<Vec<Spot>> {
    // The size is a font size: capitals have 70 % of it.
    let unit = size * 0.7 / CAPITAL;
    let width = text.chars().count() as f32 * ADVANCE * unit;
    let left = at[0]
        - match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
    let mut strokes = Vec::new();
    for (i, letter) in text.chars().enumerate() {
        let x = left + i as f32 * ADVANCE * unit;
        for stroke in glyph(letter).split(' ').filter(|stroke| !stroke.is_empty()) {
            let digits: Vec<f32> = stroke.bytes().map(|digit| f32::from(digit - b'0')).collect();
            let spot = |p: &[f32]| [x + p[0] * unit, at[1] + (p[1] - CAPITAL) * unit];
            strokes.push(digits.chunks_exact(2).map(spot).collect());
        }
    }
    strokes
}

/// Returns the strokes of a letter, separated by spaces. Each stroke is a list of points, each one
/// digit to the right and one digit down. Capitals extend from 0 to 6, small letters start at 2,
/// and descenders reach 8.
fn glyph(letter: char) -> &'static str {
    match letter {
        'A' => "062046 1434",
        'B' => "06003041423303 3344453606",
        'C' => "4130100105163645",
        'D' => "06002042442606",
        'E' => "40000646 0333",
        'F' => "400006 0333",
        'G' => "41301001051636454323",
        'H' => "0006 4046 0343",
        'I' => "1030 2026 1636",
        'J' => "4045361605",
        'K' => "0006 0440 1346",
        'L' => "000646",
        'M' => "0600234046",
        'N' => "06004640",
        'O' | '0' => "103041453616050110",
        'P' => "06003041423303",
        'Q' => "103041453616050110 2446",
        'R' => "06003041423303 2346",
        'S' => "413010010213334445361605",
        'T' => "0040 2026",
        'U' => "000516364540",
        'V' => "002640",
        'W' => "0016233640",
        'X' => "0046 4006",
        'Y' => "002340 2326",
        'Z' => "00400646",
        '1' => "112026 1636",
        '2' => "01103041420646",
        '3' => "01103041423313 334445361605",
        '4' => "36300444",
        '5' => "400002324345361605",
        '6' => "413010010516364544331304",
        '7' => "004016",
        '8' => "103041423313020110 1304051636454433",
        '9' => "051636454130100102133342",
        'a' => "12324346 441405163645",
        'b' => "0006 0312324345361605",
        'c' => "4332120305163645",
        'd' => "4046 4332120305163645",
        'e' => "044443321203051636",
        'f' => "30201116 0232",
        'g' => "4332120305163645 42473818",
        'h' => "0006 0312324346",
        'i' => "2226 2020",
        'j' => "222718 2020",
        'k' => "0006 3205 1436",
        'l' => "202536",
        'm' => "0206 03122326 23324346",
        'n' => "0206 0312324346",
        'o' => "123243453616050312",
        'p' => "0208 0312324345361605",
        'q' => "4248 4332120305163645",
        'r' => "0206 031232",
        's' => "43321203143445361605",
        't' => "10152636 0232",
        'u' => "0205163645 4246",
        'v' => "022642",
        'w' => "0216243642",
        'x' => "0246 4206",
        'y' => "0226 4218",
        'z' => "02420646",
        _ => sign(letter),
    }
}

/// Returns the strokes of punctuation, or a small box for unknown characters.
fn sign(letter: char) -> &'static str {
    match letter {
        '.' => "2626",
        ',' => "2617",
        ':' => "2323 2626",
        ';' => "2323 2617",
        '-' => "1333",
        '_' => "0747",
        '+' => "0444 2226",
        '=' => "0343 0545",
        '/' => "0640",
        '(' => "30212536",
        ')' => "10212516",
        '[' => "30101636",
        ']' => "10303616",
        '?' => "01103041422324 2626",
        '%' => "0640 0101 4545",
        '\'' => "2021",
        ' ' => "",
        _ => "1131351511",
    }
}

#[cfg(test)]
mod tests {
    use super::{Anchor, glyph, strokes};

    #[test]
    fn every_letter_is_made_of_whole_strokes_on_its_grid() {
        for letter in ' '..='~' {
            for stroke in glyph(letter).split(' ').filter(|stroke| !stroke.is_empty()) {
                assert!(stroke.len() >= 4 && stroke.len() % 2 == 0, "{letter}");
                let fits = |p: &[u8]| (b'0'..=b'4').contains(&p[0]) && (b'0'..=b'8').contains(&p[1]);
                assert!(stroke.as_bytes().chunks(2).all(fits), "{letter}");
            }
        }
    }

    #[test]
    fn words_stand_where_their_anchor_says() {
        let left = |anchor| strokes("HH", [100.0, 0.0], 10.0, anchor)[0][0][0];
        assert_eq!(left(Anchor::Start), 100.0);
        assert!(left(Anchor::End) < 95.0);
    }
}
