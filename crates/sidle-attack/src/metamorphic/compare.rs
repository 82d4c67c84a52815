//! Runs moves in both worlds and reports the differences.

use sidle::{DVec3, IndexKind, Motion, MoveReport, Response, StopReason, World};

use super::{Case, Change, Changed, Due, Relation, Walked};

/// Largest allowed distance between the ends, as a fraction of the desired motion, for moves that
/// lose motion to surfaces ([`loses`]).
const MOST_TAKEN: f32 = 0.1;

/// Results of the moves of one relation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seen {
    /// Number of moves compared.
    pub moves: u64,
    /// Number of moves whose ends agree to 1e-9 m.
    pub same: u64,
    /// Number of moves whose ends differ by more than the skin. In the unchanged world they also do
    /// so when the start moves by one unit in the last place.
    pub parted: u64,
    /// Number of moves whose ends differ by more than the skin, but by less than a tenth of the
    /// motion, and that lose motion to surfaces ([`loses`]).
    pub lost: u64,
    /// Largest difference of the other moves, in skins.
    pub worst_skins: f64,
}

/// Performs every move of a level in its own world and in the changed one.
///
/// # Errors
///
/// A description of the first move whose results differ by more than the relation allows.
pub fn compare(relation: &Relation, walked: &Walked) -> Result<Seen, String> {
    let plain = Change::Nothing.world(&walked.level, &super::Map::default(), IndexKind::Bvh).world;
    let changed = relation.change.world(&walked.level, &relation.map, relation.index);
    let mut seen = Seen::default();
    for case in &walked.cases {
        let (before, after) = (run(&plain, case), run(&changed.world, &relation.map.case(case)));
        seen.moves += 1;
        let fault = match relation.due {
            Due::Bits => first_difference(relation, &changed, &before, &after),
            Due::Skin => seen.note(relation, &plain, case, &before, &after),
        };
        let image = relation.map.point(before.outcome.position);
        seen.same += u64::from(image.distance(after.outcome.position) <= 1e-9);
        if let Some(fault) = fault {
            return Err(format!("{} ({}): {fault}: {case:?}", relation.name, walked.level.name));
        }
    }
    Ok(seen)
}

impl Seen {
    /// Returns the combined results of both.
    #[must_use]
    pub fn merge(&self, other: &Self) -> Self {
        Self {
            moves: self.moves + other.moves,
            same: self.same + other.same,
            parted: self.parted + other.parted,
            lost: self.lost + other.lost,
            worst_skins: self.worst_skins.max(other.worst_skins),
        }
    }

    fn note(
        &mut self,
        relation: &Relation,
        plain: &World,
        case: &Case,
        before: &MoveReport,
        after: &MoveReport,
    ) -> Option<String> {
        let (a, b) = (relation.map.point(before.outcome.position), after.outcome.position);
        let skins = (a - b).length() / f64::from(before.outcome.skin * relation.map.scale);
        if skins <= 1.0 {
            self.worst_skins = self.worst_skins.max(skins);
            return None;
        }
        if parts(plain, case, before.outcome.position, before.outcome.skin) {
            self.parted += 1;
            return None;
        }
        if loses(case)
            && (a - b).length() <= f64::from(MOST_TAKEN * relation.map.scale * case.motion.length())
        {
            self.lost += 1;
            return None;
        }
        Some(format!("{skins} skins apart, {before:?} and {after:?}"))
    }
}

/// Returns true if a surface can remove motion permanently: for Momentum, and for friction under
/// every response. The end then depends on more than the surface. An internal edge that is hit a
/// thousandth of a skin earlier can turn the motion in two steps instead of one, which removes
/// less. In all other cases, x' = P(x) v depends only on the position of the mover.
#[must_use]
pub fn loses(case: &Case) -> bool {
    case.config.response == Response::Momentum || case.config.friction_scale > 0.0
}

fn run(world: &World, case: &Case) -> MoveReport {
    world.move_once(&case.shape, case.from, Motion::displacement(case.motion, 1.0), &case.config)
}

/// Returns true if moving the start by one unit in the last place moves the end by more than a
/// skin.
fn parts(world: &World, case: &Case, end: DVec3, skin: f32) -> bool {
    let steps = [f64::next_down, |x: f64| x, f64::next_up];
    (0..27).any(|i| {
        let from =
            DVec3::new(steps[i % 3](case.from.x), steps[i / 3 % 3](case.from.y), steps[i / 9](case.from.z));
        let other = run(world, &Case { from, ..case.clone() }).outcome;
        other.reason != StopReason::StartedInside && (other.position - end).length() > f64::from(skin)
    })
}

/// Returns the first difference between two results that must be bit-identical.
fn first_difference(
    relation: &Relation,
    changed: &Changed,
    before: &MoveReport,
    after: &MoveReport,
) -> Option<String> {
    let map = &relation.map;
    let (a, b) = (&before.outcome, &after.outcome);
    let mut checks = vec![
        ("position", map.joins(a.position, b.position)),
        ("velocity", map.vector(a.velocity) == b.velocity),
        ("reason", a.reason == b.reason && a.start_adjustment == b.start_adjustment),
        ("distance", a.distance * map.scale == b.distance),
        ("fraction", a.fraction == b.fraction),
        ("iterations", a.iterations == b.iterations),
        ("skin", a.skin * map.scale == b.skin),
        ("number of hits", before.hits.len() == after.hits.len()),
        ("number of corners", before.path.len() == after.path.len()),
    ];
    for (h, g) in before.hits.iter().zip(&after.hits) {
        checks.push(("hit: fraction", h.fraction == g.fraction));
        checks.push(("hit: point", map.joins(h.point, g.point)));
        checks.push(("hit: normal", map.normal(h.normal) == g.normal));
        checks.push(("hit: speed", h.speed_removed * map.scale == g.speed_removed));
        let number = changed.numbers.get(g.surface.polygon.index());
        checks.push((
            "hit: surface",
            number == Some(&(h.surface.polygon.index() as u32)) && h.surface.feature == g.surface.feature,
        ));
    }
    for (p, q) in before.path.iter().zip(&after.path) {
        checks.push(("path", map.joins(*p, *q)));
    }
    let (what, _) = checks.into_iter().find(|c| !c.1)?;
    Some(format!("{what}: {a:?} and {b:?}"))
}
