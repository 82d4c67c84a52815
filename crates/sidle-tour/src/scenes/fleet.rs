//! The meshes of a stage that stand or move as a whole: instances of the world, and meshes for the
//! judge.

use sidle::{DQuat, DVec3, InstanceId, InstanceOptions, Pose, PoseSet, Vec3, World};
use sidle_attack::platforms::mesh_pose;
use sidle_judge::Judge;
use sidle_judge::moving::MovingMesh;
use sidle_scenes::catalogue::{Piece, Stage, Variant};
use sidle_scenes::trig::{degrees, sin_cos};

/// The pieces of a stage in the world of a variant.
pub(super) struct Fleet<'a> {
    pieces: Vec<Placed<'a>>,
    variant: Variant,
    shift: [f64; 3],
    /// Returns the position in the world of an origin of a piece.
    put: fn(DVec3) -> DVec3,
    /// True if a piece has moved.
    has_moved: bool,
}

struct Placed<'a> {
    piece: &'a Piece,
    judge: Judge,
    id: InstanceId,
    /// The poses at the start and at the end of the step.
    ends: [Pose; 2],
}

impl<'a> Fleet<'a> {
    /// Adds the pieces of a stage to its world, where they are at time 0.
    pub(super) fn new(world: &mut World, stage: &'a Stage, variant: &Variant) -> Self {
        Self::placed(world, stage, variant, |position| position)
    }

    /// Adds the pieces with their origins where `put` puts them.
    pub(super) fn placed(
        world: &mut World,
        stage: &'a Stage,
        variant: &Variant,
        put: fn(DVec3) -> DVec3,
    ) -> Self {
        let mut fleet =
            Self { pieces: Vec::new(), variant: *variant, shift: stage.shift, put, has_moved: false };
        // The pose turns and moves a piece; its mesh is only triangulated.
        let plain = Variant { yaw: 0.0, offset: 0.0, ..*variant };
        for piece in &stage.pieces {
            let mesh = plain.level(&piece.mesh, [0.0; 3]);
            let mut builder = world.geometry_builder();
            let vertices: Vec<Vec3> = mesh.vertices.iter().map(|&v| Vec3::from(v)).collect();
            builder.add_triangles(&vertices, &mesh.triangles, Default::default());
            let geometry = world.add_geometry(builder).expect("the meshes of the catalogue are valid");
            let pose = fleet.pose(piece, 0.0);
            let id = world.add_instance(geometry, &pose, InstanceOptions::default());
            let id = id.expect("the poses of the catalogue are valid");
            let judge = Judge::new(&mesh.vertices, &mesh.triangles);
            fleet.pieces.push(Placed { piece, judge, id, ends: [pose; 2] });
        }
        fleet
    }

    fn pose(&self, piece: &Piece, time: f64) -> Pose {
        let (position, turn) = (piece.path)(time);
        let (sin, cos) = sin_cos(0.5 * (degrees(self.variant.yaw) + turn));
        Pose {
            translation: (self.put)(DVec3::from(self.variant.place(position, self.shift))),
            rotation: DQuat::from_xyzw(0.0, sin, 0.0, cos),
            scale: 1.0,
        }
    }

    /// Returns true if a piece has moved.
    pub(super) fn has_moved(&self) -> bool {
        self.has_moved
    }

    /// Moves the pieces of the world from one time to another.
    pub(super) fn advance(&mut self, world: &mut World, [from, to]: [f64; 2]) {
        let mut poses = PoseSet::default();
        for i in 0..self.pieces.len() {
            let ends = [from, to].map(|time| self.pose(self.pieces[i].piece, time));
            self.pieces[i].ends = ends;
            self.has_moved |= ends[0] != ends[1];
            poses.add(self.pieces[i].id, ends[0], ends[1]);
        }
        world.set_poses(&poses).expect("the poses of the catalogue are valid");
    }

    /// Returns the motions of the step.
    pub(super) fn meshes(&self) -> Vec<MovingMesh<'_>> {
        self.pieces
            .iter()
            .map(|p| MovingMesh::new(&p.judge, &mesh_pose(&p.ends[0]), &mesh_pose(&p.ends[1])))
            .collect()
    }
}
