//! Makes a string of bytes that fails short and plain.

/// Leaves out and zeroes bytes, in pieces that get smaller, as long as it still fails; and makes
/// those that are left smaller. What does not fail comes back as it is.
#[must_use]
pub fn pared(bytes: Vec<u8>, fails: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    if !fails(&bytes) {
        return bytes;
    }
    let mut bytes = shortened(bytes, &fails);
    loop {
        let before = bytes.clone();
        let mut piece = (bytes.len() / 2).max(1);
        while piece > 0 {
            bytes = without(bytes, piece, &fails);
            piece /= 2;
        }
        bytes = smaller(bytes, &fails);
        if bytes == before {
            return bytes;
        }
    }
}

/// Without the end that does not matter: a string that has run dry gives zeros.
fn shortened(mut bytes: Vec<u8>, fails: &impl Fn(&[u8]) -> bool) -> Vec<u8> {
    while !bytes.is_empty() && fails(&bytes[..bytes.len() / 2]) {
        bytes.truncate(bytes.len() / 2);
    }
    bytes
}

/// Every piece of this length left out, or else zeroed.
fn without(mut bytes: Vec<u8>, piece: usize, fails: &impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let mut at = 0;
    while at < bytes.len() {
        let end = (at + piece).min(bytes.len());
        let left_out = [&bytes[..at], &bytes[end..]].concat();
        if fails(&left_out) {
            bytes = left_out;
            continue;
        }
        let mut zeroed = bytes.clone();
        zeroed[at..end].fill(0);
        if zeroed != bytes && fails(&zeroed) {
            bytes = zeroed;
        }
        at = end;
    }
    bytes
}

/// Every byte halved, or else one less.
fn smaller(mut bytes: Vec<u8>, fails: &impl Fn(&[u8]) -> bool) -> Vec<u8> {
    for i in 0..bytes.len() {
        while bytes[i] > 0 {
            let was = bytes[i];
            let found = [was / 2, was - 1].into_iter().find(|&less| {
                bytes[i] = less;
                fails(&bytes)
            });
            bytes[i] = found.unwrap_or(was);
            if found.is_none() {
                break;
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::pared;

    #[test]
    fn what_fails_is_made_short_and_plain() {
        let bytes: Vec<u8> = (0..4096_u32).map(|i| (i * 7 % 251) as u8).collect();
        // Fails where a byte of at least 100 comes before one of at least 200.
        let fails =
            |b: &[u8]| b.iter().position(|&x| x >= 100).is_some_and(|i| b[i + 1..].iter().any(|&x| x >= 200));
        assert_eq!(pared(bytes.clone(), fails), [100, 200]);
        assert_eq!(pared(bytes.clone(), |_| false), bytes);
    }
}
