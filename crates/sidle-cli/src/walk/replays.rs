//! Writes the worst moves of a failed walk as files for `sidle replay`.

use std::path::PathBuf;

use anyhow::Result;
use sidle::World;

use super::findings::Example;
use super::options::WalkArgs;
use crate::output::OutputPlan;

/// Writes one file per move. Without moves it creates nothing, not even the folder.
pub(super) fn write(
    args: &WalkArgs,
    world: &World,
    worst: &[&Example],
    plan: &OutputPlan,
) -> Result<Vec<PathBuf>> {
    let texts = worst.iter().map(|example| {
        let replay = example.capture(world, args);
        (example.file_name(), format!("# {}\n{replay}", example.line()))
    });
    let texts: Vec<(&str, String)> = texts.collect();
    if texts.is_empty() {
        return Ok(Vec::new());
    }
    let files: Vec<(&str, &[u8])> = texts.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    plan.create()?.write_all(&files)
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use sidle::trace::Replay;
    use sidle::{Motion, Scratch, Vec3};
    use sidle_scenes::generate;

    use super::super::findings::{Findings, Kind};
    use super::super::simulate::{End, Record};
    use super::*;
    use crate::level::Level;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        args: WalkArgs,
    }

    #[test]
    fn the_worst_move_of_each_fault_is_kept_and_made_again() {
        let scene = generate::hall(1, 2000);
        let level = Level::of_scene(&scene);
        let Cli { args } = Cli::parse_from(["walk", "hall.obj", "--shape", "ellipsoid:0.4,0.9,0.4"]);
        let from = Vec3::from(scene.spawns[0]).as_dvec3();
        let motion = Motion::displacement(Vec3::new(0.3, -0.5, 0.1), 1.0);
        let mut scratch = Scratch::default();
        let outcome =
            level.world.move_and_slide(&mut scratch, &args.shape.shape, from, motion, &args.config());
        let record = Record {
            from,
            motion,
            outcome: End::from(&outcome),
            crouches: false,
            changed: false,
            path_end: 0,
            has_hits: true,
            nanos: 0,
            turned: false,
            restarted: false,
            step: None,
        };
        let mut findings = Findings::default();
        findings.offer(Kind::Crossing, 1.0, 3, 17, &record);
        findings.offer(Kind::StopGap, 2.0, 3, 17, &record);
        let worst = findings.examples();
        let folder = std::env::temp_dir().join(format!("sidle-replays-{}", std::process::id()));
        let plan = OutputPlan::of_program(folder.clone()).unwrap();
        let written = write(&args, &level.world, &worst.iter().collect::<Vec<_>>(), &plan).unwrap();
        assert_eq!(written, [folder.join("stop-gap.replay"), folder.join("crossing.replay")]);
        let text = std::fs::read_to_string(&written[1]).unwrap();
        assert!(text.starts_with("# crossing"), "{text}");
        let replay: Replay = text.parse().unwrap();
        let reports = replay.run().unwrap();
        assert_eq!(replay.moves[0].agrees_with(&reports[0]), Some(true));
        assert_eq!(reports[0].outcome, outcome);
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(write(&args, &level.world, &[], &plan).unwrap().is_empty());
        assert!(!folder.exists());
    }
}
