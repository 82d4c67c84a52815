//! Placed instances against the same polygons in one mesh, and against queries in the space of the
//! geometry.

use crate::common::{box_geometry, by, floor};
use sidle::{
    DVec3, InstanceError, InstanceId, InstanceOptions, Material, MaterialId, MoveConfig, Pose, Quat,
    QueryFilter, Scratch, Shape, Sides, StartAdjustment, Surface, Vec3, World, WorldBuilder,
};
use sidle_scenes::SplitMix64;

/// Returns random triangles whose coordinates are multiples of 2^-10, so that a shift by such a
/// multiple is exact.
fn soup(rng: &mut SplitMix64, count: usize) -> Vec<[Vec3; 3]> {
    let mut v = |s: f64| Vec3::from([0; 3].map(|_| ((rng.range(-s, s) * 1024.0).round() / 1024.0) as f32));
    (0..count)
        .map(|_| {
            let (a, u, w) = (v(2.0), v(1.5), v(1.5));
            [a, a + u, a + w]
        })
        .collect()
}

/// A world of instances, and one with the same polygons in one mesh.
struct Twins {
    placed: World,
    merged: World,
    ids: Vec<InstanceId>,
    each: usize,
}

impl Twins {
    fn new(rng: &mut SplitMix64, one_sided: bool) -> Self {
        let sides = if one_sided { Sides::Front } else { Sides::Two };
        let material = Material { sides, ..Material::default() };
        let triangles = soup(rng, 12);
        let mut placed = World::default();
        let mut builder = placed.geometry_builder();
        let material_id = builder.add_material(material);
        let mut merged = WorldBuilder::new();
        merged.add_material(material);
        for t in &triangles {
            builder.add_triangles(t, &[[0, 1, 2]], material_id);
        }
        let geometry = placed.add_geometry(builder).expect("triangles");
        let mut ids = Vec::new();
        for _ in 0..20 {
            let shift = Vec3::from([0; 3].map(|_| (rng.range(-6.0, 6.0) * 64.0).round() as f32 / 64.0));
            ids.push(
                placed.add_instance(geometry, &Pose::at(shift), InstanceOptions::default()).expect("a pose"),
            );
            for t in &triangles {
                merged.add_triangles(&t.map(|v| v + shift), &[[0, 1, 2]], material_id);
            }
        }
        Self { placed, merged: merged.build().expect("triangles"), ids, each: triangles.len() }
    }

    /// Returns a surface of the placed world as the polygon of the merged one.
    fn merged_number(&self, surface: Surface) -> usize {
        let instance = self.ids.iter().position(|id| *id == surface.instance).expect("an instance");
        instance * self.each + surface.polygon.index()
    }
}

fn shapes() -> [Shape; 5] {
    [
        Shape::point(),
        Shape::sphere(0.3),
        Shape::capsule(0.2, 1.0).with_rotation(Quat::from_xyzw(0.3, 0.1, 0.0, 0.9)),
        Shape::ellipsoid(Vec3::new(0.2, 0.5, 0.3)),
        Shape::ellipsoid(Vec3::new(0.2, 0.5, 0.1)).with_rotation(Quat::from_xyzw(0.3, 0.5, 0.1, 0.6)),
    ]
}

/// Points and normals that agree as far as the rounding of a placed corner allows.
fn near_to(a: (DVec3, Vec3), b: (DVec3, Vec3)) -> bool {
    a.0.distance(b.0) < 1e-9 && (a.1 - b.1).length() < 1e-6
}

/// Every query and every move has the same answer in both worlds, up to the rounding of a placed
/// corner.
#[test]
fn shifted_instances_are_the_same_as_one_mesh() {
    let mut rng = SplitMix64::new(26);
    let (mut scratch, mut other) = (Scratch::default(), Scratch::default());
    let (mut hits, mut moves, mut contacts, mut near) = (0, 0, 0, 0);
    let (mut pieces, mut parted) = (0, 0);
    for case in 0..60 {
        let twins = Twins::new(&mut rng, case % 3 == 2);
        let (placed, merged) = (&twins.placed, &twins.merged);
        for i in 0..300 {
            let shape = &shapes()[i % 5];
            let mut v = |s: f64| Vec3::from([0; 3].map(|_| rng.range(-s, s) as f32));
            let (from, motion) = (v(8.0), v([0.1, 1.0, 20.0][i % 3]));
            let all = &QueryFilter::ALL;
            let cast = [placed, merged].map(|world| world.cast_shape(shape, from, motion, all));
            match cast {
                [Some(a), Some(b)] => {
                    hits += 1;
                    assert!(
                        (a.fraction - b.fraction).abs() < 1e-9
                            && near_to((a.point, a.normal), (b.point, b.normal))
                    );
                    assert_eq!(twins.merged_number(a.surface), b.surface.polygon.index());
                }
                [a, b] => assert_eq!(a.is_some(), b.is_some(), "{case} {i}: {a:?} {b:?}"),
            }
            assert_eq!(
                placed.is_blocked(from, from + motion, all),
                merged.is_blocked(from, from + motion, all)
            );
            assert_eq!(placed.overlaps(shape, from, all), merged.overlaps(shape, from, all));
            let closest = [placed, merged].map(|world| world.closest_point(from, 3.0, all));
            if let [Some(a), Some(b)] = closest {
                near += 1;
                assert!(near_to((a.point, Vec3::ZERO), (b.point, Vec3::ZERO)) && a.distance == b.distance);
                assert_eq!(twins.merged_number(a.surface), b.surface.polygon.index());
            }
            assert_eq!(closest[0].is_some(), closest[1].is_some());
            let mut lists = [Vec::new(), Vec::new()];
            placed.contacts(shape, from, 0.2, all, &mut lists[0]);
            merged.contacts(shape, from, 0.2, all, &mut lists[1]);
            contacts += lists[0].len();
            assert_eq!(lists[0].len(), lists[1].len());
            for (a, b) in lists[0].iter().zip(&lists[1]) {
                assert!(
                    near_to((a.point, a.normal), (b.point, b.normal))
                        && (a.distance - b.distance).abs() < 1e-6
                );
            }
            let config = MoveConfig { on_overlap: sidle::OnOverlap::PushOut, ..MoveConfig::default() };
            let step = by(motion);
            let a = placed.move_and_slide(&mut scratch, shape, from, step, &config);
            let b = merged.move_and_slide(&mut other, shape, from, step, &config);
            // The last bit of a position decides how an arc is divided, and which of two ways out
            // of an overlap is shorter.
            let apart = a.position.distance(b.position);
            parted += u32::from(apart > 1e-6 || a.reason != b.reason);
            assert!(apart < 1e-3 || a.start_adjustment != StartAdjustment::None, "{case} {i}: {a:?} {b:?}");
            moves += scratch.hits().len();
            pieces += a.iterations;
        }
    }
    println!(
        "{hits} casts hit, {moves} surfaces were hit by moves, {contacts} contacts, {near} closest points"
    );
    assert!(parted * 1_000 <= pieces, "{parted} moves part in {pieces} pieces");
    assert!(hits > 2_000 && moves > 4_000 && contacts > 2_000 && near > 10_000);
}

/// A turned, scaled and distant instance answers as its geometry does to the same query in its own
/// space.
#[test]
fn turned_instances_answer_as_in_their_own_space() {
    let mut rng = SplitMix64::new(27);
    let (mut hits, mut blocked, mut near) = (0, 0, 0);
    for case in 0..400 {
        let triangles = soup(&mut rng, 30);
        let mut own = WorldBuilder::new();
        let mut world = World::default();
        let mut builder = world.geometry_builder();
        for t in &triangles {
            own.add_triangles(t, &[[0, 1, 2]], MaterialId(0));
            builder.add_triangles(t, &[[0, 1, 2]], MaterialId(0));
        }
        let own = own.build().expect("triangles");
        let geometry = world.add_geometry(builder).expect("triangles");
        let mut v = |s: f64| Vec3::from([0; 3].map(|_| rng.range(-s, s) as f32));
        let (turn, scale) = (v(1.0), [1.0, 0.25, 8.0][case % 3]);
        let far = [0.0, 20.0, 300.0][case / 3 % 3];
        let rotation = Quat::from_xyzw(turn.x, turn.y, turn.z, 0.5).normalize();
        let pose = Pose::at(v(far)).with_rotation(rotation).with_scale(scale);
        world.add_instance(geometry, &pose, InstanceOptions::default()).expect("a pose");
        let out = |p: Vec3| pose.point(p.as_dvec3()).as_vec3();
        for _ in 0..50 {
            let (from, to) = (v(3.0), v(3.0));
            let shape = Shape::sphere(0.2);
            let large = Shape::sphere(0.2 * scale as f32);
            let all = &QueryFilter::ALL;
            let inside = own.cast_shape(&shape, from, to - from, all);
            let outside = world.cast_shape(&large, out(from), out(to) - out(from), all);
            let difference = |a: Option<f64>, b: Option<f64>| {
                (a.unwrap_or(1.0) - b.unwrap_or(1.0)).abs() * f64::from((to - from).length())
            };
            // f64: `out` still rounds the compared starts to f32.
            // Positions are stored in f32.
            let rounding = 1e-5 + far as f32 * 3e-6;
            let apart = difference(inside.map(|h| h.fraction), outside.map(|h| h.fraction));
            // A grazing contact is found later or not at all.
            let grazes = inside.or(outside).is_some_and(|h| {
                let normal = if inside.is_some() { rotation * h.normal } else { h.normal };
                normal.dot((out(to) - out(from)).normalize()) > -0.1
            });
            assert!(apart < f64::from(rounding) || grazes, "{case}: {inside:?} {outside:?}");
            hits += u32::from(inside.is_some());
            let a = own.closest_point(from, 50.0, all).expect("triangles");
            let b = world.closest_point(out(from), 50.0 * scale as f32, all).expect("triangles");
            assert!(
                (a.distance - b.distance / scale as f32).abs() < rounding / scale.min(1.0) as f32,
                "{case}"
            );
            near += 1;
            blocked += u32::from(world.is_blocked(out(from), out(to), all));
        }
    }
    println!("{hits} casts hit, {blocked} rays were blocked, {near} closest points");
    assert!(hits > 5_000 && blocked > 3_000);
}

/// A removed id never names another instance, and bad poses change nothing.
#[test]
fn stale_ids_and_bad_poses_are_errors() {
    let mut world = World::default();
    let crate_ = box_geometry(&mut world, Vec3::splat(0.5));
    let options = InstanceOptions::default();
    let first = world.add_instance(crate_, &Pose::IDENTITY, options).expect("a pose");
    assert!(world.remove_instance(first).is_ok());
    let second = world.add_instance(crate_, &Pose::at(Vec3::X), options).expect("a pose");
    assert_eq!(first.index(), second.index());
    assert_ne!(first, second);
    assert_eq!(world.set_pose(first, &Pose::IDENTITY), Err(InstanceError::Stale));
    assert_eq!(world.remove_instance(first), Err(InstanceError::Stale));
    assert!(world.instance(first).is_none() && world.instance(second).is_some());
    assert_eq!(world.set_pose(InstanceId::MESH, &Pose::IDENTITY), Err(InstanceError::Fixed));
    for (bad, error) in [
        (Pose::at(Vec3::NAN), InstanceError::BadNumber),
        (Pose::at(Vec3::INFINITY), InstanceError::BadNumber),
        (Pose::at(Vec3::X * 1e9), InstanceError::OutOfRange),
        (Pose::at(Vec3::X * 2e9), InstanceError::OutOfRange),
        (Pose::at(DVec3::Z * -1e300), InstanceError::OutOfRange),
        (Pose::IDENTITY.with_scale(0.0), InstanceError::BadNumber),
        (Pose::IDENTITY.with_scale(-1.0), InstanceError::BadNumber),
        (Pose::IDENTITY.with_scale(f64::NAN), InstanceError::BadNumber),
        (Pose::IDENTITY.with_rotation(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)), InstanceError::BadNumber),
        (Pose::IDENTITY.with_rotation(Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0)), InstanceError::BadNumber),
    ] {
        assert_eq!(world.set_pose(second, &bad), Err(error), "{bad:?}");
        assert_eq!(world.add_instance(crate_, &bad, options), Err(error), "{bad:?}");
        assert_eq!(world.instance(second).expect("unchanged").pose, Pose::at(Vec3::X));
    }
    let mass = InstanceOptions { mass: Some(0.0), ..options };
    assert_eq!(world.add_instance(crate_, &Pose::IDENTITY, mass), Err(InstanceError::BadNumber));
    let material = InstanceOptions { material: Some(MaterialId(7)), ..options };
    assert_eq!(world.add_instance(crate_, &Pose::IDENTITY, material), Err(InstanceError::UnknownMaterial));
    assert!(!world.remove_geometry(crate_), "an instance uses it");
    assert!(world.remove_instance(second).is_ok() && world.remove_geometry(crate_));
    assert_eq!(world.add_instance(crate_, &Pose::IDENTITY, options), Err(InstanceError::UnknownGeometry));
    assert_eq!((world.polygon_count(), world.bounds()), (0, None));
}

/// A hundred instances of a mesh take the memory of one mesh and at most 512 bytes each, as
/// [`World::memory_bytes`] says and as the allocator counts it.
#[test]
fn an_instance_takes_at_most_512_bytes() {
    let mut rng = SplitMix64::new(28);
    let mut world = World::default();
    let mut builder = world.geometry_builder();
    for t in &soup(&mut rng, 1_000) {
        builder.add_triangles(t, &[[0, 1, 2]], MaterialId(0));
    }
    let geometry = world.add_geometry(builder).expect("triangles");
    let mesh = world.memory_bytes();
    assert!(mesh > 30_000, "{mesh}");
    let seen = allocation_counter::measure(|| {
        for _ in 0..100 {
            let at = Vec3::from([0; 3].map(|_| rng.range(-50.0, 50.0) as f32));
            let pose = Pose::at(at).with_rotation(Quat::from_rotation_x(at.x)).with_scale(0.5);
            world.add_instance(geometry, &pose, InstanceOptions::default()).expect("a pose");
        }
    });
    let said = world.memory_bytes() - mesh;
    println!("{said} bytes for 100 instances, {} by the allocator", seen.bytes_current);
    assert!(said <= 100 * 512 && seen.bytes_current <= 100 * 512, "{said} {seen:?}");
    assert!((seen.bytes_current - said as i64).abs() <= 100 * 16, "{said} {seen:?}");
    assert_eq!(world.polygon_count(), 100 * 1_000);
}

/// A moved instance leaves a mover cache valid, and moves with and without the cache agree.
#[test]
fn caches_stay_valid_when_an_instance_moves() {
    let mut world = floor(50.0);
    let crate_ = box_geometry(&mut world, Vec3::splat(0.5));
    let id = world.add_instance(crate_, &Pose::at(Vec3::Y), InstanceOptions::default()).expect("a pose");
    let (mut scratch, mut cache) = (Scratch::default(), sidle::MoverCache::default());
    let (ball, config) = (Shape::sphere(0.4), MoveConfig::default());
    let (mut at, mut hits) = (DVec3::new(-4.0, 0.5, 0.0), 0);
    for i in 0..400_u16 {
        let x = f32::from(i % 80) * 0.1 - 4.0;
        let pose = Pose::at(Vec3::new(-x, 0.5, 0.0)).with_rotation(Quat::from_rotation_y(x));
        world.set_pose(id, &pose).expect("a pose");
        let step = by(Vec3::new(if i % 160 < 80 { 0.1 } else { -0.1 }, -0.05, 0.0));
        let config = MoveConfig { on_overlap: sidle::OnOverlap::PushOut, ..config };
        let plain = world.move_and_slide(&mut scratch, &ball, at, step, &config);
        hits += usize::from(scratch.hits().iter().any(|h| h.surface.instance == id));
        let cached = scratch.with_cache(&mut cache, |s| world.move_and_slide(s, &ball, at, step, &config));
        assert_eq!(plain, cached, "{i}");
        at = plain.position;
    }
    assert!(hits > 5, "{hits}");
}

/// Triggers are entered, left and passed through, block nothing, and are seen by no other query.
#[test]
fn triggers_tell_who_enters_and_leaves() {
    use sidle::{CharacterConfig, CharacterInput, CharacterState, InstanceTriggers};
    let mut world = floor(50.0);
    let crate_ = box_geometry(&mut world, Vec3::splat(0.5));
    let options = InstanceOptions { trigger: true, ..InstanceOptions::default() };
    let turned = Pose::at(Vec3::X * 4.0).with_rotation(Quat::from_rotation_y(0.6)).with_scale(4.0);
    let zone = world.add_instance(crate_, &turned, options).expect("a pose");
    let thin =
        world.add_instance(crate_, &Pose::at(Vec3::X * 9.0).with_scale(0.02), options).expect("a pose");
    let all = QueryFilter::ALL;
    assert!(world.cast_ray(Vec3::Y, Vec3::X * 20.0, &all).is_none());
    assert!(!world.overlaps(&Shape::sphere(0.5), Vec3::new(4.0, 1.0, 0.0), &all));
    let seen = world.cast_ray(Vec3::Y, Vec3::X * 20.0, &QueryFilter { triggers: true, ..all });
    assert_eq!(seen.map(|hit| hit.surface.instance), Some(zone));

    let (mut scratch, config) = (Scratch::default(), CharacterConfig::default());
    let mut state = CharacterState::at(Vec3::ZERO);
    let mut triggers = InstanceTriggers::default();
    let mut events = Vec::new();
    for i in 0..120_u8 {
        let input = CharacterInput { wish_velocity: Vec3::X * 6.0, ..Default::default() };
        let from = state.position + DVec3::Y * 0.9;
        let _ = world.step_character(&mut scratch, &config, &mut state, &input, 1.0 / 60.0);
        triggers.update(&world, &state.shape(&config), from, state.position + DVec3::Y * 0.9, &all);
        events.extend(triggers.entered.iter().map(|&id| (i, true, id)));
        events.extend(triggers.left.iter().map(|&id| (i, false, id)));
        let is_near = (state.position.x - 4.0).abs() < 1.5;
        assert!(!is_near || triggers.inside == [zone], "{i}: enclosed counts as inside");
    }
    assert!((state.position.x - 12.0).abs() < 0.2, "nothing blocked it: {}", state.position);
    let order: Vec<_> = events.iter().map(|&(_, enters, id)| (enters, id)).collect();
    assert_eq!(order, [(true, zone), (false, zone), (true, thin), (false, thin)]);
    // One step over the thin one.
    triggers.update(&world, &Shape::point(), Vec3::X * 8.0, Vec3::X * 10.0, &all);
    assert_eq!(
        (triggers.entered.as_slice(), triggers.left.as_slice()),
        ([thin].as_slice(), [thin].as_slice())
    );
}
