//! Records of characters.

use sidle::{
    AirControl, CharacterConfig, CharacterInput, CharacterMode, CharacterReport, CharacterState, DVec3,
    LeaveVelocity, Quat, Shape, ShapeKind, SlopeSpeed, SteepGround, SurfaceRules, Vec3,
};

use crate::code::Failure;
use crate::reader::{Reader, Vectors};
use crate::records::{filter, shape};
use crate::writer::Writer;

/// Reads the settings of characters, and checks them.
pub(crate) fn config(reader: &mut Reader<'_>) -> Result<CharacterConfig, Failure> {
    let body = shape(reader)?;
    let crouched = (reader.flag("crouchShape")?, shape(reader)?);
    let up = reader.vector("up")?;
    let mut number = |name| reader.float(name);
    let mut config = CharacterConfig {
        shape: body,
        crouch_shape: crouched.0.then_some(crouched.1),
        up,
        crouch_height: number("crouchHeight")?,
        max_slope_angle: number("maxSlopeAngle")?,
        step_height: number("stepHeight")?,
        min_step_width: number("minStepWidth")?,
        snap_distance: number("snapDistance")?,
        skin_width: number("skinWidth")?,
        gravity: number("gravity")?,
        terminal_speed: number("terminalSpeed")?,
        jump_height: number("jumpHeight")?,
        jump_cut: number("jumpCut")?,
        coyote_time: number("coyoteTime")?,
        jump_buffer: number("jumpBuffer")?,
        air_acceleration: number("airAcceleration")?,
        max_push_speed: number("maxPushSpeed")?,
        mass: number("mass")?,
        max_push_mass: number("maxPushMass")?,
        max_push_force: number("maxPushForce")?,
        step_smoothing: number("stepSmoothing")?,
        ledge_distance: number("ledgeDistance")?,
        slippery_acceleration: number("slipperyAcceleration")?,
        ..CharacterConfig::default()
    };
    choices(reader, &mut config)?;
    config.validate()?;
    Ok(config)
}

/// Reads the settings that are not plain numbers.
fn choices(reader: &mut Reader<'_>, config: &mut CharacterConfig) -> Result<(), Failure> {
    config.ground_acceleration = optional(reader, "groundAcceleration")?;
    config.perch_radius = optional(reader, "perchRadius")?;
    let strafe = optional(reader, "airControl")?;
    config.air_control = strafe.map_or(AirControl::Approach, |max_speed| AirControl::Strafe { max_speed });
    config.slope_speed = match reader.word("slopeSpeed")? {
        0 => SlopeSpeed::AlongGround,
        1 => SlopeSpeed::Horizontal,
        _ => SlopeSpeed::Projected,
    };
    config.leave_velocity = match reader.word("leaveVelocity")? {
        0 => LeaveVelocity::Add,
        1 => LeaveVelocity::AddUpwards,
        _ => LeaveVelocity::Ignore,
    };
    config.steep_ground = if reader.flag("steepGround")? { SteepGround::Stand } else { SteepGround::Slide };
    config.crouch_stays_on_ledges = reader.flag("crouchStaysOnLedges")?;
    config.record_path = reader.flag("recordPath")?;
    config.rules = SurfaceRules {
        no_ground: reader.word("noGround")?,
        no_step: reader.word("noStep")?,
        slippery: reader.word("slippery")?,
        triggers: reader.word("triggers")?,
        platforms: reader.word("platforms")?,
    };
    config.filter = filter(reader)?;
    Ok(())
}

/// Reads a flag and a number.
fn optional(reader: &mut Reader<'_>, name: &str) -> Result<Option<f32>, Failure> {
    let is_set = reader.flag(name)?;
    let x = reader.float(name)?;
    Ok(is_set.then_some(x))
}

/// Writes settings as [`config`] reads them.
pub(crate) fn put_config(writer: &mut Writer<'_>, c: &CharacterConfig) {
    put_shape(writer, &c.shape);
    writer.word(u32::from(c.crouch_shape.is_some()));
    put_shape(writer, c.crouch_shape.as_ref().unwrap_or(&Shape::point()));
    writer.vector(c.up);
    let numbers = [
        c.crouch_height,
        c.max_slope_angle,
        c.step_height,
        c.min_step_width,
        c.snap_distance,
        c.skin_width,
        c.gravity,
        c.terminal_speed,
        c.jump_height,
        c.jump_cut,
        c.coyote_time,
        c.jump_buffer,
        c.air_acceleration,
        c.max_push_speed,
        c.mass,
        c.max_push_mass,
        c.max_push_force,
        c.step_smoothing,
        c.ledge_distance,
        c.slippery_acceleration,
    ];
    numbers.into_iter().for_each(|x| writer.float(x));
    let strafe = match c.air_control {
        AirControl::Strafe { max_speed } => Some(max_speed),
        _ => None,
    };
    for number in [c.ground_acceleration, c.perch_radius, strafe] {
        writer.word(u32::from(number.is_some()));
        writer.float(number.unwrap_or(0.0));
    }
    let choices = [
        c.slope_speed as u32,
        c.leave_velocity as u32,
        c.steep_ground as u32,
        u32::from(c.crouch_stays_on_ledges),
        u32::from(c.record_path),
    ];
    choices.into_iter().for_each(|choice| writer.word(choice));
    let SurfaceRules { no_ground, no_step, slippery, triggers, platforms } = c.rules;
    let masks = [no_ground, no_step, slippery, triggers, platforms, c.filter.layers];
    masks.into_iter().for_each(|mask| writer.word(mask));
    writer.word(u32::from(c.filter.triggers));
}

fn put_shape(writer: &mut Writer<'_>, shape: &Shape) {
    let (kind, lengths) = match shape.kind() {
        ShapeKind::Sphere { radius } => (1, Vec3::new(radius, 0.0, 0.0)),
        ShapeKind::Ellipsoid { radii } => (2, radii),
        ShapeKind::Capsule { radius, height } => (3, Vec3::new(radius, height, 0.0)),
        _ => (0, Vec3::ZERO),
    };
    writer.word(kind);
    writer.vector(lengths);
    writer.rotation(shape.rotation());
}

/// Inputs of characters: n desired velocities; n times flags; a flag and n displacements of a root
/// motion; a flag and n times the acceleration and the speed of sinking, of those that swim.
///
/// Flags: 1 jump, 2 jump held, 4 crouch, 8 drop, 16 root motion, 32 swims, 64 climbs.
pub(crate) struct Inputs<'a> {
    wishes: Vectors<'a>,
    flags: &'a [u32],
    root_motions: Option<Vectors<'a>>,
    swims: Option<&'a [u32]>,
}

impl<'a> Inputs<'a> {
    pub(crate) fn read(reader: &mut Reader<'a>, count: usize) -> Result<Self, Failure> {
        let wishes = reader.vectors(count, "wishVelocity")?;
        let flags = reader.words(count, "flags")?;
        let root_motions =
            if reader.flag("rootMotion")? { Some(reader.vectors(count, "rootMotion")?) } else { None };
        let swims = if reader.flag("swim")? { Some(reader.words(2 * count, "swim")?) } else { None };
        Ok(Self { wishes, flags, root_motions, swims })
    }

    pub(crate) fn get(&self, i: usize) -> Result<CharacterInput, Failure> {
        let flags = self.flags[i];
        let missing = |name| Failure::input(format_args!("character {i} has no {name}"));
        let root_motion = match (flags & 16 != 0, &self.root_motions) {
            (false, _) => None,
            (true, all) => Some(all.as_ref().ok_or_else(|| missing("rootMotion"))?.get(i)),
        };
        let mode = if flags & 32 != 0 {
            let swims = self.swims.ok_or_else(|| missing("swim"))?;
            let [acceleration, sink_speed] = [2 * i, 2 * i + 1].map(|k| f32::from_bits(swims[k]));
            CharacterMode::Swim { acceleration, sink_speed }
        } else if flags & 64 != 0 {
            CharacterMode::Climb
        } else {
            CharacterMode::Walk
        };
        Ok(CharacterInput {
            wish_velocity: self.wishes.get(i),
            jump: flags & 1 != 0,
            jump_held: flags & 2 != 0,
            crouch: flags & 4 != 0,
            drop: flags & 8 != 0,
            root_motion,
            mode,
        })
    }
}

/// Writes a state, in 27 words: position, velocity, step offset, ground, flags (1 crouches, 2
/// jumped, 4 has a normal, 8 has an upward direction), normal, centre, up, triggers and platform.
pub(crate) fn put_state(writer: &mut Writer<'_>, state: &CharacterState, config: &CharacterConfig) {
    writer.position(state.position);
    writer.vector(state.velocity);
    writer.float(state.step_offset);
    writer.word(state.ground() as u32);
    let (normal, up) = (state.ground_normal(), state.up());
    let flags = [state.is_crouching(), state.has_jumped(), normal.is_some(), up.is_some()];
    writer.word(bits(&flags));
    writer.vector(normal.unwrap_or(Vec3::ZERO));
    writer.position(state.centre(config));
    writer.vector(up.unwrap_or(Vec3::ZERO));
    writer.word(state.triggers());
    // The order of the fields is that of `npm/src/records.ts`.
    writer.word(state.platform().map_or(0, |id| id.index() as u32));
    writer.word(state.platform().map_or(0, |id| id.generation()));
}

/// Writes a report, in 51 words: flags, reason, numbers, three optional surfaces, the platform and
/// its rotation, triggers, ledge, crush and push.
pub(crate) fn put_report(writer: &mut Writer<'_>, r: &CharacterReport) {
    let ledge_drop = r.ledge.and_then(|ledge| ledge.drop);
    let flags = [
        r.jumped,
        r.is_held_down,
        r.was_pushed_out,
        r.was_squeezed,
        r.landed_speed.is_some(),
        r.refused.is_some(),
        r.crushed.is_some(),
        r.push.is_some(),
        r.ledge.is_some(),
        ledge_drop.is_some(),
        r.platform.is_some(),
    ];
    writer.word(bits(&flags));
    writer.word(r.refused.map_or(0, |reason| reason as u32));
    let numbers = [r.stepped, r.snapped, r.impact_speed, r.landed_speed.unwrap_or(0.0)];
    numbers.into_iter().for_each(|x| writer.float(x));
    writer.vector(r.ground_velocity);
    [&r.ground_surface, &r.wall, &r.ceiling].into_iter().for_each(|s| writer.optional_surface(s.as_ref()));
    writer.word(r.platform.map_or(0, |id| id.index() as u32));
    writer.word(r.platform.map_or(0, |id| id.generation()));
    writer.rotation(if r.platform.is_some() { r.platform_rotation } else { Quat::IDENTITY });
    [r.triggers.entered, r.triggers.inside, r.triggers.left].into_iter().for_each(|mask| writer.word(mask));
    writer.float(r.ledge.map_or(0.0, |ledge| ledge.distance));
    writer.float(ledge_drop.unwrap_or(0.0));
    writer.double(r.crushed.map_or(0.0, |crush| crush.fraction));
    writer.word(r.push.map_or(0, |push| push.instance.index() as u32));
    writer.word(r.push.map_or(0, |push| push.instance.generation()));
    writer.position(r.push.map_or(DVec3::ZERO, |push| push.point));
    writer.vector(r.push.map_or(Vec3::ZERO, |push| push.impulse));
}

fn bits(flags: &[bool]) -> u32 {
    flags.iter().zip(0..).fold(0, |all, (&flag, i)| all | u32::from(flag) << i)
}
