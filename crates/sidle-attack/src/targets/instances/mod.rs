//! Checks worlds of instances: any pose is refused with an error or leaves a world that answers
//! every query, and bodies end free where that is promised.

mod poses;

use sidle::{
    CarryConfig, CarryEnd, CharacterConfig, CharacterInput, CharacterState, DVec3, GeometryId, Hit,
    InstanceError, InstanceId, InstanceOptions, Material, MaterialId, Motion, MoveConfig, Pose, PoseSet,
    QueryFilter, Scratch, Shape, StopReason, Surface, Vec3, World, WorldBuilder,
};

use crate::adversarial::{body, number};
use crate::random::Rng;

const ALL: &QueryFilter = &QueryFilter::ALL;

/// Builds a world of instances, changes it and moves bodies in it.
pub(super) fn instances(bytes: &[u8]) {
    let mut rng = Rng::of_bytes(bytes);
    let rng = &mut rng;
    // Drawn first: the poses can use up all bytes, and then every shape would be a sphere.
    let shape = body::shape(rng);
    let config = body::config(rng, &shape);
    let mut stage = Stage::new(rng, shape, config);
    for _ in 0..1 + rng.below(16) {
        stage.step(rng);
    }
    stage.compare_with_new_world();
}

/// An instance that the target added, as it should be in the world.
#[derive(Clone, Copy)]
struct Known {
    id: InstanceId,
    geometry: usize,
    pose: Pose,
}

struct Stage {
    world: World,
    /// The builders of the geometries, to build the world again.
    builders: Vec<WorldBuilder>,
    geometries: Vec<GeometryId>,
    known: Vec<Known>,
    /// Ids of removed instances, and one of another world.
    gone: Vec<InstanceId>,
    shape: Shape,
    config: MoveConfig,
    at: DVec3,
    character: CharacterState,
    scratch: Scratch,
}

impl Stage {
    fn new(rng: &mut Rng, shape: Shape, config: MoveConfig) -> Self {
        let mut level = WorldBuilder::new();
        level.add_material(Material { friction: 0.4, restitution: 0.5, ..Material::default() });
        add_polygons(rng, &mut level);
        let world = level.build().unwrap_or_else(|error| panic!("{error}"));
        let mut stage = Self {
            gone: vec![foreign_id()],
            world,
            builders: Vec::new(),
            geometries: Vec::new(),
            known: Vec::new(),
            shape,
            config,
            at: DVec3::ZERO,
            character: CharacterState::default(),
            scratch: Scratch::default(),
        };
        for _ in 0..1 + rng.below(3) {
            let mut builder = stage.world.geometry_builder();
            add_polygons(rng, &mut builder);
            let geometry =
                stage.world.add_geometry(builder.clone()).unwrap_or_else(|error| panic!("{error}"));
            stage.geometries.push(geometry);
            stage.builders.push(builder);
        }
        for _ in 0..1 + rng.below(5) {
            stage.add(rng);
        }
        stage.at = stage.place(rng);
        stage.character = CharacterState::at(stage.place(rng));
        stage
    }

    fn step(&mut self, rng: &mut Rng) {
        match rng.weighted(&[16, 2, 1, 2, 6, 2, 3]) {
            0 => self.move_instances(rng),
            1 => self.add(rng),
            2 => self.remove(rng),
            3 => self.set_pose(rng),
            4 => self.move_body(rng),
            5 => self.step_character(rng),
            _ => self.ask(rng),
        }
        self.check_instances();
    }

    fn add(&mut self, rng: &mut Rng) {
        let geometry = rng.below(self.geometries.len());
        let pose = poses::pose(rng);
        let options = InstanceOptions {
            material: rng.pick(&[None, None, Some(MaterialId(1)), Some(MaterialId(9))]),
            mass: rng.pick(&[None, None, Some(0.0), Some(80.0), Some(f32::NAN)]),
            ..InstanceOptions::default()
        };
        let before = self.world.polygon_count();
        match self.world.add_instance(self.geometries[geometry], &pose, options) {
            Ok(id) => {
                assert!(!self.gone.contains(&id) && self.known.iter().all(|known| known.id != id), "{id:?}");
                assert!(is_valid(&pose), "{pose:?}");
                self.known.push(Known { id, geometry, pose });
            }
            Err(error) => {
                assert_eq!(self.world.polygon_count(), before);
                sentence(&error.to_string());
            }
        }
    }

    fn remove(&mut self, rng: &mut Rng) {
        let stale = rng.pick(&self.gone);
        assert_eq!(self.world.remove_instance(stale), Err(InstanceError::Stale));
        assert_eq!(self.world.remove_instance(InstanceId::MESH), Err(InstanceError::Fixed));
        if !self.known.is_empty() {
            let Known { id, .. } = self.known.remove(rng.below(self.known.len()));
            assert_eq!(self.world.remove_instance(id), Ok(()));
            self.gone.push(id);
        }
    }

    fn set_pose(&mut self, rng: &mut Rng) {
        let pose = poses::pose(rng);
        assert!(self.world.set_pose(rng.pick(&self.gone), &pose).is_err());
        if self.known.is_empty() {
            return;
        }
        let known = rng.below(self.known.len());
        match self.world.set_pose(self.known[known].id, &pose) {
            Ok(()) => {
                assert!(is_valid(&pose), "{pose:?}");
                self.known[known].pose = pose;
            }
            Err(error) => sentence(&error.to_string()),
        }
    }

    /// Moves instances by a pose set, and lets them carry the body and the character.
    fn move_instances(&mut self, rng: &mut Rng) {
        let mut set = PoseSet::default();
        for (i, known) in self.known.iter().enumerate() {
            if i == 0 || rng.chance(160) {
                set.add(known.id, known.pose, poses::next(rng, &known.pose));
            }
        }
        if rng.chance(8) {
            let pose = poses::pose(rng);
            set.add(rng.pick(&self.gone), pose, pose);
        }
        if rng.chance(8) {
            set.motions.extend(set.motions.first().copied());
        }
        if let (Some(known), true) = (self.known.first(), rng.chance(24)) {
            set.stop(known.id, rng.pick(&[0.5, 0.0, 1.0, -1.0, f64::NAN, f64::INFINITY]));
        }
        let was_free = self.is_free();
        let is_placed = self.character.up().is_some();
        match self.world.set_poses(&set) {
            Ok(()) => {
                for motion in &set.motions {
                    assert!(is_valid(&motion.from) && is_valid(&motion.to), "{motion:?}");
                    let known = self.known.iter_mut().find(|known| known.id == motion.instance);
                    known.unwrap_or_else(|| panic!("a stale id is accepted: {motion:?}")).pose = motion.to;
                }
                self.carry(rng, was_free);
                if is_placed {
                    self.step_character(rng);
                }
            }
            Err(error) => sentence(&error.to_string()),
        }
    }

    /// Lets the instances carry the body. `was_free`: it was free where they came from.
    fn carry(&mut self, rng: &mut Rng, was_free: bool) {
        let config = CarryConfig {
            movement: self.config,
            carrier: rng.pick(&[
                sidle::Carrier::Ground,
                sidle::Carrier::None,
                sidle::Carrier::Instance(self.known.first().map_or(self.gone[0], |known| known.id)),
                sidle::Carrier::Instance(self.gone[0]),
            ]),
            max_push_speed: or_odd(rng, 30.0, &[0.0, 1e9, f32::INFINITY, f32::NAN, -1.0]),
            up: or_odd(rng, Vec3::Y, &[Vec3::ZERO, Vec3::new(1.0, 2.0, 3.0), Vec3::NAN]),
            max_slope_angle: or_odd(rng, 0.87, &[0.0, 3.0, f32::NAN]),
        };
        let dt = time(rng);
        let carried = self.world.carry(&mut self.scratch, &self.shape, self.at, dt, &config);
        let says = || format!("{carried:?} from {:?} in {dt}: {:?} {:?}", self.at, self.shape, config);
        assert!(carried.position.is_finite() && carried.velocity.is_finite(), "{}", says());
        assert!(carried.rotation.is_finite() && carried.skin.is_finite(), "{}", says());
        assert!((0.0..=1.0).contains(&carried.fraction), "{}", says());
        if let Some(id) = carried.carrier {
            assert!(self.known.iter().any(|known| known.id == id), "{}", says());
        }
        if was_free && carried.is_free() {
            assert!(!self.world.overlaps(&self.shape, carried.position, ALL), "{}", says());
        }
        if matches!(carried.end, CarryEnd::Still | CarryEnd::InvalidInput) && self.at.is_finite() {
            assert_eq!(carried.position, self.at, "{}", says());
        }
        self.scratch.hits().iter().for_each(|hit| self.check_surface(&hit.surface));
        self.at = carried.position;
    }

    fn move_body(&mut self, rng: &mut Rng) {
        let was_free = self.is_free();
        let motion = rng.pick(&[0.1, 1.0, 20.0]) * Vec3::from([(); 3].map(|()| rng.signed_unit()));
        let motion = Motion::displacement(motion, time(rng));
        let end = self.world.move_and_slide(&mut self.scratch, &self.shape, self.at, motion, &self.config);
        let says = || format!("{end:?} from {:?}: {motion:?} {:?} {:?}", self.at, self.shape, self.config);
        assert!(end.position.is_finite() && end.velocity.is_finite(), "{}", says());
        if was_free && !matches!(end.reason, StopReason::InvalidInput | StopReason::StartedInside) {
            assert!(!self.world.overlaps(&self.shape, end.position, ALL), "{}", says());
        }
        self.scratch.hits().iter().for_each(|hit| self.check_surface(&hit.surface));
        self.at = if rng.chance(24) { self.place(rng) } else { end.position };
    }

    fn step_character(&mut self, rng: &mut Rng) {
        let config = CharacterConfig::default();
        let input = CharacterInput {
            wish_velocity: 5.0 * Vec3::new(rng.signed_unit(), 0.0, rng.signed_unit()),
            jump: rng.chance(24),
            crouch: rng.chance(24),
            ..CharacterInput::default()
        };
        let (before, dt) = (self.character, time(rng));
        let report = self.world.step_character(&mut self.scratch, &config, &mut self.character, &input, dt);
        let after = &self.character;
        let says = || format!("{report:?} {after:?} from {before:?} in {dt}: {input:?}");
        assert!(after.position.is_finite() && after.velocity.is_finite(), "{}", says());
        assert!(report.ground_velocity.is_finite() && report.platform_rotation.is_finite(), "{}", says());
        if report.refused.is_some() {
            assert_eq!(format!("{after:?}"), format!("{before:?}"));
        } else if report.crushed.is_none() && after.up().is_some() {
            let centre = after.centre(&config);
            let shape = config.posture(after.is_crouching());
            assert!(!self.world.overlaps(&shape, centre, ALL), "{}", says());
        }
        for surface in [report.ground_surface, report.wall, report.ceiling].iter().flatten() {
            self.check_surface(surface);
        }
        if rng.chance(24) {
            self.character = CharacterState::at(self.place(rng));
        }
    }

    /// Returns a place for a body: usually near the origin of an instance, and above it.
    fn place(&self, rng: &mut Rng) -> DVec3 {
        let near = self.known.get(rng.below(self.known.len())).filter(|_| !rng.chance(60));
        near.map_or(DVec3::ZERO, |known| known.pose.translation + DVec3::Y) + number::place(rng).as_dvec3()
    }

    /// Runs every query once.
    fn ask(&mut self, rng: &mut Rng) {
        let world = &self.world;
        let (from, motion) = (number::place(rng), 3.0 * number::place(rng));
        let (mut hits, mut contacts) = (Vec::<Hit>::new(), Vec::new());
        world.cast_shape_all(&self.shape, from, motion, ALL, &mut hits);
        hits.extend(world.cast_ray(from, motion, ALL));
        hits.extend(world.cast_shape(&self.shape, from, motion, ALL));
        assert!(hits.iter().all(|h| (0.0..=1.0).contains(&h.fraction) && h.point.is_finite()), "{hits:?}");
        assert!(hits.iter().all(|h| h.normal.is_finite()), "{hits:?}");
        hits.iter().for_each(|hit| self.check_surface(&hit.surface));
        world.contacts(&self.shape, from, 0.5, ALL, &mut contacts);
        assert!(contacts.iter().all(|c| c.point.is_finite() && c.distance <= 0.5), "{contacts:?}");
        let near = world.closest_point(from, 5.0, ALL);
        assert!(near.is_none_or(|c| c.point.is_finite() && (0.0..=5.0).contains(&c.distance)), "{near:?}");
        let out = world.depenetrate(&mut self.scratch, &self.shape, from, &self.config);
        assert!(out.position.is_finite(), "{out:?}");
    }

    fn is_free(&self) -> bool {
        self.at.is_finite() && !self.world.overlaps(&self.shape, self.at, ALL)
    }

    fn check_surface(&self, surface: &Surface) {
        let is_known = self.known.iter().any(|known| known.id == surface.instance);
        assert!(is_known || surface.instance == InstanceId::MESH, "{surface:?}");
    }

    /// Checks that the world has the known instances and no others.
    fn check_instances(&self) {
        for known in &self.known {
            let info = self.world.instance(known.id).unwrap_or_else(|| panic!("{:?} is lost", known.id));
            assert_eq!(info.pose, known.pose);
        }
        assert!(self.gone.iter().all(|&id| self.world.instance(id).is_none()));
        assert_eq!(self.world.instance_ids().count(), 1 + self.known.len());
        if let Some((low, high)) = self.world.bounds() {
            assert!(low.cmple(high).all() && low.is_finite() && high.is_finite(), "{low} {high}");
        }
    }

    /// Checks that a move ends where it does in a world to which the same instances are added in
    /// the same order.
    fn compare_with_new_world(mut self) {
        let mut other = self.world.clone();
        for known in &self.known {
            assert_eq!(other.remove_instance(known.id), Ok(()));
        }
        self.known.sort_by_key(|known| known.id.index());
        for (builder, geometry) in self.builders.iter().zip(&mut self.geometries) {
            *geometry = other.add_geometry(builder.clone()).unwrap_or_else(|error| panic!("{error}"));
        }
        // Numbers of removed instances are used again, the last one first. Use up all of them.
        let count = self.known.len() + self.gone.len();
        for _ in 0..count {
            let added = other.add_instance(self.geometries[0], &Pose::IDENTITY, InstanceOptions::default());
            assert!(added.is_ok());
        }
        let fillers: Vec<InstanceId> = other.instance_ids().skip(1).collect();
        for known in &self.known {
            let options = self.world.instance(known.id).map(|info| info.options).unwrap_or_default();
            let geometry = self.geometries[known.geometry];
            assert!(other.add_instance(geometry, &known.pose, options).is_ok());
        }
        for id in fillers {
            assert_eq!(other.remove_instance(id), Ok(()));
        }
        let motion = Motion::displacement(Vec3::new(0.5, -1.0, 0.25), 1.0);
        let report = |world: &World| {
            let report = world.move_once(&self.shape, self.at, motion, &self.config);
            let hits: Vec<_> = report.hits.iter().map(|hit| (hit.point, hit.normal)).collect();
            let ray = world.cast_ray(self.at, motion.displacement * 5.0, ALL);
            (report.outcome, hits, ray.map(|hit| (hit.fraction, hit.point, hit.surface.polygon)))
        };
        assert_eq!(report(&self.world), report(&other));
    }
}

/// Adds a box, or a few triangles and polygons without area.
fn add_polygons(rng: &mut Rng, builder: &mut WorldBuilder) {
    if rng.chance(128) {
        builder.add_box(rng.pick(&[Vec3::splat(0.5), Vec3::new(4.0, 0.1, 4.0), Vec3::ONE]), MaterialId(0));
    }
    for _ in 0..rng.below(6) {
        let corners: Vec<Vec3> = (0..3).map(|_| number::place(rng)).collect();
        builder.add_triangles(&corners, &[[0, 1, 2]], MaterialId(u16::from(rng.chance(60))));
    }
}

/// Returns the id of an instance that no world of this target has.
fn foreign_id() -> InstanceId {
    let mut world = World::default();
    let geometry = world.add_geometry(world.geometry_builder()).unwrap_or_else(|error| panic!("{error}"));
    let mut last = InstanceId::MESH;
    for _ in 0..200 {
        let added = world.add_instance(geometry, &Pose::IDENTITY, InstanceOptions::default());
        last = added.unwrap_or_else(|error| panic!("{error}"));
    }
    last
}

/// Returns true if every number of a pose is in the documented range.
fn is_valid(pose: &Pose) -> bool {
    let length = pose.rotation.length_squared();
    pose.translation.is_finite()
        && pose.translation.abs().max_element() <= 1_073_741_824.0
        && (1e-6..=1e6).contains(&pose.scale)
        && pose.rotation.is_finite()
        && !pose.rotation.to_array().iter().all(|&x| x == 0.0)
        && !length.is_nan()
}

/// Returns the time of a step: usually a frame, sometimes none at all.
fn time(rng: &mut Rng) -> f32 {
    let usual = rng.pick(&[1.0 / 60.0, 1.0, 0.001]);
    or_odd(rng, usual, &[0.0, -1.0, f32::NAN, f32::INFINITY, 1e-30, 1e9])
}

/// Returns the usual value, or rarely one of the others.
fn or_odd<T: Copy>(rng: &mut Rng, usual: T, odd: &[T]) -> T {
    if rng.chance(12) { rng.pick(odd) } else { usual }
}

fn sentence(said: &str) {
    assert!(!said.is_empty() && said.len() < 200 && !said.contains('\n'), "{said}");
}
