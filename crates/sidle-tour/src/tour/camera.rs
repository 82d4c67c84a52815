//! Choice of the view of a scene, and projection of positions onto the picture.

use sidle::Vec3;

use sidle_cli::paint::Spot;

/// A parallel projection from outside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Camera {
    /// Axes to the right on the picture, up on it, and towards the viewer.
    pub(crate) axes: [Vec3; 3],
    /// True if the surfaces are seen edge-on, so that the picture is a section.
    pub(crate) is_section: bool,
    /// True if the picture includes the ends of the level.
    pub(crate) shows_all: bool,
}

/// Axes to the right, up, and towards the viewer, for the views from the front, from above and from
/// the right.
const ALONG_AXES: [[Vec3; 3]; 3] =
    [[Vec3::X, Vec3::Y, Vec3::Z], [Vec3::X, Vec3::NEG_Z, Vec3::Y], [Vec3::NEG_Z, Vec3::Y, Vec3::X]];

/// Minimum fraction of the surfaces that a section shows edge-on.
const EDGE_ON: f32 = 0.98;
/// Minimum fractions of the paths that lie across the view: for a preferred section, for an
/// acceptable section, and for a view onto the fronts.
const ALL_ACROSS: f32 = 0.97;
const MOST_ACROSS: f32 = 0.8;
const FLAT: f32 = 0.995;
/// Minimum fraction of fronts and maximum fraction of backs in a view onto the fronts.
const FRONTS: f32 = 0.45;
const BACKS: f32 = 0.1;

impl Camera {
    /// Chooses the camera for these triangles and paths. Prefers a section that shows everything,
    /// then an axis with the paths across it, then the corner view that shows most fronts.
    pub(crate) fn choose(triangles: &[[Vec3; 3]], ways: &[&[Vec3]]) -> Self {
        let normals: Vec<Vec3> = triangles.iter().map(|[a, b, c]| (*b - *a).cross(*c - *a)).collect();
        let area: f32 = normals.iter().map(|n| n.length()).sum();
        let fronts = |toward: Vec3| normals.iter().map(|n| n.dot(toward).max(0.0)).sum::<f32>() / area;
        let across = |toward: Vec3| {
            let pieces = || ways.iter().flat_map(|way| way.windows(2)).map(|w| w[1] - w[0]);
            let whole: f32 = pieces().map(|d| d.length()).sum();
            let across: f32 = pieces().map(|d| d.reject_from(toward).length()).sum();
            // A resting mover is visible from anywhere.
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
            // Look along an extrusion in z and slightly down, so that the profile is visible.
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

    /// Returns a camera with this direction towards the viewer, which must not be vertical.
    pub(crate) fn looking(toward: Vec3) -> Self {
        let toward = toward.normalize();
        let right = Vec3::Y.cross(toward).normalize();
        Self { axes: [right, toward.cross(right), toward], is_section: false, shows_all: false }
    }

    /// Projects a position to metres right and up.
    pub(crate) fn flat(&self, place: Vec3) -> [f32; 2] {
        [self.axes[0].dot(place), self.axes[1].dot(place)]
    }

    /// Returns two conjugate half axes of the projected outline of an axis-aligned ellipsoid, in
    /// metres right and up.
    pub(crate) fn outline(&self, radii: Vec3) -> [[f32; 2]; 2] {
        let (a, b) = (self.axes[0] * radii, self.axes[1] * radii);
        // Square root of a 2 x 2 matrix by Cholesky decomposition.
        let first = a.length();
        let off = a.dot(b) / first.max(f32::MIN_POSITIVE);
        [[first, off], [0.0, (b.length_squared() - off * off).max(0.0).sqrt()]]
    }
}

/// Returns true if the paths lead all around the surfaces, seen along the third axis.
fn goes_around(triangles: &[[Vec3; 3]], ways: &[&[Vec3]], axes: &[Vec3; 3]) -> bool {
    let most = |places: &mut dyn Iterator<Item = Vec3>, direction: Vec3| {
        places.map(|p| p.dot(direction)).fold(f32::NEG_INFINITY, f32::max)
    };
    [axes[0], axes[1], -axes[0], -axes[1]].into_iter().all(|direction| {
        let ways = most(&mut ways.iter().copied().flatten().copied(), direction);
        ways > most(&mut triangles.iter().flatten().copied(), direction)
    })
}

/// The part of the scene that a panel shows, and its position on the picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// Upper left and lower right corner on the picture.
    corners: [Spot; 2],
    middle: [f32; 2],
    /// Pixels per metre.
    pub(crate) scale: f32,
}

impl Window {
    /// Shows the box from `low` to `high` (metres right and up) as large as possible.
    pub(crate) fn new(corners: [Spot; 2], low: [f32; 2], high: [f32; 2]) -> Self {
        let room = [corners[1][0] - corners[0][0], corners[1][1] - corners[0][1]];
        let size = [high[0] - low[0], high[1] - low[1]].map(|side| side.max(1e-3));
        let scale = (room[0] / size[0]).min(room[1] / size[1]);
        Self { corners, middle: [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0], scale }
    }

    /// Converts metres to a position on the picture.
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
