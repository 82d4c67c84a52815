//! The file format between the programs: one line of JSON that names the arrays, then the arrays,
//! little-endian, with four bytes per number.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::P;

/// Named arrays and a few facts.
#[derive(Clone, Debug, Default)]
pub struct Pack {
    /// Facts in JSON.
    pub facts: Value,
    arrays: Vec<(String, Vec<u32>)>,
}

#[derive(Serialize, Deserialize)]
struct Header {
    facts: Value,
    /// Name and length of each array.
    arrays: Vec<(String, usize)>,
}

impl Pack {
    pub fn new(facts: Value) -> Self {
        Self { facts, arrays: Vec::new() }
    }

    pub fn put_f32(&mut self, name: &str, values: impl IntoIterator<Item = f32>) {
        self.put_u32(name, values.into_iter().map(f32::to_bits));
    }

    pub fn put_points(&mut self, name: &str, points: &[P]) {
        self.put_f32(name, points.iter().flatten().copied());
    }

    pub fn put_u32(&mut self, name: &str, values: impl IntoIterator<Item = u32>) {
        self.arrays.push((name.into(), values.into_iter().collect()));
    }

    /// Returns the array with this name.
    ///
    /// # Errors
    /// Returns an error if there is none.
    pub fn u32(&self, name: &str) -> Result<&[u32], String> {
        let found = self.arrays.iter().find(|(n, _)| n == name);
        found.map(|(_, values)| values.as_slice()).ok_or_else(|| format!("no array {name}"))
    }

    /// # Errors
    /// Returns an error if there is none.
    pub fn f32(&self, name: &str) -> Result<Vec<f32>, String> {
        Ok(self.u32(name)?.iter().map(|&bits| f32::from_bits(bits)).collect())
    }

    /// # Errors
    /// Returns an error if there is none.
    pub fn points(&self, name: &str) -> Result<Vec<P>, String> {
        Ok(self.f32(name)?.chunks_exact(3).map(|p| [p[0], p[1], p[2]]).collect())
    }

    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let arrays = self.arrays.iter().map(|(name, values)| (name.clone(), values.len())).collect();
        let header = Header { facts: self.facts.clone(), arrays };
        let mut bytes = serde_json::to_vec(&header).map_err(|e| e.to_string())?;
        // The arrays begin at a multiple of four bytes, so that they can be used in place.
        while bytes.len() % 4 != 3 {
            bytes.push(b' ');
        }
        bytes.push(b'\n');
        for (_, values) in &self.arrays {
            bytes.extend(values.iter().flat_map(|v| v.to_le_bytes()));
        }
        std::fs::write(path, bytes).map_err(|e| format!("{}: {e}", path.display()))
    }

    /// # Errors
    /// Returns an error if the file cannot be read, or has another format.
    pub fn read(path: &Path) -> Result<Self, String> {
        let wrong = |what: String| format!("{}: {what}", path.display());
        let bytes = std::fs::read(path).map_err(|e| wrong(e.to_string()))?;
        let end = bytes.iter().position(|&b| b == b'\n').ok_or_else(|| wrong("no header".into()))?;
        let header: Header = serde_json::from_slice(&bytes[..end]).map_err(|e| wrong(e.to_string()))?;
        let mut rest = bytes[end + 1..].chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        let mut pack = Self::new(header.facts);
        for (name, count) in header.arrays {
            let values: Vec<u32> = rest.by_ref().take(count).collect();
            if values.len() < count {
                return Err(wrong(format!("{name} is cut short")));
            }
            pack.arrays.push((name, values));
        }
        Ok(pack)
    }
}

#[cfg(test)]
mod tests {
    use super::Pack;

    #[test]
    fn what_is_written_is_read() {
        let mut pack = Pack::new(serde_json::json!({"name": "x"}));
        pack.put_points("places", &[[1.0, 2.0, f32::MIN_POSITIVE]]);
        pack.put_u32("counts", [7, u32::MAX]);
        let path = std::env::temp_dir().join(format!("peers-pack-{}", std::process::id()));
        pack.write(&path).unwrap();
        let read = Pack::read(&path).unwrap();
        std::fs::write(&path, b"{\"facts\":null,\"arrays\":[[\"a\",9]]}\n1234").unwrap();
        let cut = Pack::read(&path);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(read.facts["name"], "x");
        assert_eq!(read.points("places").unwrap(), [[1.0, 2.0, f32::MIN_POSITIVE]]);
        assert_eq!(read.u32("counts").unwrap(), [7, u32::MAX]);
        assert!(read.u32("others").is_err() && cut.is_err());
    }
}
