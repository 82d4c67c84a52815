//! Shrinks a failing byte string to a short and simple one.

/// Removes and zeroes ever smaller ranges of bytes as long as the input still fails, then reduces
/// the remaining bytes. An input that does not fail is returned unchanged.
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

/// Removes the irrelevant end: a byte string continues with zeros after its end.
fn shortened(mut bytes: Vec<u8>, fails: &impl Fn(&[u8]) -> bool) -> Vec<u8> {
    while !bytes.is_empty() && fails(&bytes[..bytes.len() / 2]) {
        bytes.truncate(bytes.len() / 2);
    }
    bytes
}

/// Removes every range of this length, or else zeroes it.
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

/// Halves every byte, or else decrements it.
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
        // Fails if a byte of at least 100 comes before one of at least 200.
        let fails =
            |b: &[u8]| b.iter().position(|&x| x >= 100).is_some_and(|i| b[i + 1..].iter().any(|&x| x >= 200));
        assert_eq!(pared(bytes.clone(), fails), [100, 200]);
        assert_eq!(pared(bytes.clone(), |_| false), bytes);
    }
}
