//! Choice of the camera of the preview.

use sidle::{QueryFilter, Shape, Vec3};

use super::light::Light;
use sidle_cli::level::Level;

/// Half of the width of the picture at a distance of one metre: 70 degrees from left to right.
const WIDE: f32 = 0.7;
/// Height of a picture divided by its width.
const SHAPE: f32 = 0.625;
/// Numbers of rays across and down that rate a candidate.
const PROBES: [u32; 2] = [32, 20];
/// Maximum number of floors above each other that are candidates.
const FLOORS: usize = 4;

/// A position and a view direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Camera {
    pub(crate) eye: Vec3,
    /// Half of the width to the right and half of the height up, at one metre, and the unit vector
    /// forward.
    axes: [Vec3; 3],
}

/// Surface hit by a ray of the camera: its normal and its light. `None` if the ray hits nothing or
/// the back of a face.
pub(crate) type Sight = Option<(Vec3, f32)>;

impl Camera {
    pub(crate) fn new(eye: Vec3, at: Vec3) -> Self {
        let forward = (at - eye).as_dvec3().normalize_or_zero().as_vec3();
        let forward = if forward == Vec3::ZERO { Vec3::NEG_Z } else { forward };
        let up = if forward.y.abs() < 0.999 { Vec3::Y } else { Vec3::Z };
        let right = forward.cross(up).normalize();
        Self { eye, axes: [right * WIDE, right.cross(forward) * (WIDE * SHAPE), forward] }
    }

    /// Returns the size in pixels of a picture with this width.
    pub(crate) fn size(width: u32) -> [u32; 2] {
        [width, ((width as f32 * SHAPE).round() as u32).max(1)]
    }

    /// Returns the direction through a point of the picture, 0..=1 from its left and upper edge.
    pub(crate) fn direction(&self, [x, y]: [f32; 2]) -> Vec3 {
        let [right, up, forward] = self.axes;
        forward + right * (2.0 * x - 1.0) + up * (1.0 - 2.0 * y)
    }

    /// Returns the candidate that shows most of the level, lit, with most shadow edges.
    pub(crate) fn choose(level: &Level, lights: &[Light], sight: impl Fn(Vec3, Vec3) -> Sight) -> Self {
        let mut best = (f32::NEG_INFINITY, Self::outside(level)[0]);
        let near = lights.iter().filter_map(Light::lamp_at).flat_map(|(lamp, _)| Self::beside(level, lamp));
        let ground = lights.iter().any(|l| l.lamp_at().is_none()).then(|| Self::on_the_ground(level));
        let inside = near.chain(ground.into_iter().flatten()).map(|c| (1.0, c));
        for (worth, camera) in inside.chain(Self::outside(level).map(|c| (0.7, c))) {
            let score = camera.score(&sight) * worth;
            if score > best.0 {
                best = (score, camera);
            }
        }
        best.1
    }

    fn score(&self, sight: impl Fn(Vec3, Vec3) -> Sight) -> f32 {
        let [columns, rows] = PROBES;
        let look = |k: u32| {
            let [x, y] =
                [(k % columns, columns), (k / columns, rows)].map(|(i, n)| (i as f32 + 0.5) / n as f32);
            sight(self.eye, self.direction([x, y]))
        };
        let seen: Vec<Sight> = (0..columns * rows).map(look).collect();
        let (mut faces, mut lit, mut shadows) = (0.0, 0.0, 0.0);
        // Perceived brightness from 0 to 1. Light that is dim on a screen counts about a half.
        let bright = |light: f32| light / (light + 0.3);
        for (k, &one) in seen.iter().enumerate() {
            let Some((normal, light)) = one else { continue };
            faces += 1.0;
            lit += bright(light);
            // The edge of a shadow on a face.
            let beside = [(k as u32 % columns + 1 < columns).then_some(k + 1), Some(k + columns as usize)];
            for other in beside.into_iter().flatten().filter_map(|i| seen.get(i).copied().flatten()) {
                let jump = (bright(other.1) - bright(light)).abs();
                shadows += if other.0.dot(normal) > 0.99 && jump > 0.15 { jump } else { 0.0 };
            }
        }
        let all = seen.len() as f32;
        faces / all * lit / all * (0.002 + shadows / all)
    }

    /// Returns cameras around a lamp that look down on the ground below it, as far away as there is
    /// space.
    fn beside(level: &Level, lamp: Vec3) -> Vec<Self> {
        let extent = (level.bounds.1 - level.bounds.0).max_element();
        let free = |from: Vec3, way: Vec3| {
            level.world.cast_ray(from, way, &QueryFilter::ALL).map_or(1.0, |hit| hit.fraction as f32)
        };
        let high = (free(lamp, Vec3::NEG_Y * extent) * extent).min(extent * 0.1);
        let at = lamp + Vec3::NEG_Y * (high * 0.7);
        let mut list = Vec::new();
        for [x, z] in [
            [1.0, 0.0],
            [0.7, 0.7],
            [0.0, 1.0],
            [-0.7, 0.7],
            [-1.0, 0.0],
            [-0.7, -0.7],
            [0.0, -1.0],
            [0.7, -0.7],
        ] {
            for (rise, share) in [(0.25, 0.85), (0.25, 0.5), (-0.1, 0.85)] {
                let way = Vec3::new(x, rise, z) * (high * 4.0);
                list.push(Self::new(lamp + way * (free(lamp, way) * share), at));
            }
        }
        list
    }

    /// Returns cameras above every floor at positions spread over the level, in four directions.
    fn on_the_ground(level: &Level) -> Vec<Self> {
        let (low, high) = level.bounds;
        let size = high - low;
        let (mut list, mut floors) = (Vec::new(), Vec::new());
        for k in 0..25_u8 {
            let [x, z] = [k % 5, k / 5].map(|i| (f32::from(i) + 0.5) / 5.0);
            let top = Vec3::new(low.x + size.x * x, high.y + 1.0, low.z + size.z * z);
            let down = Vec3::NEG_Y * (size.y + 2.0);
            level.world.cast_shape_all(&Shape::point(), top, down, &QueryFilter::ALL, &mut floors);
            let high = (size.y * 0.4).max(size.max_element() * 0.01);
            for floor in floors.iter().filter(|hit| hit.normal.y > 0.5).take(FLOORS) {
                // Below any ceiling.
                let up = Vec3::Y * (high * 1.2);
                let ground = floor.point.as_vec3();
                let room = level.world.cast_ray(ground + Vec3::Y * 1e-3, up, &QueryFilter::ALL);
                let eye = ground + up * (room.map_or(1.0, |hit| hit.fraction as f32) * 0.8);
                list.extend(
                    [Vec3::X, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Z]
                        .map(|way| Self::new(eye, eye + way - Vec3::Y * 0.25)),
                );
            }
        }
        list
    }

    /// Returns cameras above the four corners of the level.
    fn outside(level: &Level) -> [Self; 4] {
        let (low, high) = level.bounds;
        let (middle, size) = ((low + high) / 2.0, high - low);
        let away = (size.x.max(size.z) * 0.6).max(size.y);
        [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]]
            .map(|[x, z]| Self::new(middle + Vec3::new(x, 1.0, z) * away, middle))
    }
}

#[cfg(test)]
mod tests {
    use super::Camera;
    use sidle::Vec3;

    #[test]
    fn m14_a_camera_looks_where_it_is_told_to_with_its_feet_down() {
        for at in [Vec3::new(3.0, 1.0, -2.0), Vec3::new(1.0, 9.0, 2.0), Vec3::new(1.0, 2.0, 2.0)] {
            let camera = Camera::new(Vec3::new(1.0, 2.0, 2.0), at);
            let middle = camera.direction([0.5, 0.5]);
            let wished = (at - camera.eye).normalize_or_zero();
            assert!(
                (middle.length() - 1.0).abs() < 1e-6 && (wished == Vec3::ZERO || wished.dot(middle) > 0.9999)
            );
            let (up, right) = (camera.direction([0.5, 0.0]) - middle, camera.direction([1.0, 0.5]) - middle);
            assert!(up.y >= 0.0 && right.y.abs() < 1e-6 && right.cross(middle).dot(up) > 0.0);
        }
    }
}
