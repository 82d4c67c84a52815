//! The variants in which a scene runs.

use sidle_scenes::SplitMix64;
use sidle_scenes::catalogue::{Refinement, Scene, Variant};

const RATES: [u32; 3] = [30, 60, 1000];
const ALL_RATES: [u32; 7] = [20, 30, 60, 120, 240, 360, 1000];
const YAWS: [f64; 4] = [0.0, 17.0, 45.0, 90.0];
const OFFSETS: [f64; 2] = [0.0, 1e3];

/// Returns the variants of a usual run: the scene as it is at every usual rate, and a pairwise
/// sample.
pub(super) fn usual(scene: &Scene) -> Vec<Variant> {
    let base = Variant { form: scene.forms[0], is_thorough: true, ..Variant::default() };
    let mut variants: Vec<Variant> = RATES.into_iter().map(|rate| Variant { rate, ..base }).collect();
    variants.extend(pairwise(scene));
    variants
}

/// Returns every variant.
pub(super) fn product(scene: &Scene) -> Vec<Variant> {
    let sizes = [scene.forms.len(), YAWS.len(), OFFSETS.len(), Refinement::ALL.len(), ALL_RATES.len()];
    let count: usize = sizes.iter().product();
    (0..count)
        .map(|mut i| {
            let levels = sizes.map(|size| {
                let level = i % size;
                i /= size;
                level
            });
            Variant { is_thorough: true, ..variant(scene, levels, &ALL_RATES) }
        })
        .collect()
}

fn variant(scene: &Scene, [form, yaw, offset, refinement, rate]: [usize; 5], rates: &[u32]) -> Variant {
    Variant {
        form: scene.forms[form],
        yaw: YAWS[yaw],
        offset: OFFSETS[offset],
        refinement: Refinement::ALL[refinement],
        rate: rates[rate],
        is_thorough: false,
    }
}

/// Returns a sample in which every pair of values of two factors occurs. Of many random variants,
/// the one with most new pairs is taken next. The seed is the name of the scene.
fn pairwise(scene: &Scene) -> Vec<Variant> {
    let sizes = [scene.forms.len(), YAWS.len(), OFFSETS.len(), Refinement::ALL.len(), RATES.len()];
    let seed = scene.id.bytes().fold(0_u64, |seed, byte| seed * 256 + u64::from(byte));
    let mut random = SplitMix64::new(seed);
    let mut missing: Vec<[usize; 4]> = Vec::new();
    for a in 0..5 {
        for b in a + 1..5 {
            missing.extend((0..sizes[a]).flat_map(|x| (0..sizes[b]).map(move |y| [a, x, b, y])));
        }
    }
    let covers = |levels: &[usize; 5], [a, x, b, y]: [usize; 4]| levels[a] == x && levels[b] == y;
    let mut sample = Vec::new();
    while let Some(&[a, x, b, y]) = missing.first() {
        let mut best = ([0; 5], 0);
        for _ in 0..40 {
            let mut levels = sizes.map(|size| random.below(size));
            (levels[a], levels[b]) = (x, y);
            let new = missing.iter().filter(|&&pair| covers(&levels, pair)).count();
            if new > best.1 {
                best = (levels, new);
            }
        }
        missing.retain(|&pair| !covers(&best.0, pair));
        sample.push(variant(scene, best.0, &RATES));
    }
    sample
}

#[cfg(test)]
mod tests {
    use super::{pairwise, product, usual};
    use sidle_scenes::catalogue::all;

    #[test]
    fn every_pair_of_values_is_in_the_sample() {
        for scene in all() {
            let sample = pairwise(&scene);
            assert!((12..25).contains(&sample.len()), "{}: {}", scene.id, sample.len());
            for p in product(&scene).into_iter().filter(|p| [30, 60, 1000].contains(&p.rate)) {
                assert!(sample.iter().any(|v| (v.yaw, v.offset) == (p.yaw, p.offset)));
                assert!(sample.iter().any(|v| (v.form, v.yaw) == (p.form, p.yaw)));
                assert!(sample.iter().any(|v| (v.form, v.rate) == (p.form, p.rate)));
                assert!(sample.iter().any(|v| (v.refinement, v.rate) == (p.refinement, p.rate)));
                assert!(sample.iter().any(|v| (v.refinement, v.yaw) == (p.refinement, p.yaw)));
            }
            assert_eq!(sample, pairwise(&scene));
            assert_eq!(usual(&scene).len(), sample.len() + 3);
        }
    }
}
