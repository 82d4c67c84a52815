//! Row M12: a move limited to the sectors that it can reach equals the unlimited one, bit for bit.

use crate::common::by;
use crate::rooms::{Scene, direction, scenes};
use sidle::{MoveConfig, QueryFilter, Response, Scratch, Shape, Vec3};
use sidle_scenes::SplitMix64;

const RESPONSES: [Response; 7] = [
    Response::Slide,
    Response::Momentum,
    Response::Stop,
    Response::PushBack,
    Response::Slide,
    Response::Momentum,
    Response::Bounce,
];

/// Walks towards doors, with a dash now and then, with every shape and response.
#[test]
fn m12_a_limited_move_is_the_unlimited_one_to_the_last_bit() {
    let shapes = [
        Shape::point(),
        Shape::sphere(0.1),
        Shape::sphere(0.4),
        Shape::ellipsoid(Vec3::new(0.4, 0.9, 0.4)),
        Shape::ellipsoid(Vec3::new(0.35, 0.1, 0.05)),
    ];
    let (mut moves, mut of_both_sides, mut into_another, mut hits) = (0, 0, 0, 0);
    for scene in scenes([4, 4], 6) {
        let mut rng = SplitMix64::new(21);
        for (i, from) in scene.spawns().into_iter().enumerate() {
            let response = RESPONSES[i % RESPONSES.len()];
            let walk = Walk { shape: shapes[i % shapes.len()].clone(), response, from };
            let tally = walk.go(&scene, &mut rng);
            moves += tally[0];
            of_both_sides += tally[1];
            into_another += tally[2];
            hits += tally[3];
        }
    }
    println!(
        "{moves} moves, {of_both_sides} saw both sides, {into_another} went through a portal, {hits} hits"
    );
    assert!(moves > 20_000 && of_both_sides > 2_000 && into_another > 300 && hits > 10_000);
}

struct Walk {
    shape: Shape,
    response: Response,
    from: Vec3,
}

impl Walk {
    /// Returns the number of moves, of moves that saw two sectors, of moves that ended in another
    /// sector, and of hits.
    fn go(&self, scene: &Scene, rng: &mut SplitMix64) -> [usize; 4] {
        let all = MoveConfig { response: self.response, record_path: true, ..MoveConfig::default() };
        let (mut one, mut other) = (Scratch::default(), Scratch::default());
        let (mut position, mut goal, mut tally) = (self.from.as_dvec3(), self.from, [0; 4]);
        for step in 0..120 {
            if step % 30 == 0 {
                goal = nearby_doorway(scene, position.as_vec3(), rng);
            }
            let length = if step % 9 == 0 { rng.range(0.5, 12.0) } else { rng.range(0.01, 0.6) } as f32;
            let towards = (goal - position.as_vec3()).normalize_or(Vec3::X);
            let motion = (towards + direction(rng) * 0.7) * length;
            let sectors = scene.world.sectors_of_move(&self.shape, position, by(motion), &all);
            let limited = MoveConfig { filter: QueryFilter::ALL.within(sectors), ..all };
            let expected = scene.world.move_and_slide(&mut one, &self.shape, position, by(motion), &all);
            let found = scene.world.move_and_slide(&mut other, &self.shape, position, by(motion), &limited);
            let place = format!("{}: {:?} from {position} along {motion}", scene.name, self.shape);
            assert_eq!(found, expected, "{place}");
            assert_eq!((one.hits(), one.path()), (other.hits(), other.path()), "{place}");
            tally[0] += 1;
            tally[1] += usize::from(sectors.len() > 1);
            let rooms = [position, expected.position].map(|p| scene.sector_at(p.as_vec3()));
            tally[2] += usize::from(rooms[0].is_some() && rooms[1].is_some() && rooms[0] != rooms[1]);
            tally[3] += one.hits().len();
            position = expected.position;
        }
        tally
    }
}

/// A place in one of the three nearest openings.
fn nearby_doorway(scene: &Scene, from: Vec3, rng: &mut SplitMix64) -> Vec3 {
    let mut places: Vec<Vec3> = (0..scene.made.openings.len()).map(|o| scene.doorway(rng, o)).collect();
    places.sort_by(|a, b| a.distance(from).total_cmp(&b.distance(from)));
    places[rng.below(3)]
}
