//! Reads records from the input.

use sidle::{DQuat, DVec3, Quat, Vec3};

use crate::code::Failure;

/// Reads the input from its beginning. Each function takes the name of the value for its error.
pub(crate) struct Reader<'a> {
    words: &'a [u32],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(words: &'a [u32]) -> Self {
        Self { words, at: 0 }
    }

    /// Returns the next words.
    pub(crate) fn words(&mut self, count: usize, name: &str) -> Result<&'a [u32], Failure> {
        let rest = &self.words[self.at..];
        let words = rest.get(..count).ok_or_else(|| {
            Failure::input(format_args!("{name} needs {count} words, but the input has {} left", rest.len()))
        })?;
        self.at += count;
        Ok(words)
    }

    /// Checks that everything was read.
    pub(crate) fn end(&self) -> Result<(), Failure> {
        let left = self.words.len() - self.at;
        if left == 0 {
            Ok(())
        } else {
            Err(Failure::input(format_args!("{left} words of the input are left")))
        }
    }

    pub(crate) fn word(&mut self, name: &str) -> Result<u32, Failure> {
        self.words(1, name).map(|words| words[0])
    }

    pub(crate) fn flag(&mut self, name: &str) -> Result<bool, Failure> {
        self.word(name).map(|word| word != 0)
    }

    /// Returns a number of records, each of at least `size` words, which the input must have.
    pub(crate) fn count(&mut self, size: usize, name: &str) -> Result<usize, Failure> {
        let count = self.word(name)? as usize;
        let left = self.words.len() - self.at;
        if count.checked_mul(size).is_some_and(|words| words <= left) {
            return Ok(count);
        }
        Err(Failure::input(format_args!("{count} {name} do not fit into the {left} words that are left")))
    }

    pub(crate) fn float(&mut self, name: &str) -> Result<f32, Failure> {
        let x = f32::from_bits(self.word(name)?);
        finite(x, x.is_finite(), name)
    }

    pub(crate) fn double(&mut self, name: &str) -> Result<f64, Failure> {
        let x = double_of(self.words(2, name)?);
        finite(x, x.is_finite(), name)
    }

    pub(crate) fn vector(&mut self, name: &str) -> Result<Vec3, Failure> {
        let v = vector_of(self.words(3, name)?);
        finite(v, v.is_finite(), name)
    }

    pub(crate) fn rotation(&mut self, name: &str) -> Result<Quat, Failure> {
        let words = self.words(4, name)?;
        let q = Quat::from_array([0, 1, 2, 3].map(|i| f32::from_bits(words[i])));
        finite(q, q.is_finite(), name)
    }

    /// Returns a position, or the motion of a cast: three f64.
    pub(crate) fn position(&mut self, name: &str) -> Result<DVec3, Failure> {
        let v = position_of(self.words(6, name)?);
        finite(v, v.is_finite(), name)
    }

    pub(crate) fn double_rotation(&mut self, name: &str) -> Result<DQuat, Failure> {
        let [x, y, z, w] = [self.double(name)?, self.double(name)?, self.double(name)?, self.double(name)?];
        Ok(DQuat::from_xyzw(x, y, z, w))
    }

    /// Returns an array of vectors, one after the other.
    pub(crate) fn vectors(&mut self, count: usize, name: &str) -> Result<Vectors<'a>, Failure> {
        let words = self.words(3 * count, name)?;
        if let Some(i) = words.iter().position(|&word| !f32::from_bits(word).is_finite()) {
            let x = f32::from_bits(words[i]);
            return Err(Failure::input(format_args!("{name}[{i}] is {x}; numbers must be finite")));
        }
        Ok(Vectors(words))
    }

    /// Returns an array of positions, one after the other.
    pub(crate) fn positions(&mut self, count: usize, name: &str) -> Result<Positions<'a>, Failure> {
        let words = self.words(6 * count, name)?;
        let mut all = words.chunks_exact(2).map(double_of).enumerate();
        if let Some((i, x)) = all.find(|(_, x)| !x.is_finite()) {
            return Err(Failure::input(format_args!("{name}[{i}] is {x}; numbers must be finite")));
        }
        Ok(Positions(words))
    }

    /// Returns all words that are left.
    pub(crate) fn rest(&mut self) -> &'a [u32] {
        let rest = &self.words[self.at..];
        self.at = self.words.len();
        rest
    }

    /// Returns a text: the number of its bytes, then the bytes, four in a word.
    pub(crate) fn text(&mut self, name: &str) -> Result<String, Failure> {
        let bytes = self.word(name)? as usize;
        let words = self.words(bytes.div_ceil(4), name)?;
        let mut text: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        text.truncate(bytes);
        String::from_utf8(text).map_err(|_| Failure::input(format_args!("{name} is not UTF-8")))
    }
}

/// Vectors of finite numbers in the input.
#[derive(Clone, Copy)]
pub(crate) struct Vectors<'a>(&'a [u32]);

impl Vectors<'_> {
    pub(crate) fn get(&self, i: usize) -> Vec3 {
        vector_of(&self.0[3 * i..3 * i + 3])
    }
}

/// Positions of finite numbers in the input.
#[derive(Clone, Copy)]
pub(crate) struct Positions<'a>(&'a [u32]);

impl<'a> Positions<'a> {
    pub(crate) fn get(&self, i: usize) -> DVec3 {
        position_of(&self.0[6 * i..6 * i + 6])
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = DVec3> + 'a {
        self.0.chunks_exact(6).map(position_of)
    }
}

fn double_of(words: &[u32]) -> f64 {
    f64::from_bits(u64::from(words[0]) | u64::from(words[1]) << 32)
}

fn position_of(words: &[u32]) -> DVec3 {
    DVec3::from_array([0, 2, 4].map(|i| double_of(&words[i..i + 2])))
}

fn vector_of(words: &[u32]) -> Vec3 {
    Vec3::from_array([0, 1, 2].map(|i| f32::from_bits(words[i])))
}

fn finite<T: std::fmt::Debug>(value: T, is_finite: bool, name: &str) -> Result<T, Failure> {
    if is_finite {
        return Ok(value);
    }
    Err(Failure::input(format_args!("{name} is {value:?}; numbers must be finite")))
}
