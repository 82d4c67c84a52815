//! The basic questions of collision detection, one by one: a golf ball above a green with a bunker.
//!
//! `cargo run -p sidle --example geometry`

use sidle::geometry::{
    Aabb, Crossing, Frame, LinePlane, Plane, Side, closest_on_polygon, point_at, point_in_polygon,
    polygon_area, reflect,
};
use sidle::{Feature, Vec3};

/// An L-shaped green of 6 m by 6 m, with a notch of 3 m by 3 m for the bunker. Its slope is 1:10.
const GREEN: [Vec3; 6] = [at(0.0, 0.0), at(0.0, 6.0), at(3.0, 6.0), at(3.0, 3.0), at(6.0, 3.0), at(6.0, 0.0)];

const fn at(x: f32, z: f32) -> Vec3 {
    Vec3::new(x, x * 0.1, z)
}

fn main() {
    let slope = Plane::from_triangle(GREEN[0], GREEN[1], GREEN[5]).expect("three corners with an area");
    println!("the green: {:.2} m2, facing {:.3}", polygon_area(&GREEN), slope.normal());
    assert!((polygon_area(&GREEN) - 27.0 * 1.01_f64.sqrt()).abs() < 1e-5);

    let (ball, shot) = (Vec3::new(1.0, 3.0, 1.0), Vec3::new(2.0, -5.0, 1.0));
    assert_eq!(slope.side(ball, 1e-4), Side::Front);
    assert_eq!(slope.crossing(ball, ball + shot), Some(Crossing::IntoBack));
    let LinePlane::Meets { fraction } = slope.intersect_line(ball, shot) else { panic!("it comes down") };
    let hit = slope.cast_sphere(ball, 0.021, shot).expect("and so does the ball");
    println!(
        "its centre would meet the plane at {fraction:.4} of the way, the ball does at {:.4}",
        hit.fraction
    );
    assert!(hit.fraction < fraction);

    let lands_on_green = point_in_polygon(hit.point, &GREEN);
    let in_the_bunker = !point_in_polygon(at(4.5, 4.5), &GREEN);
    println!(
        "it lands at {:.3}: on the green? {lands_on_green}. The notch is not? {in_the_bunker}",
        hit.point
    );
    assert!(lands_on_green && in_the_bunker);

    let bounce = reflect(shot, hit.normal, 0.5);
    println!("it bounces off along {bounce:.3}");
    assert!((bounce.dot(hit.normal) + 0.5 * shot.dot(hit.normal)).abs() < 1e-5);

    let frame = Frame::from_triangle(GREEN[0], GREEN[1], GREEN[5]).expect("a triangle");
    let there = point_at(ball, shot, hit.fraction);
    println!("there its centre is {:.3} m above the green, its radius", frame.to_local(there).y);
    assert!((frame.to_local(there).y - 0.021).abs() < 1e-6);

    let near = closest_on_polygon(Vec3::new(7.0, 0.6, 1.0), &[GREEN[0], GREEN[3], GREEN[4], GREEN[5]])
        .expect("finite");
    println!("a ball beside the green is {:.3} m from its {:?}", near.distance, near.feature);
    assert_eq!(near.feature, Feature::Edge(2));

    let foot = Aabb { min: there - Vec3::splat(0.1), max: there + Vec3::splat(0.1) };
    let part = foot.clip_polygon(&[GREEN[0], GREEN[1] * 9.0, GREEN[5] * 9.0]);
    assert!(foot.overlaps_polygon(&part), "no corner of so large a green is near, and yet it is found");
    println!("the part of it within 0.1 m of the ball: {:.4} m2", polygon_area(&part));
}
