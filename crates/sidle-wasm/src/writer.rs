//! Writes records into the output.

use sidle::{DVec3, Feature, Quat, Surface, Vec3};

/// Appends words to the output.
pub(crate) struct Writer<'a>(pub(crate) &'a mut Vec<u32>);

impl Writer<'_> {
    pub(crate) fn word(&mut self, word: u32) {
        self.0.push(word);
    }

    pub(crate) fn float(&mut self, x: f32) {
        self.word(x.to_bits());
    }

    /// Writes an f64, in two words.
    pub(crate) fn double(&mut self, x: f64) {
        self.0.extend(halves(x));
    }

    /// Writes a position, in six words.
    pub(crate) fn position(&mut self, v: DVec3) {
        v.to_array().into_iter().for_each(|x| self.double(x));
    }

    pub(crate) fn vector(&mut self, v: Vec3) {
        v.to_array().into_iter().for_each(|x| self.float(x));
    }

    pub(crate) fn rotation(&mut self, q: Quat) {
        q.to_array().into_iter().for_each(|x| self.float(x));
    }

    /// Writes bytes, four in a word; the last word is filled up with 0.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(4) {
            let mut word = [0; 4];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u32::from_le_bytes(word));
        }
    }

    /// Writes a surface: the slot and the generation of the instance, the polygon, the material and
    /// the layer, and the feature. Five words.
    pub(crate) fn surface(&mut self, surface: &Surface) {
        let feature = match surface.feature {
            Feature::Face => 0,
            Feature::Edge(i) => 1 << 8 | u32::from(i),
            Feature::Corner(i) => 2 << 8 | u32::from(i),
        };
        self.word(surface.instance.index() as u32);
        self.word(surface.instance.generation());
        self.word(surface.polygon.index() as u32);
        self.word(u32::from(surface.material.0) | u32::from(surface.layer) << 16);
        self.word(feature);
    }

    /// Writes a flag and a surface, if there is one. Six words in any case.
    pub(crate) fn optional_surface(&mut self, surface: Option<&Surface>) {
        self.word(u32::from(surface.is_some()));
        match surface {
            Some(surface) => self.surface(surface),
            None => (0..5).for_each(|_| self.word(0)),
        }
    }
}

/// Returns the words of an f64, the low one first.
pub(crate) fn halves(x: f64) -> [u32; 2] {
    let bits = x.to_bits();
    [bits as u32, (bits >> 32) as u32]
}
