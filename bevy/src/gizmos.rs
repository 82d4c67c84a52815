//! Draws characters with gizmos.

mod stop;

use bevy_app::{App, Plugin, PostUpdate};
use bevy_camera::Camera;
use bevy_color::Color;
use bevy_ecs::prelude::*;
use bevy_gizmos::config::GizmoConfigGroup;
use bevy_gizmos::gizmos::Gizmos;
use bevy_gizmos::{AppGizmoBuilder, GizmoPlugin};
use bevy_math::{DVec3, Isometry3d, Quat, Vec2, Vec3};
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use bevy_transform::components::GlobalTransform;
use sidle::ShapeKind;
use std::collections::{HashMap, VecDeque};

use crate::character::Motion;
use crate::space::SidleWorld;
use crate::{Character, CharacterInput, CharacterReport, CharacterState, SidleSystems, WorldOrigin};

/// Number of positions of a path.
const PATH: usize = 64;
/// A step longer than this, in metres, is drawn as a teleport.
const JUMP: f64 = 10.0;
/// Height in metres of the text.
const TEXT: f32 = 0.12;

/// The gizmos of characters. Each colour can be `None`, which draws nothing.
///
/// Characters are drawn at their [`CharacterState`], not at their interpolated transform. Add
/// [`SidleGizmosPlugin`], and change the settings in `GizmoConfigStore`.
#[derive(Clone, Debug, Reflect, GizmoConfigGroup)]
#[reflect(Default)]
pub struct SidleGizmos {
    /// The outline of the body. Default grey.
    pub body: Option<Color>,
    /// The contacts of the body, with their normals. Default yellow.
    pub contact: Option<Color>,
    /// The ground that the character stands on, with its normal, at the feet. Default green.
    pub ground: Option<Color>,
    /// The positions of the feet in the last 64 frames. Default blue.
    pub path: Option<Color>,
    /// The reason why the character makes less than half of the way that it wants, as a text above
    /// its head. The text faces the first camera. Default red.
    pub stop: Option<Color>,
    /// Length in metres of a normal. Default 0.3.
    pub normal_length: f32,
    /// Distance in metres, beyond the skin, up to which a surface is drawn as a contact. Default
    /// 0.01.
    pub contact_distance: f32,
}

impl Default for SidleGizmos {
    fn default() -> Self {
        Self {
            body: Some(Color::srgb(0.6, 0.6, 0.6)),
            contact: Some(Color::srgb(1.0, 0.9, 0.1)),
            ground: Some(Color::srgb(0.2, 0.9, 0.3)),
            path: Some(Color::srgb(0.3, 0.6, 1.0)),
            stop: Some(Color::srgb(1.0, 0.2, 0.2)),
            normal_length: 0.3,
            contact_distance: 0.01,
        }
    }
}

/// Draws all characters with the gizmo group [`SidleGizmos`]. Needs `GizmoPlugin`, which is one of
/// Bevy's default plugins; without it, a warning is logged and nothing is drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct SidleGizmosPlugin;

impl Plugin for SidleGizmosPlugin {
    fn build(&self, _: &mut App) {}

    fn finish(&self, app: &mut App) {
        if !app.is_plugin_added::<GizmoPlugin>() {
            log::warn!("sidle: SidleGizmosPlugin draws nothing without GizmoPlugin");
            return;
        }
        app.init_gizmo_group::<SidleGizmos>();
        let draw = draw.after(SidleSystems::Level).after(SidleSystems::Writeback);
        app.add_systems(PostUpdate, draw.run_if(resource_exists::<SidleWorld>));
    }
}

type Characters<'w, 's> = Query<
    'w,
    's,
    (
        Entity,
        &'static Character,
        &'static CharacterInput,
        &'static CharacterState,
        &'static CharacterReport,
        &'static Motion,
    ),
>;

/// Draws all characters.
fn draw(
    characters: Characters,
    cameras: Query<(&Camera, &GlobalTransform)>,
    space: Res<SidleWorld>,
    mut gizmos: Gizmos<SidleGizmos>,
    mut paths: Local<HashMap<Entity, VecDeque<DVec3>>>,
) {
    if !gizmos.config.enabled {
        paths.clear();
        return;
    }
    let facing = cameras.iter().find(|(camera, _)| camera.is_active).map(|(_, at)| at.rotation());
    paths.retain(|entity, _| characters.contains(*entity));
    for (entity, character, input, state, report, motion) in &characters {
        if !motion.has_begun {
            continue;
        }
        let mut one = One { gizmos: &mut gizmos, origin: space.origin, character, state: &state.0 };
        one.body();
        one.contacts(&space);
        one.ground();
        one.path(paths.entry(entity).or_default());
        if let Some(text) = stop::reason(&space, character, &input.0, motion, &state.0, report) {
            one.stop(&text, facing.unwrap_or_default());
        }
    }
}

/// Draws one character.
struct One<'a, 'w, 's> {
    gizmos: &'a mut Gizmos<'w, 's, SidleGizmos>,
    origin: WorldOrigin,
    character: &'a Character,
    state: &'a sidle::CharacterState,
}

impl One<'_, '_, '_> {
    /// Returns the upward direction of the body.
    fn up(&self) -> Vec3 {
        self.state.up().unwrap_or(self.character.config.up)
    }

    fn body(&mut self) {
        let Some(color) = self.gizmos.config_ext.body else { return };
        let centre = self.origin.translation(self.state.centre(&self.character.config));
        let shape = self.state.shape(&self.character.config);
        let rotation = shape.rotation();
        let place = |local: Vec3| Isometry3d::new(centre + rotation * local, rotation);
        let flat = Quat::from_rotation_arc(Vec3::Z, Vec3::Y);
        match shape.kind() {
            ShapeKind::Sphere { radius } => {
                self.gizmos.sphere(place(Vec3::ZERO), radius, color);
            }
            ShapeKind::Capsule { radius, height, .. } => {
                let end = Vec3::Y * (0.5 * height - radius).max(0.0);
                self.gizmos.sphere(place(end), radius, color);
                self.gizmos.sphere(place(-end), radius, color);
                for side in [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z] {
                    let at = |local: Vec3| centre + rotation * (local + side * radius);
                    self.gizmos.line(at(end), at(-end), color);
                }
            }
            ShapeKind::Ellipsoid { radii, .. } => {
                let flats = [
                    (Quat::IDENTITY, Vec2::new(radii.x, radii.y)),
                    (flat, Vec2::new(radii.x, radii.z)),
                    (Quat::from_rotation_arc(Vec3::Z, Vec3::X), Vec2::new(radii.z, radii.y)),
                ];
                for (turn, size) in flats {
                    self.gizmos.ellipse(Isometry3d::new(centre, rotation * turn), size, color);
                }
            }
            _ => self.gizmos.cross(place(Vec3::ZERO), 0.1, color),
        }
    }

    fn contacts(&mut self, space: &SidleWorld) {
        let SidleGizmos { contact, normal_length, contact_distance, .. } = *self.gizmos.config_ext;
        let Some(color) = contact else { return };
        let config = &self.character.config;
        let centre = self.state.centre(config);
        let (shape, reach) = (self.state.shape(config), config.skin_width + contact_distance);
        let mut contacts = Vec::new();
        space.world.contacts(&shape, centre, reach, &config.filter, &mut contacts);
        for contact in contacts {
            let point = self.origin.translation(contact.point);
            self.gizmos.cross(Isometry3d::from_translation(point), 0.03, color);
            self.gizmos.ray(point, contact.normal * normal_length, color);
        }
    }

    fn ground(&mut self) {
        let SidleGizmos { ground, normal_length, .. } = *self.gizmos.config_ext;
        let (Some(color), Some(normal)) = (ground, self.state.ground_normal()) else { return };
        let rotation = Quat::from_rotation_arc(Vec3::Z, normal);
        let feet = self.origin.translation(self.state.position);
        self.gizmos.circle(Isometry3d::new(feet, rotation), normal_length, color);
        self.gizmos.ray(feet, normal * normal_length, color);
    }

    fn path(&mut self, path: &mut VecDeque<DVec3>) {
        let at = self.state.position;
        if path.back().is_some_and(|last| last.distance(at) > JUMP) {
            path.clear();
        }
        if path.len() == PATH {
            path.pop_front();
        }
        path.push_back(at);
        if let Some(color) = self.gizmos.config_ext.path {
            self.gizmos.linestrip(path.iter().map(|&at| self.origin.translation(at)), color);
        }
    }

    fn stop(&mut self, text: &str, facing: Quat) {
        let Some(color) = self.gizmos.config_ext.stop else { return };
        let height = match self.state.shape(&self.character.config).kind() {
            ShapeKind::Capsule { height, .. } => height,
            ShapeKind::Sphere { radius } => 2.0 * radius,
            ShapeKind::Ellipsoid { radii, .. } => 2.0 * radii.max_element(),
            _ => 0.0,
        };
        let at = self.origin.translation(self.state.position) + self.up() * (height + 2.0 * TEXT);
        self.gizmos.text(Isometry3d::new(at, facing), text, TEXT, Vec2::ZERO, color);
    }
}
