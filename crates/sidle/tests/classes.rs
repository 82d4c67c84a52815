//! Eight classes of sweeps that break published methods, each with its own kind of trouble: slivers, grazing, far origins,
//! huge and tiny triangles. One triangle, one move; the judge decides.

mod common;

use common::{body_of, wide};
use sidle::{MoveConfig, Quat, QueryFilter, Response, Scratch, Shape, StopReason, Vec3, World};
use sidle_judge::{Judge, V};
use sidle_scenes::SplitMix64;

const SWEEPS: usize = 12_500;

struct Case {
    triangle: [Vec3; 3],
    radius: f32,
    from: Vec3,
    motion: Vec3,
}

struct Dice(SplitMix64);

impl Dice {
    fn in_cube(&mut self, half: f64) -> V {
        [(); 3].map(|()| self.0.range(-half, half))
    }

    fn direction(&mut self) -> V {
        loop {
            let v = self.in_cube(1.0);
            let l = length(v);
            if l > 0.1 && l < 1.0 {
                return scale(v, 1.0 / l);
            }
        }
    }

    /// Uniform in the logarithm.
    fn log(&mut self, low: f64, high: f64) -> f64 {
        low * (high / low).powf(self.0.unit())
    }

    fn triangle(&mut self, half: f64) -> [V; 3] {
        [(); 3].map(|()| self.in_cube(half))
    }

    fn inside(&mut self, t: &[V; 3]) -> V {
        let (mut u, mut v) = (self.0.unit(), self.0.unit());
        if u + v > 1.0 {
            (u, v) = (1.0 - u, 1.0 - v);
        }
        add(t[0], add(scale(sub(t[1], t[0]), u), scale(sub(t[2], t[0]), v)))
    }

    /// From a random place towards a point of the triangle, off by up to `off`.
    fn aimed(&mut self, t: &[V; 3], centre: f64, off: f64, lengths: (f64, f64)) -> (V, V) {
        let from = add(t[0], self.in_cube(centre));
        let target = add(self.inside(t), scale(self.direction(), off * self.0.unit()));
        (from, scale(sub(target, from), self.0.range(lengths.0, lengths.1)))
    }

    fn case(&mut self, class: usize) -> Case {
        let generic = (0.2, 2.0);
        let (triangle, radius, (from, motion)) = match class {
            1 => {
                let (t, r) = (self.triangle(3.0), self.log(0.2, 2.0));
                let way = self.grazing(&t, r);
                (t, r, way)
            }
            2 => {
                let (a, e) = (self.in_cube(3.0), scale(self.direction(), self.log(0.5, 20.0)));
                let third =
                    add(scale(e, self.0.range(-0.2, 1.2)), scale(self.direction(), self.log(1e-6, 1e-2)));
                let t = [a, add(a, e), add(a, third)];
                let r = self.log(0.2, 2.0);
                (t, r, self.aimed(&t, 6.0, r, generic))
            }
            3 => {
                let size = self.log(300.0, 1e4);
                let (t, r) = (self.triangle(size), self.log(0.02, 0.3));
                let target = self.inside(&t);
                let from = add(target, scale(self.direction(), self.log(0.3, 3.0)));
                (t, r, (from, scale(sub(target, from), self.0.range(0.2, 2.0))))
            }
            4 => {
                let far = scale(self.direction(), self.log(1e3, 1e5));
                let (t, r) = (self.triangle(3.0).map(|v| add(v, far)), self.log(0.2, 2.0));
                (t, r, self.aimed(&t, 6.0, 1.2 * r, generic))
            }
            5 => {
                let (t, r) = (self.triangle(3.0), self.log(0.1, 1.0));
                let from = add(t[0], scale(self.direction(), self.log(100.0, 3000.0)));
                let target = add(self.inside(&t), scale(self.direction(), r * self.0.unit()));
                (t, r, (from, scale(sub(target, from), self.0.range(0.9, 1.5))))
            }
            6 => {
                let size = self.log(0.3, 30.0);
                let (t, r) = (self.triangle(size), self.log(0.2, 2.0));
                let n = unit(cross(sub(t[1], t[0]), sub(t[2], t[0])));
                let from = add(self.inside(&t), scale(n, r + self.log(1e-6, 1e-2)));
                let along = unit(cross(n, self.direction()));
                (t, r, (from, sub(scale(along, self.log(0.01, 3.0)), scale(n, self.log(1e-6, 1.0)))))
            }
            7 => {
                let size = self.log(1e-4, 1e-2);
                let (t, r) = (self.triangle(size), self.log(0.2, 2.0));
                (t, r, self.aimed(&t, 6.0, r, generic))
            }
            _ => {
                let (t, r) = (self.triangle(3.0), self.log(0.2, 2.0));
                (t, r, self.aimed(&t, 6.0, 1.2 * r, generic))
            }
        };
        let narrow = |v: V| Vec3::from(v.map(|c| c as f32));
        Case {
            triangle: triangle.map(narrow),
            radius: radius as f32,
            from: narrow(from),
            motion: narrow(motion),
        }
    }

    /// Past a corner or a point of an edge, a hair nearer or farther than the radius.
    fn grazing(&mut self, t: &[V; 3], r: f64) -> (V, V) {
        let i = self.0.below(3);
        let e = sub(t[(i + 1) % 3], t[i]);
        let point = add(t[i], scale(e, if self.0.unit() < 0.5 { 0.0 } else { self.0.unit() }));
        let across = unit(cross(e, self.direction()));
        let off = r * (1.0 + (if self.0.unit() < 0.5 { 1.0 } else { -1.0 }) * self.log(1e-8, 1e-2));
        let motion = scale(unit(cross(e, across)), self.0.range(1.0, 8.0));
        (sub(add(point, scale(across, off)), scale(motion, 0.5)), motion)
    }
}

fn add(a: V, b: V) -> V {
    std::array::from_fn(|i| a[i] + b[i])
}
fn sub(a: V, b: V) -> V {
    std::array::from_fn(|i| a[i] - b[i])
}
fn scale(a: V, s: f64) -> V {
    a.map(|c| c * s)
}
fn cross(a: V, b: V) -> V {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
fn length(a: V) -> f64 {
    a.iter().map(|c| c * c).sum::<f64>().sqrt()
}
fn unit(a: V) -> V {
    let l = length(a);
    if l > 0.0 { scale(a, 1.0 / l) } else { [0.0, 1.0, 0.0] }
}

/// Runs one class, with the ball or an ellipsoid of its size, and returns how many sweeps hit.
fn judge_class(class: usize, ellipsoids: bool) -> usize {
    let mut dice = Dice(SplitMix64::new(class as u64 + 1));
    let mut scratch = Scratch::default();
    let (mut hits, mut judged) = (0, 0);
    for i in 0..SWEEPS {
        let c = dice.case(class);
        let shape = if ellipsoids {
            let ratio = dice.log(1.0, 20.0) as f32;
            let turn = dice.direction().map(|x| x as f32);
            let radii = Vec3::new(c.radius, c.radius / ratio, c.radius / ratio.sqrt());
            Shape::oriented_ellipsoid(radii, Quat::from_xyzw(turn[0], turn[1], turn[2], 0.4))
        } else {
            Shape::sphere(c.radius)
        };
        let Ok(world) = World::from_triangles(&c.triangle, &[[0, 1, 2]]) else {
            panic!("class {class}, {i}")
        };
        let judge = Judge::new(&c.triangle.map(|v| v.to_array()), &[[0, 1, 2]]);
        let body = body_of(&shape);
        let start = judge.clearance(&body, wide(c.from), 1e9).gap;
        if start < 0.0 {
            continue;
        }
        judged += 1;
        let hit = world.cast_shape(&shape, c.from, c.motion, &QueryFilter::ALL);
        for (response, tag) in [(Response::Stop, "stop"), (Response::Steer, "steer")] {
            let config = MoveConfig { response, record_path: true, ..MoveConfig::default() };
            let end = world.move_and_slide(&mut scratch, &shape, c.from, c.motion, &config);
            let what = format!(
                "class {class}, {i}, {tag}: {shape:?} from {} by {}, {:?}",
                c.from, c.motion, c.triangle
            );
            let gap = judge.clearance(&body, wide(end.position), 1e9).gap;
            assert!(gap >= 0.0, "{what}: ends {gap} m deep, {end:?}");
            // Path corners are stored as f32. From a start that all but touches there is no skin to take that up.
            let stored = c.from.abs().max_element() + c.motion.length();
            let storing = if start < 0.5 * f64::from(end.skin) { f64::from(stored) * 1.04e-7 } else { 0.0 };
            for piece in scratch.path().windows(2) {
                let gap = judge.path_clearance(&body, wide(piece[0]), wide(piece[1]), 1e9).gap;
                assert!(gap >= -storing, "{what}: {gap} m deep on the way");
            }
            if end.reason == StopReason::Blocked {
                let skins = gap / f64::from(end.skin);
                assert!(skins <= 1.2, "{what}: stops {skins} skins away");
                hits += 1;
            }
            assert_ne!(end.reason, StopReason::IterationLimit, "{what}");
        }
        let free = hit.map_or(1.0, |h| f64::from(h.fraction));
        let stop = add(wide(c.from), scale(wide(c.motion), free));
        // The judge's own rounding, over the lengths that enter it.
        let size = c.triangle.iter().fold(0.0, |s: f32, v| s.max(v.abs().max_element()));
        let deep = judge.path_clearance(&body, wide(c.from), stop, 1e9).gap;
        assert!(deep >= -1e-13 * f64::from(size), "class {class}, {i}: the cast is late by {deep}");
    }
    assert!(judged > SWEEPS / 4, "class {class}: only {judged} sweeps were free at the start");
    hits
}

#[test]
fn n07_balls_keep_out_in_every_class() {
    let hits: Vec<usize> = (0..8).map(|class| judge_class(class, false)).collect();
    assert!(hits.iter().all(|&h| h > SWEEPS / 100), "hits by class: {hits:?}");
}

#[test]
fn n12_ellipsoids_to_one_in_twenty_keep_out_in_every_class() {
    let hits: Vec<usize> = (0..8).map(|class| judge_class(class, true)).collect();
    assert!(hits.iter().all(|&h| h > SWEEPS / 100), "hits by class: {hits:?}");
}
