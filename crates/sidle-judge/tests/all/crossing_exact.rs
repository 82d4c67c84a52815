//! Difficult cases for a judge of crossings: triangles without sides, paths through edges and
//! corners and along faces, and triangles that the grid could miss.

use crate::common::exact_checks::f32_born;
use crate::common::{Mesh, Random, add, along, sub};
use sidle_judge::{Body, Judge, V, exact};

/// Vertical paths beside vertical triangles of zero area. In f64 the volumes on both sides are
/// rounding errors of either sign, and seen along the path all corners are one point. Before
/// crossings were decided exactly, 22,206 of these 100,000 paths were false alarms, as were 4 of
/// 178,000 moves of a crowd.
#[test]
fn nothing_goes_through_a_line() {
    let mut random = Random(11);
    let mut alarms = 0;
    for _ in 0..100_000 {
        let foot = f32_born(random.point(10.0));
        let mut up = || f32_born([foot[0], foot[1], random.between(-8.0, 8.0)]);
        let mut mesh = Mesh::default();
        mesh.triangle(up(), up(), up());
        // Two tiny triangles far away, so that the path is inside the bounds of the level.
        mesh.triangle([-20.0; 3], [-20.0; 3], [-20.0; 3]);
        mesh.triangle([20.0; 3], [20.0; 3], [20.0; 3]);
        let beside = add(foot, random.point(1.0));
        let mut up = || [beside[0], beside[1], random.between(-8.0, 8.0)];
        alarms += u32::from(mesh.judge().path_crosses(&[up(), up(), up()]));
    }
    assert_eq!(alarms, 0);
}

/// The surface of a heap of unit cubes, two triangles per face. `filled` selects the cells of 4 x 4
/// x 4.
fn heap(filled: impl Fn([i32; 3]) -> bool, scale: f64) -> Judge {
    let mut mesh = Mesh::default();
    for cell in (0..64).map(|i| [i % 4, i / 4 % 4, i / 16]) {
        for (axis, step) in (0..3).flat_map(|axis| [(axis, 1), (axis, -1)]) {
            let mut other = cell;
            other[axis] += step;
            if !filled(cell) || filled(other) {
                continue;
            }
            let mut corner = cell.map(f64::from);
            corner[axis] += f64::from(step.max(0));
            let (mut u, mut v) = ([0.0; 3], [0.0; 3]);
            (u[(axis + 1) % 3], v[(axis + 2) % 3]) = (scale, scale);
            let corner = corner.map(|x| x * scale);
            mesh.quad(corner, add(corner, u), add(add(corner, u), v), add(corner, v));
        }
    }
    mesh.judge()
}

/// A path from a filled cell to an empty one crosses the surface, even if its corners lie on
/// corners, edges and faces, and parts of it run along the surface.
#[test]
fn no_way_out_of_a_closed_surface() {
    let mut random = Random(12);
    let (mut ways, mut bends) = (0, 0);
    for _ in 0..500 {
        let cells: Vec<bool> = (0..64).map(|_| random.below(2) == 0).collect();
        let filled = |c: [i32; 3]| {
            c.iter().all(|x| (0..4).contains(x)) && cells[(c[0] + 4 * c[1] + 16 * c[2]) as usize]
        };
        let scale = [1.0, 2f64.powi(-20), 2f64.powi(20), 0.375][random.below(4)];
        let judge = heap(filled, scale);
        for _ in 0..100 {
            let mut middle = || [0; 3].map(|_| random.below(6) as i32 - 1);
            let (inside, outside) = (middle(), middle());
            if !filled(inside) || filled(outside) {
                continue;
            }
            let mut path = vec![inside.map(|x| f64::from(x) + 0.5)];
            for _ in 0..random.below(6) {
                // A lattice point, or a half one; often next to the last, so that paths run along
                // edges and faces.
                let last = path[path.len() - 1];
                let halves = [1.0, 0.5][random.below(2)];
                let near = [4.0, 1.0, 0.5][random.below(3)];
                path.push([0, 1, 2].map(|k| {
                    ((last[k] + random.between(-near, near)) / halves).round().clamp(-2.0, 10.0) * halves
                }));
                bends += 1;
            }
            path.push(outside.map(|x| f64::from(x) + 0.5));
            let path: Vec<V> = path.iter().map(|p| p.map(|x| x * scale)).collect();
            assert!(judge.path_crosses(&path), "{path:?}");
            let back: Vec<V> = path.iter().rev().copied().collect();
            assert!(judge.path_crosses(&back), "{back:?}");
            ways += 2;
        }
    }
    println!("{ways} ways out and in with {bends} bends, none unseen");
    assert!(ways > 10_000);
}

/// Paths inside one cell, up to its faces and along them, are not crossings.
#[test]
fn touching_from_inside_is_no_crossing() {
    let mut random = Random(13);
    let judge = heap(|c| c == [1, 1, 1], 1.0);
    for _ in 0..20_000 {
        let path: Vec<V> = (0..2 + random.below(5))
            .map(|_| [0; 3].map(|_| [1.0, 2.0, 1.25, 1.5, 1.0 + random.unit()][random.below(5)]))
            .collect();
        assert!(!judge.path_crosses(&path), "{path:?}");
    }
}

/// Compares the whole judge with an exact test of every triangle: random triangles with slivers and
/// zero areas, near and far, huge and tiny, and paths aimed at corners and edges.
#[test]
fn the_grid_hides_no_crossing() {
    let mut random = Random(14);
    let (mut crossed, mut asked) = (0, 0);
    for round in 0..200 {
        let size = [1.0, 1e-3, 1e3, 1e6][round % 4];
        let shift = random.point([0.0, 1e4, 1e7][round % 3]);
        let mut mesh = Mesh::default();
        for _ in 0..60 {
            let middle = random.point(8.0);
            let [a, b, c] = random.triangle(middle, 3.0).map(|v| add(v.map(|x| x * size), shift));
            mesh.triangle(a, b, c);
        }
        let triangles: Vec<[V; 3]> =
            mesh.triangles.iter().map(|t| t.map(|i| mesh.vertices[i as usize].map(f64::from))).collect();
        let judge = mesh.judge();
        for _ in 0..300 {
            let mut at = || add(random.point(9.0).map(|x| x * size), shift);
            let (mut from, mut to) = (at(), at());
            let [a, b, c] = triangles[random.below(60)];
            let target = [a, along(a, sub(b, a), 0.5), along(c, sub(b, c), random.unit())][random.below(3)];
            match random.below(4) {
                0 => to = sub(add(target, target), from),
                1 => from = target,
                2 => (from, to) = (f32_born(from), f32_born(to)),
                _ => {}
            }
            let brute = triangles.iter().any(|t| exact::crosses(from, to, t));
            assert_eq!(judge.crosses(from, to), brute, "{from:?} {to:?}");
            crossed += u32::from(brute);
            asked += 1;
        }
    }
    println!("{asked} ways, {crossed} of them through a triangle");
    assert!(crossed > 10_000 && asked - crossed > 10_000);
}

/// Needles and lines whose f64 normal is rounding error: the grid must keep them in every cell that
/// they pass.
#[test]
fn the_grid_hides_no_needle() {
    let mut random = Random(15);
    let mut touched = 0;
    for round in 0..400 {
        let shift = random.point([0.0, 1e3, 1e6][round % 3]);
        let mut mesh = Mesh::default();
        for _ in 0..200 {
            let a = add(random.point(30.0), shift);
            let way = random.point(40.0);
            let size = [0.0, 1e-7, 1e-5][random.below(3)];
            let stray = random.point(size);
            mesh.triangle(a, add(a, way), add(along(a, way, random.between(-0.5, 1.5)), stray));
        }
        let judge = mesh.judge();
        for _ in 0..100 {
            // Beside a random place of a random needle.
            let t = mesh.triangles[random.below(200)].map(|i| mesh.vertices[i as usize].map(f64::from));
            let at = add(along(t[0], sub(t[1], t[0]), random.unit()), random.point(0.3));
            let body = Body::Sphere { radius: 0.4 };
            let (seen, brute) = (judge.clearance(&body, at, 1.0), judge.clearance_brute(&body, at, 1.0));
            assert_eq!(seen, brute);
            assert_eq!(judge.decide(&body, at).free, brute.gap >= 0.0);
            touched += u32::from(brute.gap < 0.0);
        }
    }
    println!("{touched} of 40000 places touch a needle");
    assert!(touched > 10_000);
}
