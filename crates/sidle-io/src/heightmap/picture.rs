//! Decodes 16-bit greyscale PNGs.

use crate::limits::MAX_SAMPLES;
use png::{BitDepth, ColorType, Decoder, DecodingError};
use std::io::{Cursor, ErrorKind};

const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// The largest expansion factor of deflate. An image that claims more samples is truncated; it is
/// refused before memory is allocated.
const MOST_PER_BYTE: u64 = 1032;

/// Returns columns, rows and samples, or a description of the problem.
pub(super) fn samples(bytes: &[u8]) -> Result<(u32, u32, Vec<u16>), String> {
    if !bytes.starts_with(&SIGNATURE) {
        return Err("is not a PNG file".into());
    }
    let mut reader = Decoder::new(Cursor::new(bytes)).read_info().map_err(|e| named(&e))?;
    let info = reader.info();
    let (columns, rows) = info.size();
    let kind = (info.color_type, info.bit_depth);
    if kind != (ColorType::Grayscale, BitDepth::Sixteen) {
        let bits = info.bit_depth as u8;
        let colour = match info.color_type {
            ColorType::Grayscale => "grey",
            ColorType::GrayscaleAlpha => "grey with transparency",
            ColorType::Indexed => "a palette",
            ColorType::Rgb => "colour",
            ColorType::Rgba => "colour with transparency",
        };
        return Err(format!("holds {colour} of {bits} bits; a height map is grey of 16 bits"));
    }
    if columns < 2 || rows < 2 {
        return Err(format!("is {columns} x {rows}; a height map has 2 columns and 2 rows or more"));
    }
    let count = u64::from(columns) * u64::from(rows);
    if count > MAX_SAMPLES as u64 {
        return Err(format!("is {columns} x {rows}, more than the limit of {MAX_SAMPLES} samples"));
    }
    if 2 * count > MOST_PER_BYTE * bytes.len() as u64 {
        return Err(format!("is cut off: {} bytes cannot hold {columns} x {rows} samples", bytes.len()));
    }
    let mut buffer = vec![0; 2 * count as usize];
    reader.next_frame(&mut buffer).map_err(|e| named(&e))?;
    let samples = buffer.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
    Ok((columns, rows, samples))
}

/// Describes an error of the decoder.
fn named(error: &DecodingError) -> String {
    match error {
        DecodingError::IoError(cause) if cause.kind() == ErrorKind::UnexpectedEof => {
            "is cut off: it ends before the picture does".into()
        }
        _ => format!("is damaged: {error}"),
    }
}
