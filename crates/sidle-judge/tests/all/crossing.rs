//! Crossings and rays: watertight internal edges, ends on the surface, and the grid compared with a
//! scan.

use crate::common::{Mesh, Random, add, along, sub};
use sidle_judge::{Judge, V};

fn sheet() -> Judge {
    let mut mesh = Mesh::default();
    mesh.sheet([-1.0, -1.0, 0.0], [2.0, 0.3, 0.1], [0.1, 2.0, -0.2], 7);
    mesh.judge()
}

#[test]
fn nothing_slips_through_a_seam() {
    let (judge, mut random) = (sheet(), Random(7));
    let corner = |i: usize, j: usize| {
        let on_u = along([-1.0, -1.0, 0.0], [2.0, 0.3, 0.1], i as f64 / 7.0);
        along(on_u, [0.1, 2.0, -0.2], j as f64 / 7.0).map(|x| f64::from(x as f32))
    };
    for _ in 0..20_000 {
        // Through a corner, or a point of an edge, inside the sheet.
        let (i, j) = (1 + random.below(5), 1 + random.below(5));
        let edge = sub(corner(i + 1, j), corner(i, j));
        let target = along(corner(i, j), edge, [0.0, random.unit()][random.below(2)]);
        let away: V = add(random.point(0.1), [0.0, 0.0, random.scale(0.3, 3.0)]);
        let (from, to) = (add(target, away), sub(target, away));
        assert!(judge.crosses(from, to) && judge.crosses(to, from), "{from:?} {to:?}");
        assert!(judge.ray(from, sub(to, from)).is_some());
    }
}

#[test]
fn ends_on_the_surface() {
    let mut mesh = Mesh::default();
    mesh.quad([-2.0, -2.0, 0.0], [2.0, -2.0, 0.0], [2.0, 2.0, 0.0], [-2.0, 2.0, 0.0]);
    let judge = mesh.judge();
    let (above, on, below) = ([0.3, 0.5, 1.0], [0.3, 0.2, 0.0], [0.3, 0.1, -1.0]);
    let other_on = [-0.4, 0.6, 0.0];
    assert!(judge.crosses(above, below) && judge.crosses(below, above));
    assert!(!judge.crosses(above, on) && !judge.crosses(on, below) && !judge.crosses(on, other_on));
    assert!(!judge.path_crosses(&[above, on, above]), "touches and goes back");
    assert!(judge.path_crosses(&[above, on, below]), "touches and goes through");
    assert!(judge.path_crosses(&[above, on, other_on, below]), "goes through after a way on the surface");
    assert!(!judge.path_crosses(&[above, on, other_on, above]));
    assert!(!judge.crosses([3.0, 0.0, 1.0], [3.0, 0.0, -1.0]), "passes beside");
    assert!(!judge.crosses([-9.0, 0.0, 0.0], [9.0, 0.0, 0.0]), "stays in the plane");
}

/// Each point of such a path asks on which sides the path enters and leaves the plane. A search
/// from each of them would take hours.
#[test]
fn a_long_path_on_the_surface() {
    let mut mesh = Mesh::default();
    mesh.quad([-2.0, -2.0, 0.0], [2.0, -2.0, 0.0], [2.0, 2.0, 0.0], [-2.0, 2.0, 0.0]);
    let judge = mesh.judge();
    let mut path = vec![[0.3, 0.5, 1.0]];
    path.extend((0..200_000).map(|i| [0.3 - f64::from(i) / 2e6, 0.25, 0.0]));
    assert!(!judge.path_crosses(&path));
    path.push([0.3, 0.5, 1.0]);
    assert!(!judge.path_crosses(&path), "leaves to the same side");
    *path.last_mut().unwrap() = [0.3, 0.5, -1.0];
    assert!(judge.path_crosses(&path), "leaves to the other side");
}

#[test]
fn rays_equal_a_scan_and_crossings_agree_with_rays() {
    let mut random = Random(8);
    let mesh = random.soup(400, 20.0, 3.0);
    let judge = mesh.judge();
    let alone: Vec<Judge> = mesh.triangles.iter().map(|t| Judge::new(&mesh.vertices, &[*t])).collect();
    let mut hits = 0;
    for _ in 0..400 {
        let (from, dir) = (random.point(30.0), random.point(1.0));
        let scan = alone.iter().filter_map(|j| j.ray(from, dir)).fold(f64::INFINITY, f64::min);
        let seen = judge.ray(from, dir);
        assert_eq!(seen.unwrap_or(f64::INFINITY), scan);
        let Some(distance) = seen else { continue };
        hits += 1;
        let size = crate::common::length(dir);
        let end = |share: f64| along(from, dir, share * distance / size);
        assert!(!judge.crosses(from, end(1.0 - 1e-6)));
        // Just beyond, unless the triangle has almost no sides.
        let beyond = end(1.0 + 1e-6);
        assert_eq!(judge.crosses(from, beyond), alone.iter().any(|j| j.crosses(from, beyond)));
    }
    assert!(hits > 100, "{hits}");
}
