//! Numbers materials in order of first use.

use crate::limits::MAX_MATERIALS;
use std::collections::HashMap;
use std::hash::Hash;

/// The materials found so far. `K` is the key that identifies a material in the file format.
pub(crate) struct Materials<K> {
    numbers: HashMap<K, u16>,
    pub(crate) names: Vec<String>,
}

impl<K: Hash + Eq> Materials<K> {
    pub(crate) fn new() -> Self {
        Self { numbers: HashMap::new(), names: Vec::new() }
    }

    /// Returns the number of `key`. A new key gets the next number, and `name` gives its name.
    pub(crate) fn number(&mut self, key: K, name: impl FnOnce() -> String) -> Result<u16, String> {
        if let Some(&number) = self.numbers.get(&key) {
            return Ok(number);
        }
        let number = u16::try_from(self.names.len())
            .map_err(|_| format!("the level has more than {MAX_MATERIALS} materials"))?;
        self.names.push(name());
        self.numbers.insert(key, number);
        Ok(number)
    }
}
