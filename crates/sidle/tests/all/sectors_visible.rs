//! Row M12: the potentially visible set contains everything that can be seen, and rays limited to
//! it equal the unlimited ones.

use crate::rooms::{Scene, Split, direction, scenes};
use glam::DVec3;
use sidle::{QueryFilter, SectorId, Shape, Vec3, World, WorldBuilder};
use sidle_scenes::SplitMix64;
use sidle_scenes::generate::Opening;

const ALL: QueryFilter = QueryFilter::ALL;

/// Returns the end of a ray from here: the first surface, or 200 m.
fn end(world: &World, from: Vec3, direction: Vec3) -> Vec3 {
    let motion = direction * 200.0;
    from + motion * world.cast_ray(from, motion, &ALL).map_or(1.0, |h| h.fraction as f32)
}

/// Returns true if two places that see each other are in sectors that see each other.
fn check(scene: &Scene, p: Vec3, q: Vec3) -> Option<bool> {
    let (a, b) = (scene.sector_at(p)?, scene.sector_at(q)?);
    let sectors = scene.world.sectors();
    assert!(
        sectors.visible(a).contains(b) && sectors.visible(b).contains(a),
        "{}: {p} in {a:?} sees {q} in {b:?}",
        scene.name
    );
    Some(a != b)
}

/// Lines through openings that are free in both directions: any two places on them see each other.
#[test]
fn m12_no_line_through_an_opening_sees_what_the_set_leaves_out() {
    let (mut checked, mut across) = (0, 0);
    for scene in scenes([6, 6], 4) {
        let mut rng = SplitMix64::new(11);
        assert_eq!(scene.world.report().sectors_over_budget, 0, "{}", scene.name);
        for i in 0..10_000 {
            let opening = i % scene.made.openings.len();
            let through = scene.doorway(&mut rng, opening);
            let far = scene.nearby(&mut rng, opening);
            let d = match i % 2 {
                0 => direction(&mut rng),
                _ => (scene.doorway(&mut rng, far) - through).normalize_or(Vec3::X),
            };
            let (a, b) = (end(&scene.world, through, d), end(&scene.world, through, -d));
            for _ in 0..4 {
                let (s, t) = (rng.unit() as f32, rng.unit() as f32);
                if let Some(apart) = check(&scene, a.lerp(b, s), a.lerp(b, t)) {
                    checked += 1;
                    across += usize::from(apart);
                }
            }
            check(&scene, a.lerp(b, 0.001), a.lerp(b, 0.999));
        }
    }
    println!("{checked} pairs of places that see each other, {across} of them in two sectors");
    assert!(checked > 120_000 && across > 15_000, "{checked} {across}");
}

/// Places anywhere: if no wall is between them, each is in the set of the other.
#[test]
fn m12_places_that_see_each_other_are_in_each_others_set() {
    let (mut asked, mut free) = (0, 0);
    for scene in scenes([5, 4], 2) {
        let mut rng = SplitMix64::new(12);
        for _ in 0..30_000 {
            let rooms = scene.made.rooms.len();
            let from = rng.below(rooms);
            let (p, q) = (scene.place(&mut rng, from), {
                let to = rng.below(rooms);
                scene.place(&mut rng, to)
            });
            asked += 1;
            if !scene.world.is_blocked(p, q, &ALL) {
                free += usize::from(check(&scene, p, q) == Some(true));
            }
        }
    }
    println!("{asked} pairs of places, {free} in two sectors see each other");
    assert!(asked >= 100_000 && free > 500, "{asked} {free}");
}

#[test]
fn m12_rays_and_casts_limited_to_what_is_visible_are_the_unlimited_ones() {
    let (mut hits, mut elsewhere) = (0, 0);
    for scene in scenes([5, 5], 6) {
        let (world, sectors) = (&scene.world, scene.world.sectors());
        let mut rng = SplitMix64::new(13);
        for i in 0..4_000 {
            let room = i % scene.made.rooms.len();
            let from = scene.place(&mut rng, room);
            let opening = rng.below(scene.made.openings.len());
            let aim = match scene.made.openings[opening].rooms.contains(&room) {
                true => (scene.doorway(&mut rng, opening) - from).normalize_or(Vec3::X),
                false => direction(&mut rng),
            };
            let motion = aim * rng.range(0.1, 80.0) as f32;
            let limited = ALL.within(sectors.visible(scene.sector_of_room(room)));
            let expected = world.cast_ray(from, motion, &ALL);
            assert_eq!(world.cast_ray(from, motion, &limited), expected, "{} {from} {motion}", scene.name);
            assert_eq!(
                world.is_blocked(from, from + motion, &limited),
                world.is_blocked(from, from + motion, &ALL)
            );
            if let Some(hit) = expected {
                hits += 1;
                elsewhere += usize::from(
                    scene.sector_of_triangle(hit.surface.polygon.index() as u32)
                        != scene.sector_of_room(room),
                );
            }
            // A body sees what any part of it sees.
            let spawns = scene.spawns();
            let from = spawns[i % spawns.len()];
            let seen = sectors.visible_from(&sectors.reached(from, 0.4));
            let ball = Shape::sphere(0.4);
            assert_eq!(
                world.cast_shape(&ball, from, motion, &ALL.within(seen)),
                world.cast_shape(&ball, from, motion, &ALL)
            );
            // The line to the nearest point is free.
            let near = ALL.within(sectors.reached(from, 9.0));
            assert_eq!(world.closest_point(from, 9.0, &near), world.closest_point(from, 9.0, &ALL));
        }
    }
    println!("{hits} rays hit, {elsewhere} of them in another sector");
    assert!(hits > 12_000 && elsewhere > 500, "{hits} {elsewhere}");
}

/// The judge knows only boxes and rectangles. It finds the rooms that a line passes, on both sides
/// of a place in an opening, with walls as thin as paper. The additional rooms in the sets come
/// from lines that touch corners. (Openings begin at integer coordinates, so there are many.) Lines
/// that barely pass two openings are tried most.
#[test]
fn m12_the_visible_sets_hold_what_paper_walls_let_see_and_hardly_more() {
    let scene = Scene::new(1, [6, 6], 0, Split::Rooms, false);
    let sectors = scene.world.sectors();
    let (rooms, openings) = (scene.made.rooms.len(), &scene.made.openings);
    let mut seen = vec![vec![false; rooms]; rooms];
    (0..rooms).for_each(|i| seen[i][i] = true);
    let mut rng = SplitMix64::new(14);
    for i in 0..600_000 {
        let one = i % openings.len();
        let other = scene.nearby(&mut rng, one);
        let [p, q] = [one, other].map(|o| place_in(&mut rng, &openings[o]));
        let d = q - p;
        if one == other || d.abs().min_element() < 1e-6 {
            continue;
        }
        let mut passed = vec![];
        let first = openings[one].rooms;
        // The first room is the one with the lower coordinates, at its far side.
        let axis = if openings[one].corners[0][0] == openings[one].corners[1][0] { 0 } else { 2 };
        let (ahead, back) = if d[axis] > 0.0 { (first[1], first[0]) } else { (first[0], first[1]) };
        follow(&scene, p, d, ahead, &mut passed);
        follow(&scene, p, -d, back, &mut passed);
        for &a in &passed {
            for &b in &passed {
                seen[a][b] = true;
                let ids = [a, b].map(|r| scene.sector_of_room(r));
                assert!(sectors.visible(ids[0]).contains(ids[1]), "{a} sees {b} along {p} {q}");
            }
        }
    }
    let sampled: usize = seen.iter().flatten().filter(|s| **s).count();
    let computed: usize = sectors.iter().map(|(id, _)| sectors.visible(id).len()).sum();
    println!("{rooms} rooms: {sampled} pairs seen by samples, {computed} in the sets, of {}", rooms * rooms);
    assert!(computed >= sampled && computed < sampled + sampled / 10, "{computed} {sampled}");
}

/// A place in an opening, often next to a corner.
fn place_in(rng: &mut SplitMix64, opening: &Opening) -> DVec3 {
    let c = opening.corners.map(|c| Vec3::from(c).as_dvec3());
    let mut part = || match rng.below(3) {
        0 => 1e-4,
        1 => 1.0 - 1e-4,
        _ => rng.unit(),
    };
    c[0] + (c[1] - c[0]) * part() + (c[3] - c[0]) * part()
}

/// Finds the rooms that a line passes, from a place at the side of one.
fn follow(scene: &Scene, from: DVec3, d: DVec3, mut room: usize, passed: &mut Vec<usize>) {
    let mut t = 1e-9;
    loop {
        passed.push(room);
        let (low, high) = (scene.made.rooms[room].low, scene.made.rooms[room].high);
        let leaves = |k: usize| (f64::from(if d[k] > 0.0 { high[k] } else { low[k] }) - from[k]) / d[k];
        let out = leaves(0).min(leaves(1)).min(leaves(2));
        if out <= t {
            // It came in through an edge of the room, and leaves there.
            return;
        }
        t = out;
        let p = from + d * t;
        let inside = |o: &&Opening| {
            let c = o.corners.map(|c| Vec3::from(c).as_dvec3());
            let (low, high) = (c[0].min(c[2]), c[0].max(c[2]));
            o.rooms.contains(&room) && (p - p.clamp(low, high)).abs().max_element() < 1e-9
        };
        let Some(next) = scene.made.openings.iter().find(inside) else { return };
        room = next.rooms[0] + next.rooms[1] - room;
    }
}

/// A row of rooms along x with a door of 1 m in each wall, at the given places along z.
fn row(doors: &[f32]) -> World {
    let mut builder = WorldBuilder::new();
    let rooms: Vec<SectorId> = (0..=doors.len())
        .map(|i| {
            let x = i as f32 * 4.0;
            builder.add_sector(&format!("{i}"), Vec3::new(x, 0.0, 0.0), Vec3::new(x + 4.0, 3.0, 10.0))
        })
        .collect();
    for (i, &z) in doors.iter().enumerate() {
        let x = i as f32 * 4.0 + 4.0;
        let door = [(0.0, z), (2.0, z), (2.0, z + 1.0), (0.0, z + 1.0)].map(|(y, z)| Vec3::new(x, y, z));
        builder.add_portal(rooms[i], rooms[i + 1], &door);
    }
    builder.build().expect("a row")
}

#[test]
fn m12_doors_in_line_let_see_and_doors_out_of_line_do_not() {
    let visible = |doors: &[f32], from: u8| {
        let world = row(doors);
        assert_eq!(world.report().sectors_over_budget, 0);
        world.sectors().visible(SectorId(from)).iter().map(|s| s.0).collect::<Vec<u8>>()
    };
    assert_eq!(visible(&[4.0, 4.0, 4.0, 4.0], 0), [0, 1, 2, 3, 4]);
    // From 0 to 2, everything beyond the second door is visible. The third is not in line with the
    // first two.
    assert_eq!(visible(&[0.0, 4.0, 0.0], 0), [0, 1, 2]);
    assert_eq!(visible(&[0.0, 4.0, 0.0], 1), [0, 1, 2, 3]);
    // Lines from the first door (0..1) through the second (2..3) reach 3..6 at the third, 4 m
    // further.
    assert_eq!(visible(&[0.0, 2.0, 5.9], 0), [0, 1, 2, 3]);
    assert_eq!(visible(&[0.0, 2.0, 6.1], 0), [0, 1, 2]);
    assert_eq!(visible(&[0.0, 2.0, 2.1], 0), [0, 1, 2, 3]);
    assert_eq!(visible(&[0.0, 2.0, 1.9], 0), [0, 1, 2]);
    assert_eq!(visible(&[0.0, 2.0, 4.0, 6.0, 8.0], 0), [0, 1, 2, 3, 4, 5]);
    assert_eq!(visible(&[0.0, 2.0, 4.0, 6.0, 4.0], 0), [0, 1, 2, 3, 4]);
}

/// Rooms along a corridor: each sees the corridor and the rooms across, but not its neighbours.
#[test]
fn m12_doors_in_one_wall_do_not_see_each_other() {
    let mut builder = WorldBuilder::new();
    let corridor = builder.add_sector("corridor", Vec3::ZERO, Vec3::new(40.0, 3.0, 2.0));
    let mut rooms = Vec::new();
    for (i, far) in [false, false, true, true].into_iter().enumerate() {
        let (x, z) = ((i % 2) as f32 * 10.0, if far { 2.0 } else { -8.0 });
        let low = Vec3::new(x, 0.0, z);
        rooms.push(builder.add_sector(&format!("{i}"), low, low + Vec3::new(9.0, 3.0, 8.0)));
        let at = Vec3::new(x + 4.0, 0.0, if far { 2.0 } else { 0.0 });
        builder.add_portal(
            rooms[i],
            corridor,
            &[at, at + Vec3::X, at + Vec3::new(1.0, 2.0, 0.0), at + Vec3::Y * 2.0],
        );
    }
    let sectors = builder.build().expect("a corridor").sectors().clone();
    assert_eq!(sectors.visible(rooms[0]), sectors.set([corridor, rooms[0], rooms[2], rooms[3]]));
    assert_eq!(sectors.visible(rooms[3]), sectors.set([corridor, rooms[0], rooms[1], rooms[3]]));
    assert_eq!(sectors.visible(corridor).len(), 5);
}

/// Walls of small windows, with thousands of paths through them: connected rooms count as visible,
/// and the build ends.
#[test]
fn m12_too_many_portals_make_everything_that_is_joined_visible() {
    let mut builder = WorldBuilder::new();
    let mut rooms = Vec::new();
    let n = 6_u8;
    for i in 0..n {
        let low = Vec3::X * f32::from(i);
        rooms.push(builder.add_sector(&format!("{i}"), low, low + 1.0));
    }
    let cell = |x: f32, i: u8, j: u8| {
        let corner = |u: u8, v: u8| Vec3::new(x, f32::from(i + u) * 0.2, f32::from(j + v) * 0.2);
        [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)]
    };
    for (k, pair) in rooms.windows(2).enumerate() {
        for window in 0..25 {
            builder.add_portal(pair[0], pair[1], &cell(k as f32 + 1.0, window / 5, window % 5));
        }
    }
    // A corner at the end, so that not everything is visible at once; and a room without a
    // connection.
    let low = Vec3::new(f32::from(n), 0.0, 0.0);
    let corner = builder.add_sector("corner", low, low + Vec3::new(1.0, 1.0, 9.0));
    let hidden = builder.add_sector("hidden", low - Vec3::X + Vec3::Z * 8.0, low + Vec3::new(0.0, 1.0, 9.0));
    let alone = builder.add_sector("alone", Vec3::splat(50.0), Vec3::splat(51.0));
    builder.add_portal(rooms[usize::from(n) - 1], corner, &cell(f32::from(n), 2, 2));
    builder.add_portal(corner, hidden, &cell(f32::from(n), 2, 42));
    let world = builder.build().expect("a row of windows");
    println!("{} of {} sectors over budget", world.report().sectors_over_budget, world.sectors().len());
    let sectors = world.sectors();
    assert!(world.report().sectors_over_budget > 0);
    assert_eq!(sectors.visible(rooms[0]).len(), sectors.len() - 1);
    // From there it is less work: no line comes out of one door and back through another in the
    // same wall.
    assert_eq!(sectors.visible(hidden), sectors.set([hidden, corner]));
    assert_eq!(sectors.visible(alone), sectors.set([alone]));
}
