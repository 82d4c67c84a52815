//! Generators of overlaps: pockets, grids of boxes, wedges, plates, slots and soups. Those of
//! overlaps that play makes are in `play.rs`.
//!
//! Everything is generated for a body of length 1 around the origin, then scaled, rotated and moved
//! as a whole.

use sidle::{DVec3, MoveConfig, Quat, QueryFilter, Shape, ShapeKind, Vec3, World};
use sidle_scenes::SplitMix64;

/// The kind of geometry around the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A small room: closed, with a hole in one wall, or open on one side.
    Pocket,
    /// A grid of boxes.
    Grid,
    /// Two or three large walls that meet.
    Wedge,
    /// A few finite plates that cross each other.
    Plates,
    /// Parallel finite plates.
    Slots,
    /// Triangles of all sizes at random places.
    Soup,
    /// A door or a lift that has closed on the body.
    Door,
    /// A spawn in a shared level.
    Spawn,
    /// A level that was edited around the body.
    Edit,
    /// A body that moving instances have crushed.
    Crush,
}

/// The kinds of built overlaps, in the order in which the cases cycle through them.
pub const KINDS: [Kind; 6] = [Kind::Pocket, Kind::Grid, Kind::Wedge, Kind::Plates, Kind::Slots, Kind::Soup];

impl Kind {
    /// Returns the kind of a case.
    #[must_use]
    pub fn of_case(case: u64) -> Self {
        KINDS[(case % KINDS.len() as u64) as usize]
    }
}

/// A level, a body, and a place where it overlaps the level.
#[derive(Clone, Debug)]
pub struct Overlap {
    /// Corners of the triangles, in metres.
    pub vertices: Vec<Vec3>,
    /// Indices of the two-sided triangles.
    pub triangles: Vec<[u32; 3]>,
    /// Shape of the body.
    pub shape: Shape,
    /// Centre of the body, in metres.
    pub start: DVec3,
    /// Skin of the body, in metres.
    pub skin: f32,
}

impl Overlap {
    /// Generates the case with this number; the kinds alternate.
    #[must_use]
    pub fn of_case(seed: u64, case: u64) -> Self {
        Self::new(Kind::of_case(case), SplitMix64::new(SplitMix64::new(seed).next_u64() ^ case).next_u64())
    }

    /// Generates an overlap of a kind; the same seed gives the same overlap.
    #[must_use]
    pub fn new(kind: Kind, seed: u64) -> Self {
        let mut rng = SplitMix64::new(seed);
        loop {
            let made = Maker::default().make(kind, &mut rng);
            let overlaps = |w: World| w.overlaps(&made.shape, made.start, &QueryFilter::ALL);
            if made.world().is_some_and(overlaps) {
                return made;
            }
        }
    }

    /// Builds the level; returns `None` if the library refuses it.
    #[must_use]
    pub fn world(&self) -> Option<World> {
        World::from_triangles(&self.vertices, &self.triangles).ok()
    }

    /// Returns the length of the body in metres.
    #[must_use]
    pub fn length(&self) -> f64 {
        match self.shape.kind() {
            ShapeKind::Point => 0.0,
            ShapeKind::Sphere { radius } => 2.0 * f64::from(radius),
            ShapeKind::Ellipsoid { radii } => 2.0 * f64::from(radii.max_element()),
            ShapeKind::Capsule { height, .. } => f64::from(height),
            other => unreachable!("unknown shape: {other:?}"),
        }
    }
}

/// Collects quads and triangles in body lengths.
#[derive(Default)]
pub(super) struct Maker {
    pub(super) corners: Vec<DVec3>,
}

/// Where body lengths are in the world.
pub(super) struct Frame {
    pub(super) axes: [DVec3; 3],
    pub(super) origin: DVec3,
    pub(super) length: f64,
}

impl Frame {
    /// Axis-aligned levels are the most common; rotated ones hide fewer errors.
    pub(super) fn new(rng: &mut SplitMix64) -> Self {
        let length = rng.magnitude(0.25, 4);
        let axes = if rng.below(3) == 0 { [DVec3::X, DVec3::Y, DVec3::Z] } else { frame(rng) };
        let far = [0.0, 3.0, 50.0][rng.below(3)];
        Self { axes, origin: vector(rng, far), length }
    }

    pub(super) fn turned(&self, p: DVec3) -> DVec3 {
        let [x, y, z] = self.axes;
        (x * p.x + y * p.y + z * p.z) * self.length
    }

    pub(super) fn place(&self, p: DVec3) -> DVec3 {
        self.origin + self.turned(p)
    }
}

pub(super) fn vector(rng: &mut SplitMix64, half: f64) -> DVec3 {
    DVec3::from_array([(); 3].map(|()| rng.range(-half, half)))
}

/// Returns a random rotation as three orthogonal unit vectors.
pub(super) fn frame(rng: &mut SplitMix64) -> [DVec3; 3] {
    let q = rotation(rng).as_dquat();
    [q * DVec3::X, q * DVec3::Y, q * DVec3::Z]
}

fn rotation(rng: &mut SplitMix64) -> Quat {
    loop {
        let q = Quat::from_array([(); 4].map(|()| rng.range(-1.0, 1.0) as f32));
        if (0.01..1.0).contains(&q.length_squared()) {
            return q.normalize();
        }
    }
}

/// Generates a ball, or a capsule or an ellipsoid with an axis ratio of up to 10:1. `half` is the
/// longest half length.
pub(super) fn body(rng: &mut SplitMix64, half: f64) -> Shape {
    match rng.below(3) {
        0 => return Shape::sphere(half as f32),
        1 => {
            let capsule = Shape::capsule((half / rng.range(1.0, 10.0)) as f32, 2.0 * half as f32);
            return if rng.below(3) == 0 { capsule } else { capsule.with_rotation(rotation(rng)) };
        }
        _ => {}
    }
    let mut radii = [half, half / rng.range(1.0, 10.0), half / rng.range(1.0, 10.0)];
    if rng.below(3) == 0 {
        radii[2] = radii[rng.below(2)];
    }
    radii.rotate_left(rng.below(3));
    let turn = if rng.below(4) == 0 { Quat::IDENTITY } else { rotation(rng) };
    Shape::ellipsoid(Vec3::from(radii.map(|r| r as f32))).with_rotation(turn)
}

impl Maker {
    fn make(mut self, kind: Kind, rng: &mut SplitMix64) -> Overlap {
        let start = self.build(kind, rng);
        let frame = Frame::new(rng);
        self.placed(rng, &frame, start)
    }

    /// Builds what surrounds the body, and returns a place for its centre.
    pub(super) fn build(&mut self, kind: Kind, rng: &mut SplitMix64) -> DVec3 {
        match kind {
            Kind::Pocket => self.pocket(rng),
            Kind::Grid => self.grid(rng),
            Kind::Wedge => self.wedge(rng),
            Kind::Plates => self.plates(rng),
            Kind::Slots => self.slots(rng),
            Kind::Soup | Kind::Door | Kind::Spawn | Kind::Edit | Kind::Crush => self.soup(rng),
        }
    }

    /// Returns a body at a place in a frame, among all that was built.
    pub(super) fn placed(&self, rng: &mut SplitMix64, frame: &Frame, start: DVec3) -> Overlap {
        let vertices: Vec<Vec3> = self.corners.iter().map(|&c| frame.place(c).as_vec3()).collect();
        let triangles = (0..vertices.len() as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let (shape, start) = (body(rng, 0.5 * frame.length), frame.place(start));
        Overlap { vertices, triangles, shape, start, skin: MoveConfig::default().skin_width }
    }

    fn quad(&mut self, origin: DVec3, u: DVec3, v: DVec3) {
        let [a, b, c, d] = [origin, origin + u, origin + u + v, origin + v];
        self.corners.extend([a, b, c, a, c, d]);
    }

    /// Adds a parallelogram with a given centre and half edges.
    pub(super) fn plate(&mut self, middle: DVec3, u: DVec3, v: DVec3) {
        self.quad(middle - u - v, u * 2.0, v * 2.0);
    }

    pub(super) fn solid(&mut self, middle: DVec3, half: [DVec3; 3]) {
        for k in 0..3 {
            let [n, u, v] = [half[k], half[(k + 1) % 3], half[(k + 2) % 3]];
            self.plate(middle + n, u, v);
            self.plate(middle - n, u, v);
        }
    }

    fn pocket(&mut self, rng: &mut SplitMix64) -> DVec3 {
        let size = [(); 3].map(|()| rng.range(0.1, 0.8));
        let half = [DVec3::X * size[0], DVec3::Y * size[1], DVec3::Z * size[2]];
        let odd = rng.below(6);
        for wall in 0..6 {
            let side = if wall < 3 { 1.0 } else { -1.0 };
            let [n, u, v] = [0, 1, 2].map(|i| half[(wall + i) % 3]);
            let middle = n * side;
            if wall != odd {
                self.plate(middle, u, v);
                continue;
            }
            match rng.below(8) {
                0 => self.plate(middle, u, v),
                1..=3 => {}
                _ => self.wall_with_hole(middle, (u, v), rng),
            }
        }
        if rng.below(3) == 0 {
            self.plate(-half[1] * rng.range(1.0, 2.0), DVec3::X * 9.0, DVec3::Z * 9.0);
        }
        [0, 1, 2].map(|k| half[k] * rng.range(-0.95, 0.95)).iter().sum()
    }

    /// Adds four quads around a rectangular hole.
    pub(super) fn wall_with_hole(&mut self, middle: DVec3, (u, v): (DVec3, DVec3), rng: &mut SplitMix64) {
        let mut span = || {
            let (width, at) = (rng.range(0.15, 0.9), rng.unit());
            let low = -1.0 + 2.0 * (1.0 - width) * at;
            (low, low + 2.0 * width)
        };
        let ((u0, u1), (v0, v1)) = (span(), span());
        let at = |a: f64, b: f64| middle + u * a + v * b;
        self.quad(at(-1.0, -1.0), u * (u0 + 1.0), v * 2.0);
        self.quad(at(u1, -1.0), u * (1.0 - u1), v * 2.0);
        self.quad(at(u0, -1.0), u * (u1 - u0), v * (v0 + 1.0));
        self.quad(at(u0, v1), u * (u1 - u0), v * (1.0 - v1));
    }

    fn grid(&mut self, rng: &mut SplitMix64) -> DVec3 {
        let counts = [(); 3].map(|()| 1 + rng.below(5));
        let (side, gap) = (rng.range(0.03, 0.3), rng.range(0.05, 0.5));
        let jitter = if rng.below(2) == 0 { 0.0 } else { 0.4 * gap };
        for i in 0..counts.iter().product::<usize>() {
            let cell = [i % counts[0], i / counts[0] % counts[1], i / (counts[0] * counts[1])];
            let at = [0, 1, 2].map(|k| (cell[k] as f64 - 0.5 * (counts[k] - 1) as f64) * (side + gap));
            let axes = if jitter > 0.0 { frame(rng) } else { [DVec3::X, DVec3::Y, DVec3::Z] };
            let middle = DVec3::from_array(at) + vector(rng, jitter);
            self.solid(middle, axes.map(|a| a * (0.5 * side)));
        }
        let half = counts.map(|c| 0.5 * c as f64 * (side + gap));
        DVec3::from_array(half.map(|h| rng.range(-h, h)))
    }

    fn wedge(&mut self, rng: &mut SplitMix64) -> DVec3 {
        let [along, a, _] = frame(rng);
        let half_angle = rng.range(0.05, 1.3);
        // Uses rational half-angle formulas, because sine and cosine differ between platforms.
        let t = 0.5 * half_angle;
        let (sin, cos) = (2.0 * t / (1.0 + t * t), (1.0 - t * t) / (1.0 + t * t));
        let b = along.cross(a);
        let size = rng.range(0.5, 6.0);
        for side in [-1.0, 1.0] {
            let wall = (a * cos + b * (sin * side)) * size;
            self.quad(along * -size, along * (2.0 * size), wall);
        }
        if rng.below(2) == 0 {
            let tilt = (along + vector(rng, 0.5)).normalize();
            let u = tilt.cross(b).normalize();
            self.plate(along * rng.range(-0.4, 0.4), u * size, tilt.cross(u) * size);
        }
        let depth = rng.range(0.02, 1.0);
        a * depth + b * (depth * sin / cos * rng.range(-0.9, 0.9)) + along * rng.range(-1.0, 1.0)
    }

    fn plates(&mut self, rng: &mut SplitMix64) -> DVec3 {
        let are_steep = rng.below(2) == 0;
        for _ in 0..2 + rng.below(4) {
            let [mut n, _, _] = frame(rng);
            if are_steep {
                n.y *= 0.2;
            }
            let u = n.cross(if n.y.abs() < 0.7 { DVec3::Y } else { DVec3::X }).normalize();
            let v = n.cross(u).normalize();
            let middle = vector(rng, 0.3);
            self.plate(middle, u * rng.range(0.3, 3.0), v * rng.range(0.3, 3.0));
        }
        vector(rng, 0.4)
    }

    fn slots(&mut self, rng: &mut SplitMix64) -> DVec3 {
        let [n, u, v] = frame(rng);
        let count = 2 + rng.below(4);
        let mut height = 0.0;
        let mut heights = Vec::new();
        for _ in 0..count {
            heights.push(height);
            let slip = vector(rng, 0.5);
            let tilt = n * rng.range(-0.05, 0.05);
            self.plate(n * height + slip, (u + tilt) * rng.range(0.3, 2.0), (v - tilt) * rng.range(0.3, 2.0));
            height += rng.range(0.1, 1.2);
        }
        let at = rng.range(-0.2, height);
        n * at + vector(rng, 0.5)
    }

    fn soup(&mut self, rng: &mut SplitMix64) -> DVec3 {
        let count = 10 + rng.below(190);
        let largest = rng.range(0.2, 1.5);
        let spread = rng.range(1.0, 2.5);
        for _ in 0..count {
            let a = vector(rng, spread);
            let size = rng.range(0.1, largest);
            self.corners.extend([a, a + vector(rng, size), a + vector(rng, size)]);
        }
        vector(rng, 0.5)
    }
}
