//! A small table of the eight classes: its results for sidle, and its ability to show the faults of
//! the other methods.

use sidle_attack::classes::{CLASSES, METHODS, measure};

#[test]
fn sidle_misses_nothing_and_the_restated_methods_do() {
    for (class, name) in CLASSES.iter().enumerate() {
        let rows = measure(class, 4_000, 7);
        let [nettle, fauerby, cast, moved] = rows;
        assert!(rows.iter().all(|r| r.sweeps == 4_000 && r.hits > 400 && r.hits < 4_000), "{name}: {rows:?}");
        for (row, method) in [(cast, METHODS[2]), (moved, METHODS[3])] {
            assert_eq!((row.missed, row.deep), (0, 0), "{name}, {method}: {row:?}");
            // The rounding error of the oracle, beside triangles of 10 km.
            assert!(row.penetration <= 1e-11 && row.late <= 1e-11, "{name}, {method}: {row:?}");
        }
        // A cast stops a ten-millionth of the radius early, and stores its fraction as f32: of 4.5
        // km, elsewhere of 40 m at most.
        let stored = if class == 5 { 4_500.0 * 1.2e-7 } else { 40.0 * 1.2e-7 };
        assert!(cast.gap <= 2e-7 + stored && cast.false_gap <= 4e-7, "{name}: {cast:?}");
        assert_eq!((moved.end_penetration, moved.false_hits), (0.0, 0), "{name}: {moved:?}");
        let worse = nettle.missed + nettle.deep + fauerby.missed + fauerby.deep;
        assert!(worse > 0, "{name}: the table finds no fault with the restated methods");
    }
}
