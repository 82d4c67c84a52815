//! The stations and cases as instances far from the origin: single moves from equal states agree
//! with those of the same instance at the origin, and so do courses until a tie is decided
//! differently.

use crate::common::far::{Count, FAR, SPACING, shared};
use crate::common::{config_of, instance_of, motion_of, narrow, shape_of};
use sidle::{DVec3, Outcome, Pose, Scratch, Vec3, World};
use sidle_scenes::{Drive, Run, Station, cases, stations};

/// Largest number of moves in a phase of a script.
const MOST: usize = 300;

fn compare(
    station: &Station,
    run: &Run,
    rate: u32,
    worlds: &[World; 2],
    single: &mut Count,
    course: &mut Count,
) {
    let (shape, config, dt) = (shape_of(&run.shape), config_of(run), 1.0 / rate as f32);
    let mut scratch = Scratch::default();
    let mut step = |k: usize, drive: Drive, from: DVec3, velocity: Vec3| -> (Outcome, usize) {
        let origin = [DVec3::ZERO, FAR][k];
        let motion = motion_of(drive, from - origin, velocity, dt);
        let mut end = worlds[k].move_and_slide(&mut scratch, &shape, from, motion, &config);
        end.position -= origin;
        (end, scratch.hits().len())
    };
    let mut near = shared(DVec3::from(run.start));
    let (mut far, mut since) = (near, 0);
    let mut velocities = [Vec3::ZERO; 2];
    for (i, phase) in run.script.iter().enumerate() {
        if let Drive::Body { velocity: Some(v), .. } = phase.drive {
            velocities = [narrow(v); 2];
        }
        for k in 0..((phase.seconds * f64::from(rate)).round() as usize).min(MOST) {
            let name = || format!("{} / {} / {rate} Hz / phase {i} / move {k}", station.id, run.label);
            let from = shared(near);
            let (a, _) = step(0, phase.drive, from, velocities[0]);
            let (b, hits) = step(1, phase.drive, FAR + from, velocities[0]);
            let apart = a.position.distance(b.position);
            single.steps += 1;
            single.touching += u32::from(hits > 0);
            if apart > 4.0 * SPACING + 1e-9 || a.reason != b.reason {
                single.parted += 1;
                println!("{}: {apart:e} {:?} {:?}", name(), a.reason, b.reason);
            }
            let (a, hits) = step(0, phase.drive, near, velocities[0]);
            let (b, _) = step(1, phase.drive, FAR + far, velocities[1]);
            ((near, far), velocities) = ((a.position, b.position), [a.velocity, b.velocity]);
            since += 1;
            course.steps += 1;
            course.touching += u32::from(hits > 0);
            let apart = near.distance(far);
            if apart > 2.0 * SPACING * f64::from(since) + 1e-6 {
                course.parted += 1;
                println!("{}: course {apart:e} after {since}", name());
                near = shared(near);
                (far, velocities[1], since) = (near, velocities[0], 0);
            }
        }
    }
}

#[test]
fn stations_and_cases_far_away_are_those_at_the_origin() {
    let (mut single, mut course) = (Count::default(), Count::default());
    for station in stations::all().iter().chain(&cases::all()) {
        let worlds: Vec<[World; 2]> = station
            .levels
            .iter()
            .map(|level| [Pose::IDENTITY, Pose::at(FAR)].map(|pose| instance_of(level, &pose)))
            .collect();
        for run in &station.runs {
            for &rate in &run.rates {
                compare(station, run, rate, &worlds[run.level], &mut single, &mut course);
            }
        }
    }
    single.check("single moves");
    course.check("courses");
}
