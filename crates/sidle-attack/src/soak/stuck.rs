//! Decides if a walker that makes no progress is wedged, or if the mover is at fault.

use sidle::{DVec3, Motion, MoveConfig, Response, Scratch, Shape, Vec3, World};
use sidle_judge::{Body, Judge, V};

use super::Step;
use super::arena::Arena;
use crate::verdict::{body_of, wide};

/// A walker that moves less than `GAIN` metres in `SECONDS` makes no progress.
const GAIN: f32 = 0.01;
const SECONDS: f64 = 2.0;
/// Least length in skins of a free way out. With the default skin it is [`GAIN`].
const GAIN_SKINS: f64 = 10.0;
/// The probe of a heading: the number of moves, and the least length of each in metres.
pub(crate) const PROBES: usize = 4;
const PROBE: f32 = 0.05;
/// Least length of a move of a probe in skins: with a thick skin, contacts take up more than
/// [`PROBE`].
const PROBE_SKINS: f32 = 4.0;
/// Smallest component along a heading for a direction to count as along it.
const ALONG: f64 = 0.1;
/// Number of directions tested on each side of the centre of a cube face, along each edge.
const FINE: i32 = 20;
/// The least and the greatest share of its skin for which a walker is tested, and the step between
/// the shares.
const LEAST_SHARE: f64 = 0.25;
const MOST_SHARE: f64 = 0.999;
const SHARE: f64 = 1e-3;
/// sqrt(1/2).
const HALF: f32 = std::f32::consts::FRAC_1_SQRT_2;

/// The eight level headings.
pub(crate) const HEADINGS: [Vec3; 8] = [
    Vec3::X,
    Vec3::new(HALF, 0.0, HALF),
    Vec3::Z,
    Vec3::new(-HALF, 0.0, HALF),
    Vec3::NEG_X,
    Vec3::new(-HALF, 0.0, -HALF),
    Vec3::NEG_Z,
    Vec3::new(HALF, 0.0, -HALF),
];

/// Detects that a walker stays in place.
pub(crate) struct Watch {
    anchor: DVec3,
    still: u64,
    limit: u64,
}

impl Watch {
    pub(crate) fn new(rate: f64, place: DVec3) -> Self {
        Self { anchor: place, still: 0, limit: (SECONDS * rate).ceil() as u64 }
    }

    /// Returns true if the walker has stayed within a centimetre for two seconds, then restarts the
    /// count.
    pub(crate) fn note(&mut self, place: DVec3) -> bool {
        self.still += 1;
        if (place - self.anchor).length_squared() >= f64::from(GAIN * GAIN) {
            (self.anchor, self.still) = (place, 0);
        }
        let is_stuck = self.still >= self.limit;
        if is_stuck {
            self.still = 0;
        }
        is_stuck
    }

    pub(crate) fn restart(&mut self, place: DVec3) {
        (self.anchor, self.still) = (place, 0);
    }
}

/// The diagnosis of a walker that makes no progress.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stuck {
    /// The walker can move: only its desired motions prevented it.
    No,
    /// No heading gains a centimetre, and the judge also finds no free path.
    Wedged,
    /// No heading gains a centimetre, although this direction is free along this heading.
    False {
        /// The heading.
        heading: Vec3,
        /// The free direction, a unit vector.
        direction: V,
    },
}

/// Tries eight horizontal headings from a place, as pure desired motions without gravity and
/// friction. If none gains a centimetre, asks the judge for a free straight path of that length
/// along one of them. That path starts at the end of the heading's probe.
pub fn probe(
    arena: &Arena,
    scratch: &mut Scratch,
    shape: &Shape,
    config: &MoveConfig,
    place: DVec3,
    step: Step<'_>,
) -> Stuck {
    probe_in(&arena.world, &arena.judge, scratch, shape, config, place, step)
}

/// Does the work of [`probe`], for a world and a judge with the same triangles.
pub(crate) fn probe_in(
    world: &World,
    judge: &Judge,
    scratch: &mut Scratch,
    shape: &Shape,
    config: &MoveConfig,
    place: DVec3,
    step: Step<'_>,
) -> Stuck {
    let config = MoveConfig { response: Response::Slide, friction_scale: 0.0, ..*config };
    let mut ends = [place; HEADINGS.len()];
    // The mover's skin. Far from the origin it is larger than the one in the config.
    let mut skin = config.skin_width;
    for (heading, at) in HEADINGS.into_iter().zip(&mut ends) {
        for _ in 0..PROBES {
            let motion = Motion::displacement(heading * probe_length(skin), 1.0);
            let outcome = step(world, scratch, shape, *at, motion, &config);
            *at = outcome.position;
            skin = skin.max(outcome.skin);
            if (*at - place).length_squared() >= f64::from(GAIN * GAIN) {
                return Stuck::No;
            }
        }
    }
    let (body, skin) = (body_of(shape), f64::from(skin));
    let free =
        |(heading, at): (Vec3, DVec3)| Some((heading, free_way(judge, &body, skin, wide(at), heading)?));
    match HEADINGS.into_iter().zip(ends).find_map(free) {
        Some((heading, direction)) => Stuck::False { heading, direction },
        None => Stuck::Wedged,
    }
}

/// Returns the length in metres of a move of a probe, for a body that keeps `skin` metres.
pub(crate) fn probe_length(skin: f32) -> f32 {
    PROBE.max(PROBE_SKINS * skin)
}

/// Finds a direction along a heading in which the body, with its present skin, is free for a
/// centimetre, or for ten skins if that is longer. A body between polygons that are less than two
/// skins apart is held by all of them, although it could give up skin on one for skin on another.
fn free_way(judge: &Judge, body: &Body, skin: f64, place: V, heading: Vec3) -> Option<V> {
    let grown = body.inflated(kept_share(judge, body, skin, place)? * skin);
    let gain = f64::from(GAIN).max(GAIN_SKINS * skin);
    let is_free = |d: V| {
        let end = [0, 1, 2].map(|k| place[k] + gain * d[k]);
        judge.path_clearance(&grown, place, end, 0.0).gap >= 0.0
    };
    let is_along = |d: &V| dot(wide(heading), *d) >= ALONG;
    directions(judge, body, skin, place).into_iter().filter(is_along).find(|d| is_free(*d))
}

/// Returns the share of its skin that the body still keeps, less [`SHARE`] at most. A path is free
/// only if all of it is kept: with a thick skin, a body that gives up a tenth of it moves several
/// millimetres closer to a polygon.
fn kept_share(judge: &Judge, body: &Body, skin: f64, place: V) -> Option<f64> {
    let is_free = |share: f64| judge.clearance(&body.inflated(share * skin), place, 0.0).gap >= 0.0;
    // The certified end of a move keeps slightly less than a whole skin.
    let (mut kept, mut lost) = (LEAST_SHARE, MOST_SHARE);
    if is_free(lost) {
        return Some(lost);
    }
    if !is_free(kept) {
        return None;
    }
    while lost - kept > SHARE {
        let middle = 0.5 * (kept + lost);
        *(if is_free(middle) { &mut kept } else { &mut lost }) = middle;
    }
    Some(kept)
}

/// Returns unit vectors that cover the sphere densely, and those along the contacts: along each
/// face, and along the edges of two faces.
fn directions(judge: &Judge, body: &Body, skin: f64, place: V) -> Vec<V> {
    let mut found = Vec::new();
    let normals = normals(judge, body, skin, place);
    for (i, &n) in normals.iter().enumerate() {
        for h in HEADINGS.map(wide) {
            let into = dot(h, n);
            found.extend(unit([0, 1, 2].map(|k| h[k] - into * n[k])));
        }
        for &m in &normals[..i] {
            let edge = [n[1] * m[2] - n[2] * m[1], n[2] * m[0] - n[0] * m[2], n[0] * m[1] - n[1] * m[0]];
            found.extend(unit(edge));
            found.extend(unit(edge.map(|x| -x)));
        }
    }
    for i in -FINE..=FINE {
        for j in -FINE..=FINE {
            let [u, v] = [i, j].map(|x| f64::from(x) / f64::from(FINE));
            for side in [[1.0, u, v], [u, 1.0, v], [u, v, 1.0]] {
                found.extend(unit(side));
                found.extend(unit(side.map(|x| -x)));
            }
        }
    }
    found
}

/// Returns the normals of the contacts within two skins. The judge reports only the nearest
/// contact, so it is asked from several slightly offset places.
fn normals(judge: &Judge, body: &Body, skin: f64, place: V) -> Vec<V> {
    let mut normals: Vec<V> = Vec::new();
    let offsets = [0.0, 0.5, 1.0].map(|share| share * skin);
    for offset in offsets {
        for h in HEADINGS.map(wide).into_iter().chain([[0.0, 1.0, 0.0], [0.0, -1.0, 0.0]]) {
            let at = [0, 1, 2].map(|k| place[k] + offset * h[k]);
            let seen = judge.clearance(body, at, 2.0 * skin);
            let is_new = normals.iter().all(|n| dot(*n, seen.normal) < 0.999_999);
            if seen.triangle.is_some() && is_new {
                normals.push(seen.normal);
            }
        }
    }
    normals
}

fn dot(a: V, b: V) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn unit(a: V) -> Option<V> {
    let length = dot(a, a).sqrt();
    (length > 1e-9).then(|| a.map(|x| x / length))
}
