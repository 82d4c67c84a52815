//! Hashes the results of a scene.

use sidle::sdf::{HitTarget, Root, SdfHit};
use sidle::{
    Ball, BallStep, CharacterReport, CharacterState, ClosestPoint, Contact, DVec3, Depenetration, Feature,
    Hit, MoveHit, Outcome, Surface, Vec3,
};

/// A hash over the bits of all answers of a scene, with the number of answers and hits.
///
/// Each word enters the hash by invertible steps, so two records that differ in only one word
/// always have different hashes. If more words differ, the hashes are equal with a probability of
/// 2^-64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    hash: u64,
    answers: u64,
    hits: u64,
}

impl Default for Record {
    fn default() -> Self {
        Self { hash: 0xcbf2_9ce4_8422_2325, answers: 0, hits: 0 }
    }
}

impl Record {
    /// Returns the hash of all words so far.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns the number of answers: moves, casts, distances.
    #[must_use]
    pub fn answers(&self) -> u64 {
        self.answers
    }

    /// Returns the number of hits. A scene without hits would test nothing.
    #[must_use]
    pub fn hits(&self) -> u64 {
        self.hits
    }

    pub(crate) fn word(&mut self, word: u64) {
        let mixed = (self.hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.hash = mixed ^ (mixed >> 32);
    }

    pub(crate) fn count(&mut self, count: usize) {
        self.word(count as u64);
    }

    pub(crate) fn answer(&mut self) {
        self.answers += 1;
    }

    pub(crate) fn truth(&mut self, truth: bool) {
        self.answer();
        self.hits += u64::from(truth);
        self.word(u64::from(truth));
    }

    pub(crate) fn float(&mut self, x: f32) {
        self.word(u64::from(x.to_bits()));
    }

    pub(crate) fn double(&mut self, x: f64) {
        self.word(x.to_bits());
    }

    pub(crate) fn vector(&mut self, v: Vec3) {
        v.to_array().into_iter().for_each(|x| self.float(x));
    }

    pub(crate) fn position(&mut self, p: DVec3) {
        p.to_array().into_iter().for_each(|x| self.double(x));
    }

    /// Records an optional answer: a flag, and the answer if there is one.
    pub(crate) fn perhaps<T>(&mut self, found: Option<T>, put: impl FnOnce(&mut Self, T)) {
        self.answer();
        self.word(u64::from(found.is_some()));
        if let Some(found) = found {
            self.hits += 1;
            put(self, found);
        }
    }

    pub(crate) fn surface(&mut self, s: Surface) {
        let (kind, place) = match s.feature {
            Feature::Face => (0, 0),
            Feature::Edge(i) => (1, i),
            Feature::Corner(i) => (2, i),
        };
        self.word((s.instance.index() as u64) << 32 | s.polygon.index() as u64);
        self.word(u64::from(s.material.0) << 32 | u64::from(s.layer) << 16 | kind << 8 | u64::from(place));
    }

    pub(crate) fn outcome(&mut self, o: &Outcome) {
        self.answer();
        self.position(o.position);
        self.vector(o.velocity);
        self.word((o.reason as u64) << 8 | o.start_adjustment as u64);
        self.float(o.distance);
        self.double(o.fraction);
        self.word(u64::from(o.iterations));
        self.float(o.skin);
    }

    pub(crate) fn move_hits(&mut self, hits: impl ExactSizeIterator<Item = MoveHit>) {
        self.count(hits.len());
        for h in hits {
            self.hits += 1;
            self.double(h.fraction);
            self.position(h.point);
            self.vector(h.normal);
            self.float(h.speed_removed);
            self.surface(h.surface);
        }
    }

    pub(crate) fn pseudo_hits(&mut self, hits: &[SdfHit]) {
        self.count(hits.len());
        for h in hits {
            self.hits += 1;
            self.double(h.fraction);
            self.position(h.point);
            self.vector(h.normal);
            self.float(h.speed_into);
            match h.touched {
                HitTarget::World(s) => self.surface(s),
                HitTarget::Obstacle(i) => self.count(i),
            }
        }
    }

    pub(crate) fn vertices(&mut self, vertices: &[Vec3]) {
        self.count(vertices.len());
        vertices.iter().for_each(|&v| self.vector(v));
    }

    pub(crate) fn path(&mut self, path: &[DVec3]) {
        self.count(path.len());
        path.iter().for_each(|&p| self.position(p));
    }

    pub(crate) fn depenetration(&mut self, d: &Depenetration) {
        self.answer();
        self.position(d.position);
        self.float(d.depth);
        self.word(u64::from(d.iterations));
    }

    pub(crate) fn ball(&mut self, b: &Ball) {
        self.position(b.position);
        [b.velocity, b.spin].into_iter().for_each(|v| self.vector(v));
        self.word(b.state as u64);
    }

    pub(crate) fn ball_step(&mut self, s: &BallStep) {
        self.answer();
        self.ball(&s.ball);
        self.word(s.reason as u64);
        self.word(u64::from(s.ground.is_some()));
        if let Some(ground) = s.ground {
            self.surface(ground);
        }
        self.float(s.distance);
        self.double(s.fraction);
        self.word(u64::from(s.iterations));
        self.float(s.skin);
    }

    pub(crate) fn character(&mut self, s: &CharacterState, r: &CharacterReport) {
        self.answer();
        self.position(s.position);
        let vectors = [Some(s.velocity), s.ground_normal()];
        vectors.into_iter().flatten().for_each(|v| self.vector(v));
        let flags = [s.is_crouching(), s.has_jumped(), r.jumped, r.is_held_down, r.was_pushed_out];
        flags.into_iter().for_each(|flag| self.word(u64::from(flag)));
        let numbers = [s.step_offset, r.stepped, r.snapped, r.landed_speed.unwrap_or(-1.0)];
        numbers.into_iter().for_each(|x| self.float(x));
        self.word(s.ground() as u64);
        self.word(r.refused.map_or(u64::MAX, |reason| reason as u64));
        let surfaces = [r.ground_surface, r.wall, r.ceiling];
        self.hits += surfaces.iter().flatten().count() as u64;
        surfaces.into_iter().flatten().for_each(|surface| self.surface(surface));
    }

    /// Adds a step of a character with everything that it noticed.
    pub(crate) fn senses(&mut self, s: &CharacterState, r: &CharacterReport) {
        self.character(s, r);
        self.vector(r.ground_velocity);
        self.float(r.impact_speed);
        let ledge = r.ledge.map_or([-1.0; 2], |ledge| [ledge.distance, ledge.drop.unwrap_or(-1.0)]);
        ledge.into_iter().for_each(|x| self.float(x));
        let triggers = [r.triggers.entered, r.triggers.inside, r.triggers.left];
        triggers.into_iter().for_each(|layers| self.word(u64::from(layers)));
        s.up().into_iter().for_each(|up| self.vector(up));
    }

    pub(crate) fn hit(&mut self, h: Hit) {
        self.double(h.fraction);
        self.position(h.point);
        self.vector(h.normal);
        self.surface(h.surface);
    }

    pub(crate) fn contact(&mut self, c: Contact) {
        self.hits += 1;
        self.position(c.point);
        self.vector(c.normal);
        self.float(c.distance);
        self.surface(c.surface);
    }

    pub(crate) fn closest(&mut self, c: ClosestPoint) {
        self.position(c.point);
        self.float(c.distance);
        self.surface(c.surface);
    }

    pub(crate) fn root(&mut self, root: Root) {
        self.answer();
        let kind = match root {
            Root::Free => 0,
            Root::Touches { .. } => 1,
            Root::StartsInside => 2,
            Root::GaveUp { .. } => 3,
        };
        self.hits += u64::from(kind == 1);
        self.word(kind);
        self.double(root.fraction());
    }
}

#[cfg(test)]
mod tests {
    use super::Record;

    #[test]
    fn one_word_or_its_place_changes_the_hash() {
        let of = |words: &[u64]| {
            let mut record = Record::default();
            words.iter().for_each(|&w| record.word(w));
            record.hash()
        };
        let mut seen: Vec<u64> = (0..64).map(|bit| of(&[7, 1 << bit, 9])).collect();
        seen.extend([of(&[7, 0, 9]), of(&[9, 0, 7]), of(&[7, 0]), of(&[0, 7, 9])]);
        let all = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), all);
    }

    #[test]
    fn zero_has_a_sign() {
        let [plus, minus] = [0.0_f32, -0.0].map(|zero| {
            let mut record = Record::default();
            record.float(zero);
            record.hash()
        });
        assert_ne!(plus, minus);
    }
}
