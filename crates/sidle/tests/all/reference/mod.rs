//! The reference implementation of the queries: f64, one triangle after the other, with the
//! simplest correct formula.
#![allow(dead_code, reason = "every test file uses a part of it")]

use glam::{DQuat, DVec3};
use sidle::{Feature, MaterialId, Quat, Shape, ShapeKind, Surface, Vec3, World, WorldVector};
use sidle_judge::closest_on_triangle;
use sidle_scenes::{Builder, Level, SplitMix64, generate};

use crate::common::world_of;

pub(crate) type Triangle = [DVec3; 3];

/// A level in the forms that the tests need.
pub(crate) struct Scene {
    pub(crate) level: Level,
    pub(crate) world: World,
    pub(crate) triangles: Vec<Triangle>,
}

impl Scene {
    pub(crate) fn new(level: Level) -> Self {
        let world = world_of(&level);
        let corner = |v: [f32; 3]| Vec3::from(v).as_dvec3();
        let triangles = (0..level.triangles.len()).map(|i| level.corners(i).map(corner)).collect();
        Self { level, world, triangles }
    }

    /// A place in the box of the level, or up to a metre beside it.
    pub(crate) fn place(&self, rng: &mut SplitMix64) -> Vec3 {
        let (low, high) = self.level.bounds();
        Vec3::from([0, 1, 2].map(|k| rng.range(f64::from(low[k]) - 1.0, f64::from(high[k]) + 1.0) as f32))
    }

    /// A place on a triangle: a corner, a point of an edge, or a point inside, depending on `kind`.
    pub(crate) fn target(&self, rng: &mut SplitMix64, kind: usize) -> Vec3 {
        let [a, b, c] = self.triangles[rng.below(self.triangles.len())];
        let (u, v) = (rng.unit(), rng.unit());
        let at = match kind % 3 {
            0 => a,
            1 => a + (b - a) * u,
            _ => a + (b - a) * (u * (1.0 - v)) + (c - a) * (u * v),
        };
        at.as_vec3()
    }

    /// Checks that a surface has the caller's numbers (`world_of` adds the materials after the
    /// default one).
    pub(crate) fn check_surface(&self, s: &Surface) {
        let i = s.polygon.index();
        let place = self.level.triangle_materials.get(i).copied().unwrap_or(0);
        assert_eq!((s.instance.index(), s.material), (0, MaterialId(place + 1)));
        assert_eq!(s.layer, self.level.material(i).layer);
    }

    /// Returns the distance of a point to the part of a triangle that a surface names.
    pub(crate) fn distance_to(&self, s: &Surface, point: impl WorldVector) -> f64 {
        let t = &self.triangles[s.polygon.index()];
        let p = point.to_dvec3();
        let corner = |i: u8| t[usize::from(i) % 3];
        match s.feature {
            Feature::Face => distance(t, p),
            Feature::Edge(i) => distance(&[corner(i), corner(i + 1), corner(i)], p),
            Feature::Corner(i) => (corner(i) - p).length(),
        }
    }
}

/// Small and large levels of every kind.
pub(crate) fn scenes() -> Vec<Scene> {
    let tangles = (1..=4).map(tangle);
    let levels = [generate::soup(3, 700), generate::hall(5, 1_500), generate::terrain(5, 900)];
    tangles.chain(levels).map(Scene::new).collect()
}

/// 90 triangles in a box of 4 m, in four materials on four layers: ordinary ones, fans, slivers,
/// needles, lines, points, duplicates and inverted duplicates.
pub(crate) fn tangle(seed: u64) -> Level {
    let mut rng = SplitMix64::new(seed);
    let mut b = Builder::new();
    let mut before: Vec<Triangle> = Vec::new();
    for i in 0..90 {
        b.material((i % 4) as u16);
        let at = random(&mut rng, 2.0) + 2.0;
        let (u, v) = (random(&mut rng, 1.0), random(&mut rng, 1.0));
        let last = before.last().copied().unwrap_or([at, at + u, at + v]);
        let t = match rng.below(12) {
            0..=4 => [at, at + u, at + v],
            5 | 6 => [last[1], last[0], last[0] + v],
            7 => [at, at + u * 2.0, at + u * rng.range(-0.5, 2.5) + v * rng.magnitude(1e-7, 12)],
            8 => [at, at + u, at + u * rng.range(-1.0, 2.0)],
            9 => [at, at + u * rng.range(0.0, 0.1), at],
            10 => [last[0], last[2], last[1]],
            _ => last,
        };
        let [p, q, r] = t.map(|p| p.to_array());
        b.triangle(p, q, r);
        before.push(t);
    }
    let material = |layer| sidle_scenes::Surface { layer, ..Default::default() };
    b.finish("tangle", &[0, 3, 7, 31].map(material))
}

/// A vector in a cube of half size `s`.
pub(crate) fn random(rng: &mut SplitMix64, s: f64) -> DVec3 {
    DVec3::new(rng.range(-s, s), rng.range(-s, s), rng.range(-s, s))
}

/// A ball, an upright ellipsoid or a rotated one, of 5 cm to 1.3 m.
pub(crate) fn random_shape(rng: &mut SplitMix64) -> Shape {
    let mut r = || rng.magnitude(0.05, 4) as f32;
    let (radius, radii) = (r(), Vec3::new(r(), r(), r()));
    let turn = random(rng, 1.0).as_vec3();
    match rng.below(3) {
        0 => Shape::sphere(radius),
        1 => Shape::ellipsoid(radii),
        _ => Shape::ellipsoid(radii).with_rotation(Quat::from_xyzw(turn.x, turn.y, turn.z, 0.4)),
    }
}

pub(crate) fn nearest(t: &Triangle, p: DVec3) -> DVec3 {
    DVec3::from_array(closest_on_triangle(p.to_array(), &t.map(|c| c.to_array())))
}

pub(crate) fn distance(t: &Triangle, p: DVec3) -> f64 {
    (nearest(t, p) - p).length()
}

/// The crossing of a segment and a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Crossing {
    No,
    /// Within 10 nm of its perimeter, along its plane, or without a plane: both answers are right.
    Unclear,
    At(f64),
}

pub(crate) fn crossing(t: &Triangle, from: DVec3, motion: DVec3) -> Crossing {
    let [a, b, c] = *t;
    let longest = (b - a).length().max((c - b).length()).max((a - c).length());
    let area = (b - a).cross(c - a);
    let n = area.normalize_or_zero();
    let speed = n.dot(motion);
    // The normal of such a flat triangle has too few digits left for 50 m.
    if area.length() <= 1e-8 * longest * longest || speed.abs() <= 1e-6 * motion.length() {
        return Crossing::Unclear;
    }
    let s = n.dot(a - from) / speed;
    let p = from + motion * s;
    let inside = [(a, b), (b, c), (c, a)]
        .map(|(p0, p1)| n.cross((p1 - p0).normalize()).dot(p - p0))
        .into_iter()
        .fold(f64::INFINITY, f64::min);
    let early = s.min(1.0 - s);
    if inside < -1e-8 || early < -1e-9 {
        Crossing::No
    } else if inside > 1e-8 && early > 1e-9 {
        Crossing::At(s)
    } else {
        Crossing::Unclear
    }
}

/// A shape as the unit ball of its own space.
pub(crate) struct Unit {
    turn: DQuat,
    pub(crate) radii: DVec3,
}

impl Unit {
    pub(crate) fn of(shape: &Shape) -> Self {
        match shape.kind() {
            ShapeKind::Point => panic!("a point is no ball"),
            ShapeKind::Sphere { radius } => {
                Self { turn: DQuat::IDENTITY, radii: DVec3::splat(radius.into()) }
            }
            ShapeKind::Ellipsoid { radii } => {
                Self { turn: shape.rotation().as_dquat().normalize().inverse(), radii: radii.as_dvec3() }
            }
            other => unreachable!("unknown shape: {other:?}"),
        }
    }

    pub(crate) fn vector(&self, v: DVec3) -> DVec3 {
        (self.turn * v) / self.radii
    }

    pub(crate) fn triangle(&self, t: &Triangle, at: DVec3) -> Triangle {
        t.map(|c| self.vector(c - at))
    }

    /// Returns the distance of the shape to a triangle in the space of the shape: the distance of
    /// the centre less 1.
    pub(crate) fn gap(&self, t: &Triangle, at: DVec3) -> f64 {
        distance(&self.triangle(t, at), DVec3::ZERO) - 1.0
    }

    /// Returns the same in metres: along the normal of the plane that separates the two in the
    /// space of the ball.
    pub(crate) fn metres(&self, t: &Triangle, at: DVec3) -> f64 {
        let near = nearest(&self.triangle(t, at), DVec3::ZERO);
        let slope = (near / near.length()) / self.radii;
        (near.length() - 1.0) / slope.length()
    }

    /// Returns the least gap along the path. The distance to a triangle is convex along a line, so
    /// ternary search finds its minimum.
    pub(crate) fn least_gap(&self, t: &Triangle, from: DVec3, motion: DVec3) -> f64 {
        let t = self.triangle(t, from);
        let d = self.vector(motion);
        let out_of_reach = (0..3).any(|k| {
            let (low, high) = (d[k].min(0.0) - 1.0, d[k].max(0.0) + 1.0);
            t.iter().all(|c| c[k] > high) || t.iter().all(|c| c[k] < low)
        });
        if out_of_reach {
            return f64::INFINITY;
        }
        let gap = |s: f64| distance(&t, d * s) - 1.0;
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..70 {
            let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            (low, high) = if gap(a) < gap(b) { (low, b) } else { (a, high) };
        }
        gap(0.0).min(gap(1.0)).min(gap(low))
    }

    /// Returns the rate at which the gap closes per unit of the motion.
    pub(crate) fn closing(&self, t: &Triangle, at: DVec3, motion: DVec3) -> f64 {
        nearest(&self.triangle(t, at), DVec3::ZERO).normalize_or_zero().dot(self.vector(motion))
    }
}
