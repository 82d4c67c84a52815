use super::{DEFAULT_TRIANGLES, SPAWNS, hall, soup, spawn, terrain};
use crate::level::Level;
use crate::reference::distance::point_triangle;
use crate::vec3::wide;

type Generator = fn(u64, usize) -> Level;
const ALL: [Generator; 3] = [hall, terrain, soup];

#[test]
fn levels_are_valid_and_large_enough() {
    for make in ALL {
        for count in [3_000, DEFAULT_TRIANGLES, 60_000] {
            let level = make(7, count);
            let made = level.triangles.len();
            assert!(made >= count && made < count + count / 10 + 400, "{} {made}", level.name);
            assert_eq!(level.triangle_materials.len(), made);
            assert!(level.triangle_materials.iter().all(|&m| usize::from(m) < level.materials.len()));
            assert!(level.triangles.iter().flatten().all(|&i| (i as usize) < level.vertices.len()));
            assert!(level.vertices.iter().chain(&level.spawns).flatten().all(|x| x.is_finite()));
            assert_eq!(level.spawns.len(), SPAWNS, "{}", level.name);
        }
    }
}

/// A change here changes every recorded result that uses these levels.
#[test]
fn levels_are_the_same_bits_everywhere() {
    let prints = ALL.map(|make| make(1, DEFAULT_TRIANGLES).fingerprint());
    assert_eq!(prints, ALL.map(|make| make(1, DEFAULT_TRIANGLES).fingerprint()));
    assert_ne!(prints, ALL.map(|make| make(2, DEFAULT_TRIANGLES).fingerprint()));
    assert_eq!(prints, GOLDEN, "{prints:#x?}");
}

const GOLDEN: [u64; 3] = [0x0dc3_01c3_a1d9_ec32, 0x37d2_8e7f_a768_0e92, 0xb88c_2149_9a0a_e60f];

#[test]
fn the_hall_is_watertight_and_the_terrain_open() {
    let closed = hall(3, DEFAULT_TRIANGLES);
    assert_eq!(closed.boundary_edges(), 0);
    // No clutter sticks out of the room.
    assert_eq!(closed.bounds(), ([0.0; 3], [55.5, 10.5, 55.5]));
    let open = terrain(3, DEFAULT_TRIANGLES);
    let side = open.bounds().1[0] - open.bounds().0[0];
    assert_eq!(open.boundary_edges(), 4 * side as usize);
    assert!(!open.closed && hall(3, 9_000).closed && soup(3, 9_000).closed);
}

#[test]
fn spawns_are_free_with_two_centimetres_to_spare() {
    for make in ALL {
        let level = make(11, DEFAULT_TRIANGLES);
        for &place in &level.spawns {
            let ball = (0..level.triangles.len())
                .map(|i| point_triangle(wide(place), level.corners(i).map(wide)))
                .fold(f64::MAX, f64::min);
            assert!(ball >= 0.42, "{} {place:?} {ball}", level.name);
            assert!(spawn::is_free(&level, wide(place)));
        }
    }
}

#[test]
fn the_soup_has_every_kind_of_trouble() {
    let level = soup(5, DEFAULT_TRIANGLES);
    let repeated = level.triangles.iter().filter(|[a, b, c]| a == b || b == c || c == a).count();
    let mut sorted: Vec<_> = level
        .triangles
        .iter()
        .map(|t| {
            let mut t = *t;
            t.sort_unstable();
            t
        })
        .collect();
    sorted.sort_unstable();
    let twins = sorted.windows(2).filter(|w| w[0] == w[1]).count();
    assert!(repeated > 300 && twins > 300, "{repeated} {twins}");
}
