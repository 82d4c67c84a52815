//! The JSON of instances and of what they do.

use super::*;
use crate::slide::{Carrier, CarryConfig};
use crate::world::{InstanceOptions, InstanceTriggers, PoseSet};

pub(super) fn add_instances(all: &mut Snapshot) {
    let pose = Pose::at(POINT).with_rotation(Quat::from_xyzw(0.0, 0.6, 0.0, 0.8)).with_scale(2.0);
    all.add("Pose", pose);
    let options = InstanceOptions {
        material: Some(MaterialId(0)),
        trigger: true,
        solid: true,
        mass: Some(80.0),
        user_data: 7,
    };
    all.add("InstanceOptions", options);
    let mut world = World::default();
    let geometry = world.add_geometry(world.geometry_builder()).expect("nothing");
    all.add("GeometryId", geometry);
    let mut contacts = Vec::new();
    let trigger = InstanceOptions { trigger: true, ..Default::default() };
    let mut builder = world.geometry_builder();
    builder.add_box(Vec3::ONE, MaterialId(0));
    let cube = world.add_geometry(builder).expect("a box");
    world.add_instance(cube, &Pose::IDENTITY, trigger).expect("a pose");
    let ball = Shape::sphere(0.1);
    world.triggers_along(&ball, Vec3::ZERO, Vec3::ZERO, &QueryFilter::ALL, &mut contacts);
    all.add("TriggerContact", contacts[0]);
    all.add("InstanceTriggers", InstanceTriggers { inside: vec![InstanceId::MESH], ..Default::default() });
    let first = world.add_instance(geometry, &pose, options).expect("a pose");
    world.remove_instance(first).expect("an instance");
    let again = world.add_instance(geometry, &pose, options).expect("a pose");
    all.add("InstanceId placed again", again);
    let mut poses = PoseSet::default();
    poses.add(again, pose, Pose::IDENTITY);
    all.add("InstanceMotion", poses.motions[0]);
    all.add("PoseSet", poses);
    all.add("CarryConfig", CarryConfig { movement: config(), ..CarryConfig::default() });
    all.add_variants("Carrier", [Carrier::Ground, Carrier::Instance(again), Carrier::None]);
    let ends = [CarryEnd::Still, CarryEnd::Free, CarryEnd::Squeezed, CarryEnd::Crushed];
    all.add_variants("CarryEnd", ends);
    all.add_variants("CarryEnd", [CarryEnd::StartedInside, CarryEnd::InvalidInput]);
    let body = Shape::sphere(0.4);
    let carried = world.carry(&mut Scratch::default(), &body, POINT, 0.1, &CarryConfig::default());
    all.add("Carried", carried);
}

/// A field that was added later has its default.
#[test]
fn an_instance_of_an_older_replay_is_read() {
    let old = r#"{"polygons":[],"pose":{"translation":[1.0,2.0,3.0],"rotation":[0.0,0.0,0.0,1.0],"scale":1.0},
        "material":null,"mass":null}"#;
    let read: ReplayInstance = serde_json::from_str(old).expect("JSON of an older version");
    let pose = Pose::at(Vec3::new(1.0, 2.0, 3.0));
    assert_eq!(read, ReplayInstance { pose, ..ReplayInstance::default() });
}
