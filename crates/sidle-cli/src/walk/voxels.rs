//! Finds the parts of a level that are connected with the outside, by flood fill over small cells.
//!
//! A ball of radius r around the centre of a walker contains no triangle. If the diagonal of the
//! cells is shorter than r, the cell of the centre contains no triangle either. A walk therefore
//! leads from free cell to free neighbour. A spawn that no chain of free cells connects with the
//! outside is enclosed: no valid walk can lead out. The reverse is not certain, because a chain may
//! lead through a gap that is too narrow for the walker.

use sidle::Vec3;

use crate::level::Level;

type V3 = [f64; 3];

/// Maximum number of cells: 2^27 bits are 16 MB. More would take too much time.
const MOST_CELLS: f64 = (1_u64 << 27) as f64;

/// The cells connected with the outside of the bounding box of the level.
pub struct Outside {
    low: V3,
    cell: f64,
    counts: [usize; 3],
    cells: Bits,
}

impl Outside {
    /// Returns `None` if a walker with this smallest radius needs too many cells.
    pub fn of(level: &Level, radius: f32) -> Option<Self> {
        // The diagonal of a cell is 99 % of the radius.
        let cell = f64::from(radius) * 0.99 / 3.0_f64.sqrt();
        let (low, high) = (wide(level.bounds.0), wide(level.bounds.1));
        // Two extra cells on each side, so that the whole border is free.
        let low = low.map(|x| x - 2.0 * cell);
        let sizes = [0, 1, 2].map(|k| ((high[k] - low[k]) / cell).ceil() + 2.0);
        let total = sizes[0] * sizes[1] * sizes[2];
        // A point has cells of size 0: their number is infinite or NaN.
        if total.is_nan() || total > MOST_CELLS {
            return None;
        }
        let counts = sizes.map(|size| size as usize);
        let mut solid = Bits::new(counts.iter().product());
        for i in 0..level.data.triangles.len() {
            let corners = level.corners(i as u32).map(|v| {
                let v = wide(v);
                [0, 1, 2].map(|k| (v[k] - low[k]) / cell)
            });
            mark(&corners, counts, &mut solid);
        }
        let cells = flood(&solid, counts);
        Some(Self { low, cell, counts, cells })
    }

    /// Returns true if the position is connected with the outside.
    pub fn holds(&self, place: Vec3) -> bool {
        let place = wide(place);
        let at = [0, 1, 2].map(|k| ((place[k] - self.low[k]) / self.cell).floor());
        let inside = (0..3).all(|k| at[k] >= 0.0 && at[k] < self.counts[k] as f64);
        !inside || self.cells.get(index(at.map(|x| x as usize), self.counts))
    }
}

fn wide(v: Vec3) -> V3 {
    v.to_array().map(f64::from)
}

fn index([x, y, z]: [usize; 3], counts: [usize; 3]) -> usize {
    (z * counts[1] + y) * counts[0] + x
}

/// Marks the unit cells that a triangle intersects.
fn mark(t: &[V3; 3], counts: [usize; 3], solid: &mut Bits) {
    let least = [0, 1, 2].map(|k| t[0][k].min(t[1][k]).min(t[2][k]).floor().max(0.0) as usize);
    let most = [0, 1, 2].map(|k| (t[0][k].max(t[1][k]).max(t[2][k]).floor() as usize).min(counts[k] - 1));
    for z in least[2]..=most[2] {
        for y in least[1]..=most[1] {
            for x in least[0]..=most[0] {
                let at = index([x, y, z], counts);
                if !solid.get(at) && meets_cell(t, [x as f64 + 0.5, y as f64 + 0.5, z as f64 + 0.5]) {
                    solid.set(at);
                }
            }
        }
    }
}

/// Returns true if a triangle intersects the unit cell around `centre`. Uses the separating axis
/// test: the normals of the cell (in the loop of the caller), the normal of the triangle, and the
/// cross products of the edges.
fn meets_cell(t: &[V3; 3], centre: V3) -> bool {
    let t = t.map(|p| sub(p, centre));
    let edges = [sub(t[1], t[0]), sub(t[2], t[1]), sub(t[0], t[2])];
    let together = |axis: V3| {
        let reach = 0.5 * (axis[0].abs() + axis[1].abs() + axis[2].abs());
        let along = t.map(|p| dot(p, axis));
        let (low, high) = (along[0].min(along[1]).min(along[2]), along[0].max(along[1]).max(along[2]));
        low <= reach && high >= -reach
    };
    let across = |[x, y, z]: V3| [[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]];
    together(cross(edges[0], edges[1])) && edges.into_iter().flat_map(across).all(together)
}

/// Returns the free cells connected with the first one, which is at the border. The fill goes
/// through faces, one row of cells at a time.
fn flood(solid: &Bits, counts: [usize; 3]) -> Bits {
    let mut reached = Bits::new(counts.iter().product());
    let mut todo = vec![[0, 0, 0]];
    while let Some([x, y, z]) = todo.pop() {
        let row = index([0, y, z], counts);
        let free = |x: usize, reached: &Bits| !solid.get(row + x) && !reached.get(row + x);
        if !free(x, &reached) {
            continue;
        }
        let first = (0..=x).rev().take_while(|&x| free(x, &reached)).last().unwrap_or(x);
        let end = (x..counts[0]).find(|&x| !free(x, &reached)).unwrap_or(counts[0]);
        (first..end).for_each(|x| reached.set(row + x));
        let rows = [
            (y > 0).then(|| [y - 1, z]),
            (y + 1 < counts[1]).then_some([y + 1, z]),
            (z > 0).then(|| [y, z - 1]),
            (z + 1 < counts[2]).then_some([y, z + 1]),
        ];
        for [y, z] in rows.into_iter().flatten() {
            let row = index([0, y, z], counts);
            let free = |x: usize| !solid.get(row + x) && !reached.get(row + x);
            // One seed per run of free cells beside this one.
            let starts = (first..end).filter(|&x| free(x) && (x == first || !free(x - 1)));
            todo.extend(starts.map(|x| [x, y, z]));
        }
    }
    reached
}

fn sub(a: V3, b: V3) -> V3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: V3, b: V3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: V3, b: V3) -> V3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// A bit set with one bit per cell.
struct Bits(Vec<u64>);

impl Bits {
    fn new(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    fn get(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 == 1
    }

    fn set(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }
}

#[cfg(test)]
mod tests {
    use super::Outside;
    use crate::level::Level;
    use sidle::Vec3;
    use sidle_scenes::Builder;

    fn level(builder: Builder) -> Level {
        Level::of_scene(&builder.finish("test", &[]))
    }

    #[test]
    fn a_closed_room_is_enclosed_and_the_space_around_it_is_not() {
        let mut b = Builder::new();
        b.room([0.0; 3], [6.0, 4.0, 6.0], 2.0);
        let outside = Outside::of(&level(b), 0.4).unwrap();
        assert!(!outside.holds(Vec3::new(3.0, 2.0, 3.0)) && !outside.holds(Vec3::splat(0.5)));
        assert!(outside.holds(Vec3::new(-0.6, 2.0, 3.0)) && outside.holds(Vec3::splat(1e9)));
        assert!(outside.holds(Vec3::new(f32::NAN, 2.0, 3.0)));
    }

    #[test]
    fn a_room_with_a_hole_is_open() {
        let mut b = Builder::new();
        // No ceiling above one of the cells.
        b.grid([0.0; 3], [0.0, 0.0, 6.0], [6.0, 0.0, 0.0], [3, 3]);
        b.grid([0.0, 4.0, 0.0], [6.0, 0.0, 0.0], [0.0, 0.0, 4.0], [3, 2]);
        for (from, to) in [([0.0, 0.0], [6.0, 0.0]), ([6.0, 0.0], [6.0, 6.0])] {
            b.wall(from, to, [0.0, 4.0]);
            b.wall([6.0 - from[0], 6.0 - from[1]], [6.0 - to[0], 6.0 - to[1]], [0.0, 4.0]);
        }
        let outside = Outside::of(&level(b), 0.4).unwrap();
        assert!(outside.holds(Vec3::new(3.0, 2.0, 3.0)));
    }

    #[test]
    fn a_point_has_no_cells() {
        let mut b = Builder::new();
        b.room([0.0; 3], [6.0, 4.0, 6.0], 2.0);
        assert!(Outside::of(&level(b), 0.0).is_none());
    }
}
