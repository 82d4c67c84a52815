//! Measures rays, lines of sight and casts near surfaces, short ones (0.02 to 0.5 m) and long ones
//! (2 to 20 m), and the build and memory of the world that answers them.
//!
//! `cargo bench -p sidle-bench --bench queries [-- NAME..]`. Runs on generated levels, and on the
//! shared real ones if they are present. For each block of queries the fastest of several runs
//! counts. The hash covers every bit of the answers. The times of two builds can be compared only
//! if their hashes are equal.

use std::time::Instant;

use sidle::{DVec3, Hit, QueryFilter, Shape, Vec3, World};
use sidle_bench::{SHARED, shared_mesh};
use sidle_scenes::{Level, SplitMix64, generate};

const QUERIES: usize = 20_000;
const RUNS: usize = 7;
const BLOCKS: usize = 8;
const NAMES: [&str; BLOCKS] =
    ["ray", "ray 20m", "blocked", "blocked 20m", "sphere", "sphere 20m", "ellips.", "ellips. 20m"];
const ALL: QueryFilter = QueryFilter::ALL;

/// A name, and the function that makes the level.
type Generated = (&'static str, fn() -> Level);

fn main() {
    print!("{:<18} {:>9} {:>9} {:>6}", "level, ns", "triangles", "build ms", "B/tri");
    NAMES.iter().for_each(|name| print!(" {name:>11}"));
    println!(" {:>16}", "hash");
    let names: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|n| name.contains(n.as_str()));
    let generated: [Generated; 3] = [
        ("hall", || generate::hall(1, 20_000)),
        ("terrain", || generate::terrain(2, 100_000)),
        ("soup", || generate::soup(3, 20_000)),
    ];
    for (_, make) in generated.into_iter().filter(|g| is_wanted(g.0)) {
        let level = make();
        row(&level);
        if level.name.contains("hall") {
            shadows(&level);
        }
    }
    let (mut logs, mut levels) = ([0.0; BLOCKS], 0.0);
    for name in SHARED.into_iter().filter(|name| is_wanted(name)) {
        let Some(level) = shared_mesh(name) else {
            println!("{name:<18} skipped: the shared levels are not here");
            continue;
        };
        levels += 1.0;
        logs.iter_mut().zip(row(&level)).for_each(|(sum, ns)| *sum += ns.ln());
    }
    if levels > 0.0 {
        print!("{:<45}", "geometric means, shared");
        logs.iter().for_each(|log| print!(" {:>11.0}", (log / levels).exp()));
        println!();
    }
}

fn built(level: &Level) -> (f64, World) {
    let vertices: Vec<Vec3> = level.vertices.iter().map(|&v| v.into()).collect();
    let (ns, world) = fastest(|| World::from_triangles(&vertices, &level.triangles));
    (ns / 1e6, world.expect("the levels are valid"))
}

/// Returns the least time of several runs in nanoseconds, and the answer of the last run.
fn fastest<T>(mut run: impl FnMut() -> T) -> (f64, T) {
    let (mut least, mut answer) = (f64::INFINITY, None);
    for _ in 0..RUNS {
        let start = Instant::now();
        let new = run();
        least = least.min(start.elapsed().as_secs_f64() * 1e9);
        answer = Some(new);
    }
    (least, answer.expect("a run"))
}

/// Prints the cost of the queries of a level, and returns it.
fn row(level: &Level) -> [f64; BLOCKS] {
    let (ms, world) = built(level);
    let bytes = world.memory_bytes() as f64 / level.triangles.len() as f64;
    print!("{:<18} {:>9} {ms:>9.1} {bytes:>6.1}", level.name, level.triangles.len());
    let samples = samples(level, &world);
    let (ball, body) = (Shape::sphere(0.4), Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4)));
    let mut hash = Hash(0xCBF2_9CE4_8422_2325);
    let blocks: [&dyn Fn(Vec3, Vec3) -> Option<Hit>; 3] = [
        &|from, motion| world.cast_ray(from, motion, &ALL),
        &|from, motion| world.cast_shape(&ball, from, motion, &ALL),
        &|from, motion| world.cast_shape(&body, from, motion, &ALL),
    ];
    let times = [0, 1, 2, 3, 4, 5, 6, 7].map(|block| {
        let ways: Vec<(Vec3, Vec3)> = samples.iter().map(|s| (s.0, s.1[block % 2])).collect();
        let ns = if block / 2 == 1 {
            let see = |way: &(Vec3, Vec3)| world.is_blocked(way.0, way.0 + way.1, &ALL);
            let (ns, seen) = fastest(|| ways.iter().map(see).collect::<Vec<_>>());
            seen.iter().for_each(|&b| hash.add(u32::from(b)));
            ns
        } else {
            let cast = blocks[block.saturating_sub(2) / 2];
            let (ns, hits) = fastest(|| ways.iter().map(|w| cast(w.0, w.1)).collect::<Vec<_>>());
            hits.iter().for_each(|hit| hash.add_hit(hit.as_ref()));
            ns
        };
        let ns = ns / ways.len() as f64;
        print!(" {ns:>11.0}");
        ns
    });
    println!(" {:016x}", hash.0);
    times
}

/// Returns starts that are free for the sphere, up to 1.2 m beside a triangle, with a short and a
/// long motion each. Half of the triangles are chosen at random, the others by area.
fn samples(level: &Level, world: &World) -> Vec<(Vec3, [Vec3; 2])> {
    let mut rng = SplitMix64::new(0x0A11);
    let mut running = Vec::with_capacity(level.triangles.len());
    let mut area = 0.0;
    for t in 0..level.triangles.len() {
        let [a, b, c] = level.corners(t).map(Vec3::from);
        area += f64::from((b - a).cross(c - a).length());
        running.push(area);
    }
    let mut samples = Vec::new();
    for attempt in 0..200 * QUERIES {
        let t = if attempt % 2 == 0 {
            rng.below(running.len())
        } else {
            let sought = rng.range(0.0, area);
            running.partition_point(|&a| a < sought).min(running.len() - 1)
        };
        let [a, b, c] = level.corners(t).map(Vec3::from);
        let (u, v) = (rng.unit() as f32, rng.unit() as f32);
        let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
        let at = a + (b - a) * u + (c - a) * v + direction(&mut rng) * rng.range(0.41, 1.2) as f32;
        if world.overlaps(&Shape::sphere(0.401), at, &ALL) {
            continue;
        }
        let way = direction(&mut rng);
        samples
            .push((at, [(0.02, 0.5), (2.0, 20.0)].map(|(least, most)| way * rng.range(least, most) as f32)));
        if samples.len() == QUERIES {
            break;
        }
    }
    samples
}

fn direction(rng: &mut SplitMix64) -> Vec3 {
    loop {
        let d = Vec3::from([(); 3].map(|()| rng.range(-1.0, 1.0) as f32));
        if (0.01..1.0).contains(&d.length_squared()) {
            return d.normalize();
        }
    }
}

/// Casts shadow rays from rows of floor places, 5 cm apart, to the first spawn: one by one, and in
/// one call.
fn shadows(level: &Level) {
    let (_, world) = built(level);
    let light = Vec3::from(level.spawns[0]).as_dvec3();
    let row =
        |&p: &[f32; 3]| (0..100_u8).map(move |i| (Vec3::from(p) + Vec3::X * 0.05 * f32::from(i)).as_dvec3());
    let rays: Vec<(DVec3, DVec3)> =
        level.spawns.iter().flat_map(row).take(10_000).map(|p| (p, light)).collect();
    let (single, one_by_one) =
        fastest(|| rays.iter().map(|r| world.is_blocked(r.0, r.1, &ALL)).collect::<Vec<_>>());
    let mut blocked = Vec::new();
    let (bulk, ()) = fastest(|| world.are_blocked(&rays, &ALL, &mut blocked));
    assert_eq!(one_by_one, blocked);
    let each = rays.len() as f64;
    println!("{:<18} shadow rays: {:.0} one by one, {:.0} in bulk", level.name, single / each, bulk / each);
}

/// FNV-1a over words.
struct Hash(u64);

impl Hash {
    fn add(&mut self, word: u32) {
        self.0 = (self.0 ^ u64::from(word)).wrapping_mul(0x0000_0100_0000_01B3);
    }

    fn add_hit(&mut self, hit: Option<&Hit>) {
        let Some(hit) = hit else { return self.add(u32::MAX) };
        self.add((hit.fraction as f32).to_bits());
        let point = hit.point.as_vec3().to_array();
        point.into_iter().chain(hit.normal.to_array()).for_each(|x| self.add(x.to_bits()));
        self.add(hit.surface.polygon.index() as u32);
    }
}
