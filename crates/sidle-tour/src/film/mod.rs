//! `sidle-tour film`: a short animation of a scene.

mod apng;
mod person;
mod reel;

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use sidle_scenes::catalogue::{STAIRS, Scene, Variant};

use crate::scenes::{Sketch, find};
use reel::Reel;
use sidle_cli::Verdict;
use sidle_cli::files::{OutputFolder, say};
use sidle_cli::output::{Overwrite, check_file};

/// Frames per second. A scene runs at twice this rate.
const FRAMES: u32 = 30;

/// Pixels of the film per pixel of the figure; the coarser one for a film that would be larger than
/// this number of bytes.
const FINE: [f32; 2] = [1.5, 1.0];
const LARGEST: usize = 600_000;

/// Draws a short animation of a scene of `sidle-tour scenes`, or of the scene `stairs`: an animated
/// PNG. The library computes the motion each time; the same build writes the same bytes.
#[derive(Args, Debug)]
pub(crate) struct FilmArgs {
    /// The scene, for example A1
    #[arg(value_name = "ID")]
    id: String,
    /// Output file; must be absent without --force [default: target/film/ID.png, which is replaced]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
}

/// Runs the command.
pub(crate) fn run(args: &FilmArgs) -> Result<Verdict> {
    let scene = if args.id.eq_ignore_ascii_case(STAIRS.id) { STAIRS } else { find(&args.id)? };
    let path = match &args.out {
        Some(path) => {
            check_file(path, args.overwrite, "name another file, or replace it with --force")?;
            path.clone()
        }
        None => PathBuf::from(format!("target/film/{}.png", scene.id)),
    };
    let bytes = film(&scene)?;
    let name = path.file_name().with_context(|| format!("{}: is not a file name", path.display()))?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(".".as_ref());
    OutputFolder::open(folder)?.write(&name.to_string_lossy(), &bytes)?;
    say(&format!("{}: {} KB\n", path.display(), bytes.len() / 1000));
    Ok(Verdict::Passed)
}

/// Returns the film of a scene as the bytes of an animated PNG.
pub(crate) fn film(scene: &Scene) -> Result<Vec<u8>> {
    let variant = Variant { rate: 2 * FRAMES, form: scene.forms[0], ..Variant::default() };
    let stages = (scene.build)(&variant);
    let stage = stages.into_iter().next().context("this scene has no walk to be filmed")?;
    let reel = Reel::new(Sketch::of(scene, &stage, &variant), &stage.walks)?;
    let mut bytes = Vec::new();
    for fine in FINE {
        bytes = apng::encode(&reel.frames(fine)?, FRAMES)?;
        if bytes.len() <= LARGEST {
            break;
        }
    }
    Ok(bytes)
}
