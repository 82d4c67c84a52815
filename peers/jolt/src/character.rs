//! The characters of Jolt: `CharacterVirtual::ExtendedUpdate`, with the velocities of Jolt's own
//! sample (CharacterVirtualTest, without inertia).

use std::ptr::null;

use oxijolt_sys::*;
use peers_work::{BODY, Characters, GRAVITY, MAX_SLOPE, P, SNAP_DISTANCE, STEP_HEIGHT, Stepped};

use crate::system::{CHARACTERS, vec3};
use crate::{Jolt, Walker, character_settings};

impl Characters for Jolt {
    type Character = Walker;

    fn character_settings() -> String {
        "as for moves; CharacterVirtual::ExtendedUpdate with stick to floor 0.4 m, stairs up to 0.4 m (least step forward 0.02 m, \
         test 0.15 m, contacts within 75 degrees of forward), slopes of 50 degrees, only the lower half sphere carries; \
         velocities as in the sample CharacterVirtualTest"
            .into()
    }

    fn character(&mut self, at: P) -> Walker {
        let mut settings = character_settings(self.body.as_ptr(), self.up);
        settings.base.maxSlopeAngle = MAX_SLOPE.to_radians();
        // Only contacts of the lower half sphere carry the character, as in the sample. In the axes
        // of the character, whose position is the centre of the capsule.
        settings.base.supportingVolume =
            JPH_Plane { normal: vec3([0.0, 1.0, 0.0]), distance: BODY.half_core() };
        self.system.character(&settings, at, self.up)
    }

    fn step_character(&mut self, character: &mut Walker, wish: P, dt: f32) -> Stepped {
        let (walker, up) = (character.0, self.up);
        let along = |v: &JPH_Vec3| v.x * up[0] + v.y * up[1] + v.z * up[2];
        let mut at = vec3([0.0; 3]);
        let update = JPH_ExtendedUpdateSettings {
            stickToFloorStepDown: vec3(up.map(|u| -SNAP_DISTANCE * u)),
            walkStairsStepUp: vec3(up.map(|u| STEP_HEIGHT * u)),
            walkStairsMinStepForward: 0.02,
            walkStairsStepForwardTest: 0.15,
            walkStairsCosAngleForwardContact: FORWARD,
            walkStairsStepDownExtra: vec3([0.0; 3]),
        };
        // SAFETY: character and system are alive, and every pointer is to a local that outlives its
        // call; null filters accept everything.
        let grounded = unsafe {
            let base = walker.cast::<JPH_CharacterBase>();
            let (mut old, mut ground) = (vec3([0.0; 3]), vec3([0.0; 3]));
            JPH_CharacterVirtual_UpdateGroundVelocity(walker);
            JPH_CharacterVirtual_GetLinearVelocity(walker, &mut old);
            JPH_CharacterBase_GetGroundVelocity(base, &mut ground);
            let stands = JPH_CharacterBase_GetGroundState(base) == JPH_GroundState_OnGround
                && along(&old) - along(&ground) < 0.1;
            // The level does not move, so the velocity of the ground is zero.
            let rise = if stands { 0.0 } else { along(&old) } - GRAVITY * dt;
            let velocity = [0, 1, 2].map(|k| wish[k] + up[k] * rise);
            JPH_CharacterVirtual_SetLinearVelocity(walker, &vec3(velocity));
            JPH_CharacterVirtual_ExtendedUpdate(
                walker,
                dt,
                &update,
                CHARACTERS,
                self.system.as_ptr(),
                null(),
                null(),
            );
            JPH_CharacterVirtual_GetPosition(walker, &mut at);
            JPH_CharacterBase_GetGroundState(base) == JPH_GroundState_OnGround
        };
        Stepped { centre: [at.x, at.y, at.z], grounded }
    }
}

/// The cosine of 75 degrees, Jolt's default.
const FORWARD: f32 = 0.258_819_05;
