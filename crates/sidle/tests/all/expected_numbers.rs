//! Every scene with its expected numbers, from closed forms and references that are independent of
//! the library.

use crate::common::{execute, world_of};
use sidle_scenes::{Station, cases, stations};

/// The checks of a scene that fail, as text.
fn failures(station: &Station) -> Vec<String> {
    let worlds: Vec<_> = station.levels.iter().map(world_of).collect();
    let mut failed = Vec::new();
    for run in &station.runs {
        let traces: Vec<_> = run.rates.iter().map(|&rate| execute(&worlds[run.level], run, rate)).collect();
        for e in &run.expectations {
            let came_out = e.worst(&traces);
            if !e.is_met(came_out) {
                failed.push(format!(
                    "{} / {} / {}: expected {} +- {}, came out {came_out}",
                    station.id, run.label, e.what, e.value, e.tolerance
                ));
            }
        }
    }
    failed
}

fn every_scene() -> Vec<Station> {
    stations::all().into_iter().chain(cases::all()).collect()
}

/// Checks that these scenes show a row of the capabilities, and hold.
fn assert_hold(ids: &[&str]) {
    let scenes = every_scene();
    for &id in ids {
        let scene = scenes.iter().find(|s| s.id == id).unwrap_or_else(|| panic!("no scene `{id}`"));
        let failed = failures(scene);
        assert!(failed.is_empty(), "{} rows:\n{}", failed.len(), failed.join("\n"));
    }
}

/// Every test below with its scenes. No scene is left out.
macro_rules! rows {
    ($(fn $name:ident => [$($id:literal),*];)*) => {
        $(#[test] fn $name() { assert_hold(&[$($id),*]); })*

        #[test]
        fn every_scene_is_in_a_row() {
            let named = [$($($id),*),*];
            for scene in every_scene() {
                assert!(named.contains(&scene.id), "no test names `{}`", scene.id);
            }
        }
    };
}

rows! {
    fn n02_planes_and_embedded_planes => ["planes"];
    fn n03_one_sided_and_doubled_surfaces_of_thin_triangles => ["e7-degenerate-triangles", "c10-flat-normals"];
    fn n07_the_step_that_the_published_sweep_walks_through => ["oblique-step"];
    fn n08_a_puck_in_a_hockey_rink => ["hockey-rink", "f1-slide-leaves-the-box"];
    fn n09_two_laws_of_friction_and_a_ramp => ["friction", "ramp"];
    fn n10_gravity_down_sideways_up_and_towards_a_planet => ["gravity", "planet"];
    fn n11_at_rest_nothing_moves_for_an_hour => ["rest"];
    fn n12_ellipsoids_on_a_slope => ["g1-slope-any-proportions"];
    fn n13_stairs_are_rolled_over => ["stairs-ball", "stairs-ellipsoid", "high-wall"];
    fn n14_door_frames_bumps_and_t_junctions => ["door-frame", "c9-ghost-hits", "c11-t-junctions", "c15-pits-and-humps"];
    fn c04_a_crease_is_slid_along_and_a_corner_of_three_stops => ["groove", "corner-of-three"];
    fn c07_what_touches_at_the_start_may_move_away => ["e6-touching-at-the-start"];
    fn c08_the_gap_is_the_skin => ["g2-skin-in-metres", "c2-padding-along-the-way"];
    fn c09_a_slide_never_creeps_into_the_surface => ["c2-padding-along-the-way", "f8-huge-triangles"];
    fn c10_the_same_path_at_any_frame_rate => ["any-frame-rate"];
    fn g03_nothing_is_passed_at_any_speed => ["f3-600-metres-a-second"];
    fn g04_shots_between_walls => ["bounce"];
}
