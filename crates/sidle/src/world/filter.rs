//! What a query looks at.

use crate::mesh::Material;

/// Selects the polygons that a query or a move sees. Filters are data: there is no callback into the game.
///
/// ```
/// use sidle::{Material, QueryFilter};
/// let filter = QueryFilter::layer(0).with_layer(2);
/// assert!(filter.sees(&Material { layer: 2, ..Material::default() }));
/// assert!(!filter.sees(&Material { layer: 1, ..Material::default() }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct QueryFilter {
    /// One bit per layer; a polygon is seen when the bit of its material's layer is set.
    pub layers: u32,
}

impl QueryFilter {
    /// Sees everything; the same as `QueryFilter::default()`.
    pub const ALL: Self = Self { layers: u32::MAX };

    /// Sees one layer, 0..=31; any other number sees nothing.
    #[must_use]
    pub const fn layer(layer: u8) -> Self {
        Self { layers: if layer < 32 { 1 << layer } else { 0 } }
    }

    /// This filter with one more layer, 0..=31.
    #[must_use]
    pub const fn with_layer(self, layer: u8) -> Self {
        Self { layers: self.layers | Self::layer(layer).layers }
    }

    /// This filter with one layer, 0..=31, fewer.
    #[must_use]
    pub const fn without_layer(self, layer: u8) -> Self {
        Self { layers: self.layers & !Self::layer(layer).layers }
    }

    /// Whether polygons of this material are seen.
    #[must_use]
    pub const fn sees(&self, material: &Material) -> bool {
        self.layers & Self::layer(material.layer).layers != 0
    }
}

impl Default for QueryFilter {
    fn default() -> Self {
        Self::ALL
    }
}
