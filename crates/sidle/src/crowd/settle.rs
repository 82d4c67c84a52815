//! Giving way: a character that is beyond the plane of a neighbour is pushed out of it.

use super::member::CrowdMember;
use super::pair::Side;
use crate::slide::Scratch;
use crate::solve::nearest::{HalfSpace, NearestPoint, nearest_point};
use crate::tolerance::character::CROWD_SLACK;
use crate::world::World;

impl World {
    /// Moves a character to one skin from the planes from which it has less than `least` skins, 0
    /// or 1, as far as it can.
    pub(super) fn yield_to_neighbors(
        &self,
        scratch: &mut Scratch,
        member: &mut CrowdMember<'_>,
        sides: impl Iterator<Item = Side>,
        least: f64,
    ) {
        if member.state.up().is_none() {
            // It overlaps where the game has just put it: first it takes its posture.
            return;
        }
        let centre = member.state.centre(member.config);
        let mut planes = std::mem::take(&mut scratch.half_spaces);
        planes.clear();
        planes.extend(sides.map(|side| {
            let offset = side.offset - side.normal.dot(centre);
            HalfSpace { normal: side.normal, offset }
        }));
        let deepest = planes.iter().max_by(|a, b| a.offset.total_cmp(&b.offset)).copied();
        let skin = f64::from(member.config.skin_width);
        let missing = least * skin;
        let Some(deepest) = deepest.filter(|plane| plane.offset + missing > CROWD_SLACK) else {
            scratch.half_spaces = planes;
            return;
        };
        planes.iter_mut().filter(|plane| plane.offset + missing > 0.0).for_each(|plane| plane.offset += skin);
        // Between planes that leave no way, and in a wedge, the deepest plane alone pushes.
        let most = 2.0 * (deepest.offset + skin);
        let push = match nearest_point(&planes) {
            NearestPoint::At(push, _) if push.length() <= most => push,
            _ => deepest.normal * (deepest.offset + skin),
        };
        scratch.half_spaces = planes;
        self.push_character(scratch, member.config, &mut member.state, push);
    }
}
