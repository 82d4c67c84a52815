//! What a query looks at.

use crate::mesh::{Material, SectorSet};

/// Selects the polygons that a query or a move sees. Filters are data: there is no callback into
/// the game.
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
    /// Polygons of other sectors are not seen; those in no sector always are. See
    /// [`QueryFilter::within`].
    #[cfg_attr(feature = "serde", serde(default))]
    pub sectors: SectorSet,
}

impl QueryFilter {
    /// Sees everything; the same as `QueryFilter::default()`.
    pub const ALL: Self = Self { layers: u32::MAX, sectors: SectorSet::ALL };

    /// Sees one layer, 0..=31; any other number sees nothing.
    #[must_use]
    pub const fn layer(layer: u8) -> Self {
        Self { layers: bit(layer), ..Self::ALL }
    }

    /// This filter with one more layer, 0..=31.
    #[must_use]
    pub const fn with_layer(self, layer: u8) -> Self {
        Self { layers: self.layers | bit(layer), ..self }
    }

    /// This filter with one layer, 0..=31, fewer.
    #[must_use]
    pub const fn without_layer(self, layer: u8) -> Self {
        Self { layers: self.layers & !bit(layer), ..self }
    }

    /// This filter, limited to a set of sectors instead of the one it had. In a world that does not
    /// [know](crate::Sectors::knows) the set it is not limited.
    ///
    /// ```
    /// use sidle::{QueryFilter, SectorSet};
    /// assert_eq!(QueryFilter::ALL.within(SectorSet::ALL), QueryFilter::ALL);
    /// ```
    #[must_use]
    pub const fn within(self, sectors: SectorSet) -> Self {
        Self { sectors, ..self }
    }

    /// Whether polygons of this material are seen, in the sectors that it is limited to.
    #[must_use]
    pub const fn sees(&self, material: &Material) -> bool {
        self.layers & bit(material.layer) != 0
    }
}

const fn bit(layer: u8) -> u32 {
    if layer < 32 { 1 << layer } else { 0 }
}

impl Default for QueryFilter {
    fn default() -> Self {
        Self::ALL
    }
}
