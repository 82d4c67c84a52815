//! Generates worlds with moving instances around a body.

use sidle::{
    Carrier, CarryConfig, DQuat, DVec3, GeometryId, InstanceId, InstanceOptions, MaterialId, MoveConfig,
    Pose, Shape, Vec3, World, WorldBuilder,
};
use sidle_judge::Judge;

use super::parts::{Faces, boxed, geometry, stored};
use crate::adversarial::body::{least_of, shape, size_of};
use crate::adversarial::number::direction;
use crate::random::Rng;
use crate::verdict::judge_of;

/// Masses of the instances, in turn.
const MASSES: [Option<f32>; 4] = [None, Some(0.5), Some(20.0), Some(150.0)];

/// Polygons that instances share.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// The polygons, in coordinates of the geometry.
    pub faces: Vec<Vec<Vec3>>,
}

/// An instance, and how it moves.
#[derive(Clone, Debug)]
pub struct Actor {
    /// Index of its geometry.
    pub geometry: usize,
    /// Its pose at the start.
    pub pose: Pose,
    /// Displacement of the origin in one step, in metres.
    pub way: DVec3,
    /// Rotation in one step.
    pub turn: DQuat,
    /// Number of steps after which it goes back; 0: never.
    pub reverses: u32,
}

/// A world with moving instances, a body and its settings.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Polygons of the level, in world coordinates.
    pub level: Vec<Vec<Vec3>>,
    /// The geometries.
    pub geometries: Vec<Geometry>,
    /// The instances.
    pub actors: Vec<Actor>,
    /// The body.
    pub shape: Shape,
    /// Where the body and the instances are, in metres.
    pub home: DVec3,
    /// Half the size of the body in metres.
    pub size: f64,
    /// The settings.
    pub config: CarryConfig,
    /// Duration of a step in seconds.
    pub dt: f32,
}

impl Actor {
    /// Returns the pose after a step.
    #[must_use]
    pub fn next(&self, step: u32, pose: &Pose) -> Pose {
        let back = self.reverses > 0 && (step / self.reverses) % 2 == 1;
        let (way, turn) = if back { (-self.way, self.turn.conjugate()) } else { (self.way, self.turn) };
        Pose { translation: pose.translation + way, rotation: unit(turn * pose.rotation), scale: pose.scale }
    }
}

fn unit(q: DQuat) -> DQuat {
    let length = (q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w).sqrt();
    DQuat::from_xyzw(q.x / length, q.y / length, q.z / length, q.w / length)
}

/// Returns a rotation by 2 atan(`t`) about an axis, without trigonometry.
fn turn_by(axis: DVec3, t: f64) -> DQuat {
    unit(DQuat::from_xyzw(axis.x * t, axis.y * t, axis.z * t, 1.0))
}

impl Scene {
    /// Generates a scene.
    pub fn new(rng: &mut Rng, shape: Shape) -> Self {
        let size = f64::from(size_of(&shape));
        let far = rng.pick(&[0.0, 0.0, 0.0, 3.0, 50.0, 1e3, 1e5]);
        let home = direction(rng) * far;
        let mut scene = Self {
            level: Vec::new(),
            geometries: Vec::new(),
            actors: Vec::new(),
            home,
            size,
            config: config(rng, &shape),
            dt: rng.pick(&[1.0 / 60.0, 1.0 / 60.0, 1.0 / 30.0, 1.0 / 10.0, 1.0 / 1000.0, 1.0]),
            shape,
        };
        scene.build_level(rng);
        let count = 1 + rng.below(8);
        while scene.actors.len() < count {
            match rng.weighted(&[6, 2, 2, 2]) {
                0 => scene.add_rover(rng),
                1 => scene.add_press(rng),
                2 => scene.add_door(rng),
                _ => scene.add_lift(rng),
            }
        }
        scene
    }

    /// Generates a scene with a body of any shape.
    pub fn of_any_body(rng: &mut Rng) -> Self {
        let shape = shape(rng);
        Self::new(rng, shape)
    }

    fn build_level(&mut self, rng: &mut Rng) {
        let faces: Faces = match rng.weighted(&[3, 3, 2, 1]) {
            0 => Vec::new(),
            1 => {
                boxed(DVec3::new(20.0, 0.5, 20.0)).into_iter().map(|f| shifted(f, DVec3::Y * -2.0)).collect()
            }
            2 => boxed(DVec3::new(4.0, 2.5, 4.0)),
            _ => geometry(rng),
        };
        let (size, home) = (self.size, self.home);
        let world: Faces =
            faces.into_iter().map(|f| f.into_iter().map(|c| c * size + home).collect()).collect();
        self.level = stored(&world, 1.0);
    }

    /// Adds an instance at a place, in body sizes relative to the home, and returns its index.
    fn add(&mut self, rng: &mut Rng, faces: &Faces, at: DVec3, rotation: DQuat) -> usize {
        // Not all geometries are built at their size.
        let scale = rng.pick(&[1.0, 1.0, 1.0, 0.01, 100.0, 0.37]);
        self.geometries.push(Geometry { faces: stored(faces, self.size / scale) });
        let pose = Pose { translation: self.home + at * self.size, rotation, scale };
        self.actors.push(Actor {
            geometry: self.geometries.len() - 1,
            pose,
            way: DVec3::ZERO,
            turn: DQuat::IDENTITY,
            reverses: rng.pick(&[0, 0, 1, 2, 3]),
        });
        self.actors.len() - 1
    }

    /// Adds an instance that goes anywhere, usually towards the body.
    fn add_rover(&mut self, rng: &mut Rng) {
        let mut faces = geometry(rng);
        if rng.chance(80) {
            // The origin is elsewhere: a turntable, or a swing.
            let away = direction(rng) * rng.pick(&[1.0, 3.0, 30.0]);
            faces = faces.into_iter().map(|f| shifted(f, away)).collect();
        }
        let towards = direction(rng);
        let at = towards * -f64::from(rng.range(0.5, 4.0)) + direction(rng) * f64::from(rng.unit());
        let rotation =
            if rng.chance(128) { turn_by(direction(rng), rng.unit().into()) } else { DQuat::IDENTITY };
        let i = self.add(rng, &faces, at, rotation);
        let speed = f64::from(rng.magnitude(1e-4, 30.0)) * self.size;
        let way = if rng.chance(200) { towards } else { direction(rng) } * speed;
        let turn = turn_by(direction(rng), rng.magnitude(1e-4, 20.0).into());
        match rng.weighted(&[1, 5, 3, 3]) {
            0 => {}
            1 => self.actors[i].way = way,
            2 => self.actors[i].turn = turn,
            _ => (self.actors[i].way, self.actors[i].turn) = (way, turn),
        }
    }

    /// Adds two slabs or sheets that close on the body.
    fn add_press(&mut self, rng: &mut Rng) {
        let axis = direction(rng);
        let rotation = DQuat::from_rotation_arc(DVec3::Y, axis);
        let tilt = if rng.chance(60) { turn_by(direction(rng), 0.1) } else { DQuat::IDENTITY };
        let gap = f64::from(rng.range(1.05, 2.0));
        let speed = f64::from(rng.magnitude(1e-3, 2.0)) * self.size;
        let thick: f64 = rng.pick(&[0.0, 0.1, 1.0]);
        let half = rng.pick(&[0.5, 1.5, 4.0]);
        for side in [-1.0, 1.0] {
            let all = boxed(DVec3::new(half, thick.max(0.01), half));
            let faces = if thick == 0.0 { all[2..3].to_vec() } else { all };
            let i = self.add(rng, &faces, axis * (side * (gap + thick)), tilt * rotation);
            let moves = side < 0.0 || rng.chance(128);
            self.actors[i].way = if moves { axis * (-side * speed) } else { DVec3::ZERO };
        }
    }

    /// Adds a sheet or slab that turns about its edge.
    fn add_door(&mut self, rng: &mut Rng) {
        let half = DVec3::new(1.5, 1.5, rng.pick(&[0.01, 0.1]));
        let faces = boxed(half).into_iter().map(|f| shifted(f, DVec3::X * half.x)).collect();
        let at = direction(rng) * f64::from(rng.range(0.5, 2.0));
        let rotation = turn_by(DVec3::Y, rng.signed_unit().into());
        let i = self.add(rng, &faces, at, rotation);
        self.actors[i].turn = turn_by(DVec3::Y, f64::from(rng.signed_unit() * rng.magnitude(1e-3, 3.0)));
    }

    /// Adds a plate below the body that goes up, down or sideways, and perhaps turns about y.
    fn add_lift(&mut self, rng: &mut Rng) {
        let faces = boxed(DVec3::new(2.0, 0.1, 2.0));
        let below = DVec3::NEG_Y * f64::from(rng.range(1.1, 1.5));
        let i = self.add(rng, &faces, below, DQuat::IDENTITY);
        let speed = f64::from(rng.magnitude(1e-3, 8.0)) * self.size;
        self.actors[i].way = rng.pick(&[DVec3::Y, DVec3::NEG_Y, DVec3::X, DVec3::new(0.6, 0.8, 0.0)]) * speed;
        if rng.chance(80) {
            self.actors[i].turn = turn_by(DVec3::Y, rng.magnitude(1e-3, 1.0).into());
        }
    }

    /// Builds the world, with all instances at their first poses.
    ///
    /// # Errors
    /// A description, for a scene that cannot be built. None is expected.
    pub fn build(&self) -> Result<(World, Vec<InstanceId>), String> {
        let mut builder = WorldBuilder::new();
        add_faces(&mut builder, &self.level);
        let mut world = builder.build().map_err(|e| format!("the level cannot be built: {e}"))?;
        let mut ids: Vec<GeometryId> = Vec::new();
        for geometry in &self.geometries {
            let mut builder = world.geometry_builder();
            add_faces(&mut builder, &geometry.faces);
            ids.push(world.add_geometry(builder).map_err(|e| format!("a geometry cannot be built: {e}"))?);
        }
        let add = |(i, actor): (usize, &Actor)| {
            // Characters push those that have a mass.
            let options = InstanceOptions { mass: MASSES[i % MASSES.len()], ..InstanceOptions::default() };
            let added = world.add_instance(ids[actor.geometry], &actor.pose, options);
            added.map_err(|e| format!("an instance cannot be added: {e}"))
        };
        let instances: Result<Vec<InstanceId>, String> = self.actors.iter().enumerate().map(add).collect();
        Ok((world, instances?))
    }

    /// Returns a judge for each actor, and that of the level at the end.
    #[must_use]
    pub fn judges(&self) -> Vec<Judge> {
        let judge = |faces: &[Vec<Vec3>]| judge_of(faces.iter().map(|face| &face[..]));
        let actors = self.actors.iter().map(|actor| judge(&self.geometries[actor.geometry].faces));
        actors.chain([judge(&self.level)]).collect()
    }
}

fn shifted(face: Vec<DVec3>, by: DVec3) -> Vec<DVec3> {
    face.into_iter().map(|corner| corner + by).collect()
}

fn add_faces(builder: &mut WorldBuilder, faces: &[Vec<Vec3>]) {
    for face in faces {
        match face[..] {
            [a, b, c] => builder.add_triangles(&[a, b, c], &[[0, 1, 2]], MaterialId(0)),
            _ => builder.add_polygon(face, MaterialId(0)),
        };
    }
}

fn config(rng: &mut Rng, shape: &Shape) -> CarryConfig {
    let skin_width = match rng.weighted(&[5, 1]) {
        0 => rng.pick(&[1e-3, 1e-3, 1e-4, 0.0, 0.02]),
        _ => least_of(shape) * rng.magnitude(0.031_25, 4.0),
    };
    CarryConfig {
        movement: MoveConfig { skin_width, record_path: true, ..MoveConfig::default() },
        carrier: if rng.chance(60) { Carrier::None } else { Carrier::Ground },
        max_push_speed: rng.pick(&[30.0, 30.0, 30.0, 3.0, 0.0, 1e3, 1e6]),
        ..CarryConfig::default()
    }
}
