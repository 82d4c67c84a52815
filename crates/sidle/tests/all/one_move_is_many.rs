//! One long move ends where many small ones do, on a polygon and on its fan alike. Earlier, these
//! three were off by 4 to 27 mm: after its face, the mover went straight on where it should have
//! rolled over the boundary edge.

use crate::common::by;
use sidle::{DVec3, MaterialId, MoveConfig, Shape, Vec3, World, WorldBuilder};

#[test]
fn one_move_ends_where_many_small_ones_end() {
    #[rustfmt::skip]
    let cases = [
        (0.46862102, Vec3::new(0.6195035, 2.0652275, 0.8676222), Vec3::new(-2.317489, -4.8784485, -0.12838006), vec![Vec3::new(-0.6083133, -0.5221621, 0.84495205), Vec3::new(-1.1528727, 0.9673893, -0.101584055), Vec3::new(-1.0994071, 1.2244409, -0.69130397), Vec3::new(-0.76791763, 0.81148356, -0.9509225), Vec3::new(-0.38358024, 0.027077736, -0.7346288), Vec3::new(-0.035344977, -1.1169928, 0.19486262), Vec3::new(-0.2502879, -1.1260836, 0.8318351)]),
        (0.72426677, Vec3::new(2.5297034, 0.38474378, 1.1511803), Vec3::new(-5.8602777, 1.1442311, -1.007575), vec![Vec3::new(-1.1515754, -0.24841107, -0.50516397), Vec3::new(-1.1834403, 0.38267463, 0.40953025), Vec3::new(-0.90888125, 1.0629967, 1.2572876), Vec3::new(-0.7046932, 1.2885519, 1.4876924), Vec3::new(-0.30768672, 1.2857496, 1.305953), Vec3::new(-0.20370865, 0.94390213, 0.77165645), Vec3::new(-0.3364345, 0.22405677, -0.19599155), Vec3::new(-0.5438778, -0.15208562, -0.6397956), Vec3::new(-1.0006108, -0.40185133, -0.7916786)]),
        (0.26395005, Vec3::new(-1.9449065, -2.5160823, -1.4392685), Vec3::new(1.1805588, 5.827174, 0.6712048), vec![Vec3::new(-0.868286, -0.16011988, -2.1293268), Vec3::new(-1.3838446, -0.5359231, -1.9147297), Vec3::new(-1.7125009, -1.1108503, -1.3867496), Vec3::new(-1.6422828, -1.6281613, -0.7528618), Vec3::new(-1.3919111, -1.8708352, -0.36113423), Vec3::new(-0.5984092, -1.9861357, 0.117741466), Vec3::new(0.046049073, -1.7582034, 0.13157032), Vec3::new(0.45375443, -1.44612, -0.05551019), Vec3::new(0.79994136, -0.8337483, -0.6195587), Vec3::new(0.7071797, -0.31351557, -1.2666386), Vec3::new(0.4079914, -0.0636367, -1.687957), Vec3::new(-0.19854394, 0.031078197, -2.0616763)]),
    ];
    let mut worst = 0.0_f64;
    for (radius, from, motion, corners) in cases {
        let mut builder = WorldBuilder::new();
        builder.add_polygon(&corners, MaterialId(0));
        let triangles: Vec<[u32; 3]> = (1..corners.len() as u32 - 1).map(|i| [0, i, i + 1]).collect();
        for world in [builder.build().unwrap(), World::from_triangles(&corners, &triangles).unwrap()] {
            let to = |from: DVec3, motion| {
                world.move_once(&Shape::sphere(radius), from, motion, &MoveConfig::default()).outcome.position
            };
            let many = (0..2000).fold(from.as_dvec3(), |p, _| to(p, by(motion / 2000.0)));
            let off = (to(from.as_dvec3(), by(motion)) - many).length();
            println!("radius {radius}: {off} m off");
            worst = worst.max(off);
        }
    }
    assert!(worst < 1e-3, "{worst} m off");
}
