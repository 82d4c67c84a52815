//! The points of a chart at which the light of its texels is sampled.

use super::charts::Chart;
use sidle_cli::level::Level;

/// Maximum distance from the chart, in texels, at which a texel affects interpolation.
const USED: f32 = 1.5;

/// Returns the sample point of each texel of a chart, row by row, in texels. It is the point of the
/// chart nearest to the centre of the texel, at least `inset` texels inside the triangle, or in the
/// middle of a smaller one. Samples therefore never lie beyond a boundary edge or in a wall on it.
/// NaN for unused texels.
pub(crate) fn places(level: &Level, chart: &Chart, inset: f32) -> Vec<[f32; 2]> {
    let [width, height] = chart.size.map(|n| n as usize);
    let mut best = vec![(f32::INFINITY, [f32::NAN; 2]); width * height];
    for &triangle in &chart.triangles {
        let corners = level.corners(triangle).map(|c| chart.flat(c));
        let shrunk = shrink(corners, inset);
        let range = |k: usize, size: usize| {
            let all = corners.map(|c| c[k]);
            let low = all.into_iter().fold(f32::INFINITY, f32::min) - USED - 0.5;
            let high = all.into_iter().fold(f32::NEG_INFINITY, f32::max) + USED - 0.5;
            low.ceil().max(0.0) as usize..((high.floor() + 1.0).max(0.0) as usize).min(size)
        };
        for j in range(1, height) {
            for i in range(0, width) {
                let middle = [i as f32 + 0.5, j as f32 + 0.5];
                let near = nearest(shrunk, middle);
                let away = distance(near, middle);
                let slot = &mut best[j * width + i];
                if away < slot.0 && away <= USED + inset {
                    *slot = (away, near);
                }
            }
        }
    }
    best.into_iter().map(|b| b.1).collect()
}

fn sub(a: [f32; 2], b: [f32; 2]) -> [f32; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn distance(a: [f32; 2], b: [f32; 2]) -> f32 {
    let [x, y] = sub(a, b);
    (x * x + y * y).sqrt()
}

/// Returns the triangle with its sides moved inwards, about its incentre. Returns the incentre if
/// nothing remains.
fn shrink(corners: [[f32; 2]; 3], inset: f32) -> [[f32; 2]; 3] {
    let [a, b, c] = corners;
    let sides = [distance(b, c), distance(c, a), distance(a, b)];
    let around = sides[0] + sides[1] + sides[2];
    if around == 0.0 {
        return corners;
    }
    let middle = [0, 1].map(|k| (a[k] * sides[0] + b[k] * sides[1] + c[k] * sides[2]) / around);
    let (u, v) = (sub(b, a), sub(c, a));
    let radius = (u[0] * v[1] - u[1] * v[0]).abs() / around;
    let keep = if radius > inset { 1.0 - inset / radius } else { 0.0 };
    corners.map(|c| [0, 1].map(|k| middle[k] + (c[k] - middle[k]) * keep))
}

fn nearest(corners: [[f32; 2]; 3], p: [f32; 2]) -> [f32; 2] {
    let [a, b, c] = corners;
    let edges = [[a, b], [b, c], [c, a]];
    let turns = edges.map(|[from, to]| {
        let (e, w) = (sub(to, from), sub(p, from));
        e[0] * w[1] - e[1] * w[0]
    });
    if turns.iter().all(|&t| t >= 0.0) && turns.iter().any(|&t| t > 0.0)
        || turns.iter().all(|&t| t <= 0.0) && turns.iter().any(|&t| t < 0.0)
    {
        return p;
    }
    let on_edges = edges.map(|[from, to]| {
        let (e, w) = (sub(to, from), sub(p, from));
        let square = e[0] * e[0] + e[1] * e[1];
        let t = if square > 0.0 { ((e[0] * w[0] + e[1] * w[1]) / square).clamp(0.0, 1.0) } else { 0.0 };
        [from[0] + e[0] * t, from[1] + e[1] * t]
    });
    let [first, rest @ ..] = on_edges;
    rest.into_iter().fold(first, |best, next| if distance(next, p) < distance(best, p) { next } else { best })
}

#[cfg(test)]
mod tests {
    use super::{USED, distance, nearest, places};
    use crate::bake::charts::Charts;
    use sidle_scenes::{Builder, SplitMix64};

    #[test]
    fn m14_the_nearest_point_is_in_the_triangle_and_nothing_in_it_is_nearer() {
        let mut rng = SplitMix64::new(2);
        for _ in 0..500 {
            let mut v = || [rng.range(-3.0, 3.0) as f32, rng.range(-3.0, 3.0) as f32];
            let (t, p) = ([v(), v(), v()], v());
            let near = nearest(t, p);
            let mut least = f32::INFINITY;
            for i in 0..=40_u8 {
                for j in 0..=(40 - i) {
                    let (a, b) = (f32::from(i) / 40.0, f32::from(j) / 40.0);
                    let q = [0, 1].map(|k| t[0][k] * (1.0 - a - b) + t[1][k] * a + t[2][k] * b);
                    least = least.min(distance(q, p));
                }
            }
            // The tried points of the triangle are at most a 40th of an edge apart.
            assert!(distance(near, p) <= least + 1e-5 && distance(near, p) >= least - 0.25, "{t:?} {p:?}");
        }
    }

    #[test]
    fn m14_texels_look_at_their_middle_or_at_the_nearest_place_inside() {
        let mut builder = Builder::new();
        builder.quad([0.0, 0.0, 0.0], [0.0, 0.0, 2.0], [3.0, 0.0, 2.0], [1.0, 0.0, 0.0]);
        let level = crate::level::level_of_scene(&builder.finish("quad", &[]));
        let charts = Charts::new(&level, 0.1, 1e-4);
        let chart = &charts.list[0];
        let (inset, width) = (0.02, chart.size[0] as usize);
        let places = places(&level, chart, inset);
        let (mut exact, mut moved, mut unused) = (0, 0, 0);
        for (i, &place) in places.iter().enumerate() {
            let middle = [(i % width) as f32 + 0.5, (i / width) as f32 + 0.5];
            let all = (0..2).map(|t| nearest(level.corners(t).map(|c| chart.flat(c)), middle));
            let true_distance = all.map(|q| distance(q, middle)).fold(f32::INFINITY, f32::min);
            if place[0].is_nan() {
                unused += 1;
                assert!(true_distance > USED - 0.1, "{middle:?} is {true_distance} away and unused");
                continue;
            }
            let rim = true_distance == 0.0 && place == middle;
            (exact, moved) = (exact + usize::from(rim), moved + usize::from(!rim));
            assert!(distance(place, middle) <= true_distance + 4.0 * inset, "{middle:?} {place:?}");
            // A step of `inset` in any direction stays inside, except across the diagonal.
            let world = chart.place(place);
            let slack = 1e-4;
            assert!(world.x > 0.0 && world.z > 0.0 && world.z < 2.0 && world.x < 1.0 + world.z + slack);
        }
        assert!(exact > 380 && moved > 60 && unused > 100, "{exact} {moved} {unused}");
    }
}
