//! The contacts of a body at rest: the ground below it, and the walls and ceilings beside it.

use glam::DVec3;

use super::mover::Mover;
use super::mover::contacts::MoverContact;
use super::mover::start::prepare;
use super::mover::touch::{Seen, Touch};
use super::{MoveConfig, Scratch, WideMotion};
use crate::geometry::Feature;
use crate::shape::Shape;
use crate::tolerance::SAME_NORMAL;
use crate::world::{Region, World};

/// Lists the contacts of a body with this upward direction at a position, up to `reach` skin widths
/// away. With `both_sides`, one-sided surfaces that let the body pass count
/// too. Returns `None` for invalid input.
pub(crate) fn touching(
    world: &World,
    scratch: &mut Scratch,
    (shape, at, up): (&Shape, DVec3, DVec3),
    config: &MoveConfig,
    (reach, both_sides): (f64, bool),
    touches: &mut Vec<Touch>,
) -> Option<Seen> {
    touches.clear();
    scratch.clear();
    let start = prepare(shape, at, &WideMotion::default(), config)?;
    let mut mover = Mover::new(world, scratch, config, &start, at);
    let metres = (reach - 1.0).max(0.0) * mover.skin * mover.space.stretch_of_gaps();
    let band = std::mem::replace(&mut mover.band, reach - 1.0);
    mover.gather_within(Region { center: DVec3::ZERO, radius: metres });
    if both_sides {
        mover.scratch.candidates.let_nothing_pass();
    } else {
        world.let_pass(&mover.space, DVec3::ZERO, &mut mover.scratch.candidates);
    }
    mover.find_contacts();
    for i in 0..mover.scratch.contacts.len() {
        let t = mover.scratch.contacts[i];
        if !t.counts {
            continue;
        }
        let face = flattest_face(&mover, &t, up);
        let touch = Touch {
            normal: t.normal,
            face,
            point: mover.contact_point_in_world(t.candidate, &t.axis),
            skins: t.skins,
            surface: mover.surface_at(t.candidate, &t.axis),
        };
        touches.push(touch);
    }
    Some(Seen { skin: mover.skin, contact: 1.0 + band, nearest: mover.scratch.level() })
}

/// Returns the normal of the flattest polygon that shares a contact, on the side of the body.
fn flattest_face(mover: &Mover<'_>, contact: &MoverContact, up: DVec3) -> DVec3 {
    if contact.axis.feature == Feature::Face {
        return contact.normal;
    }
    let sharing = mover.scratch.contacts.iter().filter(|o| o.normal.dot(contact.normal) > SAME_NORMAL);
    let faces = sharing.map(|o| {
        let face = mover.space.world_normal(mover.scratch.candidates.obstacle(o.candidate).normal).0;
        if face.dot(contact.normal) < 0.0 { -face } else { face }
    });
    faces.max_by(|a, b| a.dot(up).total_cmp(&b.dot(up))).unwrap_or(contact.normal)
}
