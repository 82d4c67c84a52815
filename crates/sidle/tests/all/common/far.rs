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

/// Offsets of starts beside a start: the spacing far away, along each axis.
pub const ASIDE: [DVec3; 6] = [
    DVec3::new(SPACING, 0.0, 0.0),
    DVec3::new(-SPACING, 0.0, 0.0),
    DVec3::new(0.0, SPACING, 0.0),
    DVec3::new(0.0, -SPACING, 0.0),
    DVec3::new(0.0, 0.0, SPACING),
    DVec3::new(0.0, 0.0, -SPACING),
];

/// Counts of steps, and of those in which a tie was decided differently.
#[derive(Debug, Default)]
pub struct Count {
    pub steps: u32,
    pub parted: u32,
    pub touching: u32,
}

impl Count {
    /// Counts a step whose ends are `apart` metres apart. Returns true, and prints the name of the
    /// step, if that is more than `most`.
    ///
    /// # Panics
    ///
    /// Panics if the steps at the origin that start aside, with the offsets in [`ASIDE`], all end
    /// nearer than `most` to `end`: then it was not a tie.
    pub fn add(
        &mut self,
        touches: bool,
        [end, far]: [DVec3; 2],
        most: f64,
        name: impl Fn() -> String,
        mut aside: impl FnMut(DVec3) -> DVec3,
    ) -> bool {
        let apart = end.distance(far);
        let has_parted = apart > most;
        self.steps += 1;
        self.touching += u32::from(touches);
        self.parted += u32::from(has_parted);
        if has_parted {
            println!("{}: {apart:e}", name());
            assert!(ASIDE.iter().any(|&offset| aside(offset).distance(end) > most), "{}: {apart:e}", name());
        }
        has_parted
    }

    /// Checks that at most one step in 500 parts, on grounds that were chosen because they have
    /// ties.
    pub fn check_ties(&self, what: &str) {
        println!("{what}: {self:?}");
        assert!(self.parted * 500 <= self.steps && self.touching * 10 > self.steps, "{what}: {self:?}");
    }

    /// Checks that at most one step in a thousand parts.
    pub fn check(&self, what: &str) {
        println!("{what}: {self:?}");
        assert!(self.parted * 1_000 <= self.steps && self.touching * 10 > self.steps, "{what}: {self:?}");
    }
}
