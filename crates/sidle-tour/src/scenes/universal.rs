//! The universal assertions: what every step of every scene must satisfy, judged from the triangles
//! alone.

use sidle::{CarryEnd, CharacterConfig, CharacterReport, CharacterState, DVec3, Shape, Vec3};
use sidle_attack::platforms::{CharacterRide, Ride};
use sidle_attack::verdict::body_of;
use sidle_judge::moving::MovingMesh;
use sidle_judge::{Judge, Near};
use sidle_scenes::catalogue::{Course, Findings, Frame, Walk};

use super::convert::{V, length, wide};

/// The judge of one body in one level.
pub(super) struct Witness<'a> {
    judge: &'a Judge,
    shape: Shape,
    near: Near,
    deepest: f64,
    crossings: usize,
    /// Steps with a fault among moving meshes.
    among_pieces: usize,
    not_finite: usize,
    torn: usize,
    normal: f64,
    differ: usize,
}

impl<'a> Witness<'a> {
    pub(super) fn new(judge: &'a Judge, shape: &Shape) -> Self {
        Self {
            judge,
            shape: shape.clone(),
            near: Near::new(&body_of(shape), 0.0),
            deepest: 0.0,
            crossings: 0,
            among_pieces: 0,
            not_finite: 0,
            torn: 0,
            normal: 0.0,
            differ: 0,
        }
    }

    /// U1: every number is finite, and reported normals are unit vectors.
    pub(super) fn numbers(&mut self, vectors: &[DVec3], normals: impl Iterator<Item = Vec3>) {
        self.not_finite += usize::from(!vectors.iter().all(|v| v.is_finite()));
        for n in normals {
            let off = (length(wide(n)) - 1.0).abs();
            self.normal = if off.is_nan() { f64::INFINITY } else { self.normal.max(off) };
        }
    }

    /// U2 and U3: the path overlaps nothing at the bare radius, and the centre crosses nothing.
    pub(super) fn path(&mut self, shape: &Shape, start: Option<DVec3>, path: &[DVec3], end: DVec3) {
        if self.shape != *shape {
            (self.shape, self.near) = (shape.clone(), Near::new(&body_of(shape), 0.0));
        }
        let mut points: Vec<V> = path.iter().map(|&p| wide(p)).collect();
        if points.is_empty() {
            points.push(wide(end));
        }
        let is_whole = points.last() == Some(&wide(end)) && start.is_none_or(|s| points[0] == wide(s));
        self.torn += usize::from(!is_whole);
        if points.len() == 1 {
            points.push(points[0]);
        }
        if !points.iter().all(|p| p.iter().all(|x| x.is_finite())) {
            self.not_finite += 1;
            return;
        }
        self.near.hold(self.judge, &points, 1.0);
        self.deepest = self.deepest.max(-self.near.path_depth(&points).gap);
        self.crossings += usize::from(self.near.path_crosses(&points));
    }

    /// U2 and U3 among meshes that move: during the ride, and then with them at rest.
    pub(super) fn ride(
        &mut self,
        shape: &Shape,
        meshes: &[MovingMesh<'_>],
        (from, skin): (DVec3, f64),
        config: &CharacterConfig,
        (after, report): (&CharacterState, &CharacterReport),
        (timed, path): (&[(f64, DVec3)], &[DVec3]),
    ) {
        let body = body_of(shape);
        let ride = Ride {
            body: &body,
            least: 0.0,
            meshes,
            from,
            position: from,
            end: CarryEnd::Free,
            timed: &[],
            way_out: &[],
            skin,
        };
        let fault = CharacterRide { ride, config, after, report, timed, path }.judge();
        self.among_pieces += usize::from(fault.is_some());
    }

    /// U5: a repeated step has the same result.
    pub(super) fn repeated(&mut self, is_same: bool) {
        self.differ += usize::from(!is_same);
    }

    /// Adds the results. The last position is tested against every triangle of the level.
    pub(super) fn finish(mut self, last: DVec3, findings: &mut Findings) {
        let brute = self.judge.clearance_brute(&body_of(&self.shape), wide(last), 0.0);
        self.deepest = self.deepest.max(-brute.gap);
        findings.at_most("U1 steps with numbers that are not finite", self.not_finite as f64, 0.0);
        findings.at_most("U1 deviation of the length of a normal", self.normal, 1e-5);
        findings.at_most("U2 overlap of the bare body, m", self.deepest, 0.0);
        findings.at_most("U3 steps whose centre crosses a triangle", self.crossings as f64, 0.0);
        findings.at_most("U2, U3 steps that fail among pieces", self.among_pieces as f64, 0.0);
        findings.at_most("U3 steps with a path that is not whole", self.torn as f64, 0.0);
        findings.at_most("U5 steps that differ when repeated", self.differ as f64, 0.0);
    }
}

/// U4: on walkable ground, no step is longer than the desired one, and all steps together are not
/// longer either.
pub(super) fn no_speed_gain(walk: &Walk, course: &Course, findings: &mut Findings) {
    if !walk.is_free {
        return;
    }
    let (mut most, mut way, mut asked) = (0.0_f64, 0.0, 0.0);
    for pair in course.frames.windows(2) {
        let stands = |s: &Frame| s.is_grounded() && !s.is_refused && !s.was_pushed_out;
        if !stands(&pair[0]) || !stands(&pair[1]) {
            continue;
        }
        let across = |v: V| v[0].hypot(v[2]);
        let moved = across([0, 1, 2].map(|i| pair[1].feet[i] - pair[0].feet[i]));
        let wished = across(pair[1].wish) * course.dt();
        (way, asked) = (way + moved, asked + wished);
        // Standing up beside an obstacle moves the body away from it, by at most the skin.
        let stood_up = f64::from(u8::from(pair[0].is_crouching != pair[1].is_crouching));
        let wished = wished + walk.settings.skin * stood_up;
        asked += walk.settings.skin * stood_up;
        most = most.max(moved - wished);
    }
    // Pushing an end back out to its skin may move it by 1/32 of the skin.
    let push = walk.settings.skin / 32.0;
    findings.at_most("U4 a step longer than asked, m", most, push);
    findings.at_most("U4 distance more than asked, m", way - asked, 1e-4 * asked + push);
}

#[cfg(test)]
mod tests {
    use super::{Witness, no_speed_gain};
    use sidle::{
        CharacterConfig, CharacterInput, CharacterState, DVec3, PoseSet, Scratch, Shape, Vec3, World,
    };
    use sidle_judge::Judge;
    use sidle_judge::moving::{MeshPose, MovingMesh};
    use sidle_scenes::catalogue::{Course, Findings, Form, Frame, Ground, Settings, Walk};

    /// Judges a path of a sphere of radius 0.5 above a floor. Returns the failed measurements.
    fn failed(judge: impl FnOnce(&mut Witness<'_>), last: DVec3) -> String {
        let floor = Judge::new(
            &[[-9.0, 0.0, -9.0], [-9.0, 0.0, 9.0], [9.0, 0.0, 9.0], [9.0, 0.0, -9.0]],
            &[[0, 1, 2], [0, 2, 3]],
        );
        let mut witness = Witness::new(&floor, &Shape::sphere(0.5));
        judge(&mut witness);
        let mut findings = Findings::default();
        witness.finish(last, &mut findings);
        findings.why()
    }

    #[test]
    fn planted_faults_are_found() {
        let shape = Shape::sphere(0.5);
        let p = |x: f64, y: f64| DVec3::new(x, y, 0.3);
        let (start, end) = (p(-2.0, 0.501), p(2.0, 0.501));
        let path = |w: &mut Witness<'_>, path: &[DVec3]| w.path(&shape, Some(start), path, end);
        assert_eq!(failed(|w| path(w, &[start, end]), end), "");
        // A dip by a tenth of a skin below the bare radius, between two free places.
        assert!(failed(|w| path(w, &[start, p(0.0, 0.4999), end]), end).contains("U2"));
        assert!(failed(|w| path(w, &[start, p(0.0, -0.8), end]), end).contains("U3 steps whose centre"));
        assert!(failed(|w| path(w, &[p(-1.0, 0.501), end]), end).contains("not whole"));
        assert!(failed(|w| path(w, &[start, p(1.0, 0.501)]), end).contains("not whole"));
        assert!(failed(|w| path(w, &[start, p(f64::NAN, 1.0), end]), end).contains("U1"));
        assert!(failed(|_| {}, p(0.0, 0.4)).contains("U2"));
        assert!(failed(|w| w.numbers(&[DVec3::INFINITY], [].into_iter()), end).contains("U1"));
        assert!(failed(|w| w.numbers(&[], [Vec3::Y * 1.001].into_iter()), end).contains("U1"));
        assert!(failed(|w| w.repeated(false), end).contains("U5"));
        // A step that ends inside a wall, which stands there.
        let wall = [[0.0, -1.0, -1.0], [0.0, 2.0, -1.0], [0.0, 2.0, 1.0], [0.0, -1.0, 1.0]];
        let wall = Judge::new(&wall, &[[0, 1, 2], [0, 2, 3]]);
        let stands = MeshPose { translation: [0.6, 0.0, 0.0], ..MeshPose::IDENTITY };
        let meshes = [MovingMesh::resting(&wall, &stands)];
        let (mut world, config) = (World::default(), CharacterConfig { gravity: 0.0, ..Default::default() });
        let _ = world.set_poses(&PoseSet::default());
        let (mut scratch, mut state) = (Scratch::default(), CharacterState::at(Vec3::ZERO));
        let mut step = |velocity: Vec3| {
            let input = CharacterInput { wish_velocity: velocity, ..Default::default() };
            let report = world.step_character(&mut scratch, &config, &mut state, &input, 1.0);
            (state, report, scratch.path().to_vec())
        };
        for (velocity, is_fault) in [(Vec3::ZERO, false), (Vec3::X * 0.5, true)] {
            let from = step(Vec3::ZERO).0.centre(&config);
            let (after, report, path) = step(velocity);
            let shape = config.posture(false);
            let why = failed(
                |w| w.ride(&shape, &meshes, (from, 1e-3), &config, (&after, &report), (&[], &path)),
                end,
            );
            assert_eq!(why.contains("among pieces"), is_fault, "{velocity}: {why}");
        }
    }

    #[test]
    fn a_step_that_is_too_long_is_found() {
        let walk = Walk::new("walk", Settings::of(Form::Capsule, 0.3, 1.8), [0.0; 3], 1.0);
        let gain = |length: f64| {
            let frame = |x: f64| Frame {
                feet: [x, 0.0, 0.0],
                wish: [6.0, 0.0, 0.0],
                ground: Ground::Grounded,
                ..Frame::default()
            };
            let frames = (0..60).map(|i| frame(length * f64::from(i))).collect();
            let course = Course { frames, rate: 60, ..Course::default() };
            let mut findings = Findings::default();
            no_speed_gain(&walk, &course, &mut findings);
            findings.why()
        };
        assert_eq!(gain(0.1), "");
        // A little in each step adds up.
        assert!(gain(0.100_02).starts_with("U4 distance"));
        assert!(gain(0.101).starts_with("U4 a step"));
    }
}
