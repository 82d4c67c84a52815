//! End of an arc: finds the part of its chord after which the mover would enter a polygon.
//!
//! The result equals that of ten halvings of the chord. They select one of 1,023 places, each the
//! middle of two others. If everything before one place is clear and everything after it enters a
//! polygon, the result is the last clear place. Otherwise it is one of several such places.
//!
//! Halving examines ten places. But the face that an arc rolls onto falls away from it as from a
//! ball, with the square of the path beyond the contact. So one examined place predicts the end, a
//! second one improves the prediction, and the next two confirm it.

/// Number of halvings of a chord to find the end of its arc: a chord of 3 cm to 0.03 mm.
const HALVINGS: u32 = 10;

/// Number of places chosen by prediction. After that only halving is certain to progress.
const GUESSES: u32 = 8;

/// The search for the end of an arc along its chord.
pub(in crate::slide::mover) struct ArcEnd {
    /// Duration of the whole chord.
    time: f64,
    /// Indices of places: the mover enters no polygon after `low`, and enters one after `high`.
    low: u32,
    high: u32,
    next: u32,
    /// Distance to the next place after a clear one.
    stride: u32,
    looks: u32,
    /// The last place that enters a polygon: the candidate, the place, and the approach of the
    /// candidate since the start, in the measure of [`ArcKind`].
    last: Option<(usize, f64, f64)>,
}

/// A polygon that the arc enters.
pub(in crate::slide::mover) struct Entered {
    pub(in crate::slide::mover) candidate: usize,
    /// Distances in skin widths: at the start of the chord, now, and the least that is allowed.
    pub(in crate::slide::mover) start: f64,
    pub(in crate::slide::mover) now: f64,
    pub(in crate::slide::mover) least: f64,
    pub(in crate::slide::mover) comes: ArcKind,
}

/// Law by which the distance of a polygon decreases along the chord.
pub(in crate::slide::mover) enum ArcKind {
    /// Linear in the fraction of the chord.
    Evenly,
    /// With the square of the path since this fraction of the chord.
    FallingSince(f64),
}

impl ArcEnd {
    pub(in crate::slide::mover) fn new(time: f64) -> Self {
        let high = 1 << HALVINGS;
        Self { time, low: 0, high, next: high, stride: 1, looks: 0, last: None }
    }

    /// Returns the time of the next place to examine. Returns `None` if the search is complete.
    pub(in crate::slide::mover) fn next(&mut self) -> Option<f64> {
        if self.high - self.low <= 1 {
            return None;
        }
        self.looks += 1;
        self.next = if self.looks > GUESSES {
            self.low.midpoint(self.high)
        } else {
            self.next.clamp(self.low + 1, self.high - 1)
        };
        Some(middle(self.time, self.next))
    }

    /// Records that the place is clear.
    pub(in crate::slide::mover) fn found_nothing(&mut self) {
        self.low = self.next;
        self.next = self.next.saturating_add(self.stride);
        self.stride = self.stride.saturating_mul(4);
    }

    /// Records that the place enters a polygon.
    pub(in crate::slide::mover) fn found(&mut self, what: &Entered) {
        self.high = self.next;
        let here = f64::from(self.next);
        let (since, is_falling) = match what.comes {
            ArcKind::Evenly => (0.0, false),
            ArcKind::FallingSince(part) => (part * here, true),
        };
        let gone = |skins: f64| {
            let gone = if skins < what.start { what.start - skins } else { 0.0 };
            if is_falling { gone.sqrt() } else { gone }
        };
        let (now, wanted) = (gone(what.now), gone(what.least));
        let (place, then) = match self.last {
            Some((candidate, place, then)) if candidate == what.candidate => (place, then),
            _ => (since, 0.0),
        };
        self.last = Some((what.candidate, here, now));
        self.next = (here + (wanted - now) * (here - place) / (now - then)) as u32;
    }
}

/// Returns place `k` of 2^[`HALVINGS`] in `time`, bit-identical to the result of the halvings.
fn middle(time: f64, k: u32) -> f64 {
    let (mut low, mut high) = (0.0, time);
    let (mut here, mut step) = (1 << (HALVINGS - 1), 1 << (HALVINGS - 1));
    loop {
        let middle = 0.5 * (low + high);
        step /= 2;
        if here == k || step == 0 {
            return middle;
        }
        if k > here {
            (low, here) = (middle, here + step);
        } else {
            (high, here) = (middle, here - step);
        }
    }
}

#[cfg(test)]
mod tests {
    use sidle_scenes::SplitMix64;

    use super::*;

    /// The naive reference implementation: ten halvings.
    fn halved(time: f64, is_entered: impl Fn(f64) -> bool) -> Option<f64> {
        let (mut low, mut high, mut clear) = (0.0, time, None);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            if is_entered(middle) {
                high = middle;
            } else {
                (low, clear) = (middle, Some(middle));
            }
        }
        clear
    }

    /// The search ends where halving ends, whatever depths it receives: true ones, those of another
    /// polygon, or NaN.
    #[test]
    fn it_ends_where_halving_ends() {
        let mut rng = SplitMix64::new(4);
        let (mut of_faces, mut faces, mut most) = (0, 0, 0);
        for case in 0..200_000 {
            let time = rng.magnitude(1.0, 12);
            let end = time * if case % 50 == 0 { [0.0, 1.0][case / 50 % 2] } else { rng.range(0.0, 1.0) };
            let is_entered = |t: f64| t > end;
            let told = case % 4;
            let mut entered = |t: f64| {
                let fallen = |t: f64| (t / time) * (t / time);
                let (start, least) = (1.0 + fallen(end), 1.0);
                let now = match told {
                    0 | 1 => start - fallen(t),
                    2 => rng.range(-9.0, 2.0),
                    _ => [f64::NAN, f64::NEG_INFINITY, 1.0, 9.0][rng.below(4)],
                };
                let comes = [ArcKind::FallingSince(0.0), ArcKind::Evenly, ArcKind::FallingSince(0.7)];
                let comes = comes.into_iter().nth(if told == 0 { 0 } else { rng.below(3) });
                let candidate = if told < 3 { 0 } else { rng.below(2) };
                Entered { candidate, start, now, least, comes: comes.expect("one of three") }
            };
            let (mut arc_end, mut clear, mut looks) = (ArcEnd::new(time), None, 0);
            arc_end.found(&entered(time));
            while let Some(t) = arc_end.next() {
                looks += 1;
                if is_entered(t) {
                    arc_end.found(&entered(t));
                } else {
                    clear = Some(t);
                    arc_end.found_nothing();
                }
            }
            assert_eq!(
                clear.map(f64::to_bits),
                halved(time, is_entered).map(f64::to_bits),
                "case {case}: {end} of {time}"
            );
            most = most.max(looks);
            if told == 0 {
                (of_faces, faces) = (of_faces + looks, faces + 1);
            }
        }
        println!("{most} looks at most; {} for a face", f64::from(of_faces) / f64::from(faces));
        assert!(most <= GUESSES + HALVINGS && of_faces < 3 * faces, "{most}, {of_faces} of {faces}");
    }
}
