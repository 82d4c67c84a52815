//! Compares the contact filter with a naive reference implementation. A contact counts at a local
//! minimum of the distance to the whole mesh. The reference implementation tests every triangle of
//! the level, in plain f64, in its own space.

use glam::{DQuat, DVec3, Quat, Vec3};
use sidle_judge::closest_on_triangle;
use sidle_scenes::SplitMix64;

use super::Scratch;
use crate::geometry::Feature;
use crate::mesh::{MaterialId, WorldBuilder};
use crate::shape::space::Space;
use crate::shape::{Form, Shape};
use crate::world::{QueryFilter, Region, World};

type Triangle = [DVec3; 3];

/// Builds a ground of 6 by 6 cells of half a metre, of two to four triangles each. It is flat,
/// folded or rough. Some cells are repeated with the opposite side up, or cut so that corners lie
/// on the edges of neighbours. All numbers are multiples of 1/64, and folds follow the lines of the
/// grid. So points on an edge lie exactly on it.
fn ground(rng: &mut SplitMix64) -> Vec<[Vec3; 3]> {
    let kind = rng.below(4);
    let high: Vec<f32> = (0..49).map(|_| rng.below(33) as f32 / 64.0).collect();
    let slope = rng.below(65) as f32 / 64.0 - 0.5;
    let height = |i: usize, j: usize| match kind {
        0 => 0.0,
        1 => slope * (i as f32 - 3.0).abs(),
        2 => slope * i as f32,
        _ => high[i * 7 + j],
    };
    let at = |i: usize, j: usize| Vec3::new(i as f32 * 0.5 - 1.5, height(i, j), j as f32 * 0.5 - 1.5);
    let mut list = Vec::new();
    for (i, j) in (0..36).map(|c| (c / 6, c % 6)) {
        let [a, b, c, d] = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)];
        let kind = rng.below(5);
        match kind {
            0 => list.extend([[a, b, c], [a, c, d]]),
            1 => list.extend([[b, c, d], [b, d, a]]),
            // Three along one side: the middle of the side is a corner on the edge of the
            // neighbour.
            2 => {
                let m = (a + b) * 0.5;
                list.extend([[a, m, d], [m, c, d], [m, b, c]]);
            }
            3 => list.extend([[a, b, c], [a, c, d], [a, c, b], [a, c, d]]),
            // A degenerate triangle without area on an edge.
            _ => list.extend([[a, b, c], [a, c, d], [a, b, (a + b) * 0.5]]),
        }
    }
    // A wall that stands on a line of the grid.
    if rng.below(2) == 0 {
        let (a, b) = (Vec3::new(0.0, 0.0, -1.5), Vec3::new(0.0, 0.0, 1.5));
        list.extend([[a, b, b + Vec3::Y], [a, b + Vec3::Y, a + Vec3::Y]]);
    }
    list
}

/// Returns the nearest point of a triangle, and its distance.
fn nearest(t: &Triangle, x: DVec3) -> (DVec3, f64) {
    let p = DVec3::from(closest_on_triangle(x.to_array(), &t.map(|c| c.to_array())));
    (p, (p - x).length())
}

#[derive(Clone, Copy, PartialEq)]
enum Minimum {
    Yes,
    No,
    /// Within rounding of both.
    Unclear,
}

/// Decides if the point of triangle `i` nearest to `x` is a local minimum of the distance. It is
/// not if another triangle contains this point and has a nearer one.
fn is_minimum(all: &[Triangle], i: usize, x: DVec3) -> Minimum {
    let (p, distance) = nearest(&all[i], x);
    let mut is = Minimum::Yes;
    for (j, t) in all.iter().enumerate() {
        let (off, other) = (nearest(t, p).1, nearest(t, x).1);
        if j != i && off < 1e-9 && other < distance {
            let surely = off < 1e-14 && other < distance - 1e-11;
            is = if surely { return Minimum::No } else { Minimum::Unclear };
        }
    }
    is
}

fn world_of(triangles: &[[Vec3; 3]]) -> World {
    let mut builder = WorldBuilder::new();
    for t in triangles {
        builder.add_triangles(t, &[[0, 1, 2]], MaterialId(0));
    }
    builder.build().expect("finite")
}

#[test]
fn what_counts_is_what_is_a_local_minimum_of_the_distance_to_the_mesh() {
    let mut rng = SplitMix64::new(21);
    let (mut counted, mut aside, mut minima, mut unclear) = (0, 0, 0, 0);
    for case in 0..10_000 {
        let triangles = ground(&mut rng);
        let world = world_of(&triangles);
        let (skin, rotation) = (0.001, Quat::from_xyzw(0.2, 0.1, -0.4, 0.9));
        let radii = Vec3::new(0.3, 0.5, 0.2);
        let shape =
            [Shape::sphere(0.4), Shape::ellipsoid(radii), Shape::ellipsoid(radii).with_rotation(rotation)];
        let shape = &shape[case % 3];
        let space = Space::new(shape, DVec3::ZERO, skin).expect("a shape");
        // Maps to the space where the shape with its skin is a ball of radius k, independently of
        // the tested code.
        let (full, turn) = match shape.form() {
            Form::Ellipsoid { radii, rotation } => (radii.as_dvec3() + skin, rotation.as_dquat()),
            _ => (DVec3::splat(f64::from(0.4_f32) + skin), DQuat::IDENTITY),
        };
        let k = full.min_element();
        let map = |p: Vec3| (turn.normalize().inverse() * p.as_dvec3()) * k / full;
        let all: Vec<Triangle> = triangles.iter().map(|t| t.map(map)).collect();
        // A place inside the skin, by a thousandth to half of it: over a line of the grid, over a
        // corner, or anywhere.
        let line = |rng: &mut SplitMix64| rng.below(5) as f64 * 0.5 - 1.0;
        let (u, w) = (rng.range(-1.2, 1.2), rng.range(-1.2, 1.2));
        let (u, w) = [(line(&mut rng), w), (line(&mut rng), line(&mut rng)), (u, w), (u, w)][rng.below(4)];
        let above = DVec3::new(u + rng.range(-0.01, 0.01), rng.range(0.2, 1.5), w);
        let level = k - skin * [1e-3, 0.1, 0.5][rng.below(3)];
        let mut x = map(above.as_vec3());
        for _ in 0..30 {
            let least = all.iter().map(|t| nearest(t, x)).min_by(|a, b| a.1.total_cmp(&b.1)).expect("one");
            x += (x - least.0) / least.1 * (level - least.1);
        }
        let mut scratch = Scratch::default();
        let region = Region { center: space.world_from_unit(x), radius: 0.1 };
        world.gather(&space, &region, region.center, &QueryFilter::ALL, None, &mut scratch.candidates);
        scratch.find_contacts(&world, &space, x, 1.0 / 256.0, (0.0, 0.0));
        // A contact that counts must be a local minimum.
        for t in &scratch.contacts {
            let place = world.surface_of(scratch.candidates.get(t.candidate), Feature::Face).polygon.index();
            let is = is_minimum(&all, place, x);
            if t.counts && t.axis.feature != Feature::Face {
                assert!(is != Minimum::No, "case {case}: a seam counts, {:?} {t:?}", triangles[place]);
            }
            counted += i32::from(t.counts);
            aside += i32::from(!t.counts && is == Minimum::No);
            unclear += i32::from(is == Minimum::Unclear);
        }
        // Each minimum within the skin must share its normal with a contact that counts.
        for i in 0..all.len() {
            let (p, distance) = nearest(&all[i], x);
            if distance > k * (1.0 - 1e-9) || is_minimum(&all, i, x) != Minimum::Yes {
                continue;
            }
            minima += 1;
            let normal = (x - p) / distance;
            let known = |t: &super::MoverContact| t.counts && t.axis.normal.dot(normal) > 1.0 - 1e-11;
            assert!(
                scratch.contacts.iter().any(known),
                "case {case}: a minimum is left out, {:?}",
                triangles[i]
            );
        }
    }
    println!("{counted} touches count, {aside} seams are set aside, {minima} minima, {unclear} unclear");
    assert!(counted > 5_000 && aside > 2_000 && minima > 5_000 && unclear * 20 < minima);
}
