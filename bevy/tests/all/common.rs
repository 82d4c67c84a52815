//! A game without a window, and the plain library beside it.

use bevy_app::{App, FixedPostUpdate, FixedUpdate, TaskPoolPlugin};
use bevy_asset::{AssetPlugin, Assets, Handle, RenderAssetUsages};
use bevy_ecs::prelude::*;
use bevy_math::{DVec3, Vec3};
use bevy_mesh::{Indices, Mesh, Mesh3d, MeshPlugin, PrimitiveTopology};
use bevy_sidle::{
    Character, CharacterInput, CharacterReport, CharacterState, Crushed, Landed, LeftGround, LevelReady,
    Platform, SidleLevel, SidleMesh, SidlePlugin, SidleWarnings, SidleWorld, Stepped, TriggerEntered,
    TriggerLeft, sidle,
};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;

/// The step of Bevy's default fixed time, in seconds.
pub(crate) const STEP: f32 = 1.0 / 64.0;

/// Vertices and triangles.
pub(crate) type Soup = (Vec<Vec3>, Vec<[u32; 3]>);

/// A square floor of this half size at this height.
pub(crate) fn floor(half: f32, y: f32) -> Soup {
    let corners = [(-half, -half), (-half, half), (half, half), (half, -half)];
    (corners.map(|(x, z)| Vec3::new(x, y, z)).to_vec(), vec![[0, 1, 2], [0, 2, 3]])
}

/// A box of this half size, with its fronts outside.
pub(crate) fn cuboid(half: Vec3) -> Soup {
    let sign = |on: usize| if on == 0 { -1.0 } else { 1.0 };
    let vertices = (0..8).map(|i| half * Vec3::new(sign(i & 1), sign(i & 2), sign(i & 4))).collect();
    let sides = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    (vertices, sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect())
}

/// The stairs of the scene A1: ten steps of 0.3 m towards +z.
pub(crate) fn stairs() -> Soup {
    let scenes = sidle_scenes::catalogue::all();
    let scene = scenes.iter().find(|scene| scene.id == "A1").expect("the scene exists");
    let level = (scene.build)(&Default::default()).remove(0).level;
    (level.vertices.iter().map(|&v| Vec3::from_array(v)).collect(), level.triangles)
}

/// The body of the scene A1.
pub(crate) fn climber() -> Character {
    let shape = sidle::Shape::capsule(0.3, 1.95);
    Character::new(sidle::CharacterConfig { shape, skin_width: 0.02, ..Default::default() })
}

/// The events, as text, in their order.
#[derive(Resource, Default)]
pub(crate) struct Events(pub(crate) Vec<String>);

/// The levels that were ready.
#[derive(Resource, Default)]
pub(crate) struct Ready(pub(crate) Vec<LevelReady>);

pub(crate) struct Game {
    pub(crate) app: App,
}

impl Game {
    pub(crate) fn new() -> Self {
        Self::with(SidlePlugin::new(FixedPostUpdate).with_levels_at_once())
    }

    pub(crate) fn with(plugin: SidlePlugin) -> Self {
        Self::with_more(plugin, |_| ())
    }

    /// Creates a game, with `more` in the app.
    pub(crate) fn with_more(plugin: SidlePlugin, more: impl FnOnce(&mut App)) -> Self {
        let mut app = App::new();
        app.add_plugins((
            TaskPoolPlugin::default(),
            TimePlugin,
            TransformPlugin,
            AssetPlugin::default(),
            MeshPlugin,
            plugin,
        ));
        app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
        app.init_resource::<Events>().init_resource::<Ready>();
        app.add_observer(|event: On<LevelReady>, mut ready: ResMut<Ready>| ready.0.push(event.clone()));
        app.add_observer(|e: On<Landed>, mut events: ResMut<Events>| {
            events.0.push(format!("landed {:.1}", e.speed))
        });
        app.add_observer(|e: On<LeftGround>, mut events: ResMut<Events>| {
            events.0.push(if e.jumped { "jumped".into() } else { "left".into() });
        });
        app.add_observer(|e: On<Stepped>, mut events: ResMut<Events>| {
            events.0.push(format!("stepped {:.2}", e.height))
        });
        app.add_observer(|e: On<Crushed>, mut events: ResMut<Events>| {
            events.0.push(format!("crushed by {:?}", e.by))
        });
        app.add_observer(|e: On<TriggerEntered>, mut events: ResMut<Events>| {
            events.0.push(format!("entered {:?}", e.trigger));
        });
        app.add_observer(|e: On<TriggerLeft>, mut events: ResMut<Events>| {
            events.0.push(format!("left {:?}", e.trigger));
        });
        more(&mut app);
        app.finish();
        app.cleanup();
        let mut game = Self { app };
        // The first frame has no time.
        game.app.update();
        game
    }

    pub(crate) fn world(&mut self) -> &mut World {
        self.app.world_mut()
    }

    pub(crate) fn frames(&mut self, count: usize) {
        (0..count).for_each(|_| self.app.update());
    }

    pub(crate) fn asset(&mut self, (vertices, triangles): &Soup) -> Handle<Mesh> {
        let mut mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default());
        let positions: Vec<[f32; 3]> = vertices.iter().map(|v| v.to_array()).collect();
        mesh.insert_attribute(Mesh::ATTRIBUTE_POSITION, positions);
        mesh.insert_indices(Indices::U32(triangles.iter().flatten().copied().collect()));
        self.app.world_mut().resource_mut::<Assets<Mesh>>().add(mesh)
    }

    /// Spawns a level of one mesh.
    pub(crate) fn level(&mut self, soup: &Soup, transform: Transform) -> Entity {
        let mesh = self.asset(soup);
        self.world().spawn((SidleLevel, Name::new("Level"), Mesh3d(mesh), transform)).id()
    }

    /// Spawns a level of one mesh, and waits until it stands.
    pub(crate) fn ready_level(&mut self, soup: &Soup) -> Entity {
        let level = self.level(soup, Transform::IDENTITY);
        self.frames(1);
        assert!(self.world().resource::<SidleWorld>().world().polygon_count() > 0);
        level
    }

    pub(crate) fn hero(&mut self, character: Character, at: Vec3) -> Entity {
        self.world().spawn((character, Name::new("Hero"), Transform::from_translation(at))).id()
    }

    /// Spawns a platform of these triangles.
    pub(crate) fn platform(&mut self, (vertices, triangles): &Soup, transform: Transform) -> Entity {
        let mesh = SidleMesh::new(vertices.clone(), triangles.clone());
        self.world().spawn((Platform::default(), Name::new("Lift"), mesh, transform)).id()
    }

    /// Moves all platforms in every step.
    pub(crate) fn drive(&mut self, drive: fn(&mut Transform)) {
        self.app.add_systems(FixedUpdate, move |mut platforms: Query<&mut Transform, With<Platform>>| {
            platforms.iter_mut().for_each(|mut transform| drive(&mut transform));
        });
    }

    pub(crate) fn wish(&mut self, hero: Entity, velocity: Vec3) {
        let mut input = self.world().get_mut::<CharacterInput>(hero).expect("a character");
        input.wish_velocity = velocity;
    }

    pub(crate) fn state(&self, hero: Entity) -> sidle::CharacterState {
        self.app.world().get::<CharacterState>(hero).expect("a character").0
    }

    pub(crate) fn feet(&self, hero: Entity) -> DVec3 {
        self.state(hero).position
    }

    pub(crate) fn report(&self, hero: Entity) -> sidle::CharacterReport {
        self.app.world().get::<CharacterReport>(hero).expect("a character").0
    }

    pub(crate) fn drawn(&self, entity: Entity) -> Transform {
        *self.app.world().get::<Transform>(entity).expect("a transform")
    }

    pub(crate) fn warnings(&self) -> Vec<String> {
        self.app.world().resource::<SidleWarnings>().texts.clone()
    }

    /// Asserts that there is one warning, which has all these parts.
    pub(crate) fn assert_warns(&self, parts: &[&str]) {
        let warnings = self.warnings();
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert!(parts.iter().all(|&part| warnings[0].contains(part)), "{parts:?}: {warnings:?}");
    }

    pub(crate) fn events(&mut self) -> Vec<String> {
        std::mem::take(&mut self.world().resource_mut::<Events>().0)
    }

    pub(crate) fn ready(&mut self) -> Vec<LevelReady> {
        std::mem::take(&mut self.world().resource_mut::<Ready>().0)
    }
}

/// A character of the plain library.
pub(crate) struct Plain {
    pub(crate) world: sidle::World,
    pub(crate) config: sidle::CharacterConfig,
    pub(crate) state: sidle::CharacterState,
    pub(crate) scratch: sidle::Scratch,
}

impl Plain {
    pub(crate) fn new((vertices, triangles): &Soup, character: &Character, at: Vec3) -> Self {
        let world = sidle::World::from_triangles(vertices, triangles).expect("a valid level");
        let config = character.config.clone();
        Self { world, config, state: sidle::CharacterState::at(at), scratch: Default::default() }
    }

    /// Places a platform.
    pub(crate) fn place(&mut self, (vertices, triangles): &Soup, at: &Transform) -> sidle::InstanceId {
        let mut builder = self.world.geometry_builder();
        builder.add_triangles(vertices, triangles, sidle::MaterialId(0));
        let geometry = self.world.add_geometry(builder).expect("a valid geometry");
        self.world.add_instance(geometry, &pose(at), Default::default()).expect("a valid pose")
    }

    /// Begins the motion of a platform.
    pub(crate) fn motion(&mut self, platform: sidle::InstanceId, from: &Transform, to: &Transform) {
        let mut poses = sidle::PoseSet::default();
        poses.add(platform, pose(from), pose(to));
        self.world.set_poses(&poses).expect("valid poses");
    }

    pub(crate) fn step(&mut self, input: &sidle::CharacterInput) -> sidle::CharacterReport {
        self.world.step_character(&mut self.scratch, &self.config, &mut self.state, input, STEP)
    }
}

fn pose(at: &Transform) -> sidle::Pose {
    sidle::Pose::at(at.translation).with_rotation(at.rotation)
}

/// All bits of a state, as far as its public parts show them.
pub(crate) fn bits(state: &sidle::CharacterState) -> String {
    format!("{state:?}")
}
