//! A box on its way: which boxes does it meet, and when?

use glam::DVec3;

/// A box of half size `half` that moves from `from` along `motion`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sweep {
    from: DVec3,
    inverse: DVec3,
    half: DVec3,
}

impl Sweep {
    pub(crate) fn new(from: DVec3, motion: DVec3, half: DVec3) -> Self {
        // A finite stand-in for 1 / 0: 0 times it is 0 and anything else leaves every range.
        let inverse = |d: f64| if d.abs() < 1e-300 { 1e300 } else { 1.0 / d };
        // Padded against the rounding of the slab test itself.
        let pad = (from.abs() + motion.abs() + half) * 1e-12;
        Self {
            from,
            inverse: DVec3::new(inverse(motion.x), inverse(motion.y), inverse(motion.z)),
            half: half + pad,
        }
    }

    /// The fraction at which the moving box enters the box from `min` to `max`, at least 0; infinite when it misses it or
    /// enters after `limit`.
    #[inline]
    pub(crate) fn enters(&self, min: DVec3, max: DVec3, limit: f64) -> f64 {
        let (mut enter, mut leave) = (0.0, limit);
        for axis in 0..3 {
            let low = min[axis] - self.half[axis] - self.from[axis];
            let high = max[axis] + self.half[axis] - self.from[axis];
            let (a, b) = (low * self.inverse[axis], high * self.inverse[axis]);
            let (a, b) = if a < b { (a, b) } else { (b, a) };
            enter = if a > enter { a } else { enter };
            leave = if b < leave { b } else { leave };
        }
        if enter <= leave { enter } else { f64::INFINITY }
    }
}
