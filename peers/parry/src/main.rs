//! A plain loop on parry, as in many Rust games: cast the ball, move it to just before the hit,
//! project the remaining motion onto the plane.

use parry3d::math::{Pose, Vector};
use parry3d::query::{Ray, RayCast, ShapeCastHit, ShapeCastOptions, cast_shapes};
use parry3d::shape::{Ball, Capsule, Shape, TriMesh};
use peers_work::{Engine, Tall};

type P = [f32; 3];

/// Distance in metres that is kept before a surface, along its normal. With 1 mm, casts that start
/// in contact stop half of the walks.
const SKIN: f32 = 0.01;
/// Sine of the smallest angle at which the distance is kept. At a smaller angle the ball would move
/// back a long distance.
const STEEPEST: f32 = 0.1;
/// Maximum number of casts in one move.
const SLIDES: usize = 5;

struct Parry {
    mesh: TriMesh,
    up: P,
}

struct Walker {
    shape: Box<dyn Shape>,
    at: Vector,
}

impl Engine for Parry {
    const NAME: &'static str = "loop on parry";
    const PADDING: f32 = SKIN;

    fn version() -> String {
        "parry3d 0.31.1".into()
    }

    fn settings() -> String {
        "TriMesh without flags; up to 5 casts a move, 10 mm kept along the normal, the rest projected on the plane".into()
    }

    fn build(vertices: &[P], triangles: &[[u32; 3]], up: P) -> Self {
        let vertices = vertices.iter().map(|&v| v.into()).collect();
        Self { mesh: TriMesh::new(vertices, triangles.to_vec()).expect("a level has triangles"), up }
    }

    fn bytes(&self) -> Option<usize> {
        let mesh = &self.mesh;
        Some(mesh.vertices().len() * 12 + mesh.indices().len() * 12 + mesh.bvh().total_memory_size())
    }

    fn ray(&mut self, from: P, motion: P) -> Option<f32> {
        self.mesh.cast_local_ray(&Ray::new(from.into(), motion.into()), 1.0, false)
    }

    fn blocked(&mut self, from: P, motion: P) -> bool {
        self.mesh.intersects_local_ray(&Ray::new(from.into(), motion.into()), 1.0)
    }

    fn sphere_cast(&mut self, from: P, radius: f32, motion: P) -> Option<f32> {
        self.cast(&Ball::new(radius), from.into(), motion.into()).map(|hit| hit.time_of_impact)
    }

    fn capsule_cast(&mut self, from: P, capsule: peers_work::Capsule, motion: P) -> Option<f32> {
        let shape = upright(capsule, self.up);
        self.cast(&shape, from.into(), motion.into()).map(|hit| hit.time_of_impact)
    }

    type Walker = Walker;

    fn walker(&mut self, at: P, half: P, _: Tall) -> Walker {
        let shape: Box<dyn Shape> = match peers_work::Capsule::of(half, self.up) {
            Some(capsule) => Box::new(upright(capsule, self.up)),
            None => Box::new(Ball::new(half[0])),
        };
        Walker { shape, at: at.into() }
    }

    fn step(&mut self, walker: &mut Walker, motion: P, _dt: f32) -> P {
        let wish = Vector::from(motion);
        let mut left = wish;
        for _ in 0..SLIDES {
            if left.length_squared() < 1e-12 {
                break;
            }
            let Some(hit) = self.cast(&*walker.shape, walker.at, left) else {
                walker.at += left;
                break;
            };
            // The cast moves the mesh towards the walker: the first normal points from the mesh to
            // it.
            let (length, normal) = (left.length(), hit.normal1);
            let steep = (-left.dot(normal) / length).max(STEEPEST);
            let way = (hit.time_of_impact * length - SKIN / steep).max(0.0);
            walker.at += left * (way / length);
            left *= 1.0 - way / length;
            left -= normal * left.dot(normal).min(0.0);
            // Does not go back against the desired motion, because that oscillates in corners.
            if left.dot(wish) <= 0.0 {
                break;
            }
        }
        walker.at.into()
    }
}

impl Parry {
    fn cast(&self, shape: &dyn Shape, from: Vector, motion: Vector) -> Option<ShapeCastHit> {
        let options = ShapeCastOptions {
            max_time_of_impact: 1.0,
            target_distance: 0.0,
            stop_at_penetration: false,
            compute_impact_geometry_on_penetration: true,
        };
        let (here, there) = (Pose::IDENTITY, Pose::from_translation(from));
        cast_shapes(&here, Vector::ZERO, &self.mesh, &there, motion, shape, options).ok().flatten()
    }
}

fn upright(capsule: peers_work::Capsule, up: P) -> Capsule {
    let end = Vector::from(capsule.end(up));
    Capsule::new(-end, end, capsule.radius)
}

fn main() {
    peers_work::run::<Parry>();
}
