//! Which way to look at a scene, and where its places are then on the picture.

use sidle::Vec3;

use crate::paint::Spot;

/// A way to look: parallel, from outside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Camera {
    /// To the right on the picture, up on it, and towards the viewer.
    pub(crate) axes: [Vec3; 3],
    /// The surfaces are seen from their edges: the picture is a section.
    pub(crate) is_section: bool,
    /// The level's own ends belong on the picture too.
    pub(crate) shows_all: bool,
}

/// To the right, up, towards the viewer: from the front, from above, from the right.
const ALONG_AXES: [[Vec3; 3]; 3] =
    [[Vec3::X, Vec3::Y, Vec3::Z], [Vec3::X, Vec3::NEG_Z, Vec3::Y], [Vec3::NEG_Z, Vec3::Y, Vec3::X]];

/// How much of the surfaces must be seen from their edges for a section.
const EDGE_ON: f32 = 0.98;
/// How much of the way must lie across the view: for a section that shows all of it, for a section
/// that will do, and for a view onto the fronts.
const ALL_ACROSS: f32 = 0.97;
const MOST_ACROSS: f32 = 0.8;
const FLAT: f32 = 0.995;
/// How much of the surfaces must show their front in such a view, and how much may show its back.
const FRONTS: f32 = 0.45;
const BACKS: f32 = 0.1;

impl Camera {
    /// For these triangles and these ways: a section where that shows it all, else along an axis
    /// where the ways lie across it, else from a corner, the one that shows most fronts.
    pub(crate) fn choose(triangles: &[[Vec3; 3]], ways: &[&[Vec3]]) -> Self {
        let normals: Vec<Vec3> = triangles.iter().map(|[a, b, c]| (*b - *a).cross(*c - *a)).collect();
        let area: f32 = normals.iter().map(|n| n.length()).sum();
        let fronts = |toward: Vec3| normals.iter().map(|n| n.dot(toward).max(0.0)).sum::<f32>() / area;
        let across = |toward: Vec3| {
            let pieces = || ways.iter().flat_map(|way| way.windows(2)).map(|w| w[1] - w[0]);
            let whole: f32 = pieces().map(|d| d.length()).sum();
            let across: f32 = pieces().map(|d| d.reject_from(toward).length()).sum();
            // What rests can be seen from anywhere.
            if whole > 1e-3 { across / whole } else { 1.0 }
        };
        let edge_on = |axes: &[Vec3; 3]| fronts(axes[2]) + fronts(-axes[2]) <= 1.0 - EDGE_ON;
        let shows =
            |least: f32| ALONG_AXES.into_iter().find(|axes| edge_on(axes) && across(axes[2]) >= least);
        let section = shows(ALL_ACROSS).or(shows(MOST_ACROSS));
        if let Some(axes) = section.filter(|axes| across(axes[2]) >= ALL_ACROSS) {
            return Self { axes, is_section: true, shows_all: false };
        }
        let flat = ALONG_AXES.into_iter().find(|axes| {
            let shows = fronts(axes[2]) >= FRONTS && fronts(-axes[2]) <= BACKS;
            across(axes[2]) >= FLAT && (shows || goes_around(triangles, ways, axes))
        });
        if let Some(axes) = flat.or(section) {
            return Self { axes, is_section: flat.is_none(), shows_all: false };
        }
        if edge_on(&ALONG_AXES[0]) {
            // Along what is drawn out along z and a little down, so that its profile is seen.
            return Self { shows_all: true, ..Self::looking(Vec3::new(0.0, 0.4, 0.9)) };
        }
        let corners = [[1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]]
            .map(|[x, z]| Self::looking(Vec3::new(0.55 * x, 0.62, 0.8 * z)));
        let [first, rest @ ..] = corners;
        let most = |best: Self, next: Self| {
            if fronts(next.axes[2]) > fronts(best.axes[2]) * 1.01 { next } else { best }
        };
        rest.into_iter().fold(first, most)
    }

    /// From a direction that is not straight up.
    pub(crate) fn looking(toward: Vec3) -> Self {
        let toward = toward.normalize();
        let right = Vec3::Y.cross(toward).normalize();
        Self { axes: [right, toward.cross(right), toward], is_section: false, shows_all: false }
    }

    /// Metres to the right and up.
    pub(crate) fn flat(&self, place: Vec3) -> [f32; 2] {
        [self.axes[0].dot(place), self.axes[1].dot(place)]
    }

    /// Two conjugate half axes, in metres to the right and up, of the outline of an ellipsoid along
    /// the world's axes.
    pub(crate) fn outline(&self, radii: Vec3) -> [[f32; 2]; 2] {
        let (a, b) = (self.axes[0] * radii, self.axes[1] * radii);
        // The square root of a 2 x 2 matrix: Cholesky.
        let first = a.length();
        let off = a.dot(b) / first.max(f32::MIN_POSITIVE);
        [[first, off], [0.0, (b.length_squared() - off * off).max(0.0).sqrt()]]
    }
}

/// Whether the ways lead all round the surfaces, seen along the third axis.
fn goes_around(triangles: &[[Vec3; 3]], ways: &[&[Vec3]], axes: &[Vec3; 3]) -> bool {
    let most = |places: &mut dyn Iterator<Item = Vec3>, direction: Vec3| {
        places.map(|p| p.dot(direction)).fold(f32::NEG_INFINITY, f32::max)
    };
    [axes[0], axes[1], -axes[0], -axes[1]].into_iter().all(|direction| {
        let ways = most(&mut ways.iter().copied().flatten().copied(), direction);
        ways > most(&mut triangles.iter().flatten().copied(), direction)
    })
}

/// The part of the scene that a panel shows, and where it is on the picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// The upper left and lower right corner on the picture.
    corners: [Spot; 2],
    middle: [f32; 2],
    /// Pixels for a metre.
    pub(crate) scale: f32,
}

impl Window {
    /// Shows the box from `low` to `high` (metres right and up) as large as it fits.
    pub(crate) fn new(corners: [Spot; 2], low: [f32; 2], high: [f32; 2]) -> Self {
        let room = [corners[1][0] - corners[0][0], corners[1][1] - corners[0][1]];
        let size = [high[0] - low[0], high[1] - low[1]].map(|side| side.max(1e-3));
        let scale = (room[0] / size[0]).min(room[1] / size[1]);
        Self { corners, middle: [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0], scale }
    }

    /// Where metres are on the picture.
    pub(crate) fn spot(&self, [x, y]: [f32; 2]) -> Spot {
        let [a, b] = self.corners;
        let centre = [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
        [centre[0] + (x - self.middle[0]) * self.scale, centre[1] - (y - self.middle[1]) * self.scale]
    }
}

#[cfg(test)]
mod tests {
    use super::Camera;
    use sidle::Vec3;

    #[test]
    fn the_outline_of_a_ball_is_round_from_everywhere() {
        let camera = Camera::looking(Vec3::new(1.0, 2.0, -1.0));
        let [a, b] = camera.outline(Vec3::splat(2.0));
        assert!((a[0] - 2.0).abs() < 1e-5 && a[1].abs() < 1e-5 && (b[1] - 2.0).abs() < 1e-5);
        let [right, up, toward] = camera.axes;
        assert!((right.cross(up) - toward).length() < 1e-6);
    }

    #[test]
    fn stairs_are_seen_from_their_side_and_a_floor_from_above_where_the_way_turns() {
        let p = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
        let stairs =
            [[p(0., 0., 1.), p(1., 0., 1.), p(1., 0., -1.)], [p(1., 0., 1.), p(1., 1., 1.), p(1., 1., -1.)]];
        let climb = [p(0., 0.5, 0.), p(1., 1.5, 0.), p(2., 1.5, 0.)];
        let side = Camera::choose(&stairs, &[&climb]);
        assert!(side.is_section && side.axes[2] == Vec3::Z);
        let slanted = Camera::choose(&stairs, &[&[p(0., 0., 0.), p(1., 1., 1.), p(0., 2., 3.)]]);
        assert!(!slanted.is_section && slanted.axes[2].y > 0.3);
    }
}
