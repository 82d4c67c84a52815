//! A place far from the origin, and counts of steps that are compared with those at the origin.

use sidle::DVec3;

/// Far away, with coordinates of very different sizes, none of which is a multiple of a short power
/// of two.
pub const FAR: DVec3 = DVec3::new(1.0000001e7 + 1.0 / 3.0, -7.3e8 + 0.1, 9.9e8);

/// Spacing of the coordinates there.
pub const SPACING: f64 = 1.0 / (1 << 23) as f64;

/// Returns a nearby position that also exists beside [`FAR`], without rounding.
pub fn shared(position: DVec3) -> DVec3 {
    (FAR + position) - FAR
}

/// Counts of steps, and of those in which a tie was decided differently.
#[derive(Debug, Default)]
pub struct Count {
    pub steps: u32,
    pub parted: u32,
    pub touching: u32,
}

impl Count {
    /// Checks that at most one step in a thousand parts.
    pub fn check(&self, what: &str) {
        println!("{what}: {self:?}");
        assert!(self.parted * 1_000 <= self.steps && self.touching * 10 > self.steps, "{what}: {self:?}");
    }
}
