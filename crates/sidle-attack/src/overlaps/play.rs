//! Overlaps as they arise in play: a door closes on a body, a body spawns in a shared level, a
//! level is edited around a body, or moving instances crush it.
//!
//! Every instance ends at the identity, so the corners that are judged are exact.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sidle::{
    CarryConfig, CarryEnd, DQuat, DVec3, InstanceId, InstanceOptions, MaterialId, MoveConfig, Pose, PoseSet,
    QueryFilter, Scratch, Vec3, World,
};
use sidle_scenes::SplitMix64;

use super::scene::{Frame, KINDS, Kind, Maker, Overlap, body, frame, vector};
use super::trial::WITHIN;

/// The kinds of overlaps that play makes, in the order in which the cases cycle through them.
pub const EVENTS: [Kind; 4] = [Kind::Door, Kind::Spawn, Kind::Edit, Kind::Crush];

/// One body in this number of bodies is thin: not much longer than the default skin.
const THIN: usize = 32;

/// A shared level, and places a metre above its ground.
pub struct Ground {
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    spawns: Vec<DVec3>,
    world: Arc<World>,
}

/// Reads all levels with spawns in `shared/levels` above the repository. Prints a `SKIPPED:` line
/// if there are none.
#[must_use]
pub fn shared_levels(what: &str) -> Vec<Ground> {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|above| above.join("shared/levels"));
    let files = above.filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
    let mut spawns: Vec<PathBuf> = files.map(|file| file.path()).collect();
    spawns.retain(|file| file.to_string_lossy().ends_with(".spawns.json"));
    spawns.sort_unstable();
    let grounds: Vec<Ground> = spawns.iter().filter_map(|file| Ground::read(file)).collect();
    if grounds.is_empty() {
        println!("SKIPPED: {what} (no folder shared/levels above the repository)");
    }
    grounds
}

impl Ground {
    fn read(spawns: &Path) -> Option<Self> {
        let level = spawns.with_extension("").with_extension("obj");
        let data = sidle_io::read_level(&level).ok()?;
        let spawns = sidle_io::read_spawns(spawns).ok()?;
        let vertices: Vec<Vec3> = data.vertices.into_iter().map(Vec3::from).collect();
        let world = Arc::new(World::from_triangles(&vertices, &data.triangles).ok()?);
        let spawns = spawns.into_iter().map(|spawn| Vec3::from(spawn).as_dvec3()).collect();
        Some(Self { vertices, triangles: data.triangles, spawns, world })
    }

    /// Returns a body at a place near a spawn that overlaps the level, and the triangles around it.
    fn spawn(&self, rng: &mut SplitMix64) -> Played {
        loop {
            let half = rng.magnitude(0.125, 3);
            let shape = body(rng, half);
            let spawn = self.spawns[rng.below(self.spawns.len())];
            let away = [vector(rng, 2.0), DVec3::Y * rng.range(-1.2, 0.2)][rng.below(2)];
            let start = spawn + away;
            if !self.world.overlaps(&shape, start, &QueryFilter::ALL) {
                continue;
            }
            let around = Vec3::splat((2.0 * half * (WITHIN + 1.0)) as f32 + 0.05);
            let (low, high) = (start.as_vec3() - around, start.as_vec3() + around);
            let near =
                self.triangles.iter().map(|t| t.map(|i| self.vertices[i as usize])).filter(|[a, b, c]| {
                    a.min(*b).min(*c).cmple(high).all() && a.max(*b).max(*c).cmpge(low).all()
                });
            let vertices: Vec<Vec3> = near.flatten().collect();
            let triangles = (0..vertices.len() as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
            let skin = MoveConfig::default().skin_width;
            let overlap = Overlap { vertices, triangles, shape, start, skin };
            return Played { overlap, world: Arc::clone(&self.world) };
        }
    }
}

/// An overlap, and the world that play has led to.
pub struct Played {
    /// The overlap, with the triangles around it.
    pub overlap: Overlap,
    /// The world.
    pub world: Arc<World>,
}

impl Played {
    /// Returns the kind of a case.
    #[must_use]
    pub fn kind_of(case: u64) -> Kind {
        EVENTS[(case % EVENTS.len() as u64) as usize]
    }

    /// Generates the case with this number; the kinds alternate, and the levels with each round of
    /// them. Returns `None` for a spawn if there are no levels.
    #[must_use]
    pub fn of_case(seed: u64, case: u64, levels: &[Ground]) -> Option<Self> {
        let mut rng = SplitMix64::new(SplitMix64::new(seed).next_u64() ^ case);
        let kind = Self::kind_of(case);
        if kind == Kind::Spawn {
            let level = levels.get((case / EVENTS.len() as u64) as usize % levels.len().max(1))?;
            return Some(level.spawn(&mut rng));
        }
        let mut scratch = Scratch::default();
        loop {
            let found = Stage::new(kind, &mut rng).play(kind, &mut rng, &mut scratch);
            if found.is_some() {
                return found;
            }
        }
    }
}

/// A room, and the parts that come later or move.
struct Stage {
    overlap: Overlap,
    frame: Frame,
    /// Number of the first triangle of each part.
    parts: Vec<usize>,
    /// Pose from which each part moves to the identity.
    from: Vec<Pose>,
}

impl Stage {
    fn new(kind: Kind, rng: &mut SplitMix64) -> Self {
        let mut maker = Maker::default();
        maker.room(rng);
        let mut frame = Frame::new(rng);
        let is_thin = rng.below(THIN) == 0;
        if is_thin {
            let length = rng.magnitude(1e-4, 4);
            frame.origin *= length / frame.length;
            frame.length = length;
        }
        let (mut parts, mut from) = (vec![maker.corners.len() / 3], Vec::new());
        match kind {
            Kind::Crush => {
                let n = direction(rng);
                let gap = rng.range(0.0, 0.5);
                let both = rng.below(2);
                for side in [-1.0, 1.0] {
                    let thick = [0.0, 0.1, 0.5][rng.below(3)];
                    maker.slab(n * (side * (gap + thick)), (n + vector(rng, 0.03)).normalize(), thick, rng);
                    parts.push(maker.corners.len() / 3);
                    let way = if side < 0.0 || both == 0 { rng.range(0.02, 0.7) } else { 0.0 };
                    from.push(Pose { translation: frame.turned(n * (side * way)), ..Pose::IDENTITY });
                }
            }
            Kind::Door => {
                let [n, u, _] = frame_of(direction(rng));
                let thick = [0.0, 0.02, 0.1][rng.below(3)];
                let middle = n * rng.range(-0.5, 0.5) + vector(rng, 0.5);
                maker.slab(middle, n, thick, rng);
                parts.push(maker.corners.len() / 3);
                from.push(match rng.below(3) {
                    0 => Pose { translation: frame.turned(n * rng.range(0.02, 1.5)), ..Pose::IDENTITY },
                    1 => Pose { translation: frame.turned(u * rng.range(0.1, 3.0)), ..Pose::IDENTITY },
                    _ => swing(&frame, middle + vector(rng, 1.0), u, rng.range(-1.0, 1.0)),
                });
            }
            _ => {
                let away = maker.build(KINDS[rng.below(KINDS.len())], rng);
                let first = 3 * parts[0];
                maker.corners[first..].iter_mut().for_each(|corner| *corner -= away);
                parts.push(maker.corners.len() / 3);
            }
        }
        let mut overlap = maker.placed(rng, &frame, DVec3::ZERO);
        if is_thin {
            overlap.skin = (0.01 * frame.length) as f32;
        }
        Self { overlap, frame, parts, from }
    }

    fn triangles(&self, part: usize) -> &[[u32; 3]] {
        &self.overlap.triangles[self.parts[part]..self.parts[part + 1]]
    }

    fn is_overlapped(&self, world: &World) -> bool {
        world.overlaps(&self.overlap.shape, self.overlap.start, &QueryFilter::ALL)
    }

    /// Adds a part as an instance.
    fn add(&self, world: &mut World, part: usize, pose: &Pose) -> Option<InstanceId> {
        let mut builder = world.geometry_builder();
        builder.add_triangles(&self.overlap.vertices, self.triangles(part), MaterialId(0));
        let geometry = world.add_geometry(builder).ok()?;
        world.add_instance(geometry, pose, InstanceOptions::default()).ok()
    }

    /// Plays the event around a free body. Returns `None` if nothing overlaps the body then.
    fn play(mut self, kind: Kind, rng: &mut SplitMix64, scratch: &mut Scratch) -> Option<Played> {
        let Overlap { vertices, triangles, .. } = &self.overlap;
        let mut world = World::from_triangles(vertices, &triangles[..self.parts[0]]).ok()?;
        if kind == Kind::Edit {
            if self.is_overlapped(&world) {
                return None;
            }
            if rng.below(2) == 0 {
                world.add_triangles(vertices, self.triangles(0), MaterialId(0)).ok()?;
            } else {
                self.add(&mut world, 0, &Pose::IDENTITY)?;
            }
        } else {
            let mut poses = PoseSet::default();
            for (part, pose) in self.from.iter().enumerate() {
                poses.add(self.add(&mut world, part, pose)?, *pose, Pose::IDENTITY);
            }
            if self.is_overlapped(&world) {
                return None;
            }
            world.set_poses(&poses).ok()?;
        }
        if kind == Kind::Crush {
            let Overlap { shape, start, skin, .. } = &self.overlap;
            let config = CarryConfig {
                movement: MoveConfig { skin_width: *skin, ..MoveConfig::default() },
                up: self.frame.axes[1].as_vec3(),
                max_push_speed: [30.0, 3.0, 0.3][rng.below(3)],
                ..CarryConfig::default()
            };
            let carried = world.carry(scratch, shape, *start, 1.0 / 60.0, &config);
            if carried.end != CarryEnd::Crushed {
                return None;
            }
            self.overlap.start = carried.position;
        }
        self.is_overlapped(&world).then(|| Played { overlap: self.overlap, world: Arc::new(world) })
    }
}

/// Returns an axis of the level, or any direction.
fn direction(rng: &mut SplitMix64) -> DVec3 {
    let axes = if rng.below(3) == 0 { frame(rng) } else { [DVec3::X, DVec3::Y, DVec3::Z] };
    axes[rng.below(3)]
}

/// Returns orthogonal unit vectors, the first of them given.
fn frame_of(n: DVec3) -> [DVec3; 3] {
    let u = n.cross(if n.y.abs() < 0.7 { DVec3::Y } else { DVec3::X }).normalize();
    [n, u, n.cross(u)]
}

/// Returns a pose turned about an axis through a point, both in body lengths, by 2 atan(`t`).
fn swing(frame: &Frame, hinge: DVec3, axis: DVec3, t: f64) -> Pose {
    let (hinge, axis) = (frame.place(hinge), frame.turned(axis).normalize() * t);
    let rotation = DQuat::from_xyzw(axis.x, axis.y, axis.z, 1.0).normalize();
    Pose { translation: hinge - rotation * hinge, rotation, scale: 1.0 }
}

impl Maker {
    /// Adds a floor, walls, some of them with a doorway, perhaps a ceiling, and crates.
    fn room(&mut self, rng: &mut SplitMix64) {
        let size = rng.range(1.5, 6.0);
        self.plate(DVec3::Y * -rng.range(0.5, 0.6), DVec3::X * size, DVec3::Z * size);
        for n in [DVec3::X, DVec3::NEG_X, DVec3::Z, DVec3::NEG_Z] {
            let u = n.cross(DVec3::Y) * rng.range(0.5, 3.0);
            let (middle, v) = (n * rng.range(0.4, 2.5), DVec3::Y * rng.range(0.5, 2.0));
            match rng.below(4) {
                0 => self.plate(middle, u, v),
                1 => self.wall_with_hole(middle, (u, v), rng),
                _ => {}
            }
        }
        if rng.below(4) == 0 {
            self.plate(DVec3::Y * rng.range(0.5, 1.5), DVec3::X * size, DVec3::Z * size);
        }
        for _ in 0..rng.below(4) {
            let half = rng.range(0.1, 0.5);
            let axes = if rng.below(2) == 0 { frame(rng) } else { [DVec3::X, DVec3::Y, DVec3::Z] };
            self.solid(vector(rng, 1.5), axes.map(|axis| axis * half));
        }
    }

    /// Adds a box, or a plate if its half thickness is 0.
    fn slab(&mut self, middle: DVec3, n: DVec3, thick: f64, rng: &mut SplitMix64) {
        let [n, u, v] = frame_of(n);
        let (u, v) = (u * rng.range(0.3, 2.0), v * rng.range(0.3, 2.0));
        if thick > 0.0 {
            self.solid(middle, [n * thick, u, v]);
        } else {
            self.plate(middle, u, v);
        }
    }
}
