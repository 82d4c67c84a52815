//! Filters that select polygons for queries and moves.

use crate::mesh::{Material, SectorSet};

/// Selects the polygons that a query or a move sees. Filters are plain data without callbacks.
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
    /// Bit mask with one bit per layer. A polygon is seen if the bit of its material's layer is
    /// set.
    pub layers: u32,
    /// The sectors whose polygons are seen. Polygons of other sectors are not seen. Polygons
    /// without a sector are always seen. See [`QueryFilter::within`].
    #[cfg_attr(feature = "serde", serde(default))]
    pub sectors: SectorSet,
    /// True to see only [triggers](crate::InstanceOptions::trigger), false (the default) to see
    /// everything else.
    #[cfg_attr(feature = "serde", serde(default))]
    pub triggers: bool,
}

impl QueryFilter {
    /// The filter that selects every polygon. Equal to `QueryFilter::default()`.
    pub const ALL: Self = Self { layers: u32::MAX, sectors: SectorSet::ALL, triggers: false };

    /// Returns a filter for one layer, 0..=31. Any other number selects nothing.
    #[must_use]
    pub const fn layer(layer: u8) -> Self {
        Self { layers: bit(layer), ..Self::ALL }
    }

    /// Returns this filter with one more layer, 0..=31.
    #[must_use]
    pub const fn with_layer(self, layer: u8) -> Self {
        Self { layers: self.layers | bit(layer), ..self }
    }

    /// Returns this filter without one layer, 0..=31.
    #[must_use]
    pub const fn without_layer(self, layer: u8) -> Self {
        Self { layers: self.layers & !bit(layer), ..self }
    }

    /// Returns this filter limited to a set of sectors, which replaces the previous set. A world
    /// that does not [know](crate::Sectors::knows) the set ignores it and applies no limit.
    ///
    /// ```
    /// use sidle::{QueryFilter, SectorSet};
    /// assert_eq!(QueryFilter::ALL.within(SectorSet::ALL), QueryFilter::ALL);
    /// ```
    #[must_use]
    pub const fn within(self, sectors: SectorSet) -> Self {
        Self { sectors, ..self }
    }

    /// Returns true if the filter selects the layer of this material. Sectors are not checked.
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
