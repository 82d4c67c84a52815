use sidle_scenes::SplitMix64;

use super::*;

/// Reference implementation: integrates x' = v - (v . n) n on the ellipse, by Runge-Kutta in theta
/// with tiny steps, in the plane x, y.
fn integrate(a: f64, b: f64, th0: f64, v: DVec3, time: f64) -> DVec3 {
    let rate = |th: f64| {
        (b * v.y * th.cos() - a * v.x * th.sin()) / (a * a * th.sin().powi(2) + b * b * th.cos().powi(2))
    };
    let steps = 20_000;
    let h = time / f64::from(steps);
    let mut th = th0;
    for _ in 0..steps {
        let k1 = rate(th);
        let k2 = rate(th + 0.5 * h * k1);
        let k3 = rate(th + 0.5 * h * k2);
        let k4 = rate(th + h * k3);
        th += h * (k1 + 2.0 * k2 + 2.0 * k3 + k4) / 6.0;
    }
    DVec3::new(a * (th.cos() - th0.cos()), b * (th.sin() - th0.sin()), v.z * time)
}

#[test]
fn arcs_follow_the_differential_equation() {
    for (a, b) in [(1.0, 1.0), (0.4, 0.9), (3.0, 0.2)] {
        for (th0, v) in [
            (2.5, DVec3::new(1.0, -0.1, 0.3)),
            (1.9, DVec3::new(2.0, -1.0, -1.0)),
            (0.6, DVec3::new(-1.0, -0.2, 0.0)),
            (-2.4, DVec3::new(0.5, 0.1, 0.0)),
        ] {
            let n = DVec3::new(f64::cos(th0) / a, f64::sin(th0) / b, 0.0).normalize();
            let support = DMat3::from_diagonal(DVec3::new(a * a, b * b, 7.0));
            let arc = Arc::new(&support, n, DVec3::Z, v).expect("v presses");
            let mut t = 0.0;
            for time in [1e-4, 0.01, 0.2] {
                let chord = arc.chord(time, &arc.furthest(1e9));
                let expected = integrate(a, b, th0, v, chord.time);
                assert!(
                    (chord.delta - expected).length() < 1e-9,
                    "{a} {b} {th0} {time}: {chord:?} {expected}"
                );
                assert!(chord.time > t && chord.time <= time);
                t = chord.time;
            }
        }
    }
}

#[test]
fn a_ball_leaves_the_edge_where_the_closed_form_says() {
    // algorithms 3.2: t_leave = (R / m) ln tan(psi0 / 2).
    let (r, m, psi0) = (3.001_f64, 5.0, 2.2_f64);
    let n = DVec3::new(psi0.cos(), psi0.sin(), 0.0);
    let arc = Arc::new(&DMat3::from_diagonal(DVec3::splat(r * r)), n, DVec3::Z, DVec3::X * m).unwrap();
    let (mut t, mut x) = (0.0, DVec3::ZERO);
    let whole = arc.chord(1e9, &arc.furthest(1e9));
    let mut here = n;
    while let Some(arc) = Arc::new(&DMat3::from_diagonal(DVec3::splat(r * r)), here, DVec3::Z, DVec3::X * m) {
        let chord = arc.chord(1e9, &arc.furthest(1e-4));
        (t, x, here) = (t + chord.time, x + chord.delta, chord.normal);
    }
    let leave = r / m * (psi0 / 2.0).tan().ln();
    assert!((whole.time - leave).abs() < 1e-12 || whole.time < leave);
    assert!((t - leave).abs() < 1e-9, "{t} {leave}");
    assert!((x - (DVec3::Y - n) * r).length() < 1e-9, "{x}");
}

/// Reference implementation of an arc beside a face. Integrates along the crease of the face's
/// plane and the tangent plane of y . Q y = 1 at the centre, by Runge-Kutta with tiny steps.
fn integrate_crease(quadric: &DMat3, n: DVec3, arm: DVec3, v: DVec3, time: f64) -> DVec3 {
    let rate = |x: DVec3| {
        let crease = n.cross(quadric.mul_vec3(x)).normalize();
        crease * crease.dot(v)
    };
    let steps = 2000;
    let h = time / f64::from(steps);
    let mut x = arm;
    for _ in 0..steps {
        let k1 = rate(x);
        let k2 = rate(x + k1 * (0.5 * h));
        let k3 = rate(x + k2 * (0.5 * h));
        let k4 = rate(x + k3 * h);
        x += (k1 + k2 * 2.0 + k3 * 2.0 + k4) * (h / 6.0);
    }
    x - arm
}

/// Balls and rotated ellipsoids up to 1:10, over edges and corners.
#[test]
fn arcs_beside_a_face_follow_its_crease() {
    let mut rng = SplitMix64::new(11);
    let (mut arcs, mut worst, mut ended) = ([0; 2], 0.0_f64, 0);
    for case in 0..4000 {
        let mut vector = || DVec3::from([0; 3].map(|_| rng.range(-0.5, 0.5)));
        let (n, edge, v) = (vector().normalize(), vector().normalize(), vector());
        let (x, y) = (vector().normalize(), vector());
        let y = (y - x * x.dot(y)).normalize();
        let axes = DMat3::from_cols(x, y, x.cross(y));
        let mut radii = DVec3::splat(0.4);
        if case % 3 > 0 {
            radii *= (vector() * 2.0).abs().max(DVec3::splat(0.1));
        }
        let of_axes = |d: DVec3| axes * DMat3::from_diagonal(d) * axes.transpose();
        let is_corner = case % 4 == 0;
        let towards = vector().cross(edge).normalize();
        let quadric = if is_corner {
            of_axes((radii * radii).recip())
        } else {
            tube(&of_axes(radii * radii), edge, towards).expect("a tube")
        };
        let size = |x: DVec3| x.dot(quadric.mul_vec3(x)).sqrt();
        let arm = towards / size(towards);
        let Some(mut arc) = Arc::beside_face(&quadric, n, arm, v) else { continue };
        let sagitta = [1e9, 2.5e-4][case % 2];
        let whole = arc.chord(1e9, &arc.furthest(sagitta));
        let chord = arc.chord(0.6 * whole.time, &arc.furthest(sagitta));
        let pressed = n.cross(quadric.mul_vec3(arm)).normalize().dot(v).abs();
        if !(1e-3..10.0).contains(&whole.time) || pressed < 0.01 {
            continue; // Almost head-on or almost leaving: the time depends on the last bit of the start.
        }
        let expected = integrate_crease(&quadric, n, arm, v, chord.time);
        worst = worst.max((chord.delta - expected).length());
        arcs[usize::from(is_corner)] += 1;
        // The centre stays above the face and on the quadric. No point of the arc is further from
        // the chord than the sagitta.
        assert!(chord.delta.dot(n).abs() < 1e-12 && (size(arm + chord.delta) - 1.0).abs() < 1e-11);
        let along = whole.delta.normalize_or_zero();
        for i in 1..20 {
            let p = arc.chord(whole.time * f64::from(i) / 20.0, &arc.furthest(sagitta)).delta;
            assert!((p - along * p.dot(along)).length() <= sagitta * (1.0 + 1e-9) + 1e-12);
        }
        arc.end_on_face(quadric.mul_vec3(arm + chord.delta).normalize());
        let last = arc.chord(1e9, &arc.furthest(1e9));
        let past = PAST_THE_BOUNDARY * if arc.a > arc.b { arc.a } else { arc.b };
        ended += usize::from((last.delta - chord.delta).length() < 1.001 * past + 1e-9);
    }
    println!("{arcs:?} arcs, {ended} end on a face; off by {worst:e}");
    assert!(arcs[0] > 500 && arcs[1] > 200 && ended == arcs[0] + arcs[1] && worst < 1e-8);
    let across = DVec3::new(0.0, 0.3, 0.2);
    let tube = tube(&DMat3::IDENTITY, DVec3::X, across).expect("a tube");
    assert!(Arc::beside_face(&tube, DVec3::Y, across, DVec3::new(1.0, -1.0, -0.1)).is_none(), "straight on");
}

#[test]
fn head_on_and_pulling_away_are_no_arcs() {
    let ball = DMat3::IDENTITY;
    assert!(Arc::new(&ball, DVec3::X, DVec3::Z, DVec3::NEG_X).is_none());
    assert!(Arc::new(&ball, DVec3::X, DVec3::Z, DVec3::new(0.5, 1.0, 0.0)).is_none());
    assert!(Arc::new(&ball, DVec3::X, DVec3::Z, DVec3::Z).is_none());
}

/// Returns the centre, the normal and the radius of curvature where the normal is at angle `f` from
/// `t1`. Uses the support function of the section across the edge.
fn section(s: &DMat3, [t1, t2]: [DVec3; 2], f: f64) -> (DVec3, DVec3, f64) {
    let (n, across) = (t1 * f.cos() + t2 * f.sin(), t2 * f.cos() - t1 * f.sin());
    let sn = s.mul_vec3(n);
    let reach = n.dot(sn).sqrt();
    let (s11, s12, s22) = (n.dot(sn), across.dot(sn), across.dot(s.mul_vec3(across)));
    ((t1 * t1.dot(sn) + t2 * t2.dot(sn)) / reach, n, (s11 * s22 - s12 * s12) / (reach * reach * reach))
}

/// Returns the integral of the radius of curvature over the speed along the path, which is the
/// time. Uses Gaussian quadrature in 600 panels.
fn time_between(s: &DMat3, axes: [DVec3; 2], v: DVec3, from: f64, to: f64) -> f64 {
    let nodes = [(0.0, 128.0 / 225.0), (0.538_469_310_105_683_1, 0.478_628_670_499_366_47)];
    let outer = (0.906_179_845_938_664, 0.236_926_885_056_189_1);
    let half = 0.5 * (to - from) / 600.0;
    let rate = |f: f64| {
        let (_, n, bend) = section(s, axes, f);
        bend / v.dot(axes[1] * n.dot(axes[0]) - axes[0] * n.dot(axes[1]))
    };
    let panel = |i: i32| {
        let middle = from + half * f64::from(2 * i + 1);
        let pair = |(x, w): (f64, f64)| w * (rate(middle - half * x) + rate(middle + half * x));
        half * (nodes[0].1 * rate(middle) + pair(nodes[1]) + pair(outer))
    };
    (0..600).map(panel).sum()
}

/// Tests rotated ellipsoids up to 1:100 with any edge and any desired velocity. The check runs in
/// reverse: from the end of each chord to its time.
#[test]
fn chords_of_turned_ellipsoids_take_the_time_that_the_integral_says() {
    let mut state = 5_u64;
    let mut unit = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    let (mut arcs, mut whole, mut worst_time, mut worst_place) = (0, 0, 0.0f64, 0.0f64);
    for _ in 0..20_000 {
        let mut vector = || DVec3::new(unit() - 0.5, unit() - 0.5, unit() - 0.5);
        let (x, y) = (vector().normalize(), vector());
        let y = (y - x * x.dot(y)).normalize();
        let (edge, v) = (vector().normalize(), vector());
        let n = (vector() * 2.0).cross(edge).normalize();
        let radii = DVec3::new(1.0, 10f64.powf(-2.0 * unit()), 10f64.powf(-2.0 * unit()));
        let axes = DMat3::from_cols(x, y, x.cross(y));
        let support = axes * DMat3::from_diagonal(radii * radii) * axes.transpose();
        let plane = [n, edge.cross(n)];
        let Some(arc) = Arc::new(&support, n, edge, v) else { continue };
        if v.dot(plane[1]).abs() < 0.01 {
            continue; // Almost head-on: the time depends on the last bit of the start.
        }
        let sagitta = 10f64.powf(-4.0 * unit());
        let chord = arc.chord(3.0 * unit(), &arc.furthest(sagitta));
        let end = chord.normal.dot(plane[1]).atan2(chord.normal.dot(plane[0]));
        let (here, there) = (section(&support, plane, 0.0).0, section(&support, plane, end).0);
        let place = there - here + edge * (v.dot(edge) * chord.time);
        worst_place = worst_place.max((place - chord.delta).length());
        let time = time_between(&support, plane, v, 0.0, end);
        worst_time = worst_time.max((time - chord.time).abs() / (1.0 + chord.time));
        assert!(chord.normal.dot(v) <= 1e-9, "the edge is left at the latest where v is along it");
        // No point of the arc is further from the chord than the sagitta.
        let along = (there - here).normalize_or_zero();
        for i in 1..40 {
            let p = section(&support, plane, end * f64::from(i) / 40.0).0 - here;
            assert!((p - along * p.dot(along)).length() <= sagitta * (1.0 + 1e-9) + 1e-12);
        }
        arcs += 1;
        whole += i32::from(chord.normal.dot(v).abs() < 1e-9);
    }
    println!("{arcs} chords, {whole} to the end: places off by {worst_place:e}, times by {worst_time:e}");
    assert!(arcs > 5_000 && whole > 100 && worst_place < 1e-9 && worst_time < 1e-8);
}
