//! Height maps: accepted input, and refused input with one sentence.

use crate::common::Folder;
use png::{BitDepth, ColorType, Encoder};
use sidle_io::{
    Heightmap, HeightmapScale, ReadError, limits, parse_heightmap, parse_heightmap_scale, read_heightmap,
    read_heightmap_scale, read_heightmap_with_scale,
};
use std::path::Path;

const SCALE: HeightmapScale = HeightmapScale {
    cell_x: 1.0,
    cell_z: 2.0,
    height_of_0: -5.0,
    height_of_65535: 20.0,
    anti_diagonal: false,
};

/// A picture of 3 x 3 in seven interlaced passes; sample (column, row) is 10,000 * row + 1,000 *
/// column.
const INTERLACED: &str = "89504e470d0a1a0a0000000d494844520000000300000003100000000154d406b60000002049444154789c6360606060bfc0e0a710fa8181f90543100783ba80d60fbd07003ca106375ee9f1d70000000049454e44ae426082";

fn png(columns: u32, rows: u32, colour: ColorType, depth: BitDepth, data: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, columns, rows);
    encoder.set_color(colour);
    encoder.set_depth(depth);
    if colour == ColorType::Indexed {
        encoder.set_palette(vec![0; 6]);
    }
    encoder.write_header().unwrap().write_image_data(data).unwrap();
    bytes
}

fn grey(columns: u32, rows: u32, samples: &[u16]) -> Vec<u8> {
    let data: Vec<u8> = samples.iter().flat_map(|s| s.to_be_bytes()).collect();
    png(columns, rows, ColorType::Grayscale, BitDepth::Sixteen, &data)
}

fn samples(count: usize) -> Vec<u16> {
    let mut state = 9_u64;
    let next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 48) as u16
    };
    std::iter::repeat_with(next).take(count).collect()
}

fn read(bytes: &[u8]) -> Result<Heightmap, ReadError> {
    parse_heightmap(bytes, "hill.png", SCALE)
}

fn error(bytes: &[u8]) -> String {
    read(bytes).expect_err("an error").to_string()
}

#[test]
fn g01_samples_come_out_as_they_went_in() {
    for (columns, rows) in [(2, 2), (5, 3), (100, 65)] {
        let given = samples((columns * rows) as usize);
        let map = read(&grey(columns, rows, &given)).unwrap();
        assert_eq!((map.columns, map.rows, &map.samples), (columns, rows, &given));
        assert_eq!((map.base(), map.step()), (-5.0, 25.0 / 65_535.0));
    }
}

#[test]
fn g01_interlaced_pictures_are_read() {
    let digits = INTERLACED.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap());
    let bytes: Vec<u8> = digits.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect();
    let map = read(&bytes).unwrap();
    let expected: Vec<u16> = (0..9).map(|i| i / 3 * 10_000 + i % 3 * 1_000).collect();
    assert_eq!(map.samples, expected);
}

#[test]
fn g01_each_error_is_one_clear_sentence() {
    assert_eq!(error(b"P5 2 2 65535"), "hill.png: is not a PNG file");
    assert_eq!(error(b""), "hill.png: is not a PNG file");
    for (picture, what) in [
        (png(4, 4, ColorType::Grayscale, BitDepth::Eight, &[0; 16]), "grey of 8 bits"),
        (png(4, 4, ColorType::Rgb, BitDepth::Sixteen, &[0; 96]), "colour of 16 bits"),
        (
            png(4, 4, ColorType::GrayscaleAlpha, BitDepth::Sixteen, &[0; 64]),
            "grey with transparency of 16 bits",
        ),
        (png(4, 4, ColorType::Indexed, BitDepth::Eight, &[0; 16]), "a palette of 8 bits"),
        (png(4, 4, ColorType::Rgba, BitDepth::Eight, &[0; 64]), "colour with transparency of 8 bits"),
    ] {
        assert_eq!(error(&picture), format!("hill.png: holds {what}; a height map is grey of 16 bits"));
    }
    for (columns, rows) in [(5, 1), (1, 2)] {
        let text = format!("is {columns} x {rows}; a height map has 2 columns and 2 rows or more");
        assert_eq!(
            error(&grey(columns, rows, &vec![0; (columns * rows) as usize])),
            format!("hill.png: {text}")
        );
    }
    for (change, text) in [
        (
            HeightmapScale { cell_x: 0.0, ..SCALE },
            "cells of 0 m x 2 m: both sides must be finite and above 0",
        ),
        (
            HeightmapScale { cell_z: f32::NAN, ..SCALE },
            "cells of 1 m x NaN m: both sides must be finite and above 0",
        ),
        (
            HeightmapScale { height_of_65535: -6.0, ..SCALE },
            "heights from -5 m to -6 m: both must be finite, and the second not below the first",
        ),
        (
            HeightmapScale { height_of_0: f64::NEG_INFINITY, ..SCALE },
            "heights from -inf m to 20 m: both must be finite, and the second not below the first",
        ),
    ] {
        let found = parse_heightmap(&grey(2, 2, &[0; 4]), "hill.png", change).unwrap_err().to_string();
        assert_eq!(found, format!("hill.png: {text}"));
    }
    let missing = read_heightmap(Path::new("no/such/hill.png"), SCALE).unwrap_err().to_string();
    assert!(missing.starts_with("no/such/hill.png: cannot be read: "), "{missing}");
}

/// Rewrites the size in the header, with a checksum that fits.
fn claim(mut bytes: Vec<u8>, columns: u32, rows: u32) -> Vec<u8> {
    bytes[16..20].copy_from_slice(&columns.to_be_bytes());
    bytes[20..24].copy_from_slice(&rows.to_be_bytes());
    let mut sum = !0_u32;
    for &byte in &bytes[12..29] {
        sum ^= u32::from(byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { sum >> 1 ^ 0xEDB8_8320 } else { sum >> 1 };
        }
    }
    bytes[29..33].copy_from_slice(&(!sum).to_be_bytes());
    bytes
}

#[test]
fn g01_a_small_file_that_claims_to_be_huge_asks_for_no_memory() {
    let small = || grey(4, 4, &samples(16));
    assert_eq!(
        error(&claim(small(), 100_000, 100_000)),
        format!("hill.png: is 100000 x 100000, more than the limit of {} samples", limits::MAX_SAMPLES)
    );
    let text = error(&claim(small(), 16_000, 16_000));
    assert!(
        text.starts_with("hill.png: is cut off: ") && text.ends_with("cannot hold 16000 x 16000 samples")
    );
    let text = error(&claim(small(), 5, 4));
    assert!(text.starts_with("hill.png: is cut off") || text.starts_with("hill.png: is damaged"), "{text}");
}

#[test]
fn g01_whatever_is_cut_off_or_broken_is_an_error_and_no_panic() {
    let whole = grey(20, 13, &samples(260));
    let read_whole = read(&whole).unwrap();
    for length in 0..whole.len() {
        match read(&whole[..length]) {
            Ok(map) => assert_eq!(map, read_whole, "cut to {length}"),
            Err(e) => assert!(e.to_string().starts_with("hill.png: is "), "{e}"),
        }
    }
    assert_eq!(error(&whole[..whole.len() / 2]), "hill.png: is cut off: it ends before the picture does");
    let (mut broken, mut refused) = (whole.clone(), 0);
    for (i, noise) in samples(20_000).chunks(2).enumerate() {
        let at = usize::from(noise[0]) % broken.len();
        broken[at] ^= noise[1] as u8 | 1;
        refused += usize::from(read(&broken).is_err());
        if i % 3 == 0 {
            broken.clone_from(&whole);
        }
    }
    assert!(refused > 9_000, "{refused}");
}

#[test]
fn g01_a_scale_is_read_or_refused() {
    let error = |text: &str| parse_heightmap_scale(text.as_bytes(), "hill.json").unwrap_err().to_string();
    assert!(error("{}").starts_with("hill.json: is not the scale of a height map in JSON: missing field"));
    assert!(error("[1, 2").starts_with("hill.json: is not the scale of a height map in JSON: "));
    let with = |end: &str| {
        format!("{{\"cell_x_m\": 1, \"cell_z_m\": 2, \"height_of_0_m\": -5, \"height_of_65535_m\": 20{end}}}")
    };
    assert_eq!(parse_heightmap_scale(with("").as_bytes(), "hill.json").unwrap(), SCALE);
    let anti =
        parse_heightmap_scale(with(", \"diagonal\": \"(i+1,j)-(i,j+1)\"").as_bytes(), "hill.json").unwrap();
    assert_eq!(anti, HeightmapScale { anti_diagonal: true, ..SCALE });
    assert!(error(&with(", \"diagonal\": \"/\"")).contains("diagonal \"/\" is none that is known"));
    assert!(error(&with("").replace("20}", "-20}")).starts_with("hill.json: heights from -5 m to -20 m"));
}

#[test]
fn g01_a_picture_of_another_size_than_its_scale_says_is_refused() {
    let folder = Folder::new("heightmap");
    let picture = folder.write("hill.heightmap.png", &grey(3, 2, &samples(6)));
    let text = |rows: u32| {
        format!(
            "{{\"columns\": 3, \"rows\": {rows}, \"cell_x_m\": 1, \"cell_z_m\": 2, \"height_of_0_m\": -5, \"height_of_65535_m\": 20}}"
        )
    };
    let scale = folder.write("hill.heightmap.json", text(2).as_bytes());
    let map = read_heightmap_with_scale(&picture).unwrap();
    assert_eq!((map.scale, map.samples), (SCALE, samples(6)));
    assert_eq!(read_heightmap_scale(&scale).unwrap(), SCALE);
    folder.write("hill.heightmap.json", text(3).as_bytes());
    let error = read_heightmap_with_scale(&picture).unwrap_err().to_string();
    assert!(error.contains("is 3 x 2, but ") && error.ends_with("says 3 x 3"), "{error}");
}

#[test]
fn g01_shared_height_maps_are_read() {
    let Some(folder) = crate::common::shared_levels("g01_shared_height_maps_are_read") else { return };
    for (name, size, high) in [("etr_bunny_hill", (90, 260), 2.2), ("tr_doomed", (256, 256), 25.5)] {
        let path = folder.join(format!("{name}.heightmap.png"));
        let map = read_heightmap_with_scale(&path).unwrap();
        assert_eq!((map.columns, map.rows), size);
        let top = f64::from(*map.samples.iter().max().unwrap());
        assert!((map.base() + map.step() * top - high).abs() < 0.01);
    }
}
