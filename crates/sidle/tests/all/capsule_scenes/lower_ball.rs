//! Scenes of balls, with a capsule that stands on the ball's ground. Above such ground, and along
//! vertical walls, the centre of its lower cap moves exactly as the centre of the ball.

use sidle::{DVec3, FrictionLaw, Quat};
use sidle_scenes::{Drive, Run, Shape, Station, Trace, cases};

use super::{Motion, RATES, Walker};

/// Heights of the capsules, in radii.
const HEIGHTS: [f64; 2] = [4.5, 20.0];

/// Runs a ball's run with an upright capsule. Returns the path of the centre of the lower cap.
fn lower_cap(station: &Station, run: &Run, radius: f64, height: f64, rate: u32) -> Trace {
    let half = 0.5 * height - radius;
    let [x, y, z] = run.start;
    // The rotation about the capsule's axis changes nothing.
    let yaw = Quat::from_xyzw(0.0, 0.6, 0.0, 0.8);
    let shape = sidle::Shape::capsule(radius as f32, height as f32).with_rotation(yaw);
    let mut walker = Walker::new(&station.levels[run.level], shape, [x, y + half, z]);
    walker.config.skin_width = run.skin as f32;
    walker.config.friction_law = if run.drag { FrictionLaw::Drag } else { FrictionLaw::Coulomb };
    walker.config.response = super::common::response_of(run.law);
    let lower = |p: DVec3| [p.x, p.y - half, p.z];
    let mut trace = Trace { rate, positions: vec![lower(walker.position)], ..Trace::default() };
    for phase in &run.script {
        let Drive::Velocity(velocity) = phase.drive else { panic!("{}: a body", run.label) };
        for _ in 0..(phase.seconds * f64::from(rate)).round() as usize {
            walker.make(Motion::velocity(super::common::narrow(velocity), 1.0 / rate as f32));
            trace.positions.push(lower(walker.position));
            trace.normals.extend(walker.hits().iter().map(|h| h.normal.to_array()));
        }
    }
    trace.velocity = walker.velocity.to_array();
    trace
}

fn assert_holds(id: &str) {
    let scenes = cases::all();
    let station = scenes.iter().find(|s| s.id == id).unwrap_or_else(|| panic!("no scene `{id}`"));
    let (mut failed, mut checked) = (Vec::new(), 0);
    for run in &station.runs {
        let Shape::Sphere(radius) = run.shape else { continue };
        for height in HEIGHTS.map(|h| h * radius) {
            for rate in RATES {
                let trace = lower_cap(station, run, radius, height, rate);
                for e in &run.expectations {
                    checked += 1;
                    let came_out = e.measure.read(&trace);
                    if !e.is_met(came_out) {
                        failed.push(format!(
                            "{} / {height} m, {rate} Hz / {}: expected {} +- {}, came out {came_out}",
                            run.label, e.what, e.value, e.tolerance
                        ));
                    }
                }
            }
        }
    }
    assert!(checked > 0 && failed.is_empty(), "{} of {checked}:\n{}", failed.len(), failed.join("\n"));
}

macro_rules! scenes {
    ($($name:ident => $id:literal;)*) => { $(#[test] fn $name() { assert_holds($id); })* };
}

scenes! {
    c2_the_gap_is_kept_along_the_normal => "c2-padding-along-the-way";
    c9_no_seam_of_a_ramp_turns_a_capsule_aside => "c9-ghost-hits";
    c10_normals_of_flat_ground_point_up => "c10-flat-normals";
    c11_tiles_that_do_not_meet_do_not_stop_a_capsule => "c11-t-junctions";
    e6_a_capsule_in_contact_may_move_away => "e6-touching-at-the-start";
    e7_degenerate_triangles_are_no_obstacle => "e7-degenerate-triangles";
    f1_a_slide_that_leaves_the_first_box_is_stopped => "f1-slide-leaves-the-box";
    f3_nothing_is_passed_at_600_metres_per_second => "f3-600-metres-a-second";
    f8_huge_triangles_neither_lift_nor_sink => "f8-huge-triangles";
}
