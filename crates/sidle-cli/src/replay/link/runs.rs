//! The inputs of a link: runs of equal inputs, compressed.

use std::io::{self, Read};

use anyhow::{Context, Result, ensure};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use flate2::read::DeflateDecoder;

/// Most steps of a link: 10 s at 240 Hz.
const MAX_STEPS: usize = 2400;
/// Most bytes of the runs: decompression stops there.
const MAX_BYTES: usize = 6 * MAX_STEPS;

/// The input of a step: a direction in hundredths, and flags (1 jump, 2 jump held, 4 crouch).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Input {
    pub(super) x: i8,
    pub(super) z: i8,
    pub(super) flags: u8,
}

/// Decodes base64url without padding.
pub(super) fn decode(text: &str) -> Result<Vec<u8>> {
    BASE64_URL_SAFE_NO_PAD.decode(text).context("the link is damaged: a field is not base64url")
}

/// Reads the compressed inputs.
pub(super) fn read(text: &str) -> Result<Vec<Input>> {
    let compressed = decode(text)?;
    let mut bytes = Vec::new();
    let mut decoder = DeflateDecoder::new(&compressed[..]).take(MAX_BYTES as u64 + 1);
    io::copy(&mut decoder, &mut bytes).context("the link is damaged: its inputs cannot be decompressed")?;
    ensure!(bytes.len() <= MAX_BYTES, "the link is damaged: its inputs have more than {MAX_BYTES} bytes");
    expand(&bytes)
}

/// Expands runs: a length (seven bits a byte, low bits first), the direction and the flags.
fn expand(bytes: &[u8]) -> Result<Vec<Input>> {
    let damaged = "the link is damaged: its inputs cannot be read";
    let mut inputs = Vec::new();
    let mut rest = bytes.iter().copied();
    while let Some(first) = rest.next() {
        let length = length(first, &mut rest).context(damaged)?;
        let mut next = || rest.next().context(damaged);
        let (x, z, flags) = (next()? as i8, next()? as i8, next()?);
        let fits = length > 0 && inputs.len() + length <= MAX_STEPS;
        ensure!(fits && x.unsigned_abs() <= 100 && z.unsigned_abs() <= 100 && flags <= 7, damaged);
        inputs.extend(std::iter::repeat_n(Input { x, z, flags }, length));
    }
    Ok(inputs)
}

/// Reads the length of a run, of at most three bytes.
fn length(first: u8, rest: &mut impl Iterator<Item = u8>) -> Option<usize> {
    let (mut byte, mut length) = (first, 0);
    for shift in [0, 7, 14] {
        length |= usize::from(byte & 127) << shift;
        if byte < 128 {
            return Some(length);
        }
        byte = rest.next()?;
    }
    None
}
