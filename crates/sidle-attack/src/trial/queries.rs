//! Grazing queries: both indexes must give bit-identical results for the same world.

use sidle::{ClosestPoint, Contact, DVec3, Hit, IndexKind, QueryFilter, Shape, Surface, Vec3, World};

use super::{Failure, Tally};
use crate::adversarial::aim;
use crate::adversarial::body::{self, from_touch_to_centre, size_of};
use crate::adversarial::number::{across, direction, gap, nudged, place};
use crate::adversarial::scene::{Scene, scene};
use crate::random::Rng;

/// Number of queries of each kind in one scene.
const QUERIES: usize = 12;

/// A query to a world.
#[derive(Clone, Debug)]
struct Query {
    shape: Shape,
    from: DVec3,
    motion: Vec3,
    margin: f32,
}

/// All results of a world for one query.
#[derive(Clone, Debug, PartialEq)]
struct Answers {
    ray: Option<Hit>,
    is_blocked: bool,
    cast: Option<Hit>,
    all: Vec<Hit>,
    overlaps: bool,
    closest: Option<ClosestPoint>,
    contacts: Vec<Contact>,
    in_box: Vec<Surface>,
}

impl Answers {
    fn of(world: &World, q: &Query, filter: &QueryFilter) -> Self {
        let (mut all, mut contacts, mut in_box) = (Vec::new(), Vec::new(), Vec::new());
        world.cast_shape_all(&q.shape, q.from, q.motion, filter, &mut all);
        world.contacts(&q.shape, q.from, q.margin, filter, &mut contacts);
        let end = q.from + q.motion.as_dvec3();
        world.polygons_in_box(q.from.min(end), q.from.max(end), filter, &mut in_box);
        Self {
            ray: world.cast_ray(q.from, q.motion, filter),
            is_blocked: world.is_blocked(q.from, q.from + q.motion.as_dvec3(), filter),
            cast: world.cast_shape(&q.shape, q.from, q.motion, filter),
            all,
            overlaps: world.overlaps(&q.shape, q.from, filter),
            closest: world.closest_point(q.from, q.margin * 100.0, filter),
            contacts,
            in_box,
        }
    }
}

/// Runs some queries in a scene with both indexes.
///
/// # Errors
/// The first result that depends on the index or on earlier queries.
pub fn queries(rng: &mut Rng, tally: &mut Tally) -> Result<(), Failure> {
    tally.cases += 1;
    let shape = body::shape(rng);
    let scene = scene(rng, size_of(&shape));
    let failed = |what: String| Failure { what, fault: None, replay: None };
    let build =
        |kind| scene.build(kind).map_err(|error| failed(format!("cannot be built, {error}: {scene:?}")));
    let (bvh, octree) = (build(IndexKind::Bvh)?, build(IndexKind::Octree)?);
    let filters = [scene.filter(&bvh), scene.filter(&octree)];
    let mut segments = Vec::new();
    for _ in 0..QUERIES {
        let query = query(rng, &shape, &scene);
        let (a, b) = (Answers::of(&bvh, &query, &filters[0]), Answers::of(&octree, &query, &filters[1]));
        if a != b {
            return Err(failed(format!("the indexes differ in {query:?}:\n{a:?}\n{b:?}\n{scene:?}")));
        }
        segments.push((query.from, query.from + query.motion.as_dvec3()));
        tally.queries += 8;
    }
    let mut many = Vec::new();
    bvh.are_blocked(&segments, &filters[0], &mut many);
    let single: Vec<bool> = segments.iter().map(|s| octree.is_blocked(s.0, s.1, &filters[1])).collect();
    if many != single {
        return Err(failed(format!("are_blocked differs: {segments:?}: {many:?}, {single:?} in {scene:?}")));
    }
    Ok(())
}

/// Generates a query through, along or just past a point of the surface, with a ray or with the
/// shape in contact.
fn query(rng: &mut Rng, shape: &Shape, scene: &Scene) -> Query {
    let mark = aim::mark(rng, &scene.polygons);
    let other = aim::mark(rng, &scene.polygons);
    let size = f64::from(size_of(shape));
    let d = match rng.weighted(&[4, 3, 3, 2]) {
        0 => direction(rng),
        // From one point of the surface to another, through vertices and along edges.
        1 => (other.point - mark.point).try_normalize().unwrap_or(DVec3::X),
        2 => mark.along,
        _ => -mark.normal,
    };
    let aside = match rng.below(3) {
        0 => DVec3::ZERO,
        // From the side, at the distance of a contact.
        1 => {
            let n = across(rng, d);
            let slack = f64::from(rng.pick(&[0.0_f32, 1e-8, 3e-8, 1e-7, 2e-7, -1e-7]));
            from_touch_to_centre(shape, n) * (1.0 + slack)
        }
        _ => mark.normal * (size + f64::from(gap(rng, 1e-3, size as f32))),
    };
    let before = f64::from(rng.pick(&[1.0_f32, 0.1, 0.0, 30.0, 1e3, 1e5])) * (1.0 + f64::from(rng.unit()));
    let after = f64::from(rng.pick(&[1.0_f32, 0.0, 2.0, 1e3, 1e5]));
    let at = mark.point + aside;
    let from = nudged(rng, (at - d * before).as_vec3());
    let motion = if rng.chance(10) { place(rng) } else { (at + d * after - from.as_dvec3()).as_vec3() };
    Query { shape: shape.clone(), from: from.as_dvec3(), motion, margin: gap(rng, 1e-3, size as f32).abs() }
}
