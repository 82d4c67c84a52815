//! Sample points on a disc, spread evenly and different for every texel.

use sidle_scenes::SplitMix64;

/// Cosine and sine of the golden angle. Repeated rotation by it never brings two points close to
/// the same direction.
const GOLDEN: [f64; 2] = [-0.737_368_878_078_319_9, 0.675_490_294_261_523_5];

/// Directions of a fixed number of points on the unit disc. Point i lies in ring i of equally many
/// rings of equal area.
#[derive(Debug)]
pub(crate) struct Sampler {
    directions: Vec<[f32; 2]>,
    seed: u64,
}

impl Sampler {
    /// Creates `count` points, at least 1, from a seed.
    pub(crate) fn new(count: u32, seed: u64) -> Self {
        let mut direction = [1.0_f64, 0.0];
        let directions = (0..count.max(1)).map(|_| {
            let now = direction;
            direction = turn(now, GOLDEN);
            now.map(|x| x as f32)
        });
        Self { directions: directions.collect(), seed }
    }

    /// Returns the number of points per texel.
    pub(crate) fn count(&self) -> usize {
        self.directions.len()
    }

    /// Returns the points of the texel with the number `key`. The same key always gives the same
    /// points.
    pub(crate) fn places(&self, key: u64) -> impl Iterator<Item = [f32; 2]> + '_ {
        let mut rng = SplitMix64::new(SplitMix64::new(self.seed ^ key).next_u64());
        let turned = random_direction(&mut rng);
        let rings = self.directions.len() as f64;
        (0_u32..).zip(&self.directions).map(move |(ring, &direction)| {
            let radius = ((f64::from(ring) + rng.unit()) / rings).sqrt() as f32;
            turn(direction, turned).map(|x| x * radius)
        })
    }
}

fn turn<T>(a: [T; 2], b: [T; 2]) -> [T; 2]
where
    T: Copy + std::ops::Mul<Output = T> + std::ops::Sub<Output = T> + std::ops::Add<Output = T>,
{
    [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]
}

/// Returns a random direction without trigonometry: the doubled angle of a point in a half disc.
fn random_direction(rng: &mut SplitMix64) -> [f32; 2] {
    loop {
        let (x, y) = (rng.range(-1.0, 1.0), rng.unit());
        let square = x * x + y * y;
        if square > 0.0 && square <= 1.0 {
            return [((x * x - y * y) / square) as f32, (2.0 * x * y / square) as f32];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Sampler;

    #[test]
    fn m14_every_ring_has_one_place_and_keys_turn_them() {
        let sampler = Sampler::new(40, 3);
        let mut sum = [0.0_f32; 2];
        for key in 0..500 {
            let places: Vec<[f32; 2]> = sampler.places(key).collect();
            assert_eq!((places.len(), sampler.count()), (40, 40));
            for (ring, [x, y]) in places.iter().enumerate() {
                let share = (x * x + y * y) * 40.0;
                assert!(share > ring as f32 - 1e-3 && share < ring as f32 + 1.001, "{ring}: {share}");
            }
            // Spread evenly around the centre, in each half and in each quarter.
            let right = places.iter().filter(|p| p[0] > 0.0).count();
            let upper = places.iter().filter(|p| p[0] > 0.0 && p[1] > 0.0).count();
            assert!((16..=24).contains(&right) && (6..=14).contains(&upper), "{key}: {right} {upper}");
            (0..2).for_each(|k| sum[k] += places[0][k]);
        }
        assert!(sum[0].abs() < 10.0 && sum[1].abs() < 10.0, "the turns have no favourite: {sum:?}");
    }

    #[test]
    fn m14_the_same_key_gives_the_same_places() {
        let all = |seed: u64, key: u64| Sampler::new(8, seed).places(key).collect::<Vec<_>>();
        assert_eq!(all(1, 7), all(1, 7));
        assert_ne!(all(1, 7), all(1, 8));
        assert_ne!(all(1, 7), all(2, 7));
    }
}
